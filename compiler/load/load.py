"""A game folder becomes a `SpecTree`: the spec with its variants laid over it, its rulebook and its tables.

    load_spec(Path("specs/my_game"), variants=("short_night",), settings={"rounds": "3"}, problems=problems)

Total: on any bytes there is a tree or there are problems, never an exception. A tree that comes with problems holds what could be read.
"""

from collections.abc import Iterator
from collections.abc import Mapping as Keyed
from collections.abc import Sequence as Several
from pathlib import Path, PurePosixPath

from msgspec.structs import replace

from compiler.diagnostics.problem import Problem, Problems
from compiler.diagnostics.suggest import nearest
from compiler.load.clauses import owned, successors
from compiler.load.files import Folder, game_folder, listed, read
from compiler.load.overlay import Layered, in_order, lay_over, lay_settings, name_of_overlay, scalars
from compiler.load.paths import Concrete, Missing, find, places_of, shown
from compiler.load.rulebook import joined, read_rulebook
from compiler.load.shape import SCENARIOS, SPEC, TABLE, VARIANT, Shape
from compiler.load.shape.check import check
from compiler.load.tables import read_table
from compiler.load.texts import citing_at
from compiler.load.tree import Mapping, Node, Rulebook, Scalar, Sequence, SpecTree, Table
from compiler.load.yaml_nodes import described, read_nodes
from compiler.source import SourceFile, Span

LANGUAGES = ("1",)
"""the versions of the spec language that this compiler reads"""


def load_spec(
    path: Path,
    *,
    variants: Several[str] = (),
    settings: Keyed[str, str] | None = None,
    problems: Problems,
    root: Path | None = None,
) -> SpecTree | None:
    """Loads a game folder, or its `game.yaml`, with overlays by name and option values.

    Shown paths start from `root`, by default the current directory.
    """
    folder, file = game_folder(path, root)
    source = read(file, folder.root, problems, expected="game.yaml" if path.is_dir() else None, within=folder.path)
    before = len(problems)
    base = _root(source, SPEC, problems) if source is not None else None
    if base is None:
        return None
    layers = Layered(root=base)
    books: list[Rulebook] = _rulebook(base, folder, problems)
    found = [_variant(name, base, folder, problems) for name in _once(variants, problems)]
    # Over a base that lost parts, edits would miss their targets: its own mistakes come first.
    if len(problems) == before:
        for overlay in in_order([overlay for overlay in found if overlay is not None]):
            own = _rulebook(overlay, folder, problems)
            if own:
                overlay, own[0] = owned(name_of_overlay(overlay), overlay, own[0])
            layers = lay_over(layers, overlay, problems)
            books += own
        layers = lay_settings(layers, settings or {}, problems)
    merged = base if layers.root is base else check(layers.root, SPEC, TABLE, problems) or base
    cited = tuple(_cited(merged, problems))
    return SpecTree(
        root=merged,
        rulebook=_one_book(books, merged, layers, problems),
        tables=tuple(_tables(merged, folder, problems)),
        variants=layers.names,
        origins=layers.origins,
        cited=cited,
        successors=tuple(successors(merged).items()),
    )


def load_text(text: str, name: str, problems: Problems, *, rulebook: str | None = None) -> SpecTree | None:
    """Loads a spec that stands alone: without tables, and with the rulebook's text if it is given."""
    base = _root(SourceFile(path=name, text=text), SPEC, problems)
    if base is None:
        return None
    book = read_rulebook(SourceFile(path="rulebook.md", text=rulebook), problems) if rulebook is not None else None
    return SpecTree(root=base, rulebook=book, cited=tuple(_cited(base, problems)), successors=tuple(successors(base).items()))


def load_scenarios(path: Path, problems: Problems, *, root: Path | None = None) -> Mapping | None:
    """Loads a file of scenarios: the same nodes, in the shape of language section 14."""
    home = path.parent.parent if path.parent.name == "scenarios" else path.parent
    source = read(path, root or Path.cwd(), problems, within=home)
    if source is None:
        return None
    nodes = read_nodes(source, problems, start="`game: …`")
    return check(nodes, SCENARIOS, TABLE, problems) if nodes is not None else None


def variant_names(path: Path) -> tuple[str, ...]:
    """The names of a game's variants, sorted."""
    folder, _ = game_folder(path, None)
    return listed(folder.path / "variants", ".yaml")


def _root(source: SourceFile, shape: Shape, problems: Problems) -> Mapping | None:
    """The checked top of a spec or variant."""
    nodes = read_nodes(source, problems)
    if nodes is None:
        return None
    if isinstance(nodes, Mapping):
        _language(nodes, problems)
    return check(nodes, shape, TABLE, problems)


def _language(nodes: Mapping, problems: Problems) -> None:
    language = nodes.entry("language")
    if language is None:
        return
    first = nodes.entries[0].key
    if first.text != "language":
        problems.add(Problem(code="RWL020", span=first.span, facts={"name": first.text, "second": language.key.span, "second_text": "here"}))
    version = language.value
    if not isinstance(version, Scalar) or version.text not in LANGUAGES:
        shown = version.text if isinstance(version, Scalar) else described(version)
        problems.add(Problem(code="RWL019", span=version.span, facts={"version": shown, "known": LANGUAGES}))


def _variant(name: str, base: Mapping, folder: Folder, problems: Problems) -> Mapping | None:
    """The overlay of a name, with a fitting `extends`."""
    known = listed(folder.path / "variants", ".yaml")
    game = _text(base.get("game"))
    if name not in known:
        asked = Span(file=SourceFile(path="--variant", text=name), start=0, end=len(name))
        facts = {"game": game, "name": name, "near": nearest(name, known) or None, "known": known or None}
        problems.add(Problem(code="RWL042", span=asked, facts=facts))
        return None
    source = read(folder.path / "variants" / f"{name}.yaml", folder.root, problems, within=folder.path)
    overlay = _root(source, VARIANT, problems) if source is not None else None
    if overlay is None:
        return None
    own, extends = overlay.get("variant"), overlay.get("extends")
    if isinstance(own, Scalar) and own.text != name:
        problems.add(Problem(code="RWL043", span=own.span, facts={"path": f"variants/{name}.yaml", "name": own.text, "expected": name}))
    if isinstance(extends, Scalar) and extends.text != game:
        problems.add(Problem(code="RWL031", span=extends.span, facts={"name": name, "base": extends.text, "game": game}))
        return None
    return overlay


def _once(variants: Several[str], problems: Problems) -> list[str]:
    """The variants asked for, a repeated one reported."""
    for name in dict.fromkeys(variants):
        if variants.count(name) > 1:
            asked = Span(file=SourceFile(path="--variant", text=name), start=0, end=len(name))
            problems.add(Problem(code="RWL041", span=asked, facts={"name": name}))
    return list(dict.fromkeys(variants))


def _cited(merged: Mapping, problems: Problems) -> Iterator[tuple[Concrete, str, tuple[Scalar, ...]]]:
    """What the top-level `cite` says of each path: the part that cites, and the clauses."""
    cite = merged.get("cite")
    others = replace(merged, entries=tuple(entry for entry in merged.entries if entry.value is not cite))
    for entry in cite.entries if isinstance(cite, Mapping) else ():
        missing = find(others, entry.key.text)
        if not isinstance(missing, Missing):
            part = citing_at(others, missing)
            yield part, shown(part), scalars(entry.value)
        else:
            near = (*missing.near, *(shown(path) for path in places_of(others, entry.key.text.rpartition(".")[2])))[:3]
            help_ = f"did you mean {' or '.join(f'`{name}`' for name in near)}?" if near else None
            problems.add(Problem(code="RWL032", span=entry.key.span, facts={"path": entry.key.text, "verb": "cite for", "help": help_}))


def _rulebook(mapping: Mapping, folder: Folder, problems: Problems) -> list[Rulebook]:
    named = mapping.get("rulebook")
    source = _beside(named, folder, problems) if isinstance(named, Scalar) else None
    return [read_rulebook(source, problems)] if source is not None else []


def _one_book(books: list[Rulebook], merged: Mapping, layers: Layered, problems: Problems) -> Rulebook | None:
    """The books as one; what supersedes a clause must find it."""
    if not books:
        return None
    book = books[0]
    for more in books[1:]:
        book = joined(book, more, problems)
    known = {clause.number for clause in book.clauses}
    superseded = merged.get("supersedes")
    for entry in superseded if isinstance(superseded, Mapping) else ():
        for number in (entry.key, entry.value):
            if isinstance(number, Scalar) and number.text not in known:
                name = dict(layers.origins).get(f"supersedes.{entry.key.text}", _text(merged.get("game")))
                problems.add(Problem(code="RWL040", span=number.span, facts={"name": name, "number": number.text}))
    return book


def _tables(merged: Mapping, folder: Folder, problems: Problems) -> list[tuple[str, Table]]:
    """Every table that a component names, once, in the order named."""
    found: dict[str, Table] = {}
    components = merged.get("components")
    for entry in components if isinstance(components, Mapping) else ():
        named = entry.value.get("table") if isinstance(entry.value, Mapping) else None
        for item in _items(named):
            if isinstance(item, Scalar) and item.text not in found:
                source = _beside(item, folder, problems)
                if source is not None:
                    found[item.text] = read_table(source, problems)
    return list(found.items())


def _beside(named: Scalar, folder: Folder, problems: Problems) -> SourceFile | None:
    """A file that the spec names, which must lie inside its folder."""
    path = PurePosixPath(named.text)
    if path.is_absolute() or ".." in path.parts:
        problems.add(Problem(code="RWL003", span=named.span, facts={"path": named.text, "why": "it lies outside the game's folder"}))
        return None
    return read(folder.path / Path(*path.parts), folder.root, problems, asked=named.span, within=folder.path)


def _items(node: Node | None) -> tuple[Node, ...]:
    match node:
        case None:
            return ()
        case Sequence():
            return node.items
        case _:
            return (node,)


def _text(node: Node | None) -> str:
    return node.text if isinstance(node, Scalar) else "?"
