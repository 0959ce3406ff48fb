"""The machine: what a game is once all sugar is gone. Nouns only, and what proves or prints them."""
