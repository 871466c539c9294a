"""FDG, vector fields and one-form fields: derivations, components, integral curves, duality."""

from scmpy import *

a, b, t = symbols("a b t")
x, y = R2_rect.coordinates("x y")
d_dx, d_dy = R2_rect.vector_basis("x y")
dx, dy = R2_rect.form_basis("x y")
m = R2_rect.point(a, b)
circular = x * d_dy - y * d_dx


def test_a_field_is_made_of_coordinate_fields():
    v, f = literal_vector_field("v", R2_rect), literal_manifold_function("f", R2_rect)
    assert str(v(x)(m)) == "(v^0 (up a b))"
    assert simplify((v - (dx(v) * d_dx + dy(v) * d_dy))(f)(m)) == 0


def test_integral_curves_of_a_rotation():
    moved = series_sum(exp(t * circular)(R2_rect.map)(R2_rect.point(1, 0)), 6)
    assert simplify(moved - up(1 - t**2 / 2 + t**4 / 24 - t**6 / 720, t - t**3 / 6 + t**5 / 120)) == up(0, 0)
    assert simplify(evolution(6)(t, circular)(R2_rect.map)(R2_rect.point(1, 0)) - moved) == up(0, 0)


def test_fields_in_other_coordinates():
    r, _ = R2_polar.coordinates("r phi")
    dr, dphi = R2_polar.form_basis("r phi")
    assert simplify(dphi(circular)(m)) == 1 and simplify(dr(circular)(m)) == 0
    assert simplify((d(r) - dr)(circular)(m)) == 0
    assert str(one_form_field_to_components(dr, R2_rect)(up(a, b))[0]) == "(/ a (sqrt (+ (expt a 2) (expt b 2))))"
