"""reduced, polynomials as values, rounding of expressions, results shortened by addition theorems, exact pi."""

import math
import pickle
from fractions import Fraction

import numpy
import pytest
import sympy

from scmpy import *
from scmpy import (
    D,
    ceiling,
    cos,
    div,
    equivalent,
    floor,
    from_sympy,
    matrix_by_rows,
    quaternion,
    simplify,
    sin,
    substitute,
    symbols,
    to_sympy,
    truncate,
    up,
)
from scmpy.errors import LimitError
from scmpy.generic.operations import to_nearest
from scmpy.scheme import Session
from scmpy.symbolic.normal_forms import length
from scmpy.symbolic.polynomials import Polynomial
from scmpy.symbolic.printed_form import held
from scmpy.symbolic.simplify import reduced

from ..tables import evaluated

x, y, r = symbols("x y r")
s, c = sin(x), cos(x)


@pytest.mark.parametrize(
    ("value", "text"), evaluated(__file__, "printed.txt", "squares of sines stay factors", globals())
)
def test_squares_of_sines_stay_factors(value, text):
    assert str(held(reduced(value))) == text
    assert equivalent(reduced(value), value).verdict == "equal"


def test_containers_in_tuples_are_simplified_too():
    """They were shown simplified, and held what they were made of."""
    matrix, turn = simplify(up(matrix_by_rows([x + x, x * x]), quaternion(x + x, 1, x * x / x, 0)))
    assert matrix.rows == ((2 * x, x**2),) and list(turn) == [2 * x, 1, x, 0]


@pytest.mark.parametrize(
    ("coefficients", "said"), [([1, 1], "poly:expt: the coefficients"), ([1, 1.0], r"poly:\*: a product")]
)
@pytest.mark.slow
def test_powers_that_would_take_too_long_are_refused(coefficients, said):
    with pytest.raises(LimitError, match=f"^{said}.* more than .*work-limit-multiplier"):
        Polynomial.dense(coefficients) ** 50_000


def test_powers_of_exact_and_inexact_polynomials_agree():
    p, inexact = Polynomial.dense([3, 0, -2]), Polynomial.dense([3.0, 0, -2.0])
    assert p**9 == p**4 * p**5
    assert (p**9).coefficients() == (inexact**9).coefficients()


n = symbols("n", integer=True)
OPERATIONS = {floor: math.floor, ceiling: math.ceil, truncate: math.trunc, to_nearest: round}
NUMBERS = [0, 3, -3, *(Fraction(k, 4) for k in range(-11, 12, 2)), Fraction(5, 2), Fraction(-7, 2), 2.5, -2.5, 1e300]


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda o: o.name)
@pytest.mark.parametrize("value", NUMBERS)
def test_values(operation, value):
    expected = OPERATIONS[operation](value)
    for found in (operation(value), substitute(operation(x), x, value), operation(lambda t: t * 1)(value)):
        assert found == expected
        assert type(found) is (float if isinstance(value, float) else int)


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda o: o.name)
def test_derivatives_of_expressions(operation):
    assert D(operation)(x) == 0
    assert str(D(lambda t: t * operation(t))(y)) == f"({operation.name} y)"


@pytest.mark.parametrize("one, other, same", evaluated(__file__, "printed.txt", "comparisons", globals()))
def test_comparisons(one, other, same):
    assert bool(equivalent(one, other)) is same


def test_what_is_equal_but_not_proved_is_no_difference():
    for one, other in ((to_nearest(x), floor(x + div(1, 2))), (floor(floor(x) / 2), floor(x / 2))):
        assert equivalent(one, other).verdict != "equal"


@pytest.mark.parametrize("operation, name", [(floor, "floor"), (ceiling, "ceiling")])
def test_sympy(operation, name):
    import sympy

    there = to_sympy(operation(x / 2))
    assert there == getattr(sympy, name)(to_sympy(x) / 2)
    assert str(from_sympy(there)) == str(operation(x / 2)) == f"({name} (* 1/2 x))"


@pytest.mark.parametrize("operation", [truncate, to_nearest], ids=lambda o: o.name)
def test_those_that_sympy_has_not_come_back(operation):
    assert from_sympy(to_sympy(operation(x))) == operation(x)


a, b, t, x, y = symbols("a b t x y")
theta, phi = (f(t) for f in literal_functions("theta phi"))

SHORTENED = evaluated(__file__, "printed.txt", "identities in print: shortened", globals())

KEPT = [x**2 + 1, sin(x), sin(x) ** 2, sqrt(x), tan(x) + cot(x) + x, up(1, 2), 0.5 * sin(x)]


@pytest.mark.parametrize(("value", "printed"), SHORTENED)
def test_what_is_shorter_by_addition_theorems(value, printed):
    short = simplify(value, identities_simplify=True)
    assert repr(simplify(short, identities_simplify=True)) == repr(short)
    with setting(identities_simplify=True):
        assert repr(simplify(value)) == printed
    assert equivalent(value, short).verdict == "equal"


@pytest.mark.parametrize("value", KEPT, ids=str)
def test_nothing_gets_longer(value):
    assert length(simplify(value, identities_simplify=True)) <= length(simplify(value))


def test_it_is_off_by_default_and_holds_in_a_session():
    session = Session()
    session.run("(identities-simplify #t)")
    assert str(session.run("(simplify (* (exp 'x) (exp (- 'x))))")) == "1"
    assert str(Session().run("(simplify (* (exp 'x) (exp (- 'x))))")) != "1"


SHOWN = evaluated(__file__, "printed.txt", "exact pi: shown", globals())


@pytest.mark.parametrize(("value", "text"), SHOWN)
def test_in_print(value, text):
    assert repr(simplify(value)) == text


@pytest.mark.parametrize("quarter", range(-5, 6))
@pytest.mark.parametrize("function", [sin, cos, tan, sec, csc, cot])
def test_multiples_of_a_right_angle_are_taken_out_of_sums(function, quarter):
    turned = function(x + quarter * pi / 2)
    assert "π" not in repr(simplify(turned))
    assert equivalent(turned, simplify(turned)).verdict == "equal"


@pytest.mark.parametrize("twelfth", range(-25, 26))
def test_sines_of_parts_of_pi_by_value(twelfth):
    angle = twelfth * pi / 12
    for function, value in ((sin, math.sin), (cos, math.cos)):
        assert math.isclose(float(simplify(function(angle))), value(twelfth * math.pi / 12), abs_tol=1e-15)


def test_a_switch_leaves_multiples_of_pi_where_they_are():
    assert repr(simplify(sin(x + pi), sin_cos_simplify=False)) == "(sin (+ x π))"


def test_a_float_where_one_is_asked_for():
    assert float(pi) == math.pi == 1.0 * pi and pi + 0.5 == math.pi + 0.5
    assert math.sin(pi) == math.sin(math.pi) and pi > 3 and math.floor(pi) == 3 and f"{pi:.3f}" == "3.142"
    assert definite_integral(sin, 0, pi) == definite_integral(sin, 0, math.pi)
    assert numpy.allclose(numpy.asarray([1.0, 2.0]) * pi, [math.pi, 2 * math.pi])
    assert numpy.asarray([pi, two_pi], float).tolist() == [math.pi, 2 * math.pi]


def test_it_is_proved():
    assert equivalent(sin(pi + x), -sin(x)) and equivalent(pi, acos(-1)) and equivalent(sin(n * pi), 0)
    assert [equivalent(pi, value).verdict for value in (math.pi, 3, 22 / 7)] == ["different"] * 3


def test_through_sympy_and_pickle_it_is_the_same():
    assert to_sympy(pi) is sympy.pi and equivalent(from_sympy(sympy.pi / 2), pi / 2)
    assert pickle.loads(pickle.dumps(pi)) is pi


def test_in_scheme():
    """The course's pi is a float; ``':pi`` and ``π`` are exact."""
    session = Session()
    assert session.run("pi") == session.run(":pi") == math.pi
    assert session.run("π") is session.run("':pi") is pi
    assert session.run("π/2") is pi_over_2 and session.run("-2π") is minus_two_pi
    assert tex(pi) == r"\pi" and f"{2 * pi / 3:infix}" == "⅔ π"


def test_greek_letters_are_typeset_by_name():
    assert tex(symbols("α_1")) == r"\alpha_{1}"
