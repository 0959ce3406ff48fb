"""Functions on graphs."""
