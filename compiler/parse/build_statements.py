"""Lark's trees of statements and headings as nodes of `ast`; see `build_expressions` for the rest."""

from collections.abc import Sequence
from typing import Literal

from compiler.parse import ast
from compiler.parse.build_expressions import Branch, Build, Leaf, arguments, binder, branch, expr, number_of, parameter, type_
from compiler.source import Span


def statements(tree: Branch, build: Build) -> tuple[ast.Stmt, ...]:
    return tuple(statement(child, build) for child in tree.children)


def statement(tree: Leaf, build: Build) -> ast.Stmt:
    found = branch(tree)
    span = build.span(found)
    match found.data, found.children:
        case "move", [what, to, place]:
            return ast.Move(what=expr(what, build), to=expr(to, build), every=False, place=_place(place), span=span)
        case "move_all", [_, what, to, place]:
            return ast.Move(what=expr(what, build), to=expr(to, build), every=True, place=_place(place), span=span)
        case "let", [name, value]:
            return ast.Let(name=build.ident(name), value=expr(value, build), span=span)
        case "assign", [target, value]:
            return ast.Assign(target=expr(target, build), operator="=", value=expr(value, build), span=span)
        case "increase", [target, value]:
            return ast.Assign(target=expr(target, build), operator="+=", value=expr(value, build), span=span)
        case "decrease", [target, value]:
            return ast.Assign(target=expr(target, build), operator="-=", value=expr(value, build), span=span)
        case "end", [target]:
            return ast.End(target=build.ident(target), span=span)
        case "win", [player]:
            return ast.Verdict(kind="win", player=expr(player, build), span=span)
        case "lose", [player]:
            return ast.Verdict(kind="lose", player=expr(player, build), span=span)
        case "eliminate", [player]:
            return ast.Verdict(kind="eliminate", player=expr(player, build), span=span)
        case "do", [name, given]:
            return ast.Do(name=build.ident(name), arguments=arguments(given, build), span=span)
        case "pass", _:
            return ast.Pass(span=span)
        case "named", [inner, name]:
            return _called(statement(inner, build), name, build)
        case "if_statement", [condition, name, suite, *branches, other]:
            return _called(_if(found, [condition, suite, *branches], other, build), name, build)
        case "for_statement", [walked, name, suite]:
            loop = ast.For(binder=binder(walked, build), body=_suite(suite, build), span=_whole(found, build))
            return _called(loop, name, build)
        case "while_statement", [condition, limit, name, suite]:
            repeated = ast.While(
                condition=expr(condition, build),
                limit=None if limit is None else number_of(limit, build),
                body=_suite(suite, build),
                span=_whole(found, build),
            )
            return _called(repeated, name, build)
        case other, _:
            raise AssertionError(other)


def _called(made: ast.Stmt, name: Leaf, build: Build) -> ast.Stmt:
    """A statement, its name noted where it has one."""
    if name is not None:
        build.name(name, made)
    return made


def signature(tree: Branch, build: Build) -> ast.Signature:
    name, *parameters, result = tree.children
    return ast.Signature(
        name=build.ident(name), parameters=_parameters(parameters, build), result=type_(result, build), span=build.span(tree)
    )


def head(tree: Branch, build: Build) -> ast.Head:
    name, *parameters = tree.children
    return ast.Head(name=build.ident(name), parameters=_parameters(parameters, build), span=build.span(tree))


def link_head(tree: Branch, build: Build) -> ast.LinkHead:
    name, *names = tree.children
    return ast.LinkHead(name=build.ident(name), names=tuple(build.ident(each) for each in names), span=build.span(tree))


def invocation(tree: Branch, build: Build) -> ast.Call:
    name, given = tree.children
    return ast.Call(name=build.ident(name), arguments=arguments(given, build), span=build.span(tree))


def _parameters(trees: Sequence[Leaf], build: Build) -> tuple[ast.Parameter, ...]:
    """Lark leaves a None where there are no parameters."""
    return tuple(parameter(tree, build) for tree in trees if tree is not None)


def _place(tree: Leaf) -> Literal["top", "bottom"] | None:
    if tree is None:
        return None
    return "top" if branch(tree).children[0] == "top" else "bottom"


def _suite(tree: Leaf, build: Build) -> tuple[ast.Stmt, ...]:
    return tuple(statement(child, build) for child in branch(tree).children)


def _if(tree: Branch, parts: Sequence[Leaf], other: Leaf, build: Build) -> ast.If:
    return ast.If(
        branches=tuple(
            (expr(condition, build), _suite(suite, build)) for condition, suite in zip(parts[::2], parts[1::2], strict=True)
        ),
        other=() if other is None else _suite(other, build),
        span=_whole(tree, build),
    )


def _whole(tree: Branch, build: Build) -> Span:
    """The span of a statement with suites, without the line break and the blanks that end its last line."""
    last = tree
    while last.data in ("if_statement", "for_statement", "while_statement", "suite"):
        last = branch(next(child for child in reversed(last.children) if child is not None))
    return Span(file=build.file, start=tree.meta.start_pos, end=last.meta.end_pos)
