"""Charts and points: transitions, domains, and errors that name what was mixed."""

import math

import pytest

from scmpy import *
from scmpy.errors import ChartError, DomainError, WrongTypeError
from scmpy.structure.tuples import leaves
from scmpy.symbolic.simplify import display_form

a, b, c = symbols("a b c")

CHARTS = [
    *(R1_rect, R2_rect, R2_polar, R3_rect, R3_cyl, R3_spherical, R4_rect, R4_cyl, Euler_angles, alternate_angles),
    *(S1_circular, S1_tilted, S1_slope, S1_gnomic, spacetime_rect, spacetime_sphere),
    *(S2_spherical, S2_tilted, S2_stereographic, S2_gnomic, S2p_spherical, S2p_tilted, S2p_stereographic, S2p_gnomic),
    *(S3_spherical, S3_tilted, S3_stereographic, S3_gnomic),
]


@pytest.mark.parametrize("system", CHARTS, ids=str)
def test_point_and_chart_are_inverse(system):
    coordinates = up(0.7, 0.3, 1.1, 0.4)[: system.dimension] if system.dimension > 1 else 0.7
    m = point(system)(coordinates)
    assert chart(system)(m) == coordinates
    again = system.from_manifold(system.to_manifold(coordinates))
    assert leaves(again) == pytest.approx(leaves(coordinates))


def test_transitions_go_through_the_representation():
    assert str(chart(R2_polar)(R2_rect.point(a, b))) == "(up (sqrt (+ (expt a 2) (expt b 2))) (atan b a))"
    assert str(chart(R3_rect)(R3_cyl.point(a, b, c))) == "(up (* a (cos b)) (* a (sin b)) c)"
    r, theta, phi = chart(R3_spherical)(R3_rect.point(1.0, 2.0, 2.0))
    assert (r, theta, phi) == pytest.approx((3, math.acos(2 / 3), math.atan2(2, 1)))


def test_representation_of_a_rotation_is_its_matrix_by_columns():
    m = Euler_angles.point(a, b, c)
    columns = up(*symbols("x y z")) * 0 + manifold_point_representation(m)[2]
    assert str(columns) == str(up(*(row[2] for row in Euler_to_M(up(a, b, c)).rows)))


def test_points_are_equal_whatever_chart_made_them():
    assert R2_polar.point(2, 0) == R2_rect.point(2, 0)
    assert R2_polar.point(a, b) == R2_rect.point(a * cos(b), a * sin(b))
    assert S2_spherical.point(a, b) == S2_spherical.point(-a, b + pi) != S2_spherical.point(a, b + pi)
    assert R2_rect.point(a, cosh(b) ** 2 - sinh(b) ** 2) == R2_rect.point(a, 1)
    assert R2_rect.point(a, b) != R2_rect.point(b, a)
    assert R2_rect.point(1, 2) != R3_rect.point(1, 2, 3)
    assert len({R2_polar.point(2, 0), R2_rect.point(2, 0)}) == 1


@pytest.mark.parametrize(
    ("system", "coordinates", "name"),
    [
        (Euler_angles, up(0, a, b), "theta"),
        (Euler_angles, up(0.0, 1.0, 2.0), "theta"),
        (Euler_angles, up(math.pi, 1.0, 2.0), "theta"),
        (Euler_angles, up(acos(1), a, b), "theta"),
        (R3_spherical, up(1, 0, a), "theta"),
        (R3_spherical, up(0, a, b), "r"),
        (R3_cyl, up(0, a, b), "r"),
        (R2_polar, up(0.0, b), "r"),
    ],
    ids=str,
)
def test_singular_coordinates_are_read_back_and_come_from_nowhere_else(system, coordinates, name):
    m = point(system)(coordinates)
    assert chart(system)(m) == coordinates
    with pytest.raises(DomainError, match=rf"{name} = .* chart {system.name}"):
        system.regular(coordinates)


def test_symbolic_and_regular_coordinates_are_accepted():
    assert point(Euler_angles)(up(a, 0, 0)) == Euler_angles.point(a, 0, 0)
    assert Euler_angles.point(-0.5, 0, 0).manifold is SO3
    assert R2_polar.point(1e-300, 0) == R2_rect.point(1e-300, 0)
    assert Euler_angles.point(math.inf, 0, 0).manifold is SO3


def test_a_point_that_a_chart_does_not_reach():
    origin = R2_rect.point(0, 0)
    with pytest.raises(DomainError, match="off the chart R2-polar"):
        chart(R2_polar)(origin)
    with pytest.raises(DomainError, match="off the chart R3-spherical"):
        chart(R3_spherical)(R3_rect.point(0, 0, 1))
    with pytest.raises(DomainError, match="off the chart R3-spherical"):
        chart(R3_spherical)(R3_rect.point(0, 0, 0))


@pytest.mark.parametrize(
    "wrong", [up(a), up(a, b, c), down(a, b), a, 3, up(a, up(b, c)), up(a, "b"), "up", up(a, sin), None], ids=str
)
def test_coordinates_that_do_not_fit(wrong):
    with pytest.raises(ChartError, match=r"R2-rect expects up\(2\)"):
        point(R2_rect)(wrong)


def test_vectors_are_coordinates_too():
    assert point(R2_rect)([1, 2]) == R2_rect.point(1, 2)


@pytest.mark.parametrize(
    ("m", "text"),
    [
        (R2_polar.point(a, b), "((point R2-polar) (up a b))"),
        (make_manifold_point(up(3, 4), R2, "no chart", up(5, 0)), "(manifold-point R2 (up 3 4))"),
        (S3_stereographic.point(1, 2, 2), "((point S3-stereographic) (up 1 2 2))"),
        (make_chart("u v", "torus").point(a, b), "((point torus) (up a b))"),
        (transfer_point(S2, R3)(S2_stereographic.point(2, 2)), "(manifold-point R3 (up 4/9 4/9 7/9))"),
    ],
    ids=str,
)
def test_a_point_shows_what_makes_it(m, text):
    assert str(display_form(m)) == text


def test_one_dimension_has_scalar_coordinates():
    (s,) = the_real_line.coordinates("s")
    (d_ds,) = the_real_line.vector_basis("s")
    f = literal_manifold_function("f", R1_rect)
    assert str((s * d_ds)(f)(R1_rect.point(a))) == "(* a ((D f) a))"
    with pytest.raises(ChartError, match="one real scalar as coordinate"):
        R1_rect.point(up(a))


@pytest.mark.parametrize(
    "operation", [point, chart, literal_vector_field, literal_manifold_function], ids=lambda f: f.__name__
)
def test_what_is_not_a_chart(operation):
    arguments = ("f", 3) if "literal" in operation.__name__ else (3,)
    with pytest.raises(WrongTypeError, match="expects a coordinate system such as R2-rect"):
        operation(*arguments)


def test_wrong_number_of_names():
    with pytest.raises(ChartError, match="R2-rect has 2 coordinates, got 3 names: x y z"):
        R2_rect.coordinates("x y z")
    with pytest.raises(WrongTypeError):
        R2_rect.coordinates(3)


M = symbols("M")
REGIONS = {
    "outside Schwarzschild's horizon": (lambda c: Schwarzschild_metric(c, 2 * M), "M > 0, r > 2 M, 0 < theta < pi", 1),
    "inside it": (lambda c: Schwarzschild_metric(c, 2 * M), "M > 0, 0 < r < 2 M, 0 < theta < pi", -1),
    "of a charge": (
        lambda c: Reissner_Nordstrom_metric(c, 2 * M, a),
        "r > 0, 1 - 2 M / r + a^2 / r^2 > 0, 0 < theta < pi",
        1,
    ),
    "between its horizons": (
        lambda c: Reissner_Nordstrom_metric(c, 2 * M, a),
        "r > 0, r^2 - 2 M r + a^2 < 0, 0 < theta < pi",
        -1,
    ),
    "between Kerr's horizons": (lambda c: Kerr_metric(c, M, a), "r > 0, r^2 - 2 M r + a^2 < 0, 0 < theta < pi", -1),
    "outside Kerr's ergosphere": (
        lambda c: Kerr_metric(c, M, a),
        "M > 0, r > 0, r^2 - 2 M r + a^2 > 0, r^2 - 2 M r + a^2 cos(theta)^2 > 0, 0 < theta < pi",
        1,
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize(("make", "where", "sign"), REGIONS.values(), ids=REGIONS)
@pytest.mark.parametrize("signature", (1, -1))
def test_signs_follow_from_a_region(make, where, sign, signature):
    region = restrict_chart(spacetime_sphere, where)
    metric = signature * make(region)
    e = Gram_Schmidt(region, metric)
    m = region.point(*symbols("t r theta phi"))
    assert "abs" not in str(e[0](chart(region))(m))
    squares = [simplify(metric(v, v)(m)) for v in e[:3]]
    assert squares == [-sign * signature, sign * signature, signature]


def test_regions():
    half = restrict_chart(R2_polar, "r > 0, 0 < theta < pi")
    part = restrict_chart(half, "r < 2")
    assert R2_polar.point(1, 1).coordinates(part) == up(1, 1) and part.point(1, 1) == R2_rect.point(cos(1), sin(1))
    assert chart(half)(R2_polar.point(a, b)) == up(a, b)
    for wrong in ((1, 4), (-1, 1), (3, 1)):
        with pytest.raises(DomainError, match="is outside the region of the chart R2-polar where"):
            part.point(*wrong)
    ring = restrict_chart(make_chart("u"), "u mod 2 pi")
    assert ring.point(0.5) == ring.point(0.5 - 4 * math.pi) != ring.point(3.5)
    for same in ("0 < θ < π, -∞ < φ < ∞, φ mod 2π", "0 < theta < pi, -inf < phi < inf, phi mod 2 pi"):
        system = restrict_chart(S2_spherical, same)
        assert [str(x.expression) for x in system.region][-1] == "(sin theta)" and len(system.region) == 4
        assert system.point(1.0, 0.5) == system.point(1.0, 0.5 + 4 * math.pi)
    assert str(restrict_chart(R2_polar, "r > r_+ > 0").region[0].expression) == "(+ r (* -1 r_plus))"
    for wrong in ("r > 2, r < 1", "r > r", "r = 2", "psi mod 2", "theta mod 0", "theta mod a"):
        with pytest.raises(DomainError):
            restrict_chart(R2_polar, wrong)
