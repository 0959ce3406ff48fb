"""The pipeline on one screen: which stage follows which.

Every stage is a function from the noun before it to its own, total on bad input: what is wrong goes to `problems`, and the stages that can
still say something run. Engines are emitted only from specs without errors.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from compiler.bind import bind_spec
from compiler.bind.nouns.typed import TypedSpec
from compiler.checks import check_spec
from compiler.diagnostics import Diagnostic, Problem, Problems, explain_all
from compiler.emit import emit_game
from compiler.ir.game import GameIR
from compiler.ir.verify import verify
from compiler.load import load_spec
from compiler.load.tree import SpecTree
from compiler.lower import lower_spec
from compiler.parse import parse_spec
from compiler.parse.spec import ParsedSpec
from compiler.passes import run_passes, without_view


class Compilation(Struct, frozen=True, kw_only=True):
    """What each stage made of one game and variant; None from the first stage on that could make nothing of it."""

    problems: Problems
    tree: SpecTree | None = None
    parsed: ParsedSpec | None = None
    typed: TypedSpec | None = None
    game: GameIR | None = None

    @property
    def diagnostics(self) -> list[Diagnostic]:
        return explain_all(self.problems)

    @property
    def sound(self) -> bool:
        """Whether there is an engine to be had: no error so far."""
        return self.game is not None


def compile_game(
    path: Path, *, variants: Sequence[str] = (), settings: Mapping[str, str] | None = None, root: Path | None = None
) -> Compilation:
    """Compiles a game folder (or a `game.yaml`) with overlays by name and option values; `emit` then prints it. Shown paths start from `root`."""
    problems = Problems()
    tree = load_spec(path, variants=variants, settings=settings or {}, problems=problems, root=root)
    if tree is None:
        return Compilation(problems=problems)
    return compile_tree(tree, problems)


def compile_tree(tree: SpecTree, problems: Problems) -> Compilation:
    """The stages after loading."""
    parsed = parse_spec(tree, problems)
    typed = bind_spec(parsed, problems) if parsed is not None else None
    if parsed is None or typed is None:
        return Compilation(problems=problems, tree=tree, parsed=parsed)
    game = lowered(typed, problems) if not _errors(problems) else None
    check_spec(typed, game, problems)
    return Compilation(problems=problems, tree=tree, parsed=parsed, typed=typed, game=game if not _errors(problems) else None)


def lowered(typed: TypedSpec, problems: Problems) -> GameIR | None:
    """The game of a typed spec, passes run; None where it says something that cannot be lowered."""
    game = lower_spec(typed, problems)
    if game is None:
        return None
    game = run_passes(game)
    verify(game)
    return game


def emit(game: GameIR) -> dict[str, str]:
    """The emitted files by name (`my_game.py`)."""
    return emit_game(without_view(game))


def _errors(problems: Problems) -> bool:
    return any(diagnostic.severity == "error" for diagnostic in explain_all(problems))


def errors_of(problems: Sequence[Problem] | Problems) -> list[Diagnostic]:
    """The diagnostics that keep an engine from being made."""
    return [diagnostic for diagnostic in explain_all(problems) if diagnostic.severity == "error"]
