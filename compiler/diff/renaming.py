"""Are two games the same but for names?

In: two games as the machine runs them. Out: whether one turns into the other by giving names other names, one to one in each kind of name.
Texts that only people read, places and hashes do not count; everything that decides play does.
"""

from functools import cache
from typing import Any, Final, get_type_hints

from msgspec import Struct

from compiler.ir.actions import ActionIR, Chance, Decision
from compiler.ir.exprs import Binder
from compiler.ir.game import GameIR
from compiler.ir.stmts import FunctionIR, Let, Parameter, ProcedureIR

SILENT: Final = frozenset(
    {
        "span", "doc", "text", "clauses", "game", "variant", "title", "spec_hash", "options", "claims", "always", "view", "say", "field_texts",
        "stands",
    }
)  # fmt: skip
"""Fields that change nothing in play."""

KINDS: Final = {
    "block": "block", "ring": "block", "used": "block", "head": "block", "where": "block", "items": "block", "count": "block", "members": "block",
    "x": "block", "y": "block", "follows": "block",
    "local": "local", "sealed": "local", "secret": "local",
    "zone": "zone", "component": "component", "piece_axis": "component", "table": "table", "lists": "lists", "graph": "graph", "plane": "plane",
    "memory": "memory", "detail": "total", "totals": "total", "function": "function", "procedure": "procedure", "exit": "exit", "path": "path",
    "texts": "word",
}  # fmt: skip
"""The kind of name that a field holds, where its own name says so."""

OWN: Final = {
    "Block": "block", "Zone": "zone", "Component": "component", "Table": "table", "Lists": "lists", "GraphIR": "graph", "PlaneIR": "plane",
    "MemoryIR": "memory", "FunctionIR": "function", "ProcedureIR": "procedure", "Exit": "exit", "Local": "local", "Parameter": "local",
    "ActionIR": "action", "Decision": "step", "Chance": "step", "Carrier": "type",
}  # fmt: skip
"""The kind of name that the field `name` of a noun holds."""

BINDS: Final[dict[type, str]] = {Binder: "local", Let: "local", Parameter: "name"}
"""The field in which a noun binds a local name."""


def same_game(one: GameIR, other: GameIR) -> bool:
    """Whether the two play alike, code for code, whatever things are called."""
    return _Pairing().alike(one, other, "")


class _Pairing:
    """Names met so far in both games, paired one to one within each kind; a local name is paired anew wherever it is bound."""

    def __init__(self) -> None:
        self._there: dict[tuple[str, str], str] = {}
        self._back: dict[tuple[str, str], str] = {}

    def alike(self, one: object, other: object, kind: str) -> bool:
        if type(one) is not type(other):
            return False
        if isinstance(one, str) and isinstance(other, str):
            return self._paired(kind, one, other) if kind else one == other
        if isinstance(one, tuple) and isinstance(other, tuple):
            return len(one) == len(other) and all(self.alike(a, b, kind) for a, b in zip(one, other, strict=True))
        if not isinstance(one, Struct):
            return one == other
        if isinstance(one, ActionIR | Decision | Chance | FunctionIR | ProcedureIR):
            self._there = {key: value for key, value in self._there.items() if key[0] != "local"}
            self._back = {key: value for key, value in self._back.items() if key[0] != "local"}
        if isinstance(one, Binder | Let | Parameter):
            self._bind(getattr(one, BINDS[type(one)]), getattr(other, BINDS[type(one)]))
        return all(self.alike(getattr(one, name), getattr(other, name), below) for name, below in _fields(type(one)))

    def _bind(self, one: str, other: str) -> None:
        for key in [key for key, value in self._there.items() if key[0] == "local" and (key[1] == one or value == other)]:
            del self._back["local", self._there.pop(key)]
        self._there["local", one], self._back["local", other] = other, one

    def _paired(self, kind: str, one: str, other: str) -> bool:
        if not one or not other:
            return one == other
        return self._there.setdefault((kind, one), other) == other and self._back.setdefault((kind, other), one) == one


@cache
def _fields(noun: Any) -> tuple[tuple[str, str], ...]:
    """The fields of a noun that decide play, each with the kind of names it holds; empty for words of the machine itself."""
    hints = get_type_hints(noun)
    return tuple((name, _kind(noun, name, str(hints[name]))) for name in noun.__struct_fields__ if name not in SILENT)


def _kind(noun: type, field: str, hint: str) -> str:
    if hint.startswith("typing.Literal"):
        return ""
    return OWN.get(noun.__name__, noun.__name__) if field == "name" else KINDS.get(field, field)
