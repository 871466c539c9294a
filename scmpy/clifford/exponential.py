"""The exponential and the logarithm of multivectors, in closed form for bivectors and motors in up to five dimensions.

Let B be a bivector and B^2 = s + W with a scalar s, where W^2 = w is a scalar too. Even functions of B are functions of
the split number S = s + W (:mod:`~scmpy.clifford.split_numbers`), and

    exp B = cosh(sqrt S) + sinh(sqrt S)/sqrt S  B,
    log M = h(C) <M>2   with C = <M>0 + <M>4 and h(C) = acosh(C)/sqrt(C^2 - 1).

On numbers, also those that D or the compiler of numerical code put in their place, they are sums of series without a
division by what may vanish; on expressions they are sines and cosines, or hyperbolic ones, of a root of S.

Source: Roelfs and De Keninck, Graded symmetry groups: plane and simple; Dorst and Valkenburg, Square root and logarithm
of rotors in 3D conformal geometric algebra
"""

from __future__ import annotations

from collections.abc import Callable
from math import isfinite
from typing import Any, NamedTuple

from scmpy.calculus.differential import finite_part
from scmpy.clifford.involutions import grade_part, norm_squared, scalar_part
from scmpy.clifford.multivector import Multivector
from scmpy.clifford.products import scalar_product
from scmpy.clifford.split_numbers import Split, cosh_and_sinhc, inverse_sinhc
from scmpy.errors import DomainError, describe
from scmpy.generic import operations as g
from scmpy.generic.kinds import is_number, is_zero_number
from scmpy.structure.by_orbit import orbit_by_orbit
from scmpy.symbolic.decision.equivalence import equivalent
from scmpy.symbolic.expression import Expression
from scmpy.symbolic.kernels import is_negated
from scmpy.symbolic.real_numbers import is_real_number
from scmpy.symbolic.rewriting.rule_sets.pythagorean import cos_squared_to_sin_squared
from scmpy.symbolic.simplify import reduced, simplify

#: In more dimensions the square of the square of a bivector is no scalar.
MAXIMUM_DIMENSION = 5

#: From the part of grade 4 of M M~, relative to the scalar, on, M is no motor.
CLOSE = 1e-9

#: The series of the exponential, for coefficients of the size 1/2, and the squarings that lead there.
TERMS, MAXIMUM_SQUARINGS = 20, 60


class Square(NamedTuple):
    """A split number s + W with W^2 = w, and whether its square root is known to be imaginary."""

    s: Any
    W: Multivector
    w: Any
    negative: bool


@g.exp.on(Multivector)
@orbit_by_orbit
def exp(a: Multivector) -> Any:
    """The exponential of a scalar and, beside it, a bivector, or anything else whose square is a split number."""
    scalar = a.scalar
    rest = Multivector(a.algebra, {blade: x for blade, x in a.terms.items() if blade})
    found = _exponential(rest)
    return found if is_zero_number(scalar) else g.mul(g.exp(scalar), found)


def _exponential(a: Multivector) -> Any:
    if not a._content():
        return Multivector(a.algebra, {0: 1, **dict.fromkeys(a.terms, 0)})
    square = _square(a)
    if square is None:
        return _by_squarings(a)
    even, odd = _on(square, cosh_and_sinhc, _cosh_and_sinhc)
    return g.add(even, g.mul(odd, a))


def _square(a: Multivector) -> Square | None:
    """The square as a split number; None where it is none."""
    product = g.mul(a, a)
    is_bivector = a.grades == (2,) and a.algebra.dimension <= MAXIMUM_DIMENSION
    if is_bivector:
        product = product.selected([blade for blade in product.terms if blade.bit_count() in (0, 4)])
    if not _has_values(a):
        product = reduced(product)
    W = Multivector(a.algebra, {blade: x for blade, x in product.terms.items() if blade})
    if not is_bivector:
        W = Multivector(a.algebra, W._content())
        if reduced(g.mul(W, W))._content().keys() - {0}:
            return None
    w = scalar_product(W, W)
    return Square(product.scalar, W, w if _has_values(a) else reduced(w), is_bivector and a.algebra.is_euclidean)


def _has_values(a: Multivector) -> bool:
    """Are all coefficients real numbers of which one is inexact, or stand for numbers? Then they are compared."""
    values = [finite_part(x) for x in a._parts_()]
    if any(isinstance(x, Expression) or (is_number(x) and not is_real_number(x)) for x in values):
        return False
    return any(not is_number(x) or isinstance(x, float) for x in values)


def _on(square: Square, of_values: Any, of_expressions: Any) -> tuple[Any, ...]:
    """The values of even functions, as multivectors: of numbers by series, of expressions in closed form."""
    s, W, w, negative = square
    if _has_values(g.add(s, W)) or _has_complex_roots(square):
        if not all(isfinite(x) for x in map(finite_part, (s, w)) if is_number(x)):
            raise DomainError(f"exp of a multivector whose square is {describe(s)}: it is not finite")
        return tuple(g.add(g.mul(W, x.b), x.a) for x in of_values(Split(s, 1.0 if W._content() else 0.0, w)))
    if not W._content() or is_zero_number(w):
        return tuple(g.add(value, g.mul(W, slope)) for value, slope in of_expressions(s, negative))
    r = _root_of(w)
    above, below = (of_expressions(reduced(x), negative) for x in (g.add(s, r), g.sub(s, r)))
    return tuple(
        g.add(g.div(g.add(p, m), 2), g.mul(W, g.div(g.sub(p, m), g.mul(2, r))))
        for (p, _), (m, _) in zip(above, below, strict=True)
    )


def _has_complex_roots(square: Square) -> bool:
    """Is this of real numbers, also exact ones, whose roots s +- sqrt(w) are complex? The series stay real."""
    return all(map(is_real_number, (square.s, square.w, *square.W._parts_()))) and bool(square.w < 0)


#: The value of a function of x, and its slope.
_Jet = tuple[Any, Any]


def _cosh_and_sinhc(x: Any, negative: bool) -> tuple[_Jet, _Jet]:
    """cosh(y) and sinh(y)/y of y = sqrt(x), with their slopes by x; circular functions where x is negative."""
    if is_zero_number(x):
        return (1, g.div(1, 2)), (1, g.div(1, 6))
    if _is_circular(x, negative):
        y = _root_of(reduced(g.negate(x)))
        even, odd = g.cos(y), g.div(g.sin(y), y)
    else:
        y = _root_of(x)
        even, odd = g.cosh(y), g.div(g.sinh(y), y)
    return (even, g.div(odd, 2)), (odd, g.div(g.sub(even, odd), g.mul(2, x)))


def _is_circular(x: Any, known: bool) -> bool:
    """Are circular functions to be written for this square? Both are right for either sign, with complex roots."""
    if is_number(x):
        return is_real_number(x) and bool(x < 0)
    return known or is_negated(simplify(x))


def _root_of(x: Any) -> Any:
    """A square root of x, of either sign: for even functions. Of squares it is without a root, sqrt(t^2) is t."""
    root = g.sqrt(x)
    if not isinstance(root, Expression):
        return root
    short = simplify(g.sqrt(cos_squared_to_sin_squared(x)))
    return short if equivalent(g.square(short), x).verdict == "equal" else root


def _by_squarings(a: Multivector) -> Any:
    """The exponential of any multivector of numbers: its series, of a fraction of it, squared again and again."""
    size = 0.0
    for x in a._parts_():
        if not is_number(x):
            raise DomainError(
                f"exp of {a!r}: there is a closed form for bivectors in up to {MAXIMUM_DIMENSION} dimensions and for "
                "what has such a square; of anything else numbers are expected"
            )
        size += abs(x)
    squarings = 0
    while size > 0.5:
        size, squarings = size / 2, squarings + 1
        if squarings > MAXIMUM_SQUARINGS:
            raise DomainError(f"exp of {a!r}: its coefficients are too large")
    small = g.div(g.inexact(a), 2**squarings)
    total: Any = Multivector(a.algebra, {0: 1.0})
    for n in range(TERMS, 0, -1):
        total = g.add(1.0, g.div(g.mul(small, total), n))
    for _ in range(squarings):
        total = g.mul(total, total)
    return total


@g.log.on(Multivector)
@orbit_by_orbit
def log(m: Multivector) -> Any:
    """The principal logarithm of a motor: the bivector B, and the logarithm of its norm, with exp B = M."""
    if any(grade & 1 for grade in m.grades) or m.algebra.dimension > MAXIMUM_DIMENSION:
        raise DomainError(
            f"log expects an even multivector in up to {MAXIMUM_DIMENSION} dimensions, got one of the grades "
            f"{', '.join(map(str, m.grades))} of {m.algebra._describe_()}"
        )
    values = _has_values(m)
    size = norm_squared(m)
    excess = grade_part(g.mul(m, ~m), 4) if m.algebra.dimension >= 4 else Multivector(m.algebra, {})
    if values:
        bad = any(abs(x) > CLOSE * abs(size) for x in map(finite_part, excess._parts_()) if is_number(x))
    else:
        size, bad = reduced(size), bool(reduced(excess)._content())
    if bad or (is_real_number(size) and not size > 0):
        raise DomainError(
            f"log expects a motor, a product of exponentials of bivectors, got {m!r}: M M~ is no number above 0"
        )
    if is_number(size) and size == 1:
        return _logarithm(m)
    return g.add(_logarithm(g.div(m, _root_of(size))), g.div(g.log(size), 2))


def _logarithm(m: Multivector) -> Any:
    bivector = grade_part(m, 2) if m.algebra.dimension > 1 else Multivector(m.algebra, {})
    W = grade_part(m, 4) if m.algebra.dimension >= 4 else Multivector(m.algebra, {})
    w, c = scalar_product(W, W), scalar_part(m)
    if not _has_values(m):
        W, w, c = reduced(W), reduced(w), reduced(c)
    (factor,) = _on(Square(c, W, w, m.algebra.is_euclidean), _principal(m, bivector), _angle_over_sine)
    product = g.mul(factor, bivector)
    return product.selected([blade for blade in product.terms if blade.bit_count() == 2])


def _principal(m: Multivector, bivector: Multivector) -> Callable[[Split], tuple[Split]]:
    def of_values(cosh: Split) -> tuple[Split]:
        beyond = cosh + 1.0
        if cosh.a < 0:
            # Near -1 its difference from -1 is lost in it, but M M~ = 1 says it by the bivector.
            beyond.a = (scalar_product(bivector, bivector) - cosh.w) / (cosh.a - 1)
        found = inverse_sinhc(cosh, beyond)
        if found is None:
            raise DomainError(f"log: {m!r} is off the principal branch: it turns by a whole turn, in no certain plane")
        return (found,)

    return of_values


def _angle_over_sine(c: Any, circular: bool) -> tuple[_Jet]:
    """h(c) = acosh(c)/sqrt(c^2 - 1), with its slope, which is (1 - c h)/(c^2 - 1)."""
    if is_number(c) and c == 1:
        return ((1, g.div(-1, 3)),)
    square = reduced(g.sub(g.square(c), 1))
    if is_zero_number(square):
        raise DomainError("log is off the principal branch: the motor turns by a whole turn, in no certain plane")
    if _is_circular(square, circular):
        r = _root_of(reduced(g.negate(square)))
        h = g.div(g.atan2(r, c), r)
    else:
        r = _root_of(square)
        h = g.div(g.log(g.add(c, r)), r)
    return ((h, g.div(g.sub(1, g.mul(c, h)), square)),)
