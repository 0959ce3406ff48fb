"""The JSON Schema of specs, variants and scenario files, for YAML editors: made from the table that the loader checks with.

The files beside this module are its output; a test compares them, and `rulewright schema` prints them.
"""

from compiler.load.schema.make import scenario_schema_text, spec_schema_text, variant_schema_text

__all__ = ["scenario_schema_text", "spec_schema_text", "variant_schema_text"]
