"""What is for people alone: a line of text, the sites of a board that are marked, how what stands there is drawn, and what is told at the end.

    view:
      status: "{active} owes {hunt}"     # View(status=Pattern(…), …)
      arena: in_reach                    # …, marks=(("arena", "in_reach"),), …
      place(a): "{a.black}"              # …, drawn=(Drawn(state="place", …),)
"""

from compiler.bind.expressions import binders, expressions, facts, patterns
from compiler.bind.nouns import typed
from compiler.bind.nouns.scope import EMPTY
from compiler.bind.nouns.types import BoolType, SiteType
from compiler.bind.nouns.world import World
from compiler.bind.play.shown import bind_shown
from compiler.bind.types.lattice import bare, show
from compiler.diagnostics import nearest
from compiler.parse.ast import Ident
from compiler.parse.spec import AccountSpec, DrawnSpec

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
        drawn = [made for spec in world.parsed.drawn if (made := _drawn(world, spec)) is not None]
    with world.under("account"):
        account = tuple(_account(world, spec) for spec in world.parsed.account)
    shown = tuple(bind_shown(world))
    return typed.View(status=status, marks=tuple(marks), drawn=tuple(drawn), account=account, shown=shown)


def _account(world: World, spec: AccountSpec) -> typed.Account:
    bound, scope = binders.bind_all(world, EMPTY, spec.binders, "binder", ordered=False)
    lines = []
    for line in spec.lines:
        when = expressions.condition(world, scope, line.when, "when this is told") if line.when is not None else None
        inside = scope.with_facts(facts.learn(scope.facts, when)) if when is not None else scope
        say = patterns.pattern(world, inside, line.say)
        lines.append(typed.AccountLine(when=when, say=say, clauses=tuple(cite.clause for cite in line.cite)))
        if when is not None:
            scope = scope.with_facts(facts.learn(scope.facts, when, holds=False))
    return typed.Account(binders=bound, lines=tuple(lines))


def _drawn(world: World, spec: DrawnSpec) -> typed.Drawn | None:
    """The variable must have one index, and be of sites of a board."""
    name = spec.head.name
    state = world.states.get(name.text)
    if state is None:
        if not world.is_lost(name.text):
            near = nearest(name.text, tuple(world.states))
            world.report("RWN006", name.span, kind="variable", name=name.text, known=tuple(world.states) or None, near=near)
        return None
    type = bare(state.type)
    if not isinstance(type, SiteType) or len(state.axes) != 1 or len(spec.head.names) != 1:
        found = f"`{name.text}` {'of ' + show(state.type) if len(state.axes) == 1 else f'with {len(state.axes)} indexes'}"
        expected = "a variable of sites with one index, and a name for it"
        world.report("RWT001", spec.head.span, context="what is drawn", expected=expected, found=found)
        return None
    local = world.local(spec.head.names[0], "parameter", state.axes[0])
    scope = EMPTY.with_local(local)
    looks = []
    with world.under(name.text):
        for look in spec.looks:
            when = expressions.condition(world, scope, look.when, "when it looks so") if look.when is not None else None
            looks.append((when, patterns.pattern(world, scope, look.draw)))
    return typed.Drawn(state=state.name, board=type.board, local=local, looks=tuple(looks))


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
