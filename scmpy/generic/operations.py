"""The generic operations, each declared once: name, arity, documentation, derivative.

Derivatives are functions of the operation's arguments, one for each argument; the machinery of ``D`` knows no
sine, it reads this table.
"""

from __future__ import annotations

from typing import Any

from scmpy.errors import ArityError
from scmpy.generic.dispatch import binary, unary
from scmpy.generic.functions import Function
from scmpy.generic.kinds import is_number
from scmpy.registry import register

add = binary("+", "Generic sum. Scheme: (+ x ...)", (lambda x, y: 1, lambda x, y: 1), unit=0)
mul = binary(
    "*",
    "Generic product; contraction or outer product of structures, composition of operators. Scheme: (* x ...)",
    (lambda x, y: y, lambda x, y: x),
    unit=1,
)
sub = binary("-", "Generic difference, or the negative of one argument. Scheme: (- x y ...)", unit=0)
div = binary("/", "Generic quotient, or the inverse of one argument. Scheme: (/ x y ...)", unit=1)
expt = binary(
    "expt",
    "Generic power. Scheme: (expt x n)\n\n>>> expt(2, -2)\nFraction(1, 4)",
    (lambda x, n: 0 if is_number(n) and n == 0 else mul(n, expt(x, sub(n, 1))), lambda x, n: mul(log(x), expt(x, n))),
)
sub.derivatives = (lambda x, y: 1, lambda x, y: -1)
div.derivatives = (lambda x, y: invert(y), lambda x, y: mul(-1, div(x, square(y))))

negate = unary("negate", "Generic negative. Scheme: (negate x)", lambda x: -1)
invert = unary("invert", "Generic multiplicative inverse. Scheme: (invert x)", lambda x: div(-1, square(x)))
sub.alone = negate
div.alone = invert

square = unary(
    "square",
    "Square; of an up or down tuple the sum of the squares of its components. Scheme: (square x)",
    lambda x: mul(2, x),
)
cube = unary("cube", "Cube. Scheme: (cube x)", lambda x: mul(3, square(x)))
sqrt = unary("sqrt", "Square root, exact where it can be. Scheme: (sqrt x)", lambda x: invert(mul(2, sqrt(x))))
exp = unary("exp", "Exponential. Scheme: (exp x)", lambda x: exp(x))
log = unary("log", "Natural logarithm. Scheme: (log x)", lambda x: invert(x))

sin = unary("sin", "Sine. Scheme: (sin x)", lambda x: cos(x))
cos = unary("cos", "Cosine. Scheme: (cos x)", lambda x: mul(-1, sin(x)))
tan = unary("tan", "Tangent. Scheme: (tan x)", lambda x: invert(square(cos(x))))
sec = unary("sec", "Secant. Scheme: (sec x)", lambda x: mul(sec(x), tan(x)))
csc = unary("csc", "Cosecant. Scheme: (csc x)", lambda x: mul(-1, mul(csc(x), cot(x))))
cot = unary("cot", "Cotangent. Scheme: (cot x)", lambda x: mul(-1, square(csc(x))))

asin = unary("asin", "Inverse sine. Scheme: (asin x)", lambda x: invert(sqrt(sub(1, square(x)))))
acos = unary("acos", "Inverse cosine. Scheme: (acos x)", lambda x: mul(-1, invert(sqrt(sub(1, square(x))))))
atan1 = unary("atan1", "Inverse tangent of one argument.", lambda x: invert(add(1, square(x))))
atan2 = binary(
    "atan2",
    "The angle of the point (x, y), with its quadrant.",
    (
        lambda y, x: div(x, add(square(x), square(y))),
        lambda y, x: div(mul(-1, y), add(square(x), square(y))),
    ),
)

sinh = unary("sinh", "Hyperbolic sine. Scheme: (sinh x)", lambda x: cosh(x))
cosh = unary("cosh", "Hyperbolic cosine. Scheme: (cosh x)", lambda x: sinh(x))
tanh = unary("tanh", "Hyperbolic tangent. Scheme: (tanh x)", lambda x: sub(1, square(tanh(x))))
sech = unary("sech", "Hyperbolic secant. Scheme: (sech x)", lambda x: mul(-1, mul(sech(x), tanh(x))))
csch = unary("csch", "Hyperbolic cosecant. Scheme: (csch x)", lambda x: mul(-1, div(csch(x), tanh(x))))
asinh = unary("asinh", "Inverse hyperbolic sine.", lambda x: invert(sqrt(add(square(x), 1))))
acosh = unary("acosh", "Inverse hyperbolic cosine.", lambda x: invert(sqrt(sub(square(x), 1))))
atanh = unary("atanh", "Inverse hyperbolic tangent.", lambda x: invert(sub(1, square(x))))

abs_ = unary("abs", "Absolute value; of a tuple its Euclidean norm. Scheme: (abs x)", lambda x: div(x, abs_(x)))
conjugate = unary("conjugate", "Complex conjugate. Scheme: (conjugate z)")
real_part = unary("real-part", "Real part. Scheme: (real-part z)")
imag_part = unary("imag-part", "Imaginary part. Scheme: (imag-part z)")
dot_product = binary("dot-product", "Sum of products of corresponding components. Scheme: (dot-product u v)")
cross_product = binary("cross-product", "Vector product in three dimensions. Scheme: (cross-product u v)")
determinant = unary("determinant", "Determinant of a square matrix or 2-tensor. Scheme: (determinant M)")
trace = unary("trace", "Trace of a square matrix or 2-tensor. Scheme: (trace M)")
transpose1 = unary("transpose", "Transpose of a matrix. Scheme: (transpose M)")
zero_like = unary("zero-like", "The additive identity of this type and shape. Scheme: (zero-like x)")
one_like = unary("one-like", "The multiplicative identity of this type and shape. Scheme: (one-like x)")
identity_like = unary("identity-like", "The identity of this type's composition. Scheme: (identity-like x)")


def _atan(y: Any, x: Any = None, *more: Any) -> Any:
    """Inverse tangent of one argument, or the angle of the point (x, y).

    Scheme:  (atan y), (atan y x)
    >>> atan(0)
    0
    """
    if more:
        raise ArityError(f"atan has been called with {2 + len(more)} arguments; it takes 1 or 2 arguments")
    return atan1(y) if x is None else atan2(y, x)


atan = Function(_atan, "atan")

register("+", add, python="add")
register("*", mul, python="mul")
register("-", sub, python="sub")
register("/", div, python="div")
for _operation in (
    *(expt, negate, invert, square, cube, sqrt, exp, log, sin, cos, tan, sec, csc, cot, asin, acos),
    *(sinh, cosh, tanh, sech, csch, asinh, acosh, atanh, conjugate, real_part, imag_part),
    *(dot_product, cross_product, determinant, trace, zero_like, one_like, identity_like),
):
    register(_operation.name, _operation)
register("abs", abs_)
register("atan", atan)


inexact = unary("exact->inexact", "The floating-point number nearest to an exact one. Scheme: (exact->inexact x)")
register("exact->inexact", inexact)
register("inexact", inexact)
