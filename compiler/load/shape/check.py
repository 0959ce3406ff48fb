"""Does a tree have the shape of a spec?

    check(nodes, SPEC, problems)      # a Mapping whose known keys hold values of the right kind; the rest is reported and gone

Every problem of a file is reported in one go; what cannot be used is left out, so that later stages see only what they understand.
"""

import re
from collections.abc import Sequence as Several
from typing import assert_never

from msgspec import Struct
from msgspec.structs import replace

from compiler.diagnostics.problem import Fact, Problem, Problems
from compiler.diagnostics.suggest import nearest
from compiler.load.shape.kinds import NAME_PATTERN, Anything, ByNode, Choice, Form, Key, Kind, Leaf, ListOf, MapOf, Shape, Shaped
from compiler.load.shape.traps import broken_by_flow, by_place, cut_off, in_flow, is_folded
from compiler.load.tree import Entry, Mapping, Node, Scalar, Sequence
from compiler.load.yaml_nodes import described
from compiler.load.yaml_problems import mended
from compiler.source import Span

_NUMBERS = re.compile(r"OP-\d+|\d+(?:\.\d+)+")

SHOWN_KEYS = 14
"""more keys than these are not listed in a message"""


class _Place(Struct, frozen=True):
    """Where a value stands: what it is called in messages, the key it stands at, and the keys that lead to it."""

    owner: str
    key: str
    span: Span
    trail: tuple[str, ...]

    def below(self, owner: str, key: Scalar) -> "_Place":
        return replace(self, owner=owner, key=key.text, span=key.span, trail=(*self.trail, key.text))


def check(node: Node, shape: Shape, shapes: Several[Shape], problems: Problems) -> Mapping | None:
    """The part of a tree that has the shape; None when it is not even a mapping.

    The words of what is left out are told to `problems`, so that no later stage complains that it does not know them.
    """
    checker = _Checker({each.name: each for each in shapes}, problems)
    place = _Place(shape.noun, "", node.span.head(), ())
    return checker.struct(node, shape, place)


class _Checker:
    def __init__(self, shapes: dict[str, Shape], problems: Problems) -> None:
        self.shapes = shapes
        self.problems = problems

    def value(self, node: Node, kind: Kind, place: _Place) -> Node | None:
        match kind:
            case Anything():
                return node
            case Leaf():
                return self.leaf(node, kind, place)
            case Choice():
                return self.choice(node, kind, place)
            case ListOf():
                return self.list_of(node, kind, place)
            case MapOf():
                return self.map_of(node, kind, place)
            case Shaped():
                return self.struct(node, self.shapes[kind.shape], place)
            case ByNode():
                return self.by_node(node, kind, place)
            case _:
                assert_never(kind)

    def by_node(self, node: Node, kind: ByNode, place: _Place) -> Node | None:
        chosen: Kind | None
        match node:
            case Scalar():
                chosen = kind.scalar
            case Sequence():
                chosen = kind.sequence
            case Mapping():
                chosen = kind.mapping
        if chosen is None and isinstance(kind.scalar, Leaf) and kind.scalar.embedded:
            return self.leaf(node, kind.scalar, place)
        if chosen is None:
            self.wrong_kind(node, kind, place)
            return None
        return self.value(node, chosen, place)

    def leaf(self, node: Node, kind: Leaf, place: _Place) -> Scalar | None:
        if not isinstance(node, Scalar):
            self.no_text(node, kind, place)
            return None
        if not node.text.strip():
            self.wrong_kind(node, kind, place)
            return None
        if kind.embedded and is_folded(node):
            self.report("RWP005", Span(file=node.span.file, start=node.span.start, end=node.span.start + 1), place, replacement="|")
            return None
        if kind.embedded or kind.name == "pattern":
            comment = cut_off(node, pattern=not kind.embedded)
            if comment is not None:
                self.report("RWL016", comment, place, mended=f"write it in a literal block, on the lines after `{place.key}: |`")
                return None
        if kind.pattern is not None and re.fullmatch(kind.pattern, node.text) is None:
            if kind.pattern == NAME_PATTERN:
                self.report("RWL021", node.span, place, name=node.text, owner=place.owner)
            else:
                self.wrong_kind(node, kind, place)
            return None
        if node.text in kind.barred:
            self.report("RWN023", node.span, place, name=node.text)
            return None
        return node

    def no_text(self, node: Mapping | Sequence, kind: Leaf, place: _Place) -> None:
        """A mapping or list where text is expected: mostly an expression that YAML has taken apart."""
        first = node.entries[0] if isinstance(node, Mapping) and node.entries else None
        if place.key == "start" and isinstance(node, Mapping) and kind.embedded and (form := by_place(node)) is not None:
            self.report("RWL053", node.span, place, form=form)
        elif first is None or not (kind.embedded or kind.name == "pattern"):
            self.wrong_kind(node, kind, place)
        elif in_flow(node):
            text = node.span.text
            if kind.embedded and not any(isinstance(entry.value, Scalar) and entry.value.text for entry in first_entries(node)):
                self.report("RWP009", node.span, place)
            else:
                self.report("RWL018", node.span, place, found=described(node), mended=mended(place.key, text))
        else:
            colon = first.key.span.end
            place_ = Span(file=node.span.file, start=colon, end=colon + 1)
            self.report("RWL017", place_, place, mended=mended(place.key, node.span.text) if "\n" not in node.span.text else
                        f"write it in a literal block: `{place.key}: |`, with these lines below it")

    def choice(self, node: Node, kind: Choice, place: _Place) -> Scalar | None:
        if not isinstance(node, Scalar) or not node.text:
            self.wrong_kind(node, kind, place)
            return None
        if node.text not in kind.words:
            self.report(
                "RWL025", node.span, place, owner=f"`{place.key}`", text=node.text, known=kind.words, near=nearest(node.text, kind.words)
            )
            return None
        return node

    def list_of(self, node: Node, kind: ListOf, place: _Place) -> Node | None:
        if not isinstance(node, Sequence):
            if kind.single:
                return self.value(node, kind.item, place)
            self.wrong_kind(node, kind, place)
            return None
        inside = replace(place, owner=self.shapes[kind.item.shape].noun) if isinstance(kind.item, Shaped) else place
        items: list[Node] = []
        for item in self.unbroken_items(node, place):
            checked = self.value(item, kind.item, inside)
            if checked is not None:
                items.append(checked)
            else:
                self.problems.lose(_words(item))
        return replace(node, items=tuple(items))

    def map_of(self, node: Node, kind: MapOf, place: _Place) -> Mapping | None:
        if not isinstance(node, Mapping):
            self.wrong_kind(node, kind, place)
            return None
        entries: list[Entry] = []
        for entry in self.unbroken_entries(node, place):
            below = place.below(f"{kind.noun} `{entry.key.text}`", entry.key)
            key = self.leaf(entry.key, kind.key, below)
            stands_alone = kind.bare and isinstance(entry.value, Scalar) and not entry.value.text and entry.value.style == "plain"
            value = entry.value if stands_alone else self.value(entry.value, kind.value, below)
            if key is not None and value is not None:
                entries.append(Entry(key=key, value=value))
            else:
                self.problems.lose(_words(entry.key), _words(entry.value))
        return replace(node, entries=tuple(entries))

    def struct(self, node: Node, shape: Shape, place: _Place) -> Mapping | None:
        if not isinstance(node, Mapping):
            self.wrong_kind(node, Shaped(shape=shape.name), place)
            return None
        entries: list[Entry] = []
        form = self.form(node, shape, place)
        barred = _barred(shape, form)
        for entry in self.unbroken_entries(node, place):
            key = key_in(shape, entry.key.text)
            if key is None or (form is not None and key.name in barred):
                self.problems.lose(_words(entry.value), frozenset({place.key}))
                if key is None:
                    self.unknown_key(entry, shape, form, place)
                elif form is not None:
                    self.excluded(entry, node, form, place)
                continue
            value = self.value(entry.value, key.kind, place.below(f"`{entry.key.text}`", entry.key))
            if value is not None:
                entries.append(Entry(key=entry.key, value=value))
            else:
                self.problems.lose(_words(entry.value))
        lacking = [key for key in shape.keys if key.required and not any(key_in(shape, entry.key.text) is key for entry in node.entries)]
        strange = {near for entry in node.entries if key_in(shape, entry.key.text) is None for near in nearest(entry.key.text, shape_keys(shape))}
        for key in lacking:
            if key.name not in strange:
                self.report("RWL014", place.span, place, owner=place.owner, name=key.name, doc=f"it says {key.doc}")
        if lacking and place.key:
            return None
        return replace(node, entries=tuple(entries))

    def form(self, node: Mapping, shape: Shape, place: _Place) -> Form | None:
        """Which of the forms of its shape a mapping has."""
        found = next((form for form in shape.forms if any(key in node for key in form.decided_by)), None)
        if shape.forms and found is None and all(key_in(shape, entry.key.text) is not None for entry in node.entries):
            known = tuple(form.decided_by[0] for form in shape.forms)
            self.report("RWL024", place.span, place, name=place.key, known=known)
        return found

    def excluded(self, entry: Entry, node: Mapping, form: Form, place: _Place) -> None:
        other = next(key for key in form.decided_by if key in node)
        first = node.entry(other)
        self.report(
            "RWL023", entry.key.span, place, owner=place.owner, name=entry.key.text, other=other, first=first.key.span if first else None
        )

    def unknown_key(self, entry: Entry, shape: Shape, form: Form | None, place: _Place) -> None:
        barred = _barred(shape, form)
        known = tuple(key.name for key in shape.keys if key.name not in barred)
        near = nearest(entry.key.text, known)
        self.problems.lose(frozenset(near))
        self.report(
            "RWL013",
            entry.key.span,
            place,
            name=entry.key.text,
            owner=place.owner,
            near=near,
            known=known if not near and len(known) <= SHOWN_KEYS else None,
            base=f"set: {{{entry.key.text}.…: …}}" if shape.name == "variant" and self.shapes["spec"].key(entry.key.text) else None,
        )

    def unbroken_entries(self, node: Mapping, place: _Place) -> tuple[Entry, ...]:
        """The entries of a mapping that flow style has left whole."""
        texts = [scalar for entry in node.entries for scalar in (entry.key, entry.value) if isinstance(scalar, Scalar)]
        broken = broken_by_flow(node, texts)
        if broken is None:
            return node.entries
        key = next((entry.key.text for entry in node.entries if entry.value is broken[0]), "key")
        self.broken(broken, key, place)
        gone = {id(scalar) for scalar in broken}
        return tuple(entry for entry in node.entries if id(entry.key) not in gone and id(entry.value) not in gone)

    def unbroken_items(self, node: Sequence, place: _Place) -> tuple[Node, ...]:
        broken = broken_by_flow(node, [item for item in node.items if isinstance(item, Scalar)])
        if broken is None:
            return node.items
        self.broken(broken, "- ", place)
        gone = {id(scalar) for scalar in broken}
        return tuple(item for item in node.items if id(item) not in gone)

    def broken(self, parts: tuple[Scalar, ...], key: str, place: _Place) -> None:
        whole = Span(file=parts[0].span.file, start=parts[0].span.start, end=parts[-1].span.end)
        quoted = f'write it in quotes: `"{whole.text}"`' if key == "- " else mended(key, whole.text)
        self.report("RWL018", whole, place, found=f"{len(parts)} separate values", mended=quoted)
        self.problems.lose(*(_words(part) for part in parts))

    def wrong_kind(self, node: Node, kind: Kind, place: _Place) -> None:
        span = node.span if node.span.start < node.span.end and not isinstance(node, Mapping) else place.span
        if isinstance(node, Mapping) and node.entries and not in_flow(node):
            span = node.entries[0].key.span
        self.report(
            "RWL015", span, place, owner=place.owner, expected=self.expected(kind), found=described(node), example=_example(kind, node)
        )

    def expected(self, kind: Kind) -> str:
        match kind:
            case Leaf():
                return kind.expected
            case Choice():
                return "one of " + ", ".join(f"`{word}`" for word in kind.words)
            case ListOf():
                return "a list"
            case MapOf():
                return "a mapping, one entry for each name"
            case Shaped():
                keys = [key.name for key in self.shapes[kind.shape].keys if key.required]
                return "a mapping" + (f" with {' and '.join(f'`{key}`' for key in keys[:3])}" if keys else " of keys")
            case ByNode():
                kinds = [each for each in (kind.scalar, kind.sequence, kind.mapping) if each is not None]
                return " or ".join(self.expected(each) for each in kinds)
            case Anything():
                return "a value"
            case _:
                assert_never(kind)

    def report(self, code: str, span: Span, place: _Place, **facts: Fact) -> None:
        self.problems.add(Problem(code=code, span=span, facts=facts, trail=place.trail))


def _words(node: Node) -> frozenset[str]:
    """Every name, and every number of a clause or open point, that occurs in a value."""
    match node:
        case Scalar():
            return frozenset(re.findall(NAME_PATTERN, node.text.lower())) | frozenset(_NUMBERS.findall(node.text))
        case Sequence():
            return frozenset().union(*(_words(item) for item in node.items))
        case Mapping():
            return frozenset().union(*(_words(part) for entry in node.entries for part in (entry.key, entry.value)))


def first_entries(node: Mapping | Sequence) -> tuple[Entry, ...]:
    return node.entries if isinstance(node, Mapping) else ()


def key_in(shape: Shape, text: str) -> Key | None:
    """The key of a shape that a text is, patterns among them."""
    found = shape.key(text)
    if found is not None:
        return found
    return next((key for key in shape.keys if key.pattern is not None and re.fullmatch(key.pattern, text) is not None), None)


def shape_keys(shape: Shape) -> tuple[str, ...]:
    return tuple(key.name for key in shape.keys)


def _barred(shape: Shape, form: Form | None) -> frozenset[str]:
    """The keys that belong to other forms only."""
    if form is None:
        return frozenset()
    return frozenset(key for other in shape.forms for key in (*other.decided_by, *other.keys)) - frozenset(form.keys)


def _example(kind: Kind, node: Node) -> str | None:
    match kind:
        case Leaf(name="statements") if isinstance(node, Sequence):
            return f"{kind.example}; several stand in a block: `|` after the colon, then one on each line"
        case Leaf():
            return kind.example
        case ByNode(scalar=Leaf() as leaf):
            return leaf.example
        case ListOf(item=Leaf() as leaf):
            return f"`[{leaf.example.strip('`')}]`"
        case _:
            return None
