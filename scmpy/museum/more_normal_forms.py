"""More normal forms on request: Horner's, numerators alone, factors by their multiplicity, roots without squares."""

from __future__ import annotations

from typing import Any

from scmpy.generic import operations as g
from scmpy.generic.annotations import Value
from scmpy.registry import public
from scmpy.symbolic.algebra.normal_forms import (
    KernelFraction,
    fraction_of,
    powers_of,
)
from scmpy.symbolic.bounded import factored_by_multiplicity
from scmpy.symbolic.domains import has_inexact
from scmpy.symbolic.expression import EXPT, PLUS, SQRT, TIMES, Application
from scmpy.symbolic.policy import Policy
from scmpy.symbolic.rewriting.everywhere import everywhere
from scmpy.symbolic.rewriting.matching import Search
from scmpy.symbolic.rewriting.rules import Rewrite
from scmpy.symbolic.rewriting.templates import combined


def _horner(fraction: KernelFraction, polynomial: Any, start: int) -> Any:
    """c0 + x^a (c1 + x^b (...)) by the first variable from a position on that occurs."""
    degrees = polynomial.degrees()
    for position in range(start, len(fraction.order)):
        index = fraction.order[position]
        if degrees[index] > 0:  # that of 0 is -1
            coefficients = [*fraction.ring.coefficients(polynomial, index).items()][::-1]
            break
    else:
        return fraction.written(polynomial)
    variable = fraction.form.atoms[index]
    total: Any = 0
    for (power, coefficient), (below, _) in zip(coefficients, [*coefficients[1:], (0, None)], strict=True):
        total = combined(PLUS, (_horner(fraction, coefficient, position + 1), total))
        total = combined(TIMES, (combined(EXPT, (variable, power - below)), total))
    return total


class _RootsOfSquares(Rewrite):
    """The rewrite of :func:`root_out_squares`."""

    name = "root-out-squares"

    def step(self, subject: Any, policy: Policy, search: Search) -> Any:
        return everywhere(self._once, subject, policy, search)

    def _once(self, subject: Any, policy: Policy, search: Search) -> Any:
        if subject.operator is not SQRT:
            return None
        fraction = fraction_of(subject.operands[0])
        if fraction is None or has_inexact(fraction.form.num):
            return None
        outside, inside, taken = [], [], False
        for polynomial, sign in ((fraction.form.num, 1), (fraction.form.den, -1)):
            number, factors = powers_of(fraction, polynomial, factored_by_multiplicity)
            inside.append(g.expt(number, sign))
            for each in factors:
                base, power = each.operands if isinstance(each, Application) and each.operator is EXPT else (each, 1)
                half = power // 2
                if half and policy.grants("nonnegative", g.expt(base, half), self.name):
                    outside.append(g.expt(base, sign * half))
                    power, taken = power % 2, True
                inside.append(g.expt(base, sign * power))
        return combined(TIMES, (*outside, g.sqrt(combined(TIMES, tuple(inside))))) if taken else None


@public("root-out-squares", "clear-square-roots-of-perfect-squares")
def root_out_squares(value: Value, *, careful: bool = False, report: bool = False) -> Value:
    """Perfect squares out of square roots: sqrt(x^2 + 2 x + 1) = x + 1, where that is not negative.

    Scheme:  (root-out-squares e)
    1 ]=> (root-out-squares '(sqrt (+ (* a (expt x 2)) (* 2 a x) a)))
    ;Value: (* (+ 1 x) (sqrt a))
    >>> root_out_squares("(sqrt (+ (* a (expt x 2)) (* 2 a x) a))", report=True)
    Simplification(value=(* (+ 1 x) (sqrt a)), assumptions=((+ 1 x) nonnegative: root-out-squares,))
    """
    return _RootsOfSquares()(value, careful=careful, report=report)
