"""What happens: steps, choices, chance, interrupts, statements, tables, results, views."""
