"""The flow of play ("The flow of play", "Decisions", "Sealed choices", "Chance", "Interrupts", "Remembered positions").

The tree is walked by a generator that stops with an `Ask` wherever somebody, or chance, is to choose, and goes on with the choice.
"""

from collections.abc import Generator
from dataclasses import dataclass, field, replace
from typing import Any

from compiler.bind.nouns import typed as t
from tests.reference import choices as ch
from tests.reference.choices import Choice, Offer, Refusal
from tests.reference.expressions import Scope, bindings, evaluate, walked, zone_pieces
from tests.reference.game import Game
from tests.reference.statements import Ended, Finished, run
from tests.reference.values import Fault, Seat

SILENCE = 100_000


@dataclass(frozen=True, slots=True)
class Outcome:
    """What chance may bring: the stage of a draw, its values, how often it counts."""

    stage: int
    code: tuple[tuple[str, Any], ...]
    names: dict[int, Any] = field(compare=False, hash=False)
    weight: int = field(default=1, compare=False)


@dataclass(frozen=True, slots=True)
class Ask:
    """Where play waits. `seat` is None for chance."""

    path: tuple[str, ...]
    seat: Seat | None
    choices: tuple[Any, ...]
    outside: tuple[Choice, ...] = ()
    sealed: bool = False
    in_window: bool = False
    step: Any = None
    scope: Any = None
    offers: tuple[Offer, ...] = ()
    staged: Any = None


Walk = Generator[Ask, Any, None]


@dataclass(eq=False, slots=True)
class Frame:
    """A step that is being carried out. `untils` are asked after each step inside; an offer asks only those inside it."""

    step: t.Step
    in_offer: bool = False


class Play:
    """A game being played; `ask` is what it waits for, None when it is over, `fault` what stopped it."""

    def __init__(self, typed: t.TypedSpec, players: int) -> None:
        self.game = Game(typed, players)
        self.game.asking = self
        self.typed = typed
        self.decisions = 0
        self.verdict, self.winner = "end", None
        self.truncated = False
        self.fault: Fault | None = None
        self.frames: list[Frame] = []
        self.in_offer = False
        self.began = False
        self.recording: set[str] = set()
        self.ask: Ask | None = None
        self.quiet = 0
        self.walk = self._whole()
        self._go(None)

    # ---- from outside

    def choose(self, choice: Any) -> None:
        self._go(choice)

    def _go(self, choice: Any) -> None:
        self.quiet = 0
        try:
            self.ask = self.walk.send(choice)
        except StopIteration:
            self.ask = None
        except Fault as fault:
            self.fault, self.ask = fault, None

    @property
    def position(self) -> Any:
        return self._position

    def returns(self) -> list[int]:
        return self.game.returns(self.position, self.verdict, self.winner)

    def scores(self) -> list[int]:
        return self.game.scores(self.position)

    def refusal(self, offer: Offer, given: dict[str, Any]) -> Refusal | None:
        assert self.ask is not None
        return ch.refusal(self.game, list(self.ask.offers), self.ask.scope, offer, given)

    # ---- the whole game

    def _whole(self) -> Walk:
        self._position = self.game.start()
        try:
            yield from self._steps((*self.typed.setup, *self.typed.phases))
        except Finished as finished:
            self.verdict, self.winner = finished.kind, finished.seat

    def _scope(self) -> Scope:
        return Scope(self.game, self._position)

    def _holds(self, condition: t.Expr | None) -> bool:
        return condition is None or bool(evaluate(condition, self._scope()))

    def _tick(self) -> None:
        self.quiet += 1
        if self.quiet > SILENCE:
            raise Fault("spin")

    # ---- a step and its loops

    def _steps(self, steps: tuple[t.Step, ...]) -> Walk:
        for step in steps:
            yield from self._step(step)

    def _step(self, step: t.Step, unasked: bool = False) -> Walk:
        frame = Frame(step, self.in_offer)
        self.frames.append(frame)
        try:
            yield from self._passes(step, unasked)
        except Ended as ended:
            if self._ended(ended.target) is not frame:
                raise
        finally:
            self._position.passes.pop(step.path, None)
            self.frames.remove(frame)
        yield from self._windows(step)

    def _ended(self, target: Any) -> Frame:
        """The innermost step around that is meant."""
        if isinstance(target, Frame):
            return target
        return next(frame for frame in reversed(self.frames) if " ".join(frame.step.path) == target or frame.step.name == target)

    def _passes(self, step: t.Step, unasked: bool) -> Walk:
        """`repeat` is evaluated on entry; before each pass the count is asked, then `while`."""
        if step.repeat is None and step.keep is None and step.until is None:
            self._position.passes[step.path] = 1
            yield from self._members(step, unasked)
            return
        times = evaluate(step.repeat, self._scope()) if step.repeat is not None else None
        done = 0
        self._position.passes[step.path] = 0
        while (times is None or done < times) and self._holds(step.keep):
            self._tick()
            done += 1
            self._position.passes[step.path] = done
            yield from self._members(step, False)

    def _members(self, step: t.Step, unasked: bool) -> Walk:
        """`for` fixes members and order on entry; `where` is asked before each member's turn, then `when`."""
        if step.loop is None:
            if unasked or self._holds(step.when):
                yield from self._body(step)
            return
        number = step.loop.local.number
        try:
            for member in self._fixed(step.loop):
                self._tick()
                self._position.loops[number] = member
                if self._holds(step.loop.where) and self._holds(step.when):
                    yield from self._body(step)
        finally:
            self._position.loops.pop(number, None)

    def _fixed(self, binder: t.Binder) -> list[Any]:
        """The members in order; `where` is not asked yet."""
        found = list(walked(binder, self._scope()))
        if binder.by is not None:
            found.sort(key=lambda inner: int(evaluate(binder.by, inner)))  # type: ignore[arg-type]
        return [inner.names[binder.local.number] for inner in found]

    def _body(self, step: t.Step) -> Walk:
        match step.body:
            case t.Composite(steps=steps):
                yield from self._steps(steps)
            case t.Either(steps=steps):
                taken = next((inner for inner in steps if self._holds(inner.when)), None)
                if taken is not None:
                    yield from self._step(taken)
            case t.Use(sequence=name, arguments=arguments):
                yield from self._use(self.game.sequences[name], arguments)
            case t.Automatic(do=do):
                run(do, self._scope())
                self._complete(step)
            case t.Resolve(table=table):
                self.game.resolve(table, self._scope())
                self._complete(step)
            case t.Decision(together=None):
                yield from self._decide(step, step.body)
            case t.Decision():
                yield from self._sealed(step, step.body)
            case t.Chance(kind="shuffle"):
                yield from self._shuffle(step, step.body)
            case t.Chance():
                yield from self._chance(step, step.body)

    def _use(self, sequence: t.SequenceDef, arguments: tuple[t.Expr, ...]) -> Walk:
        values = [evaluate(argument, self._scope()) for argument in arguments]
        kept = dict(self._position.loops)
        for local, value in zip(sequence.parameters, values, strict=True):
            self._position.loops[local.number] = value
        try:
            yield from self._step(sequence.step)
        finally:
            self._position.loops = kept

    def _complete(self, step: t.Step, action: str = "") -> None:
        """After a completed step positions are remembered, then the `until`s around it are asked, outermost first."""
        self._tick()
        self._record(step, action)
        for frame in list(self.frames):
            if frame.in_offer == self.in_offer and frame.step.until is not None and self._holds(frame.step.until):
                raise Ended(frame)

    # ---- remembered positions

    def _record(self, step: t.Step, action: str) -> None:
        for symbol in self.typed.remembers:
            named = any(step.path[-len(name.split(".")) :] == tuple(name.split(".")) or (action and name == action) for name in symbol.after)
            if named or not symbol.after and isinstance(step.body, t.Decision):
                self._remember(symbol)

    def _remember(self, symbol: Any) -> None:
        kept = self._position.memories[symbol.name]
        if len(kept) >= symbol.last:
            if symbol.full == "end":
                raise Finished("end")
            kept.pop(0)
        kept.append(self.game.remembered(symbol, self._position))

    def _first_decision(self) -> None:
        if not self.began:
            self.began = True
            for symbol in self.typed.remembers:
                self._remember(symbol)

    # ---- decisions

    def _cut(self) -> None:
        """The horizon stops play when a decision would be taken after so many."""
        if self.typed.horizon is not None and self.decisions >= self.typed.horizon:
            self.truncated = True
            raise Finished("end")

    def _decide(self, step: t.Step, decision: t.Decision) -> Walk:
        self._first_decision()
        self._cut()
        s = self._scope()
        seat = evaluate(decision.who, s)
        if not self._position.playing[seat]:
            raise Fault("stuck")
        offers = [Offer(step.path, action, decision.where) for action in decision.actions]
        inside = [offer for offer in offers if not offer.action.outside]
        if not ch.choices(self.game, inside, s, None):
            if decision.otherwise is None:
                raise Fault("stuck")
            if not decision.otherwise.actions:
                run(decision.otherwise.do, s)
                self._complete(step)
                return
            inside = [Offer(step.path, action) for action in decision.otherwise.actions]
            if not ch.choices(self.game, inside, s, None):
                raise Fault("stuck")
        choice = yield from self._stages(step, seat, inside, [offer for offer in offers if offer.action.outside], offers)
        run(choice.offer.action.do, Scope(self.game, self._position, choice.names))
        self._complete(step, choice.offer.action.name)

    def _stages(
        self, step: Any, seat: Seat, inside: list[Offer], outside: list[Offer], barred: list[Offer], path: tuple[str, ...] = (), window: bool = False
    ) -> Generator[Ask, Any, Choice]:
        """One decision for each stage, by one seat; nothing changes until the last. An outside event may come between.

        `barred` are actions of the step that have no legal choice where others are offered instead; they say why."""
        s, staged = self._scope(), None
        while True:
            found = ch.choices(self.game, inside, s, staged)
            events = tuple(ch.choices(self.game, outside, s, None))
            choice = yield Ask(
                path or step.path, seat, tuple(found), events, in_window=window, step=step, scope=s, offers=(*inside, *outside, *barred), staged=staged
            )
            self.decisions += 1
            if choice.is_last:
                return choice
            staged = replace(choice, names={n: choice.names[n] for n in self._until_stage(choice)})

    def _until_stage(self, choice: Choice) -> list[int]:
        return [binder.local.number for stage in choice.offer.action.stages[: choice.stage + 1] for binder in stage]

    def can(self, e: t.Can, s: Scope) -> bool:
        """Has it a choice that passes all but `prefer`?"""
        step = self._leaf(e.leaf)
        decision = step.body
        assert isinstance(decision, t.Decision)
        named = [action for action in decision.actions if e.action in ("", action.name)]
        if not e.action:
            named = [action for action in named if not action.outside]
        names = s.names if decision.together is not None else {}
        inner = replace(s, names=names, earlier=None)
        return any(ch.complete(self.game, Offer(step.path, action, decision.where), inner) for action in named)

    def _leaf(self, path: tuple[str, ...]) -> t.Step:
        def search(steps: Any) -> Any:
            for step in steps:
                if step.path == path:
                    return step
                if isinstance(step.body, t.Composite | t.Either) and (found := search(step.body.steps)) is not None:
                    return found
            return None

        offers = [offer for interrupt in self.typed.interrupts for offer in interrupt.offers]
        found = search((*self.typed.setup, *self.typed.phases, *(sequence.step for sequence in self.typed.sequences), *offers))
        assert found is not None
        return found

    # ---- sealed choices

    def _sealed(self, step: t.Step, decision: t.Decision) -> Walk:
        """Members and order are fixed when the step opens; all are judged on that position; then the effects run in order."""
        self._first_decision()
        binder = decision.together
        assert binder is not None
        local = binder.local
        members = [inner.names[local.number] for inner in bindings((binder,), self._scope())]
        if not members:
            return
        self._cut()
        offers = [Offer(step.path, action, decision.where) for action in decision.actions]
        opening = self._scope()
        found = {seat: ch.choices(self.game, offers, ch.seated(opening, local, seat), None) for seat in members}
        taken: dict[Seat, Choice] = {}
        for seat in members:
            if found[seat]:
                if not self._position.playing[seat]:
                    raise Fault("stuck")
                taken[seat] = yield Ask(
                    step.path, seat, tuple(found[seat]), sealed=True, step=step, scope=ch.seated(opening, local, seat), offers=tuple(offers)
                )
                self.decisions += 1
        for seat in members:
            if seat in taken:
                run(taken[seat].offer.action.do, Scope(self.game, self._position, taken[seat].names))
            elif decision.otherwise is None:
                raise Fault("stuck")
            else:
                run(decision.otherwise.do, Scope(self.game, self._position, {local.number: seat}))
        self._complete(step)

    # ---- chance

    def _chance(self, step: t.Step, chance: t.Chance) -> Walk:
        """The outcomes of each stage are those that pass `where`, weighed; outcomes of one code add their weights."""
        names: dict[int, Any] = {}
        last = len(chance.stages) - 1
        for stage, binders in enumerate(chance.stages):
            found: dict[Any, Outcome] = {}
            for inner in bindings(binders, replace(self._scope(), names=names)):
                weight = self._weight(chance, stage, binders, inner, names, stage == last)
                if weight > 0:
                    code = tuple((b.local.name, inner.names[b.local.number]) for b in binders if not isinstance(b.domain, t.OptionalValue))
                    known = found.get(code)
                    found[code] = replace(known, weight=known.weight + weight) if known else Outcome(stage, code, inner.names, weight)
            if not found:
                if chance.otherwise is None:
                    raise Fault("no_outcome")
                run(chance.otherwise.do, self._scope())
                self._complete(step)
                return
            outcome = yield Ask(step.path, None, tuple(found.values()), step=step)
            names = outcome.names
        run(chance.do, Scope(self.game, self._position, names))
        self._complete(step)

    def _weight(self, chance: t.Chance, stage: int, binders: Any, inner: Scope, before: dict[int, Any], is_last: bool) -> int:
        """Of a roll what `weight` says, else 1. A draw does not put back; of a kind as many as there are."""
        if is_last and chance.where is not None and not evaluate(chance.where, inner):
            return 0
        if chance.kind == "roll":
            return int(evaluate(chance.weight, inner)) if chance.weight is not None else 1
        (binder,) = binders
        piece = inner.names[binder.local.number]
        gone = {value for number, value in before.items()}
        if not (isinstance(binder.domain, t.InZone) and binder.domain.kinds):
            return 0 if piece in gone else 1
        assert binder.domain.zone is not None
        kind = self.game.types.kind
        left = [other for other in zone_pieces(binder.domain.zone, inner) if other not in gone and kind(other) == kind(piece)]
        return len(left)

    def _shuffle(self, step: t.Step, chance: t.Chance) -> Walk:
        """A random order, place by place from the bottom, each of the rest equally likely."""
        assert chance.zone is not None
        place = 0
        if not zone_pieces(chance.zone, self._scope()):
            if chance.otherwise is None:
                raise Fault("no_outcome")
            run(chance.otherwise.do, self._scope())
            self._complete(step)
            return
        while place < len(pieces := zone_pieces(chance.zone, self._scope())):
            found = [Outcome(0, (("piece", piece),), {}, 1) for piece in pieces[place:]]
            outcome = yield Ask(step.path, None, tuple(found), step=step)
            piece = outcome.code[0][1]
            index = tuple(evaluate(value, self._scope()) for value in chance.zone.indexes)
            held = self._position.zones[chance.zone.zone][index]
            other = held.index(piece)
            held[place], held[other] = held[other], held[place]
            place += 1
        run(chance.do, self._scope())
        self._complete(step)

    # ---- interrupts

    def _windows(self, step: t.Step) -> Walk:
        if self.in_offer:
            return
        for interrupt in self.typed.interrupts:
            if step.path in interrupt.after:
                yield from self._window(interrupt)

    def _window(self, interrupt: t.Interrupt) -> Walk:
        """Seats are asked in turn; after an offer has run the first is asked again; when all have declined, play goes on."""
        number = interrupt.ask.local.number
        path = ("interrupts", interrupt.name)
        first = [self._first_leaf(offer) for offer in interrupt.offers]
        members = self._fixed(interrupt.ask)
        at = 0
        try:
            while at < len(members):
                self._tick()
                seat = members[at]
                at += 1
                self._position.loops[number] = seat
                if not self._holds(interrupt.ask.where):
                    continue
                every = self._offered(interrupt, first)
                offers = [offer for offer in every if not offer.action.outside]
                if not interrupt.open and not any(ch.complete(self.game, offer, self._scope()) for offer in offers):
                    continue
                if not self._position.playing[seat]:
                    raise Fault("stuck")
                self._cut()
                decline = Offer(path, _DECLINE)
                choice = yield from self._stages(interrupt, seat, [*offers, decline], [one for one in every if one.action.outside], [], path, window=True)
                if choice.offer.action is _DECLINE:
                    continue
                which = next(k for k, (leaf, _) in enumerate(first) if leaf.path == choice.offer.path)
                yield from self._taken(interrupt.offers[which], choice)
                at = 0
        finally:
            self._position.loops.pop(number, None)

    def _offered(self, interrupt: t.Interrupt, first: list[tuple[t.Step, tuple[t.Expr, ...]]]) -> list[Offer]:
        found: list[Offer] = []
        for offer, (leaf, whens) in zip(interrupt.offers, first, strict=True):
            assert isinstance(leaf.body, t.Decision)
            for action in leaf.body.actions:
                called = f"{offer.name}_{action.name}" if action.name in {other.name for other in found} else ""
                found.append(Offer(leaf.path, action, leaf.body.where, whens, called))
        return found

    def _first_leaf(self, step: t.Step) -> tuple[t.Step, tuple[t.Expr, ...]]:
        whens: tuple[t.Expr, ...] = (step.when,) if step.when is not None else ()
        if isinstance(step.body, t.Composite):
            leaf, below = self._first_leaf(step.body.steps[0])
            return leaf, whens + below
        return step, whens

    def _taken(self, offer: t.Step, choice: Choice) -> Walk:
        """The rest of an offer whose first leaf has been chosen; windows do not open inside."""
        self.in_offer = True
        try:
            yield from self._rest(offer, choice)
        finally:
            self.in_offer = False

    def _rest(self, step: t.Step, choice: Choice) -> Walk:
        frame = Frame(step, True)
        self.frames.append(frame)
        try:
            if isinstance(step.body, t.Composite):
                yield from self._rest(step.body.steps[0], choice)
                yield from self._steps(step.body.steps[1:])
            else:
                run(choice.offer.action.do, Scope(self.game, self._position, choice.names))
                self._complete(step, choice.offer.action.name)
        except Ended as ended:
            if self._ended(ended.target) is not frame:
                raise
        finally:
            self.frames.remove(frame)


_DECLINE: t.Action = t.Action(
    name="decline", stages=(), where=None, require=None, prefer=(), do=(), say=None, code=(), secret=(), outside=False, cite=(), span=None  # type: ignore[arg-type]
)
