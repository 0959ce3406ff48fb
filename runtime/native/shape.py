"""The shape of an engine file: what its top level declares, before anybody asks whether that is allowed.

In: the `ast` of one emitted module. Out: a `Module` of integer constants, integer tables and functions with their signatures.
Anything else at the top (imports, aliases, texts, nested tuples) is data the functions never read and is left out here.

    SIZE: Final = 3          -> constants["SIZE"] == 3
    NEXT: Final = (1, 2, -1) -> tables["NEXT"] == (1, 2, -1)
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, Literal

INT64_MIN: Final = -(2**63)
INT64_MAX: Final = 2**63 - 1

Returns = Literal["int", "bool", "none"]
Kind = Literal["value", "vector"]

Ranges = Mapping[str, tuple[tuple[int, ...], tuple[int, ...]]]
"""Lowest and highest value of each slot of a vector, by the name of the parameter."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter:
    """One parameter: an integer passed by value, or a vector of int64."""

    name: str
    kind: Kind


@dataclass(frozen=True, slots=True, kw_only=True)
class Function:
    """A function of the module; `locals` are the names it assigns, parameters included where it assigns them."""

    name: str
    parameters: tuple[Parameter, ...]
    returns: Returns
    node: ast.FunctionDef
    locals: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Module:
    """Everything the translator needs to know of a file's top level, in source order."""

    constants: Mapping[str, int]
    tables: Mapping[str, tuple[int, ...]]
    functions: Mapping[str, Function]
    aliases: frozenset[str]


def read_module(tree: ast.Module) -> Module:
    """Reads the declarations of a file; never fails, leaves out what it cannot use."""
    constants: dict[str, int] = {}
    tables: dict[str, tuple[int, ...]] = {}
    functions: dict[str, Function] = {}
    aliases = frozenset(alias_names(tree))
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            functions[node.name] = read_function(node, aliases)
            continue
        name, value = assignment(node)
        if name is None or value is None:
            continue
        number = integer(value)
        if number is not None:
            constants[name] = number
        elif isinstance(value, ast.Tuple):
            items = [integer(item) for item in value.elts]
            found = tuple(item for item in items if item is not None)
            if len(found) == len(items):
                tables[name] = found
    return Module(constants=constants, tables=tables, functions=functions, aliases=aliases)


def assignment(node: ast.stmt) -> tuple[str | None, ast.expr | None]:
    """The single name and the value of a top-level assignment, or nothing."""
    match node:
        case ast.AnnAssign(target=ast.Name(id=name), value=value) if value is not None:
            return name, value
        case ast.Assign(targets=[ast.Name(id=name)], value=value):
            return name, value
        case _:
            return None, None


def integer(node: ast.expr) -> int | None:
    """The value of an integer (or bool) literal with any signs before it."""
    match node:
        case ast.Constant(value=bool(value)):
            return int(value)
        case ast.Constant(value=int(value)):
            return value
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            inner = integer(operand)
            return None if inner is None else -inner
        case ast.UnaryOp(op=ast.UAdd(), operand=operand):
            return integer(operand)
        case _:
            return None


def alias_names(tree: ast.Module) -> Iterator[str]:
    """Names that may stand for the vector type: `Vec`, imported names, and type aliases of the file."""
    yield "Vec"
    for node in tree.body:
        match node:
            case ast.ImportFrom(names=names):
                yield from (item.asname or item.name for item in names)
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Subscript() | ast.Constant(value=str())):
                yield name
            case ast.AnnAssign(target=ast.Name(id=name), annotation=ast.Name(id="TypeAlias")):
                yield name
            case _ if type(node).__name__ == "TypeAlias":
                yield from (child.id for child in ast.iter_child_nodes(node) if isinstance(child, ast.Name))


def read_function(node: ast.FunctionDef, aliases: frozenset[str]) -> Function:
    arguments = (*node.args.posonlyargs, *node.args.args)
    parameters = tuple(Parameter(name=item.arg, kind=parameter_kind(item.annotation, aliases) or "value") for item in arguments)
    return Function(
        name=node.name,
        parameters=parameters,
        returns=return_kind(node.returns) or "int",
        node=node,
        locals=tuple(dict.fromkeys(assigned_names(node))),
    )


def parameter_kind(annotation: ast.expr | None, aliases: frozenset[str]) -> Kind | None:
    """What a parameter's annotation says, or None where the annotation is not one of the subset's."""
    match annotation:
        case ast.Name(id="int" | "bool") | ast.Constant(value="int" | "bool"):
            return "value"
        case ast.Name(id=name) | ast.Constant(value=str(name)) if name in aliases:
            return "vector"
        case ast.Subscript(value=ast.Name(id="list" | "MutableSequence" | "Sequence"), slice=ast.Name(id="int")):
            return "vector"
        case _:
            return None


def return_kind(annotation: ast.expr | None) -> Returns | None:
    """What a function's return annotation says, or None where it is not one of the subset's."""
    match annotation:
        case ast.Name(id="int") | ast.Constant(value="int"):
            return "int"
        case ast.Name(id="bool") | ast.Constant(value="bool"):
            return "bool"
        case ast.Constant(value=None | "None"):
            return "none"
        case _:
            return None


def assigned_names(node: ast.FunctionDef) -> Iterator[str]:
    for child in ast.walk(node):
        if isinstance(child, ast.Name) and isinstance(child.ctx, ast.Store):
            yield child.id


def branches(node: ast.If) -> tuple[list[tuple[ast.expr, list[ast.stmt]]], list[ast.stmt]]:
    """An `if/elif/else` as a flat list of tests with their bodies, and the final `else`: long chains need no deep recursion."""
    arms = [(node.test, node.body)]
    rest = node.orelse
    while len(rest) == 1 and isinstance(rest[0], ast.If):
        arms.append((rest[0].test, rest[0].body))
        rest = rest[0].orelse
    return arms, rest


def is_endless(node: ast.While) -> bool:
    """Whether a loop is written `while True`."""
    return isinstance(node.test, ast.Constant) and bool(node.test.value)
