"""The builtins of the language: one table, and how calls are typed."""
