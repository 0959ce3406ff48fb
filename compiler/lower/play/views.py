"""What is for people alone: how boards and pieces are drawn, a line of text, what is told at the end."""


from compiler.bind.nouns import typed as t
from compiler.bind.nouns.symbols import BoardSymbol
from compiler.ir import exprs as x
from compiler.ir.game import AccountIR, BoardView, DrawnIR, ViewIR
from compiler.ir.simplify import TRUE
from compiler.lower.expressions import domains, expressions
from compiler.lower.expressions.patterns import say
from compiler.lower.expressions.references import state_slots
from compiler.lower.nouns.scope import Scope
from compiler.lower.nouns.world import World
from compiler.lower.things import plane_views
from compiler.lower.things.drawing import drawing
from compiler.lower.types.carriers import carrier


def view(world: World) -> ViewIR:
    boards = tuple(_board_view(world, board) for board in world.typed.boards)
    view = world.typed.view
    status = say(Scope(world, "view.status", ()), view.status) if view.status is not None else None
    marks = tuple((board, x.Truth(x.Call(name, (x.Local("q"),)))) for board, name in view.marks)
    labels = tuple((name.text, text) for name, text in world.typed.parsed.labels)
    drawn = tuple(_drawn(world, item) for item in view.drawn)
    account = tuple(_account(world, item) for item in view.account)
    return ViewIR(boards=boards, labels=labels, status=status, marks=marks, drawn=drawn, account=account, drawing=drawing(world))


def _account(world: World, item: t.Account) -> AccountIR:
    scope = Scope(world, "account", ())
    binders = tuple(domains.binder(scope, binder) for binder in item.binders)
    lines = tuple(
        (expressions.condition(scope, line.when) if line.when is not None else TRUE, say(scope, line.say), line.clauses) for line in item.lines
    )
    return AccountIR(binders=binders, lines=lines)


def _drawn(world: World, item: t.Drawn) -> DrawnIR:
    scope = Scope(world, f"view.{item.state}", ())
    index = scope.bind(item.local)
    made = carrier(world, item.local.type)
    looks = tuple((expressions.condition(scope, when) if when is not None else TRUE, say(scope, draw)) for when, draw in item.looks)
    return DrawnIR(block=state_slots(item.state), index=index, low=made.low, high=made.high, looks=looks)


def _board_view(world: World, board: BoardSymbol) -> BoardView:
    if board.shape != "plane":
        return BoardView(name=board.name, shape=board.shape, sites=board.sites, x=board.x, y=board.y, regions=board.regions)
    component = world.components[board.piece]
    words, _ = plane_views.edge_words(world, component)
    legend = tuple((word, (ord(letter),)) for word, letter in zip(words, plane_views.letters(words), strict=True))
    return BoardView(name=board.name, shape=board.shape, sites=plane_views.edges_of(world, component), x=(), y=(), regions=legend)
