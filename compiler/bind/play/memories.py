"""Remembered positions: of what, and after which steps."""


from compiler.bind.expressions.constants import constant
from compiler.bind.nouns.symbols import RememberSymbol
from compiler.bind.nouns.types import BadType
from compiler.bind.nouns.world import World
from compiler.bind.play.tree import find_paths, report_unknown
from compiler.bind.types.lattice import as_base, show
from compiler.diagnostics import nearest
from compiler.parse.spec import RememberSpec


def declare_remembers(world: World) -> None:
    for spec in world.parsed.remember:
        known = world.remembers.setdefault(spec.name.text, spec)
        if known is not spec:
            kind = "a remembered position"
            world.report("RWN008", spec.name.span, name=spec.name.text, kind=kind, first=known.name.span, first_kind=kind)


def bind_remembers(world: World) -> tuple[RememberSymbol, ...]:
    found = []
    for spec in world.remembers.values():
        with world.under("remember", spec.name.text):
            last = constant(world, spec.last, "`last`")
            _check_of(world, spec)
            for name in spec.after:
                if not find_paths(world, (name,)) and not any(name.text in node.actions for node in world.nodes.values()):
                    report_unknown(world, (name,))
        if last is None or last < 1:
            if last is not None:
                world.report("RWT032", spec.last.span, context="`last`", expected="1 or more", found=str(last))
            continue
        of, after = tuple(name.text for name in spec.of), tuple(name.text for name in spec.after)
        found.append(RememberSymbol(name=spec.name.text, of=of, after=after, last=last, full=spec.full, span=spec.name.span))
    return tuple(found)


def _check_of(world: World, spec: RememberSpec) -> None:
    """State variables, or definitions over index types alone, whose whole table is meant."""
    for name in spec.of:
        if name.text in world.states:
            continue
        header = world.defines.get(name.text)
        if header is None:
            known = (*world.states, *world.defines)
            world.report("RWN006", name.span, kind="variable or definition", name=name.text, known=None, near=nearest(name.text, known))
            continue
        for parameter in header.parameters:
            if not isinstance(parameter.type, BadType) and as_base(parameter.type) is None:
                world.report("RWT001", name.span, context=f"a parameter of `{name.text}`", expected="an index type", found=show(parameter.type))
