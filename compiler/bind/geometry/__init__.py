"""Boards and footprints as plain data: cells, directions, regions, lines, turns."""
