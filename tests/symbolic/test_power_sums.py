"""Large expressions that vanish are found to vanish in few variables; the forms are those of small ones."""

import functools
import itertools
import operator

import pytest
from hypothesis import given, settings

import scmpy as s
from scmpy.errors import DivisionByZeroError, LimitError
from scmpy.symbolic import canonical
from scmpy.symbolic.canonical import _Code, is_identically_zero

from ..laws.generators import expressions

N = 12
rows = [[s.symbols(f"{name}{i}") for i in range(N)] for name in "abc"]
x, y = s.symbols("x y")


def by_size(limit, expression):
    """The printed form where expressions of more nodes than the limit are large."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(canonical, "LARGE", limit)
        return str(s.simplify(expression))


CASES = [
    "(- (* (+ a b) (+ c d)) (* a c) (* a d) (* b c) (* b d))",
    "(- (expt (+ a b) 2) (expt a 2) (* 2 a b))",
    "(/ (- (expt (+ x (sin y)) 2) (expt (+ (sin y) x) 2)) (+ z w))",
    "(+ (/ 1 (+ a b)) (/ -1 (+ b a)))",
    "(- (* (+ (sqrt u) v) (+ (sqrt u) v)) u (* 2 (sqrt u) v))",
    "(- (((* (partial 0) (partial 1)) F) (up x y)) (((* (partial 1) (partial 0)) F) (up x y)))",
    "(* (- (sin (* -1 x)) (* -1 (sin x))) (+ a b))",
]
SIXTEEN = " ".join(f"z{i}" for i in range(16))  # that few variables are fewer than the atoms


@pytest.mark.parametrize("text", [*CASES, *(f"(* {text} (+ {SIXTEEN}))" for text in CASES)])
def test_forms_do_not_depend_on_size(text):
    expression = s.parse_printed(text)
    assert by_size(0, expression) == by_size(10**9, expression)


@pytest.mark.slow
def test_any_form_does_not_depend_on_size():
    many = functools.reduce(operator.add, rows[0])

    @settings(max_examples=60, deadline=None)
    @given(expressions, expressions)
    def law(x, y):
        for e in (x, x * many, ((x + y) ** 2 - x * x - 2 * x * y - y * y) / many):
            assert by_size(0, e) == by_size(10**9, e)

    law()


def images(variables, degree):
    code = _Code(variables, degree)
    found = [code.exponents(i) for i in range(1, variables + 1)]
    assert {len(exponents) for exponents in found} == {code.width}
    return found


@pytest.mark.parametrize(("variables", "degree"), [(1, 1), (1, 5), (3, 4), (7, 3), (40, 2), (4, 6)])
def test_different_products_have_different_images(variables, degree):
    factors = [(0,) * _Code(variables, degree).width, *images(variables, degree)]  # 1 is a factor too
    products = list(itertools.combinations_with_replacement(factors, degree))
    assert len({tuple(map(sum, zip(*product, strict=True))) for product in products}) == len(products)


def test_exponents_fit_a_word():
    for variables, degree in ((1000, 8), (8000, 5), (10, 40)):
        assert max(map(max, images(variables, degree))) * degree < 2**63


@pytest.mark.parametrize("power", [10**8, 10**10_000], ids=["large", "huge"])
def test_powers_that_are_too_large_are_refused_at_once(power):
    with pytest.raises(LimitError):
        s.simplify((x + y) ** power)


def product(factors):
    return functools.reduce(operator.mul, factors)


def of_sums():
    """A product of sums."""
    return product(functools.reduce(operator.add, row) for row in rows)


def of_terms():
    """The same, term by term."""
    return functools.reduce(operator.add, map(product, itertools.product(*rows)))


@pytest.mark.parametrize("factor", [1, s.sin(x), 1 / (x + y), x**-2, 1 / s.symbols("d")], ids=str)
def test_what_vanishes_takes_less_memory_than_a_form(factor):
    difference = (of_sums() - of_terms()) * factor
    with s.setting(expansion_memory=120_000):
        with pytest.MonkeyPatch.context() as patch, pytest.raises(LimitError, match="terms on the way"):
            patch.setattr(canonical, "is_identically_zero", lambda *args: False)
            s.simplify(difference)
        assert s.simplify(difference) == 0


@pytest.mark.parametrize("rest", [x, product(row[0] for row in rows), rows[0][0] ** 2, 1], ids=str)
@pytest.mark.slow
def test_what_does_not_vanish_is_refused(rest):
    difference = of_sums() - of_terms() + rest
    assert by_size(0, difference) == by_size(10**9, difference) == str(rest)
    with s.setting(expansion_memory=120_000), pytest.raises(LimitError, match="terms on the way"):
        s.simplify(difference)


def test_what_vanishes_at_a_point_need_not_vanish():
    """The first atom is 1 where it is looked at first."""
    atoms = [symbol for row in rows for symbol in row]
    difference = atoms[0] - 1
    assert not is_identically_zero(difference, [difference], atoms, {})


def test_what_is_divided_by_zero_does_not_vanish():
    zero = s.parse_printed("(- (* (+ a b) (+ c d)) (* a c) (* a d) (* b c) (* b d))")
    many = functools.reduce(operator.add, rows[0])
    for limit in (0, 10**9):
        with pytest.raises(DivisionByZeroError):
            by_size(limit, zero * many / (zero + 0 * x))


def test_what_is_too_large_is_refused():
    with s.setting(expansion_memory=100), pytest.raises(LimitError, match="terms on the way"):
        s.simplify((x + y) ** 9 * (x - y) ** 9 - (x**2 - y**2) ** 9)
