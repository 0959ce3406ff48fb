"""Whole random specs on every witness: the bounded share of `make fuzz`.

What is compared, and how much of the language comes up, is told in docs/trust.md."""

from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from compiler.bind import bind_spec
from compiler.diagnostics import Problems, explain_all
from compiler.load.load import load_text
from compiler.parse import parse_spec
from compiler.passes import passes
from tests.fuzz.generator import spec
from tests.fuzz.generator.coverage import constructs
from tests.fuzz.generator.witnesses import Difference, judge, shrunk

COMMON = (
    "Action stages", "Action.outside", "Action.prefer", "Action.require", "Action.say", "Action.secret", "Action.where", "Assign", "Automatic",
    "Binary %", "Binary *", "Binary +", "Binary -", "Binary //", "Binder.by", "Binder.keep", "Binder.where", "BoardSymbol hex", "BoardSymbol square",
    "Builtin abs", "Builtin adjacent", "Builtin distance_left", "Builtin distance_right", "Builtin item", "Builtin item_domain", "Builtin kinds_count",
    "Builtin left_of", "Builtin longest_walk", "Builtin max", "Builtin min", "Builtin next_player", "Builtin number", "Builtin only", "Builtin opposite",
    "Builtin ordinal", "Builtin other_player", "Builtin perpendicular", "Builtin playing", "Builtin right_of", "Builtin seat", "Builtin size",
    "Builtin step", "Builtin times", "Builtin top", "Call", "Chance draw", "Chance roll", "Chance.otherwise", "Chance.weight", "Chance.where",
    "Compare !=", "Compare <", "Compare <=", "Compare ==", "Compare >", "Compare >=", "ComponentSymbol.each_player", "ComponentSymbol.fields",
    "Decision.otherwise", "Decision.together", "Decision.where", "Do", "Either", "End", "For", "Graph", "If", "IfElse", "In", "InZone kinds",
    "Interrupt", "Let", "Listed", "Logic and", "Logic or", "Move", "Move.bottom", "MoveAll", "Narrow", "Not", "Numbers", "OptionalType",
    "Otherwise actions", "Otherwise do", "Otherwise skip", "PlayerCount", "Quantifier all", "Quantifier any", "Quantifier count", "Quantifier first",
    "Quantifier largest", "Quantifier max", "Quantifier min", "Quantifier sum", "Quantifier.default", "RememberSymbol forget", "Resolve",
    "ResolutionTable each", "ResolutionTable first", "ResolutionTable unique", "Result place", "Result score", "Result win_loss", "Result.rank",
    "Result.score", "Step.keep", "Step.loop", "Step.repeat", "Step.until", "Step.when", "Use", "Walked axes", "Walked columns", "Walked directions",
    "Walked lines", "Walked neighbours", "Walked ray", "Walked rows", "Walked seats_after", "Walked seats_before", "Walked seats_from", "While",
    "ZoneSymbol bag", "ZoneSymbol pile", "ZoneSymbol row", "ZoneSymbol set", "ZoneSymbol.axes", "horizon", "zone seen all", "zone seen count",
    "zone seen none",
)  # fmt: skip
"""Constructs that a hundred specs and fifty surely have."""

RARE = (
    "Attribute owner", "Attribute total", "Attribute x", "Attribute y", "Before", "BoardSymbol graph", "BoardSymbol line", "BoardSymbol ring",
    "BoardSymbol triangle", "Builtin at", "Builtin connected", "Builtin distance", "Builtin group", "Builtin group_size", "Builtin line_item",
    "Builtin linked", "Builtin next_value", "Builtin other_value", "Can", "Chance shuffle", "Chance.seen_by", "FieldRef", "Graph.directed",
    "Graph.ends", "Graph.totals", "GroupType", "Interrupt.open", "Negate", "OrientationType", "RememberSymbol end", "StateSymbol owner",
    "StateSymbol.inverse", "Verdict eliminate", "Verdict lose", "Verdict win", "Walked groups", "Walked line_between", "Walked line_sites",
    "Walked members", "Walked orientations", "Walked region_family", "ZoneSymbol.holds", "zone seen owner", "zone seen owner_count",
)  # fmt: skip
"""Constructs that six hundred have."""


def test_no_two_witnesses_differ(long: bool) -> None:
    alike = refused = 0
    for number in range(600 if long else 24):
        text = spec(Random(number))
        try:
            verdict = judge(text, native=number % 12 == 0)
        except Difference as difference:
            raise AssertionError(f"number {number}: {difference}\n{text}") from difference
        alike += verdict.typed is not None
        refused += verdict.typed is None
    assert alike > 2 * refused, "too few specs are well typed"


@given(random=st.randoms(use_true_random=False))
@settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True, database=None)
def test_what_hypothesis_thinks_of_is_played_alike(random: Random) -> None:
    judge(spec(random), games=1, most=12)


def test_what_is_generated_has_the_whole_language(long: bool) -> None:
    counts: Counter[str] = Counter()
    for number in range(600 if long else 120):
        problems = Problems()
        tree = load_text(spec(Random(number)), "game.yaml", problems)
        parsed = parse_spec(tree, problems) if tree is not None else None
        typed = bind_spec(parsed, problems) if parsed is not None else None
        if typed is not None and not any(item.severity == "error" for item in explain_all(problems)):
            counts.update(constructs(typed))
    missing = [name for name in (*COMMON, *(RARE if long else ())) if not counts[name]]
    assert not missing, f"never generated: {', '.join(missing)}"


def test_a_pass_that_changes_what_is_meant_is_found_and_the_text_made_small(monkeypatch: pytest.MonkeyPatch) -> None:
    def forgetful(game: Any) -> Any:
        actions = tuple(replace(a, stages=tuple(replace(s, conditions=()) for s in a.stages)) for a in game.actions)
        return replace(game, actions=actions)

    monkeypatch.setattr("tests.conformance.passes.PASSES", (*passes.PASSES, ("a forgetful pass", forgetful)))
    text = "language: 1\ngame: small\nplayers: 2\nstate:\n  n: {type: 0..9}\n  m: {type: 0..9}\nphases:\n  turn:\n    repeat: 3\n    for: p in players\n" \
           "    choose: k in 0..2\n    where: k != 1\n    do: n = k\n"  # fmt: skip
    with pytest.raises(Difference, match="a forgetful pass"):
        judge(text)

    def differs(changed: str) -> bool:
        try:
            return bool(judge(changed).turns) and False
        except Difference:
            return True

    small = shrunk(text, differs)
    assert "m:" not in small and "where: k != 1" in small and "do:" not in small
