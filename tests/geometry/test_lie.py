"""The Lie derivative along a vector field, on functions, fields and forms."""

# ruff: noqa: F403, F405

from scmpy import *

m = R2_rect.point(*symbols("x0 y0"))
X, Y, Z = (literal_vector_field(name, R2_rect) for name in "XYZ")
f = literal_manifold_function("f", R2_rect)
w = literal_1form_field("w", R2_rect)


def same(a, b):
    return equivalent(a, b).verdict == "equal"


def test_of_functions_and_fields():
    assert same(Lie_derivative(X)(f)(m), X(f)(m))
    assert same(Lie_derivative(X)(Y)(f)(m), commutator(X, Y)(f)(m))


def test_leibniz_on_a_form():
    left = Lie_derivative(X)(w(Y))(m)
    assert same(left, Lie_derivative(X)(w)(Y)(m) + w(Lie_derivative(X)(Y))(m))


def test_commutator_of_lie_derivatives():
    """[L_X, L_Y] Z = L_[X,Y] Z, the Jacobi identity."""
    both = Lie_derivative(X)(Lie_derivative(Y)(Z))(f)(m) - Lie_derivative(Y)(Lie_derivative(X)(Z))(f)(m)
    assert same(both, Lie_derivative(commutator(X, Y))(Z)(f)(m))
