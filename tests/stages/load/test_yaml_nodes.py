"""YAML as nodes: every text keeps its exact place, and nothing is turned into a Python value."""

import random
from pathlib import Path
from typing import Any

import pytest
import yaml

from compiler.load.yaml_nodes import events
from tests.stages.load.looking import at, nodes, plain, scalar


def test_scalars_stay_texts() -> None:
    node, problems = nodes("a: no\nb: 4.10\nc: 0x1F\nd: 1_000\ne: ~\nf: 2001-01-01\n")
    assert problems == []
    assert plain(node) == {"a": "no", "b": "4.10", "c": "0x1F", "d": "1_000", "e": "~", "f": "2001-01-01"}


def test_a_plain_scalar_covers_its_own_characters() -> None:
    #                      0123456789012345678901234567890
    node, _ = nodes("do: move c to hand[p]   # why\n")
    do = scalar(node, "do")
    assert (do.span.start, do.span.end, do.style) == (4, 21, "plain")
    assert do.span.text == "move c to hand[p]"


def test_a_plain_scalar_over_lines_is_sliced_in_place() -> None:
    node, _ = nodes("where: a and\n  b\nnext: 1\n")
    where = scalar(node, "where")
    assert (where.span.start, where.span.end) == (7, 16)
    assert where.text == "a and b"


def test_quoted_text_lies_inside_its_quotes() -> None:
    #                0123456789
    node, _ = nodes("""say: "{p} goes"\nby: 'it''s'\n""")
    say, by = scalar(node, "say"), scalar(node, "by")
    assert (say.span.start, say.span.end, say.style) == (6, 14, "quoted")
    assert (by.span.start, by.span.end, by.text, by.span.text) == (21, 26, "it's", "it''s")


def test_a_literal_block_is_sliced_from_the_newline_after_its_bar() -> None:
    text = "do: |    # what happens\n  a = 1\n\n  b = 2\n\nnext: x\n"
    node, _ = nodes(text)
    do = scalar(node, "do")
    assert do.style == "literal"
    assert do.span.start == text.index("\n")
    assert do.span.text == "\n  a = 1\n\n  b = 2"
    assert do.text == "a = 1\n\nb = 2\n"


def test_carriage_returns_count_as_the_characters_they_are() -> None:
    text = "a: 1\r\ndo: |\r\n  x = 1\r\nb: 2\r\n"
    node, problems = nodes(text)
    assert problems == []
    assert scalar(node, "b").span.start == text.index("2")
    assert scalar(node, "do").span.start == text.index("|") + 2
    assert scalar(node, "do").text == "x = 1\n"


def test_a_byte_order_mark_is_no_part_of_the_first_key() -> None:
    node, problems = nodes("\ufefflanguage: 1\n")
    assert problems == []
    assert plain(node) == {"language": "1"}
    assert scalar(node, "language").span.start == 11


def test_anchors_and_tags_stand_outside_a_texts_span() -> None:
    node, problems = nodes("a: &x hello\nb: *x\n")
    assert problems == []
    assert scalar(node, "a").span.start == 6
    assert scalar(node, "b").span.start == 6, "a value used through an alias is where it is written"


def test_merge_keys_bring_entries_in_and_lose_to_written_ones() -> None:
    node, problems = nodes("base: &b {x: 1, y: 2}\nmore:\n  w: 0\n  <<: *b\n  y: 3\n")
    assert problems == []
    assert plain(at(node, "more")) == {"w": "0", "x": "1", "y": "3"}
    assert list(plain(at(node, "more"))) == ["w", "x", "y"]  # type: ignore[call-overload]


def test_of_several_merged_mappings_the_earlier_wins() -> None:
    node, problems = nodes("a: &a {x: 1}\nb: &b {x: 2, y: 2}\nc:\n  <<: [*a, *b]\n")
    assert problems == []
    assert plain(at(node, "c")) == {"x": "1", "y": "2"}


def test_a_mappings_span_ends_with_its_last_value() -> None:
    text = "a:\n  b: 1\n  c: 2   \n\nd: 3\n"
    node, _ = nodes(text)
    assert at(node, "a").span.text == "b: 1\n  c: 2"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ["RWL005 1:1"]),
        ("# only a comment\n", ["RWL005 1:1"]),
        ("a: 1\nb: 2\na: 3\n", ["RWL007 3:1"]),
        ("a: {b: 1, b: 2}\n", ["RWL007 1:11"]),
        ("a: !!int 3\nb: !x {c: 1}\n", ["RWL008 1:4", "RWL008 2:4"]),
        ("a: 1\n---\nb: 2\n", ["RWL006 2:1"]),
        ("a: &x [1, *x]\n", ["RWL011 1:11"]),
        ("a: *nothing\n", ["RWL004 1:4"]),
        ("? [a, b]\n: 1\nc: 2\n", ["RWL015 1:3"]),
        ("<<: 3\n", ["RWL015 1:5"]),
        ("a:\n\tb: 1\n", ["RWL012 2:1"]),
        ("a: b\x07\n", ["RWL004 1:5"]),
        ("a: 'open\n", ["RWL004 1:4"]),
        ('a: "\\q"\n', ["RWL004 1:6"]),
        ('a: "\\UFFFFFFFF"\n', ["RWL004 1:1"]),
        ("a: @b\n", ["RWL004 1:4"]),
        ("a: [1, 2\nb: 3\n", ["RWL004 1:4"]),
        ("a: 1\n b: 2\n", ["RWL004 2:2"]),
        ("first line\nb: 2\n", ["RWL004 1:1"]),
        ("a:\n  - b\n c: d\n", ["RWL004 3:2"]),
        ("a: ]\n", ["RWL004 1:4"]),
        # an expression split by `: `
        ("do: if a: b = 1\n", ["RWL017 1:9"]),
        ("x:\n  do: if a: b = 1\n", ["RWL017 2:11"]),
        ("x: {do: if a: b = 1}\n", ["RWL017 1:13"]),
        # brackets and question marks in flow style
        ("x: {where: stone[q] == p}\n", ["RWL018 1:17"]),
        ("x: {say: who?}\n", ["RWL018 1:13"]),
        # a comment in the middle of an expression
        ("x:\n  where: a and   # first\n    b\n", ["RWL016 2:18"]),
    ],
)
def test_what_yaml_will_not_have(text: str, expected: list[str]) -> None:
    assert nodes(text)[1] == expected


def test_the_first_of_two_equal_keys_is_kept() -> None:
    node, _ = nodes("a: 1\na: 2\n")
    assert plain(node) == {"a": "1"}


def test_deep_nesting_ends_in_a_problem() -> None:
    assert nodes("[" * 5000 + "]" * 5000)[1] == ["RWL009 1:101"]
    deep = "".join(f"{' ' * depth}a:\n" for depth in range(2000))
    assert nodes(deep)[1] == ["RWL009 101:101"]


def test_aliases_cannot_unfold_without_bound() -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 9)]
    _, problems = nodes("\n".join(lines))
    assert [problem[:6] for problem in problems] == ["RWL010"]


ROOT = Path(__file__).resolve().parents[3]
STROKES = (
    ":", " ", "\n", "- ", "#", '"', "'", "{", "}", "[", "]", "&a ", "*a", "!t ", "|", ">", "%", "@",
    "\t", "? ", "---\n", "...\n", ",", "é", "\u2028", "\x85", "\ufeff",
)  # fmt: skip


def _told(text: str, read: Any) -> list[Any]:
    """Everything nodes are made from; the last is `refused` where reading breaks off."""
    found: list[Any] = []
    try:
        for event in read(text):
            more = [getattr(event, name, None) or None for name in ("value", "style", "anchor", "tag", "flow_style")]
            found.append((type(event), event.start_mark.index, event.end_mark.index, getattr(event, "implicit", None), *more))
    except yaml.YAMLError:
        found.append("refused")
    return found


@pytest.mark.skipif(not yaml.__with_libyaml__, reason="PyYAML stands alone here")
def test_the_quick_parser_says_what_the_slow_one_says() -> None:
    stream = random.Random(4)
    texts = [path.read_text(encoding="utf-8") for path in sorted((ROOT / "specs").glob("**/*.yaml"))]
    different = 0
    for _ in range(600):
        text = stream.choice(texts)
        start = stream.randrange(len(text))
        text = text[start : start + 500]
        for _ in range(stream.randrange(4)):
            at = stream.randrange(len(text) + 1)
            text = text[:at] + stream.choice(STROKES) + text[at + stream.randrange(3) :]
        slow = _told(text, lambda text: yaml.parse(text, Loader=yaml.SafeLoader))
        assert _told(text, events) == slow
        different += _told(text, lambda text: yaml.parse(text, Loader=yaml.CSafeLoader)) != slow
    assert different > 0, "nothing here would have been read differently"
