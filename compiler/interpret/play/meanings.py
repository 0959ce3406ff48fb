"""A game ready to run: its parts by name, with the meanings that expressions are handed because they stand on expressions themselves."""

from compiler.interpret.builtins import graphs
from compiler.interpret.nouns.frame import Meanings, Program
from compiler.interpret.play import choices
from compiler.interpret.things import memories, planes, zones
from compiler.ir import exprs as x
from compiler.ir.game import GameIR

MEANINGS = Meanings(
    values={
        x.ZoneSize: zones.size,
        x.ZoneItem: zones.item,
        x.GraphValue: graphs.graph_value,
        x.Times: lambda frame, expr: memories.times(frame, expr.memory),
    },
    conditions={
        x.Linked: graphs.linked,
        x.Met: graphs.met,
        x.CanAct: lambda frame, condition: choices.can_act(frame, condition.action),
    },
    domains={
        x.Pieces: zones.members,
        x.GraphNodes: graphs.nodes_of,
        x.Places: lambda frame, domain: planes.places(frame, domain.plane),
    },
)


def program_of(game: GameIR, checked: bool) -> Program:
    return Program(game, checked, MEANINGS)
