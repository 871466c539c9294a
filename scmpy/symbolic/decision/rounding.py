"""Whole numbers near real ones: whole numbers that are added come out of a floor, and a ceiling is a floor.

floor(x + n) = floor(x) + n, ceiling(x) = -floor(-x); of truncate and round nothing is known but that they are odd.
"""

from __future__ import annotations

import math

from scmpy.symbolic.decision.certain import Certain, kernel_of
from scmpy.symbolic.decision.parity import whole_part
from scmpy.symbolic.domains import to_fraction
from scmpy.symbolic.expression import symbol
from scmpy.symbolic.ring import Form


@kernel_of("floor")
def _floor(engine: Certain, x: Form) -> Form:
    tower = engine.tower
    whole, rest = whole_part(x)
    if rest.is_polynomial:
        number = next((to_fraction(c) for m, c in rest.num.terms() if not any(m)), 0)
        whole = tower.add(whole, tower.constant(math.floor(number)))
        rest = tower.sub(rest, tower.constant(math.floor(number)))
    return whole if rest.number is not None else tower.add(whole, engine.opaque(symbol("floor"), rest))


@kernel_of("ceiling")
def _ceiling(engine: Certain, x: Form) -> Form:
    return engine.tower.scaled(_floor(engine, engine.tower.scaled(x, -1)), -1)
