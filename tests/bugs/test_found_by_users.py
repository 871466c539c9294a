"""What was wrong when the program was tried."""

import pytest
import sympy

from scmpy import (
    D,
    atan,
    cube,
    equivalent,
    exp,
    from_sympy,
    is_time_independent_canonical,
    polar_canonical,
    simplify,
    sqrt,
    symbols,
    up,
)
from scmpy.errors import WrongTypeError
from scmpy.scheme import Session
from scmpy.scheme.translation import translate

x = symbols("x")


def test_the_angle_of_a_point_on_the_axis_is_zero_only_on_its_positive_half():
    assert equivalent(atan(0, x), 0).verdict == "different"
    assert equivalent(atan(0, symbols("p", positive=True)), 0).verdict == "equal"
    (assumed,) = simplify(atan(0, x), report=True).assumptions
    assert (assumed.fact, assumed.expression) == ("positive", x)


def test_functions_of_sympy_are_no_unknown_functions():
    gamma = from_sympy(sympy.gamma(sympy.Symbol("x")))
    assert equivalent(from_sympy(sympy.gamma(sympy.Symbol("x") + 1)), x * gamma).verdict == "undecided"
    assert equivalent(gamma * x - x * gamma, 0).verdict == "equal"
    golden = from_sympy(sympy.GoldenRatio)
    assert equivalent(golden**2, golden + 1).verdict == "undecided"


def test_constants_too_large_for_a_float_stay_as_they_are():
    assert repr(exp(1000) + x) == "(+ x (exp 1000))"


@pytest.mark.parametrize("power", [x, 0.5, -1])
def test_the_power_of_an_operator_is_a_count(power):
    with pytest.raises(WrongTypeError, match="the power of an operator is a count"):
        (D**power)(cube)


def test_print_expression_in_a_translated_program(capsys):
    exec(compile(translate("(pe (+ 'x 'x))", "f.scm"), "f.py", "exec"), {})
    assert capsys.readouterr().out == "(* 2 x)\n"


def test_simplifiers_take_quoted_expressions():
    assert Session().run("(default-simplify '(+ x x))") == 2 * x


@pytest.mark.parametrize("names", ["alpha I", "a p", "p a", "x y"])
def test_roots_of_multiples_meet_whatever_the_names(names):
    """The number under a root once stayed with whichever factor came first."""
    a, b = symbols(names)
    assert simplify(sqrt(2 * a) * sqrt(2 * b) - 2 * sqrt(a * b)) == 0
    assert simplify(sqrt(12 * a) - 2 * sqrt(3) * sqrt(a)) == 0
    assert simplify(sqrt(a / 2) * sqrt(2) - sqrt(a)) == 0
    assert simplify(is_time_independent_canonical(polar_canonical(a))(up(0, 1, b))) == up(0, 0, 0)


def test_roots_beside_other_roots_are_no_floats():
    assert repr(sqrt(2 * x)) == "(* (sqrt x) (sqrt 2))"
    assert repr(simplify(sqrt(2 * x))) == "(* (sqrt x) (sqrt 2))"
    assert repr(sqrt(2)) == "1.4142135623730951"
    assert repr(sqrt(2) * sqrt(x)) == "(* 1.4142135623730951 (sqrt x))"
