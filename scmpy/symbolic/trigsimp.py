"""Addition theorems, Poisson form, shortest form in sines and cosines."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from scmpy.errors import DivisionByZeroError, DomainError, LimitError
from scmpy.generic import operations as g
from scmpy.generic.dispatch import converted
from scmpy.generic.settings import MOST_TERMS
from scmpy.generic.types import Formula, Value, Values
from scmpy.registry import public
from scmpy.render.scheme import scheme_text
from scmpy.symbolic.arithmetic import substitute
from scmpy.symbolic.decision.algebraic import note_assumptions
from scmpy.symbolic.decision.equivalence import is_complex, with_pi
from scmpy.symbolic.decision.forms import DecisionForm
from scmpy.symbolic.evaluation import NotFinite
from scmpy.symbolic.expression import (
    EXP,
    EXPT,
    HALF_TURN,
    OVER,
    PI,
    PLUS,
    TIMES,
    Application,
    Expression,
    application,
    numerical,
    subexpressions,
)
from scmpy.symbolic.kernels import COS, SIN, coefficient_and_rest, is_application
from scmpy.symbolic.normal_forms import KernelFraction, expanded, fraction_of, rcf_simplify
from scmpy.symbolic.patterns import combined
from scmpy.symbolic.policy import FORMS, REWRITINGS, Policy
from scmpy.symbolic.printed_form import rewritten
from scmpy.symbolic.ring import to_flint
from scmpy.symbolic.rules import exp_contract, expand_multiangle, trig_to_sincos
from scmpy.symbolic.simplify import Simplifier

# --- shortest --------------------------------------------------------------------------------------------------------
# The shortest form in sines and cosines: for each angle the squares of the one or of the other, by sin^2 + cos^2 = 1.
#
# The simplifier of the original writes the squares of sines by cosines, whatever that makes of a sum. Here, in
# numerator and denominator and for each of their angles in turn, the terms that differ by functions of this angle alone
# are written with the squares of cosines by sines, as they are, or with those of sines by cosines: in the way that
# leaves the fewest terms, of equally many the fewest factors, and of equally many of these the first of the three. The
# rewrites hold everywhere.


def shortest(expression: Any) -> Any:
    """The shortest form of a simplified expression.

    >>> from scmpy import cos, pp, simplify, sin, symbols
    >>> A, x = symbols("A x")
    >>> e = simplify(A * sin(x) ** 2 - sin(x) ** 2 * cos(x))
    >>> pp(shortest(e))
    (+ (* A (expt (sin x) 2)) (* -1 (expt (sin x) 2) (cos x)))
    """
    if is_application(expression, OVER):
        return combined(OVER, tuple(map(shortest, expression.operands)))
    for angle in _angles(expression):
        groups: dict[tuple[Any, ...], list[Any]] = {}
        for term in _parts(expression, PLUS):
            groups.setdefault(_others(term, angle), []).append(term)
        expression = expanded(g.add(*(_shorter(terms, angle) for terms in groups.values())))
    return expression


def _others(term: Any, angle: Expression) -> tuple[Any, ...]:
    own = (application(SIN, angle), application(COS, angle))
    return tuple(x for x in _parts(term, TIMES) if isinstance(x, Expression) and _power(x)[0] not in own)


def _shorter(terms: list[Any], angle: Expression) -> Any:
    by_sines, by_cosines = (_without_squares(terms, head, angle) for head in (COS, SIN))
    return min((by_sines, expanded(g.add(*terms)), by_cosines), key=_size)


FORMS["trig_fewest_terms_simplify"] = lambda expression, policy: shortest(expression)


def _parts(expression: Any, head: Any) -> tuple[Any, ...]:
    return expression.operands if is_application(expression, head) else (expression,)


def _power(factor: Any) -> tuple[Any, Any]:
    return factor.operands if is_application(factor, EXPT) else (factor, 1)


def _angles(expression: Any) -> list[Expression]:
    bases = (_power(factor)[0] for term in _parts(expression, PLUS) for factor in _parts(term, TIMES))
    return list(dict.fromkeys(x.operands[0] for x in bases if isinstance(x, Application) and x.operator in (SIN, COS)))


def _without_squares(terms: list[Any], head: Any, angle: Expression) -> Any:
    function, other = (application(each, angle) for each in (head, COS if head is SIN else SIN))
    square = g.sub(1, g.square(other))
    lowered = [g.mul(*(_lowered(factor, function, square) for factor in _parts(term, TIMES))) for term in terms]
    return expanded(g.add(*lowered))


def _lowered(factor: Any, function: Expression, square: Any) -> Any:
    base, power = _power(factor)
    if base is not function or not isinstance(power, int) or power < 2:
        return factor
    return g.mul(g.expt(square, power // 2), g.expt(function, power % 2))


def _size(expression: Any) -> tuple[int, int]:
    terms = _parts(expression, PLUS)
    return len(terms), sum(len(_parts(term, TIMES)) for term in terms)


# --- poisson ---------------------------------------------------------------------------------------------------------
# Poisson form: products and powers of sines and cosines as sums of sines and cosines of multiple angles.
#
# An expression is a table of Fourier terms: for every angle, a combination of base angles with rational coefficients,
# the coefficient of e^(i angle), a polynomial in the other kernels. Products of expressions are products of tables, as
# cos x = (e^(ix) + e^(-ix)) / 2 and sin x = (e^(ix) - e^(-ix)) / 2i; in the end the terms of an angle and of its
# negative make a sine and a cosine. Perturbation theory averages by striking out all but the constant term.

Angle = tuple[Fraction, ...]  # multiples of the base angles
Table = dict[Angle, Any]  # angle -> coefficient of e^(i angle)


@public("->poisson-form", "trigcontract", python="to_poisson_form")
def to_poisson_form(value: Formula | Values) -> Value:
    """Products and powers of sines and cosines as a sum over multiple angles.

    Scheme:  (->poisson-form e), (trigcontract e)
    >>> to_poisson_form("(* a (expt (sin x) 2) (cos y))")
    (+ (* 1/2 a (cos y)) (* -1/4 a (cos (+ (* 2 x) y))) (* -1/4 a (cos (+ (* 2 x) (* -1 y)))))
    """
    return rewritten(value, _poisson)


REWRITINGS["trig_product_to_sum_simplify"] = lambda e, policy: converted(to_poisson_form(e))


@public("trigexpand")
def trigexpand(value: Formula | Values) -> Value:
    """Sines and cosines of sums and multiples by those of single angles, as one fraction.

    Scheme:  (trigexpand e)
    >>> trigexpand("(sin (+ x (* 2 y)))")
    (+ (* 2 (cos x) (cos y) (sin y)) (* (expt (cos y) 2) (sin x)) (* -1 (expt (sin y) 2) (sin x)))
    """
    return rcf_simplify(expand_multiangle(trig_to_sincos(value)))


def _poisson(expression: Any) -> Any:
    plain = converted(trig_to_sincos(expression))
    fraction = fraction_of(plain) if isinstance(plain, Application) else None
    if fraction is None:
        return plain
    terms = _Terms(fraction)
    return g.div(*(terms.written(terms.table(p)) for p in (fraction.form.num, fraction.form.den)))


class _Terms:
    """The Fourier terms of polynomials in the kernels of a fraction."""

    def __init__(self, fraction: KernelFraction) -> None:
        self.fraction = fraction
        self.ring = fraction.ring
        self.i = self.ring.generators[-2]
        self.base: list[Any] = []
        atoms = fraction.form.atoms
        self.angles = {
            i: _terms_of_angle(atom.operands[0]) for i, atom in enumerate(atoms) if atom.operator in (SIN, COS)
        }
        for terms in self.angles.values():
            self.base += [rest for rest in terms if rest not in self.base]
        self.base.sort(key=scheme_text)

    def angle(self, index: int) -> Angle:
        terms = self.angles[index]
        return tuple(Fraction(terms.get(base, 0)) for base in self.base)

    def table(self, polynomial: Any) -> Table:
        self._check(polynomial)
        total: Table = {}
        for monomial, coefficient in polynomial.terms():
            exponents = list(map(int, monomial))
            factors = [(i, exponents[i]) for i in self.angles if exponents[i]]
            for i, _ in factors:
                exponents[i] = 0
            table = {
                (Fraction(0),) * len(self.base): self.ring.context.term(coeff=coefficient, exp_vec=tuple(exponents))
            }
            for i, power in factors:
                table = self.product(table, self.power(i, power))
            for angle, term in table.items():
                total[angle] = total[angle] + term if angle in total else term
        return total

    def _check(self, polynomial: Any) -> None:
        count = sum(math.prod(int(monomial[i]) + 1 for i in self.angles) for monomial in polynomial.monoms())
        MOST_TERMS.check(count, "->poisson-form", each=5)

    def power(self, index: int, n: int) -> Table:
        """The n-th power of a sine or cosine, by the binomial theorem."""
        ring, angle = self.ring, self.angle(index)
        sine = self.fraction.form.atoms[index].operator is SIN
        scale = (-self.i) ** n if sine else ring.one
        found: Table = {}
        for k in range(n + 1):
            sign = -1 if sine and k % 2 else 1
            multiple = tuple((n - 2 * k) * part for part in angle)
            found[multiple] = scale * to_flint(Fraction(sign * math.comb(n, k), 2**n))
        return found

    def product(self, left: Table, right: Table) -> Table:
        found: Table = {}
        for a, x in left.items():
            for b, y in right.items():
                angle = tuple(map(Fraction.__add__, a, b))
                found[angle] = found[angle] + x * y if angle in found else x * y
        return found

    def written(self, table: Table) -> Any:
        """The sum of sines and cosines, the constant term first, then by falling multiples."""
        zero = self.ring.zero
        terms = []
        for angle in sorted({max(a, _opposite(a)) for a in table}, key=_rank):
            term, other = table.get(angle, zero), table.get(_opposite(angle), zero)
            if not any(angle):
                terms += self._terms(term, ())
                continue
            shown = self._angle_written(angle)
            terms += self._terms(self.i * (term - other), (application(SIN, shown),))
            terms += self._terms(term + other, (application(COS, shown),))
        return combined(PLUS, tuple(terms))

    def _terms(self, coefficient: Any, factors: tuple[Any, ...]) -> list[Any]:
        coefficient = self.ring.modulo().reduced(coefficient)
        if coefficient == 0:
            return []
        shown = self.fraction.written(coefficient)
        parts = shown.operands if isinstance(shown, Application) and shown.operator is TIMES else (shown,)
        return [combined(TIMES, (*parts, *factors))]

    def _angle_written(self, angle: Angle) -> Any:
        terms = [
            combined(TIMES, (g.div(c.numerator, c.denominator), base))
            for c, base in zip(angle, self.base, strict=True)
            if c
        ]
        return combined(PLUS, tuple(terms))


def _opposite(angle: Angle) -> Angle:
    return tuple([-part for part in angle])


def _rank(angle: Angle) -> tuple[Any, ...]:
    return sum(map(abs, angle)), _opposite(angle)


def _terms_of_angle(angle: Any) -> dict[Any, Any]:
    found: dict[Any, Any] = {}
    for term in angle.operands if isinstance(angle, Application) and angle.operator is PLUS else (angle,):
        coefficient, rest = coefficient_and_rest(term)
        if not isinstance(coefficient, (int, Fraction)):
            coefficient, rest = 1, term
        found[rest] = coefficient
    return found


# --- identities ------------------------------------------------------------------------------------------------------
# Results by addition theorems: the shortest of the forms in which they write an expression.
#
# The printed form of the original knows that sin^2 + cos^2 = 1, and not that cos a cos b + sin a sin b = cos(a - b) or
# that exp(x) exp(-x) = 1. Where that is asked for, the decision form (:mod:`scmpy.symbolic.decision.forms`) tells
# which expressions are zero, and writes sines, exponentials and hyperbolic functions over independent arguments; sums
# over multiple angles contract products of sines. The shortest of these is shown, the printed form among equals.

_WITH_THEOREMS = {EXP, *map(numerical, "sin cos sinh cosh".split())}


def length(expression: Any) -> int:
    """How many symbols and numbers an expression is written with."""
    found: dict[Any, int] = {}
    for node in subexpressions(expression):
        found[node] = sum(found.get(x, 1) for x in (node.operator, *node.operands)) if node.operands else 1
    return found.get(expression, 1)


def _shortest(expression: Any, policy: Policy) -> Any:
    if getattr(expression, "constant", False) or not any(
        node.operator in _WITH_THEOREMS for node in subexpressions(expression)
    ):
        return expression
    plain = policy.with_switches(policy.switches.restored(FORMS))
    forms = [expression]
    if is_application(expression, OVER):
        parts = (_shortest(part, policy) for part in expression.operands)
        forms += Simplifier(plain).simplify([application(OVER, *parts)])
    for write in (_decided, to_poisson_form, exp_contract):
        written = converted(write(expression))
        if written is not None:
            forms += Simplifier(plain).simplify([written]) if isinstance(written, Expression) else [written]
    return min(forms, key=length)


FORMS["identities_simplify"] = _shortest


def _decided(expression: Any) -> Any:
    given = with_pi(expression)
    if is_complex(given):
        return None
    engine = DecisionForm(premises=note_assumptions)
    try:
        form = engine.form(given)
        if engine.half_angles:
            return 0 if form.is_zero else None
        key = engine.shown(engine.tower.key(form))
    except (LimitError, NotFinite, DivisionByZeroError, DomainError):
        return None
    return substitute(key, HALF_TURN, PI) if isinstance(key, Application) else key
