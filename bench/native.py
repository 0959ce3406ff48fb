"""How fast the native backend is, side by side with what it is measured against.

    python bench/native.py [--rounds 7]

First part: the hand-written engines beside the checkout (`../shared/spike`) and the trial translator found there, on the same source;
random playouts a second, and the price of one call from Python. Medians of interleaved rounds in one process. Where that folder is absent
the part is skipped, and the output says so.

Second: emitted Wild Farm natively and under CPython. Third: what compiling costs in a fresh process, cold and from the cache. Fourth: single
steps of tic-tac-toe driven from Python, beside OpenSpiel's.
"""

from __future__ import annotations

import argparse
import ast
import importlib
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from array import array
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

CHECKOUT = Path(__file__).resolve().parent.parent
SPIKE = CHECKOUT.parent / "shared" / "spike"
sys.path.insert(0, str(CHECKOUT))

from runtime import load, native  # noqa: E402
from runtime.playouts import play_portion  # noqa: E402

ENTRIES = ("init", "current_player", "legal_actions", "apply", "returns", "run_batch")
ENGINES = ("connect4", "sheep")
SECONDS_A_ROUND = 0.4


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=7, help="interleaved rounds a figure is the median of (default 7)")
    rounds = parser.parse_args().rounds
    reason = native.available()
    if reason is not None:
        print(f"nothing measured: {reason}")
        return 1
    parts = (spike_part(rounds), emitted_part(rounds), start_part(rounds), step_part(rounds))
    return max(parts)


def emitted_part(rounds: int) -> int:
    """Random games of emitted Wild Farm, four players, one core, natively and under CPython; 0 if the ratio is at least 40."""
    games = {backend: load(CHECKOUT / "generated" / "wild_farm.py", backend=backend) for backend in BACKENDS}

    def rate(backend: str, count: int) -> float:
        began = time.perf_counter()
        sums, _ = play_portion(games[backend], 4, 1, 0, count)
        return sums[1] / (time.perf_counter() - began)

    rates = interleaved({"native": lambda: rate("native", 4000), "python": lambda: rate("python", 60)}, rounds)
    ratio = rates["native"] / rates["python"]
    shown = f"native {rates['native']:,.0f}   CPython {rates['python']:,.0f}"
    print(f"emitted wild_farm: decisions/s   {shown}   ratio {ratio:.0f} (at least 40 is wanted)")
    return 0 if ratio >= 40 else 1


def start_part(rounds: int) -> int:
    """Fresh processes: compiling Wild Farm without a cache, and starting from the cache, beside the import of llvmlite.

    Bytecode of Python files is kept from the first round, which does not count."""
    with tempfile.TemporaryDirectory() as folder:
        cache = os.path.join(folder, "cache")
        times: dict[str, list[float]] = {"import": [], "cold": [], "warm": []}
        for _ in range(rounds + 1):
            times["import"].append(fresh("import llvmlite.binding", folder))
            shutil.rmtree(cache, ignore_errors=True)
            times["cold"].append(fresh(COMPILE, folder))
            times["warm"].append(fresh(COMPILE, folder))
    imported, cold, warm = (statistics.median(times[name][1:]) for name in ("import", "cold", "warm"))
    print(f"wild_farm in a fresh process: import of llvmlite {imported:.3f} s, cold {cold:.3f} s, warm {warm:.3f} s")
    print(f"  cold compile beyond the import {cold - imported:.3f} s (less than 1 is wanted); warm {warm / imported:.2f} times the import (less than 2)")
    return 0 if cold - imported < 1 and warm < 2 * imported else 1


BACKENDS = ("native", "python")

COMPILE = f"""
from runtime.engine import FUNCTIONS
from runtime.native import compile_module
path = {str(CHECKOUT / "generated" / "wild_farm.py")!r}
compile_module(open(path, encoding="utf-8").read(), path, entries=FUNCTIONS)
"""


def fresh(code: str, folder: str) -> float:
    """Seconds that a piece of code takes in a new interpreter, its start excluded; the folder is for its caches."""
    timed = f"import time\nbegan = time.perf_counter()\n{code}\nprint(time.perf_counter() - began)"
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    environment |= {"RULEWRIGHT_CACHE": os.path.join(folder, "cache"), "PYTHONPYCACHEPREFIX": os.path.join(folder, "bytecode"), "PYTHONPATH": str(CHECKOUT)}
    done = subprocess.run([sys.executable, "-c", timed], env=environment, capture_output=True, text=True, check=True)
    return float(done.stdout)


def step_part(rounds: int) -> int:
    """One step of tic-tac-toe driven from CPython: raw functions and the State object, beside OpenSpiel's state."""
    try:
        import pyspiel
    except ImportError:
        print("tic-tac-toe step by step: skipped, OpenSpiel is not installed")
        return 0
    game = load(CHECKOUT / "generated" / "tic_tac_toe.py", backend="native")
    theirs = pyspiel.load_game("tic_tac_toe")
    stream = random.Random(1)
    matches = [a_match(theirs.new_initial_state(), stream) for _ in range(GAMES_A_ROUND)]
    opening, out = game.new_vector(), game.blank(game.max_actions)
    game.engine.init(opening, 2, 1, 0)
    legal_actions, apply = game.engine.legal_actions, game.engine.apply

    def raw() -> float:
        return timed(lambda: opening[:], our_matches, raw_steps)

    def raw_steps(vector: Any, match: Sequence[int]) -> None:
        for action in match:
            legal_actions(vector, out)
            apply(vector, action)

    def object_steps(state: Any, match: Sequence[int]) -> None:
        for action in match:
            state.legal_actions()
            state.apply_action(action)

    def timed(new: Callable[[], Any], played: Sequence[Sequence[int]], steps_of: Callable[[Any, Sequence[int]], None]) -> float:
        """Steps a second; the starts are made outside the clock, a few at a time."""
        spent = 0.0
        for first in range(0, len(played), AT_A_TIME):
            matches = played[first : first + AT_A_TIME]
            starts = [new() for _ in matches]
            began = time.perf_counter()
            for state, match in zip(starts, matches, strict=True):
                steps_of(state, match)
            spent += time.perf_counter() - began
        return steps / spent

    our_matches = [[(2 - cell // 3) * 3 + cell % 3 for cell in match] for match in matches]
    steps = sum(len(match) for match in matches)
    rates = interleaved(
        {
            "raw": raw,
            "state": lambda: timed(lambda: game.new_initial_state(2), our_matches, object_steps),
            "theirs": lambda: timed(theirs.new_initial_state, matches, object_steps),
        },
        rounds,
    )
    first, second = rates["raw"] / rates["theirs"], rates["state"] / rates["theirs"]
    print(f"tic-tac-toe step by step: steps/s   raw {rates['raw']:,.0f}   State {rates['state']:,.0f}   OpenSpiel {rates['theirs']:,.0f}")
    print(f"  raw {first:.1f} times OpenSpiel (at least 5 is wanted), State {second:.2f} times (at least 1)")
    return 0 if first >= 5 and second >= 1 else 1


def a_match(state: Any, stream: random.Random) -> list[int]:
    """The cells of a random match, as OpenSpiel numbers them (from the top row; ours count from the bottom)."""
    cells: list[int] = []
    while not state.is_terminal():
        cells.append(stream.choice(state.legal_actions()))
        state.apply_action(cells[-1])
    return cells


GAMES_A_ROUND = 3000
AT_A_TIME = 20


def spike_part(rounds: int) -> int:
    """Compares with the trial translator; 0 if every playout rate reaches 0.9 of its rate."""
    if not SPIKE.is_dir():
        print(f"spike engines: skipped, {SPIKE} is absent")
        return 0
    sys.path.insert(0, str(SPIKE))
    trial = importlib.import_module("py2ll_fast")
    worst = 1e9
    for name in ENGINES:
        plain = importlib.import_module(name)
        source = literal_source(plain, (SPIKE / f"{name}.py").read_text(encoding="utf-8"))
        began = time.perf_counter()
        ours = native.compile_module(source, f"{name}.py", entries=ENTRIES, release_gil=frozenset({"run_batch"}), cache=False)
        middle = time.perf_counter()
        theirs = trial.load(name, plain, "buf")
        ended = time.perf_counter()
        agree(plain, ours, theirs)
        rates = interleaved(
            {"native": lambda p=plain, m=ours: playout_rate(p, m), "trial": lambda p=plain, m=theirs: playout_rate(p, m)},
            rounds,
        )
        ratio = rates["native"] / rates["trial"]
        worst = min(worst, ratio)
        python = playout_rate(plain, plain, 0.2)
        print(f"{name}: cold compile {middle - began:.3f} s, trial {ended - middle:.3f} s")
        print(f"  playouts/s   native {rates['native']:>12,.0f}   trial {rates['trial']:>12,.0f}   ratio {ratio:.2f}   CPython {python:,.0f}")
        for function, arguments in calls(plain).items():
            costs = interleaved(
                {
                    "native": lambda m=ours, f=function, a=arguments: call_cost(getattr(m, f), a),
                    "trial": lambda m=theirs, f=function, a=arguments: call_cost(getattr(m, f), a),
                },
                rounds,
            )
            print(f"  {function:<15} native {costs['native']:6.1f} ns   trial {costs['trial']:6.1f} ns a call")
    print(f"worst playout ratio to the trial translator: {worst:.2f} (at least 0.90 is wanted)")
    return 0 if worst >= 0.9 else 1


def literal_source(module: Any, text: str) -> str:
    """The engine with computed tables written out, as an emitted file has them."""
    tree = ast.parse(text)
    for node in tree.body:
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            held = getattr(module, node.target.id)
            node.value = ast.parse(repr(tuple(held) if isinstance(held, list) else held), mode="eval").body
    return ast.unparse(tree)


def buffers(plain: Any) -> tuple[Any, ...]:
    """start, s, out, ret and stats as `run_batch` wants them."""
    sizes = (plain.SIZE, plain.SIZE, plain.MAX_ACTIONS, plain.N_PLAYERS, 2)
    return tuple(array("q", bytes(8 * size)) for size in sizes)


def run(module: Any, plain: Any, count: int) -> tuple[int, ...]:
    start, s, out, ret, stats = buffers(plain)
    module.init(start)
    if module is plain:
        start, s, out, ret, stats = (list(item) for item in (start, s, out, ret, stats))
    module.run_batch(start, s, out, ret, stats, 1, count)
    return tuple(stats)


def agree(plain: Any, *modules: Any) -> None:
    expected = run(plain, plain, 50)
    for module in modules:
        found = run(module, plain, 50)
        if found != expected:
            raise SystemExit(f"{module}: checksum {found}, CPython has {expected}")


def playout_rate(plain: Any, module: Any, seconds: float = SECONDS_A_ROUND) -> float:
    count = 64
    while True:
        began = time.perf_counter()
        run(module, plain, count)
        took = time.perf_counter() - began
        if took > seconds / 2:
            return count / took
        count *= 2


def calls(plain: Any) -> Mapping[str, Sequence[object]]:
    start, _, out, ret, _ = buffers(plain)
    plain.init(start)
    return {"current_player": (start,), "legal_actions": (start, out), "returns": (start, ret)}


def call_cost(function: Callable[..., object], arguments: Sequence[object], times: int = 100_000) -> float:
    began = time.perf_counter()
    for _ in range(times):
        function(*arguments)
    return (time.perf_counter() - began) / times * 1e9


def interleaved(measures: Mapping[str, Callable[[], float]], rounds: int) -> dict[str, float]:
    """The median of each measure, taken turn by turn so that a busy machine disturbs all alike."""
    found: dict[str, list[float]] = {name: [] for name in measures}
    for _ in range(rounds):
        for name, measure in measures.items():
            found[name].append(measure())
    return {name: statistics.median(values) for name, values in found.items()}


if __name__ == "__main__":
    sys.exit(main())
