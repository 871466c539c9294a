"""Metrics that users write down themselves, with unknown functions of the coordinates in them: known curvatures."""

import math
from fractions import Fraction

import numpy
import pytest
import sympy

from scmpy import *
from scmpy.errors import ChartError, DivisionByZeroError, DomainError, ScmpyError, StructureError, WrongTypeError

spherical, rectangular = spacetime_sphere.basis(), spacetime_rect.basis()
t, r, theta, phi = symbols("t r theta phi")
event = spacetime_sphere.point(t, r, theta, phi)
dt, dr, dtheta, dphi = spherical.forms
_, radius, colatitude, _ = spacetime_sphere.coordinates("t r theta phi")


def same(x, y):
    return simplify(x - y) == 0


def components(tensor, basis, place):
    return simplify(metric_to_components(tensor, basis)(place))


def around(lapse, stretch, area):
    """The metric -lapse dt^2 + stretch dr^2 + area of the unit sphere."""

    def metric(u, v):
        sphere = dtheta(u) * dtheta(v) + sin(colatitude) ** 2 * dphi(u) * dphi(v)
        return -lapse * dt(u) * dt(v) + stretch * dr(u) * dr(v) + area * sphere

    return metric


def test_an_unknown_function_of_a_coordinate_is_differentiated():
    A, H = literal_function("A"), literal_function("H", "(-> (UP Real Real) Real)")
    x, y = R2_rect.coordinates("x y")
    d_dx, d_dy = R2_rect.vector_basis("x y")
    a, b = symbols("a b")
    m = R2_rect.point(a, b)
    assert d_dx(A(x))(m) == D(A)(a)
    assert same(d_dy(A(x * y) ** 2)(m), 2 * a * A(a * b) * D(A)(a * b))
    assert d_dy(H(up(x, y)))(m) == partial(1)(H)(up(a, b))
    assert d(A(x))(d_dx)(m) == D(A)(a)


def test_the_wormhole_of_morris_and_thorne():
    Phi, b = literal_functions("Phi b")
    metric = around(exp(2 * Phi(radius)), 1 / (1 - b(radius) / radius), radius**2)
    einstein = components(Einstein(metric, spherical), spherical, event)
    assert same(einstein[0][0], exp(2 * Phi(r)) * D(b)(r) / r**2)
    tension = (b(r) / r**3 - 2 * (1 - b(r) / r) * D(Phi)(r) / r) / (1 - b(r) / r)
    assert same(einstein[1][1], -tension)


def test_a_homogeneous_cosmology_of_bianchi():
    A, B, C = literal_functions("A B C")
    time = spacetime_rect.coordinates("t x y z")[0]
    dt, dx, dy, dz = rectangular.forms

    def metric(u, v):
        space = A(time) ** 2 * dx(u) * dx(v) + B(time) ** 2 * dy(u) * dy(v) + C(time) ** 2 * dz(u) * dz(v)
        return space - dt(u) * dt(v)

    einstein = components(Einstein(metric, rectangular), rectangular, spacetime_rect.point(t, *symbols("x y z")))
    a, b, c = (D(log)(f(t)) * D(f)(t) for f in (A, B, C))
    assert same(einstein[0][0], a * b + b * c + c * a)


def test_a_gravitational_wave_has_a_harmonic_profile():
    H = literal_function("H", "(-> (X Real Real Real) Real)")
    u, _, x, y = spacetime_rect.coordinates("u v x y")
    du, dv, dx, dy = rectangular.forms

    def metric(a, b):
        return H(u, x, y) * du(a) * du(b) + du(a) * dv(b) + dv(a) * du(b) + dx(a) * dx(b) + dy(a) * dy(b)

    place = up(*symbols("u v x y"))
    ricci = components(Ricci(Levi_Civita(metric, rectangular), rectangular), rectangular, place)
    at = (place[0], place[2], place[3])
    laplacian = partial(1)(partial(1)(H))(*at) + partial(2)(partial(2)(H))(*at)
    assert same(ricci[0][0], -laplacian / 2)
    assert ricci[1] == ricci[2] == ricci[3] == down(0, 0, 0, 0)


def test_the_universe_of_goedel():
    a = symbols("a")
    x = spacetime_rect.coordinates("t x y z")[1]
    dt, dx, dy, dz = rectangular.forms

    def metric(u, v):
        def turning(w):
            return dt(w) + exp(x) * dy(w)

        space = dx(u) * dx(v) + exp(2 * x) / 2 * dy(u) * dy(v) + dz(u) * dz(v)
        return a**2 * (space - turning(u) * turning(v))

    dust = perfect_fluid(metric, rectangular, 1 / a**2, 0, rectangular.vectors[0] / a)
    residual = Einstein_field_equation(metric, rectangular, dust, 1, -1 / (2 * a**2))
    place = spacetime_rect.point(*symbols("t x y z"))
    assert components(residual, rectangular, place) == down(*[down(0, 0, 0, 0)] * 4)
    assert same(Ricci_scalar(metric, rectangular)(place), -1 / a**2)


def test_a_chart_stands_for_its_coordinate_basis():
    place, metric = S2_spherical.point(*symbols("theta phi")), S2_metric
    basis = S2_spherical.basis()
    assert Ricci_scalar(metric, S2_spherical)(place) == Ricci_scalar(metric, basis)(place)
    assert Levi_Civita(metric, S2_spherical).basis is basis
    assert metric_to_components(metric, S2_spherical)(place) == metric_to_components(metric, basis)(place)
    colatitude = S2_spherical.coordinates()[0]
    theta = symbols("theta")
    assert same(Laplacian(metric, S2_spherical)(colatitude)(place), cos(theta) / sin(theta))


def test_every_form_of_a_connection_serves_where_one_is_needed():
    symbols_of_it = metric_to_Christoffel_2(S2_metric, S2_spherical)
    s = symbols("s")
    path = compose(point(S2_spherical), up(*literal_functions("theta phi")), chart(R1_rect))
    residuals = [
        geodesic_equation(R1_rect, S2_spherical, connection)(path)(R1_rect.point(s))
        for connection in (symbols_of_it, Christoffel_to_Cartan(symbols_of_it), Levi_Civita(S2_metric, S2_spherical))
    ]
    assert residuals[0] == residuals[1] == residuals[2]
    theta, phi = literal_functions("theta phi")
    assert same(residuals[0][0], D(D(theta))(s) - sin(theta(s)) * cos(theta(s)) * D(phi)(s) ** 2)


def test_the_residual_of_a_killing_field_is_a_tensor():
    field = S2_spherical.vector_basis("theta phi")[1]
    residual = Killing_residual(S2_metric)(field)
    assert has_argument_types(residual)
    assert "Killing-residual d/dphi" in repr(residual)
    place = S2_spherical.point(*symbols("theta phi"))
    assert components(residual, S2_spherical, place) == down(down(0, 0), down(0, 0))


# --- how a metric may be written, and what is none ----------------------------------------------------------------

x, y = R2_rect.coordinates("x y")
dx, dy = R2_rect.form_basis("x y")
plane = up(*symbols("x y"))


def curvature(metric):
    return simplify(Ricci_scalar(metric, R2_rect)(plane))


def test_a_metric_may_be_a_sum_of_tensor_products():
    half_plane = (dx @ dx + dy @ dy) / y**2
    assert has_argument_types(half_plane)
    assert curvature(half_plane) == curvature(3 * half_plane - 2 * half_plane) == -2
    assert curvature(half_plane + coordinate_system_to_metric(R2_rect) * 0) == -2
    d_dx = R2_rect.vector_basis("x y")[0]
    assert same((-half_plane)(d_dx, d_dx)(plane), -1 / plane[1] ** 2)


@pytest.mark.parametrize(
    "components",
    [
        [[1 / y**2, 0], [0, 1 / y**2]],
        down(down(1 / y**2, 0), down(0, 1 / y**2)),
        matrix_by_rows([1 / y**2, 0], [0, 1 / y**2]),
        lambda q: down(down(1 / q[1] ** 2, 0), down(0, 1 / q[1] ** 2)),
    ],
)
def test_a_metric_may_be_made_of_components(components):
    assert curvature(components_to_metric(components, R2_rect)) == -2


def test_the_curvature_of_a_torus_from_its_embedding():
    R, a = symbols("R a")

    def torus(q):
        u, v = q
        return up((R + a * cos(v)) * cos(u), (R + a * cos(v)) * sin(u), a * sin(v))

    metric = components_to_metric(embedding_map_to_metric_components(2, torus), R2_rect)
    v = plane[1]
    assert same(curvature(metric), 2 * cos(v) / (a * (R + a * cos(v))))


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (dx * dx + dy * dy, ["metric", "2-form", "antisymmetric", "dx @ dx"]),
        ([[1, 0], [0, 1]], ["metric", "vector of 2", "components->metric"]),
        (down(down(1, 0), down(0, 1)), ["metric", "down(2)", "components->metric"]),
        (
            lambda u, v: dx(u) * dx(v) + 2 * x * dx(u) * dy(v) + dy(u) * dy(v),
            ["not symmetric", "of d/dx, d/dy it is", "of d/dy, d/dx it is"],
        ),
        (dx @ dy, ["symmetric", "(tensor-product dx dy)"]),
        (components_to_metric([[1, x], [0, 1]], R2_rect), ["symmetric"]),
    ],
)
def test_what_is_no_metric_is_refused(value, words):
    with pytest.raises(ScmpyError) as caught:
        Ricci_scalar(value, R2_rect)(R2_rect.point(*symbols("a b")))
    assert all(word in str(caught.value) for word in words), str(caught.value)


def test_a_coframe_has_a_form_for_each_dimension():
    with pytest.raises(StructureError, match="expects 2 forms in R2-rect and a sign for each, got 1 forms"):
        coframe_to_metric(up(dx), "+")


@pytest.mark.parametrize(
    "use",
    [
        lower,
        Killing_residual,
        lambda g: metric_to_components(g, R2_rect),
        lambda g: metric_over_map(literal_manifold_map("mu", R1_rect, R2_rect), g),
        lambda g: raise_(g, R2_rect),
        lambda g: structure_constant(*R2_rect.vector_basis(), R2_rect.vector_basis()[0], R2_rect, g),
    ],
)
def test_all_that_takes_a_metric_refuses_what_is_none(use):
    for value, words in ((dx * dy, "dx @ dx"), (down(down(1, 0), down(0, 1)), "components->metric"), (3, "number 3")):
        with pytest.raises(WrongTypeError, match=f"expects a metric.*{words}"):
            use(value)


def test_tensors_of_different_types_do_not_add():
    with pytest.raises(StructureError, match="tensors of one type"):
        dx @ dy + dx @ dy @ dx


def test_components_of_a_field_are_taken_at_a_point_too():
    field = x * R2_rect.vector_basis("x y")[1]
    assert vector_field_to_components(field, R2_rect)(R2_rect.point(3, 4)) == up(0, 3)
    assert R2_polar.point(R2_rect.point(0, 2)) == R2_rect.point(0, 2)
    with pytest.raises(ChartError, match="R2-rect is a chart of R2, got a point of R3"):
        R2_rect.point(R3_rect.point(1, 2, 3))


# --- motion in a metric, charts of one's own, formulas --------------------------------------------------------------


def test_the_momentum_along_a_killing_field_is_a_momentum_of_the_lagrangian():
    L = metric_to_Lagrangian(S2_metric, S2_spherical)
    theta, phi, a, b = symbols("theta phi a b")
    assert same(partial(2)(L)(up(0, up(theta, phi), up(a, b)))[1], sin(theta) ** 2 * b)
    line = metric_to_Lagrangian(lambda u, v: R1_rect.form_basis("x")[0](u) * R1_rect.form_basis("x")[0](v), R1_rect)
    assert same(line(up(0, theta, a)), a**2 / 2)


def test_a_chart_of_ones_own():
    torus = make_chart("u v", "torus")
    assert (repr(torus), repr(torus.vector_basis()), repr(torus.manifold)) == ("torus", "(d/du, d/dv)", "torus")
    assert torus.manifold is not make_chart("u v", "torus").manifold
    assert chart(torus)(torus.point(1, 2)) == up(1, 2)
    assert coordinate_system_at("rectangular", "origin", torus.manifold) is torus
    for names in ("", "u u", "phi mod 2 pi", 3):
        with pytest.raises(ScmpyError):
            make_chart(names)
    with pytest.raises(ChartError, match=r"torus expects up\(2\) of real coordinates \(u v\)"):
        torus.point(1, 2, 3)


def test_a_sum_of_tensor_products_is_typeset():
    metric = dx @ dx + x**2 * (dy @ dy)
    assert tex(metric) == r"\mathrm{d}x^{2} + x^{2} \mathrm{d}y^{2}"
    assert infix(dx @ dy) == "dx ⊗ dy"
    assert "(dx (* x d/dy))" in repr(dx(x * R2_rect.vector_basis("x y")[1]))


def _of_forms(product):
    """The function of two fields that a function of the values of dx and dy on both is."""
    dx, dy = R2_rect.form_basis("x y")
    return lambda u, v: product(dx(u), dx(v), dy(u), dy(v))


@pytest.mark.parametrize(
    "product",
    [lambda a, b, c, d: 1 + a * b, lambda a, b, c, d: 1 + a * b + 2 * c * d, lambda a, b, c, d: (a * b) ** 2 + c * d],
    ids=["affine", "affine and regular", "quadratic"],
)
def test_a_metric_that_is_not_linear_is_refused(product):
    curvature = Ricci_scalar(_of_forms(product), R2_rect.basis())
    with pytest.raises(StructureError, match="is not linear: of"):
        curvature(R2_rect.point(1.0, 2.0))


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
def test_a_metric_with_a_component_that_is_no_finite_number_is_refused(value):
    curvature = Ricci_scalar(_of_forms(lambda a, b, c, d: a * b + value * c * d), R2_rect.basis())
    with pytest.raises(DomainError, match=r"the metric .* is -?(nan|inf) of"):
        curvature(R2_rect.point(1.0, 2.0))


@pytest.mark.slow
def test_the_curvature_of_a_dense_metric_of_four_coordinates_is_of_use():
    """Ten components, polynomials in all coordinates: expanded they are too long, so they are kept as they share."""
    q, w = R4_rect.coordinates("t x y z"), R4_rect.form_basis("t x y z")

    def entry(i, j):
        return (10 if i == j else 1) + (i + j + 1) * q[i] * q[j]

    def dense(u, v):
        return sum(entry(i, j) * w[i](u) * w[j](v) for i in range(4) for j in range(4))

    names, numbers = symbols("t x y z"), [Fraction(n, 10) for n in (1, 2, 3, 4)]
    curvature = Ricci_scalar(dense, R4_rect.basis())
    value = substitute(curvature(R4_rect.point(*names)), dict(zip(names, numbers, strict=True)))
    assert value == curvature(R4_rect.point(*numbers))


def test_curvature_takes_a_metric_or_a_connection():
    """By itself, by its Christoffel symbols, as Cartan's forms, as a covariant derivative: the values are the same."""
    system = make_chart("r theta")
    (r, _), (dr, dtheta), e = system.coordinates(), system.form_basis(), system.vector_basis()
    g, m = dr @ dr + sin(r) ** 2 * (dtheta @ dtheta), system.point(*symbols("r theta"))
    christoffel = metric_to_Christoffel_2(g, system)
    cartan = Christoffel_to_Cartan(christoffel)
    for source in (g, lambda u, v: g(u, v), christoffel, cartan, Levi_Civita(g, system)):
        assert equivalent(Riemann(source, system)(dr, e[1], e[0], e[1])(m), sin(symbols("r")) ** 2)
        assert equivalent(Riemann_curvature(source, system)(e[0], e[1])(e[1])(r)(m), sin(symbols("r")) ** 2)
        assert simplify(Ricci(source, system)(e[0], e[0])(m)) == 1
        assert simplify(torsion(source, system)(dr, *e)(m)) == torsion_vector(source, system)(*e)(r)(m) == 0
        assert simplify(Ricci_scalar(source, system)(m)) == 2 and simplify(Kretschmann(source, system)(m)) == 4
        assert simplify(Einstein(source, system)(e[0], e[0])(m)) == 0
        assert equivalent(Riemann_lowered(source, system)(*e, *e)(m), sin(symbols("r")) ** 2)
        assert dict(nonzero_components(Ricci(source, system), system, m)).keys() == {(0, 0), (1, 1)}
    for wrong, said in (
        (lambda: Riemann(g), "Riemann of a metric needs a basis or a chart too"),
        (lambda: Ricci(dr, system), "Ricci expects a metric, or a covariant derivative .* got the 1-form dr$"),
        (lambda: Ricci(dr * dr, system), r"got the 2-form \(wedge dr dr\), .* dx @ dx"),
        (lambda: square(dr), "powers of the 1-form dr are exterior products, .* dx @ dx"),
        (lambda: Ricci_scalar(e[0], system), "expects a metric, .* got the vector field d/dr"),
        (lambda: Einstein(covariant_derivative(literal_Cartan("G", system)), system), "or the connection of one"),
        (lambda: nonzero_components(3, system), "nonzero-components expects a tensor"),
    ):
        with pytest.raises(WrongTypeError, match=said):
            wrong()


def test_components_of_numpy_and_sympy_make_metrics():
    system = make_chart("r phi")
    m, r = system.point(*symbols("a b")), sympy.Symbol("r", positive=True)
    f = sympy.Function("f")(r)
    for components in (
        sympy.diag(1, f**2),
        sympy.ImmutableMatrix([[1, 0], [0, f**2]]),
        [[1, 0], [0, f**2]],
        numpy.array([[1, 0], [0, f**2]]),
    ):
        metric = components_to_metric(components, system)
        assert repr(simplify(Ricci_scalar(metric, system)(m))) == "(/ (* -2 (((expt D 2) f) a)) (f a))"
    constant = components_to_metric(numpy.diag([1.0, 2.0]), system)
    assert nonzero_components(constant, system) == (((0, 0), 1.0), ((1, 1), 2.0))
    with pytest.raises(StructureError, match="2 by 2 components"):
        components_to_metric(numpy.eye(3), system)


def test_components_are_in_the_coordinates_of_the_chart():
    """They had names with the number of the call, ``r:1``; a constant with the name of a coordinate keeps these."""
    system = make_chart("r theta")
    (r, _), (dr, dtheta) = system.coordinates(), system.form_basis()
    name, (mass, constant) = symbols("r"), symbols("M r")
    found = [nonzero_components(dr @ dr + mass * r**2 * (dtheta @ dtheta), system) for _ in range(2)]
    assert found[0] == found[1] == (((0, 0), 1), ((1, 1), simplify(mass * name**2)))
    ((_, value),) = nonzero_components(constant * r * (dr @ dr), system)
    assert constant in variables_in(value) and value != simplify(name**2)
    sphere = dr @ dr + sin(r) ** 2 * (dtheta @ dtheta)
    assert equivalent(curvature_components(Levi_Civita(sphere, system), system)[0][1][0][1], sin(name) ** 2)


def test_components_are_symmetric_up_to_rounding():
    """A sum of floats is; rationals that differ, however little, are not."""
    metric = components_to_metric(down(down(1, 0.1 + 0.2), down(0.3, 1)), R2_rect)
    assert metric_to_inverse_components(metric, R2_rect)(R2_rect.point(1, 2))[0][0] == pytest.approx(1 / 0.91)
    for other in (0.31, Fraction(3, 10) + Fraction(1, 10**9)):
        with pytest.raises(StructureError, match="expects symmetric components"):
            components_to_metric(down(down(1, Fraction(3, 10)), down(other, 1)), R2_rect)


def test_a_line_element_is_shown_as_it_is_read():
    text = "(1 + x²) dx² + (2 x + y) dx dy + 3 dy²"
    assert repr(metric_from_line_element(text, R2_rect)).splitlines()[0] == f"metric = {text}"


def test_hyperbolic_functions_are_one_where_that_is_shorter():
    """The universe of Goedel in a rotating frame: the curvature is that of dust, R_ab = u_a u_b/a^2."""
    text = "4 a^2 (-dt^2 + dr^2 + dz^2 - (sinh(r)^4 - sinh(r)^2) dphi^2 + 2 k sinh(r)^2 dphi dt)"
    goedel = metric_from_line_element(text, None, None, "a k")
    shown = str(components_table(Ricci(goedel, goedel.basis)))
    assert "R_tφ = -sinh²(r) k (2 + 2 k² sinh²(r) + k²) / (1 + k² sinh²(r) - sinh²(r))" in shown
    assert "g_yy = cosh²(x)" in repr(metric_from_line_element("dx^2 + cosh(x)^2 dy^2"))
    closed = metric_from_line_element("-dt^2 + cosh^2(t) (dχ^2 + sin^2 χ dOmega^2)")
    assert "R_φφ = 3 cosh²(t) sin²(θ) sin²(χ)" in str(components_table(Ricci(closed, closed.basis)))


def test_powers_of_the_metric_of_kasner_cancel():
    kasner = metric_from_line_element("-dt^2 + t^(2 p) dx^2 + t^(2 q) dy^2 + t^(2 s) dz^2", None, None, "p q s")
    assert str(components_table(Ricci(kasner, kasner.basis))).splitlines()[2:4] == [
        "R_tt = (-p² - q² - s² + p + q + s) / t²",
        "R_xx = t^(2 p) p (-1 + p + q + s) / t²",
    ]


def test_the_curvature_operator_is_named_by_its_fields():
    curvature = Riemann_curvature(Levi_Civita(S2_metric, S2_spherical))
    assert repr(curvature(*S2_spherical.vector_basis())) == "(Riemann-curvature d/dtheta d/dphi)"


def test_a_table_without_a_basis_is_in_the_chart_of_the_field():
    dx, _ = R2_rect.form_basis("x y")
    assert components_table(dx).array == components_table(dx, R2_rect).array == (1, 0)


@pytest.mark.slow
def test_tables_of_components():
    shown = str(components_table(Riemann_lowered(S2_metric, S2_spherical)))
    assert shown.splitlines()[1:] == [
        "4 of 16 components are not zero, 1 independent (antisymmetric in 1 2, antisymmetric in 3 4, symmetric in pairs)",
        "R_θφθφ = sin²(θ)",
    ]
    G = metric_to_Christoffel_2(S2_metric, S2_spherical)
    assert repr(G).splitlines()[2:] == ["Γ^φ_θφ = cos(θ) / sin(θ)", "Γ^θ_φφ = -sin(θ) cos(θ)"]
    assert repr(Levi_Civita(S2_metric, S2_spherical)) == repr(G)
    assert components_table(S2_metric).array == ((1, 0), (0, simplify(sin(symbols("theta")) ** 2)))
    assert r"g{}_{\theta \theta} &= 1" in S2_metric._repr_latex_() and r"\Gamma^{\phi}" in G._repr_latex_()
    plane = components_table(coordinate_system_to_metric(R2_polar), R2_rect)
    assert "T_xx = 1" in plane and str(components_table(Ricci(coordinate_system_to_metric(R2_rect), R2_rect))).endswith(
        "zero"
    )
    assert "components-table" in repr(Riemann(literal_metric("g", R4_rect), R4_rect))
    x, (dx, dy) = R2_rect.coordinates("x y")[0], R2_rect.form_basis("x y")
    assert str(components_table(x * (dx @ dy), R2_rect)).endswith("T_xy = x")
    with pytest.raises(WrongTypeError, match="needs a basis"):
        components_table(metric_over_map(chart(R2_rect), dx @ dx))


def test_fields_and_functions_show_their_components():
    g, (r, _), (dr, dphi) = coordinate_system_to_metric(R2_polar), R2_polar.coordinates(), R2_polar.form_basis()
    shown = [d(r**3), r * (dr * dphi), d(r**2 * dphi), Laplacian(g, R2_polar)(r**3), raise_(g, R2_polar)(dphi)]
    assert [repr(x).partition(" = ")[2] for x in shown] == ["3 r² dr", "", "2 r dr ∧ dθ", "9 r", "(1 / r²) ∂/∂θ"]


def test_the_structure_equations_of_a_frame():
    """d theta + omega ^ theta = 0, d omega + omega ^ omega = Omega: MTW 14.32, 14.33."""
    x, y = S2_spherical.coordinates()
    g = components_to_metric(down(down(exp(2 * y), 0), down(0, exp(4 * x))), S2_spherical)
    frame, m = orthonormalize(S2_spherical, g), S2_spherical.point(*symbols("a b"))
    omega, theta, e = connection_forms(g, frame), frame.forms, S2_spherical.vector_basis()
    assert simplify((d(theta) + wedge(omega, theta))(*e)(m)) == up(0, 0)
    found = (d(omega) + wedge(omega, omega) - curvature_forms(g, frame))(*e)(m)
    assert simplify(found) == down(up(0, 0), up(0, 0))
    with pytest.raises(StructureError, match="matrices of forms of one size"):
        wedge(omega, up(theta[0]))


LINES = {
    "-(1-2M/r) dt² + dr²/(1-2M/r) + r² (dθ² + sin² θ dφ²)": "-+++",
    r"-\left(1-\frac{2M}{r}\right) dt^2 + \frac{\mathrm{d}r^2}{1-\frac{2M}{r}} + r^2 d\Omega^2": "-+++",
    "ds^2 = -dt^2 + a(t)^2 (dx^2 + dy^2 + dz^2)": None,
    "2 du dv + 2 H(u,x,y) du^2 + dx^2 + dy^2": "-+++",
    "dt^2 - dx^2": "+-",
    "-(dt - a x dy)^2 + dx^2 + dy^2 + dz^2": "-+++",
}


@pytest.mark.parametrize(("text", "signature"), LINES.items(), ids=str)
def test_line_elements(text, signature):
    metric = metric_from_line_element(text, signature=signature)
    if "M" in text:
        known = Schwarzschild_metric(spacetime_sphere, 2 * symbols("M"))
        assert components(metric, metric.basis, up(*symbols("t r theta phi"))) == components(known, spherical, event)
    if "a(t)" in text:
        value = Einstein(metric, metric.basis)(*[metric.basis.vectors[0]] * 2)(up(*symbols("t x y z")))
        assert same(value, 3 * (D(literal_function("a"))(t) / literal_function("a")(t)) ** 2)


SPELLINGS = r"""
-dt^2 + a^2(t) (dx^2 + dy^2) : -dt² + a(t)² dx² + a(t)² dy²
ds^2 = -f(r)dt^2 + f^{-1}(r)dr^2 : -f(r) dt² + (1 / f(r)) dr²
-N^2(t,x) dt^2 + dx² : -N(t, x)² dt² + dx²
e^{2A(y)}(-dt^2+dx^2) + dy^2 : -exp(A(y))² dt² + exp(A(y))² dx² + dy²
x⁻²dx² + dy² : (1 / x²) dx² + dy²
ds^2 = -dudv + 2dxdφ + x²dφ² : -du dv + 2 dx dφ + x² dφ²
dx₁² + x₁ dx₂² : dx₁² + x₁ dx₂²
dx_{1}^{2} + x_{1} dx_{2}^{2} : dx₁² + x₁ dx₂²
dφ_1^2 + dφ_2^2 : dφ₁² + dφ₂²
c²dτ² = c²dt² - dx² : c² dt² - dx²
g := dx^2 + dy^2 : dx² + dy²
d\sigma^2 \equiv dr^2 + r^2 d\varphi^2 : dr² + r² dφ²
ds^2 = g_{\mu\nu} dx^\mu dx^\nu = dr^2 + r^2 d\phi^2 : dr² + r² dφ²
\[ ds^2 &= {\rm d}r^2 + \frac{\mathrm{d}z^2}{z} . \] : dr² + (1 / z) dz²
$$\dd s^2 = \dd{r}^2 + \text{d}z^2 + r^2 d{\phi}^2$$ : dr² + dz² + r² dφ²
-\mathrm{d}\tilde{t}^2 + \tilde t \, d\bar x^2 + \sin^2\hat\theta\, d\hat{\theta}^2 : -dt̃² + t̃ dx̄² + sin²(θ̂) dθ̂²
\mathrm{d}r^2 + r^2 \mathrm{d}\Omega^2 : dr² + r² dθ² + r² sin²(θ) dφ²
dr^2 + r^2 d\Omega_{(2)}^{2} : dr² + r² dθ² + r² sin²(θ) dφ²
dr² + r² dΩ₂² : dr² + r² dθ² + r² sin²(θ) dφ²
-(1-rs/r)dt^2 + dr^2/(1-rs/r) : ((-r + rs) / r) dt² + (r / (r - rs)) dr²
-(1-Rs/r+rQ²/r²)dt^2 + dr² : ((Rs r - r² - rQ²) / r²) dt² + dr²
-(1-2GM/(rc^2))dt^2 + s²dr² + rs dx² : ((-c² r + 2 G M) / (c² r)) dt² + s² dr² + r s dx²
dr⊗dr + r² dθ⊗dθ : dr² + r² dθ²
dt (x) dr + dr (x) dt + dx (x) dx : 2 dt dr + dx²
dx \otimes dx + (dy + \sin x\, dx)\otimes(dy + \sin x\, dx) : (2 - cos²(x)) dx² + 2 sin(x) dx dy + dy²
-\mathrm{d}t'^2 + d r^{\prime 2} + r'^2 d\theta'^2 : -dt′² + dr′² + r′² dθ′²
-dt'² + 2x'dx′² : -dt′² + 2 x′ dx′²
f(r_*)(-dt^2 + dr_*^2) : -f(r_star) dt² + f(r_star) dr_star²
dr^2 + (rdphi)^2 + rdθ dz : dr² + r² dφ² + r dθ dz
-dt^2 + dr*^2 : -dt² + dr_star²
(r-r_+)(r-r_-) dr² : (r - r_minus) (r - r_plus) dr²
"""


@pytest.mark.parametrize("line", SPELLINGS.strip().splitlines())
def test_line_elements_are_read_as_papers_write_them(line):
    text, _, shown = line.partition(" : ")
    assert repr(metric_from_line_element(text)).splitlines()[0] == f"metric = {shown}"


WRONG_LINES = {
    "dx^2 + dy": (StructureError, "quadratic in dx dy, as dt.2 or dt dr are; dy is not"),
    "(dx + 1) dy": (StructureError, r"; .*dx.*1.* dy is not"),
    "dr^2 + r^2 dOmega_3^2": (StructureError, r"dOmega_3\^2 is not known, .* the sphere of two dimensions"),
    "-ds^2 = dt^2 - dx^2": (StructureError, "before = stands ds.2, or the name of a metric, not -ds.2"),
    "dx dx dx": (StructureError, "quadratic in dx"),
    "f(x, q) dx^2 + dy^2": (StructureError, r"f\(x, q\) is no function of coordinates, as q is none"),
    "x^2": (StructureError, "there are no differentials"),
    "-dt^2 + R'^2 dr^2 + R(t,r)^2 dx^2": (StructureError, "DR is a function, its value has places"),
    "dt⊗dr + 2 dr⊗dt": (StructureError, "is not symmetric, as dt⊗dr .* is"),
    "(1-2M/r)(-dt^2 + dr_*^2)": (StructureError, r"r is no coordinate, as r_star is; a function is r\(r_star\)"),
    "dx^2 + 0 dy^2": (DivisionByZeroError, "is degenerate in x y"),
    "dx^2 +": (ScmpyError, "the text ends here"),
}


@pytest.mark.parametrize(("text", "error"), WRONG_LINES.items(), ids=str)
def test_line_elements_that_are_none(text, error):
    with pytest.raises(error[0], match=error[1]):
        metric_from_line_element(text)


@pytest.mark.parametrize("names", ["x1 θ", "x_1 theta", "x₁ ϑ"])
def test_names_of_coordinates_are_read_however_the_chart_writes_them(names):
    for text in (
        "dx₁² + x₁² sin²θ dθ²",
        r"dx_{1}^2 + x_1^2 \sin^2\vartheta\, d\vartheta^2",
        "dx1^2 + x1^2 sin(θ)^2 dθ^2",
    ):
        metric = metric_from_line_element(text, make_chart(names))
        assert simplify(up(*metric.components(up(2, pi / 2)))) == up(1, 0, 0, 4)
    assert "= dt'² - dx'²" in repr(metric_from_line_element("dt'^2 - dx'^2", make_chart("t' x'")))
    half = restrict_chart(make_chart(names), "x_1 > 0, 0 < θ < π")
    assert metric_signature(metric_from_line_element("x1 dx1^2 + sin θ dθ^2", half), half) == "++"


def test_line_elements_in_a_chart():
    for text, error in (("-dt^2 + dw^2", ChartError), ("dr^2", DivisionByZeroError)):
        with pytest.raises(error):
            metric_from_line_element(text, spacetime_sphere)
    line = "-f(r) dt^2 + dr^2/f(r) + r^2 dOmega^2"
    with pytest.raises(DomainError, match=r"has the signature -\+\+\+, not \+\+\+\+"):
        metric_from_line_element(line, spacetime_sphere, "++++")
    assert same(
        metric_from_line_element("(1-rs/r) dr^2", make_chart("r"), None, "rs").components(5)[0], 1 - symbols("rs") / 5
    )


@pytest.mark.slow
def test_signatures():
    kerr = Kerr_metric(spacetime_sphere, *symbols("M a"))
    outside = "M > 0, r > 0, r^2 - 2 M r + a^2 > 0, r^2 - 2 M r + a^2 cos(theta)^2 > 0, 0 < theta < pi"
    assert metric_signature(kerr, restrict_chart(spacetime_sphere, outside)) == "-+++"
    with pytest.raises(DomainError, match=r"the sign of .* is not known"):
        metric_signature(kerr, spacetime_sphere)
    with pytest.raises(DomainError, match="the sign of g₀₀"):
        metric_signature(literal_metric("g", R2_rect), R2_rect)
