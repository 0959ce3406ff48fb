"""What lowering passes around: the world gathered so far, and the names inside one function."""
