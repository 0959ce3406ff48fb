"""The open points of a rulebook ranked by what they change in play, as text, as a page and as plain data."""

import json
from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from compiler.checks.points.compare import Change, Compared

VERSION = 1


class Apart(Struct, frozen=True, kw_only=True):
    """The smallest position found that tells two readings apart: what differs there, and the moves that lead to it."""

    kind: str
    what: str
    default: str
    other: str
    moves: tuple[str, ...]
    position: str


class Ranked(Struct, frozen=True, kw_only=True):
    """A reading with its open point. `apart` is None where nothing was found to differ in the positions looked at."""

    point: str
    question: str
    default: str
    compared: Compared
    apart: Apart | None


class Ranking(Struct, frozen=True, kw_only=True):
    game: str
    title: str
    command: str
    players: int
    games: int
    seed: int
    ranked: tuple[Ranked, ...]
    assumed: tuple[tuple[str, str], ...]
    failed: tuple[tuple[str, str, str], ...] = ()
    """point, option and reading that could not be compiled or played"""


def ranking_text(ranking: Ranking) -> str:
    return "\n".join(_text(ranking)) + "\n"


def ranking_json(ranking: Ranking) -> str:
    def change(each: Change) -> dict[str, float]:
        return {"mean": each.mean, "margin": each.margin}

    rows: list[dict[str, Any]] = []
    for each in ranking.ranked:
        found = each.compared
        rows.append(
            {
                "point": each.point,
                "option": found.option,
                "default": each.default,
                "reading": found.reading,
                "games": found.games,
                "otherwise": found.otherwise,
                "alike": found.alike,
                "faults": found.faults,
                "first": [change(seat) for seat in found.first],
                "length": change(found.length),
                "branching": change(found.branching),
                "ties": change(found.ties),
                "score": [change(seat) for seat in found.score],
                "apart": None
                if each.apart is None
                else {
                    "kind": each.apart.kind,
                    "what": each.apart.what,
                    "default": each.apart.default,
                    "other": each.apart.other,
                    "moves": list(each.apart.moves),
                    "position": each.apart.position,
                },
            }
        )
    data = {
        "version": VERSION,
        "game": ranking.game,
        "players": ranking.players,
        "games": ranking.games,
        "seed": ranking.seed,
        "ranked": rows,
        "assumed": [{"point": point, "reason": reason} for point, reason in ranking.assumed],
        "failed": [{"point": point, "option": option, "reading": reading} for point, option, reading in ranking.failed],
    }
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def ranking_page(ranking: Ranking) -> str:
    """Markdown: the table, then the smallest positions."""
    return "\n".join(_page(ranking)) + "\n"


def _text(ranking: Ranking) -> Iterator[str]:
    yield f"{ranking.title}: readings against the default, {ranking.games:,} games of {ranking.players} players each, from seed {ranking.seed}"
    for number, each in enumerate(ranking.ranked, 1):
        found = each.compared
        yield ""
        yield f"{number:2}. {each.point} {found.option} = {found.reading} (default {each.default}): {_verdict(found)}"
        if not found.alike:
            yield f"    first by seat {', '.join(_share(seat) for seat in found.first)}"
            yield f"    length {_number(found.length)}, branching {_number(found.branching)}, ties {_share(found.ties)}"
            if any(seat.mean for seat in found.score):
                yield f"    score by seat {', '.join(_number(seat) for seat in found.score)}"
        if each.apart is not None:
            yield f"    told apart {_where(each.apart)}: {_difference(each.apart)}"
            yield from (f"      {line}" for line in each.apart.position.splitlines()[1:])
    for point, option, reading in ranking.failed:
        yield f"{point} {option} = {reading}: cannot be compiled or played"
    if ranking.assumed:
        yield ""
        yield "settled by assumptions, without another reading to play: " + ", ".join(point for point, _ in ranking.assumed)


def _page(ranking: Ranking) -> Iterator[str]:
    yield f"# {ranking.title}: which open points matter"
    yield ""
    yield f"Made by `{ranking.command}`: each reading against the default one, all else equal, in {ranking.games:,} pairs of random games of"
    yield f"{ranking.players} players from the same seeds. Changes are those that the reading makes, with 95 % intervals; where an interval leaves zero out, the"
    yield "change stands in **bold**. Ranked by the greatest such change of a seat's share of wins, then of the score, of the length, then by the games"
    yield "that come out otherwise. *First* is the share of games in which a seat wins or shares the win, *length* is in decisions, *branching* in legal"
    yield "choices a decision."
    yield ""
    yield "| | point | reading instead of the default | games otherwise | first, by seat | length | branching | score, by seat |"
    yield "|---|---|---|---|---|---|---|---|"
    for number, each in enumerate(ranking.ranked, 1):
        found = each.compared
        if found.alike:
            first = score = length = branching = "the same"
        else:
            first = "<br>".join(_bold(seat, _share(seat)) for seat in found.first)
            score = "<br>".join(_bold(seat, _number(seat)) for seat in found.score)
            length, branching = (_bold(change, _number(change)) for change in (found.length, found.branching))
        name = f"`{found.option}`: {found.reading} for {each.default}"
        yield f"| {number} | {each.point} | {name} | {found.otherwise / max(1, found.games):.1%} | {first} | {length} | {branching} | {score} |"
    alike = [each for each in ranking.ranked if each.compared.alike]
    if alike:
        yield ""
        yield f"Not told apart in {ranking.games:,} games: " + ", ".join(f"{each.point} ({each.compared.reading})" for each in alike) + "."
    for point, option, reading in ranking.failed:
        yield ""
        yield f"{point}, {option} = {reading}, cannot be compiled or played."
    if ranking.assumed:
        yield ""
        yield "Settled by assumptions, with no other reading to play: " + ", ".join(point for point, _ in ranking.assumed) + "."
    yield ""
    yield "## The smallest positions that tell readings apart"
    for each in ranking.ranked:
        if each.apart is not None:
            yield ""
            yield f"**{each.point}, {each.compared.option} = {each.compared.reading}** {_where(each.apart)}: {_difference(each.apart)}."


def _verdict(found: Compared) -> str:
    if found.alike:
        return f"cannot be told apart in {found.games:,} games"
    faults = f", {found.faults:,} games stopped by a fault" if found.faults else ""
    return f"{found.otherwise / max(1, found.games):.1%} of games come out otherwise{faults}"


def _where(apart: Apart) -> str:
    return "at the start" if not apart.moves else f"after {len(apart.moves)} moves ({'; '.join(_tail(apart.moves))})"


def _tail(moves: Sequence[str]) -> list[str]:
    return list(moves) if len(moves) <= 8 else ["…", *moves[-8:]]


def _difference(apart: Apart) -> str:
    mine, theirs = apart.default or "not allowed", apart.other or "not allowed"
    words = {"legal": "legal", "turn": "whose turn it is", "over": "the end", "position": "the position", "chance": "what can be drawn"}
    named = f"{words.get(apart.kind, apart.kind)}" + (f", `{apart.what}`" if apart.what else "")
    return f"{named}: {mine} by default, {theirs} instead"


def _bold(change: Change, text: str) -> str:
    return f"**{text}**" if change.sure else text


def _share(change: Change) -> str:
    return f"{100 * change.mean:+.1f} ± {100 * change.margin:.1f} %"


def _number(change: Change) -> str:
    return f"{change.mean:+.2f} ± {change.margin:.2f}"
