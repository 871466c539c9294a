"""Systems of equations solved for their highest derivatives, branch by branch; what exists, and lasts."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Set
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import reduce
from itertools import chain, combinations, count, product
from typing import Any, NamedTuple

from scmpy.calculus.jet import TracedFunction
from scmpy.errors import DivisionByZeroError, DomainError, LimitError, ScmpyError
from scmpy.generic import operations as g
from scmpy.generic.settings import Limit
from scmpy.generic.types import is_number
from scmpy.mechanics.equations.systems import Algebra, Jets, NotTakenApart, Together, signs_in, slope
from scmpy.structure import linear_algebra as linear
from scmpy.structure.tuples import sum_of
from scmpy.symbolic.assumptions import assumptions_in_force
from scmpy.symbolic.ball_arithmetic import Evaluator
from scmpy.symbolic.canonical import NotFinite
from scmpy.symbolic.decision.algebraic import EVERYWHERE, range_of
from scmpy.symbolic.decision.definite import is_entire
from scmpy.symbolic.decision.equivalence import is_complex
from scmpy.symbolic.decision.forms import FORMAL_LOG, UNSETTLED
from scmpy.symbolic.expression import Expression, Head, Symbol, application, subexpressions

# --- existence -------------------------------------------------------------------------------------------------------
# Have relations real solutions for some of their unknowns, whatever the values of the other quantities in them are?
#
# A polynomial of odd degree has a real root, one of second degree where its discriminant is not negative, one whose
# last coefficient has not the sign of the first a root too; a polynomial in e^u has one where these have opposite
# signs. An angle with the sine s and the cosine c exists where s^2 + c^2 = 1, one with a s + b c + d = 0 where d^2 is
# not more than a^2 + b^2. Several relations have a solution if they can be solved one after the other.


Chosen = dict[Any, Any]


class Obstacle(NamedTuple):
    """What has to vanish for a solution, 0 if there is one, None if that is not known; what must not vanish for it.

    That is told with the relations between the other unknowns. Of some of the unknowns values were chosen.
    """

    vanish: Any
    chosen: Chosen = {}
    nonzero: tuple[Any, ...] = ()
    suffices: bool = False  # is there a solution, for some values of the other unknowns, where it does vanish?

    @property
    def is_none(self) -> bool:
        """Is there a solution, where what must not vanish does not?"""
        return is_number(self.vanish) and bool(self.vanish == 0)


def obstacle(algebra: Algebra, relations: list[Any], given: list[Any], unknowns: set[Symbol]) -> Obstacle:
    """Have relations a solution for their unknowns wherever given ones hold? What prevents it has no unknowns."""
    pending = list(dict.fromkeys(x for x in relations if not is_number(x) or x != 0))
    occurring = dict.fromkeys(x for relation in pending for x in subexpressions(relation) if x in unknowns)
    alone = [x for x in pending if unknowns.isdisjoint(subexpressions(x))]
    for unknown in occurring:
        own, told = _divided(algebra, [x for x in pending if unknown in subexpressions(x)], unknown, unknowns)
        pending = [*(x for x in pending if unknown not in subexpressions(x)), *told, *own]
        told = [*told, *(_divided(algebra, own, unknown, unknowns, True)[1] if len(own) > 1 else ())]
        alone += [x for x in told if unknowns.isdisjoint(subexpressions(x))]
    for x in alone:
        if not algebra.vanishes_on(x, given, []):
            return Obstacle(x)
    pending = [x for x in pending if not unknowns.isdisjoint(subexpressions(x))]
    if not pending:
        return Obstacle(0)
    prevents = None
    for unknown in occurring:
        own = [x for x in pending if unknown in subexpressions(x)]
        others = [x for x in pending if unknown not in subexpressions(x)]
        free = unknowns - {unknown, *subexpressions(*others)}
        for now in _of_one(algebra, own, [*given, *others], unknown, free) if own else ():
            more = [] if now.is_none else [now.vanish]
            if more and unknowns.isdisjoint(subexpressions(now.vanish)):
                prevents = now.vanish
            elif now.is_none or now.suffices:
                rest = obstacle(algebra, [*others, *more], given, unknowns - {unknown})
                if now.is_none or rest.is_none:
                    premises = ((x, (*others, *more)) for x in now.nonzero)
                    return rest._replace(nonzero=(*premises, *rest.nonzero))
    return (
        next(by_choice(algebra, pending, given, unknowns), Obstacle(None)) if prevents is None else Obstacle(prevents)
    )


def _divided(
    algebra: Algebra, relations: list[Any], u: Symbol, unknowns: set[Symbol], by_any: bool = False
) -> tuple[list[Any], list[Any]]:
    """Relations in an unknown less multiples of the lowest that begins with no zero, or of any; what is free of it."""
    powers = {x: found for x in relations if (found := algebra.powers(x, u)) is not None}
    units = [x for x, found in powers.items() if by_any or algebra.alternatives(found[max(found)]) == []]
    units.sort(key=lambda x: (max(powers[x]), len(unknowns.intersection(subexpressions(x)))))
    for x, divisor in product(powers, units[:1]):
        n, m = max(powers[x]), max(powers[divisor])
        if x is not divisor and n >= m:
            multiple = g.mul(g.mul(powers[x][n], g.expt(u, n - m)), divisor)
            rest = algebra.part(g.sub(g.mul(powers[divisor][m], x), multiple)).numerator
            return _divided(algebra, [*(y for y in relations if y is not x), rest], u, unknowns, by_any)
    own = [x for x in relations if u in subexpressions(x)]
    return own, [x for x in relations if x not in own and not (is_number(x) and x == 0)]


def by_choice(algebra: Algebra, relations: list[Any], given: list[Any], unknowns: set[Symbol]) -> Iterator[Obstacle]:
    """Solutions of fewer relations than unknowns: one is 0, 1, or above all others, or those too many are 2, 3, ..."""
    symbols = Evaluator(*relations).symbols
    occurring = [x for x in symbols if x in unknowns]
    above = sum_of((1, *(g.square(x) for x in symbols if x not in unknowns)))
    free = len(occurring) - len(relations)
    single: Iterator[Chosen] = ({x: value} for x, value in product(occurring, (0, 1, above)))
    together = (dict(zip(some, count(2), strict=False)) for some in combinations(occurring, max(free, 0)))
    for chosen in chain(single, together) if free > 0 else ():
        try:
            there = [algebra.part(TracedFunction(chosen).of(x)).numerator for x in relations]
        except UNSETTLED:
            continue
        found = obstacle(algebra, there, given, unknowns - chosen.keys())
        if found.is_none:
            yield found._replace(chosen={**chosen, **found.chosen})


def _of_one(
    algebra: Algebra, relations: list[Any], given: list[Any], u: Symbol, free: Set[Symbol]
) -> Iterable[Obstacle]:
    """What prevents that relations can be solved for an unknown, others being free; several, if any of them does."""
    turned = _turned(algebra, relations, u)
    sides = algebra.affine_parts(turned, [application(Head.SIN, u), application(Head.COS, u)])
    if sides is not None and not any(
        u in subexpressions(x) for x in (*sides[1], *(x for row in sides[0] for x in row))
    ):
        return _of_angle(algebra, *sides, given, free)
    if len(relations) > 1:
        return ()
    if _is_onto(relations[0], u):
        return (Obstacle(0),)
    powers = algebra.powers(relations[0], u)
    if powers is not None and max(powers) % 2 and algebra.alternatives(powers[max(powers)]):
        return (Obstacle(0, {}, (powers[max(powers)],)),)
    found = _of_equation(algebra, relations[0], u, free)
    return () if found is None else (Obstacle(found),)


def _turned(algebra: Algebra, relations: list[Any], u: Symbol) -> list[Any]:
    """Relations in the sine and the cosine of a u + b, with what that is as the unknown."""
    for angle in (
        x.operands[0]
        for x in subexpressions(*relations)
        if x.operator in (Head.SIN, Head.COS) and x.operands[0] is not u
    ):
        parts = algebra.linear_parts(angle, u)
        if parts is not None and algebra.alternatives(parts[0]) == [] and u not in subexpressions(*parts):
            turn = TracedFunction({u: g.div(g.sub(u, parts[1]), parts[0])})
            return [algebra.part(turn.of(x)).numerator for x in relations]
    return relations


def _of_equation(algebra: Algebra, relation: Any, u: Symbol, free: Set[Symbol]) -> Any:
    powers = algebra.powers(relation, u)
    if powers is not None:
        return _of_polynomial(algebra, powers, free)
    powers = algebra.powers(relation, application(Head.EXP, u))
    if powers is None or any(u in subexpressions(x) for x in powers.values()):
        return _of_bounded(algebra, relation, {u, *free})
    found = _of_exponential_square(algebra, powers)
    if found is not None:
        return found
    ends = g.mul(powers[max(powers)], powers[min(powers)])
    if len(powers) > 2 or algebra.alternatives(ends) == []:
        return 0 if algebra.is_not_negative(g.negate(ends)) and algebra.alternatives(ends) == [] else None
    return g.add(ends, abs(ends))


def _of_bounded(algebra: Algebra, relation: Any, unknowns: Set[Symbol]) -> Any:
    """What has to vanish for f(u, v, ...) = c, where f has bounds: its values are between them."""
    terms = relation.operands if relation.operator is Head.PLUS else (relation,)
    own = [x for x in terms if not unknowns.isdisjoint(subexpressions(x))]
    low, high = range_of(sum_of(own)) if unknowns >= {*Evaluator(*own).symbols} else EVERYWHERE
    value = g.negate(sum_of(x for x in terms if x not in own))
    sides = [g.sub(value, Fraction(low))] if low > -math.inf else []
    sides += [g.sub(Fraction(high), value)] if high < math.inf else []
    found = _not_negative(algebra, reduce(g.mul, sides)) if sides else None
    return found if isinstance(found, Expression) else None


def _is_onto(relation: Any, u: Symbol) -> bool:
    """Has an expression all real values, as a function of an unknown? Its slope has a bound above, or below, 0."""
    try:
        low, high = range_of(slope(relation, u))
    except ScmpyError:
        return False
    return (low > 0 or high < 0) and is_entire(relation, u)


def _of_exponential_square(algebra: Algebra, powers: dict[int, Any]) -> Any:
    """a w^2 + b w + c = 0 for w = e^(n u): where a and c have one sign, b has the other one, and b^2 >= 4 a c."""
    degree = max(powers)
    if len(powers) != 3 or set(powers) != {0, degree // 2, degree} or degree % 2:
        return None
    a, b, c = (powers[n] for n in sorted(powers, reverse=True))
    ends = g.mul(a, c)
    if algebra.alternatives(ends) != [] or not algebra.is_not_negative(ends):
        return None
    return _not_negative(algebra, g.sub(g.negate(g.div(b, a)), g.mul(2, g.sqrt(g.div(c, a)))))


def _of_angle(algebra: Algebra, rows: Any, rest: list[Any], given: list[Any], free: Set[Symbol]) -> Iterator[Obstacle]:
    if len(rows) == 1:
        (a, b), d = rows[0], rest[0]
        yield Obstacle(_not_negative(algebra, g.sub(g.add(g.square(a), g.square(b)), g.square(d)), free))
    equations = [(*row, d) for row, d in zip(rows, rest, strict=True)]
    for (a, b, c), (d, e, f) in combinations(equations, 2):
        determinant = g.sub(g.mul(a, e), g.mul(b, d))
        zeros = algebra.alternatives(determinant)
        if zeros is not None:
            sine, cosine = g.sub(g.mul(b, f), g.mul(e, c)), g.sub(g.mul(d, c), g.mul(a, f))
            excess = g.sub(g.add(g.square(sine), g.square(cosine)), g.square(determinant))
            others = [g.add(g.add(g.mul(p, sine), g.mul(q, cosine)), g.mul(r, determinant)) for p, q, r in equations]
            left = [x for x in (excess, *others) if not algebra.vanishes_on(algebra.part(x).numerator, given, [])]
            nonzero = (determinant,) if zeros else ()
            if not left or not zeros:
                yield Obstacle(left[0] if left else 0, {}, nonzero, len(left) == 1)
            elif len(left) == 1:
                ways = algebra.alternatives(left[0]) or []
                ways = [way for way in ways if not algebra.vanishes_on(determinant, list(way), [])]
                yield from (Obstacle(way[0], {}, nonzero, True) for way in ways if len(way) == 1)
                if not ways:
                    yield Obstacle(determinant)
            return


def _of_polynomial(algebra: Algebra, powers: dict[int, Any], free: Set[Symbol]) -> Any:
    degree = max(powers)
    if algebra.alternatives(powers[degree]) != []:
        return None
    if degree % 2:
        return 0
    a, b, c = (powers.get(n, 0) for n in (degree, degree // 2, 0))
    ends = g.negate(g.mul(a, c))
    if not set(powers) <= {degree, degree // 2, 0}:
        return 0 if algebra.is_not_negative(ends) else None
    sign = -1
    if degree % 4 == 0 and b != 0:  # of u^2
        sign = next((n for n in (1, -1) if algebra.is_not_negative(g.mul(n, g.div(b, a)))), 0)
    bound = ends if sign == 1 else g.add(g.square(b), g.mul(4, ends))
    return _not_negative(algebra, bound, free) if sign else None


def _not_negative(algebra: Algebra, x: Any, free: Set[Symbol] = frozenset()) -> Any:
    """0 if a quantity is nowhere negative, for some values of free unknowns; else what vanishes where it is not."""
    x = algebra.part(x).value
    if algebra.is_not_negative(x):
        return 0
    for unknown in [y for y in dict.fromkeys(subexpressions(x)) if y in free]:
        part = algebra.part(x)
        powers = algebra.powers(part.numerator, unknown) if is_number(part.denominator) else None
        if powers is None or max(powers) != 2 or algebra.alternatives(powers[2]) != []:
            continue
        if algebra.is_not_negative(g.div(powers[2], part.denominator)):
            return 0
        if algebra.is_not_negative(g.negate(g.div(powers[2], part.denominator))):
            a, b, c = (g.div(powers.get(n, 0), part.denominator) for n in (2, 1, 0))
            return _not_negative(algebra, g.sub(c, g.div(g.square(b), g.mul(4, a))), free - {unknown})
    return g.sub(x, abs(x))


# --- lasting ---------------------------------------------------------------------------------------------------------
# What vanishes at every moment, of what depends on the variable and parameters alone: by its power series.
#
# Such a coefficient, as 1 - cos t, may vanish at some moments, but no motion stays there: it vanishes for ever, on an
# interval, only for parameters for which all coefficients of its power series do. So a + b cos t vanishes where a and b
# do, 1 - cos t never, and either may be divided by where it does not vanish for ever.

_PLACES = (0, 1, 2, -1)  # where the series are looked at, the first one that is usable
_TERMS = 6  # of a series

#: What has no power series at some places in its domain.
_BROKEN = {"floor", "ceiling", "round", "truncate", "abs", "modulo", "remainder", "quotient", "max", "min"}


def is_of_time(jets: Jets, expression: Any) -> bool:
    """Is this an expression of the variable, and of parameters perhaps, but of no unknown?"""
    return jets.time in subexpressions(expression) and not jets.occurring(expression)


def lasting(algebra: Algebra, jets: Jets, expression: Any) -> tuple[Any, ...] | None:
    """What parameters make an expression of them and the variable vanish at every moment; None if it never does."""
    heads = {x.operator for x in subexpressions(expression)}
    broken = FORMAL_LOG in heads or any(getattr(head, "name", "") in _BROKEN for head in heads)
    powers = any(x.operator is Head.EXPT and not isinstance(x.operands[1], int) for x in subexpressions(expression))
    for place in () if broken or signs_in(expression) else _PLACES[powers:]:
        try:
            found = _conditions(algebra, jets, expression, place)
        except UNSETTLED:
            continue
        if found is None or found:
            return found
    raise NotTakenApart("equivalent-equations: it is not known where a coefficient vanishes at every moment")


def _conditions(algebra: Algebra, jets: Jets, expression: Any, place: int) -> tuple[Any, ...] | None:
    found: dict[Any, None] = {}
    for _ in range(_TERMS):
        value = algebra.part(TracedFunction({jets.time: place}).of(expression)).numerator
        if is_complex(value):
            return ()
        ways = algebra.alternatives(value)
        if ways == []:
            return None
        if ways:
            found |= dict.fromkeys(ways[0] if len(ways) == 1 else (value,))
        expression = jets.rate(expression)
        if not isinstance(expression, Expression) and expression == 0:
            break
    return tuple(found)


# --- solved form -----------------------------------------------------------------------------------------------------
# Systems of ordinary differential equations in solved form, branch by branch.
#
# An equation that is linear in a derivative u = D^k x, and has no higher one of x, is solved for it where the
# coefficient of u is not zero, and gives the rule D^k x = f; rules are differentiated as often as they are needed.
# Where the coefficient c may vanish there is a second branch, with c = 0 for another equation. An equation that is a
# product branches by its factors. One that is not linear, or only says how the initial values of functions that are
# solved for are related, is kept as a relation, and its total derivative is one more equation.
#
# A smooth solution of the system is, on a dense open set of times, a solution of a branch: where c is not zero, and
# inside of the set where it is, with all derivatives of c. So what vanishes on every branch vanishes on every solution.
# Where nothing is left to be done a branch is a leaf: an explicit system D^k x = f, of which a solution passes through
# every initial value that fulfils the relations, and at which no coefficient vanishes.
#
# Source: Ritt, Differential Algebra; Boulier, Lazard, Ollivier, Petitot, Representation for the radical of a finitely
# generated differential ideal.

MOST_BRANCHES = Limit(
    "most-solved-branches", 60, "Branches of the solved form of a system of differential equations.", "branches"
)
MOST_STEPS = Limit(
    "most-completion-steps", 200, "Steps to the solved forms of a system of differential equations.", "steps to solve"
)

#: So many equations are solved together.
_MAXIMUM_BLOCK = 8

#: So many quantities are taken to vanish one after the other, each on a branch of its own; so many relations stay.
_MAXIMUM_DEPTH = 6
_MAXIMUM_RELATIONS = 12


class Rule(NamedTuple):
    """D^order of a function as an expression of what is not solved for."""

    order: int
    value: Any


class Split(NamedTuple):
    """What was taken to vanish, or not to."""

    quantities: Together
    vanish: bool


@dataclass(frozen=True)
class Branch:
    """A system in part solved: rules, what has a value, relations, what does not vanish, and the equations left."""

    pending: tuple[Any, ...]
    rules: dict[Expression, Rule] = field(default_factory=dict)
    constants: dict[Expression, Any] = field(default_factory=dict)
    relations: tuple[Any, ...] = ()
    nonzero: tuple[Any, ...] = ()
    path: tuple[Split, ...] = ()
    left: tuple[Any, ...] = ()  # equations that may not be solved


class Pivot(NamedTuple):
    """An equation c u + d = 0 with its unknown, and how well it may be solved: 0 where c vanishes nowhere."""

    doubt: int
    rank: tuple[int, ...]
    equation: Any
    unknown: Symbol
    coefficient: Any
    rest: Any


class Completion:
    """The completion of systems in functions of one variable."""

    def __init__(self, algebra: Algebra, jets: Jets, solvable: Callable[[Expression], bool] | None = None) -> None:
        self.algebra = algebra
        self.jets = jets
        self.solvable = solvable  # of which functions alone are equations solved, if not of all
        self.excluded: set[Any] = set()  # what vanishes nowhere in the domain of another system
        self.left_out = False  # has a branch been left out for that?
        self.steps = 0
        self.limit: Exception | None = None

    def leaves(self, root: Branch) -> Iterator[tuple[Branch, bool]]:
        """The leaves of a system, the one where no coefficient vanishes first; at last, what was too much work.

        With each it is said whether it is a leaf, or a branch that was not completed.
        """
        stack, count = [root], 0
        while stack:
            count += 1
            branch: Branch | None = stack.pop()
            while branch is not None:
                try:
                    self._count(count, branch)
                    following = self.advanced(branch)
                except (DivisionByZeroError, DomainError):  # nothing is defined there
                    break
                except (LimitError, NotFinite) as error:
                    if not branch.path or count == 1:
                        raise
                    self.limit = error
                    yield branch, False
                    break
                if following is None:
                    yield replace(branch, pending=()), True
                    break
                following = [x for x in following if not self._is_outside(x, branch)]
                branch = following[0] if following else None
                stack += reversed(following[1:])

    def _is_outside(self, branch: Branch, before: Branch) -> bool:
        new = branch.path[len(before.path) :]
        outside = any(split.vanish and not self.excluded.isdisjoint(split.quantities) for split in new)
        self.left_out = self.left_out or outside
        return outside

    def _count(self, branches: int, branch: Branch) -> None:
        self.steps += 1
        depth = sum(split.vanish for split in branch.path)
        if depth > _MAXIMUM_DEPTH or len(branch.relations) > _MAXIMUM_RELATIONS:
            raise LimitError("equivalent-equations: too many quantities of a system vanish together")
        MOST_BRANCHES.check(branches, "equivalent-equations")
        MOST_STEPS.check(self.steps, "equivalent-equations")

    # --- one step ---------------------------------------------------------------------------------------------

    def advanced(self, branch: Branch) -> list[Branch] | None:
        """What a branch leads to: other branches, none if it has no solutions; None if it is a leaf."""
        if branch.left:
            return None
        single: list[Any] = []
        several: list[list[Together]] = []
        whole: list[Any] = []  # not taken apart: what else holds on the branch may tell a sign
        for equation in branch.pending:
            try:
                ways = self.ways(branch, self.reduced(branch, equation))
            except NotTakenApart:
                whole.append(equation)
                continue
            if ways is None:
                continue
            if not ways:
                return []
            if len(ways) == 1:
                single += [x for x in self._at_all_times(branch, ways[0]) if x not in single]
            elif ways not in several:
                several.append(ways)
        if whole and not single:
            self.ways(branch, self.reduced(branch, whole[0]))
        pending = (*single, *(self._product(ways) for ways in several), *whole)
        branch = replace(branch, pending=pending)
        if not pending:
            return self._finished(branch)
        pivots = [pivot for equation in single for pivot in self.pivots(branch, equation)]
        best = min(pivots, key=lambda pivot: (pivot.doubt, pivot.rank), default=None)
        if best is not None and best.doubt == 0:
            return self._solved(branch, best)
        block = self.block(branch, single)
        if block and block[0].doubt == 0:
            return self._solved(branch, *block)
        if several:
            first, *others = self._ways_in_turn(self._without(branch, self._product(several[0])), several[0])
            return [replace(first, path=branch.path), *others]
        unsolvable = [x for x in single if not self._may_be_solved(x)]
        if unsolvable:
            return [replace(branch, pending=(), left=tuple(unsolvable))]
        combined = self._combined(branch, pivots)
        if combined is not None:
            return self._solved(branch, combined)
        low = self._low(branch, single)
        if self.solvable is not None:
            low = [x for x in single if not any(pivot.equation is x for pivot in pivots)]
        if low:
            return self._by_roots(branch, low) or self._related(branch, low)
        if block:
            return [*self._solved(branch, *block), *self._where_zero(branch, branch, block[0].coefficient)]
        if best is not None and (best.doubt == 1 or self._is_free(branch, best.unknown)):
            without = self._without(branch, best.equation, best.rest)
            return [*self._solved(branch, best), *self._where_zero(branch, without, best.coefficient)]
        return self._related(branch, single)

    def _finished(self, branch: Branch) -> list[Branch] | None:
        """At a leaf nothing is left to do: relations hold for ever where they hold once, and contradict nothing."""
        if not branch.relations:
            return None
        if self.algebra.vanishes_on(1, list(branch.relations), list(branch.nonzero)):
            return []
        rates = [self.reduced(branch, self.jets.rate(x)) for x in branch.relations]
        pending = tuple(rate for rate in rates if self.ways(branch, rate) is not None)
        return [replace(branch, pending=pending)] if pending else None

    def ways(self, branch: Branch, expression: Any) -> list[Together] | None:
        """The ways in which an expression may vanish on a branch: without the factors that do not."""
        part = self.algebra.part(expression)
        if signs_in(part.numerator):
            raise NotTakenApart("equivalent-equations: the signs of quantities under roots are not known")
        found = self.algebra.alternatives(expression)
        if not found:
            return found
        if given := [x for x, facts in assumptions_in_force().items() if x.operands and "nonzero" in facts]:
            found = [way for way in found if not self.algebra.vanishes_on(1, list(way), given)]
        found = [way for way in found if not any(x is None for x in map(self._lasting, way))]
        relations, nonzero = list(branch.relations), list(branch.nonzero)
        if relations and any(
            all(self.algebra.vanishes_on(x, relations, nonzero) for x in way) for way in ((part.numerator,), *found)
        ):
            return None
        found = [together for together in found if not any(x in branch.nonzero for x in together)]
        if relations:
            found = [way for way in found if not self.algebra.vanishes_on(1, [*relations, *way], nonzero)]
        return found

    def _lasting(self, expression: Any) -> tuple[Any, ...] | None:
        """What vanishes where an expression does at every moment; None if it never does."""
        known = self.algebra.lasting
        if expression not in known:
            of_time = is_of_time(self.jets, expression)
            known[expression] = lasting(self.algebra, self.jets, expression) if of_time else (expression,)
        return known[expression]

    def _at_all_times(self, branch: Branch, together: Together) -> Together:
        """What vanishes together, with the conditions on parameters under which it does at every moment."""
        conditions = [y for x in together for y in self._lasting(x) or () if y is not x]
        return (*together, *(y for y in conditions if self.ways(branch, y) is not None))

    def _product(self, ways: list[Together]) -> Any:
        factors = (way[0] if len(way) == 1 else sum_of(map(g.square, way)) for way in ways)
        return reduce(g.mul, factors, 1)

    def _where_zero(self, branch: Branch, rest: Branch, coefficient: Any) -> Iterator[Branch]:
        return self._ways_in_turn(rest, self.ways(branch, coefficient) or [])

    def _ways_in_turn(self, branch: Branch, ways: list[Together]) -> Iterator[Branch]:
        """A branch with each of the ways in which something vanishes, where those before do not."""
        before: tuple[Any, ...] = ()
        for together in sorted(ways, key=lambda way: -max(self._order(x) for x in way)):
            pending = (*self._at_all_times(branch, together), *branch.pending)
            quantities = dict.fromkeys(y for x in together for y in self._lasting(x) or ())
            path = (*branch.path, Split(tuple(quantities), True))
            yield replace(branch, pending=pending, nonzero=(*branch.nonzero, *before), path=path)
            if len(together) == 1:
                before = (*before, *together)

    def _order(self, expression: Any) -> int:
        return max(self.jets.functions(expression).values(), default=-1)

    def _by_roots(self, branch: Branch, equations: list[Any]) -> list[Branch]:
        """Branches with the solutions of an equation with a square root of an unknown, and where it has no others."""
        for equation in equations if self.solvable is not None else ():
            for unknown in self.jets.occurring(equation):
                found = self.algebra.roots(equation, unknown) if self._may_be_solved(unknown) else None
                if found is not None:
                    coefficient, rests = found
                    pivots = [Pivot(self._doubt(branch, coefficient), (), None, unknown, coefficient, x) for x in rests]
                    solved = [x for pivot in pivots for x in self._solved(branch, pivot)]
                    return [*solved, *self._where_zero(branch, branch, coefficient)]
        return []

    def _related(self, branch: Branch, single: list[Any]) -> list[Branch]:
        single = [x for x in single if not is_of_time(self.jets, x)]
        if not single:
            raise LimitError("equivalent-equations: it is not known where a coefficient vanishes at every moment")
        equation = min(single, key=lambda x: (self._order(x), len(list(subexpressions(x)))))
        rest = tuple(x for x in branch.pending if x is not equation)
        relations = (*branch.relations, equation, *self._singular(branch, equation))
        rates = tuple(self.jets.rate(x) for x in relations[len(branch.relations) :])
        return [replace(branch, relations=relations, pending=(*rest, *rates))]

    def _singular(self, branch: Branch, equation: Any) -> list[Any]:
        """The partial derivatives of an equation that vanish where it does, as those of cos x - 1: equations too."""
        relations = [*branch.relations, equation]
        slopes = [self.algebra.part(slope(equation, x)).numerator for x in self.jets.occurring(equation)]
        return [
            x
            for x in slopes
            if isinstance(x, Expression) and self.algebra.vanishes_on(x, relations, list(branch.nonzero))
        ]

    def independent(self, branch: Branch) -> list[Any]:
        """The relations of a branch but for those whose gradient vanishes where they all do."""
        relations, nonzero = list(branch.relations), list(branch.nonzero)

        def is_singular(relation: Any) -> bool:
            symbols = [x for x in Evaluator(relation).symbols if x is not self.jets.time]
            slopes = [self.algebra.part(slope(relation, x)).numerator for x in symbols]
            return all(x == 0 or self.algebra.vanishes_on(x, relations, nonzero) for x in slopes)

        return [x for x in relations if not is_singular(x)]

    def _low(self, branch: Branch, single: list[Any]) -> list[Any]:
        """The equations that only relate initial values: of all their functions others have higher derivatives."""
        highest = self.jets.functions(*single)
        highest |= {f: max(rule.order, highest.get(f, 0)) for f, rule in branch.rules.items()}
        found = ((x, self.jets.functions(x)) for x in single)
        return [x for x, orders in found if orders and all(order < highest[f] for f, order in orders.items())]

    # --- solving ----------------------------------------------------------------------------------------------

    def _may_be_solved(self, equation: Any) -> bool:
        return self.solvable is None or any(map(self.solvable, self.jets.functions(equation)))

    def _highest(self, equations: list[Any]) -> list[Symbol]:
        """The highest derivatives of the functions that equations may be solved for."""
        orders = self.jets.functions(*equations).items()
        return [self.jets.symbol(f, n) for f, n in orders if self.solvable is None or self.solvable(f)]

    def _is_free(self, branch: Branch, unknown: Symbol) -> bool:
        return unknown in self.jets.place and self.jets.place[unknown][0] not in branch.rules

    def pivots(self, branch: Branch, equation: Any) -> Iterator[Pivot]:
        """The ways to solve an equation for a derivative; for a constant, if there are none in it."""
        symbols = Evaluator(equation).symbols
        constant = not self.jets.functions(equation) and self.jets.time not in symbols
        for unknown in symbols if constant and self.solvable is None else self._highest([equation]):
            parts = self.algebra.linear_parts(equation, unknown)
            if parts is not None and self.algebra.alternatives(parts[0]) is not None:
                coefficient, rest = parts
                doubt = self._doubt(branch, coefficient)
                yield Pivot(doubt, self._rank(unknown, equation), equation, unknown, coefficient, rest)

    def _combined(self, branch: Branch, pivots: list[Pivot]) -> Pivot | None:
        """The sum of equations c u + d = 0, each times its c, if the sum of the squares of c vanishes nowhere."""
        for unknown in dict.fromkeys(pivot.unknown for pivot in pivots):
            some = [pivot for pivot in pivots if pivot.unknown is unknown]
            if len(some) < 2 or (self.solvable is None and not self._is_free(branch, unknown)):
                continue
            coefficient = sum_of(g.square(pivot.coefficient) for pivot in some)
            rest = sum_of(g.mul(pivot.coefficient, pivot.rest) for pivot in some)
            if self._doubt(branch, coefficient) == 0:
                return Pivot(0, (), None, unknown, coefficient, rest)
        return None

    def _doubt(self, branch: Branch, coefficient: Any) -> int:
        if self.ways(branch, coefficient) == []:
            return 0
        return 2 if self.jets.occurring(coefficient) else 1

    def _rank(self, unknown: Symbol, equation: Any) -> tuple[int, ...]:
        """Of what to solve for first: the derivatives of the highest order, of equations that are short."""
        order = self.jets.place[unknown][1] if unknown in self.jets.place else 0
        return (order if self.solvable else -order, len(list(subexpressions(equation))))

    def solution(self, pivot: Pivot) -> Any:
        return self.algebra.part(g.negate(g.div(pivot.rest, pivot.coefficient))).value

    def _solved(self, branch: Branch, *pivots: Pivot) -> list[Branch]:
        found = [branch]
        for pivot in pivots:
            found = [after for before in found for after in self._solved_for(before, pivot)]
        return found

    def _solved_for(self, branch: Branch, pivot: Pivot) -> list[Branch]:
        value = self.solution(pivot)
        rest = tuple(x for x in branch.pending if x is not pivot.equation)
        nonzero, path = branch.nonzero, branch.path
        if pivot.doubt:
            found = self.ways(branch, pivot.coefficient) or []
            nonzero = (*nonzero, *(self._product([way]) for way in found))
            path = (*path, Split((pivot.coefficient,), False))
        branch = replace(branch, pending=rest, nonzero=nonzero, path=path)
        if pivot.unknown not in self.jets.place:
            branch = replace(branch, constants={**branch.constants, pivot.unknown: value})
            return self._renewed(branch, set(branch.rules))
        function, order = self.jets.place[pivot.unknown]
        before = [self._equation(function, branch.rules[function])] if function in branch.rules else []
        rules = {**branch.rules, function: Rule(order, value)}
        branch = replace(branch, pending=(*branch.pending, *before), rules=rules)
        changed = {
            other
            for other, rule in branch.rules.items()
            if other is not function and self.jets.functions(rule.value).get(function, -1) >= order
        }
        return self._renewed(branch, changed)

    def _equation(self, function: Expression, rule: Rule) -> Any:
        return g.sub(self.jets.symbol(function, rule.order), rule.value)

    def _renewed(self, branch: Branch, changed: set[Expression]) -> list[Branch]:
        """The branch with what it holds reduced by a new rule; none if something that is not zero now is."""
        kept = {function: rule for function, rule in branch.rules.items() if function not in changed}
        again = [self._equation(function, rule) for function, rule in branch.rules.items() if function in changed]
        branch = replace(branch, rules=kept)
        moved = [x for x in branch.relations if self.reduced(branch, x) is not x]
        relations = tuple(x for x in branch.relations if x not in moved)
        branch = replace(branch, pending=(*branch.pending, *again, *moved), relations=relations)
        nonzero: dict[Any, None] = {}
        for x in branch.nonzero:
            found = self.algebra.alternatives(self.reduced(branch, x))
            if found is None:
                return []
            nonzero |= dict.fromkeys(self._product([way]) for way in found)
        return [replace(branch, nonzero=tuple(nonzero))]

    def block(self, branch: Branch, single: list[Any]) -> list[Pivot]:
        """Equations A u + b = 0 in the highest derivatives u of as many functions that are not solved for, if they fit.

        They are solved together where the determinant of A, the first coefficient, does not vanish.
        """
        unknowns = [u for u in self._highest(single) if self._is_free(branch, u)]
        equations = [x for x in single if not set(unknowns).isdisjoint(subexpressions(x))]
        unknowns = [u for u in unknowns if any(u in subexpressions(x) for x in equations)]
        if not 1 < len(unknowns) == len(equations) <= _MAXIMUM_BLOCK:
            return []
        found = self.algebra.affine_parts(equations, unknowns)
        if found is None:
            return []
        rows, rest = found
        determinant = self.algebra.part(linear.determinant(rows)).numerator
        doubt = self._doubt(branch, determinant)
        if self.ways(branch, determinant) is None:
            return []
        triples = zip(equations, unknowns, linear.solve(rows, tuple(map(g.negate, rest))), strict=True)
        first, *others = (Pivot(0, (), equation, u, 1, g.negate(value)) for equation, u, value in triples)
        return [first._replace(doubt=doubt, coefficient=determinant, rest=g.mul(first.rest, determinant)), *others]

    def _without(self, branch: Branch, equation: Any, *instead: Any) -> Branch:
        rest = tuple(x for x in branch.pending if x is not equation)
        return replace(branch, pending=(*instead, *rest))

    # --- reduction --------------------------------------------------------------------------------------------

    def reduced(self, branch: Branch, expression: Any) -> Any:
        """The expression with the values of what is solved for."""
        if not isinstance(expression, Expression):
            return expression
        values: dict[Any, Any] = {}
        for _ in range(MOST_STEPS.value):
            ruled = {u: self._value(branch, u) for u in self.jets.occurring(expression)}
            found: dict[Expression, Any] = {u: value for u, value in ruled.items() if value is not None}
            found |= {x: v for x, v in branch.constants.items() if x in Evaluator(expression).symbols}
            if not found:
                return expression
            expression = TracedFunction({**found}).of(expression)
            values |= found
            if not isinstance(expression, Expression):
                return expression
        raise LimitError("equivalent-equations: rules lead in a circle")

    def _value(self, branch: Branch, jet: Symbol) -> Any:
        """The value of a derivative by the rules; None where they give none."""
        function, order = self.jets.place[jet]
        rule = branch.rules.get(function)
        if rule is None or order < rule.order:
            return None
        value = rule.value
        for _ in range(order - rule.order):
            value = self.algebra.part(self.jets.rate(value)).value
        return value
