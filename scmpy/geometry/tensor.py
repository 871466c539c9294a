"""Tensor fields: functions of one-forms and vector fields, linear over the functions on the manifold.

A :class:`Tensor` holds its components in a basis, as :class:`Components`: in the order of its arguments, an upper index
for a one-form, a lower one for a vector field. Applied to fields it contracts the components with theirs; whatever the
fields are, they are not differentiated. Any function whose argument types are declared becomes one in a basis.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from scmpy.calculus.operator import label_of
from scmpy.errors import ArityError, StructureError, WrongTypeError
from scmpy.generic import operations as g
from scmpy.generic.combinatorics import permutation_parity
from scmpy.generic.functions import Function, apply_value, made_from, name_of
from scmpy.generic.kinds import Scalar, describe
from scmpy.geometry.basis import Basis
from scmpy.geometry.components import Components, dot, rows
from scmpy.geometry.form_field import FormField
from scmpy.geometry.function import ManifoldFunction
from scmpy.geometry.typed import FieldFunction, Types, argument_types_of, type_of_argument
from scmpy.render.scheme_text import scheme_text
from scmpy.structure.structure import leaves

_NAMES = {"form": "a one-form field", "vector": "a vector field"}


class Tensor(FieldFunction):
    """A tensor field with its components in a basis."""

    __slots__ = ("basis", "components")

    def __init__(self, basis: Basis, types: Types, components: Components, name: str) -> None:
        super().__init__(self._of_fields, types, name)
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

    def with_components(self, function: Callable[[Any], Iterable[Any]], parts: Iterable[Any], name: str) -> Tensor:
        """A tensor of the same type in the same basis."""
        return Tensor(self.basis, self.argument_types, Components(self.basis.chart, function, parts), name)


def contracted(values: Sequence[Any], factors: Sequence[Sequence[Any]]) -> Any:
    """The sum of components times those of the arguments, the last argument first."""
    for factor in reversed(factors):
        values = [dot(row, factor) for row in rows(values, len(factor))]
    return values[0]


def as_tensor(value: Any, types: Types | None, basis: Basis, operation: str) -> Tensor:
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
            return dot(components(place), (_minor(vectors, chosen) for chosen in choices))

        return made_from((*columns, components), at, scheme_text(label))

    return FormField(value, label, rank)


def _minor(vectors: Sequence[Sequence[Any]], chosen: Sequence[int]) -> Any:
    """The determinant of some components of as many vectors, along the first vector."""
    if not vectors:
        return 1
    first, rest = vectors[0], vectors[1:]
    signs = itertools.cycle((1, -1))
    factors = (g.mul(sign, first[i]) for sign, i in zip(signs, chosen, strict=False))
    return dot(factors, (_minor(rest, (*chosen[:k], *chosen[k + 1 :])) for k in range(len(chosen))))


def _together(operation: Any) -> None:
    """Sums and differences of tensors of one type are tensors, in the basis of the first."""

    @operation.on(Tensor, Tensor)
    def _both(s: Tensor, t: Tensor) -> Tensor:
        if s.argument_types != t.argument_types:
            raise StructureError(f"{operation.name} expects tensors of one type, got {describe(s)} and {describe(t)}")
        other = as_tensor(t, None, s.basis, str(operation.name))

        def at(place: Any) -> list[Any]:
            return list(map(operation, s.components(place), other.components(place)))

        return s.with_components(
            at, (s.components, other.components), f"({operation.name} {label_of(s)} {label_of(t)})"
        )


_together(g.add)
_together(g.sub)


def _scaled(f: Any, t: Tensor) -> Tensor:
    def at(place: Any) -> list[Any]:
        factor = apply_value(f, (place,))
        return [g.mul(factor, x) for x in t.components(place)]

    return t.with_components(at, (f, t.components), f"(* {name_of(f)} {t.__name__})")


for _type in (Scalar, ManifoldFunction):
    g.mul.add((_type, Tensor), _scaled)
    g.mul.add((Tensor, _type), lambda t, f: _scaled(f, t))
    g.div.add((Tensor, _type), lambda t, f: _scaled(g.invert(f), t))

g.negate.add((Tensor,), lambda t: _scaled(-1, t))
