"""The table as a person at the terminal sees it: the position, the choices, what the others did, the result.

A seat sees its own observation and no more; texts of others' actions are told as far as that seat perceives them.
"""

import sys
from collections import Counter
from itertools import groupby
from typing import Final

import typer

from compiler.cli.paint import painter
from compiler.cli.printing import coloured, console
from compiler.interpret.play.views import Look
from runtime import BadText, Game, State
from runtime.board import draw_boards, drawn_variables
from runtime.describe import describe
from runtime.perception import SPECTATOR
from runtime.telling import events

LISTED: Final = 40
"""Most choices that are listed at once."""


def tell_account(look: Look, vector: list[int]) -> None:
    """How the end came out, each line with the clauses that decided it."""
    for line, clauses in look.account(vector):
        typer.echo(f"  {line}" + (f"  [{', '.join(clauses)}]" if clauses else ""))


class Quit(Exception):
    """The person has left."""


class Table:
    """Shows a game to its people (`persons` seats from 0 on); with none, everything is told as a spectator sees it."""

    def __init__(self, game: Game, look: Look | None, *, persons: int) -> None:
        self._game = game
        self._look = look
        self._persons = persons
        self._latest = -1
        self._told: dict[int, int] = {}
        """by seat: how many events it has been told"""
        self._console = console(sys.stdout)
        self._said = ("", "")

    def tell(self, state: State, action: int) -> None:
        """Says what is about to happen, as it is perceived by whoever sits at the screen; of several people nobody does between two turns."""
        if self._persons > 1:
            return
        said = state.say(action, 0 if self._persons else SPECTATOR)
        chance = state.waiting_step() if state.is_chance_node() else ""
        if said and (said, chance) != self._said:
            typer.echo(said)
        # The draws of a shuffle are told as one.
        self._said = (said, chance) if chance else ("", "")

    def ask(self, state: State) -> int | None:
        """The person's action, or None to take back. Raises Quit, also at the end of input."""
        seat = state.actor()
        self._hand_over(seat)
        if self._persons > 1:
            for _, same in groupby(events(state, seat, self._told.get(seat, 0)), key=lambda event: (event.seat, event.step, event.text)):
                typer.echo(next(same).text)
        self._told[seat] = state.moment(seat)
        actions = state.legal_actions()
        self._show(state, seat, actions)
        name = self._game.words.seat(seat)
        while True:
            words = self._line(f"{name}> ")
            if words in ("quit", "exit", "q"):
                raise Quit
            if words == "undo":
                return None
            if words in ("?", "help", ""):
                self._show(state, seat, actions)
                typer.echo("choose by number or text; why TEXT, undo, quit")
            elif words.isdigit() and 1 <= int(words) <= len(actions):
                return actions[int(words) - 1]
            else:
                meant = self._meant(state, words)
                if meant is not None:
                    return meant

    def result(self, state: State) -> None:
        """The end: position, scores, returns, and who won."""
        typer.echo("")
        self._print(list(state.vector[: self._game.kept]))
        name = self._game.words.seat
        returns = state.returns()
        scores = state.scores()
        shown = [f"{name(seat)} {returns[seat]:+d}" + (f" (score {scores[seat]})" if any(scores) else "") for seat in range(state.players)]
        first = [seat for seat in range(state.players) if returns[seat] == max(returns)]
        verdict = "a draw" if len(first) == state.players else " and ".join(map(name, first)) + (" wins" if len(first) == 1 else " share the win")
        cut = " (cut off by the horizon)" if state.is_truncated() else ""
        if self._look is not None:
            tell_account(self._look, list(state.vector))
        typer.echo(f"over{cut}: {verdict}; returns {', '.join(shown)}")

    def _meant(self, state: State, words: str) -> int | None:
        asked = words.removeprefix("why ")
        try:
            action = state.string_to_action(asked, state.actor())
        except BadText as error:
            typer.echo(str(error))
            return None
        refusal = state.why_illegal(action, state.actor())
        if refusal is not None:
            typer.echo(f"{asked} is not legal: {refusal}")
            for number, text in refusal.clauses:
                typer.echo(f"  {number} {text}")
            return None
        if asked != words:
            typer.echo(f"{asked} is legal")
            return None
        return action

    def _hand_over(self, seat: int) -> None:
        if self._persons > 1 and self._latest not in (-1, seat):
            self._console.clear()
            self._line(f"{self._game.words.seat(seat)} to the screen, then Enter ")
            self._console.clear()
        self._latest = seat

    def _show(self, state: State, seat: int, actions: list[int]) -> None:
        """The position as the seat sees it, and its choices by number."""
        typer.echo("")
        self._print(state.observation(seat), seen=True)
        texts = [(state.action_to_string(action), state.say(action)) for action in actions[:LISTED]]
        width = max((len(text) for text, _ in texts), default=0)
        times = Counter(said for _, said in texts)
        for number, (text, said) in enumerate(texts, start=1):
            # What is said of several, as of cards laid face down, helps nobody to choose.
            typer.echo(f"  {number:2}  {text:<{width}}  {said if times[said] == 1 and not said.endswith(text) else ''}".rstrip())
        if len(actions) > LISTED:
            typer.echo(f"  … {len(actions) - LISTED} more; write the action's text")

    def _print(self, vector: list[int], *, seen: bool = False) -> None:
        shown = vector[: self._game.facts["SHOWN"]] if seen else vector
        look = self._look
        marks, drawings = (look.marks(shown), look.drawings(shown)) if look is not None else ({}, {})
        for line in draw_boards(self._game, shown, marks, drawings, painter(self._game, self._console)):
            typer.echo(line, color=coloured(sys.stdout))
        status = look.status(shown) if look is not None else ""
        if status:
            typer.echo(status)
        typer.echo(describe(self._game, vector, drawn_variables(self._game), seen=seen))

    def _line(self, prompt: str) -> str:
        try:
            sys.stdout.write(prompt)
            sys.stdout.flush()
            line = sys.stdin.readline()
        except UnicodeDecodeError:
            return "?"
        if not line:
            raise Quit
        return " ".join(line.split())
