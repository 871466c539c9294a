"""The generic operations: those of rational arithmetic, the elementary functions, and those of structured values."""

from __future__ import annotations

from typing import Any

from scmpy.errors import wrong_number
from scmpy.generic.annotations import Scalar, ScalarValue
from scmpy.generic.dispatch import binary, unary
from scmpy.generic.elementary import *
from scmpy.generic.functions import Function
from scmpy.generic.rational_operations import *
from scmpy.generic.records import RECORDS
from scmpy.registry import public, register

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
wedge2 = binary(
    "wedge2",
    "Exterior product of two forms, outer product of two multivectors.",
    example=("wedge2(VGA3.e1, VGA3.e1 + VGA3.e2)", "e12"),
)
vee = binary(
    "vee",
    "Regressive product of two multivectors: the complement of the outer product of their complements.",
    example=("vee(VGA3.e12, VGA3.e23)", "e2"),
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
    *(expt, negate, invert, square, cube, real_part, imag_part),
    *(dot_product, cross_product, wedge2, vee, determinant, trace, zero_like, one_like, identity_like),
):
    register(_operation.name, _operation)
for _record in RECORDS.values():
    if _record.head != "atan":  # which is of one argument or of two
        register(_record.head, _record.operation, python=None if _record.name == "round" else "")
register("atan", atan)
register("integer-part", truncate)


inexact = unary(
    "exact->inexact",
    "The floating-point number nearest to an exact one.",
    example=("exact_to_inexact(div(1, 4)), inexact(up(1, 2))", "(0.25, (up 1. 2.))"),
)
#: -1, 0 or 1: is a real number or constant less than another, equal, or greater? (The layer of expressions has it.)
order = binary("order", "How two real constants are ordered: -1, 0 or 1.")
register("exact->inexact", inexact)
register("inexact", inexact)


@public("fractional-part")
def fractional_part(x: Scalar) -> ScalarValue:
    """What floor leaves of a real number: not less than zero, and less than one.

    Scheme:  (fractional-part x)
    Math:    x - floor(x)
    >>> from scmpy import div, symbols
    >>> fractional_part(div(-5, 2)), fractional_part(symbols("x"))
    (Fraction(1, 2), (+ x (* -1 (floor x))))
    """
    return sub(x, floor(x))
