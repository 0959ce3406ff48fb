"""The other way round: small changes to the compiler itself, which the tests must catch. `make mutants`.

A change is one token of the rooms that give a spec its meaning (`bind`, `lower`, `passes`, `emit`): a comparison, an operator, `and` for `or`, a `not`
left out, a number off by one, a condition turned. Each is made in a copy of the compiler, and a quick share of the suite is run there: generated specs on
every witness, games beside the reference, scenarios, the room's own tests. Printed are the share that is caught and every survivor with its place.

    python -m tests.fuzz.mutants --count 200 --workers 2 --seconds 3000
"""

import argparse
import ast
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import Queue

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("bind", "lower", "passes", "emit")
COMPARISONS = {ast.Eq: ("==", "!="), ast.NotEq: ("!=", "=="), ast.Lt: ("<", "<="), ast.LtE: ("<=", "<"), ast.Gt: (">", ">="), ast.GtE: (">=", ">")}
OPERATORS = {ast.Add: ("+", "-"), ast.Sub: ("-", "+"), ast.Mult: ("*", "+"), ast.FloorDiv: ("//", "*"), ast.Mod: ("%", "//")}


@dataclass(frozen=True, slots=True)
class Mutant:
    """A change of one line: what stood there from `start` to `end`, and what stands there instead."""

    file: str
    line: int
    start: int
    end: int
    old: str
    new: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: `{self.old}` -> `{self.new}`"

    def applied(self, text: str) -> str:
        lines = text.split("\n")
        line = lines[self.line - 1].encode()
        lines[self.line - 1] = (line[: self.start] + self.new.encode() + line[self.end :]).decode()
        return "\n".join(lines)


def mutants_of(file: Path) -> Iterator[Mutant]:
    text = file.read_text(encoding="utf-8")
    lines = text.split("\n")
    name = str(file.relative_to(ROOT))
    tree = ast.parse(text)
    silent = {id(part) for node in ast.walk(tree) for part in _silent(node)}

    def between(left: ast.AST, right: ast.AST, old: str, new: str) -> Iterator[Mutant]:
        if left.end_lineno == right.lineno:  # type: ignore[attr-defined]
            line = lines[right.lineno - 1].encode()  # type: ignore[attr-defined]
            at = line.find(old.encode(), left.end_col_offset, right.col_offset)  # type: ignore[attr-defined]
            if at >= 0:
                yield Mutant(name, right.lineno, at, at + len(old), old, new)  # type: ignore[attr-defined]

    for node in ast.walk(tree):
        if id(node) in silent:
            continue
        match node:
            case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in COMPARISONS:
                yield from between(left, right, *COMPARISONS[type(op)])
            case ast.BinOp(left=left, op=op, right=right) if type(op) in OPERATORS:
                yield from between(left, right, *OPERATORS[type(op)])
            case ast.BoolOp(op=op, values=[left, right, *_]):
                yield from between(left, right, *(("and", "or") if isinstance(op, ast.And) else ("or", "and")))
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                if node.lineno == operand.lineno:
                    yield Mutant(name, node.lineno, node.col_offset, operand.col_offset, "not ", "")
            case ast.Constant(value=int(value)) if not isinstance(value, bool) and value in (0, 1, 2):
                yield Mutant(name, node.lineno, node.col_offset, node.end_col_offset or 0, str(value), str(value + 1))
            case ast.If(test=test) | ast.IfExp(test=test) if test.lineno == test.end_lineno:
                old = lines[test.lineno - 1].encode()[test.col_offset : test.end_col_offset].decode()
                yield Mutant(name, test.lineno, test.col_offset, test.end_col_offset or 0, old, f"(not ({old}))")


def _silent(node: ast.AST) -> Iterator[ast.AST]:
    """Parts that no meaning hangs on: types, asserts, what is reported, and text."""
    parts: list[ast.AST | None] = []
    match node:
        case ast.FunctionDef(args=args, returns=returns):
            parts = [returns, *(one.annotation for one in (*args.args, *args.kwonlyargs))]
        case ast.AnnAssign(annotation=annotation):
            parts = [annotation]
        case ast.Assert() | ast.JoinedStr() | ast.ClassDef(bases=[ast.Name(id="Struct")]) | ast.Raise():
            parts = [node]
        case ast.Call(func=ast.Attribute(attr="report" | "rule")):
            parts = [node]
        case _:
            pass
    for part in parts:
        if part is not None:
            yield from ast.walk(part)


def chosen(count: int, seed: int) -> list[Mutant]:
    """As many of each room, spread over its files."""
    r = random.Random(seed)
    found: list[Mutant] = []
    for room in ROOMS:
        every = [mutant for file in sorted((ROOT / "compiler" / room).rglob("*.py")) for mutant in mutants_of(file)]
        found += r.sample(every, min(count // len(ROOMS), len(every)))
    r.shuffle(found)
    return found


def killing(mutant: Mutant) -> list[list[str]]:
    """What is run, cheapest first."""
    room = mutant.file.split("/")[1]
    quick = "nim or kuhn_poker-2 or tic_tac_toe or leduc or (pig and 2)"
    return [
        [sys.executable, "-m", "tests.fuzz.generated", "--from", "0", "--most", "9", "--folder", "{folder}"],
        [sys.executable, "-m", "pytest", "-x", "-q", "-n0", "-p", "no:cacheprovider", "tests/conformance/test_reference.py", "-k", quick],
        [sys.executable, "-m", "pytest", "-x", "-q", "-n0", "-p", "no:cacheprovider", f"tests/stages/{room if room != 'passes' else 'lower'}"],
        [sys.executable, "-m", "compiler.cli", "build", "--check"],
    ]


def is_caught(mutant: Mutant, house: Path, seconds: float, red: list[list[str]]) -> bool:
    """A test that fails, raises or does not come to an end catches it; those in `red` fail anyway, so they catch nothing."""
    file = house / mutant.file
    before = file.read_text(encoding="utf-8")
    file.write_text(mutant.applied(before), encoding="utf-8")
    try:
        return any(fails(command, house, seconds) for command in killing(mutant) if command not in red)
    finally:
        file.write_text(before, encoding="utf-8")


def fails(command: list[str], house: Path, seconds: float) -> bool:
    folder = house / "played"
    shutil.rmtree(folder, ignore_errors=True)
    arguments = [str(folder) if part == "{folder}" else part for part in command]
    try:
        done = subprocess.run(arguments, cwd=house, env={**os.environ, "PYTHONPATH": str(house)}, capture_output=True, timeout=seconds, check=False)
    except subprocess.TimeoutExpired:
        return True
    return done.returncode != 0


def house_of(folder: Path) -> Path:
    """A copy of everything, so that what is edited meanwhile makes no difference."""
    return Path(shutil.copytree(ROOT, folder, ignore=shutil.ignore_patterns(".*", "__pycache__", "build", "*.egg-info")))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=7_200, help="no further mutant is begun after so many")
    given = parser.parse_args()
    begun = time.monotonic()
    caught: list[Mutant] = []
    survived: list[Mutant] = []
    with tempfile.TemporaryDirectory() as temporary, ThreadPoolExecutor(given.workers) as pool:
        houses: Queue[Path] = Queue()
        for number in range(given.workers):
            houses.put(house_of(Path(temporary) / f"house{number}"))
        mutants, first = chosen(given.count, given.seed), houses.queue[0]
        every = {tuple(command): command for mutant in mutants for command in killing(mutant)}
        red = [command for command in every.values() if fails(command, first, 600)]
        for command in red:
            print(f"fails on the compiler as it is, so it catches nothing: {' '.join(command[1:])}", flush=True)

        def judge(mutant: Mutant) -> None:
            if time.monotonic() - begun > given.seconds:
                return
            house = houses.get()
            try:
                found = is_caught(mutant, house, 240, red)
            finally:
                houses.put(house)
            (caught if found else survived).append(mutant)
            print(f"{'caught  ' if found else 'SURVIVES'} {mutant}", flush=True)

        list(pool.map(judge, mutants))
    tried = len(caught) + len(survived)
    print(f"{tried} changes: {len(caught)} caught ({100 * len(caught) // max(tried, 1)} %), {len(survived)} survive")
    for mutant in survived:
        print(f"  {mutant}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
