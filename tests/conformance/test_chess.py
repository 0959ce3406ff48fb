"""Chess: published counts of six positions, and whole games beside python-chess.

The positions and counts are the six of the chess programming wiki's perft page. python-chess judges the end of a game by claims; ours ends at once
where a draw could be claimed, so its parts are asked one by one.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from shutil import copytree

import chess
import chess.variant
import pytest

from compiler.driver import compile_game, emit
from runtime import load_source
from runtime.perft import perft
from runtime.state import State
from tests.conformance.table import LOCKSTEP, PERFT
from tests.games import SPECS, engine

Note = Callable[[str, object], None]

POSITIONS: dict[str, tuple[int, ...]] = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1": (20, 400, 8902, 197281, 4865609),
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1": (48, 2039, 97862, 4085603),
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1": (14, 191, 2812, 43238, 674624),
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1": (6, 264, 9467, 422333),
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8": (44, 1486, 62379, 2103487),
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10": (46, 2079, 89890, 3894594),
}
BOUND = 200_000

KINDS = {chess.PAWN: "pawn", chess.KNIGHT: "knight", chess.BISHOP: "bishop", chess.ROOK: "rook", chess.QUEEN: "queen", chess.KING: "king"}


def overlay(fen: str) -> str:
    """An overlay that begins from a position with White to move."""
    board = chess.Board(fen)
    assert board.turn == chess.WHITE and board.ep_square is None
    men = {chess.square_name(square): (KINDS[man.piece_type], 0 if man.color else 1) for square, man in board.piece_map().items()}

    def among(names: list[str]) -> str:
        return f"q == {names[0]}" if len(names) == 1 else f"q in ({', '.join(names)})"

    kinds = " else ".join(
        f"{kind} if {among([q for q, (k, _) in men.items() if k == kind])}" for kind in KINDS.values() if any(k == kind for k, _ in men.values())
    )
    owners = " else ".join(f"seat({side}) if {among([q for q, (_, s) in men.items() if s == side])}" for side in (0, 1))
    thrones = [chess.square_name(board.king(color) or 0) for color in (chess.WHITE, chess.BLACK)]
    rights = {(0, "short"): "h1", (0, "long"): "a1", (1, "short"): "h8", (1, "long"): "a8"}
    kept = {key: rook for key, rook in rights.items() if board.castling_rights & chess.BB_SQUARES[chess.parse_square(rook)]}
    towers = [f"{rook} if p == seat({side}) and w == {wing}" for (side, wing), rook in kept.items()]
    return "\n".join((
        "language: 1", "variant: given", "extends: chess", "set:",
        f"  state.man.start(q): {kinds} else none",
        f"  state.owner.start(q): {owners} else none",
        f"  state.throne.start(p): {thrones[0]} if p == seat(0) else {thrones[1]}",
        f"  state.tower.start(p, w): {' else '.join((*towers, 'none'))}",
    ))  # fmt: skip


@pytest.mark.conformance
@pytest.mark.parametrize("fen", POSITIONS)
def test_perft_of_published_positions(fen: str, tmp_path: Path, long: bool, record_property: Note) -> None:
    folder = copytree(SPECS / "chess", tmp_path / "chess")
    (folder / "variants" / "given.yaml").write_text(overlay(fen))
    made = compile_game(folder, variants=("given",))
    assert made.game is not None, made.diagnostics
    (text,) = emit(made.game).values()
    state = load_source(text, "chess.py", backend="native").new_initial_state()
    for depth, number in enumerate(POSITIONS[fen], start=1):
        if number <= BOUND or long:
            assert perft(state, depth) == number, f"depth {depth}"
            if fen == next(iter(POSITIONS)):
                record_property(PERFT, (PERFT, "chess", depth, number))


@dataclass(frozen=True, kw_only=True)
class Rules:
    """One of ours beside a board of python-chess."""

    variants: tuple[str, ...]
    board: Callable[[State], chess.Board]


def first_row(state: State) -> chess.Board:
    """python-chess's board from the first row that was drawn."""
    at = state.game.offsets["man"]
    letters = "pnbrqk"
    row = "".join(letters[state.vector[at + column]] for column in range(8))
    return chess.Board(f"{row}/pppppppp/8/8/8/8/PPPPPPPP/{row.upper()} w KQkq - 0 1", chess960=True)


RULES = {
    "chess": Rules(variants=(), board=lambda state: chess.Board()),
    "chess960": Rules(variants=("chess960",), board=first_row),
    "three_check": Rules(variants=("three_check",), board=lambda state: chess.variant.ThreeCheckBoard()),
}


def ours_as_theirs(state: State, board: chess.Board, code: int) -> str:
    """Our action as a move of python-chess: `e2e4`, `e7e8q`, and for castling the king's square and his goal, or the rook's in Chess960."""
    words = state.action_to_string(code).split()
    if words[0] == "castle":
        rank = 0 if board.turn else 7
        king = board.king(board.turn)
        assert king is not None
        rooks = sorted(square for square in chess.scan_forward(board.castling_rights) if chess.square_rank(square) == rank)
        rook = next(square for square in rooks if (square > king) == (words[1] == "short"))
        goal = rook if board.chess960 else chess.square(6 if words[1] == "short" else 2, rank)
        return chess.square_name(king) + chess.square_name(goal)
    promoted = {"queen": "q", "rook": "r", "bishop": "b", "knight": "n"}[words[3]] if words[0] == "promote" else ""
    return words[1] + words[2] + promoted


def drawn(board: chess.Board) -> bool:
    return board.is_insufficient_material() or board.is_repetition(3) or board.halfmove_clock >= 100


@pytest.mark.conformance
@pytest.mark.parametrize("name", RULES)
def test_whole_games_beside_python_chess(name: str, long: bool, record_property: Note) -> None:
    rules = RULES[name]
    game = engine("chess", "native", rules.variants)
    games, compared = 500 if long else 30, 0
    ends: set[str] = set()
    for seed in range(games):
        dice = random.Random(f"{name} {seed}")
        state = game.new_initial_state(seed=seed)
        board = rules.board(state)
        eager = seed % 2 == 0
        while True:
            legal = {ours_as_theirs(state, board, code): code for code in state.legal_actions()} if not state.is_terminal() else {}
            if board.is_variant_end() or not any(board.legal_moves):
                assert state.is_terminal(), board
                lost = board.is_variant_loss() or board.is_checkmate()
                assert state.returns() == ([0, 0] if not lost else [-1, 1] if board.turn else [1, -1]), board
                ends.add("checks" if board.is_variant_end() else "mate" if lost else "stalemate")
                break
            if drawn(board):
                assert state.is_terminal() and state.returns() == [0, 0], board
                ends.add("drawn")
                break
            assert not state.is_terminal(), board
            assert set(legal) == {move.uci() for move in board.legal_moves}, board
            compared += 1
            takes = [move for move in board.legal_moves if board.is_capture(move)]
            move = dice.choice(takes) if takes and eager and dice.random() < 0.7 else dice.choice(list(board.legal_moves))
            board.push(move)
            state.apply_action(legal[move.uci()])
    record_property(LOCKSTEP, (LOCKSTEP, "chess", games, compared))
    assert ("checks" if name == "three_check" else "drawn") in ends
