"""Points, lines, planes, circles and spheres: incidence, motions and coordinates."""

import math
import random

import pytest

import scmpy
from scmpy import *

from ..tables import refusals

ALGEBRAS = {PGA2: 2, PGA3: 3, CGA2: 2, CGA3: 3}


@pytest.mark.parametrize(("algebra", "n"), ALGEBRAS.items(), ids=str)
def test_points_and_their_motions(algebra, n):
    place, moved = up(*symbols("x y z")[:n]), up(*symbols("a b c")[:n])
    point = ga_point(algebra, place)
    assert equivalent(ga_coordinates(point), place)
    assert equivalent(ga_coordinates(sandwich(ga_translator(algebra, moved), point)), place + moved)
    assert ga_coordinates(ga_origin(algebra)) == up(*[0] * n)


@pytest.mark.parametrize(("algebra", "n"), ALGEBRAS.items(), ids=str)
def test_planes_hold_their_points(algebra, n):
    source = random.Random(1)
    for _ in range(5):
        normal = up(*(source.randint(-3, 3) for _ in range(n)))
        place = up(*(source.randint(-3, 3) for _ in range(n)))
        offset = -scmpy.dot_product(normal, place)
        plane, point = ga_plane(algebra, normal, offset), ga_point(algebra, place)
        other = ga_plane(algebra, normal, offset + 1)
        if algebra in (PGA2, PGA3):
            assert plane ^ point == 0 != other ^ point
        else:
            assert plane | point == 0 != other | point


def test_rotations_about_lines_are_counterclockwise():
    place = up(1.0, 2.0, 3.0)
    for axis, rotation in ((up(0, 0, 1), Rz), (up(1, 0, 0), Rx)):
        line = ga_line(ga_origin(PGA3), ga_point(PGA3, axis))
        turned = ga_coordinates(sandwich(ga_rotor(0.5, line), ga_point(PGA3, place)))
        assert all(abs(p - q) < 1e-14 for p, q in zip(turned, rotation(0.5)(place), strict=True))
    off_origin = ga_line(ga_point(PGA3, up(1, 0, 0)), ga_point(PGA3, up(1, 0, 1)))
    turned = ga_coordinates(sandwich(ga_rotor(math.pi / 2, off_origin), ga_point(PGA3, up(2.0, 0.0, 0.0))))
    assert all(abs(p - q) < 1e-14 for p, q in zip(turned, (1, 1, 0), strict=True))


def test_meet_and_join_of_points_and_planes():
    P, Q, R = (ga_point(PGA3, up(*x)) for x in ((1, 0, 0), (0, 1, 0), (0, 0, 1)))
    plane = join(join(P, Q), R)
    assert all(plane ^ X == 0 for X in (P, Q, R))
    line = ga_line(ga_origin(PGA3), ga_point(PGA3, up(1, 1, 1)))
    assert ga_coordinates(meet(line, plane)) == up(*[scmpy.div(1, 3)] * 3)


def test_spheres_and_circles():
    S = ga_sphere(CGA3, up(1, 2, 3), 2)
    assert S * S == 4
    assert S | ga_point(CGA3, up(3, 2, 3)) == 0
    T = ga_translator(CGA3, up(1, 1, 1))
    assert sandwich(T, S) == ga_sphere(CGA3, up(2, 3, 4), 2)
    circle = wedge(*(ga_point(CGA2, up(*x)) for x in ((1, 0), (0, 1), (-1, 0))))
    assert circle ^ ga_point(CGA2, up(scmpy.div(3, 5), scmpy.div(4, 5))) == 0
    assert circle ^ ga_point(CGA2, up(1, 1)) != 0
    assert ga_line(*(ga_point(CGA2, up(*x)) for x in ((0, 0), (1, 1)))) ^ ga_point(CGA2, up(7, 7)) == 0
    P, Q = ga_point(CGA3, up(1, 2, 3)), ga_point(CGA3, up(4, 6, 3))
    assert scmpy.div(-25, 2) == P | Q  # half the square of the distance, negative


def test_scaling():
    P = sandwich(ga_dilator(CGA3, 2.5), ga_point(CGA3, up(1.0, 2.0, 3.0)))
    assert all(abs(p - q) < 1e-13 for p, q in zip(ga_coordinates(P), (2.5, 5, 7.5), strict=True))


test_errors = refusals(__file__, "models", globals())
