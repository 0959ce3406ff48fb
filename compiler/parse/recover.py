"""What can still be recognised in text that could not be parsed: the names it introduces.

A choice whose domain is garbled still binds its names, a definition with a garbled type still has a name and so many parameters. Kept as
`Bad` domains and types, they keep later stages from complaining about names that the author did write.
"""

import re
from collections.abc import Iterator

from compiler.parse.ast import Bad, Binder, Head, Ident, Let, LinkHead, Parameter, Signature
from compiler.parse.words import KEYWORDS
from compiler.source import Span

_BOUND = re.compile(r"\s*(?P<name>[a-z_][a-z0-9_]*)\s*(?:$|[a-z])")
_NAME = re.compile(r"[a-z_][a-z0-9_]*")
_LET = re.compile(r"\s*let\s+(?P<name>[a-z_][a-z0-9_]*)\s*=")
_HEAD = re.compile(r"\s*(?P<name>[a-z_][a-z0-9_]*)\s*(?:\((?P<parameters>(?:[^()]|\([^()]*\))*)\)?)?")


def binders(span: Span) -> tuple[Binder, ...]:
    """A binder for the first word of every part between commas that stand in no bracket: `a, b in sheep` has two, `min(1, 2)` none."""
    found: dict[str, Binder] = {}
    for start, end in _parts(span):
        match = _BOUND.match(span.file.text[:end], start)
        if match is not None and match.group("name") not in KEYWORDS:
            name = _ident(span, match.start("name"), match.end("name"))
            found.setdefault(name.text, _binder((name,), span))
    return tuple(found.values())


def _parts(span: Span) -> Iterator[tuple[int, int]]:
    start, depth = span.start, 0
    for at in range(span.start, span.end):
        character = span.file.text[at]
        depth += (character in "([{") - (character in ")]}")
        if character == "," and depth <= 0:
            yield start, at
            start = at + 1
    yield start, span.end


def binder(span: Span) -> Binder:
    return next(iter(binders(span)), _binder((), span))


def statement(span: Span) -> Let | Bad:
    """A `let` still introduces its name."""
    found = _LET.match(span.file.text, span.start, span.end)
    if found is None or found.group("name") in KEYWORDS:
        return Bad(span=span)
    return Let(name=_ident(span, found.start("name"), found.end("name")), value=Bad(span=span), span=span)


def signature(span: Span) -> Signature | None:
    """With a `Bad` result: nothing is known about what it gives."""
    found = head(span)
    if found is None:
        return None
    return Signature(name=found.name, parameters=found.parameters, result=Bad(span=span), span=span)


def head(span: Span) -> Head | None:
    match = _HEAD.match(span.file.text, span.start, span.end)
    if match is None or match.group("name") in KEYWORDS:
        return None
    name = _ident(span, match.start("name"), match.end("name"))
    return Head(name=name, parameters=tuple(_parameters(span, match)), span=span)


def link_head(span: Span) -> LinkHead | None:
    found = head(span)
    if found is None:
        return None
    return LinkHead(name=found.name, names=tuple(parameter.name for parameter in found.parameters), span=span)


def _parameters(span: Span, match: re.Match[str]) -> Iterator[Parameter]:
    """The last word of every part between commas."""
    if not (match.group("parameters") or "").strip():
        return
    for start, end in _parts(Span(file=span.file, start=match.start("parameters"), end=match.end("parameters"))):
        names = list(_names(span, start, end))
        if names:
            yield Parameter(type=Bad(span=names[-1].span), name=names[-1], span=names[-1].span)


def _names(span: Span, start: int, end: int) -> Iterator[Ident]:
    for match in _NAME.finditer(span.file.text, start, end):
        if match.group() not in KEYWORDS:
            yield _ident(span, match.start(), match.end())


def _ident(span: Span, start: int, end: int) -> Ident:
    return Ident(text=span.file.text[start:end], span=Span(file=span.file, start=start, end=end))


def _binder(names: tuple[Ident, ...], span: Span) -> Binder:
    return Binder(names=names, domain=Bad(span=span), keep=None, where=None, by=None, span=span)
