"""From the grammar's refusal to one problem that an author can act on.

`friendly(refusal, …)` finds the word where the text stops making sense, asks the rules of `mistakes` and the rules for brackets and lines
below, and else says plainly what was found and what was expected. The span lies inside the snippet, always.
"""

from collections.abc import Callable, Iterable, Sequence

from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken
from lark.parsers.lalr_interactive_parser import InteractiveParser

from compiler.diagnostics.problem import Problem
from compiler.diagnostics.suggest import nearest
from compiler.parse.expected import expected
from compiler.parse.lines import Indentation, TooDeep
from compiler.parse.mistakes import MISTAKES
from compiler.parse.trouble import Trouble
from compiler.parse.words import KEYWORDS, PAIRS, Word, closing, words_of
from compiler.source import SourceFile, Span

_JOINING = ("and", "or", "not", "in", "where", "for", "by", "if", "else", "while", "to", "default", "limit")
_GATHERING = ("any", "all", "count", "first", "sum", "min", "max", "largest")
_DOING = ("if", "elif", "else", "for", "while", "let", "move", "end", "win", "lose", "eliminate", "pass")
"""words that stand between values, before a bracket, and at the beginning of an effect"""

_OPERATORS = frozenset(["+", "-", "*", "//", "%", "..", "==", "!=", "<=", ">=", "<", ">", "=", "and", "or", "if", "else", "in", "not", ".", "["])

_BEGINNINGS = frozenset({"if", "else", "not"})
"""of these the words that may begin a line"""


def friendly(
    refusal: UnexpectedInput | Indentation | TooDeep, *, file: SourceFile, start: int, end: int, what: str, lines: bool
) -> Problem:
    """The problem of a snippet `start..end` that its grammar refused; `what` names it ("expression", "choice", …)."""
    match refusal:
        case Indentation():
            return _indentation(refusal, file, end)
        case TooDeep():
            at = min(refusal.at, end)
            return Problem(code="RWP018", span=Span(file=file, start=at, end=min(at + 1, end)))
        case _:
            trouble = _trouble(refusal, file, start, end, what, lines)
            return next((problem for rule in _RULES if (problem := rule(trouble)) is not None), None) or _plain(trouble)


def _indentation(refusal: Indentation, file: SourceFile, end: int) -> Problem:
    line = Span(file=file, start=max(refusal.at - refusal.found, 0), end=min(refusal.at + 1, end))
    if refusal.tabs:
        return Problem(code="RWP003", span=line, facts={"found": "with a tab", "expected": "blanks"})
    allowed = " or ".join(str(each) for each in refusal.allowed)
    return Problem(code="RWP003", span=line, facts={"found": refusal.found, "expected": allowed})


def _trouble(refusal: UnexpectedInput, file: SourceFile, start: int, end: int, what: str, lines: bool) -> Trouble:
    words = words_of(file.text, start, end)
    kind = refusal.token.type if isinstance(refusal, UnexpectedToken) else ""
    offset = end if kind == "$END" or refusal.pos_in_stream is None else refusal.pos_in_stream
    at = _word_at(words, offset)
    beyond = kind in ("_INDENT", "_DEDENT")
    while beyond and at < len(words) and words[at].kind == "newline":
        at += 1
    parser = refusal.interactive_parser if isinstance(refusal, UnexpectedToken | UnexpectedCharacters) else None
    accepts = frozenset(_accepted(parser)) if parser is not None else frozenset()
    return Trouble(
        file=file,
        start=start,
        end=end,
        words=words,
        at=at,
        accepts=accepts,
        what=what,
        lines=lines,
        block=file.text[start : start + 1] == "\n",
        indented=kind == "_INDENT",
        outdented=kind != "_INDENT" and "_INDENT" in accepts,
    )


def _accepted(parser: InteractiveParser) -> Iterable[str]:
    names: Iterable[str] = parser.accepts()  # type: ignore[no-untyped-call]
    return names


def _word_at(words: Sequence[Word], offset: int) -> int:
    """The word that holds or follows an offset."""
    return next((at for at, word in enumerate(words) if word.end > offset), len(words))


def _swallowed_lines(trouble: Trouble) -> Problem | None:
    """A bracket left open takes the lines after it for its own; the trouble then shows far below."""
    opener = trouble.opener
    if opener is None or not trouble.lines or closing(trouble.words, opener) is not None:
        return None
    broken = any(word.kind == "newline" for word in trouble.words[opener : trouble.at])
    return _unclosed(trouble, opener) if broken else None


def _block_needed(trouble: Trouble) -> Problem | None:
    """`if a: b()` on the line of its key"""
    if not trouble.lines or trouble.block or trouble.at > 0 or trouble.text not in ("if", "for", "while"):
        return None
    return trouble.problem("RWP028", trouble.here, name=trouble.text)


def _bracket(trouble: Trouble) -> Problem | None:
    word = trouble.word
    opener = trouble.opener
    if word is not None and word.kind == "close":
        if opener is None:
            return trouble.problem("RWP027", trouble.here, bracket=word.text)
        if PAIRS[trouble.text_at(opener)] != word.text:
            return trouble.problem(
                "RWP026", trouble.span(opener), bracket=trouble.text_at(opener), second=trouble.here, second_text="this closes another kind"
            )
    if opener is not None and closing(trouble.words, opener) is None and "INT" not in trouble.accepts:
        return _unclosed(trouble, opener)
    return None


def _unclosed(trouble: Trouble, opener: int) -> Problem:
    bracket = trouble.text_at(opener)
    return trouble.problem("RWP026", trouble.span(opener), bracket=bracket, expected=PAIRS[bracket])


def _line(trouble: Trouble) -> Problem | None:
    """What goes wrong at the end or the beginning of a line of effects."""
    word = trouble.word
    if not trouble.lines or word is None:
        return None
    if trouble.block and not trouble.line and word.text in _OPERATORS - _BEGINNINGS:
        return trouble.problem("RWP016", trouble.here)
    if trouble.indented:
        return trouble.problem("RWP003", trouble.here, found=_column(trouble, trouble.at), expected=str(_above(trouble)))
    if trouble.outdented and word.kind != "newline":
        return trouble.problem("RWP003", trouble.here, found=_column(trouble, trouble.at), expected=f"more than {_above(trouble)}")
    if word.kind != "newline":
        return None
    following = next((at for at in range(trouble.at, len(trouble.words)) if trouble.words[at].kind != "newline"), None)
    if "COLON" in trouble.accepts and trouble.line and trouble.line[0].text in ("if", "elif", "else", "for", "while"):
        return _ends_early(trouble, "line", expected({"COLON"}))
    if not trouble.block and following is not None:
        return trouble.problem(
            "RWP016", trouble.span(following), label="a new line begins here",
            help="write several effects, or a long one in brackets, in a literal block: `|`",
        )  # fmt: skip
    if following is not None and trouble.line:
        deeper = _column(trouble, following) > _column(trouble, trouble.at - len(trouble.line))
        if deeper or trouble.text_at(following) in _OPERATORS - _BEGINNINGS:
            return trouble.problem("RWP016", trouble.span(following))
    return _ends_early(trouble, "line", expected(trouble.accepts))


def _column(trouble: Trouble, at: int) -> int:
    return trouble.file.position(trouble.words[at].start).column - 1


def _above(trouble: Trouble) -> int:
    """The indentation of the line before the word's."""
    firsts = [at for at in range(trouble.at) if trouble.words[at].kind != "newline" and (at == 0 or trouble.words[at - 1].kind == "newline")]
    return _column(trouble, firsts[-1]) if firsts else 0


def _ends_early(trouble: Trouble, what: str, wanted: str) -> Problem:
    end = trouble.words[trouble.at - 1].end if trouble.at > 0 else trouble.start
    return trouble.problem("RWP002", Span(file=trouble.file, start=end, end=end), what=what, expected=wanted)


def _plain(trouble: Trouble) -> Problem:
    word = trouble.word
    if word is None:
        return _ends_early(trouble, trouble.what, expected(trouble.accepts))
    if word.kind == "other" or (word.kind == "sign" and word.text in "!&|;?~^"):
        return trouble.problem("RWP004", trouble.here, character=_shown(word.text))
    found = "end of the line" if word.kind == "newline" else f"`{word.text}`"
    return trouble.problem("RWP001", trouble.here, found=found, expected=expected(trouble.accepts), help=_misspelt(trouble))


def _misspelt(trouble: Trouble) -> str | None:
    """A word of the language with a letter wrong: here, just before, before the bracket that is open, or at the beginning of the line."""
    before = trouble.opener - 1 if trouble.opener else -1
    first = trouble.at - len(trouble.line) if trouble.lines else -1
    places = ((trouble.at, _JOINING), (trouble.at - 1, _JOINING), (before, _GATHERING), (first, _DOING))
    for at, words in places:
        text = trouble.text_at(at)
        near = next((word for word in nearest(text, words) if abs(len(word) - len(text)) <= 1), None)
        if near is not None and text not in KEYWORDS and trouble.words[at].kind in ("name", "odd"):
            return f"did you mean `{near}` for `{text}`?"
    return None


def _shown(character: str) -> str:
    return character if character.isprintable() and not character.isspace() else f"U+{ord(character):04X}"


_RULES: tuple[Callable[[Trouble], Problem | None], ...] = (_swallowed_lines, _block_needed, *MISTAKES, _line, _bracket)
