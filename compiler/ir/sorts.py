"""The sorts of the IR: does every field of every node hold what its declaration says?

An integer where a condition is wanted, a domain where a number is, a list instead of a tuple: each is named with its node and field.
"""

from collections.abc import Callable, Iterator
from functools import cache
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from msgspec import Struct

from compiler.source import Span


def ill_sorted(node: Any, at: str = "") -> Iterator[str]:
    kind: Any = type(node)
    for name, hint in _hints(kind):
        value = getattr(node, name)
        where = f"{at}{kind.__name__}.{name}"
        if not _fits(value, hint):
            yield f"{where} holds {_short(value)}"
        else:
            yield from _below(value, f"{where} > ")


def _below(value: Any, at: str) -> Iterator[str]:
    if isinstance(value, tuple):
        for item in value:
            yield from _below(item, at)
    elif isinstance(value, Struct) and not isinstance(value, Span):
        yield from ill_sorted(value, at)


def _fits(value: Any, hint: Any) -> bool:
    """Shallow in structs, whose own fields are asked later; deep in tuples."""
    return _test(hint)(value)


@cache
def _test(hint: Any) -> Callable[[Any], bool]:
    """What a declaration asks of a value; made once, for it is asked of every node."""
    origin, parts = get_origin(hint), get_args(hint)
    if origin is Literal:
        return lambda value: value in parts
    if origin is Union or isinstance(hint, UnionType):
        kinds = tuple(part for part in parts if isinstance(part, type) and get_origin(part) is None and part not in (int, type(None)))
        others = tuple(_test(part) for part in parts if part not in kinds)
        return lambda value: isinstance(value, kinds) or any(test(value) for test in others)
    if origin is tuple:
        return lambda value: isinstance(value, tuple) and _items_fit(value, parts)
    if hint is None or hint is type(None):
        return lambda value: value is None
    if hint is int:
        return lambda value: isinstance(value, int) and not isinstance(value, bool)
    return lambda value: isinstance(value, hint)


def _items_fit(value: tuple[Any, ...], hints: tuple[Any, ...]) -> bool:
    if len(hints) == 2 and hints[1] is Ellipsis:
        return all(_fits(item, hints[0]) for item in value)
    return len(value) == len(hints) and all(_fits(item, hint) for item, hint in zip(value, hints, strict=True))


@cache
def _hints(kind: Any) -> tuple[tuple[str, Any], ...]:
    found = get_type_hints(kind)
    return tuple((name, found[name]) for name in kind.__struct_fields__)


def _short(value: object) -> str:
    text = f"{type(value).__name__} {value!r}"
    return text if len(text) < 80 else text[:77] + "..."
