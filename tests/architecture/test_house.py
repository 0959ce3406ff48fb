"""The house is as its rules say: typed packages, no game named in compiler/ or runtime/, docstrings at every door."""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

COMMON_WORDS = {"go", "hex", "nim", "pig", "flock", "hearts", "y"}
"""Game names that are words of the language or of English as well."""


def test_no_game_is_named_in_compiler_or_runtime() -> None:
    games = [folder.parent.name for folder in (ROOT / "specs").glob("*/game.yaml") if folder.parent.name not in COMMON_WORDS]
    pattern = re.compile(r"\b(" + "|".join(sorted(games)) + r")\b")
    found = []
    for folder in ("compiler", "runtime"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            docstrings = {
                id(node.body[0].value)
                for node in ast.walk(tree)
                if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and node.body and isinstance(node.body[0], ast.Expr)
            }
            for node in ast.walk(tree):
                if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings and pattern.search(node.value):
                    found.append(f"{path.name}:{node.lineno}")
                if isinstance(node, ast.Name) and pattern.fullmatch(node.id):
                    found.append(f"{path.name}:{node.lineno}")
    assert found == []


def test_packages_are_typed() -> None:
    assert (ROOT / "compiler" / "py.typed").is_file()
    assert (ROOT / "runtime" / "py.typed").is_file()


def test_every_module_of_the_packages_says_what_it_holds() -> None:
    silent = [
        str(path.relative_to(ROOT))
        for folder in ("compiler", "runtime")
        for path in sorted((ROOT / folder).rglob("*.py"))
        if not ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))
    ]
    assert silent == []
