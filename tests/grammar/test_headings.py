"""Types, choices, and the headings of definitions, effects and links."""

import pytest

from compiler.parse import (
    ast,
    parse_binder,
    parse_binders,
    parse_head,
    parse_invocation,
    parse_link_head,
    parse_names,
    parse_signature,
    parse_type,
)
from tests.grammar.reading import bare, read


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("player", ("NamedType", ("Ident", "player"))),
        ("site(field)", ("OfType", ("Ident", "site"), ("Ident", "field"))),
        ("player or none", ("OptionalType", ("NamedType", ("Ident", "player")))),
        ("0..9", ("RangeType", ("Number", 0), ("Number", 9))),
        ("-3..-1", ("RangeType", ("Unary", "-", ("Number", 3)), ("Unary", "-", ("Number", 1)))),
        ("0..player_count", ("RangeType", ("Number", 0), ("Name", "player_count"))),
        ("0..(n - 1)", ("RangeType", ("Number", 0), ("Binary", "-", ("Name", "n"), ("Number", 1)))),
        ("0..9 or none", ("OptionalType", ("RangeType", ("Number", 0), ("Number", 9)))),
    ],
)
def test_types(text: str, expected: object) -> None:
    found, problems = read(parse_type, text)
    assert not problems
    assert bare(found) == expected


def test_a_signature() -> None:
    found, problems = read(parse_signature, "fits(sheep a, 0..9 n, site(field) q) -> bool")
    assert not problems
    assert isinstance(found, ast.Signature)
    assert found.name.text == "fits"
    assert [parameter.name.text for parameter in found.parameters] == ["a", "n", "q"]
    assert [type(parameter.type).__name__ for parameter in found.parameters] == ["NamedType", "RangeType", "OfType"]
    assert bare(found.result) == ("NamedType", ("Ident", "bool"))


def test_a_signature_without_parameters() -> None:
    found, _ = read(parse_signature, "wolves() -> 0..6")
    assert isinstance(found, ast.Signature)
    assert found.parameters == ()


def test_heads() -> None:
    head, problems = read(parse_head, "lay_one(player p, bool own)")
    link, more = read(parse_link_head, "link(t, i, u, j)")
    assert not problems
    assert not more
    assert isinstance(head, ast.Head)
    assert isinstance(link, ast.LinkHead)
    assert [parameter.name.text for parameter in head.parameters] == ["p", "own"]
    assert [name.text for name in link.names] == ["t", "i", "u", "j"]


def test_choices() -> None:
    found, problems = read(parse_binders, "q in board where pawn[q] == p, d in directions(board)")
    assert not problems
    assert isinstance(found, tuple)
    assert [[name.text for name in binder.names] for binder in found] == [["q"], ["d"]]
    assert found[0].where is not None
    assert found[1].where is None


def test_names_and_invocations() -> None:
    names, problems = read(parse_names, "q, t")
    call, more = read(parse_invocation, "draw_tiles(p, 3)")
    assert not problems
    assert not more
    assert bare(names) == (("Ident", "q"), ("Ident", "t"))
    assert bare(call) == ("Call", ("Ident", "draw_tiles"), (("Name", "p"), ("Number", 3)))


def test_a_garbled_signature_keeps_its_name_and_arity() -> None:
    found, problems = read(parse_signature, "fits(sheep, Card b) -> bool")
    assert len(problems) == 1
    assert isinstance(found, ast.Signature)
    assert found.name.text == "fits"
    assert [parameter.name.text for parameter in found.parameters] == ["sheep", "b"]
    assert isinstance(found.result, ast.Bad)


def test_a_garbled_choice_keeps_its_names() -> None:
    found, problems = read(parse_binders, "q in board where && x, d, e in directions(board)")
    assert len(problems) == 1
    assert isinstance(found, tuple)
    assert [[name.text for name in binder.names] for binder in found] == [["q"], ["d"], ["e"]]
    assert all(isinstance(binder.domain, ast.Bad) for binder in found)


def test_a_garbled_loop_keeps_its_name() -> None:
    found, problems = read(parse_binder, "p in players where")
    assert len(problems) == 1
    assert isinstance(found, ast.Binder)
    assert [name.text for name in found.names] == ["p"]


@pytest.mark.parametrize(
    ("parse", "text", "form"),
    [
        (parse_signature, "fits(sheep a)", "name(type a, type b) -> type"),
        (parse_signature, "fits -> bool", "name(type a, type b) -> type"),
        (parse_head, "settle", "name(type a, type b)"),
        (parse_head, "settle(a)", "name(type a, type b)"),
        (parse_link_head, "link(sheep a)", "name(a, b)"),
    ],
)
def test_a_heading_in_another_form_is_told_its_form(parse: object, text: str, form: str) -> None:
    _, problems = read(parse, text)
    assert [(problem.code, problem.facts["form"]) for problem in problems] == [("RWP025", form)]
