"""What a value of a spec can be: kinds, and shapes of mappings made of them. Pure data; `check` and `schema` read it.

    Key(name="repeat", kind=EXPRESSION, doc="how many passes")
"""

from typing import TypeAlias

from msgspec import Struct


class Leaf(Struct, frozen=True, kw_only=True):
    """A piece of text. `expected` says what it is in messages; `embedded` texts are parsed by the language, in place."""

    name: str
    expected: str
    example: str
    pattern: str | None = None
    """what the whole text must look like, as a regular expression"""
    barred: tuple[str, ...] = ()
    """words that it cannot be"""
    embedded: bool = False
    several_lines: bool = False


class Choice(Struct, frozen=True, kw_only=True):
    """One word of a fixed set."""

    words: tuple[str, ...]


class ListOf(Struct, frozen=True, kw_only=True):
    """A list; with `single` a lone item may stand for a list of one."""

    item: "Kind"
    single: bool = False


class MapOf(Struct, frozen=True, kw_only=True):
    """A mapping whose keys the author names."""

    key: Leaf
    value: "Kind"
    noun: str
    """what an entry is, in messages: "the zone `hand`" """
    bare: bool = False
    """whether a key may stand without a value"""


class Shaped(Struct, frozen=True, kw_only=True):
    """A mapping with known keys: the name of its shape in the table."""

    shape: str


class ByNode(Struct, frozen=True, kw_only=True):
    """Different kinds for text, list and mapping."""

    scalar: "Leaf | Choice | None" = None
    sequence: "ListOf | None" = None
    mapping: "MapOf | Shaped | None" = None


class Anything(Struct, frozen=True, kw_only=True):
    """Any value; it is judged where it will stand."""


Kind: TypeAlias = Leaf | Choice | ListOf | MapOf | Shaped | ByNode | Anything


class Key(Struct, frozen=True, kw_only=True):
    """A key of a shape. `pattern` keys match many spellings (`link(a, b)`), their `name` is the form shown."""

    name: str
    kind: Kind
    doc: str
    required: bool = False
    pattern: str | None = None


class Form(Struct, frozen=True, kw_only=True):
    """One of several forms of a mapping: it has it when `decided_by` is among its keys; earlier forms are asked first."""

    name: str
    decided_by: tuple[str, ...]
    keys: tuple[str, ...]


class Shape(Struct, frozen=True, kw_only=True):
    """A mapping with known keys. With `forms`, each of the keys named by a form may stand only in that form; other keys in all."""

    name: str
    noun: str
    doc: str
    keys: tuple[Key, ...]
    forms: tuple[Form, ...] = ()

    def key(self, text: str) -> Key | None:
        return next((key for key in self.keys if key.pattern is None and key.name == text), None)


NAME_PATTERN = r"[a-z_][a-z0-9_]*"

KEYWORDS = (
    *("and", "or", "not", "in", "where", "for", "by", "if", "elif", "else", "while", "let", "move", "to", "end"),
    *("win", "lose", "eliminate", "pass", "true", "false", "none", "as"),
)
"""the words of the language, which no value can be called by"""

WORD = Leaf(name="word", expected="one word", example="`hand`", pattern=NAME_PATTERN)
NAME = Leaf(name="name", expected="a name", example="`hand`", pattern=NAME_PATTERN)
GLOBAL = Leaf(name="declared name", expected="a name", example="`hand`", pattern=NAME_PATTERN, barred=KEYWORDS)
FIELD_PATH = Leaf(name="field", expected="a field", example="`kind.front`", pattern=rf"{NAME_PATTERN}(\.{NAME_PATTERN})?")
NUMBER = Leaf(name="number", expected="a whole number", example="`40`", pattern=r"-?\d+")
VALUE = Leaf(name="value", expected="one value", example="`5`")
RANGE = Leaf(name="range", expected="a number or a range", example="`2..4`", embedded=True)
TEXT = Leaf(name="text", expected="text", example="`Wild Farm`", several_lines=True)
FILE = Leaf(name="file", expected="a path inside the game's folder", example="`tables/tiles.csv`")
PATTERN = Leaf(name="pattern", expected="text with expressions in braces", example='`"{p} takes {c}"`', several_lines=True)
EXPRESSION = Leaf(name="expression", expected="an expression", example="`points[p] > 3`", embedded=True, several_lines=True)
EXPRESSIONS = Leaf(
    name="expressions", expected="expressions, separated by commas", example="`points[p], -used[p]`", embedded=True, several_lines=True
)
STATEMENTS = Leaf(name="statements", expected="statements", example="`move c to hand[p]`", embedded=True, several_lines=True)
BINDER = Leaf(name="binder", expected="a name and its domain", example="`p in players`", embedded=True, several_lines=True)
BINDERS = Leaf(name="binders", expected="names and their domains", example="`c in hand[p], q in board`", embedded=True, several_lines=True)
TYPE = Leaf(name="type", expected="a type", example="`site(board) or none`", embedded=True)
INDEX = Leaf(name="index", expected="a type, or a name in part of one", example="`t in tile where t.role == wolf`", embedded=True)
NAMES = Leaf(name="names", expected="names, separated by commas", example="`q, t`", embedded=True)
CALL = Leaf(name="call", expected="a sequence with its arguments", example="`draw_tiles(p, 3)`", embedded=True)
SIGNATURE = Leaf(name="signature", expected="a name, parameters and a type", example="`wolves() -> 0..6`", embedded=True)
VIEWED = Leaf(
    name="what is shown",
    expected="`status`, a board, a variable of places with a name for its index, `colours`, `pictures`, `as` or `together`",
    example="`place(a)`",
    pattern=rf"{NAME_PATTERN}(\s*\(\s*{NAME_PATTERN}\s*\))?",
)
SHOWN = Leaf(name="what is drawn", expected="a word, a piece's text, or a name of the spec", example="`sheep`")
HEAD = Leaf(name="head", expected="a name and parameters", example="`settle(sheep a)`", embedded=True)
CLAUSE = Leaf(name="clause", expected="the number of a clause", example="`4.2`")
POINT = Leaf(name="point", expected="the number of an open point", example="`OP-3`")
FINDING = Leaf(
    name="finding", expected="a code, maybe with what it is about", example="`RWC059 phases.turn.pass`", pattern=r"RW[A-Z]\d{3}( \S.*)?"
)
PATH = Leaf(name="path", expected="a path of keys", example="`phases.round.trick`")
PART = Leaf(name="part", expected="a part of a text, as it is written there", example="`left -= n`", several_lines=True)
ACTION = Leaf(name="action", expected="an action's text", example="`commit sheep 3`")
SEAT = Leaf(name="seat", expected="a seat, `chance`, `outside` or `expect`", example="`0`", pattern=r"\d+|chance|outside|expect")
DRAWING = Leaf(name="cell", expected="a value", example="`3`", several_lines=True)

YES_NO = Choice(words=("yes", "no"))
CITES = ListOf(item=CLAUSE, single=True)
