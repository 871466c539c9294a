"""Does one system not vanish at a real root of another? Of rational functions and sizes of one symbol, by factors.

An irreducible factor of all numerators of the one system that does not divide all those of the other has roots where
that other is not zero; those that are real are enclosed in balls. Roots where something is divided by zero are no
points of the domain, nor are those where a declared fact of the symbol does not hold.
"""

from __future__ import annotations

from fractions import Fraction
from functools import reduce
from typing import Any

from scmpy.errors import DivisionByZeroError, LimitError
from scmpy.generic.numeric_tower import exact
from scmpy.symbolic.assumptions import assumptions_in_force
from scmpy.symbolic.decision.certain import Certain
from scmpy.symbolic.decision.equivalence import Equivalence
from scmpy.symbolic.decision.factors import ABS
from scmpy.symbolic.decision.univariate import real_roots, univariate
from scmpy.symbolic.decision.witness import has_facts
from scmpy.symbolic.decision.zeros import vanishing_parts
from scmpy.symbolic.enclosure.ball import Evaluator
from scmpy.symbolic.evaluation import NotFinite, is_arithmetic
from scmpy.symbolic.expression import Application, Symbol
from scmpy.symbolic.fold import subexpressions
from scmpy.symbolic.ring import Ring

_MAXIMUM_DEGREE = 40  # of the common divisor whose real roots are looked for; of the equations ten times that


def difference_at_root(system: list[Any], other: list[Any]) -> Equivalence | None:
    """Does the other system not vanish at a real root of this one? None where this is not seen.

    >>> from scmpy.symbolic.expression import symbols
    >>> x = symbols("x")
    >>> difference_at_root([x**6 - 4], [x**3 - 2]).witness
    {'x': -1.2599210498948732}
    >>> difference_at_root([x**3 - 2], [x**6 - 4])
    """
    nodes = [node for node in subexpressions(*system, *other) if isinstance(node, Application)]
    if assumptions_in_force() or not all(is_arithmetic(node) or node.operator is ABS for node in nodes):
        return None
    symbols = Evaluator(*system, *other).symbols
    return _difference(symbols[0], system, other) if len(symbols) == 1 else None


def _difference(x: Symbol, system: list[Any], other: list[Any]) -> Equivalence | None:
    from flint import fmpz_poly

    engine = Certain()
    try:
        forms = engine.forms([*system, *other])
        ours, theirs = (
            [_polynomial(x, p.ring, p.num) for form in part for p in vanishing_parts(engine, form)]
            for part in (forms[: len(system)], forms[len(system) :])
        )
        divisors = [_polynomial(x, form.ring, part) for form in engine.divisors for part in (form.num, form.den)]
    except (LimitError, NotFinite, DivisionByZeroError):
        return None
    common: Any = reduce(lambda p, q: p.gcd(q), ours, fmpz_poly([]))
    if common == 0 or common.degree() > _MAXIMUM_DEGREE:
        return None
    for factor, _ in common.factor()[1]:
        if any(factor.gcd(q).degree() < 1 for q in theirs) and all(factor.gcd(q).degree() < 1 for q in divisors):
            for root in real_roots(factor):
                if has_facts(root, x.facts):
                    value = exact(root) if isinstance(root, Fraction) else float(root)
                    return Equivalence("different", f"{x.name} = {root}, a root of {factor}", {x.name: value})
    return None


def _polynomial(x: Symbol, ring: Ring, p: Any) -> Any:
    """A multiple of a polynomial in x alone with whole coefficients."""
    degrees = {atom: degree for atom, degree in zip(ring.atoms, p.degrees(), strict=False) if degree}
    if not degrees.keys() <= {x} or degrees.get(x, 0) > 10 * _MAXIMUM_DEGREE:
        raise LimitError(f"equivalent-equations: no polynomial in {x.name} of a low degree")
    return univariate(ring.form(p).over(Ring((x,))).num, 0)
