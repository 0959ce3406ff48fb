"""Random modules of the engine subset.

Every program ends: loops carry a counter of their own that breaks them. What else happens is left to chance: values may leave int64, indices
may miss, locals may be read before they are assigned. Lines hold one statement, so a line number says where something happened.
"""

from __future__ import annotations

from random import Random

LITERALS = (0, 1, -1, 2, 3, 5, 7, -3, -8, 10, 62, 63, 64, 65, -64, 255, 2**31, -(2**31), 2**32 - 1, 2**62, 2**63 - 1, -(2**63), -(2**63) + 1)
SMALL = (0, 1, 2, 3, -1, -2, 4, 7)
BINARY = ("+", "-", "*", "//", "%", "&", "|", "^", "<<", ">>")
COMPARE = ("==", "!=", "<", "<=", ">", ">=")
VECTOR_LENGTH = 6
TABLE = (3, -1, 4, 1, -5)
WIDE_TABLE = (2**63 - 1, -(2**63), 0)


class Writer:
    """Writes one module; `wild` programs use the limits of int64 and unguarded indices more often."""

    def __init__(self, random: Random, *, wild: bool) -> None:
        self.random = random
        self.wild = wild
        self.lines: list[str] = []
        self.counters = 0
        self.callables: list[tuple[str, str]] = []
        self.names: list[str] = []

    def module(self) -> str:
        self.lines = [
            "from typing import Final", "type_of = 'data the functions never read'", "Vec = list[int]", "LIMIT: Final = 5", "LOW = -3",
            f"TABLE: Final = {TABLE!r}", f"WIDE: Final = {WIDE_TABLE!r}", "ONE: Final = (9,)", "EMPTY: Final = ()",
        ]  # fmt: skip
        for name, returns in (("first", "int"), ("second", "bool"), ("third", "None"), ("main", "int")):
            self.function(name, returns)
        return "\n".join(self.lines) + "\n"

    def function(self, name: str, returns: str) -> None:
        self.lines.append(f"def {name}(s: Vec, o: Vec, x: int, y: int, flag: bool) -> {returns}:")
        self.names = ["x", "y", "flag"]
        self.line(1, f"a: int = {self.expression(1)}")
        self.line(1, f"b: int = {self.expression(1)}")
        for late in "cd":
            self.line(1, f"{late}: int" if self.random.random() < 0.1 else f"{late}: int = {self.expression(0)}")
        self.names += ["a", "b", "c", "d"]
        self.block(1, self.random.randint(2, 5), depth=2)
        if returns != "None":
            self.line(1, f"return {self.condition(2) if returns == 'bool' else self.expression(3)}")
        self.callables.append((name, returns))

    def line(self, level: int, text: str) -> None:
        self.lines.append("    " * level + text)

    def block(self, level: int, length: int, depth: int, loop: bool = False) -> None:
        for _ in range(length):
            self.statement(level, depth, loop)

    def statement(self, level: int, depth: int, loop: bool) -> None:
        kind = self.random.randrange(12)
        name = self.random.choice(("a", "b", "c", "d", "x"))
        if kind <= 2:
            self.line(level, f"{name}{self.random.choice((': int', ''))} = {self.expression(3)}")
        elif kind == 3:
            self.line(level, f"{name} {self.operation(2, '=')}")
        elif kind == 4:
            self.line(level, f"{self.item('so')} = {self.expression(2)}")
        elif kind == 5:
            self.line(level, f"{self.item('so')} {self.operation(2, '=')}")
        elif kind == 6 and self.callables:
            self.line(level, self.call())
        elif kind == 7 and loop:
            self.line(level, f"if {self.condition(1)}:")
            self.line(level + 1, self.random.choice(("break", "continue")))
        elif depth == 0:
            self.line(level, f"a = b = {self.expression(2)}")
        elif kind <= 9:
            self.choice(level, depth, loop)
        else:
            self.loop(level, depth)

    def choice(self, level: int, depth: int, loop: bool) -> None:
        self.line(level, f"if {self.condition(2)}:")
        self.block(level + 1, self.random.randint(1, 2), depth - 1, loop)
        for _ in range(self.random.randrange(3)):
            self.line(level, f"elif {self.condition(1)}:")
            self.block(level + 1, 1, depth - 1, loop)
        if self.random.random() < 0.5:
            self.line(level, "else:")
            self.block(level + 1, 1, depth - 1, loop)
            if self.random.random() < 0.2 and loop:
                self.line(level + 1, self.random.choice(("break", "continue")))

    def loop(self, level: int, depth: int) -> None:
        counter = f"n{self.counters}"
        self.counters += 1
        self.line(level, f"{counter}: int = 0")
        bounds = [self.expression(1) for _ in range(self.random.randint(1, 3))]
        if len(bounds) == 3 and self.random.random() < 0.8:
            bounds[2] = str(self.random.choice((-3, -1, 1, 2, 2**62, -(2**63))))
        if bounds[2:] in (["0"], ["False"]):
            bounds[2] = "x"
        heads = (f"for {self.random.choice('acdi')} in range({', '.join(bounds)}):", f"while {self.condition(2)}:", "while True:")
        head = self.random.choice(heads)
        self.line(level, head)
        self.line(level + 1, f"if {counter} >= {self.random.randint(0, 4)}:")
        self.line(level + 2, "break")
        self.line(level + 1, f"{counter} += 1")
        if head.startswith("for i"):
            self.names.append("i")
        self.block(level + 1, self.random.randint(1, 3), depth - 1, loop=True)

    def expression(self, depth: int) -> str:
        if depth == 0 or self.random.random() < 0.15:
            return self.leaf()
        kind = self.random.randrange(14)
        one = self.expression(depth - 1)
        if kind <= 5:
            return f"({one} {self.operation(depth - 1)})"
        two = self.expression(depth - 1)
        match kind:
            case 6:
                return self.random.choice((f"(-(x ^ {one}))", "(-a)", f"(~{one})", f"abs({one})", f"(+{one})"))
            case 7:
                return f"{self.random.choice(('min', 'max'))}({', '.join((one, two, self.leaf())[: self.random.randint(2, 3)])})"
            case 8:
                name = self.random.choice(("x", "a", "s[1]"))
                return self.random.choice((f"({one}).bit_count()", f"({one}).bit_length()", f"(({name} & -{name}).bit_length() - 1)"))
            case 9:
                return self.item(self.random.choice(("so", "TW")))
            case 10:
                return f"({one} if {self.condition(1)} else {two})"
            case 11:
                return f"({one} {self.random.choice(('and', 'or'))} {two})"
            case 12:
                return f"({self.condition(1)})"
            case _:
                return self.call() if self.callables else one

    def operation(self, depth: int, equals: str = "") -> str:
        """An operator and its right side, which mostly does not fail by itself."""
        sign, right = self.random.choice(BINARY), self.expression(depth)
        if self.random.random() < 0.85:
            guards = {"<<": f"({right} & 7)", ">>": f"({right} & 127)", "//": f"({right} | 1)", "%": f"({right} | 1)"}
            right = guards.get(sign, right)
        return f"{sign}{equals} {right}"

    def condition(self, depth: int) -> str:
        if depth == 0:
            return self.comparison(0)
        one, two = self.condition(depth - 1), self.condition(depth - 1)
        match self.random.randrange(6):
            case 0:
                return f"{one} and {two}"
            case 1:
                return f"({one} or {two})"
            case 2:
                return f"not ({one})"
            case 3:
                return self.expression(1)
            case 4:
                return f"({one} if {two} else {self.comparison(0)})"
            case _:
                return self.comparison(1)

    def comparison(self, depth: int) -> str:
        parts = [self.expression(depth) for _ in range(self.random.choice((2, 2, 3, 4)))]
        text = parts[0]
        for part in parts[1:]:
            text += f" {self.random.choice(COMPARE)} {part}"
        return f"({text})"

    def leaf(self) -> str:
        if self.random.random() < 0.55:
            return self.random.choice(self.names)
        if self.random.random() < 0.1:
            return self.random.choice(("True", "False", "LIMIT", "LOW"))
        literal = self.random.choice(LITERALS if self.wild else SMALL)
        return str(literal) if literal >= 0 else f"({literal})"

    def item(self, names: str) -> str:
        """An item of a vector (`s`, `o`) or a table (`T`, `W`)."""
        name = self.random.choice(names)
        shown, length = {"T": ("TABLE", len(TABLE)), "W": ("WIDE", len(WIDE_TABLE))}.get(name, (name, VECTOR_LENGTH))
        if self.wild and self.random.random() < 0.15:
            missed = self.random.choice((shown, "ONE", "EMPTY")) if names == "TW" else shown
            return f"{missed}[y + {self.expression(0)}]"
        return f"{shown}[{self.expression(1)} % {length}]"

    def call(self) -> str:
        name, returns = self.random.choice(self.callables)
        if returns == "None":
            name = "first"
        vectors = self.random.choice(("s, o", "o, s"))
        return f"{name}({vectors}, {self.expression(1)}, {self.expression(0)}, {self.comparison(0)})"
