"""The words for values that every layer annotates its public functions with; the others are in structure/aliases.py.

A type checker refuses what is certainly wrong: a text for a mass, a number for a path. What holds of a value beyond
that, a function checks where it is called.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Protocol, TypeAlias


class Scalar(Protocol):
    """What is calculated with: a number, an expression, one of SymPy's, an array of numpy's for a batch.

    At run time it is :class:`scmpy.generic.kinds.ScalarKind`.
    """

    def __add__(self, other: Any, /) -> Any: ...
    def __radd__(self, other: Any, /) -> Any: ...
    def __sub__(self, other: Any, /) -> Any: ...
    def __rsub__(self, other: Any, /) -> Any: ...
    def __mul__(self, other: Any, /) -> Any: ...
    def __rmul__(self, other: Any, /) -> Any: ...
    def __truediv__(self, other: Any, /) -> Any: ...
    def __rtruediv__(self, other: Any, /) -> Any: ...
    def __pow__(self, other: Any, /) -> Any: ...
    def __neg__(self) -> Any: ...


class AnyChart(Protocol):
    """A coordinate system of a manifold.

    At run time it is :class:`scmpy.geometry.chart.Chart`.
    """

    dimension: int


#: A scalar that is a real number: an int, a fraction, a float, an expression of numbers alone.
Real: TypeAlias = Scalar

#: A scalar that is an angle, in radians.
Angle: TypeAlias = Scalar

#: What the generic operations take and give, of any kind: a scalar, structure, matrix, function, operator, field,
#: series, quantity, ... The arguments decide which, so a type checker asks nothing of it.
Value: TypeAlias = Any

#: A scalar that was calculated, of a kind that the arguments decide: of numbers a number, of expressions an expression.
ScalarValue: TypeAlias = Any

#: Several values in a row: a list, a tuple, a structure, an array of numpy's.
Values: TypeAlias = Iterable[Any]

#: Several real numbers in a row.
Numbers: TypeAlias = Iterable[Any]

#: True of some values: what it returns is taken as Scheme takes it, or as Python does.
Predicate: TypeAlias = Callable[..., Any]

#: An expression: a symbol, a number, or what is made of them; also its text, or as Scheme quotes it, in tuples.
Formula: TypeAlias = Scalar | str | tuple[Any, ...]
