"""How special functions are declared; Bessel, Airy; elliptic integrals and functions."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from functools import reduce
from typing import Any

from scmpy.calculus.derivative import partial
from scmpy.calculus.dual_numbers import depth, finite_part
from scmpy.calculus.series import Series, constant_like
from scmpy.errors import DifferentiationError, DomainError, describe
from scmpy.generic import operations as g
from scmpy.generic.dispatch import binary, unary
from scmpy.generic.elementary import RECORDS, Code, Elementary, Interval, declare
from scmpy.generic.numbers import inexact_complex, is_exact
from scmpy.generic.types import Scalar, ScalarKind, Value, is_number, is_zero_number
from scmpy.registry import flint, numpy, public, python_name, register, with_call
from scmpy.structure.tuples import sum_of
from scmpy.symbolic.ball_arithmetic import Evaluator, PointRejected
from scmpy.symbolic.expression import PI, Application, Expression, Head, subexpressions, symbol

# --- special records -------------------------------------------------------------------------------------------------
# How special functions are declared: one record each, on balls of python-flint, from which their numbers come too.
#
# A float is the middle of a ball that is computed with more and more bits until it is sure to 53 of them; so are the
# values of derivatives, whose terms may cancel.
#
# To add one, decorate what it is on complex balls with its name, its derivatives and its facts, which are those of
# :class:`scmpy.generic.elementary.Elementary`; erf in gamma_functions is an example, polygamma one of two
# arguments. Its documentation is that of the function on balls. Nothing else knows it; the table of public names is
# made again by ``python tests/structure/stubs.py``, and its values are compared with another library's in
# tests/numerics/special.
#
# An array takes 6 to 20 microseconds an element, Y of a whole order 100. SciPy's take .01 to 1, and are right to
# 1e-12: an array's values are those of its elements. Derivatives of arrays and in code are their formulas.

BITS = 53
MOST_BITS = 5000  # about a hundred times those of a float: what cancels further counts as having no value

Function = Callable[..., Any]

#: The names of the functions that are declared here, and of derivatives that have been computed.
SPECIAL: set[str] = set()


def _settled(function: Function, numbers: tuple[Any, ...]) -> Any:
    """The ball of a function at complex numbers, sure to 53 bits; ValueError where it is not finite."""
    bits, before = BITS + 11, flint.ctx.prec
    balls = [flint.acb(z.real, z.imag) for z in numbers]
    try:
        while bits <= MOST_BITS:
            flint.ctx.prec = bits
            found = function(*balls)
            if found.is_finite() and (found.rel_accuracy_bits() >= BITS or found.abs_upper() < 5e-324):  # is 0
                return found
            bits *= 2
    finally:
        flint.ctx.prec = before
    raise ValueError("there is no finite value")


def of_floats(function: Function) -> Function:
    def real(*numbers: float) -> float:
        found = _settled(function, tuple(map(complex, numbers)))
        if not found.imag.contains(0):
            raise ValueError("the value is not real")
        return float(found.real.mid())

    return real


def _with_ends(function: Function, ends: tuple[float | None, float | None], edge: Function | None) -> Function:
    """The function on floats, with its limits where the last argument is infinite, and its value on the edge."""

    def real(*numbers: float) -> float:
        *others, last = numbers
        value = None if edge is None else edge(*numbers)
        if math.isinf(last) and all(map(math.isfinite, others)):
            value = ends[last > 0]
        return function(*numbers) if value is None else value

    return real


def of_complex(function: Function) -> Function:
    def over_complex(*numbers: complex) -> complex:
        found = _settled(function, tuple(map(complex, numbers)))
        return complex(*(0.0 if part.contains(0) else float(part.mid()) for part in (found.real, found.imag)))

    return over_complex


def _real_of_reals(function: Function) -> Function:
    """The function on complex balls; real numbers, where it has branch points and cuts, have real values alone."""

    def enclosure(*balls: Any) -> Any:
        found = function(*balls)
        if not (found.imag.contains(0) or any(ball.imag != 0 for ball in balls)):
            raise ValueError("the value is not real")
        return found

    return enclosure


def of_reals(function: Function) -> Function:
    """The function on balls of real numbers, where its values are real."""

    def enclosure(*balls: Any) -> Any:
        found = function(*map(flint.acb, balls))
        if not (found.is_finite() and found.imag.contains(0)):
            raise ValueError("there is no real value that is enclosed")
        return found.real

    return enclosure


def not_by(name: str, what: str, x: Any) -> Any:
    raise DifferentiationError(f"the derivative of {name} by its {what} is not known, got {describe(x)}")


class SureDerivative:
    """A derivative that is sure to 53 bits at inexact numbers, where terms of its formula may cancel, as its own are.

    Of expressions and exact numbers it is the formula, of floats and arrays an operation of its own; so it is in code
    where terms may cancel.
    """

    def __init__(self, name: str, formula: Function, arity: int, divides: bool = False) -> None:
        self.name, self.formula, self.arity = name, formula, arity
        self.divides = divides or hasattr(formula, "divides")

    def __call__(self, *arguments: Any) -> Any:
        places = list(map(finite_part, arguments))
        inexact = any(isinstance(x, ScalarKind) and not isinstance(x, Expression) and not is_exact(x) for x in places)
        return (self.operation if inexact else self.formula)(*arguments)

    def _by(self, i: int) -> SureDerivative:
        return SureDerivative(f"{self.name}-by-{i}", partial(i)(self.formula), self.arity, divides=self.divides)

    @functools.cached_property
    def operation(self) -> Any:
        derivatives = tuple(map(self._by, range(self.arity)))
        SPECIAL.add(self.name)
        return declare(
            Elementary(
                self.name,
                self.name,
                _operation(self.name, "A derivative of a special function.", derivatives),
                definition=self.formula,
                expanded="at once",
                exact=self.formula,
                real=self._of_numbers,
                over_complex=self._of_numbers,
                code=Code(f"{python_name(self.name)}({', '.join(['{}'] * self.arity)})" if self._may_cancel else None),
            )
        )

    def _of_numbers(self, *numbers: Any) -> Any:
        with suppress(ValueError, OverflowError):
            return inexact_complex(of_complex(self._balls)(*map(complex, numbers)))
        return self.formula(*numbers)

    @functools.cached_property
    def _of_unknowns(self) -> tuple[Any, list[Any]]:
        unknowns = [symbol(f"x{i}") for i in range(self.arity)]
        return self.formula(*unknowns), unknowns

    @functools.cached_property
    def _may_cancel(self) -> bool:
        heads = {str(x.operator) for x in subexpressions(self._of_unknowns[0]) if isinstance(x, Application)}
        return not heads.isdisjoint("+-") and (self.divides or not heads.isdisjoint(SPECIAL))

    @functools.cached_property
    def _balls(self) -> Function:
        value, unknowns = self._of_unknowns
        evaluator = Evaluator(value, complex_domain=True)

        def on_balls(*balls: Any) -> Any:
            with suppress(PointRejected):
                return evaluator.at(dict(zip(unknowns, balls, strict=True)))[0]
            return type(balls[0])(math.nan)

        return on_balls


def _operation(name: str, meaning: str, derivatives: tuple[Function, ...]) -> Any:
    return unary(name, meaning, derivatives[0]) if len(derivatives) == 1 else binary(name, meaning, derivatives)


def special(
    name: str,
    derivatives: tuple[Function, ...],
    *,
    complex_of_reals: bool = True,
    ends: tuple[float | None, float | None] = (None, None),
    edge: Callable[..., float | None] | None = None,
    exact: Function = lambda *xs: None,
    infinite: Callable[[Any], bool] = lambda x: False,
    aliases: tuple[str, ...] = (),
    **facts: Any,
) -> Callable[[Function], Any]:
    """Decorator: a special function of one or two arguments, with its record, by what it is on complex balls.

    That tells its numbers. At real arguments its values may be complex, unless that is denied: then there are none. It
    has no cuts unless it is said where, and vanishes at 0 if it is odd. The ``ends`` are its limits as the (last)
    argument goes to minus and to plus infinity, where there are such. The ``edge`` tells the value on the edge of its
    domain for floats that are there but for their rounding, None for all others: a float beyond the edge by that has a
    value too. Exact numbers may have ``exact`` values, or be places where it is ``infinite``.
    """

    def declared(balls: Function) -> Any:
        meaning = with_call(balls, name)
        balls = balls if complex_of_reals else _real_of_reals(balls)
        arity = len(derivatives)
        sure = tuple(SureDerivative(f"{name}-by-{i}", by, arity) for i, by in enumerate(derivatives))
        operation = _operation(name, meaning, sure)
        tex = rf"\operatorname{{{facts.get('sympy', name)}}}"

        def exact_value(*xs: Any) -> Any:
            if infinite(xs[0]):
                raise DomainError(f"{name} is infinite at {xs[0]}")
            return 0 if facts.get("parity") == -1 and xs[0] == 0 else exact(*xs)

        record = Elementary(
            name,
            name,
            operation,
            real=_with_ends(of_floats(balls), ends, edge),
            over_complex=of_complex(balls),
            ball=of_reals(balls),
            complex_ball=balls,
            code=Code(f"{python_name(name)}({', '.join(['{}'] * arity)})"),
            exact=exact_value,
            **({"tex": tex, "cuts": "none" if complex_of_reals else ""} | facts),
        )
        declare(record)
        SPECIAL.add(name)
        for each in (name, *aliases):
            register(each, operation, python=python_name(name), module=__name__)
        return operation

    return declared


# --- at zero ---------------------------------------------------------------------------------------------------------
# Derivatives whose formula is 0/0 at 0, where they are regular: about 0 they are their power series.
#
# An argument is about 0 where it is 0, 0 and an infinitesimal of :func:`D`, or a series that starts with 0. Derivatives
# of higher orders take as many terms as there are infinitesimals: their next power is 0.


def is_about_zero(x: Any) -> bool:
    return is_zero_number(finite_part(x[0] if isinstance(x, Series) else x))


def with_expansion(formula: Function, coefficient: Function) -> Function:
    """A function by a formula, about 0 of its last argument by a power series: its coefficient takes the order last."""

    def function(*arguments: Any) -> Any:
        *others, x = arguments
        if not is_about_zero(x):
            return formula(*arguments)
        start = x[0] if isinstance(x, Series) else x
        is_inexact = isinstance(finite_part(start), (float, complex))

        def of_order(j: int) -> Any:
            found = coefficient(*others, j)
            return g.inexact(found) if is_inexact and (is_number(found) or isinstance(found, Expression)) else found

        if not isinstance(x, Series):
            return reduce(lambda sum_, j: g.add(g.mul(sum_, x), of_order(j)), reversed(range(depth(x) + 1)), 0)
        powers, coefficients = [constant_like(x, 1)], [_series_like(x, of_order(0))]

        def term(n: int) -> Any:
            for j in range(len(powers), n + depth(start) + 1):
                powers.append(g.mul(powers[-1], x))
                coefficients.append(_series_like(x, of_order(j)))
            return sum_of(
                g.mul(power[i], coefficients[j][n - i])
                for j, power in enumerate(powers[: n + depth(start) + 1])
                for i in range(n + 1)
                if not is_zero_number(power[i])
            )

        return Series(term, power=x.is_power)

    function.divides = True  # type: ignore[attr-defined]
    return function


def _series_like(s: Series, value: Any) -> Series:
    return value if isinstance(value, Series) else constant_like(s, value)


# --- airy ------------------------------------------------------------------------------------------------------------
# Airy's functions and their derivatives, of which solutions at a turning point are made.
#
# Math:    y'' = x y
# Source:  F. W. J. Olver, Digital Library of Mathematical Functions, ch. 9

_AT_INFINITY = {"Ai": (0.0, 0.0), "Bi": (0.0, math.inf), "Ai-prime": (None, 0.0), "Bi-prime": (None, math.inf)}


def _airy(kind: str, derivative: Any) -> Any:
    sympy, tex = f"airy{kind.lower().replace('-', '')}", rf"\operatorname{{{kind[:2]}}}" + "'" * kind.endswith("prime")
    return special(f"Airy-{kind}", (derivative,), ends=_AT_INFINITY[kind], sympy=sympy, tex=tex)


@_airy("Ai", lambda x: Airy_Ai_prime(x))
def Airy_Ai(x: Any) -> Any:
    """Airy's function Ai, the solution of y'' = x y that fades as x grows.

    Math:    1/pi integral from 0 to infinity of cos(t^3/3 + x t) dt
    Source:  Digital Library of Mathematical Functions, 9.2
    >>> Airy_Ai(1.0), D(D(Airy_Ai))(symbols("x"))
    (0.13529241631288141, (* x (Airy-Ai x)))
    """
    return x.airy_ai()


@_airy("Bi", lambda x: Airy_Bi_prime(x))
def Airy_Bi(x: Any) -> Any:
    """Airy's function Bi, the solution of y'' = x y that oscillates a quarter period beside Ai.

    Source:  Digital Library of Mathematical Functions, 9.2
    >>> Airy_Bi(1.0)
    1.2074235949528713
    """
    return x.airy_bi()


@_airy("Ai-prime", lambda x: g.mul(x, Airy_Ai(x)))
def Airy_Ai_prime(x: Any) -> Any:
    """The derivative of Airy's function Ai.

    Source:  Digital Library of Mathematical Functions, 9.2
    >>> Airy_Ai_prime(1.0)
    -0.1591474412967932
    """
    return x.airy_ai(derivative=1)


@_airy("Bi-prime", lambda x: g.mul(x, Airy_Bi(x)))
def Airy_Bi_prime(x: Any) -> Any:
    """The derivative of Airy's function Bi.

    Source:  Digital Library of Mathematical Functions, 9.2
    >>> Airy_Bi_prime(1.0)
    0.9324359333927756
    """
    return x.airy_bi(derivative=1)


# --- bessel ----------------------------------------------------------------------------------------------------------
# Bessel functions of any order, on numbers by python-flint, on expressions by their derivatives.
#
# Math:    x^2 y'' + x y' + (x^2 - n^2) y = 0
# Source:  F. W. J. Olver and L. C. Maximon, Digital Library of Mathematical Functions, ch. 10


def _bessel(kind: str, sign: Any = g.sub, **facts: Any) -> Any:
    """C_n' = n/x C_n - C_(n+1), of the first kind C_n' = (C_(n-1) - C_(n+1))/2 about 0; I is added in their place."""
    name = f"bess{kind}"

    def slope(n: Any, x: Any) -> Any:
        function = RECORDS[name].operation
        after = function(g.add(n, 1), x)
        if is_about_zero(x):
            return g.div(sign(function(g.sub(n, 1), x), after), 2)
        return sign(g.mul(g.div(n, x), function(n, x)), after)

    slopes = (lambda n, x: not_by(name, "order", n), slope)
    return special(name, slopes, sympy=f"bessel{kind}", cuts="negative axis", tex=kind.upper(), **facts)


def _at_zero(n: Any, x: Any) -> Any:
    """The exact value of the functions of the first kind."""
    return int(n == 0) if type(x) is int and x == 0 and type(n) is int else None


@_bessel("j", exact=_at_zero, ends=(0.0, 0.0))
def bessj(n: Any, x: Any) -> Any:
    """The Bessel function of the first kind of an order.

    Math:    the solution of x^2 y'' + x y' + (x^2 - n^2) y = 0 that is finite at 0
    Raises:  DomainError where there is no value
    Source:  Digital Library of Mathematical Functions, 10.2
    >>> bessj(2, 3.0), bessj(0, 0), D(lambda x: bessj(0, x))(symbols("x"))
    (0.4860912605858911, 1, (* -1 (bessj 1 x)))
    """
    return x.bessel_j(n)


@_bessel("y", ends=(0.0, 0.0))
def bessy(n: Any, x: Any) -> Any:
    """The Bessel function of the second kind of an order, for positive x; for others it is complex.

    Math:    a solution of x^2 y'' + x y' + (x^2 - n^2) y = 0, infinite at 0
    Raises:  DomainError at 0
    Source:  Digital Library of Mathematical Functions, 10.2
    >>> bessy(2, 3.0), D(lambda x: bessy(0, x))(symbols("x"))
    (-0.16040039348492374, (* -1 (bessy 1 x)))
    """
    return x.bessel_y(n)


@_bessel("i", g.add, exact=_at_zero, ends=(None, math.inf))
def bessi(n: Any, x: Any) -> Any:
    """The modified Bessel function of the first kind of an order.

    Math:    i^(-n) J_n(i x), the solution of x^2 y'' + x y' - (x^2 + n^2) y = 0 that is finite at 0
    Raises:  DomainError where there is no value
    Source:  Digital Library of Mathematical Functions, 10.25
    >>> bessi(2, 3.0), bessi(0, 0), D(lambda x: bessi(0, x))(symbols("x"))
    (2.245212440929951, 1, (bessi 1 x))
    """
    return x.bessel_i(n)


@_bessel("k", ends=(None, 0.0))
def bessk(n: Any, x: Any) -> Any:
    """The modified Bessel function of the second kind of an order, for positive x; for others it is complex.

    Math:    a solution of x^2 y'' + x y' - (x^2 + n^2) y = 0, infinite at 0, that fades
    Raises:  DomainError at 0
    Source:  Digital Library of Mathematical Functions, 10.25
    >>> bessk(2, 3.0), D(lambda x: bessk(0, x))(symbols("x"))
    (0.06151045847174204, (* -1 (bessk 1 x)))
    """
    return x.bessel_k(n)


# --- elliptic integrals and functions --------------------------------------------------------------------------------
# Elliptic integrals and functions, on numbers by python-flint, on expressions by their derivatives.
#
# All take the modulus k, not the parameter m = k^2:
#
#     F(phi, k) = integral from 0 to phi of (1 - k^2 sin^2)^(-1/2),      K(k) = F(pi/2, k),
#     E(phi, k) = integral from 0 to phi of (1 - k^2 sin^2)^(1/2),       E(k) = E(pi/2, k),
#
# and sn(u, k) = sin phi, cn = cos phi, dn = (1 - k^2 sn^2)^(1/2) where u = F(phi, k) and phi = am(u, k). They are
# quotients of theta functions of the lattice that K and K' = K((1 - k^2)^(1/2)) span.
#
# Source:  W. P. Reinhardt and P. L. Walker, Digital Library of Mathematical Functions, ch. 19 and 22


def _other(k: Any) -> Any:
    return g.sub(1, g.square(k))


def _root(phi: Any, k: Any) -> Any:
    return g.sqrt(g.sub(1, g.square(g.mul(k, g.sin(phi)))))


def _modulus(m: Any) -> Any:
    squared = isinstance(m, Application) and m.operator is Head.EXPT and m.operands[1] == 2
    return m.operands[0] if squared else g.sqrt(m)


#: SymPy's take the parameter.
_integral = functools.partial(
    special, by_sympy=(lambda *x: (*x[:-1], x[-1] ** 2), lambda *x: (*x[:-1], _modulus(x[-1]))), complex_of_reals=False
)


def _quarter(k: Any) -> Any:
    return g.div(PI, 2) if type(k) is int and k == 0 else None


def _coefficient(n: int, is_E: bool) -> Fraction:
    """That of k^(2n) sin^(2n) in (1 - k^2 sin^2)^(-1/2), or in the other power."""
    found = Fraction(math.comb(2 * n, n), 4**n)
    return found / (1 - 2 * n) if is_E else found


def _power_of_sine(phi: Any, n: int) -> Any:
    """The integral from 0 to phi of sin^(2n)."""
    found = phi
    for m in range(1, n + 1):
        wave = g.mul(g.expt(g.sin(phi), 2 * m - 1), g.cos(phi))
        found = g.div(g.sub(g.mul(2 * m - 1, found), wave), 2 * m)
    return found


def _by_modulus(formula: Callable[..., Any], is_E: bool) -> Callable[..., Any]:
    """The derivative of an integral by the modulus, whose formula divides by it."""

    def coefficient(*angle_and_order: Any) -> Any:
        *angle, order = angle_and_order
        if order % 2 == 0:
            return 0
        n = (order + 1) // 2
        whole = _power_of_sine(angle[0], n) if angle else g.mul(g.div(PI, 2), _coefficient(n, is_E=False))
        return g.mul(2 * n * _coefficient(n, is_E), whole)

    return with_expansion(formula, coefficient)


def _K_by_k(k: Any) -> Any:
    return g.div(g.sub(g.div(complete_elliptic_integral_E(k), _other(k)), complete_elliptic_integral_K(k)), k)


@_integral(
    "complete-elliptic-integral-K",
    (_by_modulus(_K_by_k, is_E=False),),
    aliases=("first-elliptic-integral",),
    exact=_quarter,
    infinite=lambda k: k in (1, -1),
    parity=1,
    cuts="real axis",
    domain=Interval(-1, 1, "()"),
    sympy="elliptic_k",
    tex="K",
)
def complete_elliptic_integral_K(k: Any) -> Any:
    """The complete elliptic integral of the first kind.

    Scheme:  (complete-elliptic-integral-K k), (first-elliptic-integral k)
    Math:    K(k) = F(pi/2, k)
    Raises:  DomainError unless -1 < k < 1, of real k
    Source:  Digital Library of Mathematical Functions, 19.2
    >>> round(complete_elliptic_integral_K(0.5), 12), complete_elliptic_integral_K(symbols("k"))
    (1.685750354813, (complete-elliptic-integral-K k))
    """
    return (k * k).elliptic_k()


@_integral(
    "complete-elliptic-integral-E",
    (
        _by_modulus(
            lambda k: g.div(g.sub(complete_elliptic_integral_E(k), complete_elliptic_integral_K(k)), k), is_E=True
        ),
    ),
    aliases=("second-elliptic-integral",),
    exact=lambda k: 1 if k in (1, -1) else _quarter(k),
    edge=lambda k: 1.0 if abs(abs(k) - 1) <= EDGE and abs(k) > 1 else None,
    parity=1,
    cuts="real axis",
    domain=Interval(-1, 1),
    sympy="elliptic_e",
    tex="E",
)
def complete_elliptic_integral_E(k: Any) -> Any:
    """The complete elliptic integral of the second kind.

    Scheme:  (complete-elliptic-integral-E k), (second-elliptic-integral k)
    Math:    E(k) = E(pi/2, k)
    Raises:  DomainError unless -1 <= k <= 1, of real k
    Source:  Digital Library of Mathematical Functions, 19.2
    >>> round(complete_elliptic_integral_E(0.5), 12), complete_elliptic_integral_E(1)
    (1.467462209339, 1)
    """
    return (k * k).elliptic_e()


def _exact_Pi(n: Any, k: Any) -> Any:
    if type(n) is int and n == 0:
        return complete_elliptic_integral_K(k)
    return g.div(PI, g.mul(2, g.sqrt(g.sub(1, n)))) if type(k) is int and k == 0 else None


def _Pi_by_n(n: Any, k: Any) -> Any:
    rest = g.sub(g.square(k), n)
    integrals = g.add(complete_elliptic_integral_E(k), g.div(g.mul(rest, complete_elliptic_integral_K(k)), n))
    whole = g.mul(g.div(g.sub(g.square(n), g.square(k)), n), complete_elliptic_integral_Pi(n, k))
    return g.div(g.add(integrals, whole), g.mul(2, g.mul(rest, g.sub(n, 1))))


def _Pi_by_k(n: Any, k: Any) -> Any:
    inner = g.sub(complete_elliptic_integral_Pi(n, k), g.div(complete_elliptic_integral_E(k), _other(k)))
    return g.mul(g.div(k, g.sub(n, g.square(k))), inner)


@_integral(
    "complete-elliptic-integral-Pi",
    (_Pi_by_n, _Pi_by_k),
    aliases=("third-elliptic-integral",),
    exact=_exact_Pi,
    sympy="elliptic_pi",
    tex=r"\Pi",
)
def complete_elliptic_integral_Pi(n: Any, k: Any) -> Any:
    """The complete elliptic integral of the third kind, of a characteristic n below 1.

    Scheme:  (complete-elliptic-integral-Pi n k), (third-elliptic-integral n k)
    Math:    integral from 0 to pi/2 of 1/((1 - n sin^2) (1 - k^2 sin^2)^(1/2))
    Raises:  DomainError unless n < 1 and -1 < k < 1, of real numbers
    Source:  Digital Library of Mathematical Functions, 19.2
    >>> round(complete_elliptic_integral_Pi(0.3, 0.5), 12), complete_elliptic_integral_Pi(0, symbols("k"))
    (2.027792445811, (complete-elliptic-integral-K k))
    """
    return type(n).elliptic_pi(n, k * k)


def _exact_integral(phi: Any, k: Any) -> Any:
    return 0 if type(phi) is int and phi == 0 else phi if type(k) is int and k == 0 else None


EDGE = 4 * 2.0**-52  # so far beyond 1 is rounding


def _on_edge(at_edge: Callable[[Any, Any], Any]) -> Callable[[float, float], float | None]:
    """An integral where k sin is 1 but for rounding, and was not before: there it is of 1/k and the parameter 1/k^2."""
    of_modulus = of_floats(lambda k: at_edge(k, 1 / (k * k)))

    def value(phi: float, k: float) -> float | None:
        if 1 < abs(k) < math.inf and abs(phi) <= math.pi / 2 and 0 <= abs(k * math.sin(phi)) - 1 <= EDGE:
            return math.copysign(of_modulus(abs(k)), phi)
        return None

    return value


_F_on_edge = _on_edge(lambda k, m: m.elliptic_k() / k)
_E_on_edge = _on_edge(lambda k, m: k * (m.elliptic_e() - (1 - m) * m.elliptic_k()))


def _F_by_modulus(phi: Any, k: Any) -> Any:
    other = _other(k)
    integrals = g.sub(g.div(elliptic_integral_E(phi, k), other), elliptic_integral_F(phi, k))
    rest = g.div(g.mul(k, g.mul(g.sin(phi), g.cos(phi))), g.mul(other, _root(phi, k)))
    return g.sub(g.div(integrals, k), rest)


_F_by_k = _by_modulus(_F_by_modulus, is_E=False)


@_integral(
    "elliptic-integral-F",
    (lambda phi, k: g.invert(_root(phi, k)), _F_by_k),
    exact=_exact_integral,
    edge=_F_on_edge,
    sympy="elliptic_f",
    tex="F",
)
def elliptic_integral_F(phi: Any, k: Any) -> Any:
    """The elliptic integral of the first kind.

    Math:    F(phi, k) = integral from 0 to phi of (1 - k^2 sin^2)^(-1/2)
    Raises:  DomainError where it is not real: k sin above 1 on the way
    Source:  Digital Library of Mathematical Functions, 19.2
    >>> round(elliptic_integral_F(1.0, 0.5), 9), elliptic_integral_F(0, symbols("k"))
    (1.03735612, 0)
    """
    return type(phi).elliptic_f(phi, k * k)


@_integral(
    "elliptic-integral-E",
    (
        lambda phi, k: _root(phi, k),
        _by_modulus(
            lambda phi, k: g.div(g.sub(elliptic_integral_E(phi, k), elliptic_integral_F(phi, k)), k), is_E=True
        ),
    ),
    exact=_exact_integral,
    edge=_E_on_edge,
    sympy="elliptic_e",
    tex="E",
)
def elliptic_integral_E(phi: Any, k: Any) -> Any:
    """The elliptic integral of the second kind.

    Math:    E(phi, k) = integral from 0 to phi of (1 - k^2 sin^2)^(1/2)
    Raises:  DomainError where it is not real: k sin above 1 on the way
    Source:  Digital Library of Mathematical Functions, 19.2
    >>> round(elliptic_integral_E(1.0, 0.5), 9), elliptic_integral_E(symbols("phi"), 0)
    (0.964876454, phi)
    """
    return type(phi).elliptic_e_inc(phi, k * k)


def _thetas(u: Any, k: Any) -> tuple[Any, Any, Any]:
    """sn, cn and dn as balls, by theta functions; of a modulus above 1 by its inverse."""
    acb = type(u)
    if k == 0:
        return u.sin(), u.cos(), acb(1)
    if k == 1 or k == -1:
        return u.tanh(), u.sech(), u.sech()
    if (abs(k) > 1) and k.imag == 0:
        sn, cn, dn = _thetas(u * k, 1 / k)
        return sn / k, dn, cn
    m = k * k
    quarter, other = m.elliptic_k(), (1 - m).elliptic_k()
    tau = acb(0, 1) * other / quarter
    t1, t2, t3, t4 = acb.modular_theta(u / (2 * quarter), tau)
    _, a2, a3, a4 = acb.modular_theta(acb(0), tau)
    return a3 / a2 * t1 / t4, a4 / a2 * t2 / t4, a4 / a3 * t3 / t4


def _amplitude(u: Any, k: Any) -> Any:
    """The angle am(u, k) of real arguments, continuous in u: half turns go with 2 K."""
    acb = type(u)
    if u.imag != 0 or k.imag != 0:
        raise ValueError("of real numbers alone")
    sn, cn, _ = _thetas(u, k)
    if abs(k) >= 1:
        return sn.real.asin() + 0 * u
    turns = round(float((u / (2 * (k * k).elliptic_k())).real.mid()))
    angle = acb(type(sn.real).atan2(sn.real * (-1) ** turns, cn.real * (-1) ** turns))
    return angle + turns * type(sn.real).pi()


def amplitudes(u: Any, k: float) -> Any:
    """The angles am(u, k) for an array of floats and a modulus from 0 to 1, by Landen's transformation.

    Their error is that of floats of the size of u: for many at once, where balls for each would take too long.
    """
    ratios, mean, other, half = [], 1.0, math.sqrt((1 - k) * (1 + k)), k
    if not other:
        return 2 * numpy.arctan(numpy.tanh(u / 2))
    while half > 1e-8 * mean:  # the next one is of the size of its square
        mean, half, other = (mean + other) / 2, (mean - other) / 2, math.sqrt(mean * other)
        ratios.append(half / mean)
    angle = 2.0 ** len(ratios) * mean * u
    for ratio in reversed(ratios):
        angle = (angle + numpy.arcsin(ratio * numpy.sin(angle))) / 2
    return angle


def _by_k(u: Any, k: Any) -> Any:
    """The derivative of am by k, divided by dn: (E/(1 - k^2) - u)/k less k sn cd/(1 - k^2), with the opposite sign."""
    if is_about_zero(k):
        return g.negate(_F_by_k(jacobi_am(u, k), k))  # as F(am(u, k), k) = u
    other = _other(k)
    first = g.div(g.sub(u, g.div(elliptic_integral_E(jacobi_am(u, k), k), other)), k)
    second = g.div(g.mul(k, g.mul(jacobi_sn(u, k), jacobi_cn(u, k))), g.mul(other, jacobi_dn(u, k)))
    return g.add(first, second)


def _exact_function(at_zero: int) -> Callable[[Any, Any], Any]:
    return lambda u, k: at_zero if type(u) is int and u == 0 else None


def _cn_dn(u: Any, k: Any) -> Any:
    return g.mul(jacobi_cn(u, k), jacobi_dn(u, k))


def _sn_dn(u: Any, k: Any) -> Any:
    return g.negate(g.mul(jacobi_sn(u, k), jacobi_dn(u, k)))


def _dn_by_k(u: Any, k: Any) -> Any:
    """From dn^2 = 1 - k^2 sn^2."""
    sn = jacobi_sn(u, k)
    change = g.add(g.mul(k, g.square(sn)), g.mul(g.square(k), g.mul(sn, g.mul(_cn_dn(u, k), _by_k(u, k)))))
    return g.negate(g.div(change, jacobi_dn(u, k)))


@special(
    "jacobi-sn",
    (_cn_dn, lambda u, k: g.mul(_cn_dn(u, k), _by_k(u, k))),
    exact=_exact_function(0),
    tex=r"\operatorname{sn}",
)
def jacobi_sn(u: Any, k: Any) -> Any:
    """Jacobi's elliptic function sn, the sine of the amplitude.

    Math:    sn^2 + cn^2 = 1,  d sn/du = cn dn
    Source:  Digital Library of Mathematical Functions, 22.6, 22.13
    >>> round(jacobi_sn(0.5, 0.8), 9), D(lambda u: jacobi_sn(u, symbols("k")))(symbols("u"))
    (0.468328835, (* (jacobi-dn u k) (jacobi-cn u k)))
    """
    return _thetas(u, k)[0]


@special(
    "jacobi-cn",
    (_sn_dn, lambda u, k: g.mul(_sn_dn(u, k), _by_k(u, k))),
    exact=_exact_function(1),
    tex=r"\operatorname{cn}",
)
def jacobi_cn(u: Any, k: Any) -> Any:
    """Jacobi's elliptic function cn, the cosine of the amplitude.

    Math:    sn^2 + cn^2 = 1,  d cn/du = -sn dn
    Source:  Digital Library of Mathematical Functions, 22.6, 22.13
    >>> round(jacobi_cn(0.5, 0.8), 9), jacobi_cn(0, 0.8)
    (0.883554244, 1.0)
    """
    return _thetas(u, k)[1]


@special(
    "jacobi-dn",
    (lambda u, k: g.negate(g.mul(g.square(k), g.mul(jacobi_sn(u, k), jacobi_cn(u, k)))), _dn_by_k),
    exact=_exact_function(1),
    tex=r"\operatorname{dn}",
)
def jacobi_dn(u: Any, k: Any) -> Any:
    """Jacobi's elliptic function dn, the derivative of the amplitude.

    Math:    dn^2 + k^2 sn^2 = 1,  d dn/du = -k^2 sn cn
    Source:  Digital Library of Mathematical Functions, 22.6, 22.13
    >>> round(jacobi_dn(0.5, 0.8), 9)
    0.927161035
    """
    return _thetas(u, k)[2]


@special(
    "jacobi-am",
    (jacobi_dn, lambda u, k: g.mul(jacobi_dn(u, k), _by_k(u, k))),
    cuts="",
    exact=_exact_integral,
    tex=r"\operatorname{am}",
)
def jacobi_am(u: Any, k: Any) -> Any:
    """Jacobi's amplitude, the angle phi with F(phi, k) = u.

    Math:    d am/du = dn
    Source:  Digital Library of Mathematical Functions, 22.16
    >>> round(jacobi_am(1.0, 0.5), 9)
    0.966031053
    """
    return _amplitude(u, k)


@public("Jacobi-elliptic-functions")
def Jacobi_elliptic_functions(u: Scalar, k: Scalar, receive: Callable[[Any, Any, Any], Any]) -> Value:
    """What a procedure makes of sn(u, k), cn(u, k) and dn(u, k).

    Scheme:  (Jacobi-elliptic-functions u k (lambda (sn cn dn) ...))
    Shapes:  u, k: numbers, or arrays;  receive: (sn, cn, dn) -> anything
    >>> Jacobi_elliptic_functions(0, 0.5, lambda sn, cn, dn: (sn, cn, dn))
    (0.0, 1.0, 1.0)
    """
    return receive(jacobi_sn(u, k), jacobi_cn(u, k), jacobi_dn(u, k))
