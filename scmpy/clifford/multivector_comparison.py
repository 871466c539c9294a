"""Multivectors compared: equal are those of one algebra whose coefficients are; a scalar is one of grade 0."""

from __future__ import annotations

from typing import Any

from scmpy.clifford.multivector import Multivector
from scmpy.errors import describe
from scmpy.generic.kinds import Scalar
from scmpy.structure.structure import Up
from scmpy.symbolic.decision.equivalence import COMPARISONS, Equivalence, equivalent


def _compare(a: Any, b: Any) -> Equivalence:
    algebras = {x.algebra for x in (a, b) if isinstance(x, Multivector)}
    if len(algebras) > 1 or not all(isinstance(x, (Multivector, Scalar)) for x in (a, b)):
        return Equivalence("different", f"{describe(a)} and {describe(b)} are values of different kinds")
    (algebra,) = algebras
    terms = [x.terms if isinstance(x, Multivector) else {0: x} for x in (a, b)]
    blades = [blade for blade in algebra.blades if any(blade in held for held in terms)]
    left, right = (Up(held.get(blade, 0) for blade in blades) for held in terms)
    return equivalent(left, right)


COMPARISONS.insert(0, (lambda a, b: isinstance(a, Multivector) or isinstance(b, Multivector), _compare))
