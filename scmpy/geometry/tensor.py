"""Tensor fields: functions of one-forms and vector fields, linear over the functions on the manifold.

A :class:`Tensor` holds its components in a basis, as :class:`Components`: in the order of its arguments, an upper index
for a one-form, a lower one for a vector field. Applied to fields it contracts the components with theirs; whatever the
fields are, they are not differentiated. Any function whose argument types are declared becomes one in a basis.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from scmpy.errors import CALLED, ArityError, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.combinatorics import permutation_parity
from scmpy.generic.functions import Function, apply_value, made_from, name_of
from scmpy.geometry.basis import Basis
from scmpy.geometry.components import Components, dot, rows
from scmpy.geometry.form_field import FormField
from scmpy.geometry.typed import FieldFunction, Types, argument_types_of, type_of_argument
from scmpy.render.scheme_text import scheme_text
from scmpy.structure.linear import determinant
from scmpy.structure.structure import leaves
from scmpy.symbolic.expression import Expression

_NAMES = {"form": "a one-form field", "vector": "a vector field"}


class Tensor(FieldFunction):
    """A tensor field with its components in a basis."""

    __slots__ = ("basis", "components")

    def __init__(self, basis: Basis, types: Types, components: Components, label: str | Expression) -> None:
        super().__init__(self._of_fields, types, label)
        self.basis = basis
        self.components = components

    def _of_fields(self, *fields: Any) -> Function:
        if len(fields) != len(self.argument_types):
            raise ArityError(f"{describe(self)} takes {len(self.argument_types)} fields, got {len(fields)}")
        for field, kind in zip(fields, self.argument_types, strict=True):
            if type_of_argument(field) != kind:
                raise WrongTypeError(f"{describe(self)} takes {_NAMES[kind]} here, got {describe(field)}")
        factors = [self.basis.components_of(field) for field in fields]

        def value(place: Any) -> Any:
            return contracted(self.components(place), [factor(place) for factor in factors])

        return made_from((*factors, self.components), value, self.__name__)

    def with_components(
        self, function: Callable[[Any], Iterable[Any]], parts: Iterable[Any], label: str | Expression
    ) -> Tensor:
        """A tensor of the same type in the same basis."""
        return Tensor(self.basis, self.argument_types, Components(self.basis.chart, function, parts), label)

    def joined(self, operation: Any, other: FieldFunction, label: Expression) -> FieldFunction:
        """The sum or the difference with another of the same type; with a tensor by the components."""
        if not isinstance(other, Tensor):
            return super().joined(operation, other, label)
        mine, others = self.components, as_tensor(other, None, self.basis, str(operation.name)).components
        return self.with_components(lambda place: map(operation, mine(place), others(place)), (mine, others), label)

    def scaled(self, f: Any, label: Expression) -> Tensor:
        """The multiple by a number or a function on the manifold."""

        def at(place: Any) -> list[Any]:
            factor = apply_value(f, (place,))
            return [g.mul(factor, x) for x in self.components(place)]

        return self.with_components(at, (f, self.components), label)


def contracted(values: Sequence[Any], factors: Sequence[Sequence[Any]]) -> Any:
    """The sum of components times those of the arguments, the last argument first."""
    for factor in reversed(factors):
        values = [dot(row, factor) for row in rows(values, len(factor))]
    return values[0]


def as_tensor(value: Any, types: Types | None, basis: Basis, operation: str = CALLED) -> Tensor:
    """A function of fields as a tensor with components in a basis."""
    own = argument_types_of(value)
    if types is not None and own is not None and own != types:
        wanted = ", ".join(_NAMES[kind] for kind in types)
        raise WrongTypeError(f"{operation} expects a tensor that takes {wanted}; got {describe(value)}")
    if isinstance(value, Tensor) and value.basis.has_fields_of(basis):
        return value
    types = types or own
    if types is None:
        raise WrongTypeError(
            f"{operation} expects a tensor, whose argument types are declared with declare-argument-types!, "
            f"got {describe(value)}"
        )
    entries = _alternating(value, basis) if isinstance(value, FormField) else _entries(value, types, basis)
    parts = [entry for entry in entries if callable(entry)]
    components = Components(basis.chart, lambda place: [apply_value(entry, (place,)) for entry in entries], parts)
    return Tensor(basis, types, components, name_of(value))


def _entries(value: Any, types: Types, basis: Basis) -> list[Any]:
    """The values of a function on all fields of a basis and its dual."""
    fields = {"vector": leaves(basis.vectors), "form": leaves(basis.forms)}
    return [value(*chosen) for chosen in itertools.product(*(fields[kind] for kind in types))]


def _alternating(form: FormField, basis: Basis) -> list[Any]:
    """The values of a form on all fields of a basis: those that its signs give are not computed again."""
    e, known = leaves(basis.vectors), {}
    entries: list[Any] = []
    for chosen in itertools.product(range(basis.dimension), repeat=form.rank):
        ordered = tuple(sorted(chosen))
        sign = permutation_parity(chosen)
        if sign and ordered not in known:
            known[ordered] = form(*(e[i] for i in ordered))
        entries.append(g.mul(sign, known[ordered]) if sign else 0)
    return entries


def alternating_form(basis: Basis, rank: int, components: Components, label: Any) -> FormField:
    """The form with these components, one for each increasing choice of basis forms."""
    choices = list(itertools.combinations(range(basis.dimension), rank))

    def value(*fields: Any) -> Function:
        columns = [basis.components_of(v) for v in fields]

        def at(place: Any) -> Any:
            vectors = [column(place) for column in columns]
            minors = (determinant(tuple(tuple(v[i] for i in chosen) for v in vectors)) for chosen in choices)
            return dot(components(place), minors)

        return made_from((*columns, components), at, scheme_text(label))

    return FormField(value, label, rank)
