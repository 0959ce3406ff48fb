"""How far from the limit: native engines beside bitboards in C++ that are written by hand, game for game the same.

    python bench/limits/limits.py [GAME ...]

Both play the same random games of the same seeds, in turn within one run, ROUNDS times, by CPU time; the least counts of each. The sums of the games have to be
equal. Skipped where there is no g++.
"""

import ctypes
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from runtime import load  # noqa: E402
from runtime.contract import SEAT_SUMS, SUMS  # noqa: E402
from runtime.playouts import play_portion  # noqa: E402

GAMES = ("tic_tac_toe", "connect_four", "breakthrough", "reversi", "hex")
ROUNDS = 9
SECONDS = 0.1
SEED = 1

Numbers = list[int]
"""Games, decisions, choices, games that the first and the second seat won alone."""


def compiled(folder: str) -> ctypes.CDLL | None:
    compiler = shutil.which("g++")
    if compiler is None:
        return None
    library = f"{folder}/limits.so"
    subprocess.run([compiler, "-O3", "-march=native", "-shared", "-fPIC", "-o", library, str(Path(__file__).with_name("limits.cpp"))], check=True)
    return ctypes.CDLL(library)


def theirs(library: ctypes.CDLL, game: int, games: int) -> Numbers:
    sums = (ctypes.c_int64 * 5)()
    library.play(game, ctypes.c_int64(SEED), ctypes.c_int64(0), ctypes.c_int64(games), sums)
    return list(sums)


def ours(name: str) -> Callable[[int], Numbers]:
    game = load(ROOT / "generated" / f"{name}.py", backend="native")
    columns = [SUMS.index("games"), SUMS.index("decisions"), SUMS.index("choices"), len(SUMS), len(SUMS) + len(SEAT_SUMS)]

    def play(games: int) -> Numbers:
        sums, _ = play_portion(game, 2, SEED, 0, games)
        return [sums[column] for column in columns]

    return play


def spent(play: Callable[[int], Numbers], games: int) -> float:
    begun = time.process_time()
    play(games)
    return time.process_time() - begun


def main(names: list[str]) -> int:
    with tempfile.TemporaryDirectory() as folder:
        library = compiled(folder)
        if library is None:
            print("limits: skipped, there is no g++")
            return 0
        print(f"{'game':14}{'engine moves/s':>16}{'by hand':>16}{'engine / by hand':>18}")
        for name in names or GAMES:
            number, engine = GAMES.index(name), ours(name)

            def hand(games: int, number: int = number) -> Numbers:
                return theirs(library, number, games)

            expected, found = hand(2000), engine(2000)
            if expected != found:
                print(f"{name}: the games differ: {found} and by hand {expected}")
                return 1
            games = max(1, int(2000 * SECONDS / max(1e-9, min(spent(engine, 2000) for _ in range(3)))))
            rounds = [(spent(engine, games), spent(hand, games)) for _ in range(ROUNDS)]
            mine, limit = (min(column) for column in zip(*rounds, strict=True))
            moves = found[1] / found[0] * games
            print(f"{name:14}{moves / mine:16,.0f}{moves / limit:16,.0f}{limit / mine:18.2f}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
