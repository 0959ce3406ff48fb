"""Expressions, conditions and domains of the machine. Domains contain expressions and these contain domains: the files of this room call each other."""
