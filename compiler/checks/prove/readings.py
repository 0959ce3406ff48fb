"""Options whose readings change nothing: wherever the option is read, two of its values give the same.

In: a typed spec. Every expression that names the option is compared under both values, all else equal and anything that types allow; where
all agree, no position can tell the readings apart. Options that a type, a board's size or a number of copies depends on are not judged."""

from collections.abc import Iterator

from compiler.bind.nouns import typed as t
from compiler.bind.nouns.types import BoolType
from compiler.checks.prove.atoms import Env, Term, TooLarge
from compiler.checks.prove.solve import can_hold
from compiler.checks.prove.terms import Terms
from compiler.checks.rules import rules_of
from compiler.checks.uses import used_by
from compiler.checks.walk import parts, transform, walk
from compiler.diagnostics.problem import Problem, Problems


def check_readings(typed: t.TypedSpec, problems: Problems) -> dict[str, tuple[tuple[str, str], ...]]:
    """Adds a problem for each option with equal readings; by option the pairs of readings shown to be equal."""
    found: dict[str, tuple[tuple[str, str], ...]] = {}
    users = used_by(rules_of(typed))
    for option in typed.options:
        values = option_values(typed, option.name)
        sites = list(reading_sites(typed, option.name))
        if len(values) < 2 or not sites or f"options.{option.name}" not in users:
            continue
        first = next(reading for reading, value in values.items() if value == option.value)
        equal = tuple((first, other) for other in values if other != first and _all_equal(typed, sites, option.name, values[first], values[other]))
        if equal:
            found[option.name] = equal
            facts = {"name": option.name, "first": equal[0][0], "other": equal[0][1], "subject": f"options.{option.name}"}
            problems.add(Problem(code="RWC051", span=option.span, facts=facts))
    return found


def option_values(typed: t.TypedSpec, name: str) -> dict[str, int]:
    """The readings of an option that is a list of words, with their numbers."""
    option = next(option for option in typed.options if option.name == name)
    if isinstance(option.type, BoolType):
        return {reading: int(reading in ("yes", "true")) for reading in option.readings}
    enum = next((enum for enum in typed.enums if enum.name == name), None)
    if enum is None:
        return {}
    return {reading: number for reading, number in zip(enum.values, enum.numbers, strict=True) if reading in option.readings}


def reading_sites(typed: t.TypedSpec, name: str) -> Iterator[t.Expr]:
    """The outermost expressions that name the option."""

    def inside(node: object) -> Iterator[t.Expr]:
        for part in parts(node):
            if isinstance(part, t.Expr) and reads_option(part, name):
                yield part
            elif not isinstance(part, t.Expr):
                yield from inside(part)

    yield from inside(typed)


def reads_option(node: object, name: str) -> bool:
    return any(isinstance(part, t.Const) and part.option == name for part in walk(node))


def with_reading(node: t.Expr, name: str, value: int) -> t.Expr:
    """The expression as it is under a value of the option."""

    def change(part: object) -> object:
        if isinstance(part, t.Const) and part.option == name:
            return t.Const(value=value, type=part.type, span=part.span)
        return part

    return transform(node, change)


def _all_equal(typed: t.TypedSpec, sites: list[t.Expr], name: str, one: int, other: int) -> bool:
    try:
        return all(_equal(typed, site, name, one, other) for site in sites)
    except TooLarge:
        return False


def _equal(typed: t.TypedSpec, site: t.Expr, name: str, one: int, other: int) -> bool:
    terms = Terms(typed)
    pair: list[Term] = [terms.term(Env(), with_reading(site, name, value)) for value in (one, other)]
    return can_hold(terms, (), pair[0] != pair[1]) == "no"
