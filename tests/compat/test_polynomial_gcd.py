"""Greatest common divisors of polynomials."""

import random

import pytest

from scmpy.compat.expressions import polynomial_gcd
from scmpy.errors import WrongTypeError
from scmpy.symbolic.polynomials import Polynomial, exact_quotient


def a_polynomial(arity, terms, degree, chance):
    return Polynomial(
        arity, {tuple(chance.randint(0, degree) for _ in range(arity)): chance.randint(-9, 9) for _ in range(terms)}
    )


@pytest.mark.parametrize("seed", range(12))
def test_a_common_factor_divides_the_gcd_and_that_both(seed):
    chance = random.Random(seed)
    arity = chance.randint(2, 4)
    common, p, q = (a_polynomial(arity, 3, 2, chance) for _ in range(3))
    found = polynomial_gcd(common * p, common * q)
    assert polynomial_gcd(exact_quotient(common * p, found), exact_quotient(common * q, found)) == 1


def test_gcds_with_content_and_zero():
    x, y = Polynomial.variables(2)
    assert polynomial_gcd((y + 1) * (x + y) * 6, (y + 1) * (x - y) * 4) == y + 1
    zero = Polynomial(2, {})
    assert polynomial_gcd(zero, 6 * x) == x
    assert polynomial_gcd(zero, zero) == zero
    with pytest.raises(WrongTypeError, match="exact rational"):
        polynomial_gcd(x * 1.5, y)
