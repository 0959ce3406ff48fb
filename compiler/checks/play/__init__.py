"""Checks in play: what random games, or all positions of a small game, show of a spec."""
