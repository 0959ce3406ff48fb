"""The pages keep their word: what they show compiles, runs, or stands in a shipped spec, and their links lead somewhere.

What a fence's info string asks for:

    ```yaml spec            a whole spec: compiles without an error, and plays
    ```yaml part            some top-level keys of one: compiles and plays once the others are there
    ```yaml part RWT002     compiles to this problem
    ```yaml variant name    lies over the spec before it
    ```yaml specs/…         an excerpt: its lines stand in that file, one after another; `# …` means that some are left out
    ```markdown rulebook    the rulebook of the next spec
    ```csv tables/x.csv     a table of the next spec
    ```python run           runs, each block of a page after those before it
"""

import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from compiler.bind.builtins.builtins import CALLS, FORMS, NAMES
from compiler.cli.app import VERBS
from compiler.diagnostics import CODES
from compiler.driver import compile_game, emit
from compiler.load.shape import TABLE
from runtime import Game, State, load_source
from runtime.chance import Stream

ROOT = Path(__file__).resolve().parents[2]
SKIPPED = {"generated", "build", "dist", "node_modules"}
PAGES = tuple(
    path
    for path in sorted(ROOT.rglob("*.md"))
    if not any(part in SKIPPED or part.startswith(".") or part.endswith(".egg-info") for part in path.relative_to(ROOT).parts[:-1])
)
OWN = ("README.md", "language.md", "semantics.md", "engines.md", "use.md", "records.md", "views.md", "editing.md")
"""the reference pages in docs/"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fence:
    page: str
    line: int
    info: str
    text: str

    @property
    def words(self) -> list[str]:
        return self.info.split()

    @property
    def place(self) -> str:
        return f"{self.page}:{self.line}"


def fences(path: Path) -> Iterator[Fence]:
    info: str | None = None
    start = 0
    held: list[str] = []
    for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), start=1):
        if info is None and line.startswith("```") and line.strip("`").strip():
            info, start, held = line[3:].strip(), number, []
        elif info is not None and line.rstrip() == "```":
            yield Fence(page=str(path.relative_to(ROOT)), line=start, info=info, text="\n".join(held) + "\n")
            info = None
        elif info is not None:
            held.append(line)
    assert info is None, f"{path.name}:{start}: this block is not closed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """A spec that a page shows, with the files around it and the problem it is meant to have."""

    fence: Fence
    files: tuple[tuple[str, str], ...]
    variants: tuple[str, ...]
    expected: str


def shown(path: Path) -> Iterator[Shown]:
    beside: list[tuple[str, str]] = []
    latest: tuple[tuple[str, str], ...] = ()
    for fence in fences(path):
        match fence.words:
            case ["markdown", "rulebook"]:
                beside.append(("rulebook.md", fence.text))
            case ["csv", name]:
                beside.append((name, fence.text))
            case ["yaml", "spec" | "part" as kind, *expected]:
                latest = (("game.yaml", fence.text if kind == "spec" else completed(fence.text)), *beside)
                beside = []
                yield Shown(fence=fence, files=latest, variants=(), expected="".join(expected))
            case ["yaml", "variant", name]:
                yield Shown(fence=fence, files=(*latest, (f"variants/{name}.yaml", fence.text)), variants=(name,), expected="")
            case _:
                pass


def completed(part: str) -> str:
    """The part with the keys that every spec needs, where it does not say them itself."""
    said = set(re.findall(r"^(\w+):", part, re.MULTILINE))
    head = "".join(f"{key}: {value}\n" for key, value in (("language", "1"), ("game", "part"), ("players", "2")) if key not in said)
    tail = "" if "phases" in said else "phases:\n  play: {do: pass}\n"
    return head + part + tail


SPECS = [shown_spec for path in PAGES if path.parent == ROOT / "docs" for shown_spec in shown(path)]
EXCERPTS = [fence for path in PAGES for fence in fences(path) if len(fence.words) == 2 and fence.words[1].startswith(("specs/", "compiler/"))]


@pytest.mark.slow
@pytest.mark.parametrize("spec", SPECS, ids=lambda spec: spec.fence.place)
def test_specs_that_pages_show_compile(spec: Shown, tmp_path: Path) -> None:
    for name, text in spec.files:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    made = compile_game(tmp_path, variants=spec.variants)
    found = [f"{item.code} {item.span.place}: {item.headline}" for item in made.diagnostics if item.severity == "error"]
    if spec.expected:
        assert {line.split()[0] for line in found} == {spec.expected}, spec.fence.place
        return
    assert found == [], spec.fence.place
    assert made.game is not None
    ((_, text),) = emit(made.game).items()
    play_at_random(load_source(text, "engine.py", backend="python"))


def play_at_random(game: Game) -> None:
    """A whole game, or its first few hundred decisions: no fault is met."""
    state = game.new_initial_state(game.max_players, seed=3)
    stream = Stream.seeded(3)
    for _ in range(300):
        if state.is_terminal():
            return
        actions = state.legal_actions()
        state.apply_action(actions[stream.below(len(actions))])


def test_the_language_page_shows_whole_specs() -> None:
    """The page without its blocks would pass everything above."""
    page = [spec for spec in SPECS if spec.fence.page == "docs/language.md"]
    assert len(page) >= 20
    assert any(spec.fence.words[1] == "spec" for spec in page)


@pytest.mark.parametrize("fence", EXCERPTS, ids=lambda fence: fence.place)
def test_excerpts_stand_in_the_files_they_name(fence: Fence) -> None:
    lines = [bare(line) for line in (ROOT / fence.words[1]).read_text(encoding="utf-8").split("\n")]
    lines = [line for line in lines if line]
    at, indent = 0, None
    left_out = True
    for line in fence.text.split("\n"):
        if line.strip() == "# …":
            left_out = True
            continue
        wanted = bare(line)
        if not wanted:
            continue
        depth = len(wanted) - len(wanted.lstrip())
        places = range(at, len(lines)) if left_out else range(at, min(at + 1, len(lines)))
        fitting = [
            place
            for place in places
            if lines[place].lstrip() == wanted.lstrip() and (indent is None or len(lines[place]) - len(lines[place].lstrip()) - depth == indent)
        ]
        assert fitting, f"{fence.place}: `{wanted.strip()}` does not follow in {fence.words[1]}"
        indent = len(lines[fitting[0]]) - len(lines[fitting[0]].lstrip()) - depth
        at, left_out = fitting[0] + 1, False


def bare(line: str) -> str:
    """A line without its comment and the blanks after it; runs of blanks inside it count as one."""
    text = re.sub(r"(?:^|\s)#(?!\S*\{).*$", "", line).rstrip()
    head = text[: len(text) - len(text.lstrip())]
    return head + " ".join(text.split())


LINK = re.compile(r"(?<!!)\[[^\]]*\]\((?P<target>[^)\s]+)\)")


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_somewhere(path: Path) -> None:
    broken = []
    prose = re.sub(r"^```.*?^```$", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    prose = re.sub(r"`[^`\n]*`", "", prose)
    for found in LINK.finditer(prose):
        target, _, anchor = found.group("target").partition("#")
        if re.match(r"[a-z]+:", target):
            continue
        file = (path.parent / target).resolve() if target else path
        if not file.exists() or anchor and file.suffix == ".md" and anchor not in anchors(file):
            broken.append(found.group("target"))
    assert broken == []


def anchors(path: Path) -> set[str]:
    """The headings of a page as link targets, spelt as GitHub does."""
    text = re.sub(r"^```.*?^```$", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    found: dict[str, int] = {}
    names = set()
    for heading in re.findall(r"^#{1,6}\s+(.*?)\s*$", text, re.MULTILINE):
        name = re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
        count = found.get(name, 0)
        found[name] = count + 1
        names.add(f"{name}-{count}" if count else name)
    return names


def in_code(page: str) -> str:
    """The blocks and spans of code of a page."""
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    return "\n".join(re.findall(r"^```.*?^```$|`[^`\n]+`", text, re.MULTILINE | re.DOTALL))


def test_the_language_page_has_every_key() -> None:
    said = set(re.findall(r"[a-z_]+", in_code("language.md"))) | set(re.findall(r"[a-z_]+", in_code("scenarios.md")))
    missing = [f"{shape.name}: {key.name}" for shape in TABLE for key in shape.keys if key.name.partition("(")[0] not in said]
    assert missing == []


def test_the_language_page_has_every_builtin() -> None:
    code = in_code("language.md")
    missing = [entry.name for entry in CALLS if not re.search(rf"\b{entry.name}\(", code)]
    missing += [word.name for word in (*NAMES, *FORMS) if not any(re.search(rf"\b{name}\b", code) for name in re.findall(r"[a-z_]+", word.name))]
    assert missing == []


def test_the_engines_page_has_every_method_of_a_state() -> None:
    """Those that people call: not what makes states, exceptions and refusals."""
    inner = {"start", "game", "vector", "fault", "refusal"}
    names = [name for kind in (State, Game) for name in vars(kind) if not name.startswith("_") and name not in inner]
    assert sorted(set(names) - set(re.findall(r"\w+", in_code("engines.md")))) == []


def test_the_engines_page_has_every_environment_variable() -> None:
    sources = "".join(path.read_text(encoding="utf-8") for path in sorted((ROOT / "runtime").rglob("*.py")))
    assert sorted(set(re.findall(r"RULEWRIGHT_[A-Z]+", sources)) - set(re.findall(r"RULEWRIGHT_[A-Z]+", in_code("engines.md")))) == []


def test_the_index_names_every_page() -> None:
    index = (ROOT / "docs" / "README.md").read_text(encoding="utf-8")
    missing = [path.name for path in sorted((ROOT / "docs").glob("*.md")) if path.name != "README.md" and f"]({path.name})" not in index]
    assert missing == []


@pytest.mark.parametrize("name", OWN)
def test_codes_and_verbs_that_pages_name_exist(name: str) -> None:
    text = (ROOT / "docs" / name).read_text(encoding="utf-8")
    codes = {code.code for code in CODES}
    assert sorted(set(re.findall(r"\bRW[LPNTCERX]\d{3}\b", text)) - codes) == []
    verbs = set(re.findall(r"`rulewright ([a-z]+)", text)) | set(re.findall(r"^rulewright ([a-z]+)", text, re.MULTILINE))
    assert sorted(verbs - dict(VERBS).keys()) == []


@pytest.mark.parametrize("name", OWN)
def test_codes_stand_with_their_own_slugs(name: str) -> None:
    """`RWT002 may-be-none`: where a page writes both, they belong together."""
    text = (ROOT / "docs" / name).read_text(encoding="utf-8")
    slugs = {code.code: code.slug for code in CODES}
    wrong = [f"{code} {slug}" for code, slug in re.findall(r"\b(RW[LPNTCERX]\d{3})\s+([a-z]+(?:-[a-z]+)+)\b", text) if slugs.get(code) != slug]
    assert wrong == []


def raised() -> set[str]:
    """The codes that some stage gives: those named in the compiler outside the registry."""
    return {
        code
        for path in (ROOT / "compiler").rglob("*.py")
        if "diagnostics" not in path.parts
        for code in re.findall(r"\bRW[LPNTCERX]\d{3}\b", path.read_text(encoding="utf-8"))
    }


def test_rules_name_only_codes_that_are_raised() -> None:
    text = (ROOT / "docs" / "semantics.md").read_text(encoding="utf-8")
    assert sorted(set(re.findall(r"\bRW[LPNTCEX]\d{3}\b", text)) - raised()) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", ["engines.md", "records.md", "views.md"])
def test_python_that_pages_show_runs(name: str, tmp_path: Path) -> None:
    """Each page's blocks are one program, run in a folder that holds a built engine and nothing else."""
    blocks = [fence.text for fence in fences(ROOT / "docs" / name) if fence.words == ["python", "run"]]
    assert blocks
    for game in re.findall(r'load\("(\w+)"', "".join(blocks)):
        made = compile_game(ROOT / "specs" / game)
        assert made.game is not None, game
        for file, text in emit(made.game).items():
            (tmp_path / "generated").mkdir(exist_ok=True)
            (tmp_path / "generated" / file).write_text(text, encoding="utf-8")
    (tmp_path / "page.py").write_text("\n\n".join(blocks), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "page.py"], cwd=tmp_path, env={"PYTHONPATH": str(ROOT), "PATH": "", "RULEWRIGHT_CACHE": str(tmp_path / "cache")},
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
