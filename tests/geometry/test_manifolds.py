"""The predefined manifolds, families with their patches and coordinate systems, and what a user attaches to them."""

import math

import pytest

from scmpy import *
from scmpy.errors import ChartError, DomainError, WrongTypeError
from scmpy.generic import operations as g
from scmpy.geometry.manifold import Point
from scmpy.scheme import Session

from ..tables import refusals

a, b, c = symbols("a b c")

SPHERES = [
    *(S1_circular, S1_tilted, S1_slope, S1_gnomic),
    *(S2_spherical, S2_tilted, S2_stereographic, S2_gnomic, S2p_spherical, S2p_tilted, S2p_stereographic, S2p_gnomic),
    *(S3_spherical, S3_tilted, S3_stereographic, S3_gnomic),
]


@pytest.mark.parametrize("system", SPHERES, ids=str)
def test_points_of_spheres_are_unit_vectors(system):
    coordinates = typical_coords(system)
    representation = manifold_point_representation(point(system)(coordinates))
    assert len(representation) == system.dimension + 1 == system("embedding-dimension")
    assert simplify(square(representation)) == 1


def test_families():
    assert S2_Riemann is S2_stereographic and the_real_line is R1_rect
    assert coordinate_system_at("stereographic", "north-pole", S2) is S2_stereographic
    assert coordinate_system("rectangular", patch("origin", R3)) is R3_rect
    assert str(patch_names(S2)) == "(south-pole, tilted, north-pole)"
    assert patch("tilted", S2)("name") is symbols("tilted")
    flat = make_manifold(R_n, 5)
    spherical = coordinate_system_at("spherical/cylindrical", "origin", flat)
    assert spherical.names == ("r", "theta", "phi", "w", "x4")
    assert flat is not make_manifold(R_n, 5)
    assert flat.name != make_manifold(R_n, 5).name


def test_coordinates_of_events_have_the_names_of_time_and_space():
    assert spacetime_rect.names == ("t", "x", "y", "z") and spacetime_sphere.names == ("t", "r", "theta", "phi")
    with pytest.raises(ChartError, match=r"\(t x y z\)"):
        spacetime_rect.point(1, 2, 3)


def test_messages():
    assert R3_cyl("dimension") == 3 and R3_cyl("name") is symbols("polar/cylindrical")
    assert S2_spherical("manifold") is S2 and S2("embedding-dimension") == 3
    assert str(R2_polar("coordinate-basis").vectors) == "(down d/dr d/dtheta)"
    with pytest.raises(WrongTypeError, match="the chart R2-rect takes the messages"):
        R2_rect("colour")
    with pytest.raises(WrongTypeError, match="the manifold R2 takes the messages"):
        R2("colour")


def test_a_chart_of_the_users():
    family = specify_manifold("parabolic")
    attach_patch("all", family)

    def parabolic(manifold):
        def to_rectangular(q):
            s, t = q
            return up(s * t, (t**2 - s**2) / 2)

        def from_rectangular(m):
            x, y = m
            r = sqrt(x**2 + y**2)
            return up(sqrt(r - y), sqrt(r + y))

        return to_rectangular, from_rectangular

    attach_coordinate_system("parabolic", "all", family, parabolic, "s t")
    system = coordinate_system_at("parabolic", "all", make_manifold(family, 2))
    assert system.names == ("s", "t")
    m = point(system)(up(1.0, 2.0))
    assert manifold_point_representation(m) == up(2, 1.5)
    s, t = system.coordinates()
    _, d_dt = system.vector_basis()
    assert (s * d_dt)(s * t)(point(system)(up(a, b))) == a * a


def test_transformations_in_the_form_of_the_course(capsys):
    Session().run("""
      (define line-type (specify-manifold 'line))
      (attach-patch 'all line-type)
      (attach-coordinate-system 'doubled 'all line-type
        (lambda (manifold)
          (define (me m)
            (case m
              ((coords->point) (lambda (q) (make-manifold-point (* 2 q) manifold me q)))
              ((point->coords) (lambda (p) (get-coordinates p me (lambda () (/ (manifold-point-representation p) 2)))))
              ((manifold) manifold)))
          me))
      (define line (make-manifold line-type 1))
      (define doubled (coordinate-system-at 'doubled 'all line))
      (define-coordinates s doubled)
      (pe (manifold-point-representation ((point doubled) 'a)))
      (pe ((d/ds (square s)) ((point doubled) 'a)))""")
    assert capsys.readouterr().out.split("\n")[:2] == ["(* 2 a)", "(* 2 a)"]


def test_points_move_to_the_space_around():
    m = transfer_point(S2_spherical, R3_rect)(S2_spherical.point(a, b))
    assert str(chart(R3_rect)(m)) == "(up (* (sin a) (cos b)) (* (sin b) (sin a)) (cos a))"
    assert point_to_manifold(m) is R3
    with pytest.raises(ChartError, match="S2 and R2"):
        transfer_point(S2, R2)
    with pytest.raises(ChartError, match="expects a point of S2"):
        transfer_point(S2, R3)(m)


def test_typical_points():
    coordinates = typical_coords(R3_spherical)
    assert len(set(coordinates)) == 3
    assert str(corresponding_velocities(up(a, b))) == "(up v:a v:b)"


test_mistakes_are_reported = refusals(__file__, "manifolds", globals())


def test_a_point_that_a_projection_does_not_cover():
    with pytest.raises(DomainError, match="off the chart S2-gnomic: the gnomonic projection covers"):
        chart(S2_gnomic)(S2_spherical.point(3.0, 1.0))


@pytest.mark.parametrize(
    "system", [S2_spherical, S2_tilted, S2p_spherical, S3_spherical, R3_spherical, spacetime_sphere]
)
@pytest.mark.parametrize("theta", [0, 0.0, math.pi, -math.pi, 2 * math.pi, 5 * math.pi])
def test_a_point_at_a_pole_is_made_and_read_back(system, theta):
    """What is undefined there is refused when it is asked for: the longitude from elsewhere, what a metric raises."""
    n = len(system.coordinates())
    place = up(*(1 for _ in range(n - 2)), theta, 0.5)
    longitude, across, around = system.coordinates()[-1], *system.vector_basis()[-2:]
    m = system.point(place)
    assert chart(system)(m) == place
    assert longitude(m) == longitude(place) == 0.5
    assert across(longitude)(m) == 0
    assert around(longitude)(place) == 1
    metric, last = coordinate_system_to_metric(system), system.form_basis()[-1]
    assert abs(g.inexact(metric(around, around)(place))) < 1e-29
    for undefined in (metric_invert(metric, system.basis())(last, last), Laplacian(metric, system.basis())(longitude)):
        with pytest.raises(DomainError, match="singular at the poles"):
            undefined(place)


@pytest.mark.parametrize("angles", [(0, 0.5, 0.3), (0, 0, 0.3), (math.pi, 1.0, 0.3), (0, *symbols("b c"))])
def test_the_first_angle_of_the_three_sphere_has_poles_too(angles):
    m = S3_spherical.point(*angles)
    assert chart(S3_spherical)(m) == up(*angles)
    assert abs(g.inexact(manifold_point_representation(m)[3])) == 1
    assert D(compose(chart(S3_spherical), point(S3_spherical)))(up(*angles)) == down(
        up(1, 0, 0), up(0, 1, 0), up(0, 0, 1)
    )
    with pytest.raises(DomainError, match="off the chart"):
        S3_spherical.map(Point.represented(S3, manifold_point_representation(m)))


def test_the_last_angle_of_a_sphere_has_no_poles():
    assert S1_circular.map(S1_circular.point(0)) == 0
    assert S3_spherical.map(S3_spherical.point(1.0, 1.0, 0))[2] == 0
    pole = Point.represented(S3, manifold_point_representation(S3_spherical.point(1.0, 0, 1.0)))
    with pytest.raises(DomainError, match="off the chart"):
        S3_spherical.map(pole)


def test_coordinate_definitions_in_scheme(capsys):
    session = Session()
    session.run("(install-coordinates R2-polar (up 'rr 'aa)) (pe ((* rr (sin aa)) ((point R2-rect) (up 'u 'v))))")
    session.run("(define-coordinates (up s th w) R3-cyl) (pe (coordinate-system->1form-basis R3-cyl))")
    assert capsys.readouterr().out.split("\n")[:2] == ["v", "(up ds dth dw)"]
    assert R2_polar.installed is None and R3_cyl.installed is None


def test_installed_coordinates_give_names_back():
    session = Session()
    session.run("(define x 5) (install-coordinates R2-rect (up 'x 'y)) (install-coordinates R3-rect (up 'x 'y 'z))")
    assert str(session.run("(x ((point R3-rect) (up 'a 'b 'c)))")) == "a"
    session.run("(uninstall-coordinates)")
    assert session.run("x") == 5
    assert str(session.run("(z ((point R3-rect) (up 'a 'b 'c)))")) == "c"
