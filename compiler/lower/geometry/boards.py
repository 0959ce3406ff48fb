"""Boards as constant tables, each made when something asks for it.

    step_table(world, board)       # "field.steps": site q in direction d at [d * sites + q]
    rays(world, board)             # "field.rays": row d * sites + q
"""

from compiler.bind.nouns.symbols import BoardSymbol
from compiler.lower.nouns.world import World

MOST_WORDS = 100_000
"""A table beyond this is refused."""

MOST_ON_RAYS = 500_000
"""Sites on all rays of a board together: a square board of fifty by fifty has about half of that."""


def step_values(board: BoardSymbol) -> tuple[int, ...]:
    return tuple(site for row in board.steps for site in row)


def steps_or_none(board: BoardSymbol) -> tuple[int, ...]:
    """As `step_values`, with a place before each direction's sites for a step from none."""
    return tuple(site for row in board.steps for site in (-1, *row))


def stepped(board: BoardSymbol, count: int) -> tuple[int, ...]:
    """So many steps at once; from none, or off the board on the way, is none."""
    return tuple(site for row in board.steps for site in (-1, *_leap(row, count)))


def _leap(row: tuple[int, ...], count: int) -> tuple[int, ...]:
    """Where so many steps lead from each site, by doubling."""
    found = tuple(range(len(row)))
    while count:
        if count % 2:
            found = tuple(row[site] if site != -1 else -1 for site in found)
        row = tuple(row[site] if site != -1 else -1 for site in row)
        count //= 2
    return found


def rays(world: World, board: BoardSymbol) -> str:
    rows = tuple(_ray(row, site) for row in board.steps for site in range(len(board.sites)))
    return world.list_table(f"{board.name}.rays", rows)


def longest_ray(board: BoardSymbol) -> int:
    return max((length for row in board.steps for length in _lengths(row)), default=0)


def too_many_rays(board: BoardSymbol) -> bool:
    """Whether the rays of a board hold more sites than a table should."""
    return sum(sum(_lengths(row)) for row in board.steps) > MOST_ON_RAYS


def _lengths(row: tuple[int, ...]) -> tuple[int, ...]:
    """How many sites the ray from each site has, without walking any of them twice."""
    known: dict[int, int] = {}
    for start in range(len(row)):
        path: dict[int, None] = {}
        site = start
        while site != -1 and site not in known and site not in path:
            path[site] = None
            site = row[site]
        way = list(path)
        round_ = way[way.index(site) :] if site in path else []
        known.update(dict.fromkeys(round_, len(round_) - 1))
        length = known[site] if site != -1 else -1
        for passed in reversed(way[: len(way) - len(round_)]):
            length += 1
            known[passed] = length
    return tuple(known[site] for site in range(len(row)))


def _ray(row: tuple[int, ...], start: int) -> tuple[int, ...]:
    """Up to the edge, or once round a board that closes."""
    found: dict[int, None] = {}
    site = row[start]
    while site not in (-1, start) and site not in found:
        found[site] = None
        site = row[site]
    return tuple(found)


def neighbours(world: World, board: BoardSymbol) -> str:
    return world.list_table(f"{board.name}.neighbours", board.neighbours)


def lines(world: World, board: BoardSymbol) -> str:
    return world.list_table(f"{board.name}.lines", board.lines)


def line_set(board: BoardSymbol, name: str) -> tuple[int, ...]:
    return next(numbers for known, numbers in board.line_sets if known == name)


def adjacency(board: BoardSymbol) -> tuple[int, ...]:
    """1 where two sites are neighbours, at [q * sites + r]."""
    return tuple(int(other in near) for near in board.neighbours for other in range(len(board.sites)))


def region_flags(board: BoardSymbol, sites: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(int(site in sites) for site in range(len(board.sites)))


def by_coordinates(board: BoardSymbol) -> tuple[int, int, int, int, tuple[int, ...]]:
    """Least x and y, width and height of a grid with a margin of one, and its sites row by row, -1 where there is none."""
    low_x, low_y = min(board.x) - 1, min(board.y) - 1
    width, height = max(board.x) + 2 - low_x, max(board.y) + 2 - low_y
    at = {(across, up): site for site, (across, up) in enumerate(zip(board.x, board.y, strict=True))}
    cells = tuple(at.get((low_x + across, low_y + up), -1) for up in range(height) for across in range(width))
    return low_x, low_y, width, height, cells


def is_plain_grid(board: BoardSymbol) -> bool:
    """Does every step lead to the site at the step's own distance, with none left out: no wrap, no holes?"""
    if not board.dx or len(board.dx) != len(board.steps):
        return False
    at = {(across, up): site for site, (across, up) in enumerate(zip(board.x, board.y, strict=True))}
    for direction, row in enumerate(board.steps):
        if max(abs(board.dx[direction]), abs(board.dy[direction])) != 1:
            return False
        for site, target in enumerate(row):
            if at.get((board.x[site] + board.dx[direction], board.y[site] + board.dy[direction]), -1) != target:
                return False
    return all(_convex(board, direction) for direction in range(len(board.steps)))


def _convex(board: BoardSymbol, direction: int) -> bool:
    """Along a direction no site lies beyond a gap."""
    at = {(across, up) for across, up in zip(board.x, board.y, strict=True)}
    extent = max(board.x) - min(board.x) + max(board.y) - min(board.y) + 1
    for site, target in enumerate(board.steps[direction]):
        if target == -1:
            for far in range(2, extent + 1):
                if (board.x[site] + far * board.dx[direction], board.y[site] + far * board.dy[direction]) in at:
                    return False
    return True


def heading(board: BoardSymbol) -> tuple[int, ...]:
    """The direction by the signs of a difference, at [(sign of y + 1) * 3 + sign of x + 1]; the middle is any, -1 where there is none."""
    found = []
    for up in (-1, 0, 1):
        for across in (-1, 0, 1):
            at = next((d for d in range(len(board.dx)) if (board.dx[d], board.dy[d]) == (across, up)), -1)
            found.append(0 if (across, up) == (0, 0) else at)
    return tuple(found)


def between(board: BoardSymbol) -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]:
    """For every pair of sites the row that lists the way from one up to the other, and the rows; -1 where they are not in line."""
    rows: dict[tuple[int, ...], int] = {(): 0}
    numbers: list[int] = []
    for start in range(len(board.sites)):
        ways: dict[int, tuple[int, ...]] = {start: ()}
        for row in board.steps:
            walked = _ray(row, start)
            for end, site in enumerate(walked):
                if site not in ways or len(ways[site]) > end + 1:
                    ways[site] = walked[: end + 1]
        numbers.extend(rows.setdefault(ways[end], len(rows)) if end in ways else -1 for end in range(len(board.sites)))
    return tuple(numbers), tuple(rows)
