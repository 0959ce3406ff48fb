"""`given` and `at`: a scenario's texts become a position.

In: a game's IR and a scenario. Out: a vector right before the step named (or at the start of the game); what cannot be set up is a `SetUpError` with
the place of the text that is amiss.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from compiler.interpret import FaultRaised
from compiler.interpret.play.position import NoMember, before_play, lay_piece, put_pieces, stand, stand_of
from compiler.ir.flow import Run
from compiler.ir.game import GameIR, PlaneIR, Stand, StandLoop
from compiler.ir.layout import Carrier, Zone
from compiler.ir.stmts import Block, Invoke, MovePiece
from compiler.ir.walk import walk
from compiler.load import tree
from compiler.load.tree import Node, Scalar
from compiler.scenarios.scenario import Scenario
from compiler.source import Span

KEY = re.compile(r"\s*([a-z_][a-z0-9_]*)\s*(?:\[(.*)\]|\((.*)\))?\s*$")


class SetUpError(Exception):
    """The position cannot be set up: why, and the text that is amiss."""

    def __init__(self, why: str, span: Span) -> None:
        super().__init__(why)
        self.why = why
        self.span = span


@dataclass(slots=True)
class Told:
    """What `given` has said so far: of loops, passes by the node's name and variables by their written name, each with its text; of pieces and
    slots, which text placed them."""

    loops: tuple[StandLoop, ...]
    passes: dict[str, int] = field(default_factory=dict)
    variables: dict[str, int] = field(default_factory=dict)
    spans: dict[str, Span] = field(default_factory=dict)
    pieces: dict[tuple[str, int], str] = field(default_factory=dict)
    places: set[tuple[str, int]] = field(default_factory=set)

    def place(self, name: str, at: int, key: Scalar) -> None:
        """Notes that something is given; nothing is given twice."""
        if (name, at) in self.places:
            raise SetUpError(f"`{key.text}` is given twice", key.span)
        self.places.add((name, at))


def set_up(game: GameIR, scenario: Scenario, players: int) -> list[int]:
    """The vector of the scenario's position; explicit chance from there on. Without `at` it stands where setup is over. Raises SetUpError."""
    place = scenario.at
    found = _stand(game, place) if place is not None else Stand(path="phases", node=game.phases_entry, loops=())
    told = Told(loops=(*found.loops, *(() if found.own is None else (found.own,))))
    try:
        vector = before_play(game, players, scenario.seed)
        for key, value in scenario.given:
            _give(game, vector, key, value, told)
        stand(game, vector, found, told.passes, told.variables)
    except NoMember as error:
        raise SetUpError(f"the loop of `{error.variable}` never comes to it here", told.spans[error.variable]) from error
    except FaultRaised as fault:
        rule = game.rules[fault.rule - 1]
        raise SetUpError(f"{rule.path} fails there: {' '.join(rule.text.split())}", scenario.span) from fault
    return vector


def left_empty(game: GameIR, scenario: Scenario, vector: Sequence[int]) -> str | None:
    """What to say where `at` passes over steps of `phases` that fill a zone which is empty now: nothing but setup has run."""
    if scenario.at is None:
        return None
    found = _stand(game, scenario.at)
    given = {match[1] for key, _ in scenario.given if (match := KEY.match(key.text)) is not None}
    empty: dict[str, str] = {}
    for node in game.flow[: found.node]:
        if not isinstance(node, Run) or not node.step or not node.path.startswith("phases."):
            continue
        for zone in _filled(game, node.block):
            if zone not in given and not any(_zone_of(game, vector, zone)):
                empty.setdefault(zone, node.path)
    names = "; ".join(f"`{zone}` is empty, since {path} has not run" for zone, path in empty.items())
    return f"{names}: `at` comes right after setup, and `given` says what else has happened" if names else None


def _filled(game: GameIR, block: Block) -> Iterator[str]:
    """The zones that effects move pieces to."""
    for part in walk(block):
        if isinstance(part, MovePiece) and part.zone:
            yield part.zone
        elif isinstance(part, Invoke):
            yield from _filled(game, next(one.body for one in game.procedures if one.name == part.procedure))


def _zone_of(game: GameIR, vector: Sequence[int], name: str) -> Iterator[bool]:
    """For each piece of a zone's component whether it lies in one of these zones."""
    zone = game.layout.zone(name)
    where = game.layout.block(game.layout.component(zone.component).where)
    for piece in range(where.length):
        yield zone.first <= vector[where.offset + piece] < zone.first + zone.instances


def _stand(game: GameIR, place: Scalar) -> Stand:
    try:
        return stand_of(game, place.text)
    except KeyError:
        known = ", ".join(item.path for item in game.stands[:8])
        raise SetUpError(f"no step `{place.text}`; there are {known}", place.span) from None


def value_of(carrier: Carrier, text: str) -> int | None:
    """The value a text means in a finite type; a number stands for a seat, `yes` and `no` for true and false, `#2` for the second of
    equal names."""
    words = " ".join(text.split())
    if carrier.optional and words in ("none", "nobody"):
        return carrier.low
    if carrier.truth and words in ("yes", "true", "no", "false"):
        return int(words in ("yes", "true"))
    head, mark, tail = words.rpartition(" #")
    name, which = (head, int(tail)) if mark and tail.isdecimal() else (words, 1)
    alike = [at for at, named in enumerate(carrier.texts) if named == name]
    if 1 <= which <= len(alike):
        return alike[which - 1] + (0 if carrier.optional else carrier.low)
    if words.lstrip("-").isdecimal() and (not carrier.texts or carrier.name.startswith("player")):
        number = int(words)
        return number if carrier.low <= number <= carrier.high else None
    return None


def pieces_of(game: GameIR, component: str, texts: tuple[Scalar, ...], owner: int, placed: dict[tuple[str, int], str], key: str) -> list[int]:
    """The pieces that texts mean, each piece once, also among all lists: of equal ones the owner's first, then in component order; `#2` counts
    among equals. Notes in `placed` that this key has them."""
    carrier = game.layout.component(component).carrier
    info = game.layout.component(component)
    found: list[int] = []
    for scalar in texts:
        words = " ".join(scalar.text.split())
        head, mark, tail = words.rpartition(" #")
        alike = [piece for piece, text in enumerate(carrier.texts) if text == (head if mark and tail.isdecimal() else words)]
        if mark and tail.isdecimal():
            alike = alike[int(tail) - 1 : int(tail)]
        elif info.each_player and owner >= 0:
            alike.sort(key=lambda piece: piece // info.per_seat != owner)
        free = [piece for piece in alike if (component, piece) not in placed]
        if not free:
            holders = list(dict.fromkeys(f"`{placed[component, piece]}`" for piece in alike))
            gone = f": {' and '.join(holders)} ha{'s' if len(holders) == 1 else 've'} {'it' if len(alike) == 1 else 'them'} already" if alike else ""
            raise SetUpError(f"no {'more ' if alike else ''}piece `{scalar.text}` of {component}{gone}", scalar.span)
        placed[component, free[0]] = key
        found.append(free[0])
    return found


def _give(game: GameIR, vector: list[int], key: Scalar, value: Node, told: Told) -> None:
    match = KEY.match(key.text)
    if match is None:
        raise SetUpError(f"`{key.text}` is no variable, zone or number(…)", key.span)
    name, indexes, argument = match.groups()
    zone = next((zone for zone in game.layout.zones if zone.name == name), None)
    block = next((block for block in game.layout.blocks if block.name in (name, f"state.{name}") and block.section == "state"), None)
    plane = next((plane for plane in game.planes if plane.name == name), None)
    if name == "playing":
        block = next((block for block in game.layout.blocks if block.name == name), None)
    loop = next((loop for loop in told.loops if loop.variable == name), None)
    if argument is not None:
        _pass(game, told, name, argument.strip(), key, value)
    elif plane is not None and indexes is not None:
        _lay(game, vector, plane, _cell(indexes, key), value, told, key)
    elif zone is not None:
        instance = _index(zone.axes, indexes, key)
        told.place(name, instance, key)
        put_pieces(game, vector, name, instance, _pieces(game, zone, instance, value, told, key))
    elif block is not None and not block.follows:
        at = _index(block.axes, indexes, key)
        told.place(name, at, key)
        vector[block.offset + at] = _value(block.carrier, value, key)
    elif loop is not None and indexes is None:
        told.spans[name] = key.span
        told.variables[name] = _value(game.layout.block(loop.block).carrier, value, key)
    else:
        raise SetUpError(f"`{name}` is no variable, zone or loop variable here", key.span)


def _pass(game: GameIR, told: Told, word: str, step: str, key: Scalar, value: Node) -> None:
    """`number(round): 4`"""
    if word != "number":
        raise SetUpError(f"`{key.text}`: only number(…) may be given like this", key.span)
    told.place(f"number({step})", 0, key)
    loop = next((loop for loop in told.loops if loop.name == step), None)
    if loop is None or not loop.counter:
        raise SetUpError(f"`{key.text}`: no loop around this step counts its passes under this name", key.span)
    number = _number(value, key)
    most = game.layout.block(loop.counter).carrier.high
    if number > most:
        raise SetUpError(f"`{key.text}` is {number}, and there are only {most} passes", key.span)
    told.passes[step] = number


def _cell(text: str, key: Scalar) -> tuple[int, int]:
    parts = [part.strip() for part in text.split(",")]
    if len(parts) != 2 or not all(part.removeprefix("-").isdecimal() for part in parts):
        raise SetUpError(f"`{key.text}`: a cell of a plane is two numbers, from the origin 0, 0 to the east and to the north", key.span)
    return int(parts[0]), int(parts[1])


def _lay(game: GameIR, vector: list[int], plane: PlaneIR, cell: tuple[int, int], value: Node, told: Told, key: Scalar) -> None:
    """One piece on a cell, beside what lies there already."""
    if not isinstance(value, Scalar):
        raise SetUpError(f"`{plane.name}`: one piece lies on a cell", value.span)
    (piece,) = pieces_of(game, plane.component, (value,), -1, told.pieces, key.text)
    if not lay_piece(game, vector, plane, piece, cell):
        raise SetUpError(f"`{value.text}` cannot lie there: the cell is taken, or has no neighbour yet", value.span)


def _pieces(game: GameIR, zone: Zone, instance: int, value: Node, told: Told, key: Scalar) -> list[int]:
    texts = (value,) if isinstance(value, Scalar) else tuple(item for item in value.items if isinstance(item, Scalar)) if isinstance(value, tree.Sequence) else ()
    owner = zone.owners[instance] if zone.owners else -1
    pieces = pieces_of(game, zone.component, texts, owner, told.pieces, key.text)
    if len(pieces) > (zone.holds if zone.holds is not None else len(pieces)):
        raise SetUpError(f"`{zone.name}` holds no more than {zone.holds}", value.span)
    return pieces


def _index(axes: tuple[Carrier, ...], text: str | None, key: Scalar) -> int:
    parts = [part.strip() for part in text.split(",")] if text else []
    if len(parts) != len(axes):
        raise SetUpError(f"`{key.text}` needs {len(axes)} index{'es' if len(axes) != 1 else ''}", key.span)
    at = 0
    for part, axis in zip(parts, axes, strict=True):
        value = value_of(axis, part)
        if value is None:
            raise SetUpError(f"`{part}` is no {axis.name}", key.span)
        at = at * axis.size + value - axis.low
    return at


def _value(carrier: Carrier, value: Node, key: Scalar) -> int:
    if not isinstance(value, Scalar):
        raise SetUpError(f"`{key.text}` takes one value", value.span)
    found = value_of(carrier, value.text)
    if found is None:
        raise SetUpError(f"`{value.text}` is no {carrier.name}", value.span)
    return found


def _number(value: Node, key: Scalar) -> int:
    if not isinstance(value, Scalar) or not value.text.isdecimal() or int(value.text) < 1:
        raise SetUpError(f"`{key.text}` takes a number, from 1", value.span)
    return int(value.text)


