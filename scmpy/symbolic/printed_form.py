"""A rational function as the original prints it; held forms."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import compress
from typing import Any

from scmpy.errors import describe, expected
from scmpy.generic import operations as g
from scmpy.generic.dispatch import Arithmetic, convert, converted
from scmpy.generic.display import Displayed
from scmpy.generic.tree import is_container
from scmpy.generic.types import ScalarKind, is_number
from scmpy.symbolic.expression import (
    EXPT,
    OVER,
    PLUS,
    TIMES,
    Application,
    Expression,
    Symbol,
    application,
    expression_from,
    expression_of,
    flattened,
    is_datum_list,
)
from scmpy.symbolic.kernels import COS, SIN, is_application
from scmpy.symbolic.ring import NUMBERS, Form, content, is_rational, rounded, to_number

# --- printed ---------------------------------------------------------------------------------------------------------
# The printed form: a rational function as the expression that the original prints.
#
# Sums start with the constant, then terms by falling total degree, ties by the exponents in the order of the atoms.
# Products start with the coefficient. There is one quotient, without common factors; its numeric denominators go
# into the coefficients; the leading coefficient of its denominator is positive.
#
# In which order the atoms come is said by :mod:`~scmpy.symbolic.canonical`.

Terms = list[tuple[tuple[int, ...], Any]]  # exponents in printing order, coefficient

#: What is done with the terms of a sum and the atoms of their exponents before they are written.
Finish = Callable[[Terms, list[Any]], tuple[Terms, list[Any]]]

#: The binary exponents of floats are less than that.
_FLOATS_SIZE = 1000


def terms_of(polynomial: Any, order: list[int]) -> Terms:
    exponents_of = ordered(order)
    if is_rational(polynomial):
        return [(exponents_of(m), to_number(c)) for m, c in polynomial.terms()]
    grouped: dict[tuple[int, ...], dict[tuple[int, int], Any]] = {}
    for monomial, coefficient in polynomial.terms():
        exponents = tuple(map(int, monomial))
        grouped.setdefault(exponents[:-2], {})[exponents[-2], exponents[-1]] = coefficient
    return [(exponents_of(m), NUMBERS.number(parts)) for m, parts in grouped.items()]


def ordered(order: list[int]) -> Callable[[Any], tuple[int, ...]]:
    """The exponents of a monomial, in the given order."""
    if len(order) < 2:
        return lambda monomial: tuple([int(monomial[i]) for i in order])
    chosen = operator.itemgetter(*order)
    return lambda monomial: tuple(map(int, chosen(monomial)))


def build(
    form: Form,
    order: list[int],
    printed: dict[Expression, Any],
    sign_order: list[int] | None = None,
    *,
    divide_numbers: bool = True,
    finish: Finish = lambda terms, shown: (terms, shown),
) -> Any:
    """The expression of a canonical form, its atoms in this order and replaced by their printed forms.

    A number for denominator, or one in a product for denominator, goes into the coefficients if numbers are to be
    divided.
    """
    ring, num, den = _of_common_size(form)
    shown = [printed.get(ring.atoms[i], ring.atoms[i]) for i in order]
    top = terms_of(num, order)
    if den == ring.one:
        return _sum(top, shown, finish) if divide_numbers else _over_number(top, shown, finish)
    bottom = terms_of(den, order)
    leading = max(bottom if sign_order in (None, order) else terms_of(den, sign_order))[1]
    top, bottom = _normalised(top, bottom, leading, divide_numbers)
    if len(bottom) == 1 and not any(bottom[0][0]):
        if (factor := bottom[0][1]) != 1:  # a complex one
            top = [(m, _over(c, factor)) for m, c in top]
        return _sum(top, shown, finish) if divide_numbers else _over_number(top, shown, finish)
    return application(OVER, _sum(top, shown, finish), _sum(bottom, shown, finish))


def _of_common_size(form: Form) -> Form:
    ring, num, den = form
    if den == ring.one or all(map(_has_floats_size, (*num.coeffs(), *den.coeffs()))):
        return form
    largest, w = max(map(abs, den.coeffs())), ring.generators[-1]
    num, den = num / largest, den / largest
    if not is_rational(num) or not is_rational(den):  # what is divided by the size of a float is one
        num, den = (ring.modulo().reduced(polynomial * w) for polynomial in (num, den))
    return Form(ring, num, den)


def _has_floats_size(coefficient: Any) -> bool:
    return abs(int(coefficient.p).bit_length() - int(coefficient.q).bit_length()) < _FLOATS_SIZE


def _over_number(terms: Terms, shown: list[Any], finish: Finish) -> Any:
    common = math.lcm(*[c.denominator for _, c in terms if isinstance(c, Fraction)])
    whole = _sum([(m, g.mul(c, common)) for m, c in terms], shown, finish)
    return whole if common == 1 else application(OVER, whole, common)


def _normalised(top: Terms, bottom: Terms, leading: Any, divide_numbers: bool) -> tuple[Terms, Terms]:
    """Clear fractions, cancel the common content, make the denominator's leading coefficient positive.

    If numbers are to be divided, the numeric factor of a denominator of one term goes to the numerator. An inexact
    quotient keeps its content.
    """
    if len(bottom) == 1 and divide_numbers:
        factor = bottom[0][1]
        return [(m, c if factor == 1 else _over(c, factor)) for m, c in top], [(bottom[0][0], 1)]
    coefficients = [c for _, c in (*bottom, *top)]
    exact = [c for c in coefficients if not isinstance(c, (float, complex))]
    scale = content(exact)
    if len(exact) < len(coefficients):
        scale = Fraction(1, scale.denominator)
        if any(isinstance(c, float) and not isinstance(_over(c, scale), float) for c in coefficients):
            scale = 1
    if isinstance(leading, (int, Fraction, float)) and leading < 0:
        scale = g.negate(scale)
    return [(m, _over(c, scale)) for m, c in top], [(m, _over(c, scale)) for m, c in bottom]


def _over(coefficient: Any, scale: Any) -> Any:
    numbers = coefficient, scale
    if any(isinstance(x, float) for x in numbers) and all(isinstance(x, (int, Fraction, float)) for x in numbers):
        return rounded(Fraction(coefficient) / Fraction(scale))
    return g.div(coefficient, scale)


def _sum(terms: Terms, shown: list[Any], finish: Finish) -> Any:
    terms, shown = finish(in_printing_order(terms), shown)
    ordered = [product(m, c, shown) for m, c in terms]
    if not ordered:
        return 0
    return ordered[0] if len(ordered) == 1 else application(PLUS, *ordered)


def in_printing_order(terms: Terms) -> Terms:
    """The constant, then terms of falling degree, ties by the exponents."""
    ordered = sorted(terms, key=operator.itemgetter(0), reverse=True)
    ordered.sort(key=_place_of_degree)
    return ordered


def _place_of_degree(term: tuple[tuple[int, ...], Any]) -> float:
    return -sum(term[0]) or -math.inf


def product(exponents: Sequence[int], coefficient: Any, shown: Sequence[Any]) -> Any:
    factors: list[Any] = []
    for base, power in compress(zip(shown, exponents, strict=True), exponents):
        if isinstance(base, Negated):
            base, coefficient = base.atom, g.negate(coefficient) if power % 2 else coefficient
        factors.append(base if power == 1 else application(EXPT, base, power))
    if not factors:
        return coefficient
    if coefficient != 1:
        factors.insert(0, coefficient)
    return factors[0] if len(factors) == 1 else application(TIMES, *factors)


class Negated:
    """The printed form of an atom with the other sign, such as sin(y - x) shown as -sin(x - y)."""

    __slots__ = ("atom",)

    def __init__(self, atom: Any) -> None:
        self.atom = atom


def in_order(atoms: tuple[Expression, ...], place: Callable[[Expression], Any]) -> list[int]:
    """The generators of these atoms: symbols by name, then kernels by their place."""

    def key(index: int) -> tuple[int, Any]:
        atom = atoms[index]
        return (0, atom.rank) if isinstance(atom, Symbol) else (1, place(atom))

    return sorted(range(len(atoms)), key=key)


# --- residual --------------------------------------------------------------------------------------------------------
# The residual rule for sines: sin^2 has become 1 - cos^2; where a whole a (1 - cos^2) is left, it is a sin^2 again.
#
# As in the original, whose patterns need something after the cosine in its product (a pattern's last segment never
# matches nothing): ``(+ 1 (* -1 (expt (cos x) 2)))`` stays. A cosine that is added, not taken away, needs something
# after the later of the two terms in their sum too.


def sines_restored(terms: Terms, shown: list[Any]) -> tuple[Terms, list[Any]]:
    """The terms in printing order, with a sin^2 for a - a cos^2, and the atoms that their exponents belong to."""
    cosines = [i for i, atom in enumerate(shown) if is_application(atom, COS)]
    if not cosines:
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
            if j is None or terms[j][1] != -coefficient:
                continue
            if max(i, j) < last or (isinstance(coefficient, (int, float, Fraction)) and coefficient < 0):
                return i, j, position
    return None


def _matches(exponents: tuple[int, ...], coefficient: Any, position: int) -> bool:
    return any(exponents[position + 1 :]) or (coefficient == 1 and not any(exponents[:position]))


# --- written ---------------------------------------------------------------------------------------------------------
# A value in a form that was asked for: it prints as it stands, and computes as the value that it is.
#
# Whatever is shown is simplified first. A factored polynomial, an expanded logarithm would be undone by that; so the
# operations that make such a form return it as :class:`Written`.


class HeldForm(Displayed, Arithmetic):
    """A value that prints as it stands."""

    __slots__ = ("__weakref__", "value")

    def __init__(self, value: Any) -> None:
        self.value = value

    def _printed_expression_(self) -> Any:
        return expression_of(self.value)

    def __eq__(self, other: object) -> bool:
        return bool(self.value == (other.value if isinstance(other, HeldForm) else other))

    def __hash__(self) -> int:
        return hash(self.value)

    def __bool__(self) -> bool:
        return bool(self.value)

    def __len__(self) -> int:
        return len(self.value)

    def __iter__(self) -> Iterator[Any]:
        return map(held, self.value)

    def __getitem__(self, index: Any) -> Any:
        return held(self.value[index])

    def __float__(self) -> float:
        return float(self.value)

    def __complex__(self) -> complex:
        return complex(self.value)

    def _sympy_(self) -> Any:
        return self.value._sympy_()

    def _mapped_(self, function: Callable[[Any], Any]) -> Any:
        return map_scalars(self.value, function)

    def _describe_(self) -> str:
        return describe(self.value)


ScalarKind.register(HeldForm)
convert(HeldForm, lambda form: form.value)
expression_of.add((HeldForm,), lambda form: expression_of(form.value))


def held(value: Any) -> Any:
    """The value so that it prints as it stands; numbers and symbols do so anyway."""
    if isinstance(value, Application) or is_container(value):
        return value if isinstance(value, HeldForm) else HeldForm(value)
    return value


def map_scalars(value: Any, function: Callable[[Any], Any]) -> Any:
    """A function of expressions over a scalar, a quoted list, or all components of a structure or matrix."""
    if isinstance(value, str) or is_datum_list(value):
        value = expression_from(value)
    if isinstance(value, Expression) or is_number(value):
        return function(value)
    if is_container(value):
        return value._mapped_(lambda part: map_scalars(part, function))
    plain = converted(value)
    if plain is not value:
        return map_scalars(plain, function)
    found = expression_of(value)
    if isinstance(found, Expression):
        return function(found)
    raise expected("an expression or a structure of them", describe(value))


def rewritten(value: Any, function: Callable[[Any], Any]) -> Any:
    """The form that a function gives to the flattened scalars of a value, to be printed as it stands."""
    return held(map_scalars(value, lambda scalar: function(flattened(scalar))))
