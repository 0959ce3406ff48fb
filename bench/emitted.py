"""Decisions a second of emitted Wild Farm with four players under CPython, beside a hand-written engine of a like game, in turn.

    python bench/emitted.py
"""

import importlib.util
import statistics
import sys
import time
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from runtime import load  # noqa: E402
from runtime.playouts import play_portion  # noqa: E402

SPIKE = ROOT.parent / "shared" / "spike"
ROUNDS = 7
GAMES = 60


def emitted() -> float:
    """Decisions a second over GAMES random games."""
    game = load(ROOT / "generated" / "wild_farm.py", backend="python")
    begun = time.perf_counter()
    sums, _ = play_portion(game, 4, 1, 0, GAMES)
    return sums[1] / (time.perf_counter() - begun)


def by_hand(sheep: ModuleType) -> float:
    start = [0] * sheep.SIZE
    sheep.init(start)
    state, out, returns, stats = [0] * sheep.SIZE, [0] * sheep.MAX_ACTIONS, [0] * 4, [0, 0]
    begun = time.perf_counter()
    sheep.run_batch(start, state, out, returns, stats, 1, GAMES)
    return stats[0] / (time.perf_counter() - begun)


def main() -> None:
    if not (SPIKE / "sheep.py").is_file():
        print("hand-written engine: ../shared/spike is not here, row skipped")
        print(f"emitted wild_farm: {statistics.median(emitted() for _ in range(ROUNDS)):,.0f} decisions a second under CPython")
        return
    sys.path.insert(0, str(SPIKE))
    spec = importlib.util.spec_from_file_location("sheep", SPIKE / "sheep.py")
    assert spec is not None and spec.loader is not None
    sheep = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(sheep)
    pairs = [(emitted(), by_hand(sheep)) for _ in range(ROUNDS)]
    ours, theirs = (statistics.median(column) for column in zip(*pairs, strict=True))
    ratio = statistics.median(mine / other for mine, other in pairs)
    print(f"emitted wild_farm {ours:,.0f}, hand-written {theirs:,.0f} decisions a second under CPython: ratio {ratio:.2f}")


if __name__ == "__main__":
    main()
