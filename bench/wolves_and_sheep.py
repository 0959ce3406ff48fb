"""Wolves and Sheep, the largest spec: how long it takes to compile, moves a second natively and under CPython side by side, and on request what
random games come to. The tables of `bench/README.md` are made by it.

    python bench/wolves_and_sheep.py [--games 5000]

The clock of `time_limit` belongs to the host and never strikes in random games, so combinations with it give the figures of those without.
A decision without a legal action is a fault, and a fault is an error here. Equal arguments, equal results; speeds differ.
"""

import argparse
import statistics
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from bench.stages import stages  # noqa: E402
from compiler.driver import compile_game, emit  # noqa: E402
from runtime import Game, load_source  # noqa: E402
from runtime.playouts import Summary, play_portion, simulate  # noqa: E402

SPEC = ROOT / "specs" / "wolves_and_sheep"
ROUNDS = 5
PORTIONS = {"native": 100, "python": 2}
"""random games in a round"""

COMBINATIONS: dict[tuple[str, ...], tuple[int, ...]] = {
    (): (2, 3, 4), ("grube_ryby",): (2, 3, 4), ("two_players",): (2,), ("grube_ryby", "two_players"): (2,),
}  # fmt: skip


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=0, help="random games of each combination and number of players (default none)")
    games = parser.parse_args().games
    if games:
        print(*results(games), sep="\n")
        return 0
    times = stages(SPEC)
    print(f"compiled in {sum(times.values()):.0f} ms: " + ", ".join(f"{stage} {each:.0f}" for stage, each in times.items()))
    for variants in ((), ("grube_ryby",)):
        for players in (2, 4):
            print(speeds(variants, players))
    return 0


def source(variants: tuple[str, ...]) -> str:
    compilation = compile_game(SPEC, variants=variants)
    if compilation.game is None:
        raise SystemExit("specs/wolves_and_sheep does not compile")
    (text,) = emit(compilation.game).values()
    return text


def speeds(variants: tuple[str, ...], players: int) -> str:
    """Moves a second of both backends, taken in turn; the first round, which warms up, does not count."""
    text = source(variants)
    native, python = (load_source(text, "wolves_and_sheep.py", backend=backend) for backend in ("native", "python"))
    pairs = [(speed(native, players, number), speed(python, players, number)) for number in range(ROUNDS + 1)][1:]
    fast, slow = (statistics.median(column) for column in zip(*pairs, strict=True))
    ratio = statistics.median(first / second for first, second in pairs)
    return f"{named(variants)}, {players} players: {fast:,.0f} moves a second natively, {slow:,.0f} under CPython, ratio {ratio:.0f}"


def speed(game: Game, players: int, number: int) -> float:
    """Decisions a second in a round's random games."""
    count = PORTIONS[game.backend]
    begun = time.perf_counter()
    sums, _ = play_portion(game, players, 1, number * count, count)
    return sums[1] / (time.perf_counter() - begun)


def results(games: int) -> list[str]:
    """The table of random games: by seat, and by order of finishing."""
    lines = ["| variants, players | moves (longest) | first by seat | first by order of finishing | points by order of finishing |", "|---|---|---|---|---|"]
    for variants, counts in COMBINATIONS.items():
        game = load_source(source(variants), "wolves_and_sheep.py", backend="native")
        for players in counts:
            summary = simulate(game, players=players, games=games, threads=1, by="finished")
            if summary.faults:
                raise SystemExit(f"{summary.faults} games stopped by a fault of the spec, the last: {game.fault(summary.last_fault)}")
            lines.append(row(f"{named(variants)}, {players}", summary))
    return lines


def row(name: str, summary: Summary) -> str:
    seats = ", ".join(f"{100 * seat.first.mean:.1f}" for seat in summary.seats)
    orders = ", ".join(f"{100 * group.results.first.mean:.1f}" for group in summary.groups)
    points = ", ".join(f"{group.results.score.mean:.1f}" for group in summary.groups)
    return f"| {name} | {summary.length.mean:.1f} ({summary.longest}) | {seats} | {orders} | {points} |"


def named(variants: tuple[str, ...]) -> str:
    return " + ".join(variants) or "base"


if __name__ == "__main__":
    raise SystemExit(main())
