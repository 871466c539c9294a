"""A change of the unknowns: functions x = F(t, q) in the place of the unknowns x of a system.

Derivatives of x are the total derivatives of F. The change is invertible where the derivatives of F by q are
independent, by as many of them as there are x: others are given functions. Other places are outside of the domain, and
the answer says so. Where there are fewer q than x, constraints have to say that every motion of the system is reached:
then it has as many initial values in x as in q.

What a system says of unknowns u that it has alone may be their definition, u = F(t, x, D x, ...), as that of momenta or
quasi-velocities: equations that are linear in u, and have one solution wherever the system has values. Then its motions
are those of the system with F in the place of u.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from contextlib import suppress
from itertools import combinations
from typing import Any, NamedTuple

from scmpy.calculus.tape import Replay
from scmpy.errors import GenericOperationError, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.mechanics.equations.alternatives import UNSETTLED, Algebra, signs_in
from scmpy.mechanics.equations.jets import Jets, slope
from scmpy.mechanics.equations.solved_form import Branch, Completion
from scmpy.render.scheme_text import scheme_text
from scmpy.structure import linear
from scmpy.structure.literal import LiteralFunction
from scmpy.structure.structure import sum_of
from scmpy.symbolic.assumptions import assumptions_in_force
from scmpy.symbolic.expression import LIST, Expression, Symbol, application, expression_of


class Change(NamedTuple):
    """What functions are in the place of others, and what vanishes where the change is singular."""

    values: dict[Expression, Any]
    singular: list[Any]
    is_square: bool

    def concerns(self, jets: Jets, system: list[Any]) -> bool:
        """Does a system have an unknown that is changed?"""
        return not self.values.keys().isdisjoint(jets.functions(*system))

    def of(self, jets: Jets, residual: Any) -> Any:
        """A residual in the new unknowns."""
        return put_in(jets, self.values, residual)


def put_in(jets: Jets, values: Mapping[Expression, Any], residual: Any) -> Any:
    """A residual with values for functions, and their total derivatives for the derivatives."""
    found: dict[Expression, Any] = {}
    for jet in jets.occurring(residual):
        function, order = jets.place[jet]
        if function in values:
            value = values[function]
            for _ in range(order):
                value = jets.rate(value)
            found[jet] = value
    return Replay(found).of(residual) if found else residual


def definitions(jets: Jets, system: list[Any], own: Set[Expression]) -> dict[Expression, Any]:
    """The values that a system gives to own unknowns, wherever it has values: of others, that it does not define."""
    known = {x for facts in (assumptions_in_force(),) for x in jets.functions(*facts)}
    known |= {f for f in own if jets.symbol(f, 0).facts}
    own = own - known
    found: dict[Expression, Any] = {}
    while own - found.keys():
        try:
            new = _defined(jets, [put_in(jets, found, x) for x in system], own - found.keys())
        except UNSETTLED:
            break
        if not new:
            break
        found = {**{f: put_in(jets, new, value) for f, value in found.items()}, **new}
    return found


def _defined(jets: Jets, system: list[Any], own: Set[Expression]) -> dict[Expression, Any]:
    """Own unknowns for which equations without their derivatives are solved, one or several of them."""
    algebra = Algebra()
    equations, divisors = [], set()
    for residual in system:
        orders = {f: order for f, order in jets.functions(residual).items() if f in own}
        if orders and not any(orders.values()):
            equations.append(algebra.part(residual).numerator)
            divisors |= set(algebra.divisors(residual))
    if signs_in(*equations):
        return {}

    def vanishes_nowhere(x: Any) -> bool:
        ways = algebra.alternatives(x)
        return ways is not None and all(not divisors.isdisjoint(way) for way in ways)

    completion = Completion(algebra, jets, own.__contains__)
    root = Branch(tuple(equations), nonzero=tuple(divisors))
    for equation in equations:
        for pivot in completion.pivots(root, equation):
            if vanishes_nowhere(pivot.coefficient):
                function, _ = jets.place[pivot.unknown]
                return {function: algebra.part(g.negate(g.div(pivot.rest, pivot.coefficient))).value}
    block = completion.block(root, equations)
    if block is None or not vanishes_nowhere(block.determinant):
        return {}
    return {jets.place[u][0]: algebra.part(x).value for u, x in zip(block.unknowns, block.values, strict=True)}


def change_of(jets: Jets, given: Any) -> Change:
    """The change that pairs of unknowns and expressions say."""
    pairs = list(given.items() if isinstance(given, Mapping) else _items(given))
    if not pairs or any(len(pair) != 2 for pair in map(_items, pairs)):
        raise WrongTypeError(
            f"equivalent-equations: a change is a table of unknowns and expressions, got {describe(given)}"
        )
    pairs = [tuple(_items(pair)) for pair in pairs]
    values = {_function(jets, key): jets.of(expression_of(value)) for key, value in pairs}
    new = jets.functions(*values.values())
    if not new or any(new.values()) or not values.keys().isdisjoint(new):
        raise WrongTypeError("equivalent-equations: a change gives unknowns as functions of others, not of derivatives")
    unknowns = [jets.symbol(function, 0) for function in new]
    found = [
        singular
        for some in combinations(unknowns, min(len(unknowns), len(values)))
        if (singular := _singular(list(values.values()), some)) is not None
    ]
    if not found:
        raise WrongTypeError(f"equivalent-equations: the change of {_names(values)} to {_names(new)} is not invertible")
    return Change(values, min(found, key=len), len(new) >= len(values))


def _singular(values: list[Any], unknowns: tuple[Symbol, ...]) -> list[Any] | None:
    """What vanishes where the derivatives of values by unknowns are dependent; None if they are everywhere."""
    rows = tuple(tuple(slope(value, u) for u in unknowns) for value in values)
    if len(rows) != len(unknowns):
        columns = tuple(zip(*rows, strict=True))
        rows = tuple(tuple(sum_of(map(g.mul, a, b)) for b in columns) for a in columns)
    ways = Algebra().alternatives(linear.determinant(rows)) if unknowns else []
    return None if ways is None else [x for way in ways for x in way]


def _items(value: Any) -> list[Any]:
    """The items of a list or tuple, of Scheme too; none of anything else."""
    if isinstance(value, (list, tuple)):
        return list(value)
    with suppress(GenericOperationError):
        held = expression_of(value)
        return list(held.operands) if getattr(held, "operator", None) is LIST else []
    return []


def _function(jets: Jets, key: Any) -> Expression:
    """The function of an unknown, given as itself or as its value."""
    node = application(key.expression, jets.time) if isinstance(key, LiteralFunction) else key
    unknown = jets.of(node) if isinstance(node, Expression) else None
    if not isinstance(unknown, Symbol) or jets.place.get(unknown, (None, 1))[1]:
        raise WrongTypeError(
            f"equivalent-equations: what is changed are functions of {jets.time.name}, got {describe(key)}"
        )
    return jets.place[unknown][0]


def _names(functions: Iterable[Any]) -> str:
    return ", ".join(map(scheme_text, functions))
