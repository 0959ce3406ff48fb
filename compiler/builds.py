"""What is to be built: every game, and the combinations of variants that `pyproject.toml` declares.

    [tool.rulewright.builds]
    pebbles = ["quick", "quick,heaps"]

In: the folder of a `pyproject.toml`. Out: the combinations by game, each as `--variant` takes it; the base game is always built and not named.
"""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, TypeAlias

from msgspec import Struct, field

from compiler.diagnostics import Problems, explain_all
from compiler.load.files import read

Combination: TypeAlias = tuple[str, ...]
"""variants in the order laid; none: the base game"""

KEYS: Final = ("builds", "package")


class BadBuilds(ValueError):
    """What `[tool.rulewright]` says cannot be used."""


class Builds(Struct, frozen=True, kw_only=True):
    """The declared combinations by game, and the package that a wheel carries the engines in."""

    combinations: Mapping[str, tuple[Combination, ...]] = field(default_factory=dict)
    package: str = ""

    def of(self, game: str) -> tuple[Combination, ...]:
        """The base game, then what is declared for it."""
        return ((), *self.combinations.get(game, ()))


def variants_of(text: str) -> Combination:
    """`a,b` as `--variant` and the declarations write it."""
    return tuple(name for name in (part.strip() for part in text.split(",")) if name)


def declared_builds(folder: Path) -> Builds:
    """What the folder's `pyproject.toml` declares; nothing where there is none. Raises BadBuilds."""
    file = folder / "pyproject.toml"
    if not file.is_file():
        return Builds()
    problems = Problems()
    source = read(file, folder, problems)
    if source is None:
        raise BadBuilds(explain_all(problems)[0].headline)
    try:
        tables = tomllib.loads(source.text)
    except tomllib.TOMLDecodeError as error:
        raise BadBuilds(f"pyproject.toml: {error}") from error
    own = tables.get("tool", {}).get("rulewright", {})
    return _read(own, sorted(path.parent.name for path in (folder / "specs").glob("*/game.yaml")))


def _read(own: Any, games: list[str]) -> Builds:
    _hold(isinstance(own, dict), "is a table")
    unknown = [key for key in own if key not in KEYS]
    _hold(not unknown, f"has the keys {' and '.join(KEYS)}, not {', '.join(unknown)}")
    package, builds = own.get("package", ""), own.get("builds", {})
    _hold(isinstance(package, str), "names its package in a text")
    _hold(isinstance(builds, dict), "lists builds by game")
    found: dict[str, tuple[Combination, ...]] = {}
    for game, texts in builds.items():
        _hold(game in games, f"builds {game}, but there is no specs/{game}/game.yaml")
        _hold(isinstance(texts, list) and all(isinstance(text, str) for text in texts), f"gives {game} a list of texts: variants, joined by commas")
        combinations = tuple(variants_of(text) for text in texts)
        _hold(() not in combinations, f"names no variant in a build of {game}; the base game is built anyway")
        _hold(len(set(combinations)) == len(combinations), f"declares a build of {game} twice")
        found[game] = combinations
    return Builds(combinations=found, package=package)


def _hold(condition: bool, what: str) -> None:
    if not condition:
        raise BadBuilds(f"pyproject.toml: [tool.rulewright] {what}")
