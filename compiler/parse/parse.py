"""A `SpecTree` becomes a `ParsedSpec`: every construct a dataclass, every snippet parsed.

Total: whatever could not be read is `Bad` or left out, and its problem is recorded.
"""

from collections.abc import Iterator

from compiler.diagnostics.problem import Problems
from compiler.load.tree import Mapping, Node, Scalar, Sequence, SpecTree
from compiler.parse import rules
from compiler.parse.ast import Ident, Pattern
from compiler.parse.components import components
from compiler.parse.declarations import boards, bounds_of, enums, options, remembered, state, zones
from compiler.parse.part import Part, ident
from compiler.parse.patterns import parse_pattern
from compiler.parse.place import Place
from compiler.parse.settled import settled
from compiler.parse.snippets import parse_link_head
from compiler.parse.spec import Cite, DrawnSpec, LookSpec, Note, ParsedSpec, ShownSpec
from compiler.parse.steps import interrupts, sequences, steps

LANGUAGE = 1


def parse_spec(tree: SpecTree, problems: Problems) -> ParsedSpec | None:
    """None only for a tree without a game or players: there is nothing to go on with."""
    cited: dict[tuple[str, ...], tuple[Cite, ...]] = {}
    for path, _, clauses in tree.cited:
        cited[path] = (*cited.get(path, ()), *(_cite(clause) for clause in clauses))
    place = Place(problems=problems, cited=cited, successors=dict(tree.successors))
    top = Part(mapping=tree.root, place=place, span=tree.root.span.head())
    game, players = top.ident("game"), bounds_of(top.expression("players"))
    if game is None or players is None:
        return None
    language = top.word("language")
    return ParsedSpec(
        tree=settled(tree),
        language=int(language) if language.isdecimal() and len(language) < 9 else LANGUAGE,
        game=game,
        title=top.word("title"),
        about=top.word("about"),
        variant="+".join(tree.variants),
        players_low=players[0],
        players_high=players[1],
        options=options(top),
        enums=enums(top),
        boards=boards(top),
        components=components(top, tree),
        zones=zones(top),
        state=state(top),
        define=tuple(rules.definitions(top)),
        effects=tuple(rules.effects(top)),
        graphs=tuple(rules.graphs(top)),
        remember=remembered(top),
        setup=steps(top, "setup"),
        phases=steps(top, "phases"),
        sequences=sequences(top),
        interrupts=interrupts(top),
        resolution=tuple(rules.resolution(top)),
        result=rules.result(top),
        horizon=top.expression("horizon"),
        always=tuple(rules.facts(top, "always")),
        claims=tuple(rules.facts(top, "claims")),
        assumptions=tuple(_notes(top, "assumptions")),
        not_modelled=tuple(_notes(top, "not_modelled")),
        chapters=tuple((ident(entry.key), ident(entry.value)) for entry in top.entries("chapters") if isinstance(entry.value, Scalar)),
        supersedes=tuple((_cite(entry.key), _cite(entry.value)) for entry in top.entries("supersedes") if isinstance(entry.value, Scalar)),
        labels=tuple((ident(entry.key), entry.value.text) for entry in top.entries("labels") if isinstance(entry.value, Scalar)),
        view=tuple(_view(top.node("view"))),
        shown=tuple(_shown(top.node("view"))),
        status=_status(top),
        drawn=tuple(_drawn(top)),
        account=tuple(rules.account(top)),
        extra_cites=tuple((name, _cite(clause)) for path, name, clauses in tree.cited if path not in place.reached for clause in clauses),
        silenced=tuple(_notes(top, "silenced")),
    )


def _notes(top: Part, key: str) -> Iterator[Note]:
    for entry in top.entries(key):
        if isinstance(entry.value, Scalar):
            yield Note(number=_cite(entry.key), reason=entry.value.text, span=entry.key.span)


def _cite(scalar: Scalar) -> Cite:
    return Cite(clause=scalar.text.strip(), span=scalar.span)


def _status(top: Part) -> Pattern | None:
    written = next((entry.value for entry in top.entries("view") if entry.key.text == "status"), None)
    if not isinstance(written, Scalar):
        return None
    return parse_pattern(written, top.place.problems, top.place.at("view", "status").trail)


def _drawn(top: Part) -> Iterator[DrawnSpec]:
    """The keys of `view` with a name in brackets: one pattern, or a list of looks."""
    for entry in top.entries("view"):
        if "(" in entry.key.text:
            place = top.place.at("view", entry.key.text)
            head = parse_link_head(entry.key, place.problems, place.trail)
            if head is not None:
                yield DrawnSpec(head=head, looks=tuple(_looks(entry.value, place)))


def _looks(node: Node, place: Place) -> Iterator[LookSpec]:
    if isinstance(node, Scalar):
        only = parse_pattern(node, place.problems, place.trail)
        if only is not None:
            yield LookSpec(when=None, draw=only)
    for item in node.items if isinstance(node, Sequence) else ():
        spec = Part(mapping=item, place=place, span=item.span) if isinstance(item, Mapping) else None
        draw = spec.pattern("draw") if spec is not None else None
        if spec is not None and draw is not None:
            yield LookSpec(when=spec.expression("when"), draw=draw)


def _view(node: Node | None) -> Iterator[tuple[Ident, Ident]]:
    """What stands under `view` as plain texts."""
    for entry in node.entries if isinstance(node, Mapping) else ():
        if isinstance(entry.value, Scalar) and "(" not in entry.key.text:
            yield Ident(text=entry.key.text, span=entry.key.span), ident(entry.value)


def _shown(node: Node | None) -> Iterator[ShownSpec]:
    """The mappings under `view`, entry by entry."""
    for section in node.entries if isinstance(node, Mapping) else ():
        for entry in section.value.entries if isinstance(section.value, Mapping) else ():
            names = tuple(ident(item) for item in entry.value.items if isinstance(item, Scalar)) if isinstance(entry.value, Sequence) else ()
            value = entry.value.text if isinstance(entry.value, Scalar) else ""
            yield ShownSpec(section=ident(section.key), key=ident(entry.key), value=value, names=names, span=entry.value.span)
