"""From typed expressions to z3 terms, over everything that the types allow.

A variable is a function of its indexes with values of its type; a field or a board's geometry is the table it is; definitions and tables
that give a value are put in place of their calls; searches over few members are written out. What is left (zones, graphs, long searches) is
a value of its type of which nothing more is known. So a term has at least all the values that play can give it: what z3 refutes never
happens, what it finds need not.

Options may have any of their values, so that what is refuted is so in every build, as far as types do not depend on them.
"""

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any, Final

import z3

from compiler.bind.nouns import typed as t
from compiler.bind.nouns.symbols import ComponentSymbol
from compiler.bind.nouns.types import NO_VALUE, BoolType, ComponentType, DirectionType, EnumType, OptionalType, PlayerType, SiteType, Type
from compiler.checks.prove.atoms import COMPARISONS, Atom, Env, Term, TooLarge, constant, extreme, known, least, most, plain
from compiler.checks.values import interval_of, values_of
from compiler.checks.walk import is_node, walk

WRITTEN_OUT: Final = 24
"""Members of a search that is written out, over all its names."""

DEEP: Final = 12
"""Calls inside calls that are put in place."""

MOST_TERMS: Final = 6_000
"""Terms of one question; a question that would need more is not asked."""


class Terms:
    """Makes terms, and gathers what is known of them (`facts`) and what they are made from (`atoms`)."""

    def __init__(self, typed: t.TypedSpec, *, free_options: bool = True) -> None:
        self.typed = typed
        self.free_options = free_options
        self.facts: list[Term] = []
        self.atoms: dict[int, Atom] = {}
        self.tables: dict[str, Term] = {}
        self.made = 0
        self.players = z3.Int("player_count")
        self.facts += [self.players >= typed.players_low, self.players <= typed.players_high]
        self._defines = {define.name: define for define in typed.defines}
        self._resolutions = {table.name: table for table in typed.tables}
        self._unknown: dict[object, Term] = {}
        self._kept: list[Term] = []

    # ---- values and truth

    def truth(self, env: Env, expr: t.Expr) -> Term:
        term = self.term(env, expr)
        return term if z3.is_bool(term) else term != 0

    def number(self, env: Env, expr: t.Expr) -> Term:
        term = self.term(env, expr)
        return z3.If(term, 1, 0) if z3.is_bool(term) else term

    def term(self, env: Env, expr: t.Expr) -> Term:
        self.made += 1
        if self.made > MOST_TERMS:
            raise TooLarge
        match expr:
            case t.Const():
                return self._const(expr)
            case t.LocalRef():
                found = env.locals.get(expr.local.number)
                return found if found is not None else self.fresh(expr.local.name, expr.type, ("local", expr.local.number))
            case t.PlayerCount():
                return self.players
            case t.StateRef():
                return self._state(env, expr)
            case t.FieldRef() if not expr.indexes:
                return self._field(self.number(env, expr.piece), expr.component, expr.field)
            case t.Attribute(kind="owner" | "x" | "y"):
                return self._attribute(env, expr)
            case t.Call(kind="define"):
                return self._define(env, expr)
            case t.Call():
                return self._resolution(env, expr)
            case t.Builtin():
                return self._builtin(env, expr)
            case t.Binary():
                return self._binary(env, expr)
            case t.Negate():
                return -self.number(env, expr.operand)
            case t.Not():
                return z3.Not(self.truth(env, expr.operand))
            case t.Logic():
                items = [self.truth(env, item) for item in expr.items]
                return z3.And(*items) if expr.operator == "and" else z3.Or(*items)
            case t.Compare():
                return COMPARISONS[expr.operator](self.number(env, expr.left), self.number(env, expr.right))
            case t.TextCompare():
                piece = self.number(env, expr.piece)
                return z3.Or(*(piece == number for number in expr.pieces))
            case t.In():
                return self._in(env, expr)
            case t.IfElse():
                return z3.If(self.truth(env, expr.condition), self.number(env, expr.value), self.number(env, expr.other))
            case t.Quantifier():
                return self._quantifier(env, expr)
            case t.Before():
                return self.term(Env(env.locals, {**env.versions, "": -1}, env.depth), expr.operand)
            case t.Narrow():
                return self.term(env, expr.operand)
            case _:
                return self.unknown(env, expr)

    # ---- what is known only by its type

    def fresh(self, words: str, type: Type, key: object) -> Term:
        """The one value of this key, within its type."""
        if key not in self._unknown:
            number = len(self._unknown)
            term = z3.Bool(f"{words} #{number}") if isinstance(type, BoolType) else z3.Int(f"{words} #{number}")
            self._unknown[key] = term
            self.facts.append(self.within(term, type))
            self._note(term, words, type)
        return self._unknown[key]

    def unknown(self, env: Env, expr: t.Expr) -> Term:
        """A value of the expression's type; the same for the same expression in the same surroundings."""
        return self.fresh(" ".join(expr.span.text.split()), expr.type, ("expr", self._shape(env, expr), tuple(sorted(env.versions.items()))))

    def within(self, term: Term, type: Type) -> Term:
        if isinstance(type, BoolType):
            return z3.BoolVal(True)
        if isinstance(type, OptionalType):
            return z3.Or(term == NO_VALUE, self.within(term, type.base))
        if isinstance(type, PlayerType):
            return z3.And(term >= 0, term < self.players)
        if isinstance(type, EnumType):
            numbers = values_of(self.typed, type) or ()
            if numbers and numbers != tuple(range(numbers[0], numbers[0] + len(numbers))):
                return z3.Or(*(term == number for number in numbers))
        span = interval_of(self.typed, type)
        return z3.And(term >= span[0], term <= span[1]) if span is not None else z3.BoolVal(True)

    def _note(self, term: Term, words: str, type: Type) -> None:
        self.atoms.setdefault(term.get_id(), Atom(term, words, type))
        self._kept.append(term)

    def _shape(self, env: Env, node: object) -> object:
        """The expression without its places, locals as the terms they stand for."""
        if isinstance(node, t.LocalRef):
            found = env.locals.get(node.local.number)
            return ("local", node.local.number) if found is None else ("term", self._identity(found))
        if isinstance(node, tuple):
            return tuple(self._shape(env, item) for item in node)
        if is_node(node):
            kind: Any = type(node)
            return (kind.__name__, *(self._shape(env, getattr(node, name)) for name in kind.__struct_fields__ if name != "span"))
        return node

    def _identity(self, term: Term) -> int:
        self._kept.append(term)
        found: int = term.get_id()
        return found

    # ---- constants and variables

    def _const(self, expr: t.Const) -> Term:
        if self.free_options and expr.option and expr.value == next(option.value for option in self.typed.options if option.name == expr.option):
            return self.option(expr.option)
        return z3.BoolVal(expr.value != 0) if isinstance(expr.type, BoolType) else z3.IntVal(expr.value)

    def option(self, name: str) -> Term:
        """An option's value, whatever it is set to."""
        option = next(option for option in self.typed.options if option.name == name)
        return self.fresh(name, option.type, ("option", name))

    def _state(self, env: Env, expr: t.StateRef) -> Term:
        indexes = [self.number(env, index) for index in expr.indexes]
        symbol = next(state for state in self.typed.states if state.name == expr.state)
        version = -1 if "" in env.versions else env.versions.get(expr.state, 0)
        return self.applied(f"{expr.state}@{version}", indexes, symbol.type, " ".join(expr.span.text.split()))

    def applied(self, name: str, indexes: Sequence[Term], type: Type, words: str) -> Term:
        """A variable's value: a function of its indexes, within its type."""
        result = z3.BoolSort() if isinstance(type, BoolType) else z3.IntSort()
        term = z3.Function(name, *(z3.IntSort() for _ in indexes), result)(*indexes) if indexes else z3.Const(name, result)
        if term.get_id() not in self.atoms:
            self.facts.append(self.within(term, type))
            self._note(term, words, type)
        return term

    def _table(self, name: str, values: Mapping[int, int]) -> Term:
        """A function known at these places."""
        if name not in self.tables:
            self.tables[name] = z3.Function(name, z3.IntSort(), z3.IntSort())
            self.facts.append(known(name, tuple(values.items())))
        return self.tables[name]

    def _field(self, piece: Term, component: str, name: str) -> Term:
        symbol = self._component(component).field(name)
        if symbol is None or symbol.kind != "value":
            raise TooLarge
        if z3.is_int_value(piece):
            return constant(symbol, piece.as_long())
        found = self._table(f"{component}.{name}", {number: values[0] for number, values in enumerate(symbol.values)})(piece)
        return found != 0 if isinstance(symbol.type, BoolType) else found

    def _component(self, name: str) -> ComponentSymbol:
        return next(component for component in self.typed.components if component.name == name)

    def _attribute(self, env: Env, expr: t.Attribute) -> Term:
        base = self.number(env, expr.base)
        kind = expr.base.type
        if isinstance(kind, ComponentType) and expr.kind == "owner":
            return base / self._component(kind.name).per_seat
        board = next((board for board in self.typed.boards if isinstance(kind, SiteType | DirectionType) and board.name == kind.board), None)
        if board is None or not board.sites:
            return self.unknown(env, expr)
        if isinstance(kind, DirectionType):
            values = board.dx if expr.kind == "x" else board.dy
        else:
            values = board.x if expr.kind == "x" else board.y
        return self._table(f"{board.name}.{expr.kind} of {type(kind).__name__}", dict(enumerate(values)))(base)

    # ---- calls

    def _define(self, env: Env, expr: t.Call) -> Term:
        define = self._defines.get(expr.name)
        if define is None or env.depth >= DEEP:
            return self.unknown(env, expr)
        arguments = {local.number: self.term(env, argument) for local, argument in zip(define.parameters, expr.arguments, strict=True)}
        return self.term(env.called(arguments), define.body)

    def _resolution(self, env: Env, expr: t.Call) -> Term:
        table = self._resolutions.get(expr.name)
        if table is None or env.depth >= DEEP or table.hit == "each":
            return self.unknown(env, expr)
        inner = env.called({local.number: self.term(env.called({}), read) for local, read in table.reads})
        last = (
            self.number(inner, table.otherwise_gives) if table.otherwise_gives is not None else self.number(Env(env.locals, env.versions, DEEP), expr)
        )
        for row in reversed(table.rows):
            if row.gives is not None:
                last = z3.If(self.truth(inner, row.when), self.number(inner, row.gives), last)
        return last != 0 if isinstance(expr.type, BoolType) else last

    def _builtin(self, env: Env, expr: t.Builtin) -> Term:
        if expr.name == "seat":
            return self.number(env, expr.arguments[0])
        if expr.name in ("abs", "min", "max"):
            values = [self.number(env, argument) for argument in expr.arguments]
            return z3.If(values[0] >= 0, values[0], -values[0]) if expr.name == "abs" else extreme(expr.name, values)
        if expr.name == "other_player":
            return 1 - self.number(env, expr.arguments[0])
        if expr.name == "ordinal" and plain(expr.arguments[0].type):
            return self.number(env, expr.arguments[0])
        if expr.name in ("next_player", "left_of") and not self._eliminates:
            return (self.number(env, expr.arguments[0]) + 1) % self.players
        if expr.name == "right_of" and not self._eliminates:
            return (self.number(env, expr.arguments[0]) + self.players - 1) % self.players
        if expr.name in ("distance_left", "distance_right"):
            start, end = (self.number(env, argument) for argument in expr.arguments)
            return (end - start) % self.players if expr.name == "distance_left" else (start - end) % self.players
        return self.unknown(env, expr)

    @property
    def _eliminates(self) -> bool:
        steps = (*self.typed.setup, *self.typed.phases, *(sequence.step for sequence in self.typed.sequences))
        everything = (*steps, *self.typed.effects, *self.typed.tables, *(offer for each in self.typed.interrupts for offer in each.offers))
        return any(isinstance(part, t.Verdict) and part.kind == "eliminate" for part in walk(everything))

    def _binary(self, env: Env, expr: t.Binary) -> Term:
        left, right = self.number(env, expr.left), self.number(env, expr.right)
        match expr.operator:
            case "+":
                return left + right
            case "-":
                return left - right
            case "*":
                return left * right
            case "//":
                return left / right
            case "%":
                return left % right

    # ---- what is walked

    def _in(self, env: Env, expr: t.In) -> Term:
        item = self.number(env, expr.item)
        inside = self.member(env, item, expr.domain)
        return inside if inside is not None else self.unknown(env, expr)

    def member(self, env: Env, item: Term, domain: t.Domain) -> Term | None:
        """Whether a term is in a domain; None where that is not known."""
        match domain:
            case t.Numbers():
                return z3.And(item >= self.number(env, domain.low), item <= self.number(env, domain.high))
            case t.Listed():
                return z3.Or(*(item == self.number(env, each) for each in domain.items))
            case t.Whole():
                return self.within(item, domain.element)
            case t.OptionalValue():
                return z3.And(item == self.number(env, domain.value), item != NO_VALUE)
            case _:
                return None

    def bind(self, env: Env, binder: t.Binder) -> tuple[Env, list[Term]]:
        """Any member of a binder's domain, and what is then known."""
        value = self.fresh(binder.local.name, binder.local.type, ("binder", binder.local.number, tuple(sorted(env.versions.items())), env.depth))
        inner = env.bound(binder.local.number, value)
        inside = self.member(env, value if not z3.is_bool(value) else z3.If(value, 1, 0), binder.domain)
        known = [inside] if inside is not None else []
        known += [self.truth(inner, condition) for condition in (binder.keep, binder.where) if condition is not None]
        return inner, known

    def _quantifier(self, env: Env, expr: t.Quantifier) -> Term:
        rows = self._written_out(env, expr)
        if rows is None or expr.kind in ("first", "largest"):
            return self.unknown(env, expr)
        match expr.kind:
            case "any":
                return z3.Or(*(holds for _, holds in rows))
            case "count":
                return z3.Sum(*(z3.If(holds, 1, 0) for _, holds in rows)) if rows else z3.IntVal(0)
            case "all":
                assert expr.body is not None
                body = expr.body
                return z3.And(*(z3.Implies(holds, self.truth(inner, body)) for inner, holds in rows))
            case "sum":
                assert expr.body is not None
                body = expr.body
                return z3.Sum(*(z3.If(holds, self.number(inner, body), 0) for inner, holds in rows)) if rows else z3.IntVal(0)
            case _:
                return self._fold(env, expr, rows)

    def _fold(self, env: Env, expr: t.Quantifier, rows: list[tuple[Env, Term]]) -> Term:
        """`min`, `max`: the value of the expression itself is bounded by each member, and is one of them or the default."""
        assert expr.body is not None
        values = [(holds, self.number(inner, expr.body)) for inner, holds in rows]
        found = self.unknown(env, expr)
        beats = COMPARISONS["<=" if expr.kind == "min" else ">="]
        some = z3.Or(*(holds for holds, _ in values))
        for holds, value in values:
            self.facts.append(z3.Implies(holds, beats(found, value)))
        self.facts.append(z3.Implies(some, z3.Or(*(z3.And(holds, found == value) for holds, value in values))))
        if expr.default is not None:
            self.facts.append(z3.Implies(z3.Not(some), found == self.number(env, expr.default)))
        return found

    def _written_out(self, env: Env, expr: t.Quantifier) -> list[tuple[Env, Term]] | None:
        """An environment for each choice of members, and whether it is one; None where there are too many."""
        if any(binder.keep is not None for binder in expr.binders):
            return None
        members = [self._members(env, binder.domain) for binder in expr.binders]
        size = 1
        for found in members:
            size *= len(found) if found is not None else WRITTEN_OUT + 1
        if size > WRITTEN_OUT:
            return None
        return [self._row(env, expr.binders, values) for values in product(*(found for found in members if found is not None))]

    def _row(self, env: Env, binders: tuple[t.Binder, ...], values: Sequence[Term]) -> tuple[Env, Term]:
        known: list[Term] = []
        for binder, value in zip(binders, values, strict=True):
            if isinstance(binder.domain, t.Whole | t.OptionalValue | t.Numbers):
                inside = self.member(env, value, binder.domain)
                known += [inside] if inside is not None else []
            env = env.bound(binder.local.number, value != 0 if isinstance(binder.local.type, BoolType) else value)
            if binder.where is not None:
                known.append(self.truth(env, binder.where))
        return env, z3.And(*known)

    def _members(self, env: Env, domain: t.Domain) -> list[Term] | None:
        """Terms among which all members are; which of them are is asked again."""
        match domain:
            case t.Whole(element=ComponentType()):
                return None
            case t.Whole():
                values = values_of(self.typed, domain.element)
                return [z3.IntVal(value) for value in values] if values is not None else None
            case t.Numbers():
                low, high = least(self.typed, domain.low.type), most(self.typed, domain.high.type)
                return None if low is None or high is None or high - low > WRITTEN_OUT else [z3.IntVal(value) for value in range(low, high + 1)]
            case t.Listed():
                return [self.number(env, item) for item in domain.items]
            case t.OptionalValue():
                return [self.number(env, domain.value)]
            case _:
                return None
