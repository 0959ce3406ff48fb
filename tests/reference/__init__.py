"""The language played as docs/semantics.md tells it: a second implementation that shares nothing with the compiler but what a spec says.

It plays a `TypedSpec` directly. There is no IR, no pass, no vector and no code: a value is a Python object, a zone a list of pieces, the tree of play
a generator that stops wherever somebody is to choose. Slow and obvious; each file follows the section of the page that its docstring names.

    play = Play(typed, players=2)
    ask = play.ask                    # whose turn, and the choices by name
    play.choose(ask.choices[0])
    play.ask                          # None when the game is over

What boards look like is derived here again; of components, zones and variables the declared facts are read.
"""

from tests.reference.play import Ask, Choice, Play
from tests.reference.values import Fault

__all__ = ["Ask", "Choice", "Fault", "Play"]
