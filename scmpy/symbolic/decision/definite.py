"""Where a polynomial in atoms vanishes, by its shape: sums of squares, functions of a linear form, monotone functions.

A positive semidefinite form b^T Q b in monomials b is sum d_i l_i^2, by Q = L D L^T over the rationals: it vanishes
where all l_i do. A polynomial whose derivatives are all multiples of one is a function of a linear form, with its real
roots. What grows strictly with a symbol, whatever the others are, vanishes at one value of it at most. Products of
exponentials are equal where the sums of the exponents are.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from scmpy.errors import DivisionByZeroError, DomainError
from scmpy.generic import operations as g
from scmpy.symbolic.arithmetic import substitute
from scmpy.symbolic.decision.certain import Certain
from scmpy.symbolic.decision.signs import ATAN
from scmpy.symbolic.decision.univariate import real_roots, univariate
from scmpy.symbolic.decision.witness import Search
from scmpy.symbolic.decision.zero import is_zero
from scmpy.symbolic.domains import to_fraction
from scmpy.symbolic.evaluation import NotFinite
from scmpy.symbolic.expression import EXP, LOG, Expression, Symbol, application
from scmpy.symbolic.fold import subexpressions
from scmpy.symbolic.ring import Form

_MOST_TERMS = 40
_LARGEST_BASIS = 12
_MOST_SHIFTS = 20  # powers of exponentials that a polynomial is divided by

_GROWING = (EXP, LOG, ATAN)

Monomial = tuple[int, ...]


def parts_by_shape(engine: Certain, p: Form) -> list[Form] | None:
    """Forms that vanish together exactly where an irreducible polynomial does; None if its shape does not say."""
    linear = p.num.total_degree() == 1 and all(isinstance(atom, Symbol) for atom in p.occurring())
    if linear or len(p.num) > _MOST_TERMS or not engine.any_sign.isdisjoint(p.ring.atoms):
        return None
    for way in (_equal_exponentials, _sum_of_squares, _of_linear_form, _of_growing):
        found = way(engine, p)
        if found is not None:
            return found
    return None


def _terms(p: Form) -> dict[Monomial, Fraction]:
    return {tuple(map(int, monomial)): to_fraction(c) for monomial, c in p.num.terms()}


def _polynomial(p: Form, terms: dict[Monomial, Fraction]) -> Form:
    total = p.ring.constant(0)
    for monomial, c in terms.items():
        term = p.ring.form(p.ring.context.from_dict({monomial: 1}))
        total = p.ring.add(total, p.ring.mul(term, p.ring.constant(c)))
    return total


# --- exponentials ----------------------------------------------------------------------------------------------


def _equal_exponentials(engine: Certain, p: Form) -> list[Form] | None:
    """The difference of the exponents where two products of exponentials are subtracted."""
    terms = _terms(p)
    if len(terms) != 2 or any(atom.operator is not EXP for atom in p.occurring()):
        return None
    (one, a), (other, b) = terms.items()
    if a * b > 0:
        return None
    tower = engine.tower
    total = tower.constant(0) if a == -b else engine.expression_form(application(LOG, -a / b))
    for atom, n, m in zip(p.ring.atoms, one, other, strict=True):
        if n != m:
            total = tower.add(total, tower.mul(tower.constant(n - m), engine.argument(atom.operands[0])))
    return [total] if total.is_polynomial else None


# --- sums of squares -------------------------------------------------------------------------------------------


def _sum_of_squares(engine: Certain, p: Form) -> list[Form] | None:
    """The l_i of a semidefinite form in the monomials whose squares occur."""
    terms = _terms(p)
    for sign in (1, -1):
        basis = [tuple(n // 2 for n in m) for m, c in terms.items() if sign * c > 0 and not any(n % 2 for n in m)]
        if len(terms) > 1 and 0 < len(basis) <= _LARGEST_BASIS:
            rows = _gram(basis, {m: sign * c for m, c in terms.items()})
            found = None if rows is None else _linear_forms(rows)
            if found is not None:
                return [_polynomial(p, dict(zip(basis, row, strict=True))) for row in found]
    return None


def _gram(basis: list[Monomial], terms: dict[Monomial, Fraction]) -> list[list[Fraction]] | None:
    """The symmetric matrix of a form in monomials; None if a term is no product of two."""
    rows = [[Fraction(0)] * len(basis) for _ in basis]
    places = {
        tuple(map(sum, zip(a, b, strict=True))): (i, j) for i, a in enumerate(basis) for j, b in enumerate(basis[:i])
    }
    places |= {tuple(2 * n for n in a): (i, i) for i, a in enumerate(basis)}
    for monomial, c in terms.items():
        if monomial not in places:
            return None
        i, j = places[monomial]
        rows[i][j] += c / 2
        rows[j][i] += c / 2
    return rows


def _linear_forms(rows: list[list[Fraction]]) -> list[list[Fraction]] | None:
    """The rows of L^T with a positive element of D; None if the matrix is not positive semidefinite."""
    left = [list(row) for row in rows]
    found = []
    for i in range(len(rows)):
        pivot = left[i][i]
        if pivot < 0 or (pivot == 0 and any(left[i][i:])):
            return None
        if pivot:
            row = [x / pivot if j >= i else Fraction(0) for j, x in enumerate(left[i])]
            found.append(row)
            for j in range(i + 1, len(rows)):
                left[j] = [x - left[j][i] * y for x, y in zip(left[j], row, strict=True)]
    return found


# --- functions of a linear form ----------------------------------------------------------------------------------


def _of_linear_form(engine: Certain, p: Form) -> list[Form] | None:
    """The linear form less the root, where a polynomial is one of a linear form and has one real root, a rational."""
    places = [i for i, degree in enumerate(p.num.degrees()) if degree]
    slopes = [p.num.derivative(i) for i in places]
    if len(places) < 2 or p.num.total_degree() < 2:
        return None
    lead = slopes[0].leading_coefficient()
    ratios = [to_fraction(x.leading_coefficient() / lead) for x in slopes]
    if any(x != slopes[0] * (x.leading_coefficient() / lead) for x in slopes):
        return None
    zero = {m: c for m, c in _terms(p).items() if not any(m[i] for i in places[1:])}
    along = univariate(_polynomial(p, zero).num, places[0])
    roots = [root for factor, _ in along.factor()[1] for root in real_roots(factor)]
    if not roots:
        return [p.ring.constant(1)]
    if len(roots) != 1 or not isinstance(roots[0], Fraction):
        return None
    linear = {tuple(int(i == j) for j in range(len(p.ring.atoms))): r for i, r in zip(places, ratios, strict=True)}
    return [_polynomial(p, {**linear, (0,) * len(p.ring.atoms): -roots[0]})]


# --- monotone functions ------------------------------------------------------------------------------------------


def _of_growing(engine: Certain, p: Form) -> list[Form] | None:
    """u - v where a polynomial grows strictly with a symbol u, and vanishes where u is v: another one, or zero."""
    symbols = list(dict.fromkeys(x for atom in p.occurring() for x in _within(atom) if isinstance(x, Symbol)))
    growing = [u for u in symbols if not _is_linear(p, u) and any(_growth(engine, x, u) for x in _shifted(p))]
    if not growing:
        return None
    shown = engine.shown(engine.tower.expression(p.ring, p.num))
    for u in growing:
        others = [v for v in symbols if v is not u]
        for value in (0, *others, *map(g.negate, others)):
            if _is_zero_in_domain(substitute(shown, {u: value})):
                return [engine.expression_form(g.sub(u, value))]
    return None


def _is_linear(p: Form, u: Expression) -> bool:
    """Does a symbol occur to the first power alone? An irreducible polynomial that is u - v is told by its degree."""
    degrees = zip(p.ring.atoms, p.num.degrees(), strict=True)
    return all(degree == 1 if atom is u else u not in _within(atom) for atom, degree in degrees if degree)


def _is_zero_in_domain(expression: Any) -> bool:
    """Is an expression proved to be zero, and has it a real value somewhere? log(1) + log(-1) has none."""
    other, search = Certain(False), Search(expression, 0, False)
    try:
        zero = is_zero(other, other.expression_form(expression))
    except (NotFinite, DivisionByZeroError, DomainError):
        return False
    return zero and search.at_random() is None and search.usable


def _shifted(p: Form) -> Iterator[dict[tuple[tuple[Expression, int], ...], Fraction]]:
    """The terms of a polynomial divided by powers of the exponentials in it."""
    degrees = p.num.degrees()
    ranges = [range(n + 1) if atom.operator is EXP else range(1) for atom, n in zip(p.ring.atoms, degrees, strict=True)]
    terms = _terms(p)
    for _, powers in zip(range(_MOST_SHIFTS), product(*ranges), strict=False):
        yield {
            tuple((atom, n - k) for atom, n, k in zip(p.ring.atoms, m, powers, strict=True) if n != k): c
            for m, c in terms.items()
        }


def _growth(engine: Certain, terms: dict[tuple[tuple[Expression, int], ...], Fraction], u: Expression) -> int:
    """1 where a sum grows strictly with a symbol, -1 where it falls, 0 where neither is seen or it is not in it."""
    found = {_growth_of_term(engine, term, u) * (1 if c > 0 else -1) for term, c in terms.items() if _has(term, u)}
    return found.pop() if len(found) == 1 else 0


def _has(term: tuple[tuple[Expression, int], ...], u: Expression) -> bool:
    return any(u in _within(atom) for atom, _ in term)


def _within(atom: Expression) -> set[Expression]:
    return set(subexpressions(atom))


def _growth_of_term(engine: Certain, term: tuple[tuple[Expression, int], ...], u: Expression) -> int:
    """That of an odd power of what grows, or of a product of powers of exponentials."""
    if len(term) > 1 and any(atom.operator is not EXP for atom, _ in term):
        return 0
    found = set()
    for atom, n in term:
        if u in _within(atom):
            growth = _growth_of_atom(engine, atom, u) if n % 2 or atom.operator is EXP else 0
            found.add(growth if n > 0 else -growth)
    return found.pop() if len(found) == 1 else 0


def _growth_of_atom(engine: Certain, atom: Expression, u: Expression) -> int:
    if atom is u:
        return 1
    if atom.operator not in _GROWING or len(atom.operands) > 1:
        return 0
    inner = engine.argument(atom.operands[0])
    return _growth(engine, next(_shifted(inner)), u) if inner.is_polynomial else 0
