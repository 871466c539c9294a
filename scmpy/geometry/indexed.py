"""Tensors by indices: functions of lists of indices, and structures of components, from typed functions and back.

An indexed function takes a list of indices, those of one-forms (up) before those of vector fields (down); a typed
function takes the fields themselves.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Sequence
from typing import Any

from scmpy.errors import ArityError, BadIndexError, WrongTypeError
from scmpy.generic import operations as g
from scmpy.generic.functions import Function
from scmpy.generic.kinds import describe
from scmpy.geometry.basis import Basis, as_basis
from scmpy.geometry.typed import FieldFunction, Types, argument_types_of
from scmpy.registry import public
from scmpy.structure.structure import Down, Structure, Up, as_structure, down, leaves, map_leaves, sum_of, up

Indexed = Callable[[Sequence[int]], Any]

_indices: weakref.WeakKeyDictionary[Any, Types] = weakref.WeakKeyDictionary()


def _declared(function: Any, types: Types) -> Any:
    _indices[function] = types
    return function


def _types_of(function: Any, operation: str) -> Types:
    types = argument_types_of(function)
    if types is None:
        raise WrongTypeError(f"{operation} expects a function of declared argument types, got {describe(function)}")
    return types


def _index_types_of(function: Any, operation: str) -> Types:
    try:
        types = _indices.get(function)
    except TypeError:
        types = None
    if types is None:
        raise WrongTypeError(f"{operation} expects a function of declared index types, got {describe(function)}")
    return types


@public("declare-index-types!")
def declare_index_types_bang(function: Any, types: Any) -> None:
    """Declare which indices of an indexed function are up and which are down, those up first.

    Scheme:  (declare-index-types! T (list up down))
    """
    names = tuple(getattr(t, "__name__", str(t)) for t in types)
    if not callable(function) or set(names) - {"up", "down"} or list(names) != sorted(names, reverse=True):
        raise WrongTypeError("declare-index-types! expects a function and a list of up and down, up first")
    _declared(function, tuple({"up": "form", "down": "vector"}[name] for name in names))


@public("index-types")
def index_types(function: Any) -> Any:
    """The types of the indices of an indexed function, a list of up and down; False if they are not known."""
    try:
        types = _indices.get(function)
    except TypeError:
        types = None
    return False if types is None else tuple({"form": up, "vector": down}[kind] for kind in types)


@public("has-index-types?", python="has_index_types")
def has_index_types(function: Any) -> bool:
    """Are the types of the indices of this function known?"""
    return index_types(function) is not False


@public("typed->indexed")
def typed_to_indexed(function: Callable[..., Any], basis: Basis) -> Indexed:
    """The function of a list of indices whose values are those of a tensor on a basis.

    Scheme:  ((typed->indexed T basis) '(i j ...))
    """
    types = _types_of(function, "typed->indexed")
    if list(types) != sorted(types):
        raise WrongTypeError("typed->indexed expects one-forms before vector fields")
    basis = as_basis(basis, "typed->indexed")
    fields = {"form": leaves(basis.forms), "vector": leaves(basis.vectors)}

    def indexed(indices: Sequence[int]) -> Any:
        if len(indices) != len(types):
            raise ArityError(f"the tensor has {len(types)} indices, got {len(indices)}")
        return function(*(fields[kind][i] for kind, i in zip(types, indices, strict=True)))

    return _declared(Function(indexed, "indexed"), types)  # type: ignore[no-any-return]


@public("indexed->typed")
def indexed_to_typed(indexed: Indexed, basis: Basis) -> Callable[..., Any]:
    """The tensor with these components in a basis, a function of fields.

    Scheme:  ((indexed->typed T basis) w ... v ...)
    """
    types = _index_types_of(indexed, "indexed->typed")
    basis = as_basis(basis, "indexed->typed")
    vectors, forms = leaves(basis.vectors), leaves(basis.forms)

    def typed(*fields: Any) -> Any:
        if len(fields) != len(types):
            raise ArityError(f"the tensor takes {len(types)} fields, got {len(fields)}")

        def total(chosen: tuple[int, ...]) -> Any:
            slot = len(chosen)
            if slot == len(types):
                return indexed(chosen)
            pairs = enumerate(forms if types[slot] == "vector" else vectors)
            field = fields[slot]
            return sum_of(
                g.mul(e(field) if types[slot] == "vector" else field(e), total((*chosen, i))) for i, e in pairs
            )

        return total(())

    return FieldFunction(typed, types, "typed")


@public("i:outer-product")
def i_outer_product(first: Indexed, second: Indexed) -> Indexed:
    """The outer product of two indexed functions: their upper indices, then their lower ones.

    Scheme:  (i:outer-product T1 T2)
    """
    a, b = (_index_types_of(T, "i:outer-product") for T in (first, second))
    up_a, up_b = a.count("form"), b.count("form")
    ups = up_a + up_b

    def product(indices: Sequence[int]) -> Any:
        if len(indices) != len(a) + len(b):
            raise ArityError(f"i:outer-product: {len(a) + len(b)} indices, got {len(indices)}")
        last = ups + len(a) - up_a
        left = (*indices[:up_a], *indices[ups:last])
        return g.mul(first(left), second((*indices[up_a:ups], *indices[last:])))

    types = ("form",) * ups + ("vector",) * (len(a) + len(b) - ups)
    return _declared(Function(product, "outer-product"), types)  # type: ignore[no-any-return]


@public("i:contract")
def i_contract(indexed: Indexed, upper: int, lower: int, n: int) -> Indexed:
    """The contraction of an upper with a lower index of an indexed function, in n dimensions.

    Scheme:  (i:contract T u d n)
    """
    types = _index_types_of(indexed, "i:contract")
    ups, downs = types.count("form"), types.count("vector")
    if not (0 <= upper < ups and 0 <= lower < downs):
        raise BadIndexError(f"i:contract: there are {ups} upper and {downs} lower indices, got {upper} and {lower}")

    def contraction(indices: Sequence[int]) -> Any:
        above, below = tuple(indices[: ups - 1]), tuple(indices[ups - 1 :])
        return sum_of(indexed((*above[:upper], i, *above[upper:], *below[:lower], i, *below[lower:])) for i in range(n))

    return _declared(Function(contraction, "contraction"), ("form",) * (ups - 1) + ("vector",) * (downs - 1))  # type: ignore[no-any-return]


@public("typed->structure")
def typed_to_structure(function: Callable[..., Any], basis: Basis) -> Any:
    """The components of a tensor in a basis, nested tuples of functions: the first argument is the outer index.

    Scheme:  ((typed->structure T basis) m)
    """
    types = _types_of(function, "typed->structure")
    basis = as_basis(basis, "typed->structure")
    fields = {"form": basis.forms, "vector": basis.vectors}

    def components(*chosen: Any) -> Any:
        if len(chosen) == len(types):
            return function(*chosen)
        return map_leaves(lambda e: components(*chosen, e), fields[types[len(chosen)]])

    return components()


@public("structure->typed")
def structure_to_typed(components: Any, basis: Basis) -> Callable[..., Any]:
    """The tensor with components in nested tuples: a down tuple for a vector field, an up tuple for a one-form.

    Scheme:  ((structure->typed components basis) v ... w ...)
    """
    shape, part = [], as_structure(components)
    while isinstance(part, Structure):
        shape.append("vector" if isinstance(part, Down) else "form")
        part = part[0]
    basis = as_basis(basis, "structure->typed")
    vectors, forms = leaves(basis.vectors), leaves(basis.forms)

    def typed(*fields: Any) -> Any:
        if len(fields) != len(shape):
            raise ArityError(f"the tensor takes {len(shape)} fields, got {len(fields)}")

        def total(part: Any, slot: int) -> Any:
            if slot == len(shape):
                return part
            field, kind = fields[slot], shape[slot]
            factors = (w(field) for w in forms) if kind == "vector" else (field(e) for e in vectors)
            return sum_of(g.mul(factor, total(x, slot + 1)) for factor, x in zip(factors, part, strict=True))

        return total(as_structure(components) if isinstance(components, (Up, Down, list)) else components, 0)

    return FieldFunction(typed, tuple(shape), "typed")
