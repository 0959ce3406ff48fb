"""A mapping of the tree with the keys that led to it, asked for its values as the language means them.

    part.expression("holds")      # the parsed value; None when the key is not there

`load` has checked the shape: a key that is absent, or whose value is of another kind than asked for, has been reported there, so these are
silent about it.
"""

from collections.abc import Iterator

from msgspec import Struct

from compiler.load.tree import Entry, Mapping, Node, Scalar, Sequence
from compiler.parse import snippets
from compiler.parse.ast import Bad, Binder, Expr, Ident, Pattern, Stmt, TypeExpr
from compiler.parse.patterns import parse_pattern
from compiler.parse.place import Place
from compiler.parse.spec import Cite
from compiler.source import Span


class Part(Struct, frozen=True, kw_only=True):
    mapping: Mapping
    place: Place
    span: Span

    def __contains__(self, key: str) -> bool:
        return key in self.mapping

    def node(self, key: str) -> Node | None:
        return self.mapping.get(key)

    def scalar(self, key: str) -> Scalar | None:
        node = self.mapping.get(key)
        return node if isinstance(node, Scalar) else None

    def scalars(self, key: str) -> tuple[Scalar, ...]:
        """The texts of a list, or a single one in its place."""
        return scalars(self.mapping.get(key))

    def word(self, key: str) -> str:
        found = self.scalar(key)
        return found.text.strip() if found is not None else ""

    def ident(self, key: str) -> Ident | None:
        found = self.scalar(key)
        return ident(found) if found is not None else None

    def idents(self, key: str) -> tuple[Ident, ...]:
        return tuple(ident(each) for each in self.scalars(key))

    def expression(self, key: str) -> Expr | None:
        found = self.scalar(key)
        return snippets.parse_expression(found, self.place.problems, self.place.at(key).trail) if found is not None else None

    def needed_expression(self, key: str) -> Expr:
        return self.expression(key) or self.bad

    def expressions(self, key: str) -> tuple[Expr, ...]:
        found = self.scalar(key)
        return snippets.parse_expressions(found, self.place.problems, self.place.at(key).trail) if found is not None else ()

    def statements(self, key: str) -> tuple[Stmt, ...]:
        found = self.scalar(key)
        return snippets.parse_statements(found, self.place.problems, self.place.at(key).trail) if found is not None else ()

    def binder(self, key: str) -> Binder | None:
        found = self.scalar(key)
        return snippets.parse_binder(found, self.place.problems, self.place.at(key).trail) if found is not None else None

    def binders(self, key: str) -> tuple[Binder, ...]:
        found = self.scalar(key)
        return snippets.parse_binders(found, self.place.problems, self.place.at(key).trail) if found is not None else ()

    def type(self, key: str) -> TypeExpr | None:
        found = self.scalar(key)
        return snippets.parse_type(found, self.place.problems, self.place.at(key).trail) if found is not None else None

    def types(self, key: str) -> tuple[TypeExpr, ...]:
        trail = self.place.at(key).trail
        return tuple(snippets.parse_type(each, self.place.problems, trail) for each in self.scalars(key))

    def pattern(self, key: str) -> Pattern | None:
        found = self.scalar(key)
        return parse_pattern(found, self.place.problems, self.place.at(key).trail) if found is not None else None

    def names(self, key: str) -> tuple[Ident, ...]:
        """`q, t`, or a list."""
        node = self.node(key)
        if isinstance(node, Sequence):
            return self.idents(key)
        return snippets.parse_names(node, self.place.problems, self.place.at(key).trail) if isinstance(node, Scalar) else ()

    def cites(self, key: str = "cite") -> tuple[Cite, ...]:
        written = cites(self.mapping.get(key))
        return self.place.cites(written) if key == "cite" else written

    def part(self, key: str) -> "Part | None":
        entry = self.mapping.entry(key)
        return part(entry, self.place) if entry is not None else None

    def entries(self, key: str) -> Iterator[Entry]:
        """What stands under a key, in written order."""
        node = self.mapping.get(key)
        if isinstance(node, Mapping):
            yield from node.entries

    def parts(self, key: str) -> "Iterator[tuple[Scalar, Part]]":
        """The entries under a key that are mappings themselves."""
        for entry in self.entries(key):
            below = part(entry, self.place.at(key))
            if below is not None:
                yield entry.key, below

    @property
    def bad(self) -> Bad:
        """Stands for what is missing, and reported."""
        return Bad(span=self.span)


def part(entry: Entry, place: Place) -> Part | None:
    """The mapping of an entry; its span is that of its key."""
    if not isinstance(entry.value, Mapping):
        return None
    return Part(mapping=entry.value, place=place.at(entry.key.text), span=entry.key.span)


def ident(scalar: Scalar) -> Ident:
    return Ident(text=scalar.text.strip(), span=scalar.span)


def scalars(node: Node | None) -> tuple[Scalar, ...]:
    match node:
        case Scalar():
            return (node,)
        case Sequence():
            return tuple(item for item in node.items if isinstance(item, Scalar))
        case _:
            return ()


def cites(node: Node | None) -> tuple[Cite, ...]:
    return tuple(Cite(clause=each.text.strip(), span=each.span) for each in scalars(node))
