"""Going through a typed spec as through the IR: what is below a node, and a copy with parts replaced.

    [part.option for part in walk(row.do) if isinstance(part, Const) and part.option]

A node is a struct of `compiler.bind.nouns.typed`; symbols, types, spans and texts are never entered.
"""

from functools import cache
from typing import Any

from msgspec import Struct

from compiler.bind.nouns import typed as t
from compiler.ir.walk import Walker


def is_node(value: object) -> bool:
    kind: Any = type(value)
    return _is_kind(kind)


@cache
def _is_kind(kind: type) -> bool:
    return issubclass(kind, Struct) and kind.__module__.startswith(t.__name__)


_TYPED = Walker(is_node)
parts, walk, transform = _TYPED.parts, _TYPED.walk, _TYPED.transform
