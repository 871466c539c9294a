"""Taylor series of solutions and the integration by them."""

import math

import pytest

import scmpy as s
from scmpy.errors import ScmpyError, WrongTypeError
from scmpy.generic.elementary import RECORDS
from scmpy.numerics.compile.ir import GraphBuilder
from scmpy.numerics.ode.taylor import order_of, real_functions, series, without_powers

from .systems import double_pendulum

INNER = {"acosh": lambda x: 1.5 + x}


def coefficients(f, x, order):
    """Of the solution of x' = f(x), with the time beside."""
    graph = s.compile_function(lambda state: s.up(1, f(state[1])), s.up(0.25, x)).whole
    return series(graph, real_functions(), float)([0.25, x], order)[1]


def _along(f, derivative):
    return lambda x: derivative(x) * f(x)


def lie(f, x, order):
    """The same by derivatives: (f d/dx)^k x / k!."""
    term, found = s.identity, []
    for k in range(order + 1):
        found.append(float(term(x)) / math.factorial(k))
        term = _along(f, s.D(term))
    return found


FUNCTIONS = {
    name: lambda x, record=record: record.operation(INNER.get(record.name, s.identity)(x)) * x + 0.1
    for name, record in RECORDS.items()
    if record.arity == 1 and record.kind == "analytic" and record.real is not None
} | {
    "powers": lambda x: x**7 - x**-5 + x**2.5 - x**-1.5 + x**4.25 - 3 ** (x / 2) + 0 * x,
    "products": lambda x: s.sin(x) * x * 3 * x - x * (2 * x * -s.sin(x)) + x * x * s.sin(x) * s.cos(x),
    "power of itself": lambda x: s.expt(x, x),
    "atan2": lambda x: s.atan(s.sin(x), x * x + 1),
    "quotients": lambda x: (1 + x * x) / (2 - x) / 3 - 5 / x,
    "magnitude": lambda x: s.magnitude(x - 2) * x,
}


WITHOUT_SERIES = {
    "gamma-function": "the derivatives of polygamma have no end of further functions",
    "log-gamma": "the derivatives of polygamma have no end of further functions",
    "zeta-function": "the derivatives of zeta-derivative have no end of further functions",
}


@pytest.mark.parametrize("name", [name for name in FUNCTIONS if name not in WITHOUT_SERIES])
def test_series(name):
    assert coefficients(FUNCTIONS[name], 0.5, 5) == pytest.approx(lie(FUNCTIONS[name], 0.5, 5), rel=1e-12, abs=1e-13)


@pytest.mark.parametrize(("name", "why"), WITHOUT_SERIES.items())
def test_functions_without_series_are_refused(name, why):
    """The error says why, and which method integrates it: that does."""
    advancer = s.state_advancer(lambda: lambda x: s.up(1, FUNCTIONS[name](x[1])))
    start = s.up(0.0, 0.5)
    with pytest.raises(WrongTypeError, match=f"no series by recurrences, as {why}: .* such as dop853, integrates it"):
        advancer(start, 0.1, method="taylor")
    assert advancer(start, 0.1, 1e-10, method="dop853")[1] == pytest.approx(
        advancer(start, 0.1, 1e-12, method="dop853")[1], rel=1e-8
    )


def test_whole_powers_of_zero():
    assert coefficients(lambda x: x**6 + 1, 0.0, 7) == pytest.approx([0, 1, 0, 0, 0, 0, 0, 1 / 7])


def test_a_power_with_an_exponent_that_changes():
    draft = GraphBuilder()
    a, b = draft.unknowns(2)
    names = [x.name for x in without_powers(draft.schedule([a, b], [a**b, a**-6, a**2.5])).operations]
    assert names.count("power") == 1
    assert "log" in names


def test_products_of_the_same_factors_are_one():
    draft = GraphBuilder()
    a, b, c = draft.unknowns(3)
    found = without_powers(draft.schedule([a, b, c], [a * b * (3 * c), (c * a) * b, -(b * 2.0) * c * a]))
    assert [x.name for x in found.operations].count("*") == 4


@pytest.mark.parametrize("tolerance", [1e-6, 1e-9, 1e-13])
def test_it_agrees_with_dop853(tolerance):
    derivative, start = s.Lagrangian_to_state_derivative(double_pendulum), s.up(0.0, s.up(0.5, -0.3), s.up(0.0, 0.0))
    mine = s.trajectory(derivative, start, 10.0, tolerance, "taylor")
    theirs = s.trajectory(derivative, start, 10.0, 1e-13)
    for t in (0.77, 3.1, 10.0):
        assert list(mine(t)[1]) == pytest.approx(list(theirs(t)[1]), abs=20 * tolerance)
    back = s.trajectory(derivative, mine(10.0), 0.0, tolerance, "taylor")
    assert list(back(0.0)[1]) == pytest.approx([0.5, -0.3], abs=100 * tolerance)


def test_the_order_goes_with_the_error():
    assert [order_of(math.log(x)) for x in (1e-3, 1e-12, 1e-16)] == [10, 20, 25]


def test_series_with_gaps():
    """x' = 4 t^3 x at t = 0 has three coefficients of four equal to 0: the last ones say nothing."""
    end = s.state_advancer(lambda: lambda x: s.up(1, 4 * s.cube(x[0]) * x[1]))(s.up(0.0, 1.0), 1.5, 1e-12, "taylor")
    assert end[1] == pytest.approx(math.exp(1.5**4), rel=1e-11)
    end = s.state_advancer(lambda: lambda x: s.up(1, 3 * x[0] ** 2))(s.up(0.0, 1.0), 5.0, 1e-12, "taylor")
    assert end[1] == pytest.approx(126, rel=1e-14)


def test_where_a_solution_ends():
    with pytest.raises(ScmpyError, match="has no series") as failed:
        s.state_advancer(lambda: lambda x: s.up(1, s.sqrt(x[0])))(s.up(0.0, 0.0), 3.0, method="taylor")
    assert failed.value.time == 0


@pytest.mark.filterwarnings("ignore:.*runs as it is")
def test_what_has_no_code_has_no_series():
    strange = s.state_advancer(lambda: lambda x: s.up(1, math.sin(float(x[1]))))
    with pytest.raises(WrongTypeError, match="a derivative that is compiled"):
        strange(s.up(0.0, 0.5), 1.0, method="taylor")
