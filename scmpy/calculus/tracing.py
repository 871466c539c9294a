"""Functions of states traced once (tape); reverse mode."""

from __future__ import annotations

import cmath
import itertools
import operator
from collections.abc import Callable
from typing import Any

from scmpy.calculus.dual_numbers import Differential, Tagged, Tangents, finite_part, make, perturbed_places, primal_part
from scmpy.errors import DifferentiationError, ScmpyError
from scmpy.generic import operations as g
from scmpy.generic.arrays import broadcast, is_array, is_array_of_objects, native
from scmpy.generic.dispatch import BinaryOperation, Operation, UnaryOperation
from scmpy.generic.types import is_number
from scmpy.structure.literal_functions import REAL, Applied, LiteralFunction, Signature, Tuple, literal_at
from scmpy.structure.tuples import Down, Structure, Up, leaves, map_leaves, unflatten
from scmpy.symbolic.arithmetic import OPERATION_OF, apply_head
from scmpy.symbolic.expression import DOWN, UP, Application, Expression, Symbol, fold, subexpressions, symbol
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
        return fold(expression, _itself, self._node, self.known)

    def _node(self, node: Application, operands: list[Any]) -> Any:
        same = all(map(operator.is_, operands, node.operands))
        return node if same else self.value(node, tuple(operands))

    def value(self, node: Expression, operands: tuple[Any, ...]) -> Any:
        return _applied(node.operator, operands)


def _itself(x: Any) -> Any:
    return x


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
    if head in (UP, DOWN):
        return (Up if head is UP else Down)(operands)
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
