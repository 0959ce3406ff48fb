"""The command `rulewright`: one file a verb."""

from compiler.cli.app import main

__all__ = ["main"]
