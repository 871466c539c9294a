"""Reading systems of equations: their residuals, their variable, and the unknown functions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from scmpy.errors import GenericOperationError, WrongTypeError, describe
from scmpy.generic.arrays import is_array
from scmpy.generic.dispatch import converted
from scmpy.generic.kinds import is_number
from scmpy.mechanics.equations.jets import is_unknown_head
from scmpy.render.scheme_text import scheme_text
from scmpy.structure.matrix import Matrix
from scmpy.structure.structure import Structure, leaves
from scmpy.symbolic.decision.equivalence import with_pi
from scmpy.symbolic.derivatives import differentiated, is_derivative_operator
from scmpy.symbolic.expression import DOWN, LIST, MATRIX, UP, Expression, Symbol, expression_of
from scmpy.symbolic.fold import spread, subexpressions

_CONTAINERS = (LIST, UP, DOWN, MATRIX)


def residuals_of(system: Any) -> list[Any]:
    """The scalars of a system."""
    return [x for residual in _parts(system) for x in _scalars(residual)]


def _scalars(residual: Any) -> list[Any]:
    """A residual as a scalar; those of a list of Scheme, which is an expression."""
    try:
        found = with_pi(expression_of(residual))
    except GenericOperationError as error:
        raise WrongTypeError(f"equivalent-equations: a residual is a scalar, got {describe(residual)}") from error
    if isinstance(found, bool) or not (is_number(found) or isinstance(found, Expression)):
        raise WrongTypeError(f"equivalent-equations: a residual is a scalar, got {describe(residual)}")
    return list(spread((found,), lambda x: isinstance(x, Expression) and x.operator in _CONTAINERS))


def _parts(system: Any) -> list[Any]:
    """The residuals of a system, in whatever it holds them."""
    if getattr(system, "rel_op", None) == "==":  # an equation of SymPy's
        return _parts(system.lhs - system.rhs)
    system = converted(system)
    if is_array(system):
        return system.ravel().tolist()  # type: ignore[no-any-return]
    held = system.rows if isinstance(system, Matrix) else leaves(system) if isinstance(system, Structure) else system
    return [part for inner in held for part in _parts(inner)] if isinstance(held, (list, tuple)) else [system]


def highest_derivatives(expressions: list[Any]) -> list[Expression]:
    """The derivatives of highest order of every unknown function, in the order in which they occur.

    Unknown are the functions differentiated at the independent variables. A derivative at a place that is itself
    unknown, as the slope (D a)((T s)) of a given function along the path T, is a coefficient of the equations.
    """
    orders: dict[Expression, tuple[Expression, int]] = {}
    for node in subexpressions(*expressions):
        function, order = differentiated(node.operator)
        if order:
            orders[node] = function, order
    functions = {function for function, _ in orders.values()}
    found: dict[Expression, dict[Expression, int]] = {}
    for node, (function, order) in orders.items():
        if not any(differentiated(part.operator)[0] in functions for part in subexpressions(*node.operands)):
            found.setdefault(function, {})[node] = order
    return [node for some in found.values() for node, order in some.items() if order == max(some.values())]


def variable_of(first: list[Any], second: list[Any]) -> Symbol | None:
    """The symbol by which functions are differentiated, if it is one and they have no other arguments.

    Where none are differentiated it is the one that they are applied to.

    Raises:  WrongTypeError if that is another one in each system
    """
    one, other = places_of(first, 1), places_of(second, 1)
    if one and other and not one & other and len(one) == len(other) == 1:
        names = [" ".join(x.name for x in places) for places in (*one, *other)]
        raise WrongTypeError(
            f"equivalent-equations: the first system is one of functions of {names[0]}, the second of {names[1]}"
        )
    found = one | other or places_of([*first, *second])
    return next(iter(found))[0] if len(found) == 1 and len(next(iter(found))) == 1 else None


def scattered(system: list[Any], time: Symbol | None) -> str:
    """A function of the variables that is met at other places too, as x(t) and x(t + 1) are; "" if there is none.

    Values at several places are related by what the function is: they are no initial values of a solution. A function
    of unknowns, as V(x(t)), is a given one, and may be met anywhere.
    """
    variables = {time} if time else {x for place in places_of(system, 1) for x in place}
    places: dict[Symbol, dict[tuple[Any, ...], bool]] = {}
    for head, _, place in _applications(system):
        inner = [x for part in place for x in subexpressions(part)]
        moves = any(isinstance(x, Symbol) and (not variables or x in variables) for x in inner)
        places.setdefault(head, {})[place] = moves and not any(_applications(inner))
    for head, found in places.items():
        plain = all(isinstance(x, Symbol) for place in found for x in place)
        if any(found.values()) and (len(found) > 1 or not plain):
            shown = " and at ".join(" ".join(map(scheme_text, place)) for place in found)
            return f"{head.name} is met at {shown}"
    return ""


def places_of(system: list[Any], least: int = 0) -> set[tuple[Symbol, ...]]:
    """The arguments at which functions are differentiated, or are applied at least, where these are symbols."""
    found = ((order, place) for _, order, place in _applications(system))
    return {place for order, place in found if order >= least and all(isinstance(x, Symbol) for x in place)}


def _applications(system: list[Any]) -> Iterator[tuple[Symbol, int, tuple[Any, ...]]]:
    """The literal functions that are applied, the orders of their derivatives that are, and the arguments."""
    for node in subexpressions(*system):
        head, order = differentiated(node.operator)
        if isinstance(head, Symbol) and is_unknown_head(head) and not is_derivative_operator(head):
            yield head, order, node.operands
