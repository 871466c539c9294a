"""Light and particles around masses: circular orbits, deflection, precession and shadows of the literature."""

import math

import numpy as np
import pytest

from scmpy import *
from scmpy.errors import DomainError, StructureError, WrongTypeError

HOLE = Schwarzschild_metric(spacetime_sphere, 2)


def kerr(spin):
    return Kerr_metric(spacetime_sphere, 1, spin)


def bardeens_isco(a, sign):
    """Bardeen, Press, Teukolsky 2.21."""
    z1 = 1 + (1 - a * a) ** (1 / 3) * ((1 + a) ** (1 / 3) + (1 - a) ** (1 / 3))
    z2 = math.sqrt(3 * a * a + z1 * z1)
    return 3 + z2 - sign * math.sqrt((3 - z1) * (3 + z1 + 2 * z2))


@pytest.mark.slow
@pytest.mark.parametrize(("a", "sign"), [(0, 1), (0.5, 1), (0.5, -1), (0.9, 1), (0.9, -1)])
def test_light_and_stable_orbits_of_kerr(a, sign):
    light = 2 * (1 + math.cos(2 / 3 * math.acos(-sign * a)))  # Bardeen, Press, Teukolsky 2.18
    assert photon_orbit(kerr(a), spacetime_sphere, 1.5, 5, sign) == pytest.approx(light, rel=1e-9)
    last = bardeens_isco(a, sign)
    for low in (light + 0.1, light - 0.05):  # inside the orbit of light no particle moves in a circle
        assert ISCO(kerr(a), spacetime_sphere, low, 12, sign) == pytest.approx(last, rel=1e-9)
    found, x = dict(circular_orbits(kerr(a), spacetime_sphere, sign)), up(0, 7, math.pi / 2, 0)
    assert found["angular-velocity"](x) == pytest.approx(sign / (7**1.5 + sign * a))
    energy = (1 - 2 / 7 + sign * a * 7**-1.5) / math.sqrt(1 - 3 / 7 + 2 * sign * a * 7**-1.5)
    assert found["energy"](x) == pytest.approx(energy)
    p = momentum_on_shell(kerr(a), spacetime_sphere, x, down(-energy, None, 0, found["momentum"](x)), 1 - 1e-12)
    assert abs(p[1]) < 1e-5


def test_light_goes_round_the_throat_of_a_wormhole():
    ellis = metric_from_line_element("-dt^2 + dl^2 + (4 + l^2) dOmega^2")
    assert photon_orbit(ellis, ellis.basis.chart, -1, 1.5) == pytest.approx(0, abs=1e-12)
    with pytest.raises(DomainError, match=r"there is none between 0\.6 and"):  # but inside of the horizon
        photon_orbit(HOLE, spacetime_sphere, 0.6, 2.5)


def test_circular_orbits_in_symbols():
    M, r = symbols("M r")
    found = dict(circular_orbits(Schwarzschild_metric(spacetime_sphere, 2 * M), spacetime_sphere))
    square = simplify(found["square"](up(0, r, pi / 2, 0)))
    assert simplify(square - (3 * M / r - 1)) == 0
    with pytest.raises(DomainError, match="there is none between 7 and 8"):
        ISCO(HOLE, spacetime_sphere, 7, 8)
    with pytest.raises(WrongTypeError, match="a chart of four coordinates"):
        photon_orbit(S2_metric, S2_spherical, 1, 2)


def test_momenta_are_on_shell():
    x = up(0, 5, 1, 0)
    for mass, sign in ((0, 1), (1, -1)):
        p = momentum_on_shell(kerr(0.7), spacetime_sphere, x, down(-1.2, None, 1, 2), mass, sign)
        inverse = metric_to_inverse_components(kerr(0.7), spacetime_sphere)(x)
        raised = [sum(a * b for a, b in zip(row, p, strict=True)) for row in inverse]
        assert sum(a * b for a, b in zip(raised, p, strict=True)) == pytest.approx(-(mass**2))
        assert raised[1] * sign > 0
    with pytest.raises(DomainError, match="there is no motion with these momenta"):
        momentum_on_shell(HOLE, spacetime_sphere, x, down(-1, None, 0, 30))
    for wrong in (down(-1, 0, 0, 1), down(-1, None, 0), down(None, None, 0, 0)):
        with pytest.raises(StructureError, match="one of them missing"):
            momentum_on_shell(HOLE, spacetime_sphere, x, wrong)


def moved(momentum, r, end):
    """The geodesic with a momentum, from a place in the plane, by Hamilton's equations of the metric."""
    H = Lagrangian_to_Hamiltonian(metric_to_Lagrangian(HOLE, spacetime_sphere))
    start = up(0.0, up(0.0, r, math.pi / 2, 0.0), momentum)
    return trajectory(Hamiltonian_to_state_derivative(H), start, end, 1e-13)


@pytest.mark.slow
def test_deflection_of_light():
    """4 M/b + 15 pi M^2/(4 b^2) + 128 M^3/(3 b^3): Keeton, Petters, Phys. Rev. D 72 (2005) 104006."""
    b, far = 1000.0, 1e8
    p = momentum_on_shell(HOLE, spacetime_sphere, up(0.0, far, math.pi / 2, 0.0), down(-1.0, None, 0.0, b), 0, -1)
    _, r, _, phi = moved(p, far, 2 * far).end[1]
    angle = phi + math.asin(b / far) + math.asin(b / r) - math.pi
    assert angle == pytest.approx(4 / b + 15 * math.pi / (4 * b**2) + 128 / (3 * b**3), rel=1e-6)


@pytest.mark.slow
def test_precession_of_a_perihelion():
    """r = p/(1 + e cos x), dphi/dx = (1 - 6/p - 2 e cos(x)/p)^(-1/2): Darwin, Proc. R. Soc. A 249 (1959) 180."""
    p, e = 400.0, 0.3
    E, L = math.sqrt(((p - 2) ** 2 - 4 * e * e) / (p * (p - 3 - e * e))), p / math.sqrt(p - 3 - e * e)
    path = moved(down(-E, 0.0, 0.0, L), p / (1 + e), 1.2 * 2 * math.pi * (p / (1 - e * e)) ** 1.5)
    turn = path.crossings(lambda y: y[2][1], "rising").times[-1]
    first, second = 6 * math.pi / p, 1.5 * math.pi * (18 + e * e) / p**2
    third = 5 / 8 * math.pi * (216 + 36 * e * e) / p**3
    assert path(turn)[1][3] - 2 * math.pi == pytest.approx(first + second + third, rel=1e-4)


@pytest.mark.slow
@pytest.mark.parametrize("a", [0.0, 0.9])
def test_the_shadow_has_the_edge_of_bardeen(a):
    """Bardeen 1973: a = -xi/sin theta, b^2 = eta + a^2 cos^2 theta - xi^2 cot^2 theta of spherical orbits of light."""
    theta, n = 1.2, 60
    picture, sky = (
        shadow(kerr(a), spacetime_sphere, up(1000.0, theta), 1.5 if a else 2.2, 8.0, n),
        np.linspace(-8, 8, n),
    )
    X, Y = np.meshgrid(sky, sky)
    if a:
        r = np.linspace(1.3, 4.2, 100001)
        xi = -(r**3 - 3 * r**2 + a * a * (r + 1)) / (a * (r - 1))
        eta = r**3 * (4 * a * a - r * (r - 3) ** 2) / (a * (r - 1)) ** 2
        square = eta + (a * np.cos(theta)) ** 2 - (xi / np.tan(theta)) ** 2
        x, y = -xi[square >= 0] / np.sin(theta), np.sqrt(square[square >= 0])
        edge = np.interp(X, x[::-1] if x[0] > x[-1] else x, y[::-1] if x[0] > x[-1] else y, 0, 0)
    else:
        edge = np.sqrt(np.maximum(27 - X**2, 0))
    assert (np.array(picture.rows) == (abs(Y) < edge)).mean() > 0.998


def test_what_has_no_shadow():
    with pytest.raises(DomainError, match="shadow expects a metric that depends on"):
        shadow(
            metric_from_line_element("-t^2 dt^2 + dr^2 + r^2 dOmega^2", spacetime_sphere),
            spacetime_sphere,
            up(9, 1),
            2,
            3,
        )
    with pytest.raises(WrongTypeError, match="a chart of four coordinates"):
        shadow(S2_metric, S2_spherical, up(9, 1), 2, 3)


@pytest.mark.parametrize("mass", [2, symbols("M")])
def test_another_signature_is_refused_of_symbols_too(mass):
    hole, r = Schwarzschild_metric(spacetime_sphere, mass), symbols("r")
    turned, place = lambda u, v: -hole(u, v), up(0, r, pi / 2, 0)
    for metric, answers in ((hole, True), (turned, False)):
        for asked in (
            lambda metric=metric: momentum_on_shell(metric, spacetime_sphere, place, down(-2, None, 0, 0), 1),
            lambda metric=metric: dict(circular_orbits(metric, spacetime_sphere))["square"](place),
        ):
            if answers:
                asked()
            else:
                with pytest.raises(DomainError, match="signature"):
                    asked()


def test_no_particle_moves_faster_than_light_on_a_circle():
    found = dict(circular_orbits(Schwarzschild_metric(spacetime_sphere, 2.0), spacetime_sphere))
    for r in (2.5, 1.0):
        place = up(0.0, r, math.pi / 2, 0.0)
        assert found["square"](place) == pytest.approx(3 / r - 1)
        for name in ("energy", "momentum"):
            with pytest.raises(DomainError, match="no particle"):
                found[name](place)
    with pytest.raises(DomainError, match="no circular orbits"):
        found["angular-velocity"](up(0.0, -3.0, math.pi / 2, 0.0))
    with pytest.raises(DomainError, match="no circular orbits"):
        photon_orbit(Minkowski_metric(R4_rect), R4_rect, 1, 2)
