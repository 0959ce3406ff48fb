"""Texts of values, actions and outcomes, and the way back.

Canonical action texts are the action's name (the leaf's, where it has only one action) and the values of its digits, single blanks between:
`commit sheep 3`, `place e5`, `pass`. Pieces of equal text add `#2`, `#3` in component order; without `#` a text stands for any of them.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Carrier:
    """A finite type: low..high, where low is none if it is optional, and its values' texts; `hidden` is what an observation has instead."""

    name: str
    low: int
    high: int
    optional: bool
    texts: tuple[str, ...]
    hidden: int
    component: str
    """of which component the values are pieces; empty for others"""

    def text(self, value: int) -> str:
        if value == self.hidden:
            return "?"
        if self.optional and value == self.low:
            return "none"
        at = value if self.optional else value - self.low
        return self.texts[at] if 0 <= at < len(self.texts) else str(value)


@dataclass(frozen=True, slots=True, kw_only=True)
class Digit:
    """A part of a code: `size` values; see the compiler's `Digit`."""

    name: str
    carrier: Carrier
    size: int
    values: tuple[int, ...]

    def value(self, position: int) -> int:
        if self.values:
            return self.values[position] if position < len(self.values) else self.carrier.low
        if self.carrier.optional:
            return self.carrier.low if position == self.size - 1 else self.carrier.low + 1 + position
        return self.carrier.low + position

    def text(self, position: int) -> str:
        return self.carrier.text(self.value(position))

    def position(self, value: int) -> int:
        """The position of a value, -1 where the digit has none for it."""
        return next((position for position in range(self.size) if self.value(position) == value), -1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """A family of codes `base .. base + size - 1`: one stage of an action, or of a chance step."""

    number: int
    leaf: str
    action: str
    stage: int
    stages: int
    base: int
    size: int
    digits: tuple[Digit, ...]

    def positions(self, code: int) -> tuple[int, ...]:
        left = code - self.base
        found: list[int] = []
        for digit in reversed(self.digits):
            found.append(left % digit.size)
            left //= digit.size
        return tuple(reversed(found))

    def values(self, code: int) -> dict[str, int]:
        """Each digit's value by its name."""
        return {digit.name: digit.value(position) for digit, position in zip(self.digits, self.positions(code), strict=True)}

    def code(self, positions: Sequence[int]) -> int:
        code = 0
        for digit, position in zip(self.digits, positions, strict=True):
            code = code * digit.size + position
        return self.base + code


class Texts:
    """The texts of one game, made from its facts."""

    def __init__(self, facts: Mapping[str, Any]) -> None:
        self.carriers = tuple(_carrier(row, facts["HIDDEN"]) for row in facts["CARRIERS"])
        self.actions = tuple(
            _choice(number, leaf, leaf.rsplit(".", 1)[-1] if single else action, stage, stages, base, digits, self.carriers)
            for number, (leaf, action, single, stage, stages, base, digits) in enumerate(facts["CHOICES"])
        )
        self.outcomes = tuple(
            _choice(number, leaf, kind, stage, stages, base, digits, self.carriers)
            for number, (leaf, kind, stage, stages, base, digits) in enumerate(facts["OUTCOMES"])
        )

    def action(self, code: int) -> Choice | None:
        """The family a code belongs to."""
        return next((choice for choice in self.actions if choice.base <= code < choice.base + choice.size), None)

    def outcome(self, code: int) -> Choice | None:
        return next((choice for choice in self.outcomes if choice.base <= code < choice.base + choice.size), None)

    def action_text(self, code: int) -> str:
        """`commit sheep 3`"""
        choice = self.action(code)
        if choice is None:
            return f"action {code}"
        parts = [digit.text(position) for digit, position in zip(choice.digits, choice.positions(code), strict=True)]
        return " ".join([choice.action, *parts])

    def outcome_text(self, code: int) -> str:
        """`red 3 blue 5`"""
        choice = self.outcome(code)
        if choice is None:
            return f"outcome {code}"
        pairs = zip(choice.digits, choice.positions(code), strict=True)
        return " ".join(f"{digit.name} {digit.text(position)}" for digit, position in pairs)

    def parse_action(self, text: str, leaf: str) -> list[int]:
        """The codes of a leaf (its path) that a text may mean, ascending; several where equal pieces are not told apart."""
        found = [code for choice in self.actions if choice.leaf == leaf for code in _parse(choice, text, named=False)]
        return sorted(found)

    def parse_anywhere(self, text: str) -> list[int]:
        """The codes of any leaf that a text may mean, ascending."""
        return sorted({code for choice in self.actions for code in _parse(choice, text, named=False)})

    def parse_outcome(self, text: str, leaf: str) -> list[int]:
        found = [code for choice in self.outcomes if choice.leaf == leaf for code in _parse(choice, text, named=True)]
        return sorted(found)


def plain(text: str) -> str:
    """A piece's text without its `#2`."""
    head, mark, tail = text.rpartition(" #")
    return head if mark and tail.isdigit() else text


def _parse(choice: Choice, text: str, *, named: bool) -> Iterator[int]:
    words = " ".join(text.split())
    if not named:
        if words != choice.action and not words.startswith(choice.action + " "):
            return
        words = words[len(choice.action) :].strip()
    for positions in _match(choice.digits, words, named=named):
        yield choice.code(positions)


def _match(digits: tuple[Digit, ...], words: str, *, named: bool) -> Iterator[tuple[int, ...]]:
    if not digits:
        if not words:
            yield ()
        return
    digit, rest = digits[0], digits[1:]
    if named:
        if not words.startswith(digit.name + " "):
            return
        words = words[len(digit.name) + 1 :]
    for position in range(digit.size):
        for text in _spellings(digit.text(position)):
            if words == text or words.startswith(text + " "):
                for positions in _match(rest, words[len(text) :].strip(), named=named):
                    yield (position, *positions)


def _spellings(text: str) -> tuple[str, ...]:
    if text == "none":
        return ("none", "nobody")
    short = plain(text)
    return (text,) if short == text else (text, short)


def _carrier(row: Sequence[Any], hidden: int) -> Carrier:
    name, low, high, optional, texts, component = row
    made = _distinct(texts) if component else tuple(texts)
    return Carrier(name=name, low=low, high=high, optional=bool(optional), texts=made, hidden=hidden, component=component)


def _distinct(texts: Sequence[str]) -> tuple[str, ...]:
    """Equal texts made different: the second `x` becomes `x #2`."""
    seen: dict[str, int] = {}
    found: list[str] = []
    for text in texts:
        seen[text] = seen.get(text, 0) + 1
        found.append(text if seen[text] == 1 else f"{text} #{seen[text]}")
    return tuple(found)


def _choice(
    number: int, leaf: str, action: str, stage: int, stages: int, base: int, digits: Sequence[Any], carriers: Sequence[Carrier]
) -> Choice:
    made = tuple(Digit(name=name, carrier=carriers[carrier], size=size, values=tuple(values)) for name, carrier, size, values in digits)
    size = 1
    for digit in made:
        size *= digit.size
    return Choice(number=number, leaf=leaf, action=action, stage=stage, stages=stages, base=base, size=size, digits=made)
