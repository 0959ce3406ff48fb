"""Variants: an overlay's edits laid over a tree.

Edits of one file address the tree before that file and apply at once. Every value keeps the span of the file it came from. An edit whose target
is gone, that changes nothing, or that collides with another overlay's is a problem naming both places, and is left out.
"""

from collections.abc import Iterator
from collections.abc import Mapping as Keyed
from collections.abc import Sequence as Several

from msgspec import Struct
from msgspec.structs import replace

from compiler.diagnostics.problem import Fact, Problem, Problems
from compiler.diagnostics.suggest import nearest
from compiler.load.apply import Plan, apply
from compiler.load.paths import shown
from compiler.load.resolve import Done, Edit, resolve
from compiler.load.touches import Touch, collides
from compiler.load.tree import Mapping, Node, Scalar, Sequence
from compiler.source import SourceFile, Span

VERBS = ("set", "add", "append", "and", "or", "plus", "before", "after", "rename")


class Layered(Struct, frozen=True, kw_only=True):
    """A tree with overlays laid over it, and what they did."""

    root: Mapping
    names: tuple[str, ...] = ()
    touches: tuple[Touch, ...] = ()
    barred: tuple[tuple[str, str, Span], ...] = ()
    """who conflicts with whom, and where it says so"""
    done: frozenset[tuple[str, str, str]] = frozenset()
    """every edit by verb, path and what it says: an equal one of another overlay is the same edit"""
    needed: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """the overlays that each requires, theirs among them"""

    @property
    def origins(self) -> tuple[tuple[str, str], ...]:
        return tuple(dict.fromkeys((shown(touch.path), touch.variant) for touch in self.touches))

    def below(self, names: Several[str]) -> tuple[str, ...]:
        """These overlays and those that they require."""
        further = dict(self.needed)
        return tuple(dict.fromkeys(each for name in names for each in (name, *further.get(name, ()))))


def in_order(overlays: Several[Mapping]) -> list[Mapping]:
    """Overlays by name, each behind those it requires: in which order they are asked for makes no difference."""
    waiting = sorted(overlays, key=name_of_overlay)
    names = {name_of_overlay(overlay) for overlay in waiting}
    found: list[Mapping] = []
    while waiting:
        laid = {name_of_overlay(overlay) for overlay in found}
        missing = [{each.text for each in scalars(overlay.get("requires"))} & names - laid for overlay in waiting]
        first = next((number for number, names_ in enumerate(missing) if not names_), 0)
        found.append(waiting.pop(first))
    return found


def name_of_overlay(overlay: Mapping) -> str:
    named = overlay.get("variant")
    return named.text if isinstance(named, Scalar) else "?"


def lay_over(layers: Layered, overlay: Mapping, problems: Problems) -> Layered:
    """One more overlay; its problems name it by its `variant` key."""
    name = name_of_overlay(overlay)
    barred = _companions(name, layers, overlay, problems)
    over = layers.below([each.text for each in scalars(overlay.get("requires"))])
    earlier = tuple(touch for touch in layers.touches if touch.variant not in over)
    plan = Plan()
    touches: list[Touch] = []
    known: set[tuple[str, str, str]] = set()
    for edit in _edits(overlay):
        key = edit.key(layers.root)
        known.add(key)
        if key in layers.done and not edit.adds_up:
            continue
        done = resolve(edit, name, over, layers.root, layers.touches, problems)
        if done is None or collides(name, done.touches, earlier, touches, problems):
            continue
        note(done, plan)
        touches.extend(done.touches)
    root = apply(layers.root, plan)
    assert isinstance(root, Mapping)
    return Layered(
        root=_titled(root, overlay),
        names=(*layers.names, name),
        touches=(*layers.touches, *touches),
        barred=(*layers.barred, *barred),
        done=layers.done | known,
        needed=(*layers.needed, (name, over)),
    )


def lay_settings(layers: Layered, settings: Keyed[str, str], problems: Problems) -> Layered:
    """Option values from the command line. They are the user's last word: they may repeat a value, and replace a variant's."""
    for name, value in settings.items():
        source = SourceFile(path="--set", text=f"{name}={value}")
        options = layers.root.get("options")
        known = tuple(entry.key.text for entry in options.entries) if isinstance(options, Mapping) else ()
        option = options.get(name) if isinstance(options, Mapping) else None
        if not isinstance(option, Mapping) or "is" not in option:
            asked = Span(file=source, start=0, end=len(name))
            facts: dict[str, Fact] = {"name": name, "near": nearest(name, known) or None, "known": known or None}
            problems.add(Problem(code="RWL038", span=asked, facts=facts))
            continue
        span = Span(file=source, start=len(name) + 1, end=len(source.text))
        path = ("options", name, "is")
        root = apply(layers.root, Plan(sets={path: Scalar(text=value, span=span)}))
        assert isinstance(root, Mapping)
        layers = replace(layers, root=root, touches=(*layers.touches, Touch("--set", path, span)))
    return layers


def note(done: Done, plan: Plan) -> None:
    """What an edit does, noted in the plan."""
    value = done.edit.value
    if done.heading is not None:
        plan.renamed[done.heading.path] = done.heading.key
    if done.text is not None:
        text = plan.texts.get(done.path, done.text.text)
        plan.texts[done.path] = replace(text, edits=(*text.edits, *done.text.edits))
        return
    match done.edit.verb:
        case "set":
            if done.heading is None or not done.heading.alone:
                assert value is not None
                plan.sets[done.path] = value
        case "remove":
            plan.removed[done.path] = None
        case "rename":
            assert isinstance(value, Scalar)
            plan.renamed[done.path] = value
        case "before" | "after":
            beside = plan.before if done.edit.verb == "before" else plan.after
            assert isinstance(value, Mapping)
            beside.setdefault(done.path, []).extend(value.entries)
        case _:
            for growth in done.growths:
                plan.grown.setdefault(growth.path, []).append(growth)


def _companions(name: str, layers: Layered, overlay: Mapping, problems: Problems) -> list[tuple[str, str, Span]]:
    """Which variants it needs beside it, and which it does not go together with."""
    for needed in scalars(overlay.get("requires")):
        if needed.text not in layers.names:
            together = ",".join((*layers.names, needed.text, name))
            problems.add(Problem(code="RWL035", span=needed.span, facts={"variant": name, "name": needed.text, "together": together}))
    barred = [(name, other.text, other.span) for other in scalars(overlay.get("conflicts"))]
    for variant, other, span in (*layers.barred, *barred):
        if (variant == name and other in layers.names) or (other == name and variant in layers.names):
            problems.add(Problem(code="RWL036", span=span, facts={"variant": variant, "name": other}))
    return barred


def _edits(overlay: Mapping) -> Iterator[Edit]:
    for verb in VERBS:
        edits = overlay.get(verb)
        for entry in edits.entries if isinstance(edits, Mapping) else ():
            yield Edit(verb, entry.key.text, entry.key, entry.value)  # type: ignore[arg-type]
    removed = overlay.get("remove")
    for item in removed.items if isinstance(removed, Sequence) else (removed,):
        if isinstance(item, Scalar):
            yield Edit("remove", item.text, item)
        for entry in item.entries if isinstance(item, Mapping) else ():
            yield Edit("remove", entry.key.text, entry.key, entry.value)
    for key in ("assumptions", "not_modelled", "silenced", "supersedes", "cite"):
        more = overlay.entry(key)
        if more is not None:
            yield Edit("add", key, more.key, more.value)


def _titled(root: Mapping, overlay: Mapping) -> Mapping:
    """The title of the last variant that has one; what it is about likewise."""
    for key in ("title", "about"):
        new = overlay.entry(key)
        if new is None:
            continue
        if key in root:
            root = replace(root, entries=tuple(new if entry.key.text == key else entry for entry in root.entries))
        else:
            root = replace(root, entries=(*root.entries, new))
    return root


def scalars(node: Node | None) -> tuple[Scalar, ...]:
    match node:
        case Scalar():
            return (node,)
        case Sequence():
            return tuple(item for item in node.items if isinstance(item, Scalar))
        case _:
            return ()
