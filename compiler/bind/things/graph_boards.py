"""Boards given site by site: `sites` in order of first mention, linked by pairs, or along lines.

    lines: [[a7, d7, g7], [a7, a4, a1]]        # neighbours on a line are linked
"""

from compiler.bind.geometry.grids import NO_TURNS
from compiler.bind.geometry.lines import with_lines
from compiler.bind.geometry.regions import with_regions
from compiler.bind.nouns.symbols import BoardSymbol
from compiler.bind.nouns.world import World
from compiler.parse.ast import Ident
from compiler.parse.spec import BoardSpec


def graph_board(world: World, spec: BoardSpec) -> BoardSymbol | None:
    names = _sites(spec)
    if not names:
        why = "it has no sites"
        world.report("RWT029", spec.name.span, name=spec.name.text, why=why, hint="name them under `sites`, `links` or `lines`")
        return None
    _check_pairs(world, spec)
    number = {name: at for at, name in enumerate(names)}
    links = [pair for pair in spec.link_pairs if len(pair) == 2]
    links.extend((a, b) for line in spec.lines for a, b in zip(line, line[1:], strict=False))
    near: list[dict[int, None]] = [{} for _ in names]
    for a, b in links:
        if a.text != b.text:
            near[number[a.text]][number[b.text]] = None
            near[number[b.text]][number[a.text]] = None
    nothing = (0,) * len(names)
    board = BoardSymbol(
        name=spec.name.text, shape="graph", sites=names, x=nothing, y=nothing, directions=(), dx=(), dy=(), opposite=(), axes=(),
        steps=(), neighbours=tuple(tuple(sorted(sites)) for sites in near), regions=(), lines=(), line_sets=(), turns=NO_TURNS,
        piece="", span=spec.name.span,
    )  # fmt: skip
    board = with_lines(board, "rows", ())
    board = with_lines(board, "columns", ())
    board = with_lines(board, "lines", tuple(tuple(number[site.text] for site in line) for line in spec.lines))
    return with_regions(world, spec, board)


def _sites(spec: BoardSpec) -> tuple[str, ...]:
    mentioned: list[Ident] = [*spec.sites]
    for pair in spec.link_pairs:
        mentioned.extend(pair)
    for line in spec.lines:
        mentioned.extend(line)
    return tuple(dict.fromkeys(site.text for site in mentioned))


def _check_pairs(world: World, spec: BoardSpec) -> None:
    for pair in spec.link_pairs:
        if len(pair) != 2 and pair:
            why = f"a link joins two sites, here are {len(pair)}"
            world.report("RWT029", pair[0].span.to(pair[-1].span), name=spec.name.text, why=why, hint="longer rows stand under `lines`")
