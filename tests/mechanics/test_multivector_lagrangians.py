"""Spherical pendulums with bivectors for coordinates: P. Joot's multivector Lagrangian, for up to three masses.

One mass, the examples and the slips stand in transcripts/geometric-algebra.

Source: Peeter Joot, Spherical polar pendulum for one and multiple masses, and multivector Euler-Lagrange formulation
(2009); the numbers in brackets are those of its equations.
"""

import math

import pytest

from scmpy import *

e1, e2, e3 = VGA3.vectors
t, g = symbols("t g")
lengths, masses = symbols("l_1 l_2 l_3"), symbols("m_1 m_2 m_3")


def turned(j, theta):
    """exp(j theta), for a unit bivector j."""
    return cos(theta) + j * sin(theta)


def plane(phi):
    """The unit bivector of the vertical plane at an angle phi (48)."""
    return e3 * e1 * turned(e1 * e2, phi)


def row(k, theta, j):
    """A_k, with which the velocity of a mass about that above is A_k (theta', j') (32)."""
    return lengths[k] * j * turned(j, theta), lengths[k] * sin(theta)


def dagger(x):
    return reversion(x) if hasattr(x, "terms") else x


def kinetic_energy(thetas, js, theta_rates, j_rates):
    """Theta'^dagger Q Theta' / 2 (37), as the multivector it is."""
    n = len(thetas)
    rows = [row(k, theta, j) for k, (theta, j) in enumerate(zip(thetas, js, strict=True))]
    total = 0
    for r in range(n):
        for c in range(n):
            mu = sum(masses[max(r, c) : n])
            left, right = (theta_rates[r], -j_rates[r]), (theta_rates[c], j_rates[c])
            for i in (0, 1):
                for k in (0, 1):
                    total = total + left[i] * (mu * (dagger(rows[r][i]) * rows[c][k])) * right[k]
    return total / 2


def scalar_kinetic_energy(thetas, js, theta_rates, j_rates):
    """The expansion in scalars (82), with the sines and cosines of its last two terms put right."""
    n = len(thetas)
    total = 0
    for k in range(n):
        mu = sum(masses[k:n])
        total = total + mu * lengths[k] ** 2 / 2 * (
            theta_rates[k] ** 2 - sin(thetas[k]) ** 2 * dot(j_rates[k], j_rates[k])
        )
    for b in range(n):
        for a in range(b):
            sa, ca, sb, cb = sin(thetas[a]), cos(thetas[a]), sin(thetas[b]), cos(thetas[b])
            pair = theta_rates[a] * theta_rates[b] * (ca * cb * dot(js[a], js[b]) - sa * sb)
            pair = pair + sa * sb * dot(j_rates[a], j_rates[b])
            pair = pair + sb * ca * theta_rates[a] * dot(js[a], j_rates[b])
            pair = pair + sa * cb * theta_rates[b] * dot(js[b], j_rates[a])
            total = total - sum(masses[b:n]) * lengths[a] * lengths[b] * pair
    return total


def angle_kinetic_energy(local):
    """The expansion (82) with the products of the planes by angles (83), the sign of j_a . j_b' put right."""
    _, (thetas, phis), (theta_rates, phi_rates) = local
    n = len(thetas)
    total = 0
    for k in range(n):
        turning = theta_rates[k] ** 2 + (sin(thetas[k]) * phi_rates[k]) ** 2
        total = total + sum(masses[k:n]) * lengths[k] ** 2 / 2 * turning
    for b in range(n):
        for a in range(b):
            sa, ca, sb, cb = sin(thetas[a]), cos(thetas[a]), sin(thetas[b]), cos(thetas[b])
            s, c = sin(phis[a] - phis[b]), cos(phis[a] - phis[b])
            pair = (
                -theta_rates[a] * theta_rates[b] * (ca * cb * c + sa * sb) - sa * sb * phi_rates[a] * phi_rates[b] * c
            )
            pair = pair - sb * ca * theta_rates[a] * phi_rates[b] * s + sa * cb * theta_rates[b] * phi_rates[a] * s
            total = total - sum(masses[b:n]) * lengths[a] * lengths[b] * pair
    return total


def dot(a, b):
    return scalar_part(dot_product(a, b))


def in_angles(local):
    """The arguments of the kinetic energy from angles (up theta phi) and their rates."""
    _, (theta, phi), (theta_rate, phi_rate) = local
    planes = [plane(angle) for angle in phi]
    rates = [D(plane)(angle) * rate for angle, rate in zip(phi, phi_rate, strict=True)]
    return list(theta), planes, list(theta_rate), rates


def in_vectors(local):
    """The kinetic energy from the places of the masses."""
    _, q, v = local

    def places(q):
        at, found = up(0, 0, 0), []
        for k, (theta, phi) in enumerate(zip(*q, strict=True)):
            at = at + lengths[k] * up(sin(theta) * cos(phi), sin(theta) * sin(phi), cos(theta))
            found.append(at)
        return up(*found)

    velocities = D(places)(q) * v
    return sum(m * square(velocity) for m, velocity in zip(masses, velocities, strict=False)) / 2


def state(n):
    def some(name):
        return up(*[symbols(f"{name}_{k}") for k in range(1, n + 1)])

    return up(t, up(some("theta"), some("phi")), up(some("thetadot"), some("phidot")))


@pytest.mark.parametrize("n", [1, 2, 3])
def test_the_kinetic_energy_is_that_of_the_angles(n):
    local = state(n)
    whole = kinetic_energy(*in_angles(local))
    assert equivalent(whole, in_vectors(local))  # no other grades either: it is a scalar
    assert equivalent(scalar_kinetic_energy(*in_angles(local)), in_vectors(local))
    assert equivalent(angle_kinetic_energy(local), in_vectors(local))


@pytest.mark.parametrize("n", [1, 2])
def test_the_velocity_gradient_has_no_factor_3(n):
    """(76): the gradient of K by j_a' is the bivector of Theta'^dagger Q (0, 1); it is printed with a factor 3."""
    thetas, rates = symbols(" ".join(f"theta_{k}" for k in range(n))), symbols(" ".join(f"w_{k}" for k in range(n)))
    thetas, rates = (x if isinstance(x, tuple) else (x,) for x in (thetas, rates))
    js = [plane(symbols(f"phi_{k}")) for k in range(n)]
    j_rates = [literal_multivector(f"b{k}", VGA3, 2) for k in range(n)]
    for a in range(n):

        def energy(b, a=a):
            return scalar_part(kinetic_energy(thetas, js, rates, [*j_rates[:a], b, *j_rates[a + 1 :]]))

        rows = [row(k, theta, j) for k, (theta, j) in enumerate(zip(thetas, js, strict=True))]
        product = 0
        for r in range(n):
            mu = sum(masses[max(r, a) : n])
            for left, x in zip((rates[r], -j_rates[r]), rows[r], strict=True):
                product = product + left * (mu * (dagger(x) * rows[a][1]))
        assert equivalent(D(energy)(j_rates[a]), grade_part(product, 2))
        assert equivalent(D(energy)(j_rates[a]), 3 * grade_part(product, 2)).verdict == "different"


@pytest.mark.parametrize("n", [1, 2, 3])
@pytest.mark.parametrize("energy", [kinetic_energy, scalar_kinetic_energy], ids=["(37)", "(82)"])
@pytest.mark.slow
def test_the_equations_of_bivectors_are_those_of_angles(n, energy):
    """(73) with the multipliers of (37): along the plane's own motion, where these drop out, it is the angle's equation."""

    def potential(theta):
        return g * sum(sum(masses[k:n]) * lengths[k] * cos(theta[k]) for k in range(n))

    def L_of_bivectors(local):
        _, (theta, j), (theta_rate, j_rate) = local
        return scalar_part(energy(list(theta), list(j), list(theta_rate), list(j_rate))) - potential(theta)

    def L_of_angles(local):
        return in_vectors(local) - potential(local[1][0])

    theta = up(*[literal_function(f"theta_{k}") for k in range(n)])
    phi = up(*[literal_function(f"phi_{k}") for k in range(n)])
    by_theta, by_plane = Lagrange_equations(L_of_bivectors)(
        lambda t: up(theta(t), up(*[plane(angle(t)) for angle in phi]))
    )(t)
    expected = Lagrange_equations(L_of_angles)(lambda t: up(theta(t), phi(t)))(t)
    assert equivalent(by_theta, expected[0])
    along = down(*[dot(E, D(plane)(angle(t))) for E, angle in zip(by_plane, phi, strict=True)])
    assert equivalent(along, expected[1])

    def L_by_angles(local):
        return angle_kinetic_energy(local) - potential(local[1][0])

    assert equivalent(Lagrange_equations(L_by_angles)(lambda t: up(theta(t), phi(t)))(t), expected)


def test_a_multiplier_is_needed_for_the_vertical_too():
    """Of the equation for j what is left beside the plane's motion is along j, and along e12, which (18) provides for."""
    theta, phi = literal_function("theta"), literal_function("phi")

    def L(local):
        _, (theta, j), (theta_rate, j_rate) = local
        return scalar_part(kinetic_energy([theta], [j], [theta_rate], [j_rate]))

    _, equation = Lagrange_equations(L)(lambda t: up(theta(t), plane(phi(t))))(t)
    j, moving = plane(phi(t)), partial(0)(plane)(phi(t))
    left = equation + dot(equation, j) * j + dot(equation, moving) * moving
    assert simplify(left - left["e12"] * e1 * e2) == 0


def test_places_of_a_state_have_the_blades_of_their_grades():
    """A particle at e1 that moves along e2, of a Lagrangian whose value is the square of vectors."""
    a, b = symbols("a b")
    local = up(t, a * e1, b * e2)
    L, H = (lambda s, sign=sign: (square(s[2]) + sign * g * square(s[1])) / 2 for sign in (-1, 1))
    assert simplify(Lagrangian_to_acceleration(L)(local) + g * a * e1) == 0
    assert simplify(Hamiltonian_to_state_derivative(H)(local)) == simplify(up(1, b * e2, -g * a * e1))
    for legendre in Lagrangian_to_Hamiltonian(L), H, Lagrangian_to_energy(L):
        assert simplify(legendre(local) - (b**2 + g * a**2) / 2) == 0
    assert simplify(Hamiltonian_to_Lagrangian(H)(local) - (b**2 - g * a**2) / 2) == 0
    start = up(0.0, 1.0 * e1 + 0.0 * e2, 0.0 * e1 + 1.0 * e2)
    unit = lambda s: (square(s[2]) + square(s[1])) / 2  # noqa: E731
    place = state_advancer(Hamiltonian_to_state_derivative, unit)(start, 1.0, 1e-12)[1]
    assert (place["e1"], place["e2"]) == pytest.approx((math.cos(1), math.sin(1)))
