"""What variants change inside a text, carried out on its tree: the places of everything stay those of the files it was written in.

    left -= n; win p      after `left -= n`: taken[p] += n      ->   left -= n; taken[p] += n; win p
    a and b               `and`: c                              ->   a and b and c

All parts are looked for in the base's own text, so that the order of the variants makes no difference; only a variant that is written over
others may name parts that those have put there. Two edits that cannot both be carried out are reported, both named, and the second is left out.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from compiler.diagnostics.problem import Fact
from compiler.diagnostics.suggest import nearest
from compiler.load.tree import Scalar, TextEdit
from compiler.parse import ast
from compiler.parse.place import Place
from compiler.parse.show import show, show_statements
from compiler.parse.tables import Start
from compiler.source import Span

Part: TypeAlias = ast.Expr | ast.Stmt | ast.Binder | ast.TypeExpr
Parts: TypeAlias = tuple[Part, ...]
Names: TypeAlias = Sequence[tuple[ast.Ident, ast.Expr | ast.Stmt]]
Path: TypeAlias = tuple[str | int, ...]
Reader: TypeAlias = Callable[[Start, Scalar, Place | None], Parts | None]
"""reads a text that an edit brings, and reports to a place what is wrong with it; None where it cannot be read as this"""

STATEMENTS = (ast.Move, ast.Let, ast.Assign, ast.End, ast.Verdict, ast.Do, ast.Pass, ast.If, ast.For, ast.While)
TYPES = (ast.NamedType, ast.OfType, ast.RangeType, ast.OptionalType)
HEADS = ("if ", "for ", "while ")


class _Found(Struct, frozen=True):
    """An edit with the part it concerns, by its path in the tree; the whole text has the path ()."""

    edit: TextEdit
    path: Path
    value: Parts


def edited(parts: Parts, names: Names, start: Start, scalar: Scalar, place: Place, read: Reader) -> Parts:
    """A text's parts with all edits carried out. What cannot be carried out is reported and left out."""
    work = _Work(parts, names, start, scalar, place, read)
    later: list[TextEdit] = []
    found: list[_Found] = []
    for edit in scalar.edits:
        done = work.find(edit, quiet=bool(edit.over))
        if done is not None and not work.meets(done, found):
            found.append(done)
        elif done is None and edit.over:
            later.append(edit)
    parts = _carried_out(parts, found, start)
    for edit in later:
        work = _Work(parts, names, start, scalar, place, read)
        done = work.find(edit, quiet=False)
        if done is not None:
            parts = _carried_out(parts, [done], start)
    return parts


def said(parts: Parts, start: Start) -> str:
    """The parts of a text as text again."""
    if start == "statements":
        return show_statements(tuple(part for part in parts if isinstance(part, STATEMENTS)))
    return ", ".join(_shown(part) for part in parts)


class _Work(Struct, frozen=True):
    parts: Parts
    names: Names
    start: Start
    scalar: Scalar
    place: Place
    read: Reader

    def find(self, edit: TextEdit, *, quiet: bool) -> _Found | None:
        """Where an edit's part stands, and what it brings, read as what the place needs."""
        path = self._whole(edit) if edit.part is None else self._part(edit, edit.part, quiet=quiet)
        if path is None:
            return None
        part = at(self.parts, path) if path else None
        if edit.value is None:
            return _Found(edit, path, ()) if self._may_go(edit, path) else None
        wanted = self._wanted(edit, part)
        if wanted is None:
            return None
        value = self.read(wanted, edit.value, self.place)
        return _Found(edit, path, value) if value is not None else None

    def _whole(self, edit: TextEdit) -> Path | None:
        if edit.verb in ("before", "after") or len(self.parts) == 1:
            return () if edit.verb in ("before", "after") else (0,)
        if self.start == "binders" and edit.verb == "and":
            return (len(self.parts) - 1,)
        self._not_so(edit, edit.span, "there are several values here: say which part is meant, as it stands there")
        return None

    def _wanted(self, edit: TextEdit, part: Part | None) -> Start | None:
        """What the text that an edit brings must be."""
        statement = part is None and self.start == "statements" or isinstance(part, STATEMENTS)
        if edit.verb in ("before", "after"):
            if statement:
                return "statements"
            self._not_so(edit, edit.span, f"`{edit.verb}` puts statements beside a statement, and there is none here")
        elif edit.verb == "set":
            if statement:
                return "statements"
            return "binders" if isinstance(part, ast.Binder) else "type_only" if isinstance(part, TYPES) else "expression"
        elif edit.verb == "plus" and (isinstance(part, ast.Assign) or not statement and not isinstance(part, (ast.Binder, *TYPES))):
            return "expression"
        elif edit.verb in ("and", "or") and not statement and not isinstance(part, TYPES):
            if edit.verb == "and" or not isinstance(part, ast.Binder):
                return "expression"
            self._not_so(edit, edit.span, "only `and` joins something to the `where` of what is chosen")
        else:
            what = "adds to a value" if edit.verb == "plus" else "joins conditions"
            self._not_so(edit, edit.span, f"`{edit.verb}` {what}, and this is {'a statement' if statement else 'none'}")
        return None

    def _may_go(self, edit: TextEdit, path: Path) -> bool:
        """Whether what is taken away leaves a text that still says something."""
        above = at(self.parts, path[:-2]) if len(path) > 2 else None
        if isinstance(at(self.parts, path), STATEMENTS):
            return True
        if isinstance(above, ast.Logic) or isinstance(at(self.parts, path[:-1]) if len(path) > 1 else None, ast.Binary):
            return True
        if len(path) == 1 and len(self.parts) > 1:
            return True
        self._not_so(edit, edit.span, "what may be taken away is a statement, one of several conditions, or a summand")
        return False

    def _part(self, edit: TextEdit, part: Scalar, *, quiet: bool) -> Path | None:
        """The one place where a part stands: by its name, or as it is written."""
        every = list(walk(self.parts))
        word = part.text.strip()
        named = next((node for name, node in self.names if name.text == word), None)
        if named is not None:
            return next((path for path, node in every if node is named), None)
        texts = self._texts(part)
        if not texts:
            return None
        statements_only = edit.verb in ("before", "after") or (self.start == "statements" and edit.verb in ("set", "remove"))
        fitting = [path for path, node in every if _called(node) & texts]
        among = [path for path in fitting if isinstance(at(self.parts, path), STATEMENTS)] if statements_only else []
        if not among and edit.verb not in ("before", "after"):
            among = [path for path in fitting if edit.verb == "plus" or not isinstance(at(self.parts, path), STATEMENTS)] or fitting
        if len(among) == 1:
            return among[0]
        if among and not quiet:
            places = tuple(at(self.parts, path).span for path in among)
            self.place.report("RWL051", part.span, path=edit.path, part=_line(word), places=places)
        elif not among and not quiet:
            known = [text for path, node in every if len(path) > 0 for text in sorted(_called(node))]
            near = nearest(word, tuple(dict.fromkeys(known))) or None
            text = replace_head(self.scalar.span)
            names = tuple(name.text for name, _ in self.names) or None
            self.place.report("RWL050", part.span, path=edit.path, part=_line(word), near=near, names=names, text=text)
        return None

    def _texts(self, part: Scalar) -> frozenset[str]:
        """What a part says, in the spelling in which trees are shown."""
        word = part.text.strip()
        head = next((head for head in HEADS if word.startswith(head)), None)
        if head is not None and "\n" not in word and " else " not in word:
            return frozenset({f"{head}{_squeezed(word[len(head):].rstrip(':'), head, part, self.read)}"})
        starts: tuple[Start, ...] = ("statements", "expression") if self.start == "statements" else ("expression", "one_binder", "type_only")
        for start in starts:
            silent = self.read(start, part, None)
            if silent is not None and len(silent) == 1:
                return frozenset({_shown(silent[0])})
        self.read(starts[0], part, self.place)
        return frozenset()

    def _not_so(self, edit: TextEdit, span: Span, why: str) -> None:
        self.place.report("RWL052", span, path=edit.path, why=why)

    def meets(self, new: _Found, earlier: Sequence[_Found]) -> bool:
        """Whether an edit is one that is there already, or cannot be carried out beside another's, which is reported."""
        for other in earlier:
            if other.edit.variant in new.edit.over:
                continue
            if _alike(new, other):
                return True
            if _bar(new, other):
                where = new.edit.part or other.edit.part
                path = f"{new.edit.path}: {_line(where.text)}" if where is not None else new.edit.path
                facts: dict[str, Fact] = {"variant": new.edit.variant, "other": other.edit.variant, "path": path, "first": other.edit.span}
                self.place.report("RWL034", new.edit.span, **facts)
                return True
        return False


def _alike(one: _Found, other: _Found) -> bool:
    """Equal edits are one edit; only summands add up."""
    same = one.edit.verb == other.edit.verb != "plus" and one.path == other.path
    return same and [_shown(part) for part in one.value] == [_shown(part) for part in other.value]


def _bar(one: _Found, other: _Found) -> bool:
    """Whether two edits cannot both be carried out, whichever comes first."""
    verbs = {one.edit.verb, other.edit.verb}
    if one.path == other.path:
        if verbs <= {"before", "after"} or len(verbs) == 1 and verbs <= {"and", "or", "plus"}:
            return False
        return not (verbs & {"before", "after"} and verbs & {"set", "plus"})
    upper, lower = (one, other) if len(one.path) < len(other.path) else (other, one)
    return lower.path[: len(upper.path)] == upper.path and upper.edit.verb in ("set", "remove")


# ---- trees


def walk(node: object, path: Path = ()) -> Iterator[tuple[Path, Part]]:
    """Every part of a tree with its path, itself among them."""
    if isinstance(node, tuple):
        for number, item in enumerate(node):
            yield from walk(item, (*path, number))
    elif isinstance(node, Struct) and not isinstance(node, ast.Ident):
        yield path, node  # type: ignore[misc]
        for field in node.__struct_fields__:
            if field != "span":
                yield from walk(getattr(node, field), (*path, field))


def at(node: object, path: Path) -> Part:
    for step in path:
        node = getattr(node, step) if isinstance(step, str) else node[step]  # type: ignore[index]
    return node  # type: ignore[return-value]


def _carried_out(parts: Parts, found: Sequence[_Found], start: Start) -> Parts:
    by_path: dict[Path, list[_Found]] = {}
    for each in found:
        by_path.setdefault(each.path, []).append(each)
    made = _rebuilt(parts, (), by_path)
    assert isinstance(made, tuple)
    whole = by_path.get((), [])
    if whole:
        first = [part for each in whole if each.edit.verb == "before" for part in each.value]
        last = [part for each in whole if each.edit.verb == "after" for part in each.value]
        own = [] if [type(part) for part in made] == [ast.Pass] else list(made)
        made = (*first, *own, *last)
    return made


def _rebuilt(node: object, path: Path, found: dict[Path, list[_Found]]) -> object:
    """A tree with what was found at each of its parts carried out, from the leaves on."""
    if isinstance(node, tuple):
        return _row(node, path, found)
    if not isinstance(node, Struct) or isinstance(node, ast.Ident | Span):
        return node
    changes = {
        field: new
        for field in node.__struct_fields__
        if field != "span" and (new := _rebuilt(old := getattr(node, field), (*path, field), found)) is not old
    }
    made = replace(node, **changes) if changes else node
    if isinstance(made, ast.Logic) and changes:
        made = _flat(made) if len(made.items) > 1 else made.items[0] if made.items else ast.Truth(value=made.operator == "and", span=made.span)
    elif isinstance(made, ast.Binary):
        made = _without(made, path, found)
    for each in found.get(path, ()):
        made = _changed(made, each)
    return made


def _row(node: tuple[object, ...], path: Path, found: dict[Path, list[_Found]]) -> tuple[object, ...]:
    """A list of parts: statements stand beside others here, and here parts go."""
    row: list[object] = []
    touched = False
    for number, item in enumerate(node):
        here = (*path, number)
        own = found.get(here, ())
        row += [part for each in own if each.edit.verb == "before" for part in each.value]
        new = _rebuilt(item, here, found)
        if any(each.edit.verb == "set" and isinstance(item, STATEMENTS) for each in own):
            row += next(each.value for each in own if each.edit.verb == "set")
        elif not any(each.edit.verb == "remove" for each in own):
            row.append(new)
        row += [part for each in own if each.edit.verb == "after" for part in each.value]
        touched = touched or bool(own) or new is not item
    if not touched:
        return node
    if not row and node and isinstance(node[0], STATEMENTS):
        row.append(ast.Pass(span=node[0].span))
    return tuple(row)


def _changed(node: Struct, found: _Found) -> Struct:
    """One part with one edit of it carried out."""
    verb = found.edit.verb
    if verb in ("before", "after", "remove") or isinstance(node, STATEMENTS) and verb == "set":
        return node
    (value,) = found.value
    if verb == "set":
        return value
    if isinstance(node, ast.Binder):
        return replace(node, where=value if node.where is None else _joined("and", node.where, value))
    if verb == "plus":
        if isinstance(node, ast.Assign):
            return replace(node, value=_sum(node.value, value))
        return _sum(node, value)  # type: ignore[arg-type]
    return _joined("and" if verb == "and" else "or", node, value)  # type: ignore[arg-type]


def _joined(operator: str, node: "ast.Expr", value: object) -> "ast.Expr":
    """`and` and `or` stay flat, because a refusal names the first item that fails."""
    assert isinstance(value, Struct)
    word = "and" if operator == "and" else "or"
    if isinstance(node, ast.Truth) and node.value == (word == "and"):
        return value  # type: ignore[return-value]
    return _flat(ast.Logic(operator=word, items=(node, value), span=node.span))  # type: ignore[arg-type]


def _flat(node: ast.Logic) -> ast.Logic:
    items = tuple(
        each for item in node.items for each in (item.items if isinstance(item, ast.Logic) and item.operator == node.operator else (item,))
    )
    return replace(node, items=items)


def _sum(node: "ast.Expr", value: object) -> "ast.Expr":
    assert isinstance(value, Struct)
    if isinstance(node, ast.Number) and isinstance(value, ast.Number):
        return replace(node, value=node.value + value.value)
    if isinstance(value, ast.Unary) and value.operator == "-":
        if isinstance(node, ast.Number) and isinstance(value.operand, ast.Number) and node.value >= value.operand.value:
            return replace(node, value=node.value - value.operand.value)
        return ast.Binary(operator="-", left=node, right=value.operand, span=node.span)
    return ast.Binary(operator="+", left=node, right=value, span=node.span)  # type: ignore[arg-type]


def _without(made: ast.Binary, path: Path, found: dict[Path, list[_Found]]) -> Struct:
    """A sum, one of whose sides may be gone."""
    gone = {side for side in ("left", "right") if any(each.edit.verb == "remove" for each in found.get((*path, side), ()))}
    if not gone or made.operator not in ("+", "-"):
        return made
    if "right" in gone:
        return made.left
    return made.right if made.operator == "+" else ast.Unary(operator="-", operand=made.right, span=made.span)


# ---- texts


def _called(node: object) -> frozenset[str]:
    """How a part may be written in an edit; a statement with suites by its first line as well."""
    if isinstance(node, ast.If):
        return frozenset({show_statements((node,)), f"if {show(node.branches[0][0])}"})
    if isinstance(node, ast.For):
        return frozenset({show_statements((node,)), f"for {show(node.binder)}"})
    if isinstance(node, ast.While):
        return frozenset({show_statements((node,)), f"while {show(node.condition)}"})
    return frozenset({_shown(node)}) if not isinstance(node, ast.Bad) else frozenset()


def _shown(node: object) -> str:
    if isinstance(node, STATEMENTS):
        return show_statements((node,))
    return show(node)  # type: ignore[arg-type]


def _squeezed(text: str, head: str, part: Scalar, read: Reader) -> str:
    """What stands behind `if`, `for` or `while`, in the spelling in which trees are shown."""
    start = part.span.start + part.span.text.index(head) + len(head)
    end = part.span.start + len(part.span.text.rstrip().rstrip(":").rstrip())
    inner = Scalar(text=text, span=Span(file=part.span.file, start=start, end=max(start, end)))
    found = read("one_binder" if head == "for " else "expression", inner, None)
    return _shown(found[0]) if found else text


def _line(text: str) -> str:
    line = " ".join(text.split())
    return f"{line[:50]}…" if len(line) > 51 else line


def replace_head(span: Span) -> Span:
    """A text's own characters, without the line break that a block begins with."""
    text = span.text
    return Span(file=span.file, start=span.start + len(text) - len(text.lstrip()), end=span.start + len(text.rstrip()))
