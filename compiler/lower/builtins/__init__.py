"""Builtins as expressions of the machine, by name."""
