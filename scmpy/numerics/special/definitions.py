"""How special functions are declared; Bessel, Airy."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from contextlib import suppress
from functools import reduce
from typing import Any

from scmpy.calculus.dual_numbers import depth, finite_part
from scmpy.calculus.series import Series, constant_like
from scmpy.errors import DifferentiationError, describe
from scmpy.generic import operations as g
from scmpy.generic.dispatch import binary, unary
from scmpy.generic.elementary import Code, Elementary, declare
from scmpy.generic.numbers import inexact_complex
from scmpy.generic.types import is_number, is_zero_number
from scmpy.registry import python_name, register
from scmpy.structure.tuples import sum_of
from scmpy.symbolic.ball_arithmetic import Evaluator, PointRejected
from scmpy.symbolic.expression import Expression, symbol

# --- special records -------------------------------------------------------------------------------------------------
# How special functions are declared: one record each, on balls of python-flint, from which their numbers come too.
#
# A float is the middle of a ball that is computed with more and more bits until it is sure to 53 of them; so are the
# values of derivatives, whose terms may cancel.
#
# To add one, decorate what it is on complex balls with its name, its derivatives and its facts, which are those of
# :class:`scmpy.generic.elementary.Elementary`; erf in integral_functions is an example, polygamma in gamma one of two
# arguments. Its documentation is that of the function on balls. Nothing else knows it; the table of public names is
# made again by ``python tests/structure/stubs.py``, and its values are compared with another library's in
# tests/numerics/special.
#
# An array takes 6 to 20 microseconds an element, Y of a whole order 100. SciPy's take .01 to 1, and are right to
# 1e-12: an array's values are those of its elements.

BITS = 53
MOST_BITS = 5000  # about a hundred times those of a float: what cancels further counts as having no value

Function = Callable[..., Any]

#: The names of the functions that are declared here.
SPECIAL: set[str] = set()


def _settled(function: Function, numbers: tuple[Any, ...]) -> Any:
    """The ball of a function at complex numbers, sure to 53 bits; ValueError where it is not finite."""
    from flint import acb, ctx

    bits, before = BITS + 11, ctx.prec
    balls = [acb(z.real, z.imag) for z in numbers]
    try:
        while bits <= MOST_BITS:
            ctx.prec = bits
            found = function(*balls)
            if found.is_finite() and (found.rel_accuracy_bits() >= BITS or found == 0):
                return found
            bits *= 2
    finally:
        ctx.prec = before
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


def _beside_reals(function: Function) -> Function:
    """The function on complex numbers that are not all real: those are branch points, and cuts."""

    def over_complex(*numbers: complex) -> complex:
        if not any(z.imag for z in numbers):
            raise ValueError("the value is not real")
        return complex(function(*numbers))

    return over_complex


def of_reals(function: Function) -> Function:
    """The function on balls of real numbers, where its values are real."""

    def enclosure(*balls: Any) -> Any:
        from flint import acb

        found = function(*map(acb, balls))
        if not (found.is_finite() and found.imag.contains(0)):
            raise ValueError("there is no real value that is enclosed")
        return found.real

    return enclosure


def not_by(name: str, what: str, x: Any) -> Any:
    raise DifferentiationError(f"the derivative of {name} by its {what} is not known, got {describe(x)}")


def _sure(formula: Function, arity: int, is_even: bool) -> Function:
    """A derivative that is sure to 53 bits at inexact numbers, where terms of its formula may cancel.

    That of an even function of one argument is 0 at 0, where the formula may be 0/0.
    """
    unknowns = [symbol(f"x{i}") for i in range(arity)]
    evaluator = functools.cache(lambda: Evaluator(formula(*unknowns), complex_domain=True))

    def on_balls(*balls: Any) -> Any:
        try:
            return evaluator().at(dict(zip(unknowns, balls, strict=True)))[0]
        except PointRejected as error:
            raise ValueError("there is no value that is enclosed") from error

    def derivative(*arguments: Any) -> Any:
        if all(map(is_number, arguments)):
            if is_even and arguments[0] == 0:
                return arguments[0]
            if any(isinstance(x, (float, complex)) for x in arguments):
                with suppress(ValueError, OverflowError):
                    return inexact_complex(of_complex(on_balls)(*map(complex, arguments)))
        return formula(*arguments)

    return derivative


def special(
    name: str,
    derivatives: tuple[Function, ...],
    *,
    complex_of_reals: bool = True,
    ends: tuple[float | None, float | None] = (None, None),
    edge: Callable[..., float | None] | None = None,
    python: str = "",
    aliases: tuple[str, ...] = (),
    **facts: Any,
) -> Callable[[Function], Any]:
    """Decorator: a special function of one or two arguments, with its record, by what it is on complex balls.

    That tells its numbers. At real arguments its values may be complex, unless that is denied: then there are none. The
    ``ends`` are its limits as the (last) argument goes to minus and to plus infinity, where there are such. The
    ``edge`` tells the value on the edge of its domain for floats that are there but for their rounding, None for all
    others: a float beyond the edge by that has a value too.
    """

    def declared(balls: Function) -> Any:
        meaning = balls.__doc__ or ""
        one = len(derivatives) == 1
        sure = tuple(_sure(formula, len(derivatives), one and facts.get("parity") == 1) for formula in derivatives)
        operation: Any = unary(name, meaning, sure[0]) if one else binary(name, meaning, sure)
        braces = ", ".join(["{}"] * len(derivatives))
        record = Elementary(
            name,
            name,
            operation,
            real=_with_ends(of_floats(balls), ends, edge),
            over_complex=of_complex(balls) if complex_of_reals else _beside_reals(of_complex(balls)),
            ball=of_reals(balls),
            complex_ball=balls,
            code=Code(f"{python_name(name)}({braces})"),
            **{"tex": rf"\operatorname{{{name}}}", **facts},
        )
        declare(record)
        SPECIAL.add(name)
        for each in (name, *aliases):
            register(each, operation, python=python or python_name(each), module=__name__)
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
    return special(
        f"Airy-{kind}",
        (derivative,),
        ends=_AT_INFINITY[kind],
        cuts="none",
        sympy=sympy,
        tex=tex,
    )


@_airy("Ai", lambda x: Airy_Ai_prime(x))
def Airy_Ai(x: Any) -> Any:
    """Airy's function Ai, the solution of y'' = x y that fades as x grows.

    Scheme:  (Airy-Ai x)
    Math:    1/pi integral from 0 to infinity of cos(t^3/3 + x t) dt
    Source:  Digital Library of Mathematical Functions, 9.2
    >>> Airy_Ai(1.0), D(D(Airy_Ai))(symbols("x"))
    (0.13529241631288141, (* x (Airy-Ai x)))
    """
    return x.airy_ai()


@_airy("Bi", lambda x: Airy_Bi_prime(x))
def Airy_Bi(x: Any) -> Any:
    """Airy's function Bi, the solution of y'' = x y that oscillates a quarter period beside Ai.

    Scheme:  (Airy-Bi x)
    Source:  Digital Library of Mathematical Functions, 9.2
    >>> Airy_Bi(1.0)
    1.2074235949528713
    """
    return x.airy_bi()


@_airy("Ai-prime", lambda x: g.mul(x, Airy_Ai(x)))
def Airy_Ai_prime(x: Any) -> Any:
    """The derivative of Airy's function Ai.

    Scheme:  (Airy-Ai-prime x)
    Source:  Digital Library of Mathematical Functions, 9.2
    >>> Airy_Ai_prime(1.0)
    -0.1591474412967932
    """
    return x.airy_ai(derivative=1)


@_airy("Bi-prime", lambda x: g.mul(x, Airy_Bi(x)))
def Airy_Bi_prime(x: Any) -> Any:
    """The derivative of Airy's function Bi.

    Scheme:  (Airy-Bi-prime x)
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


def _slope(function: Any, sign: Any = g.sub) -> Any:
    """C_n' = n/x C_n - C_(n+1), of the first kind C_n' = (C_(n-1) - C_(n+1))/2 about 0; I is added in their place."""

    def slope(n: Any, x: Any) -> Any:
        after = function(g.add(n, 1), x)
        if is_about_zero(x):
            return g.div(sign(function(g.sub(n, 1), x), after), 2)
        return sign(g.mul(g.div(n, x), function(n, x)), after)

    return slope


def _exact_J(n: Any, x: Any) -> Any:
    return int(n == 0) if type(x) is int and x == 0 and type(n) is int else None


@special(
    "bessj",
    (lambda n, x: not_by("bessj", "order", n), lambda n, x: _slope(bessj)(n, x)),
    exact=_exact_J,
    ends=(0.0, 0.0),
    sympy="besselj",
    cuts="negative axis",
    tex="J",
)
def bessj(n: Any, x: Any) -> Any:
    """The Bessel function of the first kind of an order.

    Scheme:  (bessj n x)
    Math:    the solution of x^2 y'' + x y' + (x^2 - n^2) y = 0 that is finite at 0
    Raises:  DomainError where there is no value
    Source:  Digital Library of Mathematical Functions, 10.2
    >>> bessj(2, 3.0), bessj(0, 0), D(lambda x: bessj(0, x))(symbols("x"))
    (0.4860912605858911, 1, (* -1 (bessj 1 x)))
    """
    return x.bessel_j(n)


@special(
    "bessy",
    (lambda n, x: not_by("bessy", "order", n), lambda n, x: _slope(bessy)(n, x)),
    ends=(0.0, 0.0),
    sympy="bessely",
    cuts="negative axis",
    tex="Y",
)
def bessy(n: Any, x: Any) -> Any:
    """The Bessel function of the second kind of an order, for positive x; for others it is complex.

    Scheme:  (bessy n x)
    Math:    a solution of x^2 y'' + x y' + (x^2 - n^2) y = 0, infinite at 0
    Raises:  DomainError at 0
    Source:  Digital Library of Mathematical Functions, 10.2
    >>> bessy(2, 3.0), D(lambda x: bessy(0, x))(symbols("x"))
    (-0.16040039348492374, (* -1 (bessy 1 x)))
    """
    return x.bessel_y(n)


@special(
    "bessi",
    (
        lambda n, x: not_by("bessi", "order", n),
        lambda n, x: _slope(bessi, g.add)(n, x),
    ),
    exact=_exact_J,
    ends=(None, math.inf),
    sympy="besseli",
    cuts="negative axis",
    tex="I",
)
def bessi(n: Any, x: Any) -> Any:
    """The modified Bessel function of the first kind of an order.

    Scheme:  (bessi n x)
    Math:    i^(-n) J_n(i x), the solution of x^2 y'' + x y' - (x^2 + n^2) y = 0 that is finite at 0
    Raises:  DomainError where there is no value
    Source:  Digital Library of Mathematical Functions, 10.25
    >>> bessi(2, 3.0), bessi(0, 0), D(lambda x: bessi(0, x))(symbols("x"))
    (2.245212440929951, 1, (bessi 1 x))
    """
    return x.bessel_i(n)


@special(
    "bessk",
    (lambda n, x: not_by("bessk", "order", n), lambda n, x: _slope(bessk)(n, x)),
    ends=(None, 0.0),
    sympy="besselk",
    cuts="negative axis",
    tex="K",
)
def bessk(n: Any, x: Any) -> Any:
    """The modified Bessel function of the second kind of an order, for positive x; for others it is complex.

    Scheme:  (bessk n x)
    Math:    a solution of x^2 y'' + x y' - (x^2 + n^2) y = 0, infinite at 0, that fades
    Raises:  DomainError at 0
    Source:  Digital Library of Mathematical Functions, 10.25
    >>> bessk(2, 3.0), D(lambda x: bessk(0, x))(symbols("x"))
    (0.06151045847174204, (* -1 (bessk 1 x)))
    """
    return x.bessel_k(n)
