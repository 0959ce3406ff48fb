"""Random whole specs, as texts: well typed by construction, with every construct that bears on play.

    text = spec(random.Random(7))        # the text of a game.yaml
    witnesses.judge(text)                # played by every witness; a Difference says which two do not agree

Nothing here knows what is right: whatever comes, all who can play it say the same.
"""

from tests.fuzz.generator.spec import spec

__all__ = ["spec"]
