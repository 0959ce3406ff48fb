"""The lines of a board: rows, columns, straight runs, and the members of region families, each kept once.

    runs(steps, axes, 3)        # every straight run of exactly three sites
    maximal(steps, axes, …)     # the runs that go on as long as they can
"""

from msgspec.structs import replace

from compiler.bind.nouns.symbols import BoardSymbol

Line = tuple[int, ...]


def runs(board: BoardSymbol, length: int) -> tuple[Line, ...]:
    """Straight runs of exactly so many different sites; a ring of them that closes is taken once."""
    found: dict[frozenset[int], Line] = {}
    for direction in board.axes:
        for site in range(len(board.sites)):
            run = _run(board, site, direction, length)
            if len(run) == length:
                found.setdefault(frozenset(run), run)
    return tuple(found.values())


def maximal(board: BoardSymbol) -> tuple[Line, ...]:
    """Straight runs of two sites or more that no further site continues."""
    found: dict[frozenset[int], Line] = {}
    for direction in board.axes:
        back = board.opposite[direction]
        passed: set[int] = set()
        for site in range(len(board.sites)):
            before = board.steps[back][site] if back != -1 else -1
            if before != -1 and site in passed:
                continue
            run = _run(board, site, direction, len(board.sites))
            if len(run) > 1 and (before == -1 or before in run):
                found.setdefault(frozenset(run), run)
                passed.update(run)
    return tuple(found.values())


def rows(board: BoardSymbol) -> tuple[Line, ...]:
    return _by(board.y)


def columns(board: BoardSymbol) -> tuple[Line, ...]:
    return _by(board.x)


def with_lines(board: BoardSymbol, name: str, lines: tuple[Line, ...]) -> BoardSymbol:
    """The board with a further named set of lines; a line already known keeps its number."""
    known = {line: at for at, line in enumerate(board.lines)}
    for line in lines:
        known.setdefault(line, len(known))
    numbers = tuple(known[line] for line in lines)
    return replace(board, lines=tuple(known), line_sets=(*board.line_sets, (name, numbers)))


def line_set(board: BoardSymbol, name: str) -> tuple[int, ...] | None:
    return next((numbers for known, numbers in board.line_sets if known == name), None)


def _run(board: BoardSymbol, site: int, direction: int, most: int) -> Line:
    run = {site: None}
    while len(run) < most:
        site = board.steps[direction][site]
        if site == -1 or site in run:
            break
        run[site] = None
    return tuple(run)


def _by(coordinate: tuple[int, ...]) -> tuple[Line, ...]:
    return tuple(tuple(site for site, at in enumerate(coordinate) if at == value) for value in sorted(set(coordinate)))
