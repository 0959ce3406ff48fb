"""The README's commands print what it shows, in order, from an empty folder; its Python runs on the engine made there."""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def consoles(text: str) -> list[tuple[str, str]]:
    """Each command of the `console` blocks with the output shown below it."""
    found: list[tuple[str, str]] = []
    for block in re.findall(r"```console\n(.*?)```", text, re.DOTALL):
        for line in block.splitlines(keepends=True):
            if line.startswith("$ "):
                found.append((line[2:].strip(), ""))
            else:
                command, output = found[-1]
                found[-1] = command, output + line
    return found


def test_every_command_prints_what_the_readme_shows(tmp_path: Path) -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    bin = tmp_path / "bin"
    bin.mkdir()
    command = bin / "rulewright"
    command.write_text(f'#!/bin/sh\nPYTHONPATH={ROOT} exec {sys.executable} -m compiler.cli "$@"\n')
    command.chmod(0o755)
    folder = tmp_path / "author"
    folder.mkdir()
    environment = {"PATH": f"{bin}:/usr/bin:/bin", "HOME": str(tmp_path), "LANG": "C.UTF-8"}
    shown = consoles(text)
    assert len(shown) >= 8
    for line, expected in shown:
        done = subprocess.run(["sh", "-c", line], cwd=folder, env=environment, capture_output=True, text=True, timeout=120, check=False)
        assert done.stdout + done.stderr == expected, line
    (python,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    done = subprocess.run(
        [sys.executable, "-c", python], cwd=folder, env={**environment, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True, timeout=120, check=True
    )
    assert sorted(eval(done.stdout)) == [-1, -1, 2]
