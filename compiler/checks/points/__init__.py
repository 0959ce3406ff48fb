"""Open points: what is undecided without the reading that settles one, and what its readings change in play."""
