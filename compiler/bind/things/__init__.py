"""What a table holds: options, boards, components, zones, state, graphs."""
