"""From a spec to an engine: see ARCHITECTURE.md for the rooms, `compiler.driver` for their order."""
