"""The generic operations, pointwise arithmetic of functions, values of functions checked to be real or finite."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from scmpy.errors import (
    CALLED,
    DivisionByZeroError,
    DomainError,
    GenericOperationError,
    LimitError,
    ScmpyError,
    WrongTypeError,
    describe,
    wrong_number,
)
from scmpy.generic.dispatch import Operation, binary, unary
from scmpy.generic.elementary import *
from scmpy.generic.elementary import RECORDS, Elementary, each
from scmpy.generic.functions import Function, apply_value, compose, identity, made_from, name_of
from scmpy.generic.types import Procedure, ScalarKind, TreeNode, is_number, tree_leaves
from scmpy.registry import register

# --- operations ------------------------------------------------------------------------------------------------------
# The generic operations: those of rational arithmetic, the elementary functions, and those of structured values.

real_part = unary("real-part", "Real part.", example=("real_part(make_rectangular(1, 2))", "1"))
imag_part = unary("imag-part", "Imaginary part.", example=("imag_part(make_rectangular(1, 2))", "2"))
dot_product = binary(
    "dot-product", "Sum of products of corresponding components.", example=("dot_product(up(1, 2), up(3, 4))", "11")
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
    Raises:  DomainError at i and -i
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


def as_scalars(type_: type, *others: type) -> None:
    """What holds of scalars, beside others too: one is a matrix of one entry, and dot products are products."""
    for types in {(type_, type_), *((type_, t) for t in others), *((t, type_) for t in others)}:
        dot_product.add(types, mul)
    for operation in (determinant, trace, transpose1):
        operation.add((type_,), lambda x: x)
    for operation, value in ((zero_like, 0), (one_like, 1), (identity_like, 1)):
        operation.add((type_,), lambda x, value=value: value)


# --- pointwise -------------------------------------------------------------------------------------------------------
# The arithmetic of functions is pointwise: ``((op f g) x) = (op (f x) (g x))``.


def _lift_unary(operation: Operation) -> None:
    """Let the operation act pointwise on functions."""

    def pointwise(f: Any) -> Function:
        return made_from((f,), lambda *args: operation(f(*args)), lambda: f"({operation.name} {name_of(f)})")

    operation.add((Procedure,), pointwise)


def pointwise(operation: Operation) -> Callable[[Any, Any], Function]:
    """The operation on pairs of which at least one is a function, or a composite value that may have such parts."""

    def apply(f: Any, h: Any) -> Function:
        parts = (*tree_leaves(f), *tree_leaves(h))
        return made_from(
            parts,
            lambda *args: operation(apply_value(f, args), apply_value(h, args)),
            lambda: f"({operation.name} {name_of(f)} {name_of(h)})",
        )

    return apply


def _lift_binary(operation: Operation, *types: type) -> None:
    """Let the operation act pointwise on functions and pairs of a function and something of these types."""
    apply = pointwise(operation)
    operation.add((Procedure, Procedure), apply)
    for kind in types:
        operation.add((Procedure, kind), apply)
        operation.add((kind, Procedure), apply)


def transposed(f: Callable[[Any], Any]) -> Function:
    """The dual of a linear map: it takes functions of the values of f to functions of the arguments of f.

    >>> transposed(lambda x: 2 * x)(lambda y: y + 1)(5)
    11
    """
    return Function(lambda h: compose(h, f), lambda: f"(transpose {name_of(f)})")


for _operation in (add, sub, mul, div, dot_product, cross_product, wedge2, vee):
    _lift_binary(_operation, ScalarKind, TreeNode)
_lift_binary(expt, ScalarKind)
for _operation in (negate, invert, square, cube, real_part, imag_part, determinant, trace, zero_like, one_like):
    _lift_unary(_operation)


@each("analytic", "size", "rounding", "part")
def _lift(record: Elementary) -> None:
    _lift_unary(record.operation) if record.arity == 1 else _lift_binary(record.operation, ScalarKind)


identity_like.add((Procedure,), lambda f: identity)
transpose1.add((Procedure,), transposed)


# --- finite ----------------------------------------------------------------------------------------------------------
# Finite real numbers, as numerical methods ask for them: kept as they are, or as floats.


def finite_real(value: Any, operation: str = CALLED) -> Any:
    """The value, checked to be a finite real number; of a constant such as the exact pi its float."""
    if isinstance(value, ScalarKind) and not is_number(value):
        value = inexact(value)
    if isinstance(value, bool) or not isinstance(value, (int, float, Fraction)) or not magnitude(value) < math.inf:
        raise WrongTypeError(f"{operation} expects a finite real number, got {describe(value)}")
    return value


def magnitude(value: Any) -> float:
    try:
        return abs(complex(value))
    except OverflowError:
        return math.inf


def real(value: Any, operation: str = CALLED, where: str = "") -> float:
    if type(value) is float and math.isfinite(value):
        return value
    try:
        number = inexact(value)
    except (GenericOperationError, OverflowError):
        number = None
    if not isinstance(number, (int, float)) or isinstance(number, bool) or not math.isfinite(number):
        raise WrongTypeError(f"{operation} expects real numbers, got {describe(value)}{where}")
    return float(number)


def real_at(f: Callable[[Any], Any], place: Any, operation: str) -> float:
    """The value of a function at a place, a finite float; an error that says where it has none.

    >>> real_at(lambda x: 1 / x, 2, "an example")
    0.5
    >>> real_at(lambda x: 1 / x, 0, "an example")
    Traceback (most recent call last):
        ...
    scmpy.errors.DivisionByZeroError: an example: the function has no value at 0: division by zero
    """
    return real(value_at(f, place, operation), operation, f" at {place}")


def value_at(f: Callable[[Any], Any], place: Any, operation: str) -> Any:
    try:
        return f(place)
    except (ArithmeticError, ValueError) as error:
        if isinstance(error, ScmpyError) and not isinstance(error, DivisionByZeroError):
            raise
        kind, what = (
            (DivisionByZeroError, "division by zero") if isinstance(error, ZeroDivisionError) else (DomainError, error)
        )
        raise kind(f"{operation}: the function has no value at {place}: {what}") from error


# --- undefined -------------------------------------------------------------------------------------------------------
# Functions that have no value everywhere: what says so, and what stands in its place.


def has_no_value(error: Exception) -> bool:
    """Does an error say that a function has no value at an argument, and not that it cannot be called so?

    The library says so, and Python: of a division by zero, a number that is too large, a root that is not real.

    >>> has_no_value(ZeroDivisionError()), has_no_value(ValueError("math domain error")), has_no_value(TypeError())
    (True, True, False)
    """
    return isinstance(error, (ArithmeticError, DomainError, LimitError)) or type(error) is ValueError


class PartialFunction:
    """A function that has something else, ``missing``, where it has no value; it knows why it first had none.

    >>> invert = PartialFunction(lambda x: 1 / x, 0.0)
    >>> invert(4), invert(0), invert.reason
    (0.25, 0.0, ': division by zero')
    """

    def __init__(self, function: Callable[..., Any], missing: Any = None) -> None:
        self.function, self.missing = function, missing
        self.error: Exception | None = None

    def __call__(self, *arguments: Any) -> Any:
        try:
            return self.function(*arguments)
        except Exception as error:
            if not has_no_value(error):
                raise
            self.error = self.error or error
            return self.missing

    @property
    def reason(self) -> str:
        """What an error may end in: why there first was no value, if anywhere."""
        return f": {self.error}" if self.error is not None else ""
