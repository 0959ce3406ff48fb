"""Worked examples: read, played on the engine that is built with the interpreter beside it, compared with what they expect."""

from compiler.scenarios.run import ScenarioResult, run_file, scenario_files

__all__ = ["ScenarioResult", "run_file", "scenario_files"]
