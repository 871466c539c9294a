"""All solutions of systems of polynomials, over the complex numbers and for typical parameters.

Over the field of functions of as many free unknowns as there can be, a system has finitely many solutions: as many as
its radical, the ideal with the squarefree polynomials of each unknown added, leaves monomials. SymPy finds these in
closed form; without parameters a linear form tells them apart too, and all unknowns are polynomials in that. Where a
leading coefficient, a polynomial in the free unknowns, vanishes there may be others: a system of its own.

Source:  P. Gianni, B. Trager, G. Zacharias, J. Symb. Comput. 6 (1988) 149; A. Seidenberg, Trans. AMS 197 (1974) 273
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any

from scmpy.errors import LimitError
from scmpy.symbolic.ball_arithmetic import precision

Solution = dict[Any, Any]

_DIGITS, _NEAR = 40, 1e-12  # of values that are compared; floats among them have fewer
_BITS = 1000
_EASY, _CLOSED = 2, 4  # degrees of polynomials whose roots have closed forms: square roots, others


def all_solutions(sympy: Any, equations: list[Any], unknowns: list[Any]) -> list[Solution] | None:
    """The values of unknowns without facts in all solutions; None of what are no polynomials over the rationals.

    An unknown without a value is free.
    """
    if not all(e.is_polynomial(*unknowns) for e in equations):
        return None
    terms = [sympy.Poly(e, *unknowns).as_dict() for e in equations if e != 0]
    domain, _ = sympy.construct_domain([c for each in terms for c in each.values()], field=True)
    if domain.is_FractionField and (domain.domain.is_ZZ or domain.domain.is_QQ):
        domain = sympy.QQ.frac_field(*domain.symbols)
    elif not domain.is_QQ:
        return None
    found: list[Solution] = []
    for each in _solved(sympy, [e for e in equations if e != 0], unknowns, domain):
        if not any(is_covered(sympy, each, other, unknowns) for other in found):
            found.append(each)
    return found


def is_covered(sympy: Any, solution: Solution, by: Solution, unknowns: list[Any]) -> bool:
    """Is a solution one of those of a family, at typical values of what is free?"""
    free = set(unknowns).union(*(value.free_symbols for value in (*solution.values(), *by.values())))
    point = {
        x: sympy.Rational(sympy.prime(n + 5), sympy.prime(n + 9))
        for n, x in enumerate(sorted(free - solution.keys(), key=sympy.default_sort_key))
    }
    values = {x: sympy.N(value.xreplace(point), _DIGITS) for x, value in solution.items()}
    for x, value in by.items():
        there = sympy.N(value.subs({**point, **values}), _DIGITS)
        here = values[x] if x in values else point[x]
        if not there.is_finite or abs(there - here) > _NEAR * (1 + abs(here)):
            return False
    return True


def _solved(sympy: Any, equations: list[Any], unknowns: list[Any], domain: Any) -> Iterator[Solution]:
    """The solutions of general values of the free unknowns, then those where a leading coefficient vanishes."""
    free: list[Any] = []
    while True:
        rest = [x for x in unknowns if x not in free]
        basis = _basis(sympy, equations, rest, free, domain)
        if not rest or any(not any(m[: len(rest)]) for m in (p.LM for p in basis)):
            degenerate = [] if rest else basis  # nothing, or a condition on what is free
            break
        bound = {i for p in basis for i in range(len(rest)) if sum(p.LM[: len(rest)]) == p.LM[i]}
        if len(bound) == len(rest):
            degenerate = [_leading(p, len(rest)) for p in basis]
            over = domain.frac_field(*free) if free else domain
            yield from _finitely_many(sympy, [p.as_expr() for p in basis], rest, over)
            break
        free.append(rest[max(set(range(len(rest))) - bound)])
    factors = [f for p in degenerate for f, _ in p.factor_list()[1] if not p.is_ground]
    for factor in dict.fromkeys(f.as_expr() for f in factors):
        if factor.has(*free):
            yield from _solved(sympy, [*equations, factor], unknowns, domain)


def _basis(sympy: Any, equations: list[Any], rest: list[Any], free: list[Any], domain: Any) -> list[Any]:
    """A Groebner basis in the unknowns, which is one over the functions of the free ones too."""
    from sympy.polys.groebnertools import groebner
    from sympy.polys.orderings import ProductOrder, grevlex

    count = len(rest)
    order = ProductOrder((grevlex, lambda m: m[:count]), (grevlex, lambda m: m[count:]))
    ring = sympy.polys.rings.PolyRing([*rest, *free], domain, order if free and rest else grevlex)
    return groebner([ring.from_expr(sympy.expand(e)) for e in equations], ring)  # type: ignore[no-any-return]


def _leading(polynomial: Any, count: int) -> Any:
    """The coefficient of the highest power of the first unknowns, a polynomial in the others."""
    head = polynomial.LM[:count]
    terms = {(0,) * count + m[count:]: c for m, c in polynomial.terms() if m[:count] == head}
    return polynomial.ring.from_dict(terms)


class _Quotient:
    """Polynomials modulo an ideal with finitely many zeros, as vectors."""

    def __init__(self, sympy: Any, ring: Any, generators: list[Any]) -> None:
        from sympy.polys.groebnertools import groebner

        self.sympy, self.ring = sympy, ring
        self.basis = groebner(generators, ring)
        self.monomials: list[Any] = []
        border = [(0,) * ring.ngens]
        while border:
            m = border.pop()
            if m in self.monomials or any(all(a >= b for a, b in zip(m, p.LM, strict=True)) for p in self.basis):
                continue
            self.monomials.append(m)
            border += [(*m[:i], m[i] + 1, *m[i + 1 :]) for i in range(len(m))]

    def by_powers(self, of: Any, others: list[Any]) -> tuple[list[Any], list[list[Any]]]:
        """The coefficients of the least power of a polynomial, and of others, by the lower ones."""
        from sympy.polys.matrices import DomainMatrix

        count, power, columns = len(self.monomials), self.ring.one, []
        for _ in range(count + 1):
            columns.append(power)
            power = (power * of).rem(self.basis)
        columns += [p.rem(self.basis) for p in others]
        rows = [[p.get(m, self.ring.domain.zero) for p in columns] for m in self.monomials]
        reduced, pivots = DomainMatrix(rows, (count, len(columns)), self.ring.domain).rref()
        rank = len([p for p in pivots if p <= count])
        table = reduced.to_dense().to_list()
        least, *by = ([table[i][k] for i in range(rank)] for k in (rank, *range(count + 1, len(columns))))
        return least, by if len(pivots) == rank else []


def _finitely_many(sympy: Any, equations: list[Any], unknowns: list[Any], domain: Any) -> list[Solution]:
    ring = sympy.polys.rings.PolyRing(unknowns, domain, "grevlex")
    generators = [ring.from_expr(e) for e in equations]
    ideal = _Quotient(sympy, ring, generators)
    squarefree = [_powers_less(x, ideal.by_powers(x, [])[0]).sqf_part() for x in ring.gens]
    radical = _Quotient(sympy, ring, generators + squarefree)
    number, found = len(radical.monomials), list[Solution]()
    if domain.is_QQ and _highest(squarefree) > _EASY:
        polynomial, values = _by_one_root(sympy, radical)
        if _highest([polynomial]) > _CLOSED:
            return _at_roots(sympy, polynomial, values, unknowns)
    for each in sympy.solve([p.as_expr() for p in radical.basis], unknowns, dict=True):
        if each.keys() == set(unknowns) and not any(is_covered(sympy, each, x, unknowns) for x in found):
            found.append(each)
    if len(found) == number:
        return found
    if not domain.is_QQ:
        raise LimitError(f"solve: SymPy finds {len(found)} of {number} solutions")
    return _at_roots(sympy, *_by_one_root(sympy, radical), unknowns)


def _powers_less(x: Any, least: list[Any]) -> Any:
    return x ** len(least) - sum((c * x**k for k, c in enumerate(least)), x.ring.zero)


def _highest(polynomials: list[Any]) -> int:
    return max((sum(f.LM) for p in polynomials for f, _ in p.factor_list()[1]), default=0)


def _by_one_root(sympy: Any, radical: _Quotient) -> tuple[Any, list[list[Any]]]:
    """The polynomial whose roots are the values of a linear form that tells solutions apart; the unknowns by these."""
    gens = radical.ring.gens
    for k in count(1):
        form = sum((k**i * x for i, x in enumerate(gens)), radical.ring.zero)
        least, values = radical.by_powers(form, list(gens))
        if len(least) == len(radical.monomials):
            break
    ring = sympy.polys.rings.PolyRing("t", radical.ring.domain, "grevlex")
    return _powers_less(ring.gens[0], least), values


def _at_roots(sympy: Any, polynomial: Any, values: list[list[Any]], unknowns: list[Any]) -> list[Solution]:
    """The unknowns at the roots of a polynomial: in closed form if that is of low degree."""
    t, found = polynomial.ring.symbols[0], list[Solution]()
    for factor, _ in polynomial.factor_list()[1]:
        one = sympy.Poly(factor.as_expr(), t, domain="QQ")
        at = [sympy.Poly(list(reversed(v)), t, domain="QQ").rem(one) for v in values]
        if one.degree() <= _EASY:
            places = [[sympy.expand(v.as_expr().subs(t, root)) for v in at] for root in sympy.roots(one)]
        else:
            places = list(_in_balls(sympy, one, at))
        found += [dict(zip(unknowns, place, strict=True)) for place in places]
    return found


def _in_balls(sympy: Any, polynomial: Any, values: list[Any]) -> Iterator[list[Any]]:
    """Polynomials at the roots of another one, as floats: from enclosures."""
    from flint import acb, fmpq, fmpz_poly

    whole = polynomial.clear_denoms()[1]
    with precision(_BITS):
        for root, _ in fmpz_poly([int(c) for c in reversed(whole.all_coeffs())]).complex_roots():
            at = []
            for each in values:
                value = acb(0)
                for c in each.all_coeffs():
                    value = value * root + acb(fmpq(int(c.p), int(c.q)))
                imaginary = 0.0 if value.imag.contains(0) else float(value.imag)
                at.append(sympy.Float(float(value.real)) + (sympy.I * imaginary if imaginary else 0))
            yield at
