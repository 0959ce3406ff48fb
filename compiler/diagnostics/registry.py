"""From a problem's facts to the diagnostic that people read.

    explain(Problem(code="RWN001", span=…, facts={"name": "fild", "near": ("field",)}))
    # headline "unknown name `fild`", help "did you mean `field`?", a fix that writes `field`

The texts are templates of `codes`; this is the one function that fills them.
"""

import re
from collections.abc import Iterable, Iterator, Mapping

from compiler.diagnostics.codes import CODES, Code
from compiler.diagnostics.problem import Diagnostic, Edit, Fact, Fix, Label, Problem
from compiler.source import Span

BY_CODE: Mapping[str, Code] = {code.code: code for code in CODES}

LONGEST = 80
"""characters of a text of several lines that a message shows"""

_BETWEEN = frozenset({"steps", "either", "actions"})
"""keys that paths leave out"""

_PART = re.compile(r"\{\{|\}\}|\{(\w+)\}")


def lookup(name: str) -> Code | None:
    """The code of a number (`RWN001`) or a slug (`unknown-name`), in any case."""
    wanted = name.strip()
    return BY_CODE.get(wanted.upper()) or next((code for code in CODES if code.slug == wanted.lower()), None)


def explain(problem: Problem) -> Diagnostic:
    """Fills the templates of the problem's code. Raises KeyError for an unknown code: that is a mistake of the compiler."""
    code = BY_CODE[problem.code]
    facts = problem.facts
    label = _text(facts.get("label")) or fill(code.label, facts) or ""
    return Diagnostic(
        code=code.code,
        slug=code.slug,
        severity=code.severity,
        headline=_fill_headline(code.headline, facts),
        labels=(Label(span=_words(problem.span), text=label), *_further(code, facts)),
        notes=tuple(_given([*(fill(note, facts) for note in code.notes), _text(facts.get("note"))])),
        helps=tuple(_given([_near(facts), *(fill(text, facts) for text in code.helps), _text(facts.get("help"))])),
        fix=_fix(problem),
        trail=tuple(key for key in problem.trail if key not in _BETWEEN),
    )


def explain_all(problems: Iterable[Problem]) -> list[Diagnostic]:
    """All diagnostics by file, place and code; what is found at one place stays in the order found."""
    return sorted((explain(problem) for problem in problems), key=lambda it: (it.span.file.path, it.span.start, it.code, it.span.end))


def exit_code(diagnostics: Iterable[Diagnostic]) -> int:
    """0 when there is no error or warning, 1 when there is one, 2 when the input could not be read at all."""
    worst = 0
    for diagnostic in diagnostics:
        if diagnostic.code in UNUSABLE:
            return 2
        if diagnostic.severity != "hint":
            worst = 1
    return worst


UNUSABLE: frozenset[str] = frozenset({"RWL001", "RWL002", "RWL003", "RWX001"})
"""codes after which nothing was compiled, because the input itself could not be had"""


def fill(template: str, facts: Mapping[str, Fact]) -> str | None:
    """The template with its facts, or None when one of them is not given (or nothing is left)."""
    for part in _PART.finditer(template):
        name = part.group(1)
        if name is not None and _text(facts.get(name)) is None:
            return None
    return _fill_headline(template, facts) or None


def fact_names(code: Code) -> tuple[str, ...]:
    """Every fact the texts of a code name, headline first."""
    templates = [code.headline, code.label, *(text for _, text in code.at), *code.notes, *code.helps]
    names = [part.group(1) for template in templates for part in _PART.finditer(template) if part.group(1) is not None]
    return tuple(dict.fromkeys([*names, *(key for key, _ in code.at)]))


def _fill_headline(template: str, facts: Mapping[str, Fact]) -> str:
    def part(match: re.Match[str]) -> str:
        name = match.group(1)
        if name is None:
            return match.group(0)[0]
        return _text(facts.get(name)) or "…"

    return _PART.sub(part, template)


def _text(fact: Fact) -> str | None:
    match fact:
        case None:
            return None
        case str():
            return _one_line(fact)
        case int():
            return str(fact)
        case Span():
            return fact.place
        case tuple():
            return _several(fact) if fact else None


def _one_line(text: str) -> str:
    """Text of a spec may go over several lines; a message does not."""
    if "\n" not in text and "\r" not in text:
        return text
    line = " ".join(text.split())
    return line if len(line) <= LONGEST else line[: LONGEST - 1] + "…"


def _several(items: tuple[str, ...] | tuple[Span, ...]) -> str:
    texts = [item.place if isinstance(item, Span) else f"`{item}`" for item in items]
    return texts[0] if len(texts) == 1 else ", ".join(texts[:-1]) + " and " + texts[-1]


def _near(facts: Mapping[str, Fact]) -> str | None:
    near = facts.get("near")
    if not isinstance(near, tuple) or not near:
        return None
    names = [f"`{name}`" for name in near]
    return "did you mean " + (names[0] if len(names) == 1 else ", ".join(names[:-1]) + " or " + names[-1]) + "?"


def _words(span: Span) -> Span:
    """A block begins at its first words, not at the bar before them."""
    blank = len(span.text) - len(span.text.lstrip())
    if blank == len(span.text) or "\n" not in span.text[:blank]:
        return span
    return Span(file=span.file, start=span.start + blank, end=span.end)


def _further(code: Code, facts: Mapping[str, Fact]) -> Iterator[Label]:
    for key, template in (*code.at, ("second", "{second_text}")):
        text = fill(template, facts) if template else ""
        for span in _spans(facts.get(key)):
            yield Label(span=_words(span), text=text or "")


def _spans(fact: Fact) -> tuple[Span, ...]:
    match fact:
        case Span():
            return (fact,)
        case tuple():
            return tuple(item for item in fact if isinstance(item, Span))
        case _:
            return ()


def _fix(problem: Problem) -> Fix | None:
    text = problem.facts.get("replacement")
    sure = problem.facts.get("sure") == 1
    if not isinstance(text, str):
        near = problem.facts.get("near")
        if not isinstance(near, tuple) or len(near) != 1 or not isinstance(near[0], str):
            return None
        text = near[0]
    return Fix(title=f"write `{text}`" if text else "take it away", edits=(Edit(span=problem.span, text=text),), sure=sure)


def _given(texts: Iterable[str | None]) -> Iterator[str]:
    return (text for text in texts if text)
