"""Specs with mistakes, as people and broken editors make them: small changes to a text, each a pure function of a few numbers.

    mutated(text, [Mutation(kind="swap_words", first=0.2, second=0.7, pick=3)], other)

`first` and `second` are places in the text as shares of its length, so that a shrunk example stays meaningful; `other` is another spec, to
take parts from.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

_WORD = re.compile(r"[a-z_][a-z0-9_]*")
_NUMBER = re.compile(r"(?<![\w.])\d+(?![\w.])")
_TOKEN = re.compile(r"[a-z_][a-z0-9_]*|\d+|[=!<>+\-*/.]+|[^\w\s]")

PIECES = (
    ":", ": ", " #", "#", "- ", "? ", "|", ">", "&a ", "*a", "!!int ", "{", "}", "[", "]", "(", ")", ",", '"', "'", "\\", "\t", "\n", "\r", "\0",
    "\ufeff", "\u2028", "\u00e4", "\U0001f411", "%", "@", "`", "~", "null", "yes", "---\n", "...\n", "<<: ", "none", "not ", "in ", "..", "->", "==",
    "=", "where ", "for p in players", "if ", " else ", "default ", "sure(", "any(", "size(", "before(", "can(", "step(", "- 1", "0", "bool",
    "player or none", "end game", "win p", "repeat: ", "until: ", "otherwise: skip", "cite: 1.1",
)  # fmt: skip
NUMBERS = ("0", "1", "-1", "2", "7", "13", "64", "999", "65536", "2147483648", "4611686018427387903", "99999999999999999999", "1.5", "0x10", "1e9")


@dataclass(frozen=True, slots=True, kw_only=True)
class Mutation:
    """`first` and `second` lie between 0 and 1; `pick` chooses among alternatives."""

    kind: str
    first: float
    second: float
    pick: int


def mutated(text: str, mutations: Sequence[Mutation], other: str) -> str:
    for mutation in mutations:
        text = KINDS[mutation.kind](text, mutation, other)
    return text


def mutated_bytes(data: bytes, mutation: Mutation) -> bytes:
    """One byte changed, taken away or put in."""
    at = _at(len(data), mutation.first)
    byte = bytes([mutation.pick % 256])
    match mutation.pick % 3:
        case 0:
            return data[:at] + byte + data[at + 1 :]
        case 1:
            return data[:at] + data[at + 1 :]
        case _:
            return data[:at] + byte + data[at:]


def _at(size: int, share: float) -> int:
    return min(int(share * size), max(size - 1, 0))


def _span(text: str, mutation: Mutation) -> tuple[int, int]:
    return tuple(sorted((_at(len(text), mutation.first), _at(len(text), mutation.second))))  # type: ignore[return-value]


def _insert_piece(text: str, mutation: Mutation, other: str) -> str:
    at = _at(len(text), mutation.first)
    return text[:at] + PIECES[mutation.pick % len(PIECES)] + text[at:]


def _delete_characters(text: str, mutation: Mutation, other: str) -> str:
    at = _at(len(text), mutation.first)
    return text[:at] + text[at + 1 + mutation.pick % 4 :]


def _cut(text: str, mutation: Mutation, other: str) -> str:
    return text[: _at(len(text), mutation.first)]


def _lines(change: Callable[[list[str], int, int, Mutation], None]) -> "Kind":
    def kind(text: str, mutation: Mutation, other: str) -> str:
        lines = text.split("\n")
        change(lines, _at(len(lines), mutation.first), _at(len(lines), mutation.second), mutation)
        return "\n".join(lines)

    return kind


def _delete_line(lines: list[str], first: int, second: int, mutation: Mutation) -> None:
    del lines[first]


def _duplicate_line(lines: list[str], first: int, second: int, mutation: Mutation) -> None:
    lines.insert(first, lines[first])


def _swap_lines(lines: list[str], first: int, second: int, mutation: Mutation) -> None:
    lines[first], lines[second] = lines[second], lines[first]


def _move_block(lines: list[str], first: int, second: int, mutation: Mutation) -> None:
    block = lines[first : first + 1 + mutation.pick % 6]
    del lines[first : first + len(block)]
    lines[min(second, len(lines)) : min(second, len(lines))] = block


def _indent_line(lines: list[str], first: int, second: int, mutation: Mutation) -> None:
    step = (1, 2, 4, -1, -2, -4)[mutation.pick % 6]
    line = lines[first]
    lines[first] = " " * step + line if step > 0 else line[min(-step, len(line) - len(line.lstrip())) :]


def _empty_value(lines: list[str], first: int, second: int, mutation: Mutation) -> None:
    lines[first] = lines[first].partition(":")[0] + ":"


def _found(pattern: re.Pattern[str], text: str, share: float) -> re.Match[str] | None:
    found = list(pattern.finditer(text))
    return found[_at(len(found), share)] if found else None


def _replace_token(text: str, mutation: Mutation, other: str) -> str:
    """A token by another one of the same spec."""
    here, there = _found(_TOKEN, text, mutation.first), _found(_TOKEN, text, mutation.second)
    return text if here is None or there is None else text[: here.start()] + there.group() + text[here.end() :]


def _swap_words(text: str, mutation: Mutation, other: str) -> str:
    pair = [_found(_WORD, text, share) for share in sorted((mutation.first, mutation.second))]
    if pair[0] is None or pair[1] is None or pair[0].start() == pair[1].start():
        return text
    first, second = pair[0], pair[1]
    return text[: first.start()] + second.group() + text[first.end() : second.start()] + first.group() + text[second.end() :]


def _rename_word(text: str, mutation: Mutation, other: str) -> str:
    """A word everywhere, by one of the other spec."""
    here, there = _found(_WORD, text, mutation.first), _found(_WORD, other, mutation.second)
    return text if here is None or there is None else re.sub(rf"\b{here.group()}\b", there.group(), text)


def _misspell(text: str, mutation: Mutation, other: str) -> str:
    here = _found(_WORD, text, mutation.first)
    if here is None:
        return text
    word = here.group()
    wrong = (word[:-1], word + word[-1], word[::-1], word.upper(), "x" + word)[mutation.pick % 5]
    return text[: here.start()] + wrong + text[here.end() :]


def _change_number(text: str, mutation: Mutation, other: str) -> str:
    here = _found(_NUMBER, text, mutation.first)
    return text if here is None else text[: here.start()] + NUMBERS[mutation.pick % len(NUMBERS)] + text[here.end() :]


def _splice_lines(text: str, mutation: Mutation, other: str) -> str:
    """Some lines of the other spec put between the lines of this one."""
    lines, taken = text.split("\n"), other.split("\n")
    start = _at(len(taken), mutation.second)
    at = _at(len(lines), mutation.first)
    lines[at:at] = taken[start : start + 1 + mutation.pick % 8]
    return "\n".join(lines)


def _splice_value(text: str, mutation: Mutation, other: str) -> str:
    """The value of a line by that of a line of the other spec."""
    lines = text.split("\n")
    values = [line.partition(": ")[2] for line in other.split("\n") if ": " in line]
    at = _at(len(lines), mutation.first)
    if values and ": " in lines[at]:
        lines[at] = lines[at].partition(": ")[0] + ": " + values[_at(len(values), mutation.second)]
    return "\n".join(lines)


def _splice_section(text: str, mutation: Mutation, other: str) -> str:
    """A whole section of the other spec in the place of this one's, or added."""
    mine, theirs = _sections(text), _sections(other)
    if not theirs:
        return text
    name = list(theirs)[_at(len(theirs), mutation.second)]
    return "".join((mine | {name: theirs[name]}).values())


def _sections(text: str) -> dict[str, str]:
    parts = re.split(r"(?m)^(?=[a-z_]+:)", text)
    return {part.partition(":")[0]: part for part in parts if part}


def _repeat_part(text: str, mutation: Mutation, other: str) -> str:
    start, end = _span(text, mutation)
    part = text[start : min(end, start + 40)]
    return text[:start] + part * (2 + mutation.pick % 30) + text[start:]


def _nest(text: str, mutation: Mutation, other: str) -> str:
    """A word inside many brackets."""
    here = _found(_WORD, text, mutation.first)
    if here is None:
        return text
    depth = (1, 3, 30, 300)[mutation.pick % 4]
    left, right = (("(", ")"), ("[", "]"), ("{", "}"), ("not (", ")"), ("-(", ")"))[mutation.pick % 5]
    return text[: here.start()] + left * depth + here.group() + right * depth + text[here.end() :]


Kind = Callable[[str, Mutation, str], str]

KINDS: Mapping[str, Kind] = {
    "insert_piece": _insert_piece,
    "delete_characters": _delete_characters,
    "cut": _cut,
    "delete_line": _lines(_delete_line),
    "duplicate_line": _lines(_duplicate_line),
    "swap_lines": _lines(_swap_lines),
    "move_block": _lines(_move_block),
    "indent_line": _lines(_indent_line),
    "empty_value": _lines(_empty_value),
    "replace_token": _replace_token,
    "swap_words": _swap_words,
    "rename_word": _rename_word,
    "misspell": _misspell,
    "change_number": _change_number,
    "splice_lines": _splice_lines,
    "splice_value": _splice_value,
    "splice_section": _splice_section,
    "repeat_part": _repeat_part,
    "nest": _nest,
}
