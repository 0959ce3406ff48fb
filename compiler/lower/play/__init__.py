"""What happens: steps, choices, chance, interrupts, statements, definitions, results."""
