"""Types as the machine sees them: carriers, and how many members there are at most."""
