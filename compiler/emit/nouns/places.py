"""Places in a spec as an emitted module names them: `specs/nim/game.yaml:12:3`, wherever the spec lay when it was compiled.

An engine is the same text on every machine, so no folder of the machine may stand in it.
"""

from compiler.ir.game import GameIR
from compiler.source import Span


def folder_of(game: GameIR) -> str:
    """The path of the game's folder as it was loaded, with its last slash; empty where no span tells."""
    spans = [rule.span for rule in game.rules] + [action.doc.span for action in game.actions]
    for span in spans:
        if span is not None and span.file.path.endswith("game.yaml"):
            return span.file.path.removesuffix("game.yaml")
    return ""


def place_of(game: GameIR, folder: str, span: Span | None) -> str:
    """A span's place, relative to `specs`."""
    if span is None:
        return ""
    place = span.place
    return f"specs/{game.game}/{place[len(folder) :]}" if place.startswith(folder) else place
