"""Where some forms vanish, does another one? By Groebner bases of bounded size.

The numerators of the forms and the relations of their atoms generate an ideal. A polynomial p vanishes on all its
complex zeros, and so on the real ones, exactly if 1 is in the ideal with 1 - y p added (Rabinowitsch). Denominators,
which are not zero where the forms are defined, are added in the same way.
"""

from __future__ import annotations

from typing import Any

from scmpy.symbolic.bounded import groebner_basis
from scmpy.symbolic.decision.certain import Certain
from scmpy.symbolic.domains import whole_terms
from scmpy.symbolic.ring import Form

#: The largest basis that is computed: polynomials, terms of each, bits of a coefficient.
LIMITS = (120, 200, 2_000)

#: No system is looked at that is over more atoms, or has more terms or a higher degree.
_MAXIMUM_ATOMS, _MAXIMUM_TERMS, _MAXIMUM_DEGREE = 16, 400, 24


def vanishes_with(engine: Certain, form: Form, others: list[Form], defined: list[Form]) -> bool:
    """Is it proved that the form vanishes at every point where all the others do, and all that is defined is so?"""
    return have_no_common_zeros(engine, others, [form, *(x.ring.form(x.den) for x in (form, *defined))])


def have_no_common_zeros(engine: Certain, zero: list[Form], nonzero: list[Form]) -> bool:
    """Is it proved that some forms nowhere vanish together where none of some others does?"""
    joined = engine.tower.joined([*zero, *nonzero])
    ring = joined[0].ring
    zero, nonzero = joined[: len(zero)], joined[len(zero) :]
    polynomials = [form.num for form in zero]
    polynomials += [ring.generators[i] ** power - value for i, (power, value) in ring.relations.items()]
    product = ring.one
    for each in nonzero:
        product = product if each.num.is_constant() and each.num != 0 else ring.reduced(product * each.num)
    size = sum(map(len, polynomials)) + len(product)
    degree = max((int(p.total_degree()) for p in (*polynomials, product) if p != 0), default=0)
    if len(ring.atoms) > _MAXIMUM_ATOMS or size > _MAXIMUM_TERMS or degree > _MAXIMUM_DEGREE:
        return False
    return _have_no_common_zero(len(ring.atoms), polynomials, product)


def _have_no_common_zero(atoms: int, polynomials: list[Any], nonzero: Any) -> bool:
    """Have the polynomials no common zero where one more is not zero? False also where the basis grows too large."""
    from flint import Ordering

    system = [{(*m, 0): c for m, c in whole_terms(p).items()} for p in polynomials if p != 0]
    inverse = {(*m, 1): -c for m, c in whole_terms(nonzero).items()} | {(0,) * (atoms + 1): 1}
    basis = groebner_basis([*system, inverse], atoms + 1, Ordering.degrevlex, LIMITS)
    return basis is not None and any(p.is_constant() and p != 0 for p in basis)
