"""The evidence of a comparison, and a check of it that shares nothing with what found the answer."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import partial
from itertools import chain, islice, product
from typing import TYPE_CHECKING, Any, NamedTuple

from scmpy.errors import LimitError, WrongTypeError, describe
from scmpy.generic.types import is_number
from scmpy.mechanics.equations.local_series import NEXT_TO_NOTHING, NO_PLACE, Place, PointRejected, heads, series
from scmpy.registry import public
from scmpy.render.scheme import scheme_text
from scmpy.symbolic.ball_arithmetic import Evaluator
from scmpy.symbolic.expression import (
    Application,
    Expression,
    Head,
    Symbol,
    application,
    strongest,
    subexpressions,
    symbol,
)

# --- evidence --------------------------------------------------------------------------------------------------------
# The evidence of a comparison, and a check of it that shares nothing with what found the answer.
#
# A system in solved form, D^k x = f, has a power series as its solution, from any initial values. The check computes it
# in ball arithmetic at random places and puts it into the residuals that were compared, as they were given: those of
# the system that was solved vanish, and those of the other vanish too where it is implied, and do not where it fails.
# Unknowns that only the other one has are sought by Newton's method, as series. More solutions, which may be on no
# solved form, are sought in the same way. A multiplier M is checked on random functions, for which E1 = M E2 has to
# hold.
#
# That a solution of the one is none of the other is then certain, but for the accuracy of the numbers. That all
# solutions are solutions of the other is tested at some of them: what is refused is wrong, what stands is not proved by
# it.

if TYPE_CHECKING:
    from scmpy.symbolic.decision.equivalence import Equivalence

_MORE_TERMS = 5  # of the series of the solution than the order of the system
_PLACES = 3  # at which each solved form is checked
_TRIALS = 60
_SIZES = (3, 3, 10)  # of values
_FAR = (30, 300, Fraction(1, 300))  # where a system that holds at the others may fail
_SEARCHES = 8  # for own unknowns, and for what is defined
_WIDTHS = (3, 300, 3, 30, 3, 300, 3, 10, 300, 3, 300)  # of searches for solutions that are on no solved form
_MOST_FOUND = 5
_MOST_CHOICES = 16  # of factors of the residuals
_STEEPNESS = (Fraction(1), Fraction(0), Fraction(1, 16))  # of the functions that a search starts from
_NOT_ZERO = 2.0**-20  # numbers between are not told

_RECIPROCAL = symbol("reciprocal of a residual")

_SYSTEMS = ("first", "second")


class Solved(NamedTuple):
    """A solved form of one of the systems, and whether the residuals of the other vanish on its solutions."""

    system: int
    rules: tuple[tuple[Expression, int, Any], ...]  # function, order and value
    constants: tuple[tuple[Expression, Any], ...]
    relations: tuple[Any, ...]
    nonzero: tuple[Any, ...]
    signs: tuple[tuple[Any, str], ...]
    implied: bool
    freedom: tuple[int, int, int] = (0, 0, 0)


class Evidence(NamedTuple):
    """What was compared, as it was given, and what was found to be solved forms of it."""

    variable: Expression
    systems: tuple[tuple[Any, ...], tuple[Any, ...]]
    solved: tuple[Solved, ...]
    multiplier: tuple[tuple[Any, ...], ...] | None = None  # the first system is this times the second
    converse: tuple[tuple[Any, ...], ...] | None = None  # the second is this times the first
    change: tuple[tuple[Expression, Any], ...] = ()  # functions that are given by others
    facts: tuple[tuple[Expression, frozenset[str]], ...] = ()
    not_checked: str = ""  # what the answer rests on besides
    defined: tuple[tuple[Expression, Any], ...] = ()  # own unknowns of a system, with which the multipliers hold
    multiples: tuple[Any, Any] = (None, None)  # the freedom of each system of which the other is a multiple


@public("check-certificate")
def check_certificate(answer: Equivalence) -> bool:
    """Does what a comparison of systems found stand a check by power series, in an arithmetic of its own?

    It is False if something is found to be wrong. True says that all that the verdict rests on was looked at: in each
    direction, that solutions of the one system solve the other at random places, outside of the exceptional sets, or
    that one does not; what holds of all solutions is tested, not proved.

    Scheme:  (check-certificate (equivalent-equations E1 E2))
    Math:    the series of a solution of one system, put into both
    Raises:  LimitError, "not checked: ...", if something that the verdict rests on cannot be checked in this way, and
             nothing is found to be wrong; WrongTypeError for what is no answer of a comparison that was decided
    >>> from scmpy import D, equivalent_equations, literal_functions, symbols
    >>> (t, k, m), (x, p) = symbols("t k m"), literal_functions("x p")
    >>> newton = m * (D**2)(x)(t) + k * x(t)
    >>> check_certificate(equivalent_equations([D(x)(t) - p(t) / m, D(p)(t) + k * x(t)], newton))
    True
    """
    evidence, verdict = getattr(answer, "evidence", None), answer.verdict if hasattr(answer, "verdict") else ""
    if not isinstance(evidence, Evidence) or verdict == "undecided":
        raise WrongTypeError(
            f"check-certificate expects the answer of a comparison of motions that was decided, got {describe(answer)}"
        )
    everything = [x for system in evidence.systems for x in system]
    values = [x for leaf in evidence.solved for x in (*(r[2] for r in leaf.rules), *leaf.relations)]
    order = max([0, *heads(evidence.variable, *everything, *values).values()])
    with series(order + _MORE_TERMS):
        return _Check(evidence, str(verdict), list(answer.exceptions), order + _MORE_TERMS).stands()  # type: ignore[attr-defined]


class _Check:
    def __init__(self, evidence: Evidence, verdict: str, exceptions: list[Any], terms: int) -> None:
        self.evidence, self.verdict, self.exceptions, self.terms = evidence, verdict, exceptions, terms
        self.change = dict(evidence.change)
        self.unknowns = [self._unknowns(system) for system in evidence.systems]
        self.left: list[str] = [evidence.not_checked] if evidence.not_checked else []  # not checked
        self.encloses = not any(map(_is_root, subexpressions(*(x for system in evidence.systems for x in system))))
        self.begun: set[int] = set()  # the directions in which more solutions could be sought
        self.shown: set[int] = set()  # the exceptions that are shown to be needed

    def stands(self) -> bool:
        """Is nothing of it found to be wrong? An error if something cannot be told."""
        fails = {"equal": (), "equal except": (), "implies": (1,), "implied": (0,), "different": (0, 1)}.get(
            self.verdict
        )
        if fails is None or (len(fails) < 2 and bool(self.exceptions) != (self.verdict == "equal except")):
            return False
        if not all(self._is_multiple(way) for way in (0, 1)):
            return False
        if not all(self._holds(way) for way in (0, 1) if way not in fails):
            return False
        seen = [self._failing(way) for way in fails]
        if None in seen or (fails and not any(x == "most" for x in seen) and all(seen)):
            return False
        self.left += [
            f"that a solution of the {_SYSTEMS[way]} system is none of the other"
            for way, x in zip(fails, seen, strict=False)
            if not x
        ]
        if self.verdict == "equal except" and not self._are_exceptions():
            return False
        if self.left:
            raise LimitError(f"check-certificate: not checked: {'; '.join(dict.fromkeys(self.left))}")
        return True

    # --- directions -------------------------------------------------------------------------------------------

    def _holds(self, way: int) -> bool:
        """Are solutions of a system those of the other, outside of the exceptional sets?"""
        tested = self._multiplier(1 - way) is not None
        for leaf in self._leaves(way):
            seen = 0
            for place in chain(self._places(leaf), () if self._own(way) else self._far_places(leaf)):
                if not self._solves(place, way):
                    if not leaf.relations:
                        return False
                    is_near = self._is_near(place, way)
                    if is_near and self._is_counterexample(place, way):
                        return False
                    seen += is_near
                    continue
                found = self._outcome(place, way)
                around = self._around(place)
                if (found == "fails" or not leaf.implied) and not around:
                    return False
                self.shown |= around if found == "fails" else set()
                if leaf.implied and found == "fails":
                    return False
                seen += found in ("vanishes", "fails", "undefined")
            if not seen and not self._is_instant(leaf):
                self.left.append(f"a solved form of the {_SYSTEMS[way]} system")
            tested = tested or seen > 0
        for place in self._found(way):
            tested = True
            if self._is_counterexample(place, way):
                return False
        singular = chain.from_iterable(self._found(way, singular=part) for part in self._leading(way))
        if any(self._is_counterexample(place, way) for place in chain(self._found(way, failing=True), singular)):
            return False
        if not tested or way not in self.begun:
            self.left.append(f"that the {_SYSTEMS[way]} system has no solution that is none of the other")
        return True

    def _failing(self, way: int) -> str | None:
        """Are solutions of a system seen to be none of the other: "most" or "some", or ""? None where that is wrong.

        They are most where no family is larger.
        """
        leaves, told = self._leaves(way), ""
        for leaf in leaves:
            outcomes = []
            for place in self._places(leaf):
                if self._solves(place, way):
                    outcomes.append(self._outcome(place, way))
                elif not leaf.relations:
                    return None
            if not leaf.implied and "fails" not in outcomes:
                far = (x for x in self._far_places(leaf) if x.size > 1 or not self._own(way))  # an own 1/t is too large
                outcomes += [self._outcome(place, way) for place in far]
            if (leaf.implied and "fails" in outcomes) or (not leaf.implied and {*outcomes} == {"vanishes"}):
                return None
            if not leaf.implied and "fails" in outcomes:
                told = "most" if told == "most" or self._is_largest(leaf, leaves) else "some"
        return told

    def _is_largest(self, leaf: Solved, leaves: list[Solved]) -> bool:
        """Is a family of solutions not smaller than others in the regions that it is in, or at the border of?"""
        facts = dict(leaf.signs)
        near = [x.freedom for x in leaves if all(facts.get(quantity, fact) == fact for quantity, fact in x.signs)]
        return leaf.freedom >= max(self.evidence.multiples[leaf.system] or leaf.freedom, *near)

    def _are_exceptions(self) -> bool:
        """Are solutions found in every exceptional set, in those that are needed ones of one system alone?"""
        for number, exception in enumerate(self.exceptions):
            if number in self.shown:
                continue
            if exception.needed and not self.left:
                return False
            if not any(True for way in (0, 1) for _ in self._found(way, exception.where)):
                self.left.append("that an exceptional set is not empty")
        return True

    def _is_multiple(self, way: int) -> bool:
        rows = self._multiplier(way)
        if rows is None:
            return True
        ours, theirs = self.evidence.systems[way], self.evidence.systems[1 - way]
        if len(rows) != len(ours) or any(len(row) != len(theirs) for row in rows):
            return False
        done, sizes = 0, (*_SIZES, *_FAR)
        for trial in range(_TRIALS):
            try:
                place = self._place(f"multiplier {trial}", self.evidence.defined, sizes[trial % len(sizes)])
                for x in chain(*self.unknowns):
                    place.path(x)
                second = [place.of(x) for x in theirs]
                for x, row in zip(ours, rows, strict=True):
                    product = sum((place.of(m) * e for m, e in zip(row, second, strict=True)), place.number(0))
                    difference = place.of(x) - product
                    if not difference[0].is_finite():
                        raise PointRejected
                    if not difference[0].contains(0):
                        return False
                done += 1
            except NO_PLACE:
                continue
            if done == len(sizes):
                return True
        if not done:
            self.left.append("the multiplier")
        return True

    # --- places -----------------------------------------------------------------------------------------------

    def _leaves(self, way: int) -> list[Solved]:
        return [leaf for leaf in self.evidence.solved if leaf.system == way]

    def _own(self, way: int) -> set[Expression]:
        return set(self.unknowns[1 - way]) - set(self.unknowns[way])

    def _multiplier(self, way: int) -> Any:
        return self.evidence.converse if way else self.evidence.multiplier

    def _unknowns(self, system: tuple[Any, ...]) -> list[Expression]:
        found = heads(self.evidence.variable, *system)
        given = [self.change[f] for f in found if f in self.change]
        found |= heads(self.evidence.variable, *given)
        return [f for f in found if f not in self.change]

    def _is_instant(self, leaf: Solved) -> bool:
        """Does a solved form hold at an instant only, so that there is no solution on it?"""
        t = self.evidence.variable
        return any(x is t for x, _ in leaf.constants)

    def _place(self, seed: str, constants: tuple[tuple[Expression, Any], ...] = (), *shape: Any) -> Place:
        given = {**self.change, **dict(constants)}
        return Place(self.evidence.variable, self.terms, random.Random(seed), given, *shape)

    def _has_facts(self, place: Place) -> bool:
        declared = [(x, x.facts) for x in place.symbols if isinstance(x, Symbol)]
        for x, facts in (*self.evidence.facts, *declared):
            value = place.value(x)
            if (facts & {"nonnegative"} and value < 0) or (facts & {"nonpositive"} and value > 0):
                return False
            if facts & {"nonzero"} and not value.abs_lower() > NEXT_TO_NOTHING:
                return False
            if facts & {"integer", "rational", "even", "odd"}:
                raise PointRejected
        return True

    def _places(self, leaf: Solved, sizes: Sequence[int | Fraction] = _SIZES) -> Iterator[Place]:
        """Places with solutions of a solved form: nothing divided by is zero there, and the signs are those told."""
        found = 0
        if self._is_instant(leaf):
            return
        for trial in range(_TRIALS):
            place = self._place(f"{leaf.system} {trial}", leaf.constants, sizes[trial % len(sizes)])
            try:
                if not self._start(place, leaf):
                    continue
                place.solve(leaf.rules)
                signs = all(place.value(x) * (1 if sign == "positive" else -1) > 0 for x, sign in leaf.signs)
                if not signs or any(place.value(x).contains(0) for x in leaf.nonzero) or not self._has_facts(place):
                    continue
                place.coefficients(*self.evidence.systems[leaf.system])
            except NO_PLACE:
                continue
            yield place
            found += 1
            if found == _PLACES:
                return

    def _far_places(self, leaf: Solved) -> Iterator[Place]:
        """Those where the accuracy of numbers is enough to see that it is a solution."""
        return (place for place in self._places(leaf, _FAR) if self._solves(place, leaf.system))

    def _start(self, place: Place, leaf: Solved) -> bool:
        if not leaf.relations:
            return True
        functions = list(heads(place.variable, *leaf.relations))
        if any(f in self.change for f in functions):
            raise PointRejected
        symbols = [x for x in self._parameters(*leaf.relations) if x not in place.given]
        if not functions and not symbols:
            return False
        return place.meet(lambda: [place.value(x) for x in leaf.relations], functions, symbols)

    def _parameters(self, *expressions: Any) -> list[Expression]:
        operators = {node.operator for node in subexpressions(*expressions) if hasattr(node, "operands")}
        t = self.evidence.variable
        found = subexpressions(*expressions)
        return [x for x in found if isinstance(x, Symbol) and x is not t and x not in operators]

    def _leading(self, way: int) -> Iterator[tuple[Any, Expression, int]]:
        """The residuals of a system, with their highest derivatives, of which the coefficients are not constant.

        Where such a coefficient vanishes a system may have more solutions.
        """
        for residual in self.evidence.systems[way]:
            for function, order in heads(self.evidence.variable, residual).items():
                with suppress(*NO_PLACE):
                    place = self._place("leading")
                    place.of(residual)
                    if function not in self.change and any(
                        x.abs_lower() > NEXT_TO_NOTHING for x in list(place.separant(residual, function, order))[1:]
                    ):
                        yield residual, function, order

    def _found(
        self,
        way: int,
        where: tuple[Any, ...] = (),
        failing: bool = False,
        singular: tuple[Any, Expression, int] | None = None,
    ) -> Iterator[Place]:
        """Solutions of a system that are found by Newton's method from random functions, for a factor of each residual.

        They are in a set perhaps, or such that the other system does not vanish at the instant, or such that the
        coefficient of a highest derivative vanishes.
        """
        for factors in islice(product(*map(_factors, self.evidence.systems[way])), _MOST_CHOICES):
            yield from self._found_of(way, (*factors, *where), failing, singular)

    def _found_of(
        self, way: int, own: tuple[Any, ...], failing: bool, singular: tuple[Any, Expression, int] | None
    ) -> Iterator[Place]:
        functions = self._unknowns(own)
        moving = heads(self.evidence.variable, *own)
        symbols = [x for x in self._parameters(*own) if x not in moving]
        found, guessed = 0, self._own_by_rules(way) if failing else {}
        for trial, width in enumerate(_WIDTHS):
            size = _SIZES[0] if self._own(way) else width  # own unknowns are sought among ordinary values
            steepness = _STEEPNESS[0 if failing else trial % 3]
            place = self._begun(way, own, guessed, f"search {way} {trial}", size, steepness)

            def equations(place: Place = place) -> list[Any]:
                more = [place.value(_RECIPROCAL) * self._failure(place, way) - 1] if failing else []
                if singular is not None:
                    series = place.separant(*singular)
                    more += [series[i] for i in range(min(series.prec, self.terms))]
                return [*place.coefficients(*own), *more]

            try:
                if failing:
                    self._begin(place, way)
                if not place.meet(equations, functions, [*symbols, *([_RECIPROCAL] if failing else [])]):
                    continue
                if self._solves(place, way) and self._has_facts(place):
                    place.given = {f: value for f, value in place.given.items() if f not in guessed}
                    yield place
                    found += 1
            except NO_PLACE:
                continue
            if found == _MOST_FOUND:
                return

    def _begun(self, way: int, own: tuple[Any, ...], given: dict[Expression, Any], seed: str, *shape: Any) -> Place:
        """A place at random: of a few the first where both systems are defined, if one is."""
        for attempt in range(_SEARCHES):
            place = self._place(f"{seed} {attempt or ''}", (), *shape)
            place.given |= given
            with suppress(*NO_PLACE):
                for f in self.unknowns[way]:  # a factor of a residual may be without it
                    place.path(f)
                place.coefficients(*own, *self._without_extra(place, way))
                self.begun.add(way)
                break
        return place

    def _begin(self, place: Place, way: int) -> None:
        failure = self._failure(place, way)
        if failure.contains(0):
            raise PointRejected
        place.symbols[_RECIPROCAL] = place.number((1 / failure).mid())

    def _failure(self, place: Place, way: int) -> Any:
        """What is not zero at the instant where the other system does not vanish, outside of the exceptional sets."""
        total = _sum_of_squares(place, self._without_extra(place, way))
        for exception in self.exceptions:
            total *= _sum_of_squares(place, exception.where)
        return total

    def _own_by_rules(self, way: int) -> dict[Expression, Any]:
        """What solved forms give for unknowns of the other system alone, unless by others that are not given."""
        rules = [rule for leaf in self._leaves(way) for rule in leaf.rules]
        free = self._own(way)
        given = {f: value for f, order, value in rules if f in free and not order}
        while free != (rest := {f for f in free if f not in given or free & set(self._unknowns((given[f],)))}):
            free = rest
        return {f: value for f, value in given.items() if f not in free}

    def _without_extra(self, place: Place, way: int) -> list[Any]:
        """The residuals of the other system without unknowns of its own."""
        extra = [f for f in self.unknowns[1 - way] if f not in place.paths and f not in place.given]
        return [x for x in self.evidence.systems[1 - way] if not set(self._unknowns((x,))) & set(extra)]

    # --- outcomes ---------------------------------------------------------------------------------------------

    def _solves(self, place: Place, way: int) -> bool:
        return _is_zero(place.coefficients(*self.evidence.systems[way]))

    def _is_near(self, place: Place, way: int) -> bool:
        """Is a solution near, where relations say of the functions what the rules do not?"""
        own = self.evidence.systems[way]
        try:
            return place.meet(lambda: place.coefficients(*own), self._unknowns(own), [])
        except NO_PLACE:
            return False

    def _outcome(self, place: Place, way: int, known: Callable[..., list[Any]] | None = None) -> str:
        """What the other system comes to: it vanishes, fails, or is undefined; or it is not told.

        ``known`` gives what is known of the series of expressions, if that is less than all coefficients.
        """
        other, known = self.evidence.systems[1 - way], known or place.coefficients
        extra = [f for f in self.unknowns[1 - way] if f not in place.paths]
        fixed = self._without_extra(place, way)
        try:
            values = known(*fixed)
        except NO_PLACE:
            return "undefined"
        if _is_not_zero(values) or (self.encloses and not place.near and not all(x.contains(0) for x in values)):
            return "fails"
        if not _is_zero(values):
            return "unclear"
        rest = [x for x in other if x not in fixed]
        return self._extension(place, lambda: known(*rest), extra) if rest else "vanishes"

    def _extension(self, place: Place, equations: Callable[[], list[Any]], extra: list[Expression]) -> str:
        """Are there functions with which the rest vanishes? That there are none is told where they occur linearly."""
        for _ in range(_SEARCHES):
            with suppress(*NO_PLACE):
                if place.meet(equations, extra, []) or (place.is_near_by(extra) and _is_zero(equations())):
                    return "vanishes"
                if self._is_affine(place, equations, extra) and _is_not_zero(equations()):
                    return "fails"
            for f in extra:
                del place.paths[f]
        return "unclear"

    def _is_affine(self, place: Place, equations: Callable[[], list[Any]], extra: list[Expression]) -> bool:
        points = [x for f in extra for x in place._listed(f)]
        one = place.slopes(points, equations(), equations, extra, [])
        moved = [x + place.number(place.random())[0] for x in points]
        two = place.slopes(moved, place._at(moved, equations, extra, []), equations, extra, [])
        place._at(points, equations, extra, [])
        return _is_zero([a - b for r, s in zip(one, two, strict=True) for a, b in zip(r, s, strict=True)])

    def _is_counterexample(self, place: Place, way: int) -> bool:
        """Does the other system not vanish at the instant, outside of the exceptional sets?

        Where r^3 vanishes but for terms of the order 7 the terms of r from the order 3 on are any: of further terms
        the first alone are looked at, and what does not vanish by them is not told.
        """
        other = self.evidence.systems[1 - way]
        extra = [f for f in self.unknowns[1 - way] if f not in place.paths]
        with suppress(*NO_PLACE):
            if not extra:
                return _is_not_zero(_nearby(place, other)) and not self._is_near_exception(place)
            if self._outcome(place, way, place.beginnings) == "fails":
                return not self._is_near_exception(place)
            untold = f"own unknowns of the {_SYSTEMS[1 - way]} system along a motion"
            if untold in self.left:
                return False
            for f in extra:
                place.paths.pop(f, None)
            order = max(heads(self.evidence.variable, *other).values())
            along = self._outcome(place, way, partial(place.beginnings, terms=max(1, order) + len(extra)))
            if along in ("unclear", "fails") and _nearby(place, other) and not self._is_near_exception(place):
                self.left.append(untold)
        return False

    def _is_near_exception(self, place: Place) -> bool:
        """Do the quantities of an exceptional set vanish at the instant? The last terms of a series are unknown."""
        return any(not _is_not_zero([place.value(x) for x in exception.where]) for exception in self.exceptions)

    def _around(self, place: Place) -> set[int]:
        around = set()
        for number, exception in enumerate(self.exceptions):
            with suppress(*NO_PLACE):
                if _is_zero(place.coefficients(*exception.where)):
                    around.add(number)
        return around


def _nearby(place: Place, expressions: Sequence[Any]) -> list[Any]:
    """The values next to a place, which may be where they are not defined: that is an error."""
    with place.within(NEXT_TO_NOTHING / 2**16):
        return place.beginnings(*expressions)


def _factors(residual: Any) -> list[Any]:
    """What a product of series, a power or a size, vanishes where one does of."""
    name = getattr(residual.operator, "name", "") if isinstance(residual, Application) else ""
    if name == "*":
        return [factor for x in residual.operands if isinstance(x, Expression) for factor in _factors(x)]
    if name in ("abs", "sqrt", "/") or (
        name == "expt" and is_number(residual.operands[1]) and residual.operands[1] > 0
    ):
        return _factors(residual.operands[0])
    return [residual]


def _sum_of_squares(place: Place, expressions: Sequence[Any]) -> Any:
    values = [place.value(x) for x in expressions]
    return sum((x * x for x in values), place.number(0)[0])


def _is_root(x: Any) -> bool:
    """Is this a root or a size? Those of what is next to nothing are not enclosed."""
    name = getattr(getattr(x, "operator", None), "name", "")
    return name in ("sqrt", "abs") or (name == "expt" and not isinstance(x.operands[1], int))


def _is_zero(values: list[Any]) -> bool:
    return all(x.abs_upper() < NEXT_TO_NOTHING for x in values)


def _is_not_zero(values: list[Any]) -> bool:
    return any(x.abs_lower() > _NOT_ZERO for x in values)


# --- transcripts -----------------------------------------------------------------------------------------------------
# A comparison as a transcript: a program in Scheme that makes it again, with answers that ``scmpy check`` compares.


@public("comparison->transcript")
def comparison_to_transcript(answer: Equivalence) -> str:
    """A comparison of two systems as a Scheme program with its answers, for ``scmpy check``.

    Scheme:  (comparison->transcript (equivalent-equations E1 E2))
    Raises:  WrongTypeError if the answer is of no comparison of motions
    >>> from scmpy import D, equivalent_equations, literal_function, symbols
    >>> (t, k), x = symbols("t k"), literal_function("x")
    >>> answer = equivalent_equations((D**2)(x)(t) + k * x(t), 2 * (D**2)(x)(t) + 2 * k * x(t))
    >>> print(comparison_to_transcript(answer))
    (define t 't)
    (define k 'k)
    (define x (literal-function 'x))
    (define first-system
     (list (+ (((expt D 2) x) t) (* k (x t)))))
    (define second-system
     (list (+ (* 2 (((expt D 2) x) t)) (* (* 2 k) (x t)))))
    <BLANKLINE>
    (equivalent-equations first-system second-system)
    #|
    equal
    |#
    <BLANKLINE>
    (define multiplier
     (matrix-by-rows (list 1/2)))
    (simplify (- (apply up first-system) (* multiplier (apply up second-system))))
    #|
    (up 0)
    |#
    <BLANKLINE>
    """
    evidence = getattr(answer, "evidence", None)
    if not isinstance(evidence, Evidence):
        raise WrongTypeError(f"comparison->transcript expects the answer of a comparison, got {describe(answer)}")
    lines = [*_definitions(evidence)]
    systems = [
        f"(define {name}\n (list {' '.join(scheme_text(x) for x in system)}))"
        for name, system in zip(("first-system", "second-system"), evidence.systems, strict=True)
    ]
    lines += [*systems, "", "(equivalent-equations first-system second-system)", f"#|\n{answer.verdict}\n|#", ""]
    if evidence.multiplier is not None:
        zeros = " ".join("0" for _ in evidence.systems[0])
        if evidence.defined:  # the multiplier holds with them
            variable = evidence.variable
            lines += [f"(define ({scheme_text(f)} {variable})\n {scheme_text(x)})" for f, x in evidence.defined]
            lines += [*systems, ""]
        multiplier = application(Head.MATRIX, *(application(Head.LIST, *row) for row in evidence.multiplier))
        lines += [
            f"(define multiplier\n {scheme_text(multiplier)})",
            "(simplify (- (apply up first-system) (* multiplier (apply up second-system))))",
            f"#|\n(up {zeros})\n|#",
            "",
        ]
    return "\n".join(lines)


def _definitions(evidence: Evidence) -> Any:
    everything = [x for system in evidence.systems for x in system]
    symbols = Evaluator(*everything).symbols
    for x in sorted(symbols, key=lambda x: (x is not evidence.variable, x.rank)):
        yield f"(define {x.name} '{x.name})"
        for fact in strongest(x.facts):
            yield f"(assume! '({fact}? {x.name}))"
    functions = {applied.head.name: len(applied.leaves) for _, applied in Evaluator(*everything).literals()}
    for name, count in functions.items():
        signature = "" if count == 1 else f" (-> {' '.join(['(X', *['Real'] * count])}) Real)"
        yield f"(define {name} (literal-function '{name}{signature}))"
