"""A position as one object for whoever looks on: what `State.view` gives, plain data that JSON can hold. docs/views.md has its shape.

What the viewer may not know is marked as hidden; nothing in a view depends on it.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from runtime.contract import CHANCE, OVER, SEALED
from runtime.describe import at_table, zone_pieces
from runtime.perception import NO_SEAT, Viewer, observed, seat_number
from runtime.telling import events
from runtime.texts import Carrier

if TYPE_CHECKING:
    from runtime.game import Game
    from runtime.state import State

VIEW_VERSION: Final = 1

View: TypeAlias = dict[str, Any]

KINDS: Final = {CHANCE: "chance", SEALED: "sealed", OVER: "over"}


def view_of(state: "State", viewer: Viewer, since: int = 0, before: Mapping[str, Any] | None = None) -> View:
    """The view; `since`: events from this number on; `before`: an earlier view of the same viewer, against which changes are told."""
    game, seat = state.game, seat_number(state.players, viewer)
    seen = observed(game, state.vector, seat)
    told: list[View] = [
        {"number": each.number, "seat": each.seat, "step": each.step, "code": each.code, "text": each.text} for each in events(state, viewer, since)
    ]
    made: View = {
        "view": VIEW_VERSION,
        "game": game.name,
        "variant": game.variant,
        "title": game.title,
        "viewer": viewer,
        "players": [{"seat": number, "name": game.words.seat(number)} for number in range(state.players)],
        "moment": state.moment(viewer),
        "step": _step(state, viewer),
        "turn": _turn(state, viewer),
        "state": list(_variables(game, seen, state.players)),
        "zones": list(_zones(game, seen, state.players)),
        "actions": [_action(state, code, viewer) for code in state.legal_actions(viewer)] if seat != NO_SEAT else [],
        "events": told,
        "scores": state.scores(viewer),
        "result": _result(state),
    }
    made["changes"] = list(changes(before, made)) if before is not None else []
    return made


def changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[View]:
    """What differs between two views of one viewer: variables and zones by name and place, whose turn, step, scores and result."""
    for key in ("step", "turn", "scores", "result"):
        if before[key] != after[key]:
            yield {"of": key, "name": key, "at": [], "before": before[key], "after": after[key]}
    for key, part in (("state", "values"), ("zones", "instances")):
        earlier = {(row["name"], *item["at"]): item for row in before[key] for item in row[part]}
        for row in after[key]:
            for item in row[part]:
                was = earlier.get((row["name"], *item["at"]))
                if was != item:
                    yield {"of": key, "name": row["name"], "at": item["at"], "before": was, "after": item}


def _step(state: "State", viewer: Viewer) -> View:
    path = state.waiting_step(viewer)
    parts = path.split(".")
    phase = parts[1] if parts[0] == "phases" and len(parts) > 1 else parts[0]
    words = state.game.words
    return {"path": path, "phase": words.name(phase) if path else "", "text": words.step(path)}


def _turn(state: "State", viewer: Viewer) -> View:
    player = state.current_player(viewer)
    seats = state.waiting_seats(viewer)
    names = " and ".join(state.game.words.seat(seat) for seat in seats)
    text = {"chance": "chance", "over": "the game is over"}.get(KINDS.get(player, ""), f"{names} to choose")
    return {"kind": KINDS.get(player, "decision"), "seats": seats, "yours": viewer in seats, "text": text}


def _variables(game: "Game", seen: Sequence[int], players: int) -> Iterator[View]:
    carriers = game.texts.carriers
    for name, offset, length, section, carrier, axes, _ in game.facts["BLOCKS"]:
        if section != "state" or offset + length > len(seen):
            continue
        kinds = [carriers[axis] for axis in axes]
        values = [
            {"at": [kind.text(at) for kind, at in zip(kinds, index, strict=True)], **_value(game, carriers[carrier], seen[offset + slot])}
            for slot, index in enumerate(product(*(range(kind.low, kind.high + 1) for kind in kinds)))
            if at_table(kinds, index, players)
        ]
        yield {"name": name, "text": game.words.block(name), "axes": [kind.name for kind in kinds], "type": carriers[carrier].name, "values": values}


def _value(game: "Game", carrier: Carrier, value: int) -> View:
    if value == carrier.hidden:
        return {"hidden": True}
    return {"value": value, "text": game.words.of(carrier.text(value))}


def _zones(game: "Game", seen: Sequence[int], players: int) -> Iterator[View]:
    carriers = game.texts.carriers
    count_at = game.facts["SHOWN"]
    for zone in game.facts["ZONES"]:
        name, component, order, instances, first, _, _, axes, *_ = zone
        pieces = carriers[next(row[5] for row in game.facts["COMPONENTS"] if row[0] == component)]
        kinds = [carriers[axis] for axis in axes]
        found = []
        for instance, index in enumerate(product(*(range(kind.low, kind.high + 1) for kind in kinds))):
            if instance >= instances or not at_table(kinds, index, players):
                continue
            inside = zone_pieces(game, zone, instance, seen)
            known = [piece for piece in inside if piece >= 0]
            count = seen[count_at + instance]
            found.append({
                "at": [kind.text(at) for kind, at in zip(kinds, index, strict=True)],
                "number": first + instance,
                "count": count if count != game.hidden else None,
                "hidden": count - len(known) if count != game.hidden else None,
                "pieces": [{"piece": piece, "text": game.words.of(pieces.text(piece))} if piece >= 0 else None for piece in inside],
            })  # fmt: skip
        yield {"name": name, "text": game.words.block(name), "of": component, "order": order, "axes": [kind.name for kind in kinds], "instances": found}
        count_at += instances


def _action(state: "State", code: int, viewer: Viewer) -> View:
    return {"code": code, "text": state.action_to_string(code), "say": state.say(code, viewer)}


def _result(state: "State") -> View | None:
    """None while the game goes on."""
    if not state.is_terminal():
        return None
    returns = state.returns()
    first = [seat for seat, value in enumerate(returns) if value == max(returns)]
    names = " and ".join(state.game.words.seat(seat) for seat in first)
    text = "a draw" if len(first) == state.players > 1 else f"{names} {'wins' if len(first) == 1 else 'share the win'}"
    return {"returns": returns, "first": first, "cut": state.is_truncated(), "text": text}
