"""A value in a form that was asked for: it prints as it stands, and computes as the value that it is.

Whatever is shown is simplified first. A factored polynomial, an expanded logarithm would be undone by that; so the
operations that make such a form return it as :class:`Written`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from scmpy.errors import describe, expected
from scmpy.generic.composite import is_container
from scmpy.generic.dispatch import Arithmetic, convert, converted
from scmpy.generic.display import Displayed
from scmpy.generic.kinds import ScalarKind, is_number
from scmpy.symbolic.expression import Application, Expression, expression_of
from scmpy.symbolic.fold import flattened
from scmpy.symbolic.s_expressions import expression_from, is_datum_list


class Written(Displayed, Arithmetic):
    """A value that prints as it stands.

    >>> from scmpy.symbolic.s_expressions import read_expression
    >>> form = Written(read_expression("(* (+ x y) (+ x y))"))
    >>> form
    (* (+ x y) (+ x y))
    >>> form - 1
    (+ -1 (expt x 2) (* 2 x y) (expt y 2))
    """

    __slots__ = ("__weakref__", "value")

    def __init__(self, value: Any) -> None:
        self.value = value

    def _printed_expression_(self) -> Any:
        return expression_of(self.value)

    def __eq__(self, other: object) -> bool:
        return bool(self.value == (other.value if isinstance(other, Written) else other))

    def __hash__(self) -> int:
        return hash(self.value)

    def __bool__(self) -> bool:
        return bool(self.value)

    def __len__(self) -> int:
        return len(self.value)

    def __iter__(self) -> Iterator[Any]:
        return map(written, self.value)

    def __getitem__(self, index: Any) -> Any:
        return written(self.value[index])

    def __float__(self) -> float:
        return float(self.value)

    def __complex__(self) -> complex:
        return complex(self.value)

    def _sympy_(self) -> Any:
        return self.value._sympy_()

    def _mapped_(self, function: Callable[[Any], Any]) -> Any:
        return map_scalars(self.value, function)

    def _describe_(self) -> str:
        return describe(self.value)


ScalarKind.register(Written)
convert(Written, lambda form: form.value)
expression_of.add((Written,), lambda form: expression_of(form.value))


def written(value: Any) -> Any:
    """The value so that it prints as it stands; numbers and symbols do so anyway."""
    if isinstance(value, Application) or is_container(value):
        return value if isinstance(value, Written) else Written(value)
    return value


def map_scalars(value: Any, function: Callable[[Any], Any]) -> Any:
    """A function of expressions over a scalar, a quoted list, or all components of a structure or matrix."""
    if isinstance(value, str) or is_datum_list(value):
        value = expression_from(value)
    if isinstance(value, Expression) or is_number(value):
        return function(value)
    if is_container(value):
        return value._mapped_(lambda part: map_scalars(part, function))
    plain = converted(value)
    if plain is not value:
        return map_scalars(plain, function)
    found = expression_of(value)
    if isinstance(found, Expression):
        return function(found)
    raise expected("an expression or a structure of them", describe(value))


def rewritten(value: Any, function: Callable[[Any], Any]) -> Any:
    """The form that a function gives to the flattened scalars of a value, to be printed as it stands."""
    return written(map_scalars(value, lambda scalar: function(flattened(scalar))))
