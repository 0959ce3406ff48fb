"""A text played by every witness: the reference, the interpreter on the IR as lowered and after each pass, the emitted engine under CPython, checked, and
compiled natively (checked and not). Compared after every action; a `Difference` says what does not agree.
"""

import warnings
from dataclasses import dataclass, field
from typing import Any

from compiler.bind.nouns.typed import TypedSpec
from compiler.diagnostics import Problems, explain_all
from compiler.driver import compile_tree, emit
from compiler.load.load import load_text
from runtime import Game, load_source
from runtime.chance import Stream
from tests.conformance.beside import Beside
from tests.conformance.passes import Stages, _alike, _said, lowered, stages


class Difference(AssertionError):
    """Two witnesses do not say the same, or one of them breaks down."""


@dataclass
class Verdict:
    """What came of a text: `refused` by which diagnostics, else the typed spec and how far it was played."""

    refused: tuple[str, ...] = ()
    typed: TypedSpec | None = None
    turns: int = 0
    faults: list[str] = field(default_factory=list)


MOST = 24
"""Choices and draws of one game that are compared."""


def judge(text: str, native: bool = False, games: int = 2, most: int = MOST) -> Verdict:
    problems = Problems()
    try:
        tree = load_text(text, "game.yaml", problems)
        made = compile_tree(tree, problems) if tree is not None else None
    except Exception as error:
        raise Difference(f"the compiler raises {type(error).__name__}: {str(error)[:200]}") from error
    errors = tuple(item.code for item in explain_all(problems) if item.severity == "error")
    if errors or made is None or made.typed is None or made.game is None:
        return Verdict(refused=errors)
    verdict = Verdict(typed=made.typed)
    try:
        passed = stages(lowered(made))
        ((file, source),) = emit(made.game).items()
        compile(source, file, "exec")
        engines = [load_source(source, file, backend="python"), load_source(source, file, backend="python", checked=True)]
        if native:
            with warnings.catch_warnings():
                warnings.simplefilter("error")
                engines += [load_source(source, file, backend="native"), load_source(source, file, backend="native", checked=True)]
    except Exception as error:
        raise Difference(f"no engine: {type(error).__name__}: {str(error)[:300]}") from error
    for seed in range(games):
        players = made.game.players_low if seed % 2 == 0 else made.game.players_high
        try:
            verdict.turns += _play(made.typed, passed, engines, players, seed, most, verdict)
        except Difference:
            raise
        except Exception as error:
            raise Difference(f"game {seed}, {players} players: {type(error).__name__}: {str(error)[:400]}") from error
    return verdict


def _play(typed: TypedSpec, passed: Stages, engines: list[Game], players: int, seed: int, most: int, verdict: Verdict) -> int:
    """One game on all: the reference leads beside the first engine, whose every vector the others must have too."""
    beside = Beside(typed, engines[0], players, seed)
    named: Stages = [*passed, *((f"{game.backend}{' checked' if game.checked else ''}", game) for game in engines[1:])]
    vectors = [game.new_vector() for _, game in named]
    faults = [game.engine.init(vector, players, seed, 1) for (_, game), vector in zip(named, vectors, strict=True)]
    stream = Stream.seeded(seed)
    for turn in range(most):
        _alike(named, faults)
        if faults[0] != beside.fault:
            raise Difference(f"fault: the interpreter {beside._rule(faults[0])}, the engine {beside._rule(beside.fault)}")
        beside.compare()
        if beside.fault:
            verdict.faults.append(beside._rule(beside.fault)[0])
            return turn
        said = [_said(game, vector, players) for (_, game), vector in zip(named, vectors, strict=True)]
        _alike([("the engine under CPython", engines[0]), *named], [_said(engines[0], beside.vector, players), *said])
        codes = beside.codes()
        if not codes:
            return turn
        number = engines[0].num_actions
        if number:
            other = stream.below(number)
            beside.refused(other)
            _alike(named, [game.engine.refusal(vector[:], other) for (_, game), vector in zip(named, vectors, strict=True)])
        code = codes[stream.below(len(codes))]
        outside = beside.outside()
        if outside and stream.below(4) == 0:
            code = next(at for at in range(number) if beside.meaning(at) in outside)
        beside.apply(code)
        faults = [game.engine.apply(vector, code) for (_, game), vector in zip(named, vectors, strict=True)]
    return most


def shrunk(text: str, failing: Any) -> str:
    """The text with every line taken away, with what is below it, that the failure does without."""
    lines = text.splitlines()
    at = 0
    while at < len(lines):
        depth = len(lines[at]) - len(lines[at].lstrip())
        end = at + 1
        while end < len(lines) and (len(lines[end]) - len(lines[end].lstrip()) > depth):
            end += 1
        rest = lines[:at] + lines[end:]
        if failing("\n".join(rest) + "\n"):
            lines = rest
        else:
            at += 1
    return "\n".join(lines) + "\n"
