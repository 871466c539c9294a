"""FDG, curvature: of the sphere, torsion, geodesic deviation, Bianchi's identities."""

import math

import pytest

from scmpy import *

a, b, t = symbols("a b t")


def test_the_curvature_of_the_sphere():
    nabla = Levi_Civita(S2_metric, S2_spherical.basis())
    e, w = S2_spherical.basis().vectors, S2_spherical.basis().forms
    m = S2_spherical.point(a, b)
    R = Riemann(nabla)
    assert simplify(R(w[0], e[1], e[0], e[1])(m)) == simplify(sin(a) ** 2)
    assert simplify(R(w[1], e[0], e[0], e[1])(m)) == -1
    assert simplify(torsion(nabla)(w[0], e[0], e[1])(m)) == 0


def test_the_curvature_operator_over_a_map():
    """[nabla_t, nabla_n] of the velocity, on a family of paths, is the curvature of the directions."""
    nabla = Levi_Civita(S2_metric, S2_spherical.basis())
    family = literal_manifold_map("mu", R2_rect, S2_spherical)
    d_dt, d_dn = R2_rect.vector_basis("t n")
    over = covariant_derivative(nabla.cartan, family)
    velocity = differential(family)(d_dt)
    place = R2_rect.point(a, b)
    by_paths = Riemann_curvature(over)(d_dt, d_dn)(velocity)(S2_spherical.map)(place)
    e, R = S2_spherical.vector_basis(), Riemann(nabla)
    image = family(place)
    u, v = (differential(family)(x)(S2_spherical.map)(place) for x in (d_dt, d_dn))
    still = [sum(z[i] * e[i] for i in range(2)) for z in (u, v)]
    by_tensor = [R(w, still[0], still[0], still[1])(image) for w in S2_spherical.form_basis()]
    assert simplify(by_paths - up(*by_tensor)) == up(0, 0)


def test_bianchi_with_a_symmetric_connection():
    nabla = covariant_derivative(symmetrize_Cartan(literal_Cartan("G", R2_rect)))
    R, w = Riemann(nabla), literal_1form_field("w", R2_rect)
    X, Y, Z, V = (literal_vector_field(name, R2_rect) for name in "XYZV")
    m = typical_point(R2_rect)
    second = nabla(X)(R)(w, V, Y, Z) + nabla(Y)(R)(w, V, Z, X) + nabla(Z)(R)(w, V, X, Y)
    assert simplify(second(m)) == 0


@pytest.mark.slow
def test_a_curvature_that_is_written_out_differentiates_basis_fields_once():
    """Its 16 components on a plane need four derivatives of basis fields, and as many again of those."""
    nabla = covariant_derivative(literal_Cartan("G", R2_rect))
    made, of_vector = [], type(nabla).of_vector

    class Counting(type(nabla)):
        def of_vector(self, X, Y):
            made.append((X, Y))
            return of_vector(self, X, Y)

    counting = Counting(nabla.cartan)

    def written_out(w, u, x, y):
        return w((commutator(counting(x), counting(y)) - counting(commutator(x, y)))(u))

    declare_argument_types_bang(written_out, [is_one_form_field, *[is_vector_field] * 3])
    (e0, e1), (w0, _), m = R2_rect.vector_basis(), R2_rect.form_basis(), R2_rect.point(a, b)
    value = counting(e0)(written_out)(w0, e1, e0, e1)(m)
    assert simplify(value - nabla(e0)(Riemann(nabla))(w0, e1, e0, e1)(m)) == 0
    assert len(made) < 40


def test_transport_around_a_small_loop_turns_by_the_curvature(scheme):
    """On the unit sphere a vector comes back turned by the area inside: 2 pi (1 - cos theta) for a parallel."""
    theta = 0.3
    nabla = Levi_Civita(S2_metric, S2_spherical.basis())
    turned = holonomy(nabla.cartan, lambda s: S2_spherical.point(theta, s), 0.0, 2 * math.pi)
    assert abs(turned[0][0] - math.cos(2 * math.pi * (1 - math.cos(theta)))) < 1e-8
