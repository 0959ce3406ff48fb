"""What can go wrong at run time, as exceptions with a code of their own.

`str(error)` is a sentence for people; `code` is stable, for machines.
"""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """Why an action is not legal: the first condition that fails, its rule and its clauses.

    `kind` is the sort of rule (`domain`, `where`, `require`, `prefer`, `not_now`); `clauses` are (number, text) pairs; `place` is
    `file:line:column` in the spec; `condition` is the source text.
    """

    rule: int
    kind: str
    path: str
    condition: str
    clauses: tuple[tuple[str, str], ...]
    place: str

    def __str__(self) -> str:
        said = {
            "domain": "it is outside what may be chosen",
            "not_now": "it is not offered now",
            "prefer": "another choice has priority",
            "over": "the game is over",
            "not_asked": "it is not this seat's choice now",
            "hidden": "it may not be chosen now",
            "no_code": "there is no such code",
        }.get(self.kind, "a condition fails")
        text = said
        if self.condition and self.kind not in ("not_now", *REFUSALS):
            text += f": {' '.join(self.condition.split())}"
        if self.clauses:
            text += " [" + ", ".join(number for number, _ in self.clauses) + "]"
        if self.place:
            text += f" ({self.place})"
        return text


REFUSALS: Final = {
    kind: Refusal(rule=0, kind=kind, path="", condition="", clauses=(), place="") for kind in ("over", "not_asked", "hidden", "no_code")
}
"""Reasons that are no rule of the spec: the game is over; another is asked; the rule itself depends on what the asking seat may not know;
what was handed over is no code of the game."""


class RulewrightError(Exception):
    """Base of all errors this package raises on purpose."""

    code = "RWR000"


class IllegalAction(RulewrightError):
    """An action that may not be applied now; the state is unchanged. `refusal` says why."""

    code = "RWR001"

    def __init__(self, action: int | str, refusal: Refusal | None = None, reason: str = "") -> None:
        self.action = action
        self.refusal = refusal
        super().__init__(f"illegal action {action}: {refusal if refusal else reason}")


class Fault(RulewrightError):
    """A rule of the spec failed while an action was carried out: a mistake of the spec. The state is the one before the action."""

    code = "RWR002"

    def __init__(self, *, rule: int, kind: str, path: str, condition: str, clauses: tuple[tuple[str, str], ...], place: str) -> None:
        self.rule = rule
        self.kind = kind
        self.path = path
        self.clauses = clauses
        self.place = place
        cited = " [" + ", ".join(number for number, _ in clauses) + "]" if clauses else ""
        super().__init__(f"fault of the spec at {place or path}: {kind} ({path}) {' '.join(condition.split())}{cited}")


class BadEngine(RulewrightError):
    """A file or module that is no engine this runtime understands."""

    code = "RWR003"


class BadRecord(RulewrightError):
    """A record or serialised state that cannot be read, or is of another game or spec."""

    code = "RWR004"


class BadText(RulewrightError):
    """A text that names no action of the step that waits."""

    code = "RWR005"


class EngineMistake(RulewrightError):
    """Checked code found an index or a value outside its range: a mistake of the compiler, shown at the rule and spec line it happened in."""

    code = "RWR006"

    def __init__(self, *, what: str, path: str, place: str, line: int, filename: str) -> None:
        self.what = what
        self.path = path
        self.place = place
        self.line = line
        where = f"{path} ({place})" if path and place else path or place or "an engine"
        super().__init__(f"{where}: {what} ({filename}:{line})")
