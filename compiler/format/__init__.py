"""The canonical layout of the files an author writes: comments and order kept, what they say unchanged."""

from compiler.format.format import formatted

__all__ = ["formatted"]
