"""Functions on zones, planes and remembered positions."""
