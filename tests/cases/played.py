"""A spec as text, played on every witness at once.

    table = Played(SPEC)                   # compiled without an error, an engine each: interpreter, CPython, native
    table.do("d 6", "take 1")              # applied on all; legal codes, vectors, faults and refusals are the same
    table.value("bid", 0)                  # a slot of a variable
"""

from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from compiler.driver import Compilation, compile_game, emit
from compiler.interpret import Interpreter
from runtime import Fault, Game, State, from_functions, load_source


def compiled(text: str, files: dict[str, str] | None = None, **how: object) -> Compilation:
    """The compilation of a spec; `files` stand beside it."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        for path, content in {"game.yaml": text, **(files or {})}.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(content, encoding="utf-8")
        return compile_game(folder, root=folder, **how)  # type: ignore[arg-type]


def codes(compilation: Compilation, severity: str = "") -> list[str]:
    """`3:9 RWL044` of each finding that is no hint, or of this severity."""
    found = [it for it in compilation.diagnostics if it.severity == severity or not severity and it.severity != "hint"]
    return [f"{it.span.place.partition(':')[2]} {it.code}" for it in found]


class Played:
    def __init__(self, text: str, *, players: int | None = None, seed: int = 0, explicit: bool = True, files: dict[str, str] | None = None) -> None:
        made = compiled(text, files)
        assert made.game is not None, codes(made)
        (source,) = emit(made.game).values()
        interpreter = Interpreter(made.game, checked=True)
        self.source = source
        self.games: tuple[Game, ...] = (
            from_functions(interpreter, interpreter.facts, backend="interpreter"),
            load_source(source, "played.py", backend="python", checked=True),
            load_source(source, "played.py", backend="native"),
            load_source(source, "played.py", backend="native", checked=True),
        )
        self.states = [game.new_initial_state(players, seed=seed, explicit_chance=explicit) for game in self.games]
        self._compare()

    @property
    def state(self) -> State:
        return self.states[0]

    def legal(self) -> list[str]:
        return [self.state.action_to_string(code) for code in self.state.legal_actions()]

    def outcomes(self) -> dict[str, int]:
        """The outcomes of the chance step that waits, with their weights."""
        return {self.state.action_to_string(code): weight for code, weight in self.state.chance_weights()}

    def do(self, *texts: str) -> "Played":
        for text in texts:
            code = self.state.string_to_action(text)
            for state in self.states:
                state.apply_action(code)
            self._compare()
        return self

    def fault(self, text: str) -> str:
        """Applies what must fail on every witness; the kind of the fault."""
        code = self.state.string_to_action(text)
        kinds = []
        for state in self.states:
            before = list(state.vector[: state.game.kept])
            try:
                state.apply_action(code)
            except Fault as fault:
                kinds.append(fault.kind)
            assert list(state.vector[: state.game.kept]) == before
        assert len(kinds) == len(self.states) and len(set(kinds)) == 1, kinds
        return kinds[0]

    def value(self, block: str, *at: int) -> int:
        """A slot, by its place in the block."""
        game = self.games[0]
        return self.state.vector[game.offsets[block] + (at[0] if at else 0)]

    def values(self, block: str) -> list[int]:
        game = self.games[0]
        return list(self.state.vector[game.offsets[block] : game.offsets[block] + game.lengths[block]])

    def seen(self, block: str, seat: int) -> list[int]:
        """What a seat observes of a block."""
        game = self.games[0]
        return self.state.observation(seat)[game.offsets[block] : game.offsets[block] + game.lengths[block]]

    def _compare(self) -> None:
        first, *others = self.states
        kept = first.game.kept
        for other in others:
            assert list(other.vector[:kept]) == list(first.vector[:kept]), (str(first), str(other))
            assert other.legal_actions() == first.legal_actions()
            assert other.chance_weights() == first.chance_weights()
            assert list(other.vector[:kept]) == list(first.vector[:kept]), "a question changed the position"
            for seat in range(first.players):
                assert other.observation(seat) == first.observation(seat)
            if first.is_terminal():
                assert other.returns() == first.returns()


def game_of(*lines: str, players: str = "2") -> str:
    """A spec of these lines below its head."""
    return "\n".join(("language: 1", "game: tried", f"players: {players}", *lines)) + "\n"


__all__: Sequence[str] = ("Played", "codes", "compiled", "game_of")
