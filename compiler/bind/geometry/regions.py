"""Regions of a board: sites by name, and families of such lists."""

from collections.abc import Mapping

from msgspec.structs import replace

from compiler.bind.geometry.lines import with_lines
from compiler.bind.nouns.symbols import BoardSymbol
from compiler.bind.nouns.world import World
from compiler.diagnostics import nearest
from compiler.parse.spec import BoardSpec, RegionSpec


def with_regions(world: World, spec: BoardSpec, board: BoardSymbol) -> BoardSymbol:
    """The board with its regions, and with a set of lines for each family of regions."""
    number = {name: at for at, name in enumerate(board.sites)}
    for region in spec.regions:
        groups = _groups(world, board, region, number)
        if region.family:
            board = with_lines(board, region.name.text, groups)
        else:
            members = groups[0] if groups else ()
            board = replace(board, regions=(*board.regions, (region.name.text, members)))
    return board


def _groups(world: World, board: BoardSymbol, region: RegionSpec, number: Mapping[str, int]) -> tuple[tuple[int, ...], ...]:
    for group in region.groups:
        for site in group:
            if site.text not in number:
                world.report("RWT033", site.span, board=board.name, name=site.text, near=nearest(site.text, number))
    return tuple(tuple(number[site.text] for site in group if site.text in number) for group in region.groups)
