"""Two-way coverage: every clause with the rules that say it, every rule with the clauses it says."""
