"""Components: their fields, and their rows, inline and from tables.

    fields: {edge: {per: 0..3, type: land}}         a FieldSpec with one index
    - {name: thin sheep, value: [1, 2], copies: 3}  a RowSpec: a text stays whole, a list is several values

What a cell says depends on its field: texts and drawings stay whole, the values of an array are split at blanks, `2..14` is a range.
"""

import re
from collections.abc import Iterator, Mapping

from compiler.load.tree import Mapping as MappingNode
from compiler.load.tree import Node, Scalar, Sequence, SpecTree, TableRow
from compiler.parse import snippets
from compiler.parse.ast import Ident, Range
from compiler.parse.part import Part, ident, part, scalars
from compiler.parse.place import Place
from compiler.parse.spec import CellSpec, ComponentSpec, FieldSpec, RowSpec
from compiler.source import Span


def components(top: Part, tree: SpecTree) -> tuple[ComponentSpec, ...]:
    return tuple(_component(ident(key), below, tree) for key, below in top.parts("components"))


def _component(name: Ident, spec: Part, tree: SpecTree) -> ComponentSpec:
    fields = tuple(_fields(spec))
    by_name = {field.name.text: field for field in fields}
    return ComponentSpec(
        name=name,
        each_player=spec.word("each") == "player",
        copies=spec.ident("copies"),
        faces=spec.idents("faces"),
        lies_on=spec.ident("lies_on"),
        fields=fields,
        rows=(*_inline_rows(spec, by_name), *_table_rows(spec, by_name, tree)),
        text=spec.pattern("text"),
        cite=spec.cites(),
        span=spec.span,
    )


def _fields(spec: Part) -> Iterator[FieldSpec]:
    place = spec.place.at("fields")
    for entry in spec.entries("fields"):
        name = ident(entry.key)
        array = part(entry, place)
        if array is not None:
            yield FieldSpec(
                name=name, kind="value", type=array.type("type") or array.bad, per=array.types("per"), span=entry.key.span
            )
        elif isinstance(entry.value, Scalar):
            word = entry.value.text.strip()
            if word == "text":
                yield FieldSpec(name=name, kind="text", type=None, per=(), span=entry.key.span)
            elif word == "footprint":
                yield FieldSpec(name=name, kind="footprint", type=None, per=(), span=entry.key.span)
            else:
                type = snippets.parse_type(entry.value, place.problems, place.at(name.text).trail)
                yield FieldSpec(name=name, kind="value", type=type, per=(), span=entry.key.span)


def _inline_rows(spec: Part, fields: Mapping[str, FieldSpec]) -> Iterator[RowSpec]:
    node = spec.node("rows")
    for item in node.items if isinstance(node, Sequence) else ():
        if isinstance(item, MappingNode):
            cells = [(entry.key, entry.value) for entry in item]
            yield _row(cells, item.span, fields, spec.place.at("rows"), from_table=False)


def _table_rows(spec: Part, fields: Mapping[str, FieldSpec], tree: SpecTree) -> Iterator[RowSpec]:
    for path in spec.scalars("table"):
        table = tree.table(path.text.strip())
        for row in table.rows if table is not None else ():
            yield _table_row(row, fields, spec.place.at("table"))


def _table_row(row: TableRow, fields: Mapping[str, FieldSpec], place: Place) -> RowSpec:
    return _row([(head, cell) for head, cell in row.cells if cell.text.strip()], row.span, fields, place, from_table=True)


def _row(
    cells: "list[tuple[Scalar, Scalar]] | list[tuple[Scalar, Node]]",
    span: Span,
    fields: Mapping[str, FieldSpec],
    place: Place,
    *,
    from_table: bool,
) -> RowSpec:
    copies = next((ident(value) for key, value in cells if key.text.strip() == "copies" and isinstance(value, Scalar)), None)
    found = [_cell(ident(key), value, fields, place) for key, value in cells if key.text.strip() not in NO_FIELDS]
    return RowSpec(cells=tuple(found), copies=copies, span=span, origin="table" if from_table else "rows")


NO_FIELDS = ("copies", "as")
"""what a row says beside its fields: how often it is there, and a name by which variants find it"""

_RANGE = re.compile(r"\s*[^\s.]+\s*\.\.\s*[^\s.]+\s*")


def _cell(name: Ident, node: Node, fields: Mapping[str, FieldSpec], place: Place) -> CellSpec:
    field = fields.get(name.text.partition(".")[0])
    if not isinstance(node, Scalar):
        return CellSpec(field=name, items=tuple(ident(each) for each in scalars(node)), listed=True, low=None, high=None, span=node.span)
    if field is not None and field.kind == "value":
        if field.per:
            return CellSpec(field=name, items=tuple(_words(node)), listed=False, low=None, high=None, span=node.span)
        if _RANGE.fullmatch(node.text):
            expr = snippets.parse_expression(node, place.problems, place.at(name.text).trail)
            if isinstance(expr, Range):
                return CellSpec(field=name, items=(), listed=True, low=expr.low, high=expr.high, span=node.span)
    item = Ident(text=node.text if field is not None and field.kind == "footprint" else node.text.strip(), span=node.span)
    return CellSpec(field=name, items=(item,), listed=False, low=None, high=None, span=node.span)


def _words(scalar: Scalar) -> Iterator[Ident]:
    """The words of a cell, each in its place where the text stands in the file as it is."""
    in_place = scalar.span.text == scalar.text
    for word in re.finditer(r"\S+", scalar.text):
        span = Span(file=scalar.span.file, start=scalar.span.start + word.start(), end=scalar.span.start + word.end())
        yield Ident(text=word.group(), span=span if in_place else scalar.span)
