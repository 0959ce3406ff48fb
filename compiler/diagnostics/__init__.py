"""Problems as stages record them, diagnostics as people read them."""

from compiler.diagnostics.codes import CODES, Code
from compiler.diagnostics.concise import concise_text
from compiler.diagnostics.human import human_text
from compiler.diagnostics.json import json_text
from compiler.diagnostics.pages import page_of
from compiler.diagnostics.problem import Diagnostic, Edit, Fact, Fix, Label, Problem, Problems, Severity
from compiler.diagnostics.registry import exit_code, explain, explain_all, lookup
from compiler.diagnostics.sarif import sarif_text
from compiler.diagnostics.suggest import nearest

__all__ = [
    "CODES",
    "Code",
    "Diagnostic",
    "Edit",
    "Fact",
    "Fix",
    "Label",
    "Problem",
    "Problems",
    "Severity",
    "concise_text",
    "exit_code",
    "explain",
    "explain_all",
    "human_text",
    "json_text",
    "lookup",
    "nearest",
    "page_of",
    "sarif_text",
]
