"""Engines as other people's environments; each file needs the package it adapts to, and nothing else here does."""
