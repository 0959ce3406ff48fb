"""Near names: what the author may have meant.

    nearest("fild", ("field", "hand", "fold"))       # ("field", "fold")
"""

from collections.abc import Iterable


def nearest(name: str, candidates: Iterable[str], limit: int = 3) -> tuple[str, ...]:
    """The candidates that look like `name`, nearest first, ties in the order given; never `name` itself.

    A candidate is near when about a third of its letters at most differ (an exchange of neighbours counts once), or when one of the
    two begins the other and three letters at least agree.
    """
    asked = name.lower()
    found: list[tuple[int, int, str]] = []
    for place, candidate in enumerate(dict.fromkeys(candidates)):
        if candidate == name:
            continue
        other = candidate.lower()
        reach = max(1, max(len(asked), len(other)) // 3)
        if abs(len(asked) - len(other)) <= reach:
            distance = _distance(asked, other)
            if distance <= reach and distance < max(len(asked), len(other)):
                found.append((distance, place, candidate))
                continue
        if min(len(asked), len(other)) >= 3 and (asked.startswith(other) or other.startswith(asked)):
            found.append((reach + 1, place, candidate))
    return tuple(candidate for _, _, candidate in sorted(found)[:limit])


near_names = nearest


def _distance(left: str, right: str) -> int:
    """Insertions, deletions, replacements and exchanges of neighbours (optimal string alignment)."""
    before: list[int] = []
    row = list(range(len(right) + 1))
    for i, a in enumerate(left, 1):
        after = [i]
        for j, b in enumerate(right, 1):
            cost = min(row[j] + 1, after[j - 1] + 1, row[j - 1] + (a != b))
            if i > 1 and j > 1 and a == right[j - 2] and left[i - 2] == b:
                cost = min(cost, before[j - 2] + 1)
            after.append(cost)
        before, row = row, after
    return row[-1]
