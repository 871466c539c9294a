"""Folds: values of expressions from those of their operands, and the one walk that all of them take.

An expression is a shared graph. So a walk takes every distinct node once, after its operands, without Python's stack
(:func:`scmpy.generic.graphs.parts_first`), and whatever is made of expressions is one of three:

- a value of every node made from the values of its operands: :func:`fold`, with a memory that may be kept;
- a question about the parts: ``any``, ``next``, a set of the :func:`subexpressions`;
- the expression with other parts in the place of its own: :func:`rebuilt`.

What remains goes from the top down, because what is done at a node depends on where it stands: the order in which the
simplifier meets kernels, matching, two expressions side by side, rewriting until nothing changes.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Container, Iterator, Sequence
from itertools import islice
from typing import Any, TypeVar

from scmpy.generic.annotations import Formula, Values
from scmpy.generic.graphs import parts_first
from scmpy.generic.settings import Limit
from scmpy.registry import public
from scmpy.symbolic.expression import PI, PLUS, TIMES, Application, Expression, Symbol, application, expression_of

T = TypeVar("T")


def _operands(x: Any) -> tuple[Any, ...] | None:
    return x.operands if isinstance(x, Expression) else None


def _operator_and_operands(x: Any) -> tuple[Any, ...] | None:
    if isinstance(x, Application):
        return (x.operator, *x.operands)
    return () if isinstance(x, Expression) else None


def subexpressions(*roots: Any) -> Iterator[Expression]:
    """Every distinct node below the roots, each after its operator and operands.

    >>> from scmpy import symbols
    >>> x, y = symbols("x y")
    >>> list(subexpressions(x * y))
    [*, x, y, (* x y)]
    """
    return parts_first(roots, _operator_and_operands)


def operands_first(*roots: Any, known: Container[Any] | None = None) -> Iterator[Expression]:
    """Every distinct node below the roots, each after its operands; operators are not entered.

    What is known is passed over, where the caller adds every node to it as it comes.

    >>> from scmpy import symbols
    >>> x, y = symbols("x y")
    >>> list(operands_first(x * y)), list(operands_first(x * y, known={x}))
    ([x, y, (* x y)], [y, (* x y)])
    """
    return parts_first(roots, _operands, known)


def fold(
    root: Any,
    leaf: Callable[[Any], T],
    node: Callable[[Application, list[T]], T],
    known: dict[Any, T] | None = None,
) -> T:
    """The value of an expression: ``leaf(x)`` of a number or symbol, ``node(x, values of the operands)`` of others.

    The values of symbols and applications are kept in ``known``, and taken from it.

    >>> from scmpy import symbols
    >>> x, y = symbols("x y")
    >>> fold(x * (x + y) + 1, lambda leaf: 0, lambda node, depths: 1 + max(depths))
    3
    """
    values: dict[Any, T] = {} if known is None else known
    for x in parts_first((root,), _operands, values):
        if isinstance(x, Symbol):
            values[x] = leaf(x)
        else:
            values[x] = node(x, [values[y] if isinstance(y, Expression) else leaf(y) for y in x.operands])
    return values[root] if isinstance(root, Expression) else leaf(root)


def rebuilt(root: Any, make: Callable[[Any, tuple[Any, ...]], Any], known: dict[Any, Any]) -> Any:
    """The expression with known values for parts of it, operators too; ``make(operator, operands)`` of what changes.

    The values of all parts are kept in ``known``. What does not change is not made again: it is the same object.

    >>> from scmpy import symbols
    >>> x, y, z = symbols("x y z")
    >>> rebuilt(x + y, lambda head, operands: application(head, *operands), {x: z})
    (+ y z)
    """
    for x in parts_first((root,), _operator_and_operands, known):
        if isinstance(x, Symbol):
            known[x] = x
            continue
        head = known[x.operator] if isinstance(x.operator, Expression) else x.operator
        operands = tuple([known[y] if isinstance(y, Expression) else y for y in x.operands])
        changed = head is not x.operator or any(map(operator.is_not, operands, x.operands))
        known[x] = make(head, operands) if changed else x
    return known[root] if isinstance(root, Expression) else root


def spread(operands: Sequence[Any], opens: Callable[[Any], bool]) -> Iterator[Any]:
    """The operands from left to right, with its own operands in the place of every one that ``opens`` is true of.

    What occurs several times comes as often: this is the expression as a tree, which may be long.

    >>> from scmpy import symbols
    >>> x, y, z = symbols("x y z")
    >>> list(spread((x + y, z, y * z), lambda operand: operand.operator is PLUS))
    [x, y, z, (* y z)]
    """
    stack = list(reversed(operands))
    while stack:
        operand = stack.pop()
        if opens(operand):
            stack.extend(reversed(operand.operands))
        else:
            yield operand


# --- what is asked of expressions everywhere -------------------------------------------------------------------


@public("variables-in", python="variables_in")
def variables_in(expression: Formula | Values) -> tuple[Symbol, ...]:
    """The symbols of an expression, those of its functions included, sorted by name.

    Scheme:  (variables-in e)
    >>> from scmpy import symbols
    >>> variables_in(symbols("x") * symbols("a"))
    (*, a, x)
    """
    found = {node for node in subexpressions(expression_of(expression)) if isinstance(node, Symbol)}
    return tuple(sorted(found, key=lambda node: node.rank))


def is_inexact_in_print(node: Any) -> bool:
    """Is this a constant that prints as a float, as (sqrt 2) does? What is made of the exact pi keeps its form.

    >>> from scmpy.symbolic.expression import HALF_TURN, symbol
    >>> is_inexact_in_print(HALF_TURN), is_inexact_in_print(PI / 2), is_inexact_in_print(symbol("x"))
    (True, False, False)
    """
    return node.constant and PI not in subexpressions(node)


def flattened(expression: Any) -> Any:
    """The expression with sums of sums and products of products as one: how an unsimplified value is written.

    >>> from scmpy import symbols
    >>> a, b, c = symbols("a b c")
    >>> flattened(application(PLUS, application(PLUS, a, b), c)).operands
    (a, b, c)
    """
    spread: dict[Any, list[Any]] = {}

    def parts(x: Any) -> list[Any] | None:
        if not isinstance(x, Application):
            return None
        if x not in spread:
            spread[x] = _spread(x)
        return [x.operator, *spread[x]]

    values: dict[Any, Any] = {}
    for node in parts_first((expression,), parts, values):
        head, operands = node.operator, spread[node]
        values[node] = application(
            values.get(head, head), *(values[x] if isinstance(x, Application) else x for x in operands)
        )
    return values[expression] if isinstance(expression, Application) else expression


_MOST_OPERANDS = Limit(
    "most-operands",
    1_000_000,
    "Parts of a sum or a product whose shared ones are written out.",
    "parts when its shared ones are written out",
)


def _spread(node: Application) -> list[Any]:
    """The operands of a node; of a sum or product those of the sums or products inside it."""
    if node.operator not in (PLUS, TIMES):
        return list(node.operands)
    same = spread(node.operands, lambda x: isinstance(x, Application) and x.operator is node.operator)
    found = list(islice(same, _MOST_OPERANDS.value + 1))
    _MOST_OPERANDS.check(len(found), "a sum or a product")
    return found
