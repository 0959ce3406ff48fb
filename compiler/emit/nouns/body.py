"""A function while it is written: its lines, its locals, what it is called.

    f = Body.of(plan, "takers", section="rules")
    with f.block("for p in range(6):"):
        f.add("n += 1")
    plan.functions.append(f.function(result="int"))
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final, Literal

from compiler.emit.nouns.plan import Function, Plan, Row
from compiler.ir.stmts import Doc

Trial = Literal["", "journal", "copy"]
"""How a trial of effects is undone: writes are noted one by one, or the whole position is kept."""

ASSIGNED: Final = re.compile(r"^(\w+)(: int|: bool)? = (.*)$")
LOOP: Final = re.compile(r"^for (\w+) in (.*)$")
CALL: Final = re.compile(r"(?<![.\w])(?!range\(|min\(|max\(|abs\()[a-z_]\w*\(")
WORD: Final = re.compile(r"[A-Za-z_]\w*")


@dataclass(slots=True, kw_only=True)
class Body:
    """`env` gives the text of each local of the IR, `busy` the names in use, `declared` those already annotated."""

    plan: Plan
    name: str
    topic: str
    """what helpers are called after"""
    section: str
    trial: Trial = ""
    """`require` and `prefer` are judged in such a trial; `Old` looks behind it"""
    noting: bool = False
    """stores are noted in the journal"""
    unsteady: bool = False
    """trials run inside its loops, so what was found of a graph or plane is found anew in each pass"""
    parameters: list[str] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)
    depth: int = 0
    env: dict[str, str] = field(default_factory=dict)
    busy: set[str] = field(default_factory=lambda: {"s", "out"})
    declared: set[str] = field(default_factory=set)
    path: str = ""
    place: str = ""

    @classmethod
    def of(cls, plan: Plan, name: str, *, section: str, topic: str = "", locals: Sequence[str] = (), trial: Trial = "") -> "Body":
        """A function over the vector with these locals of the IR as parameters."""
        f = cls(plan=plan, name=name, topic=topic or name, section=section, trial=trial)
        f.parameters.append("s: Vec")
        for local in locals:
            f.parameters.append(f"{f.bind(local)}: int")
            f.declared.add(f.env[local])
        return f

    # ---- lines

    def add(self, text: str) -> None:
        self.rows.append(Row(depth=self.depth, text=text, path=self.path, place=self.place))

    def open(self, header: str) -> None:
        """A line that begins a block; `scope` ends it."""
        self.add(header)
        self.depth += 1

    @contextmanager
    def block(self, header: str) -> Iterator[None]:
        with self.scope():
            self.open(header)
            yield

    @contextmanager
    def scope(self) -> Iterator[None]:
        """What is opened and bound inside ends with it."""
        depth, env, busy = self.depth, dict(self.env), set(self.busy)
        yield
        self.depth, self.env, self.busy = depth, env, busy

    def add_fresh_start(self) -> None:
        """Scratch means nothing between calls: groups have to be found anew, no walk is tried, and no trial is going on."""
        plan = self.plan
        journal = [plan.regions["journal"]] if "journal" in plan.regions else []
        for slot in (*plan.found.values(), *plan.known.values(), *plan.met.values(), *journal):
            self.add(plan.forget(slot))

    # ---- locals

    def bind(self, local: str) -> str:
        """A name for a local of the IR, from here to the end of the scope."""
        self.env[local] = self.fresh(local)
        return self.env[local]

    def fresh(self, wanted: str) -> str:
        """A name for a temporary, in use to the end of the scope."""
        name = self.plan.names.local(wanted, self.busy)
        self.busy.add(name)
        return name

    def assign(self, name: str, text: str, kind: str = "int") -> None:
        """Assigns a local, annotated where it is met first."""
        self.add(f"{name} = {text}" if name in self.declared else f"{name}: {kind} = {text}")
        self.declared.add(name)

    def let(self, local: str, text: str) -> str:
        """Binds a local of the IR to a value."""
        name = self.bind(local)
        self.assign(name, text)
        return name

    def loop(self, local: str, values: str, *, is_temporary: bool = False) -> str:
        """Opens `for … in range(…)`."""
        name = self.fresh(local) if is_temporary else self.bind(local)
        self.open(f"for {name} in range({values}):")
        self.declared.add(name)
        return name

    # ---- the end

    def function(self, *, result: str, about: Sequence[str] = (), doc: Doc | None = None) -> Function:
        """The function as it stands, without lines that nothing needs."""
        paragraphs = list(about)
        if doc is not None:
            paragraphs += [f"{number} {text}" for number, text in doc.clauses]
        return Function(
            name=self.name,
            parameters=tuple(self.parameters),
            result=result,
            about=tuple(paragraphs),
            rows=tuple(_direct(_needed(self.rows))),
            section=self.section,
            path=doc.path if doc is not None else "",
            place=self.plan.place(doc),
        )


def _needed(rows: Sequence[Row]) -> tuple[Row, ...]:
    """Without assignments of names that are never read; where one may fault, or a loop must run, it is called `_`."""
    kept = list(rows)
    while True:
        read: set[str] = set()
        for row in kept:
            read.update(_read_in(row.text))
        changed = [_without(row, read) for row in kept]
        again = [row for row in changed if row is not None]
        if again == kept:
            return tuple(_filled(kept))
        kept = again


def _read_in(text: str) -> set[str]:
    match = ASSIGNED.match(text)
    if match is not None:
        return set(WORD.findall(match[3]))
    match = LOOP.match(text)
    if match is not None:
        return set(WORD.findall(match[2]))
    counted = re.match(r"^(\w+) [-+&|]= (.*)$", text)
    return set(WORD.findall(counted[2] if counted is not None else text))


def _without(row: Row, read: set[str]) -> Row | None:
    counted = re.match(r"^(\w+) [-+&|]= (.*)$", row.text)
    if counted is not None and counted[1] not in read and counted[1] != "_":
        if not CALL.search(counted[2]):
            return None
        return Row(depth=row.depth, text=f"_ = {counted[2]}", path=row.path, place=row.place)
    match = ASSIGNED.match(row.text)
    if match is not None and match[1] not in read and match[1] != "_":
        if not CALL.search(match[3]):
            return None
        return Row(depth=row.depth, text=f"_ = {match[3]}", path=row.path, place=row.place)
    match = LOOP.match(row.text)
    if match is not None and match[1] not in read and match[1] != "_":
        return Row(depth=row.depth, text=f"for _ in {match[2]}", path=row.path, place=row.place)
    return row


def _direct(rows: Sequence[Row]) -> Iterator[Row]:
    """`if x: return True` before `return False` is `return x`."""
    at = 0
    while at < len(rows):
        row = rows[at]
        tail = [(after.text, after.depth - row.depth) for after in rows[at + 1 : at + 3]]
        if row.text.startswith("if ") and tail == [("return True", 1), ("return False", 0)]:
            yield Row(depth=row.depth, text=f"return {row.text[3:-1]}", path=row.path, place=row.place)
            at += 3
        else:
            yield row
            at += 1


def _filled(rows: Sequence[Row]) -> Iterator[Row]:
    """Blocks that were left without a line get a `pass`."""
    for at, row in enumerate(rows):
        yield row
        after = rows[at + 1].depth if at + 1 < len(rows) else -1
        if row.text.partition("  # ")[0].endswith(":") and after <= row.depth:
            yield Row(depth=row.depth + 1, text="pass", path=row.path, place=row.place)
