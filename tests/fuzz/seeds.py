"""Mutants by number: which shipped spec, what is done to which of its files, which variant is laid over it."""

import random
from pathlib import Path

from tests.fuzz.mutations import KINDS, Mutation, mutated, mutated_bytes

ROOT = Path(__file__).resolve().parents[2]

SPECS: dict[str, dict[str, str]] = {
    folder.name: {
        str(path.relative_to(folder)): path.read_text(encoding="utf-8")
        for path in sorted(folder.rglob("*"))
        if path.suffix in (".yaml", ".md", ".csv") and "scenarios" not in path.parts
    }
    for folder in sorted((ROOT / "specs").iterdir())
    if (folder / "game.yaml").exists()
}
"""The files of each shipped game, without its scenarios."""


def lay_out(seed: int, folder: Path) -> Path:
    """Writes the mutant's files: one to three mistakes, mostly in the spec, now and then in a rulebook, a table or a variant, or in its bytes."""
    chance = random.Random(seed)
    name, other = (chance.choice(sorted(SPECS)) for _ in range(2))
    files = SPECS[name]
    changed = "game.yaml" if chance.random() < 0.85 else chance.choice(sorted(files))
    changes = [mutation(chance) for _ in range(chance.choice((1, 1, 2, 3)))]
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        data = text.encode()
        if path == changed and chance.random() < 0.1:
            for change in changes:
                data = mutated_bytes(data, change)
        elif path == changed:
            data = mutated(text, changes, SPECS[other].get(path, SPECS[other]["game.yaml"])).encode("utf-8", "surrogatepass")
        (folder / path).write_bytes(data)
    return folder


def variant(folder: Path, seed: int) -> tuple[str, ...]:
    """Every third mutant of a game with variants has one of them laid over it."""
    names = sorted(path.stem for path in folder.glob("variants/*.yaml"))
    return (names[seed % len(names)],) if names and seed % 3 == 0 else ()


def mutation(chance: random.Random) -> Mutation:
    return Mutation(kind=chance.choice(sorted(KINDS)), first=chance.random(), second=chance.random(), pick=chance.randrange(10**6))
