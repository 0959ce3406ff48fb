"""The reference of tests/reference beside an engine: what both say of a position, in the same words.

    beside = Beside(typed, engine, players=2, seed=1)
    beside.compare()                # an AssertionError says what differs
    beside.apply(code)              # on both
"""

import re
from collections.abc import Iterator
from typing import Any

from compiler.bind.nouns import types as ty
from compiler.bind.nouns.typed import TypedSpec
from runtime import Game
from runtime.chance import Stream
from runtime.contract import SEEN_NOT, SEEN_NOTHING
from tests.reference import Choice, Play, seen
from tests.reference.choices import Offer
from tests.reference.things import indexes
from tests.reference.values import Cell, Group, Line, Node, Seat

Named = tuple[str, str, int, tuple[tuple[str, int], ...]]
"""A code by what it means: leaf, action, stage, values by name."""
SIDES = ((0, 1), (1, 0), (0, -1), (-1, 0))


class Beside:
    def __init__(self, typed: TypedSpec, game: Game, players: int, seed: int = 0) -> None:
        self.typed, self.game, self.players = typed, game, players
        self.play = Play(typed, players)
        self.types = self.play.game.types
        self.vector = game.new_vector()
        self.fault = game.engine.init(self.vector, players, seed, 1)
        self.blocks = {name: (offset, length) for name, offset, length, *_ in game.facts["BLOCKS"]}

    # ---- values as an engine writes them ("Encoding")

    def number(self, value: Any, type: ty.Type) -> int:
        base = type.base if isinstance(type, ty.OptionalType) else type
        match value:
            case None:
                return self.none(base)
            case Cell():
                return self._site(value)
            case Group() | Node():
                return self.play.game.graphs[value.graph]._rank(value.least if isinstance(value, Group) else value.parts)
            case bool():
                return int(value)
            case int():
                return value
            case Line(board, _):
                return self._lines(board).index(value)
            case _:
                return self.types.ordinal_in(value, base)

    def none(self, base: ty.Type) -> int:
        """Below every value it stands beside: one number for all numbers of a game, -1 beside the rest."""
        rows = [row for row in self.game.facts["CARRIERS"] if row[3] and re.match(r"-?\d+\.\.-?\d+ ", row[0])]
        return rows[0][1] if rows and isinstance(base, ty.RangeType) else -1

    def _lines(self, board: str) -> list[Line]:
        symbol = next(item for item in self.typed.boards if item.name == board)
        sites = self.play.game.boards[board].sites
        return [Line(board, tuple(sites[site] for site in line)) for line in symbol.lines]

    def _site(self, cell: Cell) -> int:
        laid = self.play.position.planes[cell.board]
        if not laid:
            return 4 * self.play.game.component(self.play.game.boards[cell.board].piece).count
        for at, piece in sorted(laid.items(), key=lambda item: item[1].number):
            for side, (dx, dy) in enumerate(SIDES):
                if (at.x + dx, at.y + dy) == (cell.x, cell.y):
                    return 4 * piece.number + side
        raise AssertionError(cell)

    def _slot(self, axes: tuple[ty.Type, ...], index: tuple[Any, ...]) -> int:
        at = 0
        for axis, value in zip(axes, index, strict=True):
            number = self.number(value, axis)
            low, high = (axis.low, axis.high) if isinstance(axis, ty.RangeType) else (0, self._size(axis) - 1)
            if isinstance(axis, ty.EnumType) and axis.within is not None:
                numbers = self.types.enums[axis].numbers
                low, high = numbers[0], numbers[-1]
            at = at * (high - low + 1) + number - low
        return at

    def _size(self, axis: ty.Type) -> int:
        return self.play.game.size(axis)

    # ---- whose turn, and what may be done

    def offered(self) -> tuple[Any, dict[Named, int]]:
        """The engine's: who is to act, and each code's meaning with its weight (0 for a choice)."""
        engine, game = self.game.engine, self.game
        player = engine.actor(self.vector)
        out, weights = game.blank(game.widest), game.blank(game.widest)
        if player == -1:
            count = engine.chance_outcomes(self.vector, out, weights)
            return player, {self.meaning(code, True): weight for code, weight in zip(list(out[:count]), list(weights[:count]), strict=True)}
        count = engine.legal_actions(self.vector, out)
        return player, {self.meaning(code): 0 for code in list(out[:count])}

    def outside(self) -> set[Named]:
        out = self.game.blank(self.game.widest)
        return {self.meaning(code) for code in list(out[: self.game.engine.legal_outside(self.vector, out)])}

    def meaning(self, code: int, chance: bool = False) -> Named:
        out = self.game.blank(self.game.widest)
        entry = (self.game.engine.decode_outcome if chance else self.game.engine.decode)(code, out)
        row = self.game.facts["OUTCOMES" if chance else "CHOICES"][entry]
        leaf, name, stage, digits = (row[0], row[1], row[2], row[5]) if chance else (row[0], row[1], row[3], row[6])
        return leaf, name, stage, tuple(sorted((re.sub(r"_\d+$", "", digit[0]), out[at]) for at, digit in enumerate(digits)))

    def named(self, choice: Any) -> Named:
        """A choice of the reference in the same words."""
        ask = self.play.ask
        assert ask is not None
        if isinstance(choice, Choice):
            leaf = ".".join(ask.path if ask.in_window else choice.offer.path)
            action = choice.offer.action
            binders = action.stages[choice.stage] if action.stages else ()
            types = {binder.local.name: binder.local.type for binder in binders}
            return leaf, choice.offer.name, choice.stage, tuple(sorted((name, self.number(value, types[name])) for name, value in choice.code))
        body = ask.step.body
        if body.kind == "shuffle":
            component = self.play.game.zones[body.zone.zone].component
            return ".".join(ask.path), "shuffle", 0, ((self._shuffled(), self.number(choice.code[0][1], ty.ComponentType(component))),)
        types = {binder.local.name: binder.local.type for binder in body.stages[choice.stage]}
        return ".".join(ask.path), body.kind, choice.stage, tuple(sorted((name, self.number(value, types[name])) for name, value in choice.code))

    def _shuffled(self) -> str:
        rows = [row for row in self.game.facts["OUTCOMES"] if row[1] == "shuffle"]
        return str(rows[0][5][0][0])

    # ---- comparing

    def compare(self) -> None:
        play = self.play
        assert bool(play.fault) == bool(self.fault), f"fault: the reference {play.fault and play.fault.kind}, the engine {self._rule(self.fault)}"
        if self.fault:
            assert play.fault is not None
            assert self._rule(self.fault)[0] == play.fault.kind, f"fault: the reference {play.fault.kind}, the engine {self._rule(self.fault)}"
            return
        for what, ours, theirs in self.differences():
            assert ours == theirs, f"{what}: the reference {ours}, the engine {theirs}"
        player, offered = self.offered()
        if play.ask is None:
            assert player == -4, f"the reference is at the end, the engine asks {player} at {self._waits()}"
        else:
            seat = play.ask.seat.number if play.ask.seat is not None else -1
            assert (seat, ".".join(play.ask.path)) == (player, self._waits()), f"the reference asks {seat} at {play.ask.path}, the engine {player} at {self._waits()}"
            ours = {self.named(choice): 0 if seat >= 0 else choice.weight for choice in play.ask.choices}
            assert ours == offered, f"only the reference: {_without(ours, offered)}; only the engine: {_without(offered, ours)}"
            assert {self.named(choice) for choice in play.ask.outside} == self.outside()
        assert self.game.engine.truncated(self.vector) == int(play.truncated)
        for ask, told in ((self.game.engine.returns, play.returns), (self.game.engine.scores, play.scores)):
            out = self.game.blank(self.game.max_players)
            ask(self.vector, out)
            assert list(out[: self.players]) == told(), f"{told.__name__}: the reference {told()}, the engine {list(out[: self.players])}"

        for what, mine, theirs in self.observations():
            assert mine == theirs, f"{what}: the reference {mine}, the engine {theirs}"

    def observations(self) -> Iterator[tuple[str, Any, Any]]:
        """Each variable and zone as each seat sees it."""
        game, play = self.game, self.play
        at = {name: offset for name, offset, *_ in game.facts["OBSERVATION"]}
        where = {row[0]: row[4] for row in game.facts["COMPONENTS"]}
        zones = {row[0]: row for row in game.facts["ZONES"]}
        hidden = game.facts["HIDDEN"]
        for seat in (Seat(number) for number in range(self.players)):
            out = game.blank(game.observation_size)
            game.engine.observe(self.vector, seat.number, out)
            for state in self.typed.states:
                offset = at.get(f"state.{state.name}", at.get(state.name))
                for index in indexes(self.types, state.axes, state.parts) if offset is not None else ():
                    value = seen.variable(play, state, index, seat)
                    number = hidden if value is seen.HIDDEN else self.number(value, state.type)
                    yield f"{seat} sees of {state.name}[{index}]", number, out[offset + self._slot(state.axes, index)]
            for component in self.typed.components:
                for piece in self.types.pieces(component.name):
                    if where[component.name] in at:
                        mine = self._place(piece, zones) if seen.sees(play, piece, seat) else hidden
                        yield f"{seat} sees of {piece}", mine, out[at[where[component.name]] + piece.number]
            for zone in self.typed.zones:
                for index in play.position.zones[zone.name]:
                    size = seen.count(play, zone, index)
                    slot = at[f"size({zone.name})"] + self._slot(zone.axes, index)
                    yield f"{seat} sees the size of {zone.name}[{index}]", hidden if size is seen.HIDDEN else size, out[slot]

    def _place(self, piece: Any, zones: dict[str, Any]) -> int:
        name, index = self.play.position.place_of(piece)
        if not name:
            return 0
        axes = self.play.game.zones[name].axes if name in self.play.game.zones else ()
        found: int = zones[name][4] + (self._slot(axes, index) if axes else 0)
        return found

    def events(self, code: int, choice: Any) -> None:
        """What each seat perceives of what is about to be chosen."""
        ask = self.play.ask
        assert ask is not None
        for number in range(self.players):
            told = self.game.engine.seen_action(self.vector, number, code)
            said = {SEEN_NOT: seen.NOTHING, SEEN_NOTHING: seen.SOMETHING, code: seen.ALL}.get(told, seen.PARTS)
            mine = seen.event(self.play, ask, choice, Seat(number))
            if (mine, said) != (seen.PARTS, seen.ALL):  # with all secret digits 0 the two are one code
                assert mine == said, f"of {self.meaning(code, ask.seat is None)} p{number} perceives {mine} by the reference, {said} by the engine"

    def refused(self, code: int) -> None:
        """Why a code is not legal, where all of it is chosen at once and nothing of it is left to be determined."""
        ask = self.play.ask
        if ask is None or ask.seat is None or ask.staged is not None:
            return
        leaf, name, stage, values = self.meaning(code)
        offers = [offer for offer in ask.offers if (".".join(ask.path if ask.in_window else offer.path), offer.name) == (leaf, name)]
        number = self.game.engine.refusal(self.vector[:], code)
        if not offers:
            assert self._rule(number)[0] == "not_now", f"{self.meaning(code)}: not offered, the engine says {self._rule(number)}"
            return
        given = self._given(offers[0], dict(values))
        if given is None:
            return
        mine = self.play.refusal(offers[0], given)
        rule = self._rule(number)
        told = (mine.kind, " ".join(mine.span.text.split()) if mine.span is not None else "") if mine is not None else ("none", "")
        theirs = (rule[0], " ".join(rule[4].split()) if rule[0] in ("where", "require") else "")
        assert told == theirs, f"{self.meaning(code)}: the reference refuses by {told}, the engine by {theirs}"

    def _given(self, offer: Offer, values: dict[str, int]) -> dict[str, Any] | None:
        stages = offer.action.stages
        binders = stages[0] if stages else ()
        if len(stages) > 1 or {binder.local.name for binder in binders} != set(values):
            return None
        found = {}
        for binder in binders:
            base = binder.local.type.base if isinstance(binder.local.type, ty.OptionalType) else binder.local.type
            plane = isinstance(base, ty.SiteType) and self.play.game.boards[base.board].shape == "plane"
            if plane or isinstance(base, ty.GroupType | ty.NodeType):
                return None
            number = values[binder.local.name]
            found[binder.local.name] = self._lines(base.board)[number] if isinstance(base, ty.LineType) and number >= 0 else self.types.value(number, binder.local.type)
        return found

    def _rule(self, number: int) -> tuple[Any, ...]:
        return tuple(self.game.facts["RULES"][number - 1]) if number else ("none",)

    def _waits(self) -> str:
        return str(self.game.facts["STEPS"][self.vector[self.game.offsets["step"]]])

    def differences(self) -> Iterator[tuple[str, Any, Any]]:
        """Every variable, zone and plane as both have it."""
        position = self.play.position
        for state in self.typed.states:
            offset, _ = self.blocks.get(f"state.{state.name}") or self.blocks[state.name]
            for index in indexes(self.types, state.axes, state.parts):
                value = self.number(position.value(state.name, index), state.type)
                yield f"{state.name}[{index}]", value, self.vector[offset + self._slot(state.axes, index)]
        for zone in self.game.facts["ZONES"]:
            if zone[0] in position.zones:
                for index, pieces in position.zones[zone[0]].items():
                    symbol = self.play.game.zones[zone[0]]
                    mine = [piece.number for piece in (pieces if symbol.order in ("pile", "row") else sorted(pieces, key=lambda p: p.number))]
                    yield f"{zone[0]}[{index}]", mine, self._zone(zone, self._slot(symbol.axes, index))
        for board, laid in position.planes.items():
            cells = {piece: [self.vector[self.blocks[f"{board}.{axis}"][0] + piece.number] for axis in "xy"] for piece in laid.values()}
            for cell, piece in laid.items():
                # Counted from the piece laid first: an engine may count all of them anew.
                first, one = next(iter(laid.items()))
                at = tuple(mine - its for mine, its in zip(cells[piece], cells[one], strict=True))
                yield f"{board}: {piece}", (cell.x - first.x, cell.y - first.y), at
        offset, _ = self.blocks.get("playing", (0, 0))
        if offset:
            yield "playing", [int(value) for value in position.playing.values()], list(self.vector[offset : offset + self.players])

    def _zone(self, zone: tuple[Any, ...], instance: int) -> list[int]:
        _, component, _, _, first, capacity, _, _, items, count, *_ = zone
        where = next(row[4] for row in self.game.facts["COMPONENTS"] if row[0] == component)
        offset, length = self.blocks[where]
        inside = [piece for piece in range(length) if self.vector[offset + piece] == first + instance]
        if items:
            start = self.blocks[items][0] + instance * capacity
            ordered = list(self.vector[start : start + len(inside)])
            assert sorted(ordered) == inside
            return ordered
        return inside

    # ---- playing

    def apply(self, code: int) -> None:
        chance = self.game.engine.actor(self.vector) == -1
        meant = self.meaning(code, chance)
        ask = self.play.ask
        assert ask is not None
        choice = next(choice for choice in (*ask.choices, *ask.outside) if self.named(choice) == meant)
        self.events(code, choice)
        self.fault = self.game.engine.apply(self.vector, code)
        self.play.choose(choice)

    def codes(self) -> list[int]:
        engine, out, weights = self.game.engine, self.game.blank(self.game.widest), self.game.blank(self.game.widest)
        if engine.actor(self.vector) == -1:
            return list(out[: engine.chance_outcomes(self.vector, out, weights)])
        return list(out[: engine.legal_actions(self.vector, out)]) if engine.actor(self.vector) >= 0 else []


def _without(some: dict[Named, int], others: dict[Named, int]) -> list[Any]:
    return sorted(item for item in some.items() if item not in others.items())[:6]


def lockstep(typed: TypedSpec, game: Game, players: int, seed: int, most: int) -> int:
    """A random game on both, compared after every action; how many choices and draws it took."""
    beside = Beside(typed, game, players, seed)
    stream = Stream.seeded(seed)
    for turn in range(most):
        beside.compare()
        codes = beside.codes() if not beside.fault else []
        if not codes:
            return turn
        if game.num_actions:
            beside.refused(stream.below(game.num_actions))
        beside.apply(codes[stream.below(len(codes))])
    beside.compare()
    return most
