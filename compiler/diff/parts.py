"""What two specs say differently: a change for each part, by path, and the clauses of their rulebooks.

Names that are another all through count as exchanged, not as changed: `names_changed` finds them by the places they stand in, and everything else is
compared with these exchanged. Order within a list of steps, rows or values counts.
"""

from collections.abc import Iterator, Mapping
from difflib import SequenceMatcher
from typing import Final, Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from compiler.diff.words import STATEMENTS, one_to_one, same_words, vocabulary, words_of
from compiler.load.paths import Concrete, name_of, shown
from compiler.load.tree import Entry, Node, Rulebook, Scalar, Sequence, SpecTree
from compiler.load.tree import Mapping as Tree
from compiler.source import Span

Kind: TypeAlias = Literal["added", "removed", "changed", "moved"]

SECTIONS: Final = (
    ("components", ("enums", "boards", "components", "zones", "state", "players", "options")),
    ("phases", ("setup", "phases", "sequences", "interrupts", "horizon")),
    ("rules", ("define", "effects", "graphs", "remember", "resolution", "result", "always", "claims")),
)
"""The heading under which the parts of a top-level key are told; all others are `texts`."""

PROSE: Final = ("title", "about", "assumptions", "not_modelled", "labels", "rulebook", "silenced")
"""Top-level keys whose texts are for people: what is said there names nothing."""

ALIKE: Final = 0.5
"""Share of words in common from which two parts of different names may be one part renamed."""


class Change(Struct, frozen=True, kw_only=True):
    """A part that differs: its path, what stands there on both sides (empty: nothing), and where the later one is written."""

    section: str
    path: str
    kind: Kind
    before: str
    after: str
    place: str


def names_changed(one: SpecTree, other: SpecTree) -> dict[str, str]:
    """Names of the first spec that the second never uses, with the names that stand in their places and that the first never uses."""
    first, second = _spoken(one), _spoken(other)
    old, new = set(vocabulary(first)), set(vocabulary(second))
    found: dict[str, str] = {}
    barred: set[str] = set()
    while True:
        before = len(found)
        for a, b in _counterparts(first, second, found):
            if a == b or not (a.isidentifier() and b.isidentifier()) or a in new or b in old:
                continue
            if found.get(a, b) != b or any(there == b and here != a for here, there in found.items()):
                barred.add(a)
            found.setdefault(a, b)
        if len(found) == before:
            return {a: b for a, b in found.items() if a not in barred}


def changed_parts(one: SpecTree, other: SpecTree, names: Mapping[str, str]) -> list[Change]:
    """Every part that differs when names are exchanged, in the order of the second spec, those gone after the others of their mapping."""
    return list(_changes(one.root, other.root, (), names))


def but_for_names(changes: list[Change]) -> list[Change]:
    """Of games that are the same but for names: without the changes that are such names."""
    return [change for change in changes if change.section == "texts" or change.kind != "changed" or not one_to_one(change.before, change.after)]


def changed_clauses(one: Rulebook | None, other: Rulebook | None) -> list[Change]:
    """Clauses and open points by number."""
    before, after = _clauses(one), _clauses(other)
    found = []
    for number, (text, span) in after.items():
        if number not in before:
            found.append(Change(section="clauses", path=number, kind="added", before="", after=text, place=span.place))
        elif before[number][0].split() != text.split():
            found.append(Change(section="clauses", path=number, kind="changed", before=before[number][0], after=text, place=span.place))
    for number, (text, span) in before.items():
        if number not in after:
            found.append(Change(section="clauses", path=number, kind="removed", before=text, after="", place=span.place))
    return found


def _spoken(tree: SpecTree) -> Tree:
    return replace(tree.root, entries=tuple(entry for entry in tree.root.entries if entry.key.text not in PROSE))


def _clauses(book: Rulebook | None) -> dict[str, tuple[str, Span]]:
    if book is None:
        return {}
    clauses = {clause.number: (clause.text, clause.span) for clause in book.clauses}
    return clauses | {point.number: (point.text, point.span) for point in book.open_points}


def _changes(one: Node, other: Node, path: Concrete, names: Mapping[str, str]) -> Iterator[Change]:
    match one, other:
        case Scalar(), Scalar():
            if not same_words(one, other, names, lines=_has_lines(path)):
                yield _change("changed", path, one, other)
        case Tree(), Tree():
            yield from _entries(one, other, path, names)
        case Sequence(), Sequence():
            yield from _items(one, other, path, names)
        case _:
            if not _same(one, other, path, names):
                yield _change("changed", path, one, other)


def _entries(one: Tree, other: Tree, path: Concrete, names: Mapping[str, str]) -> Iterator[Change]:
    theirs = {_called(entry, names): entry for entry in one.entries}
    mine = {name_of(entry.key.text): entry for entry in other.entries}
    for name, entry in mine.items():
        here = (*path, entry.key.text)
        if name not in theirs:
            yield _change("added", here, None, entry.value)
            continue
        before = theirs[name]
        if not same_words(before.key, entry.key, names, lines=False):
            yield _change("changed", here, before.key, entry.key)
        yield from _changes(before.value, entry.value, here, names)
    for name, entry in theirs.items():
        if name not in mine:
            yield _change("removed", (*path, entry.key.text), entry.value, None)
    if path and [name for name in theirs if name in mine] != [name for name in mine if name in theirs]:
        section = _section((*path, ""))
        orders = [", ".join(name for name in names_ if name in theirs and name in mine) for names_ in (theirs, mine)]
        yield Change(section=section, path=shown(path), kind="moved", before=orders[0], after=orders[1], place=other.span.place)


def _items(one: Sequence, other: Sequence, path: Concrete, names: Mapping[str, str]) -> Iterator[Change]:
    """Items that have come and gone; a single one in the place of another is a change of it."""
    alike = [[_same(a, b, path, names) for b in other.items] for a in one.items]
    kept_one, kept_other = _common(alike)
    gone = [at for at in range(len(one.items)) if at not in kept_one]
    come = [at for at in range(len(other.items)) if at not in kept_other]
    if len(gone) == len(come):
        for before, after in zip(gone, come, strict=True):
            yield from _changes(one.items[before], other.items[after], (*path, f"#{after}"), names)
        return
    for at in come:
        yield _change("added", _item_path(path, other.items[at], at), None, other.items[at])
    for at in gone:
        yield _change("removed", _item_path(path, one.items[at], at), one.items[at], None)


def _item_path(path: Concrete, item: Node, at: int) -> Concrete:
    """Words of a list go by the list's name."""
    return path if isinstance(item, Scalar) else (*path, f"#{at}")


def _common(alike: list[list[bool]]) -> tuple[set[int], set[int]]:
    """The longest common run of items in order, as places in both lists."""
    rows, columns = len(alike), len(alike[0]) if alike else 0
    best = [[0] * (columns + 1) for _ in range(rows + 1)]
    for row in reversed(range(rows)):
        for column in reversed(range(columns)):
            here = 1 + best[row + 1][column + 1] if alike[row][column] else 0
            best[row][column] = max(here, best[row + 1][column], best[row][column + 1])
    ours: set[int] = set()
    theirs: set[int] = set()
    row = column = 0
    while row < rows and column < columns:
        if alike[row][column] and best[row][column] == 1 + best[row + 1][column + 1]:
            ours.add(row)
            theirs.add(column)
            row, column = row + 1, column + 1
        elif best[row + 1][column] >= best[row][column + 1]:
            row += 1
        else:
            column += 1
    return ours, theirs


def _same(one: Node, other: Node, path: Concrete, names: Mapping[str, str]) -> bool:
    if isinstance(one, Scalar) != isinstance(other, Scalar) and isinstance(one, Sequence) != isinstance(other, Sequence):
        items = [node.items if isinstance(node, Sequence) else (node,) for node in (one, other)]
        return len(items[0]) == len(items[1]) and all(_same(a, b, path, names) for a, b in zip(*items, strict=True))
    return type(one) is type(other) and next(_changes(one, other, path, names), None) is None


def _counterparts(one: Node, other: Node, names: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Words that stand in each other's places."""
    match one, other:
        case Scalar(), Scalar():
            words = words_of(one.text), words_of(other.text)
            if len(words[0]) == len(words[1]):
                yield from zip(*words, strict=True)
        case Sequence(), Sequence():
            if len(one.items) == len(other.items):
                for a, b in zip(one.items, other.items, strict=True):
                    yield from _counterparts(a, b, names)
        case Tree(), Tree():
            keys = [_called(entry, names) for entry in one.entries], [name_of(entry.key.text) for entry in other.entries]
            for verb, start, end, begin, stop in SequenceMatcher(a=keys[0], b=keys[1], autojunk=False).get_opcodes():
                if verb not in ("equal", "replace") or end - start != stop - begin:
                    continue
                for mine, theirs in zip(one.entries[start:end], other.entries[begin:stop], strict=True):
                    if verb == "equal" or _resemble(mine.value, theirs.value):
                        yield from _counterparts(mine.key, theirs.key, names)
                        yield from _counterparts(mine.value, theirs.value, names)
        case _:
            pass


def _resemble(one: Node, other: Node) -> bool:
    """Whether most words are the same, or stand for each other as far as can be seen."""
    mine, theirs = list(vocabulary(one)), list(vocabulary(other))
    return type(one) is type(other) and (
        len(mine) == len(theirs) or SequenceMatcher(a=mine, b=theirs, autojunk=False).ratio() >= ALIKE
    )


def _called(entry: Entry, names: Mapping[str, str]) -> str:
    name = name_of(entry.key.text)
    return names.get(name, name)


def _has_lines(path: Concrete) -> bool:
    return path[-1] in STATEMENTS or path[0] in STATEMENTS


def _change(kind: Kind, path: Concrete, before: Node | None, after: Node | None) -> Change:
    node = after if after is not None else before
    assert node is not None
    return Change(section=_section(path), path=shown(path), kind=kind, before=_text(before), after=_text(after), place=node.span.place)


def _section(path: Concrete) -> str:
    return next((title for title, keys in SECTIONS if path[0] in keys and path[-1] not in ("cite", "say", "settles")), "texts")


def _text(node: Node | None) -> str:
    """A part in one line."""
    match node:
        case None:
            return ""
        case Scalar():
            return "; ".join(" ".join(row.split()) for row in node.text.strip().split("\n"))
        case Sequence():
            return "[" + ", ".join(_text(item) for item in node.items) + "]"
        case Tree():
            return "{" + ", ".join(f"{entry.key.text}: {_text(entry.value)}" for entry in node.entries) + "}"
