"""Pages of codes, taken apart: the broken spec and the mended one as files of a game folder."""

import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from compiler.diagnostics import Diagnostic
from compiler.driver import Compilation, compile_game

ROOT = Path(__file__).resolve().parents[2]
PAGES = ROOT / "compiler" / "diagnostics" / "pages"

BROKEN, MENDED, PROSE, WHY = "A spec that shows it", "The mended spec", "How to see it", "Why it matters"

_FENCE = re.compile(r"^```\w+(?: (?P<name>\S+))?\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    title: str
    what: str
    sections: dict[str, str]

    def files(self, heading: str) -> dict[str, str]:
        """The files of an example; one without a name is the `game.yaml`."""
        return {fence.group("name") or "game.yaml": fence.group("text") for fence in _FENCE.finditer(self.sections[heading])}


def page(code: str) -> Page:
    text = (PAGES / f"{code}.md").read_text(encoding="utf-8")
    title, _, rest = text.partition("\n")
    what, *sections = re.split(r"^## ", rest, flags=re.MULTILINE)
    return Page(title=title, what=what.strip(), sections={part.partition("\n")[0]: part.partition("\n")[2].strip() for part in sections})


def lay_out(files: dict[str, str], folder: Path) -> tuple[str, ...]:
    """Writes the files; the names of the variants, in the order of the page."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tuple(Path(name).stem for name in files if name.startswith("variants/"))


def compiled(folder: Path, variants: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> Compilation:
    """What the whole compiler makes of a game folder, paths shown from the folder itself."""
    monkeypatch.chdir(folder)
    return compile_game(folder, variants=variants)


def told(diagnostics: list[Diagnostic]) -> list[str]:
    return [f"{it.span.place} {it.code} {it.headline}" for it in diagnostics]
