"""General and special relativity: standard metrics, their curvature and invariants, fields, frames."""

import pytest

from scmpy import *
from scmpy.errors import ChartError, DivisionByZeroError, WrongTypeError

from ..tables import refusals

t, r, theta, phi = symbols("t r theta phi")
M, q, L, c, k, s = symbols("M q L c k s")
chart_ = spacetime_sphere
basis = chart_.basis()
event = chart_.point(t, r, theta, phi)
e = basis.vectors


def at(tensor, *indices):
    return simplify(tensor(*(e[i] for i in indices))(event))


def matrix(tensor):
    return [[at(tensor, i, j) for j in range(4)] for i in range(4)]


def same(x, y):
    return simplify(x - y) == 0


def of_kerr(chart, mass, spin):
    """As one types it: floats are squared, and 0.7 squared is no short decimal."""

    def components(place):
        _, r, theta, _ = place
        sigma, delta = r**2 + spin**2 * cos(theta) ** 2, r**2 - 2 * mass * r + spin**2
        pull, sine = 2 * mass * r / sigma, sin(theta) ** 2
        turning = -pull * spin * sine
        angle = sine * (r**2 + spin**2 + pull * spin**2 * sine)
        rows = [pull - 1, 0, 0, turning], [0, sigma / delta, 0, 0], [0, 0, sigma, 0], [turning, 0, 0, angle]
        return down(*(down(*row) for row in rows))

    return components_to_metric(components, chart)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("make", "mass", "spin"), [(Kerr_metric, 1.0, 0.9), (of_kerr, 0.3, 0.7), (of_kerr, 1.0, symbols("a"))]
)
def test_floats_as_parameters_cancel_as_letters_do(make, mass, spin):
    x = spin * cos(theta)
    invariant = 48 * mass**2 * (r**2 - x**2) * ((r**2 + x**2) ** 2 - 16 * r**2 * x**2) / (r**2 + x**2) ** 6
    metric, place = make(chart_, mass, spin), {r: 3.0, theta: 1.25, symbols("a"): 0.7}
    found = Kretschmann(metric, basis)(event)
    assert substitute(found, place) == pytest.approx(substitute(invariant, place), rel=1e-12)
    assert simplify(Ricci_scalar(metric, basis)(event)) == 0


def test_reissner_nordstrom_and_its_field():
    metric = Reissner_Nordstrom_metric(chart_, 2 * M, q)
    dt, dr, _, _ = basis.forms
    radius = chart_.coordinates()[1]
    field = (q / radius**2) * wedge(dr, dt)
    stress = electromagnetic_stress(metric, basis, field)
    residual = Einstein_field_equation(metric, basis, stress, 2)
    assert matrix(residual) == [[0] * 4] * 4


@pytest.mark.slow
def test_kerr_is_a_vacuum():
    metric = Kerr_metric(chart_, M, s)
    assert matrix(Ricci(Levi_Civita(metric, basis), basis)) == [[0] * 4] * 4
    still = Kerr_metric(chart_, M, 0)
    assert matrix(still) == matrix(Schwarzschild_metric(chart_, 2 * M))


def test_minkowski_is_flat():
    metric = Minkowski_metric(spacetime_rect, c)
    flat = spacetime_rect.basis()
    m = spacetime_rect.point(*symbols("t x y z"))
    assert Kretschmann(metric, flat)(m) == 0
    t_, x_ = spacetime_rect.coordinates()[:2]
    d_dt, d_dx = flat.vectors[:2]
    boost, stretch = t_ * d_dx + x_ / c**2 * d_dt, x_ * d_dx
    residual = Killing_residual(metric)
    assert simplify(residual(boost)(d_dt, d_dx)(m)) == 0
    assert simplify(residual(stretch)(d_dx, d_dx)(m)) == 2
    assert simplify(Lie_derivative(boost)(metric)(d_dx, d_dx)(m)) == 0


@pytest.mark.slow
@pytest.mark.parametrize(
    "metric",
    [
        FLRW_metric(chart_, literal_function("a"), k),
        Schwarzschild_metric(chart_, 2 * M, c),
        Reissner_Nordstrom_metric(chart_, 2 * M, q),
        de_Sitter_metric(chart_, L),
        Kerr_metric(chart_, M, s),
    ],
    ids=["FLRW", "Schwarzschild", "Reissner-Nordstrom", "de Sitter", "Kerr"],
)
def test_geodesics_by_the_connection_and_by_the_lagrangian(metric):
    tau = symbols("tau")
    path = up(*literal_functions("T R A B"))
    curve = compose(point(chart_), path, chart(R1_rect))
    by_connection = geodesic_equation(R1_rect, chart_, Levi_Civita(metric, basis).cartan)(curve)(R1_rect.point(tau))
    by_lagrangian = Lagrange_equations(metric_to_Lagrangian(metric, chart_))(path)(tau)
    answer = equivalent_equations(by_lagrangian, by_connection)
    assert answer.verdict == "equal"
    assert answer.unknowns == tuple((D**2)(x)(tau) for x in path)


# --- special relativity ----------------------------------------------------------------------------------------


def test_boosts_keep_intervals():
    ct, x, y, z, b = symbols("ct x y z b")
    xi = make_four_tuple(ct, up(x, y, z))
    moved = general_boost(up(b, 0, 0))(xi)
    assert simplify(square(proper_time_interval(moved)) - square(proper_time_interval(xi))) == 0
    assert simplify(general_boost2(up(1, 0, 0), b)(xi) - moved) == up(0, 0, 0, 0)
    assert general_boost(up(0, 0, 0))(xi) == xi == general_boost2(up(0, 0, 1), 0)(xi)
    turned = extended_rotation(lambda v: up(v[1], v[2], v[0]))(xi)
    assert str(turned) == "(up ct y z x)"
    assert add_velocities(299792458, 5) == 299792458


def test_frames_there_and_back():
    start = make_SR_coordinates(the_ether, up(1, 2, 0, 0))
    ship = make_SR_frame("ship", the_ether, up(1, 0, 0), 0.6, start)
    probe = make_SR_frame("probe", ship, up(0, 1, 0), 0.8, make_SR_coordinates(ship, up(0, 0, 0, 0)))
    coordinates = make_SR_coordinates(probe, up(1.0, 2.0, 3.0, 4.0))
    again = chart(probe)(point(probe)(coordinates))
    assert tuple(again) == pytest.approx((1, 2, 3, 4))
    assert frame_owner(again) is probe and SR_name(again) is symbols("probe")
    assert ancestor_frame(probe) is ship and v_over_c(probe) == 0.8
    assert boost_direction(probe) == up(0, 1, 0) and coordinate_origin(ship) == up(1, 2, 0, 0)


test_mistakes_in_frames = refusals(__file__, "relativity", globals())


def test_coordinates_have_one_owner():
    ship = make_SR_frame("ship", the_ether, up(1, 0, 0), 0.6, make_SR_coordinates(the_ether, up(0, 0, 0, 0)))
    mine = make_SR_coordinates(the_ether, up(1, 2, 3, 4))
    with pytest.raises(ChartError, match="coordinates of the frame the-ether are not those of the frame ship"):
        make_SR_coordinates(ship, mine)
    with pytest.raises(ChartError, match="ship takes coordinates of its own, got coordinates of the frame the-ether"):
        point(ship)(mine)


# --- mistakes --------------------------------------------------------------------------------------------------

dx, dy = R2_rect.form_basis("x y")
d_dx, d_dy = R2_rect.vector_basis("x y")
flat = coordinate_system_to_metric(R2_rect)
nabla = Levi_Civita(flat, R2_rect.basis())
m = R2_rect.point(*symbols("a b"))


test_mistakes_are_reported = refusals(__file__, "relativity: mistakes are reported", globals())


def test_what_is_zero_but_not_by_its_squares_of_hyperbolic_functions():
    """Anti-de Sitter space is conformally flat; sinh^2 = cosh^2 - 1 decides, though it is not printed."""
    space = make_chart("t rho theta phi")
    squares = lambda q: (-(cosh(q[1]) ** 2), 1, sinh(q[1]) ** 2, (sinh(q[1]) * sin(q[2])) ** 2)  # noqa: E731
    metric = components_to_metric(
        lambda q: [[x if i == j else 0 for j in range(4)] for i, x in enumerate(squares(q))], space
    )
    weyl = Weyl(metric, space)
    assert nonzero_components(weyl, space) == ()
    assert simplify(weyl(*(space.vector_basis()[i] for i in (0, 1, 0, 1)))(typical_point(space))) == 0
    x, y = R2_rect.coordinates("x y")
    flat = components_to_metric(down(down(1, 0), down(0, cosh(x) ** 2 - sinh(x) ** 2 - 1)), R2_rect.basis())
    for attempt in (metric_to_inverse_components(flat, R2_rect), divergence(flat, R2_rect)(d_dx)):
        with pytest.raises(DivisionByZeroError, match="is degenerate"):
            attempt(m)
    with pytest.raises(DivisionByZeroError, match="Gram-Schmidt"):
        Gram_Schmidt(R2_rect, flat)[1](y)(m)


def test_messages_name_the_objects():
    with pytest.raises(DivisionByZeroError, match="Gram-Schmidt: the fields are dependent"):
        Gram_Schmidt(down(d_dx, 2 * d_dx), flat)[1](R2_rect.map)(m)
    with pytest.raises(DivisionByZeroError, match="is degenerate in a basis of 2 vector fields"):
        metric_to_inverse_components(lambda u, v: dx(u) * dx(v), R2_rect.basis())(m)
    with pytest.raises(WrongTypeError, match=r"Christoffel symbols of the second kind, or .*got .* of kind 1"):
        covariant_derivative(literal_Christoffel_1("G", R2_rect))
    words = r"Ricci expects a metric, or a covariant derivative such as \(Levi-Civita g basis\), got the 1-form dx"
    with pytest.raises(WrongTypeError, match=words):
        Ricci(dx, R2_rect)
    with pytest.raises(
        WrongTypeError, match="the tensor Riemann takes a one-form field in slot 1, got the vector field d/dx"
    ):
        Riemann(nabla)(d_dx, d_dx, d_dx, d_dx)
    (d_dz,) = R3_rect.vector_basis("x y z")[2:]
    with pytest.raises(ChartError, match="R3-rect"):
        Riemann(nabla)(dx, d_dx, d_dy, d_dz)(m)


e3 = R3_rect.vector_basis("u v w")
degenerate = components_to_metric(down(down(1, 2), down(2, 4)), R2_rect.basis())
dependent = down(d_dx, 2 * d_dx)
inclusion = compose(point(R3_rect), lambda q: up(q[0], q[1], 0), chart(R2_rect))


test_mistakes_name_the_objects = refusals(__file__, "relativity: what mistakes name", globals())


# --- electromagnetism, isometries, tensors ---------------------------------------------------------------------


def test_the_dual_of_faraday_is_maxwell():
    fields = symbols("Ex Ey Ez Bx By Bz")
    for system, c_ in ((R4_rect, 1), (spacetime_rect, c)):
        star, place = Hodge_star(Minkowski_metric(system, c_), system), system.point(*symbols("t x y z"))
        u, v = (literal_vector_field(name, system) for name in "uv")
        F = Faraday(*fields, system, c_)
        assert simplify((star(F) - Maxwell(*fields, system, c_))(u, v)(place)) == 0
        assert simplify((star(star(F)) + F)(u, v)(place)) == 0


def test_maxwell_equations_by_components():
    """The eight equations of vacuum and of sources are the components of the residuals."""
    place = spacetime_rect.point(*symbols("t x y z"))
    E, B = ([literal_manifold_function(f"{name}{i}", spacetime_rect) for i in "xyz"] for name in "EB")
    rho, *current = (literal_manifold_function(name, spacetime_rect) for name in ("rho", "Ix", "Iy", "Iz"))
    e = spacetime_rect.vector_basis()
    closed, sources = Maxwell_residuals(
        Minkowski_metric(spacetime_rect, c),
        spacetime_rect.basis(),
        Faraday(*E, *B, spacetime_rect, c),
        four_current(rho, *current, spacetime_rect, c),
        4 * k,
    )
    gauss = e[1](E[0]) + e[2](E[1]) + e[3](E[2]) - 4 * k * rho
    assert simplify(closed(*e[1:])(place) - (e[1](B[0]) + e[2](B[1]) + e[3](B[2]))(place)) == 0
    assert simplify(sources(*e[1:])(place) - gauss(place)) == 0
    faraday = e[2](E[2]) - e[3](E[1]) + e[0](B[0]) / c
    assert simplify(closed(e[0] / c, e[2], e[3])(place) - faraday(place)) == 0
    ampere = e[2](B[2]) - e[3](B[1]) - e[0](E[0]) / c - 4 * k * current[0] / c
    assert simplify(sources(e[0] / c, e[2], e[3])(place) + ampere(place)) == 0


def test_a_charge_in_its_own_field_solves_maxwell_on_a_curved_metric():
    metric, (_, dr, _, _) = Reissner_Nordstrom_metric(chart_, 2 * M, q), basis.forms
    field = (q / chart_.coordinates()[1] ** 2) * wedge(dr, basis.forms[0])
    for residual in Maxwell_residuals(metric, basis, field):
        assert all(simplify(residual(*(x for x in e if x is not omitted))(event)) == 0 for omitted in e)


@pytest.mark.slow
def test_tensors_are_linear_over_functions():
    literal = covariant_derivative(literal_Cartan("G", R3_rect))
    curvature = tensor_test(Riemann(literal), ["1form", "vector", "vector", "vector"], R3_rect)
    assert [simplify(x) for x in curvature] == [0] * 4
    derivative = tensor_test(lambda z, u, v: z(literal(u)(v)), ["1form", "up", "up"], R3_rect)
    assert [simplify(x) == 0 for x in derivative] == [True, True, False]
    assert zero_manifold_function(m) == 0 and one_manifold_function(m) == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    "element",
    [
        "-cosh(r)^2 dt^2 + dr^2 + sinh(r)^2 (dtheta^2 + sin(theta)^2 dphi^2)",
        "-cos(r)^2 dt^2 + dr^2 + sin(r)^2 (dtheta^2 + sin(theta)^2 dphi^2)",
        "-dt^2 + cosh(t)^2 (dr^2 + sin(r)^2 (dtheta^2 + sin(theta)^2 dphi^2))",
        "-dt^2 + dr^2/(1 - tanh(r)^2) + dx^2 + dy^2",
        "-cosh(r)^2 dt^2 + dr^2 + dtheta^2 + sin(theta)^2 dphi^2",
        "dt^2 - cos(t)^2 (dr^2 + sinh(r)^2 (dtheta^2 + sin(theta)^2 dphi^2))",
    ],
)
def test_what_is_conformally_flat_has_no_component_of_weyl(element):
    """Anti-de Sitter and de Sitter space in static, closed and open coordinates, and S2 by AdS2."""
    metric = metric_from_line_element(element)
    assert nonzero_components(Weyl(metric, metric.basis), metric.basis) == ()
    assert Petrov_type(metric, metric.basis) == "O"
