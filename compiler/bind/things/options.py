"""Options and enums: constants of the spec, and the value sets that belong to them."""

from compiler.bind.expressions.constants import constant
from compiler.bind.nouns.symbols import CiteRef, EnumSymbol, OptionSymbol
from compiler.bind.nouns.types import EnumType, RangeType, Type
from compiler.bind.nouns.world import World
from compiler.bind.things.declare import declare, each_once
from compiler.bind.types.lattice import BOOL
from compiler.diagnostics import nearest
from compiler.parse.ast import Ident
from compiler.parse.spec import Cite, EnumSpec, OptionSpec

_TRUTHS = {"no": 0, "yes": 1, "false": 0, "true": 1}


def cites(written: tuple[Cite, ...]) -> tuple[CiteRef, ...]:
    return tuple(CiteRef(clause=cite.clause, span=cite.span) for cite in written)


def bind_options(world: World) -> None:
    for spec in world.parsed.options:
        if declare(world, spec.name, "an option"):
            with world.under("options", spec.name.text):
                symbol = _option(world, spec)
            if symbol is not None:
                world.options[spec.name.text] = symbol


def bind_enums(world: World) -> None:
    """Whole enums first, so that a part may stand before its whole."""
    declared = [spec for spec in world.parsed.enums if declare(world, spec.name, "an enum")]
    parts: list[EnumSpec] = []
    for spec in declared:
        values = each_once(world, spec.values, "a value")
        if spec.within is not None:
            parts.append(spec)
            continue
        names = tuple(value.text for value in values)
        if not names:
            world.report("RWT024", spec.name.span, name=f"enum `{spec.name.text}`", found="no values are listed")
        _add_enum(world, spec.name, None, names, tuple(range(len(names))))
    for spec in parts:
        _part(world, spec)
    ordered = {spec.name.text: world.enums[spec.name.text] for spec in declared if spec.name.text in world.enums}
    world.enums = {**ordered, **{name: symbol for name, symbol in world.enums.items() if name not in ordered}}


def _part(world: World, spec: EnumSpec) -> None:
    """Its values keep the numbers they have in the whole."""
    assert spec.within is not None
    of = world.enums.get(spec.within.text)
    if of is None or of.type.within is not None:
        known = tuple(name for name, symbol in world.enums.items() if symbol.type.within is None and name not in world.options)
        world.report("RWN006", spec.within.span, kind="whole enum", name=spec.within.text, known=known or None,
                     near=nearest(spec.within.text, known))  # fmt: skip
        return
    values = []
    for value in each_once(world, spec.values, "a value"):
        if value.text in of.values:
            values.append(value.text)
        else:
            world.report("RWN005", value.span, type=f"`{of.name}`", name=value.text, known=of.values, near=nearest(value.text, of.values))
    numbers = tuple(of.values.index(value) for value in values)
    if list(numbers) != sorted(numbers):
        values = sorted(values, key=of.values.index)
        numbers = tuple(sorted(numbers))
    _add_enum(world, spec.name, of.name, tuple(values), numbers)


def _add_enum(world: World, name: Ident, within: str | None, values: tuple[str, ...], numbers: tuple[int, ...]) -> None:
    type = EnumType(name.text, within)
    world.enums[name.text] = EnumSymbol(name=name.text, type=type, values=values, numbers=numbers, span=name.span)


def _option(world: World, spec: OptionSpec) -> OptionSymbol | None:
    typed = _type_and_value(world, spec)
    if typed is None:
        return None
    type, value, readings = typed
    return OptionSymbol(
        name=spec.name.text, type=type, value=value, readings=readings, settles=cites(spec.settles), cite=cites(spec.cite),
        span=spec.name.span,
    )  # fmt: skip


def _type_and_value(world: World, spec: OptionSpec) -> tuple[Type, int, tuple[str, ...]] | None:
    """Its type has all that it may be; the value is the one chosen."""
    chosen = spec.value.text
    if spec.low is not None and spec.high is not None:
        return _number(world, spec)
    names = tuple(value.text for value in each_once(world, spec.values, "a reading")) or (chosen,)
    if all(name in _TRUTHS for name in names):
        if chosen not in _TRUTHS or (spec.values and _TRUTHS[chosen] not in {_TRUTHS[name] for name in names}):
            _outside(world, spec, names)
            return None
        return BOOL, _TRUTHS[chosen], names
    numbers = [_integer(name) for name in names]
    if None not in numbers:
        known = [number for number in numbers if number is not None]
        value = _integer(chosen)
        if value not in known or value is None:
            _outside(world, spec, names)
            return None
        return RangeType(min(known), max(known)), value, names
    if chosen not in names:
        _outside(world, spec, names)
        return None
    _add_enum(world, spec.name, None, names, tuple(range(len(names))))
    return world.enums[spec.name.text].type, names.index(chosen), names


def _number(world: World, spec: OptionSpec) -> tuple[Type, int, tuple[str, ...]] | None:
    assert spec.low is not None and spec.high is not None
    low = constant(world, spec.low, "the least value of an option")
    high = constant(world, spec.high, "the greatest value of an option")
    if low is None or high is None:
        return None
    if high < low:
        world.report("RWT024", spec.low.span.to(spec.high.span), name=f"option `{spec.name.text}`", found=f"{low} is more than {high}")
        return None
    value = _integer(spec.value.text)
    if value is None or not low <= value <= high:
        _outside(world, spec, (f"{low}..{high}",))
        return None
    return RangeType(low, high), value, (f"{low}..{high}",)


def _outside(world: World, spec: OptionSpec, allowed: tuple[str, ...]) -> None:
    expected = ", ".join(allowed)
    near = nearest(spec.value.text, allowed) or None
    world.report("RWT031", spec.value.span, name=spec.name.text, text=spec.value.text or "nothing", expected=expected, near=near)


def _integer(text: str) -> int | None:
    body = text.removeprefix("-")
    return int(text) if body.isdigit() and body.isascii() and len(body) < 20 else None
