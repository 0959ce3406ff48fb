"""Specs bound from text, and single expressions typed inside a small one."""

from compiler.bind import bind_spec
from compiler.bind.nouns import typed
from compiler.diagnostics import Problems, explain
from compiler.load import load_text
from compiler.parse import parse_spec

HEAD = "language: 1\ngame: trial\ntitle: Trial\n"
SMALL = """
players: 2..4
options:
  size: {is: 5, in: 3..9}
  strict: {is: yes, in: [yes, no]}
  way: {is: left, in: [left, right]}
enums:
  land: [village, forest, red, blue]
  colour: {within: land, are: [red, blue]}
  sense: [left, right, ahead]
boards:
  field:
    shape: square
    width: 4
    height: 3
    links: both
    regions:
      pen: [a1, b1, c2]
      homes: [[a1, b1], [c3, d3]]
components:
  card:
    each: player
    fields: {value: 0..9, suit: colour, name: text, edge: {per: 0..1, type: land}}
    text: "{suit} {value}"
    rows:
      - {value: 1..2, suit: [red, blue], name: plain, edge: [village, forest]}
      - {value: 9, suit: red, name: king, edge: [red, blue]}
  tome: {copies: 3}
zones:
  hand: {of: card, per: player, holds: 2, seen: owner}
  deck: {of: card, order: pile, seen: none}
  sack: {of: tome, order: bag}
state:
  spot: {per: card, type: site(field) or none, inverse: held}
  stone: {per: site(field), type: player or none}
  ground: {per: site(field), type: land or none}
  points: {per: player, type: 0..99}
  left_over: {type: 0..12}
  chief: {type: player}
  leader: {type: player or none}
  heading: {type: direction(field)}
  count_of: {per: colour, type: 0..20}
  hit: {type: bool}
"""


def bind(text: str) -> tuple[typed.TypedSpec | None, Problems]:
    """The spec bound, and every problem from loading on."""
    problems = Problems()
    tree = load_text(text, "game.yaml", problems)
    assert tree is not None, [explain(problem).headline for problem in problems]
    parsed = parse_spec(tree, problems)
    return (None if parsed is None else bind_spec(parsed, problems)), problems


def small(more: str = "", without: str = "") -> str:
    """The small spec with further keys; `without` cuts one of its top-level keys out."""
    lines: list[str] = []
    keep = True
    for line in SMALL.splitlines():
        if line and not line.startswith(" "):
            keep = not (without and line.startswith(without + ":"))
        if keep:
            lines.append(line)
    return HEAD + "\n".join(lines) + "\n" + more


def codes(text: str) -> list[str]:
    """The slugs of all that is wrong with a spec, in the order of places."""
    _, problems = bind(text)
    found = sorted(problems, key=lambda problem: (problem.span.start, problem.code))
    return [explain(problem).slug for problem in found]


def only(text: str) -> tuple[str, str]:
    """The slug of the only problem, and the text it points at."""
    _, problems = bind(text)
    told = [(explain(problem).slug, problem.span.text) for problem in problems]
    assert len(told) == 1, told
    return told[0]


def good(text: str) -> typed.TypedSpec:
    spec, problems = bind(text)
    told = [(explain(problem).slug, explain(problem).headline, problem.span.text) for problem in problems]
    assert not told, told
    assert spec is not None
    return spec


def expression(text: str, result: str = "0..999999", parameters: str = "") -> typed.Expr:
    """The body of a definition in the small spec; it must be without problems."""
    spec = good(small(defining(text, result, parameters)))
    body = spec.defines[-1].body
    return body.operand if isinstance(body, typed.Narrow) and not body.said else body


def defining(text: str, result: str = "bool", parameters: str = "") -> str:
    lines = "\n".join("      " + line for line in text.splitlines())
    return f"define:\n  tried({parameters}) -> {result}: |\n{lines}\n"


def doing(text: str, more: str = "") -> str:
    """The small spec with one automatic step that has these effects."""
    lines = "\n".join("      " + line for line in text.splitlines())
    return small(f"{more}phases:\n  act:\n    do: |\n{lines}\n")
