"""What `examine` found as one self-contained HTML page: what is sure, what was played, what was not looked at; then each part.

No script, no font, no picture from elsewhere: the page can be mailed. Everything that comes from a spec or a rulebook is escaped.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any, Final

from jinja2 import Environment, StrictUndefined
from markupsafe import Markup
from msgspec import Struct

NAMES: Final = {
    "check": "The spec and its book",
    "test": "Worked examples",
    "play": "Random games",
    "prove": "Proofs",
    "coverage": "Clauses",
    "ambiguities": "Open points",
    "mutate": "Small changes that nobody notices",
}


class Done(Struct, frozen=True, kw_only=True):
    """A part: its command, and what it found as the verb's JSON; or why there is nothing."""

    name: str
    command: str
    data: Any
    why: str


def examination_page(title: str, done: Sequence[Done]) -> str:
    found = {part.name: part.data for part in done if part.data is not None}
    environment = Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=StrictUndefined)
    environment.filters["ticks"] = _ticks
    template = environment.from_string(files("compiler.cli").joinpath("examine.html.j2").read_text(encoding="utf-8"))
    return template.render(
        title=title,
        names=NAMES,
        done=done,
        found=found,
        failed=_failed(found),
        sure=_sure(found),
        played=_played(found),
        left=[part for part in done if part.data is None],
        limits=_limits(found),
        findings=_findings(found),
        questions=_questions(found),
        clauses=_clauses(found),
        ranked=_ranked(found),
        changes=_changes(found),
    )


def _ticks(text: str) -> Markup:
    """Words of a spec, which stand between backticks, as code."""
    return Markup("").join(Markup("<code>{}</code>").format(part) if place % 2 else part for place, part in enumerate(text.split("`")))


def _lines(data: Mapping[str, Any], word: str) -> list[str]:
    """The lines of a check that begin with this word, without it."""
    lines = [line for each in data.get("examined", {}).values() for line in each]
    return [line.removeprefix(f"{word}: ") for line in lines if line.startswith(f"{word}: ")]


def _whole(found: Mapping[str, Any]) -> bool:
    return any(line.startswith("every one of its") for line in _lines(found.get("play", {}), "played"))


def _sure(found: Mapping[str, Any]) -> list[str]:
    sure: list[str] = []
    if "check" in found:
        many = Counter(item["severity"] for item in found["check"]["diagnostics"])
        sure.append(f"The spec compiles, under every variant: {many['error']} errors, {many['warning']} warnings, {many['hint']} hints.")
    if "test" in found:
        data = found["test"]
        sure.append(f"{data['passed']} of {data['passed'] + data['failed']} worked examples come out as the book says.")
    sure += [f"{line[0].upper()}{line[1:]}." for line in _lines(found.get("prove", {}), "proof")]
    if _whole(found):
        sure += [f"{line[0].upper()}{line[1:]}." for line in _lines(found["play"], "played")]
    return sure


def _played(found: Mapping[str, Any]) -> list[str]:
    played = [] if _whole(found) else [f"{line[0].upper()}{line[1:]}." for line in _lines(found.get("play", {}), "played")]
    if "coverage" in found:
        data = found["coverage"]
        played.append(f"How often each rule fires was counted in {data['games']:,} random games from seed {data['seed']}.")
    if "ambiguities" in found and found["ambiguities"]["ranked"]:
        data = found["ambiguities"]
        played.append(f"Each other reading of an open point was played {data['games']:,} times by {data['players']}, from the seeds of the default.")
    if "mutate" in found:
        data = found["mutate"]
        played.append(f"{data['noticed']} of {data['counted']} small changes of the spec are noticed, {data['percent']:.1f} %.")
    return played


def _limits(found: Mapping[str, Any]) -> list[str]:
    """What the parts that are done did not look at."""
    limits: list[str] = []
    if "play" in found and not _whole(found):
        limits.append("Positions that no random game reached: what was not found may be there.")
    if "mutate" in found and len(found["mutate"]["changes"]) < found["mutate"]["made"]:
        data = found["mutate"]
        limits.append(f"{data['made'] - len(data['changes'])} of the {data['made']} changes of the spec that can be made.")
    if "ambiguities" in found and found["ambiguities"]["ranked"]:
        limits.append("Two readings at once: each was played by itself, and by bots that choose at random.")
    return limits


def _findings(found: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Of all parts, each once, errors first."""
    order = ("error", "warning", "hint")
    seen: dict[tuple[Any, ...], dict[str, Any]] = {}
    for name in ("check", "test", "play", "prove"):
        for item in found.get(name, {}).get("diagnostics", ()):
            place = item["labels"][0] if item["labels"] else {}
            seen.setdefault((item["code"], item["headline"], str(place.get("file")), str(place.get("start"))), {**item, "place": place})
    return sorted(seen.values(), key=lambda item: order.index(item["severity"]))


def _failed(found: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Worked examples that do not hold, each with what it met and the position."""
    return [each for each in found.get("test", {}).get("scenarios", ()) if each["failures"]]


def _questions(found: Mapping[str, Any]) -> list[dict[str, str]]:
    """The lines of `check --book`, taken apart: clauses, question, place, answer."""
    taken: list[dict[str, str]] = []
    for line in _lines(found.get("check", {}), "book"):
        clauses, _, rest = line.partition(": ")
        question, opened, after = rest.rpartition(" [")
        if opened:
            place, _, answer = after.partition("] ")
            taken.append({"clauses": clauses, "question": question, "place": place, "answer": answer})
    return taken


def _clauses(found: Mapping[str, Any]) -> list[dict[str, Any]]:
    data = found.get("coverage")
    if data is None:
        return []
    fired = {rule["path"]: rule["fired"] for rule in data["rules"]}
    score = {each["clause"]: each for each in found.get("mutate", {}).get("clauses", ())}
    return [
        {**clause, "fired": [(path, fired.get(path)) for path in clause["rules"]], "score": score.get(clause["number"])} for clause in data["clauses"]
    ]


def _ranked(found: Mapping[str, Any]) -> list[dict[str, Any]]:
    return list(found.get("ambiguities", {}).get("ranked", ()))


def _changes(found: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Those that nobody noticed."""
    return [change for change in found.get("mutate", {}).get("changes", ()) if not change["noticed"]]
