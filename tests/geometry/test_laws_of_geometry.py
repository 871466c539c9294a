"""Laws: of forms, maps, connections and metrics, on literal fields."""

from fractions import Fraction

import pytest

from scmpy import *
from scmpy.errors import StructureError

a, b, c = symbols("a b c")
m2, m3 = R2_rect.point(a, b), R3_rect.point(a, b, c)
f = literal_manifold_function("f", R3_rect)
v, w, u = (literal_1form_field(name, R3_rect) for name in "vwu")
X, Y, Z, W = (literal_vector_field(name, R3_rect) for name in "XYZW")
d_dx, d_dy, d_dz = R3_rect.vector_basis("x y z")
dx, dy, dz = R3_rect.form_basis("x y z")


def vanishes(value):
    return all(leaf == 0 for leaf in ultra_flatten(simplify(up(value))))


def test_d_of_d_is_zero():
    assert vanishes(d(d(f))(X, Y)(m3))
    assert vanishes(d(d(w))(d_dx, d_dy, d_dz)(m3))


def test_wedge_is_graded_commutative_and_associative():
    assert vanishes((wedge(v, w) + wedge(w, v))(X, Y)(m3))
    assert vanishes((wedge(d(v), w) - wedge(w, d(v)))(d_dx, d_dy, d_dz)(m3))
    assert vanishes((wedge(wedge(v, w), u) - wedge(v, wedge(w, u)))(X, Y, Z)(m3))
    assert vanishes((w2(v, w) - wedge(v, w))(X, Y)(m3))
    assert vanishes((v * w - wedge(v, w))(X, Y)(m3))


def test_matrices_of_forms():
    """Bianchi's identity d F + A ^ F - F ^ A = 0 of Yang and Mills; operations on forms are those on each of many."""
    A = matrix_by_rows([v, f * w], [dx, u])
    F = d(A) + wedge(A, A)
    assert vanishes((d(F) + wedge(A, F) - wedge(F, A))(d_dx, d_dy, d_dz)(m3))
    assert vanishes((wedge(A, up(dx, dy)) - up(wedge(v, dx) + f * wedge(w, dy), wedge(u, dy)))(X, Y)(m3))
    assert vanishes((wedge(v, A) - matrix_by_rows([0 * d(v), f * wedge(v, w)], [wedge(v, dx), wedge(v, u)]))(X, Y)(m3))
    assert vanishes((Lie_derivative(X)(A)[1, 1] - Lie_derivative(X)(u))(Y)(m3))
    metric = coordinate_system_to_metric(R3_rect)
    twice = pullback(compose(point(R3_rect), lambda q: 2 * q, chart(R3_rect)))
    star, delta, i = Hodge_star(metric, R3_rect), codifferential(metric, R3_rect), interior_product(X)
    for operation, fields in ((star, (X, Y)), (twice, (X,)), (delta, ()), (i, ())):
        difference = operation(A)[1, 1] - operation(u)
        assert vanishes((difference(*fields) if fields else difference)(m3))


def test_graded_leibniz():
    assert vanishes((d(f * v) - (wedge(d(f), v) + f * d(v)))(X, Y)(m3))
    assert vanishes((d(wedge(v, w)) - (wedge(d(v), w) - wedge(v, d(w))))(d_dx, d_dy, d_dz)(m3))


def test_the_exterior_derivative_by_commutators():
    assert vanishes((d(w)(X, Y) - (X(w(Y)) - Y(w(X)) - w(commutator(X, Y))))(m3))


def test_the_formula_of_cartan():
    i = interior_product(X)
    for form, fields in ((w, (Y,)), (f * wedge(v, w), (d_dy, d_dz))):
        magic = i(d(form)) + d(i(form))
        assert vanishes((Lie_derivative(X)(form) - magic)(*fields)(m3))


def test_interior_products_anticommute():
    i, j = interior_product(X), interior_product(Y)
    form = wedge(v, w, u)
    assert vanishes((i(j(form)) + j(i(form)))(Z)(m3))


def test_pullbacks_compose_and_commute_with_d():
    mu = literal_manifold_map("mu", R2_rect, R3_rect)
    nu = literal_manifold_map("nu", R1_rect, R2_rect)
    (d_dt,) = R1_rect.vector_basis("t")
    e0, e1 = R2_rect.vector_basis("x y")
    now = R1_rect.point(symbols("t"))
    assert vanishes((pullback(compose(mu, nu))(w) - pullback(nu)(pullback(mu)(w)))(d_dt)(now))
    assert vanishes((pullback(mu)(d(w)) - d(pullback(mu)(w)))(e0, e1)(m2))
    assert vanishes((pullback(mu)(wedge(v, w)) - wedge(pullback(mu)(v), pullback(mu)(w)))(e0, e1)(m2))


def test_maps_whose_values_were_made_by_no_chart():
    inclusion = transfer_point(S2, R3)
    e0, e1 = S2_spherical.vector_basis()
    place = S2_spherical.point(a, b)
    assert vanishes(pullback(inclusion)(dx)(e0)(place) - cos(a) * cos(b))
    assert vanishes((pullback(inclusion)(d(w)) - d(pullback(inclusion)(w)))(e0, e1)(place))
    carried = induced_metric(coordinate_system_to_metric(R3_rect), R3_rect, inclusion, S2_spherical)
    assert all(vanishes((carried - S2_metric)(p, q)(place)) for p in (e0, e1) for q in (e0, e1))


def test_pushforward_by_an_inverse_map():
    stretch = compose(point(R2_rect), lambda q: up(2 * q[0], q[1]), chart(R2_rect))
    shrink = compose(point(R2_rect), lambda q: up(q[0] / 2, q[1]), chart(R2_rect))
    x, _ = R2_rect.coordinates("x y")
    e0, _ = R2_rect.vector_basis("x y")
    assert simplify(pushforward_vector(stretch, shrink)(x * e0)(x)(m2)) is a
    assert vanishes((pullback(stretch, shrink)(pushforward_vector(stretch, shrink)(x * e0))(x) - x)(m2))


@pytest.mark.slow
def test_a_connection_is_a_derivation():
    nabla = covariant_derivative(literal_Cartan("G", R3_rect))
    assert vanishes((nabla(X)(f * Y) - (X(f) * Y + f * nabla(X)(Y)))(f)(m3))
    assert vanishes((nabla(f * X)(Y) - f * nabla(X)(Y))(f)(m3))
    assert vanishes((X(w(Y)) - nabla(X)(w)(Y) - w(nabla(X)(Y)))(m3))
    assert vanishes((nabla(d_dx)(wedge(v, w)) - wedge(nabla(d_dx)(v), w) - wedge(v, nabla(d_dx)(w)))(d_dy, d_dz)(m3))


def test_a_tensor_by_its_components_is_differentiated_as_the_product_that_it_is():
    nabla = covariant_derivative(literal_Cartan("G", R2_rect))
    p, q = (literal_1form_field(name, R2_rect) for name in "pq")
    A, B = R2_rect.vector_basis("x y")
    K = literal_vector_field("K", R2_rect)

    def T(s, t):
        return p(s) * q(t)

    declare_argument_types_bang(T, [is_vector_field, is_vector_field])
    product = nabla(K)(p)(A) * q(B) + p(A) * nabla(K)(q)(B)
    assert vanishes((nabla(K)(T)(A, B) - product)(m2))


def test_a_function_of_fields_is_differentiated_by_the_types_of_what_it_is_given():
    nabla = covariant_derivative(literal_Cartan("G", R2_rect))
    p, (A, B) = literal_1form_field("p", R2_rect), R2_rect.vector_basis("x y")

    def value(s, t):
        return s(t) if is_one_form_field(s) else t(s)

    assert vanishes(nabla(A)(value)(p, B)(m2)) and vanishes(nabla(A)(value)(B, p)(m2))


def test_the_connection_of_a_metric_is_the_same_in_any_basis():
    r, _ = R2_polar.coordinates("r theta")
    e0, e1 = R2_polar.vector_basis("r theta")
    frame = down(e0, e1 / r)
    basis = make_basis(frame, vector_basis_to_dual(frame, R2_polar))
    metric = coordinate_system_to_metric(R2_polar)
    one, other = Levi_Civita(metric, basis), Levi_Civita(metric, R2_polar.basis())
    A, B = (literal_vector_field(name, R2_polar) for name in "AB")
    h = literal_manifold_function("h", R2_polar)
    assert vanishes((one(A)(B) - other(A)(B))(h)(R2_polar.point(a, b)))
    moved = covariant_derivative(Cartan_transform(one.cartan, R2_polar.basis()))
    assert vanishes((moved(A)(B) - other(A)(B))(h)(R2_polar.point(a, b)))


def test_bianchi_identities():
    nabla = covariant_derivative(symmetrize_Cartan(literal_Cartan("G", R2_rect)))
    R = Riemann(nabla)
    p = literal_1form_field("p", R2_rect)
    A, B, K, L = (literal_vector_field(name, R2_rect) for name in "ABKL")
    first = R(p, A, B, K) + R(p, B, K, A) + R(p, K, A, B)
    assert vanishes(first(m2))
    second = nabla(A)(R)(p, L, B, K) + nabla(B)(R)(p, L, K, A) + nabla(K)(R)(p, L, A, B)
    assert vanishes(second(m2))


@pytest.mark.slow
def test_curvature_components_agree_with_the_operator():
    nabla = covariant_derivative(literal_Cartan("G", R2_rect))
    A, B, K = (literal_vector_field(name, R2_rect) for name in "ABK")
    h = literal_manifold_function("h", R2_rect)
    by_operators = (commutator(nabla(A), nabla(B)) - nabla(commutator(A, B)))(K)
    assert vanishes((Riemann_curvature(nabla)(A, B)(K) - by_operators)(h)(m2))
    by_fields = nabla(A)(B) - nabla(B)(A) - commutator(A, B)
    assert vanishes((torsion_vector(nabla)(A, B) - by_fields)(h)(m2))


def universe(turning):
    """A metric of four dimensions without symmetries; in a basis of fields that do not commute, or of coordinates."""
    t, x, y, z = R4_rect.coordinates("t x y z")
    entries = {(0, 0): 2 + x * y, (0, 3): z, (1, 1): 3 + t * z, (1, 2): x, (2, 2): 5 + y * y, (2, 3): t, (3, 3): 7 + x}
    rows = [[entries.get((min(i, j), max(i, j)), 0) for j in range(4)] for i in range(4)]
    basis = R4_rect.basis()
    if turning:
        e0, e1, e2, e3 = basis.vectors
        fields = down(e0, e1 + t * e0, e2 + x * e1, e3)
        basis = make_basis(fields, vector_basis_to_dual(fields, R4_rect))
    return components_to_metric(down(*(down(*row) for row in rows)), basis), basis


@pytest.mark.parametrize("turning", [False, True], ids=["coordinates", "moving frame"])
def test_the_curvature_of_a_metric_is_that_of_its_connection(turning):
    """The one by its symmetries, with the indices down; the other by the symbols alone."""
    metric, basis = universe(turning)
    symbols_2 = metric_to_Christoffel_2(metric, basis)
    alone = make_Christoffel(Christoffel_to_symbols(symbols_2), basis)
    one, other = (Riemann(covariant_derivative(Christoffel_to_Cartan(G))) for G in (symbols_2, alone))
    place = R4_rect.point(*map(Fraction, ("1/3", "1/2", "2/5", "3/7")))
    assert one.components(place) == other.components(place)
    assert len(set(map(abs, one.components(place)))) > 20


def test_a_metric_that_depends_on_a_parameter_is_differentiated_by_it():
    def curvature(radius):
        metric = lambda p, q: radius**2 * S2_metric(p, q)  # noqa: E731
        return Ricci_scalar(metric, S2_spherical.basis())(S2_spherical.point(a, b))

    assert simplify(curvature(c)) == simplify(2 / c**2)
    assert simplify(D(curvature)(c) + 4 / c**3) == 0


def test_invariants_do_not_depend_on_the_basis_of_the_connection():
    e0, e1 = S2_spherical.vector_basis()
    frame = down(e0, e1 / sin(S2_spherical.coordinates()[0]))
    unit = make_basis(frame, vector_basis_to_dual(frame, S2_spherical))
    place = S2_spherical.point(a, b)
    for basis in (unit, S2_spherical.basis(), S2_spherical.basis("u v")):
        for home in (unit, S2_spherical.basis()):
            nabla = Levi_Civita(S2_metric, home)
            assert simplify(Kretschmann(S2_metric, basis, nabla)(place)) == 4
            assert simplify(Ricci_scalar(S2_metric, basis, nabla)(place)) == 2
            area = Riemann_lowered(S2_metric, basis, nabla)(e0, e1, e0, e1)(place)
            assert simplify(area - sin(a) ** 2) == 0


def test_indices_go_up_and_down():
    metric = literal_metric("g", R2_rect)
    basis = R2_rect.basis()
    K, p = literal_vector_field("K", R2_rect), literal_1form_field("p", R2_rect)
    h = literal_manifold_function("h", R2_rect)
    assert vanishes((raise_(metric, basis)(lower(metric)(K)) - K)(h)(m2))
    assert vanishes((lower(metric)(raise_(metric, basis)(p)) - p)(K)(m2))
    assert simplify(trace2down(metric, basis)(metric)(m2)) == 2
    assert simplify(trace2up(metric, basis)(metric_invert(metric, basis))(m2)) == 2
    e0, e1 = basis.vectors
    assert vanishes((drop2(metric, basis)(raise2(metric, basis)(metric)) - metric)(e0, e1)(m2))


def test_tensors_by_indices():
    x, y = R2_rect.coordinates("x y")
    basis = R2_rect.basis()
    p, q = basis.forms
    e0, e1 = basis.vectors

    def T(form, field):
        return x * form(e0) * q(field) + y * form(e1) * p(field)

    declare_argument_types_bang(T, [is_one_form_field, is_vector_field])
    indexed = typed_to_indexed(T, basis)
    again = indexed_to_typed(indexed, basis)
    K, s = literal_vector_field("K", R2_rect), literal_1form_field("s", R2_rect)
    assert vanishes((again(s, K) - T(s, K))(m2))
    assert vanishes((structure_to_typed(typed_to_structure(T, basis), basis)(s, K) - T(s, K))(m2))
    square_ = i_outer_product(indexed, indexed)
    assert index_types(square_) == (up, up, down, down)
    assert simplify(i_contract(square_, 1, 0, 2)((0, 0))(m2)) == a * b


@pytest.mark.parametrize("place", [(a, b), (0.5, 1.5), (Fraction(1, 2), Fraction(3, 2))], ids=str)
def test_derivatives_of_the_star_of_an_indefinite_metric(place):
    """The volume is real where it is differentiated at numbers; so are divergences and unit fields."""
    x, y = R2_rect.coordinates("x y")
    basis = R2_rect.basis("x y")
    (e0, e1), (w0, _) = basis.vectors, basis.forms
    metric = components_to_metric(down(down(-(x**2), 0), down(0, y**2)), basis)
    at, (p, q) = R2_rect.point(*place), place
    star = Hodge_star(metric, basis)
    assert simplify(d(star(w0))(e0, e1)(at) - q / p**2) == 0  # * dx = - y/x dy
    assert simplify(e0(divergence(metric, basis)(x**2 * e0))(at)) == 3
    unit, _ = Gram_Schmidt(down(e0, e1), metric)
    assert simplify(commutator(e0, unit)(x)(at) + 1 / p**2) == 0


def test_a_metric_must_be_symmetric():
    e, (x, y) = R2_rect.basis("x y"), R2_rect.coordinates("x y")
    w0, w1 = e.forms
    lopsided = lambda u, v: w0(u) * w0(v) + w1(u) * w1(v) + x * y * w0(u) * w1(v)  # noqa: E731
    swapped = components_to_metric(down(down(x, y), down(x, y)), e)
    for metric in (lopsided, swapped):
        for place in (m2, R2_rect.point(1.0, 2.5)):
            with pytest.raises(StructureError, match="is not symmetric: of d/dx, d/dy it is"):
                Ricci_scalar(metric, e)(place)
    turned = lambda u, v: w0(u) * w0(v) + 3 * w1(v) * w1(u) + x * w0(u) * w1(v) + w1(u) * w0(v) * x  # noqa: E731
    assert metric_to_inverse_components(turned, e)(R2_rect.point(1, 2))[0][1] == Fraction(-1, 2)


def test_what_is_too_large_to_be_reduced_has_a_value():
    """The curvature of a metric without symmetries, at exact places, does not need its components expanded."""
    metric, basis = universe(turning=False)
    x = R4_rect.coordinates("t x y z")[1]
    place = up(*(sin(Fraction(k, 7)) for k in (3, 5, 8, 2)))
    bent = lambda u, v: exp(x) * metric(u, v)  # noqa: E731
    scalar = Ricci_scalar(bent, basis)
    with setting(expansion_memory=2000):
        value = scalar(R4_rect.point(place))
    assert float(inexact(value)) == pytest.approx(scalar(R4_rect.point(inexact(place))))


def test_the_exterior_product_of_tensors_is_that_of_their_alternations():
    t = d(v) @ w  # of rank 3, alternating in two fields
    assert vanishes((wedge(w @ v, u) - wedge(wedge(w, v) / 2, u))(X, Y, Z)(m3))
    assert vanishes((Alt(t) - wedge(d(v), w) / 3)(X, Y, Z)(m3))
