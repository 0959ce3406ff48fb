"""What the grammar would have taken, in words.

    {"PLUS", "MINUS", "RPAR", "COMMA", …}   ->   "`)`, `,` or an operator"
"""

from collections.abc import Iterable, Iterator

_VALUE = ("INT", "TRUE", "FALSE", "NONE", "STRING", "SEARCH", "FOLD", "LARGEST", "MINUS", "NOT", "LPAR", "NAME")
_OPERATOR = (
    "PLUS", "MINUS", "STAR", "DIVIDE", "PERCENT", "DOTS", "EQUALS", "DIFFERS", "AT_MOST", "AT_LEAST", "LESSTHAN", "MORETHAN", "IN", "NOT",
    "AND", "OR", "IF", "DOT", "LSQB", "LPAR",
)  # fmt: skip
_STATEMENT = ("LET", "MOVE", "MOVE_ALL", "END", "WIN", "LOSE", "ELIMINATE", "PASS", "FOR", "WHILE", "IF", *_VALUE)

_GROUPS: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("LET", "a statement", _STATEMENT),
    ("INT", "a value", _VALUE),
    ("SIGNED_INT", "a type or a number", ("SIGNED_INT", "NAME", "LPAR")),
    ("PLUS", "an operator", _OPERATOR),
)
"""the terminal that shows a group is meant, its name, and what it covers"""

_SINGLE: tuple[tuple[str, str], ...] = (
    ("NAME", "a name"),
    ("WORD", "a name"),
    ("_INDENT", "an indented line"),
    ("NONE", "`none`"),
    ("ELSE", "`else`"),
    ("TO", "`to`"),
    ("IN", "`in`"),
    ("ASSIGN", "`=`"),
    ("ARROW", "`->`"),
    ("COLON", "`:`"),
    ("RPAR", "`)`"),
    ("RSQB", "`]`"),
    ("LPAR", "`(`"),
    ("DOTS", "`..`"),
    ("COMMA", "`,`"),
    ("FOR", "`for`"),
)
_AFTER: tuple[tuple[str, str], ...] = (
    ("WHERE", "`where`"),
    ("DEFAULT", "`default`"),
    ("_NEWLINE", "the end of the line"),
    ("$END", "the end"),
)


def expected(accepts: Iterable[str]) -> str:
    """The most telling of what is accepted, as "`a`, `b` or c"; never empty."""
    found = list(dict.fromkeys(_named(set(accepts))))[:5]
    if len(found) < 2:
        return found[0] if found else "something else"
    return ", ".join(found[:-1]) + " or " + found[-1]


def wants_value(accepts: Iterable[str]) -> bool:
    return "INT" in accepts


def _named(left: set[str]) -> Iterator[str]:
    groups: list[str] = []
    for sign, name, members in _GROUPS:
        if sign in left:
            groups.append(name)
            left = left.difference(members)
    first = [name for name in groups if name != "an operator"]
    yield from first
    yield from (name for terminal, name in _SINGLE if terminal in left)
    yield from (name for name in groups if name not in first)
    yield from (name for terminal, name in _AFTER if terminal in left)
