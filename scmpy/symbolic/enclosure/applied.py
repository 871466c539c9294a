"""Applications of unknown functions taken apart: the name, the derivatives in one order, the scalars."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from scmpy.errors import LimitError
from scmpy.symbolic.derivatives import derivative_orders, is_derivative_operator
from scmpy.symbolic.expression import DOWN, UP, Application, Expression, Symbol

#: Functions that return functions are taken apart no deeper than this.
_MAXIMUM_DEPTH = 100

Chain = tuple[int, ...]


class Applied(NamedTuple):
    """``((((partial 1) f) a) x)``: f, with its shape ``(a)(x)``; where it is differentiated; the scalars a and x."""

    name: str
    orders: dict[Chain, int]
    leaves: list[Any]
    paths: list[Chain]
    head: Any  # the symbol f

    @property
    def facts(self) -> frozenset[str]:
        """What is declared of the function."""
        return self.head.facts if isinstance(self.head, Symbol) else frozenset()

    @property
    def text(self) -> str:
        """The name with the derivatives: the same for the same function."""
        return f"{self.name} {sorted(self.orders.items())}" if self.orders else self.name

    def place(self, path: Chain) -> int | None:
        """Which of the leaves a derivative is by."""
        return self.paths.index(path) if path in self.paths else None


def is_container(x: Any) -> bool:
    """Is this the expression of an up or a down tuple?"""
    return isinstance(x, Application) and x.operator in (UP, DOWN)


def applied_function(node: Application) -> Applied:
    """An application taken apart."""
    applications: list[tuple[Any, ...]] = []
    operator: Any = node
    orders: dict[Chain, int] = {}
    while isinstance(operator, Application):
        if isinstance(operator.operator, Expression) and is_derivative_operator(operator.operator):
            for path, times in derivative_orders(operator.operator):
                path = (len(applications), *path)
                orders[path] = orders.get(path, 0) + times
            operator = operator.operands[0]
        else:
            applications.append(operator.operands)
            operator = operator.operator
        if len(applications) > _MAXIMUM_DEPTH:
            raise LimitError(f"equivalent: functions that return functions, more than {_MAXIMUM_DEPTH} deep")
    facts = operator.facts if isinstance(operator, Symbol) else ()
    shape: list[str] = [
        getattr(operator, "name", None) or repr(operator),
        f"{{{', '.join(sorted(facts))}}}" if facts else "",
    ]
    leaves: list[Any] = []
    paths: list[Chain] = []
    merged: dict[Chain, int] = {}
    for depth, operands in reversed(list(enumerate(applications, 1))):
        own = {path[1:]: times for path, times in orders.items() if path[0] == depth}
        single = len(operands) == 1
        for mark, path, leaf in opened(operands):
            shape.append(mark)
            if mark == ".":
                leaves.append(leaf)
                paths.append((depth, *(path[1:] if single else path)))
        for path, times in own.items():
            if single and path == (0,) and not is_container(operands[0]):
                path = ()  # ((partial 0) f) of a function of one scalar is (D f)
            merged[depth, *path] = merged.get((depth, *path), 0) + times
        shape.append("|")
    return Applied("".join(shape), merged, leaves, paths, operator)


def opened(operands: tuple[Any, ...]) -> Iterator[tuple[str, Chain, Any]]:
    """The operands with the tuples among them opened: ``(`` of up, ``[`` of down, ``)`` and ``.`` with every leaf."""
    stack: list[tuple[Chain, Any]] = [((i,), x) for i, x in reversed(list(enumerate(operands)))]
    while stack:
        path, x = stack.pop()
        if x is opened:
            yield ")", path, None
        elif is_container(x):
            yield "(" if x.operator is UP else "[", path, None
            stack.append((path, opened))
            stack.extend(((*path, i), y) for i, y in reversed(list(enumerate(x.operands))))
        else:
            yield ".", path, x
