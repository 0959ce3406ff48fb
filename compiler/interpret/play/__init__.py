"""What happens: steps, choices, chance, statements, results, and what is seen of it."""
