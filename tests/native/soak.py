"""A long run of wrong calls: no crash, no growth of memory.

    python -X dev -m tests.native.soak [calls]

Prints the resident size now and then and fails if it grew by more than a few megabytes after the first tenth.
"""

from __future__ import annotations

import gc
import sys
from collections import Counter
from pathlib import Path
from random import Random

from tests.native.callers import call_wrongly, make_pool, module

ALLOWED_GROWTH = 4 * 2**20


def resident() -> int:
    """Bytes of memory this process holds, where the system tells."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * 4096
    except OSError:
        import resource

        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def soak(calls: int) -> int:
    random = Random(1)
    modules = module(), module(checked=True)
    outcomes: Counter[str] = Counter()
    first = 0
    for step in range(10):
        for _ in range(max(1, calls // 10_000)):
            pool = make_pool(random)
            for _ in range(1000):
                outcomes[call_wrongly(random.choice(modules), random, pool)] += 1
        gc.collect()
        now = resident()
        first = first or now
        print(f"{sum(outcomes.values()):>10,} calls, {now / 2**20:.1f} MiB")
        if now - first > ALLOWED_GROWTH:
            print(f"memory grew by {(now - first) / 2**20:.1f} MiB since step 1, at step {step + 1}")
            return 1
    print(", ".join(f"{name} {count:,}" for name, count in sorted(outcomes.items())))
    return 0


if __name__ == "__main__":
    sys.exit(soak(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000))
