"""Seconds as a limit. What a check looks at is bounded by games and positions; a clock only ends what takes far too long, and knows that it did."""

import time


class Clock:
    def __init__(self, seconds: float) -> None:
        self._until = time.monotonic() + seconds
        self.struck = False
        """whether something was left undone because of it"""

    def over(self) -> bool:
        self.struck = self.struck or time.monotonic() >= self._until
        return self.struck
