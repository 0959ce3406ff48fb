"""Proofs about tables and conditions, by z3 over the finite types of a spec."""
