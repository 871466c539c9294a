"""The residual rule for sines: sin^2 has become 1 - cos^2; where a whole a (1 - cos^2) is left, it is a sin^2 again.

As in the original, whose patterns need something after the cosine in its product and after the later of the two terms
in their sum (a pattern's last segment never matches nothing): ``(+ 1 (* -1 (expt (cos x) 2)))`` stays.
"""

from __future__ import annotations

from typing import Any

from scmpy.symbolic.expression import application
from scmpy.symbolic.kernels import COS, SIN, is_application
from scmpy.symbolic.printed import Terms, in_printing_order


def sines_restored(terms: Terms, shown: list[Any]) -> tuple[Terms, list[Any]]:
    """The terms in printing order, with a sin^2 for a - a cos^2, and the atoms that their exponents belong to."""
    cosines = [i for i, atom in enumerate(shown) if is_application(atom, COS)]
    if not cosines or len(terms) < 3:
        return terms, shown
    while (found := _find(terms, cosines)) is not None:
        with_cosine, alone, position = found
        sine = application(SIN, *shown[position].operands)
        place = next((i for i, atom in enumerate(shown) if getattr(atom, "atom", atom) is sine), len(shown))
        if place == len(shown):
            shown = [*shown, sine]
            terms = [((*exponents, 0), coefficient) for exponents, coefficient in terms]
        exponents, coefficient = terms[alone]
        more = tuple([e + 2 if i == place else e for i, e in enumerate(exponents)])
        left = [term for i, term in enumerate(terms) if i not in (with_cosine, alone)]
        terms = in_printing_order([*left, (more, coefficient)])
    return terms, shown


def _find(terms: Terms, cosines: list[int]) -> tuple[int, int, int] | None:
    """A term b cos^n, the term -b cos^(n-2), and the place of the cosine; the later ones first."""
    index = {exponents: i for i, (exponents, _) in enumerate(terms)}
    last = len(terms) - 1
    for i in range(last, -1, -1):
        exponents, coefficient = terms[i]
        if max(exponents) < 2:
            continue
        for position in reversed(cosines):
            if exponents[position] < 2 or not _matches(exponents, coefficient, position):
                continue
            partner = tuple([e - 2 if k == position else e for k, e in enumerate(exponents)])
            j = index.get(partner)
            if j is not None and max(i, j) < last and terms[j][1] == -coefficient:
                return i, j, position
    return None


def _matches(exponents: tuple[int, ...], coefficient: Any, position: int) -> bool:
    """Is the power of the cosine followed by another factor, or all there is?"""
    return any(exponents[position + 1 :]) or (coefficient == 1 and not any(exponents[:position]))
