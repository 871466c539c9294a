"""Systems of ordinary differential equations in solved form, branch by branch.

An equation that is linear in a derivative u = D^k x, and has no higher one of x, is solved for it where the coefficient
of u is not zero, and gives the rule D^k x = f; rules are differentiated as often as they are needed. Where the
coefficient c may vanish there is a second branch, with c = 0 for another equation. An equation that is a product
branches by its factors. One that is not linear, or only says how the initial values of functions that are solved for
are related, is kept as a relation, and its total derivative is one more equation.

A smooth solution of the system is, on a dense open set of times, a solution of a branch: where c is not zero, and
inside of the set where it is, with all derivatives of c. So what vanishes on every branch vanishes on every solution.
Where nothing is left to be done a branch is a leaf: an explicit system D^k x = f, of which a solution passes through
every initial value that fulfils the relations, and at which no coefficient vanishes.

Source: Ritt, Differential Algebra; Boulier, Lazard, Ollivier, Petitot, Representation for the radical of a finitely
generated differential ideal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from scmpy.calculus.tape import Replay
from scmpy.errors import DivisionByZeroError, DomainError, LimitError
from scmpy.generic import operations as g
from scmpy.generic.settings import Limit
from scmpy.mechanics.equations.alternatives import Algebra, NotTakenApart, Together, signs_in
from scmpy.mechanics.equations.jets import Jets, slope
from scmpy.mechanics.equations.lasting import is_of_time, lasting
from scmpy.structure import linear
from scmpy.structure.structure import sum_of
from scmpy.symbolic.enclosure.ball import Evaluator
from scmpy.symbolic.evaluation import NotFinite
from scmpy.symbolic.expression import Expression, Symbol
from scmpy.symbolic.fold import subexpressions

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


class Block(NamedTuple):
    """As many equations A u + b = 0 as unknowns, solved together where the determinant of A does not vanish."""

    doubt: int
    determinant: Any
    equations: list[Any]
    unknowns: list[Symbol]
    values: list[Any]


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
                    yield branch, True
                    break
                following = [x for x in following if not self._is_outside(x, branch)]
                branch = following[0] if following else None
                stack += reversed(following[1:])

    def _is_outside(self, branch: Branch, before: Branch) -> bool:
        """Does something vanish on a new branch that does not in the domain of the other system?"""
        new = branch.path[len(before.path) :]
        outside = any(split.vanish and not self.excluded.isdisjoint(split.quantities) for split in new)
        self.left_out = self.left_out or outside
        return outside

    def _count(self, branches: int, branch: Branch) -> None:
        self.steps += 1
        depth = sum(split.vanish for split in branch.path)
        deep = depth > _MAXIMUM_DEPTH or len(branch.relations) > _MAXIMUM_RELATIONS
        if deep:
            raise LimitError("equivalent-equations: too many quantities of a system vanish together")
        MOST_BRANCHES.check(branches, "equivalent-equations")
        if self.steps > MOST_STEPS.value:
            raise MOST_STEPS.refusal("equivalent-equations: a system takes")

    # --- one step ---------------------------------------------------------------------------------------------

    def advanced(self, branch: Branch) -> list[Branch] | None:
        """What a branch leads to: other branches, none if it has no solutions; None if it is a leaf."""
        if branch.left:
            return None
        single: list[Any] = []
        several: list[list[Together]] = []
        for equation in branch.pending:
            ways = self.ways(branch, self.reduced(branch, equation))
            if ways is None:
                continue
            if not ways:
                return []
            if len(ways) == 1:
                single += [x for x in self._at_all_times(branch, ways[0]) if x not in single]
            elif ways not in several:
                several.append(ways)
        pending = (*single, *(self._product(ways) for ways in several))
        branch = replace(branch, pending=pending)
        if not pending:
            return self._finished(branch)
        pivots = [pivot for equation in single for pivot in self.pivots(branch, equation)]
        best = min(pivots, key=lambda pivot: (pivot.doubt, pivot.rank), default=None)
        if best is not None and best.doubt == 0:
            return self._solved(branch, best)
        block = self.block(branch, single)
        if block is not None and block.doubt == 0:
            return self._solved_together(branch, block)
        if several:
            return list(self._by_factor(branch, several[0]))
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
        if block is not None:
            return [*self._solved_together(branch, block), *self._where_zero(branch, branch, block.determinant)]
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
        found = [way for way in found if not any(x is None for x in map(self._lasting, way))]
        relations, nonzero = list(branch.relations), list(branch.nonzero)
        if relations and self.algebra.vanishes_on(part.numerator, relations, nonzero):
            return None
        found = [together for together in found if not any(x in branch.nonzero for x in together)]
        if relations:
            found = [way for way in found if not self.algebra.vanishes_on(1, [*relations, *way], nonzero)]
        return found

    def _lasting(self, expression: Any) -> tuple[Any, ...] | None:
        """What vanishes where something vanishes at every moment."""
        return lasting(self.algebra, self.jets, expression)

    def _at_all_times(self, branch: Branch, together: Together) -> Together:
        """What vanishes together, with the conditions on parameters under which it does at every moment."""
        conditions = [y for x in together for y in self._lasting(x) or () if y is not x]
        return (*together, *(y for y in conditions if self.ways(branch, y) is not None))

    def _product(self, ways: list[Together]) -> Any:
        product: Any = 1
        for together in ways:
            sole: Any = together[0] if len(together) == 1 else 0
            for x in together if len(together) > 1 else ():
                sole = g.add(sole, g.square(x))
            product = g.mul(product, sole)
        return product

    def _by_factor(self, branch: Branch, ways: list[Together]) -> Iterator[Branch]:
        """A branch for each way in which an equation vanishes, those of the highest order first."""
        product = self._product(ways)
        rest = self._without(branch, product)
        first = True
        for found, together in self._ways_in_turn(rest, ways):
            yield found if first else self._split(found, together)
            first = False

    def _where_zero(self, branch: Branch, rest: Branch, coefficient: Any) -> Iterator[Branch]:
        """A branch for each way in which a coefficient vanishes, with the rest of the equations."""
        for found, together in self._ways_in_turn(rest, self.ways(branch, coefficient) or []):
            yield self._split(found, together)

    def _split(self, branch: Branch, together: Together) -> Branch:
        """A branch that says what was taken to vanish, for ever."""
        quantities = dict.fromkeys(y for x in together for y in self._lasting(x) or ())
        return replace(branch, path=(*branch.path, Split(tuple(quantities), True)))

    def _ways_in_turn(self, branch: Branch, ways: list[Together]) -> Iterator[tuple[Branch, Together]]:
        """A branch with each of the ways in which something vanishes, where those before do not."""
        before: tuple[Any, ...] = ()
        for together in sorted(ways, key=lambda way: -max(self._order(x) for x in way)):
            pending = (*self._at_all_times(branch, together), *branch.pending)
            yield replace(branch, pending=pending, nonzero=(*branch.nonzero, *before)), together
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
        """Keep the equation of the lowest order as a relation."""
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
        highest = {function: rule.order for function, rule in branch.rules.items()}
        for equation in single:
            for function, order in self.jets.functions(equation).items():
                highest[function] = max(order, highest.get(function, 0))
        found = ((x, self.jets.functions(x)) for x in single)
        return [x for x, orders in found if orders and all(order < highest[f] for f, order in orders.items())]

    # --- solving ----------------------------------------------------------------------------------------------

    def _may_be_solved(self, equation: Any) -> bool:
        return self.solvable is None or any(map(self.solvable, self.jets.functions(equation)))

    def _is_free(self, branch: Branch, unknown: Symbol) -> bool:
        return unknown in self.jets.place and self.jets.place[unknown][0] not in branch.rules

    def pivots(self, branch: Branch, equation: Any) -> Iterator[Pivot]:
        """The ways to solve an equation for a derivative; for a constant, if there are none in it."""
        orders = self.jets.functions(equation)
        unknowns = [
            self.jets.symbol(function, order)
            for function, order in orders.items()
            if self.solvable is None or self.solvable(function)
        ]
        symbols = Evaluator(equation).symbols
        constant = not orders and self.jets.time not in symbols
        for unknown in symbols if constant and self.solvable is None else unknowns:
            parts = self.algebra.linear_parts(equation, unknown)
            if parts is not None:
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

    def _solved(self, branch: Branch, pivot: Pivot) -> list[Branch]:
        """The branch with an equation solved."""
        value = self.algebra.part(g.negate(g.div(pivot.rest, pivot.coefficient))).value
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
        before = branch.rules.get(function)
        pending = branch.pending
        if before is not None:
            pending = (*pending, g.sub(self.jets.symbol(function, before.order), before.value))
        branch = replace(branch, pending=pending, rules={**branch.rules, function: Rule(order, value)})
        changed = {
            other
            for other, rule in branch.rules.items()
            if other is not function and self.jets.functions(rule.value).get(function, -1) >= order
        }
        return self._renewed(branch, changed)

    def _renewed(self, branch: Branch, changed: set[Expression]) -> list[Branch]:
        """The branch with what it holds reduced by a new rule; none if something that is not zero now is."""
        kept = {function: rule for function, rule in branch.rules.items() if function not in changed}
        again = tuple(
            g.sub(self.jets.symbol(function, rule.order), rule.value)
            for function, rule in branch.rules.items()
            if function in changed
        )
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

    def block(self, branch: Branch, single: list[Any]) -> Block | None:
        """Equations that are linear in the highest derivatives of functions that are not solved for, if they fit."""
        orders: dict[Expression, int] = {}
        for equation in single:
            for function, order in self.jets.functions(equation).items():
                if function not in branch.rules and (self.solvable is None or self.solvable(function)):
                    orders[function] = max(order, orders.get(function, 0))
        unknowns = [self.jets.symbol(*item) for item in orders.items()]
        equations = [x for x in single if not set(unknowns).isdisjoint(subexpressions(x))]
        unknowns = [u for u in unknowns if any(u in subexpressions(x) for x in equations)]
        if not 1 < len(unknowns) == len(equations) <= _MAXIMUM_BLOCK:
            return None
        found = self.algebra.affine_parts(equations, unknowns)
        if found is None:
            return None
        rows, rest = found
        determinant = self.algebra.part(linear.determinant(rows)).numerator
        doubt = self._doubt(branch, determinant)
        if self.ways(branch, determinant) is None:
            return None
        right = tuple(map(g.negate, rest))
        return Block(doubt, determinant, equations, unknowns, list(linear.solve(rows, right)))

    def _solved_together(self, branch: Branch, block: Block) -> list[Branch]:
        """The branch with several equations solved."""
        found = [branch]
        for i, (equation, unknown, value) in enumerate(zip(block.equations, block.unknowns, block.values, strict=True)):
            doubt, coefficient = (0, 1) if i else (block.doubt, block.determinant)
            pivot = Pivot(doubt, (), equation, unknown, coefficient, g.negate(g.mul(value, coefficient)))
            found = [after for before in found for after in self._solved(before, pivot)]
        return found

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
            found: dict[Expression, Any] = {
                u: self._value(branch, u) for u in self.jets.occurring(expression) if self._is_led(branch, u)
            }
            found |= {x: v for x, v in branch.constants.items() if x in Evaluator(expression).symbols}
            if not found:
                return expression
            expression = Replay({**found}).of(expression)
            values |= found
            if not isinstance(expression, Expression):
                return expression
        raise LimitError("equivalent-equations: rules lead in a circle")

    def _is_led(self, branch: Branch, jet: Symbol) -> bool:
        function, order = self.jets.place[jet]
        rule = branch.rules.get(function)
        return rule is not None and order >= rule.order

    def _value(self, branch: Branch, jet: Symbol) -> Any:
        """The value of a derivative by the rules: that of its function, differentiated."""
        function, order = self.jets.place[jet]
        rule = branch.rules[function]
        value = rule.value
        for _ in range(order - rule.order):
            value = self.algebra.part(self.jets.rate(value)).value
        return value
