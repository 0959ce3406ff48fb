"""Typed specs to the machine: sugar gone, one flat layout, a flow of steps; where things come from is kept."""

from compiler.lower.lower import lower_spec
from compiler.lower.tile_sheet import tile_sheet

__all__ = ["lower_spec", "tile_sheet"]
