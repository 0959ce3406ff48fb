"""Playing a scenario: from its position through its moves to what it expects.

In: what is built of a game, with the scenario's conditions, and a scenario. Out: the failures, each a Problem at the text that fails, with the values
that were found and the position. Engine and interpreter go side by side; where they differ, the compiler has failed.
"""

from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from compiler.diagnostics.problem import Fact, Problem
from compiler.interpret import FaultRaised, evaluate
from compiler.ir import exprs as x
from compiler.ir.game import GameIR
from compiler.load.tree import Scalar
from compiler.scenarios.built import Built, Difference
from compiler.scenarios.given import SetUpError, left_empty, set_up
from compiler.scenarios.scenario import Move, Scenario
from compiler.source import Span
from runtime import BadText, Fault, IllegalAction, Refusal, State


class Failure(Struct, frozen=True, kw_only=True):
    """What went wrong, and the position at that moment in words."""

    problem: Problem
    position: str


Probes = Mapping[tuple[int, int], int]
"""The number of the condition of each text that a scenario file expects, by the place of the text."""


def play_scenario(built: Built, scenario: Scenario, probes: Probes) -> list[Failure]:
    """The failures, in the order met; a failed move ends the scenario, a failed expectation does not."""
    return _Run(built, scenario, probes).failures()


class _Stop(Exception):
    """The scenario cannot go on."""


class _Run:
    def __init__(self, built: Built, scenario: Scenario, probes: Probes) -> None:
        self._built = built
        self._ir = built.lowered
        self._game = built.engine
        self._scenario = scenario
        self._probes = probes
        self._found: list[Failure] = []
        self._state: State | None = None
        self._beside: State | None = None
        self._empty: str | None = None
        """what a step that was passed over would have filled"""

    def failures(self) -> list[Failure]:
        try:
            self._begin()
            for move in self._scenario.play:
                self._move(move)
            self._draw_until_asked() if self._scenario.legal or self._scenario.illegal else None
            self._legal()
            self._illegal()
            self._expect(self._scenario.expect)
            self._end()
        except _Stop:
            pass
        except Difference as difference:
            self._add(Problem(code="RWX001", span=self._scenario.span, facts={"what": f"in the scenario `{self._scenario.name}` {difference}"}))
        return self._found

    # ---- the position

    def _begin(self) -> None:
        scenario, game = self._scenario, self._game
        players = game.min_players if scenario.players is None else scenario.players
        try:
            game.check_players(players)
            if scenario.at is None and not scenario.given:
                self._state = game.new_initial_state(players, seed=scenario.seed, explicit_chance=True)
                self._beside = self._built.beside.new_initial_state(players, seed=scenario.seed, explicit_chance=True)
            else:
                self._beside = State(self._built.beside, set_up(self._ir, scenario, players))
                self._state = State(game, game.new_vector())
                self._state.vector[: game.kept] = set_up(self._built.passed, scenario, players)[: game.kept]
                self._empty = left_empty(self._ir, scenario, self._beside.vector)
            self._built.compare(self._state, self._beside)
        except SetUpError as error:
            self._fail("RWR025", error.span, why=error.why, stop=True)
        except (ValueError, Fault) as error:
            self._fail("RWR025", scenario.span, why=str(error), stop=True)

    @property
    def state(self) -> State:
        assert self._state is not None
        return self._state

    # ---- moves

    def _move(self, move: Move) -> None:
        if move.by == "expect":
            self._expect(move.conditions)
            return
        if move.by == "seat":
            self._draw_until_asked()
        if move.by == "chance" and not self.state.is_chance_node():
            self._fail("RWR024", move.text.span, text=move.text.text, note=f"nothing is drawn here: {self._waits()}", stop=True)
        if move.by == "seat" and self.state.actor() != move.seat:
            self._fail("RWR024", move.text.span, text=f"{move.seat}: {move.text.text}", note=self._waits(), stop=True)
        action = self._code(move)
        try:
            self._apply(action)
        except IllegalAction as error:
            self._refused(move.text, error)
        except Fault as error:
            self._fail("RWR025", move.span, why=str(error), stop=True)

    def _apply(self, action: int) -> None:
        """Carries out an action on both. Raises IllegalAction or Fault where both refuse it or fail alike, Difference where they do not."""
        assert self._beside is not None
        ours, theirs = _outcome(self.state, action), _outcome(self._beside, action)
        if _meant(ours) != _meant(theirs):
            raise Difference(f"the engine says {ours or 'yes'} to an action, the interpreter {theirs or 'yes'}")
        if ours is not None:
            raise ours
        self._built.compare(self.state, self._beside)

    def _code(self, move: Move) -> int:
        try:
            if move.values:
                return self._by_values(move)
            return self.state.string_to_action(move.text.text)
        except BadText as error:
            self._fail("RWR024", move.text.span, text=move.text.text, note=str(error), stop=True)
            raise AssertionError from error

    def _by_values(self, move: Move) -> int:
        """The code of an action named with its values: `{commit: {c: sheep 3}}`."""
        texts = self._game.texts
        families = texts.outcomes if move.by == "chance" else texts.actions
        wanted = {name.text: value.text for name, value in move.values}
        for family in families:
            if family.leaf != self.state.waiting_step() or family.action != move.text.text or {digit.name for digit in family.digits} != set(wanted):
                continue
            positions: list[int] = []
            for digit in family.digits:
                fitting = [at for at in range(digit.size) if digit.text(at) == wanted[digit.name] or digit.text(at).split(" #")[0] == wanted[digit.name]]
                if not fitting:
                    raise BadText(f"`{digit.name}` cannot be {wanted[digit.name]!r}")
                positions.append(fitting[0])
            return family.code(positions)
        raise BadText(f"no action `{move.text.text}` with {', '.join(wanted)} at {self.state.waiting_step()}")

    def _draw_until_asked(self) -> None:
        while self.state.is_chance_node():
            outcome = self.state.draw_outcome()
            assert self._beside is not None and self._beside.draw_outcome() == outcome
            self._apply(outcome)

    def _waits(self) -> str:
        state = self.state
        if state.is_terminal():
            return "the game is over"
        return f"{state.waiting_step()} waits for {'chance' if state.is_chance_node() else f'seat {state.actor()}'}"

    def _refused(self, text: Scalar, error: IllegalAction) -> None:
        refusal = error.refusal
        facts: dict[str, Fact] = {"name": self._scenario.name, "text": text.text, "note": str(refusal)}
        if refusal is not None:
            if refusal.clauses:
                facts["clause"] = "; ".join(f"{number} {words}" for number, words in refusal.clauses)
            if refusal.rule:
                facts["rule"] = self._ir.rules[refusal.rule - 1].span
        self._add(Problem(code="RWR023", span=text.span, facts=facts))
        raise _Stop

    # ---- expectations

    def _legal(self) -> None:
        for text in self._scenario.legal:
            try:
                refusal = self._why_illegal(self.state.string_to_action(text.text))
            except BadText as error:
                self._fail("RWR024", text.span, text=text.text, note=str(error))
                continue
            if refusal is not None:
                self._fail("RWR022", text.span, name=self._scenario.name, values=f"refused: {refusal}")

    def _illegal(self) -> None:
        for text, clauses in self._scenario.illegal:
            try:
                refusal = self._why_illegal(self._meant(text.text))
            except BadText as error:
                domain = self._domain(text.text)
                if domain is None:
                    self._fail("RWR024", text.span, text=text.text, note=str(error))
                    continue
                refusal = domain
            if refusal is None:
                self._fail("RWR022", text.span, name=self._scenario.name, values="this is legal")
            elif any(clause.text not in [number for number, _ in refusal.clauses] for clause in clauses):
                cited = ", ".join(number for number, _ in refusal.clauses) or "no clause"
                self._fail("RWR022", text.span, name=self._scenario.name, values=f"refused by {cited} instead: {refusal}")

    def _domain(self, text: str) -> Refusal | None:
        """Why there is no choice of this text, though the step that waits has an action of its name: the domain of what is chosen."""
        leaf, name = self.state.waiting_step(), text.split()[0] if text.split() else ""
        if not any(family.leaf == leaf and family.action == name for family in self._game.texts.actions):
            return None
        for number, rule in enumerate(self._ir.rules, 1):
            if rule.kind == "domain" and rule.path in (f"{leaf}.choose", f"{leaf}.{name}.choose"):
                place = rule.span.place if rule.span is not None else ""
                return Refusal(rule=number, kind=rule.kind, path=rule.path, condition=rule.text, clauses=rule.clauses, place=place)
        return None

    def _why_illegal(self, action: int) -> Refusal | None:
        assert self._beside is not None
        return self._built.refusal(self.state, self._beside, action)

    def _meant(self, text: str) -> int:
        """An action that may belong to another step than the one that waits."""
        try:
            return self.state.string_to_action(text)
        except BadText:
            elsewhere = self._game.texts.parse_anywhere(text)
            if not elsewhere:
                raise
            return elsewhere[0]

    def _expect(self, texts: Sequence[Scalar]) -> None:
        assert self._beside is not None
        vector = list(self._beside.vector)
        for text in texts:
            number = self._probes.get((text.span.start, text.span.end))
            if number is None:
                continue
            condition = self._built.conditions[number][0]
            try:
                if not self._built.holds(self.state, self._beside, number):
                    self._fail("RWR022", text.span, name=self._scenario.name, values=told(self._ir, vector, condition))
            except FaultRaised as fault:
                rule = self._ir.rules[fault.rule - 1]
                self._fail("RWR022", text.span, name=self._scenario.name, values=f"it faults: {' '.join(rule.text.split())}")

    def _end(self) -> None:
        scenario, state = self._scenario, self.state
        if scenario.over is not None and state.is_terminal() != scenario.over:
            self._fail("RWR022", scenario.span, name=scenario.name, values="the game is over" if state.is_terminal() else f"not over: {self._waits()}")
        if scenario.returns is not None:
            if not state.is_terminal():
                self._fail("RWR022", scenario.span, name=scenario.name, values=f"no returns yet: {self._waits()}")
            elif state.returns() != list(scenario.returns):
                self._fail("RWR022", scenario.span, name=scenario.name, values=f"returns are {state.returns()}, not {list(scenario.returns)}")

    # ---- failing

    def _fail(self, code: str, span: Span, *, stop: bool = False, **facts: Fact) -> None:
        self._add(Problem(code=code, span=span, facts=facts))
        if stop:
            raise _Stop

    def _add(self, problem: Problem) -> None:
        if self._empty:
            problem = replace(problem, facts={**problem.facts, "help": self._empty})
        self._found.append(Failure(problem=problem, position="" if self._state is None else str(self._state)))


def _outcome(state: State, action: int) -> IllegalAction | Fault | None:
    """What a state says to an action that it does not carry out."""
    try:
        state.apply_action(action)
    except (IllegalAction, Fault) as error:
        return error
    return None


def _meant(error: IllegalAction | Fault | None) -> tuple[object, ...]:
    """What is compared of two refusals or faults: not the places, which an engine names from the folder of the games."""
    return (type(error), error.rule, error.kind) if isinstance(error, Fault) else (type(error), str(error))


def told(ir: GameIR, vector: list[int], condition: x.Cond) -> str:
    """What a failed condition found: both values of a comparison, or which part of an `and` fails."""
    match condition:
        case x.Compare():
            return f"{evaluate(ir, vector, condition.left)} {condition.operator} {evaluate(ir, vector, condition.right)} is false"
        case x.And():
            failed = next(item for item in condition.items if not evaluate(ir, vector, item))
            return told(ir, vector, failed)
        case _:
            return "it is false"
