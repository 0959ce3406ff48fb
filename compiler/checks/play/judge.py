"""What is looked at in single positions and moves: choices that change nothing, secrets that show, pieces that never come into play, totals.

A `Judge` is shown positions and moves, of random games or of a whole search, and remembers for each kind of finding the first line that leads to it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from msgspec import Struct

from compiler.bind.nouns import typed as t
from compiler.checks.play.explore import Where
from compiler.checks.play.probes import Probed
from compiler.checks.play.replay import Line, blanks
from compiler.checks.rules import steps_of
from compiler.interpret import merged
from compiler.ir.flow import Decide, Draw
from compiler.ir.game import GameIR
from compiler.ir.touch import Touch
from compiler.source import Span
from runtime import Game, State
from runtime.chance import Stream
from runtime.contract import Vec
from runtime.hidden import resample
from runtime.laws import LawBroken, hidden_things_do_not_show

RARE = 0.01
"""A total that changes in fewer moves than this share is as good as kept."""

ENOUGH = 400
"""moves before a total is judged"""

LOOKS = 150
"""positions in which hidden things are drawn anew"""

LAWFUL = 12
"""positions in which every hidden number is altered"""

MERGES = 40
"""positions in which choices with one code are looked for"""

WAYS = 500
"""choices of an action that are compared in one position"""

SHORT = 60
"""moves of a history that is drawn anew"""


@dataclass(slots=True)
class Total:
    """How the sum of a variable behaved: moves that kept it, moves that changed it."""

    kept: int = 0
    changed: int = 0
    first: Line | None = None
    values: tuple[int, int] = (0, 0)


class Effect(Struct, frozen=True):
    """A choice's `do`, and where it is written."""

    path: str
    span: Span
    does: bool


@dataclass(slots=True)
class Judged:
    idle: dict[tuple[str, str], tuple[Line, str]] = field(default_factory=dict)
    """by leaf and action: a line after which the choice changed nothing, and whether it is still the same seat's turn"""
    leaks: dict[tuple[str, int], tuple[Line, str]] = field(default_factory=dict)
    """by block and flow node: seat and line"""
    law: tuple[Line, str] | None = None
    legality: dict[str, tuple[Line, str]] = field(default_factory=dict)
    """by step"""
    in_play: dict[str, set[int]] = field(default_factory=dict)
    merged: dict[int, tuple[Line, tuple[dict[str, int], dict[str, int]], str]] = field(default_factory=dict)
    """by action: a line after which two choices have one code, their values, and the code's text"""
    totals: dict[str, Total] = field(default_factory=dict)
    positions: int = 0


class Judge:
    def __init__(self, game: Game, ir: GameIR, typed: t.TypedSpec, probed: Probed) -> None:
        counters = tuple(name for name in (probed.fired, probed.met) if name)
        self._sites = probed.sites
        self._before: list[int] = []
        self._game = game
        self._ir = ir
        self._touch = Touch(ir)
        self._effects = dict(effects_of(typed))
        self._counters = counters
        sections = {name: row[2] for name, *row in game.facts["BLOCKS"]}
        self._blocks = [name for name, section in sections.items() if section in ("state", "zone") and name not in counters]
        who_plays = ["playing"] if "playing" in game.offsets else []
        self._slots = [(game.offsets[name], game.offsets[name] + game.lengths[name]) for name in (*self._blocks, *who_plays)]
        self._numbers = [name for name in self._blocks if sections[name] == "state" and self._is_number(name)]
        self.hides = hides(game, ir, counters)
        self._blank = frozenset(blanks(game, counters))
        self._looks = self._laws = self._merges = 0
        self._narrow = any(0 < len(action.stages[0].digits) < len(action.stages[0].binders) for action in ir.actions)
        self._stream = Stream.seeded(1)
        self.judged = Judged(in_play={row[0]: set() for row in game.facts["COMPONENTS"]})

    # ---- a position

    def look(self, state: State, where: Where) -> None:
        self.judged.positions += 1
        for name, count, _, _, place, _ in self._game.facts["COMPONENTS"]:
            seen = self.judged.in_play[name]
            if len(seen) < count:
                at = self._game.offsets[place]
                seen.update(piece for piece in range(count) if state.vector[at + piece])
        if self.hides and self._looks < LOOKS:
            self._secrets(state, where)
        if self._narrow and self._merges < MERGES and not state.is_terminal():
            self._one_code(state, where)

    def _one_code(self, state: State, where: Where) -> None:
        self._merges += 1
        found = merged(self._ir, state.vector[:], WAYS, self._blank)
        if found is not None and found.action not in self.judged.merged:
            values = {name: value for name, value in found.one.items() if found.other.get(name) != value}
            others = {name: found.other[name] for name in values}
            self.judged.merged[found.action] = where(), (values, others), state.action_to_string(found.code)

    def _secrets(self, state: State, where: Where) -> None:
        if self.judged.law is None and self._laws < LAWFUL:
            self._laws += 1
            try:
                hidden_things_do_not_show(state, self._stream)
            except LawBroken as broken:
                self.judged.law = (where(), str(broken).splitlines()[0])
        history = state.history()
        if state.is_terminal() or state.is_chance_node() or not history or len(history) > SHORT:
            return
        self._looks += 1
        step, seat = state.waiting_step(), state.actor()
        if step in self.judged.legality:
            return
        twin = resample(state, seat, self._stream)
        if twin is not None and twin.waiting_step() == step and twin.actor() == seat and twin.legal_actions() != state.legal_actions():
            only = sorted(set(twin.legal_actions()) ^ set(state.legal_actions()))
            self.judged.legality[step] = (where(), f"p{seat}: {state.action_to_string(only[0])}")

    # ---- a move

    def move(self, state: State, action: int, after: State, where: Where) -> None:
        if not state.is_chance_node():
            self._idle(state, action, after, where)
        if self.hides and self._counters:
            at = self._game.offsets[self._counters[0]]
            self._before = list(state.vector[at : at + len(self._sites)])
        self._leak(state, action, after, where)
        self._sums(state.vector, after.vector, where)

    def _idle(self, state: State, action: int, after: State, where: Where) -> None:
        choice = self._game.texts.action(action)
        if choice is None or choice.stage + 1 < choice.stages or after.is_terminal() or state.is_simultaneous_node():
            return
        key = (choice.leaf, choice.action)
        effect = self._effects.get(key)
        if key in self.judged.idle or effect is None or not effect.does:
            return
        if any(state.vector[first:last] != after.vector[first:last] for first, last in self._slots):
            return
        if state.waiting_step() != after.waiting_step():
            return
        again = state.actor() == after.actor()
        line = where()
        text = f"p{state.actor()} {state.action_to_string(action)}"
        told = "and the same player is to choose again" if again else "but whose turn it is"
        self.judged.idle[key] = (Line(players=line.players, seed=line.seed, moves=(*line.moves, text), position=line.position), told)

    def _leak(self, state: State, action: int, after: State, where: Where) -> None:
        if not self.hides or state.is_simultaneous_node():
            return
        node = self._ir.flow[state.vector[self._game.offsets["step"]]]
        written = self._written(node, action)
        if not written or self._went_on(after.vector, node):
            return
        engine = self._game.engine
        for seat in range(state.players):
            seen = engine.seen_action(state.vector[:], seat, action)
            if seen == action or seat == state.actor():
                continue
            other = next((code for code in state.legal_actions() if code != action and engine.seen_action(state.vector[:], seat, code) == seen), None)
            if other is None:
                continue
            twin = State(self._game, state.vector[:])
            if engine.apply(twin.vector, other):
                continue
            for block in self._differing(after.observation(seat), twin.observation(seat), written):
                key = (block, state.vector[self._game.offsets["step"]])
                if key not in self.judged.leaks:
                    texts = [state.action_to_string(code) for code in (action, other)]
                    self.judged.leaks[key] = (where(), f"{seat}|after {texts[0]} it reads otherwise than after {texts[1]}")

    def _went_on(self, after: Vec, node: object) -> bool:
        """Whether further steps ran after the choice's own effects: what these show is theirs."""
        if not self._counters or not isinstance(node, Decide | Draw):
            return False
        at = self._game.offsets[self._counters[0]]
        own = self._ir.decisions[node.decision].path if isinstance(node, Decide) else self._ir.chances[node.chance].path
        return any(
            site.what in ("step", "chance", "row") and site.path != own and after[at + number] > self._before[number]
            for number, site in enumerate(self._sites)
        )

    def _written(self, node: object, action: int) -> frozenset[str]:
        """The blocks that the effects of a choice or draw write."""
        match node:
            case Decide():
                choice = self._game.texts.action(action)
                found = next(
                    (each for each in self._ir.actions if any(stage.base <= action < stage.base + stage.size for stage in each.stages)), None
                )
                if choice is None or found is None or not found.secret or choice.stage + 1 < choice.stages:
                    return frozenset()
                return self._with_zones(self._touch.writes(found.do))
            case Draw():
                drawn = self._ir.chances[node.chance]
                return self._with_zones(self._touch.writes(drawn.do)) if drawn.seen_by != "all" else frozenset()
            case _:
                return frozenset()

    def _with_zones(self, blocks: frozenset[str]) -> frozenset[str]:
        found = set(blocks)
        for component in self._ir.layout.components:
            if component.where in blocks:
                found |= {name for zone in self._ir.layout.zones if zone.component == component.name for name in (zone.items, zone.count) if name}
        return frozenset(found) - set(self._counters)

    def _differing(self, mine: list[int], theirs: list[int], written: frozenset[str]) -> Iterator[str]:
        for name in sorted(written):
            at = self._game.offsets[name]
            if at < self._game.facts["SHOWN"] and mine[at : at + self._game.lengths[name]] != theirs[at : at + self._game.lengths[name]]:
                yield name

    def _sums(self, before: Vec, after: Vec, where: Where) -> None:
        for name in self._numbers:
            at, end = self._game.offsets[name], self._game.offsets[name] + self._game.lengths[name]
            if before[at:end] == after[at:end]:
                continue
            total = self.judged.totals.setdefault(name, Total())
            old, new = sum(before[at:end]), sum(after[at:end])
            if old == new:
                total.kept += 1
                continue
            total.changed += 1
            if total.first is None:
                total.first, total.values = where(), (old, new)

    def _is_number(self, name: str) -> bool:
        """A variable of several numbers from 0 up, which may stand for things on the table."""
        block = self._ir.layout.block(name)
        carrier = block.carrier
        return block.length > 1 and not carrier.texts and not carrier.optional and not carrier.truth and not carrier.component and carrier.low == 0


def effects_of(typed: t.TypedSpec) -> Iterator[tuple[tuple[str, str], Effect]]:
    """Every action by leaf and name as engines call them."""
    for step in steps_of(typed):
        if isinstance(step.body, t.Decision):
            path = ".".join(step.path)
            forced = step.body.otherwise.actions if step.body.otherwise is not None else ()
            for action in (*step.body.actions, *forced):
                single = step.body.single and action in step.body.actions
                rule = path if single else f"{path}.{action.name}"
                yield (path, step.name if single else action.name), Effect(rule, action.span, bool(action.do))


def hides(game: Game, ir: GameIR, counters: Sequence[str]) -> bool:
    """Whether any seat is kept from knowing anything but the counters of probes: a variable, a zone, a choice, an outcome."""
    if any(action.secret for action in ir.actions) or any(drawn.seen_by != "all" for drawn in ir.chances):
        return True
    blocks = (row for row in game.facts["BLOCKS"] if row[3] in ("state", "zone") and row[0] not in counters)
    return any(row[6] != "all" for row in blocks) or any(row[6] != "all" for row in game.facts["ZONES"])


__all__ = ["ENOUGH", "RARE", "Effect", "Judge", "Judged", "Total", "effects_of", "hides"]
