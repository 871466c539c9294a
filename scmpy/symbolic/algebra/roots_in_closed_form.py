"""Roots of quadratic and cubic polynomials in closed form, handed to procedures for the cases."""

from __future__ import annotations

import cmath
import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from scmpy.errors import DomainError, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.annotations import Scalar, Value
from scmpy.generic.kinds import is_number
from scmpy.generic.numeric_tower import ExactComplex, exact
from scmpy.registry import public


@public("quadratic")
def quadratic(
    a: Scalar,
    b: Scalar,
    c: Scalar,
    two: Callable[..., Any],
    conjugate: Callable[..., Any],
    double: Callable[..., Any],
    linear: Callable[..., Any],
    none: Callable[..., Any] | None = None,
) -> Value:
    """What one of five procedures gives for the roots of a x^2 + b x + c, where a, b and c are real numbers.

    Scheme:  (quadratic a b c two-roots complex-roots double-root linear-root [no-root])
    Shapes:  two real or conjugate complex roots, one double root, or the one of b x + c are given to the procedure for
             that; the last one takes no argument
    Raises:  WrongTypeError unless the coefficients are real numbers;  DomainError where there is no root, and no
             procedure for that
    1 ]=> (define (say name) (lambda roots (cons name roots)))
    1 ]=> (quadratic 1 -3 2 (say 'two) (say 'complex) (say 'double) (say 'linear) (say 'none))
    ;Value: (two 2 1)
    1 ]=> (quadratic 0 2 -4 (say 'two) (say 'complex) (say 'double) (say 'linear) (say 'none))
    ;Value: (linear 2)
    >>> say = lambda name: lambda *roots: (name, *roots)
    >>> cases = [say(name) for name in ("two", "complex", "double", "linear", "none")]
    >>> quadratic(1, -3, 2, *cases), quadratic(1, -4, 4, *cases), quadratic(0, 2, -4, *cases)
    (('two', 2, 1), ('double', 2), ('linear', 2))
    """
    for x in (a, b, c):
        if not is_number(x) or isinstance(x, (complex, ExactComplex)):
            raise WrongTypeError(f"quadratic expects real numbers as coefficients, got {describe(x)}")
    if a == 0 and b == 0:
        if none is None:
            raise DomainError(
                f"quadratic: {describe(a)}, {describe(b)}, {describe(c)} are the coefficients of no equation"
            )
        return none()
    if a == 0:
        return linear(g.div(g.negate(c), b))
    discriminant = b * b - 4 * a * c
    if discriminant == 0:
        return double(g.div(g.negate(b), 2 * a))
    half = g.sqrt(discriminant)
    roots = [g.div(part, 2 * a) for part in (g.sub(half, b), g.negate(g.add(half, b)))]
    return (two if discriminant > 0 else conjugate)(*roots)


@public("cubic")
def cubic(a: Scalar, b: Scalar, c: Scalar, receiver: Callable[..., Any]) -> Value:
    """What a procedure of three arguments gives for the roots of x^3 + a x^2 + b x + c.

    Scheme:  (cubic a b c receiver)
    Math:    Cardano: x = u + v - a/3 with u v = -p/3, u^3 and v^3 the roots of z^2 + q z - p^3/27; rational roots,
             and what is left when they are divided out, are exact
    Shapes:  three real roots by size; or a real one first, and two conjugate ones
    Raises:  WrongTypeError unless the coefficients are numbers
    >>> cubic(-6, 11, -6, lambda *roots: roots), cubic(1, 2, 3, lambda x, y, z: round(x, 9))
    ((1, 2, 3), -1.275682204)
    """
    for x in (a, b, c):
        if not is_number(x):
            raise WrongTypeError(f"cubic expects numbers as coefficients, got {describe(x)}")
    return receiver(*(_rational_roots(a, b, c) or _Cardano(a, b, c)))


def _rational_roots(a: Any, b: Any, c: Any) -> tuple[Any, ...] | None:
    """The roots if one of them is rational: that, and those of the quotient."""
    if not all(isinstance(x, (int, Fraction)) for x in (a, b, c)):
        return None
    from flint import fmpq, fmpq_poly

    polynomial = fmpq_poly([fmpq(x.numerator, x.denominator) for x in (c, b, a, 1)])
    roots = [exact(Fraction(int(r.p), int(r.q))) for r, count in polynomial.roots() for _ in range(count)]
    if not roots:
        return None
    if len(roots) == 3:
        return tuple(sorted(roots))
    first = roots[0]
    half, product = g.div(g.negate(g.add(a, first)), 2), g.add(b, g.mul(first, g.add(a, first)))
    root = g.sqrt(g.sub(g.square(half), product))
    return first, g.add(half, root), g.sub(half, root)


def _Cardano(a: Any, b: Any, c: Any) -> tuple[Any, ...]:
    shift = g.div(a, 3)
    p = g.sub(b, g.mul(a, shift))
    q = g.add(g.sub(c, g.mul(b, shift)), g.mul(2, g.cube(shift)))
    if not any(isinstance(x, (complex, ExactComplex)) for x in (a, b, c)):
        return tuple(x - float(shift) for x in _of_real(float(p), float(q)))
    root = cmath.sqrt(complex(q) ** 2 / 4 + complex(p) ** 3 / 27)
    u = max(root - complex(q) / 2, -root - complex(q) / 2, key=abs) ** (1 / 3)
    turned = [u * complex(-0.5, math.sqrt(3) / 2) ** k for k in range(3)]
    return tuple((x - complex(p) / (3 * x) if x else x) - complex(shift) for x in turned)


def _of_real(p: float, q: float) -> tuple[Any, ...]:
    """The roots of x^3 + p x + q: the real one and two conjugates, or three real ones by size."""
    discriminant = q * q / 4 + p**3 / 27
    if discriminant > 0:
        cube = abs(q) / 2 + math.sqrt(discriminant)
        u = math.copysign(cube ** (1 / 3), -q)
        v = -p / (3 * u)
        half = complex(-(u + v) / 2, abs(u - v) * math.sqrt(3) / 2)
        return u + v, half.conjugate(), half
    r = math.sqrt(max(-p / 3, 0.0))
    angle = math.acos(max(-1.0, min(1.0, -q / 2 / r**3))) / 3 if r else 0.0
    return tuple(sorted(2 * r * math.cos(angle - 2 * math.pi * k / 3) for k in range(3)))
