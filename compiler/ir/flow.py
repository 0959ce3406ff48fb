"""The flow: a graph of nodes that says what runs next. A node's number is its index in `GameIR.flow`; node 0 is the entry.

The machine (identical in every witness):

    arrive(n): loop
        Run:    run the block. Fault: stop. Finish: n = over. Leave(exit): n = node of that exit. Else n = next.
        Branch: n = yes if the condition holds, else no.
        Wait at a Decide, Draw or Sealed node, or at Over: store step = n and stop, see below.
        More than 100,000 nodes without a stop: the fault `spin_rule`.
"""

from dataclasses import dataclass
from typing import TypeAlias

from compiler.ir.exprs import Cond
from compiler.ir.stmts import Block


@dataclass(frozen=True, slots=True, kw_only=True)
class Exit:
    """Where `Leave(name)` goes from here."""

    name: str
    node: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    block: Block
    next: int
    exits: tuple[Exit, ...] = ()
    path: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Branch:
    condition: Cond
    yes: int
    no: int
    path: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Decide:
    """Waits for an action of `decision`. On arrival: actor = its `actor`. If the decision has `otherwise` or `forced` and none of its
    actions is legal: `forced` actions are offered, or the `otherwise` block runs and play goes on at `after`, without waiting.

    `apply(code)`: decisions += 1; if the action has a further stage, its values go to `staged` and the node waits again; after the last
    stage `staged` is cleared, the action's `do` runs with all choices, and play goes on at `after` (Leave and Finish as in Run).
    """

    decision: int
    after: int
    exits: tuple[Exit, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Draw:
    """Draws from `chance`. No outcome: its `otherwise` block, then `after`; without one its `rule` is the fault.

    With `explicit` 0 an outcome is drawn at once from its stream with the weights (total W: the least k with below(W) < sum of the first
    k weights, outcomes in ascending code order), else the node waits with actor -1. Either way each stage's values go to `staged`, after the last stage
    `staged` is cleared, `do` runs, and play goes on at `after`.
    """

    chance: int
    after: int
    exits: tuple[Exit, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Sealed:
    """A simultaneous choice of the seats in `seal_order[0 .. seal_count-1]` (filled by a Run before).

    On arrival: for each of them `pending[seat]` = -2 if the seat has a legal action, else -3; all others -1. Actor = the first seat in
    order that is -2. `apply(code)`: decisions += 1, pending[actor] = code, actor = the next one; the node waits while there is one.
    Then, in order, each seat's action runs its `do` (for -3: `otherwise`, or the decision's `rule` is the fault) with the seat as
    parameter, `pending` and `seal_count` are reset (-1, 0), and play goes on at `after`. With seal_count 0 on arrival: `skip`.
    """

    decision: int
    after: int
    skip: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Over:
    """The game is over: actor = -4."""


FlowNode: TypeAlias = Run | Branch | Decide | Draw | Sealed | Over
