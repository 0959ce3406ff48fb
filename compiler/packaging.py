"""Engines made when a wheel is built: a `build_py` for packages that ship specs.

    [build-system]
    requires = ["setuptools>=77", "rulewright"]

    [tool.setuptools]
    cmdclass = {build_py = "compiler.packaging.BuildEngines"}

In: `specs/` beside the `pyproject.toml`, and what `[tool.rulewright]` declares. Out: an engine of every game and declared combination, as a module
of the package it names. An editable install makes none: there, `rulewright build` does.
"""

from pathlib import Path

from setuptools.command.build_py import build_py
from setuptools.errors import SetupError

from compiler.builds import BadBuilds, declared_builds
from compiler.diagnostics import human_text
from compiler.driver import compile_game, emit
from compiler.emit.write import write_files


class BuildEngines(build_py):
    """Copies the package's modules as ever, then writes the engines beside them."""

    def run(self) -> None:
        super().run()
        if not self.editable_mode:
            write_files(engines(Path(), Path(self.build_lib)))

    def get_outputs(self, include_bytecode: bool = True) -> list[str]:
        own = [] if self.editable_mode else [str(path) for path in engines(Path(), Path(self.build_lib))]
        return [*super().get_outputs(include_bytecode), *own]

    def get_source_files(self) -> list[str]:
        """The specs belong to what an sdist carries: a wheel made of it is the one made here."""
        specs = sorted(str(path) for path in Path("specs").rglob("*") if path.is_file())
        return [*super().get_source_files(), *specs]  # type: ignore[no-untyped-call]

    def find_data_files(self, package: str, src_dir: str) -> list[str]:
        """What a wheel carries beside modules: no specs, which are no data of a package though an sdist lists them."""
        return [name for name in super().find_data_files(package, src_dir) if Path(name).parts[:1] != ("specs",)]


def engines(folder: Path, to: Path) -> dict[Path, str]:
    """The engines of a package's folder, by the place of each below `to`. Raises SetupError with what is wrong."""
    try:
        builds = declared_builds(folder)
    except BadBuilds as error:
        raise SetupError(str(error)) from error
    if not builds.package:
        raise SetupError("pyproject.toml: [tool.rulewright] names no package for the engines")
    home = to.joinpath(*builds.package.split("."))
    files: dict[Path, str] = {}
    games = sorted(file.parent for file in (folder / "specs").glob("*/game.yaml"))
    if not games:
        raise SetupError("there is no specs/<game>/game.yaml beside pyproject.toml: the wheel would hold no engine")
    for game in games:
        for combination in builds.of(game.name):
            compilation = compile_game(game, variants=combination)
            if compilation.game is None:
                raise SetupError(human_text([item for item in compilation.diagnostics if item.severity == "error"], colour=False))
            files.update({home / name: text for name, text in emit(compilation.game).items()})
    return files
