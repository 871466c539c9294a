"""Long expressions made readable: parts that occur more than once get names."""

from __future__ import annotations

import itertools
from collections import Counter
from dataclasses import dataclass
from typing import Any

from scmpy.generic.annotations import Value
from scmpy.generic.dispatch import convert
from scmpy.registry import public
from scmpy.symbolic.arithmetic import substitute
from scmpy.symbolic.expression import (
    DOWN,
    LIST,
    MATRIX,
    UP,
    Application,
    Expression,
    Symbol,
    application,
    expression_of,
    symbol,
)
from scmpy.symbolic.fold import operands_first, subexpressions
from scmpy.symbolic.shown_value import shown

_CONTAINERS = (UP, DOWN, LIST, MATRIX)
_LET = symbol("let*")


@dataclass(frozen=True)
class Shared:
    """An expression with names for its common parts, each defined by those before it; it prints as a ``let*``."""

    names: dict[Symbol, Any]
    value: Any


def _whole(shared: Shared) -> Any:
    """The expression without the names."""
    known: dict[Any, Any] = {}
    for name, definition in shared.names.items():
        known[name] = substitute(definition, known)
    return substitute(shared.value, known)


convert(Shared, _whole)


@expression_of.on(Shared)
def _expression(shared: Shared) -> Any:
    if not shared.names:
        return shared.value
    first, *others = (application(name, definition) for name, definition in shared.names.items())
    return application(_LET, application(first, *others), shared.value)


@public("with-names")
def with_names(value: Value, prefix: str = "s") -> Shared:
    """The value as it stands, with a name for every part that occurs more than once; it is not simplified.

    Scheme:  (with-names e)
    >>> from scmpy import *
    >>> x = symbols("x")
    >>> shared = with_names(sin(x) + cos(sin(x)))
    >>> shared.names, shared.value
    ({s0: (sin x)}, (+ s0 (cos s0)))
    >>> pp(shared)
    (let* ((s0 (sin x))) (+ s0 (cos s0)))
    """
    tree = shown(value)
    nodes = [node for node in operands_first(tree) if isinstance(node, Application)]
    uses = Counter(part for node in nodes for part in node.operands)
    taken = {node for node in subexpressions(tree) if isinstance(node, Symbol)}
    fresh = (name for i in itertools.count() if (name := symbol(f"{prefix}{i}")) not in taken)
    names: dict[Symbol, Any] = {}
    values: dict[Any, Any] = {}
    for node in nodes:
        operands = [values.get(x, x) if isinstance(x, Expression) else x for x in node.operands]
        values[node] = application(node.operator, *operands)
        if uses[node] > 1 and node.operator not in _CONTAINERS:
            name = next(fresh)
            names[name], values[node] = values[node], name
    return Shared(names, values.get(tree, tree) if isinstance(tree, Expression) else tree)
