"""The canonical text of every piece: its `text:` pattern filled in, or its component's name and its number from 1."""

from compiler.bind.nouns.symbols import ComponentSymbol
from compiler.bind.nouns.world import World
from compiler.bind.types.values import show_value
from compiler.diagnostics import nearest
from compiler.parse import ast
from compiler.parse.spec import ComponentSpec


def name_pieces(world: World, spec: ComponentSpec, symbol: ComponentSymbol) -> tuple[str, ...]:
    """Equal pieces have equal names; whoever shows them adds `#2`, `#3`."""
    if spec.text is None:
        return tuple(f"{symbol.name} {piece + 1}" for piece in range(symbol.count))
    named = [""] * symbol.count
    for part in spec.text.parts:
        if isinstance(part, str):
            named = [text + part for text in named]
            continue
        shown = _hole(world, symbol, part)
        named = [text + more for text, more in zip(named, shown, strict=True)]
    return tuple(" ".join(text.split()) for text in named)


def _hole(world: World, symbol: ComponentSymbol, part: ast.Expr) -> list[str]:
    nothing = [""] * symbol.count
    if isinstance(part, ast.Bad):
        return nothing
    field = symbol.field(part.text) if isinstance(part, ast.Name) else None
    if isinstance(part, ast.Name) and part.text == "owner" and symbol.each_player and symbol.per_seat:
        return [str(piece // symbol.per_seat) for piece in range(symbol.count)]
    if field is None or field.kind == "footprint" or field.axes:
        known = tuple(other.name for other in symbol.fields if other.kind != "footprint" and not other.axes)
        text = " ".join(part.span.text.split())
        world.report("RWN003", part.span, type=f"`{symbol.name}`", name=text, known=known or None, near=nearest(text, known))
        return nothing
    if field.kind == "text":
        return list(field.texts) or nothing
    return [show_value(world, field.type, value[0]) for value in field.values] or nothing
