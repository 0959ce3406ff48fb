"""The two parsers made of `grammar.lark`: one for statements, one for everything else.

Making LALR tables takes a fifth of a second, so they are kept beside the grammar in `tables.json` and only read (package data, a hundredth of
a second, nothing written anywhere). They say which grammar and which Lark they were made by; where that differs, they are made anew in
memory. After a change of the grammar:

    python -m compiler.parse.tables > tables.json && mv tables.json compiler/parse/
"""

import hashlib
import json
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, Literal, TypeAlias

import lark
from lark import Lark
from lark.grammar import Rule
from lark.lark import PostLex
from lark.lexer import PatternRE, TerminalDef

from compiler.parse.lines import Flat, Lines

Start: TypeAlias = Literal[
    "expression", "expressions", "binders", "one_binder", "names", "invocation", "type_only", "signature", "head", "link_head", "statements"
]

_STARTS: Mapping[str, Sequence[str]] = {
    "flat": (
        "expression", "expressions", "binders", "one_binder", "names", "invocation", "type_only", "signature", "head", "link_head",
    ),
    "lines": ("statements",),
}  # fmt: skip


def parser_for(start: Start) -> Lark:
    """The parser that has this start symbol."""
    return _parser("lines" if start == "statements" else "flat")


@cache
def _parser(name: str) -> Lark:
    kept = _kept()
    if kept.get("made_by") != fingerprint():
        return _made(name)
    data, memo = kept[name]
    loaded: Lark = Lark._load_from_dict(data, memo, postlex=_postlex(name))  # type: ignore[no-untyped-call]
    return loaded


def fingerprint() -> str:
    """What the tables depend on."""
    described = f"{lark.__version__}\n{sorted(_STARTS.items())}\n{_grammar()}"
    return hashlib.sha256(described.encode()).hexdigest()


def _made(name: str) -> Lark:
    return Lark(
        _grammar(),
        parser="lalr",
        start=list(_STARTS[name]),
        postlex=_postlex(name),
        propagate_positions=True,
        maybe_placeholders=True,
        edit_terminals=_end_words,
    )


def _end_words(terminal: TerminalDef) -> None:
    """A keyword is a whole word."""
    if terminal.pattern.type == "str" and terminal.pattern.value.isalpha():
        terminal.pattern = PatternRE(terminal.pattern.value + r"\b")


def _postlex(name: str) -> PostLex:
    return Lines() if name == "lines" else Flat()


@cache
def _grammar() -> str:
    return files("compiler.parse").joinpath("grammar.lark").read_text(encoding="utf-8")


@cache
def _kept() -> Mapping[str, Any]:
    """The kept tables; none when the file is missing or spoilt."""
    try:
        text = files("compiler.parse").joinpath("tables.json").read_text(encoding="utf-8")
        kept = json.loads(text, object_hook=_numbered)
    except (OSError, ValueError):
        return {}
    return kept if isinstance(kept, dict) else {}


def _numbered(pairs: dict[str, Any]) -> dict[str | int, Any]:
    """JSON has no numbers as keys; the tables do."""
    return {int(key) if key.isdigit() else key: value for key, value in pairs.items()}


def _written() -> str:
    tables: dict[str, Any] = {"made_by": fingerprint()}
    for name in _STARTS:
        data, memo = _made(name).memo_serialize([TerminalDef, Rule])
        unkept = ("postlex", "edit_terminals")
        data["options"] = {key: value for key, value in data["options"].items() if key not in unkept}
        data["parser"]["parser"] = _ordered(data["parser"]["parser"])
        tables[name] = [data, memo]
    return json.dumps(tables, separators=(",", ":")) + "\n"


def _ordered(table: dict[str, Any]) -> dict[str, Any]:
    """The table with symbols numbered by name and states by their first way from a start: the file depends on the grammar alone."""
    names = sorted(table["tokens"].items(), key=lambda item: str(item[1]))
    symbols = {old: new for new, (old, _) in enumerate(names)}
    rows = {state: sorted(row.items(), key=lambda item: symbols[item[0]]) for state, row in table["states"].items()}
    order = [state for _, state in sorted(table["start_states"].items())]
    for state in order:
        order.extend(to for to in dict.fromkeys(to for _, (kind, to) in rows[state] if kind == _SHIFT) if to not in order)
    states = {old: new for new, old in enumerate(order)}
    return {
        **table,
        "tokens": {symbols[old]: name for old, name in names},
        "states": {
            states[state]: {symbols[at]: (kind, states[to] if kind == _SHIFT else to) for at, (kind, to) in rows[state]}
            for state in order
        },
        "start_states": {name: states[state] for name, state in sorted(table["start_states"].items())},
        "end_states": {name: states[state] for name, state in sorted(table["end_states"].items())},
    }


_SHIFT = 0


if __name__ == "__main__":
    sys.stdout.write(_written())
