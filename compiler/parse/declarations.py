"""Options, enums, boards, zones, state and remembered positions: what there is before anything happens."""

import re
from typing import Literal

from compiler.load.tree import Node, Scalar, Sequence
from compiler.parse import snippets
from compiler.parse.ast import Expr, Ident, Range
from compiler.parse.part import Part, ident, part, scalars
from compiler.parse.spec import BoardSpec, EnumSpec, IndexSpec, OptionSpec, RegionSpec, RememberSpec, StateSpec, ZoneSpec

EXTENTS = ("width", "height", "side", "length")


def options(top: Part) -> tuple[OptionSpec, ...]:
    return tuple(_option(ident(key), below) for key, below in top.parts("options"))


def _option(name: Ident, spec: Part) -> OptionSpec:
    offered = spec.node("in")
    bounds = bounds_of(spec.expression("in")) if isinstance(offered, Scalar) else None
    return OptionSpec(
        name=name,
        value=spec.ident("is") or Ident(text="", span=spec.span),
        values=spec.idents("in") if isinstance(offered, Sequence) else (),
        low=bounds[0] if bounds is not None else None,
        high=bounds[1] if bounds is not None else None,
        settles=spec.cites("settles"),
        cite=spec.cites(),
        span=spec.span,
    )


def bounds_of(expr: Expr | None) -> tuple[Expr, Expr] | None:
    """`2..4` is from 2 to 4, `2` from 2 to 2."""
    match expr:
        case None:
            return None
        case Range():
            return expr.low, expr.high
        case _:
            return expr, expr


def enums(top: Part) -> tuple[EnumSpec, ...]:
    found = []
    for entry in top.entries("enums"):
        spec = part(entry, top.place.at("enums"))
        values = spec.idents("are") if spec is not None else tuple(ident(each) for each in scalars(entry.value))
        within = spec.ident("within") if spec is not None else None
        found.append(EnumSpec(name=ident(entry.key), values=values, within=within, span=entry.key.span))
    return tuple(found)


def boards(top: Part) -> tuple[BoardSpec, ...]:
    return tuple(_board(ident(key), below) for key, below in top.parts("boards"))


def _board(name: Ident, spec: Part) -> BoardSpec:
    links = spec.node("links")
    extents = ((key, spec.expression(key)) for key in EXTENTS)
    return BoardSpec(
        name=name,
        shape=spec.ident("shape") or Ident(text="", span=spec.span),
        outline=spec.ident("outline"),
        links=ident(links) if isinstance(links, Scalar) else None,
        wrap=spec.ident("wrap"),
        extents=tuple((_key(spec, key), value) for key, value in extents if value is not None),
        holes=spec.idents("holes"),
        regions=tuple(_region(ident(entry.key), entry.value) for entry in spec.entries("regions")),
        sites=spec.idents("sites"),
        link_pairs=_groups(links),
        lines=_groups(spec.node("lines")),
        of=spec.ident("of"),
        cells=spec.ident("cells"),
        cite=spec.cites(),
        span=spec.span,
    )


def _key(spec: Part, key: str) -> Ident:
    entry = spec.mapping.entry(key)
    return Ident(text=key, span=entry.key.span if entry is not None else spec.span)


def _region(name: Ident, node: Node) -> RegionSpec:
    """A list of sites, or a family: a list of such lists."""
    groups = _groups(node)
    if groups:
        return RegionSpec(name=name, groups=groups, family=True, span=name.span)
    return RegionSpec(name=name, groups=(tuple(ident(each) for each in scalars(node)),), family=False, span=name.span)


def _groups(node: Node | None) -> tuple[tuple[Ident, ...], ...]:
    """The lists in a list."""
    if not isinstance(node, Sequence):
        return ()
    return tuple(tuple(ident(each) for each in scalars(item)) for item in node.items if isinstance(item, Sequence))


def zones(top: Part) -> tuple[ZoneSpec, ...]:
    return tuple(_zone(ident(key), below) for key, below in top.parts("zones"))


def _zone(name: Ident, spec: Part) -> ZoneSpec:
    return ZoneSpec(
        name=name,
        of=spec.ident("of") or Ident(text="", span=spec.span),
        per=spec.types("per"),
        order=_order(spec.word("order")),
        holds=spec.expression("holds"),
        seen=spec.idents("seen"),
        cite=spec.cites(),
        span=spec.span,
    )


def _order(word: str) -> Literal["set", "pile", "row", "bag"]:
    match word:
        case "pile" | "row" | "bag":
            return word
        case _:
            return "set"


def state(top: Part) -> tuple[StateSpec, ...]:
    return tuple(_variable(ident(key), below) for key, below in top.parts("state"))


def _variable(name: Ident, spec: Part) -> StateSpec:
    start = spec.expression("start")
    headed = next((entry for entry in spec.mapping if re.match(r"start\s*\(", entry.key.text)), None)
    start_names: tuple[Ident, ...] = ()
    if start is None and headed is not None:
        head = snippets.parse_link_head(headed.key, spec.place.problems, spec.place.trail)
        start_names = head.names if head is not None else ()
        start = spec.expression(headed.key.text)
    return StateSpec(
        name=name,
        per=tuple(_index(each, spec) for each in spec.scalars("per")),
        type=spec.type("type") or spec.bad,
        start=start,
        start_names=start_names,
        inverse=spec.ident("inverse"),
        seen=spec.idents("seen"),
        cite=spec.cites(),
        span=spec.span,
    )


_IN = re.compile(r"\bin\b")


def _index(scalar: Scalar, spec: Part) -> IndexSpec:
    """Only a binder holds the word `in`."""
    place = spec.place.at("per")
    if _IN.search(scalar.text):
        return IndexSpec(type=None, binder=snippets.parse_binder(scalar, place.problems, place.trail), span=scalar.span)
    return IndexSpec(type=snippets.parse_type(scalar, place.problems, place.trail), binder=None, span=scalar.span)


def remembered(top: Part) -> tuple[RememberSpec, ...]:
    return tuple(_remembered(ident(key), below) for key, below in top.parts("remember"))


def _remembered(name: Ident, spec: Part) -> RememberSpec:
    return RememberSpec(
        name=name,
        of=spec.idents("of"),
        after=spec.idents("after"),
        last=spec.needed_expression("last"),
        full="end" if spec.word("full") == "end" else "forget",
        span=spec.span,
    )
