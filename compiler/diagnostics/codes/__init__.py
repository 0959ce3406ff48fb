"""Every diagnostic code, by area and number."""

from compiler.diagnostics.codes.code import Code
from compiler.diagnostics.codes.compiler import COMPILER
from compiler.diagnostics.codes.consistency import CONSISTENCY
from compiler.diagnostics.codes.emission import EMISSION
from compiler.diagnostics.codes.load import LOAD
from compiler.diagnostics.codes.names import NAMES
from compiler.diagnostics.codes.parse import PARSE
from compiler.diagnostics.codes.run import RUN
from compiler.diagnostics.codes.types import TYPES

CODES: tuple[Code, ...] = LOAD + PARSE + NAMES + TYPES + CONSISTENCY + EMISSION + RUN + COMPILER

__all__ = ["CODES", "Code"]
