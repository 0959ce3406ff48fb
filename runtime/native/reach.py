"""Where control can go: functions that reach themselves, and lines that can be reached at all."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence

from runtime.native.shape import Function, Module, branches, is_endless
from runtime.native.violations import Report


def check_recursion(module: Module, report: Report) -> None:
    """Reports each function that can reach itself through calls."""
    calls = {name: tuple(called_names(module, function)) for name, function in module.functions.items()}
    done: set[str] = set()
    for root in calls:
        path: list[str] = []
        work: list[tuple[str, int]] = [(root, 0)]
        while work:
            name, position = work.pop()
            if position == 0:
                if name in done:
                    continue
                path.append(name)
            if position == len(calls[name]):
                path.pop()
                done.add(name)
                continue
            work.append((name, position + 1))
            callee = calls[name][position]
            if callee in path:
                cycle = " -> ".join((*path[path.index(callee) :], callee))
                report.add(module.functions[callee].node, f"recursion of {callee}", f"no function reaches itself: {cycle}")
            elif callee not in done:
                work.append((callee, 0))


def called_names(module: Module, function: Function) -> Iterable[str]:
    names = (node.func.id for node in ast.walk(function.node) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name))
    return dict.fromkeys(name for name in names if name in module.functions)


def falls_through(body: Sequence[ast.stmt]) -> bool:
    """Whether the line after a block can be reached."""
    for node in body:
        match node:
            case ast.Return() | ast.Break() | ast.Continue():
                return False
            case ast.If():
                arms, rest = branches(node)
                if not falls_through(rest) and not any(falls_through(arm) for _, arm in arms):
                    return False
            case ast.While(body=inner) if is_endless(node) and not has_break(inner):
                return False
            case _:
                pass
    return True


def has_break(body: Sequence[ast.stmt]) -> bool:
    """Whether a block leaves the loop it stands in (an inner loop's break is its own)."""
    for node in body:
        if isinstance(node, ast.Break):
            return True
        if isinstance(node, ast.If):
            arms, rest = branches(node)
            if has_break(rest) or any(has_break(arm) for _, arm in arms):
                return True
    return False
