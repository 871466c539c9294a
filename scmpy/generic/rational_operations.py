"""The operations of rational arithmetic, each declared once: name, arity, documentation, derivative, example.

Derivatives are functions of the operation's arguments, one for each argument.
"""

from __future__ import annotations

from scmpy.generic.dispatch import binary, unary

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
