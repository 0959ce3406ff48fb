"""How compile time grows with the size of a spec: specs of n steps, effects, pieces, rows, clauses, scenarios or variants each.

    python bench/growth.py            # 100 and 1,000 of each; --most 10000 for more

Times are of the processor, in seconds; the last column says how many times longer ten times as many take (10 is in proportion).
"""

import argparse
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from compiler.diagnostics.problem import Problems
from compiler.driver import compile_game, emit
from compiler.scenarios import run_file

HEAD = "language: 1\ngame: grown\nplayers: 2\n"
STATE = "state:\n  n: {type: 0..9}\n  red: {type: 0..99999}\n"
TURN = "  turn:\n    repeat: 3\n    for: p in players\n    choose: k in 0..2\n    do: n = k\n"


def steps(n: int) -> dict[str, str]:
    return {"game.yaml": HEAD + STATE + "phases:\n" + TURN + "".join(f"  s{at}: {{do: n = {at % 10}}}\n" for at in range(n))}


def effects(n: int) -> dict[str, str]:
    made = "".join(f"  e{at}(player q): n = {at % 10}\n" for at in range(n))
    called = "".join(f"      e{at}(p)\n" for at in range(n))
    turn = TURN.replace("    do: n = k\n", "    do: |\n" + called)
    return {"game.yaml": HEAD + STATE + "effects:\n" + made + "phases:\n" + turn}


def pieces(n: int) -> dict[str, str]:
    rows = "".join(f"      - {{v: {at % 100}}}\n" for at in range(min(n, 9_000)))
    parts = 'components:\n  card:\n    fields: {v: 0..99}\n    text: "{v}"\n    rows:\n' + rows + "zones:\n  deck: {of: card}\n"
    return {"game.yaml": HEAD + parts + STATE + "phases:\n" + TURN}


def rows(n: int) -> dict[str, str]:
    made = "".join(f"      r{at}: {{when: a == {at}, do: n = {at % 10}}}\n" for at in range(n))
    table = f"resolution:\n  worth:\n    reads: {{a: red}}\n    given: a < {n}\n    hit: unique\n    rows:\n" + made
    return {"game.yaml": HEAD + STATE + table + "phases:\n" + TURN + "  judge: {resolve: worth}\n"}


def clauses(n: int) -> dict[str, str]:
    book = "".join(f"- **1.{at}** What number {at} says.\n" for at in range(1, n + 1))
    cited = ", ".join(f"1.{at}" for at in range(1, n + 1))
    return {"game.yaml": HEAD + "rulebook: rulebook.md\n" + STATE + "phases:\n" + TURN + f"    cite: [{cited}]\n", "rulebook.md": book}


def scenarios(n: int) -> dict[str, str]:
    each = "".join(f"  - name: number {at}\n    play:\n      - 0: turn {at % 3}\n    expect: n == {at % 3}\n" for at in range(n))
    return {"game.yaml": HEAD + STATE + "phases:\n" + TURN, "scenarios/all.yaml": "game: grown\nscenarios:\n" + each}


def variants(n: int) -> dict[str, str]:
    options = "options:\n" + "".join(f"  o{at}: {{is: 1, in: 1..9}}\n" for at in range(n))
    asked = "claims:\n" + "".join(f"  - that: o{at} > 0\n" for at in range(n))
    edits = "".join(f"  options.o{at}: 2\n" for at in range(n))
    files = {"game.yaml": HEAD + options + STATE + asked + "phases:\n" + TURN}
    return files | {"variants/other.yaml": "language: 1\nvariant: other\nextends: grown\nset:\n" + edits}


KINDS: Mapping[str, Callable[[int], dict[str, str]]] = {
    "steps": steps, "effects": effects, "pieces": pieces, "rows": rows, "clauses": clauses, "scenarios": scenarios, "variants": variants,
}  # fmt: skip


def seconds(kind: str, n: int) -> float:
    """From the files to the text of the engine; of scenarios, to their results."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for path, text in KINDS[kind](n).items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(text, encoding="utf-8")
        begun = time.process_time()
        if kind == "scenarios":
            problems = Problems()
            results = run_file(folder, folder / "scenarios" / "all.yaml", problems)
            assert len(results) == n and not any(result.failures for result in results)
        else:
            made = compile_game(folder, variants=("other",) if kind == "variants" else (), root=folder)
            assert made.game is not None, [it.headline for it in made.diagnostics][:3]
            emit(made.game)
        return time.process_time() - begun


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("kinds", nargs="*", default=list(KINDS), help=", ".join(KINDS))
    parser.add_argument("--most", type=int, default=1_000)
    asked = parser.parse_args()
    seconds("steps", 3)
    sizes = [size for size in (100, 1_000, 10_000) if size <= asked.most]
    print(f"{'of each':12}" + "".join(f"{size:>10,}" for size in sizes) + "   times ten")
    for kind in asked.kinds:
        found = [seconds(kind, size) for size in sizes]
        ratios = "  ".join(f"{later / sooner:5.1f}" for sooner, later in zip(found, found[1:], strict=False))
        print(f"{kind:12}" + "".join(f"{each:10.2f}" for each in found) + f"   {ratios}", flush=True)


if __name__ == "__main__":
    main()
