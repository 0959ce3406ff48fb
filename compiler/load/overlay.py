"""Variants: an overlay's edits laid over a tree.

Edits of one file address the tree before that file and apply at once. Every value keeps the span of the file it came from. An edit whose target
is gone, that changes nothing, or that collides with another overlay's is a problem naming both places, and is left out.
"""

from collections.abc import Iterator
from collections.abc import Mapping as Keyed
from dataclasses import dataclass
from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from compiler.diagnostics.problem import Fact, Problem, Problems
from compiler.diagnostics.suggest import nearest
from compiler.load.apply import Plan, apply, same
from compiler.load.merge import Growth, Taken, growths, home_of
from compiler.load.paths import Concrete, Missing, find, name_of, node_at, shown
from compiler.load.tree import Entry, Mapping, Node, Scalar, Sequence
from compiler.source import SourceFile, Span

Verb: TypeAlias = Literal["set", "add", "append", "remove", "before", "after", "rename"]


class Touch(Struct, frozen=True):
    """What an overlay has done at a path; a list that only grew stays open for others to grow."""

    variant: str
    path: Concrete
    span: Span
    grew: bool = False
    replaced: bool = False
    """set or removed, with all that was below it"""
    removed: bool = False


class Layered(Struct, frozen=True, kw_only=True):
    """A tree with overlays laid over it, and what they did."""

    root: Mapping
    names: tuple[str, ...] = ()
    touches: tuple[Touch, ...] = ()
    barred: tuple[tuple[str, str, Span], ...] = ()
    """who conflicts with whom, and where it says so"""

    @property
    def origins(self) -> tuple[tuple[str, str], ...]:
        return tuple(dict.fromkeys((shown(touch.path), touch.variant) for touch in self.touches))


class _Edit(Struct, frozen=True):
    verb: Verb
    path: str
    at: Scalar
    value: Node | None = None


def lay_over(layers: Layered, overlay: Mapping, problems: Problems) -> Layered:
    """One more overlay; its problems name it by its `variant` key."""
    named = overlay.get("variant")
    name = named.text if isinstance(named, Scalar) else "?"
    barred = _companions(name, layers, overlay, problems)
    plan = Plan()
    touches: list[Touch] = []
    for edit in _edits(overlay):
        done = _resolve(edit, name, layers, problems)
        if done is None or _collides(name, done.touches, layers.touches, touches, problems):
            continue
        done.note(plan)
        touches.extend(done.touches)
    root = apply(layers.root, plan)
    assert isinstance(root, Mapping)
    return Layered(
        root=_titled(root, layers, overlay),
        names=(*layers.names, name),
        touches=(*layers.touches, *touches),
        barred=(*layers.barred, *barred),
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


def _companions(name: str, layers: Layered, overlay: Mapping, problems: Problems) -> list[tuple[str, str, Span]]:
    """Which variants it needs before it, and which it does not go together with."""
    for needed in _scalars(overlay.get("requires")):
        if needed.text not in layers.names:
            together = ",".join((*layers.names, needed.text, name))
            problems.add(
                Problem(code="RWL035", span=needed.span, facts={"variant": name, "name": needed.text, "together": together})
            )
    barred = [(name, other.text, other.span) for other in _scalars(overlay.get("conflicts"))]
    for variant, other, span in (*layers.barred, *barred):
        if (variant == name and other in layers.names) or (other == name and variant in layers.names):
            problems.add(Problem(code="RWL036", span=span, facts={"variant": variant, "name": other}))
    return barred


def _edits(overlay: Mapping) -> Iterator[_Edit]:
    for verb in ("set", "add", "append", "before", "after", "rename"):
        edits = overlay.get(verb)
        for entry in edits.entries if isinstance(edits, Mapping) else ():
            yield _Edit(verb, entry.key.text, entry.key, entry.value)
    for path in _scalars(overlay.get("remove")):
        yield _Edit("remove", path.text, path)
    for key in ("assumptions", "not_modelled", "silenced", "supersedes", "cite"):
        more = overlay.entry(key)
        if more is not None:
            yield _Edit("add", key, more.key, more.value)


@dataclass(slots=True)
class _Done:
    """An edit with its target found: what it touches, and what it notes in the plan."""

    edit: _Edit
    path: Concrete
    touches: tuple[Touch, ...]
    growths: tuple[Growth, ...] = ()

    def note(self, plan: Plan) -> None:
        value = self.edit.value
        match self.edit.verb:
            case "set":
                assert value is not None
                plan.sets[self.path] = value
            case "remove":
                plan.removed[self.path] = None
            case "rename":
                assert isinstance(value, Scalar)
                plan.renamed[self.path] = value
            case "before" | "after":
                beside = plan.before if self.edit.verb == "before" else plan.after
                assert isinstance(value, Mapping)
                beside.setdefault(self.path, []).extend(value.entries)
            case "add" | "append":
                for growth in self.growths:
                    plan.grown.setdefault(growth.path, []).append(growth)


def _resolve(edit: _Edit, name: str, layers: Layered, problems: Problems) -> _Done | None:
    """An edit's target and reach, or a problem."""
    found = find(layers.root, edit.path)
    if isinstance(found, Missing):
        if edit.verb == "add":
            return _add_new(edit, name, layers, problems)
        _no_target(edit, found, name, layers, problems)
        return None
    target = node_at(layers.root, found)
    value = edit.value
    if edit.verb == "set" and len(found) == 2 and found[0] == "options" and isinstance(target, Mapping) and isinstance(value, Scalar):
        option = target.get("is")
        if option is not None:
            found, target = (*found, "is"), option
    match edit.verb:
        case "set":
            assert value is not None
            if same(target, value):
                _no_effect(edit, target.span, problems)
                return None
            return _Done(edit, found, (Touch(name, found, value.span, replaced=True),))
        case "remove":
            return _Done(edit, found, (Touch(name, found, edit.at.span, replaced=True, removed=True),))
        case "rename":
            return _rename(edit, found, name, problems)
        case "before" | "after":
            return _beside(edit, found, name, layers, problems)
        case "add" | "append":
            assert value is not None
            return _grow(edit, found, value, name, layers, problems)


def _rename(edit: _Edit, found: Concrete, name: str, problems: Problems) -> _Done | None:
    new = edit.value
    old = found[-1]
    if old.startswith("#") or not isinstance(new, Scalar):
        _problem(problems, "RWL015", edit.at.span, owner="what is renamed", expected="a key", found="an item of a list")
        return None
    if new.text == old:
        _no_effect(edit, None, problems)
        return None
    if ("(" in old) != ("(" in new.text):
        expected = f"a name with its parameters, as `{old}` is" if "(" in old else "a name"
        _problem(problems, "RWL015", new.span, owner=f"the new name of `{edit.path}`", expected=expected, found=f"`{new.text}`")
        return None
    return _Done(edit, found, (Touch(name, found, edit.at.span), Touch(name, (*found[:-1], new.text), edit.at.span)))


def _beside(edit: _Edit, found: Concrete, name: str, layers: Layered, problems: Problems) -> _Done | None:
    parent = node_at(layers.root, found[:-1])
    if not isinstance(parent, Mapping) or not isinstance(edit.value, Mapping):
        _problem(problems, "RWL015", edit.at.span, owner=f"`{edit.path}`", expected="an entry of a mapping", found="an item of a list")
        return None
    touches: list[Touch] = []
    for entry in edit.value.entries:
        there = next((old for old in parent.entries if name_of(old.key.text) == name_of(entry.key.text)), None)
        if there is not None:
            _already(shown((*found[:-1], entry.key.text)), entry.key.span, there.key.span, problems)
            return None
        touches.append(Touch(name, (*found[:-1], entry.key.text), entry.key.span))
    if not touches:
        _no_effect(edit, None, problems)
        return None
    return _Done(edit, found, tuple(touches))


def _grow(edit: _Edit, found: Concrete, value: Node, name: str, layers: Layered, problems: Problems) -> _Done | None:
    grown = growths(layers.root, found, value, append=edit.verb == "append")
    if isinstance(grown, Taken):
        theirs = next((touch for touch in layers.touches if grown.path[: len(touch.path)] == touch.path), None)
        if theirs is not None:
            _both(name, theirs.variant, Touch(name, grown.path, grown.span), theirs, problems)
        else:
            _already(shown(grown.path), grown.span, grown.was, problems)
        return None
    if not grown:
        _no_effect(edit, None, problems)
        return None
    return _Done(edit, found, tuple(touch for growth in grown for touch in _touches(name, growth)), grown)


def _touches(name: str, growth: Growth) -> Iterator[Touch]:
    """A new key is touched; a new top-level section only where it has entries, so that others may add to it."""
    section = growth.entries[0].value if growth.items is None and growth.path == () else None
    match section:
        case Mapping():
            for entry in section.entries:
                yield Touch(name, (*growth.touched, entry.key.text), entry.key.span, grew=growth.touched == ("cite",))
        case Sequence():
            yield Touch(name, growth.touched, growth.span, grew=True)
        case _:
            yield Touch(name, growth.touched, growth.span, grew=growth.items is not None)


def _add_new(edit: _Edit, name: str, layers: Layered, problems: Problems) -> _Done | None:
    """An `add` whose last word is a new key of something that is there."""
    above, dot, last = edit.path.rpartition(".")
    parent = find(layers.root, above) if dot else ()
    if isinstance(parent, Missing):
        _no_target(edit, parent, name, layers, problems)
        return None
    home = home_of(layers.root, parent, last)
    if not isinstance(node_at(layers.root, home), Mapping):
        _no_target(edit, Missing((), 0), name, layers, problems)
        return None
    span = Span(file=edit.at.span.file, start=edit.at.span.end - len(last), end=edit.at.span.end)
    assert edit.value is not None
    entry = Entry(key=Scalar(text=last, span=span), value=edit.value)
    growth = Growth(path=home, entries=(entry,))
    return _Done(edit, home, tuple(_touches(name, growth)), (growth,))


def _collides(name: str, new: tuple[Touch, ...], earlier: tuple[Touch, ...], own: list[Touch], problems: Problems) -> bool:
    """Whether an edit meets another overlay's, or one of its own file that does away with its target."""
    for touch in new:
        for other in earlier:
            if _meet(touch, other):
                _both(name, other.variant, touch, other, problems)
                return True
        for other in own:
            if touch.path == other.path and not (touch.grew and other.grew):
                _both(name, name, touch, other, problems)
                return True
            if any(above.replaced and below.path[: len(above.path)] == above.path for above, below in ((touch, other), (other, touch))):
                _both(name, name, touch, other, problems)
                return True
    return False


def _meet(one: Touch, other: Touch) -> bool:
    """Edits at, above or below each other; what only grew a list leaves its other items alone."""
    if one.grew and other.grew:
        return False
    short, long = (one, other) if len(one.path) <= len(other.path) else (other, one)
    if long.path[: len(short.path)] != short.path:
        return False
    return not short.grew or long.path == short.path


def _both(name: str, other_name: str, touch: Touch, other: Touch, problems: Problems) -> None:
    path = shown(touch.path if len(touch.path) >= len(other.path) else other.path)
    _problem(problems, "RWL034", touch.span, variant=name, other=other_name, path=path, first=other.span)


def _no_target(edit: _Edit, missing: Missing, name: str, layers: Layered, problems: Problems) -> None:
    if missing.places:
        _problem(problems, "RWL039", edit.at.span, path=edit.path, places=missing.places)
        return
    gone = next((touch for touch in layers.touches if touch.removed and shown(touch.path) == edit.path), None)
    _problem(
        problems,
        "RWL032",
        edit.at.span,
        path=edit.path,
        verb={"before": "put something before", "after": "put something after", "append": "append to", "add": "add to"}.get(edit.verb, edit.verb),
        help=f"did you mean {' or '.join(f'`{near}`' for near in missing.near)}?" if missing.near else None,
        other=gone.variant if gone else None,
        removed=gone.span if gone else None,
    )


def _no_effect(edit: _Edit, was: Span | None, problems: Problems) -> None:
    _problem(problems, "RWL033", edit.at.span, path=edit.path, was=was)


def _already(path: str, span: Span, was: Span, problems: Problems) -> None:
    _problem(problems, "RWL037", span, path=path, was=was)


def _problem(problems: Problems, code: str, span: Span, **facts: Fact) -> None:
    problems.add(Problem(code=code, span=span, facts=facts))


def _titled(root: Mapping, layers: Layered, overlay: Mapping) -> Mapping:
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


def _scalars(node: Node | None) -> tuple[Scalar, ...]:
    match node:
        case Scalar():
            return (node,)
        case Sequence():
            return tuple(item for item in node.items if isinstance(item, Scalar))
        case _:
            return ()
