"""The shape of a spec as data: one table from which specs are checked, the JSON Schema is made, and the page of keys is written."""

from compiler.load.shape.files import SCENARIO, SCENARIOS, VARIANT
from compiler.load.shape.kinds import Anything, ByNode, Choice, Form, Key, Kind, Leaf, ListOf, MapOf, Shape, Shaped
from compiler.load.shape.spec import SHAPES, SPEC
from compiler.load.shape.steps import ACTION, STEP

TABLE: tuple[Shape, ...] = (SPEC, *SHAPES, STEP, ACTION, VARIANT, SCENARIOS, SCENARIO)

_BY_NAME = {shape.name: shape for shape in TABLE}


def shape_of(name: str) -> Shape:
    return _BY_NAME[name]


__all__ = [
    "SCENARIOS",
    "SPEC",
    "TABLE",
    "VARIANT",
    "Anything",
    "ByNode",
    "Choice",
    "Form",
    "Key",
    "Kind",
    "Leaf",
    "ListOf",
    "MapOf",
    "Shape",
    "Shaped",
    "shape_of",
]
