"""What lowering knows and gathers: the typed spec by name, and the tables, rules, registers and helper functions made on the way.

One `World` lives for one run of `lower_spec`. Everything is kept in the order it was first asked for, which is the order of the spec.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from compiler.bind.nouns import symbols, types
from compiler.bind.nouns import typed as t
from compiler.bind.nouns.symbols import BoardSymbol, CiteRef, ComponentSymbol, EnumSymbol, StateSymbol, ZoneSymbol
from compiler.bind.nouns.types import OptionalType, RangeType, Type
from compiler.diagnostics.problem import Problem, Problems
from compiler.ir.exprs import Cond, Domain, Expr
from compiler.ir.game import Rule
from compiler.ir.layout import Carrier, Lists, Seen, Table
from compiler.ir.stmts import Doc, FunctionIR
from compiler.parse.spec import ParsedSpec
from compiler.source import SourceFile, Span

if TYPE_CHECKING:
    from compiler.lower.nouns.scope import Scope

Path = tuple[str, ...]
Clauses = tuple[tuple[str, str], ...]


_DECLARED = (symbols.__name__, types.__name__)


class Register(Struct, frozen=True, kw_only=True):
    """A block of slots that the flow needs, to be laid out later."""

    name: str
    carrier: Carrier
    axes: tuple[Carrier, ...] = ()
    length: int = 1
    seen: Seen = "all"
    owners: tuple[int, ...] = ()
    start: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Builtins:
    """How calls of builtins are lowered, by name: a table that expressions are handed, for what it holds stands on expressions itself."""

    values: Mapping[str, Callable[["Scope", t.Builtin], Expr]]
    conditions: Mapping[str, Callable[["Scope", t.Builtin], Cond]]
    domains: Mapping[str, Callable[["Scope", t.Walked], Domain]]
    attributes: Mapping[str, Callable[["Scope", t.Attribute, Expr], Expr]]
    """the parts and totals of nodes and groups, from their number"""


@dataclass(slots=True)
class World:
    typed: t.TypedSpec
    problems: Problems
    builtins: Builtins
    boards: dict[str, BoardSymbol]
    components: dict[str, ComponentSymbol]
    zones: dict[str, ZoneSymbol]
    states: dict[str, StateSymbol]
    enums: dict[str, EnumSymbol]
    clause_texts: dict[str, str]
    short: dict[Path, str]
    """for each step the shortest end of its path that no other step has"""
    counted: frozenset[Path]
    """the steps whose pass number is asked for"""
    eliminates: bool
    definitions: dict[str, tuple[Type, ...]]
    effects: dict[str, tuple[Type, ...]]
    sequences: dict[str, tuple[Type, ...]]
    """what each takes; of definitions also tables that give a value, which take nothing"""
    no_number: int
    """what stands for none beside numbers, see `compiler.lower.types.carriers`"""
    action_numbers: dict[tuple[Path, str], int]
    """by leaf and name, in source order; forced actions after the leaf's own"""
    least: int = 0
    """the least number that anything of the game is"""
    rules: list[Rule] = field(default_factory=list)
    rule_numbers: dict[Rule, int] = field(default_factory=dict)
    tables: dict[str, Table] = field(default_factory=dict)
    table_names: dict[tuple[int, ...], str] = field(default_factory=dict)
    lists: dict[str, Lists] = field(default_factory=dict)
    list_names: dict[tuple[tuple[int, ...], ...], str] = field(default_factory=dict)
    registers: dict[str, Register] = field(default_factory=dict)
    in_vector: dict[int, Expr] = field(default_factory=dict)
    """by a local's number, how it is read from the vector: loop variables and parameters of sequences"""
    helpers: dict[str, FunctionIR] = field(default_factory=dict)
    """small functions of lowering's own, by name"""
    unsupported: list[str] = field(default_factory=list)

    @property
    def players_low(self) -> int:
        return self.typed.players_low

    @property
    def players_high(self) -> int:
        return self.typed.players_high

    def report(self, span: Span, what: str) -> None:
        """Something that this compiler cannot lower yet: better said than compiled wrongly."""
        self.unsupported.append(what)
        self.problems.add(Problem(code="RWE004", span=span, facts={"what": what}))

    def rule(self, kind: Any, path: str, clauses: Clauses, span: Span | None, text: str | None = None) -> int:
        """The number of a rule; equal rules share one."""
        words = text if text is not None else (" ".join(span.text.split()) if span is not None else "")
        made = Rule(kind=kind, path=path, text=words, clauses=clauses, span=span)
        if made not in self.rule_numbers:
            self.rules.append(made)
            self.rule_numbers[made] = len(self.rules)
        return self.rule_numbers[made]

    def clauses(self, cites: tuple[CiteRef, ...]) -> Clauses:
        return tuple((cite.clause, self.clause_texts.get(cite.clause, "")) for cite in cites)

    def doc(self, path: str, cites: tuple[CiteRef, ...], span: Span | None) -> Doc:
        return Doc(path=path, clauses=self.clauses(cites), span=span)

    def table(self, name: str, values: tuple[int, ...]) -> str:
        """The name of the table with these values: this one, or an equal one's."""
        if values not in self.table_names:
            name = _free(name, self.tables)
            self.table_names[values] = name
            self.tables[name] = Table(name=name, values=values)
        return self.table_names[values]

    def list_table(self, name: str, rows: tuple[tuple[int, ...], ...]) -> str:
        if rows not in self.list_names:
            name = _free(name, self.lists)
            self.list_names[rows] = name
            self.lists[name] = Lists(name=name, rows=rows)
        return self.list_names[rows]

    def actions_of(self, leaf: Path, action: str) -> tuple[int, ...]:
        """The number of an action of a leaf, or with an empty name of all that are not forced."""
        if action:
            return (self.action_numbers[leaf, action],)
        step = next(step for step in all_steps(self.typed) if step.path == leaf)
        assert isinstance(step.body, t.Decision)
        return tuple(self.action_numbers[leaf, item.name] for item in step.body.actions)

    def register(self, register: Register) -> str:
        """Asks for a register; asking again for the same one is the same."""
        known = self.registers.get(register.name)
        if known is not None and known != register:
            raise AssertionError(f"two registers of the name {register.name}")
        self.registers[register.name] = register
        return register.name


def open_world(typed: t.TypedSpec, problems: Problems, builtins: Builtins) -> World:
    rulebook = typed.parsed.tree.rulebook
    everything = list(nodes(typed))
    steps = list(all_steps(typed))
    return World(
        typed=typed,
        problems=problems,
        builtins=builtins,
        boards={board.name: board for board in typed.boards},
        components={component.name: component for component in typed.components},
        zones={zone.name: zone for zone in typed.zones},
        states={state.name: state for state in typed.states},
        enums={enum.name: enum for enum in typed.enums},
        clause_texts={clause.number: clause.text for clause in rulebook.clauses} if rulebook is not None else {},
        short=_short([step.path for step in steps]),
        counted=frozenset(node.step for node in everything if isinstance(node, t.Builtin) and node.name == "number"),
        eliminates=any(isinstance(node, t.Verdict) and node.kind == "eliminate" for node in everything),
        definitions={table.name: () for table in typed.tables} | {item.name: tuple(local.type for local in item.parameters) for item in typed.defines},
        effects={item.name: tuple(local.type for local in item.parameters) for item in typed.effects},
        sequences={item.name: tuple(local.type for local in item.parameters) for item in typed.sequences},
        no_number=_no_number(typed, everything),
        action_numbers=_numbered(typed),
    )


def _no_number(typed: t.TypedSpec, everything: list[Any]) -> int:
    """One less than the least number that any type of the game puts beside none, and no greater than -1."""
    taken = [item.parameters for item in typed.defines] + [item.parameters for item in typed.effects] + [item.parameters for item in typed.sequences]
    declared = [
        *(local.type for parameters in taken for local in parameters),
        *(local.type for table in typed.tables for local, _ in table.reads),
        *(state.type for state in typed.states),
        *(axis for state in typed.states for axis in state.axes),
        *(axis for zone in typed.zones for axis in zone.axes),
        *(field.type for component in typed.components for field in component.fields),
        *(axis for component in typed.components for field in component.fields for axis in field.axes),
    ]
    said = [getattr(node, name, None) for node in everything for name in ("type", "element", "result", "gives")]
    return min([0, *(type.base.low for type in (*declared, *said) if isinstance(type, OptionalType) and isinstance(type.base, RangeType))]) - 1


def all_steps(typed: t.TypedSpec) -> Iterator[t.Step]:
    """Every step, parents first, in source order."""
    for step in (*typed.setup, *typed.phases, *(sequence.step for sequence in typed.sequences)):
        yield from below(step)
    for interrupt in typed.interrupts:
        for step in interrupt.offers:
            yield from below(step)


def below(step: t.Step) -> Iterator[t.Step]:
    yield step
    if isinstance(step.body, t.Composite | t.Either):
        for inner in step.body.steps:
            yield from below(inner)


def nodes(node: object) -> Iterator[Any]:
    """Every node of a typed tree, parents first; types, what symbols declare, and where things stand is left out."""
    if isinstance(node, tuple):
        for item in node:
            yield from nodes(item)
    elif isinstance(node, Struct) and type(node).__module__ not in _DECLARED and not isinstance(node, ParsedSpec | Span | SourceFile):
        yield node
        kind: Any = type(node)
        for name in kind.__struct_fields__:
            yield from nodes(getattr(node, name))


def first_leaf(step: t.Step) -> tuple[t.Step, tuple[t.Expr, ...]]:
    """The leaf with which a step begins, and the `when`s on the way to it."""
    whens: list[t.Expr] = []
    while True:
        if step.when is not None:
            whens.append(step.when)
        if not isinstance(step.body, t.Composite):
            return step, tuple(whens)
        step = step.body.steps[0]


def _numbered(typed: t.TypedSpec) -> dict[tuple[Path, str], int]:
    """Setup, phases, sequences; of an interrupt the first leaves of its offers, `decline`, and then the rest."""
    found: dict[tuple[Path, str], int] = {}
    for step in (*typed.setup, *typed.phases, *(sequence.step for sequence in typed.sequences)):
        _number(found, below(step))
    for interrupt in typed.interrupts:
        first = [first_leaf(offer)[0] for offer in interrupt.offers]
        _number(found, first)
        found[("interrupts", interrupt.name), "decline"] = len(found)
        for offer in interrupt.offers:
            _number(found, (step for step in below(offer) if step not in first))
    return found


def _number(found: dict[tuple[Path, str], int], steps: Iterable[t.Step]) -> None:
    for step in steps:
        if isinstance(step.body, t.Decision):
            forced = step.body.otherwise.actions if step.body.otherwise is not None else ()
            for action in (*step.body.actions, *forced):
                found[step.path, action.name] = len(found)


def _short(paths: list[Path]) -> dict[Path, str]:
    found: dict[Path, str] = {}
    ends = Counter(path[-length:] for path in paths for length in range(1, len(path) + 1))
    for path in paths:
        for length in range(1, len(path) + 1):
            tail = path[-length:]
            if ends[tail] == 1 or length == len(path):
                found[path] = ".".join(tail)
                break
    return found


def _free(name: str, taken: Any) -> str:
    number = 1
    free = name
    while free in taken:
        number += 1
        free = f"{name}_{number}"
    return free
