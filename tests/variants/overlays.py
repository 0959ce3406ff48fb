"""The shipped variants: each with those it needs laid before it, every pair of one game, and all that is built."""

from itertools import combinations
from pathlib import Path

import yaml

from compiler.builds import declared_builds
from tests.games import ROOT, SPECS

FILES = tuple(sorted(SPECS.glob("*/variants/*.yaml")))


def needs(file: Path) -> tuple[str, ...]:
    """The variant's name after the names of those it requires, each after its own."""
    required = yaml.safe_load(file.read_text(encoding="utf-8")).get("requires", [])
    names = [required] if isinstance(required, str) else required
    before = [name for each in names for name in needs(file.with_name(f"{each}.yaml"))]
    return tuple(dict.fromkeys((*before, file.stem)))


ALONE = tuple((file.parents[1].name, needs(file)) for file in FILES)
BUILT = tuple(dict.fromkeys((*ALONE, *((game, names) for game, every in declared_builds(ROOT).combinations.items() for names in every))))
"""each alone, and the combinations that have an engine of their own"""
PAIRS = tuple(
    (one.parents[1].name, tuple(dict.fromkeys((*needs(one), *needs(other)))))
    for one, other in combinations(FILES, 2)
    if one.parent == other.parent and set(needs(one)) | set(needs(other)) not in (set(needs(one)), set(needs(other)))
)


def called(case: tuple[str, tuple[str, ...]]) -> str:
    return "+".join((case[0], *case[1]))
