"""Statements and steps."""

from dataclasses import replace
from typing import Any

from tests.fuzz.generator.expressions import Scope, _named_zone, binder, condition, domain, expr, number
from tests.fuzz.generator.world import PLAYER, Type, World, num

Tree = dict[str, Any]


def block(s: Scope, d: int, ends: tuple[str, ...] = (), most: int = 3) -> str:
    """Statements as a literal block."""
    return "\n".join(_lines(s, d, ends, most)) + "\n"


def _lines(s: Scope, d: int, ends: tuple[str, ...], most: int) -> list[str]:
    found: list[str] = []
    for _ in range(s.w.r.randint(1, most)):
        if s.w.chance(7):
            type = s.w.pick([type for type in s.w.types() if type[0] != "enum"])
            name = s.fresh()
            found.append(f"let {name} = {_typed(type, s)}")
            s = s.having(name, type) if type[0] in ("player", "bool") else s
            if type[0] not in ("player", "bool"):
                s = replace(s, names={**s.names, name: ("unused",)})
        else:
            found += statement(s, d, ends)
    return found


def _typed(type: Type, s: Scope) -> str:
    """An expression that says by itself of which type it is."""
    if type[0] in ("site", "way"):
        return f"first({s.having('w_', type).fresh()} in {type[1] if type[0] == 'site' else f'directions({type[1]})'})"
    return expr(type, s, 1)


def statement(s: Scope, d: int, ends: tuple[str, ...]) -> list[str]:
    w = s.w
    forms = [_assign] * 6 + [_move] * 3
    if d > 0:
        forms += [_if, _if, _for, _for, _while, _call, _stop]
    made = w.pick(forms)(s, d, ends)
    return made or _assign(s, d, ends)


def _indent(lines: list[str]) -> list[str]:
    return ["  " + line for line in lines]


def _assign(s: Scope, d: int, ends: tuple[str, ...]) -> list[str]:
    w = s.w
    name = w.pick(list(w.states))
    axes, type = w.states[name]
    index = f"[{', '.join(expr(axis, s, 1) for axis in axes)}]" if axes else ""
    if type[0] == "num" and type[2] - type[1] > 5 and w.chance(12):
        return [f"{name}{index} {w.pick(('+=', '-='))} {w.r.randint(0, 2)}"]
    return [f"{name}{index} = {expr(type, s, 2)}"]


def _move(s: Scope, d: int, ends: tuple[str, ...]) -> list[str]:
    w = s.w
    if not w.zones:
        return []
    zone = w.pick(list(w.zones))
    component, _, order = w.zones[zone]
    there = _named_zone(zone, s, 1)
    held = s.leaves(("piece", component))
    place = " bottom" if order in ("pile", "row") and w.chance(3) else ""
    if w.chance(3):
        other = [name for name, (of, _, _) in w.zones.items() if of == component]
        return [f"move all {_named_zone(w.pick(other), s, 1)} to {there}{place}"]
    if w.chance(5):
        target = _named_zone(w.pick([name for name, (of, _, _) in w.zones.items() if of == component]), s, 1)
        there, place = f"({there} if {condition(s, 1)} else {target if w.chance(2) else 'box'})", ""
    return [f"move {w.pick(held) if held else expr(('piece', component), s, 1)} to {there}{place}"]


def _if(s: Scope, d: int, ends: tuple[str, ...]) -> list[str]:
    w = s.w
    lines = [f"if {condition(s, 2)}:", *_indent(_lines(s, d - 1, ends, 2))]
    if w.chance(3):
        lines += [f"elif {condition(s, 1)}:", *_indent(_lines(s, d - 1, ends, 1))]
    if w.chance(3):
        lines += ["else:", *_indent(_lines(s, d - 1, ends, 1))]
    return lines


def _for(s: Scope, d: int, ends: tuple[str, ...]) -> list[str]:
    bound, inner, _ = binder(s, 2, None, by=True)
    return [f"for {bound}:", *_indent(_lines(inner, d - 1, ends, 2))]


def _while(s: Scope, d: int, ends: tuple[str, ...]) -> list[str]:
    """One that ends: it counts a variable down."""
    held = [(name, has) for name, (axes, has) in s.w.states.items() if has[0] == "num" and not axes and 0 < has[2] - has[1] <= 12]
    if not held:
        return []
    name, (_, low, high) = s.w.pick(held)
    return [f"while {name} > {low} limit {high - low}:", f"  {name} -= 1", *_indent(_lines(replace(s), 0, (), 1) if s.w.chance(3) else ["pass"])]


def _call(s: Scope, d: int, ends: tuple[str, ...]) -> list[str]:
    if not s.w.effects:
        return []
    name = s.w.pick(list(s.w.effects))
    return [f"{name}({', '.join(expr(type, s, 1) for type in s.w.effects[name])})"]


def _stop(s: Scope, d: int, ends: tuple[str, ...]) -> list[str]:
    w = s.w
    if not ends or not w.chance(2):
        return []
    said = w.pick([f"end {w.pick(ends)}", f"end {w.pick(ends)}", "end game", f"win {expr(PLAYER, s, 1)}", f"lose {expr(PLAYER, s, 1)}"])
    if w.high > 2 and w.chance(8):
        return [f"if {condition(s, 2)} and count(x_ in players where playing(x_)) > 2: eliminate {expr(PLAYER, s, 1)}"]
    return [f"if {condition(s, 2)} and {condition(s, 1)}: {said}"]


# ---- steps


def choose(s: Scope, most: int) -> tuple[str, Scope, list[str]]:
    """The names of a choice that has few values."""
    parts, names = [], []
    for _ in range(s.w.r.randint(1, most)):
        for _ in range(5):
            text, type = domain(s, 1)
            if type[0] != "line" or s.w.chance(3):
                break
        name = s.fresh()
        s = s.having(name, type)
        names.append(name)
        parts.append(f"{name} in {text}" + (f" where {condition(s, 2)}" if s.w.chance(3) else ""))
    return ", ".join(parts), s, names


def action(s: Scope, ends: tuple[str, ...], single: bool, sealed: bool = False) -> Tree:
    w = s.w
    tree: Tree = {}
    inner = s
    if single or w.chance(2):
        if not sealed and w.chance(5):
            stages, names = [], []
            for _ in range(2):
                text, inner, found = choose(inner, 1)
                stages.append(text)
                names += found
            tree["choose"] = stages
        else:
            tree["choose"], inner, names = choose(inner, 2)
        if w.chance(8):
            tree["secret"] = names[-1]
        if len(names) > 1 and isinstance(tree["choose"], str) and w.chance(6):
            tree["code"] = names[0]
    if w.chance(3):
        tree["where"] = condition(inner, 2)
    tried = replace(inner, cans=(), before=True)
    if w.chance(6):
        tree["require"] = condition(tried, 2)
    if w.chance(8):
        tree["prefer"] = number(tried, 2)
    tree["do"] = block(replace(inner, cans=()), 2, () if sealed else ends)
    if w.chance(6) and names_of(inner):
        tree["say"] = f"so it is: {{{w.pick(names_of(inner))}}}"
    return tree


def names_of(s: Scope) -> list[str]:
    return [name for name, type in s.names.items() if type[0] in ("num", "player")]


def decision(s: Scope, ends: tuple[str, ...], seat: bool) -> Tree:
    w = s.w
    tree: Tree = {}
    sealed = w.chance(6)
    if sealed:
        name = s.fresh()
        tree["together"] = f"{name} in {w.pick(('players', f'seats_from({expr(PLAYER, s, 1)})'))}"
        s = s.having(name, PLAYER)
    elif not seat or w.chance(8):
        tree["who"] = expr(PLAYER, s, 2)
    if w.chance(3):
        names = [w.name() for _ in range(2)]
        cans = {names[0]: (names[1],), names[1]: ()}
        tree["actions"] = {name: action(replace(s, cans=cans[name]), ends, False, sealed) for name in names}
        for name in names:
            if "where" not in tree["actions"][name] and w.chance(4):
                tree["actions"][name]["where"] = condition(s, 2)
        if not sealed and w.chance(5):
            tree["actions"][w.name()] = {"by": "outside", "do": block(s, 1)}
        if w.chance(4):
            tree["where"] = condition(s, 2)
    else:
        tree.update(action(s, ends, True, sealed))
    if sealed or not w.chance(3):
        tree["otherwise"] = "skip" if w.chance(2) else block(s, 1)
    else:
        tree["otherwise"] = {w.name(): {"do": block(s, 1)}}
    return tree


def chance(s: Scope, ends: tuple[str, ...]) -> Tree:
    w = s.w
    tree: Tree = {}
    kind = w.pick(("roll", "roll", "draw", "draw", "shuffle"))
    piles = [name for name, (_, _, order) in w.zones.items() if order in ("pile", "row")]
    if kind == "shuffle" and piles:
        tree["shuffle"] = _named_zone(w.pick(piles), s, 1)
        if w.chance(2):
            tree["do"] = block(s, 1)
        if w.chance(3):
            tree["otherwise"] = block(s, 1)
        return tree
    if kind == "draw" and w.zones:
        zone = w.pick(list(w.zones))
        component = w.zones[zone][0]
        name = s.fresh()
        text = _named_zone(zone, s, 1)
        tree["draw"] = f"{name} in {w.pick((text, f'kinds({text})'))}"
        inner = s.having(name, ("piece", component))
        if w.chance(4):
            second = inner.fresh()
            tree["draw"] += f", {second} in {text}"
            inner = inner.having(second, ("piece", component))
        there = [other for other, (of, _, _) in w.zones.items() if of == component]
        tree["do"] = f"move {name} to {_named_zone(w.pick(there), s, 1)}\n" + block(inner, 1)
        if w.chance(4):
            tree["seen_by"] = w.pick(("all", "none", expr(PLAYER, s, 1)))
    else:
        text, inner, names = choose(s, 2)
        tree["roll"] = text
        if w.chance(3):
            tree["where"] = condition(inner, 2)
        if w.chance(3):
            tree["weight"] = expr(num(0, 3), inner, 2)
        tree["do"] = block(inner, 1)
        if w.chance(5):
            tree["seen_by"] = w.pick(("all", "none", expr(PLAYER, s, 1)))
    tree["otherwise"] = "skip" if w.chance(2) else block(s, 1)
    return tree


def leaf(s: Scope, ends: tuple[str, ...], seat: bool) -> Tree:
    w = s.w
    kind = w.pick(("choice", "choice", "choice", "choice", "chance", "chance", "do", "resolve", "use"))
    if kind == "chance":
        return chance(s, ends)
    if kind == "do":
        return {"do": block(s, 2, ends)}
    if kind == "resolve" and w.tables:
        return {"resolve": w.pick(w.tables)}
    if kind == "use" and w.sequences:
        name = w.pick(list(w.sequences))
        return {"use": f"{name}({', '.join(expr(type, s, 1) for type in w.sequences[name])})"}
    return decision(s, ends, seat)


def step(w: World, s: Scope, d: int, ends: tuple[str, ...], seat: bool, name: str, endless: bool = False) -> Tree:
    """A step with its loops; `endless` ones are bounded by their own words all the same."""
    tree: Tree = {}
    if d > 0 and w.chance(2):
        tree["repeat"] = str(w.r.randint(1, 3)) if w.chance(2) else expr(num(0, 3), s, 2)
        s = replace(s, numbers=(*s.numbers, name))
        if w.chance(4):
            tree["while"] = condition(s, 2)
        if w.chance(3):
            tree["until"] = condition(s, 2)
    if d > 0 and w.chance(2):
        if w.chance(2):
            bound = s.fresh()
            tree["for"] = f"{bound} in {w.pick(('players', f'seats_from({expr(PLAYER, s, 1)})'))}"
            s, seat = s.having(bound, PLAYER), True
            if w.chance(3):
                tree["for"] += f" where {condition(s, 2)}"
            if w.chance(4):
                tree["for"] += f" by {number(s, 2)}"
        else:
            text, s, _ = binder(s, 2, w.pick((None, num(-2, 2))), by=True)
            tree["for"] = text
    if w.chance(4):
        tree["when"] = condition(s, 2)
    inside = (*ends, name)
    if d > 0 and w.chance(2):
        names = [w.name() for _ in range(w.r.randint(1, 3))]
        key = "either" if w.chance(5) else "steps"
        tree[key] = {inner: step(w, s, d - 1, inside, seat, inner) for inner in names}
        if key == "either":
            for inner in tree[key].values():
                if "for" in inner:
                    inner.pop("when", None)
        return tree
    tree.update(leaf(s, inside, seat))
    return tree
