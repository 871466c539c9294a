"""Functions of states traced once; arguments as flat variables; high orders by jets and Taylor mode."""

from __future__ import annotations

import cmath
import itertools
import math
import operator
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from scmpy.calculus.dual_numbers import (
    Differential,
    Indices,
    Tagged,
    Tangents,
    finite_part,
    make,
    map_scalars,
    new_tag,
    perturbed_places,
    primal_part,
    split,
    tag_at,
)
from scmpy.errors import BadIndexError, DifferentiationError, DomainError, ScmpyError, describe
from scmpy.generic import operations as g
from scmpy.generic.arrays import broadcast, is_array, is_array_of_objects, is_batch, is_vector_array, native, stacked
from scmpy.generic.dispatch import BinaryOperation, Operation, UnaryOperation, converted
from scmpy.generic.functions import Function, is_function
from scmpy.generic.numbers import by_squarings
from scmpy.generic.types import ScalarKind, TreeNode, is_number, is_zero_number, map_dual, tree_leaves, tree_map
from scmpy.structure.literal_functions import REAL, Applied, LiteralFunction, Signature, Tuple, literal_at
from scmpy.structure.tuples import Down, Structure, Up, as_ups, leaves, map_leaves, unflatten
from scmpy.symbolic.arithmetic import OPERATION_OF, apply_head
from scmpy.symbolic.expression import Application, Expression, Head, Symbol, fold, subexpressions, symbol
from scmpy.symbolic.simplify import reduced

# --- tape ------------------------------------------------------------------------------------------------------------
# Tapes: functions of states remembered as expressions, so that derivatives of derivatives stay cheap.
#
# A function evaluated once on unknowns gives an expression, the tape. Its value anywhere is the tape replayed with the
# generic operations; replayed on differentials, it gives the derivative. Where a function is a derivative of a
# derivative of ..., evaluating it from scratch costs exponentially in the order; with a tape for every order the cost
# follows the size of the simplified expressions.

_count = itertools.count()  # a tape may hold the unknowns of another one: each has its own

LONG = 200  # nodes above which a tape is simplified


class TracedFunction:
    def __init__(self, values: dict[Expression, Any]) -> None:
        self.known = dict(values)

    def of(self, expression: Any) -> Any:
        return fold(expression, lambda x: x, self._node, self.known)

    def _node(self, node: Application, operands: list[Any]) -> Any:
        same = all(map(operator.is_, operands, node.operands))
        return node if same else self.value(node, tuple(operands))

    def value(self, node: Expression, operands: tuple[Any, ...]) -> Any:
        return _applied(node.operator, operands)


def traced(tape: Any, values: dict[Expression, Any]) -> Any:
    """The value of a structure of expressions where symbols have these values, which may be differentials.

    In a batch of expressions every one has the values of its own orbit.
    """
    replayed = TracedFunction(values)

    def of(leaf: Any) -> Any:
        if not is_array_of_objects(leaf):
            return replayed.of(leaf)
        one = broadcast(
            lambda x, *given: TracedFunction(dict(zip(values, given, strict=True))).of(x), (leaf, *values.values())
        )
        return native(one)

    return map_leaves(of, tape)


def _applied(head: Any, operands: tuple[Any, ...]) -> Any:
    if head in (Head.UP, Head.DOWN):
        return (Up if head is Head.UP else Down)(operands)
    if head in OPERATION_OF:
        return apply_head(head, operands)
    return literal_at(operands)(LiteralFunction(head, Signature(tuple(map(_type_of, operands)), REAL)))


def _type_of(value: Any) -> Any:
    if isinstance(value, Structure):
        return Tuple(value.orientation, tuple(map(_type_of, value)))
    return REAL


def taped(f: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """The same function of a structure of scalars, with tapes for its derivatives; its values come from itself.

    At symbols a tape keeps the numbers among the arguments. At numbers one tape serves them all; where the function
    cannot be evaluated at unknowns, or its tape not at these numbers, the derivatives come from the function too. So
    they do where the tape has another value than the function, which then takes another branch at these numbers than at
    unknowns, and at a symbol that is several arguments.
    """
    tapes: dict[Any, Any] = {}
    checked: dict[Any, bool] = {}  # whether the tape holds, at the place where this was asked last
    name = f"tape {next(_count)}"

    def replayed(place: Structure, values: list[Any], kept: Callable[[Any], bool]) -> Any:
        unknowns = [symbol(f"{name} place {i}") for i in range(len(values))]
        key = map_leaves(lambda _: 0, place), tuple((type(x), x) if kept(x) else None for x in values)
        if key not in tapes:
            arguments = (x if kept(x) else u for x, u in zip(values, unknowns, strict=True))
            value = f(unflatten(arguments, place))
            tapes[key] = _shortened(value) if is_tuple_of_scalars(value) else None
        tape = tapes[key]
        return f(place) if tape is None else traced(tape, dict(zip(unknowns, values, strict=True)))

    def holds(found: Any, place: Structure, points: list[Any]) -> bool:
        if any(map(is_array, points)):
            return True
        here = tuple((type(x), x) for x in points)
        if here not in checked:
            checked.clear()
            checked[here] = _agree(map_leaves(finite_part, found), f(unflatten(iter(points), place)))
        return checked[here]

    def at(place: Structure) -> Any:
        values = leaves(place)
        parts = [finite_part(x) for x in values if isinstance(x, Differential)]
        if not parts or any(hasattr(part, "_decide_") for part in parts):  # of a trace, which tells how f decides
            return f(place)
        points = [finite_part(x) for x in values]
        unknown = [x for x in points if isinstance(x, Expression) and not x.constant]
        if len(set(unknown)) < len(unknown):
            return f(place)
        if all(part in unknown for part in parts):
            return replayed(place, values, _is_number)
        try:
            found = replayed(place, values, _is_number if unknown else lambda _: False)
            return found if holds(found, place, points) else f(place)
        except (ScmpyError, TypeError, ValueError):
            return f(place)

    return at


def _is_number(x: Any) -> bool:
    return is_number(x) or (isinstance(x, Expression) and x.constant)


def _agree(first: Any, second: Any) -> bool:
    """Have two structures the same values, as far as random numbers in the place of their symbols tell?"""
    from random import Random

    ours, theirs = leaves(first), leaves(second)
    nodes = subexpressions(*(x for x in (*ours, *theirs) if isinstance(x, Expression)))
    chosen = Random(1)
    sample = TracedFunction(
        {x: float(x) if x.constant else chosen.uniform(0.5, 1.5) for x in nodes if isinstance(x, Symbol)}
    )
    values = [(sample.of(x), sample.of(y)) for x, y in zip(ours, theirs, strict=True)]
    return all(cmath.isclose(x, y, rel_tol=1e-9, abs_tol=1e-9) for x, y in values if is_number(x) and is_number(y))


def _shortened(value: Any) -> Any:
    nodes = subexpressions(*(leaf for leaf in leaves(value) if isinstance(leaf, Expression)))
    return reduced(value) if next(itertools.islice(nodes, LONG, None), None) else value


def is_tuple_of_scalars(value: Any) -> bool:
    return all(isinstance(x, Expression) or is_number(x) for x in leaves(value))


# --- reverse ---------------------------------------------------------------------------------------------------------
# Reverse mode: a function's operations are recorded, and one sweep back through the record gives a whole gradient.
#
# A recorded value holds its primal value and, for each operand that it was made from, the slope by that operand. It
# branches as at the point, like a differential, so that every function which can be differentiated forward can be
# recorded. The sweep takes the recorded values from the last to the first; each passes its *adjoint*, the derivative of
# the result by it, on to its operands, times the slopes. So the gradient of a scalar costs a few times the function,
# however many variables there are; forward mode carries every direction through every operation. Slopes and adjoints
# are generic scalars (expressions, differentials of other derivatives), so the two modes nest in any order.
#
# Source: Griewank and Walther, Evaluating Derivatives, chapter 3.

_node_count = itertools.count()


class ReverseNode(Tagged):
    """A value in a record: its number there, and the operands that it was made from with the slopes by them.

    A variable has no operands, it has the direction that it stands for.
    """

    __slots__ = ("direction", "number", "operands")

    def __init__(
        self, tag: int, primal: Any, operands: tuple[tuple[ReverseNode, Any], ...], direction: int | None = None
    ) -> None:
        self.tag = tag
        self.primal = primal
        self.operands = operands
        self.direction = direction
        self.number = next(_node_count)

    def __repr__(self) -> str:
        return f"<recorded {self.tag}: {self.primal}>"

    def _unary_(self, operation: UnaryOperation) -> Any:
        return self._record(operation, self)

    def _binary_(self, operation: BinaryOperation, x: Any, y: Any) -> Any:
        return self._record(operation, x, y)

    def _record(self, operation: Operation, *args: Any) -> ReverseNode:
        own = [isinstance(x, ReverseNode) and x.tag == self.tag for x in args]
        primals = [x.primal if mine else x for x, mine in zip(args, own, strict=True)]
        operands = tuple(
            (x, slope(*primals)) for x, slope, mine in zip(args, operation.derivatives, own, strict=True) if mine
        )
        return ReverseNode(self.tag, operation(*primals), operands)

    def _linear_(self, operation: UnaryOperation) -> Any:
        raise DifferentiationError(f"reverse mode: {operation.name} has no complex derivative; use forward mode")

    def _literal_(self, args: tuple[Any, ...]) -> Applied:
        at = literal_at(tuple(primal_part(x, self.tag) for x in args))
        places = perturbed_places(args, self.tag)

        def applied(function: LiteralFunction) -> Any:
            operands = tuple((x, at(function.partial(path))) for path, x in places)
            return ReverseNode(self.tag, at(function), operands)

        return applied

    def swept(self) -> Any:
        tangents: Tangents = {}
        adjoints: dict[int, Any] = {id(self): 1}
        for node in _recorded_before(self):
            adjoint = adjoints.pop(id(node))
            if node.direction is not None:
                tangents[node.direction] = adjoint
            for operand, slope in node.operands:
                term = g.mul(slope, adjoint)
                key = id(operand)
                adjoints[key] = g.add(adjoints[key], term) if key in adjoints else term
        return make(self.tag, self.primal, tangents)


def _recorded_before(last: ReverseNode) -> list[ReverseNode]:
    found = {id(last): last}
    stack = [last]
    while stack:
        for operand, _ in stack.pop().operands:
            if id(operand) not in found:
                found[id(operand)] = operand
                stack.append(operand)
    return sorted(found.values(), key=lambda node: -node.number)


# --- places ----------------------------------------------------------------------------------------------------------
# Where a function is differentiated: its arguments as flat scalars, which are the variables, and their shape.
#
# Arguments of any kind are taken apart once, here: vectors are up tuples, an array of numpy's is made of its elements,
# several arguments are a composite like a tuple. What differentiates works on the flat scalars alone; the place puts
# scalars together to arguments for the function, and derivatives to what has the dual shape.


class Lens:
    """A part of the arguments of a function, by whose scalars it is differentiated.

    >>> from scmpy import symbols, up
    >>> place = Lens.of((up(3, [4, 5]), 6), (0, 1))
    >>> place.variables, place.arguments(symbols("x y")), place.dual([1, 2])
    ([4, 5], [(up 3 (up x y)), 6], (down 1 2))
    """

    __slots__ = ("_variables", "fill", "part")

    def __init__(self, part: Any, fill: Callable[[Any], Sequence[Any]]) -> None:
        scalars = [] if isinstance(part, Elements) else tree_leaves(part)
        if any(map(operator.is_not, map(_opened, scalars), scalars)):
            part = tree_map(_opened, part)
            scalars = tree_leaves(part)
        self.part = part
        self.fill = fill
        self._variables = list(map(converted, scalars))

    @classmethod
    def of(cls, args: Sequence[Any], path: Indices = ()) -> Lens:
        """The part of arguments at a path of indices: of one argument inside it, of several the argument first."""
        if len(args) != 1:
            part, fill = _inside(Arguments(args), path)
            return cls(part, lambda x: list(map(_closed, fill(x).parts)))
        whole = _opened(args[0])
        if not path or (path == (0,) and not isinstance(whole, TreeNode)):
            return cls(whole, lambda x: (_closed(x),))
        part, fill = _inside(whole, path)
        return cls(part, lambda x: (_closed(fill(x)),))

    @property
    def variables(self) -> list[Any]:
        if not self._variables:  # those of an array wait until they are asked for
            self._variables = list(map(converted, tree_leaves(self.part)))
        return self._variables

    @property
    def array(self) -> Any:
        return _closed(self.part) if isinstance(self.part, Elements) or is_batch(self.part) else None

    def arguments(self, scalars: Iterable[Any]) -> Sequence[Any]:
        supply = iter(scalars)
        return self.fill(tree_map(lambda _: next(supply), self.part))

    def dual(self, derivatives: Iterable[Any]) -> Any:
        """The derivatives by the variables in the shape of the derivative by the part."""
        supply = iter(derivatives)
        return map_dual(lambda _: next(supply), self.part)

    def only(self, i: int) -> Lens:
        before, after = self.variables[:i], self.variables[i + 1 :]
        return Lens(self.variables[i], lambda x: self.arguments((*before, x, *after)))


def _opened(value: Any) -> Any:
    if isinstance(value, list):
        return as_ups(value, "D")
    return Elements(value) if is_vector_array(value) else value


def _closed(value: Any) -> Any:
    return value.array if isinstance(value, Elements) else value


def _inside(value: Any, path: Indices) -> tuple[Any, Callable[[Any], Any]]:
    whole = _opened(value)
    if not path:
        return whole, lambda part: part
    index, *rest = path
    parts = whole._children_() if isinstance(whole, TreeNode) else ()
    if not -len(parts) <= index < len(parts):
        known = f"; its components are 0 to {len(parts) - 1}" if parts else ""
        raise BadIndexError(f"partial: {describe(whole)} has no component {index}{known}")
    part, fill = _inside(parts[index], tuple(rest))

    def filled(x: Any) -> Any:
        changed = list(parts)
        changed[index] = fill(x)
        return whole._with_children_(changed)

    return part, filled


class Arguments(TreeNode):
    __slots__ = ("parts",)

    def __init__(self, parts: Sequence[Any]) -> None:
        self.parts = parts

    def _children_(self) -> Sequence[Any]:
        return self.parts

    def _with_children_(self, parts: Sequence[Any]) -> Arguments:
        return Arguments(parts)

    def _dual_(self, parts: Sequence[Any]) -> Down:
        return Down(parts)

    def _describe_(self) -> str:
        return f"a list of {len(self.parts)} argument{'s' * (len(self.parts) != 1)}"


class Elements(TreeNode):
    """An array that is a vector as the composite of its elements, or of its rows."""

    __slots__ = ("array",)

    def __init__(self, array: Any) -> None:
        self.array = array

    def _children_(self) -> Sequence[Any]:
        return list(self.array) if self.array.ndim == 1 else list(map(Elements, self.array))

    def _with_children_(self, parts: Sequence[Any]) -> Elements:
        made = self.array.astype(object)
        for i, part in enumerate(parts):
            made[i] = _closed(part)
        return Elements(made)

    def _dual_(self, parts: Sequence[Any]) -> Any:
        return stack(parts, self.array) if parts else self.array

    def _describe_(self) -> str:
        return f"an array of {len(self.array)}"


def stack(parts: Sequence[Any], array: Any) -> Any:
    """The derivatives by the parts of an array as one array, inside the structure of the result."""
    first = parts[0]
    if isinstance(first, TreeNode):
        columns = zip(*(x._children_() for x in parts), strict=True)
        return first._with_children_([stack(column, array) for column in columns])
    if isinstance(first, list):
        return [stack(column, array) for column in zip(*parts, strict=True)]
    if is_function(first):
        return Function(lambda *more: stack([x(*more) for x in parts], array), "derivative")
    if not isinstance(first, ScalarKind):
        raise DifferentiationError(f"D: the derivative of {describe(first)} by an array has no form")
    return stacked(list(parts), array)


# --- taylor ----------------------------------------------------------------------------------------------------------
# Derivatives of high order by one variable: truncated Taylor arithmetic.
#
# A value is carried with its first n derivatives by one variable. A product has them by Leibniz's rule,
#
#     (u v)^(k) = sum over j of C(k, j) u^(j) v^(k-j),
#
# a quotient by the same rule solved for its last term, and any other operation by the chain rule: the first derivative
# of sin u is cos u times u', of which n - 1 derivatives are needed, so that an operation asks for another one of an
# order less. What has been found of an operation at an operand is remembered with the operand, so that an operation
# costs at most n^3 products, where differentials of differentials cost 2^n.
#
# What is carried are the derivatives themselves, not the coefficients of the series: exact values stay as they would be
# written. They are generic scalars, among them expressions and values that other derivatives perturb.
#
# Source: Griewank and Walther, Evaluating Derivatives, chapter 13.

Orders = list[Any]  # a value and its derivatives, of order 0, 1, ...

#: The number of orders that are found at once: the depth to which operations ask for each other.
_BLOCK = 16


class Taylor(Tagged):
    """A value with its derivatives up to some order by the variable of a tag.

    >>> x = Taylor(10**6, [3, 1, 0])
    >>> (x * x * x).orders
    [27, 27, 18]
    """

    __slots__ = ("known", "orders")

    def __init__(self, tag: int, orders: Orders, known: dict[Operation, Orders] | None = None) -> None:
        self.tag = tag
        self.primal = orders[0]
        self.orders = orders
        self.known = {} if known is None else known

    def __repr__(self) -> str:
        return f"<Taylor {self.tag}: {self.orders}>"

    def _shown_(self) -> Any:
        return self.primal

    def truncated(self, order: int) -> Any:
        return Taylor(self.tag, self.orders[: order + 1], self.known) if order else self.primal

    def _unary_(self, operation: UnaryOperation) -> Any:
        """The derivative of order k from the slope, of which k - 1 are needed: some orders after others.

        Where the slope asks for the operation itself, as that of exp does, it has found them when it comes back.
        """
        count = len(self.orders)
        found = self.known.setdefault(operation, [operation(self.primal)])
        while len(found) < count:
            end = min(len(found) + _BLOCK, count)
            slope = self._orders(operation.derivatives[0](self.truncated(end - 2)))
            found.extend(_leibniz(slope, self.orders[1:], k - 1) for k in range(len(found), end))
        return Taylor(self.tag, found[:count])

    def _binary_(self, operation: BinaryOperation, x: Any, y: Any) -> Any:
        if operation is g.expt:
            return self._power(x, y)
        rule = _RULES.get(operation)
        if rule is not None:
            return Taylor(self.tag, rule(operation, self._orders(x), self._orders(y)))
        arguments = self._truncated(x), self._truncated(y)
        terms = [
            _product(self._orders(slope(*arguments)), argument.orders[1:])
            for slope, argument in zip(operation.derivatives, (x, y), strict=True)
            if self._is_own(argument)
        ]
        return self._from_slopes(operation(self._primal(x), self._primal(y)), terms)

    def _linear_(self, operation: UnaryOperation) -> Any:
        self._demand_real_(str(operation.name))
        return Taylor(self.tag, list(map(operation, self.orders)))

    def _literal_(self, args: tuple[Any, ...]) -> Applied:
        below = literal_at(tuple(map_scalars(self._truncated, x) for x in args))
        at = literal_at(tuple(map_scalars(self._primal, x) for x in args))
        places = perturbed_places(args, self.tag)

        def applied(function: LiteralFunction) -> Any:
            slopes = [(self._orders(below(function.partial(path))), place.orders[1:]) for path, place in places]
            return self._from_slopes(at(function), list(itertools.starmap(_product, slopes)))

        return applied

    def _power(self, x: Any, y: Any) -> Any:
        """x^y: a product for a whole exponent; else its derivative is itself times that of y log x."""
        if isinstance(y, int):
            return by_squarings(x, y)
        if is_zero_number(self._primal(x)):
            raise DomainError("expt: a power of 0 has no derivatives of every order")
        exponent = self._orders(g.mul(y, g.log(x)))
        found = [g.expt(self._primal(x), self._primal(y))]
        for k in range(1, len(self.orders)):
            found.append(_leibniz(found, exponent[1:], k - 1))
        return Taylor(self.tag, found)

    def _from_slopes(self, primal: Any, terms: list[Orders]) -> Any:
        return Taylor(self.tag, [primal, *(g.add(*parts) for parts in zip(*terms, strict=True))])

    def _orders(self, x: Any) -> Orders:
        """The derivatives of any value by this variable, as many as it needs: those that are not given are 0."""
        own = x.orders if self._is_own(x) else [x]
        return [*own, *[0] * (len(self.orders) - len(own))]

    def _truncated(self, x: Any) -> Any:
        return x.truncated(len(self.orders) - 2) if self._is_own(x) else x

    def _primal(self, x: Any) -> Any:
        return x.primal if self._is_own(x) else x

    def _is_own(self, x: Any) -> bool:
        return isinstance(x, Taylor) and x.tag == self.tag


def order_of(value: Any, tag: int, order: int) -> Any:
    """The derivative of this order of a value by the variable of a tag, component by component."""

    def of_scalar(x: Any) -> Any:
        if isinstance(x, Taylor) and x.tag == tag:
            return x.orders[order]
        return g.zero_like(x)

    return map_scalars(of_scalar, value)


def _leibniz(x: Sequence[Any], y: Sequence[Any], k: int) -> Any:
    """The derivative of order k of a product, y known up to this order; terms of which a factor is 0 are left out."""
    total: Any = 0
    for j in range(min(k + 1, len(x))):
        if not is_zero_number(x[j]) and not is_zero_number(y[k - j]):
            total = g.add(total, g.mul(math.comb(k, j), g.mul(x[j], y[k - j])))
    return total


def _product(x: Sequence[Any], y: Sequence[Any]) -> Orders:
    return [_leibniz(x, y, k) for k in range(len(y))]


def _quotient(x: Orders, y: Orders) -> Orders:
    found: Orders = []
    for k, numerator in enumerate(x):
        found.append(g.div(g.sub(numerator, _leibniz(found, y, k)), y[0]))
    return found


#: The derivatives of the results of operations that have a rule of their own.
_RULES: dict[BinaryOperation, Callable[[Operation, Orders, Orders], Orders]] = {
    g.add: lambda operation, x, y: list(itertools.starmap(operation, zip(x, y, strict=True))),
    g.sub: lambda operation, x, y: list(itertools.starmap(operation, zip(x, y, strict=True))),
    g.mul: lambda _, x, y: _product(x, y),
    g.div: lambda _, x, y: _quotient(x, y),
}


# --- jet -------------------------------------------------------------------------------------------------------------
# Partial derivatives of high order.
#
# A derivative of a derivative of ... a function costs exponentially in the order when every level evaluates the one
# below on differentials: (n + 1)^k of them for k derivatives by n variables. Here the function is evaluated once, on
# unknowns, which gives an expression: a graph, the tape. A derivative of it is a graph again, over the same nodes, and
# every node is differentiated once by each unknown. Partial derivatives commute, so that those of order k are one for
# every multiset of k unknowns, not one for every sequence: by 10 variables there are 5005 of order 6, of a million
# components. Tuples of equal components are shared in the same way.
#
# At numbers there is no tape, as the function may branch: there it is evaluated once for every multiset of variables,
# each carrying as many derivatives as it has in the multiset (:mod:`scmpy.calculus.jet`).


class PartialDerivatives(TracedFunction):
    """The partial derivatives of expressions by one symbol: their values where it is a differential."""

    def __init__(self, unknown: Expression) -> None:
        self.tag = new_tag()
        super().__init__({unknown: Differential(self.tag, unknown, {0: 1})})

    def value(self, node: Expression, operands: tuple[Any, ...]) -> Any:
        """The differential of a node: its primal value is the node itself, which keeps the graph shared."""
        value = super().value(node, operands)
        return value if isinstance(value, Structure) else make(self.tag, node, split(value, self.tag)[1])

    def slope(self, expression: Any) -> Any:
        return split(self.of(expression), self.tag)[1].get(0, 0)


class Jet(ABC):
    def __init__(self) -> None:
        self.tuples: dict[tuple[int, tuple[int, ...]], Any] = {}

    def derivative(self, parts: list[Any], chosen: tuple[int, ...] = ()) -> Any:
        """The derivative by parts of the arguments, first to last, of the derivative by the chosen variables.

        A part has the numbers of the variables in the places of their values.
        """
        while parts and not isinstance(parts[-1], TreeNode):
            *parts, last = parts
            chosen = (*chosen, last)
        key = tuple(sorted(chosen))
        if (len(parts), key) not in self.tuples:
            if parts:
                value = map_dual(lambda i: self.derivative(parts[:-1], (*key, i)), parts[-1])
            else:
                value = self.partial(key)
            self.tuples[len(parts), key] = value
        return self.tuples[len(parts), key]

    @abstractmethod
    def partial(self, key: tuple[int, ...]) -> Any:
        """The function's value, differentiated by the variables of these numbers."""


class TapeJet(Jet):
    """The derivatives of a tape, a tuple of expressions in these unknowns, at the values of the unknowns."""

    def __init__(self, tape: Any, unknowns: list[Any], values: list[Any]) -> None:
        super().__init__()
        self.tape = tape
        self.by = [PartialDerivatives(unknown) for unknown in unknowns]
        self.replay = TracedFunction(dict(zip(unknowns, values, strict=True)))
        self.derived: dict[tuple[int, ...], list[Any]] = {(): leaves(tape)}

    def partial(self, key: tuple[int, ...]) -> Any:
        return unflatten(map(self.replay.of, self._components(key)), self.tape)

    def _components(self, key: tuple[int, ...]) -> list[Any]:
        if key not in self.derived:
            self.derived[key] = [self.by[key[-1]].slope(x) for x in self._components(key[:-1])]
        return self.derived[key]


class TaylorJet(Jet):
    """The derivatives of a function of scalars at these values, which carry theirs along."""

    def __init__(self, at: Callable[[list[Any]], Any], values: list[Any]) -> None:
        super().__init__()
        self.at = at
        self.values = values

    def partial(self, key: tuple[int, ...]) -> Any:
        """The function evaluated once, with as many derivatives by each variable as it is named."""
        variables = list(self.values)
        orders = [(tag_at([variables[i]]), i, order) for i, order in Counter(key).items()]
        for tag, i, order in orders:
            variables[i] = Taylor(tag, [variables[i], 1, *[0] * (order - 1)])
        value = self.at(variables)
        for tag, _, order in reversed(orders):
            value = order_of(value, tag, order)
        return value


#: From this order on, derivatives at numbers are found by truncated Taylor arithmetic.
TAYLOR_ORDER = 5


def high_derivative(f: Callable[..., Any], place: Lens, paths: Sequence[Indices]) -> Any:
    """The derivative of f by the parts of its arguments at paths, first to last; None where differentials have to do.

    The place is that of all arguments. A function that gives functions, and one that fails here, is left to them.
    """
    values = place.variables
    numbered = place.arguments(range(len(values)))
    parts = {path: Lens.of(numbered, path).part for path in set(paths)}
    by = [parts[path] for path in paths]
    if _have_names(values):
        name = f"jet {next(_count)}"
        unknowns = [symbol(f"{name} place {i}") for i in range(len(values))]
        tape = _tape(f, place.arguments(unknowns))
        if tape is not None:
            return TapeJet(tape, unknowns, values).derivative(by)
    if len(paths) < TAYLOR_ORDER or any(isinstance(x, bool) or not isinstance(x, ScalarKind) for x in values):
        return None
    try:
        return TaylorJet(lambda variables: f(*place.arguments(variables)), values).derivative(by)
    except ScmpyError:
        return None


def _tape(f: Callable[..., Any], places: Sequence[Any]) -> Any:
    try:
        tape = f(*places)
    except ScmpyError:
        return None
    return tape if is_tuple_of_scalars(tape) else None


def _have_names(values: list[Any]) -> bool:
    """Are the variables different expressions? What a function does cannot depend on their names, and is a tape."""
    points = [finite_part(x) for x in values]
    return all(isinstance(x, Expression) and not x.constant for x in points) and len(set(points)) == len(points)
