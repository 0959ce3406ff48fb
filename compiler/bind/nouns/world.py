"""The one object that binding passes around: every global symbol found so far, and where problems go.

It is filled in the order of `bind.py` (options, enums, boards, components, …); after a part is filled, it is only read.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TypeAlias

from msgspec import Struct

from compiler.bind.nouns.scope import Scope
from compiler.bind.nouns.symbols import BoardSymbol, ComponentSymbol, EnumSymbol, LocalKind, LocalSymbol, OptionSymbol, StateSymbol, ZoneSymbol
from compiler.bind.nouns.typed import Binder, Domain, Expr
from compiler.bind.nouns.types import Type
from compiler.diagnostics import Fact, Problem, Problems
from compiler.parse import ast
from compiler.parse.spec import GraphSpec, ParsedSpec, RememberSpec, StepSpec
from compiler.source import Span

Rule: TypeAlias = "Callable[[World, Scope, ast.Call, Type | None], Expr | Domain]"
"""How a builtin types a call of it."""



class BuiltinEntry(Struct, frozen=True, kw_only=True):
    """A builtin of the language: `forms` show how it is written, `meaning` says what it is. `rule` types a call of it."""

    name: str
    group: str
    forms: tuple[str, ...]
    meaning: str
    rule: Rule
    since: int = 1


FOLDS = ("any", "count", "first", "all", "sum", "min", "max", "largest")
"""builtins with a grammar of their own"""

VALUES = ("players", "player_count", "box", "player", "bool")
"""names that cannot be given to anything that is named bare"""

User: TypeAlias = tuple[str, str]
"""What uses another: a kind (`define`, `effect`, `table`, `graph`, `sequence`, `action`) and a name."""


class Header(Struct, frozen=True, kw_only=True):
    """What callers know of a definition, an effect, a sequence, or a table with `gives` (then without parameters)."""

    name: str
    parameters: tuple[LocalSymbol, ...]
    result: Type | None
    span: Span


@dataclass(slots=True, kw_only=True)
class GraphFacts:
    """A graph as far as it has been asked for: its nodes at once, each total's type on demand."""

    spec: GraphSpec
    parts: tuple[Binder, ...] | None = None
    scope: Scope | None = None
    plain: bool = False
    busy: bool = False
    total_types: dict[str, Type] = field(default_factory=dict)


class Node(Struct, frozen=True, kw_only=True):
    """A node of the tree of play as written; `leaf` names its actions when it is a decision."""

    path: tuple[str, ...]
    spec: StepSpec
    actions: tuple[str, ...]
    is_decision: bool


class Global(Struct, frozen=True, kw_only=True):
    """A declared name of the value namespace."""

    kind: str
    span: Span


@dataclass(slots=True, kw_only=True)
class World:
    parsed: ParsedSpec
    problems: Problems
    builtins: Mapping[str, BuiltinEntry]
    players_low: int = 2
    players_high: int = 2
    seats_by_number: bool = False
    """in scenarios a number in a player's place is a seat"""
    globals: dict[str, Global] = field(default_factory=dict)
    options: dict[str, OptionSymbol] = field(default_factory=dict)
    enums: dict[str, EnumSymbol] = field(default_factory=dict)
    """declared enums, then the value sets of options that are lists of names"""
    boards: dict[str, BoardSymbol] = field(default_factory=dict)
    regions: dict[str, str] = field(default_factory=dict)
    """region or family -> its board"""
    components: dict[str, ComponentSymbol] = field(default_factory=dict)
    zones: dict[str, ZoneSymbol] = field(default_factory=dict)
    states: dict[str, StateSymbol] = field(default_factory=dict)
    defines: dict[str, Header] = field(default_factory=dict)
    effects: dict[str, Header] = field(default_factory=dict)
    sequences: dict[str, Header] = field(default_factory=dict)
    tables: dict[str, Header] = field(default_factory=dict)
    graphs: dict[str, GraphFacts] = field(default_factory=dict)
    remembers: dict[str, RememberSpec] = field(default_factory=dict)
    nodes: dict[tuple[str, ...], Node] = field(default_factory=dict)
    user: User = ("", "")
    windows: dict[str, tuple[tuple[str, ...], ...]] = field(default_factory=dict)
    """by interrupt: the steps after which its window opens"""
    uses: dict[User, dict[User, Span]] = field(default_factory=dict)
    trail: tuple[str, ...] = ()
    made: int = 0

    def report(self, code: str, span: Span, **facts: Fact) -> None:
        """A name that could not be read is empty; whoever read it has said so."""
        if facts.get("name") == "":
            return
        self.problems.add(Problem(code=code, span=span, facts=facts, trail=self.trail))

    def is_lost(self, name: str) -> bool:
        """Was it declared, but so wrongly that nothing is known of it? Its problem is reported, so its uses are silent."""
        tables: Mapping[str, Mapping[str, object]] = {
            "an option": self.options,
            "an enum": self.enums,
            "a board": self.boards,
            "a region": self.regions,
            "a component": self.components,
            "a zone": self.zones,
            "a state variable": self.states,
        }
        declared = self.globals.get(name)
        return declared is not None and name not in tables.get(declared.kind, self.globals)

    def local(self, name: ast.Ident, kind: LocalKind, type: Type, scope: Scope | None = None) -> LocalSymbol:
        """A new local; its name must hide neither a global nor, if `scope` is given, another local."""
        self.made += 1
        hidden = self.globals.get(name.text)
        if hidden is not None:
            self.report("RWN009", name.span, name=name.text, first=hidden.span, first_kind=hidden.kind)
        elif scope is not None and (other := scope.names.get(name.text)) is not None:
            self.report("RWN009", name.span, name=name.text, first=other.span, first_kind=LOCAL_KINDS[other.kind])
        return LocalSymbol(name=name.text, number=self.made, kind=kind, type=type, span=name.span)

    def use(self, kind: str, name: str, span: Span) -> None:
        """The current user uses this."""
        if self.user[0]:
            self.uses.setdefault(self.user, {}).setdefault((kind, name), span)

    @contextmanager
    def using(self, kind: str, name: str) -> Iterator[None]:
        before = self.user
        self.user = (kind, name)
        try:
            yield
        finally:
            self.user = before

    @contextmanager
    def under(self, *keys: str) -> Iterator[None]:
        """Problems found inside are on the trail of these keys."""
        before = self.trail
        self.trail = (*before, *keys)
        try:
            yield
        finally:
            self.trail = before

    @contextmanager
    def quietly(self) -> Iterator[None]:
        """Nothing found inside is reported, nothing used inside counts as used."""
        problems, user = self.problems, self.user
        self.problems, self.user = Problems(), ("", "")
        try:
            yield
        finally:
            self.problems, self.user = problems, user


LOCAL_KINDS: Mapping[LocalKind, str] = {
    "parameter": "a parameter",
    "binder": "a bound name",
    "let": "a `let`",
    "loop": "a loop's variable",
    "choice": "a choice",
    "outcome": "an outcome",
    "read": "a name of `reads`",
    "seat": "the seat of `result`",
}
