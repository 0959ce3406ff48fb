"""The shape of a spec: unknown and missing keys, wrong kinds of value, and the traps that YAML sets for expressions."""

import re
from pathlib import Path

import pytest

from compiler.diagnostics import Diagnostic, Problems, explain_all
from compiler.load import load_text
from compiler.load.shape import TABLE
from compiler.load.shape.kinds import KEYWORDS
from compiler.load.tree import Mapping
from tests.stages.load.looking import plain

HEAD = "language: 1\ngame: g\nplayers: 2\n"


def wrong(text: str, head: str = HEAD) -> list[Diagnostic]:
    problems = Problems()
    load_text(head + text, "game.yaml", problems)
    return explain_all(problems)


def codes(text: str, head: str = HEAD) -> list[str]:
    """What is wrong, as `CODE text it points at`."""
    return [f"{it.code} {it.span.text}".strip() for it in wrong(text, head)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("zoned: {}\n", ["RWL013 zoned"]),
        ("zones:\n  hand: {of: card, seem: owner}\n", ["RWL013 seem"]),
        ("zones:\n  hand: {order: pile}\n", ["RWL014 hand"]),
        ("zones:\n  hand: card\n", ["RWL015 card"]),
        ("zones: [hand]\n", ["RWL015 [hand]"]),
        ("options: 3\n", ["RWL015 3"]),
        ("options:\n  rounds: {is: 5, in: 1..9, settle: OP-1}\n", ["RWL013 settle"]),
        ("enums:\n  Animal: [sheep]\n", ["RWL021 Animal"]),
        ("enums:\n  animal: [sheep, Old Wolf]\n", ["RWL021 Old Wolf"]),
        ("zones:\n  hand: {of: card, order: stack}\n", ["RWL025 stack"]),
        ("result: {returns: winloss}\n", ["RWL025 winloss"]),
        ("phases:\n  a: {repeat: 3}\n", ["RWL024 a"]),
        ("phases:\n  a: {do: pass, steps: {b: {do: pass}}}\n", ["RWL023 do"]),
        ("phases:\n  a:\n    actions: {b: {do: pass}}\n    choose: q in board\n", ["RWL023 choose"]),
        ("phases:\n  a: {shuffle: pile, weight: 3}\n", ["RWL023 weight"]),
        ("phases:\n  a: {}\n", ["RWL024 a"]),
        ("phases:\n  a: {do: }\n", ["RWL015 do"]),
        ("phases:\n  a: {for: p in players, do: pass, sey: x}\n", ["RWL013 sey"]),
        ("players: 3\n", ["RWL007 players"]),
        ("phases:\n  a: {do: >\n    x = 1\n  }\n", ["RWL004 >"]),
        ("phases:\n  a:\n    do: >\n      x = 1\n", ["RWP005 >"]),
        ("about: >\n  folded text is fine\n  where nothing is parsed\n", []),
        ("define:\n  f() -> bool: 'true'\n", []),
    ],
)
def test_what_does_not_have_the_shape(text: str, expected: list[str]) -> None:
    assert codes(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # cut by a comment: the brackets are open, or an operator waits
        ("phases:\n  a: {do: pass, when: x}\n  b:\n    do: pass\n    when: count(p in players #where x\n", ["RWL016 #"]),
        ("phases:\n  b:\n    do: pass\n    when: a and #b\n", ["RWL016 #"]),
        ("phases:\n  b:\n    do: pass\n    when: a and b   # a comment\n", []),
        ("phases:\n  b:\n    do: pass\n    say: card #{n}\n", ["RWL016 #"]),
        # taken apart by flow style
        ("state:\n  x: {type: 0..9, start: item(list, 2)}\n", ["RWL018 item(list, 2)"]),
        ("phases:\n  a: {for: p in seats(x, y), do: pass}\n", ["RWL018 seats(x, y)"]),
        # statements without a bar become a mapping
        ("phases:\n  a:\n    do:\n      if x: y = 1\n", ["RWL017 :"]),
        ("phases:\n  a:\n    do: pass\n    say: {p} \n", ["RWL018 {p}"]),
        ("phases:\n  a:\n    do: pass\n    when: {a, b}\n", ["RWP009 {a, b}"]),
    ],
)
def test_traps(text: str, expected: list[str]) -> None:
    shown = codes(text)
    assert [item.split(" ")[0] for item in shown] == [item.split(" ")[0] for item in expected]
    for item, want in zip(shown, expected, strict=True):
        assert want.split(" ", 1)[1] in item or item == want


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        ("game: g\nplayers: 2\n", ["RWL014"]),
        ("game: g\nlanguage: 1\nplayers: 2\n", ["RWL020 game"]),
        ("language: 7\ngame: g\nplayers: 2\n", ["RWL019 7"]),
        ("language: 1\ngame: my game\nplayers: 2\n", ["RWL021 my game"]),
        ("- language\n", ["RWL015 - language"]),
        ("language\n", ["RWL015 language"]),
    ],
)
def test_the_head_of_a_spec(head: str, expected: list[str]) -> None:
    assert codes("", head) == expected


def test_near_keys_are_offered() -> None:
    (diagnostic,) = wrong("phases:\n  a: {unitl: x, do: pass}\n")
    assert diagnostic.helps[0] == "did you mean `until`?"
    assert diagnostic.fix is not None
    assert [(edit.span.text, edit.text) for edit in diagnostic.fix.edits] == [("unitl", "until")]
    assert diagnostic.trail == ("phases", "a")


def test_a_mistake_does_not_hide_the_next() -> None:
    text = "zones:\n  hand: {seem: owner}\nphases:\n  a: {repeat: 2}\n  b: {do: pass, weight: 1}\nresult: 5\n"
    assert codes(text) == ["RWL014 hand", "RWL013 seem", "RWL024 a", "RWL023 weight", "RWL015 5"]


def test_what_is_wrong_is_gone_from_the_tree() -> None:
    problems = Problems()
    tree = load_text(HEAD + "zones:\n  hand: {of: card, seem: owner}\nextra: 1\n", "game.yaml", problems)
    assert tree is not None
    assert plain(tree.root) == {"language": "1", "game": "g", "players": "2", "zones": {"hand": {"of": "card"}}}


def test_a_key_with_names_in_brackets() -> None:
    problems = Problems()
    tree = load_text(HEAD + "state:\n  x:\n    per: site(b)\n    type: bool\n    start(q): q.y == 0\n", "game.yaml", problems)
    assert list(problems) == []
    assert tree is not None
    state = tree.root.get("state")
    assert isinstance(state, Mapping)
    assert "start(q)" in str(plain(state))


def test_every_key_of_the_table_is_documented_and_every_shape_reached() -> None:
    names = [shape.name for shape in TABLE]
    assert len(names) == len(set(names))
    for shape in TABLE:
        spelled = [key.name for key in shape.keys]
        assert len(spelled) == len(set(spelled)), shape.name
        for key in shape.keys:
            assert re.search(r"\w{2}", key.doc), f"{shape.name}.{key.name}"
        for form in shape.forms:
            assert set(form.decided_by) | set(form.keys) <= set(spelled), form.name


def test_words_of_the_language_name_nothing() -> None:
    grammar = Path(__file__).resolve().parents[3] / "compiler" / "parse" / "grammar.lark"
    barred = re.search(r"^NAME: /\(\?!\(\?:(.*?)\)\\b\)", grammar.read_text(encoding="utf-8"), re.MULTILINE)
    assert barred is not None
    assert set(KEYWORDS) == set(barred.group(1).split("|"))
    assert codes("state:\n  move: {type: bool}\nenums:\n  way: [left, to]\n") == ["RWN023 move", "RWN023 to"]
    assert codes("phases:\n  move:\n    actions:\n      pass: {do: pass}\n") == []
