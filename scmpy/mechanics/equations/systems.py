"""Systems of equations: how they are read, their derivatives, alternatives, changes of unknowns."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from contextlib import suppress
from fractions import Fraction
from itertools import combinations, permutations, product
from typing import Any, NamedTuple

from scmpy.calculus.derivative import derivative
from scmpy.calculus.jet import TracedFunction
from scmpy.errors import GenericOperationError, LimitError, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.arrays import is_array
from scmpy.generic.dispatch import converted
from scmpy.generic.types import is_number
from scmpy.render.scheme import scheme_text
from scmpy.structure import linear_algebra as linear
from scmpy.structure.matrix import Matrix
from scmpy.structure.tuples import Structure, leaves, sum_of
from scmpy.symbolic.arithmetic import OPERATION_OF, substitute
from scmpy.symbolic.assumptions import facts_of
from scmpy.symbolic.ball_arithmetic import is_proved_zero, sign_of_constant
from scmpy.symbolic.canonical import is_arithmetic
from scmpy.symbolic.decision.algebraic import SIGN, is_positive, note_assumptions, parts_over_root, range_of
from scmpy.symbolic.decision.definite import terms_of_sum
from scmpy.symbolic.decision.equivalence import alternatives, contradict, is_complex, over_powers, with_pi
from scmpy.symbolic.decision.forms import FORMAL_LOG, UNSETTLED, DecisionForm, budget, budget_in_force, conjugates
from scmpy.symbolic.decision.zero_test import have_no_common_zeros, is_zero
from scmpy.symbolic.expression import (
    NUMERICAL,
    Application,
    Expression,
    Head,
    Symbol,
    application,
    derivative_expression,
    differentiated,
    expression_of,
    fold,
    function_and_orders,
    numerical,
    spread,
    subexpressions,
    symbol,
)
from scmpy.symbolic.ring import Form, factored, to_flint, to_fraction
from scmpy.symbolic.simplify import reduces_to_zero, simplified_expression

# --- jets ------------------------------------------------------------------------------------------------------------
# Jets: an unknown function of one variable and its derivatives as symbols that are independent of each other.
#
# At one moment the values of x, D x, D^2 x, ... of a smooth function may be any numbers. What is said of a function by
# an equation at every moment its derivatives say too: the total derivative of a residual R(t, x, D x, ...) is
#
#     d/dt R = dR/dt + dR/dx D x + dR/d(D x) D^2 x + ...


class Jets:
    """The symbols of the values and derivatives of functions of one variable."""

    def __init__(self, time: Symbol) -> None:
        self.time = time
        self.place: dict[Expression, tuple[Expression, int]] = {}  # symbol -> the function and the order
        self.known: dict[tuple[Expression, int], Symbol] = {}
        self.applied: dict[Expression, Expression] = {}  # symbol -> the expression that it stands for
        self.rates: dict[Any, Any] = {}

    def symbol(self, function: Expression, order: int) -> Symbol:
        """The symbol of a derivative, which has the facts that are known of it."""
        found = self.known.get((function, order))
        if found is None:
            node = application(derivative_expression(function, (), order), self.time)
            found = symbol(scheme_text(node), *facts_of(node))
            self.known[function, order] = found
            self.place[found] = function, order
            self.applied[found] = node
        return found

    def next(self, jet: Symbol) -> Symbol:
        function, order = self.place[jet]
        return self.symbol(function, order + 1)

    def of(self, expression: Any) -> Any:
        """The expression with symbols for the functions of the variable and their derivatives."""
        values: dict[Expression, Any] = {}
        for node in subexpressions(expression):
            if isinstance(node, Application) and node.operands == (self.time,):
                function, order = differentiated(node.operator)
                if isinstance(function, Symbol) and is_unknown_head(function):
                    values[node] = self.symbol(function, order)
        return TracedFunction(values).of(expression)

    def shown(self, expression: Any) -> Any:
        return TracedFunction(dict(self.applied)).of(expression)

    def occurring(self, *expressions: Any) -> list[Symbol]:
        return [node for node in subexpressions(*expressions) if node in self.place]  # type: ignore[misc]

    def functions(self, *expressions: Any) -> dict[Expression, int]:
        found: dict[Expression, int] = {}
        for jet in self.occurring(*expressions):
            function, order = self.place[jet]
            found[function] = max(order, found.get(function, 0))
        return found

    def rate(self, expression: Any) -> Any:
        if not isinstance(expression, Expression):
            return 0
        if expression not in self.rates:
            moving: dict[Expression, Any] = {jet: self.next(jet) for jet in self.occurring(expression)}
            moving[self.time] = 1

            def along(tau: Any) -> Any:
                return TracedFunction({x: g.add(x, g.mul(tau, v)) for x, v in moving.items()}).of(expression)

            self.rates[expression] = with_pi(derivative(along)(0))
        return self.rates[expression]


def slope(expression: Any, unknown: Expression) -> Any:
    return with_pi(derivative(lambda e: TracedFunction({unknown: g.add(unknown, e)}).of(expression))(0))


def is_unknown_head(head: Symbol) -> bool:
    """Is this the name of a literal function, and none of an operation?"""
    return head not in OPERATION_OF and head not in NUMERICAL


# --- reading ---------------------------------------------------------------------------------------------------------
# Reading systems of equations: their residuals, their variable, and the unknown functions.

_CONTAINERS = (Head.LIST, Head.UP, Head.DOWN, Head.MATRIX)


def residuals_of(system: Any) -> list[Any]:
    return [x for residual in _parts(system) for x in _scalars(residual)]


def _scalars(residual: Any) -> list[Any]:
    found: Any = None
    with suppress(GenericOperationError):
        found = with_pi(expression_of(residual))
    if isinstance(found, bool) or not (is_number(found) or isinstance(found, Expression)):
        raise WrongTypeError(f"equivalent-equations: a residual is a scalar, got {describe(residual)}")
    return list(spread((found,), lambda x: isinstance(x, Expression) and x.operator in _CONTAINERS))


def _parts(system: Any) -> list[Any]:
    if getattr(system, "rel_op", None) == "==":  # an equation of SymPy's
        return _parts(system.lhs - system.rhs)
    system = converted(system)
    if is_array(system):
        return system.ravel().tolist()  # type: ignore[no-any-return]
    held = system.rows if isinstance(system, Matrix) else leaves(system) if isinstance(system, Structure) else system
    return [part for inner in held for part in _parts(inner)] if isinstance(held, (list, tuple)) else [system]


def highest_derivatives(expressions: list[Any]) -> list[Expression]:
    """The derivatives of highest order of every unknown function, in the order in which they occur.

    Unknown are the functions differentiated at the independent variables. A derivative at a place that is itself
    unknown, as the slope (D a)((T s)) of a given function along the path T, is a coefficient of the equations.
    """
    orders = {x: last for x in subexpressions(*expressions) if (last := differentiated(x.operator))[1]}
    functions = {function for function, _ in orders.values()}
    found: dict[Expression, dict[Expression, int]] = {}
    for node, (function, order) in orders.items():
        if not any(differentiated(part.operator)[0] in functions for part in subexpressions(*node.operands)):
            found.setdefault(function, {})[node] = order
    return [node for some in found.values() for node, order in some.items() if order == max(some.values())]


def variable_of(first: list[Any], second: list[Any]) -> Symbol | None:
    """The symbol by which functions are differentiated, if it is one and they have no other arguments.

    Where none are differentiated it is the one that they are applied to.

    Raises:  WrongTypeError if that is another one in each system
    """
    one, other = places_of(first, 1), places_of(second, 1)
    if one and other and not one & other and len(one) == len(other) == 1:
        names = [" ".join(x.name for x in places) for places in (*one, *other)]
        raise WrongTypeError(
            f"equivalent-equations: the first system is one of functions of {names[0]}, the second of {names[1]}"
        )
    found = one | other or places_of([*first, *second])
    return next(iter(found))[0] if len(found) == 1 and len(next(iter(found))) == 1 else None


def scattered(system: list[Any], time: Symbol | None) -> str:
    """A function of the variables that is met at other places too, as x(t) and x(t + 1) are; "" if there is none.

    Values at several places are related by what the function is: they are no initial values of a solution. A function
    of unknowns, as V(x(t)), is a given one, and may be met anywhere.
    """
    variables = {time} if time else {x for place in places_of(system, 1) for x in place}
    places: dict[Symbol, dict[tuple[Any, ...], bool]] = {}
    for head, _, place in applications(system):
        inner = [x for part in place for x in subexpressions(part)]
        moves = any(isinstance(x, Symbol) and (not variables or x in variables) for x in inner)
        places.setdefault(head, {})[place] = moves and not any(applications(inner))
    for head, found in places.items():
        plain = all(isinstance(x, Symbol) for place in found for x in place)
        if any(found.values()) and (len(found) > 1 or not plain):
            shown = " and at ".join(" ".join(map(scheme_text, place)) for place in found)
            return f"{head.name} is met at {shown}"
    return ""


def places_of(system: list[Any], least: int = 0) -> set[tuple[Symbol, ...]]:
    """The arguments at which functions are differentiated, or are applied at least, where these are symbols."""
    found = ((order, place) for _, order, place in applications(system))
    return {place for order, place in found if order >= least and all(isinstance(x, Symbol) for x in place)}


def applications(system: list[Any]) -> Iterator[tuple[Symbol, int, tuple[Any, ...]]]:
    """The literal functions that are applied, the orders of their derivatives that are, and the arguments."""
    for node in subexpressions(*system):
        head, order = differentiated(node.operator)
        if isinstance(head, Symbol) and is_unknown_head(head) and head not in (Head.D, Head.PARTIAL):
            yield head, order, node.operands


def own_fields(system: list[Any], other: list[Any]) -> set[Symbol]:
    return _orders(system).keys() - _orders(other).keys()


def without_own_fields(system: list[Any], other: list[Any]) -> list[Any]:
    """A system with the values of its own functions that an equation gives, as u = w + 1 gives w, put in the others.

    Equations for their derivatives alone are taken for what is said of the other functions by them.
    """
    system = _without_potentials(system, other)
    algebra = Algebra()
    for own in sorted(own_fields(system, other), key=str):
        for i, equation in enumerate(system):
            values = _values([equation], own)
            if len(values) != 1 or values[0].operator is not own:
                continue
            rate, value = linear_solution(equation, values[0])
            if rate != 0 and _vanishes_nowhere(algebra, rate):
                rest = [x for j, x in enumerate(system) if j != i]
                return without_own_fields([_with_field(x, own, values[0].operands, value) for x in rest], other)
    return system


def with_explicit_fields(system: list[Any], other: list[Any]) -> list[Any]:
    """Residuals with their values for functions that equations of a system give by their places, as u = exp(x - t)."""
    algebra = Algebra()
    for equation in system:
        values = [x for f in _orders([equation]) for x in _values([equation], f)]
        rate, value = linear_solution(equation, values[0]) if len(values) == 1 else (0, 0)
        if rate == 0 or differentiated(values[0].operator)[1]:
            continue
        places = {x for x in values[0].operands if isinstance(x, Symbol)}
        somewhere = substitute(rate, {x: Fraction(n + 3, n + 2) for n, x in enumerate(sorted(places, key=str))})
        if len(places) == len(values[0].operands) and _vanishes_nowhere(algebra, somewhere):
            other = [_with_field(x, values[0].operator, values[0].operands, value) for x in other]
    return other


def linear_solution(equation: Any, node: Expression) -> tuple[Any, Any]:
    """The slope of an equation that is linear in a node, and the value that this has by it; 0 if it is not linear."""
    rate = slope(equation, node)
    if rate == 0 or node in subexpressions(rate):
        return 0, 0
    return rate, g.negate(g.div(TracedFunction({node: 0}).of(equation), rate))


def _with_field(expression: Any, field: Symbol, place: tuple[Any, ...], value: Any) -> Any:
    """An expression with a value, and its derivatives, for a function at a place, and its."""
    nodes = (x for x in _values([expression], field) if x.operands == place)
    return substitute(expression, {x: differentiated_as(x, value) for x in nodes})


def differentiated_as(node: Application, value: Any, valued: Any = None) -> Any:
    """A value of a function, or of a derivative of it, differentiated as it is in an application of its derivative."""
    before = function_and_orders(valued)[1]
    for path, times in function_and_orders(node.operator)[1].items():
        for _ in range(times - before.get(path, 0)):
            value = slope(value, node.operands[path[0] if path else 0])
    return value


def _without_potentials(system: list[Any], other: list[Any]) -> list[Any]:
    """A system with D_j f = D_i g for the equations D_i v = f and D_j v = g that it has for own functions v.

    If so, f and g are without derivatives of own functions, and nothing else is said of v, it is (Frobenius).
    """
    own, rest = own_fields(system, other), list(system)
    slopes: dict[Application, Any] = {}
    divisor: Any = 1
    while found := next(filter(None, (_slope_of_potential(x, own) for x in rest)), None):
        equation, node, value, below = found
        divisor = g.mul(divisor, below)
        slopes = {x: _by_slopes({node: value}, y) for x, y in slopes.items()} | {node: value}
        rest = [_by_slopes(slopes, x) for x in rest if x is not equation]
    met = {differentiated(x.operator)[0] for x in slopes}.intersection(f for f, _, _ in applications(rest))
    if met or any(order and f in own for f, order, _ in applications([*rest, *slopes.values()])):
        return system
    for (a, f), (b, h) in combinations(slopes.items(), 2):
        if differentiated(a.operator) == differentiated(b.operator):
            condition = _by_slopes(slopes, g.sub(differentiated_as(b, f), differentiated_as(a, h)))
            rest.append(simplified_expression(g.div(condition, divisor)))
    return rest


def _slope_of_potential(equation: Any, own: Set[Symbol]) -> tuple[Any, Application, Any, Any] | None:
    """An equation of first derivatives of own functions that is solved for one of them, its value, and a divisor."""
    nodes = [x for f in own for x in _values([equation], f) if x.operator is not f]
    if any(differentiated(x.operator)[1] > 1 for x in nodes):
        return None
    algebra = Algebra()
    numerator, divisor = algebra.part(equation)
    for node in nodes:
        slope, rest = algebra.linear_parts(numerator, node) or (0, 0)
        is_plain = len({x for x in node.operands if isinstance(x, Symbol)}) == len(node.operands) and not signs_in(rest)
        if _vanishes_nowhere(algebra, slope) and is_plain and own >= {f for f, _, _ in applications([divisor])}:
            return equation, node, g.negate(g.div(rest, slope)), divisor
    return None


def _vanishes_nowhere(algebra: Algebra, factor: Any) -> bool:
    """Is a factor without functions not 0 at any values of its symbols, as a number is, or e^x?"""
    return not {*applications([factor])} and algebra.alternatives(factor) == []


def _by_slopes(rules: Mapping[Application, Any], expression: Any) -> Any:
    """An expression with the values of first derivatives, and of those of higher order by them."""
    found: dict[Expression, Any] = {}
    for known, value in rules.items():
        function, path = function_and_orders(known.operator)
        for node in _values([expression], function):
            if node.operands == known.operands and function_and_orders(node.operator)[1].keys() >= path.keys():
                found[node] = differentiated_as(node, value, known.operator)
    return _by_slopes(rules, substitute(expression, found)) if found else expression


_MOST_EQUATIONS = 20  # with those that follow by differentiation


def prolonged(system: list[Any], other: list[Any], regular: bool) -> list[Any]:
    """A system with what follows by differentiation, up to the other's orders, or the next one, unless that is much."""
    places = sorted(places_of([*system, *other], 1), key=len)
    variables = places[-1] if places else ()  # functions of others are at other places, of which nothing is known
    if any(set(place) - set(variables) for place in places):
        return system
    found, most = list(system), max(_orders(system).values(), default=0)
    for residual in system:
        times = excess(other, system)
        if not regular and most:
            times += 1 + most - max(_orders([residual]).values(), default=0)
        newest = [(residual, 0)]
        for _ in range(times):
            newest = [(slope(x, variables[i]), i) for x, n in newest for i in range(n, len(variables))]
            found += [x for x, _ in newest]
            if len(found) > _MOST_EQUATIONS:
                return system
    return found


def with_one_of_each(*systems: list[Any]) -> Iterator[list[Any]]:
    """Systems with a function by itself for every mixed derivative: in whatever order it is taken it is the same."""
    first: dict[Any, Expression] = {}
    put = {}
    for x in subexpressions(*(residual for system in systems for residual in system)):
        function, orders = function_and_orders(x.operator)
        if len(orders) > 1 and isinstance(x, Application):
            own = application(symbol(scheme_text(x.operator)), *x.operands)
            put[x] = first.setdefault((function, x.operands, *sorted(orders.items())), own)
    return ([substitute(x, put) for x in system] for system in systems)


def excess(other: list[Any], system: list[Any]) -> int:
    """By how much the highest derivatives of functions in one system are of higher order than those in the other."""
    known = _orders(system)
    return max([0, *(order - known.get(f, order) for f, order in _orders(other).items())])


def _orders(system: list[Any]) -> dict[Symbol, int]:
    """The functions of a system, with the orders of their highest derivatives."""
    return {f: order for f, order, _ in sorted(applications(system), key=lambda x: x[1])}


def regular_where(system: list[Any]) -> list[Any] | None:
    """What is defined where a solution has any derivatives that equations, and what follows of them, allow.

    None if that is nowhere known. In a direction that is not characteristic equations can be solved for the highest
    derivatives of as many functions, those of all variables, and have solutions then (Cauchy, Kovalevskaya).
    """
    variables = {x for place in places_of(system) for x in place}
    orders = {f: n for f, n in _orders(system).items() if all(variables <= {*x.operands} for x in _values(system, f))}
    for functions in combinations(orders, len(system)):
        rows = tuple(tuple(_principal_part(equation, f, orders[f]) for f in functions) for equation in system)
        determinant = linear.determinant(rows)
        if not reduces_to_zero(determinant):
            return [x for x in (g.div(1, determinant),) if isinstance(x, Expression)]
    return None


def _values(system: list[Any], function: Symbol) -> list[Application]:
    """Where a function or a derivative of it is applied."""
    nodes = (x for x in subexpressions(*system) if isinstance(x, Application))
    return [x for x in nodes if differentiated(x.operator)[0] is function]


def _principal_part(equation: Any, function: Symbol, order: int) -> Any:
    """The symbol of an equation in a direction, one at random: its slopes by highest derivatives of a function."""
    total: Any = 0
    for x in _values([equation], function):
        orders = function_and_orders(x.operator)[1]
        if sum(orders.values()) == order:
            u = symbol("highest derivative", "real")
            part = substitute(slope(substitute(equation, {x: u}), u), {u: x})
            along = math.prod((3 + 2 * (path[0] if path else 0)) ** times for path, times in orders.items())
            total = g.add(total, g.mul(along, part))
    return total


def by_components(residuals: list[Any], constants: list[Symbol]) -> list[Any]:
    """Residuals in which A cos(u + φ) is a cos u - b sin u, where a = A cos φ and b = A sin φ are any constants.

    That is so of an amplitude and a phase that occur in such waves alone. The names of the constants stay.
    """
    for amplitude, phase in permutations(constants, 2):
        values: dict[Expression, Any] = {}
        for wave in subexpressions(*residuals):
            if wave.operator not in (Head.SIN, Head.COS) or (sense := slope(wave.operands[0], phase)) not in (1, -1):
                continue
            u = TracedFunction({phase: 0}).of(wave.operands[0])
            other = g.cos(u) if wave.operator is Head.SIN else g.negate(g.sin(u))
            value = g.add(
                g.mul(symbol("a"), (g.sin if wave.operator is Head.SIN else g.cos)(u)), g.mul(sense, symbol("b"), other)
            )
            values[wave] = g.div(value, amplitude)
        found = [simplified_expression(TracedFunction(values).of(x)) for x in residuals]
        if values and not {amplitude, phase} & set(subexpressions(*found)):
            residuals = [TracedFunction({symbol("a"): amplitude, symbol("b"): phase}).of(x) for x in found]
    return residuals


# --- alternatives ----------------------------------------------------------------------------------------------------
# The algebra of one comparison: where residuals vanish, as alternatives of irreducible factors.
#
# All forms of a comparison are over atoms in one order, so that a factor has one key, whichever expression it came
# from. Every question has an engine of its own: what it learns of the domain of one expression says nothing of another.

_COST_OF_ENGINE = 2_000  # in products of terms

#: A residual with more terms is not taken apart.
_MAXIMUM_TERMS = 2_000

#: Nor are residuals with more terms together made shorter.
_MAXIMUM_SHORTENED = 400


class NotTakenApart(LimitError):
    """It is not known where an expression vanishes."""


class Part(NamedTuple):
    """A quotient of polynomials in atoms, as expressions."""

    numerator: Any
    denominator: Any

    @property
    def value(self) -> Any:
        return g.div(self.numerator, self.denominator)


Rows = tuple[tuple[Any, ...], ...]

Together = tuple[Any, ...]  # expressions that vanish together


class Algebra:
    """The canonical forms of the expressions of one comparison."""

    def __init__(self, order: dict[Expression, int] | None = None) -> None:
        self.order = {} if order is None else order  # of the atoms
        self.parts: dict[Any, Part] = {}
        self.zeros: dict[Any, list[Together] | None] = {}
        self.members: dict[Any, bool] = {}
        self.coefficients: dict[tuple[Any, Expression], dict[int, Any] | None] = {}
        self.lasting: dict[Any, tuple[Any, ...] | None] = {}
        self.budget = budget_in_force()

    def engine(self, halves: bool = False) -> DecisionForm:
        """A new engine, whose atoms are in the order of the others, and whose work draws from the budget."""
        engine = DecisionForm(False, note_assumptions, reflects=False, halves=halves)
        engine.tower.order = self.order
        engine.tower.work.budget = budget.get() or self.budget
        engine.tower.spend(_COST_OF_ENGINE)
        return engine

    def part(self, expression: Any) -> Part:
        """The canonical form of an expression: its numerator is 0 if the expression is proved to be."""
        if not isinstance(expression, Expression):
            return Part(expression, 1)
        if expression not in self.parts:
            sums = [x for x in subexpressions(expression) if x.constant and x.operator in (Head.PLUS, Head.MINUS)]
            nothing = {x: 0 for x in sums if sign_of_constant(x) == 0}
            value = TracedFunction(nothing).of(expression) if nothing else expression
            engine = self.engine()
            form, zero = engine.settled(lambda: _form(engine, value))
            zero = zero or (expression.constant and is_proved_zero(expression))
            zero = zero or vanishes_by_reflection(expression, engine.unhalved)
            parts = (0, 1) if zero else (_plain(engine, form.ring, p) for p in (form.num, form.den))
            self.parts[expression] = Part(*parts)
        return self.parts[expression]

    def alternatives(self, expression: Any) -> list[Together] | None:
        """Ways in which an expression may vanish; none where it has no zeros, None where it is zero."""
        numerator = self.part(expression).numerator
        if is_number(numerator):
            return None if numerator == 0 else []
        if numerator not in self.zeros:
            engine = self.engine()
            found = engine.settled(lambda: list(_factors(engine, numerator)))
            self.zeros[numerator] = list(dict.fromkeys(found))
        return self.zeros[numerator]

    def apart(self, residual: Any) -> list[Any]:
        """Residuals that vanish together where one does: those of the terms of a sum of one sign, as |a| + |b|."""
        residual = self.simpler(residual)
        terms = [g.mul(c, x) for x, c in terms_of_sum(residual)] if sizes_in(residual) else []
        ranges = list(map(range_of, terms))
        if len(terms) > 1 and (all(x[0] >= 0 for x in ranges) or all(x[1] <= 0 for x in ranges)):
            return [y for x in terms for y in self.apart(x)]
        return [residual]

    def simpler(self, residual: Any) -> Any:
        """What vanishes exactly where a residual does: r of r - sin(r) / 2, which does at one value of r alone.

        Of |a| - |b| it is (a - b) (a + b). Factors with absolute values that vanish nowhere are left out.
        """
        head = getattr(residual, "operator", None)
        if head in (Head.TIMES, Head.OVER):
            factors = residual.operands if head is Head.TIMES else residual.operands[:1]
            found = [self.simpler(x) for x in factors if not sizes_in(x) or self._may_vanish(x)]
            if head is Head.TIMES and len(found) < 2:
                return found[0] if found else 1
            return application(head, *found, *residual.operands[len(factors) :]) if found else 1
        if (
            head is Head.MINUS
            and len(residual.operands) == 2
            and all(getattr(x, "operator", None) is Head.ABS for x in residual.operands)
        ):
            a, b = (x.operands[0] for x in residual.operands)
            return application(Head.TIMES, g.sub(a, b), g.add(a, b))
        for part in _passed(residual):
            within = TracedFunction({part: _ALONE}).of(residual)
            if all(is_arithmetic(x) for x in subexpressions(within) if x.operands):
                continue
            with suppress(*UNSETTLED):
                ways = {
                    tuple(x.operands[0] if x.operator is SIGN else x for x in y)
                    for y in self.alternatives(within) or ()
                }
                zero = ways.pop() if len(ways) == 1 else ()
                at = self.linear_parts(*zero, _ALONE) if len(zero) == 1 else None
                if at is not None and is_number(at[0]) and is_number(at[1]):
                    return self.simpler(part) if at[1] == 0 else g.add(g.mul(at[0], part), at[1])
        return residual

    def _may_vanish(self, factor: Any) -> bool:
        with suppress(*UNSETTLED):
            return self.alternatives(factor) != []
        return True

    def shortened(self, residuals: list[Any]) -> list[Any]:
        """Residuals that vanish together where these do: less multiples of others where that has fewer terms."""
        engine = self.engine()
        forms = engine.tower.joined(engine.forms([self.part(x).numerator for x in residuals]))
        polynomials = [form.num for form in forms]
        if sum(map(len, polynomials)) > _MAXIMUM_SHORTENED or not all(form.is_polynomial for form in forms):
            return residuals
        found = list(residuals)
        changes = True
        while changes:
            changes = False
            for (i, p), (j, q) in permutations(enumerate(polynomials), 2):
                theirs = dict(q.terms()) if polynomials[i] is p and polynomials[j] is q else {}
                ratios = Counter(to_fraction(c / theirs[m]) for m, c in p.terms() if m in theirs)
                rest = p - q * to_flint(ratios.most_common(1)[0][0]) if ratios else p
                if len(rest) < len(p):
                    polynomials[i], changes = rest, True
                    found[i] = _plain(engine, forms[i].ring, rest)
        return found

    def linear_parts(self, numerator: Any, unknown: Expression) -> tuple[Any, Any] | None:
        """The c and d of a polynomial c u + d of the first degree in an unknown; None where it is none."""
        parts = self.powers(numerator, unknown)
        return (parts[1], parts.get(0, 0)) if parts is not None and {1} <= set(parts) <= {0, 1} else None

    def powers(self, numerator: Any, unknown: Expression) -> dict[int, Any] | None:
        """The coefficients of a polynomial in an unknown by its powers; None where it is none, or has not that."""
        key = numerator, unknown
        if key not in self.coefficients:
            self.coefficients[key] = self._powers(numerator, unknown)
        return self.coefficients[key]

    def _powers(self, numerator: Any, unknown: Expression) -> dict[int, Any] | None:
        if is_complex(numerator):
            return None
        engine = self.engine()
        form = engine.form(numerator)
        ring, num, _ = form
        atoms = {engine.shown(atom): atom for atom in form.occurring()}
        if unknown not in atoms or unknown in subexpressions(*(x for x in atoms if x is not unknown)):
            return None
        parts = ring.coefficients(num, ring.place[atoms[unknown]])
        return {power: _plain(engine, ring, part) for power, part in parts.items()}

    def roots(self, equation: Any, unknown: Expression) -> tuple[Any, list[Any]] | None:
        """The c and d of the two c u + d = 0 of which an equation a + b r = 0 with a square root r implies one.

        That is if a^2 - b^2 r^2 is of the second degree in the unknown, and its discriminant is nowhere negative.
        """
        engine = self.engine()
        form = engine.form(equation)
        parts = parts_over_root(engine, form.ring, form.num)
        norm = None if parts is None else _plain(engine, form.ring, form.ring.reduced(parts.norm(engine)))
        powers = None if norm is None else self.powers(norm, unknown)
        if powers is None or max(powers) != 2:
            return None
        a, b, c = (powers.get(n, 0) for n in (2, 1, 0))
        square = g.sub(g.square(b), g.mul(4, g.mul(a, c)))
        if not self.is_not_negative(square):
            return None
        root = self._root(square)
        return g.mul(2, a), [g.add(b, root), g.sub(b, root)]

    def _root(self, expression: Any) -> Any:
        """One of the roots of what is nowhere negative: without signs of what is squared in it."""
        part = self.part(expression)
        engine = self.engine()
        form = engine.form(g.mul(part.numerator, part.denominator))
        outside, inside = form.ring.one, form.ring.one
        constant, factors = factored(form.num)
        for factor, power in factors:
            outside, inside = outside * factor ** (power // 2), inside * factor ** (power % 2)
        outside, inside = (_plain(engine, form.ring, x) for x in (outside, inside * constant))
        return g.div(g.mul(outside, g.sqrt(inside)), part.denominator)

    def at_root(self, equation: Any, unknown: Expression, others: list[Any]) -> list[Any] | None:
        """Polynomials where an equation c u + d = 0 in an unknown holds, if c vanishes nowhere."""
        parts = self.linear_parts(self.part(equation).numerator, unknown)
        if parts is None or self.alternatives(parts[0]) != []:
            return None
        root = g.negate(g.div(parts[1], parts[0]))
        powers = (self.powers(x, unknown) or {0: x} for x in others)
        return [sum_of(g.mul(c, g.expt(root, n)) for n, c in each.items()) for each in powers]

    def size(self, expression: Any, is_unknown: Callable[[Any], bool]) -> Any:
        """What vanishes where a polynomial does for all values of some atoms: the squares of its coefficients."""
        engine = self.engine()
        form = engine.form(self.part(expression).numerator)
        ring = form.ring
        places = [i for i, atom in enumerate(ring.atoms) if is_unknown(engine.shown(atom))]
        parts = ring.collected(form.num, places)
        return sum_of(g.square(_plain(engine, ring, part)) for part in parts.values())

    def affine_parts(self, equations: list[Any], unknowns: list[Any]) -> tuple[Rows, list[Any]] | None:
        """The A and b of polynomials A u + b of the first degree in unknowns; None where they are none."""
        rows, rest = [], []
        for equation in equations:
            engine = self.engine()
            form = engine.form(equation)
            ring = form.ring
            atoms = {engine.shown(atom): atom for atom in form.occurring()}
            others = [atom for atom in atoms if atom not in unknowns]
            if not form.is_polynomial or not set(unknowns).isdisjoint(subexpressions(*others)):
                return None
            own = [u for u in unknowns if u in atoms]
            parts = ring.collected(form.num, [ring.place[atoms[u]] for u in own])
            if any(sum(powers) > 1 for powers in parts):
                return None
            values = {powers: _plain(engine, ring, part) for powers, part in parts.items()}
            slopes = {u: values.get(tuple(int(x is u) for x in own), 0) for u in own}
            rows.append(tuple(slopes.get(u, 0) for u in unknowns))
            rest.append(values.get((0,) * len(own), 0))
        return tuple(rows), rest

    def vanishes_on(self, expression: Any, relations: list[Any], nonzero: list[Any]) -> bool:
        """Is it proved that an expression vanishes where the relations do, and nothing that is not zero?"""
        key = (expression, tuple(relations), tuple(nonzero))
        if key not in self.members:
            engine = self.engine()
            try:
                self.members[key] = engine.settled(lambda: _is_member(engine, expression, relations, nonzero))
            except UNSETTLED:
                self.members[key] = False
        return self.members[key]

    def over_powers(self, expression: Any) -> list[Any]:
        """What vanishes where a sum with logarithms does, without them; nothing of what has none."""
        if not any(x.operator is Head.LOG for x in subexpressions(expression)):
            return []
        engine = self.engine()
        found = engine.settled(lambda: over_powers(engine, engine.expression_form(self.part(expression).numerator)))
        return [_plain(engine, found[0].ring, found[0].num)] if len(found) == 1 else []

    def is_not_negative(self, expression: Any) -> bool:
        """Is an expression seen to be positive, or zero, wherever it is defined?"""
        engine = self.engine(halves=True)
        try:
            return engine.settled(lambda: is_positive(engine, engine.expression_form(expression)))
        except UNSETTLED:
            return False

    def is_impossible(self, expressions: list[Any], facts: dict[Any, str]) -> bool:
        """Are there no points where all of these have real values, and quantities are positive or negative?"""
        engine = DecisionForm(False)
        engine.tower.order = self.order
        signs = {key: 1 if fact == "positive" else -1 for key, fact in facts.items()}

        def is_impossible() -> bool:
            for expression in expressions:
                engine.expression_form(expression)
            return contradict(engine, signs)

        return engine.settled(is_impossible)

    def divisors(self, expression: Any) -> list[Any]:
        """What an expression is divided by, and what is under its roots and in its logarithms, in factors."""
        engine = self.engine()
        engine.form(expression)
        found: dict[Any, None] = {}
        for form in engine.divisors:
            for polynomial in form[1:]:
                found |= dict.fromkeys(_plain(engine, form.ring, p) for p, _ in factored(polynomial)[1])
        return list(found)


_ALONE = symbol("of-a-residual")
_MOST_WAYS = 8  # in which relations vanish


def _passed(expression: Any) -> list[Expression]:
    """The parts of an expression through which alone it depends on symbols, from the outermost inwards."""

    def node(x: Application, found: list[Any]) -> Any:
        some = [parts for parts in found if parts is not None]
        return (*(y for y in some[0] if all(y in parts for parts in some)), x) if some else None

    found = fold(expression, lambda x: (x,) if isinstance(x, Symbol) else None, node)
    return [x for x in reversed(found or ()) if x is not expression and isinstance(x, Application)]


def _form(engine: DecisionForm, expression: Any) -> tuple[Form, bool]:
    form = engine.expression_form(expression)
    if form.is_polynomial:
        return form, is_zero(engine, form)
    other = engine.tower.rationalized(form)
    smaller = other if other.den.total_degree() < form.den.total_degree() else form
    return smaller, is_zero(engine, other)


def vanishes_by_reflection(expression: Any, unhalved: bool = False) -> bool:
    """Is an expression zero by rules that hold but at single points, as e^W(x) = x / W(x), for what is continuous?"""
    if not unhalved and not any(getattr(x, "operator", None) in _REFLECTED for x in subexpressions(expression)):
        return False
    engine = DecisionForm(False, note_assumptions)
    return engine.settled(lambda: is_zero(engine, engine.expression_form(expression)))


_REFLECTED = frozenset(map(numerical, ("Lambert-W", "gamma-function", "polygamma")))


def _factors(engine: DecisionForm, numerator: Any) -> Iterator[Together]:
    form = engine.expression_form(numerator)
    if len(form.num) > _MAXIMUM_TERMS:
        yield (numerator,)
        return
    if getattr(numerator, "operator", None) is Head.EXPT and not is_number(numerator.operands[1]):
        yield numerator.operands[0], numerator  # a power is zero where its base is, if anywhere
        return
    for factor, _ in factored(form.num)[1]:
        for together in alternatives(engine, form.ring.form(factor)):
            if len(together) == 1 and len(parts := factored(together[0].num)[1]) > 1:
                for part, _ in parts:
                    yield from _factors(engine, _plain(engine, together[0].ring, part))
                continue
            leading = ((each.ring, each.num, each.num.leading_coefficient()) for each in together)
            yield tuple(_plain(engine, ring, num if first > 0 else -num) for ring, num, first in leading)


def _is_member(engine: DecisionForm, expression: Any, relations: list[Any], nonzero: list[Any]) -> bool:
    """Is an expression zero where relations are, in each of the ways in which their real factors may be?"""

    def forms(expressions: Iterable[Any]) -> list[Form]:
        return [x.ring.form(x.num) for x in map(engine.expression_form, expressions)]

    def is_zero_with(form: Form, zero: Iterable[Any]) -> bool:
        return have_no_common_zeros(engine, forms(zero), [form, *apart])

    (form,), apart = forms([expression]), forms(nonzero)
    if is_zero_with(form, relations):
        return True
    found = [list(_factors(engine, x)) for x in relations]
    if not relations or math.prod(map(len, found)) > _MOST_WAYS:
        return False
    ways = [[x for way in some for x in way] for some in product(*found)]
    if all(is_zero_with(form, way) for way in ways):
        return True
    for factor in conjugates(form):
        norm = form._replace(num=form.ring.times(form.num, factor))
        others = _factors(engine, _plain(engine, form.ring, factor))  # where the expression itself does not vanish
        if all(is_zero_with(norm, way) for way in ways):
            return all(is_zero_with(form, [*way, *other]) for other in others for way in ways)
    return False


def _plain(engine: DecisionForm, ring: Any, polynomial: Any) -> Any:
    expression = engine.shown(engine.tower.expression(ring, polynomial)) if polynomial != 0 else 0
    if any(atom.operator is FORMAL_LOG for atom in ring.atoms):
        raise NotTakenApart("equivalent-equations: logarithms are not taken apart")
    nodes = [x for x in subexpressions(expression) if x.operator is Head.EXP and FORMAL_LOG in subexpressions(x)]
    return substitute(expression, {x: _power(x.operands[0]) for x in nodes}) if nodes else expression


def _power(exponent: Any) -> Any:
    """x^y of y times the formal logarithm of x."""
    result: Any = 1
    for node in subexpressions(exponent):
        if node.operator is FORMAL_LOG:
            u = symbol("logarithm", "real")
            result = g.mul(result, g.expt(node.operands[0], slope(substitute(exponent, {node: u}), u)))
            exponent = substitute(exponent, {node: 0})
    return g.mul(result, g.exp(exponent))


#: Functions that have real values for some arguments alone.
_OF_SOME = {Head.SQRT, Head.LOG, *map(numerical, ("asin", "acos", "acosh", "atanh", "Lambert-W", "log-gamma"))}


def restricted_parts(*expressions: Any) -> list[Any]:
    """The parts of expressions that have real values for some arguments alone: roots, logarithms, arcsines."""
    nodes = list(subexpressions(*expressions))
    powers = [x for x in nodes if x.operator is Head.EXPT and not isinstance(x.operands[1], int)]
    return [*powers, *(x for x in nodes if x.operator in _OF_SOME)]


def domain_equations(algebra: Algebra, system: list[Any]) -> list[Any]:
    """What vanishes wherever a system has real values: what must not be negative, and is nowhere positive."""
    bounds = dict.fromkeys(x for node in restricted_parts(*system) for x in _bounds(node))
    pairs = combinations(list(bounds)[:_MOST_BOUNDS], 2)
    groups = [*((x,) for x in bounds), *pairs]  # together they are not negative
    found = [x for some in groups if algebra.is_not_negative(g.negate(sum_of(some))) for x in some]
    return [x for x in dict.fromkeys(found) if isinstance(x, Expression)]


_MOST_BOUNDS = 6  # of which sums are looked at


def _bounds(node: Any) -> list[Any]:
    """What is not negative where a root, a logarithm, or an inverse function has a real value."""
    x, name = node.operands[0], node.operator.name
    if name in ("asin", "acos", "atanh"):
        return [g.sub(1, x), g.add(1, x)]
    if name == "acosh":
        return [g.sub(x, 1)]
    formal = node.operator is Head.EXPT and not isinstance(node.operands[1], Fraction)
    return [] if formal or name in ("Lambert-W", "log-gamma") else [x]


def signs_in(*expressions: Any) -> list[Any]:
    """The quantities whose signs occur in canonical forms, innermost first."""
    return [node.operands[0] for node in subexpressions(*expressions) if node.operator is SIGN]


def sizes_in(*expressions: Any) -> list[Any]:
    """The quantities of which canonical forms have roots of the size, as they may be negative."""
    return [node.operands[0] for node in subexpressions(*expressions) if node.operator is Head.ABS]


def with_sign(expression: Any, quantity: Any, sign: int) -> Any:
    return TracedFunction({application(SIGN, quantity): sign}).of(expression)
