"""Wild Farm a second time, written from the clauses: cards are (animal, value, owner), and a game is a plain course of questions.

    farm = Farm(players=3, rules=Rules(picks="free"))
    farm.asked, farm.seat, farm.legal()      # "commit", 0, {("sheep", 5, 0), …}
    farm.answer(("sheep", 5, 0))
"""

from collections.abc import Generator
from dataclasses import dataclass, field

Card = tuple[str, int, int]
Answer = Card | str

KINDS = (("sheep", 1), ("sheep", 1), ("sheep", 1), ("sheep", 3), ("sheep", 5), ("sheep", 0), ("young_wolf", 0), ("old_wolf", 0), ("dog", 0))
REFUSE = "refuse"


@dataclass(frozen=True, kw_only=True)
class Rules:
    """The readings of the open points, by the words of the spec's options."""

    rounds: int = 5
    race_to: int = 100
    commander_way: str = "left"
    chief_way: str = "left"
    holder: str = "first"
    strays: str = "stay"
    idle_dogs: str = "burn"
    dogs_share: str = "in_turn"
    old_wolves: str = "one_each"
    picks: str = "forced"
    badges: str = "stay"
    last_strays: str = "nobody"
    race: str = "round_end"
    lone_wolf: bool = False


@dataclass(kw_only=True)
class Farm:
    players: int
    rules: Rules
    points: list[int] = field(init=False)
    won: list[list[Card]] = field(init=False)
    table: list[Card] = field(init=False)
    hands: list[list[Card]] = field(init=False)
    reached: list[int] = field(init=False)
    asked: str = ""
    seat: int = 0
    offers: list[Answer] = field(default_factory=list)
    over: bool = False

    def __post_init__(self) -> None:
        self.points, self.reached = [0] * self.players, [0] * self.players
        self.won, self.table, self.hands = [[] for _ in range(self.players)], [], []
        self._course = self._play()
        self.answer(None)

    def legal(self) -> set[Answer]:
        return set(self.offers)

    def answer(self, given: Answer | None) -> None:
        """Goes on to the next question, or to the end."""
        try:
            self.asked, self.seat, self.offers = self._course.send(given)
        except StopIteration:
            self.over, self.asked, self.offers = True, "", []

    # ---- the course of play

    def _play(self) -> "Generator[tuple[str, int, list[Answer]], Answer | None, None]":
        rules, seats = self.rules, range(self.players)
        bearer = {"commander": 0, "chief": 1 % self.players}    # 3.2, 3.3: the left neighbour sits on the next seat
        step = {}
        for badge, way in (("commander", rules.commander_way), ("chief", rules.chief_way)):
            if way == "chosen":
                answered = yield "turn", bearer[badge], ["left", "right"]
                assert isinstance(answered, str)
                way = answered
            step[badge] = 1 if way == "left" else -1
        for number in range(1, rules.rounds + 1):
            kinds = (*KINDS, ("lone_wolf", 0)) if rules.lone_wolf else KINDS
            self.hands = [[(animal, value, seat) for animal, value in kinds] for seat in seats]
            self.won, self.table = [[] for _ in seats], []
            stopped = False
            for _ in kinds:
                laid: list[Card] = []
                for seat in seats:
                    card = yield "commit", seat, list(self.hands[seat])
                    assert isinstance(card, tuple)
                    laid.append(card)
                for seat, card in zip(seats, laid, strict=True):
                    self.hands[seat].remove(card)
                self.table += [card for card in laid if card[0] == "sheep"]
                yield from self._divide([card[0] for card in laid], bearer, step)
                if self._is_stopped():
                    stopped = any(self.hands)
                    break
                if rules.strays == "leave":
                    self.table = []
            for seat in seats:
                self.points[seat] += sum(value for _, value, _ in self.won[seat])
                if rules.last_strays == "owner" and not stopped:
                    self.points[seat] += sum(value for _, value, owner in self.table if owner == seat)
            for seat in seats:
                if self.points[seat] >= rules.race_to and not self.reached[seat]:
                    self.reached[seat] = number
            self.won = [[] for _ in seats]
            if any(self.reached) and rules.race != "last_round":
                return
            if rules.badges == "pass_left":
                bearer = {badge: (seat + 1) % self.players for badge, seat in bearer.items()}

    def _is_stopped(self) -> bool:
        """OP-16, the third reading: captured sheep bring somebody to the mark."""
        totals = (points + sum(value for _, value, _ in won) for points, won in zip(self.points, self.won, strict=True))
        return self.rules.race == "at_once" and max(totals) >= self.rules.race_to

    def _divide(
        self, laid: list[str], bearer: dict[str, int], step: dict[str, int]
    ) -> "Generator[tuple[str, int, list[Answer]], Answer | None, None]":
        rules = self.rules
        young, old, dogs = (self._seats(laid, animal) for animal in ("young_wolf", "old_wolf", "dog"))
        wolves = young + old
        lone = self._seats(laid, "lone_wolf")

        def by_nearness(badge: str, seats: list[int]) -> list[int]:
            def distance(seat: int) -> int:
                away = (seat - bearer[badge]) * step[badge] % self.players
                return self.players if away == 0 and rules.holder == "last" else away

            return sorted(seats, key=distance)

        if dogs and (wolves or (len(dogs) > 1 and rules.idle_dogs == "share")):
            ranked = by_nearness("commander", dogs)
            if len(dogs) == 1 or (rules.dogs_share == "nearest" and rules.picks == "forced"):
                self._takes_all(ranked[0])
            else:
                yield from self._pick(ranked[:1] if rules.dogs_share == "nearest" else ranked, set(), may_refuse=True)
        elif dogs or not (wolves or lone):
            return
        elif not wolves:
            if len(lone) == 1:
                self._takes_all(lone[0])
        elif len(wolves) == 1:
            if young:
                self._takes_all(young[0])
            else:
                yield from self._pick(old, set(old), may_refuse=False)
        else:
            once = set() if rules.old_wolves == "go_on" and not young else set(old)
            yield from self._pick(by_nearness("chief", wolves), once, may_refuse=True)

    def _seats(self, laid: list[str], animal: str) -> list[int]:
        return [seat for seat, card in enumerate(laid) if card == animal]

    def _takes_all(self, seat: int) -> None:
        self.won[seat] += self.table
        self.table = []

    def _pick(
        self, takers: list[int], once: set[int], *, may_refuse: bool
    ) -> "Generator[tuple[str, int, list[Answer]], Answer | None, None]":
        """One sheep after the other, round and round (5.13 to 5.16); whoever is in `once` takes one only."""
        left, refused = list(takers), 0
        while True:
            for seat in list(left):
                if not self.table or refused >= len(left):
                    return
                offers: list[Answer] = [*self.table, *([REFUSE] if may_refuse and self.rules.picks == "free" else [])]
                answered = yield "share", seat, offers
                if answered == REFUSE:
                    refused += 1
                    continue
                assert isinstance(answered, tuple)
                refused = 0
                self.table.remove(answered)
                self.won[seat].append(answered)
                if seat in once:
                    left.remove(seat)
                if self._is_stopped():
                    return
            if not left:
                return

    # ---- the end

    def returns(self) -> list[int]:
        """OP-18: all who are first share the win. Under the second reading of OP-16 whoever was first past the mark comes before the totals."""
        keys = [
            (-self.reached[seat] if self.reached[seat] else -99, self.points[seat]) if self.rules.race == "last_round" else (0, self.points[seat])
            for seat in range(self.players)
        ]
        first = [key == max(keys) for key in keys]
        return [self.players - sum(first) if wins else -sum(first) for wins in first]
