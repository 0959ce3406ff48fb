"""Planted contradictions, gaps, dead rules, leaks and dead ends: each is found, at its place, and its clean twin yields nothing."""
