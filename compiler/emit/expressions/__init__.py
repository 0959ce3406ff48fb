"""Expressions as text, domains as loops, folds and searches."""
