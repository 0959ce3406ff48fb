"""Codes of faults: a rule of the spec that failed while a game was played. The primary span is the rule."""

from compiler.diagnostics.codes.code import Code

RUN: tuple[Code, ...] = (
    Code(code="RWR001", slug="not-sure", headline="`{text}` was said to be sure and was not", label="it was {found}"),
    Code(code="RWR002", slug="does-not-fit", headline="{context} cannot hold {found}", label="it holds {expected}"),
    Code(code="RWR003", slug="no-legal-action", headline="seat {seat} has no legal action at `{name}`",
         helps=("say what happens then: `otherwise:`",)),
    Code(code="RWR004", slug="zone-full", headline="`{name}` holds no more than {expected}", label="one more was moved here"),
    Code(code="RWR005", slug="nothing-there", headline="`{text}` found nothing", helps=("ask first, or add `default …`",)),
    Code(code="RWR006", slug="inverse-taken", headline="two have the same `{name}`", label="this makes it so"),
    Code(code="RWR007", slug="endless-pass", headline="`{name}` went round without a step"),
    Code(code="RWR008", slug="endless-silence", headline="{limit} steps without a decision"),
    Code(code="RWR009", slug="while-limit", headline="this loop passed its limit of {limit}"),
    Code(code="RWR010", slug="impossible", headline="the table `{name}` met what it calls impossible", label="{values}"),
    Code(code="RWR011", slug="rows-hold", headline="{found} rows of `{name}` hold where one should", label="{values}"),
    Code(code="RWR012", slug="no-outcome", headline="the chance step `{name}` has no outcome"),
    Code(code="RWR013", slug="seat-is-out", headline="seat {seat} no longer plays and was asked"),
    Code(code="RWR014", slug="not-aligned", headline="there is no straight line between these sites", label="`{text}`"),
    Code(code="RWR015", slug="no-node", headline="this is no node of `{name}`", label="`{text}`"),
    Code(code="RWR016", slug="given-fails", headline="what `{name}` takes for granted does not hold", label="{values}"),
    Code(code="RWR017", slug="always-fails", headline="this invariant does not hold", label="after {action}"),
    Code(code="RWR018", slug="bad-weights", headline="the weights of `{name}` are {found}", helps=("none below 0, and at least one above",)),
    Code(code="RWR019", slug="same-key", headline="two positions have one key in `{name}`"),
    Code(code="RWR020", slug="same-code", headline="two legal choices have one code", label="`{text}`"),
    Code(code="RWR021", slug="number-overflow", headline="a number outgrew 64 bits", label="`{text}`"),
    Code(code="RWR022", slug="fails-an-expectation", headline="the scenario `{name}` expects otherwise", label="{values}"),
    Code(code="RWR023", slug="illegal-in-scenario", headline="the scenario `{name}` plays an illegal action", label="`{text}`",
         at=(("rule", "refused here"),), notes=("clause {clause}",)),
    Code(code="RWR024", slug="unknown-action", headline="`{text}` is no action here", helps=("legal are {known}",)),
    Code(code="RWR025", slug="bad-given", headline="the position cannot be set up: {why}"),
)
