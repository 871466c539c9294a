"""Argument types: what a multilinear function of one-forms and vector fields takes.

A function of fields does not say which of its arguments are one-forms and which are vector fields; a covariant
derivative, or components in a basis, need to know it. The types are declared of a function,
``(declare-argument-types! T (list 1form-field? vector-field?))``; forms and tensors know their own.
"""

from __future__ import annotations

import weakref
from collections.abc import Iterable
from typing import Any

from scmpy.errors import WrongTypeError
from scmpy.generic.kinds import describe, is_procedure
from scmpy.geometry.form_field import FormField, is_one_form_field
from scmpy.geometry.vector_field import is_vector_field
from scmpy.registry import public

Types = tuple[str, ...]

#: The types declared of functions.
_declared: weakref.WeakKeyDictionary[Any, Types] = weakref.WeakKeyDictionary()

_PREDICATES = {"vector": is_vector_field, "form": is_one_form_field}


def declare(function: Any, types: Types) -> Any:
    """The function, with types declared of it."""
    try:
        _declared[function] = types
    except TypeError:
        raise WrongTypeError(f"declare-argument-types! expects a function, got {describe(function)}") from None
    return function


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
def declare_argument_types_bang(function: Any, types: Iterable[Any]) -> None:
    """Declare which arguments of a multilinear function are one-forms and which are vector fields.

    Scheme:  (declare-argument-types! T (list 1form-field? vector-field?))
    >>> from scmpy import *
    >>> dx, dy = R2_rect.form_basis("x y")
    >>> def g(u, v):
    ...     return dx(u) * dx(v) + dy(u) * dy(v)
    >>> declare_argument_types_bang(g, [is_vector_field, is_vector_field])
    >>> has_argument_types(g)
    True
    """
    if not is_procedure(function):
        raise WrongTypeError(f"declare-argument-types! expects a function, got {describe(function)}")
    declare(function, tuple(map(_type_named, types)))


@public("argument-types")
def argument_types(function: Any) -> Any:
    """The types of the arguments of a tensor, as a list of predicates; False if they are not known.

    Scheme:  (argument-types T)
    >>> from scmpy import *
    >>> argument_types(S2_metric) == (is_vector_field, is_vector_field), argument_types(sin)
    (True, False)
    """
    types = argument_types_of(function)
    return False if types is None else tuple(_PREDICATES[name] for name in types)


@public("has-argument-types?", python="has_argument_types")
def has_argument_types(function: Any) -> bool:
    """Are the types of the arguments of this function known?

    Scheme:  (has-argument-types? T)
    >>> from scmpy import *
    >>> has_argument_types(S2_metric), has_argument_types(sin)
    (True, False)
    """
    return argument_types_of(function) is not None
