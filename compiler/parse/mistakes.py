"""Mistakes worth a message of their own: habits from other languages, forms the wrong way round, words in a wrong place.

Each rule looks at a `Trouble` and gives a Problem or nothing; `friendly` asks them in order. A rule never guesses: where it is not sure
what was meant, the plain message about what was expected is better.
"""

import re
from collections.abc import Callable, Mapping

from compiler.diagnostics.problem import Problem
from compiler.parse.trouble import Trouble
from compiler.parse.words import KEYWORDS, closing, inside
from compiler.source import Span

_FOREIGN: Mapping[str, str] = {
    "&&": "and", "||": "or", "&": "and", "|": "or", "!": "not", "~": "not", "===": "==", "!==": "!=", "<>": "!=", "≠": "!=", "=<": "<=",
    "=>": ">=", "≤": "<=", "≥": ">=", "×": "*", "÷": "//", "/": "//", "−": "-", "–": "-", "…": "..", "...": "..", ":=": "=",
}  # fmt: skip
_FOREIGN_WORDS: Mapping[str, str] = {"is": "==", "equals": "==", "mod": "%", "div": "//", "to": ".."}
_CHANCES = {"shuffle": "mix: {{shuffle: {rest}}}", "draw": "take: {{draw: {rest}, do: …}}", "roll": "throw: {{roll: {rest}, do: …}}"}
"""keys of steps that are mistaken for effects, and how such a step is written"""

_STOPS = frozenset({"and", "or", "if", "else", "where", "while", "by", "for", "to", "default", "limit", ",", ":", ";", "\n"})
_CLAUSES = ("where", "while", "by", "in")
_SEARCHES = ("any", "count", "first")
_FOLDS = ("all", "sum", "min", "max")


def foreign_sign(trouble: Trouble) -> Problem | None:
    """`&&`, `!`, `<>`, `/`, …"""
    word = trouble.word
    if word is None or word.kind != "sign" or word.text not in _FOREIGN:
        return None
    meant = _FOREIGN[word.text]
    glued = meant.isalpha() and trouble.file.text[word.end : word.end + 1].strip() != ""
    return trouble.problem("RWP011", trouble.here, found=word.text, expected=meant, replacement=meant + " " * glued)


def foreign_word(trouble: Trouble) -> Problem | None:
    """`a is b`, `else if`, `x++`"""
    text = trouble.text
    if text == "if" and trouble.text_at(trouble.at - 1) == "else" and trouble.lines and "COLON" in trouble.accepts:
        return trouble.problem("RWP011", trouble.span(trouble.at - 1, trouble.at), found="else if", expected="elif", replacement="elif")
    if text == "==" and trouble.lines and trouble.opener is None and trouble.line and not any(
        word.text in KEYWORDS or word.text in ("=", "+=", "-=") for word in trouble.line
    ):
        return trouble.problem("RWP011", trouble.here, found="==", expected="=", replacement="=")
    if trouble.lines and text == "++":
        return trouble.problem("RWP011", trouble.here, found="++", expected="+= 1")
    if trouble.lines and text == "-" and trouble.text_at(trouble.at + 1) == "-" and trouble.text_at(trouble.at + 2) in ("\n", ""):
        return trouble.problem("RWP011", trouble.span(trouble.at, trouble.at + 1), found="--", expected="-= 1")
    if text in ("*=", "/=", "%="):
        return trouble.problem("RWP011", trouble.here, found=text, expected=f"x = x {_FOREIGN.get(text[0], text[0])} …")
    meant = _FOREIGN_WORDS.get(text)
    if meant is None or trouble.value_wanted or "PLUS" not in trouble.accepts or (text == "to" and trouble.lines):
        return None
    if text == "is" and trouble.text_at(trouble.at + 1) == "not":
        return trouble.problem("RWP011", trouble.span(trouble.at, trouble.at + 1), found="is not", expected="!=", replacement="!=")
    return trouble.problem("RWP011", trouble.here, found=text, expected=meant, replacement=meant)


def question_mark(trouble: Trouble) -> Problem | None:
    """`a ? b : c`, and `if a: b` where a value should stand"""
    if trouble.text == "?" or (trouble.text == "if" and trouble.value_wanted and "IF" not in trouble.accepts):
        return trouble.problem("RWP014", trouble.here)
    return None


def semicolon(trouble: Trouble) -> Problem | None:
    return trouble.problem("RWP015", trouble.here) if trouble.text == ";" else None


def braces(trouble: Trouble) -> Problem | None:
    """`{a, b}`"""
    if trouble.text not in ("{", "}"):
        return None
    end = closing(trouble.words, trouble.at) if trouble.text == "{" else None
    if end is None or end == trouble.at + 1:
        return trouble.problem("RWP009", trouble.here)
    within = trouble.source(trouble.words[trouble.at].end, trouble.words[end].start)
    return trouble.problem("RWP009", trouble.span(trouble.at, end), replacement=f"({within})")


def odd_name(trouble: Trouble) -> Problem | None:
    """`Wolf`, `bigWolf`, `größe`, `2nd`"""
    word = trouble.word
    if word is None or word.kind != "odd":
        return None
    strange = next((at for at, character in enumerate(word.text) if not character.isascii()), None)
    if strange is not None:
        at = word.start + strange
        return trouble.problem(
            "RWP004",
            Span(file=trouble.file, start=at, end=at + 1),
            character=word.text[strange],
            note="names are made of the letters a to z, digits and `_`",
        )
    if word.text[0].isdigit():
        return trouble.problem(
            "RWP001", trouble.here, found=f"`{word.text}`", expected=None, note="a name begins with a letter, a number holds digits only"
        )
    lower = word.text.lower()
    snake = lower if lower in KEYWORDS or word.text.isupper() else re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", word.text).lower()
    return trouble.problem("RWP012", trouble.here, name=word.text, replacement=snake)


def single_quotes(trouble: Trouble) -> Problem | None:
    word = trouble.word
    if word is None or word.kind != "quote":
        return None
    fix = None if '"' in word.text else f'"{word.text[1:-1]}"'
    return trouble.problem("RWP023", trouble.here, replacement=fix)


def decimal(trouble: Trouble) -> Problem | None:
    """`1.5`: the grammar stops at the digits after the dot."""
    word = trouble.word
    if word is None or word.kind != "number" or "." not in word.text:
        return None
    return trouble.problem("RWP001", trouble.here, found=f"`{word.text}`", expected=None, note="all numbers are whole")


def constant_assigned(trouble: Trouble) -> Problem | None:
    """`x.y = …`, and `=` where a condition stands"""
    if trouble.text not in ("=", "+=", "-="):
        return None
    line = trouble.line
    in_condition = trouble.opener is not None or (len(line) > 0 and line[0].text in ("if", "elif", "while", "for", "let"))
    if trouble.lines and not in_condition and not any(word.text in ("=", "+=", "-=") for word in line):
        if len(line) >= 3 and line[-2].text == ".":
            first = trouble.at - len(line)
            return trouble.problem("RWP013", trouble.span(first, trouble.at - 1), name=trouble.source(line[0].start, line[-1].end))
        return None
    if trouble.text == "=" and not trouble.value_wanted and ("IN" not in trouble.accepts or "PLUS" in trouble.accepts):
        return trouble.problem("RWP007", trouble.here, replacement="==")
    return None


def wrong_way_round(trouble: Trouble) -> Problem | None:
    """`all(p in players where …)`, `any(c for c in hand)`, `count(hand)`"""
    opener = trouble.opener
    if opener is None or opener == 0 or trouble.text_at(opener) != "(":
        return None
    name = trouble.text_at(opener - 1)
    if name not in _SEARCHES + _FOLDS or opener + 1 >= len(trouble.words):
        return None
    places = list(inside(trouble.words, opener + 1))
    words = {trouble.text_at(at): at for at in reversed(places)}
    end = closing(trouble.words, opener)
    stop = trouble.words[end].start if end is not None else trouble.end
    begin = trouble.words[opener].end
    form: str | None = None
    if name in _FOLDS and "for" not in words and re.match(r"\s*[a-z_]\w*(\s*,\s*[a-z_]\w*)*\s+in\b", trouble.file.text[begin:stop]):
        form = _as_fold(trouble, name, begin, stop, words.get("where"))
    elif name in _SEARCHES and "for" in words:
        form = _as_search(trouble, name, begin, stop, words["for"], "where" in words)
    elif name in _SEARCHES and "in" not in words and end is not None and end > opener + 1:
        form = f"{name}(c in {trouble.source(begin, stop)})"
    if form is None:
        return None
    return trouble.problem("RWP008", trouble.span(opener - 1, end), name=name, form=f"`{form}`")


def _as_fold(trouble: Trouble, name: str, begin: int, stop: int, where: int | None) -> str:
    if where is None:
        return f"{name}(… for {trouble.source(begin, stop)})"
    domain = trouble.source(begin, trouble.words[where].start)
    condition = trouble.source(trouble.words[where].end, stop)
    return f"all({condition} for {domain})" if name == "all" else f"{name}(… for {domain} where {condition})"


def _as_search(trouble: Trouble, name: str, begin: int, stop: int, place: int, filtered: bool) -> str:
    body = trouble.source(begin, trouble.words[place].start)
    binder = trouble.source(trouble.words[place].end, stop)
    if binder.split(" ")[0] == body:
        return f"{name}({binder})"
    return f"{name}({binder} {'and' if filtered else 'where'} {body})"


def one_item(trouble: Trouble) -> Problem | None:
    """`(a,)`"""
    opener = trouble.opener
    if trouble.text != ")" or trouble.text_at(trouble.at - 1) != "," or opener is None or trouble.text_at(opener) != "(":
        return None
    before = trouble.words[opener - 1] if opener > 0 else None
    called = before is not None and before.end == trouble.words[opener].start and (before.kind == "name" or before.text in ")]")
    if called:
        return trouble.problem("RWP001", trouble.span(trouble.at - 1), found="`,`", expected=None, note="nothing follows it", replacement="")
    return trouble.problem("RWP010", trouble.span(opener, trouble.at))


def needs_parentheses(trouble: Trouble) -> Problem | None:
    """`a == not b`, `where a if c else b`"""
    if trouble.text == "not" and trouble.value_wanted and "NOT" not in trouble.accepts and trouble.at + 1 < len(trouble.words):
        last = trouble.until(trouble.at + 1, _STOPS)
        return _in_parentheses(trouble, "not", trouble.at, last)
    if trouble.text == "if" and not trouble.value_wanted and "IF" not in trouble.accepts:
        opener = trouble.opener
        clause = next(
            (at for at in reversed(list(inside(trouble.words, 0 if opener is None else opener + 1))) if at < trouble.at
             and trouble.text_at(at) in (*_CLAUSES, ",")),
            None,
        )  # fmt: skip
        if clause is not None and trouble.text_at(clause) != ",":
            last = trouble.until(clause + 1, _STOPS - {"and", "or", "if", "else"})
            return _in_parentheses(trouble, "if", clause + 1, last)
    return None


def _in_parentheses(trouble: Trouble, name: str, first: int, last: int) -> Problem:
    text = trouble.source(trouble.words[first].start, trouble.words[last].end)
    return trouble.problem("RWP017", trouble.span(first, last), name=name, text=text, replacement=f"({text})")


def keyword_as_name(trouble: Trouble) -> Problem | None:
    """`let to = 3`, `by[p] += 1`, `for = 3`"""
    line = trouble.line
    if trouble.lines and len(line) == 1 and line[0].text in KEYWORDS and trouble.text in ("=", "+=", "-=", "[", "."):
        return trouble.problem("RWP020", trouble.span(trouble.at - 1), name=line[0].text)
    if trouble.text not in KEYWORDS or "NAME" not in trouble.accepts:
        return None
    if trouble.value_wanted and trouble.text_at(trouble.at + 1) not in ("=", "+=", "-=", "[", ".", "=="):
        return None
    return trouble.problem("RWP020", trouble.here, name=trouble.text)


def chance_in_effects(trouble: Trouble) -> Problem | None:
    """`shuffle deck`, `draw c in deck` and `roll d in 1..6` among effects."""
    line = trouble.line
    word = trouble.word
    if not trouble.lines or len(line) != 1 or line[0].text not in _CHANCES or word is None or word.kind != "name" and not word.text.isdigit():
        return None
    last = trouble.until(trouble.at, frozenset())
    rest = trouble.source(word.start, trouble.words[last].end).split("\n")[0].strip()
    name, form = line[0].text, _CHANCES[line[0].text]
    return trouble.problem("RWP029", trouble.span(trouble.at - 1), name=name, form=form.format(rest=rest))


def until_in_a_domain(trouble: Trouble) -> Problem | None:
    """`t in ray(q, d) until owner[t] != none`"""
    if trouble.text != "until" or trouble.lines or "in" not in [word.text for word in trouble.words[: trouble.at]]:
        return None
    last = trouble.until(trouble.at + 1, _STOPS)
    condition = trouble.source(trouble.words[trouble.at].end, trouble.words[last].end)
    return trouble.problem("RWP030", trouble.here, form=f"while not ({condition})")


MISTAKES: tuple[Callable[[Trouble], Problem | None], ...] = (
    semicolon, question_mark, braces, odd_name, single_quotes, decimal, foreign_sign, foreign_word, one_item, wrong_way_round,
    chance_in_effects, until_in_a_domain, keyword_as_name, constant_assigned, needs_parentheses,
)  # fmt: skip
