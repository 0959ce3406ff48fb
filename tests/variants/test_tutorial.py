"""The tutorial is true: its files are written and its commands given, one after another in an empty folder, and their output is what it shows.

    ```yaml file specs/x/game.yaml       written to that file
    ```yaml append specs/x/game.yaml     added to the end of that file
    ```console                           each `$ command`, and what it prints

Figures of speed are left out of the comparison. `--accept` writes the output anew.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.architecture.test_docs import Fence, fences
from tests.games import ROOT

PAGE = ROOT / "docs" / "tutorial.md"
SPEED = re.compile(r"[\d,]+ games and [\d,]+ decisions a second")


def test_the_tutorial(tmp_path: Path, accept: bool) -> None:
    blocks = list(fences(PAGE))
    environment = prepared(tmp_path / "bin")
    folder = tmp_path / "author"
    folder.mkdir()
    pages: dict[int, str] = {}
    differing: list[str] = []
    commands = 0
    for block in blocks:
        if block.info == "console":
            given = re.findall(r"^\$ (.*)$", block.text, re.MULTILINE)
            assert given, block.place
            commands += len(given)
            shown = "".join(f"$ {command}\n{printed(command, folder, environment)}" for command in given)
            if timeless(shown) != timeless(block.text):
                differing.append(f"{block.place}\n{shown}")
                pages[block.line] = shown
        else:
            write(block, folder)
    if accept:
        PAGE.write_text(rewritten(pages), encoding="utf-8")
        differing = []
    assert differing == [], "\n".join(differing)
    assert commands >= 15
    assert {file.name for file in (folder / "specs" / "crowns" / "variants").glob("*.yaml")} == {"grand.yaml", "jesters.yaml"}


def rewritten(shown: dict[int, str]) -> str:
    """The page with other text in the blocks that begin in these lines."""
    page: list[str] = []
    inside = False
    for number, line in enumerate(PAGE.read_text(encoding="utf-8").splitlines(keepends=True), start=1):
        inside = inside and line.rstrip() != "```"
        if not inside:
            page.append(line)
        if number in shown:
            page.append(shown[number])
            inside = True
    return "".join(page)


def prepared(bin: Path) -> dict[str, str]:
    """An environment in which `rulewright` and `python` are this checkout's."""
    bin.mkdir()
    for name, words in (("rulewright", "-m compiler.cli "), ("python", "")):
        (bin / name).write_text(f'#!/bin/sh\nexec "{sys.executable}" {words}"$@"\n')
        (bin / name).chmod(0o755)
    return {
        "PATH": f"{bin}{os.pathsep}/usr/bin{os.pathsep}/bin", "PYTHONPATH": str(ROOT), "HOME": str(bin), "COLUMNS": "100", "LC_ALL": "C.UTF-8",
        "PYTHONIOENCODING": "utf-8", "RULEWRIGHT_CACHE": str(bin / "cache"),
    }  # fmt: skip


def printed(command: str, folder: Path, environment: dict[str, str]) -> str:
    done = subprocess.run(["bash", "-c", command], cwd=folder, env=environment, capture_output=True, text=True, timeout=240, check=False)
    assert "Traceback" not in done.stderr, f"{command}\n{done.stderr}"
    return done.stdout + done.stderr


def write(block: Fence, folder: Path) -> None:
    _, verb, name = block.words
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    assert verb in ("file", "append") and file.exists() == (verb == "append"), block.place
    with file.open("a", encoding="utf-8") as opened:
        opened.write(block.text)


def timeless(text: str) -> str:
    return "\n".join(line.rstrip() for line in SPEED.sub("… games and … decisions a second", text).splitlines())


def test_a_false_word_in_the_tutorial_would_be_noticed() -> None:
    assert timeless("1,000 games and 2 decisions a second (native)\n") == timeless("7 games and 9,999 decisions a second (native)\n")
    assert timeless("3 passed\n") != timeless("4 passed\n")


@pytest.mark.parametrize("block", [block for block in fences(PAGE) if block.info != "console"], ids=lambda block: block.place)
def test_every_other_block_is_a_file(block: Fence) -> None:
    assert len(block.words) == 3 and block.words[1] in ("file", "append")
