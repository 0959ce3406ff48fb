"""Prints the script by which a shell completes verbs, options, games and codes. Put it where your shell reads it at its start.

bash: eval "$(rulewright completion bash)" in ~/.bashrc; zsh: the same with zsh in ~/.zshrc, after compinit; fish: rulewright completion fish |
source in ~/.config/fish/config.fish.

Example: rulewright completion bash
"""

import os
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from compiler.cli.finding import unusable


class Shell(StrEnum):
    bash = "bash"
    zsh = "zsh"
    fish = "fish"


def completion(
    shell: Annotated[Shell | None, typer.Argument(metavar="[SHELL]", help="bash, zsh or fish; the one of $SHELL if not said.")] = None,
) -> None:
    from compiler.cli import app

    mine = Path(os.environ.get("SHELL", "")).name
    if shell is None and mine not in tuple(Shell):
        unusable("name the shell: bash, zsh or fish")
    os.environ[app.ASKED_BY_A_SHELL] = f"source_{shell or mine}"
    app.run([])
