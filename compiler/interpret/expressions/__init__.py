"""What expressions, conditions and domains mean. Each contains the others: the files of this room call each other."""
