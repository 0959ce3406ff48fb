"""Names and types: `bind_spec` makes a typed spec of a parsed one."""

from compiler.bind.bind import bind_spec

__all__ = ["bind_spec"]
