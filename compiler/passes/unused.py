"""Functions, procedures and constant tables that nothing leads to are dropped. Rules keep their numbers, blocks their slots."""

from msgspec.structs import replace

from compiler.ir import exprs as x
from compiler.ir import stmts as s
from compiler.ir.game import GameIR
from compiler.ir.walk import walk


def without_view(game: GameIR) -> GameIR:
    """What an engine needs of a game: all but texts and marks for people, and what only these use."""
    return drop_unused(replace(game, view=replace(game.view, status=None, marks=(), drawn=(), account=())))


def drop_unused(game: GameIR) -> GameIR:
    functions = {function.name: function for function in game.functions}
    procedures = {procedure.name: procedure for procedure in game.procedures}
    used_functions: set[str] = set()
    used_procedures: set[str] = set()
    used_tables: set[str] = set()
    pending: list[object] = [replace(game, functions=(), procedures=())]
    while pending:
        for part in walk(pending.pop()):
            match part:
                case x.Call(function=name) if name not in used_functions:
                    used_functions.add(name)
                    pending.append(functions[name])
                case s.Invoke(procedure=name) if name not in used_procedures:
                    used_procedures.add(name)
                    pending.append(procedures[name])
                case x.Fetch(table=name) | x.ListRow(lists=name):
                    used_tables.add(name)
                case _:
                    pass
    layout = replace(
        game.layout,
        tables=tuple(table for table in game.layout.tables if table.name in used_tables),
        lists=tuple(lists for lists in game.layout.lists if lists.name in used_tables),
    )
    return replace(
        game,
        layout=layout,
        functions=tuple(function for function in game.functions if function.name in used_functions),
        procedures=tuple(procedure for procedure in game.procedures if procedure.name in used_procedures),
    )
