"""Files become trees: YAML, rulebooks, tables and overlays, with a place for every value."""

from compiler.load.load import load_scenarios, load_spec, load_text, variant_names

__all__ = ["load_scenarios", "load_spec", "load_text", "variant_names"]
