"""What is tracked is source: names are plain ASCII, and nothing is a cache, a log or machine code."""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LITTER = re.compile(r"(^|/)(__pycache__|\.pytest_cache|\.mypy_cache|\.ruff_cache|\.hypothesis|node_modules)/|\.(py[co]|rwn|log|tmp|orig|rej|so|o)$|~$|(^|/)\.DS_Store$")


def misnamed(names: list[str]) -> list[str]:
    return [name for name in names if not re.fullmatch(r"[\x21-\x7e]+", name) or LITTER.search(name)]


def test_tracked_names_are_plain_and_no_litter() -> None:
    if not (ROOT / ".git").exists():
        pytest.skip("not a checkout")
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout
    names = [name.decode("utf-8", "surrogateescape") for name in listed.split(b"\0") if name]
    assert len(names) > 1000
    assert misnamed(names) == []


@pytest.mark.parametrize("name", ["\udcff/x/0d.rwn", "a b.py", "é.md", "x/__pycache__/y.pyc", "build.log", "compiler/a.py~", ".pytest_cache/v/x"])
def test_a_bad_name_is_found(name: str) -> None:
    assert misnamed([name])
