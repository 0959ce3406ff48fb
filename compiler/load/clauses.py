"""Whose a clause is: those of an overlay's own rulebook bear its name.

    variant pie, its rulebook has 8.1:   cite: 8.1   ->   cite: pie:8.1        4.2, which only the base has, stays 4.2

In: an overlay and its rulebook. Out: both with the overlay's own clauses and open points written so; every later stage shows them so.
"""

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from compiler.load.tree import Entry, Mapping, Node, Rulebook, Scalar
from compiler.load.tree import Sequence as Listed

CITING = ("cite", "settles")
"""keys whose values are numbers"""

KEYED = ("assumptions", "not_modelled")
"""keys whose entries are called by numbers"""

Named = Callable[[str], str]


def owned(name: str, overlay: Mapping, book: Rulebook) -> tuple[Mapping, Rulebook]:
    """An overlay and its rulebook, the clauses and open points of the book written as the overlay's own."""
    own = {clause.number for clause in book.clauses} | {point.number for point in book.open_points}

    def named(number: str) -> str:
        return f"{name}:{number}" if number.strip() in own else number

    root = _within(overlay, "", named)
    assert isinstance(root, Mapping)
    return root, replace(
        book,
        clauses=tuple(replace(clause, number=named(clause.number)) for clause in book.clauses),
        open_points=tuple(
            replace(point, number=named(point.number), clauses=tuple(named(number) for number in point.clauses)) for point in book.open_points
        ),
    )


def meant(number: str, variants: Sequence[str], book: Rulebook) -> str:
    """The number of a clause as somebody writes it who plays these variants: their own come first, of the last that has it."""
    known = {clause.number for clause in book.clauses}
    return next((own for variant in reversed(variants) if (own := f"{variant}:{number}") in known), number)


def successors(root: Mapping) -> dict[str, str]:
    """For each clause that is superseded, the one that holds in its place."""
    superseded = root.get("supersedes")
    steps = {
        entry.key.text: entry.value.text for entry in (superseded if isinstance(superseded, Mapping) else ()) if isinstance(entry.value, Scalar)
    }
    found: dict[str, str] = {}
    for old in steps:
        new, met = steps[old], {old}
        while new in steps and new not in met:
            met.add(new)
            new = steps[new]
        found[old] = new
    return found


def _within(node: Node, key: str, named: Named) -> Node:
    last = key.rpartition(".")[2]
    match node:
        case Scalar():
            return replace(node, text=named(node.text)) if last in CITING else node
        case Listed():
            return replace(node, items=tuple(_within(item, key, named) for item in node.items))
        case Mapping():
            return replace(node, entries=tuple(_entry(entry, last, named) for entry in node.entries))


def _entry(entry: Entry, above: str, named: Named) -> Entry:
    if above in CITING or above == "supersedes":
        return Entry(key=entry.key, value=_within(entry.value, CITING[0], named))
    if above in KEYED:
        return Entry(key=replace(entry.key, text=named(entry.key.text)), value=entry.value)
    return Entry(key=entry.key, value=_within(entry.value, entry.key.text, named))
