"""A game as a Python module that plays it, and imports nothing but the standard library."""

from compiler.emit.emit import emit_game

__all__ = ["emit_game"]
