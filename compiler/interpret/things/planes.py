"""Planes: tables without edges, whose sites are the open cells beside laid pieces.

A site is `piece * directions + side`: the lowest-numbered piece beside the cell, and its lowest side towards it. While nothing lies on the
plane its one site is the origin, `pieces * directions`, the cell (pieces, pieces): no coordinate is ever negative.
"""

from collections.abc import Iterator

from compiler.interpret.nouns.frame import Frame, InternalError
from compiler.interpret.things import zones
from compiler.ir.game import PlaneIR


def places(frame: Frame, name: str) -> Iterator[int]:
    """The open sites, ascending."""
    plane = frame.program.planes[name]
    laid = zones.pieces(frame, plane.zone, 0)
    if not laid:
        yield _origin(frame, plane)
        return
    covered = {_cell(frame, plane, piece) for piece in laid}
    met: set[tuple[int, int]] = set()
    for piece in sorted(laid):
        for side in range(plane.directions):
            cell = _beside(frame, plane, piece, side)
            if cell not in covered and cell not in met:
                met.add(cell)
                yield piece * plane.directions + side


def lay(frame: Frame, name: str, piece: int, site: int) -> None:
    """Lays the piece on an open site, also from where it lies."""
    plane = frame.program.planes[name]
    x, y = cell_of(frame, name, site)
    if any(_cell(frame, plane, other) == (x, y) for other in zones.pieces(frame, plane.zone, 0) if other != piece):
        raise InternalError(f"{name}: {site} is no open site")
    zones.move(frame, plane.component, piece, plane.zone, 0, bottom=False, rule=0)
    frame.store(plane.x, piece, x)
    frame.store(plane.y, piece, y)


def cell_of(frame: Frame, name: str, site: int) -> tuple[int, int]:
    """Where an open site is."""
    plane = frame.program.planes[name]
    middle = frame.program.components[plane.component].count
    return (middle, middle) if site == _origin(frame, plane) else _beside(frame, plane, site // plane.directions, site % plane.directions)


def _origin(frame: Frame, plane: PlaneIR) -> int:
    return frame.program.components[plane.component].count * plane.directions


def _cell(frame: Frame, plane: PlaneIR, piece: int) -> tuple[int, int]:
    return frame.load(plane.x, piece), frame.load(plane.y, piece)


def _beside(frame: Frame, plane: PlaneIR, piece: int, side: int) -> tuple[int, int]:
    x, y = _cell(frame, plane, piece)
    step_x, step_y = plane.steps[side]
    return x + step_x, y + step_y
