"""`docs/conformance.md` says what is tested: the counts, the differences, and the length of each spec."""

import re
from pathlib import Path

import pytest

from tests.conformance.matches import MATCHES
from tests.conformance.table import CLASSICS
from tests.conformance.test_perft import KNOWN
from tests.games import ROOT, SPECS

PAGE = (ROOT / "docs" / "conformance.md").read_text()


def rows(heading: str) -> list[list[str]]:
    """The cells of the first table under a heading."""
    section = PAGE.split(f"## {heading}\n", 1)[1].split("\n## ", 1)[0]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in section.splitlines() if line.startswith("|")][2:]


def titled(words: str) -> str:
    return words.split(",")[0].lower().replace("'", "").replace(" ", "_").replace("-", "_")


@pytest.mark.parametrize("name", CLASSICS)
def test_length_of_each_spec(name: str) -> None:
    lines = (SPECS / name / "game.yaml").read_text().splitlines()
    code = [line for line in lines if line.strip() and not line.strip().startswith("#")]
    (said,) = (row[1] for row in rows("How long a spec is") if row[0] == name)
    assert said == f"{len(lines)} ({len(code)})"


def test_the_readme_says_the_range() -> None:
    lengths = [(int(row[1].split()[0]), int(row[2].split()[0])) for row in rows("How long a spec is") if row[2] != "–"]
    spans = [f"{min(column):,} to {max(column):,}" for column in zip(*lengths, strict=True)]
    said = " ".join((ROOT / "README.md").read_text().split())
    assert f"{spans[0]} lines, where OpenSpiel's C++ takes {spans[1]}:" in said


def test_counts_are_those_tested() -> None:
    said = {re.sub(r"_\d+_x_\d+$", "", titled(row[0])): tuple(int(number.replace(",", "")) for number in row[1].split(", ")) for row in rows("Perft")}
    assert said == KNOWN


def test_every_option_that_makes_rules_alike_is_listed_and_every_difference_has_a_row() -> None:
    table = rows("OpenSpiel in lockstep")
    for match in MATCHES:
        mine = [row for row in table if titled(row[0]) == match.ours]
        for name, value in match.options:
            if name not in ("dice", "cards"):
                assert any(f"{name}={value}" in row[3] or f"{name}=…" in row[3] for row in mine), (match.name, name)
        if match.differs:
            assert mine, match.name


def test_the_lengths_cover_every_classic_and_nothing_else() -> None:
    assert tuple(row[0] for row in rows("How long a spec is")) == CLASSICS
    assert {Path(name) for name in CLASSICS} <= {file.parent.relative_to(SPECS) for file in SPECS.glob("*/game.yaml")}
