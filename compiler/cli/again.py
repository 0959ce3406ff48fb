"""The command that makes the same again, as a page or a table tells it.

again("coverage", Path("specs/wild_farm"), variant="short_night", settings=["race=at_once"], games=500)
# "rulewright coverage wild_farm --variant short_night --set race=at_once --games 500"
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
