"""The shortest form in sines and cosines: for each angle the squares of the one or of the other, by sin^2 + cos^2 = 1.

The simplifier of the original writes the squares of sines by cosines, whatever that makes of a sum. Here, in numerator
and denominator and for each of their angles in turn, the terms that differ by functions of this angle alone are written
with the squares of cosines by sines, as they are, or with those of sines by cosines: in the way that leaves the fewest
terms, of equally many the fewest factors, and of equally many of these the first of the three. The rewrites hold
everywhere.
"""

from __future__ import annotations

from typing import Any

from scmpy.generic import operations as g
from scmpy.symbolic.algebra.normal_forms import expanded
from scmpy.symbolic.expression import EXPT, OVER, PLUS, TIMES, Application, Expression, application
from scmpy.symbolic.kernels import COS, SIN, is_application
from scmpy.symbolic.policy import FORMS
from scmpy.symbolic.rewriting.templates import combined


def shortest(expression: Any) -> Any:
    """The shortest form of a simplified expression.

    >>> from scmpy import cos, pp, simplify, sin, symbols
    >>> A, x = symbols("A x")
    >>> e = simplify(A * sin(x) ** 2 - sin(x) ** 2 * cos(x))
    >>> pp(shortest(e))
    (+ (* A (expt (sin x) 2)) (* -1 (expt (sin x) 2) (cos x)))
    """
    if is_application(expression, OVER):
        return combined(OVER, tuple(map(shortest, expression.operands)))
    for angle in _angles(expression):
        groups: dict[tuple[Any, ...], list[Any]] = {}
        for term in _parts(expression, PLUS):
            groups.setdefault(_others(term, angle), []).append(term)
        expression = expanded(g.add(*(_shorter(terms, angle) for terms in groups.values())))
    return expression


def _others(term: Any, angle: Expression) -> tuple[Any, ...]:
    """The factors of a term that are neither numbers nor functions of the angle."""
    own = (application(SIN, angle), application(COS, angle))
    return tuple(x for x in _parts(term, TIMES) if isinstance(x, Expression) and _power(x)[0] not in own)


def _shorter(terms: list[Any], angle: Expression) -> Any:
    by_sines, by_cosines = (_without_squares(terms, head, angle) for head in (COS, SIN))
    return min((by_sines, expanded(g.add(*terms)), by_cosines), key=_size)


FORMS["trig_fewest_terms_simplify"] = lambda expression, policy: shortest(expression)


def _parts(expression: Any, head: Any) -> tuple[Any, ...]:
    return expression.operands if is_application(expression, head) else (expression,)


def _power(factor: Any) -> tuple[Any, Any]:
    return factor.operands if is_application(factor, EXPT) else (factor, 1)


def _angles(expression: Any) -> list[Expression]:
    """The angles of sines and cosines, in the order in which they are met."""
    bases = (_power(factor)[0] for term in _parts(expression, PLUS) for factor in _parts(term, TIMES))
    return list(dict.fromkeys(x.operands[0] for x in bases if isinstance(x, Application) and x.operator in (SIN, COS)))


def _without_squares(terms: list[Any], head: Any, angle: Expression) -> Any:
    """The expanded sum in which no square of this function of the angle is left."""
    function, other = (application(each, angle) for each in (head, COS if head is SIN else SIN))
    square = g.sub(1, g.square(other))
    lowered = [g.mul(*(_lowered(factor, function, square) for factor in _parts(term, TIMES))) for term in terms]
    return expanded(g.add(*lowered))


def _lowered(factor: Any, function: Expression, square: Any) -> Any:
    base, power = _power(factor)
    if base is not function or not isinstance(power, int) or power < 2:
        return factor
    return g.mul(g.expt(square, power // 2), g.expt(function, power % 2))


def _size(expression: Any) -> tuple[int, int]:
    terms = _parts(expression, PLUS)
    return len(terms), sum(len(_parts(term, TIMES)) for term in terms)
