"""ARCHITECTURE.md's table of constructs is the tree: every construct of the language, and every file that it names."""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CONSTRUCTS = {
    "board", "component", "zone", "state", "definition", "effect", "graph", "memory", "step", "choice", "sealed choice", "chance", "interrupt",
    "resolution table", "plane", "result", "view",
}  # fmt: skip
NOUNS = {
    "board": "BoardSymbol", "component": "ComponentSymbol", "zone": "ZoneSymbol", "state": "StateSymbol", "definition": "Define", "effect": "Effect",
    "graph": "Graph", "memory": "RememberSymbol", "step": "Step", "choice": "Decision", "sealed choice": "Decision", "chance": "Chance",
    "interrupt": "Interrupt", "resolution table": "ResolutionTable", "plane": "BoardSymbol", "result": "Result", "view": "View",
}  # fmt: skip
"""The noun of each that `bind` makes: the file of its row must make it."""

MACHINE = {
    "board": "BoardView", "component": "Component", "zone": "Zone", "state": "Block", "definition": "FunctionIR", "effect": "ProcedureIR",
    "graph": "GraphIR", "memory": "MemoryIR", "step": "Run", "choice": "ActionIR", "sealed choice": "Sealed", "chance": "Chance",
    "interrupt": "Decide", "resolution table": "ProcedureIR", "plane": "PlaneIR", "result": "ResultIR", "view": "ViewIR",
}  # fmt: skip


def table() -> dict[str, dict[str, str]]:
    """By construct and stage the file."""
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    lines = text[text.index("| construct |") :].split("\n\n")[0].strip().split("\n")
    head, _, *rows = ([cell.strip().strip("`/") for cell in line.strip("|").split("|")] for line in lines)
    return {row[0]: dict(zip(head[1:], row[1:], strict=True)) for row in rows}


def test_every_construct_has_a_row_and_every_cell_a_file() -> None:
    rows = table()
    assert rows.keys() == CONSTRUCTS
    assert all(row.keys() == {"bind", "ir", "lower", "interpret", "emit"} for row in rows.values())
    missing = [f"{stage}/{file}" for row in rows.values() for stage, file in row.items() if not (ROOT / "compiler" / stage / f"{file}.py").is_file()]
    assert missing == []


def test_the_file_of_a_row_makes_the_construct() -> None:
    """Bind's file calls the constructor of the typed noun, or builds on one that does; the machine's file defines its noun."""
    rows = table()
    wrong = []
    for construct, row in rows.items():
        made = (ROOT / "compiler/bind" / f"{row['bind']}.py").read_text(encoding="utf-8")
        if not re.search(rf"\b{NOUNS[construct]}\b", made):
            wrong.append(f"bind/{row['bind']}: {NOUNS[construct]}")
    assert wrong == []


def test_the_machine_has_a_noun_for_each() -> None:
    rows = table()
    wrong = []
    for construct, row in rows.items():
        tree = ast.parse((ROOT / "compiler/ir" / f"{row['ir']}.py").read_text(encoding="utf-8"))
        if MACHINE[construct] not in {node.name for node in tree.body if isinstance(node, ast.ClassDef)}:
            wrong.append(f"ir/{row['ir']}: {MACHINE[construct]}")
    assert wrong == []


SEVERAL = {"boards", "shapes", "graphs", "memories", "names", "lines", "both_ways"}
"""Words that are several subjects: a board as data, as a thing and by its builtins; lines of a board and of text."""


def test_one_subject_bears_one_name() -> None:
    """What has the name of a file in another stage lies in the room of that name."""
    rooms: dict[str, set[str]] = {}
    for stage in ("bind", "lower", "interpret", "emit"):
        for path in (ROOT / "compiler" / stage).glob("*/*.py"):
            if path.stem not in SEVERAL | {"__init__"}:
                rooms.setdefault(path.stem, set()).add(path.parent.name)
    assert {name: sorted(found) for name, found in rooms.items() if len(found) > 1} == {}
