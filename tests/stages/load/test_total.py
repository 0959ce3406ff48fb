"""Loading is total: whatever the bytes, there are problems, and never an exception. What is shown of them can be shown."""

import json
from pathlib import Path

import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from compiler.diagnostics import Problems, concise_text, explain_all, human_text, json_text, sarif_text
from compiler.load import load_text
from compiler.load.files import decode
from compiler.load.overlay import Layered, lay_over
from compiler.load.rulebook import read_rulebook
from compiler.load.shape import SPEC, TABLE, VARIANT
from compiler.load.shape.check import check
from compiler.load.tables import read_table
from compiler.load.tree import Mapping
from compiler.load.yaml_nodes import read_nodes
from compiler.source import SourceFile

ROOT = Path(__file__).resolve().parents[3]
SPEC_TEXTS = [path.read_text(encoding="utf-8") for path in sorted((ROOT / "specs").glob("*/game.yaml"))]
PIECES = st.sampled_from(
    [
        *("- ", ": ", "  ", "\n", "{", "}", "[", "]", "#", " #", "|", ">", "&a", "*a", "<<", "?", '"', "'"),
        *("\t", "!!int", "---", "a", "steps", "\r\n", "\0"),
    ]
)
SLOW = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def shown(problems: Problems) -> None:
    diagnostics = explain_all(problems)
    assert human_text(diagnostics, colour=True).replace("\x1b[", "").count("\x1b") == 0
    assert human_text(diagnostics).count("\n\n") >= len(diagnostics)
    assert concise_text(diagnostics).count("\n") == len(diagnostics)
    assert len(json.loads(json_text(diagnostics))["diagnostics"]) == len(diagnostics)
    assert len(json.loads(sarif_text(diagnostics))["runs"][0]["results"]) == len(diagnostics)


@st.composite
def mutated(draw: st.DrawFn) -> str:
    """A shipped spec with a few pieces put in, or taken out."""
    text = draw(st.sampled_from(SPEC_TEXTS))
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(text)))
        text = text[:at] + draw(PIECES) + text[at + draw(st.integers(0, 5)) :]
    return text


@SLOW
@given(mutated())
def test_mutated_specs(text: str) -> None:
    problems = Problems()
    tree = load_text(text, "game.yaml", problems)
    assert tree is not None or len(problems) > 0
    shown(problems)


@SLOW
@given(st.text(max_size=200) | st.lists(PIECES, max_size=40).map("".join))
def test_any_text(text: str) -> None:
    problems = Problems()
    load_text(text, "game.yaml", problems, rulebook=text)
    file = SourceFile(path="x", text=text)
    read_rulebook(file, problems)
    read_table(file, problems)
    shown(problems)


@SLOW
@given(st.binary(max_size=200))
def test_any_bytes(data: bytes) -> None:
    problems = Problems()
    file = decode(data, "game.yaml", problems)
    assert (file is None) == (len(problems) == 1)
    shown(problems)


WORDS = st.sampled_from(["phases", "play", "steps", "options", "define", "state", "x", "1", "do", "components", "rows", "cite", "zones", "title"])
PATHS = st.lists(WORDS, min_size=1, max_size=4).map(".".join)
VALUES = st.recursive(
    st.sampled_from(["1", "pass", "x"]), lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3), max_leaves=6
)
TREES = st.dictionaries(PATHS, VALUES, max_size=4)


@SLOW
@given(
    st.sampled_from(SPEC_TEXTS),
    st.lists(
        st.fixed_dictionaries(
            {},
            optional={
                "set": TREES,
                "add": TREES,
                "append": TREES,
                "remove": st.lists(PATHS, max_size=3),
                "before": st.dictionaries(PATHS, TREES, max_size=2),
                "after": st.dictionaries(PATHS, TREES, max_size=2),
                "rename": st.dictionaries(PATHS, WORDS, max_size=2),
                "cite": st.dictionaries(PATHS, st.just("1.1"), max_size=2),
                "assumptions": st.dictionaries(st.just("OP-1"), st.just("x"), max_size=1),
            },
        ),
        min_size=1,
        max_size=2,
    ),
)
def test_any_overlays(text: str, overlays: list[dict[str, object]]) -> None:
    problems = Problems()
    base = load_text(text, "game.yaml", problems)
    assert base is not None
    layers = Layered(root=base.root)
    for number, edits in enumerate(overlays):
        source = SourceFile(path=f"v{number}.yaml", text=yaml.safe_dump({"language": "1", "variant": f"v{number}", "extends": "g", **edits}))
        nodes = read_nodes(source, problems)
        assert nodes is not None
        overlay = check(nodes, VARIANT, TABLE, problems)
        if isinstance(overlay, Mapping):
            layers = lay_over(layers, overlay, problems)
    check(layers.root, SPEC, TABLE, problems)
    shown(problems)
