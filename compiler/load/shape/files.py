"""The shapes of the other files: variants and scenarios."""

from compiler.load.shape.kinds import (
    ACTION,
    CITES,
    CLAUSE,
    EXPRESSION,
    FILE,
    FINDING,
    NAME,
    NUMBER,
    PART,
    PATH,
    POINT,
    SEAT,
    TEXT,
    VALUE,
    WORD,
    YES_NO,
    Anything,
    ByNode,
    Key,
    ListOf,
    MapOf,
    Shape,
    Shaped,
)

_TREE = MapOf(key=PATH, value=Anything(), noun="the path")
_PARTS = ByNode(scalar=PART, mapping=MapOf(key=PART, value=PART, noun="the part"))
_BESIDE = ByNode(scalar=PART, mapping=MapOf(key=PART, value=Anything(), noun="the entry"))

VARIANT = Shape(
    name="variant",
    noun="a variant",
    doc="What differs from a base game. Paths leave out `steps`; definitions, effects and sequences are addressed by their names.",
    keys=(
        Key(name="language", kind=VALUE, doc="the version of the spec language: 1; it comes first", required=True),
        Key(name="variant", kind=NAME, doc="its name, as its file is called", required=True),
        Key(name="extends", kind=NAME, doc="the game it changes", required=True),
        Key(name="title", kind=TEXT, doc="the name people use"),
        Key(name="about", kind=TEXT, doc="what is different, in a sentence"),
        Key(name="requires", kind=ListOf(item=NAME, single=True), doc="variants that must be laid before it"),
        Key(name="conflicts", kind=ListOf(item=NAME, single=True), doc="variants that it does not go together with"),
        Key(name="rulebook", kind=FILE, doc="a file of further clauses and open points"),
        Key(name="set", kind=_TREE, doc="other values; for an option, definition or effect its value alone; in a mapping, other parts of a text"),
        Key(name="add", kind=_TREE, doc="trees that are merged in: mappings merge, lists grow"),
        Key(name="append", kind=MapOf(key=PATH, value=Anything(), noun="the path"), doc="further items at the end of lists"),
        Key(name="and", kind=MapOf(key=PATH, value=_PARTS, noun="the path"), doc="conditions that must hold as well: of all of a text, or of parts of it"),
        Key(name="or", kind=MapOf(key=PATH, value=_PARTS, noun="the path"), doc="conditions that are enough: beside all of a text, or parts of it"),
        Key(name="plus", kind=MapOf(key=PATH, value=_PARTS, noun="the path"), doc="what is added to a value: to all of a text, or to parts of it"),
        Key(
            name="remove",
            kind=ListOf(item=ByNode(scalar=PATH, mapping=MapOf(key=PATH, value=ListOf(item=PART, single=True), noun="the path")), single=True),
            doc="what is taken away: by its path, or parts of the text there",
        ),
        Key(name="before", kind=MapOf(key=PATH, value=_BESIDE, noun="the path"), doc="entries put before one; statements before one of a text, or before all"),
        Key(name="after", kind=MapOf(key=PATH, value=_BESIDE, noun="the path"), doc="entries put after one; statements after one of a text, or after all"),
        Key(name="rename", kind=MapOf(key=PATH, value=PATH, noun="the path"), doc="other names; references must follow"),
        Key(name="cite", kind=MapOf(key=PATH, value=CITES, noun="the path"), doc="further clauses, by the path of what says them"),
        Key(
            name="supersedes",
            kind=MapOf(key=CLAUSE, value=CLAUSE, noun="the clause"),
            doc="clauses of the base that it replaces, each with the new one",
        ),
        Key(name="assumptions", kind=MapOf(key=POINT, value=TEXT, noun="the open point"), doc="open points settled by a reason alone"),
        Key(name="not_modelled", kind=MapOf(key=CLAUSE, value=TEXT, noun="the clause"), doc="clauses left out, each with the reason"),
        Key(name="silenced", kind=MapOf(key=FINDING, value=TEXT, noun="the finding"), doc="warnings and hints that are right as they are, each with the reason"),
    ),
)

_MOVE = ByNode(
    scalar=ACTION,
    sequence=ListOf(item=EXPRESSION),
    mapping=MapOf(key=ACTION, value=MapOf(key=WORD, value=VALUE, noun="the name"), noun="the action"),
)

SCENARIOS = Shape(
    name="scenarios",
    noun="a file of scenarios",
    doc="Worked examples: a position, moves, and what must come of them.",
    keys=(
        Key(name="game", kind=NAME, doc="the game played", required=True),
        Key(name="variants", kind=ListOf(item=WORD, single=True), doc="overlays laid over it, in order"),
        Key(name="options", kind=MapOf(key=NAME, value=VALUE, noun="the option"), doc="option values"),
        Key(
            name="not_under",
            kind=MapOf(key=NAME, value=TEXT, noun="the variant"),
            doc="variants under which none of them is so, each with the reason",
        ),
        Key(name="scenarios", kind=ListOf(item=Shaped(shape="scenario")), doc="the examples", required=True),
    ),
)

SCENARIO = Shape(
    name="scenario",
    noun="a scenario",
    doc="One worked example.",
    keys=(
        Key(name="name", kind=TEXT, doc="what it shows", required=True),
        Key(name="cite", kind=CITES, doc="the clauses it is an example of"),
        Key(name="players", kind=NUMBER, doc="how many play"),
        Key(
            name="not_under", kind=MapOf(key=NAME, value=TEXT, noun="the variant"), doc="variants under which it is not so, each with the reason"
        ),
        Key(name="seed", kind=NUMBER, doc="the seed of its chance"),
        Key(name="at", kind=PATH, doc="the step that waits; the start of play unless said"),
        Key(
            name="given",
            kind=MapOf(key=EXPRESSION, value=ByNode(scalar=VALUE, sequence=ListOf(item=VALUE)), noun="the place"),
            doc="variables and zones of that position",
        ),
        Key(
            name="play",
            kind=ListOf(item=MapOf(key=SEAT, value=_MOVE, noun="the move of")),
            doc="in order: a seat and its action, `chance` and an outcome, `outside` and an event, or `expect` and conditions",
        ),
        Key(name="legal", kind=ListOf(item=ACTION, single=True), doc="what whoever is to act then may do"),
        Key(
            name="illegal",
            kind=MapOf(key=ACTION, value=CITES, noun="the action", bare=True),
            doc="what is refused, and the clause that refuses it; `none`, or nothing, where no clause is asked for",
        ),
        Key(name="expect", kind=ListOf(item=EXPRESSION, single=True), doc="conditions that hold then"),
        Key(name="over", kind=YES_NO, doc="whether the game is over then"),
        Key(name="returns", kind=ListOf(item=NUMBER), doc="what each seat gets, when it is over"),
    ),
)
