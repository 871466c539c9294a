"""More normal forms on request: Horner's, numerators alone, factors by their multiplicity, roots without squares."""

from __future__ import annotations

from typing import Any

from scmpy.errors import WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.annotations import Formula, Value
from scmpy.generic.settings import Limit
from scmpy.registry import public
from scmpy.symbolic.algebra.normal_forms import (
    KernelFraction,
    factored_fraction,
    factored_throughout,
    formed,
    fraction_of,
    powers_of,
)
from scmpy.symbolic.bounded import factored_by_multiplicity
from scmpy.symbolic.domains import has_inexact
from scmpy.symbolic.expression import EXPT, OVER, PLUS, SQRT, TIMES, Application, Expression
from scmpy.symbolic.kernels import is_application
from scmpy.symbolic.policy import CAREFUL, Policy
from scmpy.symbolic.rewriting.everywhere import everywhere
from scmpy.symbolic.rewriting.matching import Search
from scmpy.symbolic.rewriting.rules import Rewrite
from scmpy.symbolic.rewriting.templates import combined
from scmpy.symbolic.s_expressions import expression_from
from scmpy.symbolic.simplify import reduced, simplify
from scmpy.symbolic.written import Written, rewritten


@public("pcf:simplify")
def pcf_simplify(value: Value) -> Value:
    """One fraction of polynomials in Horner's form: by the first variable, its coefficients by the next.

    Scheme:  (pcf:simplify e)
    >>> pcf_simplify("(+ (expt x 3) (* 2 (expt x 2)) 5)")
    (+ 5 (* (expt x 2) (+ 2 x)))
    """
    return rewritten(value, lambda e: formed(e, _nested))


def _nested(fraction: KernelFraction) -> Any:
    return g.div(*(_horner(fraction, p, 0) for p in (fraction.form.num, fraction.form.den)))


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


@public("eqn:simplify")
def eqn_simplify(value: Value) -> Value:
    """The numerator of the simplified value: residuals, which are to be zero, without their denominators.

    Scheme:  (eqn:simplify e)
    Holds where the denominators are not zero.
    >>> eqn_simplify("(+ (/ a x) (/ b (* 2 y)))")
    (+ (* 2 a y) (* b x))
    """

    def numerator(e: Any) -> Any:
        found = simplify(e)
        return _whole(found.operands[0] if isinstance(found, Application) and found.operator is OVER else found)

    return rewritten(value, numerator)


def _whole(expression: Any) -> Any:
    """The expression times the numbers that divide its terms."""
    return formed(expression, lambda f: f.written(*_cleared(f)))


def _cleared(fraction: KernelFraction) -> tuple[Any, Any]:
    num = fraction.form.num
    if has_inexact(num):
        return num, None
    multiple = 1
    for coefficient in num.coeffs():
        multiple = multiple * coefficient.q // coefficient.q.gcd(multiple)
    return num * multiple, None


@public("careful-simplify")
def careful_simplify(value: Value) -> Value:
    """The value simplified by rewrites that take no assumption that is not known to hold.

    Scheme:  (careful-simplify e)
    >>> careful_simplify("(sqrt (expt x 2))"), careful_simplify("(+ (expt (sin x) 2) (expt (cos x) 2))")
    ((sqrt (expt x 2)), 1)
    """
    return rewritten(value, reduced)


@public("split-polynomial->expression")
def split_polynomial_to_expression(value: Value) -> Value:
    """Numerator and denominator as products of powers of square-free polynomials: factors by their multiplicity.

    Scheme:  (split-polynomial->expression e)
    >>> split_polynomial_to_expression("(* (+ x 1) (- (expt x 2) 1))")
    (* (expt (+ 1 x) 2) (+ -1 x))
    """
    return rewritten(value, lambda e: formed(e, lambda f: factored_fraction(f, factored_by_multiplicity)))


MOST_FACTORS = Limit(
    "most-multiplicities",
    10_000,
    "Multiplicity of a factor in a list of factors by their multiplicity.",
    "as a multiplicity",
)


@public("factor-polynomial-expression")
def factor_polynomial_expression(value: Formula) -> tuple[Any, ...]:
    """The list of the constant and the square-free factors of a polynomial by their multiplicity, 1, 2, ...

    Scheme:  (factor-polynomial-expression e)
    Raises:  WrongTypeError if it is no polynomial in its kernels; LimitError for too high a power
    >>> factor_polynomial_expression("(* 3 (expt z 3) (+ (expt x 2) y))")
    (3, (+ (expt x 2) y), 1, z)
    """
    expression = expression_from(value.value if isinstance(value, Written) else value)
    fraction = fraction_of(expression) if isinstance(expression, Expression) else None
    if fraction is None:
        return (expression,)
    num = fraction.form.num
    if not fraction.form.is_polynomial or has_inexact(num):
        raise WrongTypeError(f"factor-polynomial-expression expects a polynomial, got {describe(expression)}")
    number, factors = powers_of(fraction, num, factored_by_multiplicity)
    by_power: dict[int, Any] = {}
    for each in factors:
        base, power = each.operands if is_application(each, EXPT) else (each, 1)
        by_power[power] = g.mul(by_power.get(power, 1), base)
    highest = MOST_FACTORS.check(max(by_power, default=0))
    return number, *(simplify(by_power.get(power, 1)) for power in range(1, highest + 1))


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


@public("poly:factor", python="poly_factor")
def factored_expression(value: Value) -> Value:
    """An expression as a product of powers of square-free polynomials in its kernels, and so what is in the kernels.

    Scheme:  (poly:factor e)
    >>> from scmpy import poly_factor
    >>> poly_factor("(+ (expt (sin (+ (expt x 2) (* 2 x) 1)) 2) (* 2 y (sin (+ (expt x 2) (* 2 x) 1))) (expt y 2))")
    (expt (+ y (sin (expt (+ 1 x) 2))) 2)
    """
    return rewritten(value, lambda e: factored_throughout(e, CAREFUL))
