"""Where text comes from: files as written, and places in them."""

from compiler.source.span import Position, SourceFile, Span

__all__ = ["Position", "SourceFile", "Span"]
