"""The plan of a module and what is known of a game before anything is printed; names, lines and functions while they are written."""
