"""What a position holds: planes and their pieces, remembered positions."""
