"""The reference page of keys, made from the table that specs are checked with."""

from collections.abc import Iterator
from typing import assert_never

from compiler.load.shape import TABLE, Anything, ByNode, Choice, Key, Kind, Leaf, ListOf, MapOf, Shape, Shaped, shape_of


def reference_text() -> str:
    """Markdown: one section for each mapping of a spec, one row for each of its keys."""
    lines = [
        "# Keys of a spec",
        "",
        "Every mapping that a spec, a variant or a scenario file may hold, and its keys. A key in bold must be there. This page is made",
        "from the table that the loader checks with; what the texts inside mean is told in the language guide.",
        "",
    ]
    for shape in TABLE:
        lines.extend(_section(shape))
    return "\n".join(lines)


def _section(shape: Shape) -> Iterator[str]:
    yield f"## {_title(shape)}"
    yield ""
    yield shape.doc
    yield ""
    yield "| key | value | says |"
    yield "|---|---|---|"
    for key in shape.keys:
        name = f"**`{key.name}`**" if key.required else f"`{key.name}`"
        yield f"| {name} | {_value(key)} | {key.doc} |".replace(" | |", " \\| |")
    yield ""
    if shape.forms:
        yield "A step has one of these forms; the first whose key it has decides, and the keys of other forms exclude it."
        yield ""
        for form in shape.forms:
            deciders = ", ".join(f"`{key}`" for key in form.decided_by)
            others = ", ".join(f"`{key}`" for key in form.keys if key not in form.decided_by)
            yield f"- **{form.name}**: {deciders}" + (f"; it may have {others}" if others else "")
        yield ""


def _title(shape: Shape) -> str:
    words = shape.noun.removeprefix("a ").removeprefix("an ").removeprefix("the ").replace("`", "")
    return words[0].upper() + words[1:]


def _value(key: Key) -> str:
    return _kind(key.kind).replace("|", "\\|")


def _kind(kind: Kind) -> str:
    match kind:
        case Leaf():
            return kind.expected
        case Choice():
            return " / ".join(f"`{word}`" for word in kind.words)
        case ListOf():
            one = _kind(kind.item)
            return f"{one}, or a list" if kind.single else f"a list: {one}"
        case MapOf():
            return f"by {kind.key.expected.removeprefix('a ')}: {_kind(kind.value)}"
        case Shaped():
            title = _title(shape_of(kind.shape))
            return f"[{title.lower()}](#{title.lower().replace(' ', '-')})"
        case ByNode():
            return ", or ".join(_kind(each) for each in (kind.scalar, kind.sequence, kind.mapping) if each is not None)
        case Anything():
            return "what may stand there"
        case _:
            assert_never(kind)
