"""One file of HTML: client, style, facts, rulebook and engines of a game, with nothing to fetch.

In: builds, each an engine's text and what its spec says for people. Out: the page. Its modules are joined into one script, whose hash the page's
Content-Security-Policy names; facts, rulebooks and engines lie in one compressed block, which is data and nothing else.
"""

import base64
import hashlib
import json
import zlib
from collections.abc import Mapping, Sequence
from html import escape
from importlib.resources import files
from typing import Any, Final

from msgspec import Struct

from compiler.load.tree import Rulebook
from compiler.web.joining import joined
from compiler.web.wasm import wasm_module
from runtime.engine import functions_of

MODULES: Final = (
    "looks", "pen", "board", "plane", "things", "picture", "chance", "texts", "perception", "telling", "game", "view", "record", "hidden", "agents",
    "choosing", "rulebook", "session", "start", "table", "page",
)  # fmt: skip
"""In an order in which each stands behind what it reads while it is loaded."""

LEFT_OUT: Final = ("SOURCE_MAP", "OBSERVATION", "LANGUAGE", "HORIZON", "COMPILER")
"""Facts that the client has no use for."""


class Build(Struct, frozen=True, kw_only=True):
    """An engine that the page offers: the variants and option values it was made with (`parts`), its text, its facts, and what people read."""

    parts: tuple[str, ...]
    source: str
    facts: Mapping[str, Any]
    about: str
    rulebook: Rulebook | None
    readings: Mapping[str, str]


def page(builds: Sequence[Build], *, variants: Sequence[tuple[str, str]], options: Sequence[tuple[str, tuple[str, ...]]]) -> str:
    """The page's text. Raises WebUnavailable."""
    engines = [wasm_module(build.source, "engine.py", entries=functions_of(build.facts)).code for build in builds]
    starts = [sum(len(code) for code in engines[:at]) for at in range(len(engines))]
    data = {
        "shapes": json.loads((files("runtime.drawing") / "shapes.json").read_text(encoding="utf-8")),
        "variants": [{"name": name, "text": text} for name, text in variants],
        "options": [{"name": name, "values": values} for name, values in options],
        "builds": [
            {**_told(build), "at": start, "size": len(code)} for build, start, code in zip(builds, starts, engines, strict=True)
        ],
    }  # fmt: skip
    head = json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()
    packed = _deflated(len(head).to_bytes(4, "little") + head + b"".join(engines))
    return _document(builds[0].facts["TITLE"], client(), style(), base64.b64encode(packed).decode())


def _told(build: Build) -> dict[str, Any]:
    rulebook = build.rulebook
    return {
        "parts": build.parts,
        "facts": {name: value for name, value in build.facts.items() if name not in LEFT_OUT},
        "about": build.about,
        "clauses": [(clause.number, clause.text, clause.section) for clause in rulebook.clauses] if rulebook else [],
        "points": [(point.number, point.text, build.readings.get(point.number, "")) for point in rulebook.open_points] if rulebook else [],
    }


def client() -> str:
    """The modules as one script."""
    return joined({name: (files("table") / f"{name}.mjs").read_text(encoding="utf-8") for name in MODULES})


def style() -> str:
    own = (files("table") / "page.css").read_text(encoding="utf-8")
    return (files("runtime.drawing") / "picture.css").read_text(encoding="utf-8") + own


def _deflated(data: bytes) -> bytes:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return packer.compress(data) + packer.flush()


def _document(title: str, script: str, styled: str, packed: str) -> str:
    policy = (
        f"default-src 'none'; script-src {_hash(script)} 'wasm-unsafe-eval'; worker-src blob:; style-src {_hash(styled)}; "
        "base-uri 'none'; form-action 'none'"
    )
    return (
        "<!DOCTYPE html>\n"
        '<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{styled}</style>\n"
        f'<script type="text/plain" id="data">{packed}</script>\n<script type="module" id="client">{script}</script>\n'
        "</head>\n<body>\n<noscript>This page plays a game; it needs JavaScript.</noscript>\n</body>\n</html>\n"
    )


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
