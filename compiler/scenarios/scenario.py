"""A scenario file as data: what is given, played and expected, each text with its place.

In: the mapping of a scenario file, its shape already checked by `load`. Out: a `ScenarioFile`; what cannot be understood is a problem.
"""

import re
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from compiler.diagnostics.problem import Problem, Problems
from compiler.load.tree import Entry, Mapping, Node, Scalar, Sequence
from compiler.source import Span

By: TypeAlias = Literal["seat", "chance", "outside", "expect"]
_OTHERS: Final[tuple[By, ...]] = ("chance", "outside", "expect")


class Move(Struct, frozen=True, kw_only=True):
    """One entry of `play`: a seat's action, an outcome, an outside event, or conditions judged at that moment.

    `text` is an action's text; `values` its values by name instead, the action's name in `text` then."""

    by: By
    seat: int
    text: Scalar
    values: tuple[tuple[Scalar, Scalar], ...]
    conditions: tuple[Scalar, ...]
    span: Span


class Scenario(Struct, frozen=True, kw_only=True):
    name: str
    cite: tuple[Scalar, ...]
    players: int | None
    not_under: tuple[tuple[str, str], ...]
    """variants under which it is not played, each with the reason"""
    seed: int
    at: Scalar | None
    given: tuple[tuple[Scalar, Node], ...]
    play: tuple[Move, ...]
    legal: tuple[Scalar, ...]
    illegal: tuple[tuple[Scalar, tuple[Scalar, ...]], ...]
    """action texts, each with the clauses that the refusal must cite"""
    expect: tuple[Scalar, ...]
    over: bool | None
    returns: tuple[int, ...] | None
    span: Span


class ScenarioFile(Struct, frozen=True, kw_only=True):
    game: Scalar
    variants: tuple[str, ...]
    options: tuple[tuple[str, str], ...]
    scenarios: tuple[Scenario, ...]


def read_scenarios(root: Mapping, problems: Problems) -> ScenarioFile | None:
    """The file's scenarios; None where it names no game."""
    game = root.get("game")
    if not isinstance(game, Scalar):
        return None
    options = root.get("options")
    return ScenarioFile(
        game=game,
        variants=tuple(item.text for item in scalars(root.get("variants"))),
        options=tuple((entry.key.text, entry.value.text) for entry in entries(options) if isinstance(entry.value, Scalar)),
        scenarios=tuple(
            _scenario(item, _reasons(root.get("not_under")), problems) for item in items(root.get("scenarios")) if isinstance(item, Mapping)
        ),
    )


def scalars(node: Node | None) -> tuple[Scalar, ...]:
    """One scalar, or a list of them."""
    match node:
        case Scalar():
            return (node,)
        case Sequence():
            return tuple(item for item in node.items if isinstance(item, Scalar))
        case _:
            return ()


def items(node: Node | None) -> tuple[Node, ...]:
    return node.items if isinstance(node, Sequence) else ()


def entries(node: Node | None) -> tuple[Entry, ...]:
    return node.entries if isinstance(node, Mapping) else ()


def _scenario(node: Mapping, not_under: tuple[tuple[str, str], ...], problems: Problems) -> Scenario:
    name, at = node.get("name"), node.get("at")
    over = node.get("over")
    returns = node.get("returns")
    given = node.get("given")
    illegal = node.get("illegal")
    return Scenario(
        name=name.text if isinstance(name, Scalar) else "unnamed",
        cite=scalars(node.get("cite")),
        players=_number(node.get("players"), problems),
        not_under=(*not_under, *_reasons(node.get("not_under"))),
        seed=_number(node.get("seed"), problems) or 0,
        at=at if isinstance(at, Scalar) else None,
        given=tuple((entry.key, entry.value) for entry in given) if isinstance(given, Mapping) else (),
        play=tuple(_move(item, problems) for item in items(node.get("play")) if isinstance(item, Mapping) and item.entries),
        legal=scalars(node.get("legal")),
        illegal=_illegal(illegal),
        expect=scalars(node.get("expect")),
        over=over.text in ("yes", "true") if isinstance(over, Scalar) else None,
        returns=tuple(number for item in scalars(returns) if (number := _number(item, problems)) is not None) if returns is not None else None,
        span=name.span if isinstance(name, Scalar) else node.span,
    )


def _reasons(node: Node | None) -> tuple[tuple[str, str], ...]:
    return tuple((entry.key.text, entry.value.text) for entry in entries(node) if isinstance(entry.value, Scalar))


def _illegal(node: Node | None) -> tuple[tuple[Scalar, tuple[Scalar, ...]], ...]:
    """Nothing after an action, or `none`, asks for no clause."""
    return tuple((entry.key, tuple(clause for clause in scalars(entry.value) if clause.text not in ("", "none"))) for entry in entries(node))


def _move(node: Mapping, problems: Problems) -> Move:
    entry = node.entries[0]
    for further in node.entries[1:]:
        problems.add(Problem(code="RWR025", span=further.key.span, facts={"why": "each move is an item of its own: begin a line with `- `"}))
    by: By = next((word for word in _OTHERS if word == entry.key.text), "seat")
    seat = int(entry.key.text) if by == "seat" and entry.key.text.isdecimal() else -1
    if by == "seat" and seat < 0:
        problems.add(Problem(code="RWR025", span=entry.key.span, facts={"why": f"`{entry.key.text}` is no seat, nor chance, outside or expect"}))
    text, values = entry.key, tuple[tuple[Scalar, Scalar], ...]()
    if isinstance(entry.value, Scalar):
        text = entry.value
    elif isinstance(entry.value, Mapping) and entry.value.entries:
        inner = entry.value.entries[0]
        text = inner.key
        if isinstance(inner.value, Mapping):
            values = tuple((item.key, item.value) for item in inner.value if isinstance(item.value, Scalar))
    return Move(by=by, seat=seat, text=text, values=values, conditions=scalars(entry.value) if by == "expect" else (), span=node.span)


def _number(node: Node | None, problems: Problems) -> int | None:
    if not isinstance(node, Scalar):
        return None
    if re.fullmatch(r"-?\d+", node.text) is None:
        problems.add(Problem(code="RWR025", span=node.span, facts={"why": f"`{node.text}` is no number"}))
        return None
    return int(node.text)
