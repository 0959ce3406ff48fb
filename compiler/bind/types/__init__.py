"""Finite types at work: which values they have, how many, and what fits into what."""
