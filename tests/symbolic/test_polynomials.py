"""Polynomials as values: powers, and what would take too long."""

import pytest

from scmpy.errors import LimitError
from scmpy.symbolic.polynomials import Polynomial


@pytest.mark.parametrize(
    ("coefficients", "said"), [([1, 1], "poly:expt: the coefficients"), ([1, 1.0], r"poly:\*: a product")]
)
@pytest.mark.slow
def test_powers_that_would_take_too_long_are_refused(coefficients, said):
    with pytest.raises(LimitError, match=f"^{said}.* more than .*work-limit-multiplier"):
        Polynomial.dense(coefficients) ** 50_000


def test_powers_of_exact_and_inexact_polynomials_agree():
    p, inexact = Polynomial.dense([3, 0, -2]), Polynomial.dense([3.0, 0, -2.0])
    assert p**9 == p**4 * p**5
    assert (p**9).coefficients() == (inexact**9).coefficients()
