"""The flow: a graph of nodes that says what runs next. A node's number is its index in `GameIR.flow`; node 0 is the entry.

The machine (identical in every witness):

    arrive(n): loop
        Run:    run the block. Fault: stop. Finish: n = over. Leave(exit): n = node of that exit. Else n = next.
        Branch: n = yes if the condition holds, else no.
        Wait at a Decide, Draw or Sealed node, or at Over: store step = n and stop, see below.
        More than 100,000 nodes without a stop: the fault `spin_rule` (draws inside do not count as stops).

`step` and `actor` are stored at stops only. Horizon: arriving at a Decide, or at a Sealed with seats to ask, when `decisions` has reached the
horizon, the machine does nothing of what the node says; it stores truncated = 1 and goes to Over. Between stages and between sealed commits
nothing is cut.

Finish stores `verdict` (0 end, 1 win, 2 lose) and `winner` (the player of it, or -1) and goes to Over. Before Leave or Finish is followed, `staged`
has been cleared, and `pending` and `seal_count` are reset.

A fault stores its rule in `fault`, unless one stands there, and stops; every other slot then has no defined value. Questions
(`legal_actions`, `refusal`, `returns`, …) that meet a fault store it too and answer 0.

Blocks of fixed names that the machine itself writes, where they exist:

    staged      length 2 + the most locals of a choice or draw with several stages. [0] 1 + number of the action (at a Draw: of the chance), [1] the
                number of stages done, [2 + i] the values of the binders' locals of these stages, in order. All 0 when no stage is done.
    pending     per seat: the code committed, -2 asked, -3 has no legal action, -1 otherwise
    seal_order, seal_count   who is asked at a Sealed
    playing     per seat, 1 until `Eliminate` stores 0
"""

from collections.abc import Sequence
from typing import TypeAlias

from msgspec import Struct

from compiler.ir.exprs import Cond
from compiler.ir.stmts import Block, Doc


class Exit(Struct, frozen=True, kw_only=True):
    """Where `Leave(name)` goes from here."""

    name: str
    node: int


class Run(Struct, frozen=True, kw_only=True):
    """`step` says that the block is an automatic leaf of the spec, a step of play (not the machine's own bookkeeping): checked builds ask
    `GameIR.always` after it, as after the effects of a Decide, Draw or Sealed."""

    block: Block
    next: int
    exits: tuple[Exit, ...] = ()
    path: str = ""
    step: bool = False
    doc: Doc | None = None
    """of a step of play: what it cites"""


class Branch(Struct, frozen=True, kw_only=True):
    condition: Cond
    yes: int
    no: int
    path: str = ""


class Decide(Struct, frozen=True, kw_only=True):
    """Waits for an action of `decision`. On arrival: actor = its `actor`. If the decision has `otherwise` or `forced` and none of its
    actions is legal: `forced` actions are offered, or the `otherwise` block runs and play goes on at `after`, without waiting. With neither
    (or when no forced action is legal), having none is the fault `rule` at once. Actions `outside` count for none of this; they may be applied
    whenever the node waits, between stages too.

    `apply(code)`: decisions += 1; if the action has a further stage, its values go to `staged` and the node waits again; after the last
    stage `staged` is cleared, the action's `do` runs with all choices, and play goes on at `after` (Leave and Finish as in Run).
    """

    decision: int
    after: int
    exits: tuple[Exit, ...] = ()
    resume: int = -1
    """in a window of interrupts the node at which play goes on when nobody takes an offer, else -1. What seats that are not asked may see of
    the position is what it would be there: with the machine gone on over bookkeeping Runs and Branches up to the next step of play"""


class Draw(Struct, frozen=True, kw_only=True):
    """Draws from `chance`. No outcome in a stage: `staged` is cleared, its `otherwise` block runs, then `after`; without one its `rule` is the
    fault. Bindings of one code add their weights (the first of them is what `do` sees), a weight 0 is no outcome.

    With `explicit` 0 an outcome is drawn at once from its stream with the weights (total W: the least k with below(W) < sum of the first
    k weights, outcomes in ascending code order), else the node waits with actor -1. Either way each stage's values go to `staged`, after the
    last stage `staged` is cleared, `do` runs, and play goes on at `after`.
    """

    chance: int
    after: int
    exits: tuple[Exit, ...] = ()


class Sealed(Struct, frozen=True, kw_only=True):
    """A simultaneous choice of the seats in `seal_order[0 .. seal_count-1]` (filled by a Run before).

    On arrival: for each of them `pending[seat]` = -2 if the seat has a legal action, else -3; all others -1. Actor = the first seat in
    order that is -2. `apply(code)`: decisions += 1, pending[actor] = code, actor = the next one; the node waits while there is one.
    Then, in order, each seat's action runs its `do` (for -3: `otherwise`, or the decision's `rule` is the fault) with the seat as
    parameter, `pending` and `seal_count` are reset (-1, 0), and play goes on at `after`. With seal_count 0 on arrival: `skip`.

    If nobody asked has a legal action the effects run at once. What codes stand for is read on the opening position, before any effect. A Finish
    among the effects ends them; Leave does not occur. The actions have one stage each.
    """

    decision: int
    after: int
    skip: int


class Over(Struct, frozen=True, kw_only=True):
    """The game is over: actor = -4."""


FlowNode: TypeAlias = Run | Branch | Decide | Draw | Sealed | Over


def windows(flow: Sequence[FlowNode]) -> tuple[int, ...]:
    """The nodes at which seats are asked for interrupts, unseen by the others."""
    return tuple(number for number, node in enumerate(flow) if isinstance(node, Decide) and node.resume >= 0)


def is_passing(node: FlowNode) -> bool:
    """Whether it is bookkeeping between two steps of play."""
    return isinstance(node, Branch) or isinstance(node, Run) and not node.step and not node.exits
