"""`python -m tests.fuzz.show SEED`: the mutant of a seed against the shipped spec, and what the compiler makes of it."""

import difflib
import os
import sys
import tempfile
from pathlib import Path

from compiler.diagnostics import human_text
from tests.fuzz.pipeline import put_through
from tests.fuzz.seeds import SPECS, lay_out, variant


def main(seed: int) -> None:
    with tempfile.TemporaryDirectory() as place:
        folder = lay_out(seed, Path(place))
        os.chdir(folder)
        for files in SPECS.values():
            if set(files) == {str(path.relative_to(folder)) for path in folder.rglob("*.*")}:
                for path, text in files.items():
                    changed = Path(path).read_bytes().decode("utf-8", "replace")
                    difference = list(difflib.unified_diff(text.split("\n"), changed.split("\n"), path, path, lineterm="", n=1))
                    if 0 < len(difference) < 80:
                        print("\n".join(difference))
        laid = variant(folder, seed)
        print(f"variants: {laid}")
        print(human_text(put_through(Path("."), laid).diagnostics))


if __name__ == "__main__":
    main(int(sys.argv[1]))
