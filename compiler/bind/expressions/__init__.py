"""Expressions, conditions and domains, from names to finite types. Domains contain expressions and these contain domains: the files of this room call each other."""
