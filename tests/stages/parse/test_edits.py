"""Parts of a rule: what variants change inside a text, found by what stands there or by a name, in either order the same."""

from collections.abc import Mapping
from itertools import permutations
from pathlib import Path

import pytest

from compiler.diagnostics import Diagnostic, Problems, explain_all
from compiler.load import load_spec
from compiler.load.tree import Mapping as Tree
from compiler.load.tree import Node, Scalar, Sequence
from compiler.parse import parse_spec

BASE = """language: 1
game: g
players: 2..3
options:
  rounds: {is: 5, in: 1..9}
components:
  card:
    fields: {value: 0..9}
    rows:
      - {value: 1, as: plain}
      - {value: 2, copies: 3}
state:
  left: {type: 0..99, start: 20}
  points: {per: player, type: 0..9}
define:
  big(0..9 n) -> bool: n > 4
  fine(0..9 n) -> bool:
    is: big(n) and (n < 8 as small) or left == 0
effects:
  pay(player p, 0..9 n): points[p] += n
phases:
  take:
    repeat: rounds
    for: p in players where points[p] < 9
    choose: n in 1..3, m in 1..2 where m != n
    where: n <= left and (fine(n) as fine)
    do: |
      left -= n as take
      if left == 0:
        win p
      else:
        points[p] += 1
      for q in players where q != p:
        points[q] += 2
  leap:
    do: left = 3
result:
  score: points[p]
  rank: points[p], left
claims:
  - that: count(c in card) == 4
    as: cards
"""


def parsed(folder: Path, overlays: Mapping[str, str], base: str = BASE) -> tuple[Tree | None, list[Diagnostic]]:
    """What the texts of the merged spec say, and what is wrong with it, short of binding."""
    (folder / "variants").mkdir(exist_ok=True)
    (folder / "game.yaml").write_text(base, encoding="utf-8")
    for name, text in overlays.items():
        (folder / "variants" / f"{name}.yaml").write_text(f"language: 1\nvariant: {name}\nextends: g\n{text}", encoding="utf-8")
    problems = Problems()
    tree = load_spec(folder, variants=tuple(overlays), problems=problems, root=folder)
    spec = parse_spec(tree, problems) if tree is not None else None
    return spec.tree.root if spec is not None else None, explain_all(problems)


def sound(folder: Path, *texts: str) -> Tree:
    """The spec with these overlays, the same in whatever order they are asked for."""
    named = {f"v{number}": text for number, text in enumerate(texts)}
    found = []
    for order in permutations(named):
        root, diagnostics = parsed(folder, {name: named[name] for name in order})
        assert [f"{it.span.place} {it.code} {it.headline}" for it in diagnostics] == []
        assert root is not None
        found.append(root)
    assert all(said(root) == said(found[0]) for root in found)
    return found[0]


def said(node: Node) -> object:
    match node:
        case Scalar():
            return node.text
        case Sequence():
            return [said(item) for item in node.items]
        case Tree():
            return {entry.key.text: said(entry.value) for entry in node.entries}


def text(root: Tree, path: str) -> str:
    node: Node | None = root
    for key in path.split("/"):
        node = node.items[int(key)] if isinstance(node, Sequence) else node.get(key) if isinstance(node, Tree) else None
    assert isinstance(node, Scalar), path
    return node.text


DO = "phases/take/do"
WHERE = "phases/take/where"
TAKEN = "left -= n\nif left == 0:\n  win p\nelse:\n  points[p] += 1\nfor q in players where q != p:\n  points[q] += 2"


@pytest.mark.parametrize(
    ("overlay", "path", "wanted"),
    [
        ("and: {phases.take.where: n != 2}", WHERE, "n <= left and fine(n) and n != 2"),
        ("or: {phases.take.where: left == 1}", WHERE, "n <= left and fine(n) or left == 1"),
        ("and: {phases.take.where: n > 1 or m > 1}", WHERE, "n <= left and fine(n) and (n > 1 or m > 1)"),
        ("or: {phases.take.where: {fine(n): n == 1}}", WHERE, "n <= left and (fine(n) or n == 1)"),
        ("or: {phases.take.where: {fine: n == 1}}", WHERE, "n <= left and (fine(n) or n == 1)"),
        ("set: {phases.take.where: {fine: big(n)}}", WHERE, "n <= left and big(n)"),
        ("set: {phases.take.where: {n  <=left: n < left}}", WHERE, "n < left and fine(n)"),
        ("remove: {phases.take.where: fine}", WHERE, "n <= left"),
        ("remove: [{phases.take.where: n <= left}]", WHERE, "fine(n)"),
        ("and: {phases.take.choose: n + m < 5}", "phases/take/choose", "n in 1..3, m in 1..2 where m != n and n + m < 5"),
        ("and: {phases.take.choose: {n in 1..3: n != 2}}", "phases/take/choose", "n in 1..3 where n != 2, m in 1..2 where m != n"),
        ("set: {phases.take.choose: {n in 1..3: n in 1..4}}", "phases/take/choose", "n in 1..4, m in 1..2 where m != n"),
        ("and: {phases.take.for: left > 1}", "phases/take/for", "p in players where points[p] < 9 and left > 1"),
        ("plus: {phases.take.repeat: 1}", "phases/take/repeat", "rounds + 1"),
        ("plus: {phases.leap.repeat: 1}", "phases/leap/repeat", "2"),
        ("plus: {options.rounds: 2}", "options/rounds/is", "7"),
        ("plus: {result.score: left}", "result/score", "points[p] + left"),
        ("plus: {result.rank: {left: -2}}", "result/rank", "points[p], left - 2"),
        ("plus: {claims.cards.that: {4: 1}}", "claims/0/that", "count(c in card) == 5"),
        ("plus: {claims.cards.that: {4: -1}}", "claims/0/that", "count(c in card) == 3"),
        ("plus: {components.card.rows.plain.copies: 1}", "components/card/rows/0/copies", "2"),
        ("plus: {components.card.rows.2.copies: 1}", "components/card/rows/1/copies", "4"),
        ("plus: {state.left.type: {99: 1}}", "state/left/type", "0..100"),
        ("set: {state.left.type: {0: -5}}", "state/left/type", "-5..99"),
        ("and: {define.fine: n > 2}", "define/fine(0..9 n) -> bool/is", "(big(n) and n < 8 or left == 0) and n > 2"),
        ("set: {define.fine: {small: n < 7}}", "define/fine(0..9 n) -> bool/is", "big(n) and n < 7 or left == 0"),
        ("and: {define.big: left > 0}", "define/big(0..9 n) -> bool", "n > 4 and left > 0"),
        ("after: {effects.pay.do: left -= 1}", "effects/pay(player p, 0..9 n)", "points[p] += n\nleft -= 1"),
        ("and: {phases.leap.when: left > 3}", "phases/leap/when", "left > 3"),
        ("before: {phases.leap.do: \"pay(seat(0), 1)\"}", "phases/leap/do", "pay(seat(0), 1)\nleft = 3"),
        ('set: {phases.leap.do: {"left = 3": left = 4}}', "phases/leap/do", "left = 4"),
        ("remove: {phases.leap.do: left = 3}", "phases/leap/do", "pass"),
        ("after: {phases.take.do: {left -= n: left -= 1}}", DO, TAKEN.replace("n\n", "n\nleft -= 1\n", 1)),
        ("before: {phases.take.do: {take: left -= 1}}", DO, "left -= 1\n" + TAKEN),
        ("after: {phases.take.do: {win p: left -= 1}}", DO, TAKEN.replace("win p", "win p\n  left -= 1")),
        ("before: {phases.take.do: {if left == 0: left -= 1}}", DO, TAKEN.replace("n\nif", "n\nleft -= 1\nif")),
        ('before: {phases.take.do: {"for q in players where q!=p:": left -= 1}}', DO, TAKEN.replace("\nfor", "\nleft -= 1\nfor")),
        ("set: {phases.take.do: {left == 0: left <= 1}}", DO, TAKEN.replace("left == 0", "left <= 1")),
        ('plus: {phases.take.do: {"points[p] += 1": n}}', DO, TAKEN.replace("+= 1", "+= 1 + n")),
        ('remove: {phases.take.do: ["points[q] += 2", take]}', DO, TAKEN.replace("left -= n\n", "").replace("points[q] += 2", "pass")),
        ("after: {phases.take.do: left = 9}", DO, TAKEN + "\nleft = 9"),
    ],
)
def test_a_part_is_edited(tmp_path: Path, overlay: str, path: str, wanted: str) -> None:
    assert text(sound(tmp_path, overlay + "\n"), path) == wanted


def test_different_parts_stack_in_either_order(tmp_path: Path) -> None:
    root = sound(
        tmp_path,
        'and: {phases.take.where: n != 2}\nafter:\n  phases.take.do: {left -= n: left -= 1}\nplus: {result.score: 1}\n',
        'and: {phases.take.where: n != 3}\nset:\n  phases.take.do: {"points[p] += 1": "points[p] += 3"}\nplus: {result.score: 1}\n',
        'set: {phases.take.where: {fine: big(n)}}\nafter:\n  phases.take.do: {left -= n: left -= 5}\nplus: {options.rounds: 1}\n',
    )
    assert text(root, WHERE) == "n <= left and big(n) and n != 2 and n != 3"
    assert text(root, DO).startswith("left -= n\nleft -= 1\nleft -= 5\nif left == 0:")
    assert "points[p] += 3" in text(root, DO)
    assert text(root, "result/score") == "points[p] + 1 + 1"


def test_equal_edits_are_one_but_summands_add_up(tmp_path: Path) -> None:
    same = (
        'set: {define.big: n > 5, phases.take.where: {fine: big(n)}}\nand: {phases.leap.when: left > 3}\n'
        'after:\n  phases.take.do: {left -= n: left -= 1}\n  phases.take: {rest: {do: pass}}\n'
        'add: {define: {"more() -> bool": "true"}, components.card.rows: [{value: 7}]}\nplus: {phases.take.repeat: 1}\nremove: {phases.leap.do: left = 3}\n'
    )
    root = sound(tmp_path, same, same)
    assert text(root, WHERE) == "n <= left and big(n)"
    assert text(root, "phases/leap/when") == "left > 3"
    assert text(root, DO).count("left -= 1") == 1
    assert text(root, "phases/take/repeat") == "rounds + 1 + 1"
    assert len(said(root.get("components").get("card").get("rows"))) == 3  # type: ignore[union-attr,arg-type]


@pytest.mark.parametrize(
    ("one", "other", "part"),
    [
        ("set: {phases.take.where: {fine: big(n)}}", "set: {phases.take.where: {fine(n): n > 1}}", "fine"),
        ("set: {phases.take.where: {fine: big(n)}}", "and: {phases.take.where: {fine: n > 1}}", "fine"),
        ("remove: {phases.take.where: fine}", "or: {phases.take.where: {fine: n > 1}}", "fine"),
        ("and: {phases.take.where: n > 1}", "or: {phases.take.where: n > 2}", "phases.take.where"),
        ("set: {phases.take.where: n > 1}", "and: {phases.take.where: n > 2}", "phases.take.where"),
        ("remove: {phases.take.do: take}", "after: {phases.take.do: {left -= n: left -= 1}}", "left -= n"),
        ('remove: {phases.take.do: "if left == 0"}', "after: {phases.take.do: {win p: left -= 1}}", "win p"),
        ("remove: [phases.take.do]", "after: {phases.take.do: {win p: left -= 1}}", "phases.take.do"),
        ("set: {options.rounds: 2}", "plus: {options.rounds: 2}", "options.rounds.is"),
        ("add: {phases.leap.when: left > 1}", "and: {phases.leap.when: left > 2}", "phases.leap.when"),
    ],
)
def test_a_pair_that_cannot_be_is_named_in_either_order(tmp_path: Path, one: str, other: str, part: str) -> None:
    for names in (("one", "other"), ("other", "one")):
        texts = {"one": one + "\n", "other": other + "\n"}
        _, diagnostics = parsed(tmp_path, {name: texts[name] for name in names})
        assert [it.code for it in diagnostics] == ["RWL034"]
        assert "`one`" in diagnostics[0].headline and "`other`" in diagnostics[0].headline and part in diagnostics[0].headline


def test_who_requires_another_is_written_over_it(tmp_path: Path) -> None:
    root = sound(
        tmp_path,
        'set: {phases.leap.do: left = 7}\nafter:\n  phases.take.do: {left -= n: "points[p] += 4"}\n',
        'requires: v0\nset:\n  phases.leap.do: {left = 7: left = 8}\n  phases.take.do: {"points[p] += 4": "points[p] += 5"}\n',
    )
    assert text(root, "phases/leap/do") == "left = 8"
    assert "left -= n\npoints[p] += 5" in text(root, DO)


@pytest.mark.parametrize(
    ("overlay", "code", "words"),
    [
        ("and: {phases.take.where: {n < left: n > 1}}", "RWL050", ("no part `n < left`", "did you mean `n <= left`")),
        ("set: {phases.take.do: {left -= m: pass}}", "RWL050", ("left -= m", "take")),
        ("set: {phases.take.where: {n: m}}", "RWL051", ("more than once",)),
        ("after: {phases.take.where: {fine: pass}}", "RWL052", ("beside a statement",)),
        ("and: {phases.take.do: {take: n > 1}}", "RWL052", ("joins conditions",)),
        ("plus: {result.rank: 1}", "RWL052", ("several values",)),
        ("plus: {phases.take.choose: 1}", "RWL052", ("several values",)),
        ("and: {options.rounds: 4}", "RWL052", ("cannot change",)),
        ("plus: {options.rounds: many}", "RWL052", ("cannot change",)),
        ("and: {phases.take: n > 2}", "RWL052", ("a text",)),
        ("and: {phases.tkae.where: n > 2}", "RWL032", ("join a condition", "did you mean `take`")),
        ("and: {phases.leap.until: left > 2}", "RWL032", ("join a condition",)),
        ("remove: {phases.take.repeat: rounds}", "RWL052", ("taken away",)),
        ("and: {phases.take.where: n >}", "RWP002", ()),
        ("add: {define.fine(0..8 n) -> bool.cite: 1}", "RWL052", ("other parameters",)),
        ("after: {phases.take.do: {left -= n: left -=}}", "RWP002", ()),
        ("set: {phases.take.where: {fine: big(n)}, phases.take.where.x: 1}", "RWL032", ()),
    ],
)
def test_what_cannot_be_edited_is_said(tmp_path: Path, overlay: str, code: str, words: tuple[str, ...]) -> None:
    _, diagnostics = parsed(tmp_path, {"v": overlay + "\n"})
    assert [it.code for it in diagnostics] == [code], diagnostics
    shown = f"{diagnostics[0].headline} {diagnostics[0].labels} {diagnostics[0].helps} {diagnostics[0].notes}"
    assert all(word in shown for word in words), shown


def test_a_base_that_has_changed_is_noticed(tmp_path: Path) -> None:
    overlay = {"v": "after: {phases.take.do: {left -= n: left -= 1}}\n"}
    assert parsed(tmp_path, overlay)[1] == []
    assert [it.code for it in parsed(tmp_path, overlay, BASE.replace("left -= n as take", "left -= n + 1"))[1]] == ["RWL050"]


def test_two_parts_have_two_names(tmp_path: Path) -> None:
    _, diagnostics = parsed(tmp_path, {}, BASE.replace("left = 3", "|\n      left = 3 as x\n      left = 4 as x"))
    assert [it.code for it in diagnostics] == ["RWP040"]


@pytest.mark.parametrize(
    ("overlay", "key"),
    [
        ("set: {define.big(0..7 k) -> bool: k > 2}", "big(0..7 k) -> bool"),
        ("set: {define.big(0..7 n) -> bool: n > 4}", "big(0..7 n) -> bool"),
    ],
)
def test_a_signature_under_set_takes_effect(tmp_path: Path, overlay: str, key: str) -> None:
    root = sound(tmp_path, overlay + "\n")
    assert key in said(root.get("define"))  # type: ignore[arg-type,operator]


def test_a_signature_of_a_mapping_and_of_an_effect(tmp_path: Path) -> None:
    root = sound(tmp_path, "set:\n  define.fine(0..5 n) -> 0..1.is: n\n  effects.pay(player q): left -= 1\n")
    assert said(root.get("define")) == {"big(0..9 n) -> bool": "n > 4", "fine(0..5 n) -> 0..1": {"is": "n"}}  # type: ignore[arg-type]
    assert said(root.get("effects")) == {"pay(player q)": "left -= 1"}  # type: ignore[arg-type]
