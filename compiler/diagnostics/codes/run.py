"""Codes of what goes wrong while a game is played, and of scenarios that fail. `runtime/errors.py` raises the first six as exceptions."""

from compiler.diagnostics.codes.code import Code

RUN: tuple[Code, ...] = (
    Code(code="RWR001", slug="illegal-action", headline="the action `{text}` is not legal here", label="{why}", notes=("clause {clause}",)),
    Code(code="RWR002", slug="fault-of-the-spec", headline="a rule of the spec failed: {why}", label="this rule", notes=("clause {clause}",)),
    Code(code="RWR003", slug="not-an-engine", headline="`{path}` is no engine of this runtime: {why}"),
    Code(code="RWR004", slug="bad-record", headline="this record cannot be used: {why}"),
    Code(code="RWR005", slug="no-such-text", headline="`{text}` names no action of the step that waits"),
    Code(code="RWR006", slug="engine-mistake", headline="the engine failed: {what}", label="while it was at this rule",
         helps=("this is a mistake of rulewright, not of the spec; please report it with the spec",)),
    Code(code="RWR022", slug="fails-an-expectation", headline="the scenario `{name}` expects otherwise", label="{values}"),
    Code(code="RWR023", slug="illegal-in-scenario", headline="the scenario `{name}` plays an illegal action", label="`{text}`",
         at=(("rule", "refused here"),), notes=("clause {clause}",)),
    Code(code="RWR024", slug="unknown-action", headline="`{text}` is no action here", helps=("legal are {known}",)),
    Code(code="RWR025", slug="bad-given", headline="the position cannot be set up: {why}"),
)
