"""What random play of Flock and of Predators comes to, as tables; those of `docs/random_play.md` are made by it.

    python bench/random_play.py [flock] [predators] [--games 200] [--dispersals 400]

Flock: how often the sheep disperse under each reading of "reduce" (OP-11), beside what the notes on the rules found in 400 games of another
program; then whole games. Predators: whole games for each number of players on each board; who wins, how long they are, how many prey each
predator catches. A decision without a legal action is a fault, and a game that does not end by the rules is an error here. Equal arguments,
equal figures.
"""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from compiler.driver import compile_game, emit  # noqa: E402
from runtime import Game, load_source  # noqa: E402
from runtime.chance import Stream  # noqa: E402
from runtime.contract import SUMS  # noqa: E402
from runtime.playouts import Estimate, mean_of, play_portion, share_of, simulate  # noqa: E402

DISPERSING = "phases.disperse.turn"
FOUND = {
    "both_fall": "400 stuck",
    "neither_rises": "390 disperse, in 8 to 13 moves; 10 stuck",
    "length_first": "397 disperse; 3 stuck",
}
"""What the notes on the rules say of 400 random games under each reading."""

PREY = 5
SEATS = (2, 3, 4)
BOARDS = {"squares": (), "squares, slanting steps": ("slanting",), "hexagons": ("hexagonal",)}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", choices=["flock", "predators", []], help="which games (default: both)")
    parser.add_argument("--games", type=int, default=200, help="whole games of each row (default 200)")
    parser.add_argument("--dispersals", type=int, default=400, help="games of each reading of OP-11 (default 400)")
    given = parser.parse_args()
    parts = given.parts or ["flock", "predators"]
    if "flock" in parts:
        print(*flock(given.games, given.dispersals), sep="\n")
    if "predators" in parts:
        print(*predators(given.games), sep="\n")
    return 0


def made(name: str, variants: tuple[str, ...] = (), **settings: str) -> Game:
    compilation = compile_game(ROOT / "specs" / name, variants=variants, settings=settings)
    if compilation.game is None:
        raise SystemExit(f"specs/{name} does not compile")
    (text,) = emit(compilation.game).values()
    return load_source(text, f"{name}.py", backend="native")


# ---- Flock


def flock(games: int, dispersals: int) -> Iterator[str]:
    yield f"| reduction | of {dispersals} games disperse | in moves | stuck | the notes, of 400 |"
    yield "|---|---|---|---|---|"
    for reading, found in FOUND.items():
        needed, stuck = dispersing(made("flock", reduction=reading), dispersals)
        moves = f"{min(needed)} to {max(needed)}, mean {sum(needed) / len(needed):.1f}" if needed else "-"
        yield f"| {reading} | {len(needed)} | {moves} | {stuck} | {found} |"
    whole = simulate(made("flock"), games=dispersals, seed=0)
    yield f"\n{dispersals} whole games have {whole.shortest} to {whole.longest} moves; the notes say 18 to 72 of 400.\n"
    yield "| variant | games | decisions | black wins | white wins | draws |"
    yield "|---|---|---|---|---|---|"
    for variants in ((), ("largest_flock",), ("small",)):
        played = simulate(made("flock", variants), games=games, seed=0)
        assert (played.games, played.faults, played.truncated) == (games, 0, 0)
        wins = " | ".join(share(seat.sole) for seat in played.seats)
        length = f"{number(played.length)}, {played.shortest} to {played.longest}"
        yield f"| {', '.join(variants) or '-'} | {played.games:,} | {length} | {wins} | {played.ties:.1%} |"
    yield ""


def dispersing(game: Game, games: int) -> tuple[list[int], int]:
    """Of so many random games, the numbers of moves until no sheep touched another, and how often nobody could go on before that."""
    needed, stuck = [], 0
    out = game.blank(game.max_actions)
    for seed in range(games):
        state, stream = game.new_initial_state(2, seed=seed), Stream.seeded(seed)
        moves = 0
        while state.waiting_step() == DISPERSING:
            found = game.engine.legal_actions(state.vector, out)
            if state.action_to_string(out[0]) == "pass":
                break
            assert game.engine.apply(state.vector, out[stream.below(found)]) == 0
            moves += 1
        if state.waiting_step() == DISPERSING:
            stuck += 1
        else:
            needed.append(moves)
    return needed, stuck


# ---- Predators


def predators(games: int) -> Iterator[str]:
    yield "| board | players | games | decisions | first, by seat | caught, by seat | prey of the last survivor |"
    yield "|---|---|---|---|---|---|---|"
    for board, variants in BOARDS.items():
        game = made("predators", variants)
        for players in SEATS:
            yield f"| {board} | {players} | {games:,} | {' | '.join(hunts(game, players, games))} |"
    yield ""


def hunts(game: Game, players: int, games: int) -> Iterator[str]:
    """Games to their end, one by one, so that what stands on the board then can be looked at."""
    points, out, spot = (game.offsets[name] for name in ("points", "out", "spot"))
    length: list[int] = []
    first, caught = [0] * players, [0] * players
    left = 0
    vector = game.new_vector()
    for number_of_game in range(games):
        sums, fault = play_portion(game, players, 0, number_of_game, 1, vector)
        assert fault == 0 and sums[SUMS.index("truncated")] == 0, f"game {number_of_game} stopped"
        (survivor,) = (seat for seat in range(players) if vector[out + seat] == 0)
        rest = sum(vector[spot + PREY * survivor + prey] >= 0 for prey in range(PREY))
        gained = [vector[points + seat] - (rest if seat == survivor else 0) for seat in range(players)]
        assert sum(gained) + rest == PREY * players, "prey that gave its point to nobody"
        length.append(sums[SUMS.index("decisions")])
        first[max(range(players), key=lambda seat: (vector[points + seat], vector[out + seat] or PREY))] += 1
        caught = [before + more for before, more in zip(caught, gained, strict=True)]
        left += rest
    mean = mean_of(sum(length), sum(one * one for one in length), games)
    yield f"{number(mean)}, {min(length):,} to {max(length):,}"
    yield ", ".join(share(share_of(wins, games)) for wins in first)
    yield ", ".join(f"{total / games:.2f}" for total in caught)
    yield f"{left / games:.2f}"


def share(estimate: Estimate) -> str:
    return f"{estimate.mean:.1%} ± {estimate.margin:.1%}"


def number(estimate: Estimate) -> str:
    return f"{estimate.mean:,.1f} ± {estimate.margin:.1f}"


if __name__ == "__main__":
    sys.exit(main())
