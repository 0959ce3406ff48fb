"""One edit of an overlay with its target found: what it touches, and what is to be noted of it."""

from collections.abc import Iterator
from collections.abc import Sequence as Several
from typing import Literal, TypeAlias

from msgspec import Struct

from compiler.diagnostics.problem import Fact, Problem, Problems
from compiler.load.merge import Growth, Taken, growths, home_of
from compiler.load.paths import Concrete, Missing, find, heading_of, name_of, node_at, shown
from compiler.load.texts import Edited, NotSo, body_of, entry_of, new_text, parts_of, spelled, text_edits
from compiler.load.touches import Touch, both
from compiler.load.tree import Entry, Mapping, Node, Scalar, Sequence, same
from compiler.source import Span

Verb: TypeAlias = Literal["set", "add", "append", "and", "or", "plus", "remove", "before", "after", "rename"]

TEXT_VERBS = ("and", "or", "plus")

IN_WORDS = {
    "before": "put something before", "after": "put something after", "append": "append to", "add": "add to", "and": "join a condition to",
    "or": "join a condition to", "plus": "add a summand to",
}  # fmt: skip


class Edit(Struct, frozen=True):
    verb: Verb
    path: str
    at: Scalar
    value: Node | None = None

    @property
    def adds_up(self) -> bool:
        """Whether two equal edits are two; edits of texts are compared where they are carried out."""
        return self.verb in TEXT_VERBS

    def key(self, root: Mapping) -> tuple[str, str, str]:
        return self.verb, self.path if "(" in self.path else spelled(root, self.path), _written(self.value)


class Heading(Struct, frozen=True):
    """Another key for an entry: a definition's name with other parameters or another type. `alone`: its value stays."""

    path: Concrete
    key: Scalar
    alone: bool = False


class Done(Struct, frozen=True, kw_only=True):
    """An edit with its target found: what it touches, and what it puts where."""

    edit: Edit
    path: Concrete
    touches: tuple[Touch, ...]
    growths: tuple[Growth, ...] = ()
    text: Edited | None = None
    heading: Heading | None = None


def resolve(edit: Edit, name: str, over: tuple[str, ...], root: Mapping, touches: Several[Touch], problems: Problems) -> Done | None:
    """An edit's target and reach, or a problem."""
    return _Resolver(edit, name, over, root, touches, problems).resolve()


class _Resolver(Struct, frozen=True):
    edit: Edit
    name: str
    over: tuple[str, ...]
    root: Mapping
    touches: Several[Touch]
    problems: Problems

    def resolve(self) -> Done | None:
        edit = self.edit
        found = find(self.root, edit.path)
        if isinstance(found, Missing):
            if edit.verb in ("add", *TEXT_VERBS, "before", "after"):
                return self.add_new(found)
            self.no_target(found)
            return None
        key = heading_of(found, edit.path, edit.at)
        if key is not None and edit.verb != "set":
            self.problem("RWL052", key.span, path=edit.path, why=f"only `set` and `rename` give other parameters or another type; here stands `{found[1]}`")
            return None
        if self.edits_a_text(found):
            return self.text(found)
        heading = Heading(found[:2], key) if key is not None else None
        match edit.verb:
            case "set":
                return self.set(found, heading)
            case "remove":
                return Done(edit=edit, path=found, touches=(Touch(self.name, found, edit.at.span, replaced=True, removed=True),))
            case "rename":
                return self.rename(found)
            case "before" | "after":
                return self.beside(found)
            case _:
                return self.grow(found)

    # ---- texts

    def edits_a_text(self, found: Concrete) -> bool:
        verb, value = self.edit.verb, self.edit.value
        if verb in TEXT_VERBS or (verb == "remove" and value is not None):
            return True
        if verb in ("before", "after"):
            if isinstance(value, Scalar):
                return True
            entry = isinstance(node_at(self.root, found[:-1]), Mapping) and len(found) == 2
            return not entry and value is not None and parts_of(self.root, found, value) is not None
        return verb == "set" and value is not None and parts_of(self.root, found, value) is not None

    def text(self, found: Concrete) -> Done | None:
        verb = self.edit.verb
        assert verb in ("set", "remove", "before", "after", "and", "or", "plus")
        made = text_edits(verb, self.root, found, self.edit.value, name=self.name, over=self.over, at=self.edit.at)
        return self.texted(made)

    def texted(self, made: Edited | NotSo) -> Done | None:
        if isinstance(made, NotSo):
            self.problem("RWL052", made.span, path=self.edit.path, why=made.why)
            return None
        if made.key is not None:
            path = (*made.path, made.key.text)
            growth = Growth(path=made.path, entries=(entry_of(made),))
            return Done(edit=self.edit, path=made.path, touches=(Touch(self.name, path, self.edit.at.span, part=True),), growths=(growth,))
        return Done(edit=self.edit, path=made.path, touches=(Touch(self.name, made.path, self.edit.at.span, part=True),), text=made)

    # ---- verbs

    def set(self, found: Concrete, heading: Heading | None) -> Done | None:
        value = self.edit.value
        assert value is not None
        if isinstance(value, Scalar):
            found = body_of(self.root, found)
        target = node_at(self.root, found)
        touches: tuple[Touch, ...] = (Touch(self.name, found, value.span, replaced=True),)
        if heading is not None:
            touches = (*touches, Touch(self.name, heading.path, self.edit.at.span))
            heading = Heading(heading.path, heading.key, alone=same(target, value))
        elif same(target, value):
            self.no_effect(target.span)
            return None
        return Done(edit=self.edit, path=found, touches=touches, heading=heading)

    def rename(self, found: Concrete) -> Done | None:
        edit, new, old = self.edit, self.edit.value, found[-1]
        if old.startswith("#") or not isinstance(new, Scalar):
            self.problem("RWL015", edit.at.span, owner="what is renamed", expected="a key", found="an item of a list")
            return None
        if new.text == old:
            self.no_effect(None)
            return None
        if ("(" in old) != ("(" in new.text):
            expected = f"a name with its parameters, as `{old}` is" if "(" in old else "a name"
            self.problem("RWL015", new.span, owner=f"the new name of `{edit.path}`", expected=expected, found=f"`{new.text}`")
            return None
        return Done(
            edit=edit, path=found, touches=(Touch(self.name, found, edit.at.span), Touch(self.name, (*found[:-1], new.text), edit.at.span))
        )

    def beside(self, found: Concrete) -> Done | None:
        edit = self.edit
        parent = node_at(self.root, found[:-1])
        if not isinstance(parent, Mapping) or not isinstance(edit.value, Mapping):
            self.problem("RWL015", edit.at.span, owner=f"`{edit.path}`", expected="an entry of a mapping", found="an item of a list")
            return None
        touches: list[Touch] = []
        for entry in edit.value.entries:
            there = next((old for old in parent.entries if name_of(old.key.text) == name_of(entry.key.text)), None)
            if there is not None:
                self.already(shown((*found[:-1], entry.key.text)), entry.key.span, there.key.span)
                return None
            touches.append(Touch(self.name, (*found[:-1], entry.key.text), entry.key.span))
        if not touches:
            self.no_effect(None)
            return None
        return Done(edit=edit, path=found, touches=tuple(touches))

    def grow(self, found: Concrete) -> Done | None:
        edit = self.edit
        assert edit.value is not None
        grown = growths(self.root, found, edit.value, append=edit.verb == "append")
        if isinstance(grown, Taken):
            theirs = next((touch for touch in self.touches if grown.path[: len(touch.path)] == touch.path), None)
            if theirs is not None:
                both(self.name, theirs.variant, Touch(self.name, grown.path, grown.span), theirs, self.problems)
            else:
                self.already(shown(grown.path), grown.span, grown.was)
            return None
        if not grown:
            if not isinstance(edit.value, Mapping | Sequence) or not _says(edit.value):
                self.no_effect(None)
            return None
        return Done(edit=edit, path=found, touches=tuple(touch for growth in grown for touch in self.grew(growth)), growths=grown)

    def grew(self, growth: Growth) -> Iterator[Touch]:
        """A new key is touched; a new top-level section only where it has entries, so that others may add to it."""
        section = growth.entries[0].value if growth.items is None and growth.path == () else None
        match section:
            case Mapping():
                for entry in section.entries:
                    yield Touch(self.name, (*growth.touched, entry.key.text), entry.key.span, grew=growth.touched == ("cite",))
            case Sequence():
                yield Touch(self.name, growth.touched, growth.span, grew=True)
            case _:
                yield Touch(self.name, growth.touched, growth.span, grew=growth.items is not None)

    def add_new(self, missing: Missing) -> Done | None:
        """An edit whose last word is a new key of something that is there."""
        edit = self.edit
        above, dot, last = edit.path.rpartition(".")
        parent = find(self.root, above) if dot else ()
        if isinstance(parent, Missing):
            self.no_target(parent)
            return None
        home = home_of(self.root, parent, last)
        if not isinstance(node_at(self.root, home), Mapping):
            self.no_target(missing if edit.verb != "add" else Missing((), 0))
            return None
        span = Span(file=edit.at.span.file, start=edit.at.span.end - len(last), end=edit.at.span.end)
        key = Scalar(text=last, span=span)
        if edit.verb != "add":
            assert edit.verb in ("and", "or", "plus", "before", "after")
            made = new_text(edit.verb, self.root, home, key, edit.value, name=self.name, over=self.over, at=edit.at)
            if made is None:
                self.no_target(missing)
                return None
            return self.texted(made)
        assert edit.value is not None
        growth = Growth(path=home, entries=(Entry(key=key, value=edit.value),))
        return Done(edit=edit, path=home, touches=tuple(self.grew(growth)), growths=(growth,))

    # ---- problems

    def no_target(self, missing: Missing) -> None:
        edit = self.edit
        if missing.places:
            self.problem("RWL039", edit.at.span, path=edit.path, places=missing.places)
            return
        gone = next((touch for touch in self.touches if touch.removed and shown(touch.path) == edit.path), None)
        self.problem(
            "RWL032",
            edit.at.span,
            path=edit.path,
            verb=IN_WORDS.get(edit.verb, edit.verb),
            help=f"did you mean {' or '.join(f'`{near}`' for near in missing.near)}?" if missing.near else None,
            other=gone.variant if gone else None,
            removed=gone.span if gone else None,
        )

    def no_effect(self, was: Span | None) -> None:
        self.problem("RWL033", self.edit.at.span, path=self.edit.path, was=was)

    def already(self, path: str, span: Span, was: Span) -> None:
        self.problem("RWL037", span, path=path, was=was)

    def problem(self, code: str, span: Span, **facts: Fact) -> None:
        self.problems.add(Problem(code=code, span=span, facts=facts))


def _written(node: Node | None) -> str:
    """What a value says, in one line."""
    match node:
        case None:
            return ""
        case Scalar():
            return repr(node.text.strip())
        case Sequence():
            return f"[{', '.join(_written(item) for item in node.items)}]"
        case Mapping():
            return f"{{{', '.join(f'{entry.key.text}: {_written(entry.value)}' for entry in node.entries)}}}"


def _says(node: Mapping | Sequence) -> bool:
    return bool(node.entries if isinstance(node, Mapping) else node.items)
