"""The shape of steps: the tree of play, its decisions and its chance."""

from compiler.load.shape.kinds import (
    BINDER,
    BINDERS,
    CALL,
    EXPRESSION,
    EXPRESSIONS,
    NAME,
    NAMES,
    PATTERN,
    STATEMENTS,
    WORD,
    ByNode,
    Choice,
    Form,
    Key,
    ListOf,
    MapOf,
    Shape,
    Shaped,
)
from compiler.load.shape.spec import CITE

CHOOSE = Key(
    name="choose",
    kind=ByNode(scalar=BINDERS, sequence=ListOf(item=BINDERS)),
    doc="what is chosen: names and their domains; a list makes stages, chosen one after the other",
)
WHERE = Key(name="where", kind=EXPRESSION, doc="which choices there are, judged before the move")
REQUIRE = Key(name="require", kind=EXPRESSION, doc="what must hold as if `do` had run; `before(e)` is the value before it")
PREFER = Key(name="prefer", kind=EXPRESSIONS, doc="of the legal choices only those that are highest in this")
DO = Key(name="do", kind=STATEMENTS, doc="what happens")
SAY = Key(name="say", kind=PATTERN, doc="the text that people see, judged before `do`")
CODE = Key(name="code", kind=ByNode(scalar=NAMES, sequence=ListOf(item=NAME)), doc="the names that determine a choice, if fewer than are bound")
SECRET = Key(name="secret", kind=ByNode(scalar=NAMES, sequence=ListOf(item=NAME)), doc="the parts of a choice that others do not see")
BY = Key(name="by", kind=Choice(words=("outside",)), doc="`outside`: an event that no player chooses")
OTHERWISE = Key(
    name="otherwise",
    kind=ByNode(scalar=STATEMENTS, mapping=MapOf(key=NAME, value=Shaped(shape="action"), noun="the action")),
    doc="when nothing is legal: effects, `skip`, or an action that is seen",
)

EVERYWHERE = (
    Key(name="repeat", kind=EXPRESSION, doc="how many passes"),
    Key(name="while", kind=EXPRESSION, doc="goes round while this holds; asked before a pass"),
    Key(name="until", kind=EXPRESSION, doc="goes round until this holds; asked after every completed step below"),
    Key(name="for", kind=BINDER, doc="once for each: `p in players`"),
    Key(name="when", kind=EXPRESSION, doc="left out unless this holds"),
    CITE,
)

STEP = Shape(
    name="step",
    noun="a step",
    doc="A node of the tree of play. `repeat`, `while`, `until`, `for` and `when` nest in this order on any of them.",
    keys=(
        *EVERYWHERE,
        Key(name="steps", kind=MapOf(key=NAME, value=Shaped(shape="step"), noun="the step"), doc="the steps it is made of, in order"),
        Key(
            name="either",
            kind=MapOf(key=NAME, value=Shaped(shape="step"), noun="the step"),
            doc="runs the first of these whose `when` holds",
        ),
        Key(name="use", kind=CALL, doc="runs a sequence: `draw_tiles(p, 3)`"),
        Key(name="resolve", kind=WORD, doc="carries out a resolution table"),
        Key(name="roll", kind=BINDERS, doc="chance: each outcome equally likely, or by `weight`"),
        Key(name="draw", kind=BINDERS, doc="chance: pieces from a zone"),
        Key(name="shuffle", kind=EXPRESSION, doc="chance: the order of a pile or row"),
        Key(name="weight", kind=EXPRESSION, doc="how likely an outcome is, against the others"),
        Key(name="seen_by", kind=EXPRESSION, doc="who sees the outcome, if not everybody"),
        Key(name="who", kind=EXPRESSION, doc="who decides; else the player of the loop around"),
        Key(name="together", kind=BINDER, doc="a sealed choice: each of these chooses, nobody sees, then all is carried out"),
        Key(name="actions", kind=MapOf(key=NAME, value=Shaped(shape="action"), noun="the action"), doc="several actions to choose from"),
        CHOOSE,
        WHERE,
        REQUIRE,
        PREFER,
        DO,
        SAY,
        CODE,
        SECRET,
        BY,
        OTHERWISE,
    ),
    forms=(
        Form(name="a step made of steps", decided_by=("steps",), keys=("steps",)),
        Form(name="a step with `either`", decided_by=("either",), keys=("either",)),
        Form(name="a step that uses a sequence", decided_by=("use",), keys=("use",)),
        Form(name="a step that resolves a table", decided_by=("resolve",), keys=("resolve",)),
        Form(name="a roll", decided_by=("roll",), keys=("roll", "where", "weight", "seen_by", "do", "say", "otherwise")),
        Form(name="a draw", decided_by=("draw",), keys=("draw", "where", "seen_by", "do", "say", "otherwise")),
        Form(name="a shuffle", decided_by=("shuffle",), keys=("shuffle", "seen_by", "do", "say", "otherwise")),
        Form(
            name="a decision with several actions",
            decided_by=("actions",),
            keys=("who", "together", "actions", "where", "otherwise"),
        ),
        Form(
            name="a decision",
            decided_by=("choose", "who", "together", "require", "prefer", "code", "secret", "by", "where", "otherwise"),
            keys=("who", "together", "choose", "where", "require", "prefer", "do", "say", "code", "secret", "by", "otherwise"),
        ),
        Form(name="an automatic step", decided_by=("do",), keys=("do", "say")),
    ),
)

ACTION = Shape(
    name="action",
    noun="an action",
    doc="One of the actions of a decision; without `choose` it is a single choice.",
    keys=(CHOOSE, WHERE, REQUIRE, PREFER, DO, SAY, CODE, SECRET, BY, CITE),
)
