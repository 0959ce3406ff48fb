"""Choices and their codes: what a decision or a chance step offers.

A choice's code is `base + mixed radix` of the positions of its `digits`, last digit fastest. Codes never depend on what is legal now.
Decisions and chance steps have code spaces of their own, both from 0.
"""

from typing import Literal, TypeAlias

from msgspec import Struct

from compiler.ir.exprs import Binder, Cond, Expr
from compiler.ir.layout import Carrier
from compiler.ir.stmts import Block, Doc


class Digit(Struct, frozen=True, kw_only=True):
    """A local that takes part in a code: `size` values; a value's position is `value - first`, or its place in `values` where the
    carrier is a constant list. With an optional carrier `none` is last (position `size - 1`)."""

    local: str
    carrier: Carrier
    size: int
    values: tuple[int, ...] = ()

    @property
    def first(self) -> int:
        """The least value but none."""
        return self.carrier.low + int(self.carrier.optional)


class Condition(Struct, frozen=True, kw_only=True):
    """One conjunct of a `where` or `require`, with the number of its rule (for `refusal`)."""

    condition: Cond
    rule: int


class Hole(Struct, frozen=True, kw_only=True):
    """A value in a text: an integer expression and how it is written."""

    value: Expr
    carrier: Carrier


class Say(Struct, frozen=True, kw_only=True):
    """Display text, judged before the effects: literal pieces and values."""

    parts: tuple[str | Hole, ...]


class Stage(Struct, frozen=True, kw_only=True):
    """One round of a choice: its binders, outermost first, the digits of its code and the first code.

    `rule` is the number given when a value is outside the domains (or fails a binder's `where`)."""

    binders: tuple[Binder, ...]
    conditions: tuple[Condition, ...]
    """conjuncts of `where` judged with the names bound so far; the last stage's include all that remain"""
    digits: tuple[Digit, ...]
    base: int
    size: int
    """number of codes: the product of the digits' sizes"""
    rule: int
    ascending: bool
    """walking the binders in order meets the codes in ascending order, each once"""
    crowded: bool = False
    """there may be more ways through the binders than codes, so that some come more than once"""


class ActionIR(Struct, frozen=True, kw_only=True):
    """One action of a decision; number = its index in `GameIR.actions`.

    Legal is a choice whose values are in the domains, pass `conditions` and `require` (judged with the position as `do` leaves it; Leave and
    Finish there only stop it), and are not beaten: all offered actions with `prefer` form one pool, of which those with the lexicographically
    highest values stay, missing later values counting as 0. A value of an earlier stage is legal if some completion is. `refusal` names the
    first rule that fails; for a value without legal completion it is that of its first completion in walk order, or the next stage's `rule`
    where there is none.
    Of several bindings with one code the first that passes the domains and `conditions` is meant.

    Every action has at least one stage (without `choose`: one without binders, size 1). Locals bound in earlier stages are parameters of the
    later ones and of everything else, `choices` names all of them in order. `locals` of the leaf (its seat variable and phase loop variables)
    are read from the vector by `Load`, except for a sealed choice's seat, which is the parameter that `Decision.sealed` names.
    """

    name: str
    leaf: int
    stages: tuple[Stage, ...]
    choices: tuple[Digit, ...]
    require: tuple[Condition, ...]
    prefer: tuple[Expr, ...]
    prefer_trial: bool
    """`prefer` reads what `do` writes (or uses `Old`), so it needs a trial run"""
    prefer_rule: int
    do: Block
    say: Say | None
    secret: tuple[str, ...]
    outside: bool
    doc: Doc
    not_now: int = 0
    """the rule that refuses its codes where it is not offered: of kind `not_now`, with the action's clauses"""
    unseen: bool = False
    """other seats perceive nothing at all when it is chosen: declining an interrupt"""


class Decision(Struct, frozen=True, kw_only=True):
    """A leaf where seats choose; number = its index in `GameIR.decisions`. `actor` gives the seat (ignored for a sealed one).

    `sealed` is the parameter name for the seat in its actions. `otherwise`: effects when nothing is legal (with the seat as parameter if
    sealed); `forced`: actions offered then instead; neither: having no legal action is the fault `rule`. `seat` names the block with the loop
    variable, for texts.
    """

    name: str
    path: str
    actor: Expr
    sealed: str
    actions: tuple[int, ...]
    forced: tuple[int, ...]
    otherwise: Block | None
    rule: int
    doc: Doc


class ChanceStage(Struct, frozen=True, kw_only=True):
    """Outcomes of one draw: binders, weights (None: 1 each) and codes. `rule` faults when there is no outcome and no `otherwise`."""

    binders: tuple[Binder, ...]
    where: Cond | None
    weight: Expr | None
    digits: tuple[Digit, ...]
    base: int
    size: int


SeenBy: TypeAlias = Literal["all", "nobody", "seat", "zone"]


class Chance(Struct, frozen=True, kw_only=True):
    """A leaf that draws; number = its index in `GameIR.chances`. `stream` is `deal` or `dice`. Values of earlier stages stand in the
    register block `staged`. Who sees an outcome: `seat` gives the seat for `seat`; `zone` and `instance` for `zone`."""

    name: str
    path: str
    kind: Literal["roll", "draw", "shuffle"]
    stream: Literal["deal", "dice"]
    stages: tuple[ChanceStage, ...]
    do: Block
    otherwise: Block | None
    rule: int
    seen_by: SeenBy
    seat: Expr | None
    zone: str
    instance: Expr | None
    say: Say | None
    doc: Doc
