"""A spec with every name resolved and every expression typed: what `bind` makes and `lower` reads.

Expressions carry `type` and `span`. Sugar that is only spelling is gone: chains of comparisons are `Logic` of `Compare`, `x += e` is an
assignment of a sum, named values are `Const`, `a in (b, c)` is `In` with a domain. Everything that may be walked is a `Domain`.
A check that the types could not prove away is a `Narrow` (assignments and the like) or a `Sure` (said by the author).
"""

from compiler.bind.nouns.typed.declarations import *  # noqa: F403
from compiler.bind.nouns.typed.expressions import *  # noqa: F403
from compiler.bind.nouns.typed.play import *  # noqa: F403
from compiler.bind.nouns.typed.spec import *  # noqa: F403
from compiler.bind.nouns.typed.statements import *  # noqa: F403
