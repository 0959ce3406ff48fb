"""How fast the native backend is, side by side with what it is measured against.

    python bench/native.py [--rounds 7]

First part: the hand-written engines beside the checkout (`../shared/spike`) and the trial translator found there, on the same source;
random playouts a second, and the price of one call from Python. Medians of interleaved rounds in one process. Where that folder is absent
the part is skipped, and the output says so.
"""

from __future__ import annotations

import argparse
import ast
import importlib
import statistics
import sys
import time
from array import array
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

CHECKOUT = Path(__file__).resolve().parent.parent
SPIKE = CHECKOUT.parent / "shared" / "spike"
sys.path.insert(0, str(CHECKOUT))

from runtime import native  # noqa: E402

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
    return spike_part(rounds)


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
