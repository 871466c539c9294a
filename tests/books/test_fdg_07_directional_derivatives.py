"""FDG, directional derivatives: the Lie derivative, the covariant derivative, parallel transport and geodesics."""

from scmpy import *

a, b, t = symbols("a b t")
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
