"""Pages in a real browser: whole games by clicks alone whose records replay in Python, records both ways, covered screens, hostile texts, refusals."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from compiler.cli.app import _verb
from runtime import load
from runtime.chance import Stream
from runtime.record import Record, parse_record, replay
from tests.web.browser import Browser, chromium, missing

pytestmark = pytest.mark.skipif(bool(missing()), reason=missing())
ROOT = Path(__file__).resolve().parents[2]

WHOLE = {
    "wild_farm": 2, "flock": 2, "predators": 2, "wolves_and_sheep": 2, "tic_tac_toe": 2, "connect_four": 2, "reversi": 2, "kalah": 2, "nim": 2,
    "leduc_poker": 2, "kuhn_poker": 3, "goofspiel": 2, "liars_dice": 3, "breakthrough": 2,
}  # fmt: skip
"""The four rulebook games and ten others, with how many sit at the table."""
CLICKS = 40
"""So many decisions of a game are clicked, with `--long` all; the others are played in the page without being drawn."""
PLAYED_ON = """(() => {
  const { session } = document.documentElement.table;
  for (let at = 0; !session.state.isTerminal() && at < 20000; at += 1) {
    if (session.state.isChance()) session.draw();
    else { const legal = session.state.legalActions(); session.play(legal[(7 * at) % legal.length]); }
  }
  document.querySelector('.cover').close();
  document.documentElement.table.show();
})()"""


def make(tmp_path: Path, game: str, *more: str) -> Path:
    file = tmp_path / f"{game.rsplit('/', 1)[-1]}.html"
    result = CliRunner().invoke(_verb("page"), [game, "--to", str(file), *more])
    assert result.exit_code == 0, result.output
    return file


@pytest.mark.parametrize("game", WHOLE)
def test_a_whole_game_by_clicks_replays_in_python(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, long: bool) -> None:
    monkeypatch.chdir(ROOT)
    with chromium() as browser:
        browser.open(make(tmp_path, game))
        browser.begin(players=WHOLE[game], seed=11, kinds=["person"] * WHOLE[game])
        _play(browser, 100_000 if long else CLICKS)
        assert browser.wait() == "over"
        position = browser.ask("Array.from(document.documentElement.table.session.state.position(), String)")
        record = parse_record(json.loads(browser.record()), game)
        *_, last = replay(record, load(game))
        assert last.is_terminal() and record.returns == last.returns()
        assert [str(slot) for slot in last.vector[: last.game.kept]] == position
        assert browser.mistakes == [] and [url for url in browser.requests if not url.startswith(("file:", "blob:"))] == []


def _play(browser: Browser, most: int) -> None:
    stream, clicks = Stream.seeded(5), 0
    while (waits := browser.wait()) != "over":
        if waits == "cover":
            assert not browser.ask("document.querySelectorAll('.board .picture').length"), "what one person sees is gone before another has the screen"
            browser.page.click(".ready")
        elif clicks < most:
            browser.click_on(stream.below(1000))
            clicks += 1
        else:
            browser.ask(PLAYED_ON)


def test_records_go_both_ways_byte_for_byte(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    game = load("leduc_poker")
    record = Record.begin(game, players=2, seed=2**61 + 12345)
    state = record.start(game)
    while not state.is_terminal():
        code = state.draw_outcome() if state.is_chance_node() else state.legal_actions()[-1]
        record.add(state, code)
        state.apply_action(code)
    record.names = ["Jo \"the card\" <b>", "Łukasz"]
    record.close(state)
    file = tmp_path / "theirs.json"
    record.save(file)
    with chromium() as browser:
        browser.open(make(tmp_path, "leduc_poker"))
        browser.page.set_input_files("#open", str(file))
        browser.page.wait_for_selector(".table")
        assert browser.wait() in ("over", "cover")
        assert browser.record() == file.read_text(encoding="utf-8")
        # Stepping back and playing on from there gives a shorter record that Python reads too.
        browser.ask("document.documentElement.table.lookAt(3)")
        browser.page.click(".branch")
        if browser.wait() == "cover":
            browser.page.click(".ready")
        branched = parse_record(json.loads(browser.record()), "branch")
        assert branched.entries == record.entries[:3] and branched.returns == []


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("no json", "cannot be read as JSON"),
        ("[]", "a record is a JSON object"),
        ('{"record": "x"}', "`record` is missing"),
        ('{"record": 2, "game": "x", "variant": "", "spec_hash": "beef", "players": 2, "seed": 1, "names": [], "actions": [], "returns": []}', "with spec beef"),
        ('{"record": 2, "game": "x", "variant": "", "spec_hash": "beef", "players": 2, "seed": 1, "names": [], "actions": [[0, 1]], "returns": []}', "action 1 is not"),
    ],
)  # fmt: skip
def test_records_that_do_not_fit_are_refused_in_words(text: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    (tmp_path / "bad.json").write_text(text, encoding="utf-8")
    with chromium() as browser:
        browser.open(make(tmp_path, "tic_tac_toe"))
        browser.page.set_input_files("#open", str(tmp_path / "bad.json"))
        browser.page.wait_for_timeout(200)
        assert words in browser.page.inner_text(".note")


HOSTILE = """\
language: 1
game: hostile
title: '</title></script><img src=x onerror="document.body.dataset.broken=1">'
about: '<script>document.body.dataset.broken=1</script>'
players: 2
rulebook: rulebook.md
components:
  card:
    fields: {name: text}
    text: '{name}'
    rows:
      - name: ['<img src=x onerror="document.body.dataset.broken=1">', '"><svg onload="document.body.dataset.broken=1">']
zones:
  hand: {of: card, seen: all}
setup:
  deal:
    do: move all card to hand
phases:
  turn:
    until: size(hand) == 0
    for: p in players
    choose: c in hand
    do: move c to box
    say: '{p} takes <b onclick="1">{c}</b>'
    cite: 1.1
"""


def test_texts_of_a_spec_are_texts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "hostile"
    folder.mkdir()
    (folder / "game.yaml").write_text(HOSTILE, encoding="utf-8")
    clause = 'Take a card. <img src=x onerror="document.body.dataset.broken=1"> *</p><script>*'
    (folder / "rulebook.md").write_text(f"# <script>1</script>\n\n- **1.1** {clause}\n", encoding="utf-8")
    monkeypatch.chdir(ROOT)
    with chromium() as browser:
        browser.open(make(tmp_path, str(folder)))
        assert browser.page.title().startswith("</title></script>")
        browser.begin(players=2, seed=1, kinds=["person", "person"])
        browser.page.click(".rules")
        assert "<img src=x" in browser.page.inner_text(".rulebook")
        browser.ask("document.querySelector('.rulebook').close()")
        _play(browser, 10)
        assert browser.ask("[document.body.dataset.broken ?? '', document.querySelectorAll('img, .table script, b[onclick]').length]") == ["", 0]
        assert browser.mistakes == []
        assert [url for url in browser.requests if not url.startswith(("file:", "blob:"))] == []


def test_hands_are_covered_and_bots_play_on_their_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    with chromium(width=360, height=740, scheme="dark") as browser:
        browser.open(make(tmp_path, "wild_farm", "--variants", "short_night,three_wolves"))
        browser.page.check('[data-part="short_night"]')
        browser.begin(players=3, seed=4, kinds=["person", "search", "greedy"])
        browser.ask("document.documentElement.table.session.seats.forEach(seat => { seat.budget = 60; })")
        _play(browser, 60)
        assert browser.wait() == "over"
        assert browser.ask("document.documentElement.scrollWidth") <= 360, "nothing is wider than the telephone"
        record = parse_record(json.loads(browser.record()), "wild_farm")
        assert record.variant == "short_night"
        *_, last = replay(record, load("wild_farm__short_night"))
        assert last.is_terminal()
        assert browser.mistakes == []


def test_the_keyboard_is_enough(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    with chromium() as browser:
        browser.open(make(tmp_path, "tic_tac_toe"))
        browser.begin(players=2, seed=1, kinds=["person", "person"])
        browser.ask("document.querySelector('.picture [tabindex]').focus()")
        for key in ("Enter", "ArrowRight", "Enter"):
            browser.page.keyboard.press(key)
        assert browser.moves() == 2
        browser.page.click(".undo")
        assert browser.moves() == 1
        # A cell that is taken: the clause that forbids it.
        browser.ask("document.querySelector('[data-at=\"site:board:6\"], [data-at=\"site:board:0\"]').dispatchEvent(new MouseEvent('click', {bubbles: true}))")
        taken = browser.ask("document.documentElement.table.session.record.actions[0][1]")
        browser.ask(f"document.querySelector('[data-at=\"site:board:{taken}\"]').dispatchEvent(new MouseEvent('click', {{bubbles: true}}))")
        assert "2.1" in browser.page.inner_text(".why") or "Not allowed" in browser.page.inner_text(".why")
        assert browser.ask("document.querySelectorAll('.picture [role=button]:not([aria-label])').length") == 0


def test_equal_specs_make_equal_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    (tmp_path / "a").mkdir()
    first = make(tmp_path, "kalah").read_bytes()
    assert make(tmp_path / "a", "kalah").read_bytes() == first
