"""The mutation score: how many changes were noticed, by what, clause by clause, and which were not.

In: changes with their verdicts, what an author has explained. Out: a `Score`, as text or plain data.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from msgspec import Struct

from compiler.checks.mutate.changes import Change, Verdict

VERSION: Final = 1
OUTSIDE: Final = ("not a spec", "no change")
"""verdicts on what is no change of the rules: nothing could notice it"""


class Judged(Struct, frozen=True, kw_only=True):
    """`because`: why nothing can notice it, as the author explains."""

    change: Change
    verdict: Verdict
    because: str = ""

    @property
    def survived(self) -> bool:
        return self.verdict.noticed == "" and not self.because


class Explained(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A line of `survivors.yaml`: a change, by the rule, the text and what is put in its place, that nothing need notice."""

    rule: str
    was: str
    put: str
    because: str

    def means(self, change: Change) -> bool:
        return (self.rule, " ".join(self.was.split()), self.put.strip()) == (change.rule, " ".join(change.span.text.split()), change.put.strip())


class Score(Struct, frozen=True, kw_only=True):
    """`made` changes could be made, of which `judged` were looked at; `idle`: explanations that no survivor needs."""

    game: str
    command: str
    made: int
    judged: tuple[Judged, ...]
    idle: tuple[Explained, ...]

    @property
    def counted(self) -> tuple[Judged, ...]:
        """Changes of the rules: neither explained away, nor without effect, nor no spec at all."""
        return tuple(each for each in self.judged if each.verdict.noticed not in OUTSIDE and not each.because)

    @property
    def noticed(self) -> int:
        return sum(not each.survived for each in self.counted)

    @property
    def percent(self) -> float:
        return 100 * self.noticed / len(self.counted) if self.counted else 100.0


def score_of(game: str, command: str, made: int, found: Sequence[tuple[Change, Verdict]], explained: Sequence[Explained]) -> Score:
    def why(change: Change, verdict: Verdict) -> str:
        return next((each.because for each in explained if each.means(change)), "") if verdict.noticed == "" else ""

    judged = tuple(Judged(change=change, verdict=verdict, because=why(change, verdict)) for change, verdict in found)
    used = [each for each in explained if any(one.because and each.means(one.change) for one in judged)]
    return Score(game=game, command=command, made=made, judged=judged, idle=tuple(each for each in explained if each not in used))


def by_clause(judged: Iterable[Judged]) -> list[tuple[str, int, int]]:
    """Clause, changes noticed, changes in all; what no clause is cited for comes last, under an empty name."""
    all_, noticed = Counter[str](), Counter[str]()
    for each in judged:
        for clause in each.change.clauses or ("",):
            all_[clause] += 1
            noticed[clause] += not each.survived
    return [(clause, noticed[clause], all_[clause]) for clause in sorted(all_, key=_order)]


def _order(clause: str) -> tuple[bool, str, tuple[int, ...]]:
    variant, _, number = clause.rpartition(":")
    return clause == "", variant, tuple(int(part) for part in number.split(".") if part.isdigit())


def score_text(score: Score) -> str:
    return "\n".join(_lines(score)) + "\n"


def _lines(score: Score) -> Iterator[str]:
    how = Counter(each.verdict.noticed for each in score.counted)
    yield f"{score.game}: {score.noticed} of {len(score.counted)} changes noticed, {score.percent:.1f} %"
    yield "  by " + ", ".join(f"{name} {how[name]}" for name in ("check", "claim", "scenario", "play") if how[name]) + f"; by nobody {how['']}"
    outside = Counter(each.verdict.noticed for each in score.judged)
    yield (
        f"  not counted: {outside['not a spec']} that are no spec, {outside['no change']} that leave the engine as it is, "
        f"{sum(bool(each.because) for each in score.judged)} explained"
    )
    if len(score.judged) < score.made:
        yield f"  looked at {len(score.judged)} of {score.made} changes"
    yield ""
    yield "clause      noticed"
    for clause, noticed, of in by_clause(score.counted):
        yield f"{clause or '(none cited)':12}{noticed:3} of {of:3}" + ("" if noticed == of else f"   {of - noticed} not")
    survivors = [each for each in score.counted if each.survived]
    if survivors:
        yield ""
        yield "not noticed: no worked example, claim or game tells these from the rules"
    for each in survivors:
        cites = ", ".join(each.change.clauses)
        yield f"  {each.change.told()}  [{each.change.rule}{'; ' + cites if cites else ''}]"
    for idle in score.idle:
        yield f"  explained for nothing: {idle.rule}: `{idle.was}` becomes `{idle.put}` is noticed, or is no change that is made"
    yield f"again: {score.command}"


def score_json(score: Score) -> str:
    data = {
        "version": VERSION,
        "game": score.game,
        "command": score.command,
        "made": score.made,
        "counted": len(score.counted),
        "noticed": score.noticed,
        "percent": round(score.percent, 2),
        "clauses": [{"clause": clause or None, "noticed": noticed, "of": of} for clause, noticed, of in by_clause(score.counted)],
        "changes": [
            {
                "place": each.change.span.place,
                "kind": each.change.kind,
                "was": each.change.span.text,
                "put": each.change.put,
                "rule": each.change.rule,
                "clauses": list(each.change.clauses),
                "noticed": each.verdict.noticed or None,
                "by": each.verdict.by or None,
                "explained": each.because or None,
            }
            for each in score.judged
        ],
        "idle": [{"rule": each.rule, "was": each.was, "put": each.put} for each in score.idle],
    }
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"
