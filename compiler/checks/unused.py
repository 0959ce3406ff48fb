"""What is declared and never named again: options, definitions, effects, tables, sequences, zones, variables.

Works on names as written, so a declaration that only mentions itself counts as unused.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from compiler.bind.nouns.typed import TypedSpec
from compiler.diagnostics.problem import Fact, Problem, Problems
from compiler.ir.game import GameIR
from compiler.parse.ast import Call, Do, Ident, Name
from compiler.parse.spec import ParsedSpec, Resolve, Use

SECTIONS: Final = {
    "definition": "define",
    "effect": "effects",
    "table": "resolution",
    "sequence": "sequences",
    "zone": "zones",
    "variable": "state",
}
"""the part of a spec that declares each kind"""


def check_unused(typed: TypedSpec, game: GameIR | None, problems: Problems) -> None:
    parsed = typed.parsed
    everywhere = Counter(named(parsed)) + Counter(name for _, name in typed.view.marks)
    for option in parsed.options:
        if not everywhere[option.name.text]:
            problems.add(Problem(code="RWC007", span=option.name.span, facts={"name": option.name.text, "subject": f"options.{option.name.text}"}))
    for kind, name, part in _declarations(parsed):
        if everywhere[name.text] <= Counter(named(part))[name.text]:
            facts: dict[str, Fact] = {"kind": kind, "name": name.text, "subject": f"{SECTIONS[kind]}.{name.text}"}
            problems.add(Problem(code="RWC008", span=name.span, facts=facts))


def named(value: object) -> Iterator[str]:
    """Every name that a part of a spec refers to: values, calls, effects, tables, sequences, types and remembered variables."""
    match value:
        case Name(text=text):
            yield text
        case Call(name=name, arguments=arguments) | Do(name=name, arguments=arguments) | Use(name=name, arguments=arguments):
            yield name.text
            yield from named(arguments)
        case Resolve(table=table):
            yield table.text
        case tuple():
            for item in value:
                yield from named(item)
        case Struct():
            for field in value.__struct_fields__:
                inner = getattr(value, field)
                if field in ("of", "argument", "component", "within", "lies_on") and isinstance(inner, Ident):
                    yield inner.text
                elif field == "of" and isinstance(inner, tuple):
                    yield from (item.text for item in inner if isinstance(item, Ident))
                elif field not in ("tree", "span"):
                    yield from named(inner)
        case _:
            return


def _declarations(parsed: ParsedSpec) -> Iterator[tuple[str, Ident, object]]:
    for define in parsed.define:
        yield "definition", define.signature.name, define
    for effect in parsed.effects:
        yield "effect", effect.head.name, effect
    for table in parsed.resolution:
        yield "table", table.name, table
    for sequence in parsed.sequences:
        yield "sequence", sequence.head.name, sequence
    for zone in parsed.zones:
        yield "zone", zone.name, zone
    for state in parsed.state:
        if state.inverse is None:
            yield "variable", state.name, state
