"""What is kept beside the variables: connections, remembered positions, places on a plane, what seats may see."""

from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as some
from msgspec.structs import replace

from compiler.emit import emit_game
from compiler.ir import exprs as x
from compiler.ir import stmts as st
from compiler.ir.game import GameIR, GraphIR, MemoryIR, PlaneIR
from compiler.ir.layout import Block, Lists
from runtime import load_source
from tests.stages.emit.small import DOC, FEW, NUMBER, PLAYERS, Lockstep, machine

NODES = 6
NEAR = ((1, 2, 5), (0, 3), (0, 4), (1, 4), (2, 3, 5), (4, 0))


def local(name: str) -> x.Local:
    return x.Local(name)


def row(index: x.Expr) -> x.Load:
    return x.Load("row", index)


def store(block: str, index: int, value: x.Expr) -> st.Store:
    return st.Store(block, x.Const(index), value)


def value_graph(*, directed: bool = False, by_steps: bool = False) -> GraphIR:
    """Six places in a ring with chords; a place exists where its row is not 0, and links lead between equal rows."""
    same = x.Compare("==", row(local("a")), row(local("b")))
    back_and_forth = x.Binary("+", local("a"), x.Binary("-", x.Binary("*", local("d"), x.Const(2)), x.Const(1)))
    return GraphIR(
        name="chain", size=NODES, exists=x.Compare("!=", row(local("node")), x.Const(0)),
        near=None if by_steps else x.Binder("b", x.ListRow("near", local("a"))), link=None if by_steps else same,
        along=(x.Binder("d", x.Numbers(x.Const(0), x.Const(1))),) if by_steps else (),
        to=back_and_forth if by_steps else None,
        totals=(("weight", x.Binary("*", row(local("a")), local("a"))),), directed=directed, grows=False, carrier=NUMBER, doc=DOC,
    )  # fmt: skip


def graph_game(graph: GraphIR) -> GameIR:
    """Action k < 12 sets a place to 0, 1 or 2; action 12 asks everything there is to ask of two places, without faults."""
    base = machine([()])
    blocks = [replace(block, length=NODES, start=()) if block.name == "row" else block for block in base.layout.blocks]
    at = 0
    placed = []
    for block in (*blocks, Block(name="answers", offset=0, length=40, section="state", carrier=NUMBER)):
        placed.append(replace(block, offset=at))
        at += block.length
    layout = replace(base.layout, blocks=tuple(placed), lists=(*base.layout.lists, Lists(name="near", rows=NEAR)), shown=at, kept=at, size=at)
    sets: list[st.Block] = [(store("row", place, x.Const(value)),) for place in range(NODES) for value in range(3)]
    asks: list[st.Stmt] = []
    for place in range(NODES):
        here = x.Compare("!=", row(x.Const(place)), x.Const(0))
        other = x.Const((place + 2) % NODES)
        if not graph.directed:
            group = x.GraphValue("chain", "group", (x.Const(place),), rule=3)
            size = x.GraphValue("chain", "size", (x.Const(place),), rule=4)
            weight = x.GraphValue("chain", "total", (x.Const(place),), "weight", 5)
            asks.append(store("answers", place, x.Choose(here, x.Binary("+", x.Binary("*", group, x.Const(10)), size), x.Const(-1))))
            asks.append(store("answers", 6 + place, x.Choose(here, weight, x.Const(-1))))
            asks.append(store("answers", 12 + place, x.AsInt(x.Linked("chain", "connected", x.Const(place), other))))
            listed = x.Fold("sum", (x.Binder("m", x.GraphNodes("chain", "members", x.Const(place), 6)),), local("m"))
            asks.append(store("answers", 18 + place, x.Choose(here, listed, x.Const(-1))))
        asks.append(store("answers", 24 + place, x.GraphValue("chain", "distance", (x.Const(place), other))))
        linked = x.AsInt(x.Linked("chain", "linked", x.Const(place), other))
        asks.append(
            store(
                "answers",
                30 + place,
                x.Binary("+", x.Binary("*", linked, x.Const(10)), x.GraphValue("chain", "longest", (x.Const(place), x.Const(4)))),
            )
        )
    if not graph.directed:
        asks.append(store("answers", 36, x.Fold("count", (x.Binder("g", x.GraphNodes("chain", "groups")),), None)))
    asks.append(store("answers", 37, x.Fold("count", (x.Binder("g", x.GraphNodes("chain", "nodes")),), None)))
    return replace(machine([*sets, tuple(asks)]), layout=layout, graphs=(graph,))


@settings(max_examples=25, deadline=None)
@given(some.lists(some.integers(0, 3 * NODES), max_size=14), some.sampled_from(["links", "steps", "directed"]))
@example([2, 5, 8, 14], "links")  # a distance is asked between two questions about one group
def test_connections_mean_the_same(codes: list[int], shape: str) -> None:
    game = Lockstep(graph_game(value_graph(directed=shape == "directed", by_steps=shape == "steps")), junk=3)
    for code in [*codes, 3 * NODES]:
        assert game.apply(code) == 0


def test_groups_by_hand() -> None:
    """Rows 1 1 2 1 0 2: groups {0, 1, 3}, {2}, {5}; 4 is no node."""
    game = Lockstep(graph_game(value_graph()), junk=3)
    for place, value in enumerate((1, 1, 2, 1, 0, 2)):
        game.apply(3 * place + value)
    game.apply(3 * NODES)
    assert [game.slot("answers", at) for at in range(6)] == [3, 3, 21, 3, -1, 51]
    assert [game.slot("answers", 6 + at) for at in range(6)] == [4, 4, 4, 4, -1, 10]
    assert [game.slot("answers", 18 + at) for at in range(6)] == [4, 4, 2, 4, -1, 5]
    assert game.slot("answers", 36) == 3
    # From 1 to 3 it is one link; from 0 to 2 there is no way.
    assert game.slot("answers", 24 + 1) == 1
    assert game.slot("answers", 24) == -1
    # 0 - 1 - 3 is the longest walk from 0 and from 3.
    assert [game.slot("answers", 30 + at) % 10 for at in (0, 1, 3)] == [2, 1, 2]


def test_groups_are_found_anew_only_when_something_they_depend_on_has_changed() -> None:
    """One action asks three times for a group: again after a variable was written that no link reads, and after one that links do read."""
    game = graph_game(value_graph())
    size = x.GraphValue("chain", "size", (x.Const(0),), rule=7)
    asks = [store("answers", at, size) for at in range(3)]
    first = (store("row", 0, x.Const(1)), store("row", 1, x.Const(1)))
    last = replace(game.actions[-1], do=(*first, asks[0], store("total", 0, x.Const(9)), asks[1], store("row", 1, x.Const(2)), asks[2]))
    (text,) = emit_game(replace(game, actions=(*game.actions[:-1], last))).values()
    engine = load_source(text, "machine.py", backend="python")
    module: Any = engine.engine
    flood, found = module.flood_chain, []

    def counted(vector: Any, node: int) -> None:
        found.append(node)
        flood(vector, node)

    module.flood_chain = counted
    vector = engine.new_vector()
    assert module.init(vector, PLAYERS, 1, 0) == 0
    assert module.apply(vector, 3 * NODES) == 0
    assert [vector[engine.offsets["answers"] + at] for at in range(3)] == [2, 2, 1]
    assert found == [0, 0]


def test_asking_for_the_group_of_no_node_is_a_fault() -> None:
    game = graph_game(value_graph())
    group = x.GraphValue("chain", "group", (x.Const(4),), rule=7)
    last = replace(game.actions[-1], do=(store("answers", 0, group),))
    assert Lockstep(replace(game, actions=(*game.actions[:-1], last))).apply(3 * NODES) == 7


# ---- remembered positions


def memory_game(words: int, highest: int, *, full: Any, last: int = 3) -> GameIR:
    """Code k writes k into the first place and records; the last code stores how often the present row is recorded."""
    base = machine([()])
    at = base.layout.size
    extra = []
    for name, length in (("ring", 2 * last), ("used", 1), ("head", 1)):
        extra.append(Block(name=name, offset=at, length=length, section="register", carrier=NUMBER))
        at += length
    layout = replace(base.layout, blocks=(*base.layout.blocks, *extra), shown=at, kept=at, size=at)
    expressions = tuple((row(x.Const(place % 5)), 0, highest) for place in range(words))
    kept = MemoryIR(name="past", words=expressions, last=last, full=full, ring="ring", used="used", head="head")
    sets: list[st.Block] = [(store("row", 0, x.Const(value)), st.Record("past")) for value in range(4)]
    ask: st.Block = (store("total", 0, x.Times("past")),)
    return replace(machine([*sets, ask]), layout=layout, memories=(kept,))


@pytest.mark.parametrize(("words", "highest"), [(5, 3), (40, 7), (9, 2**20), (3, 2**62 - 1), (2, 2**62 - 1)])
def test_positions_are_counted_exactly_or_by_fingerprint(words: int, highest: int) -> None:
    game = Lockstep(memory_game(words, highest, full="forget"), junk=5)
    for code in (1, 2, 1):
        game.apply(code)
    game.apply(4)
    assert game.slot("total") == 2
    for code in (3, 3):
        game.apply(code)
    game.apply(4)
    assert game.slot("total") == 2
    # The ring holds three: 1, 3, 3; one more and a 1 is there once, the oldest having gone.
    game.apply(1)
    game.apply(4)
    assert game.slot("total") == 1
    assert (game.slot("used"), game.slot("head")) == (3, 0)


def test_where_no_room_is_left_the_game_may_end() -> None:
    game = Lockstep(memory_game(5, 3, full="end", last=2), junk=5)
    for code in (1, 2):
        assert game.apply(code) == 0
    assert game.slot("actor") == 0
    game.apply(3)
    assert (game.slot("actor"), game.slot("verdict"), game.slot("used")) == (-4, 0, 2)


# ---- planes


def plane_game() -> GameIR:
    """Code k lays coin k on the first place, code 7 + k on the last; 14 stores the number of places."""
    base = machine([()])
    at = base.layout.size
    extra = [Block(name=name, offset=at + number * FEW, length=FEW, section="state", carrier=NUMBER) for number, name in enumerate(("across", "up"))]
    size = at + 2 * FEW
    layout = replace(base.layout, blocks=(*base.layout.blocks, *extra), shown=size, kept=size, size=size)
    plane = PlaneIR(name="table", component="coin", zone="coin_bag", x="across", y="up", directions=4)
    places = (x.Binder("q", x.Places("table")),)
    first = x.Fold("first", places, local("q"), None, None, None, 3)
    last = x.Fold("max", places, local("q"), None, None, None, 3)
    lays: list[st.Block] = [(st.LayPiece("table", x.Const(coin), site),) for site in (first, last) for coin in range(FEW)]
    return replace(machine([*lays, (store("total", 0, x.Fold("count", places, None)),)]), layout=layout, planes=(plane,))


def test_places_beside_laid_pieces() -> None:
    """Coin 3 on the origin has four places; coin 0 on its first side, one up: three places each, those two being covered.

    So that no place is negative, the origin is written as the number of coins.
    """
    game = Lockstep(plane_game(), junk=9)
    game.apply(14)
    assert game.slot("total") == 1
    game.apply(3)
    game.apply(14)
    assert game.slot("total") == 4
    game.apply(0)
    assert (game.slot("across", 0), game.slot("up", 0)) == (FEW, FEW + 1)
    game.apply(14)
    assert game.slot("total") == 6


@settings(max_examples=20, deadline=None)
@given(some.permutations(range(FEW)), some.lists(some.booleans(), min_size=FEW, max_size=FEW))
def test_laying_means_the_same(order: list[int], ends: list[bool]) -> None:
    game = Lockstep(plane_game(), junk=9)
    for coin, end in zip(order, ends, strict=True):
        assert game.apply(coin + (FEW if end else 0)) == 0
        game.apply(14)


# ---- what is seen


@settings(max_examples=25, deadline=None)
@given(
    some.lists(some.integers(0, 3 * FEW - 1), max_size=12),
    some.lists(some.sampled_from(["all", "owner", "none", "count", "owner_count"]), min_size=3, max_size=3),
)
def test_observations_mean_the_same(codes: list[int], seen: list[Any]) -> None:
    """Zones, state by owner and state of pieces, each seen by somebody, everybody or nobody."""
    moves: list[st.Block] = []
    for coin in range(FEW):
        moves.append((st.MovePiece("coin", x.Const(coin), "coin_set", x.Const(coin % 3), False, 3),))
        moves.append((st.MovePiece("coin", x.Const(coin), "coin_row", x.Const(coin % 2), True, 3), store("row", coin % 5, x.Const(coin))))
        moves.append((st.MovePiece("coin", x.Const(coin), "coin_pile", x.Const(0), False, 3), store("heap", coin % 4, x.Const(coin))))
    game = machine(moves)
    zones = []
    for zone in game.layout.zones:
        if zone.name == "coin_set":
            zone = replace(zone, seen=seen[0], owners=(0, 1, 2), holds=None)
        if zone.name == "coin_row":
            zone = replace(zone, seen=seen[1], owners=(1, 2))
        zones.append(zone)
    blocks = [replace(block, seen=seen[2], owners=(0, 1, 2, 0, -1)) if block.name == "row" else block for block in game.layout.blocks]
    blocks = [
        replace(block, piece_axis="coin", start=(7, 7, 7, 7), axes=(replace(NUMBER, low=0, high=3, component="coin"),))
        if block.name == "heap"
        else block
        for block in blocks
    ]
    play = Lockstep(replace(game, layout=replace(game.layout, zones=tuple(zones), blocks=tuple(blocks))), junk=2)
    for code in codes:
        play.apply(code)
        for seat in range(PLAYERS):
            views = []
            for engine, vector in zip(play.games, play.vectors, strict=True):
                out = engine.blank(engine.observation_size)
                engine.engine.observe(vector, seat, out)
                views.append(list(out))
            assert views[0] == views[1]
