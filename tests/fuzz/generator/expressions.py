"""Expressions of a type that is wanted, domains, and names bound in them."""

from dataclasses import dataclass, field, replace

from tests.fuzz.generator.world import BOOL, PLAYER, Type, World, fits, num


@dataclass(frozen=True)
class Scope:
    """The local names, and what may be said here."""

    w: World
    names: dict[str, Type] = field(default_factory=dict)
    before: bool = False
    cans: tuple[str, ...] = ()
    numbers: tuple[str, ...] = ()
    public: bool = False
    """only what everybody sees may be read"""
    sure: bool = True

    def having(self, name: str, type: Type) -> "Scope":
        return replace(self, names={**self.names, name: type})

    def fresh(self) -> str:
        for name in ("x", "y", "z", "u", "v", "q", "k", "n", "j"):
            if name not in self.names and name not in self.w.taken:
                return name
        return f"x{len(self.names)}"

    def leaves(self, type: Type) -> list[str]:
        return [name for name, has in self.names.items() if fits(has, type) and not (has[0] == "opt" and type[0] != "opt")]


def expr(type: Type, s: Scope, d: int = 3) -> str:
    """An expression whose every value is one of the type, as far as binding can prove."""
    w = s.w
    if type[0] == "opt":
        return _optional(type, s, d)
    local = s.leaves(type)
    if local and (d <= 0 or w.chance(3)):
        return w.pick(local)
    if d > 0 and w.chance(12):
        return f"({expr(type, s, d - 1)} if {condition(s, d - 1)} else {expr(type, s, d - 1)})"
    if d > 0 and w.chance(9) and (known := _known(type, s, d)):
        return w.pick(known)
    if s.before and d > 0 and w.chance(5):
        return f"before({expr(type, replace(s, before=False), d - 1)})"
    match type[0]:
        case "num":
            return _number(type[1], type[2], s, d)
        case "bool":
            return f"({condition(s, d)})" if d > 0 else w.pick(("true", "false"))
        case "player":
            return _player(s, d)
        case "enum":
            return _word(type, s, d)
        case "site":
            return _site(type[1], s, d)
        case "way":
            return _way(type[1], s, d)
        case "piece":
            return _piece(type[1], s, d)
        case "line":
            return f"item(rows({type[1]}), 0)"
        case _:
            raise AssertionError(type)


def _known(type: Type, s: Scope, d: int) -> list[str]:
    """Variables, definitions, tables and options that have this type."""
    w = s.w
    found = []
    for name, (axes, has) in w.states.items():
        if fits(has, type) and has[0] != "opt" and not (s.public and name in w.hidden):
            found.append(_indexed(name, axes, s, d))
    found += [name for name, has in w.options.items() if fits(has, type)]
    if not s.public:
        found += [f"{name}({', '.join(expr(p, s, 1) for p in parameters)})" for name, (parameters, has) in w.defines.items() if fits(has, type)]
        found += [f"{name}()" for name, has in w.gives.items() if fits(has, type)]
    for component, fields in w.components.items():
        found += [f"{piece}.{name}" for name, has in fields.items() if fits(has, type) for piece in s.leaves(("piece", component))]
    if type == PLAYER:
        found += [f"{piece}.owner" for component in w.owned for piece in s.leaves(("piece", component))]
    return found


def _indexed(name: str, axes: tuple[Type, ...], s: Scope, d: int) -> str:
    return f"{name}[{', '.join(expr(axis, s, min(1, d - 1)) for axis in axes)}]" if axes else name


def _optional(type: Type, s: Scope, d: int) -> str:
    w, inner = s.w, type[1]
    local = s.leaves(type)
    if local and w.chance(2):
        return w.pick(local)
    found = [_indexed(n, axes, s, d) for n, (axes, has) in {**w.states, **w.inverses}.items() if fits(has, type) and not (s.public and n in w.hidden)]
    if found and d > 0 and w.chance(2):
        return w.pick(found)
    if d <= 0 or w.chance(4):
        return "none" if w.chance(2) else expr(inner, s, d)
    if inner[0] == "site" and w.boards[inner[1]]["ways"] and w.chance(2):
        way, site = expr(("way", inner[1]), s, 1), expr(inner, s, d - 1)
        return w.pick((f"step({site}, {way})", f"step({site}, {way}, {expr(num(0, 3), s, 1)})"))
    if inner[0] == "site" and w.boards[inner[1]]["grid"] and w.chance(2):
        return f"at({inner[1]}, {number(s, 1)}, {number(s, 1)})"
    if w.chance(3):
        return f"({expr(inner, s, d - 1)} if {condition(s, d - 1)} else none)"
    bound, after, made = binder(s, d - 1, inner, by=True)
    return f"first({bound} default none)" if fits(after.names[made], inner) else "none"


# ---- numbers


def _number(low: int, high: int, s: Scope, d: int) -> str:
    w = s.w
    if d <= 0 or low == high or w.chance(5):
        return str(w.r.randint(low, high)) if high - low < 50 or w.chance(2) else str(w.pick((low, high)))
    states = [name for name, (axes, has) in w.states.items() if has[0] == "num" and not axes and has[1] <= low and has[2] >= high and not s.public]
    if s.sure and states and w.chance(12):
        return f"sure({w.pick(states)})"
    return f"max(min({number(s, d - 1)}, {high}), {low})"


def number(s: Scope, d: int) -> str:
    """Any number."""
    w = s.w
    held = [name for name, has in s.names.items() if has[0] == "num"]
    if held and w.chance(3):
        return w.pick(held)
    if d <= 0:
        return str(w.r.randint(-4, 9))
    states = [_indexed(n, axes, s, d) for n, (axes, has) in w.states.items() if has[0] == "num" and not (s.public and n in w.hidden)]
    options = [name for name, has in w.options.items() if has[0] == "num"]
    forms = [
        lambda: f"({number(s, d - 1)} {w.pick(('+', '-'))} {number(s, d - 1)})",
        lambda: f"({number(s, d - 1)} * {w.r.randint(-3, 3)})",
        lambda: f"({number(s, d - 1)} {w.pick(('//', '%'))} {w.r.randint(1, 4)})",
        lambda: f"abs({number(s, d - 1)})",
        lambda: f"-({number(s, d - 1)})",
        lambda: f"{w.pick(('min', 'max'))}({number(s, d - 1)}, {number(s, d - 1)})",
        lambda: _fold(s, d),
        lambda: _fold(s, d),
        lambda: _ordinal(s, d),
        lambda: f"{w.pick(('distance_left', 'distance_right'))}({expr(PLAYER, s, 1)}, {expr(PLAYER, s, 1)})",
        lambda: w.pick(states) if states else "player_count",
        lambda: w.pick(states) if states else str(w.r.randint(-3, 3)),
        lambda: w.pick(options) if options else "player_count",
        lambda: f"size({_zone(s, d)})" if w.zones and not s.public else "2",
        lambda: f"number({w.pick(s.numbers)})" if s.numbers else "3",
        lambda: f"({number(s, d - 1)} if {condition(s, d - 1)} else {number(s, d - 1)})",
        lambda: _coordinate(s, d),
        lambda: _of_graph(s, d),
        lambda: f"times({w.pick(w.remembers)})" if w.remembers and not s.public else "1",
        lambda: _of_pieces(s, d),
        lambda: _of_graph(s, d),
        lambda: f"abs({w.pick(states)})" if states else "-2",
    ]
    return w.pick(forms)()


def _of_pieces(s: Scope, d: int) -> str:
    """Fields, kinds, lists by number, lines."""
    w = s.w
    forms = [f"{_piece(component, s, 1)}.{name}" for component, fields in w.components.items() for name, has in fields.items() if has[0] == "num"]
    if w.zones and not s.public:
        forms.append(f"size(kinds({_zone(s, d)}))")
    for board in w.boards:
        for line in s.leaves(("line", board)):
            forms += [f"size({line})", f"count(m_ in {line} where m_ == item({line}, 0))"]
    for name, facts in w.shapes.items():
        pieces = s.leaves(("piece", name))
        if pieces:
            forms += [f"size(orientations({w.pick(pieces)}))",
                      f"count(o_ in orientations({pieces[0]}), c_ in footprint({pieces[0]}, o_, {facts['site']}) where c_ != none)"]  # fmt: skip
    return w.pick(forms) if forms else "player_count"


def _coordinate(s: Scope, d: int) -> str:
    grids = [name for name, facts in s.w.boards.items() if facts["grid"]]
    if not grids:
        return "0"
    board = s.w.pick(grids)
    held = s.leaves(("site", board)) + s.leaves(("way", board))
    return f"{s.w.pick(held)}.{s.w.pick('xy')}" if held else "1"


def _of_graph(s: Scope, d: int) -> str:
    w = s.w
    if not w.graphs or s.public:
        return "4"
    graph = w.pick(list(w.graphs))
    one, other = expr(w.graphs[graph], s, 1), expr(w.graphs[graph], s, 1)
    forms = [f"min(0, longest_walk({graph}, {one}, {w.r.randint(0, 3)}))", f"longest_walk({graph}, {one}, {w.r.randint(1, 3)})",
             f"(1 if distance({graph}, {one}, {other}) == {w.r.randint(0, 2)} else 0)"]  # fmt: skip
    if w.totals.get(graph):
        forms += [f"size({graph}, {one})", f"group({graph}, {one}).{w.totals[graph]}", f"sum({w.pick('12')} for g in groups({graph}))"]
    return w.pick(forms)


def _ordinal(s: Scope, d: int) -> str:
    kinds = [type for type in s.w.types() if s.leaves(type)]
    return f"ordinal({s.w.pick(s.leaves(s.w.pick(kinds)))})" if kinds else "0"


def _fold(s: Scope, d: int) -> str:
    w = s.w
    kind = w.pick(("count", "sum", "min", "max", "largest", "first"))
    bound, inner, name = binder(s, d - 1, None, by=kind == "first")
    if kind == "count":
        return f"count({bound})"
    if kind == "first":
        return f"first({bound} default 0)" if inner.names[name][0] == "num" else f"count({_unordered(bound)})"
    body = number(inner, d - 1)
    if kind == "sum":
        return f"sum({body} for {bound})"
    rank = f"{w.r.randint(1, 3)}, " if kind == "largest" else ""
    return f"{kind}({rank}{body} for {bound} default {w.r.randint(-3, 3)})"


def _unordered(bound: str) -> str:
    return bound.split(" by ")[0]


# ---- conditions


def condition(s: Scope, d: int) -> str:
    w = s.w
    held = s.leaves(BOOL)
    if held and w.chance(6):
        return w.pick(held)
    if d <= 0:
        return f"{number(s, 0)} {w.pick(('<', '<=', '>=', '>'))} {w.r.randint(-3, 6)}"
    forms = [
        lambda: f"{number(s, d - 1)} {w.pick(('<', '<=', '>', '>='))} {number(s, d - 1)}",
        lambda: f"{w.r.randint(-4, 3)} <= {number(s, d - 1)} < {w.r.randint(0, 9)}",
        lambda: _equal(s, d),
        lambda: _equal(s, d),
        lambda: f"({condition(s, d - 1)} {w.pick(('and', 'or'))} {condition(s, d - 1)})",
        lambda: f"not ({condition(s, d - 1)})",
        lambda: f"any({binder(s, d - 1, None)[0]})",
        lambda: (lambda bound: f"all({condition(bound[1], d - 1)} for {bound[0]})")(binder(s, d - 1, None)),
        lambda: f"{expr(num(-3, 4), s, d - 1)} {w.pick(('in', 'not in'))} -3..{w.pick(('4', f'max({number(s, 1)}, 4)'))}" if d > 1 else "true",
        lambda: f"playing({expr(PLAYER, s, 1)})",
        lambda: _member(s, d),
        lambda: f"can({w.pick(s.cans)})" if s.cans else "true",
        lambda: _board_condition(s, d),
        lambda: w.pick([*_known(BOOL, s, d), "true"]),
        lambda: _maybe(s, d),
    ]
    return w.pick(forms)()


def _equal(s: Scope, d: int) -> str:
    w = s.w
    type = w.pick(w.types())
    left = [*s.leaves(type), *s.leaves(("opt", type)), *_known(type, s, 1)]
    if not left:
        held = [(name, has) for name, has in s.names.items() if has[0] == "num" and has[1] < has[2]]
        if not held:
            return f"{number(s, d - 1)} < {number(s, d - 1)}"
        name, has = w.pick(held)
        return f"{name} {w.pick(('==', '!='))} {w.r.randint(has[1], has[2])}"
    if type[0] == "num":
        return f"{w.pick(left)} {w.pick(('<', '>='))} {expr(type, s, d - 1)}"
    right = expr(("opt", type) if w.chance(3) and type[0] != "bool" else type, s, d - 1)
    one = w.pick(left)
    if right == "none" and one not in s.leaves(("opt", type)):
        return f"playing({expr(PLAYER, s, 1)})"
    if one in s.leaves(("opt", type)) and one not in s.leaves(type) and w.chance(3):
        right = "none"
    return f"{one} {w.pick(('==', '!='))} {right}" if right != one else "true"


def _member(s: Scope, d: int) -> str:
    w = s.w
    pieces = [(zone, component) for zone, (component, _, _) in w.zones.items() if s.leaves(("piece", component))]
    if pieces and not s.public:
        zone, component = w.pick(pieces)
        return f"{w.pick(s.leaves(('piece', component)))} {w.pick(('in', 'not in'))} {_named_zone(zone, s, d)}"
    words = [(name, given) for name, given in w.readings.items() if w.chance(2)]
    if words:
        name, given = w.pick(words)
        return f"{name} == {w.pick(given)}"
    texts = [(component, piece) for component in w.texts for piece in s.leaves(("piece", component))]
    if texts and w.chance(2):
        component, piece = w.pick(texts)
        return f'{piece}.{w.texts[component]} == "{w.pick(("yew", "fir"))}"'
    for name, members in w.enums.items():
        if len(members) > 1 and (held := s.leaves(("enum", name))):
            return f"{w.pick(held)} in ({members[0]}, {members[-1]})"
    return f"{expr(PLAYER, s, 1)} in seats_after({expr(PLAYER, s, 1)})"


def _board_condition(s: Scope, d: int) -> str:
    w = s.w
    if not w.boards:
        return "false"
    board = w.pick(list(w.boards))
    site = ("site", board)
    forms = [f"adjacent({_held(site, s)}, {expr(('opt', site), s, 1)})"]
    if w.boards[board]["ways"]:
        forms.append(f"perpendicular({_held(('way', board), s)}, {expr(('way', board), s, 1)})")
    forms += [f"{expr(site, s, 0)} in {region}" for region in w.boards[board]["regions"] if s.leaves(site)]
    graphs = [graph for graph, node in w.graphs.items() if node == site]
    if graphs and not s.public:
        graph = w.pick(graphs)
        asks = ["linked", "connected"] if w.totals.get(graph) else ["linked"]
        forms.append(f"{w.pick(asks)}({graph}, {expr(site, s, 1)}, {expr(site, s, 1)})")
    return w.pick(forms)


def _held(type: Type, s: Scope) -> str:
    """A value whose own type says what it is: a builtin that could speak of several boards needs it."""
    held = s.leaves(type)
    return s.w.pick(held) if held else f"first({'x_' if 'x_' not in s.names else 'y_'} in {type[1] if type[0] == 'site' else f'directions({type[1]})'})"


def _maybe(s: Scope, d: int) -> str:
    """What is known of a value that may be none to the right of `and`."""
    held = [(name, has[1]) for name, has in s.names.items() if has[0] == "opt"]
    held += [(name, has[1]) for name, (axes, has) in s.w.states.items() if has[0] == "opt" and not axes and not (s.public and name in s.w.hidden)]
    if not held:
        return "true"
    name, inner = s.w.pick(held)
    if inner[0] == "num":
        return f"({name} != none and {name} > {s.w.r.randint(-2, 3)})"
    return f"({name} == none or {name} == {expr(inner, s, d - 1)})"


# ---- players, words, places, pieces


def _player(s: Scope, d: int) -> str:
    w = s.w
    if d <= 0:
        return f"seat({w.r.randrange(w.low)})"
    forms = ["next({})", "left_of({})", "right_of({})"] + (["other({})"] if (w.low, w.high) == (2, 2) else [])
    if w.chance(4):
        return f"seat(max(min({number(s, d - 1)}, {w.low - 1}), 0))"
    return w.pick(forms).format(expr(PLAYER, s, d - 1)) if w.chance(2) else f"seat({w.r.randrange(w.low)})"


def _word(type: Type, s: Scope, d: int) -> str:
    w, words = s.w, s.w.enums[type[1]]
    held = s.leaves(type)
    if held and w.chance(2):
        return f"next({w.pick(held)})"
    if held and len(words) == 2 and w.chance(3):
        return f"other({w.pick(held)})"
    return w.pick(words)


def _site(board: str, s: Scope, d: int) -> str:
    w = s.w
    if d > 0 and w.chance(4):
        bound, _, _ = binder(s, d - 1, ("site", board), by=True)
        return f"first({bound} default {w.pick(w.boards[board]['sites'])})"
    return w.pick(w.boards[board]["sites"])


def _way(board: str, s: Scope, d: int) -> str:
    ways = s.w.boards[board]["ways"]
    if d > 0 and s.w.chance(3):
        return f"opposite({_held(('way', board), s)})"
    return s.w.pick(ways)


def _piece(component: str, s: Scope, d: int) -> str:
    w = s.w
    piles = [name for name, (of, _, order) in w.zones.items() if of == component and order in ("pile", "row")]
    zones = [name for name, (of, _, _) in w.zones.items() if of == component]
    if zones and d > 0 and w.chance(8) and not s.public:
        zone = _named_zone(w.pick(zones), s, 1)
        return f"(only({zone}) if size({zone}) == 1 else item({component}, 0))"
    if piles and d > 0 and w.chance(3) and not s.public:
        zone = _named_zone(w.pick(piles), s, 1)
        return f"({w.pick((f'top({zone})', f'item({zone}, 0)'))} if size({zone}) > 0 else item({component}, 0))"
    return f"item({component}, {w.r.randrange(2)})"


def _zone(s: Scope, d: int) -> str:
    return _named_zone(s.w.pick(list(s.w.zones)), s, d)


def _named_zone(name: str, s: Scope, d: int) -> str:
    return _indexed(name, s.w.zones[name][1], s, d)


# ---- domains


def domain(s: Scope, d: int, wanted: Type | None = None) -> tuple[str, Type]:
    """Something to walk, of a type if one is wanted."""
    w = s.w
    found: list[tuple[str, Type]] = []
    if wanted is None or wanted == PLAYER:
        found += [("players", PLAYER), (f"{w.pick(('seats_from', 'seats_after', 'seats_before'))}({expr(PLAYER, s, 1)})", PLAYER)]
    if wanted is None or wanted[0] == "num":
        low, high = (wanted[1], min(wanted[2], wanted[1] + 6)) if wanted is not None else w.pick(((-2, 2), (0, 3), (-1, 1), (2, 1), (1, 4)))
        found.append((f"{low}..{high}", num(low, max(low, high))))
        end = f"max(min({number(s, 1)}, {high}), {low - 1})"
        found.append((f"{low}..{end}", num(low, max(low, high))))
    found += [(name, ("enum", name)) for name in w.enums if wanted in (None, ("enum", name))]
    for component in w.components:
        if wanted in (None, ("piece", component)):
            found += [(component, ("piece", component)), *([("box", ("piece", component))] if len(w.components) == 1 else [])]
            zones = [] if s.public else [name for name, (of, _, _) in w.zones.items() if of == component]
            for zone in zones:
                text = _named_zone(zone, s, 1)
                found += [(text, ("piece", component)), (f"kinds({text})", ("piece", component))]
    for board, facts in w.boards.items():
        site, way = ("site", board), ("way", board)
        if wanted in (None, site):
            found += [(board, site), *((region, site) for region in facts["regions"])]
            found.append((f"neighbours({_held(site, s)})", site))
            if facts["ways"]:
                found.append((f"ray({_held(site, s)}, {expr(way, s, 1)}{w.pick(('', f', {w.r.randint(0, 2)}'))})", site))
            if facts["straight"] and w.chance(3):
                found.append((f"line({_held(site, s)}, {expr(site, s, 0)})", site))
            found += [(line, site) for line in s.leaves(("line", board))]
            graphs = [graph for graph, node in w.graphs.items() if node == site and w.totals.get(graph)]
            found += [(f"members({graph}, {expr(site, s, 1)})", site) for graph in graphs if not s.public]
        if facts["ways"] and wanted in (None, way):
            found += [(f"directions({board})", way), (f"axes({board})", way)]
        if wanted is None:
            found += [(family, ("line", board)) for family in facts["families"]]
        if facts["grid"] and wanted is None:
            found += [(f"rows({board})", ("line", board)), (f"columns({board})", ("line", board)), (f"lines({board}, 2)", ("line", board))]
    held = [name for name, has in s.names.items() if has[0] == "opt" and (wanted is None or fits(has[1], wanted))]
    found += [(name, s.names[name][1]) for name in held]
    if not found:
        return "players", PLAYER
    return w.pick(found)


def binder(s: Scope, d: int, wanted: Type | None, by: bool = False) -> tuple[str, Scope, str]:
    """`x in …`, the scope with x, and its name."""
    w = s.w
    text, type = domain(s, d, wanted)
    name = s.fresh()
    inner = s.having(name, type)
    bound = f"{name} in {text}"
    if d > 0 and w.chance(6):
        bound += f" while {condition(inner, d - 1)}"
    if d > 0 and w.chance(2):
        bound += f" where {condition(inner, d - 1)}"
    if by and w.chance(2):
        bound += f" by {number(inner, max(0, d - 1))}"
    return bound, inner, name
