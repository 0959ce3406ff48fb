"""Engines to examine a spec with: made as every engine is, from a typed spec that counts, with a last change of its IR."""

from compiler.bind.nouns.typed import TypedSpec
from compiler.checks.play.counting import Build, Change, Made
from compiler.diagnostics import Problems
from compiler.driver import emit, lowered
from compiler.ir.verify import verify
from runtime.engine import choose_backend, load_source


def builder(backend: str | None = None) -> Build:
    """How checks come by an engine; on the backend asked for, or the fastest there is."""
    chosen = choose_backend(backend)  # type: ignore[arg-type]

    def build(typed: TypedSpec, change: Change) -> Made | None:
        game = lowered(typed, Problems())
        if game is None:
            return None
        game = change(game)
        verify(game)
        ((name, text),) = emit(game).items()
        return Made(load_source(text, name, backend=chosen), game)

    return build
