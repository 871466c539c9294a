"""Real solutions of a system of equations: exact and enclosed ones at which another does not vanish; random states."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import cached_property, reduce
from typing import Any, NamedTuple

from scmpy.calculus.derivative import derivative
from scmpy.calculus.jet import TracedFunction
from scmpy.errors import DivisionByZeroError, DomainError, LimitError, ScmpyError
from scmpy.generic import operations as g
from scmpy.generic.types import is_number
from scmpy.mechanics.equations.solved_form import Branch, Completion, Rule
from scmpy.mechanics.equations.systems import Algebra, Jets, is_unknown_head, restricted_parts, slope
from scmpy.registry import flint, is_installed, numpy
from scmpy.render.scheme import scheme_text
from scmpy.structure import linear_algebra as linear
from scmpy.structure.tuples import sum_of
from scmpy.symbolic.arithmetic import substitute
from scmpy.symbolic.assumptions import assuming, assumptions_in_force, facts_of, known
from scmpy.symbolic.ball_arithmetic import Evaluator, PointRejected, precision, squared_under_root
from scmpy.symbolic.decision.equivalence import Equivalence, equivalent, is_complex
from scmpy.symbolic.decision.forms import budget, budget_in_force, half_of_budget
from scmpy.symbolic.decision.zero_test import COST_OF_EVALUATION, Place, Point, Search, has_facts
from scmpy.symbolic.expression import (
    HALF_TURN,
    Application,
    Expression,
    Head,
    Symbol,
    application,
    differentiated,
    subexpressions,
)
from scmpy.symbolic.simplify import reduced, simplified_expression

# --- exact solutions --------------------------------------------------------------------------------------------------
# Does one system of equations not vanish at a solution of another?
#
# A system is solved equation by equation, for quantities of which an equation is a polynomial of first or second
# degree, or, where an angle is sought, by trying parts of a turn; in each case of the signs of absolute values. A
# solution has to be a point of the domain: where declared facts hold, such as that a symbol is positive, and where all
# equations have real values that enclose 0.

#: No more ways to solve a system are tried than this.
_MAXIMUM_SOLUTIONS = 12

_HALF_TURNS = (0, 1, Fraction(1, 2), Fraction(-1, 2), Fraction(1, 4), Fraction(1, 3), Fraction(2, 3), 2)


class Solving(NamedTuple):
    """The equations that are not solved yet, what has to be defined, where facts hold, and the quantities found."""

    equations: list[Any]
    everything: list[Any]
    constraints: list[Any]
    found: dict[Expression, Any]

    def at(self, quantity: Expression, value: Any) -> Solving:
        at = {quantity: value}
        equations, everything, constraints = ([substitute(x, at) for x in part] for part in self[:3])
        found = {known: substitute(was, at) for known, was in self.found.items()}
        return Solving(equations, everything, constraints, {**found, quantity: value})


def difference_at_solution(system: list[Any], other: list[Any], defined: Sequence[Any] = ()) -> Equivalence | None:
    """Does the other system not vanish at a solution of this one, at which more is defined?

    It is sought equation by equation, and else enclosed. That may cost half of what is left of the budget.
    """
    found = None
    with suppress(LimitError), half_of_budget():
        found = _difference_at_solution(system, other, defined)
    return difference_enclosed(system, other, defined) if found is None else found


def where_defined(residual: Any, others: Iterable[Any]) -> Any:
    """A residual as one that has a value only where others have."""
    terms = [application(Head.TIMES, 0, x) for x in others if isinstance(x, Expression)]
    return application(Head.PLUS, residual, *terms) if terms else residual


def compare(a: Any, b: Any) -> Equivalence:
    """The answer of :func:`equivalent`; an error once the budget is spent."""
    if (left := budget.get()) is not None:
        left.spend()
    return equivalent(a, b)


def _difference_at_solution(system: list[Any], other: list[Any], defined: Sequence[Any]) -> Equivalence | None:
    everything = [*other, *defined, *system, *restricted_parts(*other, *defined, *system)]
    is_real = not is_complex(*everything)
    equations = [reduced(_with_sizes(x) if is_real else x) for x in system]
    pending = [Solving(equations, everything, _constraints(everything), {})]
    for _ in range(_MAXIMUM_SOLUTIONS + len(system)):
        if not pending:
            return None
        now = pending.pop()
        if not now.equations:
            defined = [*now.everything, *now.constraints]
            answers = (compare(where_defined(x, defined), 0) for x in now.everything[: len(other)])
            answer = next((x for x in answers if x.verdict == "different"), None)
            if answer is not None and (not is_real or _is_solution(system, answer, now.found)):
                return _at_solution(answer, now.found)
            continue
        equation, *equations = now.equations
        rest = now._replace(equations=equations)
        if compare(equation, 0).verdict == "equal":
            pending.append(rest)
            continue
        size = next((x for x in subexpressions(equation) if x.operator is Head.ABS), None)
        if size is not None:
            inside = size.operands[0]
            for value in (g.negate(inside), inside):
                with suppress(DivisionByZeroError, DomainError):  # no point of the domain
                    there = now.at(size, value)
                    pending.append(there._replace(constraints=[*there.constraints, g.sqrt(value)]))
            continue
        for quantity, value in reversed([*_solutions(equation, now.everything), *_angles(equation)]):
            with suppress(DivisionByZeroError, DomainError):
                there = rest.at(quantity, value)
                of_domain = not is_complex(*there.constraints, *(there.everything if is_real else ()))
                whole = facts_of(quantity) & {"rational", "integer", "even", "odd"}
                if of_domain and all(known(fact, value) for fact in whole):
                    pending.append(there)
    return None


def _with_sizes(residual: Any) -> Any:
    """A residual with |u| for sqrt(u^2)."""
    sizes = {x: abs(u) for x in subexpressions(residual) if (u := squared_under_root(x)) is not None}
    return substitute(residual, sizes) if sizes else residual


def _is_solution(system: list[Any], answer: Equivalence, found: dict[Expression, Any]) -> bool:
    place = (answer.place or Place({}, 0, 0))._replace(solved=tuple(found.items()))

    def is_zero(equation: Any) -> bool:
        value = place.enclosure(equation)
        if value is not None:
            return bool(value.contains(0))
        with suppress(DivisionByZeroError, DomainError):
            parts = [reduced(substitute(x, found)) for x in subexpressions(equation)]  # as the root of an exact 0
            return is_number(parts[-1]) and parts[-1] == 0 and not is_complex(*parts)
        return False

    return all(place.enclosure(x) is not None for x in found.values()) and all(map(is_zero, system))


def _at_solution(answer: Equivalence, found: dict[Expression, Any]) -> Equivalence:
    text = "".join(f"{scheme_text(quantity)} = {scheme_text(value)}; " for quantity, value in found.items())
    at = {x: answer.witness[x.name] for x in Evaluator(*found.values()).symbols if x.name in answer.witness}
    solved = {quantity.name: substitute(value, at) for quantity, value in found.items() if isinstance(quantity, Symbol)}
    place = (answer.place or Place({}, 0, 0))._replace(solved=tuple(found.items()))
    return Equivalence("different", text + answer.certificate, {**answer.witness, **solved}, place=place)


def _constraints(system: list[Any]) -> list[Any]:
    """Expressions that have real values only where the facts hold that are declared or assumed."""
    declared = {symbol: symbol.facts for symbol in Evaluator(*system).symbols}
    found = []
    for expression, facts in [*declared.items(), *assumptions_in_force().items()]:
        if "nonnegative" in facts or "nonpositive" in facts:
            found.append(g.sqrt(expression if "nonnegative" in facts else g.negate(expression)))
        if "nonzero" in facts:
            found.append(g.div(1, expression))
    return found


def _angles(equation: Any) -> Iterator[tuple[Expression, Any]]:
    """Symbols in sines and cosines with parts of a turn where the equation holds."""
    circular = [node for node in subexpressions(equation) if node.operator in (Head.SIN, Head.COS)]
    for symbol in Evaluator(*circular).symbols if circular else ():
        for half_turns in _HALF_TURNS:
            value = g.mul(half_turns, HALF_TURN)
            with suppress(DivisionByZeroError, DomainError):
                if compare(substitute(equation, {symbol: value}), 0).verdict == "equal":
                    yield symbol, value


def _solutions(equation: Any, system: list[Any]) -> list[tuple[Expression, Any]]:
    """The quantities of which an equation is a polynomial of first or second degree, with their real values by it."""
    found = []
    for quantity in _quantities(equation, system):
        try:
            below, rest, above = (substitute(equation, {quantity: n}) for n in (-1, 0, 1))
        except (DivisionByZeroError, DomainError):  # no polynomial
            continue
        linear_part = g.div(g.sub(above, below), 2)
        square = g.sub(g.div(g.add(above, below), 2), rest)
        made = g.add(g.mul(g.add(g.mul(square, quantity), linear_part), quantity), rest)
        if compare(equation, made).verdict != "equal":
            continue
        if compare(square, 0).verdict == "equal" and compare(linear_part, 0).verdict == "different":
            found.append((quantity, reduced(g.div(g.negate(rest), linear_part))))
        elif compare(square, 0).verdict == "different":
            root = g.sqrt(g.sub(g.square(linear_part), g.mul(4, g.mul(square, rest))))
            found += [
                (quantity, reduced(g.div(g.sub(sign_times_root, linear_part), g.mul(2, square))))
                for sign_times_root in (root, g.negate(root))
                if not is_complex(root)
            ]
    return found


def _quantities(equation: Any, system: list[Any]) -> list[Expression]:
    """What may have any value: symbols, and applications of literal functions that have the same arguments everywhere.

    The derivatives of a function at one point are independent of each other, but values at two points may be related.
    """
    arguments: dict[str, set[Any]] = {}
    for node, applied in Evaluator(*system).literals():
        arguments.setdefault(applied.name, set()).add(node.operands)
    own = Evaluator(equation)
    return [*own.symbols, *(node for node, applied in own.literals() if len(arguments[applied.name]) == 1)]


# --- enclosed solutions ----------------------------------------------------------------------------------------------
# A solution that is proved to exist in balls, and another system that does not vanish there.
#
# Of as many equations F as unknowns u, the other symbols being given, Newton's method finds a solution nearly; by
# Krawczyk there is exactly one in the balls X about u, where F is defined, if the balls u - J(X)^-1 F(u) are inside X.
#
# Source: Moore, Kearfott, Cloud, Introduction to Interval Analysis, theorem 8.1.

_MOST_ENCLOSED = 4  # equations
_MOST_NODES = 600  # of these
_STARTS = 8
_NEWTON_STEPS = 24
_BITS = 128
_NEARLY = 2.0**-80  # a step, in units of the unknowns

Enclosed = dict[Symbol, Any]  # rational numbers, and balls


def difference_enclosed(system: list[Any], other: list[Any], defined: Sequence[Any] = ()) -> Equivalence | None:
    """Does the other system not vanish at a solution of this one that is enclosed, at which more is defined?"""
    everything = [*system, *other, *defined]
    nodes = [x for x in subexpressions(*system) if isinstance(x, Application)]
    if not 0 < len(system) <= _MOST_ENCLOSED or len(nodes) > _MOST_NODES or is_complex(*everything):
        return None
    search = Search(where_defined(0, [*everything, *_constraints(everything)]), 0, False)
    free = [u for u in Evaluator(*system).symbols if facts_of(u).isdisjoint(("integer", "rational"))]
    try:
        slopes = [slope(equation, u) for equation in system for u in free]
    except ScmpyError:  # of something no derivative is known
        return None
    jacobian = Evaluator(*system, *slopes)
    jacobian.order = search.evaluator.order = max(jacobian.order, search.evaluator.order)
    for seed in range(_STARTS):
        with suppress(PointRejected, ZeroDivisionError), precision(_BITS):
            point = _enclosed(jacobian, len(system), free, search.random_point(seed), seed)
            found = None if point is None else _where_not_zero(other, search, point, seed)
            if found is not None:
                return found
    return None


def _enclosed(
    evaluator: Evaluator, count: int, free: list[Symbol], point: Point, seed: int
) -> dict[Symbol, Any] | None:
    """The point with balls in the place of as many symbols as there are equations, in which there is one solution."""

    def at(values: Enclosed, unknowns: list[Symbol]) -> tuple[Any, Any]:
        """F and J, by all of the symbols or some."""
        budget_in_force().spend(COST_OF_EVALUATION * len(evaluator.steps))
        found = evaluator.at({**point, **values}, seed)
        rows = [found[count + i * len(free) : count + (i + 1) * len(free)] for i in range(count)]
        places = [free.index(u) for u in unknowns]
        return flint.arb_mat([[x] for x in found[:count]]), flint.arb_mat([[row[i] for i in places] for row in rows])

    unknowns = _pivots(at({}, free)[1], free)
    if len(unknowns) < count:
        return None
    values = {u: flint.arb(point[u].numerator) / point[u].denominator for u in unknowns}
    for _ in range(_NEWTON_STEPS):
        residual, slopes = at(values, unknowns)
        step = slopes.mid().solve(residual.mid()).mid()
        values = {u: (x - step[i, 0]).mid() for i, (u, x) in enumerate(values.items())}
        size = max(abs(float(step[i, 0])) / (1 + abs(float(x))) for i, x in enumerate(values.values()))
        if size < _NEARLY:
            break
    else:
        return None
    wide = {u: flint.arb(x, (1 + abs(float(x))) * _NEARLY**0.75) for u, x in values.items()}
    correction = at(wide, unknowns)[1].solve(at(values, unknowns)[0])
    inside = {u: x - correction[i, 0] for i, (u, x) in enumerate(values.items())}
    return {**point, **inside} if all(wide[u].contains_interior(x) for u, x in inside.items()) else None


def _pivots(matrix: Any, symbols: list[Symbol]) -> list[Symbol]:
    rows = [[float(matrix[i, j].mid()) for j in range(matrix.ncols())] for i in range(matrix.nrows())]
    found: list[int] = []
    for i, row in enumerate(rows):
        j = max(range(len(row)), key=lambda j: abs(row[j]), default=-1)
        if j < 0 or row[j] == 0:
            return []
        found.append(j)
        for other in rows[i + 1 :]:
            factor = other[j] / row[j]
            other[:] = [0.0 if n == j else x - factor * y for n, (x, y) in enumerate(zip(other, row, strict=True))]
    return [symbols[j] for j in found]


def _where_not_zero(other: list[Any], search: Search, point: Enclosed, seed: int) -> Equivalence | None:
    evaluator = Evaluator(*other)
    evaluator.order = max(search.evaluator.order, evaluator.order)
    assumed = search.evaluator.at(point, seed)[2:]
    known = all(map(has_facts, assumed, search.facts)) and all(has_facts(point[x], x.facts) for x in search.declared)
    value = next((x for x in evaluator.at(point, seed) if not x.contains(0)), None) if known else None
    if value is None:
        return None
    witness = {x.name: v if isinstance(v, Fraction) else float(v) for x, v in point.items()}
    place = ", ".join(f"{name} = {v}" for name, v in witness.items())
    where = Place(point, seed, evaluator.order)
    return Equivalence("different", f"the difference is {value} at a solution near {place}", witness, place=where)


# --- states ----------------------------------------------------------------------------------------------------------
# The values of expressions at random states of the motions of a system, in floats, and what is recognized by them.

STATES = 48
NEAR = 1e-8
_FAR = 1e-4  # quantities are of the size of 1

Values = Any  # an array of the values at the states


def is_numpy_there() -> bool:
    """Can values be had at many states at once, by which the wrong term is found? In a browser there is no numpy."""
    return is_installed("numpy")


class States:
    """The values of expressions at random states of the motions of a system."""

    def __init__(self, jets: Jets, rules: Branch, size: float = 1) -> None:
        self.jets, self.rules, self.scale = jets, rules, size  # that of coordinates and velocities
        self.completion = Completion(Algebra(), jets)
        self.chance = numpy.random.default_rng(1)
        self.known: dict[Expression, Values] = {}

    def of(self, expression: Any) -> Values | None:
        """The values of an expression; None where it has none, or none that is a number."""
        try:
            nodes = list(subexpressions(expression))
            operators = {
                y for x in nodes if isinstance(x, Application) for y in (x.operator, *subexpressions(x.operator))
            }
            for node in nodes:
                head = differentiated(node.operator)[0] if isinstance(node, Application) else node
                is_value = isinstance(head, Symbol) and (head is node or is_unknown_head(head))  # as V(x) is
                if is_value and node not in self.known and node not in operators:
                    self.known[node] = self._at_random(node)
            with numpy.errstate(all="ignore"):
                found = TracedFunction(self.known).of(expression)
            if numpy.iscomplexobj(found):
                return None
            found = numpy.broadcast_to(numpy.asarray(found, dtype=float), (STATES,))
        except (TypeError, ValueError, ScmpyError):
            return None
        return found if numpy.isfinite(found).all() else None

    def vanish(self, *expressions: Any) -> bool:
        """Are expressions 0 at all states, to the accuracy of their terms?"""
        for expression in expressions:
            found = self.of(expression)
            if found is None or sorted(abs(found))[STATES // 2] > _FAR:
                return False
            if (abs(found) > NEAR * self.size(expression)).any():
                return False
        return True

    def size(self, expression: Any) -> Values:
        values = [x for x in map(self.of, terms_of(expression)) if x is not None]
        return sum(map(abs, values), 1e-3)

    def on_motions(self, expression: Any) -> Any:
        return self.completion.reduced(self.rules, expression)

    def is_free(self, x: Expression) -> bool:
        """May a state choose this derivative, or this parameter?"""
        if x not in self.jets.place:
            head = differentiated(x.operator)[0] if isinstance(x, Application) else x
            return isinstance(head, Symbol) and is_unknown_head(head) and not x.constant
        function, order = self.jets.place[x]
        return function not in self.rules.rules or order < self.rules.rules[function].order

    def _at_random(self, node: Expression) -> Values:
        if node.constant:
            return float(node)
        value = self.on_motions(node)
        if value is not node:
            found = self.of(value)
            if found is None:
                raise ValueError(node)
            return found
        return self.chance.uniform(0.4, 1.6, STATES) * (self.scale if node in self.jets.place else 1)


class Monomial(NamedTuple):
    """A number times powers of quantities."""

    number: Fraction
    powers: dict[Expression, int]

    @property
    def exchanged(self) -> tuple[Expression, ...]:
        found = sorted(self.powers, key=lambda x: -self.powers[x])
        return tuple(found) if len(found) == 2 and not sum(self.powers.values()) and self.number == 1 else ()

    @property
    def size(self) -> int:
        """How many quantities are multiplied or divided by, or exchanged."""
        return sum(map(abs, self.powers.values())) // (2 if self.exchanged else 1)

    @property
    def value(self) -> Any:
        found: Any = self.number if self.number.denominator > 1 else int(self.number)
        for x, n in self.powers.items():
            found = g.mul(found, g.expt(x, n))
        return found


class Monomials:
    """Recognizes monomials of quantities by their values."""

    def __init__(self, states: States, atoms: Sequence[Expression]) -> None:
        self.atoms: list[Expression] = []
        self.values: list[Values] = []
        rows = numpy.ones((STATES, 1))
        for x in atoms:
            value = states.of(x)
            if value is None or (abs(value) < 1e-9).any() or len(self.atoms) == STATES - 8:
                continue
            row = numpy.log(numpy.abs(value))
            rest = row - rows @ numpy.linalg.lstsq(rows, row)[0]
            if numpy.linalg.norm(rest) > 1e-6:  # sin 2x = 2 sin x cos x is none
                rows = numpy.column_stack([rows, row])
                self.atoms.append(x)
                self.values.append(value)
        self.inverse = numpy.linalg.pinv(rows)

    def of(self, values: Values) -> Monomial | None:
        if numpy.any(values == 0) or not numpy.isfinite(values).all():
            return None
        found = self.inverse @ numpy.log(numpy.abs(values))
        powers = numpy.rint(found[1:])
        if numpy.any(numpy.abs(found[1:] - powers) > 1e-5) or numpy.abs(powers).sum() > 12:
            return None
        rest = values / numpy.prod([v**n for v, n in zip(self.values, powers, strict=True)], axis=0)
        number = Fraction(float(rest[0])).limit_denominator(24)
        if number == 0 or numpy.any(numpy.abs(rest - float(number)) > NEAR * abs(float(number))):
            return None
        return Monomial(number, {x: int(n) for x, n in zip(self.atoms, powers, strict=True) if n})


# --- terms -----------------------------------------------------------------------------------------------------------


def terms_of(residual: Any) -> list[Any]:
    """The terms of a sum, of which each has its sign."""
    head = residual.operator if isinstance(residual, Expression) else None
    if head not in (Head.PLUS, Head.MINUS):
        return [residual]
    kept = len(residual.operands) if head is Head.PLUS else int(len(residual.operands) > 1)
    sides = residual.operands[:kept], residual.operands[kept:]
    plain, turned = ([x for part in side for x in terms_of(part)] for side in sides)
    return [*plain, *map(g.negate, turned)]


def factors_of(expression: Any) -> list[Any]:
    """The factors of a product or a quotient, those it is divided by too."""
    if isinstance(expression, Expression) and expression.operator in (Head.TIMES, Head.OVER):
        return [x for part in expression.operands for x in factors_of(part)]
    return [expression]


def multiplied_out(term: Any) -> list[Any]:
    parts = terms_of(term)
    if len(parts) > 1:
        return [x for part in parts for x in multiplied_out(part)]
    if isinstance(term, Expression) and term.operator is Head.MINUS:
        return [g.negate(x) for x in multiplied_out(term.operands[0])]
    if not isinstance(term, Expression) or term.operator not in (Head.TIMES, Head.OVER):
        return [term]
    first, *rest = term.operands
    factors = [first, *(x if term.operator is Head.TIMES else g.div(1, x) for x in rest)]
    for i, factor in enumerate(factors if term.operator is Head.TIMES else [first]):
        inner = multiplied_out(factor)
        if len(inner) > 1:
            others = [x for j, x in enumerate(factors) if j != i]
            made = [reduce(g.mul, others, x) for x in inner]
            return [x for part in made for x in multiplied_out(part)]
    return [term]


def inertial_force(jets: Jets, missing: Any, written: Sequence[Any]) -> str:
    """Is a term one of Coriolis, a centrifugal one or one of Euler's?

    The first is of two velocities, or of a velocity and the rate of a frame; the second of the square of one of them,
    that of another coordinate than the one whose acceleration the equation has; the third of the rate's own rate.
    """
    orders: dict[Expression, int] = {}
    for x in jets.occurring(missing):
        order = jets.place[x][1]
        if order:
            orders[x] = _degree(missing, x)
    speeds = [x for x in orders if jets.place[x][1] == 1]
    rates = {x: _degree(missing, x) for x in subexpressions(missing) if _is_rate(x) and x not in jets.place}
    moving = sum(orders[x] for x in speeds)
    turning = [f for f in jets.functions(missing, *written) if _is_rate(f)]
    if any(jets.place[x][0] in turning and jets.place[x][1] == 1 for x in speeds) and moving == 1:
        return "Euler term"
    turns = sum(rates.values()) + sum(_degree(missing, jets.symbol(f, 0)) for f in turning)
    accelerated = {jets.place[x][0] for x in jets.occurring(*written) if jets.place[x][1] == 2}
    is_of_another = any(accelerated - {jets.place[x][0]} for x in speeds)
    if (moving == 2 and len(speeds) == 2) or (moving == 1 and turns == 1 and is_of_another):
        return "Coriolis term"
    if moving == 2 and is_of_another:
        return "centrifugal term"
    if moving == 0 and turns == 2 and any(not _is_rate(f) for f in jets.functions(missing)):
        return "" if any(_is_spring(jets, missing, f, written) for f in accelerated) else "centrifugal term"
    return ""


def _is_spring(jets: Jets, term: Any, f: Expression, written: Sequence[Any]) -> bool:
    """Is a term proportional to a coordinate, with the sign of its acceleration, as that of an oscillator is?"""
    slopes = [slope(term, jets.symbol(f, 0)), slope(sum_of(written), jets.symbol(f, 2))]
    constant, ratio = not jets.occurring(*slopes), simplified_expression(g.div(*slopes))
    value = replaced(ratio, {x: 1 for x in subexpressions(ratio) if isinstance(x, Symbol)})
    return constant and is_number(value) and value > 0


def _degree(expression: Any, x: Expression) -> int:
    ratio = simplified_expression(g.div(replaced(expression, {x: g.mul(2, x)}), expression))
    if is_number(ratio) and ratio > 0:
        return round(math.log2(float(ratio)))
    return 0


def _is_rate(x: Any) -> bool:
    name = getattr(x, "name", "")
    return name.partition("_")[0] in ("Omega", "omega", "Ω", "ω", "W", "w")


class Reference:
    """A system that answers are compared with: solved once, at random states of its motions."""

    def __init__(self, residuals: Sequence[Any], time: Symbol) -> None:
        self.jets = Jets(time)
        self.time = time
        self.residuals = [self.jets.of(x) for x in residuals]
        self.algebra = Algebra()
        self.others: dict[tuple[Any, ...], States | None] = {}
        self.solved = self.solved_form(self.residuals)

    @cached_property
    def states(self) -> States | None:
        """States at which the system has values; smaller ones if it has none at all others. They need numpy."""
        if self.solved is None:
            return None
        states = States(self.jets, self.solved)
        defined = all(states.of(x) is not None for x in self.residuals)
        return states if defined else States(self.jets, self.solved, 0.2)

    def solved_form(self, residuals: Sequence[Any]) -> Branch | None:
        """The solved form where no coefficient vanishes; None if there is none without equations that are left."""
        completion = Completion(self.algebra, self.jets)
        with suppress(ScmpyError):  # as where a denominator vanishes to first order
            divisors = [x for residual in residuals for x in self.algebra.divisors(residual)]
            for leaf, complete in completion.leaves(Branch(tuple(residuals), nonzero=tuple(divisors))):
                if complete and not leaf.relations and not leaf.left:
                    return leaf
                break
        return self._linear(residuals)

    def _linear(self, residuals: Sequence[Any]) -> Branch | None:
        """The solved form of equations that are linear in as many highest derivatives, by Cramer's rule."""
        orders = self.jets.functions(*residuals)
        unknowns = [self.jets.symbol(f, order) for f, order in orders.items()]
        if not unknowns or len(unknowns) != len(residuals) or len(unknowns) > 3:
            return None
        with suppress(ScmpyError):
            rows = tuple(tuple(slope(x, u) for u in unknowns) for x in residuals)
            rest = tuple(g.negate(replaced(x, dict.fromkeys(unknowns, 0))) for x in residuals)
            if set(unknowns).isdisjoint(subexpressions(*(x for row in rows for x in row))):
                values = zip(orders.items(), linear.solve(rows, rest), strict=True)
                return Branch((), rules={f: Rule(order, value) for (f, order), value in values})
        return None

    def states_of(self, residuals: tuple[Any, ...]) -> States | None:
        if residuals not in self.others:
            solved = self.solved_form(residuals)
            self.others[residuals] = None if solved is None else States(self.jets, solved)
        return self.others[residuals]


def is_general(system: Sequence[Any], general: Sequence[Any], constants: Sequence[Any], time: Symbol) -> bool:
    """Are there motions near all that a system allows, of which no constant is 0? k x = 0 has none but x = 0.

    The values and derivatives that the system leaves free are functions of the constants, with independent slopes.
    """
    if not is_numpy_there():
        return False
    with assuming(nonzero=tuple(f(time) for f in constants)):
        first, second = Reference(system, time), Reference(general, time)
    if first.solved is None or second.solved is None or second.states is None:
        return False
    jets, states = second.jets, second.states
    orders = dict.fromkeys(first.jets.functions(*first.residuals), 1)
    orders |= {f: rule.order for f, rule in first.solved.rules.items()}
    values = [states.on_motions(jets.symbol(f, n)) for f, order in orders.items() for n in range(order)]
    chosen = list(filter(states.is_free, jets.occurring(*values)))
    slopes = [x[0] for value in values for y in chosen if (x := states.of(slope(value, y))) is not None]
    if len(slopes) != len(values) * len(chosen):
        return False
    rows = numpy.reshape(slopes, (len(values), len(chosen)))
    return not values or bool(slopes and numpy.linalg.matrix_rank(rows) == len(values))


def parameters_of(jets: Jets, *expressions: Any) -> list[Symbol]:
    """The symbols in expressions with symbols for derivatives that stand for numbers, but the time."""
    nodes = list(subexpressions(*expressions))
    heads = {differentiated(x.operator)[0] for x in nodes if isinstance(x, Application)}
    found = (x for x in nodes if isinstance(x, Symbol) and is_unknown_head(x) and x not in heads)
    return [x for x in found if x not in jets.place and x is not jets.time and not x.constant]


def replaced(expression: Any, values: Mapping[Any, Any]) -> Any:
    return TracedFunction(dict(values)).of(expression)


def lowest_order(residual: Any, small: Sequence[Expression]) -> tuple[Any, int]:
    """A residual to first order in quantities, its value and its slope where they are 0, or to a higher if both are 0.

    The order is given too.
    """

    def along(epsilon: Any) -> Any:
        return replaced(residual, {x: g.mul(epsilon, x) for x in small})

    with suppress(ScmpyError):
        found, slopes = along(0), along
        for n in range(1, 4):
            slopes = derivative(slopes)
            found = g.add(found, g.div(slopes(0), math.factorial(n)))
            if simplified_expression(found) != 0:
                return found, n
    return 0, 1
