"""Readings of open points in pairs: which a game has, and few builds that have every pair of them.

factors = factors_of("flock")                 # {"mover": ("anyone", "own", "others"), …}: the default first
rows = rows_of(factors)                       # (("mover", "own"), ("landing", "apart"), …), …: what differs from the defaults
pairs_of(factors)                             # ((("mover", "own"), ("landing", "apart")), …): two readings, none the default
"""

from collections.abc import Iterable, Mapping
from functools import cache
from itertools import combinations
from typing import TypeAlias

from tests.games import Options, ir

Factors: TypeAlias = Mapping[str, tuple[str, ...]]
Reading: TypeAlias = tuple[str, str]
Pair: TypeAlias = tuple[Reading, Reading]


@cache
def _factors(game: str, variants: tuple[str, ...], others: Options) -> tuple[tuple[str, tuple[str, ...]], ...]:
    words = tuple(
        (option.name, (option.value, *(reading for reading in option.readings if reading != option.value)))
        for option in ir(game, variants).options
        if option.settles and option.readings
    )
    return (*words, *((name, tuple(values.split())) for name, values in others))


def factors_of(game: str, variants: tuple[str, ...] = (), others: Options = ()) -> Factors:
    """Every option whose words are readings, the default first. `others` are numbers that settle something: ("starter", "0 2")."""
    return dict(_factors(game, variants, others))


def pairs_of(factors: Factors, apart: Iterable[frozenset[Reading]] = ()) -> tuple[Pair, ...]:
    """All pairs of readings that are not defaults, of different options. `apart` are pairs that do not go together."""
    single = [(name, reading) for name, readings in factors.items() for reading in readings[1:]]
    barred = set(apart)
    return tuple((a, b) for a, b in combinations(single, 2) if a[0] != b[0] and frozenset((a, b)) not in barred)


def rows_of(factors: Factors, apart: Iterable[frozenset[Reading]] = (), most: int = 99) -> tuple[Options, ...]:
    """Few assignments in which every pair of readings stands, none with more than `most` readings that are not defaults: each next one is grown
    from a pair that is missing by whatever reading brings most new pairs."""
    barred = set(apart)
    missing = {frozenset(pair) for pair in pairs_of(factors, barred)}
    rows = []
    while missing:
        first = min(missing, key=sorted)
        row = dict(first)
        while len(row) < most:
            offers = [
                (sum(frozenset(((name, reading), kept)) in missing for kept in row.items()), name, reading)
                for name, readings in factors.items()
                if name not in row
                for reading in readings[1:]
                if not any(frozenset(((name, reading), kept)) in barred for kept in row.items())
            ]
            gain, name, reading = max(offers, default=(0, "", ""), key=lambda offer: (offer[0], offer[1], offer[2]))
            if gain == 0:
                break
            row[name] = reading
        missing -= {frozenset(pair) for pair in combinations(row.items(), 2)}
        rows.append(tuple(sorted(row.items())))
    return tuple(rows)


def named(options: Options) -> str:
    return "-".join(f"{name}={value}" for name, value in options)
