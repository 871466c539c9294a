"""Hypersurfaces, shells, congruences and slices: identities by value, and answers of the literature."""

import itertools
import math

import pytest

from scmpy import *
from scmpy.errors import ChartError, DivisionByZeroError, DomainError, WrongTypeError

M, a = symbols("M a")


def values(tensor, place, known=None):
    return [float(substitute(x, known or {})) for x in tensor.components(place)]


def embedding(target, function, source):
    return compose(point(target), function, chart(source))


WARPED = metric_from_line_element("-(2 + x^2) dt^2 + (1 + y^2) dx^2 + dy^2/(2 + z^2) + e^x dz^2 + t dx dy/9")
SURFACES = {
    "timelike": lambda q: up(q[0], q[1] + q[2] * q[0] / 5, q[2], q[0] * q[1] / 3 + q[2] ** 2),
    "spacelike": lambda q: up(sin(q[0]) / 9 + q[1] * q[2] / 8, *q),
}


@pytest.mark.slow
@pytest.mark.parametrize(("name", "sign"), {"timelike": 1, "spacelike": -1}.items())
def test_gauss_and_codazzi(name, sign):
    """By value: R'_ijkl = R_ijkl + n.n (K_ik K_jl - K_il K_jk), K_ij|k - K_ik|j = R_nijk."""
    target, q, N = WARPED.basis.chart, up(0.3, 0.4, 0.7), range(3)
    mu = embedding(target, SURFACES[name], R3_rect)
    h, K = (f(WARPED, target, mu, R3_rect) for f in (induced_metric, extrinsic_curvature))
    tangents = [[float(x) for x in D(SURFACES[name])(q)[i]] for i in N]
    n = [float(x) for x in unit_normal(WARPED, target, mu, R3_rect)(chart(target))(R3_rect.point(q))]
    metric, R = (values(T, SURFACES[name](q)) for T in (WARPED, Riemann_lowered(WARPED, target)))

    def applied(T, *vectors):
        indices = itertools.product(range(4), repeat=len(vectors))
        return sum(
            x * math.prod(v[i] for v, i in zip(vectors, key, strict=True)) for x, key in zip(T, indices, strict=True)
        )

    assert applied(metric, n, n) == pytest.approx(sign)
    assert [applied(metric, n, E) for E in tangents] == pytest.approx([0] * 3)
    inner, k = values(Riemann_lowered(h, R3_rect), q), [values(K, q)[3 * i : 3 * i + 3] for i in N]
    slopes = values(index_notation("T_ijk = K_ij;k - K_ik;j", {"K": K}, h, R3_rect), q)
    bent = [sign * (k[i][p] * k[j][r] - k[i][r] * k[j][p]) for i, j, p, r in itertools.product(N, repeat=4)]
    outer = [applied(R, *E) for E in itertools.product(tangents, repeat=4)]
    assert inner == pytest.approx([x + y for x, y in zip(outer, bent, strict=True)])
    assert slopes == pytest.approx([applied(R, n, *E) for E in itertools.product(tangents, repeat=3)])


@pytest.mark.slow
def test_a_static_shell_around_a_mass():
    """Lightman, Press, Price, Teukolsky, Problem Book, 21.11: the density and the pressure of a shell of radius a."""
    shell, f, there, known = make_chart("t theta phi"), 1 - 2 * M / a, up(0.0, 1.1, 0.3), {M: 0.4, a: 3.0}
    found = []
    for rate, mass in ((sqrt(f), M), (1, 0)):
        metric = Schwarzschild_metric(spacetime_sphere, 2 * mass)
        mu = embedding(spacetime_sphere, lambda q, rate=rate: up(q[0] / rate, a, q[1], q[2]), shell)
        found.append([f(metric, spacetime_sphere, mu, shell) for f in (induced_metric, extrinsic_curvature)])
    (h, outside), (same, inside) = found
    assert values(h, there, known) == pytest.approx(values(same, there, known))
    S = values(shell_stress(h, shell, -outside, -inside, 8 * math.pi), there, known)  # normals inwards
    root = math.sqrt(1 - 0.8 / 3)
    assert S[0] == pytest.approx((1 - root) / (12 * math.pi))
    assert S[4] / 9 == pytest.approx(((1 - 0.4 / 3) / root - 1) / (24 * math.pi))


def test_normals_have_a_side_and_null_hypersurfaces_have_none():
    sphere = embedding(R3_spherical, lambda q: up(a, q[0], q[1]), S2_spherical)
    space = coordinate_system_to_metric(R3_spherical)
    n = unit_normal(space, R3_spherical, sphere, S2_spherical)
    assert simplify(n(R3_spherical.coordinates()[0])(S2_spherical.point(*symbols("theta phi")))) in (1, a / abs(a))
    flat, null = Minkowski_metric(R4_rect), embedding(R4_rect, lambda q: up(q[0], q[0], q[1], q[2]), R3_rect)
    for ask in (extrinsic_curvature, unit_normal):
        with pytest.raises(DivisionByZeroError, match="the hypersurface is null"):
            value = ask(flat, R4_rect, null, R3_rect)
            value.components(up(1, 2, 3)) if ask is extrinsic_curvature else value(chart(R4_rect))(
                R3_rect.point(1, 2, 3)
            )
    with pytest.raises(WrongTypeError, match="a chart of 3 dimensions"):
        extrinsic_curvature(flat, R4_rect, null, R2_rect)
    with pytest.raises(ChartError, match="has points as values"):
        induced_metric(flat, R4_rect, lambda m: 1, R3_rect).components(up(1, 2, 3))


@pytest.mark.slow
def test_raychaudhuri():
    """u^c theta_;c = - B_ab B^ba - R_ab u^a u^b + div a, with B of the parts, for a field that shears and turns."""
    (t, x, y, z), chart_, place = WARPED.basis.chart.coordinates(), WARPED.basis.chart, up(0.3, 0.4, 0.7, 0.2)
    field = sum((f * e for f, e in zip((2 + y, x * z / 3, t * y, z), chart_.vector_basis(), strict=True)))
    u = (1 / sqrt(-WARPED(field, field))) * field
    parts = dict(congruence(WARPED, chart_, u))
    theta, sigma, omega, acceleration = (parts[x] for x in ("expansion", "shear", "vorticity", "acceleration"))
    tensors = {"x": theta, "s": sigma, "w": omega, "a": acceleration, "u": u, "R": Ricci(WARPED, chart_)}
    whole = "u^c x_;c + 1/3 x x + s_ab s^ab - w_ab w^ab + R_ab u^a u^b - a_b;c g^bc"
    assert abs(index_notation(whole, tensors, WARPED, chart_)(place)) < 1e-10
    for text in ("s_a^a", "s_ab u^a u^b", "w_ab s^ab", "a_b u^b"):
        assert abs(index_notation(text, tensors, WARPED, chart_)(place)) < 1e-12
    for text in ("s_ab u^b", "w_ab u^b"):
        assert max(map(abs, index_notation(text, tensors, WARPED, chart_).components(place))) < 1e-12
    assert float(index_notation("w_ab w^ab", tensors, WARPED, chart_)(place)) > 1e-4
    assert theta(place) == pytest.approx(divergence(WARPED, chart_)(u)(place))
    with pytest.raises(DomainError, match="a field of square 1 or -1"):
        congruence(WARPED, chart_, field)
    hole = metric_from_line_element("-(1 - 2 M/r) dt^2 + dr^2/(1 - 2 M/r) + r^2 dOmega^2")
    with pytest.raises(DomainError, match=r"is \(2 M - r\) / .*; \(restrict-chart .* conditions\) states signs"):
        congruence(hole, hole.basis, orthonormalize(hole.basis, hole).vectors[0])


@pytest.mark.slow
def test_the_surface_gravity_of_kerr():
    """Wald 12.5.3: kappa = sqrt(M^2 - a^2)/(2 M r+), of d/dt + a/(2 M r+) d/dphi, the same all over the horizon."""
    spin, plus = 0.6, 1.8
    metric, e = Kerr_metric(spacetime_sphere, 1, spin), spacetime_sphere.vector_basis()
    kappa = surface_gravity(metric, spacetime_sphere, e[0] + spin / (2 * plus) * e[3])
    found = [kappa(up(0.0, plus, theta, 0.0)) for theta in (0.4, 1.1, 1.6)]
    assert found == pytest.approx([0.8 / (2 * plus)] * 3, rel=1e-6)
    with pytest.raises(DomainError, match=r"a place on the horizon, where the square of .* is 0"):
        kappa(up(0.0, plus + 1e-3, 1.1, 0.0))
    M, a, theta = symbols("M a theta")
    plus, charged = M + sqrt(M**2 - a**2), Reissner_Nordstrom_metric(spacetime_sphere, 2 * M, a)
    turning = surface_gravity(Kerr_metric(spacetime_sphere, M, a), spacetime_sphere, e[0] + a / (plus**2 + a**2) * e[3])
    found = up(turning(up(0, plus, theta, 0)), surface_gravity(charged, spacetime_sphere, e[0])(up(0, plus, 1, 0)))
    root = "(sqrt (+ (expt M 2) (* -1 (expt a 2))))"
    assert (
        scheme_text(found).split()
        == (
            f"(up (/ {root} (abs (+ (* 2 (expt M 2)) (* 2 M {root}))))"
            f" (/ {root} (abs (+ (* 2 (expt M 2)) (* 2 M {root}) (* -1 (expt a 2))))))"
        ).split()
    )


def test_slices_of_painleve_and_gullstrand():
    """Flat slices with the shift of the free fall: K_rr and the trace of Martel, Poisson, Am. J. Phys. 69 (2001) 476."""
    metric = metric_from_line_element("-dt^2 + (dr + v(r) dt)^2 + r^2 dOmega^2", spacetime_sphere)
    split, place = dict(ADM_split(metric, spacetime_sphere)), up(*symbols("t r theta phi"))
    r, v = symbols("r"), literal_function("v")
    assert split["lapse"](place) == 1
    assert str(split["shift"](chart(spacetime_sphere))(spacetime_sphere.point(place))) == "(up 0 (v r) 0 0)"
    K = simplify(up(*split["extrinsic-curvature"].components(place)))
    assert simplify(up(K[5] + D(v)(r), K[10] + r * v(r))) == up(0, 0)
    flat = split["metric"].components(place)
    assert simplify(up(flat[5], flat[10], flat[6])) == up(1, r**2, 0)
