"""Variants: edits by path, and edits that go wrong."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from compiler.diagnostics import Diagnostic, Problems, explain_all
from compiler.load import load_spec
from compiler.load.tree import SpecTree
from tests.stages.load.looking import at, plain, scalar

BASE = """language: 1
game: g
players: 2..4
title: Base
rulebook: rulebook.md
options:
  rounds: {is: 5, in: 1..9, cite: 1.1}
enums:
  animal: [sheep, wolf]
components:
  card:
    fields: {animal: animal, value: 0..9}
    rows:
      - {animal: sheep, value: 1}
      - {animal: wolf, value: 0}
      - {animal: twin, value: 2}
      - {animal: twin, value: 3}
define:
  best(player p) -> 0..9: 3
  f() -> bool: true
phases:
  round:
    repeat: rounds
    steps:
      trick:
        cite: 1.1
        steps:
          commit:
            for: p in players
            actions:
              lay: {do: pass, cite: [1.2]}
          judge: {do: pass}
      count: {do: pass}
result:
  rank: p
claims:
  - that: f()
assumptions:
  OP-1: as it is
"""
BOOK = "- **1.1** a\n- **1.2** b\n- **OP-1** c\n"
HEAD = "language: 1\nvariant: {}\nextends: g\n"


def load(tmp_path: Path, overlays: Mapping[str, str], settings: Mapping[str, str] | None = None) -> tuple[SpecTree, list[Diagnostic]]:
    (tmp_path / "variants").mkdir()
    (tmp_path / "game.yaml").write_text(BASE, encoding="utf-8")
    (tmp_path / "rulebook.md").write_text(BOOK, encoding="utf-8")
    for name, text in overlays.items():
        (tmp_path / "variants" / f"{name}.yaml").write_text(HEAD.format(name) + text, encoding="utf-8")
    problems = Problems()
    tree = load_spec(tmp_path, variants=tuple(overlays), settings=settings or {}, problems=problems, root=tmp_path)
    assert tree is not None
    return tree, explain_all(problems)


def sound(tmp_path: Path, *texts: str) -> SpecTree:
    tree, diagnostics = load(tmp_path, {f"v{number}": text for number, text in enumerate(texts)})
    assert [f"{it.span.place} {it.code} {it.headline}" for it in diagnostics] == []
    return tree


def test_setting_an_option_sets_its_value_alone(tmp_path: Path) -> None:
    tree = sound(tmp_path, "set:\n  options.rounds: 3\n")
    assert plain(at(tree.root, "options", "rounds")) == {"is": "3", "in": "1..9", "cite": "1.1"}
    value = scalar(tree.root, "options", "rounds", "is")
    assert value.span.place == "variants/v0.yaml:5:19"
    assert scalar(tree.root, "options", "rounds", "in").span.file.path == "game.yaml"
    assert tree.origins == (("options.rounds.is", "v0"),)


def test_steps_and_parameters_are_left_out_of_paths(tmp_path: Path) -> None:
    tree = sound(tmp_path, "set:\n  phases.round.trick.judge.do: f()\n  define.best: 4\n")
    assert plain(at(tree.root, "phases", "round", "steps", "trick", "steps", "judge")) == {"do": "f()"}
    assert plain(at(tree.root, "define")) == {"best(player p) -> 0..9": "4", "f() -> bool": "true"}


def test_adding_trees_merges_mappings_and_grows_lists(tmp_path: Path) -> None:
    text = """add:
  define:
    g() -> bool: false
  claims:
    - that: g()
  components.card.rows:
    - {animal: wolf, value: 9}
  phases.round.trick.commit.actions:
    skip: {do: pass}
  phases.round.trick:
    cite: 1.2
    extra: {do: pass}
  phases.round.bonus: {do: pass}
  zones:
    hand: {of: card}
"""
    tree = sound(tmp_path, text)
    assert list(plain(at(tree.root, "define"))) == ["best(player p) -> 0..9", "f() -> bool", "g() -> bool"]  # type: ignore[call-overload]
    assert plain(at(tree.root, "claims")) == [{"that": "f()"}, {"that": "g()"}]
    assert len(plain(at(tree.root, "components", "card", "rows"))) == 5  # type: ignore[arg-type]
    trick = at(tree.root, "phases", "round", "steps", "trick")
    assert plain(at(trick, "cite")) == ["1.1", "1.2"]
    assert list(plain(at(trick, "steps"))) == ["commit", "judge", "extra"]  # type: ignore[call-overload]
    assert list(plain(at(trick, "steps", "commit", "actions"))) == ["lay", "skip"]  # type: ignore[call-overload]
    assert list(plain(at(tree.root, "phases", "round", "steps"))) == ["trick", "count", "bonus"]  # type: ignore[call-overload]
    assert plain(at(tree.root, "zones")) == {"hand": {"of": "card"}}


def test_before_after_remove_rename_append(tmp_path: Path) -> None:
    text = """before:
  phases.round.trick.judge:
    reveal: {do: pass}
after:
  phases.round.trick:
    tidy: {do: pass}
remove: [phases.round.count, components.card.rows.wolf]
rename:
  phases.round.trick.commit: lay_down
  define.best: top(player p) -> 0..9
append:
  enums.animal: dog
"""
    tree = sound(tmp_path, text)
    assert list(plain(at(tree.root, "phases", "round", "steps"))) == ["trick", "tidy"]  # type: ignore[call-overload]
    steps = at(tree.root, "phases", "round", "steps", "trick", "steps")
    assert list(plain(steps)) == ["lay_down", "reveal", "judge"]  # type: ignore[call-overload]
    assert plain(at(tree.root, "components", "card", "rows", 0)) == {"animal": "sheep", "value": "1"}
    assert len(plain(at(tree.root, "components", "card", "rows"))) == 3  # type: ignore[arg-type]
    assert plain(at(tree.root, "enums", "animal")) == ["sheep", "wolf", "dog"]
    assert list(plain(at(tree.root, "define"))) == ["top(player p) -> 0..9", "f() -> bool"]  # type: ignore[call-overload]


def test_edits_of_one_file_address_the_tree_before_it(tmp_path: Path) -> None:
    tree = sound(tmp_path, "rename:\n  phases.round: night\nset:\n  phases.round.trick.judge.do: f()\n")
    assert plain(at(tree.root, "phases", "night", "steps", "trick", "steps", "judge")) == {"do": "f()"}


def test_files_apply_in_the_stated_order(tmp_path: Path) -> None:
    tree = sound(tmp_path, "add:\n  phases.round.bonus: {do: pass}\n", "after:\n  phases.round.count:\n    more: {do: pass}\n")
    assert list(plain(at(tree.root, "phases", "round", "steps"))) == ["trick", "count", "more", "bonus"]  # type: ignore[call-overload]


def test_two_variants_may_grow_one_list_and_one_section(tmp_path: Path) -> None:
    tree = sound(
        tmp_path,
        "add:\n  claims: [{that: a}]\nassumptions: {OP-2: x}\ncite: {define.f: 1.2}\n",
        "add:\n  claims: [{that: b}]\nassumptions: {OP-3: y}\ncite: {define.f: 1.1, phases.round.trick.judge: 1.2}\n",
    )
    assert plain(at(tree.root, "claims")) == [{"that": "f()"}, {"that": "a"}, {"that": "b"}]
    assert plain(at(tree.root, "assumptions")) == {"OP-1": "as it is", "OP-2": "x", "OP-3": "y"}
    assert plain(at(tree.root, "cite")) == {"define.f": ["1.2", "1.1"], "phases.round.trick.judge": "1.2"}


def test_titles_and_further_clauses(tmp_path: Path) -> None:
    (tmp_path / "more.md").write_text("- **9.1** new\n- **OP-9** open\n", encoding="utf-8")
    tree = sound(tmp_path, "title: Other\nrulebook: more.md\nsupersedes: {1.1: 9.1}\n")
    assert scalar(tree.root, "title").text == "Other"
    assert tree.rulebook is not None
    assert [clause.number for clause in tree.rulebook.clauses] == ["1.1", "1.2", "v0:9.1"]
    assert [point.number for point in tree.rulebook.open_points] == ["OP-1", "v0:OP-9"]
    assert plain(at(tree.root, "supersedes")) == {"1.1": "v0:9.1"}


def test_settings_are_the_last_word(tmp_path: Path) -> None:
    tree, diagnostics = load(tmp_path, {"short": "set: {options.rounds: 3}\n"}, {"rounds": "2"})
    assert diagnostics == []
    value = scalar(tree.root, "options", "rounds", "is")
    assert (value.text, value.span.text, value.span.place) == ("2", "2", "--set:1:8")
    assert tree.variants == ("short",)


def test_an_unknown_setting(tmp_path: Path) -> None:
    _, diagnostics = load(tmp_path, {}, {"round": "2"})
    assert [(it.code, it.span.text, it.helps[0]) for it in diagnostics] == [("RWL038", "round", "did you mean `rounds`?")]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("set: {options.round: 3}\n", "RWL032 options.round"),
        ("set: {phases.round.trick.reveal.do: pass}\n", "RWL032 phases.round.trick.reveal.do"),
        ("add: {phases.night.bonus: {do: pass}}\n", "RWL032 phases.night.bonus"),
        ("remove: zones.hand\n", "RWL032 zones.hand"),
        ("append: {enums.animals: dog}\n", "RWL032 enums.animals"),
        ("rename: {phases.nights: x}\n", "RWL032 phases.nights"),
        ("after: {phases.x: {y: {do: pass}}}\n", "RWL032 phases.x"),
        ("cite: {define.g: 1.1}\n", "RWL032 define.g"),
        ("set: {options.rounds: 5}\n", "RWL033 options.rounds"),
        ("set: {define.f: 'true'}\n", "RWL033 define.f"),
        ("rename: {phases.round: round}\n", "RWL033 phases.round"),
        ("add: {claims: []}\n", "RWL033 claims"),
        ("set: {options.rounds: 3}\nremove: options.rounds.is\n", "RWL034 options.rounds.is"),
        ("set: {options.rounds.cite: 1.2}\nremove: options.rounds\n", "RWL034 options.rounds"),
        ("add:\n  define:\n    f(player q) -> bool: true\n", "RWL037 f(player q) -> bool"),
        ("add: {options.rounds.is: 4}\n", "RWL037 4"),
        ("after: {phases.round.trick: {count: {do: pass}}}\n", "RWL037 count"),
        ("assumptions: {OP-1: again}\n", "RWL037 OP-1"),
        ("rename: {define.best: top}\n", "RWL015 top"),
        ("requires: other\n", "RWL035 other"),
        ("supersedes: {7.7: 1.1}\n", "RWL040 7.7"),
        ("setting: {options.rounds: 3}\n", "RWL013 setting"),
        ("set: {enums.animal: 5}\n", "RWL015 5"),
        ("add:\n  zones:\n    hand: {off: card, of: card}\n", "RWL013 off"),
        ("remove: components.card.rows.twin\n", "RWL039 components.card.rows.twin"),
        ("remove: components.card.rows.9\n", "RWL032 components.card.rows.9"),
    ],
)
def test_wrong_overlays(text: str, expected: str, tmp_path: Path) -> None:
    _, diagnostics = load(tmp_path, {"v": text})
    assert [f"{it.code} {it.span.text}" for it in diagnostics] == [expected]
    assert diagnostics[0].span.file.path == "variants/v.yaml"


@pytest.mark.parametrize(
    ("first", "second", "path"),
    [
        ("set: {options.rounds: 3}\n", "set: {options.rounds: 4}\n", "options.rounds.is"),
        ("remove: phases.round.trick.judge\n", "add:\n  phases.round.trick.judge: {do: pass}\n", "phases.round.trick.judge"),
        ("set: {phases.round.trick.judge.do: f()}\n", "remove: phases.round.trick\n", "phases.round.trick.judge.do"),
        ("add: {claims: [{that: a}]}\n", "set: {claims: [{that: b}]}\n", "claims"),
        ("add: {phases.round.x: {do: pass}}\n", "set: {phases.round.x.do: f()}\n", "phases.round.x.do"),
    ],
)
def test_two_variants_at_one_place(first: str, second: str, path: str, tmp_path: Path) -> None:
    _, diagnostics = load(tmp_path, {"one": first, "two": second})
    (both,) = diagnostics
    assert both.code == "RWL034"
    assert both.headline == f"`two` and `one` both edit `{path}`"
    assert [label.span.file.path for label in both.labels] == ["variants/two.yaml", "variants/one.yaml"]


def test_a_target_that_another_variant_took_away(tmp_path: Path) -> None:
    _, diagnostics = load(tmp_path, {"one": "remove: phases.round.count\n", "two": "set: {phases.round.count: {do: f()}}\n"})
    (gone,) = diagnostics
    assert gone.code == "RWL032"
    assert [(label.span.file.path, label.text) for label in gone.labels][1] == ("variants/one.yaml", "`one` took it away")


def test_companions(tmp_path: Path) -> None:
    _, diagnostics = load(tmp_path, {"one": "conflicts: two\nset: {options.rounds: 3}\n", "two": "requires: one\n"})
    assert [(it.code, it.headline) for it in diagnostics] == [("RWL036", "the variants `one` and `two` do not go together")]


def test_asked_for_wrongly(tmp_path: Path) -> None:
    load(tmp_path, {"short_night": "set: {options.rounds: 3}\n"})
    problems = Problems()
    load_spec(tmp_path, variants=("short_knight", "short_night", "short_night"), problems=problems)
    shown = [(it.code, it.helps[:1]) for it in explain_all(problems)]
    assert shown == [("RWL041", ()), ("RWL042", ("did you mean `short_night`?",))]


def test_another_games_variant(tmp_path: Path) -> None:
    (tmp_path / "variants").mkdir()
    (tmp_path / "game.yaml").write_text(BASE.replace("rulebook: rulebook.md\n", ""), encoding="utf-8")
    (tmp_path / "variants" / "v.yaml").write_text("language: 1\nvariant: w\nextends: h\n", encoding="utf-8")
    problems = Problems()
    load_spec(tmp_path, variants=("v",), problems=problems)
    assert [(it.code, it.span.text) for it in explain_all(problems)] == [("RWL043", "w"), ("RWL031", "h")]
