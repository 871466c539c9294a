"""All roots of a polynomial, and polynomials that vanish where equations with roots of the unknown hold, by SymPy."""

from __future__ import annotations

from collections.abc import Callable
from math import lcm
from typing import Any, NamedTuple

from scmpy.errors import LimitError
from scmpy.numerics.roots.polynomial import roots_of
from scmpy.symbolic.sympy_bridge import from_sympy, to_sympy


class Candidates(NamedTuple):
    """Values of an unknown; if they are complete all solutions are among them: in one period, of what is periodic."""

    values: list[Any]
    complete: bool


#: What is taken for the solutions of an equation in an unknown.
Solutions = Callable[[Any, Any], Candidates]


def roots_in_closed_form(sympy: Any, equation: Any, x: Any) -> list[Any]:
    """All roots of a polynomial in an unknown, whether or not they have its facts."""
    y = sympy.Dummy("root")
    polynomial = sympy.Poly(equation.xreplace({x: y}), y).sqf_part()
    symbolic = bool(polynomial.free_symbols_in_domain) or not polynomial.domain.is_Exact
    rational = polynomial.domain.is_ZZ or polynomial.domain.is_QQ
    found: list[Any] = []
    for factor, _ in polynomial.factor_list()[1]:
        closed = (
            list(sympy.roots(factor, trig=True, quartics=not symbolic)) if factor.degree() < 5 or not rational else []
        )
        if len(closed) == factor.degree():
            found += closed
        elif rational:
            decimals = (root for _, root in roots_of([from_sympy(c) for c in reversed(factor.all_coeffs())]))
            found += [to_sympy(root) for root in decimals]
        else:
            raise LimitError(
                f"solve: of {polynomial.degree()} roots of a polynomial {len(found) + len(closed)} have a closed form"
            )
    return found


def without_roots(sympy: Any, equation: Any, x: Any) -> Any:
    """A polynomial that vanishes wherever an equation with roots of rational functions holds; None of anything else.

    Each root is an unknown whose power is known; these are eliminated by resultants, the outermost first.
    """
    powers = [p for p in equation.atoms(sympy.Pow) if p.has(x) and p.exp.is_Rational and not p.exp.is_Integer]
    if not powers:
        return None
    equation = sympy.numer(sympy.together(equation))
    while powers:
        base = max((p.base for p in powers), key=sympy.count_ops)
        order = lcm(*(int(p.exp.q) for p in powers if p.base == base))
        root = sympy.Dummy("root")
        equation = sympy.numer(
            sympy.together(equation.xreplace({p: root ** (p.exp * order) for p in powers if p.base == base}))
        )
        if not equation.is_polynomial(root):
            return None
        equation = sympy.resultant(equation, sympy.numer(sympy.together(root**order - base)), root)
        powers = [p for p in equation.atoms(sympy.Pow) if p.has(x) and p.exp.is_Rational and not p.exp.is_Integer]
    return equation if equation.is_polynomial(x) and equation != 0 else None
