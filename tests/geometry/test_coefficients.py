"""A symbol that is named as a coordinate is a constant: where it stands in a coefficient there is a warning."""

import io
import warnings

import pytest

from scmpy import *
from scmpy.errors import ScmpyWarning
from scmpy.scheme import Session

a, b, x, y = symbols("a b x y")
plane = make_chart("x y", name="plane")
X, Y = plane.coordinates()
d_dx, d_dy = plane.vector_basis()
dx, dy = plane.form_basis()


def curved(c):
    return dx @ dx + sin(c) ** 2 * (dy @ dy)


def as_function(c):
    return lambda u, v: dx(u) * dx(v) + sin(c) ** 2 * dy(u) * dy(v)


def of_components(c):
    return components_to_metric(down(down(1, 0), down(0, sin(c) ** 2)), plane.basis())


MEANT_OTHERWISE = {
    "a sum of tensor products": lambda c: Ricci_scalar(curved(c), plane)(plane.point(a, b)),
    "a function of fields": lambda c: Ricci_scalar(as_function(c), plane)(plane.point(a, b)),
    "components": lambda c: Ricci_scalar(of_components(c), plane)(plane.point(a, b)),
    "components, at the point (x, y)": lambda c: Ricci_scalar(of_components(c), plane)(plane.point(x, y)),
    "at numbers": lambda c: Ricci_scalar(as_function(c), plane)(plane.point(1, 2)),
    "a vector field": lambda c: commutator(c * d_dy, d_dx)(Y)(plane.point(a, b)),
    "a vector field divided": lambda c: commutator(d_dy / c, d_dx)(Y)(plane.point(a, b)),
    "a form": lambda c: d(c * dy)(d_dx, d_dy)(plane.point(a, b)),
    "a form of a sum": lambda c: d(c * (dy + dx))(d_dx, d_dy)(plane.point(a, b)),
    "components of a vector field": lambda c: basis_components_to_vector_field(up(c, 1), down(d_dx, d_dy)),
    "components by another frame": lambda c: basis_components_to_vector_field(up(c, 1), down(d_dx + d_dy, d_dy)),
    "components of a form": lambda c: basis_components_to_one_form_field(down(c, 1), up(dx, dy)),
    "components in a chart": lambda c: components_to_vector_field(up(c, 1), plane),
    "components of a form in a chart": lambda c: components_to_1form_field(down(c, 1), plane),
    "a form of rank 2": lambda c: (c * wedge(dx, dy))(d_dx, d_dy)(plane.point(a, b)),
}


@pytest.mark.parametrize("compute", MEANT_OTHERWISE.values(), ids=MEANT_OTHERWISE)
def test_a_symbol_named_as_a_coordinate(compute):
    with pytest.warns(ScmpyWarning, match=r"the symbol x in .* is a constant, and no coordinate x of plane"):
        compute(x)
    compute(X)  # the coordinate
    compute(a)  # a constant


def test_a_warning_that_the_user_has_made_an_error_is_raised_as_it_is():
    with warnings.catch_warnings():
        warnings.simplefilter("error", ScmpyWarning)
        with pytest.raises(ScmpyWarning, match="the symbol x"):
            x * d_dy


def test_what_is_no_mistake():
    """Points and fields at points, places as tuples, symbols of other charts, unknown functions of coordinates."""
    m, f = plane.point(x, y), literal_function("f")
    metric = dx @ dx + f(X) ** 2 * (dy @ dy)
    Ricci_scalar(metric, plane)(m)
    Ricci_scalar(metric, plane)(up(x, y))
    (X * d_dy)(Y)(m)
    Levi_Civita(metric, plane)(X * d_dy)(d_dx)(Y)(m)
    (x * R2_polar.vector_basis()[0])(R2_polar.coordinates()[0])(R2_polar.point(1, 1))
    geodesic_equation(R1_rect, plane, Levi_Civita(metric, plane))(
        lambda t: plane.point(literal_function("x")(t), literal_function("y")(t))
    )


def test_the_warning_is_told_at_the_line_of_the_user():
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        x * d_dy
    assert [w.filename for w in caught] == [__file__]


def test_a_session_prints_it_once():
    out = io.StringIO()
    session = Session(stdout=out)
    session.run("(define-coordinates (up x y) R2-rect) (define (g u v) (+ (* (dx u) (dx v)) (* 'y (dy u) (dy v))))")
    assert out.getvalue() == ""
    for _ in range(3):
        session.run("(define v (* 'x d/dy)) (((Laplacian g (coordinate-system->basis R2-rect)) x) (up 1 2))")
    lines = out.getvalue().splitlines()
    assert len(lines) == 2
    assert lines[0].startswith(
        ";Warning: the symbol x in the vector field (* x d/dy) is a constant, and no coordinate x"
    )
    assert lines[1].startswith(";Warning: the symbol y in the metric g is a constant, and no coordinate y of R2-rect")
