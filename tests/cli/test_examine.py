"""The page of an examination: every part on it, nothing done twice, and what was not done named with its command."""

import re
import subprocess
import sys
from pathlib import Path

from compiler.cli.examine_page import Done, examination_page

ROOT = Path(__file__).resolve().parents[2]
SMALL = ("--games", "5", "--changes", "2")


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "compiler.cli", "examine", *arguments], cwd=ROOT, capture_output=True, text=True, timeout=120, check=False
    )  # fmt: skip


def test_a_page_with_every_part_and_none_done_twice(tmp_path: Path) -> None:
    page = tmp_path / "nim.html"
    done = run("nim", "--to", str(page), *SMALL)
    assert done.returncode == 0 and done.stdout == f"{page}: written\n", done.stderr
    text = page.read_text(encoding="utf-8")
    assert re.findall(r'<h2 id="(\w+)">', text) == ["check", "book", "test", "coverage", "ambiguities", "mutate"]
    assert "3 of 3 worked examples come out as the book says." in text, "scenarios/ of nim has three"
    assert "Every one of its 752 positions was looked at" in text
    assert "The player who takes the very last stick has lost." in text and "last_stick: wins" in text
    assert not re.search(r"<script|https?:|src=", text)
    again = run("nim", "--to", str(page), *SMALL)
    assert again.stderr.count("kept from an earlier run") == 7 and page.read_text(encoding="utf-8") == text


def test_what_is_not_done_in_time_is_named(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    done = run("wild_farm", "--to", str(page), "--seconds", "1", "--jobs", "1")
    assert done.returncode == 0 and "; not done: " in done.stdout and "mutate" in done.stdout
    text = page.read_text(encoding="utf-8")
    assert "Small changes that nobody notices: not done in 1 seconds." in text and "<code>rulewright mutate wild_farm --limit 60</code>" in text
    assert "Clauses: not begun in 1 seconds." in text


def test_texts_of_a_spec_are_texts() -> None:
    clause = {"number": "1.1", "text": "Nine <script>sticks</script>.", "state": "covered", "reason": None, "rules": [], "scenarios": []}
    failure = {"diagnostics": [{"headline": "`<b>` is not so", "labels": [], "notes": ["a `<i>` note"]}], "position": "heap: <9>"}
    example = {"name": "<u>one</u>", "file": "a.yaml", "cite": [], "failures": [failure]}
    text = examination_page(
        "<b>Heap</b>",
        [
            Done(name="coverage", command="c", data={"games": 1, "seed": 0, "rules": [], "clauses": [clause]}, why=""),
            Done(name="test", command="t", data={"passed": 0, "failed": 1, "unmeant": 0, "scenarios": [example], "diagnostics": []}, why=""),
        ],
    )
    assert "Nine &lt;script&gt;" in text and "<code>&lt;b&gt;</code> is not so" in text and "heap: &lt;9&gt;" in text
    assert not any(tag in text for tag in ("<script", "<b>", "<i>", "<u>"))
