"""The bridge to SymPy: what goes over comes back the same, and SymPy's own operations apply."""

import math
from fractions import Fraction

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

import scmpy as s
from scmpy.generic.numbers import ExactComplex
from scmpy.structure.tuples import map_leaves

from ..tables import evaluated, refusals

sympy = pytest.importorskip("sympy")
x, y, t, p, q = s.symbols("x y t p q")
X, Y, T = sympy.symbols("x y t")
f, g = s.literal_functions("f g")
H = s.literal_function("H", "(-> (UP Real (UP Real Real) (DOWN Real Real)) Real)")
G = s.literal_function("G", "(-> (X Real Real) Real)")
state = s.up(t, s.up(x, y), s.down(p, q))

EXPRESSIONS = evaluated(__file__, "bridge.txt", "bridge: expressions", globals())


def comes_back(value):
    """Has the round trip an equal canonical form, which prints the same?"""
    back = s.from_sympy(s.to_sympy(value))
    assert s.equivalent(back, value).verdict == "equal", (value, back)
    assert set(s.variables_in(s.simplify(back))) == set(s.variables_in(s.simplify(value)))


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_round_trip(expression):
    comes_back(expression)


# --- random expressions ------------------------------------------------------------------------------------------


def _compound(inner):
    structured = st.builds(lambda a, b, c: s.up(a, s.up(b, c), s.down(p, a)), inner, inner, inner)
    derivatives = st.sampled_from([H, *(s.partial(*path)(H) for path in ((0,), (1, 0), (2, 1)))])
    second = st.sampled_from([s.partial(1, 1)(s.partial(0)(H)), s.partial(2, 0)(s.partial(2, 0)(H))])
    mixed = st.sampled_from([G, s.partial(0)(G), s.partial(0)(s.partial(1)(G)), (s.partial(1) ** 2)(G)])
    return st.one_of(
        st.builds(s.add, inner, inner),
        st.builds(s.mul, inner, inner),
        st.builds(lambda a, b: a / (s.exp(b) + b), inner, leaves),
        st.builds(s.expt, inner, st.integers(1, 3)),
        st.builds(lambda u: s.sin(u), inner),
        st.builds(lambda u: s.exp(u), inner),
        st.builds(lambda h, u: h(u), st.sampled_from([f, g, s.D(f), (s.D**2)(g)]), inner),
        st.builds(lambda h, a, b: h(a, b), mixed, inner, inner),
        st.builds(lambda h, a: h(a), derivatives | second, structured),
    )


leaves = st.sampled_from([x, y, t, s.symbols("k", positive=True), s.symbols("n", integer=True)])
numbers = st.sampled_from([2, Fraction(-1, 3)])  # SymPy takes floats out of exp, rounded
expressions = st.recursive(leaves | numbers, _compound, max_leaves=5)


@given(expressions)
def test_random_expressions_come_back(expression):
    back = s.from_sympy(s.to_sympy(expression))
    assert s.simplify(back) == s.simplify(expression) or s.equivalent(back, expression).verdict == "equal"
    assert set(s.variables_in(s.simplify(back))) == set(s.variables_in(s.simplify(expression)))


def test_the_round_trip_proves_itself():
    with pytest.raises(AssertionError):
        assert s.from_sympy(s.to_sympy(s.D(f)(x)) + 1) == s.D(f)(x)
    assert s.from_sympy(s.to_sympy(s.partial(0)(G)(x, y))) != s.partial(1)(G)(x, y)


# --- symbols and their assumptions -------------------------------------------------------------------------------

FACTS = "real rational integer even odd nonzero nonnegative nonpositive positive negative".split()


@given(st.sets(st.sampled_from(FACTS), max_size=3))
def test_assumptions_go_both_ways(facts):
    try:
        theirs = sympy.Symbol("k", **dict.fromkeys(facts, True))
    except sympy.core.facts.InconsistentAssumptions:
        return
    ours = s.from_sympy(theirs)
    assert facts <= ours.facts
    assert s.to_sympy(ours) == theirs and s.from_sympy(s.to_sympy(ours)) is ours


def test_functions_keep_their_facts_both_ways():
    t, a = s.symbols("t a")
    for facts in ({"positive": True}, {"even": True, "period": a}, {"odd": True, "real": True}):
        function = s.literal_function("f", **facts)
        for value in (function(t), s.D(function)(t)):
            assert s.from_sympy(s.to_sympy(value)) is value
    theirs = sympy.Function("f", positive=True)(X)
    assert s.equivalent(abs(s.from_sympy(theirs)), s.from_sympy(theirs))
    assert s.to_sympy(s.literal_function("f", positive=True)(t)).is_positive


def test_dummies_stay_apart():
    a, b = sympy.Dummy("a"), sympy.Dummy("a", real=True)
    assert s.from_sympy(a) != s.from_sympy(sympy.Dummy("a"))
    assert s.to_sympy(s.from_sympy(a + b)) == a + b


# --- what is no scalar -------------------------------------------------------------------------------------------


def test_structures():
    assert s.to_sympy(s.up(x, y)) == sympy.Matrix([X, Y])
    assert s.to_sympy(s.down(x, y)) == sympy.Matrix([[X, Y]])
    assert s.to_sympy(s.down(s.up(1, 2), s.up(3, 4))) == sympy.Matrix([[1, 3], [2, 4]])
    assert s.to_sympy(s.up(s.down(1, 2), s.down(3, 4))) == sympy.Matrix([[1, 2], [3, 4]])
    assert s.to_sympy(s.up(s.up(1, 2), s.up(3, 4))) == sympy.Array([[1, 2], [3, 4]])
    assert s.to_sympy(s.up(t, s.up(x, y))) == sympy.Tuple(T, sympy.ImmutableMatrix([X, Y]))
    assert s.from_sympy(sympy.Array([[1, X], [3, 4]])) == s.up(s.up(1, x), s.up(3, 4))


STRUCTURES = [
    *(s.up(x), s.up(x, y), s.down(x, 2)),
    *(
        s.up(s.down(1, 2), s.down(3, x)),
        s.down(s.up(1, 2), s.up(3, x)),
        s.up(s.up(1, 2), s.up(3, x)),
        s.down(s.down(x)),
    ),
    s.down(s.up(s.down(1, 2), s.down(3, x)), s.up(s.down(5, 6), s.down(7, y))),
    *(state, s.down(t, s.up(x, s.down(y, 1))), s.up(), s.down(), s.up(s.up(), 1)),
    *(s.up(s.quaternion(1, x, y, t), 2), s.up(s.matrix_by_rows([x, 1], [2, y]), 1), s.up(f, s.down(H, g))),
    *([x, s.up(1, 2)], (s.down(x, y), 1), {x: s.up(x, 1)}),
    *(s.D(H)(state), s.D(s.D(H))(state), s.D(f)(0), s.partial(1, 1)(H)(s.up(0, s.up(1, 2), s.down(3, 4)))),
]


@pytest.mark.parametrize("value", STRUCTURES, ids=repr)
def test_structures_come_back_with_their_ups_and_downs(value):
    back = s.from_sympy(s.to_sympy(value))
    assert back == value and type(back) is type(value)


@pytest.mark.parametrize(
    "q", [s.up(x**2, y), s.down(x**2, y), s.up(s.up(x, 1), s.up(2, x)), s.up(t, s.up(x, x * y))], ids=repr
)
def test_what_acts_on_components_keeps_ups_and_downs(q):
    theirs = s.to_sympy(q)
    assert s.from_sympy(sympy.simplify(theirs)) == q
    assert s.from_sympy(theirs.subs(X, 3)) == map_leaves(lambda u: s.substitute(u, x, 3), q)
    if not isinstance(theirs, sympy.Tuple):
        assert s.from_sympy(theirs.diff(X)) == map_leaves(lambda u: s.from_sympy(sympy.diff(u, X)), q)
        assert s.from_sympy(2 * theirs - theirs) == q
        assert s.equivalent(s.from_sympy(theirs / 2), q / 2)
        assert s.from_sympy(theirs.func(*theirs.args)) == q


def test_what_does_not_act_on_components_is_a_matrix():
    column, row = s.to_sympy(s.up(x, y)), s.to_sympy(s.down(p, q))
    for theirs in (column.T, column * row, row.T, s.to_sympy(s.down(s.up(1, 2), s.up(3, 4))) * column, column + row.T):
        assert s.is_matrix(s.from_sympy(theirs)), theirs
    assert s.equivalent(s.from_sympy(row * column), s.matrix_by_rows([p * x + q * y]))


def test_the_matrix_of_a_linear_map_acts_as_the_map():
    jacobian = s.D(lambda v: s.up(v[0] * v[1], s.sin(v[0])))(s.up(x, y))
    theirs = s.to_sympy(jacobian) * s.to_sympy(s.up(p, q))
    assert s.equivalent(s.from_sympy(theirs) * s.up(1), jacobian * s.up(p, q))


def test_matrices_and_quaternions():
    m = s.matrix_by_rows([x, 1], [2, y])
    for value in (m, s.quaternion(1, x, y, t)):
        assert s.from_sympy(s.to_sympy(value)) == value
    assert s.from_sympy(sympy.Matrix([[X, 1], [2, Y]])) == m
    assert s.add(sympy.Matrix([[X, 1], [2, Y]]), m) == m + m


def test_functions():
    assert s.to_sympy(f) == sympy.Function("f")
    assert s.from_sympy(sympy.Function("f")) == f
    assert s.from_sympy(sympy.sin) is s.sin
    assert s.to_sympy(lambda a, b: a * b)(X, Y) == X * Y
    assert s.to_sympy(s.D(f))(X) == sympy.Function("f")(X).diff(X)
    assert s.from_sympy(sympy.Lambda((X, Y), X - Y))(3, t) == s.add(3, s.negate(t))
    for function in (f, H, s.D(f), (s.D**2)(f)):
        assert s.from_sympy(s.to_sympy(function)) == function
    assert s.to_sympy(H)(T, X, Y, *sympy.symbols("p q")) == s.to_sympy(H(state))
    with pytest.raises(s.ScmpyError, match="arguments of open type"):
        s.to_sympy(s.literal_function("L", "(-> (UP* Real) Real)"))
    with pytest.raises(s.ScmpyError, match="the operator D"):
        s.to_sympy(s.D)
    with pytest.raises(s.ScmpyError, match="name of an operation"):
        s.from_sympy(sympy.Function("sin")(X))


def test_functions_of_one_name_and_different_arguments_stay_apart():
    of_pair = s.literal_function("F", "(-> (UP Real Real) Real)")
    of_two = s.literal_function("F", "(-> (X Real Real) Real)")
    comes_back(of_pair(s.up(x, y)) - of_two(x, y))


def test_series():
    theirs = s.series_to_sympy(s.series(1, y, 3), x, 3)
    assert theirs == 1 + Y * X + 3 * X**2 + sympy.O(X**3)
    ours = s.from_sympy(sympy.sin(X).series(X, 0, 4))
    assert [ours[n] for n in range(4)] == [0, 1, 0, Fraction(-1, 6)]
    with pytest.raises(s.ScmpyError, match=r"known up to O\(x\*\*4\)"):
        ours[4]
    with pytest.raises(s.ScmpyError, match="depends on x"):
        s.to_sympy(s.series(1, x))


def test_constants():
    assert s.to_sympy(s.from_sympy(sympy.pi)) == sympy.pi
    assert s.to_sympy(s.from_sympy(sympy.E)) == sympy.E
    assert s.from_sympy(1 + 2 * sympy.I) == ExactComplex(1, 2)
    assert s.from_sympy(-sympy.oo) == -math.inf and s.to_sympy(math.inf) == sympy.oo
    assert math.isnan(s.from_sympy(sympy.nan))
    assert s.to_sympy(s.from_sympy(sympy.EulerGamma)) == sympy.EulerGamma
    for refused in (sympy.zoo, sympy.Float("1e400"), sympy.MatrixSymbol("A", 2, 2), sympy.Interval(0, 1), sympy.O(X)):
        with pytest.raises(s.ScmpyError):
            s.from_sympy(refused)


OBJECTS = evaluated(__file__, "bridge.txt", "bridge: objects", globals())


@pytest.mark.parametrize("theirs", OBJECTS)
def test_what_scmpy_has_no_operation_for_comes_back_as_it_was(theirs):
    assert s.to_sympy(s.from_sympy(theirs)) == theirs


def test_such_objects_are_literal_functions():
    area = s.from_sympy(sympy.Integral(sympy.exp(sympy.sin(X)), (X, 0, T)))
    assert s.to_sympy(s.substitute(area, t, y**2)) == sympy.Integral(sympy.exp(sympy.sin(X)), (X, 0, Y**2))
    gamma = s.from_sympy(sympy.gamma)
    assert s.to_sympy(s.D(gamma)(x**2)) == sympy.gamma(X**2) * sympy.polygamma(0, X**2)
    assert s.literal_function("gamma")(x) != s.from_sympy(sympy.gamma(X))


def test_functions_that_scmpy_writes_by_others():
    for name in "coth acot asec acsc acoth re im".split():
        theirs = getattr(sympy, name)(X)
        for point in (sympy.Rational(5, 2), sympy.Rational(-7, 2)):
            found = s.to_sympy(s.from_sympy(theirs)).subs(X, point)
            assert abs(sympy.N(found - theirs.subs(X, point), 30)) < 1e-20, (name, point)


def test_derivatives_that_are_not_of_literal_functions_are_done():
    F = sympy.Function("G")
    assert s.equivalent(s.from_sympy(sympy.Derivative(sympy.sin(X), X)), s.cos(x))
    assert s.equivalent(s.from_sympy(sympy.Derivative(F(X, X**2), X)), s.D(lambda u: G(u, u**2))(x))
    assert s.equivalent(s.from_sympy(F(X, X).diff(X)), s.D(lambda u: G(u, u))(x))


# --- SymPy's operations ------------------------------------------------------------------------------------------


def test_sympy_works_on_expressions():
    assert sympy.integrate(x**2 * y, x) == X**3 * Y / 3
    assert sympy.solve(x**2 - 4, x) == [-2, 2]
    assert sympy.limit(s.sin(x) / x, x, 0) == 1
    assert sympy.simplify(s.sin(x) ** 2 + s.cos(x) ** 2) == 1
    assert sympy.latex(s.up(x, y)) == sympy.latex(sympy.Matrix([X, Y]))
    assert sympy.ccode(x**2) == "pow(x, 2)"
    assert sympy.lambdify([x, y], x**2 * y)(3, 2) == 18
    for value in (s.up(x, y**2), s.down(s.up(x, 1), s.up(y, x * y)), s.matrix_by_rows((x, y), (1, 2)), s.up()):
        computed = sympy.lambdify([x, y], value)(3.0, 2.0)
        assert numpy.array_equal(computed, sympy.lambdify([x, y], s.to_sympy(value))(3.0, 2.0))


def test_via_sympy():
    k, m, position = s.symbols("k", positive=True), s.symbols("m", positive=True), s.literal_function("x")
    equation = m * s.D(s.D(position))(t) + k * position(t)
    solution = s.via_sympy(sympy.dsolve)(equation, position(t)).operands[1]
    residual = m * s.D(s.D(lambda u: s.substitute(solution, t, u)))(t) + k * solution
    assert s.equivalent(residual, 0).verdict == "equal"
    assert s.via_sympy(sympy.integrate)(x * s.sin(x), (x, 0, y)) == s.from_sympy(sympy.sin(Y) - Y * sympy.cos(Y))
    assert s.via_sympy(sympy.solve)([x + y - 1, x - y], [x, y]) == {x: Fraction(1, 2), y: Fraction(1, 2)}
    assert s.via_sympy(sympy.solve)(x**2 - y, x, dict=True) == [{x: -s.sqrt(y)}, {x: s.sqrt(y)}]
    assert s.via_sympy(sympy.solveset)(x**2 - 1, x) == {-1, 1}
    assert s.via_sympy(sympy.limit)(s.sin(x) / x, x, 0) == 1
    assert s.via_sympy(sympy.ccode)(x**2) == "pow(x, 2)"
    assert s.equivalent(s.via_sympy(sympy.integrate)(s.up(x**2, 1), x), s.up(x**3 / 3, x))
    assert s.via_sympy(sympy.solve)(s.up(x + y - 3, x - y - 1), s.up(x, y)) == {x: 2, y: 1}
    assert s.equivalent(s.via_sympy(sympy.Poly)((x - 1) ** 2, x), (x - 1) ** 2)
    assert s.via_sympy(sympy.lambdify)([x, y], x * y)(2, 3) == 6


test_what_sympy_cannot_do_is_an_error_of_ours = refusals(__file__, "bridge", globals())


def test_a_power_series_of_theirs_is_a_function():
    ours = s.from_sympy(sympy.exp(X).series(n=3))
    assert [s.D(ours)[n] for n in range(2)] == [1, 1] and ours(3)[2] == s.div(9, 2)


def test_a_series_known_to_an_order_is_shown_and_goes_back():
    known = s.via_sympy(sympy.series)(s.sin(x), x, 0, 3)
    assert repr(known) == "(series 0 1 0 ...)" and repr(known + known) == "(series 0 2 0 ...)"
    assert s.to_sympy(known) == X + sympy.O(X**3)


def test_sympy_values_are_scalars():
    a = sympy.Symbol("a")
    assert s.equivalent(s.sin(a) + x, s.sin(s.symbols("a")) + x)
    assert s.equivalent(s.D(s.square)(a), 2 * s.symbols("a"))
    assert s.equivalent(s.up(1, 2) * a, s.up(s.symbols("a"), 2 * s.symbols("a")))


# --- size --------------------------------------------------------------------------------------------------------


def test_shared_parts_are_converted_once():
    e = x
    for _ in range(60):
        e = s.sin(e) * s.cos(e)
    back = s.from_sympy(s.to_sympy(e))
    assert s.to_sympy(back) == s.to_sympy(e)


@pytest.mark.slow
def test_deep_expressions():
    e = x
    for _ in range(10_000):
        e = f(e)
    assert s.from_sympy(s.to_sympy(e)) is e
    e = x
    for _ in range(10_000):
        e = s.sin(e)
    with pytest.raises(s.ScmpyError, match="nested too deeply"):
        s.to_sympy(e)
