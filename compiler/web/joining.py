"""Several ES modules as one script without imports.

In: modules by name, each behind those it reads while it is loaded. Out: their texts one after the other, imports, the word `export` and comments left out. That is
the same program where no two modules declare the same name at their top, which is asked for.

    joined({"pen": "export function dot() {}\n", "page": 'import { dot } from "./pen.mjs";\ndot();\n'})
"""

import re
from collections.abc import Mapping
from typing import Final

IMPORT: Final = re.compile(r'^import \{ [^}]* \} from "\./(\w+)\.mjs";\n', re.MULTILINE)
EXPORT: Final = re.compile(r"^export (?=(?:async )?(?:function|class|const|let)\b)", re.MULTILINE)
DECLARED: Final = re.compile(r"^(?:async )?(?:function\*?|class|const|let) (\w+)", re.MULTILINE)
WHOLE_LINES: Final = re.compile(r"^[ \t]*(?:/\*\*(?:(?!\*/).)*\*/|//[^\n]*)[ \t]*\n", re.MULTILINE | re.DOTALL)
COMMENT: Final = re.compile(r"/\*\* @[^\n]*?\*/ ?")
HANDED_ON: Final = re.compile(r"^export \{[^}]*\};\n", re.MULTILINE)


class CannotJoin(ValueError):
    """Modules that cannot be one script; the message says why."""


def joined(modules: Mapping[str, str]) -> str:
    seen: dict[str, str] = {}
    parts: list[str] = []
    for name, text in modules.items():
        for other in IMPORT.findall(text):
            if other not in modules:
                raise CannotJoin(f"{name} imports {other}, which is not among the modules")
        text = EXPORT.sub("", HANDED_ON.sub("", IMPORT.sub("", text)))
        if re.search(r"^(import|export)\b", text, re.MULTILINE):
            raise CannotJoin(f"{name} imports or exports in a way that is not known here")
        if "</script" in text.lower() or "<!--" in text:
            raise CannotJoin(f"{name} holds text that would end the script")
        for declared in DECLARED.findall(text):
            if declared in seen:
                raise CannotJoin(f"{name} and {seen[declared]} both declare {declared}")
            seen[declared] = name
        parts.append(COMMENT.sub("", WHOLE_LINES.sub("", text)).strip() + "\n")
    return "".join(parts)
