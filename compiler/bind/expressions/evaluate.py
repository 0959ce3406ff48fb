"""The value of an expression that is known when the spec is compiled, under the chosen options.

    evaluate(world, `2 * rounds + 1`)                       # 11
    evaluate(world, `t.role == shepherd`, {t: 3})           # 1
"""

from collections.abc import Mapping

from compiler.bind.nouns import typed
from compiler.bind.nouns.types import ComponentType, EnumType, OrientationType, PlayerType, RangeType, SiteType, Type
from compiler.bind.nouns.world import World
from compiler.bind.types.sizes import size_of

Values = Mapping[int, int]
"""local number -> value"""


def evaluate(world: World, expr: typed.Expr, values: Values | None = None) -> int | None:
    """None for what changes in play, or with the number of players."""
    env = values or {}

    def value(part: typed.Expr) -> int | None:
        return evaluate(world, part, env)

    match expr:
        case typed.Const():
            return expr.value
        case typed.LocalRef():
            return env.get(expr.local.number)
        case typed.FieldRef():
            return _field(world, expr, env)
        case typed.Attribute(kind="owner"):
            return _owner(world, expr, value(expr.base))
        case typed.Negate():
            operand = value(expr.operand)
            return None if operand is None else -operand
        case typed.Not():
            operand = value(expr.operand)
            return None if operand is None else 1 - operand
        case typed.Narrow():
            return value(expr.operand)
        case typed.Binary() | typed.Compare():
            left, right = value(expr.left), value(expr.right)
            return None if left is None or right is None else _operate(expr.operator, left, right)
        case typed.Logic():
            return _logic(expr.operator, [value(item) for item in expr.items])
        case typed.IfElse():
            condition = value(expr.condition)
            return None if condition is None else value(expr.value if condition else expr.other)
        case typed.TextCompare():
            piece = value(expr.piece)
            return None if piece is None else int(piece in expr.pieces)
        case typed.In():
            return _membership(world, expr, env)
        case typed.Builtin(name="min" | "max" | "abs" | "ordinal"):
            return _function(expr.name, [value(argument) for argument in expr.arguments], expr, world)
        case _:
            return None


def place_of(world: World, type: Type, value: int) -> int:
    """The place of a value in its type, counted from 0; for none, or a value that does not belong to it, -1."""
    match type:
        case EnumType(name, _) if name in world.enums:
            numbers = world.enums[name].numbers
            return numbers.index(value) if value in numbers else -1
        case RangeType(low, high):
            return value - low if low <= value <= high else -1
        case _:
            return value


def _operate(operator: str, left: int, right: int) -> int | None:
    match operator:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
        case "//":
            return left // right if right > 0 else None
        case "%":
            return left % right if right > 0 else None
        case "==":
            return int(left == right)
        case "!=":
            return int(left != right)
        case "<":
            return int(left < right)
        case "<=":
            return int(left <= right)
        case ">":
            return int(left > right)
        case ">=":
            return int(left >= right)
        case _:
            return None


def _logic(operator: str, items: list[int | None]) -> int | None:
    deciding = 0 if operator == "and" else 1
    if deciding in items:
        return deciding
    return None if None in items else 1 - deciding


def _function(name: str, arguments: list[int | None], expr: typed.Builtin, world: World) -> int | None:
    known = [argument for argument in arguments if argument is not None]
    if len(known) < len(arguments) or not known:
        return None
    match name:
        case "min":
            return min(known)
        case "max":
            return max(known)
        case "abs":
            return abs(known[0])
        case _:
            return place_of(world, expr.arguments[0].type, known[0])


def _field(world: World, expr: typed.FieldRef, env: Values) -> int | None:
    piece = evaluate(world, expr.piece, env)
    component = world.components.get(expr.component)
    field = component.field(expr.field) if component is not None else None
    if piece is None or field is None or field.kind != "value" or not 0 <= piece < len(field.values):
        return None
    at = 0
    for index, axis in zip(expr.indexes, field.axes, strict=False):
        number = evaluate(world, index, env)
        if number is None or index.type == OrientationType(expr.component):
            return None
        at = at * size_of(world, axis) + place_of(world, axis, number)
    row = field.values[piece]
    return row[at] if 0 <= at < len(row) else None


def _owner(world: World, expr: typed.Attribute, piece: int | None) -> int | None:
    if piece is None or not isinstance(expr.base.type, ComponentType):
        return None
    component = world.components.get(expr.base.type.name)
    return piece // component.per_seat if component is not None and component.per_seat > 0 else None


def _membership(world: World, expr: typed.In, env: Values) -> int | None:
    item = evaluate(world, expr.item, env)
    if item is None:
        return None
    match expr.domain:
        case typed.Listed(items=items):
            members = [evaluate(world, member, env) for member in items]
            return None if None in members else int(item in members)
        case typed.Numbers(low=low, high=high):
            least, most = evaluate(world, low, env), evaluate(world, high, env)
            return None if least is None or most is None else int(least <= item <= most)
        case typed.Whole(element=PlayerType()):
            return None
        case typed.Whole(element=EnumType(name, _)):
            symbol = world.enums.get(name)
            return None if symbol is None else int(item in symbol.numbers)
        case typed.Whole(element=ComponentType() | SiteType()):
            return int(item >= 0)
        case _:
            return None
