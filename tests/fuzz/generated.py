"""Many generated specs, for hours: `make fuzz`, or `python -m tests.fuzz.generated --most 100000`.

Specs are numbered; what has been played is kept in a file of counts, so that a run goes on where the last one stopped. A spec on which two witnesses
differ is made smaller and written beside it. Constructs are counted; those below their share are named in the end.
"""

import argparse
import json
import re
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

from tests.fuzz.generator import spec
from tests.fuzz.generator.coverage import constructs
from tests.fuzz.generator.witnesses import Difference, Verdict, judge, shrunk

NATIVE_EVERY = 25
"""Compiling to machine code takes longer than all else together: every so many specs."""


def kind_of(difference: Difference) -> str:
    """What a difference is about, without its numbers and names."""
    return re.sub(r"`[^`]*`|'[^']*'|\[[^\]]*\]|\d+", "…", str(difference).split("\n")[0])[:110]


def play(numbers: Iterator[int], seconds: float, kept: Path) -> Counter[str]:
    counts: Counter[str] = Counter(json.loads(kept.read_text())) if kept.is_file() else Counter()
    begun = time.monotonic()
    for number in numbers:
        if time.monotonic() - begun > seconds:
            break
        one(number, counts, kept.parent)
        if number % 50 == 0:
            kept.write_text(json.dumps(counts))
    kept.write_text(json.dumps(counts))
    return counts


def one(number: int, counts: Counter[str], folder: Path) -> None:
    text = spec(Random(number))
    counts["next"] = max(counts["next"], number + 1)
    counts["specs"] += 1
    try:
        verdict = judge(text, native=number % NATIVE_EVERY == 0)
    except Difference as difference:
        kind = kind_of(difference)
        counts["differ"] += 1
        counts[f"difference {kind}"] += 1
        if counts[f"difference {kind}"] <= 3:
            small = shrunk(text, lambda changed: _differs(changed, kind))
            (folder / f"found_{number}.yaml").write_text(f"# {str(difference).splitlines()[0][:300]}\n{small}")
        return
    _count(verdict, counts)


def _count(verdict: Verdict, counts: Counter[str]) -> None:
    if verdict.typed is None:
        counts["refused"] += 1
        counts[f"code {verdict.refused[0] if verdict.refused else 'none'}"] += 1
        return
    counts["played"] += 1
    counts["turns"] += verdict.turns
    counts.update(f"fault {kind}" for kind in verdict.faults)
    counts.update(f"construct {name}" for name in constructs(verdict.typed))


def _differs(text: str, kind: str) -> bool:
    try:
        judge(text)
    except Difference as difference:
        return kind_of(difference) == kind
    except Exception:
        return False
    return False


def told(counts: Counter[str]) -> str:
    names = {key.removeprefix("construct "): count for key, count in counts.items() if key.startswith("construct ")}
    lines = [f"{counts['specs']:,} specs: {counts['played']:,} played alike by all, {counts['refused']:,} refused, {counts['differ']:,} differ"]
    lines.append(f"{counts['turns']:,} choices and draws; {sum(c for k, c in counts.items() if k.startswith('fault ')):,} games ended by a fault")
    lines.append(f"{len(names)} constructs; rarest: " + ", ".join(f"{name} {count}" for name, count in sorted(names.items(), key=lambda item: item[1])[:12]))
    lines += [f"  {count:,} x {key.removeprefix('difference ')}" for key, count in counts.most_common() if key.startswith("difference ")]
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--most", type=int, default=100_000)
    parser.add_argument("--seconds", type=float, default=3_600)
    parser.add_argument("--folder", type=Path, default=Path(".cache/generated"))
    parser.add_argument("--from", type=int, dest="begin", default=None, help="the number of the first spec; else where the last run stopped")
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    kept = given.folder / "counts.json"
    begin = given.begin if given.begin is not None else json.loads(kept.read_text()).get("next", 0) if kept.is_file() else 0
    counts = play(iter(range(begin, begin + given.most)), given.seconds, kept)
    print(told(counts))
    return 1 if counts["differ"] else 0


if __name__ == "__main__":
    sys.exit(main())
