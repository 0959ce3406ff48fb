"""A comparison as people read it."""

from collections.abc import Iterator
from itertools import groupby
from typing import Final

from compiler.cli.comparison import Comparison
from compiler.diff import Change, Effect, PlayDifference
from runtime.playouts import Estimate

WIDTH: Final = 100
"""characters of a text that are shown"""
LAST: Final = 4
"""moves that are shown of those that lead to a position"""
SIGNS: Final = {"added": "+", "removed": "-", "changed": "~", "moved": "~"}
TOLD: Final = {"over": "", "returns": "returns: ", "scores": "scores: ", "turn": "", "fault": "", "chance": "outcomes of "}


def lines(before: str, after: str, found: Comparison) -> Iterator[str]:
    yield f"{before} -> {after}"
    if found.names:
        yield ""
        yield "other names: " + ", ".join(f"{old} is now {new}" for old, new in found.names.items())
    for section in ("components", "phases", "rules", "texts"):
        yield from _changes(section, [change for change in found.parts if change.section == section])
    yield from _changes("clauses", list(found.clauses))
    yield ""
    if found.same:
        yield "no change in play"
        return
    yield from _play(found)
    yield from _numbers(found)


def _changes(title: str, changes: list[Change]) -> Iterator[str]:
    if not changes:
        return
    yield ""
    yield title
    for change in changes:
        texts = [short(text) for text in (change.before, change.after) if text]
        order = "order: " if change.kind == "moved" else ""
        yield f"  {SIGNS[change.kind]} {change.path}: {order}{' -> '.join(texts)}    [{change.place}]"


def _play(found: Comparison) -> Iterator[str]:
    if not found.players:
        yield "in play: no number of players is for both"
        return
    counts = ", ".join(map(str, found.players))
    yield f"in play ({found.positions:,} positions with {counts} players, {found.playouts} random games among them)"
    if not found.play:
        yield "  no difference was found"
    for (players, moves), group in groupby(found.play, key=lambda each: (each.players, each.moves)):
        differences = list(group)
        yield f"  {players} players, {_way(moves)}"
        for difference in differences:
            yield f"    {_told(difference)}"
        shown = {difference.what for difference in differences if difference.kind == "position"}
        rest = [line for line in differences[0].position.splitlines()[1:] if line.partition(":")[0] not in shown]
        yield from (f"      {short(line)}" for line in rest)


def _way(moves: tuple[str, ...]) -> str:
    if not moves:
        return "at the start:"
    earlier = len(moves) - LAST
    left_out = f"{earlier} {'move' if earlier == 1 else 'moves'} and then " if earlier > 0 else ""
    return f"after {left_out}{', '.join(moves[-LAST:])}:"


def _told(difference: PlayDifference) -> str:
    before, after = short(difference.before), short(difference.after)
    match difference.kind:
        case "legal":
            return f"{before or after} is legal only {'before' if before else 'after'}"
        case "position":
            return f"{difference.what}: {before or 'nothing'} -> {after or 'nothing'}"
        case kind:
            return f"{TOLD[kind]}{difference.what + ': ' if difference.what else ''}{before} -> {after}"


def _numbers(found: Comparison) -> Iterator[str]:
    if not found.effects:
        return
    yield ""
    yield f"in numbers ({found.games:,} random games of each; ± is half a 95 % interval)"
    for players, group in groupby(found.effects, key=lambda effect: effect.players):
        yield f"  {players} players"
        for effect in group:
            before, after, apart = (_estimate(effect, number) for number in (effect.before, effect.after, effect.difference))
            yield f"    {effect.what:9} {before:>17} -> {after:>17}   {'by ' + apart if effect.shows else 'no difference shows'}"


def _estimate(effect: Effect, number: Estimate) -> str:
    if effect.what == "length":
        return f"{number.mean:.1f} ± {number.margin:.1f}"
    return f"{number.mean:.1%} ± {number.margin:.1%}"


def short(text: str) -> str:
    return text if len(text) <= WIDTH else text[: WIDTH - 1] + "…"
