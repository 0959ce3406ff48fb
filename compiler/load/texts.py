"""Edits inside texts: conditions that are joined, summands, statements beside others, parts replaced or taken away.

    and:
      phases.take.where: n != 2                joined to the whole condition
    after:
      phases.take.do:
        left -= n: taken[p] += n               put after the statement, written as the base has it

In: an edit and the tree it is laid over. Out: the path of a text, and what is to be done with it when it is parsed (`compiler/parse/edits.py`).
"""

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from compiler.load.paths import Concrete, Missing, find, node_at, shown
from compiler.load.shape import SPEC, ByNode, Kind, Leaf, ListOf, MapOf, Shaped, shape_of
from compiler.load.shape.check import key_in
from compiler.load.shape.kinds import VALUE
from compiler.load.tree import Entry, Joining, Mapping, Node, Scalar, Sequence, TextEdit
from compiler.source import SourceFile, Span

BODIES = {"definition": "is", "effect": "do", "option": "is"}
"""where the text stands of what may be written as a text alone"""

PARTED = ("expression", "expressions", "statements", "binder", "binders", "type", "index", "range")
"""the kinds of text that have parts"""

NEUTRAL = {"where": "true", "when": "true", "require": "true", "given": "true", "repeat": "1", "copies": "1", "do": "pass"}
"""what a key that is not there comes to"""


class Edited(Struct, frozen=True, kw_only=True):
    """A text and the edits to note at it: at `path`, or as a new entry of the mapping there."""

    path: Concrete
    text: Scalar
    edits: tuple[TextEdit, ...] = ()
    key: Scalar | None = None


class NotSo(Struct, frozen=True):
    """Why a text edit cannot be."""

    why: str
    span: Span


def body_of(root: Node, path: Concrete) -> Concrete:
    """The text of a definition, effect or option that is written as a mapping; else the path itself."""
    node, kind = node_at(root, path), kind_at(root, path)
    body = BODIES.get(kind.shape, "") if isinstance(kind, Shaped) else ""
    return (*path, body) if isinstance(node, Mapping) and body in node else path


def parts_of(root: Node, path: Concrete, value: Node) -> Mapping | None:
    """The parts that an edit names, where its value says what to do with parts of a text rather than what stands in its place."""
    path = body_of(root, path)
    kind = leaf_at(root, path)
    if not isinstance(value, Mapping) or not isinstance(node_at(root, path), Scalar) or kind is None or kind.name not in PARTED:
        return None
    if not value.entries or not all(isinstance(entry.value, Scalar) for entry in value.entries):
        return None
    above = path[:-1] if path[-1] in BODIES.values() else path
    whole = kind_at(root, above, form=False)
    shape = whole.mapping if isinstance(whole, ByNode) else None
    if isinstance(shape, Shaped) and any(key_in(shape_of(shape.shape), entry.key.text) is not None for entry in value.entries):
        return None
    return value


def text_edits(
    verb: Joining, root: Node, found: Concrete, value: Node | None, *, name: str, over: tuple[str, ...], at: Scalar
) -> Edited | NotSo:
    """The text at a path with the edits of one overlay noted."""
    path = body_of(root, found)
    node, kind = node_at(root, path), leaf_at(root, path)
    if not isinstance(node, Scalar) or kind is None:
        return NotSo(f"`{verb}` edits a text: a condition, a number, statements", at.span)
    return _edited(verb, path, node, kind, value, name=name, over=over, at=at)


def new_text(
    verb: Joining, root: Node, above: Concrete, key: Scalar, value: Node | None, *, name: str, over: tuple[str, ...], at: Scalar
) -> Edited | NotSo | None:
    """A key that is not there comes to something all the same: no condition is `true`, no `repeat` is 1."""
    word = NEUTRAL.get(key.text, "")
    parent, kind = node_at(root, above), kind_at(root, above)
    known = key_in(shape_of(kind.shape), key.text) if isinstance(kind, Shaped) else None
    leaf = known.kind if known is not None else VALUE if isinstance(kind, MapOf) and key.text == "copies" else None
    if not isinstance(parent, Mapping) or not word or not isinstance(leaf, Leaf):
        return None
    nothing = Scalar(text=word, span=Span(file=SourceFile(path=at.span.file.path, text=word), start=0, end=len(word)))
    made = _edited(verb, (*above, key.text), nothing, leaf, value, name=name, over=over, at=at)
    return made if isinstance(made, NotSo) else replace(made, path=above, key=key)


def _edited(
    verb: Joining, path: Concrete, node: Scalar, kind: Leaf, value: Node | None, *, name: str, over: tuple[str, ...], at: Scalar
) -> Edited | NotSo:
    if kind.name not in PARTED:
        return _number(verb, path, node, value, at)
    edits = tuple(_each(verb, path, kind.name, value, name, over, at))
    if not edits:
        return NotSo(f"`{verb}` takes a text, or parts of the text that is there, each with a text", at.span)
    return Edited(path=path, text=node, edits=edits)


def _number(verb: Joining, path: Concrete, node: Scalar, value: Node | None, at: Scalar) -> Edited | NotSo:
    """A plain number grows at once."""
    more = value.text.strip() if isinstance(value, Scalar) else ""
    if verb != "plus" or not more.removeprefix("-").isdecimal() or not node.text.strip().removeprefix("-").isdecimal():
        return NotSo(f"`{verb}` cannot change `{' '.join(node.text.split())[:40]}`, which is no text of the language", at.span)
    assert isinstance(value, Scalar)
    return Edited(path=path, text=Scalar(text=str(int(node.text) + int(more)), span=value.span))


def _each(
    verb: Joining, path: Concrete, kind: str, value: Node | None, name: str, over: tuple[str, ...], at: Scalar
) -> Iterator[TextEdit]:
    edit = TextEdit(verb=verb, path=shown(path), kind=kind, part=None, value=None, variant=name, over=over)
    match value:
        case Scalar() if verb == "remove":
            yield replace(edit, part=value)
        case Sequence() if verb == "remove":
            for item in value.items:
                if isinstance(item, Scalar):
                    yield replace(edit, part=item)
        case Scalar():
            yield replace(edit, value=value)
        case Mapping():
            for entry in value.entries:
                if isinstance(entry.value, Scalar):
                    yield replace(edit, part=entry.key, value=entry.value)
        case _:
            return


def citing_at(root: Node, path: Concrete) -> Concrete:
    """The part at a path, or the nearest around it, that may cite clauses; the path itself where none may."""
    for end in range(len(path), 0, -1):
        kind = kind_at(root, path[:end], form=False)
        shaped = kind.mapping if isinstance(kind, ByNode) else kind
        if isinstance(shaped, Shaped) and key_in(shape_of(shaped.shape), "cite") is not None:
            return path[:end]
    return path


def leaf_at(root: Node, path: Concrete) -> Leaf | None:
    """What kind of text stands at a path, if it is a text."""
    kind = kind_at(root, path)
    return kind if isinstance(kind, Leaf) else None


def kind_at(root: Node, path: Concrete, *, form: bool = True) -> Kind | None:
    """What may stand at a path of a spec; with `form`, in the form that what stands there has."""
    kind: Kind | None = Shaped(shape=SPEC.name)
    node = root
    for number, key in enumerate(path, start=1):
        node = _below(node, key)
        match kind:
            case Shaped():
                known = key_in(shape_of(kind.shape), key)
                kind = known.kind if known is not None else None
            case MapOf():
                kind = kind.value
            case ListOf():
                kind = kind.item if key.startswith("#") else None
            case _:
                return None
        if form or number < len(path):
            kind = _chosen(kind, node)
    return kind


def _chosen(kind: Kind | None, node: Node) -> Kind | None:
    """The form of a kind that a node has."""
    if isinstance(kind, ListOf) and kind.single and isinstance(node, Scalar):
        return _chosen(kind.item, node)
    if not isinstance(kind, ByNode):
        return kind
    match node:
        case Scalar():
            return kind.scalar
        case Sequence():
            return kind.sequence
        case Mapping():
            return kind.mapping


def _below(node: Node, key: str) -> Node:
    match node:
        case Mapping():
            entry = node.entry(key)
            return entry.value if entry is not None else node
        case Sequence():
            return node.items[int(key[1:])]
        case Scalar():
            return node


def entry_of(edited: Edited) -> Entry:
    assert edited.key is not None
    return Entry(key=edited.key, value=replace(edited.text, edits=edited.edits))


def spelled(root: Node, path: str) -> str:
    """A path as everybody writes it, so that equal edits are seen to be equal."""
    found = find(root, path)
    return path if isinstance(found, Missing) else shown(found)
