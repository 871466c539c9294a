"""Vector fields and one-forms: what they do to functions, their arithmetic, and the charts that they carry."""

import gc
import weakref

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scmpy import *
from scmpy.errors import (
    ArityError,
    ChartError,
    DivisionByZeroError,
    DomainError,
    ScmpyError,
    StructureError,
    WrongTypeError,
)
from scmpy.geometry.basis import coordinate_bindings
from scmpy.geometry.manifold import ManifoldFunction

from ..tables import evaluated, refusals

a, b, k = symbols("a b k")
x, y = R2_rect.coordinates("x y")
d_dx, d_dy = R2_rect.vector_basis("x y")
dx, dy = R2_rect.form_basis("x y")
r, phi = R2_polar.coordinates("r phi")
d_dr, d_dphi = R2_polar.vector_basis("r phi")
dr, dphi = R2_polar.form_basis("r phi")
m = R2_rect.point(a, b)
f, g = (literal_manifold_function(name, R2_rect) for name in "fg")
V, W = (literal_vector_field(name, R2_rect) for name in "VW")


def is_zero(value):
    return str(value) in ("0", "(up 0 0)", "(down 0 0)")


def test_names_of_coordinates():
    bound = coordinate_bindings(R2_rect, ("up", "p", "q"))
    assert list(bound) == ["p", "q", "d/dp", "d/dq", "dp", "dq"]
    assert bound["d/dp"](bound["q"] * bound["p"])(m) is b
    assert coordinate_bindings(R2_rect, up(*symbols("p q"))).keys() == bound.keys()
    assert coordinate_bindings(R1_rect, "s").keys() == {"s", "d/ds", "ds"}


def test_fields_print_by_their_making():
    assert str(x * d_dy - y * d_dx) == "(- (* x d/dy) (* y d/dx))"
    assert str(commutator(d_dx, d_dy)) == "(- (* d/dx d/dy) (* d/dy d/dx))"
    assert str(x * dy) == "(* x dy)"


def test_a_vector_field_is_a_derivation():
    assert is_zero((V(f * g) - f * V(g) - g * V(f))(m))
    assert is_zero((V(3 * f + g) - 3 * V(f) - V(g))(m))
    assert is_zero(V(3)(m)) and is_zero(V(k)(m))
    assert is_zero((V(sin(f)) - cos(f) * V(f))(m))


@pytest.mark.parametrize(
    "field",
    [
        V + W,
        V - W,
        3 * V,
        V * 1,
        -V,
        V / k,
        f * V + W / g,
        commutator(V, f * W),
        (lambda m: x(m)) * V,
        V + 0,
        sum([V, W]),
    ],
    ids=str,
)
def test_linear_combinations_and_commutators_are_vector_fields(field):
    assert is_zero((field(f * g) - f * field(g) - g * field(f))(m))
    assert str(field(x)(m)) == str(dx(field)(m))


def test_products_of_fields_compose():
    assert is_zero(((V * W)(f) - V(W(f)))(m))
    assert is_zero(((d_dx * x - x * d_dx)(f) - f)(m))
    assert is_zero(((d_dx**2)(x**3) - 6 * x)(m))


def test_fields_of_different_charts_of_one_manifold_add():
    assert is_zero((x * d_dy - y * d_dx - d_dphi)(f)(m))
    assert is_zero(commutator(x * d_dy - y * d_dx, d_dphi)(f)(m))
    assert str(commutator(d_dx, d_dphi)(f)(m)) == "(((partial 1) f) (up a b))"


def test_tuples_of_fields_functions_and_forms():
    assert str(down(d_dx, d_dy)(x * y)(m)) == "(down b a)"
    assert str(d_dphi(up(x, y))(m)) == "(up (* -1 b) a)"
    assert str(up(dx, dy)(down(d_dx, d_dphi))(m)) == "(up (down 1 (* -1 b)) (down 0 a))"
    assert str((up(a, b) * down(d_dx, d_dy))(x * y)(m)) == "(* 2 a b)"


def test_functions_of_several_kinds_are_differentiated():
    assert str(d_dx(lambda m: up(x(m) ** 2, y(m)))(m)) == "(up (* 2 a) 0)"
    assert is_zero((d_dx(lambda m: lambda t: t * x(m))(m))(k) - k)


def test_components_there_and_back():
    field = components_to_vector_field(lambda q: up(q[0] * q[1], sin(q[0])), R2_rect)
    assert str(vector_field_to_components(field, R2_rect)(up(a, b))) == "(up (* a b) (sin a))"
    assert str(vector_field_to_components(d_dx, R2_polar)(up(a, b))) == "(up (cos b) (/ (* -1 (sin b)) a))"
    form = components_to_1form_field(lambda q: down(q[1], q[0] * q[1]), R2_rect)
    assert str(one_form_field_to_components(form, R2_rect)(up(a, b))) == "(down b (* a b))"


def test_differential_of_a_function():
    assert is_zero((d(f)(V) - V(f))(m))
    assert is_zero((d(x * y) - x * dy - y * dx)(V)(m))
    assert is_zero((d(r) - dr)(V)(m))


def test_one_forms_are_linear_over_functions():
    w = literal_1form_field("w", R2_rect)
    assert is_zero((w(f * V + W) - f * w(V) - w(W))(m))
    assert is_zero(((f * w + dx)(V) - f * w(V) - dx(V))(m))
    assert is_zero((sum([w, -w / 2, -w / 2]))(V)(m))


# --- charts ----------------------------------------------------------------------------------------------------


def test_what_is_made_in_one_chart_takes_coordinate_tuples():
    q = up(a, b)
    for function in (
        x,
        x * y,
        sin(x) / y,
        f,
        V(f),
        dx(V),
        commutator(V, W)(f),
        compose(square, x),
        up(x, y),
        R2_rect.map,
    ):
        assert is_zero(function(q) - function(m))


def test_fields_act_on_functions_of_coordinate_tuples():
    q = up(a, b)
    h = literal_function("h", "(-> (UP Real Real) Real)")
    assert str((x * d_dy)(h)(q)) == "(* a (((partial 1) h) (up a b)))"
    assert str(d_dr(lambda q: q[0] ** 2 * q[1])(up(a, b))) == "(* 2 a b)"
    assert is_zero(((V * W - W * V)(h) - commutator(V, W)(h))(q))
    assert is_zero(down(d_dx, d_dy)(h)(q) - D(h)(q))
    assert is_zero(d(h)(V)(q) - V(h)(q))


MIXED = evaluated(__file__, "fields.txt", "fields: mixed", globals())


@pytest.mark.parametrize("function", MIXED)
def test_mixed_charts_have_values_at_points_only(function):
    with pytest.raises(ChartError, match=r"R2-rect and R2-polar|R2-polar and R2-rect"):
        function(up(a, b))


@pytest.mark.parametrize("function", [x * r, d_dx(r), dx(d_dphi), up(x, r)], ids=str)
def test_mixed_charts_at_a_point(function):
    assert function(m) is not None


@pytest.mark.parametrize("place", [up(a), up(a, b, k), down(a, b), a, 3, up(a, up(b, k))], ids=str)
@pytest.mark.parametrize("function", [x, x * y, V(f), d_dx(lambda q: q), dx(V)], ids=str)
def test_places_that_do_not_fit_the_chart(function, place):
    with pytest.raises(ChartError, match="R2-rect expects"):
        function(place)


def test_fields_and_points_of_different_manifolds():
    with pytest.raises(StructureError, match="2 by 2 one-forms"):
        Cartan_to_Christoffel(make_Cartan(dx, R2_rect)).components(up(1, 2))
    with pytest.raises(ChartError, match="R2-polar expects"):  # a manifold is no function of one chart
        components_to_vector_field(R3_rect, R2_polar)(S2)(0.5)
    (d_dz,) = R3_rect.vector_basis("x y z")[2:]
    with pytest.raises(ChartError, match="R2-rect is a chart of R2, got a point of R3"):
        x(R3_rect.point(1, 2, 3))
    with pytest.raises(ChartError, match="R2"):
        (d_dx + d_dz)(x)
    with pytest.raises(ChartError, match="R3"):
        dx(d_dz)


def test_a_field_outside_its_domain():
    theta, _, _ = Euler_angles.coordinates()
    assert theta(up(0, a, b)) == 0
    with pytest.raises(DomainError, match="theta = 0"):
        e_a(theta)(up(0, a, b))
    with pytest.raises(DomainError, match="theta = 0"):
        e_a(theta)(Euler_angles.point(0, a, b))


def test_a_division_by_zero_where_the_chart_is_regular_stays_one():
    theta, phi, _ = Euler_angles.coordinates()
    with pytest.raises(DivisionByZeroError):
        (theta / phi)(up(1, 0, b))
    with pytest.raises(DivisionByZeroError):
        (x / y)(R2_rect.point(a, 0))


test_mistakes_are_reported = refusals(__file__, "fields", globals())


def test_a_form_takes_as_many_fields_as_its_rank():
    with pytest.raises(ArityError, match="takes 1 vector field"):
        dx(d_dx, d_dy)
    with pytest.raises(ArityError, match="d/dx takes one function on R2, got 2"):
        d_dx(x, y)
    with pytest.raises(ArityError, match="x takes one argument, a point or a tuple of coordinates, got 0"):
        x()
    with pytest.raises(WrongTypeError, match="expects a vector field"):
        dx(x)


# --- bases -----------------------------------------------------------------------------------------------------


def test_coordinate_basis():
    basis = coordinate_system_to_basis(R2_polar)
    assert basis_to_dimension(basis) == 2
    q = R2_polar.point(a, b)
    assert str(basis.forms(basis.vectors)(q)) == "(up (down 1 0) (down 0 1))"


def test_dual_of_a_frame():
    frame = down(d_dr, d_dphi / r)
    dual = vector_basis_to_dual(frame, R2_polar)
    assert str(dual(frame)(R2_polar.point(a, b))) == "(up (down 1 0) (down 0 1))"
    assert str(dual(frame)(up(a, b))) == "(up (down 1 0) (down 0 1))"
    assert str(dual(d_dx)(R2_polar.point(a, b))) == "(up (cos b) (* -1 (sin b)))"


def test_dual_in_another_chart_than_the_frame():
    frame = down(d_dr, d_dphi / r)
    dual = vector_basis_to_dual(frame, R2_rect)
    assert str(dual(frame)(R2_polar.point(a, b))) == "(up (down 1 0) (down 0 1))"
    with pytest.raises(ChartError, match="R2-polar and R2-rect"):
        dual(frame)(up(a, b))


@pytest.mark.parametrize("place", [m, up(a, b), up(1, 2), up(1.0, 2.0)], ids=str)
def test_dependent_fields_have_no_dual(place):
    dual = vector_basis_to_dual(down(V, 2 * V) if place is m else down(d_dx, 2 * d_dx), R2_rect)
    with pytest.raises(DivisionByZeroError):
        dual(d_dy)(place)


def test_structure_constants_are_the_components_of_the_brackets():
    frame = down(d_dx + y * d_dy, sin(x) * d_dy)
    basis = make_basis(frame, vector_basis_to_dual(frame, R2_rect))
    constants = structure_constants(basis)(m)
    for i, u in enumerate(frame):
        for k, v in enumerate(frame):
            expansion = sum(constants[j][i][k] * frame[j](f)(m) for j in range(2))
            assert is_zero(simplify(commutator(u, v)(f)(m) - expansion))


def test_structure_constants_of_a_coordinate_basis_vanish():
    assert (
        str(structure_constants(R2_polar.basis())(up(a, b)))
        == "(up (down (down 0 0) (down 0 0)) (down (down 0 0) (down 0 0)))"
    )


# --- laws ------------------------------------------------------------------------------------------------------

numbers = st.integers(-3, 3)
fields = st.builds(lambda i, j, k: i * d_dx + j * x * d_dy + k * y * y * d_dx, numbers, numbers, numbers)


@given(fields, fields, fields)
def test_jacobi_identity(u, v, w):
    cyclic = (commutator(p, commutator(q, s)) for p, q, s in ((u, v, w), (v, w, u), (w, u, v)))
    assert is_zero(simplify(sum(cyclic)(f)(m)))


@given(fields, fields, st.tuples(numbers, numbers))
def test_values_at_numbers_agree_with_values_at_symbols(u, v, place):
    bracket = commutator(u, v)(x * y + x)
    symbolic = vector_field_to_components(commutator(u, v), R2_rect)
    p, q = place
    components = symbolic(up(p, q))
    assert bracket(up(p, q)) == components * down(q + 1, p)
    assert bracket(up(float(p), float(q))) == bracket(up(p, q))


def test_places_are_not_kept():
    place = R2_rect.point(*symbols("one two"))
    V(f)(place)
    reference = weakref.ref(place)
    del place
    for i in range(10):
        V(f)(R2_rect.point(i, i))
    gc.collect()
    assert reference() is None


def test_manifold_functions_know_their_charts():
    assert (x * y).charts == (R2_rect,)
    assert (x * r).charts == (R2_rect, R2_polar)
    assert isinstance(constant_manifold_function(3) * x, ManifoldFunction)


# --- what is refused -------------------------------------------------------------------------------------------

PLANE = coordinate_system_to_metric(R2_rect)
test_what_is_no_argument_is_refused = refusals(__file__, "fields: what is no argument", globals())


def test_a_direction_may_be_rounded_or_unknown():
    for direction in (up(0.6, 0.8, 0), up(*symbols("a b c")), up(cos(1), sin(1), 0)):
        assert general_boost2(direction, 0)(up(1, 2, 3, 4))[0] == 1


@pytest.mark.parametrize(
    "make", [lambda: D, lambda: d(R2_rect.coordinates("x y")[0]), lambda: R2_rect.vector_basis()[0]]
)
def test_an_unknown_function_is_not_applied_to_operators_and_forms(make):
    with pytest.raises(StructureError, match=r"The literal function A expects \(-> Real Real\), got the"):
        literal_function("A")(make())


# --- derivatives at functions on the manifold ------------------------------------------------------------------

A, (R, S) = literal_function("A"), literal_functions("R S", 2)
H = literal_function("H", "(-> (UP Real Real) Real)")
AT_COORDINATES = evaluated(__file__, "fields.txt", "fields: at coordinates", globals())


@pytest.mark.parametrize(("one", "other"), AT_COORDINATES)
def test_derivatives_at_coordinates_are_compositions(one, other):
    for place in (m, up(a, b), R2_polar.point(a, b)):
        assert is_zero(simplify((one - other)(place)))
    assert is_zero(simplify((d_dx(one) - d_dx(other))(m)))
    assert one.charts == (R2_rect,)


def test_derivatives_by_several_coordinates():
    assert D(R)(x, y)(m) == down(d_dx(R(x, y))(m), d_dy(R(x, y))(m))
    assert D(H)(up(x, y))(m) == down(d_dx(H(up(x, y)))(m), d_dy(H(up(x, y)))(m))
    assert simplify(D(lambda s: s[0] * s[1])(up(x, sin(y)))(m)) == down(sin(b), a)
    assert (
        simplify(partial(0)(lambda u, h: h(u))(a, square)) == 2 * a
    )  # a function that is an argument of its own stays one


@pytest.mark.parametrize("value", [sin, D, d_dx, lambda u: u], ids=["sin", "D", "d/dx", "lambda"])
def test_there_is_no_derivative_by_another_function(value):
    with pytest.raises(ScmpyError, match="cannot differentiate by"):
        D(cube)(value)


def test_a_metric_with_functions_of_two_coordinates_and_their_derivatives():
    chart = make_chart("t r")
    t, r = chart.coordinates()
    dt, dr = chart.form_basis()
    first = Ricci_scalar(-(dt @ dt) + partial(1)(R)(t, r) ** 2 * (dr @ dr), chart)
    slope = chart.vector_basis()[1](R(t, r))
    second = Ricci_scalar(-(dt @ dt) + slope**2 * (dr @ dr), chart)
    assert is_zero(simplify((first - second)(chart.point(a, b))))
