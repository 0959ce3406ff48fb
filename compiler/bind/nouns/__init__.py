"""What binding makes and what it passes around: types, symbols, typed nodes, scopes, the world found so far."""
