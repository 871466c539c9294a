"""Fields of several independent variables: known equations, and energy-momentum that follows from them."""

import pytest

import scmpy as s
from scmpy import D, down, equivalent, literal_function, partial, symbols, up
from scmpy.errors import ScmpyError

m, t, x, y, z = symbols("m t x y z")


def of_place(name, n):
    f = literal_function(name, n)
    return lambda place: f(*place)


def klein_gordon(state):
    _, phi, (by_t, by_x) = state
    return (by_t**2 - by_x**2 - m**2 * phi**2) / 2


def two_fields(state):
    """Of components that are coupled, with a density that depends on the place."""
    (t, _), (a, b), (by_t, by_x) = state
    return (by_t[0] ** 2 + t * by_t[1] ** 2 - by_x[0] * by_x[1]) / 2 - a**2 * b


def test_klein_and_gordon():
    phi = literal_function("phi", 2)
    residual = s.field_equations(klein_gordon)(of_place("phi", 2))(up(t, x))
    wanted = (partial(0) ** 2)(phi)(t, x) - (partial(1) ** 2)(phi)(t, x) + m**2 * phi(t, x)
    assert equivalent(residual, wanted)
    k, w = symbols("k w")
    wave = s.field_equations(klein_gordon)(lambda place: s.cos(k * place[1] - w * place[0]))(up(t, x))
    assert equivalent(wave, (k**2 + m**2 - w**2) * s.cos(k * x - w * t))


def test_maxwell():
    """L = (E^2 - B^2)/2 of a potential in a plane: d_i F^ik = 0."""
    A = [literal_function(name, 3) for name in ("phi", "a", "b")]

    def maxwell(state):
        by_t, by_x, by_y = state[2]
        return ((by_t[1] + by_x[0]) ** 2 + (by_t[2] + by_y[0]) ** 2 - (by_x[2] - by_y[1]) ** 2) / 2

    residual = s.field_equations(maxwell)(lambda place: up(*(f(*place) for f in A)))(up(t, x, y))

    def d(i, f):
        return partial(i)(f)

    E, B = (d(0, A[1]) + d(1, A[0]), d(0, A[2]) + d(2, A[0])), d(1, A[2]) - d(2, A[1])
    wanted = down(d(1, E[0]) + d(2, E[1]), d(0, E[0]) + d(2, B), d(0, E[1]) - d(1, B))
    assert equivalent(residual, down(*(f(t, x, y) for f in wanted)))


@pytest.mark.parametrize(
    ("density", "phi"),
    [
        (klein_gordon, of_place("phi", 2)),
        (two_fields, lambda place: up(of_place("a", 2)(place), of_place("b", 2)(place))),
    ],
)
def test_energy_momentum_follows(density, phi):
    """d_i T^i_k = (the residual) d_k phi - d_k L by the place itself."""
    place = up(t, x)
    slopes = D(lambda q: s.energy_momentum(density)(phi)(q))(place)
    residual = s.field_equations(density)(phi)(place)
    explicit = partial(0)(density)(up(place, phi(place), D(phi)(place)))
    for k in range(2):
        assert equivalent(sum(slopes[i][i, k] for i in range(2)), residual * D(phi)(place)[k] - explicit[k])


def test_what_is_no_field():
    equations, tensor = s.field_equations(klein_gordon), s.energy_momentum(klein_gordon)
    for f in (equations, tensor):
        for wrong in (
            lambda f=f: f(3)(up(t, x)),
            lambda f=f: f(of_place("phi", 2))(t),
            lambda f=f: f(of_place("phi", 2))(up(t, up(x, y))),
        ):
            with pytest.raises(ScmpyError, match=r"a field|a place"):
                wrong()
    with pytest.raises(ScmpyError, match="expects a density"):
        s.field_equations(3)
