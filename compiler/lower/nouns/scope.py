"""Names inside one function of the machine: each local symbol has its own, unlike any other there.

    scope = Scope(world, path="define.best", clauses=…)
    scope.bind(local)            # "c", or "c_2" if there is a c already
"""

from dataclasses import dataclass, field

from compiler.bind.nouns.symbols import LocalSymbol
from compiler.ir.exprs import Expr, Local
from compiler.lower.nouns.world import Clauses, World
from compiler.source import Span


@dataclass(slots=True)
class Scope:
    world: World
    path: str
    """where a rule made here stands"""
    clauses: Clauses
    locals: dict[int, Expr] = field(default_factory=dict)
    taken: set[str] = field(default_factory=set)

    def bind(self, local: LocalSymbol) -> str:
        """A name for a local that this function binds."""
        name = self.fresh(local.name.strip("()"))
        self.locals[local.number] = Local(name)
        return name

    def fresh(self, name: str) -> str:
        """A name that nothing here has yet."""
        number = 1
        free = name
        while free in self.taken:
            number += 1
            free = f"{name}_{number}"
        self.taken.add(free)
        return free

    def read(self, local: LocalSymbol) -> Expr:
        """How the local's value is read: a local of this function, or a slot of the vector."""
        if local.number in self.locals:
            return self.locals[local.number]
        return self.world.in_vector[local.number]

    def rule(self, kind: str, span: Span, text: str | None = None) -> int:
        return self.world.rule(kind, self.path, self.clauses, span, text)

    def at(self, path: str) -> "Scope":
        """The same names at another place of the spec."""
        return Scope(self.world, path, self.clauses, self.locals, self.taken)
