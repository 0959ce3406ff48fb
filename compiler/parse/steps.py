"""The tree of play: steps, decisions, chance, sequences and interrupts.

A node with `steps` or `either` is a composite; any other is a leaf, and its keys say which: chance (`roll`, `draw`, `shuffle`), `resolve`,
`use`, a decision (whoever chooses something), or effects alone.
"""

from collections.abc import Iterator

from compiler.load.tree import Mapping, Scalar, Sequence
from compiler.parse import snippets
from compiler.parse.ast import Binder, Ident
from compiler.parse.part import Part, ident
from compiler.parse.spec import (
    ActionSpec,
    Automatic,
    Chance,
    Composite,
    Decision,
    Either,
    InterruptSpec,
    Otherwise,
    Resolve,
    SequenceSpec,
    StepBody,
    StepSpec,
    Use,
)
from compiler.source import Span

_DECIDES = ("actions", "choose", "who", "together", "where", "require", "prefer", "otherwise", "code", "secret", "by")


def steps(above: Part, key: str) -> tuple[StepSpec, ...]:
    """The steps under a key, in the order in which play goes."""
    return tuple(step(ident(name), below) for name, below in above.parts(key))


def step(name: Ident, spec: Part) -> StepSpec:
    return StepSpec(
        name=name,
        repeat=spec.expression("repeat"),
        keep=spec.expression("while"),
        until=spec.expression("until"),
        loop=spec.binder("for"),
        when=spec.expression("when"),
        body=_body(name, spec),
        cite=spec.cites(),
        span=spec.span,
    )


def _body(name: Ident, spec: Part) -> StepBody:
    if "steps" in spec:
        return Composite(steps=steps(spec, "steps"))
    if "either" in spec:
        return Either(steps=steps(spec, "either"))
    if (used := spec.scalar("use")) is not None:
        call = snippets.parse_invocation(used, spec.place.problems, spec.place.at("use").trail)
        return Use(name=call.name, arguments=call.arguments) if call is not None else Automatic(do=(spec.bad,))
    if (table := spec.ident("resolve")) is not None:
        return Resolve(table=table)
    for kind in ("roll", "draw", "shuffle"):
        if kind in spec:
            return _chance(kind, spec)
    if any(key in spec for key in _DECIDES):
        return _decision(name, spec)
    if "say" in spec:
        # What is told is an event, and an event that nobody chooses is an outcome: here the only one.
        return _chance("roll", spec)
    return Automatic(do=spec.statements("do"))


def _chance(kind: str, spec: Part) -> Chance:
    return Chance(
        kind="roll" if kind == "roll" else "draw" if kind == "draw" else "shuffle",
        binders=spec.binders(kind) if kind in spec and kind != "shuffle" else (),
        pile=spec.expression("shuffle"),
        where=spec.expression("where"),
        weight=spec.expression("weight"),
        seen_by=spec.expression("seen_by"),
        do=spec.statements("do"),
        say=spec.pattern("say"),
        otherwise=_otherwise(spec),
    )


def _decision(name: Ident, spec: Part) -> Decision:
    several = "actions" in spec
    return Decision(
        who=spec.expression("who"),
        together=spec.binder("together"),
        single=not several,
        actions=_actions(spec, "actions") if several else (_action(name, spec),),
        where=spec.expression("where") if several else None,
        otherwise=_otherwise(spec),
    )


def _actions(above: Part, key: str) -> tuple[ActionSpec, ...]:
    return tuple(_action(ident(name), below) for name, below in above.parts(key))


def _action(name: Ident, spec: Part) -> ActionSpec:
    return ActionSpec(
        name=name,
        stages=_stages(spec),
        where=spec.expression("where"),
        require=spec.expression("require"),
        prefer=spec.expressions("prefer"),
        do=spec.statements("do"),
        say=spec.pattern("say"),
        code=spec.names("code"),
        secret=spec.names("secret"),
        outside=spec.word("by") == "outside",
        cite=spec.cites(),
        span=spec.span,
    )


def _stages(spec: Part) -> tuple[tuple[Binder, ...], ...]:
    node = spec.node("choose")
    if isinstance(node, Sequence):
        place = spec.place.at("choose")
        return tuple(snippets.parse_binders(each, place.problems, place.trail) for each in spec.scalars("choose"))
    return (spec.binders("choose"),) if isinstance(node, Scalar) else ()


def _otherwise(spec: Part) -> Otherwise | None:
    entry = spec.mapping.entry("otherwise")
    match entry.value if entry is not None else None:
        case Scalar(text=text, span=span) if text.strip() == "skip":
            return Otherwise(do=(), actions=(), span=span)
        case Scalar(span=span):
            return Otherwise(do=spec.statements("otherwise"), actions=(), span=span)
        case Mapping(span=span):
            return Otherwise(do=(), actions=_actions(spec, "otherwise"), span=span)
        case _:
            return None


def sequences(top: Part) -> tuple[SequenceSpec, ...]:
    return tuple(_sequences(top))


def _sequences(top: Part) -> Iterator[SequenceSpec]:
    for key, below in top.parts("sequences"):
        head = snippets.parse_head(key, below.place.problems, below.place.trail)
        if head is not None:
            yield SequenceSpec(head=head, step=step(head.name, below), span=key.span)


def interrupts(top: Part) -> tuple[InterruptSpec, ...]:
    return tuple(_interrupt(ident(key), below) for key, below in top.parts("interrupts"))


def _interrupt(name: Ident, spec: Part) -> InterruptSpec:
    nobody = Binder(names=(), domain=spec.bad, keep=None, where=None, by=None, span=spec.span)
    return InterruptSpec(
        name=name,
        after=tuple(tuple(_path(each)) for each in spec.scalars("after")),
        ask=spec.binder("ask") or nobody,
        open=spec.word("asking") == "open",
        offers=steps(spec, "offers"),
        cite=spec.cites(),
        span=spec.span,
    )


def _path(scalar: Scalar) -> Iterator[Ident]:
    """`phases.play.turn`, word by word."""
    at = 0
    for word in scalar.text.strip().split("."):
        start = scalar.span.start + at
        yield Ident(text=word, span=Span(file=scalar.span.file, start=start, end=min(start + len(word), scalar.span.end)))
        at += len(word) + 1
