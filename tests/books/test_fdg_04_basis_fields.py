"""FDG, basis fields: duals, changes of basis, rotations as basis fields, commutators."""

from scmpy import *

a, b, c = symbols("a b c")


def test_change_of_basis():
    m = R2_rect.point(a, b)
    rect, polar = R2_rect.basis(), R2_polar.basis()
    assert simplify((Jacobian(polar, rect) * Jacobian(rect, polar))(m)) == down(up(1, 0), up(0, 1))
    v = literal_vector_field("v", R2_rect)
    there = Jacobian(polar, rect) * rect.forms(v)
    assert simplify((there - polar.forms(v))(m)) == up(0, 0)


def test_rotations_do_not_commute():
    x, y, z = R3_rect.coordinates("x y z")
    d_dx, d_dy, d_dz = R3_rect.vector_basis("x y z")
    Jx, Jy, Jz = y * d_dz - z * d_dy, z * d_dx - x * d_dz, x * d_dy - y * d_dx
    f = literal_manifold_function("f", R3_rect)
    m = R3_rect.point(a, b, c)
    assert simplify((commutator(Jx, Jy) + Jz)(f)(m)) == 0
    assert simplify((commutator(Jy, Jz) + Jx)(f)(m)) == 0


def test_a_field_by_the_components_in_any_basis():
    e = down(*(literal_vector_field(name, R2_rect) for name in ("e0", "e1")))
    dual = vector_basis_to_dual(e, R2_rect)
    v, f, m = literal_vector_field("v", R2_rect), literal_manifold_function("f", R2_rect), R2_rect.point(a, b)
    again = basis_components_to_vector_field(vector_field_to_basis_components(v, dual), e)
    assert simplify((again - v)(f)(m)) == 0
    assert simplify(dual(e)(m)) == up(down(1, 0), down(0, 1))
