"""The tile set is data: what the rulebook says of it is claimed, so that a wrong table is found; the picture shows every face as the table has it."""

import shutil
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pytest

from compiler.driver import compile_game
from compiler.lower.tile_sheet import tile_sheet
from tests.conformance.wolves import Face, faces
from tests.games import compilation

ROOT = Path(__file__).resolve().parents[2]
SVG = "{http://www.w3.org/2000/svg}"

MISTAKES = {
    "a tile is missing": ("tiles.csv", "red pasture,ordinary,base,1,", None, {"1.3", "2.1"}),
    "a tile stands twice": ("tiles.csv", "red pasture,ordinary,base,1,", "red pasture,ordinary,base,2,", {"1.3", "2.1"}),
    "a fifth wolf": ("tiles.csv", "red pasture,ordinary,base,1,", "red pasture,wolf,base,1,", {"1.7", "2.1"}),
    "village and forest on one face": ("tiles.csv", "village black black,0 1 0 2,0 1 1,,forest", "village black forest,0 1 0 2,0 1,,forest", {"13.2"}),
    "no back": ("tiles.csv", ",forest red,0 1 1 1,0 3,1-0", ",,,,", {"2.1"}),
    "touching the wrong way round": ("tiles.csv", ",forest red,0 1 1 1,0 3,1-0", ",forest red,0 1 1 1,0 3,0-1", {"6.3"}),
    "a tile too few with a pond": ("ponds.csv", "lake,ordinary,ponds,1,", None, {"14.2"}),
    "a new tile without a pond": ("ponds.csv", "forest pond,0 0 1 1,0 2,,village pond,0 0 1 1,0 2,", "forest,0 0 0 0,,,village,0 0 0 0,,", {"14.2"}),
}  # fmt: skip


@pytest.mark.conformance
@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_table_against_the_rulebook_is_found(mistake: str, tmp_path: Path) -> None:
    """By a claim that cites the clause."""
    file, written, instead, clauses = MISTAKES[mistake]
    shutil.copytree(ROOT / "specs" / "wolves_and_sheep", tmp_path / "wolves_and_sheep")
    table = tmp_path / "wolves_and_sheep" / "tables" / file
    lines = table.read_text().splitlines(keepends=True)
    at = next(number for number, line in enumerate(lines) if written in line)
    lines[at : at + 1] = [lines[at].replace(written, instead)] if instead is not None else []
    table.write_text("".join(lines))
    made = compile_game(tmp_path / "wolves_and_sheep", variants=("grube_ryby",) if file == "ponds.csv" else ())
    errors = [problem for problem in made.diagnostics if problem.severity == "error"]
    assert {problem.slug for problem in errors} == {"claim-fails"}, [problem.headline for problem in errors]
    assert made.typed is not None
    failing = {problem.labels[0].span for problem in errors}
    assert {cite.clause for fact in made.typed.claims if fact.that.span in failing for cite in fact.cite} == clauses


@pytest.mark.conformance
def test_the_picture_shows_every_face_as_the_table_has_it() -> None:
    """A drawing for each face of each kind of tile: the land by colour at its edges, numbers of regions, thick lines where one region ends."""
    typed = compilation("wolves_and_sheep", ("grube_ryby",)).typed
    assert typed is not None
    drawings: dict[str, ElementTree.Element] = {}
    for group in ElementTree.fromstring(tile_sheet(typed, "tiles") or "").iter(f"{SVG}g"):
        caption = next(text.text or "" for text in group.iter(f"{SVG}text") if text.get("x") == "0")
        drawings[caption] = group
    fills: dict[str, Counter[str]] = {}
    for name, sides in faces().items():
        for face, side in zip(sides, ("front", "back"), strict=False):
            copies = {"wolf": 4, "hunter": 4, "fisherman": 3, "guard": 3}.get(name, 1)
            group = drawings.pop(f"{name}{f' x{copies}' if copies > 1 else ''}, {side}")
            assert [int(text.text or "") for text in group.iter(f"{SVG}text") if text.get("x") != "0"] == list(face.at)
            assert len(list(group.iter(f"{SVG}line"))) == sum(face.at[edge] != face.at[edge - 1] for edge in range(4))
            for edge, shape in enumerate(group.iter(f"{SVG}polygon")):
                fills.setdefault(face.kinds[face.at[edge]], Counter())[shape.get("fill") or ""] += 1
            assert told(group) == said(face)
    assert set(drawings) == {"village, back", "wolf x4, back", "hunter x4, back"}, "nothing but the backs that are like the fronts"
    colours = [next(iter(counted)) for counted in fills.values()]
    assert all(len(counted) == 1 for counted in fills.values()) and len(set(colours)) == len(colours) == 7


def told(group: ElementTree.Element) -> list[str]:
    """The lines below the name: regions, then what touches what."""
    below = [text.text or "" for text in group.iter(f"{SVG}text") if text.get("x") == "0"][1:]
    regions = [region for line in below if not line.startswith("borders") for region in line.split(", ")]
    return [*regions, *(line for line in below if line.startswith("borders"))]


def said(face: Face) -> list[str]:
    regions = [f"{at} {kind}" + (f" {count}" if count else "") for at, (kind, count) in enumerate(zip(face.kinds, face.counts, strict=True))]
    touching = [f"{meadow}-{other}" for meadow, other in sorted(face.borders)]
    return [*regions, *(["borders " + " ".join(touching)] if touching else [])]
