"""Texts with values in them: literal pieces and holes, each hole with the carrier that writes it."""

from compiler.bind.nouns import typed as t
from compiler.bind.nouns.types import TextType
from compiler.ir.actions import Hole, Say
from compiler.ir.game import FieldText
from compiler.ir.layout import Carrier
from compiler.lower.expressions import expressions
from compiler.lower.nouns.scope import Scope
from compiler.lower.nouns.world import World
from compiler.lower.types.carriers import carrier


def say(scope: Scope, pattern: t.Pattern) -> Say:
    return Say(parts=tuple(_part(scope, part) for part in pattern.parts))


def _part(scope: Scope, part: str | t.Expr) -> str | Hole:
    match part:
        case str():
            return part
        case t.TextConst(value=text):
            return text
        case t.FieldRef(type=TextType()):
            return Hole(value=expressions.value(scope, part.piece), carrier=field_carrier(scope.world, part.component, part.field))
        case _:
            return Hole(value=expressions.value(scope, part), carrier=carrier(scope.world, part.type))


def field_carrier(world: World, component: str, name: str) -> Carrier:
    """A text field's texts, by piece."""
    symbol = world.components[component].field(name)
    assert symbol is not None
    return Carrier(name=f"{component}.{name}", low=0, high=len(symbol.texts) - 1, texts=symbol.texts)


def field_texts(world: World) -> tuple[FieldText, ...]:
    return tuple(
        FieldText(component=component.name, field=symbol.name, texts=symbol.texts)
        for component in world.typed.components
        for symbol in component.fields
        if symbol.kind == "text"
    )
