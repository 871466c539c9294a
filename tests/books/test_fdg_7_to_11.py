"""FDG, from directional derivatives on: curvature, metrics, the Hodge star and electrodynamics, special relativity."""

import math

import pytest

from scmpy import *
from scmpy.errors import ChartError

a, b, c, t = symbols("a b c t")
m = R2_rect.point(a, b)
X, Y = (literal_vector_field(name, R2_rect) for name in "XY")
w, f = literal_1form_field("w", R2_rect), literal_manifold_function("f", R2_rect)


def test_lie_derivatives_of_everything():
    L = Lie_derivative(X)
    assert simplify((L(f) - X(f))(m)) == 0
    assert simplify((L(Y) - commutator(X, Y))(f)(m)) == 0
    assert simplify((L(w)(Y) - (X(w(Y)) - w(L(Y))))(m)) == 0
    assert simplify((L(d(f)) - d(L(f)))(Y)(m)) == 0


def test_the_exponential_of_a_lie_derivative():
    x, y = R2_rect.coordinates("x y")
    d_dx, d_dy = R2_rect.vector_basis("x y")
    moved = series_sum(exp(t * Lie_derivative(x * d_dy - y * d_dx))(d_dy)(f)(m), 2)
    by_hand = (1 - t**2 / 2) * d_dy(f)(m) + t * d_dx(f)(m)
    assert simplify(moved - by_hand) == 0


def test_flat_space_in_polar_coordinates():
    zero = lambda place: 0  # noqa: E731
    r, _ = R2_polar.coordinates("r theta")
    polar = make_Christoffel(
        down(down(up(zero, zero), up(zero, 1 / r)), down(up(zero, 1 / r), up(-r, zero))), R2_polar.basis()
    )
    rect = make_Christoffel(down(*[down(*[up(zero, zero)] * 2)] * 2), R2_rect.basis())
    one, other = (covariant_derivative(Christoffel_to_Cartan(G)) for G in (polar, rect))
    assert simplify((one - other)(X)(Y)(f)(m)) == 0


def test_geodesics_and_parallel_transport_on_the_sphere():
    connection = Levi_Civita(S2_metric, S2_spherical.basis()).cartan
    alpha, beta, p, q = literal_functions("alpha beta p q")
    path = compose(point(S2_spherical), up(alpha, beta), chart(R1_rect))
    now = R1_rect.point(t)
    residual = simplify(geodesic_equation(R1_rect, S2_spherical, connection)(path)(now))
    assert simplify(residual[0] - ((D**2)(alpha)(t) - sin(alpha(t)) * cos(alpha(t)) * D(beta)(t) ** 2)) == 0
    over = basis_to_basis_over_map(path, S2_spherical.basis())
    field = basis_components_to_vector_field(up(compose(p, chart(R1_rect)), compose(q, chart(R1_rect))), over.vectors)
    carried = parallel_transport_equation(R1_rect, S2_spherical, connection)(path)(field)(now)
    assert simplify(carried[0] - (D(p)(t) - sin(alpha(t)) * cos(alpha(t)) * D(beta)(t) * q(t))) == 0


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


G, M, K, r, theta, phi = symbols("G M K r theta phi")
basis = spacetime_rect.basis()
event = spacetime_rect.point(*symbols("t x y z"))


def test_the_newtonian_limit():
    """For slow matter in a weak field the time component of Ricci is the Laplacian of the potential."""
    dt, dx, dy, dz = spacetime_rect.form_basis("t x y z")
    V = literal_function("V", "(-> (UP Real Real Real) Real)")
    coordinates = spacetime_rect.coordinates()
    potential = lambda place: V(up(*(x(place) for x in coordinates[1:])))  # noqa: E731

    def metric(u, v):
        lapse = lambda place: -(c**2) * (1 + 2 * potential(place) / c**2)  # noqa: E731
        return lapse * dt(u) * dt(v) + dx(u) * dx(v) + dy(u) * dy(v) + dz(u) * dz(v)

    time_part = Ricci(Levi_Civita(metric, basis), basis)(basis.vectors[0], basis.vectors[0])(event)
    place = up(*symbols("x y z"))
    laplacian = sum(((partial(i) ** 2)(V))(place) for i in range(3))
    gradient_squared = sum((partial(i)(V)(place)) ** 2 for i in range(3))
    exact = laplacian - gradient_squared / (c**2 + 2 * V(place))
    assert simplify(time_part - exact) == 0


def test_schwarzschild_orbits_keep_their_symmetries():
    metric = Schwarzschild_metric(spacetime_sphere, 2 * G * M / c**2, c)
    chart_basis, m = spacetime_sphere.basis(), spacetime_sphere.point(t, r, theta, phi)
    e = chart_basis.vectors
    for K_ in (e[0], e[3]):
        assert all(simplify(Killing_residual(metric)(K_)(e[i], e[j])(m)) == 0 for i in range(4) for j in range(i, 4))
    assert simplify(Ricci(Levi_Civita(metric, chart_basis), chart_basis)(e[1], e[1])(m)) == 0


def test_the_equations_of_friedmann():
    scale = literal_function("R")
    metric = FLRW_metric(spacetime_sphere, scale, K, c)
    chart_basis, m = spacetime_sphere.basis(), spacetime_sphere.point(t, r, theta, phi)
    e = chart_basis.vectors
    time_part = Einstein(metric, chart_basis)(e[0], e[0])(m)
    assert simplify(time_part - 3 * (D(scale)(t) ** 2 + K * c**2) / scale(t) ** 2) == 0


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


va, vb = symbols("va vb")
origin = make_SR_coordinates(the_ether, up(0, 0, 0, 0))


def test_velocities_add():
    A = make_SR_frame("A", the_ether, up(1, 0, 0), va, origin)
    B = make_SR_frame("B", A, up(1, 0, 0), vb, make_SR_coordinates(A, up(0, 0, 0, 0)))
    event = chart(the_ether)(point(B)(make_SR_coordinates(B, up(symbols("tau"), 0, 0, 0))))
    assert simplify(event[1] / event[0] - add_v_over_cs(va, vb)) == 0


def test_boosts_along_a_line_make_a_group():
    numbers = up(1.0, 2.0, 3.0, 4.0)
    twice = general_boost2(up(1, 0, 0), 0.5)(general_boost2(up(1, 0, 0), 0.5)(numbers))
    once = general_boost2(up(1, 0, 0), 0.8)(numbers)
    assert tuple(twice) == pytest.approx(tuple(once))


def test_the_travelling_twin_is_younger():
    outward = make_SR_frame("outward", the_ether, up(1, 0, 0), 0.6, origin)
    turn = make_SR_coordinates(the_ether, up(10.0, 6.0, 0, 0))
    homeward = make_SR_frame("homeward", the_ether, up(-1, 0, 0), 0.6, turn)
    reunion = make_SR_coordinates(the_ether, up(20.0, 0.0, 0, 0))
    clock = lambda frame, event: four_tuple_to_ct(chart(frame)(point(the_ether)(event)))  # noqa: E731
    assert clock(outward, turn) + clock(homeward, reunion) == pytest.approx(16)
    assert proper_time_interval(up(*(x - y for x, y in zip(turn, origin, strict=True)))) == pytest.approx(8)


def test_coordinates_of_a_frame_are_up_tuples():
    """What is computed of coordinates belongs to no frame; to use it as coordinates it is claimed again."""
    here, step = make_SR_coordinates(the_ether, up(5, 3, 0, 0)), up(1, 1, 0, 0)
    for value in (here + step, step + here, 2 * here - here + step, here - (-step)):
        assert value == up(6, 4, 0, 0)
        assert not is_SR_coordinates(value)
        assert frame_owner(value) is False
        with pytest.raises(ChartError, match="takes coordinates of its own"):
            point(the_ether)(value)
    assert here == up(5, 3, 0, 0)
    assert here + here == 2 * here
    assert down(1, 0, 0, 0) * here == 5
    assert D(lambda s: here * s)(1) == here
    assert simplify(here) == here
    assert is_SR_coordinates(here)
    assert not is_event(here)
    moved = point(the_ether)(make_SR_coordinates(the_ether, here + step))
    assert is_event(moved)
    assert moved - make_event(here) == step
