"""The kept parse tables belong to the grammar beside them."""

import json
import subprocess
import sys
from importlib.resources import files

from lark import Lark

from compiler.parse import tables


def test_the_kept_tables_are_those_of_the_grammar() -> None:
    """When this fails: `python -m compiler.parse.tables > tables.json && mv tables.json compiler/parse/`."""
    kept = files("compiler.parse").joinpath("tables.json").read_text(encoding="utf-8")
    assert json.loads(kept)["made_by"] == tables.fingerprint()
    made = subprocess.run([sys.executable, "-m", "compiler.parse.tables"], capture_output=True, text=True, check=True)
    assert made.stdout == kept


def test_without_kept_tables_the_grammar_is_used(monkeypatch: object) -> None:
    kept, made = tables._parser.__wrapped__("flat"), tables._made("flat")
    text = "any(c in table where c.animal == dog) or x[p] + 1 in 0..9"
    assert isinstance(made, Lark)
    assert kept.parse(text, start="expression") == made.parse(text, start="expression")


def test_a_keyword_is_a_whole_word() -> None:
    tree = tables.parser_for("expression").parse("a or orb", start="expression")
    assert str(tree.children[0].data) == "or_"
