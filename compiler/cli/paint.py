"""Colours for letters of land, where the terminal has them.

    paint = painter(game, console)
    paint("Y", "yellow")        # "\\x1b[1;93mY\\x1b[0m" on a terminal with colours, else "Y"

A word that names a colour is shown in it; other words take what is left, in their order. `NO_COLOR` and `TERM=dumb` are heeded.
"""

from typing import Final

from rich.console import Console

from runtime import Game
from runtime.landscape import Paint, plainly

NAMED: Final = {"black": "90", "yellow": "93", "red": "91", "blue": "94", "white": "97", "green": "92"}
OTHERS: Final = ("35", "32", "36", "33", "37", "34")


def painter(game: Game, console: Console) -> Paint:
    if console.color_system is None or console.no_color:
        return plainly
    words = [word for view in game.facts["VIEW"] if view[1] == "plane" for word, _ in view[5]]
    plain = [word for word in dict.fromkeys(words) if word not in NAMED]

    def paint(letter: str, word: str) -> str:
        code = NAMED.get(word) or OTHERS[plain.index(word) % len(OTHERS)]
        return f"\x1b[1;{code}m{letter}\x1b[0m"

    return paint
