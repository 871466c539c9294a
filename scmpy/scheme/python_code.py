"""Pieces of Python code: where a value goes, the names and constants of a form, small syntax trees.

Names of local variables hold a letter that those of global variables cannot hold; global variables are the globals
of the code, under their Scheme names.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any

from scmpy.registry import python_name
from scmpy.scheme.core import Variable
from scmpy.scheme.debug import LOCAL, DebugInfo
from scmpy.scheme.source import Source

Load, Store = ast.Load(), ast.Store()


@dataclass(frozen=True, slots=True)
class Return:
    """The value is returned."""

    leaves = True


@dataclass(frozen=True, slots=True)
class Effect:
    """The value is not used."""

    leaves = False


@dataclass(frozen=True, slots=True)
class Into:
    """The value goes into a variable."""

    name: str
    leaves = False


@dataclass(frozen=True, slots=True)
class Exit:
    """The value goes where the loop's value goes, and the loop is left."""

    outer: Effect | Into
    leaves = True


Destination = Return | Effect | Into | Exit
RETURN, EFFECT = Return(), Effect()


@dataclass(eq=False, slots=True)
class Held:
    """A constant that is changed in place, such as a vector."""

    value: Any


class Unit:
    """A top-level form on its way to code: its constants, call sites and names."""

    def __init__(
        self, source: Source, is_primitive: Callable[[str], bool], is_procedure: Callable[[str], bool]
    ) -> None:
        self.source = source
        self.is_primitive = is_primitive
        self.is_procedure = is_procedure
        self.constants: list[Any] = []
        self.debug = DebugInfo(source)
        self.count = 0

    def name(self, base: str) -> str:
        self.count += 1
        name = f"{python_name(base)}{LOCAL}{self.count}"
        self.debug.names[name] = base
        return name

    def variable(self, variable: Variable) -> str:
        if not variable.python:
            variable.python = self.name(variable.name)
        return variable.python

    def constant(self, value: Any) -> ast.expr:
        """A constant; those that Python's constants cannot hold are placed into the code afterwards.

        All are hashable, as the code is then: debuggers and toolkits put code in sets.
        """
        if value is None or type(value) in (bool, int, float):
            return ast.Constant(value)
        if not isinstance(value, Hashable):
            return ast.Attribute(self.constant(Held(value)), "value", Load)
        self.constants.append(value)
        return ast.Constant(str(len(self.constants) - 1).encode())


def definition(name: str, parameters: list[str], body: list[ast.stmt], **more: Any) -> ast.FunctionDef:
    """``def name(parameters, /): body``; ``more`` sets other kinds of parameters."""
    arguments = ast.arguments([ast.arg(p) for p in parameters], [], None, [], [], None, [])
    for key, value in more.items():
        setattr(arguments, key, value)
    function = ast.FunctionDef(name, arguments, body, [], None, None)
    function.type_params = []  # type: ignore[attr-defined]  # which Python 3.12 wants
    return function


def load(name: str) -> ast.Name:
    """A reference to a variable."""
    return ast.Name(name, Load)


def assign(name: str, value: ast.expr) -> ast.stmt:
    """``name = value``."""
    return ast.Assign([ast.Name(name, Store)], value)


def is_true(value: ast.expr) -> ast.expr:
    """``value is not False``, which Python does not like to be asked of a literal."""
    if isinstance(value, ast.Constant):
        return ast.Constant(value.value is not False)
    return ast.Compare(value, [ast.IsNot()], [ast.Constant(False)])


def deep(expression: Any, *parts: ast.expr) -> Any:
    """Note how deep an expression nests."""
    expression.depth = 1 + max((getattr(part, "depth", 0) for part in parts), default=0)
    return expression


def in_set(value: ast.expr, classes: str, operator: ast.cmpop) -> ast.Compare:
    """``value.__class__ in classes``, or ``not in``."""
    return ast.Compare(ast.Attribute(value, "__class__", Load), [operator], [load(classes)])


def admission(raw: str, arguments: list[ast.expr], handed_on: list[str], rest_too: bool) -> ast.stmt:
    """``if p.__class__ not in plain and outside(): return from_outside(raw, (...))``, for any of the parameters p."""
    test: ast.expr = ast.Call(load("|outside"), [], [])
    if not rest_too:
        foreign: list[ast.expr] = [in_set(load(name), "|plain", ast.NotIn()) for name in handed_on]
        test = ast.BoolOp(ast.And(), [ast.BoolOp(ast.Or(), foreign) if len(foreign) > 1 else foreign[0], test])
    return ast.If(test, [ast.Return(ast.Call(load("|from_outside"), [load(raw), ast.Tuple(arguments, Load)], []))], [])


def entry(raw: str, arguments: list[ast.expr], makes_tail_calls: bool) -> list[ast.stmt]:
    """``r = raw(...); return bounce(r) if it is a tail call, else r``."""
    call = ast.Call(load(raw), arguments, [])
    if not makes_tail_calls:
        return [ast.Return(call)]
    result = f"r{LOCAL}0"
    is_call = ast.Compare(ast.Attribute(load(result), "__class__", Load), [ast.Is()], [load("|TailCall")])
    return [
        assign(result, call),
        ast.If(is_call, [ast.Return(ast.Call(load("|bounce"), [load(result)], []))], []),
        ast.Return(load(result)),
    ]
