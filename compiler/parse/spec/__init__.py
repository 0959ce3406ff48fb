"""A spec with every snippet parsed: what `parse` makes of a `SpecTree`.

One dataclass for each construct of the language, in the order of the top-level keys. Names are still text; `cite` lists are as written.
A part that could not be read is `Bad` or left out, and its problem is recorded.
"""

from compiler.parse.spec.declarations import *  # noqa: F403
from compiler.parse.spec.play import *  # noqa: F403
from compiler.parse.spec.spec import *  # noqa: F403
from compiler.parse.spec.things import *  # noqa: F403
