"""Boards and footprints as constant tables."""
