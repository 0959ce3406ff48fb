"""Time of each compiler stage for each spec, and of a whole build beside the import of the libraries it needs.

    python bench/stages.py [GAME ...]
"""

import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from compiler.bind import bind_spec  # noqa: E402
from compiler.checks import check_spec  # noqa: E402
from compiler.diagnostics import Problems  # noqa: E402
from compiler.emit import emit_game  # noqa: E402
from compiler.load import load_spec  # noqa: E402
from compiler.lower import lower_spec  # noqa: E402
from compiler.parse import parse_spec  # noqa: E402
from compiler.passes import run_passes  # noqa: E402

ROUNDS = 5
T = TypeVar("T")


def timed(times: list[float], call: Callable[..., T], *arguments: object, **named: object) -> T:
    begun = time.perf_counter()
    value = call(*arguments, **named)
    times.append((time.perf_counter() - begun) * 1000)
    return value


def stages(game: Path) -> dict[str, float]:
    """Median milliseconds of each stage."""
    times: dict[str, list[float]] = {stage: [] for stage in ("load", "parse", "bind", "lower", "passes", "checks", "emit")}
    for _ in range(ROUNDS):
        problems = Problems()
        tree = timed(times["load"], load_spec, game, problems=problems)
        assert tree is not None
        parsed = timed(times["parse"], parse_spec, tree, problems)
        assert parsed is not None
        typed = timed(times["bind"], bind_spec, parsed, problems)
        assert typed is not None
        lowered = timed(times["lower"], lower_spec, typed, problems)
        assert lowered is not None
        ready = timed(times["passes"], run_passes, lowered)
        timed(times["checks"], check_spec, typed, ready, problems)
        timed(times["emit"], emit_game, ready)
    return {stage: statistics.median(values) for stage, values in times.items()}


def build_beside_imports() -> tuple[float, float]:
    """Median seconds of `rulewright build specs/wild_farm` in a fresh process, and of importing what it needs, in turn."""
    builds: list[float] = []
    imports: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        build = [sys.executable, "-m", "compiler.cli", "build", "specs/wild_farm", "--to", folder]
        for _ in range(ROUNDS + 1):
            timed(builds, subprocess.run, build, cwd=ROOT, check=True, capture_output=True)
            timed(imports, subprocess.run, [sys.executable, "-c", "import lark, yaml, jinja2"], cwd=ROOT, check=True)
    return statistics.median(builds[1:]) / 1000, statistics.median(imports[1:]) / 1000


def main() -> None:
    names = sys.argv[1:] or sorted(file.parent.name for file in (ROOT / "specs").glob("*/game.yaml"))
    rows = {name: stages(ROOT / "specs" / name) for name in names}
    heads = list(next(iter(rows.values())))
    print("milliseconds, median of", ROUNDS)
    print(f"{'game':20}" + "".join(f"{head:>9}" for head in heads) + f"{'all':>9}")
    for name, row in rows.items():
        print(f"{name:20}" + "".join(f"{row[head]:9.1f}" for head in heads) + f"{sum(row.values()):9.1f}")
    build, imports = build_beside_imports()
    print(f"whole build of wild_farm {build:.2f} s, import of lark, yaml and jinja2 {imports:.2f} s: {build / imports:.1f} times")


if __name__ == "__main__":
    main()
