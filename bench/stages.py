"""Time of each compiler stage for each spec, and of a whole build beside the import of the libraries it needs.

    python bench/stages.py [GAME ...]
"""

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
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


def whole_builds() -> tuple[float, float, float]:
    """Median seconds, taken in turn in fresh processes: `rulewright build specs/wild_farm` where no variants are declared, the same here, where
    three are, and importing what a build needs. Compiled bytecode is kept from the first round, which does not count."""
    base: list[float] = []
    declared: list[float] = []
    imports: list[float] = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        shutil.copytree(ROOT / "specs" / "wild_farm", folder / "specs" / "wild_farm")
        environment = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
        environment |= {"PYTHONPATH": str(ROOT), "PYTHONPYCACHEPREFIX": str(folder / "bytecode")}
        build = [sys.executable, "-m", "compiler.cli", "build", "specs/wild_farm", "--to", str(folder / "engines")]
        run = partial(subprocess.run, env=environment, check=True, capture_output=True)
        for _ in range(ROUNDS + 1):
            timed(base, run, build, cwd=folder)
            timed(declared, run, build, cwd=ROOT)
            timed(imports, run, [sys.executable, "-c", "import lark, yaml, jinja2"], cwd=folder)
    one, all_, libraries = (statistics.median(times[1:]) / 1000 for times in (base, declared, imports))
    return one, all_, libraries


def main() -> None:
    names = sys.argv[1:] or sorted(file.parent.name for file in (ROOT / "specs").glob("*/game.yaml"))
    rows = {name: stages(ROOT / "specs" / name) for name in names}
    heads = list(next(iter(rows.values())))
    print("milliseconds, median of", ROUNDS)
    print(f"{'game':20}" + "".join(f"{head:>9}" for head in heads) + f"{'all':>9}")
    for name, row in rows.items():
        print(f"{name:20}" + "".join(f"{row[head]:9.1f}" for head in heads) + f"{sum(row.values()):9.1f}")
    one, declared, imports = whole_builds()
    print(f"import of lark, yaml and jinja2 {imports:.3f} s; whole build of wild_farm {one:.3f} s, {one / imports:.1f} times that (below 5 is wanted)")
    print(f"with the three variants declared here, four engines: {declared:.3f} s, {declared / imports:.1f} times")


if __name__ == "__main__":
    main()
