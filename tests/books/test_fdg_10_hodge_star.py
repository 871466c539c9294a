"""FDG, the Hodge star and electrodynamics: vector calculus, the wave equation, Maxwell's equations."""

from scmpy import *

a, b, c = symbols("a b c")


def test_vector_calculus_in_spherical_coordinates():
    metric, basis = coordinate_system_to_metric(R3_spherical), R3_spherical.basis()
    m = R3_spherical.point(a, b, c)
    r, *_ = R3_spherical.coordinates("r theta phi")
    laplacian = Laplacian(metric, basis)
    assert simplify(laplacian(r**2)(m)) == 6
    assert simplify(laplacian(1 / r)(m)) == 0
    g = literal_manifold_function("g", R3_spherical)
    rotation = curl(metric, basis)(gradient(metric, basis)(g))
    assert simplify(rotation(r)(m)) == 0


def test_the_wave_equation():
    metric = Minkowski_metric(R4_rect, c)
    frame = down(R4_rect.vector_basis()[0] / c, *R4_rect.vector_basis()[1:])
    basis = make_basis(frame, vector_basis_to_dual(frame, R4_rect))
    f = literal_manifold_function("f", R4_rect)
    place = up(*symbols("t x y z"))
    wave = star_d_star(metric, basis)(d(f))(R4_rect.point(place))  # as the book has it: minus the Laplacian
    assert simplify(Laplacian(metric, basis)(f)(R4_rect.point(place)) + wave) == 0
    h = literal_function("f", "(-> (UP Real Real Real Real) Real)")
    expected = (partial(0) ** 2)(h)(place) / c**2 - sum((partial(i) ** 2)(h)(place) for i in (1, 2, 3))
    assert simplify(wave - expected) == 0


def test_the_lorentz_invariants_of_a_field():
    metric = Minkowski_metric(R4_rect)
    dt, dx, dy, dz = R4_rect.form_basis("t x y z")
    E, B = symbols("E1 E2 E3"), symbols("B1 B2 B3")
    F = sum(x * wedge(w, dt) for x, w in zip(E, (dx, dy, dz), strict=True))
    F = F + B[0] * wedge(dy, dz) + B[1] * wedge(dz, dx) + B[2] * wedge(dx, dy)
    star, e, m = Hodge_star(metric, R4_rect), R4_rect.vector_basis(), R4_rect.point(*symbols("t x y z"))
    B2, E2 = sum(x**2 for x in B), sum(x**2 for x in E)
    assert simplify(wedge(F, star(F))(*e)(m) - (B2 - E2)) == 0
    EB = sum(x * y for x, y in zip(E, B, strict=True))
    assert simplify(wedge(F, F)(*e)(m) + 2 * EB) == 0
    energy = electromagnetic_stress(metric, R4_rect.basis(), F)(e[0], e[0])(m)
    assert simplify(energy - (E2 + B2) / 2) == 0
