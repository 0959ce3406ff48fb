"""Names made known: each global once, no value named like a global, no builtin and nothing reserved defined anew."""

from collections.abc import Iterable

from compiler.bind.expressions.type_names import BUILTIN_TYPES
from compiler.bind.nouns.world import FOLDS, VALUES, Global, World
from compiler.parse.ast import Ident
from compiler.source import Span


def declare(world: World, name: Ident, kind: str) -> bool:
    """Is the name now this thing's? Reported when it is another's, a builtin's, or kept for something."""
    text = name.text
    first = world.globals.get(text)
    if first is not None:
        world.report("RWN008", name.span, name=text, kind=kind, first=first.span, first_kind=first.kind)
        return False
    if text in VALUES or (kind in ("an enum", "a component") and text in BUILTIN_TYPES):
        world.report("RWN012", name.span, name=text)
        return False
    if text == "p":
        world.report("RWN013", name.span, name=text, use="each seat in turn, in `result`")
        return False
    world.globals[text] = Global(kind=kind, span=name.span)
    return True


def declare_call(world: World, name: Ident, kind: str, known: dict[str, tuple[str, Span]]) -> bool:
    """The same for names that are called; `known` holds those so far."""
    text = name.text
    if text in world.builtins or text in FOLDS or text == "shuffle":
        world.report("RWN012", name.span, name=text)
        return False
    if text in known:
        first_kind, first = known[text]
        world.report("RWN008", name.span, name=text, kind=kind, first=first, first_kind=first_kind)
        return False
    known[text] = (kind, name.span)
    return True


def each_once(world: World, names: Iterable[Ident], kind: str) -> tuple[Ident, ...]:
    """The names of one namespace of their own, later ones of the same text reported and left out."""
    kept: dict[str, Ident] = {}
    for name in names:
        first = kept.setdefault(name.text, name)
        if first is not name:
            world.report("RWN008", name.span, name=name.text, kind=kind, first=first.span, first_kind=kind)
    return tuple(kept.values())


def values_hide_nothing(world: World) -> None:
    """A value named like a global could never be reached."""
    parsed = world.parsed
    named = [(name, enum.name) for enum in parsed.enums for name in enum.values]
    named.extend((name, option.name) for option in parsed.options for name in option.values)
    for name, of in named:
        declared = world.globals.get(name.text)
        if declared is not None and not _is_number(name.text):
            world.report("RWN011", name.span, name=name.text, first=declared.span, first_kind=declared.kind)
        elif name.text in VALUES and of.text in world.globals:
            world.report("RWN012", name.span, name=name.text)


def _is_number(text: str) -> bool:
    return text.lstrip("-").isdigit()
