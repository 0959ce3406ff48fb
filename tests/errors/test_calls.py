"""What no game folder can show: files that are no text, and calls that name what is not there. With these, every code of the compiler's own
areas is raised by an example of its page, by a case of the corpus, or here; what is found only by the checks that
are asked for is shown in `tests/consistency/`.
"""

import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from compiler.diagnostics import CODES
from compiler.driver import compile_game
from tests.errors.formats import check_formats
from tests.errors.pages import BROKEN, page
from tests.errors.test_cases import CASES, wanted

CHECKS = Path(__file__).resolve().parents[2] / "compiler" / "checks"
ASKED_FOR = ("coverage", "play", "points", "prove")
"""the checks that run only when asked for; `tests/consistency/` shows what they find"""

CODE = re.compile(r"RWC\d{3}")

GAME = """language: 1
game: sticks
players: 2
options:
  most: {is: 2, in: 1..3}
state:
  heap: {type: 0..9, start: 9}
phases:
  play:
    while: heap > 0
    for: p in players
    choose: n in 1..most where n <= heap
    do: |
      heap -= n
      if heap == 0: win p
"""
FEW = "language: 1\nvariant: few\nextends: sticks\nset:\n  options.most: 1\n"


def found(variants: tuple[str, ...] = (), settings: Mapping[str, str] | None = None) -> list[str]:
    diagnostics = compile_game(Path("."), variants=variants, settings=settings or {}).diagnostics
    check_formats(diagnostics)
    return [f"{it.span.place} {it.code}" for it in diagnostics]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("game.yaml").write_text(GAME, encoding="utf-8")
    Path("variants").mkdir()
    Path("variants/few.yaml").write_text(FEW, encoding="utf-8")


def test_the_game_itself_is_sound() -> None:
    assert found() == found(("few",)) == found(settings={"most": "3"}) == []


def test_no_file() -> None:
    Path("game.yaml").unlink()
    assert found() == ["game.yaml:1:1 RWL001"]


def test_bytes_that_are_no_text() -> None:
    Path("game.yaml").write_bytes(b"language: 1\ngame: \xff\xfe\n")
    assert found() == ["game.yaml:2:7 RWL002"]


def test_a_folder_in_the_place_of_a_file() -> None:
    Path("game.yaml").unlink()
    Path("game.yaml").mkdir()
    assert found() == ["game.yaml:1:1 RWL003"]


def test_an_option_that_is_not_there() -> None:
    (said,) = found(settings={"mist": "3"})
    assert said.endswith(" RWL038")


def test_a_value_an_option_cannot_have() -> None:
    (said,) = found(settings={"most": "9"})
    assert said.endswith(" RWT031")


def test_a_variant_asked_for_twice() -> None:
    (said,) = found(("few", "few"))
    assert said.endswith(" RWL041")


def test_a_variant_that_is_not_there() -> None:
    (said,) = found(("fewer",))
    assert said.endswith(" RWL042")


def test_every_code_of_the_compiler_is_shown_somewhere() -> None:
    here = {"RWL002", "RWL003", "RWL038", "RWL041", "RWL042"}
    pages = {code.code for code in CODES if BROKEN in page(code.code).sections}
    corpus = {line.split()[1] for case in CASES for line in wanted(case)}
    mine = [code.code for code in CODES if code.area in "LPNTCE"]
    asked = {code for room in ASKED_FOR for path in sorted((CHECKS / room).rglob("*.py")) for code in CODE.findall(path.read_text(encoding="utf-8"))}
    assert [code for code in mine if code not in pages | corpus | here | asked] == []
