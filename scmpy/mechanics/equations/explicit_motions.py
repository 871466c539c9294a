"""Motions that equations write as functions of the time, with constants: x = A cos(w t + phi).

Such are motions of a system if its residuals vanish along them. They are all motions of one that is linear if any
initial values can be had by a choice of the constants: they come in to first order, with independent slopes. An
amplitude A and a phase phi do so by A cos phi and A sin phi, which may have any values.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from itertools import chain, combinations, product
from typing import Any

from scmpy.calculus.jet import TracedFunction
from scmpy.errors import ScmpyError
from scmpy.generic import operations as g
from scmpy.mechanics.equations.compare import pointwise
from scmpy.mechanics.equations.diagnosis import Diagnosis, Search, freedom, text_of
from scmpy.mechanics.equations.real_solutions import Monomial, States
from scmpy.mechanics.equations.solved_form import Branch
from scmpy.mechanics.equations.systems import Jets, linear_solution, slope
from scmpy.structure import linear_algebra as linear
from scmpy.symbolic.decision.equivalence import equivalent
from scmpy.symbolic.expression import Expression, Head, Symbol, application, subexpressions, symbol
from scmpy.symbolic.simplify import infix, simplified_expression

Motions = Mapping[Expression, Any]  # the values of functions, by the function


def explicit_motions(jets: Jets, residuals: Sequence[Any]) -> Motions | None:
    """The functions that as many equations write as functions of the time; None if they say anything else."""
    found: dict[Expression, Any] = {}
    for residual in residuals:
        occurring = jets.occurring(residual)
        function, order = jets.place[occurring[0]] if len(occurring) == 1 else (None, 0)
        if function is None or order or function in found:
            return None
        at = jets.symbol(function, 0)
        rate, found[function] = linear_solution(residual, at)
        if isinstance(rate, Expression) or rate == 0:
            return None
    return found or None


def along(jets: Jets, motions: Motions, residuals: Sequence[Any]) -> list[Any]:
    """What residuals come to where their functions move as is said."""
    values: dict[Expression, Any] = {}
    for function, order in jets.functions(*residuals).items():
        value = motions.get(function, jets.symbol(function, 0))
        values |= {jets.symbol(function, n): x for n, x in enumerate(_derivatives(jets, value, order + 1))}
    put = TracedFunction(values)
    return [put.of(x) for x in residuals]


def are_motions(jets: Jets, motions: Motions, residuals: Sequence[Any]) -> bool:
    """Do these residuals vanish along the motions?"""
    known = jets.functions(*residuals).keys() <= motions.keys()
    return known and all(is_zero(x) for x in along(jets, motions, residuals))


def verdict_of_motions(
    jets: Jets, motions: Motions, residuals: Sequence[Any], constants: Sequence[Symbol]
) -> tuple[str, str] | None:
    """Are motions all of a linear system, by a choice of constants, or not all, with the initial values they miss?

    None where it is neither shown to have any initial values, nor to miss some.
    """
    orders = jets.functions(*residuals)
    coefficients = _coefficients(jets, residuals) if orders.keys() == motions.keys() else None
    if coefficients is None:
        return None
    values, left = _with_components(dict(motions), list(constants))
    initial = list(chain.from_iterable(_derivatives(jets, values[f], n) for f, n in orders.items()))
    slopes = [[simplified_expression(slope(x, c)) for c in left] for x in initial]
    if set(left).isdisjoint(subexpressions(*chain.from_iterable(slopes))):
        columns = list(combinations(zip(*slopes, strict=True), len(initial)))
        if any(not is_zero(linear.determinant(some)) for some in columns):
            return "equal", ""
    places = [jets.symbol(f, n) for f, order in orders.items() for n in range(order)]
    return next((("implied", missed) for missed in _missed(jets, places, initial, coefficients)), None)


def _coefficients(jets: Jets, residuals: Sequence[Any]) -> list[Any] | None:
    """What has to have values where initial values are free, those of a linear system; None if it is not linear."""
    orders, moving = jets.functions(*residuals), jets.occurring(*residuals)
    slopes = [simplified_expression(slope(x, u)) for x in residuals for u in moving]
    highest = [jets.symbol(f, n) for f, n in orders.items()]
    if len(residuals) != len(orders) or not set(moving).isdisjoint(subexpressions(*slopes)):
        return None
    determinant = linear.determinant(tuple(tuple(slope(x, u) for u in highest) for x in residuals))
    return None if is_zero(determinant) else [g.div(1, determinant), *slopes]


def _missed(jets: Jets, places: Sequence[Symbol], initial: Sequence[Any], coefficients: Sequence[Any]) -> Iterator[str]:
    """Initial values, one of them 1 or -1 and the others 0, that no constants give."""
    instant, values = _at_an_instant(jets.time, [*initial, *coefficients])
    values = values[: len(initial)]
    for i, value in product(range(len(values)), (1, -1)):
        if pointwise([g.sub(x, value * (i == j)) for j, x in enumerate(values)], [1]).status == "empty":
            said = ", ".join(f"{text_of(jets, x)} = {value * (i == j)}" for j, x in enumerate(places))
            yield f"no constants give {said} at {infix(jets.time)} = {instant}"


def _at_an_instant(time: Symbol, expressions: Sequence[Any]) -> tuple[int, list[Any]]:
    """An instant at which expressions have values, with these; none if none is found."""
    for instant in (0, 1):
        with suppress(ScmpyError):  # as a/t has none at 0
            return instant, list(map(TracedFunction({time: instant}).of, expressions))
    return 1, []


def _derivatives(jets: Jets, value: Any, count: int) -> Iterator[Any]:
    """A value, and its derivatives by the time."""
    for _ in range(count):
        yield value
        value = jets.rate(value)


def _with_components(motions: dict[Expression, Any], constants: list[Symbol]) -> tuple[Motions, list[Symbol]]:
    """Motions with A cos phi and A sin phi for their amplitudes and phases, and the constants that they then have."""
    for phase in constants:
        c, s = (symbol(f"{name} {phase.name}") for name in ("cos", "sin"))
        apart = {f: _apart(value, phase, c, s) for f, value in motions.items()}
        for amplitude in constants if phase not in subexpressions(*apart.values()) else ():
            if amplitude is not phase and all(_is_product(x, amplitude, c, s) for x in apart.values()):
                put = TracedFunction({amplitude: 1})
                left = [x for x in constants if x not in (amplitude, phase)]
                return _with_components({f: put.of(x) for f, x in apart.items()}, [*left, c, s])
    return motions, constants


def _apart(value: Any, phase: Symbol, c: Symbol, s: Symbol) -> Any:
    """The sines and cosines of sums of a phase and something else, by the cosine c and the sine s of the phase."""
    put: dict[Any, Any] = {}
    for wave in subexpressions(value):
        if wave.operator in (Head.SIN, Head.COS) and (sign := slope(wave.operands[0], phase)) in (1, -1):
            rest = simplified_expression(TracedFunction({phase: 0}).of(wave.operands[0]))
            cosine, sine = application(Head.COS, rest), application(Head.SIN, rest)
            of_cosine = g.sub(g.mul(cosine, c), g.mul(sign, sine, s))
            of_sine = g.add(g.mul(sine, c), g.mul(sign, cosine, s))
            put[wave] = of_cosine if wave.operator is Head.COS else of_sine
    return TracedFunction(put).of(value)


def _is_product(value: Any, amplitude: Symbol, c: Symbol, s: Symbol) -> bool:
    """Is a value linear in the products of the amplitude with c and with s, and have these and it no other place?"""
    factor = slope(value, amplitude)
    rates = [simplified_expression(slope(factor, x)) for x in (c, s)]
    without = simplified_expression(TracedFunction({amplitude: 0}).of(value))
    is_free = {amplitude, c, s}.isdisjoint(subexpressions(*rates, without))
    return is_free and is_zero(TracedFunction({c: 0, s: 0}).of(factor))


def is_zero(x: Any) -> bool:
    return equivalent(x, 0).verdict == "equal"


class SolutionSearch(Search):
    """The search where an answer has fewer free values, as x = A cos t has: its motions are to fulfil the reference."""

    right = ("equal", "equal except", "implied")

    def proved(self, most: int = 2) -> list[Diagnosis]:
        own, other = self.reference.solved_form(self.residuals), self.reference.solved
        if own is None or other is None or freedom(own) >= freedom(other):
            return []
        return super().proved(most)

    def _fits(self, changed: tuple[Any, ...], system: tuple[Any, ...] | None = None, i: int | None = None) -> bool:
        system = system or tuple(self.reference.residuals)
        if motions := explicit_motions(self.jets, changed):
            with suppress(ScmpyError):  # it may be 1/0
                return States(self.jets, Branch(())).vanish(*along(self.jets, motions, system))
            return False
        own = self.reference.solved_form(changed)
        return own is not None and States(self.jets, own).vanish(*system)

    def _of_equation(self, i: int) -> Iterator[Diagnosis]:
        return iter(())  # its values at states of the reference show nothing: constants may be any

    def _variants(self, term: Any) -> Iterator[tuple[str, str, float, Any]]:
        for n in map(Fraction, ("-1", "2", "1/2")):
            cost, kind, text = self._named_factor(Monomial(n, {}), term)
            yield kind, text, cost + 0.5 * bool(self.jets.occurring(term)), g.mul(n, term)
        yield from super()._variants(term)
