"""What the builtins on graphs mean."""
