"""The nineteen games that came first, one `Match` each: codes, options that make the rules alike, and what still differs."""

from runtime.state import State
from tests.conformance.matches.reading import card, cell, drawn, named, site_or_pass, values, words
from tests.conformance.openspiel import Match

# ---- boards


def tic_tac_toe(state: State, code: int) -> int:
    """Theirs count cells from the top row."""
    site = values(state, code)["q"]
    return (2 - site // 3) * 3 + site % 3


def connect_four(state: State, code: int) -> int:
    return cell(words(state, code)[-1] + "1")[0]


FORWARD = {"northwest": 0, "north": 1, "northeast": 2, "southwest": 3, "south": 4, "southeast": 5}


def breakthrough(state: State, code: int) -> int:
    """Their code has row, column, direction, and whether something is taken; their first player is at the top and moves down."""
    _, start, way = words(state, code)
    (column, row), direction = cell(start), FORWARD[way]
    target = (row + (1 if direction < 3 else -1)) * 8 + column + direction % 3 - 1
    takes = state.vector[state.game.offsets["pawn"] + target] == 1 - state.current_player()
    return ((row * 8 + column) * 6 + direction) * 2 + takes


SLANTWISE = {"northwest": 0, "northeast": 1, "southeast": 2, "southwest": 3}


def draughts(state: State, code: int) -> int:
    """Row from the top, column, direction, step or jump."""
    kind, start, way = words(state, code)
    column, row = cell(start)
    return (((7 - row) * 8 + column) * 4 + SLANTWISE[way]) * 2 + (kind == "jump")


MORRIS = ["a7", "d7", "g7", "b6", "d6", "f6", "c5", "d5", "e5", "a4", "b4", "c4", "e4", "f4", "g4", "c3", "d3", "e3", "b2", "d2", "f2", "a1", "d1", "g1"]


def morris(state: State, code: int) -> int:
    """Points row by row from the top; a move is 24 and then start and target."""
    points = [MORRIS.index(name) for name in words(state, code)[1:]]
    return points[0] if len(points) == 1 else 24 + 24 * points[0] + points[1]


def amazons(state: State, code: int) -> int:
    """Squares row by row from the top, at each of the three choices."""
    (site,) = values(state, code).values()
    return (9 - site // 10) * 10 + site % 10


def nim(state: State, code: int) -> int:
    chosen = values(state, code)
    return (chosen["n"] - 1) * 4 + chosen["i"] - 1


def kalah(state: State, code: int) -> int:
    """Their ring: the second store, the pits of the first player from 1, his store, the pits of the second player from 8."""
    return values(state, code)["k"] + 7 * state.current_player()


# ---- dice and cards


def pig(state: State) -> list[float]:
    """Theirs share the loss among the losers; a draw by length is 0 for all."""
    return [value / (state.players - 1) for value in state.returns()]


DICE = [pair for low in range(1, 7) for high in range(low + 1, 7) for pair in ((low, high), (high, low))] + [(n, n) for n in range(1, 7)]


def backgammon_dice(state: State, code: int) -> int:
    """Two throws of the same two numbers are two outcomes in both; the first throw decides who begins, theirs by the outcome's parity."""
    throw = drawn(state, code)
    first, second = throw["a"], throw["b"]
    opening = state.waiting_step().startswith("setup")
    return DICE.index((second, first) if opening else (first, second))


NO_MOVE = 25
BACKGAMMON_PASS = 676 + 26 * NO_MOVE + NO_MOVE


def backgammon(state: State, *codes: int) -> int:
    """The two starting points, theirs of the first move in the last digit; 676 more if the first was not played with the higher number."""
    player = state.current_player()
    left = [state.vector[state.game.offsets["dice"] + n] for n in range(6)]
    highest = max(n + 1 for n in range(6) if left[n])
    points = []
    for code in codes:
        chosen = values(state, code)
        points.append(24 if chosen["i"] == 25 else 24 - chosen["i"] if player == 0 else chosen["i"] - 1)
    points += [NO_MOVE] * (2 - len(points))
    return 26 * points[1] + points[0] + (0 if values(state, codes[0])["n"] == highest else 676)


def two_moves(at: State, after: State, steps: int) -> bool:
    """Theirs choose two moves at once, or one where only one can be played."""
    return steps == 2 or after.actor() != at.actor()


def liars_dice(state: State, code: int) -> int:
    dice = {name: value for name, value, *_ in state.game.facts["OPTIONS"]}.get("dice", "1")
    total = int(dice) * state.players
    if words(state, code)[0] == "liar":
        return 6 * total
    bid = values(state, code)
    return 6 * (bid["n"] - 1) + bid["f"] - 1


RANKS = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"]
SUITS = ["clubs", "diamonds", "hearts", "spades"]


def _hearts(text: str) -> int:
    rank, _, suit = text.split()[-3:]
    return 4 * RANKS.index(rank) + SUITS.index(suit)


def hearts_card(state: State, code: int) -> int:
    return _hearts(state.game.texts.action_text(code))


def hearts_deal(state: State, code: int) -> int:
    return _hearts(state.game.texts.outcome_text(code))


def hearts(state: State) -> list[float]:
    """Theirs pay what a player did not take of the twenty-six points; with a moon shot 26 more points stand against three players."""
    return [26.0 - score for score in state.scores()]


def prizes(state: State, code: int) -> int:
    return drawn(state, code)["c"] - 1


def bids(state: State, code: int) -> int:
    return values(state, code)["c"] - 1


def shared_prizes(state: State) -> list[float]:
    """Theirs divide one unit among the winners and charge it to the losers alike; a draw of all is 0."""
    scores = state.scores()
    best = [score == max(scores) for score in scores]
    if all(best):
        return [0.0] * len(scores)
    return [1 / sum(best) if first else -1 / (len(scores) - sum(best)) for first in best]


ONE_HAND = "theirs is one hand; ours plays hands to a goal, so it is set to one point"
FORCED = "theirs play the last round themselves; ours ask for the one bid that is left"

CLASSICS = (
    Match(ours="tic_tac_toe", theirs="tic_tac_toe", action=tic_tac_toe),
    Match(ours="connect_four", theirs="connect_four", action=connect_four),
    Match(ours="breakthrough", theirs="breakthrough", action=breakthrough),
    Match(ours="reversi", theirs="othello", action=site_or_pass),
    Match(ours="hex", theirs="hex", action=site_or_pass),
    Match(ours="amazons", theirs="amazons", action=amazons, slow=True),
    Match(ours="english_draughts", theirs="checkers", action=draughts, options=(("quiet", "all_moves"), ("quiet_limit", "40")), differs=(
        "theirs end in a draw after 40 moves of both players without a capture, whatever moved; ours count moves of kings, and 80",)),
    Match(ours="nine_mens_morris", theirs="nine_mens_morris", action=morris, options=(("counted", "all"), ("draw_after", "200")), slow=True,
        differs=("theirs end in a draw after 200 turns in all; ours after 100 moves in a row without a capture",)),
    Match(ours="gomoku", theirs="gomoku", action=site_or_pass),
    Match(ours="kalah", theirs="mancala", action=kalah),
    Match(ours="nim", theirs="nim", action=nim),
    Match(ours="nim", theirs="nim(is_misere=false)", action=nim, options=(("last_stick", "wins"),)),
    Match(ours="pig", theirs="pig", action=named({"roll": 0, "hold": 1}), outcome=lambda state, code: drawn(state, code)["die"] - 1, pays=pig),
    Match(ours="pig", theirs="pig(players=3)", players=3, action=named({"roll": 0, "hold": 1}),
        outcome=lambda state, code: drawn(state, code)["die"] - 1, pays=pig, differs=("theirs share the loss among the losers",)),
    Match(ours="kuhn_poker", theirs="kuhn_poker", action=named({"pass": 0, "bet": 1}), outcome=card),
    Match(ours="kuhn_poker", theirs="kuhn_poker(players=3)", players=3, action=named({"pass": 0, "bet": 1}), outcome=card),
    Match(ours="leduc_poker", theirs="leduc_poker", action=named({"fold": 0, "call": 1, "raise": 2}), outcome=card),
    Match(ours="goofspiel", theirs="goofspiel", action=bids, outcome=prizes, plays_on=True, differs=(FORCED,)),
    Match(ours="goofspiel", theirs="goofspiel(players=3,num_cards=5)", players=3, options=(("cards", "5"),), action=bids, outcome=prizes,
        plays_on=True, pays=shared_prizes, differs=(FORCED, "theirs share one unit among the winners, and its loss among the losers")),
    Match(ours="liars_dice", theirs="liars_dice", action=liars_dice, outcome=lambda state, code: drawn(state, code)["f"] - 1,
        differs=("theirs is for two only",)),
    Match(ours="liars_dice", theirs="liars_dice(numdice=2)", options=(("dice", "2"),), action=liars_dice,
        outcome=lambda state, code: drawn(state, code)["f"] - 1),
    *(
        Match(ours="hearts", theirs="hearts", players=4, options=(("goal", "1"), ("queen_opens", "yes"), ("first_pass", way)),
            opening=(number,), action=hearts_card, outcome=hearts_deal, pays=hearts, slow=True,
            differs=(ONE_HAND, "theirs draw the way of passing; each way is played", "theirs pay 26 less the points taken",
                "theirs let the queen of spades open hearts; so does ours with the option"))
        for number, way in enumerate(("keep", "left", "across", "right"))
    ),
    Match(ours="go", theirs="go(board_size=9)", action=site_or_pass, options=(("repetition", "draw"),), slow=True, differs=(
        "theirs forbid only retaking at once, and end in a draw when the board repeats; ours forbid every repetition, or draw by option",)),
    Match(ours="backgammon", theirs="backgammon(scoring_type=full_scoring)", action=backgammon, outcome=backgammon_dice, whole=two_moves,
        idle=BACKGAMMON_PASS, slow=True, differs=(
        "theirs choose two moves at once, and a double is two turns; ours are single moves",
        "theirs are asked even where no number can be played",
        "theirs count wins only by default; here gammons and backgammons as ours do",
        "theirs stop after 500 turns")),
    Match(ours="backgammon", theirs="backgammon", options=(("gammons", "no"),), action=backgammon, outcome=backgammon_dice, whole=two_moves,
        idle=BACKGAMMON_PASS, slow=True),
)  # fmt: skip
