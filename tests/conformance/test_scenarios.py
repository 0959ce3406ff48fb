"""The worked examples of every spec, from the same files and by the same function as `rulewright test`."""

from pathlib import Path

import pytest

from compiler.diagnostics import Problems, explain_all, human_text
from compiler.scenarios import run_file, scenario_files
from tests.games import SPECS

FILES = [(folder, file) for folder in sorted(path.parent for path in SPECS.glob("*/game.yaml")) for file in scenario_files(folder)]


@pytest.mark.parametrize(("folder", "file"), FILES, ids=[f"{folder.name}/{file.stem}" for folder, file in FILES])
def test_scenarios(folder: Path, file: Path) -> None:
    problems = Problems()
    results = run_file(folder, file, problems)
    assert not len(problems), human_text(explain_all(problems))
    assert results
    failed = [human_text(explain_all([failure.problem])) + failure.position for result in results for failure in result.failures]
    assert not failed, "\n".join(failed)


def test_every_game_has_scenarios() -> None:
    assert {folder for folder, _ in FILES} == {path.parent for path in SPECS.glob("*/game.yaml")}
