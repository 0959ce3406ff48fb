"""What z3 proves, going through all cases shows: random conditions, values and tables over small types, judged by both.

The texts are written so that the language and Python read them alike; the cases are gone through by Python, with no part of the compiler.
"""

import random
import re
from collections.abc import Iterator, Mapping
from itertools import product

import pytest

from compiler.bind.nouns import typed as t
from compiler.checks.prove.conditions import check_conditions
from compiler.checks.prove.tables import check_tables_by_proof
from compiler.checks.tables import check_tables
from compiler.diagnostics import Problem, Problems
from tests.stages.bind.bound import HEAD, bind

pytestmark = pytest.mark.slow

RANGES: Mapping[str, tuple[int, int]] = {"a": (0, 4), "b": (-3, 2), "c": (0, 2)}
"""the variables of the trial specs"""

LEAST = 30
"""random specs that must compile and be judged"""

Case = dict[str, int]


def cases(names: str = "abc") -> list[Case]:
    return [dict(zip(names, values, strict=True)) for values in product(*(range(RANGES[name][0], RANGES[name][1] + 1) for name in names))]


def value(text: str, case: Case) -> int:
    return int(eval(text, {"__builtins__": {}, "min": min, "max": max, "abs": abs}, dict(case)))


class Writer:
    """Random texts over the variables."""

    def __init__(self, seed: int, names: str = "abc") -> None:
        self.random = random.Random(seed)
        self.names = names

    def number(self, depth: int = 2) -> str:
        kind = self.random.randrange(8) if depth else self.random.randrange(2)
        match kind:
            case 0 | 1 | 7:
                return self.random.choice(self.names) if self.random.random() < 0.75 else str(self.random.randrange(5))
            case 2 | 3:
                return f"({self.number(depth - 1)} {self.random.choice('+-*')} {self.number(depth - 1)})"
            case 4:
                return f"({self.number(depth - 1)} {self.random.choice(['//', '%'])} {self.random.randrange(2, 4)})"
            case 5:
                return f"{self.random.choice(['min', 'max'])}({self.number(depth - 1)}, {self.number(depth - 1)})"
            case _:
                return f"({self.number(depth - 1)} if {self.condition(depth - 1)} else {self.number(depth - 1)})"

    def condition(self, depth: int = 2) -> str:
        kind = self.random.randrange(4) if depth else 0
        match kind:
            case 1:
                return f"({self.condition(depth - 1)} {self.random.choice(['and', 'or'])} {self.condition(depth - 1)})"
            case 2:
                return f"(not {self.condition(depth - 1)})"
            case _:
                return f"{self.number(1)} {self.random.choice(['==', '!=', '<', '<=', '>', '>='])} {self.number(1)}"


def state() -> str:
    return "state:\n" + "".join(f"  {name}: {{type: {low}..{high}, start: 0}}\n" for name, (low, high) in RANGES.items())


def spec(effects: str) -> str:
    lines = "".join(f"      {line}\n" for line in effects.splitlines())
    return f"{HEAD}players: 2\n{state()}phases:\n  act:\n    do: |\n{lines}      end game\n"


def compiled(text: str) -> t.TypedSpec | None:
    """None where a random text is refused, for numbers that never meet and the like."""
    typed, problems = bind(text)
    return typed if typed is not None and not any(problem.code[2] in "LPNT" for problem in problems) else None


def bare(text: str) -> str:
    """Without brackets around the whole."""
    return text.strip("() ")


def marked(problem: Problem) -> tuple[str, str]:
    return problem.code, " ".join(problem.span.text.split())


def test_conditions_never_and_always() -> None:
    judged = {"RWC048": 0, "RWC049": 0, "": 0}
    for seed in range(90):
        condition = Writer(seed).condition(3)
        typed = compiled(spec(f"if {condition}: c = 1\nelse: c = 2")) if set(condition) & set("abc") else None
        if typed is None:  # what names no variable is a constant, and meant to be one
            continue
        problems = Problems()
        asked, _ = check_conditions(typed, problems)
        assert asked.unanswered == asked.skipped == 0, condition
        found = {value(condition, case) for case in cases()}
        expected = "" if len(found) == 2 else "RWC049" if found == {1} else "RWC048"
        codes = [problem.code for problem in problems if bare(problem.span.text) == bare(condition)]
        assert codes == ([expected] if expected else []), f"{condition}: {codes}, but by cases {found}"
        judged[expected] += 1
    assert min(judged.values()) >= 3 and sum(judged.values()) >= LEAST, judged


def test_what_is_known_behind_a_condition() -> None:
    """An inner condition is judged among the cases that reach it, after what was assigned there."""
    judged = 0
    for seed in range(70):
        writer = Writer(1000 + seed)
        outer, inner, given = writer.condition(), writer.condition(), writer.number(1)
        typed = compiled(spec(f"if {outer}:\n  a = max(0, min(4, {given}))\n  if {inner}: c = 1"))
        if typed is None or not set(inner) & set("abc"):
            continue
        reaching = [case for case in cases() if value(outer, case)]
        if not reaching:
            continue
        problems = Problems()
        check_conditions(typed, problems)
        after = [{**case, "a": min(4, max(0, value(given, case)))} for case in reaching]
        found = {value(inner, case) for case in after}
        expected = [] if len(found) == 2 else ["RWC049"] if found == {1} else ["RWC048"]
        place = spec(f"if {outer}:\n  a = max(0, min(4, {given}))\n  if {inner}: c = 1").rindex(inner)
        codes = [problem.code for problem in problems if problem.span.start >= place and bare(problem.span.text) == bare(inner)]
        assert codes == expected, f"{outer} / {given} / {inner}: {codes}, but by cases {found}"
        judged += 1
    assert judged >= LEAST


def test_values_that_leave_their_range_with_a_smallest_case() -> None:
    fitting = leaving = 0
    for seed in range(100):
        text = Writer(2000 + seed).number(3)
        typed = compiled(spec(f"a = {text}"))
        if typed is None:
            continue
        asked, found = check_conditions(typed, Problems())
        outside = [case for case in cases() if not RANGES["a"][0] <= value(text, case) <= RANGES["a"][1]]
        if not outside:
            assert found == (), text
            fitting += asked.ranges_proved
            continue
        (one,) = [each for each in found if each.path == "phases.act"]
        assert one.range == "0..4"
        shown = {name: int(number) for name, number in re.findall(r"\b([abc]) = (-?\d+)", one.witness)}
        assert any(all(case[name] == number for name, number in shown.items()) for case in outside), f"{text}: {one.witness}"
        assert sum(map(abs, shown.values())) == least(outside, shown), f"{text}: {one.witness} is not the smallest"
        leaving += 1
    assert fitting >= 5 and leaving >= LEAST // 2, (fitting, leaving)


def least(among: list[Case], names: Mapping[str, int]) -> int:
    return min(sum(abs(case[name]) for name in names) for case in among)


def tables(seed: int, hit: str) -> tuple[str, list[str], str]:
    """A table of a few rows, their conditions, and what is given."""
    writer = Writer(seed, "xy")
    rows = [writer.condition(1 + writer.random.randrange(2)) for _ in range(writer.random.randrange(1, 5))]
    if writer.random.random() < 0.4:
        rows.append("not (" + " or ".join(f"({row})" for row in rows) + ")")
    given = "x + y <= 4" if writer.random.random() < 0.5 else ""
    lines = "".join(f"      row_{number}:\n        when: {row}\n        do: pass\n" for number, row in enumerate(rows))
    text = f"resolution:\n  fate:\n    reads: {{x: a, y: c}}\n{f'    given: {given}' if given else ''}\n    hit: {hit}\n    rows:\n{lines}"
    return text, rows, given


def table_cases(given: str) -> Iterator[Case]:
    for x, y in product(range(5), range(3)):
        case = {"x": x, "y": y}
        if not given or value(given, case):
            yield case


@pytest.mark.parametrize("hit", ["unique", "first", "each"])
def test_tables_by_solver_by_the_compiler_and_by_cases(hit: str) -> None:
    judged = {"gap": 0, "overlap": 0, "dead": 0, "sound": 0}
    for seed in range(70):
        text, rows, given = tables(seed, hit)
        typed = compiled(f"{HEAD}players: 2\n{state()}{text}phases:\n  judge:\n    resolve: fate\n  stop:\n    do: end game\n")
        if typed is None:
            continue
        holding = [(case, [number for number, row in enumerate(rows) if value(row, case)]) for case in table_cases(given)]
        gaps = [case for case, held in holding if not held and hit != "each"]
        overlaps = [case for case, held in holding if len(held) > 1 and hit == "unique"]
        used = {number for _, held in holding for number in (held[:1] if hit == "first" else held)}
        dead = tuple(f"row_{number}" for number in range(len(rows)) if number not in used)

        by_solver, by_going_through = Problems(), Problems()
        (proof,) = check_tables_by_proof(typed, by_solver)
        check_tables(typed, None, by_going_through)
        assert proof.complete is (not gaps), text
        assert proof.disjoint is ((not overlaps) if hit == "unique" else None), text
        assert proof.dead == dead, text
        for found in (by_solver, by_going_through):
            assert sorted({problem.code for problem in found}) == [
                code for code, there in (("RWC010", gaps), ("RWC011", overlaps), ("RWC012", dead)) if there
            ], f"{text}: {[marked(problem) for problem in found]}"
            for problem in found:
                if problem.code in ("RWC010", "RWC011"):
                    told = {name: int(number) for name, number in re.findall(r"\b([xy]) = (-?\d+)", str(problem.facts["example"]))}
                    fitting = gaps if problem.code == "RWC010" else overlaps
                    assert any(all(case[name] == number for name, number in told.items()) for case in fitting), text
                    if problem.code == "RWC010":
                        assert sum(told.values()) == least(gaps, told), text
        judged["gap"] += bool(gaps)
        judged["overlap"] += bool(overlaps)
        judged["dead"] += bool(dead)
        judged["sound"] += proof.proved
    assert judged["sound"] >= 3 and judged["dead"] >= 3
    assert hit == "each" or judged["gap"] >= 3
    assert hit != "unique" or judged["overlap"] >= 3
