"""Writes the pages of all shipped games and their index; run from the project's root, `make pages`."""

from pathlib import Path

from compiler.cli.app import run
from compiler.driver import compile_game

OFFERED = {"goofspiel": "hidden_bids", "wild_farm": "short_night,three_wolves"}
"""Variants that a page offers; those of the larger games would be heavy in a repository."""


def main() -> None:
    folder = Path("docs/play")
    rows = []
    for spec in sorted(path.parent for path in Path("specs").glob("*/game.yaml")):
        parsed = compile_game(spec).parsed
        assert parsed is not None
        file = folder / f"{spec.name}.html"
        try:
            run(["page", str(spec), "--to", str(file), *(["--variants", OFFERED[spec.name]] if spec.name in OFFERED else [])])
        except SystemExit as left:
            assert not left.code, spec
        rows.append(f"| [{parsed.title}]({file.name}) | {parsed.about} |")
    head = [
        "# The shipped games, to be played",
        "",
        "Each is one file: save it, open it in a browser, play. How, tells [page.md](../page.md). Made by `make pages`.",
        "",
        "| game | |",
        "|---|---|",
    ]
    (folder / "README.md").write_text("\n".join([*head, *rows]) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
