"""A match as data: which spec, who sat where, which seed, every action with its text, and the result.

A record replays on every backend: chance is explicit in it, so its outcomes are actions like any other. `replay` finds the first entry that
does not fit; a record of another spec is refused by name.

    record = Record.begin(game, players=2, seed=7)
    state = record.state(game)
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from runtime.contract import RECORD_VERSION
from runtime.errors import BadRecord, Fault, IllegalAction
from runtime.files import write_whole

if TYPE_CHECKING:
    from runtime.game import Game
    from runtime.state import State


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """An action or outcome: the seat (-1: chance), its code and its canonical text."""

    seat: int
    action: int
    text: str


@dataclass(slots=True, kw_only=True)
class Record:
    """A match, finished or not. `returns` is empty while it is not over."""

    game: str
    variant: str
    spec_hash: str
    players: int
    seed: int
    entries: list[Entry] = field(default_factory=list)
    returns: list[int] = field(default_factory=list)
    names: list[str] = field(default_factory=list)

    @classmethod
    def begin(cls, game: "Game", *, players: int, seed: int) -> "Record":
        return cls(game=game.name, variant=game.variant, spec_hash=game.spec_hash, players=players, seed=seed)

    def start(self, game: "Game") -> "State":
        """The opening position, chance explicit. Raises BadRecord if the record is of another spec."""
        if self.spec_hash != game.spec_hash:
            mine = f"{self.game}+{self.variant}" if self.variant else self.game
            raise BadRecord(f"a record of {mine} with spec {self.spec_hash[:12]}; this engine is {game.full_name} with spec {game.spec_hash[:12]}")
        try:
            return game.new_initial_state(self.players, seed=self.seed, explicit_chance=True)
        except ValueError as error:
            raise BadRecord(str(error)) from error

    def add(self, state: "State", action: int) -> None:
        """Notes an action that is about to be applied to `state`."""
        seat = -1 if state.is_chance_node() else state.actor()
        self.entries.append(Entry(seat=seat, action=action, text=state.action_to_string(action)))

    def close(self, state: "State") -> None:
        """Notes the result, if the game is over."""
        self.returns = state.returns() if state.is_terminal() else []

    def to_json(self) -> dict[str, Any]:
        return {
            "record": RECORD_VERSION,
            "game": self.game,
            "variant": self.variant,
            "spec_hash": self.spec_hash,
            "players": self.players,
            "seed": self.seed,
            "names": self.names,
            "actions": [[entry.seat, entry.action, entry.text] for entry in self.entries],
            "returns": self.returns,
        }

    def save(self, path: Path) -> None:
        """Writes the record, whole or not at all. Raises OSError."""
        write_whole(path, json.dumps(self.to_json(), indent=1, ensure_ascii=False) + "\n")


def load_record(path: Path) -> Record:
    """Raises BadRecord for a file that is missing, no JSON, or of another shape."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise BadRecord(f"cannot read {path}: {error}") from error
    return parse_record(data, str(path))


def parse_record(data: object, source: str) -> Record:
    """A record from plain data. Raises BadRecord naming what is amiss."""
    if not isinstance(data, dict):
        raise BadRecord(f"{source}: a record is a JSON object")
    if data.get("record") != RECORD_VERSION:
        raise BadRecord(f"{source}: a record of engine contract {data.get('record')!r}; this runtime keeps contract {RECORD_VERSION}")
    shapes: tuple[tuple[str, type], ...] = (
        ("game", str), ("variant", str), ("spec_hash", str), ("players", int), ("seed", int), ("actions", list), ("returns", list), ("names", list),
    )  # fmt: skip
    for key, kind in shapes:
        if not isinstance(data.get(key), kind) or isinstance(data.get(key), bool):
            raise BadRecord(f"{source}: `{key}` is missing or no {kind.__name__}")
    entries: list[Entry] = []
    for number, row in enumerate(data["actions"], start=1):
        if not (isinstance(row, list) and len(row) == 3 and type(row[0]) is int and type(row[1]) is int and isinstance(row[2], str)):
            raise BadRecord(f"{source}: action {number} is not [seat, code, text]")
        entries.append(Entry(seat=row[0], action=row[1], text=row[2]))
    if not all(type(item) is int for item in data["returns"]) or not all(isinstance(item, str) for item in data["names"]):
        raise BadRecord(f"{source}: `returns` are integers and `names` texts")
    return Record(
        game=data["game"], variant=data["variant"], spec_hash=data["spec_hash"], players=data["players"], seed=data["seed"],
        entries=entries, returns=data["returns"], names=data["names"],
    )  # fmt: skip


def replay(record: Record, game: "Game", *, to: int | None = None) -> Iterator["State"]:
    """The opening position, then the position after each entry (the same State, moved on), up to entry `to`.

    The streams move on with every outcome, so that a match that is taken up again draws what it would have drawn.

    Raises BadRecord at the first divergence: an illegal action, another seat's, another text, or another result at the end.
    """
    state = record.start(game)
    yield state
    for number, entry in enumerate(record.entries[:to], start=1):
        seat = -1 if state.is_chance_node() else state.actor()
        if state.is_terminal() or seat != entry.seat:
            who = "over" if state.is_terminal() else "at a chance step" if seat == -1 else f"waiting for seat {seat}"
            raise BadRecord(f"entry {number} ({entry.text}) is by seat {entry.seat}, but the game is {who}")
        if state.action_to_string(entry.action) != entry.text:
            raise BadRecord(f"entry {number} says {entry.text!r}, but its code {entry.action} means {state.action_to_string(entry.action)!r}")
        try:
            if state.is_chance_node():
                state.draw_outcome()
            state.apply_action(entry.action)
        except (IllegalAction, Fault) as error:
            raise BadRecord(f"entry {number}: {error}") from error
        yield state
    if to is None and record.returns and (not state.is_terminal() or state.returns() != record.returns):
        found = state.returns() if state.is_terminal() else "not over"
        raise BadRecord(f"the record's result is {record.returns}, the replayed game's {found}")
