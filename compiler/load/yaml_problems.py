"""What went wrong when YAML could not be read, said in an author's words.

The YAML parser stops at its first mistake, so there is one problem a file; the traps that an expression meets inside YAML (a `: ` that
splits it, brackets in flow style, a comment in its middle) get their own codes.
"""

import re

import yaml

from compiler.diagnostics.problem import Problem
from compiler.source import SourceFile, Span


def character_problem(file: SourceFile, error: yaml.reader.ReaderError) -> Problem:
    """A character that no YAML file may hold."""
    at = error.position
    number = ord(file.text[at]) if at < len(file.text) else 0
    return _syntax(file, at, f"the character U+{number:04X} has no place in it")


def syntax_problem(file: SourceFile, error: yaml.MarkedYAMLError) -> Problem:
    """The parser's complaint as a problem."""
    at = error.problem_mark.index if error.problem_mark is not None else 0
    context = error.context_mark.index if error.context_mark is not None else at
    text = error.problem or ""
    if "'\\t'" in text:
        return _problem("RWL012", file, at, at + 1)
    if "mapping values are not allowed" in text:
        return _unexpected_colon(file, at)
    if text.startswith("expected ',' or"):
        return _inside_flow(file, context, at)
    if text.startswith("expected <block end>"):
        return _after_value(file, at)
    if "tag handle" in text:
        end = _word_end(file.text, at)
        return _problem("RWL008", file, at, end, tag=file.text[at:end])
    for part, what, place in _WHAT:
        if part in text or part in (error.context or ""):
            start = at if place == "problem" else context
            character = file.text[start : start + 1]
            line_end = _line(file.text, start)[1] if place == "line" else None
            return _syntax(file, start, what.format(character=character), end=line_end)
    return _syntax(file, at, "this is not expected here")


_WHAT: tuple[tuple[str, str, str], ...] = (
    ("found unexpected end of stream", "this quote is never closed", "context"),
    ("found unexpected document separator", "this quote is never closed", "context"),
    ("unknown escape", "`\\{character}` is no escape", "problem"),
    ("hexadecimal", "this escape needs more digits", "problem"),
    ("cannot start any token", "a value cannot begin with `{character}`; put it in quotes", "problem"),
    ("scanning an alias", "a value that begins with `*` stands in quotes", "context"),
    ("scanning an anchor", "a value that begins with `&` stands in quotes", "context"),
    ("scanning a block scalar", "after the `{character}` of a block only its line may end", "context"),
    ("sequence entries are not allowed", "a list begins on a line of its own", "problem"),
    ("could not find expected ':'", "a `:` is missing after this key", "line"),
    ("expected '<document start>'", "this line is indented less than those before it", "problem"),
    ("expected the node content", "`{character}` closes nothing", "problem"),
    ("directive", "lines that begin with `%` are not part of a spec", "problem"),
    ("YAML document", "lines that begin with `%` are not part of a spec", "problem"),
)


_NEEDS_LINES = re.compile(r"(?:for|if|while)\b.*:")
"""effects that cannot stand on the line of their key"""


def mended(key: str, text: str) -> str:
    """How a value that YAML breaks up is written instead."""
    line = " ".join(text.split())
    if _NEEDS_LINES.match(line):
        return f"write it in a literal block, on the lines after `{key}: |`, with what it does on a line of its own"
    if len(line) <= 60 and '"' not in line and "\\" not in line:
        return f'write it in quotes: `{key}: "{line}"`'
    return f"write it in a literal block, on the lines after `{key}: |`"


_ENTRY = re.compile(r"\s*(?:- +)*(?P<key>[^\s:#][^:#]*?)\s*:\s+(?P<value>\S.*)")


_TYPE_BEHIND = re.compile(r"\s*(?P<name>\w+)\((?P<parameters>(?:[^()]|\([^()]*\))*:(?:[^()]|\([^()]*\))*)\)\s*(?:->\s*(?P<gives>[^:]+?)\s*)?:(?:\s|$)")
"""`best(q: player) -> bool:`, the parameters of other languages"""

_PARAMETER = re.compile(r"(?:[^,()]|\([^()]*\))+")


def _unexpected_colon(file: SourceFile, at: int) -> Problem:
    start, end = _line(file.text, at)
    entry = _ENTRY.match(file.text[start:end])
    typed = _TYPE_BEHIND.match(file.text[start:end])
    if typed is not None:
        name, written = typed.group("name"), ", ".join(map(_typed_before, _PARAMETER.findall(typed.group("parameters"))))
        gives = f" -> {typed.group('gives')}" if typed.group("gives") else ""
        first, last = typed.span("parameters")
        mend = f"the type stands before the name: `{name}({written}){gives}`"
        return _problem("RWP025", file, start + first, start + last, what=f"`{name}`", form=f"name(type a, type b){' -> type' if gives else ''}", help=mend)
    if entry is not None and start + entry.start("value") < at:
        return _problem("RWL017", file, at, at + 1, mended=mended(entry.group("key"), _uncommented(entry.group("value"))))
    before = _line_before(file.text, start)
    if before is not None and ":" not in before.partition(" #")[0]:
        first = file.text.rfind(before, 0, start)
        return _syntax(file, first + len(before) - len(before.lstrip()), "a `:` is missing in this line", end=first + len(before))
    return _syntax(file, start + _indent(file.text[start:end]), "this line is indented deeper than the one before allows", end=at)


def _typed_before(parameter: str) -> str:
    """`q: player` as `player q`; what is written rightly stays."""
    name, colon, of = parameter.partition(":")
    return f"{of.strip()} {name.strip()}" if colon else name.strip()


def _inside_flow(file: SourceFile, opened: int, at: int) -> Problem:
    bracket = file.text[opened : opened + 1]
    if "\n" in file.text[opened:at] or at >= len(file.text.rstrip()):
        return _syntax(file, opened, f"this `{bracket}` is not closed", end=opened + 1)
    found = file.text[at : at + 1]
    entry = re.search(r"(?P<key>[\w. ()]+?)\s*:\s+(?P<value>[^{}]*)$", file.text[opened + 1 : at].rpartition(", ")[2])
    key = entry.group("key").strip() if entry is not None else "key"
    rest = file.text[at : _line(file.text, at)[1]]
    value = (entry.group("value") if entry is not None else "") + _uncommented(rest).rstrip("} ")
    code = "RWL017" if found == ":" else "RWL018"
    return _problem(code, file, at, at + 1, mended=mended(key, value), found=f"the end of a value before `{found}`")


def _after_value(file: SourceFile, at: int) -> Problem:
    start, end = _line(file.text, at)
    quote = _long_quote(file.text, at)
    if quote is not None:
        return _syntax(file, quote, f"this quote is closed only in line {file.position(at).line}")
    line = file.text[start:end]
    if at == start + _indent(line):
        before = _line_before(file.text, start)
        comment = re.search(r"\s#", before) if before is not None else None
        if before is not None and comment is not None and ":" in before[: comment.start()] and _indent(line) > _indent(before):
            place = file.text.rfind(before, 0, start) + comment.start() + 1
            entry = _ENTRY.match(before[: comment.start()])
            key = entry.group("key") if entry is not None else "key"
            return _problem("RWL016", file, place, place + 1, mended=f"write it in a literal block, on the lines after `{key}: |`")
        return _syntax(file, at, "this line is not indented like those it belongs to", end=end)
    entry = _ENTRY.match(line)
    if entry is None:
        return _syntax(file, at, "this follows a value that is complete", end=end)
    help_ = mended(entry.group("key"), entry.group("value")) if entry.group("value")[0] in "{[" else None
    return _syntax(file, at, "this follows a value that is complete", end=end, help=help_)


def _long_quote(text: str, at: int) -> int | None:
    """Where a quoted text begins that goes over several lines and ends just before a place."""
    begin = None
    try:
        for token in yaml.scan(text):
            if token.start_mark.index >= at:
                break
            quoted = isinstance(token, yaml.ScalarToken) and token.style in ("'", '"') and token.start_mark.line < token.end_mark.line
            begin = token.start_mark.index if quoted else None
    except yaml.YAMLError:
        return None
    return begin


def _syntax(file: SourceFile, start: int, what: str, *, end: int | None = None, help: str | None = None) -> Problem:
    return _problem("RWL004", file, start, end if end is not None else start + 1, what=what, help=help)


def _problem(code: str, file: SourceFile, start: int, end: int, **facts: str | None) -> Problem:
    start = min(start, len(file.text))
    return Problem(code=code, span=Span(file=file, start=start, end=max(start, min(end, len(file.text)))), facts=facts)


def _line(text: str, at: int) -> tuple[int, int]:
    end = text.find("\n", at)
    return text.rfind("\n", 0, at) + 1, len(text) if end < 0 else end


def _line_before(text: str, start: int) -> str | None:
    """The nearest line above that says something."""
    while start > 0:
        before = text.rfind("\n", 0, start - 1) + 1
        line = text[before : start - 1].rstrip()
        if line and not line.lstrip().startswith("#"):
            return line
        start = before
    return None


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _uncommented(text: str) -> str:
    return re.split(r"\s#", text, maxsplit=1)[0].rstrip()


def _word_end(text: str, at: int) -> int:
    while at < len(text) and not text[at].isspace():
        at += 1
    return at
