"""Where running code stands."""
