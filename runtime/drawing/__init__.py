"""A position as a picture: SVG from the facts of an engine alone."""

from runtime.drawing.picture import Picture, picture, stand_alone

__all__ = ["Picture", "picture", "stand_alone"]
