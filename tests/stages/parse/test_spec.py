"""A tree becomes a spec: one test a construct, each against what the text says."""

from compiler.diagnostics import Problems
from compiler.load import load_text
from compiler.load.tables import read_table
from compiler.load.tree import SpecTree
from compiler.parse import ast, parse_spec, show, show_statements
from compiler.parse.spec import (
    Automatic,
    Chance,
    Composite,
    Decision,
    Either,
    ParsedSpec,
    Resolve,
    StepSpec,
    Use,
)
from compiler.source import SourceFile

HEAD = "language: 1\ngame: test\nplayers: 2..4\n"


def parsed(text: str, table: str | None = None) -> ParsedSpec:
    problems = Problems()
    tree = load_text(HEAD + text, "game.yaml", problems)
    assert tree is not None
    if table is not None:
        rows = read_table(SourceFile(path="tables/t.csv", text=table), problems)
        tree = SpecTree(root=tree.root, tables=(("tables/t.csv", rows),))
    spec = parse_spec(tree, problems)
    assert [(problem.code, problem.span.place, problem.facts) for problem in problems] == []
    assert spec is not None
    return spec


def texts(idents: tuple[ast.Ident, ...]) -> list[str]:
    return [each.text for each in idents]


def shown(node: ast.Expr | ast.Binder | ast.TypeExpr | ast.Pattern | None) -> str:
    return "-" if node is None else show(node)


def step_of(text: str) -> StepSpec:
    """The step `s` of a spec whose one phase it is."""
    lines = "".join(f"    {line}\n" for line in text.splitlines())
    return parsed(f"phases:\n  s:\n{lines}").phases[0]


def test_the_head() -> None:
    spec = parsed("title: A test\nabout: no game\nhorizon: 40\n")
    assert (spec.language, spec.game.text, spec.title, spec.about, spec.variant) == (1, "test", "A test", "no game", "")
    assert (shown(spec.players_low), shown(spec.players_high), shown(spec.horizon)) == ("2", "4", "40")


def test_one_number_of_players() -> None:
    problems = Problems()
    tree = load_text("language: 1\ngame: test\nplayers: 2\n", "game.yaml", problems)
    assert tree is not None
    spec = parse_spec(tree, problems)
    assert spec is not None
    assert spec.players_low == spec.players_high


def test_a_tree_without_players_gives_nothing() -> None:
    tree = load_text("language: 1\ngame: test\n", "game.yaml", Problems())
    assert tree is not None
    assert parse_spec(tree, Problems()) is None


def test_options() -> None:
    spec = parsed(
        """
options:
  rounds: {is: 5, in: 1..9, cite: 4.10}
  flip: {is: yes, in: [yes, no], settles: [OP-1, OP-2]}
"""
    )
    rounds, flip = spec.options
    assert (rounds.name.text, rounds.value.text, rounds.values, shown(rounds.low), shown(rounds.high)) == ("rounds", "5", (), "1", "9")
    assert [cite.clause for cite in rounds.cite] == ["4.10"]
    assert (flip.value.text, texts(flip.values), flip.low, flip.high) == ("yes", ["yes", "no"], None, None)
    assert [cite.clause for cite in flip.settles] == ["OP-1", "OP-2"]


def test_enums() -> None:
    land, colour = parsed("enums:\n  land: [forest, black, red]\n  colour: {within: land, are: [black, red]}\n").enums
    assert (texts(land.values), land.within) == (["forest", "black", "red"], None)
    assert colour.within is not None
    assert (texts(colour.values), colour.within.text) == (["black", "red"], "land")


def test_boards() -> None:
    field, mills, table = parsed(
        """
boards:
  field:
    shape: square
    width: 12
    height: reach + 1
    links: both
    holes: [a1]
    regions: {dens: [a1, b2], pairs: [[a1, b1], [c1, d1]]}
  mills: {shape: graph, sites: [a, b, c], links: [[a, b], [b, c]], lines: [[a, b, c]]}
  table: {shape: plane, of: tile, cells: square}
"""
    ).boards
    assert [(name.text, show(value)) for name, value in field.extents] == [("width", "12"), ("height", "reach + 1")]
    assert field.links is not None
    assert (field.links.text, texts(field.holes)) == ("both", ["a1"])
    assert [(region.family, [texts(group) for group in region.groups]) for region in field.regions] == [
        (False, [["a1", "b2"]]),
        (True, [["a1", "b1"], ["c1", "d1"]]),
    ]
    assert (mills.links, [texts(pair) for pair in mills.link_pairs]) == (None, [["a", "b"], ["b", "c"]])
    assert ([texts(line) for line in mills.lines], texts(mills.sites)) == ([["a", "b", "c"]], ["a", "b", "c"])
    assert table.of is not None
    assert table.cells is not None
    assert (table.of.text, table.cells.text) == ("tile", "square")


def test_components_and_their_rows() -> None:
    tile, block = parsed(
        """
components:
  tile:
    faces: [front, back]
    lies_on: table
    copies: 2
    fields:
      name: text
      value: 0..9
      kind: {per: [face, 0..1], type: land or none}
      marks: {per: side, type: bool}
    rows:
      - {name: thin sheep, value: [1, 2], copies: 3}
      - {value: 2..4, kind.front: forest red, marks: 1-0 3-2}
    table: tables/t.csv
    text: "{name} {value}"
  block:
    each: player
    fields: {shape: footprint}
    rows:
      - shape: |
          ##
          #.
""",
        table="name,copies,value,kind.back\ngate,2,7,red\n,1,3..4,\n",
    ).components
    assert [(field.name.text, field.kind, len(field.per), shown(field.type)) for field in tile.fields] == [
        ("name", "text", 0, "-"),
        ("value", "value", 0, "0..9"),
        ("kind", "value", 2, "land or none"),
        ("marks", "value", 1, "bool"),
    ]
    assert (texts(tile.faces), tile.copies and tile.copies.text, tile.lies_on and tile.lies_on.text) == (["front", "back"], "2", "table")
    rows = [
        [(cell.field.text, texts(cell.items), cell.listed, shown(cell.low), shown(cell.high)) for cell in row.cells] for row in tile.rows
    ]
    assert rows == [
        [("name", ["thin sheep"], False, "-", "-"), ("value", ["1", "2"], True, "-", "-")],
        [
            ("value", [], True, "2", "4"),
            ("kind.front", ["forest", "red"], False, "-", "-"),
            ("marks", ["1-0", "3-2"], False, "-", "-"),
        ],
        [("name", ["gate"], False, "-", "-"), ("value", ["7"], False, "-", "-"), ("kind.back", ["red"], False, "-", "-")],
        [("value", [], True, "3", "4")],
    ]
    assert [(row.origin, row.copies and row.copies.text) for row in tile.rows] == [
        ("rows", "3"),
        ("rows", None),
        ("table", "2"),
        ("table", "1"),
    ]
    for row in tile.rows:
        for cell in row.cells:
            assert [item.span.text for item in cell.items] == texts(cell.items)
    assert shown(tile.text) == "{name} {value}"
    assert (block.each_player, block.rows[0].cells[0].items[0].text) == (True, "##\n#.\n")


def test_zones() -> None:
    hand, pile = parsed(
        "zones:\n  hand: {of: card, per: player, holds: n + 1, seen: [owner, count]}\n  pile: {of: card, order: pile, seen: none}\n"
    ).zones
    assert (hand.of.text, [show(each) for each in hand.per], hand.order, shown(hand.holds)) == ("card", ["player"], "set", "n + 1")
    assert (texts(hand.seen), texts(pile.seen), pile.order, pile.per) == (["owner", "count"], ["none"], "pile", ())


def test_state() -> None:
    spot, owner, keeper, count = parsed(
        """
state:
  spot: {per: prey, type: site(board) or none, inverse: prey_on, seen: owner}
  owner:
    per: [site(board), 0..9]
    type: player or none
    start(q, n): seat(0) if q == a1 else none
  keeper: {per: "t in tile where t.role == shepherd", type: player}
  count: {type: 0..9, start: 3}
"""
    ).state
    assert spot.inverse is not None
    assert (spot.inverse.text, texts(spot.seen), shown(spot.per[0].type)) == ("prey_on", ["owner"], "prey")
    assert ([shown(each.type) for each in owner.per], texts(owner.start_names)) == (["site(board)", "0..9"], ["q", "n"])
    assert shown(owner.start) == "seat(0) if q == a1 else none"
    assert (shown(keeper.per[0].binder), keeper.per[0].type) == ("t in tile where t.role == shepherd", None)
    assert (count.start_names, shown(count.start), count.per) == ((), "3", ())


def test_definitions_and_effects() -> None:
    spec = parsed(
        """
define:
  wolves() -> 0..6: count(p in players where w[p])
  best(player p, 0..9 n) -> 0..13:
    is: n + 1
    cite: [1.1, 1.2]
effects:
  rest(): pass
  settle(sheep a): |
    x = a
    y = 1
  told(): {do: pass, cite: 2.1}
"""
    )
    wolves, best = spec.define
    assert (show(wolves.signature), shown(wolves.body)) == ("wolves() -> 0..6", "count(p in players where w[p])")
    assert (show(best.signature), [cite.clause for cite in best.cite]) == ("best(player p, 0..9 n) -> 0..13", ["1.1", "1.2"])
    assert [(show(effect.head), show_statements(effect.body)) for effect in spec.effects] == [
        ("rest()", "pass"),
        ("settle(sheep a)", "x = a\ny = 1"),
        ("told()", "pass"),
    ]


def test_graphs() -> None:
    flock, tract = parsed(
        """
graphs:
  flock: {nodes: site(field), "link(a, b)": "adjacent(a, b)", grows: yes}
  tract:
    nodes: t in table, r in 0..4 where ground(t, r)
    along: d in directions(table)
    to: beside(t, d), r + 1
    totals: {heads: t.count, open: 1}
    directed: yes
"""
    ).graphs
    assert (shown(flock.nodes_type), flock.nodes, flock.grows, flock.directed) == ("site(field)", (), True, False)
    assert flock.link_head is not None
    assert (show(flock.link_head), shown(flock.link)) == ("link(a, b)", "adjacent(a, b)")
    assert ([show(each) for each in tract.nodes], tract.nodes_type) == (["t in table", "r in 0..4 where ground(t, r)"], None)
    assert ([show(each) for each in tract.along], [show(each) for each in tract.to]) == (
        ["d in directions(table)"],
        ["beside(t, d)", "r + 1"],
    )
    assert ([(name.text, show(value)) for name, value in tract.totals], tract.directed) == ([("heads", "t.count"), ("open", "1")], True)


def test_remembered_positions() -> None:
    board, other = parsed("remember:\n  board: {of: [stone], after: place, last: 400, full: end}\n  other: {of: near, last: n}\n").remember
    assert (texts(board.of), texts(board.after), shown(board.last), board.full) == (["stone"], ["place"], "400", "end")
    assert (texts(other.of), other.after, other.full) == (["near"], (), "forget")


def test_loops_of_a_step() -> None:
    found = step_of("repeat: 3\nwhile: a\nuntil: b\nfor: p in players where c by d\nwhen: e\ndo: pass\ncite: [4.2, 4.3]")
    assert [shown(each) for each in (found.repeat, found.keep, found.until, found.loop, found.when)] == [
        "3", "a", "b", "p in players where c by d", "e",
    ]  # fmt: skip
    assert found.body == Automatic(do=(found.body.do[0],)) if isinstance(found.body, Automatic) else False
    assert [cite.clause for cite in found.cite] == ["4.2", "4.3"]


def test_composites() -> None:
    found = step_of("steps:\n  one: {do: pass}\n  two:\n    either:\n      a: {when: x, do: pass}\n      b: {resolve: trick}")
    assert isinstance(found.body, Composite)
    one, two = found.body.steps
    assert isinstance(one.body, Automatic)
    assert isinstance(two.body, Either)
    assert [step.name.text for step in two.body.steps] == ["a", "b"]
    assert isinstance(two.body.steps[1].body, Resolve)
    assert two.body.steps[1].body.table.text == "trick"


def test_a_single_decision() -> None:
    found = step_of(
        "who: active\nchoose: q in board, t in step(q)\nwhere: a\nrequire: b\nprefer: c, d\ndo: pass\nsay: '{q}{t}'\ncode: q, t\nsecret: [q]"
    ).body
    assert isinstance(found, Decision)
    (action,) = found.actions
    assert (shown(found.who), found.together, found.single, found.where, found.otherwise) == ("active", None, True, None, None)
    assert (action.name.text, [[show(each) for each in stage] for stage in action.stages]) == ("s", [["q in board", "t in step(q)"]])
    assert [shown(action.where), shown(action.require), *map(shown, action.prefer)] == ["a", "b", "c", "d"]
    assert (shown(action.say), texts(action.code), texts(action.secret), action.outside) == ("{q}{t}", ["q", "t"], ["q"], False)


def test_several_actions_stages_and_forced_ones() -> None:
    found = step_of(
        """together: p in players where a
where: always
actions:
  lay:
    choose:
      - c in tile
      - o in orientations(c), q in places(table)
    where: fits
    do: lay(c, o, q)
  out: {by: outside, do: pass}
otherwise:
  skip_turn: {do: passes += 1}"""
    ).body
    assert isinstance(found, Decision)
    assert (shown(found.together), found.single, shown(found.where)) == ("p in players where a", False, "always")
    lay, out = found.actions
    assert [[show(each) for each in stage] for stage in lay.stages] == [["c in tile"], ["o in orientations(c)", "q in places(table)"]]
    assert (shown(lay.where), out.outside, out.stages) == ("fits", True, ())
    assert found.otherwise is not None
    assert (found.otherwise.do, [action.name.text for action in found.otherwise.actions]) == ((), ["skip_turn"])


def test_otherwise_with_effects_or_nothing() -> None:
    effects = step_of("choose: q in board\notherwise: end s").body
    skipped = step_of("choose: q in board\notherwise: skip").body
    assert isinstance(effects, Decision)
    assert isinstance(skipped, Decision)
    assert effects.otherwise is not None
    assert skipped.otherwise is not None
    assert show_statements(effects.otherwise.do) == "end s"
    assert (skipped.otherwise.do, skipped.otherwise.actions) == ((), ())


def test_a_decision_needs_no_choice() -> None:
    assert isinstance(step_of("who: p\ndo: pass").body, Decision)
    assert isinstance(step_of("do: pass").body, Automatic)


def test_chance() -> None:
    roll = step_of("roll: red in 1..6, blue in 1..6\nwhere: a\nweight: red\nseen_by: p\ndo: x = red\notherwise: pass").body
    draw = step_of("draw: t in bag\ndo: move t to hand").body
    shuffle = step_of("shuffle: pile").body
    assert isinstance(roll, Chance)
    assert isinstance(draw, Chance)
    assert isinstance(shuffle, Chance)
    assert (roll.kind, [show(each) for each in roll.binders], roll.pile) == ("roll", ["red in 1..6", "blue in 1..6"], None)
    assert [shown(each) for each in (roll.where, roll.weight, roll.seen_by)] == ["a", "red", "p"]
    assert roll.otherwise is not None
    assert (draw.kind, [show(each) for each in draw.binders]) == ("draw", ["t in bag"])
    assert (shuffle.kind, shuffle.binders, shown(shuffle.pile), shuffle.do) == ("shuffle", (), "pile", ())


def test_sequences_and_interrupts() -> None:
    spec = parsed(
        """
sequences:
  draw_tiles(player p, 0..9 n):
    repeat: n
    draw: t in bag
    do: move t to hand[p]
setup:
  deal: {use: "draw_tiles(p, 3)"}
interrupts:
  any_moment:
    after: [phases.play.turn, phases.end]
    ask: p in seats_from(active) where a
    asking: open
    offers:
      reveal: {steps: {show: {who: p, choose: "c in hand[p]"}}}
"""
    )
    (sequence,) = spec.sequences
    assert (show(sequence.head), sequence.step.name.text, shown(sequence.step.repeat)) == ("draw_tiles(player p, 0..9 n)", "draw_tiles", "n")
    deal = spec.setup[0].body
    assert isinstance(deal, Use)
    assert (deal.name.text, [show(each) for each in deal.arguments]) == ("draw_tiles", ["p", "3"])
    (window,) = spec.interrupts
    assert [texts(path) for path in window.after] == [["phases", "play", "turn"], ["phases", "end"]]
    assert [[word.span.text for word in path] for path in window.after] == [["phases", "play", "turn"], ["phases", "end"]]
    assert (shown(window.ask), window.open, [offer.name.text for offer in window.offers]) == (
        "p in seats_from(active) where a",
        True,
        ["reveal"],
    )


def test_resolution_tables() -> None:
    trick, prize, value = parsed(
        """
resolution:
  trick:
    reads: {w: wolves(), d: dogs()}
    given: w + d <= 6
    hit: unique
    rows:
      peace: {when: w == 0, do: pass, cite: [5.1, 5.2]}
    otherwise: impossible
  prize: {hit: first, gives: 0..9, rows: {a: {when: w, gives: 3}}, otherwise: 4}
  value: {hit: each, rows: {a: {when: w, do: pass}}, otherwise: {do: pass}}
"""
    ).resolution
    assert ([(name.text, show(value)) for name, value in trick.reads], shown(trick.given), trick.hit) == (
        [("w", "wolves()"), ("d", "dogs()")],
        "w + d <= 6",
        "unique",
    )
    assert (trick.impossible, trick.otherwise, trick.otherwise_gives, trick.gives) == (True, None, None, None)
    assert [(row.name.text, shown(row.when), len(row.do), len(row.cite)) for row in trick.rows] == [("peace", "w == 0", 1, 2)]
    assert (shown(prize.gives), shown(prize.rows[0].gives), shown(prize.otherwise_gives), prize.otherwise, prize.hit) == (
        "0..9", "3", "4", None, "first",
    )  # fmt: skip
    assert value.otherwise is not None
    assert (show_statements(value.otherwise), value.hit) == ("pass", "each")


def test_the_result() -> None:
    simple = parsed("result: {score: 'points[p]', rank: 'score, 5 if out[p] == 0 else out[p]', returns: place, cite: 7.2}\n").result
    family = parsed("result:\n  rank:\n    - score\n    - {for: k in 2..40, by: 'meadows(p, k)'}\n").result
    assert simple is not None
    assert family is not None
    assert (shown(simple.score), [shown(key.value) for key in simple.rank], simple.returns) == (
        "points[p]",
        ["score", "5 if out[p] == 0 else out[p]"],
        "place",
    )
    assert [(shown(key.loop), shown(key.value)) for key in family.rank] == [("-", "score"), ("k in 2..40", "meadows(p, k)")]
    assert (family.returns, family.score, parsed("").result) == ("win_loss", None, None)


def test_ties_to_the_rulebook() -> None:
    spec = parsed(
        """
define:
  best() -> 0..1: 1
always:
  - {that: a > 0, cite: 4.4}
claims:
  - that: count(c in card) == 52
assumptions: {OP-1: as the box shows}
not_modelled: {1.10: flavour}
chapters: {14: big_fish}
supersedes: {10.1: 14.6}
cite: {define.best: [12.3, 12.4]}
labels: {hand: your hand}
view: {hand: fan}
"""
    )
    assert [(shown(fact.that), [cite.clause for cite in fact.cite]) for fact in spec.always] == [("a > 0", ["4.4"])]
    assert [shown(fact.that) for fact in spec.claims] == ["count(c in card) == 52"]
    assert [(note.number.clause, note.reason) for note in spec.assumptions] == [("OP-1", "as the box shows")]
    assert [(note.number.clause, note.reason) for note in spec.not_modelled] == [("1.10", "flavour")]
    assert [(number.text, name.text) for number, name in spec.chapters] == [("14", "big_fish")]
    assert [(old.clause, new.clause) for old, new in spec.supersedes] == [("10.1", "14.6")]
    assert [(item.signature.name.text, [cite.clause for cite in item.cite]) for item in spec.define] == [("best", ["12.3", "12.4"])]
    assert [(name.text, text) for name, text in spec.labels] == [("hand", "your hand")]
    assert [(name.text, how.text) for name, how in spec.view] == [("hand", "fan")]
