"""Tagged differentials; symmetric linear systems of them."""

from __future__ import annotations

import itertools
import operator
from collections.abc import Callable, Iterable
from contextvars import ContextVar
from fractions import Fraction
from functools import cached_property
from itertools import chain
from typing import Any

from scmpy.boundary import refuse_circular
from scmpy.errors import DifferentiationError, StructureError, describe
from scmpy.generic import operations as g
from scmpy.generic.arrays import (
    accept_in_arrays,
    boxed,
    elementwise,
    is_array,
    is_array_of_objects,
    is_batch,
    map_array,
    native,
)
from scmpy.generic.dispatch import Arithmetic, BinaryOperation, Ordered, UnaryOperation, register_package
from scmpy.generic.elementary import Elementary, each
from scmpy.generic.functions import is_function
from scmpy.generic.numbers import ExactComplex
from scmpy.generic.types import ScalarKind, TreeNode, binary_size, is_number, is_zero_number
from scmpy.registry import numpy, sympy
from scmpy.structure.linear_algebra import Rows, Solver, of_orbit, solver_of
from scmpy.structure.literal_functions import OTHER_APPLICATIONS, Applied, LiteralFunction, literal_at
from scmpy.structure.tuples import sum_of
from scmpy.symbolic.expression import Application, Expression, Head, Symbol, application, of_two, symbol
from scmpy.symbolic.simplify import display_form

# --- differential ----------------------------------------------------------------------------------------------------
# Differentials: dual numbers with a tag, carrying any number of directions at once.
#
# ``x + dx`` is a primal value and, for every direction i of the derivative being taken, a tangent. One pass through
# a function so gives a whole gradient. The tag tells apart the derivatives that are being taken; tags come from one
# counter that only grows, the innermost derivative has the highest, and arithmetic works at the highest tag of its
# operands, so that perturbations never mix. Primal and tangents may be differentials of lower tags.
#
# The derivatives of the operations are read from their declarations (:mod:`scmpy.generic.operations`).

_tags = itertools.count(1)

Tangents = dict[int, Any]
Indices = tuple[int, ...]  # the way from a value to a part of it

#: Why a function of the user's that calls functions of numbers alone is not differentiated.
NO_NUMBER = (
    "D: {} is no plain number: functions of numbers alone (math's, numpy's of arrays, SymPy's, float, an index) "
    "do not take it; use scmpy's, such as its sin"
)


@ScalarKind.register
class Tagged(Ordered, Arithmetic):
    """A value that some derivative is being taken by: a primal value, and the tag of the derivative."""

    __slots__ = ("primal", "tag")

    tag: int
    primal: Any

    def _unary_(self, operation: UnaryOperation) -> Any:
        raise NotImplementedError

    def _binary_(self, operation: BinaryOperation, x: Any, y: Any) -> Any:
        """The operation applied to two values, of which this one has the highest tag."""
        raise NotImplementedError

    def _linear_(self, operation: UnaryOperation) -> Any:
        raise NotImplementedError

    def _literal_(self, args: tuple[Any, ...]) -> Applied:
        """What applies literal functions to arguments in which this value's tag is the highest."""
        raise NotImplementedError

    def _demand_real_(self, name: str) -> None:
        """Raise an error if the derivative by a complex variable is being taken: this operation has none."""
        if isinstance(self.tag, ComplexTag):
            at = describe(finite_part(self))
            raise DifferentiationError(f"D: {name} has no complex derivative; it is not differentiable at {at}")

    def _of_orbit_(self, pick: Callable[[Any], Any]) -> Any:
        self._refuse_()

    def _describe_(self) -> str:
        return f"a differential of {describe(finite_part(self))}"

    def _refuse_(self, *_: Any) -> Any:
        """What Python's own functions of numbers get: they know nothing of infinitesimals."""
        raise DifferentiationError(NO_NUMBER.format(describe(self)))

    def _sympy_(self) -> Any:
        """SymPy leaves a sum or product with a differential to scmpy; its functions raise the error."""
        raise sympy.SympifyError(NO_NUMBER.format(describe(self)))

    def _refuse_together_(self) -> None:
        """An error where the elements of a batch would be taken together: one perturbed value stands for them all."""
        if is_batch(finite_part(self)):
            self._refuse_()

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        self._refuse_together_()
        return boxed(self)

    def __array_function__(self, function: Any, types: Any, args: Any, keywords: Any) -> Any:
        self._refuse_together_()
        return function._implementation(*args, **keywords)

    __float__ = __int__ = __complex__ = __index__ = __round__ = __trunc__ = __floor__ = __ceil__ = _refuse_
    __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = __divmod__ = __rdivmod__ = _refuse_

    def __eq__(self, other: object) -> bool:
        """Comparisons with numbers are of finite parts, as in the original: a program branches as at the point.

        A differential is never equal to an expression that is no constant: x + dx is not x.
        """
        is_constant = isinstance(other, Expression) and other.constant
        if not (isinstance(other, Tagged) or is_number(other) or is_constant):
            return NotImplemented if is_array(other) else False
        return self._compared(other, operator.eq)

    def __hash__(self) -> int:
        return hash(finite_part(self))

    def _compared(self, other: Any, relation: Callable[[Any, Any], Any]) -> bool:
        answer = bool(relation(finite_part(self), finite_part(other)))
        if (asked := comparisons.get()) is not None:
            asked.append((self, other, answer))
        return answer


Comparison = tuple[Any, Any, Any]  # of two values, or of one with what it is rounded to; and the answer

#: The comparisons of what is perturbed, where they are asked for.
comparisons: ContextVar[list[Comparison] | None] = ContextVar("comparisons", default=None)


class Differential(Tagged):
    """A value with its tangents in the directions of one derivative."""

    __slots__ = ("tangents",)

    def __init__(self, tag: int, primal: Any, tangents: Tangents) -> None:
        self.tag = tag
        self.primal = primal
        self.tangents = tangents

    def __repr__(self) -> str:
        return f"<differential {self.tag}: {self.primal} {self.tangents}>"

    def _shown_(self) -> Any:
        terms = [
            application(Head.TIMES, display_form(tangent), symbol(f"epsilon_{self.tag}^{i}"))
            for i, tangent in sorted(self.tangents.items())
        ]
        return application(Head.PLUS, display_form(self.primal), *terms)

    def _unary_(self, operation: UnaryOperation) -> Any:
        return self._scaled(operation(self.primal), operation.derivatives[0](self.primal))

    def _scaled(self, primal: Any, slope: Any) -> Any:
        return make(self.tag, primal, {i: times(slope, t) for i, t in self.tangents.items()})

    def _binary_(self, operation: BinaryOperation, x: Any, y: Any) -> Any:
        (x0, dx), (y0, dy) = split(x, self.tag), split(y, self.tag)
        rule: Callable[..., Tangents] = _TANGENTS.get(operation, _chain_rule)
        return make(self.tag, operation(x0, y0), rule(operation, x0, dx, y0, dy))

    def _linear_(self, operation: UnaryOperation) -> Any:
        self._demand_real_(str(operation.name))
        return make(self.tag, operation(self.primal), {i: operation(t) for i, t in self.tangents.items()})

    def _of_orbit_(self, pick: Callable[[Any], Any]) -> Any:
        return make(self.tag, pick(self.primal), {i: pick(t) for i, t in self.tangents.items()})

    def _of_orbits_(self, values: list[Any], together: Callable[[list[Any]], Any]) -> Any:
        parts = [split(x, self.tag) for x in values]
        directions = {i for _, tangents in parts for i in tangents}
        tangents = {i: together([tangents.get(i, 0) for _, tangents in parts]) for i in directions}
        return make(self.tag, together([primal for primal, _ in parts]), tangents)

    def _literal_(self, args: tuple[Any, ...]) -> Applied:
        at = literal_at(tuple(primal_part(x, self.tag) for x in args))
        places = perturbed_places(args, self.tag)[::-1]

        def applied(function: LiteralFunction) -> Any:
            tangents: Tangents = {}
            for path, place in places:
                slope = at(function.partial(path))
                for direction, t in place.tangents.items():
                    _include(tangents, direction, times(slope, t))
            return make(self.tag, at(function), tangents)

        return applied


class Tag(int):
    """What tells the derivatives that are being taken apart: those taken inside of others have higher ones."""


def new_tag() -> Tag:
    return Tag(next(_tags))


class ComplexTag(Tag):
    """The tag of a derivative by a complex variable, which conjugate, real-part and such do not have."""


def tag_at(values: Iterable[Any]) -> int:
    return ComplexTag(new_tag()) if any(map(_is_complex, values)) else new_tag()


def _is_complex(x: Any) -> bool:
    x = finite_part(x)
    if is_array(x):
        return x.dtype.kind in "Oc" and any(map(_is_complex, x.flat))
    return isinstance(x, (complex, ExactComplex)) and x.imag != 0


def finite_part(x: Any) -> Any:
    while isinstance(x, Tagged):
        x = x.primal
    return x


def depth(x: Any) -> int:
    """The number of derivatives that a value, or the most perturbed leaf of a tuple, is being perturbed by."""
    if isinstance(x, TreeNode):
        return max(map(depth, x._children_()), default=0)
    return 1 + depth(x.primal) if isinstance(x, Tagged) else 0


def make(tag: int, primal: Any, tangents: Tangents) -> Any:
    """A differential, or its primal value if no tangent is left."""
    for t in tangents.values():
        if type(t) not in _ONE_TIMES_ITSELF and is_zero_number(t):
            tangents = {i: t for i, t in tangents.items() if not is_zero_number(t)}
            break
    return Differential(tag, primal, tangents) if tangents else primal


def is_perturbed_by(tag: int, x: Any) -> bool:
    return isinstance(x, Tagged) and (x.tag == tag or is_perturbed_by(tag, x.primal))


def split(x: Any, tag: int) -> tuple[Any, Tangents]:
    return (x.primal, x.tangents) if isinstance(x, Differential) and x.tag == tag else (x, {})


def _newer(x: Any, y: Any) -> Any:
    """The value with the higher tag, if one has any."""
    return y if not isinstance(x, Tagged) or (isinstance(y, Tagged) and y.tag > x.tag) else x


_NODES = {Symbol, Application}
_ONE_TIMES_ITSELF = {Differential, *_NODES}


def times(x: Any, y: Any) -> Any:
    """The product of a slope and a tangent, which begins with the highest derivative: d(f' dx) = f' ddx + df' dx.

    A sum keeps the order in which it is written; that of a product in a program is dx y + x dy.
    """
    if type(x) in _NODES and type(y) in _NODES:
        return of_two(Head.TIMES, x, y)
    if type(x) is int and x == 1 and type(y) in _ONE_TIMES_ITSELF:
        return y
    if type(y) is int and y == 1 and type(x) in _ONE_TIMES_ITSELF:
        return x
    newest = _newer(x, y)
    if not isinstance(newest, Differential):
        return g.mul(x, y)
    tag = newest.tag
    (x0, dx), (y0, dy) = split(x, tag), split(y, tag)
    total = {i: times(x0, t) for i, t in dy.items()}
    for i, t in dx.items():
        _include(total, i, times(t, y0))
    return make(tag, times(x0, y0), total)


def _include(total: Tangents, direction: int, term: Any) -> None:
    total[direction] = g.add(total[direction], term) if direction in total else term


def _chain_rule(operation: BinaryOperation, x: Any, dx: Tangents, y: Any, dy: Tangents) -> Tangents:
    """Tangents of op(x, y): the slope of each operand times its tangent."""
    by_x, by_y = operation.derivatives
    total: Tangents = {}
    if dx:
        slope = by_x(x, y)
        total = {i: times(t, slope) for i, t in dx.items()}
    if dy:
        slope = by_y(x, y)
        for i, t in dy.items():
            _include(total, i, times(slope, t))
    return total


def _of_sum(alone: Callable[[Any], Any]) -> Callable[..., Tangents]:
    def tangents(operation: BinaryOperation, x: Any, dx: Tangents, y: Any, dy: Tangents) -> Tangents:
        return dx | {i: operation(dx[i], t) if i in dx else alone(t) for i, t in dy.items()}

    return tangents


#: The tangents of the results of operations on two values.
_TANGENTS: dict[BinaryOperation, Callable[..., Tangents]] = {
    g.add: _of_sum(lambda tangent: tangent),
    g.sub: _of_sum(lambda tangent: g.mul(-1, tangent)),
    **dict.fromkeys((g.mul, g.div, g.expt), _chain_rule),
}


def _install(operation: Any) -> None:
    if isinstance(operation, UnaryOperation):
        operation.add((Tagged,), lambda x: x._unary_(operation))
        return

    def apply(x: Any, y: Any) -> Any:
        return _newer(x, y)._binary_(operation, x, y)

    for types in ((Tagged, Tagged), (Tagged, ScalarKind), (ScalarKind, Tagged)):
        operation.add(types, apply)
    _of_two[operation] = apply


_of_two: dict[BinaryOperation, Callable[[Any, Any], Any]] = {}


@register_package("numpy")
def _install_arrays() -> None:
    from scmpy.generic.batch import Batch

    def install(operation: BinaryOperation, whole: Callable[[Any, Any], Any]) -> None:
        def apply(x: Any, y: Any) -> Any:
            array, perturbed = (x, y) if is_array(x) else (y, x)
            is_whole = not is_array_of_objects(array) or is_batch(array) or is_batch(finite_part(perturbed))
            return whole(x, y) if is_whole else elementwise(operation, *map(_as_elements, (x, y)))

        operation.add((numpy.ndarray, Tagged), apply)
        operation.add((Tagged, numpy.ndarray), apply)

    for operation, whole in _of_two.items():
        install(operation, whole)
    for types in ((Batch, Tagged), (Tagged, Batch)):
        g.dot_product.add(types, g.mul)


def _as_elements(x: Any) -> Any:
    value = finite_part(x)
    if not (isinstance(x, Tagged) and is_array(value)):
        return x
    found = numpy.empty(value.shape, dtype=object)
    for index in numpy.ndindex(*value.shape):
        found[index] = of_orbit(x, value.shape, index)
    return found


for _operation in (g.negate, g.invert, g.cube, *_TANGENTS):
    _install(_operation)


@each("analytic")
def _install_elementary(record: Elementary) -> None:
    _install(record.operation)


for _operation in (g.conjugate, g.real_part, g.imag_part):
    _operation.add((Tagged,), lambda x, operation=_operation: x._linear_(operation))
g.as_scalars(Tagged, ScalarKind)
g.square.add((Tagged,), lambda x: g.mul(x, x))
g.inexact.add((Tagged,), lambda x: g.mul(x, 1.0))


accept_in_arrays(Tagged)


@g.abs_.on(Tagged)
def _abs(x: Tagged) -> Any:
    value = finite_part(x)
    if is_zero_number(value):
        raise DifferentiationError("abs has no derivative at 0")
    if isinstance(value, (complex, ExactComplex)):
        x._demand_real_("abs")
        size = binary_size(value)
        x = g.div(x, size)
        return g.mul(size, g.sqrt(g.real_part(g.mul(x, g.conjugate(x)))))
    if is_number(value):
        return x if x > 0 else g.negate(x)
    return x._unary_(g.abs_)


@each("rounding")
def _install_rounding(record: Elementary) -> None:
    operation = record.operation

    def at(x: Tagged) -> Any:
        value = finite_part(x)
        whole = operation(value)
        if (asked := comparisons.get()) is not None:
            asked.append((x, whole, whole))
        if is_number(value):
            place = value if operation is not g.to_nearest else g.add(value, Fraction(1, 2))
            jumps = g.floor(place) == place and not (operation is g.truncate and value == 0)
            if jumps:
                raise DifferentiationError(f"{operation.name} has no derivative at {value}, where it jumps")
        return whole

    operation.add((Tagged,), at)


# --- perturbed arguments and results ---------------------------------------------------------------------------


def _perturbed_leaves(value: Any, path: Indices) -> list[tuple[Indices, Tagged]]:
    if isinstance(value, Tagged):
        return [(path, value)]
    if not isinstance(value, (TreeNode, list)):
        return []
    parts = value._children_() if isinstance(value, TreeNode) else value
    return [found for i, x in enumerate(parts) for found in _perturbed_leaves(x, (*path, i))]


def perturbed_places(args: tuple[Any, ...], tag: int) -> list[tuple[Indices, Any]]:
    """The values with this tag in the arguments of a function, with their paths (argument first, unless it is one)."""
    (first,) = args if len(args) == 1 else (list(args),)
    return [(path, x) for path, x in _perturbed_leaves(first, ()) if x.tag == tag]


def map_scalars(
    function: Callable[[Any], Any],
    value: Any,
    waiting: Callable[[Any, Indices], Any] | None = None,
    where: Indices = (),
) -> Any:
    """A function of scalars applied to every scalar inside a value; ``waiting`` is given functions and their paths.

    >>> map_scalars(lambda x: 2 * x, [1, [2, 3]])
    [2, [4, 6]]
    >>> map_scalars(lambda x: 2 * x, [1, [2, abs]], lambda f, where: where)
    [2, [4, (1, 1)]]
    """

    if isinstance(value, (Tagged, Expression)):
        return function(value)
    if waiting is None and isinstance(value, TreeNode):
        return value._with_children_([map_scalars(function, part) for part in value._children_()])

    def at(place: int, part: Any) -> Any:
        return map_scalars(function, part, waiting, (*where, place))

    if isinstance(value, TreeNode):
        return value._with_children_(list(itertools.starmap(at, enumerate(value._children_()))))
    if isinstance(value, (list, tuple)):
        refuse_circular("D", value)
        return (list if isinstance(value, list) else tuple)(itertools.starmap(at, enumerate(value)))
    if hasattr(value, "map_places"):  # series, and lists of Scheme's
        return value.map_places(at)
    if waiting is not None and is_function(value):
        return waiting(value, where)
    if is_array_of_objects(value):
        return native(map_array(function, value))
    if isinstance(value, ScalarKind) and not isinstance(value, bool):
        return function(value)
    hint = "; tuples are made by up and down" if isinstance(value, (dict, set)) else ""
    hint = "; does it return its value?" if value is None else hint
    raise DifferentiationError(f"D: the function returned {describe(value)}, which has no derivative{hint}")


def part_at(value: Any, place: int) -> Any:
    parts = value._children_() if isinstance(value, TreeNode) else value
    if hasattr(value, "car"):
        parts = []
        value.map_places(lambda _, part: parts.append(part))
    return parts[place]


def primal_part(value: Any, tag: int) -> Any:
    return map_scalars(lambda x: x.primal if isinstance(x, Tagged) and x.tag == tag else x, value)


def _literal_at(args: tuple[Any, ...]) -> Applied | None:
    places = [x for argument in args for _, x in _perturbed_leaves(argument, ())]
    return max(places, key=lambda x: x.tag)._literal_(args) if places else None


OTHER_APPLICATIONS.append(_literal_at)


def tangent(value: Any, tag: int, direction: int, waiting: Callable[[Any, Indices], Any] | None = None) -> Any:
    """The tangent of a value in one direction of a tag: what a derivative extracts from the result."""

    def of_scalar(x: Any) -> Any:
        if not isinstance(x, Differential):
            return g.zero_like(x) if is_array(x) else 0
        if x.tag == tag:
            return x.tangents.get(direction, 0)
        tangents = {i: tangent(t, tag, direction) for i, t in x.tangents.items()}
        return make(x.tag, tangent(x.primal, tag, direction), tangents)

    return map_scalars(of_scalar, value, waiting)


# --- linear systems --------------------------------------------------------------------------------------------------
# Symmetric linear systems of differentials: the array is taken apart once, for the solution and for its derivatives.
#
# Where A x = b, A dx = db - dA x: a derivative of the solution costs as much as a solution, and no other factors.

Column = tuple[Any, ...]


class System:
    def __init__(self, rows: Rows) -> None:
        self.rows = rows
        self.tag = _newest(chain(*rows))

    @cached_property
    def _solver(self) -> Solver:
        return solver_of(self.rows)

    @cached_property
    def _primal(self) -> System:
        return System(tuple(tuple(split(x, self.tag)[0] for x in row) for row in self.rows))

    def solve(self, right: Column) -> Column:
        """The x with A x = b.

        Raises:  DivisionByZeroError if the array is singular
        """
        if len(right) != len(self.rows):
            raise StructureError(f"solve-linear expects {len(self.rows)} right-hand sides, got {len(right)}")
        tag = max(self.tag, _newest(right))
        if not tag:
            return self._solver(right)
        system = self._primal if self.tag == tag else self
        parts = [split(x, tag) for x in right]
        solution = system.solve(tuple(primal for primal, _ in parts))
        directions = {i for _, tangents in parts for i in tangents}
        if self.tag == tag:
            directions |= {i for x in chain(*self.rows) for i in split(x, tag)[1]}
        tangents = {
            i: system.solve(self._change([t.get(i, 0) for _, t in parts], tag, i, solution)) for i in directions
        }
        return tuple(make(tag, x, {i: tangents[i][k] for i in directions}) for k, x in enumerate(solution))

    def _change(self, rates: list[Any], tag: int, direction: int, solution: Column) -> Column:
        if self.tag != tag:
            return tuple(rates)
        changes = ([split(x, tag)[1].get(direction, 0) for x in row] for row in self.rows)
        return tuple(g.sub(b, sum_of(map(g.mul, da, solution))) for b, da in zip(rates, changes, strict=True))


def _newest(values: Iterable[Any]) -> int:
    return max((x.tag for x in values if isinstance(x, Differential)), default=0)
