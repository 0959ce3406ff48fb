"""What the browser computes by itself is what Python computes: pictures and views of every viewer over whole games, and the bytes of records."""

import base64
import json
import shutil
import subprocess
from pathlib import Path

import pytest

from compiler.web.wasm import available, wasm_module
from runtime import Game, load_source
from runtime.chance import Stream
from runtime.drawing import Picture
from runtime.drawing.looks import shapes
from runtime.engine import functions_of
from runtime.record import Record, parse_record, replay

NODE = shutil.which("node")
pytestmark = [
    pytest.mark.skipif(available() is not None, reason=str(available())),
    pytest.mark.skipif(NODE is None, reason="node is not installed"),
]
ROOT = Path(__file__).resolve().parents[2]
CLIENT = ROOT / "table"
ENGINES = tuple(sorted((ROOT / "generated").glob("*.py")))
MOST = 30


@pytest.mark.parametrize("path", ENGINES, ids=[path.stem for path in ENGINES])
def test_browser_and_python_show_the_same(path: Path, long: bool) -> None:
    source = path.read_text(encoding="utf-8")
    game = load_source(source, path.name)
    lines = [_line(game, players, seed, 400 if long else MOST) for seed, players in enumerate({game.min_players, game.max_players})]
    told = _in_node(source, game, lines)
    picture = Picture(game.facts, game.texts)
    at = 0
    for line in lines:
        state = game.new_initial_state(line["players"], seed=line["seed"], explicit_chance=True)
        record = Record.begin(game, players=line["players"], seed=line["seed"])
        for code in [None, *line["codes"]]:
            if code is not None:
                record.add(state, code)
                if state.is_chance_node():
                    assert state.draw_outcome() == code
                state.apply_action(code)
            for viewer, theirs in zip([*range(line["players"]), "spectator"], json.loads(told[at]), strict=True):
                assert theirs["view"] == state.view(viewer)
                assert theirs["svg"] == picture.draw(state.observation(viewer), seen=True, width=line["width"])[0]
                assert theirs["whole"] == picture.draw(list(state.vector[: game.kept]), width=line["width"])[0]
            at += 1
        record.close(state)
        text = json.loads(told[at])
        assert text == json.dumps(record.to_json(), indent=1, ensure_ascii=False) + "\n"
        *_, last = replay(parse_record(json.loads(text), "the browser's"), game)
        assert last.position() == state.position()
        at += 1


def _line(game: Game, players: int, seed: int, most: int) -> dict:
    """A random game with explicit chance, drawn as records have it."""
    state = game.new_initial_state(players, seed=seed, explicit_chance=True)
    stream, codes = Stream.seeded(seed), []
    while not state.is_terminal() and len(codes) < most:
        legal = state.legal_actions()
        codes.append(state.draw_outcome() if state.is_chance_node() else legal[stream.below(len(legal))])
        state.apply_action(codes[-1])
    return {"players": players, "seed": seed, "codes": codes, "width": 360 if seed % 2 else 720}


def _in_node(source: str, game: Game, lines: list[dict]) -> list[str]:
    made = wasm_module(source, "engine.py", entries=functions_of(game.facts))
    given = {"facts": dict(game.facts), "wasm": base64.b64encode(made.code).decode(), "shapes": shapes(), "lines": lines}
    command = [NODE or "", str(Path(__file__).with_name("twins.mjs")), str(CLIENT)]
    run = subprocess.run(command, input=json.dumps(given), capture_output=True, text=True, check=False, timeout=300)
    assert run.returncode == 0, run.stderr[-2000:]
    return run.stdout.splitlines()
