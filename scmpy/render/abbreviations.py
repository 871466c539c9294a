"""What formulas leave out on request: arguments that go without saying, and D where a dot stands for it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from scmpy.errors import WrongTypeError, describe, expected
from scmpy.generic.settings import SWITCH, Kind, Setting
from scmpy.registry import lookup
from scmpy.render.scheme_text import scheme_text
from scmpy.render.text import operator_of

_LISTS = "a list of lists of arguments"


def argument_lists(value: Any) -> frozenset[tuple[str, ...]]:
    """The texts of the arguments in each of the lists.

    >>> sorted(argument_lists([["t"], ["t", 2]]))
    [('t',), ('t', '2')]
    """
    if not isinstance(value, Iterable) or isinstance(value, str):
        raise expected(_LISTS, describe(value))
    lists = list(value)
    if not all(isinstance(each, Iterable) and not isinstance(each, str) for each in lists):
        raise expected(_LISTS, describe(value))
    return frozenset(tuple(map(_text, each)) for each in lists)


def _text(argument: Any) -> str:
    is_tree = hasattr(argument, "name") or operator_of(argument) is not None
    return scheme_text(argument) if is_tree else str(argument)


def _accepts(value: Any) -> bool:
    try:
        argument_lists(value)
    except WrongTypeError:
        return False
    return True


suppressed_arguments = Setting(
    "*suppressed-argument-list*",
    (),
    Kind(_accepts, _LISTS),
    "The arguments that formulas do not show: a function that is no operation of the library is written without them.",
    """
    >>> t, theta = symbols("t"), literal_function("theta")
    >>> with setting(suppressed_argument_list=[[t]]):
    ...     infix(D(theta)(t) ** 2 * sin(t))
    'sin(t) (Dθ)²'
    """,
)
dot_notation = Setting(
    "*dot-notation*",
    False,
    SWITCH,
    "Whether formulas write the first and the second derivative of a function with dots, as is usual for functions of "
    "time.",
    """
    >>> t, theta = symbols("t"), literal_function("theta")
    >>> with setting(dot_notation=True):
    ...     infix((D**2)(theta)(t))
    'θ̈(t)'
    """,
)

_DOTS = {1: "dot", 2: "dotdot"}
_SCRIPTS = re.compile(r"([^_^]+)(.*)", re.DOTALL)


def dotted(tree: Any) -> str | None:
    """The name with dots for ``(D f)`` and ``((expt D 2) f)``; None for other trees.

    >>> from scmpy import D, literal_function
    >>> dotted((D**2)(literal_function("x_1")).expression)
    'xdotdot_1'
    """
    operator = operator_of(tree)
    name = getattr(tree.operands[0], "name", None) if operator is not None and len(tree.operands) == 1 else None
    dots = _DOTS.get(_order(operator)) if isinstance(name, str) else None
    parts = _SCRIPTS.fullmatch(name) if dots is not None and isinstance(name, str) else None
    return None if parts is None else f"{parts[1]}{dots}{parts[2]}"


def _order(operator: Any) -> Any:
    """The order of D or a power of it; 0 of anything else."""
    if getattr(operator, "name", None) == "D":
        return 1
    head = operator_of(operator)
    if getattr(head, "name", None) == "expt" and getattr(operator.operands[0], "name", None) == "D":
        return operator.operands[1]
    return 0


def is_suppressed(tree: Any, lists: frozenset[tuple[str, ...]]) -> bool:
    """Do the arguments of this application go without saying? Those of the library's operations do not."""
    if not lists or tuple(map(_text, tree.operands)) not in lists:
        return False
    name = getattr(tree.operator, "name", None)
    return name is None or lookup(name) is None
