"""The mutation score of a spec: it is changed in small ways, and what no worked example, claim or game notices is told."""
