"""The JSON Schema: made from the loader's table, fresh, and true of every spec there is."""

import json
from pathlib import Path

import jsonschema
import pytest
import yaml

from compiler.load.schema.make import schema_files

ROOT = Path(__file__).resolve().parents[3]
FOLDER = ROOT / "compiler" / "load" / "schema"
DRAFTS = ROOT.parent / "shared" / "design" / "drafts"
OVERLAYS = sorted(path for path in DRAFTS.rglob("*.yaml") if "extends:" in path.read_text("utf-8"))
SPECS = sorted((ROOT / "specs").glob("*/game.yaml")) + sorted(path for path in DRAFTS.rglob("*.yaml") if path not in OVERLAYS)
VARIANTS = sorted((ROOT / "specs").glob("*/variants/*.yaml")) + OVERLAYS
SCENARIOS = sorted((ROOT / "specs").glob("*/scenarios/*.yaml"))


def validator(name: str) -> jsonschema.Draft202012Validator:
    schema = json.loads((FOLDER / f"{name}.schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def complaints(name: str, text: str) -> list[str]:
    return [f"{list(error.absolute_path)}: {error.message}"[:300] for error in validator(name).iter_errors(yaml.safe_load(text))]


@pytest.mark.parametrize("name", sorted(schema_files()))
def test_the_committed_schema_is_fresh(name: str, accept: bool) -> None:
    text = schema_files()[name]
    if accept:
        (FOLDER / name).write_text(text, encoding="utf-8")
    assert (FOLDER / name).read_text(encoding="utf-8") == text


@pytest.mark.parametrize(
    ("name", "path"),
    [("spec", path) for path in SPECS] + [("variant", path) for path in VARIANTS] + [("scenario", path) for path in SCENARIOS],
    ids=lambda value: value if isinstance(value, str) else "-".join(value.parts[-3:]),
)
def test_every_file_validates(name: str, path: Path) -> None:
    assert complaints(name, path.read_text(encoding="utf-8")) == []


HEAD = "language: 1\ngame: g\nplayers: 2\n"


@pytest.mark.parametrize(
    "text",
    [
        "language: 1\ngame: g\n",
        HEAD + "zoned: {}\n",
        HEAD + "zones:\n  hand: {order: pile}\n",
        HEAD + "zones:\n  hand: {of: card, order: stack}\n",
        HEAD + "phases:\n  a: {repeat: 3}\n",
        HEAD + "phases:\n  a: {do: pass, steps: {b: {do: pass}}}\n",
        HEAD + "phases:\n  a: {use: f(), do: pass}\n",
        HEAD + "result: {rank: {x: 1}}\n",
        HEAD + "state:\n  x: {type: bool, begin(q): 'true'}\n",
    ],
)
def test_what_the_loader_refuses_an_editor_refuses(text: str) -> None:
    assert complaints("spec", text) != []
