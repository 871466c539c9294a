"""Tensors by indices: functions of lists of indices, and structures of components, from typed functions and back.

An indexed function takes a list of indices, those of one-forms (up) before those of vector fields (down); a typed
function takes the fields themselves.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Literal

from scmpy.errors import CALLED, ArityError, BadIndexError, StructureError, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.arguments import items
from scmpy.generic.functions import Function
from scmpy.generic.session_tables import Table
from scmpy.geometry.basis import Basis
from scmpy.geometry.chart import as_index
from scmpy.geometry.tensor import FieldFunction, Types, argument_types_of, declared_of
from scmpy.registry import public
from scmpy.structure.aliases import Value
from scmpy.structure.structure import Down, Structure, Up, as_structure, down, leaves, map_leaves, sum_of, up

Indexed = Callable[[Sequence[int]], Any]

_indices: Table[Any, Types] = Table(make=weakref.WeakKeyDictionary)


def _declared(function: Function, types: Types) -> Function:
    _indices.shared[function] = types
    return function


def _types_of(function: Any) -> Types:
    types = argument_types_of(function)
    if types is None:
        raise WrongTypeError(f"{CALLED} expects a function of declared argument types, got {describe(function)}")
    return types


def _known(function: Any) -> Types | None:
    """The types of the indices of a function, if they are known."""
    try:
        return _indices.get(function)
    except TypeError:  # a value that cannot be a key
        return None


def _index_types_of(function: Any) -> Types:
    types = _known(function)
    if types is None:
        raise WrongTypeError(f"{CALLED} expects a function of declared index types, got {describe(function)}")
    return types


@public("declare-index-types!")
def declare_index_types_bang(function: Indexed, types: Iterable[Any]) -> None:
    """Declare which indices of an indexed function are up and which are down, those up first.

    Scheme:  (declare-index-types! T (list up down))
    Raises:  WrongTypeError if a down comes before an up
    1 ]=> (define (delta indices) (if (= (car indices) (cadr indices)) 1 0))
    1 ]=> (declare-index-types! delta (list up down))
    1 ]=> ((i:contract delta 0 0 3) '())
    ;Value: 3
    >>> from scmpy import *
    >>> delta = lambda indices: int(indices[0] == indices[1])
    >>> declare_index_types_bang(delta, (up, down))
    >>> i_contract(delta, 0, 0, 3)(())
    3
    """
    names = tuple(getattr(t, "__name__", str(t)) for t in types)
    if not callable(function) or set(names) - {"up", "down"} or list(names) != sorted(names, reverse=True):
        raise WrongTypeError(
            "declare-index-types! expects a function and a list of up and down, up first; "
            f"got {describe(function)}, {' '.join(names)}"
        )
    declared_of(function, _indices)[function] = tuple({"up": "form", "down": "vector"}[name] for name in names)


@public("index-types")
def index_types(function: Indexed) -> tuple[Any, ...] | Literal[False]:
    """The types of the indices of an indexed function, a list of up and down; False if they are not known.

    Scheme:  (index-types T)
    >>> from scmpy import *
    >>> indexed = typed_to_indexed(coordinate_system_to_metric(R2_rect), R2_rect.basis())
    >>> index_types(indexed) == (down, down), index_types(sin)
    (True, False)
    """
    types = _known(function)
    return False if types is None else tuple({"form": up, "vector": down}[kind] for kind in types)


@public("has-index-types?", python="has_index_types")
def has_index_types(function: object) -> bool:
    """Are the types of the indices of this function known?

    Scheme:  (has-index-types? T)
    >>> from scmpy import *
    >>> has_index_types(typed_to_indexed(coordinate_system_to_metric(R2_rect), R2_rect.basis())), has_index_types(sin)
    (True, False)
    """
    return _known(function) is not None


def _indices_in(indices: Any, number: int, what: str) -> tuple[int, ...]:
    """The indices in a list, of Python or of Scheme, or in a tuple; an error if they are not so many."""
    given = items(indices, what)
    if len(given) != number:
        raise ArityError(f"{what} has {number} indices, got {len(given)}")
    return given


@public("typed->indexed")
def typed_to_indexed(function: Callable[..., Any], basis: Basis) -> Indexed:
    """The function of a list of indices whose values are those of a tensor on a basis.

    Scheme:  ((typed->indexed T basis) '(i j ...))
    Raises:  WrongTypeError if the types of the arguments are not declared; ArityError for another number of indices;
             BadIndexError for one that there is not
    >>> from scmpy import *
    >>> indexed = typed_to_indexed(coordinate_system_to_metric(R2_polar), R2_polar.basis())
    >>> simplify(indexed((1, 1))(R2_polar.point(*symbols("a b"))))
    (expt a 2)
    """
    types = _types_of(function)
    if list(types) != sorted(types):
        raise WrongTypeError(f"typed->indexed expects one-forms before vector fields, got {describe(function)}")
    fields = {"form": leaves(basis.forms), "vector": leaves(basis.vectors)}

    def indexed(indices: Sequence[int]) -> Any:
        given = _indices_in(indices, len(types), "typed->indexed: the tensor")
        chosen = (as_index(i, basis.dimension, "typed->indexed") for i in given)
        return function(*(fields[kind][i] for kind, i in zip(types, chosen, strict=True)))

    return _declared(Function(indexed, "indexed"), types)


@public("indexed->typed")
def indexed_to_typed(indexed: Indexed, basis: Basis) -> Callable[..., Any]:
    """The tensor with these components in a basis, a function of fields.

    Scheme:  ((indexed->typed T basis) w ... v ...)
    Raises:  WrongTypeError if the types of the indices are not declared
    1 ]=> (define-coordinates (up x y) R2-rect)
    1 ]=> (define (delta indices) (if (= (car indices) (cadr indices)) 1 0))
    1 ]=> (declare-index-types! delta (list up down))
    1 ]=> (((indexed->typed delta (coordinate-system->basis R2-rect)) dy d/dy) ((point R2-rect) (up 'a 'b)))
    ;Value: 1
    >>> from scmpy import *
    >>> (d_dx, d_dy), (dx, dy) = R2_rect.vector_basis("x y"), R2_rect.form_basis("x y")
    >>> delta = lambda indices: int(indices[0] == indices[1])
    >>> declare_index_types_bang(delta, (up, down))
    >>> T = indexed_to_typed(delta, R2_polar.basis())  # T(w, v) = w(v), in any basis
    >>> simplify(T(dy, up(d_dx, d_dy)[1])(R2_rect.point(*symbols("a b"))))
    1
    """
    types = _index_types_of(indexed)

    def typed(*fields: Any) -> Any:
        _check_number(fields, types)

        def total(chosen: tuple[int, ...]) -> Any:
            slot = len(chosen)
            if slot == len(types):
                return indexed(chosen)
            factors = _along_basis(fields[slot], types[slot], basis)
            return sum_of(g.mul(factor, total((*chosen, i))) for i, factor in enumerate(factors))

        return total(())

    return FieldFunction(typed, types, "typed")


def _along_basis(field: Any, kind: str, basis: Basis) -> Iterator[Any]:
    """The components of a field by a basis, functions on the manifold."""
    return (w(field) for w in leaves(basis.forms)) if kind == "vector" else map(field, leaves(basis.vectors))


def _check_number(fields: Sequence[Any], types: Sequence[str]) -> None:
    if len(fields) != len(types):
        raise ArityError(f"the tensor takes {len(types)} fields, got {len(fields)}")


@public("i:outer-product")
def i_outer_product(first: Indexed, second: Indexed) -> Indexed:
    """The outer product of two indexed functions: their upper indices, then their lower ones.

    Scheme:  (i:outer-product T1 T2)
    1 ]=> (define (delta indices) (if (= (car indices) (cadr indices)) 1 0))
    1 ]=> (declare-index-types! delta (list up down))
    1 ]=> (define twice (i:outer-product delta delta))
    1 ]=> (list (twice '(0 1 0 1)) (twice '(0 1 1 0)))
    ;Value: (1 0)
    >>> from scmpy import *
    >>> delta = lambda indices: int(indices[0] == indices[1])
    >>> declare_index_types_bang(delta, (up, down))
    >>> twice = i_outer_product(delta, delta)
    >>> twice((0, 1, 0, 1)), twice((0, 1, 1, 0))
    (1, 0)
    """
    a, b = (_index_types_of(T) for T in (first, second))
    up_a, up_b = a.count("form"), b.count("form")
    ups = up_a + up_b

    def product(indices: Sequence[int]) -> Any:
        given = _indices_in(indices, len(a) + len(b), "i:outer-product: the product")
        last = ups + len(a) - up_a
        left = (*given[:up_a], *given[ups:last])
        return g.mul(first(left), second((*given[up_a:ups], *given[last:])))

    types = ("form",) * ups + ("vector",) * (len(a) + len(b) - ups)
    return _declared(Function(product, "outer-product"), types)


@public("i:contract")
def i_contract(indexed: Indexed, upper: int, lower: int, n: int) -> Indexed:
    """The contraction of an upper with a lower index of an indexed function, in n dimensions.

    Scheme:  (i:contract T u d n)
    Math:    sum_i T^..i.._..i..
    Raises:  BadIndexError if there is no such index
    1 ]=> (define (delta indices) (if (= (car indices) (cadr indices)) 1 0))
    1 ]=> (declare-index-types! delta (list up down))
    1 ]=> ((i:contract (i:outer-product delta delta) 0 1 3) '(2 2))
    ;Value: 1
    >>> from scmpy import *
    >>> delta = lambda indices: int(indices[0] == indices[1])
    >>> declare_index_types_bang(delta, (up, down))
    >>> once = i_contract(i_outer_product(delta, delta), 0, 1, 3)  # sum_i delta(k, i) delta(i, j)
    >>> once((2, 2)), once((2, 1))
    (1, 0)
    """
    types = _index_types_of(indexed)
    ups, downs = types.count("form"), types.count("vector")
    if not (0 <= upper < ups and 0 <= lower < downs):
        raise BadIndexError(f"i:contract: there are {ups} upper and {downs} lower indices, got {upper} and {lower}")

    def contraction(indices: Sequence[int]) -> Any:
        given = _indices_in(indices, ups + downs - 2, "i:contract: the contraction")
        above, below = given[: ups - 1], given[ups - 1 :]
        return sum_of(indexed((*above[:upper], i, *above[upper:], *below[:lower], i, *below[lower:])) for i in range(n))

    remaining = ("form",) * (ups - 1) + ("vector",) * (downs - 1)
    return _declared(Function(contraction, "contraction"), remaining)


@public("typed->structure")
def typed_to_structure(function: Callable[..., Any], basis: Basis) -> Value:
    """The components of a tensor in a basis, nested tuples of functions: the first argument is the outer index.

    Scheme:  ((typed->structure T basis) m)
    Raises:  WrongTypeError if the types of the arguments are not declared
    >>> from scmpy import *
    >>> g = coordinate_system_to_metric(R2_polar)
    >>> simplify(typed_to_structure(g, R2_polar.basis())(R2_polar.point(*symbols("a b"))))
    (down (down 1 0) (down 0 (expt a 2)))
    """
    types = _types_of(function)
    fields = {"form": basis.forms, "vector": basis.vectors}

    def components(*chosen: Any) -> Any:
        if len(chosen) == len(types):
            return function(*chosen)
        return map_leaves(lambda e: components(*chosen, e), fields[types[len(chosen)]])

    return components()


@public("structure->typed")
def structure_to_typed(components: Structure, basis: Basis) -> Callable[..., Any]:
    """The tensor with components in nested tuples: a down tuple for a vector field, an up tuple for a one-form.

    Scheme:  ((structure->typed components basis) v ... w ...)
    Shapes:  s: components, nested as the basis asks;  result: fields -> function
    Raises:  StructureError if they are not as many as the basis has fields, by each index
    >>> from scmpy import *
    >>> r, phi = R2_polar.coordinates("r phi")
    >>> d_dr, d_dphi = R2_polar.vector_basis("r phi")
    >>> g = structure_to_typed(down(down(1, 0), down(0, r**2)), R2_polar.basis())
    >>> g(d_dr + d_dphi, d_dphi)(R2_polar.point(*symbols("a b")))
    (expt a 2)
    """
    given = as_structure(components) if isinstance(components, list) else components
    shape, part = [], given
    while isinstance(part, Structure):
        shape.append("vector" if isinstance(part, Down) else "form")
        part = part[0]
    n = basis.dimension
    like: Any = 0
    for kind in reversed(shape):
        like = (Down if kind == "vector" else Up)([like] * n)
    if map_leaves(lambda _: 0, given) != like:
        raise StructureError(f"structure->typed expects {n} components by each index, got {describe(given)}")

    def typed(*fields: Any) -> Any:
        _check_number(fields, shape)

        def total(part: Any, slot: int) -> Any:
            if slot == len(shape):
                return part
            factors = _along_basis(fields[slot], shape[slot], basis)
            return sum_of(g.mul(factor, total(x, slot + 1)) for factor, x in zip(factors, part, strict=True))

        return total(given, 0)

    return FieldFunction(typed, tuple(shape), "typed")
