"""Pauli matrices, quaternions of functions, roots of quadratics, rounded numbers, rates along motions: by value."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

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


whole = st.integers(-50, 50)


@given(whole, whole, whole)
def test_roots_of_a_quadratic(a, b, c):
    kind, *roots = scmpy.quadratic(
        a, b, c, *(lambda *roots, name=name: (name, *roots) for name in ("two", "complex", "double", "linear", "none"))
    )
    assert kind == ("none" if a == b == 0 else "linear" if a == 0 else kind)
    for root in roots:
        value = complex(scmpy.substitute(root, {})) if not isinstance(root, (int, Fraction, float)) else root
        assert abs(a * value * value + b * value + c) < 1e-6 * (1 + abs(a) + abs(b) + abs(c))
    assert len(roots) == {"two": 2, "complex": 2, "double": 1, "linear": 1, "none": 0}[kind]


def test_exact_complex_numbers():
    answer = Session().run(
        "(list (exact-complex? 1+2i) (exact-complex? 1.+2i) (exact-complex? 1/2) (exact-complex? 'x))"
    )
    assert list(answer) == [True, False, True, False]
