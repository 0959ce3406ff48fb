"""Definitions, effects, graphs, resolution tables, the result, and what must hold."""

import re
from collections.abc import Iterator
from typing import Literal

from compiler.load.tree import Mapping, Node, Scalar, Sequence
from compiler.parse import snippets
from compiler.parse.ast import Binder, Expr, Ident, TypeExpr
from compiler.parse.part import Part, ident, part
from compiler.parse.place import Place
from compiler.parse.spec import (
    AccountLine,
    AccountSpec,
    DefineSpec,
    EffectSpec,
    GraphSpec,
    RankKey,
    ResolutionSpec,
    ResultSpec,
    StatementOfFact,
    TableRowSpec,
)


def definitions(top: Part) -> Iterator[DefineSpec]:
    for entry in top.entries("define"):
        place = top.place.at("define", entry.key.text)
        signature = snippets.parse_signature(entry.key, place.problems, place.trail)
        spec = part(entry, top.place.at("define"))
        if spec is not None:
            body, cite = spec.needed_expression("is"), spec.cites()
        elif isinstance(entry.value, Scalar):
            body, cite = snippets.parse_expression(entry.value, place.problems, place.trail), place.cites()
        else:
            continue
        if signature is not None:
            yield DefineSpec(signature=signature, body=body, cite=cite, span=entry.key.span)


def effects(top: Part) -> Iterator[EffectSpec]:
    for entry in top.entries("effects"):
        place = top.place.at("effects", entry.key.text)
        head = snippets.parse_head(entry.key, place.problems, place.trail)
        spec = part(entry, top.place.at("effects"))
        if spec is not None:
            body, cite = spec.statements("do"), spec.cites()
        elif isinstance(entry.value, Scalar):
            body, cite = snippets.parse_statements(entry.value, place.problems, place.trail), place.cites()
        else:
            continue
        if head is not None:
            yield EffectSpec(head=head, body=body, cite=cite, span=entry.key.span)


def graphs(top: Part) -> Iterator[GraphSpec]:
    for key, spec in top.parts("graphs"):
        headed = next((entry for entry in spec.mapping if re.match(r"link\s*\(", entry.key.text)), None)
        type, nodes = _nodes(spec)
        yield GraphSpec(
            name=ident(key),
            nodes_type=type,
            nodes=nodes,
            link_head=snippets.parse_link_head(headed.key, spec.place.problems, spec.place.trail) if headed is not None else None,
            link=spec.expression(headed.key.text) if headed is not None else None,
            along=spec.binders("along"),
            to=spec.expressions("to"),
            totals=_named_expressions(spec, "totals"),
            ends=spec.expression("ends"),
            directed=spec.word("directed") == "yes",
            grows=spec.word("grows") == "yes",
            cite=spec.cites(),
            span=spec.span,
        )


def _nodes(spec: Part) -> tuple[TypeExpr | None, tuple[Binder, ...]]:
    """A type, or binders: only these hold the word `in`."""
    written = spec.scalar("nodes")
    if written is None or re.search(r"\bin\b", written.text) is None:
        return spec.type("nodes"), ()
    return None, spec.binders("nodes")


def _named_expressions(spec: Part, key: str) -> tuple[tuple[Ident, Expr], ...]:
    place = spec.place.at(key)
    return tuple(
        (ident(entry.key), snippets.parse_expression(entry.value, place.problems, place.at(entry.key.text).trail))
        for entry in spec.entries(key)
        if isinstance(entry.value, Scalar)
    )


def resolution(top: Part) -> Iterator[ResolutionSpec]:
    for key, spec in top.parts("resolution"):
        other = spec.scalar("otherwise")
        impossible = other is not None and other.text.strip() == "impossible"
        plain = other is not None and not impossible
        below = spec.part("otherwise")
        gives = spec.type("gives")
        do = spec.statements("otherwise") if plain and gives is None else None
        given = spec.expression("otherwise") if plain and gives is not None else None
        yield ResolutionSpec(
            name=ident(key),
            reads=_named_expressions(spec, "reads"),
            given=spec.expression("given"),
            hit=_hit(spec.word("hit")),
            gives=gives,
            rows=tuple(_row(name, row) for name, row in spec.parts("rows")),
            otherwise=below.statements("do") if below is not None and "do" in below else do,
            otherwise_gives=below.expression("gives") if below is not None else given,
            impossible=impossible,
            cite=(*spec.cites(), *(below.cites() if below is not None else ())),
            span=spec.span,
        )


def _hit(word: str) -> Literal["unique", "first", "each"]:
    match word:
        case "first" | "each":
            return word
        case _:
            return "unique"


def _row(name: Scalar, spec: Part) -> TableRowSpec:
    return TableRowSpec(
        name=ident(name),
        when=spec.needed_expression("when"),
        do=spec.statements("do"),
        gives=spec.expression("gives"),
        cite=spec.cites(),
        span=spec.span,
    )


def result(top: Part) -> ResultSpec | None:
    spec = top.part("result")
    if spec is None:
        return None
    said = spec.scalar("returns")
    return ResultSpec(
        score=spec.expression("score"),
        rank=tuple(_rank(spec)),
        returns=_returns(spec.word("returns")),
        returns_span=spec.span if said is None else said.span,
        cite=spec.cites(),
        span=spec.span,
    )


def _returns(word: str) -> Literal["win_loss", "place", "score"]:
    match word:
        case "place" | "score":
            return word
        case _:
            return "win_loss"


def _rank(spec: Part) -> Iterator[RankKey]:
    node = spec.node("rank")
    place = spec.place.at("rank")
    if isinstance(node, Scalar):
        yield from _rank_keys(node, place)
    for item in node.items if isinstance(node, Sequence) else ():
        if isinstance(item, Scalar):
            yield from _rank_keys(item, place)
        elif isinstance(item, Mapping):
            family = Part(mapping=item, place=place, span=item.span)
            yield RankKey(loop=family.binder("for"), value=family.needed_expression("by"), span=item.span)


def _rank_keys(scalar: Scalar, place: Place) -> Iterator[RankKey]:
    for value in snippets.parse_expressions(scalar, place.problems, place.trail):
        yield RankKey(loop=None, value=value, span=value.span)


def account(top: Part) -> Iterator[AccountSpec]:
    for item in _items(top.node("account")):
        spec = Part(mapping=item, place=top.place.at("account"), span=item.span)
        yield AccountSpec(binders=spec.binders("for"), lines=tuple(_account_lines(spec)))


def _account_lines(account: Part) -> Iterator[AccountLine]:
    for item in _items(account.node("lines")):
        line = Part(mapping=item, place=account.place.at("lines"), span=item.span)
        say = line.pattern("say")
        if say is not None:
            yield AccountLine(when=line.expression("when"), say=say, cite=line.cites())


def _items(node: Node | None) -> Iterator[Mapping]:
    yield from (item for item in (node.items if isinstance(node, Sequence) else ()) if isinstance(item, Mapping))


def facts(top: Part, key: str) -> Iterator[StatementOfFact]:
    """`claims` or `always`."""
    node = top.node(key)
    for item in node.items if isinstance(node, Sequence) else ():
        if isinstance(item, Mapping):
            spec = Part(mapping=item, place=top.place.at(key), span=item.span)
            if "that" in spec:
                yield StatementOfFact(that=spec.needed_expression("that"), cite=spec.cites(), span=item.span)
