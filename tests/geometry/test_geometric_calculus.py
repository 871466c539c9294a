"""The vector derivative of fields of multivectors: against the exterior calculus and the connection, by value."""

import itertools
import random

import pytest

import scmpy
from scmpy import *

from ..tables import refusals


def oblique(u, v):
    """A metric of the plane that is not diagonal."""
    x, y = R2_rect.coordinates("x y")
    dx, dy = R2_rect.form_basis("x y")
    return dx(u) * dx(v) + x * (dx(u) * dy(v) + dy(u) * dx(v)) + (2 + x**2 + y**2) * dy(u) * dy(v)


def mostly_minus(u, v):
    return -Minkowski_metric(R4_rect)(u, v)


def moving_frame():
    """A frame of the plane that is neither orthonormal nor that of coordinates."""
    x, y = R2_rect.coordinates("x y")
    d_dx, d_dy = R2_rect.vector_basis("x y")
    dx, dy = R2_rect.form_basis("x y")
    return make_basis(down(d_dx, x * d_dx + (1 + y**2) * d_dy), scmpy.up(dx - x / (1 + y**2) * dy, dy / (1 + y**2)))


#: An algebra, a metric, a basis and a chart, and a place.
SPACES = {
    "polar": (VGA2, coordinate_system_to_metric(R2_polar), R2_polar, R2_polar, (1.3, 0.4)),
    "spherical": (VGA3, coordinate_system_to_metric(R3_spherical), R3_spherical, R3_spherical, (1.3, 0.7, 0.2)),
    "sphere": (VGA2, scmpy.S2_metric, S2_spherical, S2_spherical, (0.7, 0.2)),
    "oblique": (VGA2, oblique, R2_rect, R2_rect, (0.6, -0.3)),
    "moving frame": (VGA2, oblique, moving_frame(), R2_rect, (0.6, -0.3)),
    "time negative": (geometric_algebra(3, 1), Minkowski_metric(R4_rect), R4_rect, R4_rect, (0.3, 0.1, -0.2, 0.5)),
    "time positive": (STA, mostly_minus, R4_rect, R4_rect, (0.3, 0.1, -0.2, 0.5)),
    "black hole": (
        geometric_algebra(3, 1),
        scmpy.Schwarzschild_metric(spacetime_sphere, 1.0),
        spacetime_sphere,
        spacetime_sphere,
        (0.3, 5.0, 0.7, 0.2),
    ),
}


def some_function(chart, source):
    """A function on the manifold, without a symmetry."""
    x = chart.coordinates()
    waves = sin(sum((source.uniform(-1, 1) * a for a in x), source.uniform(-1, 1)))
    return waves + sum(source.uniform(-1, 1) * a * b for a, b in itertools.pairwise((*x, x[0])))


def some_form(chart, rank, source):
    if not rank:
        return some_function(chart, source)
    return sum(some_function(chart, source) * wedge(*w) for w in itertools.combinations(chart.form_basis(), rank))


def some_field(algebra, chart, source):
    return sum(some_function(chart, source) * blade for blade in scmpy.basis_blades(algebra))


def close(a, b, algebra):
    """Are two multivectors of floats the same?"""
    difference = a - b + 0 * algebra.I
    assert max(abs(x) for x in difference.terms.values()) < 1e-9 * (
        1 + max(map(abs, (a + 0 * algebra.I).terms.values()))
    )


@pytest.mark.parametrize("name", SPACES)
@pytest.mark.slow
def test_its_parts_are_the_exterior_derivative_and_the_codifferential(name):
    """nabla ^ W = dw, and nabla . W = (-1)^(n (p + 1)) s * d * w with the sign s of det g, which is minus delta w."""
    algebra, metric, basis, chart, numbers = SPACES[name]
    source, place, n = random.Random(name), chart.point(*numbers), algebra.dimension
    sign = (-1) ** algebra.signature[1]
    nabla, outer, inner = (
        vector_derivative(algebra, metric, basis, *product) for product in ((), (wedge2,), (left_contraction,))
    )
    of_form, star = form_field_to_multivector_field(algebra, metric, basis), star_d_star(metric, basis)
    for rank in range(n + 1):
        w = some_form(chart, rank, source)
        W = of_form(w)
        whole = nabla(W)(place)
        close(whole, outer(W)(place) + inner(W)(place), algebra)
        close(grade_part(whole, rank + 1) if rank < n else 0, outer(W)(place), algebra)
        if rank < n:
            close(outer(W)(place), of_form(d(w))(place), algebra)
        if rank:
            close(inner(W)(place), (-1) ** (n * (rank + 1)) * sign * of_form(star(w))(place), algebra)
        back = multivector_field_to_form_field(algebra, metric, basis, rank)(W + 0)
        fields = chart.vector_basis()
        for chosen in itertools.combinations(fields, rank) if rank else ():
            assert abs(back(*chosen)(place) - w(*chosen)(place)) < 1e-9 * (1 + abs(w(*chosen)(place)))


@pytest.mark.parametrize("name", SPACES)
def test_it_is_that_of_the_metric_s_connection(name):
    algebra, metric, basis, chart, numbers = SPACES[name]
    source, place = random.Random(name), chart.point(*numbers)
    D, landed = multivector_covariant_derivative(algebra, metric, basis), Levi_Civita(metric, chart)
    of_vector = vector_field_to_multivector_field(algebra, metric, basis)
    u, v = (sum(some_function(chart, source) * e for e in chart.vector_basis()) for _ in range(2))
    close(D(u)(of_vector(v))(place), of_vector(landed(u)(v))(place), algebra)
    back = multivector_field_to_vector_field(algebra, metric, basis)(of_vector(v))
    f = some_function(chart, source)
    assert abs(back(f)(place) - v(f)(place)) < 1e-9
    F, G = some_field(algebra, chart, source), some_field(algebra, chart, source)
    close(D(u)(F * G)(place), D(u)(F)(place) * G(place) + F(place) * D(u)(G)(place), algebra)
    assert D(u)(algebra.I)(place) == 0


@pytest.mark.parametrize("name", ["polar", "oblique", "sphere", "time positive"])
def test_the_curl_of_a_curl_vanishes(name):
    algebra, metric, basis, chart, numbers = SPACES[name]
    place = chart.point(*numbers)
    outer = vector_derivative(algebra, metric, basis, wedge2)
    F = some_field(algebra, chart, random.Random(name))
    if algebra is STA:
        F = F * STA.e0  # any field will do; symbols would take longer
    close(outer(outer(F))(place), 0 * algebra.I, algebra)


def test_gradient_divergence_and_curl_of_space():
    """In spherical coordinates, of unknown functions, by symbols."""
    metric, place = coordinate_system_to_metric(R3_spherical), R3_spherical.point(*symbols("r theta phi"))
    nabla = vector_derivative(VGA3, metric, R3_spherical)
    of_vector = vector_field_to_multivector_field(VGA3, metric, R3_spherical)
    f, *parts = (literal_manifold_function(name, R3_spherical) for name in ("f", "a", "b", "c"))
    v = sum(part * e for part, e in zip(parts, R3_spherical.vector_basis(), strict=True))
    assert equivalent(nabla(f)(place), of_vector(gradient(metric, R3_spherical)(f))(place))
    whole = nabla(of_vector(v))(place)
    assert equivalent(scalar_part(whole), divergence(metric, R3_spherical)(v)(place))
    turning = of_vector(curl(metric, R3_spherical)(v))(place)
    assert equivalent(grade_part(whole, 2), turning * VGA3.I)
    assert equivalent(nabla(nabla(f))(place), scmpy.Laplacian(metric, R3_spherical)(f)(place))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("algebra", "metric"), [(STA, mostly_minus), (geometric_algebra(3, 1), Minkowski_metric(R4_rect))]
)
def test_maxwell_s_equations_are_one(algebra, metric):
    """nabla F = J: its parts are d F = 0 and d * F = * J up to signs, in either signature, of unknown fields."""
    place = R4_rect.point(*symbols("t x y z"))
    E, B = ([literal_manifold_function(f"{name}{i}", R4_rect) for i in "xyz"] for name in "EB")
    F, star = Faraday(*E, *B), Hodge_star(metric, R4_rect)
    of_form = form_field_to_multivector_field(algebra, metric, R4_rect)
    nabla = vector_derivative(algebra, metric, R4_rect)
    whole = nabla(of_form(F))(place)
    assert equivalent(grade_part(whole, 3), of_form(d(F))(place))
    assert equivalent(grade_part(whole, 1), -of_form(star(d(star(F))))(place))
    J = star(d(star(F)))  # for which d * F = * J
    assert equivalent(of_form(star(J))(place), of_form(d(star(F)))(place))
    assert equivalent(whole, of_form(d(F))(place) - of_form(J)(place))  # F is minus the multivector E + I B


def test_maxwell_s_equations_in_components():
    """nabla (E + I B) = J with E = E_k e_k e_0 says what the equations of vectors say."""
    place, derive = R4_rect.point(*symbols("t x y z")), R4_rect.vector_basis()
    E, B = ([literal_manifold_function(f"{name}{i}", R4_rect) for i in "xyz"] for name in "EB")
    e0, *e = STA.vectors
    F = sum(a * (u * e0) for a, u in zip(E, e, strict=True)) + STA.I * sum(
        b * (u * e0) for b, u in zip(B, e, strict=True)
    )
    found = vector_derivative(STA, mostly_minus, R4_rect)(F)(place)

    def turned(v, i):
        j, k = (i + 1) % 3, (i + 2) % 3
        return (derive[1 + j](v[k]) - derive[1 + k](v[j]))(place)

    def spread(v):
        return sum(derive[1 + i](v[i])(place) for i in range(3))

    J = spread(E) * e0 + sum((turned(B, i) - derive[0](E[i])(place)) * e[i] for i in range(3))
    none = spread(B) * e0 + sum((-turned(E, i) - derive[0](B[i])(place)) * e[i] for i in range(3))
    assert equivalent(found, J - STA.I * none)


def test_vacuum_waves_and_charges_are_solutions():
    """A plane wave, and the field of a charge at rest, away from it."""
    t, x, y, z = R4_rect.coordinates("t x y z")
    nabla = vector_derivative(STA, mostly_minus, R4_rect)
    place = R4_rect.point(*symbols("t x y z"))
    e0, e1, e2, _ = STA.vectors
    f = scmpy.literal_function("f")
    wave = f(t - x) * ((e2 * e0) + (e2 * e1))
    assert equivalent(nabla(wave)(place), 0)
    assert equivalent(nabla(f(t + x) * ((e2 * e0) + (e2 * e1)))(place), 0).verdict == "different"
    r = scmpy.sqrt(x**2 + y**2 + z**2)
    charge = (x * e1 + y * e2 + z * STA.e3) * e0 / r**3
    assert equivalent(nabla(charge)(place), 0)


def test_outside_of_a_black_hole_by_symbols():
    """In an orthonormal basis, which says the signs: the waves of a function, and the field of a charge."""
    M, Q = symbols("M Q")
    algebra, metric = geometric_algebra(3, 1), scmpy.Schwarzschild_metric(spacetime_sphere, M)
    place = spacetime_sphere.point(*symbols("t r theta phi"))
    _, r, theta, _ = spacetime_sphere.coordinates()
    d_dt, d_dr, d_dtheta, d_dphi = spacetime_sphere.vector_basis()
    lapse = scmpy.sqrt(1 - M / r)
    frame = down(d_dt / lapse, lapse * d_dr, d_dtheta / r, d_dphi / (r * sin(theta)))
    basis = make_basis(frame, scmpy.vector_basis_to_dual(frame, spacetime_sphere))
    nabla, f = vector_derivative(algebra, metric, basis), scmpy.literal_function("f")
    assert equivalent(nabla(nabla(f(r)))(place), scmpy.Laplacian(metric, spacetime_sphere)(f(r))(place))
    assert equivalent(nabla(Q / r**2 * algebra.e14)(place), 0)
    assert equivalent(nabla(Q / r * algebra.e14)(place), 0).verdict == "different"
    with pytest.raises(scmpy.ScmpyError, match="give an orthonormal basis"):
        vector_derivative(algebra, metric, spacetime_sphere)(f(r))(place)


test_wrong_arguments = refusals(__file__, "geometric calculus", globals())
