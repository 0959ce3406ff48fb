"""Decisions: who chooses, and for each action its stages, conditions, effects, text and code.

Conditions before the move see the facts of the domains; `require` and `prefer` are judged after the effects, so facts about what these
write are gone there, and `before` brings the earlier ones back.
"""

from math import prod

from msgspec.structs import replace

from compiler.bind.builtins.flow import action_key
from compiler.bind.expressions import binders as binding
from compiler.bind.expressions import expressions, facts
from compiler.bind.expressions.patterns import pattern
from compiler.bind.nouns import typed
from compiler.bind.nouns.scope import Scope
from compiler.bind.nouns.symbols import LocalSymbol
from compiler.bind.nouns.types import BadType, PlayerType
from compiler.bind.nouns.world import World
from compiler.bind.play import statements
from compiler.bind.play.codes import carrier
from compiler.bind.play.statements import Place
from compiler.bind.things.declare import each_once
from compiler.bind.things.options import cites
from compiler.bind.types.lattice import PLAYER, show
from compiler.diagnostics import nearest
from compiler.parse.ast import Ident
from compiler.parse.spec import ActionSpec, Decision, Otherwise, StepSpec

WIDE = 65_536
TOO_WIDE = 2**31


def decision(world: World, scope: Scope, spec: StepSpec, body: Decision, seat: LocalSymbol | None) -> typed.Body | None:
    """`seat` decides where nothing else is said."""
    sealed = body.together is not None
    together = None
    if body.together is not None:
        with world.under("together"):
            bound, scope = binding.bind(world, scope, body.together, "loop", ordered=False)
        together = bound[0]
        if not isinstance(together.local.type, (PlayerType, BadType)):
            found = show(together.local.type)
            world.report("RWT001", body.together.domain.span, context="who chooses together", expected="player", found=found)
        seat = together.local
    who = _who(world, scope, spec, body, seat)
    actions = each_once(world, (action.name for action in body.actions), "an action")
    scope = _named_actions(scope, body)
    where = expressions.condition(world, scope, body.where, "what `where` asks") if body.where is not None else None
    inside = scope.with_facts(facts.learn(scope.facts, where)) if where is not None else scope
    place = Place(step=scope.step, sealed=sealed)
    found_actions = tuple(
        _action(world, inside, action, place, bare=body.single) for action in body.actions if action.name in actions
    )
    otherwise = bind_otherwise(world, scope, body.otherwise, place) if body.otherwise is not None else None
    if who is None:
        return None
    return typed.Decision(
        who=who, together=together, single=body.single, actions=found_actions, where=where, otherwise=otherwise
    )


def bind_otherwise(world: World, scope: Scope, spec: Otherwise, place: Place) -> typed.Otherwise:
    with world.under("otherwise"):
        do, _ = statements.suite(world, _effects_scope(scope, place), spec.do, place)
        actions = tuple(_action(world, scope, action, place, bare=False) for action in spec.actions)
    return typed.Otherwise(do=do, actions=actions, span=spec.span)


def _named_actions(scope: Scope, body: Decision) -> Scope:
    return replace(scope, actions=tuple(action.name.text for action in body.actions))


def _who(world: World, scope: Scope, spec: StepSpec, body: Decision, seat: LocalSymbol | None) -> typed.Expr | None:
    if body.who is not None:
        if body.together is not None:
            world.report("RWC042", body.who.span, name=spec.name.text)
        with world.under("who"):
            who = expressions.express_as(world, scope, body.who, PLAYER, "who decides")
        return None if isinstance(who.type, BadType) else who
    if seat is None:
        if not any(world.is_lost(key) for key in ("for", "who", "together")):
            world.report("RWC017", spec.name.span, name=spec.name.text)
        return None
    return None if isinstance(seat.type, BadType) else typed.LocalRef(local=seat, type=seat.type, span=spec.name.span)


def _effects_scope(scope: Scope, place: Place) -> Scope:
    """Effects of a sealed choice run after those of others: only what nothing can change is still known."""
    return scope.with_facts(facts.lasting(scope.facts)) if place.sealed else scope


def _action(world: World, scope: Scope, spec: ActionSpec, place: Place, bare: bool) -> typed.Action:
    """`bare`: the leaf itself is the action, so its name is no key of its own."""
    with world.under(*(() if bare else (spec.name.text,))), world.using("action", action_key(place.step, spec.name.text)):
        with world.under("choose"):
            stages, scope = _stages(world, scope, spec)
        where = None
        if spec.where is not None:
            with world.under("where"):
                where = expressions.condition(world, scope, spec.where, "what `where` asks")
            scope = scope.with_facts(facts.learn(scope.facts, where))
        with world.under("say"):
            say = pattern(world, scope, spec.say) if spec.say is not None else None
        require, prefer = _trial(world, scope, spec)
        tried = spec.require is not None or bool(spec.prefer)
        code = _chosen(world, stages, spec.code)
        secret = _chosen(world, stages, spec.secret)
        _check_width(world, spec, stages, code)
        if tried:
            do = _do(world, scope, spec, place)
    if not tried:
        with world.under(*(() if bare else (spec.name.text,))):
            do = _do(world, scope, spec, place)
    return typed.Action(
        name=spec.name.text, stages=stages, where=where, require=require, prefer=prefer, do=do, say=say, code=code, secret=secret,
        outside=spec.outside, cite=cites(spec.cite), span=spec.name.span,
    )  # fmt: skip


def _do(world: World, scope: Scope, spec: ActionSpec, place: Place) -> tuple[typed.Stmt, ...]:
    with world.under("do"):
        return statements.suite(world, _effects_scope(scope, place), spec.do, place)[0]


def _stages(world: World, scope: Scope, spec: ActionSpec) -> tuple[tuple[tuple[typed.Binder, ...], ...], Scope]:
    stages = []
    for written in spec.stages:
        bound, scope = binding.bind_all(world, scope, written, "choice", ordered=False)
        stages.append(bound)
    return tuple(stages), scope


def _trial(world: World, scope: Scope, spec: ActionSpec) -> tuple[typed.Expr | None, tuple[typed.Expr, ...]]:
    if spec.require is None and not spec.prefer:
        return None, ()
    gone, effect = statements.written(spec.do, world)
    after = facts.forget(scope.facts, gone, effect) if gone or effect else scope.facts
    trial = scope.trial(after)
    require = None
    if spec.require is not None:
        with world.under("require"):
            require = expressions.condition(world, trial, spec.require, "what `require` asks")
        trial = trial.with_facts(facts.learn(trial.facts, require))
    with world.under("prefer"):
        prefer = tuple(binding.sort_key(world, trial, expr, "what `prefer` compares") for expr in spec.prefer)
    return require, prefer


def _chosen(world: World, stages: tuple[tuple[typed.Binder, ...], ...], names: tuple[Ident, ...]) -> tuple[LocalSymbol, ...]:
    """The choices that `code` or `secret` names."""
    known = {binder.local.name: binder.local for stage in stages for binder in stage}
    found = []
    for name in names:
        if name.text in known:
            found.append(known[name.text])
        else:
            world.report("RWN006", name.span, kind="choice", name=name.text, known=tuple(known) or None, near=nearest(name.text, known))
    return tuple(dict.fromkeys(found))


def _check_width(
    world: World, spec: ActionSpec, stages: tuple[tuple[typed.Binder, ...], ...], code: tuple[LocalSymbol, ...]
) -> None:
    """Codes of a stage are the product of its choices' widths."""
    for stage in stages:
        counted = [binder for binder in stage if not code or binder.local in code]
        if any(isinstance(binder.domain.element, BadType) for binder in stage):
            continue
        endless = next((binder for binder in counted if carrier(world, binder) >= TOO_WIDE - 1), None)
        if endless is not None:
            world.report("RWT010", endless.span, name=endless.local.name, found=f"it is {show(endless.domain.element)}")
            continue
        size = prod(carrier(world, binder) for binder in counted)
        if size > WIDE:
            world.report("RWC025" if size > TOO_WIDE else "RWC024", spec.name.span, name=spec.name.text, size=size)
