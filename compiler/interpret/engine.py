"""The interpreter as an engine: every function of `runtime.contract.Engine` over plain vectors, with the facts as attributes.

    engine = Interpreter(game)
    s = [0] * engine.VECTOR_SIZE
    engine.init(s, 2, 7, 0)

`checked` tests every index and every stored value, and asks what a game says of itself (`always`); where the IR breaks its word,
`InternalError` is raised.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, MutableSequence, Sequence
from contextlib import suppress
from typing import Any, TypeAlias, TypeVar

from msgspec import Struct

from compiler.interpret.expressions import domains, expressions
from compiler.interpret.nouns.frame import FaultRaised, Frame
from compiler.interpret.play import chance, choices, draws, observations, results, steps
from compiler.interpret.play.codes import digit_values
from compiler.interpret.play.meanings import program_of
from compiler.ir import exprs as x
from compiler.ir.actions import Decision, Hole
from compiler.ir.facts import choice_entry, facts
from compiler.ir.flow import Decide, Draw, Sealed
from compiler.ir.game import GameIR
from compiler.ir.touch import Touch

Vec: TypeAlias = MutableSequence[int]
Answer = TypeVar("Answer")

SUMS = ("games", "decisions", "decisions_squared", "choices", "longest", "shortest", "truncated", "faults")
SEAT_SUMS = ("sole", "shared", "returns", "returns_squared", "scores", "scores_squared")


def evaluate(game: GameIR, vector: Vec, expr: x.Expr | x.Cond, locals: Mapping[str, int] | None = None) -> int:
    """The value of an expression in a position, a condition's as 1 or 0. Raises FaultRaised where a rule of the spec fails."""
    frame = Frame(program_of(game, True), vector, dict(locals or {}))
    if isinstance(expr, x.Bool | x.Truth | x.Compare | x.And | x.Or | x.Not | x.Search | x.Member | x.Linked | x.Met | x.CanAct):
        return int(expressions.holds(frame, expr))
    return expressions.value(frame, expr)


def evaluate_claim(game: GameIR, condition: x.Cond, players: int) -> bool:
    """Whether a condition holds before anything has run, at a table of so many players; a fault is no."""
    try:
        return bool(evaluate(game, bare_position(game, players), condition))
    except FaultRaised:
        return False


def broken_claims(game: GameIR) -> Iterator[tuple[int, int]]:
    """Claims, by their places, that do not hold before anything has run, each with the least number of players for which it does not."""
    program = program_of(game, True)
    bare: dict[int, Vec] = {}
    for players in range(game.players_low, game.players_high + 1) if game.claims else ():
        frame = Frame(program, [0] * game.layout.size, {})
        steps.lay_bare(frame, players)
        bare[players] = frame.vector
    touch = Touch(game)
    for number, (condition, _) in enumerate(game.claims):
        # Positions before anything has run differ in the number of players alone.
        for players, position in list(bare.items())[: None if "players" in touch.reads(condition) else 1]:
            try:
                held = expressions.holds(Frame(program, list(position), {}), condition)
            except FaultRaised:
                held = False
            if not held:
                yield number, players
                break


def bindings(game: GameIR, vector: Vec, binders: tuple[x.Binder, ...], locals: Mapping[str, int]) -> Iterator[dict[str, int]]:
    """The locals of each binding of a row of binders in a position."""
    for frame in domains.bindings(Frame(program_of(game, True), vector, dict(locals)), binders):
        yield dict(frame.locals)


def bare_position(game: GameIR, players: int) -> Vec:
    """The position before anything has run, at a table of so many players."""
    frame = Frame(program_of(game, True), [0] * game.layout.size, {})
    steps.lay_bare(frame, players)
    return frame.vector


def where_it_fails(game: GameIR, players: int, seed: int, explicit: bool, codes: Sequence[int]) -> Vec:
    """The position in which a rule fails when these codes are played from the start, halfway through the last step; else the last one."""
    frame = Frame(program_of(game, True), [0] * game.layout.size, {})
    with suppress(FaultRaised):
        steps.begin(frame, players, seed, explicit)
        for code in codes:
            steps.carry_out(frame, code)
    return frame.vector


def refusals(game: GameIR, vector: Vec, decision: Decision, most: int) -> Counter[int]:
    """How many codes of a decision's own actions each rule forbids in a position; of the first `most` codes."""
    frame = Frame(program_of(game, True), vector, {}).inner({})
    codes = [code for number in decision.actions for code in range(game.actions[number].stages[0].base, _end(game, number))]
    now = choices.Asked(decision, None, 0, frame)
    return Counter(choices.refusal(now, code) for code in codes[:most])


class Merged(Struct, frozen=True):
    """Two choices of an action with one code and different effects: the values of the names."""

    action: int
    code: int
    one: Mapping[str, int]
    other: Mapping[str, int]


def merged(game: GameIR, vector: Vec, most: int, ignored: Collection[int] = ()) -> Merged | None:
    """Choices that a code tells apart no more, where a position waits for one; of the first `most` of each action, slots `ignored` aside."""
    frame = Frame(program_of(game, True), list(vector), {})
    node = game.flow[frame.load("step")]
    if not isinstance(node, Decide):
        return None
    try:
        found = choices.merged(choices.asked(frame, node), most, ignored)
    except FaultRaised:
        return None
    if found is None:
        return None
    number, code, (one, other) = found
    return Merged(action=number, code=code, one=one.locals, other=other.locals)


def _end(game: GameIR, number: int) -> int:
    first = game.actions[number].stages[0]
    return first.base + first.size


class Interpreter:
    """A game's engine, run from its IR."""

    def __init__(self, game: GameIR, checked: bool = True) -> None:
        self.game = game
        self.program = program_of(game, checked)
        self.facts: dict[str, Any] = facts(game)

    def __getattr__(self, name: str) -> Any:
        """The facts: `VECTOR_SIZE`, `RULES`, …"""
        if name.isupper() and name in self.facts:
            return self.facts[name]
        raise AttributeError(name)

    # ---- playing

    def init(self, s: Vec, players: int, seed: int, explicit_chance: int) -> int:
        return self._act(s, lambda frame: steps.begin(frame, players, seed, bool(explicit_chance)))

    def apply(self, s: Vec, action: int) -> int:
        frame = self._frame(s)
        if frame.load("fault"):
            return frame.load("fault")
        return self._act(s, lambda frame: steps.carry_out(frame, action))

    def reseed(self, s: Vec, seed: int) -> None:
        chance.seed_streams(self._frame(s), seed)

    # ---- whose turn, and what may be done

    def current_player(self, s: Vec) -> int:
        frame = self._frame(s)
        if frame.load("fault"):
            return steps.OVER
        node = self.game.flow[frame.load("step")]
        return -2 if isinstance(node, Sealed) else frame.load("actor")

    def actor(self, s: Vec) -> int:
        frame = self._frame(s)
        return steps.OVER if frame.load("fault") else frame.load("actor")

    def legal_actions(self, s: Vec, out: Vec) -> int:
        def answer(frame: Frame) -> list[int]:
            node = self._waits(frame)
            return choices.legal(choices.asked(frame, node)) if isinstance(node, Decide | Sealed) else []

        return _write(out, self._ask(s, answer, []))

    def legal_outside(self, s: Vec, out: Vec) -> int:
        def answer(frame: Frame) -> list[int]:
            node = self._waits(frame)
            return choices.legal_outside(choices.asked(frame, node)) if isinstance(node, Decide) else []

        return _write(out, self._ask(s, answer, []))

    def refusal(self, s: Vec, action: int) -> int:
        def answer(frame: Frame) -> int:
            node = self._waits(frame)
            if isinstance(node, Decide | Sealed):
                return choices.refusal(choices.asked(frame, node), action)
            if not isinstance(node, Draw):
                return self.game.not_now_rule
            drawn = self.game.chances[node.chance]
            done, before = draws.so_far(frame, node)
            if chance.outcome_of(before, drawn.stages[done], action) is not None:
                return 0
            return drawn.rule if digit_values(drawn.stages[done], action) is not None else self.game.not_now_rule

        return self._ask(s, answer, self.game.not_now_rule)

    def attempt(self, s: Vec, action: int) -> int:
        return -self.refusal(s, action) or self.apply(s, action)

    def broken(self, s: Vec) -> int:
        def answer(frame: Frame) -> int:
            inner = frame.inner({})
            return next((rule for condition, rule in self.game.always if not expressions.holds(inner, condition)), 0)

        return self._ask(s, answer, 0)

    def chance_outcomes(self, s: Vec, out: Vec, weights: Vec) -> int:
        def answer(frame: Frame) -> list[chance.Outcome]:
            node = self._waits(frame)
            if not isinstance(node, Draw):
                return []
            done, before = draws.so_far(frame, node)
            return chance.outcomes(before, self.game.chances[node.chance].stages[done])

        nothing: list[chance.Outcome] = []
        found = self._ask(s, answer, nothing)
        _write(weights, [outcome.weight for outcome in found])
        return _write(out, [outcome.code for outcome in found])

    # ---- what it is worth, what is seen

    def returns(self, s: Vec, out: Vec) -> None:
        _write(out, self._ask(s, results.returns, [0] * s[0], asleep=True))

    def scores(self, s: Vec, out: Vec) -> None:
        _write(out, self._ask(s, results.scores, [0] * s[0], asleep=True))

    def truncated(self, s: Vec) -> int:
        return self._frame(s).load("truncated")

    def observe(self, s: Vec, seat: int, out: Vec) -> None:
        _write(out, observations.observe(self._frame(s), seat))

    def seen_action(self, s: Vec, seat: int, action: int) -> int:
        return self._ask(s, lambda frame: observations.seen_action(frame, seat, action), observations.SEEN_NOTHING)

    # ---- codes and texts

    def decode(self, action: int, out: Vec) -> int:
        found = choices.locate(self._frame([]), action)
        if found is None:
            return -1
        number, stage = found
        _write(out, list((digit_values(self.game.actions[number].stages[stage], action) or {}).values()))
        return choice_entry(self.game, number, stage)

    def decode_outcome(self, outcome: int, out: Vec) -> int:
        stages = [stage for drawn in self.game.chances for stage in drawn.stages]
        for entry, stage in enumerate(stages):
            values = digit_values(stage, outcome)
            if values is not None:
                _write(out, list(values.values()))
                return entry
        return -1

    def say(self, s: Vec, action: int, out: Vec) -> int:
        def answer(frame: Frame) -> list[int] | None:
            node = self._waits(frame)
            found = choices.locate(frame, action)
            if found is None or not isinstance(node, Decide | Sealed):
                return None
            number, stage = found
            spoken = self.game.actions[number].say
            if spoken is None or stage + 1 < len(self.game.actions[number].stages):
                return None
            now = choices.asked(frame, node)
            start = now.frame if not self.game.actions[number].outside else frame
            bound = choices.chosen(start, number, stage, action)
            if bound is None:
                return None
            return [expressions.value(bound, part.value) for part in spoken.parts if isinstance(part, Hole)]

        found = self._ask(s, answer, None)
        return -1 if found is None else _write(out, found)

    def say_outcome(self, s: Vec, outcome: int, out: Vec) -> int:
        def answer(frame: Frame) -> list[int] | None:
            node = self._waits(frame)
            if not isinstance(node, Draw):
                return None
            drawn = self.game.chances[node.chance]
            done, before = draws.so_far(frame, node)
            found = chance.outcome_of(before, drawn.stages[done], outcome)
            if drawn.say is None or done + 1 < len(drawn.stages) or found is None:
                return None
            bound = before.inner({**before.locals, **found.values})
            return [expressions.value(bound, part.value) for part in drawn.say.parts if isinstance(part, Hole)]

        found = self._ask(s, answer, None)
        return -1 if found is None else _write(out, found)

    # ---- many games

    def playouts(self, s: Vec, out: Vec, players: int, seed: int, first: int, count: int, sums: Vec) -> int:
        last_fault = 0
        for number in range(first, first + count):
            fault = self.init(s, players, seed + number, 0)
            decisions = options = 0
            if not fault:
                decisions, options, fault = self._play_on(s, out, seed + number)
            if fault:
                sums[SUMS.index("faults")] += 1
                last_fault = fault
            else:
                self._count(s, sums, decisions, options)
        return last_fault

    def playout_from(self, s: Vec, out: Vec, seed: int) -> int:
        decisions, _, fault = self._play_on(s, out, seed)
        return -fault if fault else decisions

    def perft(self, s: Vec, out: Vec, weights: Vec, frames: Vec, depth: int, by_decision: int) -> int:
        if depth == 0:
            return 1
        seat = self.actor(s)
        number = self.chance_outcomes(s, out, weights) if seat == steps.CHANCE else self.legal_actions(s, out)
        total = 0
        for code in list(out[:number]):
            child = s[:]
            if self.apply(child, code):
                return -self._frame(child).load("fault")
            moved = seat != steps.CHANCE and (by_decision or self.actor(child) != seat)
            below = self.perft(child, out, weights, frames, depth - 1 if moved else depth, by_decision)
            if below < 0:
                return below
            total += below
        return total

    def _play_on(self, s: Vec, out: Vec, seed: int) -> tuple[int, int, int]:
        """Plays at random to the end: decisions, legal actions summed over them, and 0 or a fault's rule."""
        low, high = chance.seeded(seed, chance.AGENTS)
        weights = [0] * max(1, self.game.max_outcomes)
        decisions = options = 0
        while self.current_player(s) != steps.OVER:
            if self.current_player(s) == steps.CHANCE:
                number = self.chance_outcomes(s, out, weights)
                weighted = [chance.Outcome(code, weight, {}) for code, weight in zip(out[:number], weights[:number], strict=True)]
                drawn, low, high = chance.below(low, high, sum(weights[:number]))
                self.apply(s, chance.pick(weighted, drawn).code)
                continue
            number = self.legal_actions(s, out)
            if number == 0:
                break
            drawn, low, high = chance.below(low, high, number)
            decisions += 1
            options += number
            self.apply(s, out[drawn])
        return decisions, options, self._frame(s).load("fault")

    def _count(self, s: Vec, sums: Vec, decisions: int, options: int) -> None:
        """Adds a finished game to the sums."""
        at = {name: number for number, name in enumerate(SUMS)}
        for name, number in (("games", 1), ("decisions", decisions), ("decisions_squared", decisions**2), ("choices", options)):
            sums[at[name]] += number
        sums[at["truncated"]] += self.truncated(s)
        sums[at["longest"]] = max(sums[at["longest"]], decisions)
        shortest = sums[at["shortest"]]
        sums[at["shortest"]] = decisions if shortest < 0 else min(shortest, decisions)
        frame = self._frame(s)
        firsts = results.firsts(frame)
        for seat, (got, score) in enumerate(zip(results.returns(frame), results.scores(frame), strict=True)):
            alone = int(firsts == [seat])
            shared = int(seat in firsts) - alone
            for place, number in enumerate((alone, shared, got, got**2, score, score**2)):
                sums[len(SUMS) + len(SEAT_SUMS) * seat + place] += number

    # ---- inside

    def _frame(self, s: Vec) -> Frame:
        return Frame(self.program, s, {})

    def _waits(self, frame: Frame) -> object:
        return self.game.flow[frame.load("step")]

    def _act(self, s: Vec, act: Callable[[Frame], None]) -> int:
        """Changes the vector; 0, or the rule that failed, which then stands in it."""
        frame = self._frame(s)
        try:
            act(frame)
        except FaultRaised as fault:
            frame.store("fault", 0, fault.rule)
        return frame.load("fault")

    def _ask(self, s: Vec, answer: Callable[[Frame], Answer], otherwise: Answer, asleep: bool = False) -> Answer:
        """Answers a question; a fault stands in the vector then, and the answer is `otherwise`, as it is from a vector already at fault."""
        frame = self._frame(s)
        if frame.load("fault") and not asleep:
            return otherwise
        try:
            return answer(frame)
        except FaultRaised as fault:
            if not frame.load("fault"):
                frame.store("fault", 0, fault.rule)
            return otherwise


def _write(out: Vec, numbers: list[int]) -> int:
    for at, number in enumerate(numbers):
        out[at] = number
    return len(numbers)
