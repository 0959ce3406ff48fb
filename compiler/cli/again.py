"""The command that makes the same again, as a page or a table tells it.

again("coverage", Path("specs/my_game"), variant="short", settings=["rounds=3"], games=500)
# "rulewright coverage my_game --variant short --set rounds=3 --games 500"
"""

from collections.abc import Sequence
from pathlib import Path


def again(verb: str, folder: Path, *, variant: str, settings: Sequence[str], **numbers: int | None) -> str:
    """Options that are None are left out; so is what the caller leaves at its default."""
    parts = [f"rulewright {verb} {folder.resolve().name}"]
    parts += [f"--variant {variant}"] if variant else []
    parts += [f"--set {setting}" for setting in settings]
    parts += [f"--{name} {number}" for name, number in numbers.items() if number is not None]
    return " ".join(parts)
