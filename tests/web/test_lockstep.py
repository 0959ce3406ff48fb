"""Every shipped engine as WebAssembly goes in lockstep with the same file as machine code: whole vectors after every action, plain and checked."""

from array import array
from pathlib import Path

import pytest

pytest.importorskip("wasmtime", reason="wasmtime is not installed")

from compiler.web.wasm import available, wasm_module  # noqa: E402
from runtime import load_source  # noqa: E402
from runtime.chance import Stream  # noqa: E402
from runtime.contract import SEAT_SUMS, SUMS, perft_room  # noqa: E402
from runtime.game import Game  # noqa: E402
from runtime.native.faults import NativeCheckError  # noqa: E402
from tests.web.engine import WasmEngine, wasm_game  # noqa: E402

pytestmark = pytest.mark.skipif(available() is not None, reason=str(available()))

ENGINES = tuple(sorted((Path(__file__).resolve().parents[2] / "generated").glob("*.py")))
MOST = 80
"""Decisions of a game that are compared."""


@pytest.mark.parametrize("checked", [False, True], ids=["plain", "checked"])
@pytest.mark.parametrize("path", ENGINES, ids=[path.stem for path in ENGINES])
def test_a_shipped_engine_goes_in_lockstep(path: Path, checked: bool, long: bool) -> None:
    source = path.read_text(encoding="utf-8")
    native = load_source(source, path.name, backend="native", checked=checked)
    web = wasm_game(source, path.name, checked=checked)
    for seed in range(8 if long else 1):
        for players in sorted({native.min_players, native.max_players}):
            lockstep(native, web, players, seed, 3_000 if long else MOST)


def lockstep(native: Game, web: Game, players: int, seed: int, most: int) -> None:
    games, explicit = (native, web), (seed + 1) % 2
    vectors = [array("q", bytes(8 * native.size)) for _ in games]
    stream = Stream.seeded(seed)
    assert [game.engine.init(vector, players, seed, explicit) for game, vector in zip(games, vectors, strict=True)] == [0, 0]
    for _ in range(most):
        assert vectors[0] == vectors[1]
        said = [_said(game, vector, players, stream) for game, vector in zip(games, vectors, strict=True)]
        assert said[0] == said[1]
        assert vectors[0] == vectors[1]
        player, actions = said[0][0], said[0][1]
        if player == -4:
            break
        action = actions[stream.below(len(actions))]
        assert [game.engine.attempt(vector, action) for game, vector in zip(games, vectors, strict=True)] == [0, 0]
    whole = [_played_out(game, list(vector), seed, players) for game, vector in zip(games, vectors, strict=True)]
    assert whole[0] == whole[1]


def _said(game: Game, vector: "array[int]", players: int, stream: Stream) -> list[object]:
    """All that an engine says of a position, as one list: the player and the codes first."""
    engine, out, weights = game.engine, array("q", bytes(8 * max(game.widest, game.observation_size))), array("q", bytes(8 * game.max_outcomes))
    player = engine.current_player(vector)
    drawn = engine.chance_outcomes(vector, out, weights)
    found: list[object] = [player, list(out[:drawn]), list(weights[:drawn])]
    if player != -1:
        count = engine.legal_actions(vector, out)
        found = [player, list(out[:count]), []]
    found += [engine.actor(vector), engine.legal_outside(vector, out), engine.truncated(vector), engine.broken(vector)]
    for seat in range(players):
        engine.observe(vector, seat, out)
        found.append(list(out[: game.observation_size]))
    for judge in (engine.returns, engine.scores):
        judge(vector, out)
        found.append(list(out[:players]))
    codes = game.num_outcomes if player == -1 else game.num_actions
    for code in [*found[1][:3], codes // 2, codes - 1, -1]:  # type: ignore[index]
        found.append(engine.refusal(vector, code))
        decode = engine.decode_outcome if player == -1 else engine.decode
        found.append((decode(code, out), list(out[:3])))
    for code in found[1][:3]:  # type: ignore[index]
        found.append([engine.seen_action(vector, seat, code) for seat in range(players)])
        if player != -1:
            spoken = engine.say(vector, code, out)
            found.append((spoken, list(out[: max(0, spoken)])))
    return found


def _played_out(game: Game, vector: list[int], seed: int, players: int) -> object:
    """A random game from here, three from the start, and move sequences: the functions that play by themselves."""
    own = array("q", vector)
    wide = array("q", bytes(8 * max(game.widest, 2 * game.max_players)))
    vector_of_game = array("q", bytes(8 * game.size))
    sums = array("q", bytes(8 * (len(SUMS) + len(SEAT_SUMS) * game.max_players)))
    fault = game.engine.playouts(vector_of_game, wide, players, seed, 0, 3, sums)
    own[game.offsets["explicit"]] = 0
    decisions = game.engine.playout_from(own, wide, seed) if game.engine.current_player(own) not in (-1, -4) else 0
    at = array("q", bytes(8 * game.size))
    game.engine.init(at, players, seed, 0)
    frames = array("q", bytes(8 * perft_room(game.facts)))
    moves = game.engine.perft(at, wide, array("q", bytes(8 * game.max_outcomes)), frames, 1, 1)
    return fault, list(sums), decisions, list(own[: game.kept]), moves


BROKEN = '''
Vec = list[int]


def at(s: Vec, i: int) -> int:
    return s[i]


def product(s: Vec, a: int, b: int) -> int:
    return a * b
'''


def test_checked_code_names_the_test_that_failed() -> None:
    made = wasm_module(BROKEN, "broken.py", entries=("at", "product"), checked=True)
    engine = _only(made, ("at", "product"))
    assert engine["at"]([5, 6, 7], 2) == 7
    with pytest.raises(NativeCheckError, match=r"broken.py:6: index 3 is outside s, which has 3 items"):
        engine["at"]([5, 6, 7], 3)
    # Products of 64 bits are judged by their upper half: 2**62 * 2 is the first power of two too large.
    for a, b in ((2**31, 2**31), (-(2**62), 2), (3037000499, 3037000499), (-1, 2**63 - 1), (0, -(2**63)), (1, -(2**63))):
        assert engine["product"]([0], a, b) == a * b
    for a, b in ((2**62, 2), (3037000500, 3037000500), (-1, -(2**63)), (2**63 - 1, 2**63 - 1), (-(2**63), 3)):
        with pytest.raises(NativeCheckError, match="does not fit int64"):
            engine["product"]([0], a, b)


def _only(made, names):  # type: ignore[no-untyped-def]
    engine = WasmEngine.__new__(WasmEngine)
    engine.start(made, "broken.py", checked=True)
    return {name: engine.function(name) for name in names}
