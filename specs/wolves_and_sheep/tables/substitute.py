"""Writes the substitute tiles: `tiles.csv` (60 landscape tiles of the base game) and `ponds.csv` (26 pond tiles, fishermen and guards).

The faces of the printed tiles are not known to us. What the rulebook says of them holds for these too: no face shows village and forest
together, every tile has two faces, the four flocks are served alike. A face is written as its four edges, clockwise from the north, and each
letter that stands twice is one region; a digit tells apart regions of one kind.

    V village   F forest   P pond   a b c d the four flocks, in turn black, yellow, red and blue

    python tables/substitute.py            # from the folder of the game
"""

import csv
from pathlib import Path
from typing import Final

COLOURS: Final = ("black", "yellow", "red", "blue")
KINDS: Final = {"V": "village", "F": "forest", "P": "pond"}
FLOCKS: Final = "abcd"

LANDSCAPE: Final = (
    ("gate", "V a a a", "F a a a"),
    ("lane", "V V a a", "F F a a"),
    ("street", "V a1 V a2", "F a1 F a2"),
    ("hamlet", "V V V a", "F F F a"),
    ("yard", "V a1 b a2", "F a1 b a2"),
    ("green", "V a a b", "F a a b"),
    ("pasture", "a a a a", "V a V b"),
    ("hedge", "a a b b", "F a F b"),
    ("bridge", "a b1 a b2", "V V a b"),
    ("corner", "a a a b", "F F a b"),
    ("fold", "V a b c", "F a b c"),
    ("square", "V V V V", "F F F a"),
    ("grove", "F F a a", "V1 V2 a a"),
    ("stile", "a a c c", "F c F a"),
    ("shed", "V a a c", "a a b c"),
)
"""Each in four colours."""

PONDS: Final = (
    ("bay", "P a a a", "P a1 P a2"),
    ("shore", "P P a a", "P P a b"),
    ("mere", "P P P a", "F a1 P a2"),
    ("pool", "a a a a P", "V a P b"),
    ("reeds", "P a b c", "F P P a"),
    ("mill", "V P a a", "P a a b"),
)
"""Each in four colours. A fifth region has no edge: a pond inside the meadow."""

WATER: Final = (("lake", "P P P P", "F P F P"), ("brook", "F F P P", "V V P P"))

CROWDED: Final = ("hamlet", "green", "fold")
"""One sheep more than edges in each meadow; elsewhere as many as edges."""

FISH: Final = {"pool": 2, "reeds": 2, "lake": 4}
"""Fish in a pond of these; else as many as it has edges, at most three."""

HEADS: Final = tuple(f"{column}.{face}" for face in ("front", "back") for column in ("kind", "region", "count", "borders"))


def face(name: str, text: str, turn: int) -> dict[str, str]:
    """The cells of one face; a flock's letter is the colour `turn` places on."""
    written = text.split()
    regions = list(dict.fromkeys(written))
    kinds = [KINDS.get(region[0]) or COLOURS[(FLOCKS.index(region[0]) + turn) % 4] for region in regions]
    counts = [_count(name, region, written.count(region)) if region[0] in FLOCKS + "P" else 0 for region in regions]
    meadows = [at for at, region in enumerate(regions) if region[0] in FLOCKS]
    around = [at for at, region in enumerate(regions) if region[0] in "FP"]
    return {
        "kind": " ".join(kinds),
        "region": " ".join(str(regions.index(region)) for region in written[:4]),
        "count": " ".join(map(str, counts)) if any(counts) else "",
        "borders": " ".join(f"{meadow}-{other}" for meadow in meadows for other in around),
    }


def _count(name: str, region: str, edges: int) -> int:
    return FISH.get(name, min(edges, 3)) if region[0] == "P" else edges + (name in CROWDED)


def row(name: str, role: str, edition: str, front: str, back: str, turn: int = 0, copies: int = 1) -> dict[str, str]:
    made = {"name": name, "role": role, "edition": edition, "copies": str(copies)}
    design = name.split()[-1]
    for side, text in (("front", front), ("back", back)):
        made |= {f"{column}.{side}": cell for column, cell in face(design, text, turn).items()}
    return made


def coloured(designs: tuple[tuple[str, str, str], ...], edition: str) -> list[dict[str, str]]:
    return [
        row(f"{colour} {name}", "ordinary", edition, front, back, turn)
        for name, front, back in designs
        for turn, colour in enumerate(COLOURS)
    ]


def write(file: Path, rows: list[dict[str, str]]) -> None:
    with file.open("w", newline="") as out:
        writer = csv.DictWriter(out, ["name", "role", "edition", "copies", *HEADS], lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def main() -> None:
    here = Path(__file__).parent
    write(here / "tiles.csv", coloured(LANDSCAPE, "base"))
    plain = [row(name, "ordinary", "ponds", front, back) for name, front, back in WATER]
    people = [row(role, role, "ponds", "P P P P", "P P P P", copies=3) for role in ("fisherman", "guard")]
    for found in people:
        found["count.front"] = found["count.back"] = ""
    write(here / "ponds.csv", coloured(PONDS, "ponds") + plain + people)


if __name__ == "__main__":
    main()
