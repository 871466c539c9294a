"""The generic operations, each declared once: name, arity, documentation, derivative, example.

Derivatives are functions of the operation's arguments, one for each argument; the machinery of ``D`` knows no
sine, it reads this table.
"""

from __future__ import annotations

from typing import Any

from scmpy.errors import wrong_number
from scmpy.generic.dispatch import binary, unary
from scmpy.generic.functions import Function
from scmpy.generic.kinds import is_number
from scmpy.registry import public, register

add = binary(
    "+", "Generic sum.", (lambda x, y: 1, lambda x, y: 1), ("add(1, 2, 3), add(sin, cos)(0)", "(6, 1)"), unit=0
)
mul = binary(
    "*",
    "Generic product; contraction or outer product of structures, composition of operators.",
    (lambda x, y: y, lambda x, y: x),
    ("mul(2, up(3, 4)), mul(down(1, 2), up(3, 4))", "((up 6 8), 11)"),
    unit=1,
)
sub = binary(
    "-", "Generic difference, or the negative of one argument.", (), ("sub(5), sub(5, 2, 1)", "(-5, 2)"), unit=0
)
div = binary(
    "/",
    "Generic quotient, or the inverse of one argument; division by an exact zero is an error.",
    (),
    ("div(2), div(6, 4)", "(Fraction(1, 2), Fraction(3, 2))"),
    unit=1,
)
expt = binary(
    "expt",
    "Generic power, the principal one where there are several; x^0 is 1.",
    (lambda x, n: 0 if is_number(n) and n == 0 else mul(n, expt(x, sub(n, 1))), lambda x, n: mul(log(x), expt(x, n))),
    ("expt(2, -2), expt(9, div(1, 2))", "(Fraction(1, 4), 3)"),
)
sub.derivatives = (lambda x, y: 1, lambda x, y: -1)
div.derivatives = (lambda x, y: invert(y), lambda x, y: mul(-1, div(x, square(y))))

negate = unary("negate", "Generic negative.", lambda x: -1, ("negate(up(1, -2))", "(up -1 2)"))
invert = unary(
    "invert",
    "Generic multiplicative inverse.",
    lambda x: div(-1, square(x)),
    ("invert(4), invert(0.5)", "(Fraction(1, 4), 2.0)"),
)
sub.alone = negate
div.alone = invert

square = unary(
    "square",
    "Square; of an up or down tuple the sum of the squares of its components.",
    lambda x: mul(2, x),
    ("square(3), square(up(3, 4))", "(9, 25)"),
)
cube = unary("cube", "Cube.", lambda x: mul(3, square(x)), ("cube(-2)", "-8"))
sqrt = unary(
    "sqrt",
    "Principal square root, its real part not negative; exact where it can be.",
    lambda x: invert(mul(2, sqrt(x))),
    ("sqrt(div(9, 4)), sqrt(2), sqrt(-4)", "(Fraction(3, 2), 1.4142135623730951, ExactComplex(0, 2))"),
)
exp = unary("exp", "Exponential.", lambda x: exp(x), ("exp(0), exp(1)", "(1, 2.718281828459045)"))
log = unary(
    "log",
    "Principal natural logarithm, its imaginary part above -pi and up to pi.",
    lambda x: invert(x),
    ("log(1), log(10)", "(0, 2.302585092994046)"),
)

sin = unary("sin", "Sine.", lambda x: cos(x), ("sin(0), sin(pi / 2)", "(0, 1)"))
cos = unary("cos", "Cosine.", lambda x: mul(-1, sin(x)), ("cos(0), cos(pi)", "(1, -1)"))
tan = unary("tan", "Tangent.", lambda x: invert(square(cos(x))), ("tan(0), tan(pi / 4)", "(0, 1)"))
sec = unary("sec", "Secant.", lambda x: mul(sec(x), tan(x)), ("sec(0), sec(pi)", "(1, -1)"))
csc = unary("csc", "Cosecant.", lambda x: mul(-1, mul(csc(x), cot(x))), ("csc(pi / 2)", "1"))
cot = unary("cot", "Cotangent.", lambda x: mul(-1, square(csc(x))), ("cot(pi / 4)", "1"))


def _less(x: Any, y: Any) -> Any:
    """x - y; of a complex float with the sign of a zero part, which tells the side of a branch cut."""
    return x - y if isinstance(x, complex) else sub(x, y)


def _one_less_square(x: Any) -> Any:
    """1 - x^2, of a complex float with the sign of a zero part."""
    return -(x * x - 1) if isinstance(x, complex) else sub(1, square(x))


asin = unary(
    "asin",
    "Inverse sine: of x from -1 to 1 an angle from -pi/2 to pi/2; of others -i log(i x + sqrt(1 - x^2)).",
    lambda x: invert(sqrt(_one_less_square(x))),
    ("asin(0), asin(1)", "(0, 1.5707963267948966)"),
)
acos = unary(
    "acos",
    "Inverse cosine: of x from -1 to 1 an angle from 0 to pi; of others pi/2 - asin x.",
    lambda x: mul(-1, invert(sqrt(_one_less_square(x)))),
    ("acos(1), acos(-1)", "(0, 3.141592653589793)"),
)
atan1 = unary("atan1", "Inverse tangent of one argument.", lambda x: invert(add(1, square(x))))
atan2 = binary(
    "atan2",
    "The angle of the point (x, y), with its quadrant.",
    (
        lambda y, x: div(x, add(square(x), square(y))),
        lambda y, x: div(mul(-1, y), add(square(x), square(y))),
    ),
)

sinh = unary("sinh", "Hyperbolic sine.", lambda x: cosh(x), ("sinh(0), sinh(1)", "(0, 1.1752011936438014)"))
cosh = unary("cosh", "Hyperbolic cosine.", lambda x: sinh(x), ("cosh(0), cosh(1)", "(1, 1.5430806348152437)"))
tanh = unary(
    "tanh", "Hyperbolic tangent.", lambda x: sub(1, square(tanh(x))), ("tanh(0), tanh(1)", "(0, .7615941559557649)")
)
sech = unary("sech", "Hyperbolic secant.", lambda x: mul(-1, mul(sech(x), tanh(x))), ("sech(0)", "1"))
csch = unary(
    "csch", "Hyperbolic cosecant.", lambda x: mul(-1, div(csch(x), tanh(x))), ("round(csch(1) * sinh(1), 9)", "1.0")
)
asinh = unary(
    "asinh",
    "Inverse hyperbolic sine, log(x + sqrt(1 + x^2)).",
    lambda x: invert(sqrt(_less(x * x, -1))),
    ("asinh(0), round(asinh(sinh(2)), 9)", "(0, 2.0)"),
)
acosh = unary(
    "acosh",
    "Inverse hyperbolic cosine, 2 log(sqrt((x + 1)/2) + sqrt((x - 1)/2)).",
    lambda x: invert(mul(sqrt(_less(x, 1)), sqrt(_less(x, -1)))),
    ("acosh(1), round(acosh(cosh(2)), 9)", "(0, 2.0)"),
)
atanh = unary(
    "atanh",
    "Inverse hyperbolic tangent, (log(1 + x) - log(1 - x)) / 2.",
    lambda x: invert(sub(1, square(x))),
    ("atanh(0), round(atanh(tanh(2)), 9)", "(0, 2.0)"),
)

abs_ = unary(
    "abs",
    "Absolute value; of a tuple the root of its square, the Euclidean norm of real components.",
    lambda x: div(x, abs_(x)),
    ("abs(-3), abs(up(3, 4))", "(3, 5)"),
)
floor = unary(
    "floor",
    "The greatest whole number that is not greater than x; of a float a float.",
    lambda x: 0,
    ("floor(div(-5, 2)), floor(2.5), floor(symbols('x'))", "(-3, 2.0, (floor x))"),
)
ceiling = unary(
    "ceiling",
    "The least whole number that is not less than x; of a float a float.",
    lambda x: 0,
    ("ceiling(div(-5, 2)), ceiling(2.5)", "(-2, 3.0)"),
)
truncate = unary(
    "truncate",
    "The number without its fractional part; of a float a float.",
    lambda x: 0,
    ("truncate(div(-5, 2)), truncate(2.5)", "(-2, 2.0)"),
)
to_nearest = unary(
    "round",
    """The nearest whole number, the even one of two as near; of a float a float.

    Scheme:  (round x)
    >>> from scmpy.generic.operations import to_nearest
    >>> to_nearest(2.5), to_nearest(7)
    (2.0, 7)
    """,
    lambda x: 0,
)
#: Whole numbers near a real number: constant between jumps, where they have no derivative.
ROUNDINGS = (floor, ceiling, truncate, to_nearest)

conjugate = unary(
    "conjugate", "Complex conjugate.", example=("conjugate(make_rectangular(1, 2))", "ExactComplex(1, -2)")
)
real_part = unary("real-part", "Real part.", example=("real_part(make_rectangular(1, 2))", "1"))
imag_part = unary("imag-part", "Imaginary part.", example=("imag_part(make_rectangular(1, 2))", "2"))
dot_product = binary(
    "dot-product",
    "Sum of products of corresponding components.",
    example=("dot_product(up(1, 2), up(3, 4))", "11"),
)
cross_product = binary(
    "cross-product",
    "Vector product in three dimensions.",
    example=("cross_product(up(1, 0, 0), up(0, 1, 0))", "(up 0 0 1)"),
)
determinant = unary(
    "determinant",
    "Determinant of a square matrix or 2-tensor.",
    example=("determinant(matrix_by_rows([1, 2], [3, 4]))", "-2"),
)
trace = unary("trace", "Trace of a square matrix or 2-tensor.", example=("trace(matrix_by_rows([1, 2], [3, 4]))", "5"))
transpose1 = unary(
    "transpose",
    "Transpose of a matrix.",
    example=("transpose(matrix_by_rows([1, 2], [3, 4]))", "(matrix-by-rows (list 1 3) (list 2 4))"),
)
zero_like = unary(
    "zero-like",
    "The additive identity of this type and shape.",
    example=("zero_like(5), zero_like(up(1, down(2, 3)))", "(0, (up 0 (down 0 0)))"),
)
one_like = unary(
    "one-like",
    "The multiplicative identity of this type and shape.",
    example=("one_like(5), one_like(matrix_by_rows([1, 2], [3, 4]))", "(1, (matrix-by-rows (list 1 0) (list 0 1)))"),
)
identity_like = unary(
    "identity-like",
    "The identity of this type's composition.",
    example=("identity_like(5), identity_like(sin)(3)", "(1, 3)"),
)


def _atan(y: Any, x: Any = None, *more: Any) -> Any:
    """Inverse tangent of one argument, from -pi/2 to pi/2, or the angle of the point (x, y), above -pi and up to pi.

    Scheme:  (atan y), (atan y x)
    Raises:  DomainError for the angle of (0, 0)
    >>> atan(0), atan(1, -1)
    (0, 2.356194490192345)
    """
    if more:
        raise wrong_number("atan", 2 + len(more), 1, 2)
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
for _operation in ROUNDINGS:
    register(_operation.name, _operation, python=None if _operation is to_nearest else _operation.name)
register("atan", atan)
register("integer-part", truncate)


inexact = unary(
    "exact->inexact",
    "The floating-point number nearest to an exact one.",
    example=("exact_to_inexact(div(1, 4)), inexact(up(1, 2))", "(0.25, (up 1. 2.))"),
)
register("exact->inexact", inexact)
register("inexact", inexact)


@public("fractional-part")
def fractional_part(x: Any) -> Any:
    """What floor leaves of a real number: not less than zero, and less than one.

    Scheme:  (fractional-part x)
    Math:    x - floor(x)
    >>> from scmpy import div, symbols
    >>> fractional_part(div(-5, 2)), fractional_part(symbols("x"))
    (Fraction(1, 2), (+ x (* -1 (floor x))))
    """
    return sub(x, floor(x))
