"""Where does a decision form vanish? The same real points by simpler polynomials.

A product vanishes where a factor does. Factors without real zeros are left out: exponentials, 1 + x^2, sqrt(x) + 1.
Instead of exp(u) - 1 and atan(u) there is u, instead of log(u) u - 1, and instead of a root what is under it. Where a +
b r has no zeros, a - b r vanishes where a^2 - b^2 r^2 does. A sum of terms that are not negative vanishes where all of
them do; so does a positive definite form, and a strictly monotone function vanishes at one place. Sums with absolute
values are taken apart by signs: |x| - 1 vanishes where x^2 - 1 does.
"""

from __future__ import annotations

import math

from scmpy.symbolic.bounded import factored
from scmpy.symbolic.decision.certain import Certain
from scmpy.symbolic.decision.definite import parts_by_shape
from scmpy.symbolic.decision.factors import is_root, magnitude_under, never_zero, parts_over_root
from scmpy.symbolic.decision.ideals import vanishes_with
from scmpy.symbolic.decision.known_signs import exponent_above_one, is_positive, sign_of
from scmpy.symbolic.decision.signs import ATAN, SIGN, has_no_roots, is_of_one_sign
from scmpy.symbolic.decision.zero import is_divided_by
from scmpy.symbolic.expression import LOG
from scmpy.symbolic.ring import Form

#: No polynomial with more terms is taken apart.
_MAXIMUM_TERMS = 60


def vanishing_parts(engine: Certain, form: Form) -> list[Form]:
    """Forms that vanish together exactly where this one does, among the points where it is defined."""
    if form.is_zero:
        return []
    ring, num, _ = form
    if num.is_constant() or len(num) > _MAXIMUM_TERMS:
        return [ring.form(num)]
    engine.tower.spend(1_000 * len(num))
    found = [parts for part, _ in factored(num)[1] for parts in alternatives(engine, ring.form(part))]
    found = [x for x in found if not any(_is_inside(engine, x, y) for y in found)]
    if len(found) == 1:
        return found[0]
    product = engine.tower.constant(1)
    for parts in found:
        sole = parts[0] if len(parts) == 1 else _sum_of_squares(engine, parts)
        product = engine.tower.mul(product, sole)
    return [product]


def _is_inside(engine: Certain, parts: list[Form], others: list[Form]) -> bool:
    """Do forms vanish together only where others do, of which there are fewer?"""
    if len(parts) <= len(others):
        return False
    return all(vanishes_with(engine, form, parts, []) for form in others)


def is_defined_where_not_divided(engine: Certain, form: Form) -> bool:
    """Does the denominator vanish only where the expression itself divides by zero?

    Forms are made rational: 1 / (1 + sqrt(x)) may have the denominator 1 - x, which vanishes in the domain.
    """
    polynomials = [form.ring.form(part) for part, _ in factored(form.den)[1]]
    return all(_has_no_zeros(engine, p) or is_divided_by(engine, engine.tower.key(p)) for p in polynomials)


def _has_no_zeros(engine: Certain, p: Form) -> bool:
    return has_no_roots(p, engine.known_signs, engine.any_sign) or never_zero(engine, engine.tower.key(p))


def _sum_of_squares(engine: Certain, forms: list[Form]) -> Form:
    """A form that vanishes where all of these do."""
    total = engine.tower.constant(0)
    for form in forms:
        total = engine.tower.add(total, engine.tower.mul(form, form))
    return total


def alternatives(engine: Certain, p: Form) -> list[list[Form]]:
    """The ways in which an irreducible polynomial vanishes, each with what vanishes; none if it has no real zeros."""
    if not engine.is_real(p):
        return [[p]]
    if _has_no_zeros(engine, p):
        return []
    inner = _inside(engine, p)
    if inner is not None and is_defined_where_not_divided(engine, inner):
        return [vanishing_parts(engine, inner)]
    parts = parts_over_root(engine, p.ring, p.num)
    if parts is not None:
        norm = p.ring.form(p.ring.reduced(parts.norm(engine)))
        if _has_no_zeros(engine, norm):
            return []
        if _has_no_zeros(engine, p.ring.form(parts.a - parts.b * parts.root)):
            return [vanishing_parts(engine, norm)]
    sized = _over_size(engine, p)
    if sized is not None:
        return [[part for each in sized for part in vanishing_parts(engine, each)]]
    if len(p.num) > 1 and is_of_one_sign(p, engine.known_signs, engine.any_sign):
        terms = [p.ring.form(p.ring.context.from_dict({m: c})) for m, c in p.num.terms()]
        return [[part for term in terms for part in vanishing_parts(engine, term)]]
    shaped = parts_by_shape(engine, p)
    if shaped is not None:
        found = [part for each in shaped for part in vanishing_parts(engine, each)]
        return [] if any(x.number for x in found) else [found]
    return [[p]]


def _over_size(engine: Certain, p: Form) -> list[Form] | None:
    """What vanishes where a + b |q| does: a and b q if a and b have the same sign; a^2 - b^2 q^2 if opposite ones."""
    ring, num, _ = p
    for i, atom in enumerate(ring.atoms):
        parts = ring.coefficients(num, i) if atom.operator is SIGN else {}
        if len(parts) != 2:
            continue
        b, remainder = divmod(parts[1], engine.tower.into(engine.argument(atom.operands[0]), ring).num)
        together = math.prod(sign_of(engine, engine.tower.polynomial_key(ring, part)) for part in (parts[0], b))
        if remainder == 0 and together:
            norm = ring.reduced(parts[0] ** 2 - parts[1] ** 2)
            return [ring.form(part) for part in ([norm] if together < 0 else parts.values())]
    return None


def _inside(engine: Certain, p: Form) -> Form | None:
    """What vanishes where an elementary function of it, less a constant, does."""
    tower = engine.tower
    atom = tower.key(p)
    exponent = exponent_above_one(engine, atom)
    if exponent is not None:
        return exponent
    if is_root(atom):
        return engine.argument(magnitude_under(atom))
    if atom in engine.arcsines:
        return engine.arcsines[atom][1]
    if atom.operator is ATAN and len(atom.operands) == 1:
        return engine.argument(atom.operands[0])
    if atom.operator is LOG:
        inner = engine.argument(magnitude_under(atom))
        size = inner if is_positive(engine, inner) else tower.mul(inner, inner)
        return tower.sub(size, tower.constant(1))
    return None
