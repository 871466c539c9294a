"""Argument types: what a multilinear function of one-forms and vector fields takes.

A function of fields does not say which of its arguments are one-forms and which are vector fields; a covariant
derivative, or components in a basis, need to know it. The types are declared of a function,
``(declare-argument-types! T (list 1form-field? vector-field?))``; forms and tensors know their own, and so do the
functions of fields that the library makes, whose sums and multiples are such functions again.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Iterable, MutableMapping
from typing import Any, Literal

from scmpy.calculus.operator import label_of
from scmpy.errors import StructureError, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.functions import Function
from scmpy.generic.kinds import Scalar, is_procedure
from scmpy.generic.session_tables import Table
from scmpy.geometry.field_operator import is_vector_field
from scmpy.geometry.form_field import FormField, is_one_form_field
from scmpy.geometry.manifold_function import ManifoldFunction
from scmpy.geometry.tensor_factor import TensorFactor
from scmpy.registry import public, scheme_name_of
from scmpy.render.scheme_text import scheme_text
from scmpy.structure.aliases import Multilinear
from scmpy.symbolic.expression import MINUS, PLUS, TIMES, Expression, application, expression_of, symbol

Types = tuple[str, ...]

VECTORS: Types = ("vector", "vector")
FORMS: Types = ("form", "form")

#: The types declared of functions.
_declared: Table[Any, Types] = Table(make=weakref.WeakKeyDictionary)

_PREDICATES = {"vector": is_vector_field, "form": is_one_form_field}


def argument_types_of(function: Any) -> Types | None:
    """The types of the arguments of a function of fields: "form" and "vector"; None if they are not known."""
    if isinstance(function, FormField):
        return ("vector",) * function.rank
    own = getattr(function, "argument_types", None)
    if isinstance(own, tuple):
        return own
    try:
        return _declared.get(function)
    except TypeError:  # a value that cannot be a key
        return None


class FieldFunction(TensorFactor, Function):
    """A multilinear function of fields that knows the types of its arguments.

    Sums of such functions of one type, and products with functions on the manifold, are such functions: they are taken
    where the fields are given, not where a point is.

    >>> from scmpy import *
    >>> x, y = R2_rect.coordinates("x y")
    >>> dx, dy = R2_rect.form_basis("x y")
    >>> half_plane = (dx @ dx + dy @ dy) / y**2
    >>> simplify(Ricci_scalar(half_plane, R2_rect)(up(*symbols("x y"))))
    -2
    """

    __slots__ = ("argument_types", "expression")

    argument_types: Types

    def __init__(self, function: Callable[..., Any], types: Types, label: str | Expression) -> None:
        self.expression = symbol(label) if isinstance(label, str) else label
        super().__init__(function, lambda: scheme_text(self.expression))
        self.argument_types = types

    def _describe_(self) -> str:
        return f"the tensor {self.__name__}"

    def joined(self, operation: Any, other: FieldFunction, label: Expression) -> FieldFunction:
        """The sum or the difference with another of the same type."""
        return FieldFunction(lambda *fields: operation(self(*fields), other(*fields)), self.argument_types, label)

    def scaled(self, f: Any, label: Expression) -> FieldFunction:
        """The multiple by a number or a function on the manifold."""
        return FieldFunction(lambda *fields: g.mul(f, self(*fields)), self.argument_types, label)


expression_of.add((FieldFunction,), lambda t: t.expression)


def _together(operation: Any, head: Expression) -> None:
    @operation.on(FieldFunction, FieldFunction)
    def _both(s: FieldFunction, t: FieldFunction) -> FieldFunction:
        if s.argument_types != t.argument_types:
            raise StructureError(f"{operation.name} expects tensors of one type, got {describe(s)} and {describe(t)}")
        return s.joined(operation, t, application(head, s.expression, t.expression))


def _scaled(f: Any, t: FieldFunction) -> FieldFunction:
    return t.scaled(f, application(TIMES, label_of(f), t.expression))


_together(g.add, PLUS)
_together(g.sub, MINUS)
g.negate.add((FieldFunction,), lambda t: _scaled(-1, t))
for _type in (Scalar, ManifoldFunction):
    g.mul.add((_type, FieldFunction), _scaled)
    g.mul.add((FieldFunction, _type), lambda t, f: _scaled(f, t))
    g.div.add((FieldFunction, _type), lambda t, f: _scaled(g.invert(f), t))


def type_of_argument(value: Any) -> str | None:
    """The type of an argument, if it is a field."""
    return next((name for name, holds in _PREDICATES.items() if holds(value)), None)


def _type_named(predicate: Any) -> str:
    name = getattr(predicate, "__name__", predicate)
    for kind, known in _PREDICATES.items():
        if predicate is known or name in (kind, known.__name__):
            return kind
    raise WrongTypeError(f"an argument of a tensor is a 1form-field? or a vector-field?, got {describe(predicate)}")


@public("declare-argument-types!")
def declare_argument_types_bang(function: Multilinear, types: Iterable[Any]) -> None:
    """Declare which arguments of a multilinear function are one-forms and which are vector fields.

    Scheme:  (declare-argument-types! T (list 1form-field? vector-field?))
    Shapes:  types: a predicate for each argument
    Raises:  WrongTypeError if the function knows its types, and they are others
    Source:  FDG C
    >>> from scmpy import *
    >>> dx, dy = R2_rect.form_basis("x y")
    >>> def g(u, v):
    ...     return dx(u) * dx(v) + dy(u) * dy(v)
    >>> declare_argument_types_bang(g, [is_vector_field, is_vector_field])
    >>> has_argument_types(g)
    True
    """
    declared = tuple(map(_type_named, types))
    known = argument_types_of(function)
    if known is not None and function not in _declared:
        if known != declared:
            raise WrongTypeError(f"declare-argument-types!: {describe(function)} takes other arguments, {known}")
    elif is_procedure(function):
        declared_of(function, _declared)[function] = declared
    else:
        raise WrongTypeError(f"declare-argument-types! expects a function, got {describe(function)}")


def declared_of(function: Any, table: Table[Any, Types]) -> MutableMapping[Any, Types]:
    """Where the types of a function are noted: of a public one in the session that says so, of any other for all."""
    return table.shared if scheme_name_of(function) is None else table


@public("argument-types")
def argument_types(function: Multilinear) -> tuple[Any, ...] | Literal[False]:
    """The types of the arguments of a tensor, as a list of predicates; False if they are not known.

    Scheme:  (argument-types T)
    Shapes:  result: a predicate for each argument
    Source:  FDG C
    >>> from scmpy import *
    >>> argument_types(S2_metric) == (is_vector_field, is_vector_field), argument_types(sin)
    (True, False)
    """
    types = argument_types_of(function)
    return False if types is None else tuple(_PREDICATES[name] for name in types)
