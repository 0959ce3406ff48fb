"""A whole spec: what there is, what is asked and done, the course of play; printed as YAML."""

from random import Random
from typing import Any

from tests.fuzz.generator.expressions import Scope, condition, expr, number
from tests.fuzz.generator.play import block, decision, step
from tests.fuzz.generator.world import BOOL, PLAYER, RANGES, Type, World, num, written

BOARDS: tuple[tuple[dict[str, str], tuple[str, ...], tuple[str, ...]], ...] = (
    ({"shape": "square", "width": "3", "height": "3"}, ("a1", "b1", "c1", "a2", "b2", "c3"), ("north", "east", "south", "west")),
    ({"shape": "square", "width": "3", "height": "2", "links": "both", "wrap": "x"}, ("a1", "b1", "c2"), ("north", "northeast", "west")),
    ({"shape": "square", "width": "2", "height": "3", "links": "diagonal", "holes": "[a1]"}, ("b1", "a2", "b3"), ("northeast", "southwest")),
    ({"shape": "square", "width": "4", "height": "3", "links": "knight"}, ("a1", "b1", "d3"), ("north_northeast", "east_southeast")),
    ({"shape": "hex", "outline": "hexagon", "side": "2"}, ("b1", "a2", "b2", "b3"), ("east", "northwest", "southwest")),
    ({"shape": "hex", "width": "2", "height": "3"}, ("a1", "b2", "a3"), ("northeast", "southeast")),
    ({"shape": "triangle", "side": "2"}, ("a1", "b1", "b2"), ("north", "east", "south")),
    ({"shape": "line", "length": "4"}, ("a1", "c1", "d1"), ("east", "west")),
    ({"shape": "ring", "length": "4"}, ("a1", "c1", "d1"), ("clockwise", "counterclockwise")),
    ({"shape": "graph", "links": "[[aa, bb], [bb, cc], [cc, dd]]", "lines": "[[aa, cc, dd]]"}, ("aa", "bb", "cc", "dd"), ()),
)


def spec(r: Random) -> str:
    w = World(r)
    w.low = w.pick((1, 2, 2, 2, 3))
    w.high = w.low + w.pick((0, 0, 1, 2))
    tree: dict[str, Any] = {"language": "1", "game": "generated", "players": f"{w.low}..{w.high}" if w.high > w.low else str(w.low)}
    if w.chance(4):
        tree["horizon"] = str(w.r.randint(3, 12))
    _things(w, tree)
    s = Scope(w)
    _asked(w, tree, s)
    _course(w, tree, s)
    tree["result"] = _result(w, s)
    if w.chance(3):
        tree["always"] = [{"that": "count(x in players) == player_count"}]
    return printed(tree)


def _things(w: World, tree: dict[str, Any]) -> None:
    tree["options"] = {}
    for _ in range(w.r.randint(0, 2)):
        name = w.name()
        if w.chance(4):
            words = (w.word(), w.word())
            tree["options"][name] = {"is": w.pick(words), "in": f"[{', '.join(words)}]"}
            w.readings[name] = words
        elif w.chance(2):
            tree["options"][name] = {"is": w.pick(("yes", "no")), "in": "[yes, no]"}
            w.options[name] = BOOL
        else:
            low, high = w.pick(RANGES)
            value = w.r.randint(low, high)
            tree["options"][name] = {"is": str(value), "in": f"{low}..{high}"}
            w.options[name] = num(low, high)
    tree["enums"] = {}
    for _ in range(w.r.randint(0, 2)):
        name, words = w.name(), tuple(w.word() for _ in range(w.r.randint(1, 3)))
        tree["enums"][name] = f"[{', '.join(words)}]"
        w.enums[name] = words
        if len(words) == 3 and w.chance(3):
            part = w.name()
            tree["enums"][part] = {"within": name, "are": f"[{words[0]}, {words[2]}]"}
            w.enums[part] = (words[0], words[2])
    tree["boards"] = {}
    if w.chance(2):
        name = w.name()
        written_, sites, ways = w.pick(BOARDS)
        tree["boards"][name] = dict(written_)
        w.taken |= {*sites, *ways}
        regions: list[str] = []
        if w.chance(3):
            regions.append(w.name())
            tree["boards"][name]["regions"] = {regions[0]: f"[{sites[0]}, {sites[-1]}]"}
        families: list[str] = []
        if w.chance(3):
            families.append(w.name())
            tree["boards"][name].setdefault("regions", {})[families[0]] = f"[[{sites[0]}, {sites[1]}], [{sites[-1]}]]"
        shape = written_["shape"]
        w.boards[name] = {"sites": sites, "ways": ways, "grid": shape != "graph", "regions": regions, "families": families}
        w.boards[name]["straight"] = shape in ("line", "ring")
        if shape in ("square", "hex") and w.chance(2):
            block_ = w.name()
            tree["components"] = {block_: {"fields": {"shape": "footprint"}, "rows": [{"shape": '"##"'}, {"shape": '"#.\\n##"', "copies": "2"}]}}
            w.components[block_], w.shapes[block_] = {}, {"site": sites[1]}
    tree.setdefault("components", {})
    tree["zones"] = {}
    if w.chance(2):
        _component(w, tree)
    tree["state"] = {}
    for _ in range(w.r.randint(2, 5)):
        _state(w, tree)


def _component(w: World, tree: dict[str, Any]) -> None:
    name = w.name()
    made: dict[str, Any] = {}
    fields: dict[str, Type] = {}
    if w.chance(2):
        field = w.name()
        type = w.pick([num(-2, 3), num(0, 5), *(("enum", enum) for enum in w.enums)])
        fields[field] = type
        made["fields"] = {field: written(type)}
        words = list(w.enums[type[1]]) if type[0] == "enum" else ["-1", "0", "2"] if type[1] < 0 else ["0", "1", "4"]
        made["rows"] = [{field: f"[{', '.join(words[:2])}]", "copies": str(w.r.randint(1, 2))}, {field: words[0], "copies": str(w.r.randint(1, 2))}]
    else:
        made["copies"] = str(w.r.randint(2, 4))
    if "rows" in made and w.chance(3):
        text = w.name()
        made["fields"][text] = "text"
        for row, word in zip(made["rows"], ("yew", "fir"), strict=True):
            row[text] = word
        w.texts[name] = text
    if w.chance(3):
        made["each"] = "player"
        w.owned.add(name)
    tree["components"][name] = made
    w.components[name] = fields
    for _ in range(w.r.randint(1, 3)):
        zone, axes = w.name(), w.pick(((), (), (PLAYER,), (PLAYER,), (num(-1, 1),)))
        order = w.pick(("set", "bag", "pile", "row"))
        seen = w.pick(("all", "all", "owner", "none", "count", "[owner, count]")) if PLAYER in axes else w.pick(("all", "all", "none", "count"))
        tree["zones"][zone] = {"of": name, "order": order, "seen": seen}
        if axes:
            tree["zones"][zone]["per"] = written(axes[0])
        if w.chance(8):
            tree["zones"][zone]["holds"] = str(w.r.randint(3, 9))
        w.zones[zone] = (name, axes, order)


def _state(w: World, tree: dict[str, Any]) -> None:
    name = w.name()
    axes: tuple[Type, ...] = ()
    if w.chance(2):
        axes = tuple(w.pick(w.index_types()) for _ in range(w.pick((1, 1, 2))))
    type = w.kept_type()
    made: dict[str, Any] = {"type": written(type)}
    if axes:
        made["per"] = written(axes[0]) if len(axes) == 1 else [written(axis) for axis in axes]
    if len(axes) == 1 and type[0] == "opt" and type[1][0] in ("site", "piece", "player") and axes[0][0] in ("player", "piece", "num") and w.chance(2):
        back = w.name()
        made["inverse"] = back
        w.inverses[back] = ((type[1],), ("opt", axes[0]))
    elif w.chance(3):
        s = Scope(w)
        if axes and w.chance(2):
            names = [f"{letter}_" for letter in "abc"[: len(axes)]]
            for given, axis in zip(names, axes, strict=True):
                s = s.having(given, axis)
            made[f"start({', '.join(names)})"] = expr(type, _constants(s), 1)
        else:
            made["start"] = expr(type, _constants(s), 0)
    if w.chance(4):
        seen = w.pick(("none", "owner")) if PLAYER in axes else "none"
        made["seen"] = seen
        w.hidden.add(name)
        if "inverse" in made:
            w.hidden.add(made["inverse"])
    tree["state"][name] = made
    w.states[name] = (axes, type)


def _constants(s: Scope) -> Scope:
    """Start values that read nothing that is declared later."""
    bare = World(s.w.r, s.w.low, s.w.high, taken=s.w.taken, enums=s.w.enums, boards=s.w.boards, components=s.w.components, options=s.w.options)
    return Scope(bare, s.names)


def _asked(w: World, tree: dict[str, Any], s: Scope) -> None:
    tree["define"], tree["effects"], tree["graphs"], tree["remember"], tree["resolution"] = {}, {}, {}, {}, {}
    for _ in range(w.r.randint(0, 2)):
        parameters = tuple(w.pick(w.types()) for _ in range(w.r.randint(0, 2)))
        type, name, given = w.pick(w.types()), w.name(), [f"{letter}_" for letter in "ab"]
        inner = s
        for word, parameter in zip(given, parameters, strict=False):
            inner = inner.having(word, parameter)
        head = ", ".join(f"{written(parameter)} {word}" for word, parameter in zip(given, parameters, strict=False))
        tree["define"][f"{name}({head}) -> {written(type)}"] = expr(type, inner, 3)
        w.defines[name] = (parameters, type)
    for board in w.boards:
        if not w.chance(4):
            graph = w.name()
            inner = s.having("a", ("site", board)).having("b", ("site", board))
            made: dict[str, Any] = {"nodes": f"q_ in {board} where {condition(s.having('q_', ('site', board)), 1)}" if w.chance(2) else f"site({board})"}
            made["link(a, b)"] = f"adjacent(a, b) and ({condition(inner, 2)})" if w.chance(2) else "adjacent(a, b)"
            if w.boards[board]["ways"] and w.chance(4):
                here = s.having("n_", ("site", board))
                made = {"nodes": f"n_ in {board}", "along": f"d_ in {w.pick((f'directions({board})', f'axes({board})'))}", "to": "step(n_, d_)"}
                if w.chance(3):
                    made["along"] += f" where {condition(here.having('d_', ('way', board)), 1)}"
                if w.chance(3):
                    made["ends"] = condition(here, 1)
            if w.chance(3):
                made["directed"] = "yes"
            elif made["nodes"].startswith("site"):
                made["totals"] = {"worth": number(s.having("a", ("site", board)), 1)}
                w.totals[graph] = "worth"
            if made["nodes"].startswith("site") and w.chance(3):
                made["ends"] = condition(s.having("a", ("site", board)), 1)
            if "where" not in made["nodes"]:
                w.graphs[graph] = ("site", board)
                tree["graphs"][graph] = made
    for _ in range(w.r.randint(0, 1)):
        name, parameters = w.name(), tuple(w.pick(w.types()) for _ in range(w.r.randint(0, 2)))
        inner = s
        for word, parameter in zip(("a_", "b_"), parameters, strict=False):
            inner = inner.having(word, parameter)
        head = ", ".join(f"{written(parameter)} {word}" for word, parameter in zip(("a_", "b_"), parameters, strict=False))
        tree["effects"][f"{name}({head})"] = block(inner, 2)
        w.effects[name] = parameters
    for _ in range(w.r.randint(0, 2)):
        _table(w, tree, s)
    if w.chance(4):
        name = w.name()
        kept = [state for state in w.states if state not in w.hidden]
        if kept:
            tree["remember"][name] = {"of": f"[{w.pick(kept)}]", "last": str(w.r.randint(1, 5)), "full": w.pick(("forget", "forget", "end"))}
            w.remembers.append(name)


def _table(w: World, tree: dict[str, Any], s: Scope) -> None:
    name, gives = w.name(), w.pick(w.types()) if w.chance(2) else None
    reads = {word: expr(num(-2, 3), s, 2) for word in ("one_", "two_")}
    full = Scope(w, {word: num(-2, 3) for word in reads})
    rows: dict[str, Any] = {}
    for row in ("low_", "mid_"):
        asked = w.pick((f"one_ < {w.r.randint(-1, 2)}", f"two_ <= {w.r.randint(-2, 3)}", f"one_ + two_ > {w.r.randint(-2, 4)}", "one_ > two_ and player_count > 1"))
        rows[row] = {"when": asked, **({"gives": expr(gives, full, 1)} if gives is not None else {"do": block(full, 1)})}
    hit = "first" if gives is not None else w.pick(("first", "each", "unique"))
    if hit == "unique":
        at = w.r.randint(-1, 2)
        rows["low_"]["when"], rows["mid_"]["when"] = f"one_ < {at}", f"one_ > {at}"
    made = {"reads": reads, "hit": hit, "rows": rows, **({"given": "one_ > -3"} if w.chance(8) else {})}
    if gives is not None:
        made["gives"] = written(gives)
        made["otherwise"] = {"gives": expr(gives, full, 1)}
    else:
        made["otherwise"] = block(full, 1)
    tree["resolution"][name] = made
    if gives is not None:
        w.gives[name] = gives
    else:
        w.tables.append(name)


def _course(w: World, tree: dict[str, Any], s: Scope) -> None:
    tree["sequences"], tree["setup"], tree["phases"], tree["interrupts"] = {}, {}, {}, {}
    if w.chance(3):
        name = w.name()
        parameters = (PLAYER, num(0, 2))
        inner = s.having("p_", PLAYER).having("n_", num(0, 2))
        tree["sequences"][f"{name}(player p_, 0..2 n_)"] = {"repeat": "n_", **decision(inner, (), False)} if w.chance(2) else step(w, inner, 1, (), False, name)
        tree["sequences"][f"{name}(player p_, 0..2 n_)"].setdefault("repeat", "n_")
        w.sequences[name] = parameters
    for component in w.components:
        for zone, (of, axes, _) in w.zones.items():
            if of == component and w.chance(2):
                there = f"{zone}[{'p' if axes == (PLAYER,) else expr(axes[0], s, 0)}]" if axes else zone
                there = f"{zone}[seat(0)]" if axes == (PLAYER,) else there
                tree["setup"][w.name()] = {"do": f"for c in {component}: move c to {there}\n" if w.chance(2) else f"move all {component} to {there}\n"}
                break
    if w.chance(4):
        name = w.name()
        tree["setup"][name] = step(w, s, 1, (), False, name)
    round_, inner = w.name(), {}
    scope = s.having("p", PLAYER)
    for _ in range(w.r.randint(1, 3)):
        name = w.name()
        inner[name] = step(w, Scope(w, scope.names, numbers=(round_,)), 1, (round_,), True, name)
    tree["phases"][round_] = {"repeat": str(w.r.randint(2, 4)), "for": "p in players", "steps": inner}
    if w.chance(3):
        tree["phases"][round_]["until"] = condition(Scope(w, numbers=(round_,)), 2)
    if w.chance(3):
        name = w.name()
        tree["phases"][name] = step(w, s, 2, (), False, name)
    if w.chance(6):
        name, offer = w.name(), w.name()
        ask = Scope(w, public=True)
        leaf = decision(s.having("h", PLAYER), (), True)
        for key in ("otherwise", "together", "who"):
            leaf.pop(key, None)
        made = {"after": f"phases.{round_}.{w.pick(list(inner))}", "ask": f"h in {w.pick(('players', f'seats_from({expr(PLAYER, ask, 0)})'))}"}
        if "together" not in str(leaf):
            tree["interrupts"][name] = {**made, **({"asking": "open"} if w.chance(3) else {}), "offers": {offer: leaf}}


def _result(w: World, s: Scope) -> dict[str, Any]:
    inner = s.having("p", PLAYER)
    inner = Scope(w, inner.names, sure=False)
    made: dict[str, Any] = {}
    if w.chance(2):
        made["score"] = number(inner, 2)
    if w.chance(2):
        family = {"for": "k_ in -1..2", "by": number(inner.having("k_", num(-1, 2)), 1)}
        made["rank"] = f"{number(inner, 2)}, {number(inner, 1)}" if w.chance(2) else [number(inner, 1), family]
    made["returns"] = w.pick(("win_loss", "place", "score") if "score" in made else ("win_loss", "place"))
    return made


# ---- printing


def printed(tree: dict[str, Any]) -> str:
    return "\n".join(_printed({key: value for key, value in tree.items() if value not in ({}, [])}, 0)) + "\n"


def _printed(node: Any, depth: int) -> list[str]:
    margin = "  " * depth
    lines: list[str] = []
    for key, value in node.items():
        if isinstance(value, dict):
            lines += [f"{margin}{key}:", *_printed(value, depth + 1)]
        elif isinstance(value, list):
            lines.append(f"{margin}{key}:")
            for item in value:
                if isinstance(item, dict):
                    first, *rest = _printed(item, depth + 2)
                    lines += [f"{margin}  - {first.strip()}", *rest]
                else:
                    lines.append(f"{margin}  - {item}")
        elif "\n" in value:
            lines += [f"{margin}{key}: |", *(f"{margin}  {line}" for line in value.splitlines())]
        elif "{" in value:
            lines.append(f'{margin}{key}: "{value}"')
        else:
            lines.append(f"{margin}{key}: {value}")
    return lines
