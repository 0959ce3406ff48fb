"""The hash of a spec: a digest of all that changes play, codes or texts.

Made from the written tree, so that another compiler gives the same. What only documents is left out: titles, citations, claims and invariants,
assumptions, labels, view and account. Blanks and comments do not count; the order of keys does, because codes follow it.
"""

import re
from collections.abc import Iterator
from hashlib import sha256
from typing import Final

from compiler.load.tree import Mapping, Node, Scalar, Sequence, SpecTree

DOCUMENTS: Final = frozenset(
    {
        "about", "account", "always", "assumptions", "chapters", "cite", "claims", "labels", "not_modelled", "rulebook", "silenced",
        "supersedes", "title", "variant", "view",
    }
)  # fmt: skip
"""Top-level keys that change nothing in play."""

NOTES: Final = frozenset({"cite", "settles"})
"""Keys of any entry that only refer to the rulebook."""

_COMMENT: Final = re.compile(r"#[^\n]*")


def spec_hash(tree: SpecTree) -> str:
    lines = list(_top(tree.root))
    for entry in tree.tables:
        lines.append(f"table {entry[0]}")
        for row in entry[1].rows:
            lines.append(" | ".join(f"{head.text}={cell.text}" for head, cell in row.cells))
    return sha256("\n".join(lines).encode("utf-8")).hexdigest()


def _top(root: Mapping) -> Iterator[str]:
    for entry in root:
        if entry.key.text not in DOCUMENTS:
            yield from _lines(entry.key.text, entry.value, 0)


def _lines(key: str, node: Node, depth: int) -> Iterator[str]:
    head = f"{'  ' * depth}{' '.join(key.split())}:"
    match node:
        case Scalar():
            yield f"{head} {_words(node)}"
        case Sequence(items=items):
            yield head
            for item in items:
                yield from _lines("-", item, depth + 1)
        case Mapping():
            yield head
            for entry in node:
                if entry.key.text in NOTES and not isinstance(entry.value, Mapping):
                    continue
                yield from _lines(entry.key.text, entry.value, depth + 1)


def _words(scalar: Scalar) -> str:
    """Statements keep their lines, because indents have a meaning; comments go."""
    if scalar.style != "literal":
        return " ".join(scalar.text.split())
    kept = (_COMMENT.sub("", line).rstrip() for line in scalar.text.split("\n")) if '"' not in scalar.text else iter(scalar.text.split("\n"))
    return "\n".join(line for line in kept if line.strip())
