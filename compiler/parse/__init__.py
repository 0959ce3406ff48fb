"""The text inside keys and values becomes trees: expressions, choices, effects, types; and a spec of them."""

from compiler.parse.parse import parse_spec
from compiler.parse.patterns import parse_pattern
from compiler.parse.show import show, show_statements
from compiler.parse.snippets import (
    parse_binder,
    parse_binders,
    parse_expression,
    parse_expressions,
    parse_head,
    parse_invocation,
    parse_link_head,
    parse_names,
    parse_signature,
    parse_statements,
    parse_type,
)

__all__ = [
    "parse_binder",
    "parse_binders",
    "parse_expression",
    "parse_expressions",
    "parse_head",
    "parse_invocation",
    "parse_link_head",
    "parse_names",
    "parse_pattern",
    "parse_signature",
    "parse_spec",
    "parse_statements",
    "parse_type",
    "show",
    "show_statements",
]
