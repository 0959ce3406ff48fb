"""Zones, planes and remembered positions in the vector."""
