"""From what play showed to problems: each at its place in the spec, with the line that leads there."""

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct

from compiler.bind.nouns import typed as t
from compiler.checks.play.causes import cause
from compiler.checks.play.counting import Counted
from compiler.checks.play.explore import Explored
from compiler.checks.play.judge import ENOUGH, RARE, Judged, effects_of
from compiler.checks.play.replay import Line, never, replayed, shortest_cycle
from compiler.checks.rules import rules_of, steps_of
from compiler.checks.walk import walk
from compiler.diagnostics.problem import Fact, Problem, Problems
from compiler.ir.flow import Decide, Draw, FlowNode, Sealed
from compiler.ir.game import GameIR, Rule
from compiler.source import Span
from runtime import Game

CODES: Final[Mapping[str, str]] = {"stuck": "RWC052", "spin": "RWC067", "while": "RWC067", "always": "RWC055", "inverse": "RWC058", "holds": "RWC058"}
"""What each kind of failing rule is reported as; all others as a rule that fails in play."""

WHY: Final[Mapping[str, str]] = {
    "narrow": "a value is outside its type",
    "empty": "there is nothing to take the first or greatest of",
    "item": "there is no such piece",
    "no_outcome": "there is nothing to draw",
    "table": "a table has not exactly one row that holds",
    "given": "what a table takes for granted is not so",
    "node": "this is no node of the graph",
    "twice": "two choices have one code",
    "impossible": "what is called impossible happens",
    "out": "a seat that no longer plays is asked",
    "reach": "pieces on a plane lie too far apart",
    "memory": "two positions have one fingerprint",
}

ENOUGH_GAMES: Final = 5
"""Fewer games say nothing about pieces that are not seen."""

ALIKE: Final = 20
"""Fewer games for each number of seats say nothing about results that are all the same."""

LONGEST: Final = 400
"""letters of a position that are told"""

CYCLE_MOVES: Final = 3_000
TOLD: Final = 8
"""moves of a cycle that are told"""


class Status(Struct, frozen=True):
    """What was played: random games, and where it is small the whole game (`explored`)."""

    game: Game
    ir: GameIR
    counted: Counted
    explored: Explored | None

    def absent(self) -> str:
        """What it means that something was not met."""
        if self.explored is not None:
            return f"proved: in none of the {self.explored.positions:,} positions of the game"
        return f"not reached in {self.counted.games:,} random games from seed {self.counted.seed}"


def found(line: Line) -> str:
    return f"found in play: {line.told()}"


def failed(status: Status) -> frozenset[tuple[str, str]]:
    """Kind and path of each rule that failed."""
    numbers = {met.rule for met in status.counted.faults} | set(status.explored.faults if status.explored is not None else ())
    return frozenset((status.ir.rules[number - 1].kind, status.ir.rules[number - 1].path) for number in numbers)


def report_faults(typed: t.TypedSpec, status: Status, problems: Problems, *, known: frozenset[tuple[str, str]] = frozenset(), under: str = "") -> None:
    """Each rule that failed, but for those `known`, by kind and path; `under` names the reading that was played, if it is not the default."""
    lines: dict[int, Line] = dict(status.explored.faults) if status.explored is not None else {}
    for met in status.counted.faults:
        if met.rule not in lines:
            lines[met.rule] = replayed(status.game, number=met.game, seed=status.counted.seed, stop=never)
    spans = {rule.path: rule.span for rule in rules_of(typed)}
    for number, line in sorted(lines.items()):
        rule = status.ir.rules[number - 1]
        if (rule.kind, rule.path) in known:
            continue
        code = CODES.get(rule.kind, "RWC056")
        step = rule.path
        span = rule.span or spans.get(rule.path) or typed.parsed.game.span
        if code == "RWC067" and rule.kind == "spin":
            step = _spinning(status, line)
            span = spans.get(step, span)
        facts: dict[str, Fact] = {
            "name": step.rpartition(".")[2] or typed.parsed.game.text,
            "text": _short(rule.text or step),
            "why": WHY.get(rule.kind, rule.kind),
            "status": (f"under {under}, " if under else "") + found(line),
            "clauses": _clauses(rule),
            "cause": cause(typed, status.ir, line, rule),
            "position": _position(line),
            "quote": _quoted(typed, rule),
            "subject": step,
        }
        problems.add(Problem(code=code, span=span, facts=facts))


def report_endless(typed: t.TypedSpec, status: Status, counters: tuple[str, str], problems: Problems) -> None:
    """Games that no rule ends: cut off although the spec has no horizon, or, in a small game, positions that no line leads out of."""
    if typed.horizon:
        return
    trapped = status.explored.trapped if status.explored is not None else None
    if not status.counted.truncated and trapped is None:
        return
    span, name = _outer_loop(typed)
    facts: dict[str, Fact] = {"name": name, "subject": "phases"}
    if trapped is not None:
        facts |= {"count": "any number of", "cycle": "proved: from here no line of play leads to an end", "status": found(trapped)}
    if status.counted.truncated:
        number, seed = status.counted.first_truncated, status.counted.seed
        cycle = shortest_cycle(status.game, number=number, seed=seed, ignored=counters, moves=CYCLE_MOVES)
        told = "no position came twice in its first moves"
        if cycle is not None:
            told = f"shortest repeating cycle: {', '.join(cycle[:TOLD])}" + (f" … ({len(cycle)} moves)" if len(cycle) > TOLD else "")
        many = f"found in play: {status.counted.truncated:,} of {status.counted.games:,} random games, the first with seed {seed + number}"
        facts |= {"count": f"{status.counted.longest:,}", "cycle": told, "status": facts.get("status") or many}
    problems.add(Problem(code="RWC053", span=span, facts=facts))


def report_same_result(typed: t.TypedSpec, status: Status, problems: Problems) -> None:
    """Games that all end alike, although something says who wins: one result for each number of seats, over games enough to tell."""
    counted = status.counted
    numbers = [len(returns) for returns, _ in counted.results]
    games = sum(many for _, many in counted.results)
    settled = _settled_at(typed)
    if settled is None or counted.faults or counted.truncated or len(set(numbers)) < len(numbers) or games < ALIKE * max(1, len(numbers)):
        return
    mean = counted.decisions / games
    facts: dict[str, Fact] = {
        "result": "; ".join(f"{len(returns)} players: {', '.join(map(str, returns))}" if len(numbers) > 1 else _told(returns) for returns, _ in counted.results),
        "status": f"found in play: {games:,} random games from seed {counted.seed}",
        "length": f"after {mean:.1f} decisions on average, {counted.longest} at most",
        "subject": "result",
    }
    problems.add(Problem(code="RWC072", span=settled, facts=facts))


def _told(returns: Sequence[int]) -> str:
    if len(returns) == 1 or not any(returns):
        return f"always {', '.join(map(str, returns))}"
    best = [f"p{seat}" for seat, gets in enumerate(returns) if gets == max(returns)]
    return f"{' and '.join(best)} always {'wins' if len(best) == 1 else 'win'}: {', '.join(map(str, returns))}"


def _settled_at(typed: t.TypedSpec) -> Span | None:
    """What says who wins: the first verdict, or the section `result`. None where nothing does."""
    verdicts = [part for part in (*walk(typed.phases), *walk(typed.effects), *walk(typed.tables)) if isinstance(part, t.Verdict) and part.kind != "eliminate"]
    if verdicts:
        return verdicts[0].span
    return typed.result.span if typed.result is not None else None


def report_judged(typed: t.TypedSpec, status: Status, judged: Judged, problems: Problems) -> None:
    _idle(typed, judged, problems)
    _one_code(typed, status, judged, problems)
    _secrets(typed, status, judged, problems)
    _pieces(typed, status, judged, problems)
    _totals(typed, judged, problems)


def _idle(typed: t.TypedSpec, judged: Judged, problems: Problems) -> None:
    clauses = {rule.path: rule.clauses for rule in rules_of(typed)}
    effects = dict(effects_of(typed))
    for key, (line, told) in sorted(judged.idle.items()):
        effect = effects[key]
        facts: dict[str, Fact] = {
            "name": key[1],
            "text": told,
            "status": found(line),
            "subject": effect.path,
            "clauses": ", ".join(clauses.get(effect.path, ())) or None,
        }
        problems.add(Problem(code="RWC059", span=effect.span, facts=facts))


def _one_code(typed: t.TypedSpec, status: Status, judged: Judged, problems: Problems) -> None:
    """Choices with different effects that one code stands for."""
    spans = {rule.path: (rule.span, rule.clauses) for rule in rules_of(typed)}
    for number, (line, values, text) in sorted(judged.merged.items()):
        action = status.ir.actions[number]
        carriers = {digit.local: digit.carrier for digit in action.choices}
        one, other = (", ".join(f"{name} = {carriers[name].text(value)}" for name, value in each.items()) for each in values)
        span, clauses = spans.get(action.doc.path) or _start(typed)
        facts: dict[str, Fact] = {
            "name": action.name,
            "text": f"`{text}` stands for {one}, and for {other}",
            "names": ", ".join(f"`{name}`" for name in values[0]),
            "status": found(line),
            "subject": action.doc.path,
            "clauses": ", ".join(clauses) or None,
        }
        problems.add(Problem(code="RWC074", span=span, facts=facts))


def _secrets(typed: t.TypedSpec, status: Status, judged: Judged, problems: Problems) -> None:
    spans = {rule.path: (rule.span, rule.clauses) for rule in rules_of(typed)}
    for (block, node), (line, told) in sorted(judged.leaks.items()):
        seat, _, what = told.partition("|")
        name = block.partition(".")[0]
        span, clauses = spans.get(f"state.{name}") or spans.get(f"zones.{name}") or spans.get(_path(status.ir, status.ir.flow[node])) or _start(typed)
        facts: dict[str, Fact] = {
            "block": name,
            "seat": seat,
            "what": what,
            "status": found(line),
            "subject": f"state.{name}",
            "clauses": ", ".join(clauses) or None,
        }
        problems.add(Problem(code="RWC060", span=span, facts=facts))
    if judged.law is not None:
        line, what = judged.law
        facts = {"block": typed.parsed.game.text, "seat": "one", "what": what, "status": found(line), "subject": "observe"}
        problems.add(Problem(code="RWC060", span=typed.parsed.game.span, facts=facts))
    for step, (line, told) in sorted(judged.legality.items()):
        span, clauses = spans.get(step) or _start(typed)
        facts = {"name": told, "status": found(line), "subject": step, "clauses": ", ".join(clauses) or None}
        problems.add(Problem(code="RWC061", span=span, facts=facts))


def _pieces(typed: t.TypedSpec, status: Status, judged: Judged, problems: Problems) -> None:
    if not judged.positions:
        return
    rules = {rule.path: rule for rule in rules_of(typed)}
    seen = dict(zip((component.name for component in status.ir.layout.components), status.counted.out_of_box, strict=True))
    for component in typed.components:
        if not any(zone.component == component.name for zone in typed.zones):
            continue
        known = judged.in_play.get(component.name, set()) | seen.get(component.name, frozenset())
        sitting = status.counted.seats * component.per_seat if component.each_player else component.count
        absent = [piece for piece in range(min(sitting, component.count)) if piece not in known]
        if not absent or status.explored is None and status.counted.games < ENOUGH_GAMES:
            continue
        names = tuple(dict.fromkeys(component.names[piece] for piece in absent))
        shown = ", ".join(names[:6]) + (" …" if len(names) > 6 else "")
        rule = rules.get(f"components.{component.name}")
        where = "positions" if status.explored is not None else "random games"
        facts: dict[str, Fact] = {
            "name": component.name,
            "count": f"{len(absent)} of {component.count}" if len(absent) < component.count else "all",
            "pieces": shown,
            "status": status.absent(),
            "subject": f"components.{component.name}",
            "clauses": ", ".join(rule.clauses) if rule and rule.clauses else None,
            "where": where,
        }
        problems.add(Problem(code="RWC057", span=component.span, facts=facts))


def _totals(typed: t.TypedSpec, judged: Judged, problems: Problems) -> None:
    rules = {rule.path: rule for rule in rules_of(typed)}
    for name, total in sorted(judged.totals.items()):
        moves = total.kept + total.changed
        if total.first is None or moves < ENOUGH or total.changed > moves * RARE or not total.changed:
            continue
        rule = rules.get(f"state.{name}")
        if rule is None:
            continue
        facts: dict[str, Fact] = {
            "name": name,
            "totals": f"{total.values[0]} before a move, {total.values[1]} after it; kept in {total.kept:,} of {moves:,} moves that touch it",
            "status": found(total.first),
            "subject": f"state.{name}",
            "clauses": ", ".join(rule.clauses) or None,
        }
        problems.add(Problem(code="RWC070", span=rule.span, facts=facts))


def _spinning(status: Status, line: Line) -> str:
    """The outermost loop without a decision inside: where play stood when it went on without an end is not kept, so the step of the last move."""
    return "phases"


def _outer_loop(typed: t.TypedSpec) -> tuple[Span, str]:
    """The first step of play that goes round, or the game."""
    for step in steps_of(typed):
        if step.path[0] == "phases" and (step.keep is not None or step.until is not None):
            return step.span, step.name
    return typed.parsed.game.span, typed.parsed.game.text


def _path(ir: GameIR, node: FlowNode) -> str:
    match node:
        case Decide(decision=number) | Sealed(decision=number):
            return ir.decisions[number].path
        case Draw(chance=number):
            return ir.chances[number].path
        case _:
            return ""


def _start(typed: t.TypedSpec) -> tuple[Span, tuple[str, ...]]:
    return typed.parsed.game.span, ()


def _position(line: Line) -> str | None:
    """Where it was, on one line."""
    told = "; ".join(part.strip() for part in line.position.splitlines() if part.strip())
    return (told if len(told) <= LONGEST else told[: LONGEST - 1] + "…") or None


def _quoted(typed: t.TypedSpec, rule: Rule) -> str | None:
    """What the first clause of a rule says."""
    book = typed.parsed.tree.rulebook
    texts = {clause.number: clause.text for clause in (book.clauses if book is not None else ())}
    number = next((number for number, _ in rule.clauses if number in texts), None)
    return None if number is None else f"{number}: {' '.join(texts[number].split())}"


def _clauses(rule: Rule) -> str | None:
    return ", ".join(dict.fromkeys(number for number, _ in rule.clauses)) or None


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 80 else line[:79] + "…"
