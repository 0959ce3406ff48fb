"""How a table is laid out for people: a line of text, and the sites of a board that are marked.

    view:
      status: "{active} owes {hunt}"     # View(status=Pattern(…), …)
      arena: in_reach                    # …, marks=(("arena", "in_reach"),)
"""

from compiler.bind import patterns, typed
from compiler.bind.lattice import show
from compiler.bind.scope import EMPTY
from compiler.bind.types import BoolType, SiteType
from compiler.bind.world import World
from compiler.diagnostics import nearest
from compiler.parse.ast import Ident

STATUS = "status"


def bind_view(world: World) -> typed.View:
    with world.under("view"):
        status = None
        if world.parsed.status is not None:
            with world.under(STATUS):
                status = patterns.pattern(world, EMPTY, world.parsed.status)
        marks = []
        for key, value in world.parsed.view:
            if key.text != STATUS and _is_board(world, key) and _judges_sites(world, value, key.text):
                marks.append((key.text, value.text))
    return typed.View(status=status, marks=tuple(marks))


def _is_board(world: World, key: Ident) -> bool:
    if key.text not in world.boards and not world.is_lost(key.text):
        known = (*world.boards, STATUS)
        world.report("RWN006", key.span, kind="board", name=key.text, known=tuple(world.boards) or None, near=nearest(key.text, known))
    return key.text in world.boards


def _judges_sites(world: World, name: Ident, board: str) -> bool:
    """Is this the name of a definition that judges a site of the board?"""
    header = world.defines.get(name.text)
    if header is None:
        world.report("RWN006", name.span, kind="definition", name=name.text, known=None, near=nearest(name.text, tuple(world.defines)))
        return False
    types = tuple(parameter.type for parameter in header.parameters)
    if types == (SiteType(board),) and isinstance(header.result, BoolType):
        world.use("define", name.text, name.span)
        return True
    found = f"`{header.name}({', '.join(show(type) for type in types)})`"
    world.report("RWT001", name.span, context=f"what marks sites of `{board}`", expected=f"a condition over `site({board})`", found=found)
    return False
