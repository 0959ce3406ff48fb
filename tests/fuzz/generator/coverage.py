"""Which constructs of the language a typed spec has, by name, so that what the generator leaves out is seen.

    constructs(typed)        # {"Builtin step", "Quantifier largest", "key repeat", …}
"""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct, structs

from compiler.bind.nouns import symbols
from compiler.bind.nouns import typed as t

SKIPPED = {"ParsedSpec", "Span", "SpecTree"}
NAMED = {"Builtin": "name", "Walked": "name", "Quantifier": "kind", "Binary": "operator", "Compare": "operator", "Logic": "operator", "Verdict": "kind",
         "Chance": "kind", "Attribute": "kind", "StateSymbol": "seen", "ZoneSymbol": "order", "BoardSymbol": "shape", "RememberSymbol": "full",
         "ResolutionTable": "hit", "Result": "returns"}  # fmt: skip
KEYS = {
    t.Step: ("repeat", "keep", "until", "loop", "when"),
    t.Binder: ("keep", "where", "by"),
    t.Action: ("where", "require", "prefer", "say", "secret", "outside"),
    t.Decision: ("together", "where", "otherwise"),
    t.Chance: ("where", "weight", "seen_by", "otherwise"),
    t.Graph: ("link", "totals", "ends", "directed"),
    t.Move: ("bottom",),
    t.Result: ("score", "rank"),
    t.Interrupt: ("open",),
    t.Quantifier: ("default",),
    symbols.ZoneSymbol: ("axes", "holds"),
    symbols.StateSymbol: ("axes", "inverse"),
    symbols.ComponentSymbol: ("each_player", "fields"),
}


def constructs(typed: t.TypedSpec) -> set[str]:
    found: set[str] = set()
    for node in _walk(typed):
        name = type(node).__name__
        found.add(f"{name} {getattr(node, NAMED[name])}" if name in NAMED else name)
        if isinstance(node, t.Action) and len(node.stages) > 1:
            found.add("Action stages")
        if isinstance(node, t.InZone) and node.kinds:
            found.add("InZone kinds")
        if isinstance(node, t.Otherwise):
            found.add("Otherwise actions" if node.actions else "Otherwise do" if node.do else "Otherwise skip")
        for key in KEYS.get(type(node), ()):  # type: ignore[call-overload]
            if getattr(node, key) not in (None, (), "", False, 0):
                found.add(f"{name}.{key}")
        if isinstance(node, symbols.ZoneSymbol):
            found.add(f"zone seen {node.seen}")
    if typed.horizon is not None:
        found.add("horizon")
    return found


def _walk(node: Any) -> Iterator[Any]:
    if isinstance(node, tuple):
        for item in node:
            yield from _walk(item)
    elif isinstance(node, Struct) and type(node).__name__ not in SKIPPED:
        yield node
        for value in structs.astuple(node):
            if isinstance(value, tuple | Struct):
                yield from _walk(value)
