"""Poisson form: products and powers of sines and cosines as sums of sines and cosines of multiple angles.

An expression is a table of Fourier terms: for every angle, a combination of base angles with rational coefficients,
the coefficient of e^(i angle), a polynomial in the other kernels. Products of expressions are products of tables, as
cos x = (e^(ix) + e^(-ix)) / 2 and sin x = (e^(ix) - e^(-ix)) / 2i; in the end the terms of an angle and of its
negative make a sine and a cosine. Perturbation theory averages by striking out all but the constant term.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from scmpy.generic import operations as g
from scmpy.generic.annotations import Formula, Value, Values
from scmpy.generic.dispatch import converted
from scmpy.generic.settings import Limit
from scmpy.registry import public
from scmpy.render.scheme_text import scheme_text
from scmpy.symbolic.algebra.normal_forms import KernelFraction, fraction_of, rcf_simplify
from scmpy.symbolic.domains import to_flint
from scmpy.symbolic.expression import PLUS, TIMES, Application, application
from scmpy.symbolic.kernels import COS, SIN, coefficient_and_rest
from scmpy.symbolic.policy import REWRITINGS
from scmpy.symbolic.rewriting.rule_sets.angles import expand_multiangle
from scmpy.symbolic.rewriting.rule_sets.trigonometry import trig_to_sincos
from scmpy.symbolic.rewriting.templates import combined
from scmpy.symbolic.written import rewritten

MOST_TERMS = Limit("most-poisson-terms", 20_000, "Terms of a Poisson series.")

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
        """The angle of a sine or cosine as multiples of the base angles."""
        terms = self.angles[index]
        return tuple(Fraction(terms.get(base, 0)) for base in self.base)

    def table(self, polynomial: Any) -> Table:
        """The Fourier terms of a polynomial."""
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
        """Estimate the terms before any is computed."""
        count = sum(math.prod(int(monomial[i]) + 1 for i in self.angles) for monomial in polynomial.monoms())
        MOST_TERMS.check(count, "->poisson-form")

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
    """An angle as a combination of base angles with rational coefficients."""
    found: dict[Any, Any] = {}
    for term in angle.operands if isinstance(angle, Application) and angle.operator is PLUS else (angle,):
        coefficient, rest = coefficient_and_rest(term)
        if not isinstance(coefficient, (int, Fraction)):
            coefficient, rest = 1, term
        found[rest] = coefficient
    return found
