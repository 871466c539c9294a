"""Pauli matrices, quaternions of functions, rounded numbers, rates along motions: by value."""

import scmpy
from scmpy.generic.numbers import exact_complex
from scmpy.scheme import Session

i = exact_complex(0, 1)


def test_pauli_matrices_anticommute_and_square_to_one():
    sigma = [scmpy.sigma_x, scmpy.sigma_y, scmpy.sigma_z]
    for n, a in enumerate(sigma):
        assert scmpy.simplify(a * a) == scmpy.I_2
        assert scmpy.simplify(a * sigma[(n + 1) % 3]) == scmpy.simplify(i * sigma[(n + 2) % 3])
        assert scmpy.simplify(sigma[(n + 1) % 3] * a) == scmpy.simplify(-i * sigma[(n + 2) % 3])


def test_exact_complex_numbers():
    answer = Session().run(
        "(list (exact-complex? 1+2i) (exact-complex? 1.+2i) (exact-complex? 1/2) (exact-complex? 'x))"
    )
    assert list(answer) == [True, False, True, False]
