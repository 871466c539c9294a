"""FDG, metrics: the Minkowski metric, Newton's limit, Schwarzschild, homogeneous universes."""

from scmpy import *

G, M, c, K, t, r, theta, phi = symbols("G M c K t r theta phi")
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
