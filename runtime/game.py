"""A game ready to play: an engine's functions and facts behind one object.

A `Game` is immutable and may be shared by threads; states are made by it. Facts are the module constants of `runtime.contract.FACTS`.
"""

import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from runtime.checked import CheckedList, ranges_of
from runtime.companions.always import beside
from runtime.contract import Engine, Vec
from runtime.errors import Fault, Refusal
from runtime.state import State
from runtime.texts import Texts
from runtime.words import Words

if TYPE_CHECKING:
    from runtime.batch import Batch


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """A rule by number: what kind of condition, where in the spec, which clauses it stands for."""

    number: int
    kind: str
    path: str
    clauses: tuple[tuple[str, str], ...]
    place: str
    text: str


class Game:
    """An engine with its facts; the maker of states.

    `engine` has the contract's functions, `backend` says what runs them, `facts` are the module's constants by name.
    """

    def __init__(
        self,
        engine: Engine,
        facts: Mapping[str, Any],
        *,
        backend: str,
        blank: Callable[[int], Vec],
        filename: str,
        checked: bool = False,
        source: str = "",
        listing: Callable[[Vec], list[int]] | None = None,
    ) -> None:
        self.engine = engine
        self.facts = facts
        self.backend = backend
        self.filename = filename
        self.source = source
        """the emitted file's text; empty for functions that came without"""
        self.blank = blank
        self.checked = checked
        self.name: str = facts["GAME"]
        self.variant: str = facts["VARIANT"]
        self.title: str = facts["TITLE"]
        self.spec_hash: str = facts["SPEC_HASH"]
        self.language: int = facts["LANGUAGE"]
        self.min_players: int = facts["PLAYERS"][0]
        self.max_players: int = facts["PLAYERS"][1]
        self.horizon: int = facts["HORIZON"]
        self.size: int = facts["VECTOR_SIZE"]
        self.kept: int = facts["KEPT"]
        self.num_actions: int = facts["NUM_ACTIONS"]
        self.max_actions: int = max(1, facts["MAX_ACTIONS"])
        self.num_outcomes: int = facts["NUM_OUTCOMES"]
        self.max_outcomes: int = max(1, facts["MAX_OUTCOMES"])
        self.observation_size: int = facts["OBSERVATION_SIZE"]
        self.hidden: int = facts["HIDDEN"]
        self.widest: int = max(self.max_actions, self.max_outcomes, self.max_players, 32)
        """room for any answer but an observation"""
        self._zeros, self.nothing = blank(self.size), blank(self.max_players)
        """vectors of zeros, the second of one for each seat; copied, never changed"""
        self.attempt, self.current_player = engine.attempt, engine.current_player
        self.list_actions = listing or self._list_actions
        """the actor's legal codes"""
        self.retell: Callable[..., int] = getattr(engine, "runtime_retell", None) or beside(engine, facts)["runtime_retell"]
        """`runtime.retelling.runtime_retell` on this engine"""
        self.texts = Texts(facts)
        self.words = Words(facts)
        self.offsets: dict[str, int] = {block[0]: block[1] for block in facts["BLOCKS"]}
        self.lengths: dict[str, int] = {block[0]: block[2] for block in facts["BLOCKS"]}

    def _list_actions(self, s: Vec) -> list[int]:
        out = self.blank(self.max_actions)
        return list(out[: self.engine.legal_actions(s, out)])

    def __repr__(self) -> str:
        return f"Game({self.full_name!r}, backend={self.backend!r})"

    def __copy__(self) -> "Game":
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> "Game":
        """The game itself: it never changes."""
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """By what it is made of, so that it can be unpickled where its file is not; a process makes each game once."""
        from runtime import engine

        if not self.source:
            return engine.from_functions, (self.engine, self.facts, self.backend)
        return engine.unpacked, (self._packed, self.filename, self.backend, self.checked)

    @cached_property
    def _packed(self) -> bytes:
        return zlib.compress(self.source.encode())

    @property
    def full_name(self) -> str:
        """`my_game`, or with overlays `my_game+short`."""
        return f"{self.name}+{self.variant}" if self.variant else self.name

    def new_vector(self) -> Vec:
        """A vector of zeros of the size the engine needs."""
        if self.checked and self.backend == "python":
            return CheckedList([0] * self.size, ranges_of(self.facts))
        return self._zeros[:]

    def new_initial_state(self, players: int | None = None, *, seed: int = 0, explicit_chance: bool = False) -> State:
        """A new game at its first decision (or chance step, if chance is explicit).

        `players` is within `min_players..max_players` (default: the least), `seed` any integer, taken modulo 2**62. Raises ValueError, Fault.
        """
        return State.start(self, players=self.check_players(players), seed=seed, explicit_chance=explicit_chance)

    def batch(self, n: int, players: int | None = None, seed: int = 0, **options: Any) -> "Batch":
        """`n` games side by side as arrays, stepped together: see `runtime.batch.Batch`, which has the options. Needs numpy."""
        from runtime.batch import Batch

        return Batch(self, n, players=players, seed=seed, **options)

    def deserialize_state(self, text: str) -> State:
        """The state that `State.serialize` wrote. Raises BadRecord for anything else."""
        return State.deserialize(self, text)

    def check_players(self, players: int | None) -> int:
        count = self.min_players if players is None else players
        if not self.min_players <= count <= self.max_players:
            allowed = str(self.min_players) if self.min_players == self.max_players else f"{self.min_players} to {self.max_players}"
            raise ValueError(f"{self.title} is for {allowed} players, not {count}")
        return count

    def rule(self, number: int) -> Rule:
        """A rule by its number, 1 and up."""
        kind, path, clauses, place, text = self.facts["RULES"][number - 1]
        return Rule(number=number, kind=kind, path=path, clauses=tuple(tuple(pair) for pair in clauses), place=place, text=text)

    def refusal(self, number: int) -> Refusal:
        rule = self.rule(number)
        return Refusal(rule=number, kind=rule.kind, path=rule.path, condition=rule.text, clauses=rule.clauses, place=rule.place)

    def fault(self, number: int) -> Fault:
        rule = self.rule(number)
        return Fault(rule=number, kind=rule.kind, path=rule.path, condition=rule.text, clauses=rule.clauses, place=rule.place)
