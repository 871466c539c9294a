"""What was wrong when the program was tried, or its documentation written."""

import copy
import inspect
import math
import pickle
import pydoc
import sys
import traceback
from fractions import Fraction

import numpy
import pytest
import sympy

import scmpy
from scmpy import *
from scmpy.errors import (
    BadIndexError,
    DifferentiationError,
    GenericOperationError,
    StructureError,
    WrongTypeError,
)
from scmpy.scheme import Session
from scmpy.scheme.translation import translate
from scmpy.symbolic.assumptions import refuted
from scmpy.symbolic.expression import read_expression

from ..tables import refusals

x, y = symbols("x y")


def test_the_angle_of_a_point_on_the_axis_is_zero_only_on_its_positive_half():
    assert equivalent(atan(0, x), 0).verdict == "different"
    assert equivalent(atan(0, symbols("p", positive=True)), 0).verdict == "equal"
    (assumed,) = simplify(atan(0, x), report=True).assumptions
    assert (assumed.fact, assumed.expression) == ("positive", x)


def test_nothing_is_assumed_that_is_known_to_be_false():
    n, p = symbols("n", negative=True), symbols("p", positive=True)
    assert float(atan(0, -1)) == pytest.approx(math.pi) and repr(atan(0, -1)) == "3.141592653589793"
    for form in (atan(0, n), atan(0, -p), sqrt(n**2), sqrt(n**2 * y), atan(y / n), sqrt(y / n), log(n**3), sqrt(n**4)):
        simplified = simplify(form, report=True)
        assert not any(refuted(each.fact, each.expression) for each in simplified.assumptions)
        before, after = (
            substitute(-2.0, n, substitute(3.0, p, substitute(5.0, y, e))) for e in (form, simplified.value)
        )
        assert complex(before) == pytest.approx(complex(after))


def test_functions_of_sympy_are_no_unknown_functions():
    even, other = (from_sympy(sympy.mathieuc(1, 2, each)) for each in (sympy.Symbol("x"), -sympy.Symbol("x")))
    assert equivalent(even, other).verdict in ("equal", "undecided")
    assert equivalent(even * x - x * even, 0).verdict == "equal"
    golden = from_sympy(sympy.GoldenRatio)
    assert equivalent(golden**2, golden + 1).verdict == "undecided"


def test_constants_too_large_for_a_float_stay_as_they_are():
    assert repr(exp(1000) + x) == "(+ x (exp 1000))"


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
    assert "(sqrt 2)" in repr(simplify(simplify(sqrt(2 * x))))
    assert repr(sqrt(2)) == "1.4142135623730951"
    assert repr(sqrt(2) * sqrt(x)) == "(* 1.4142135623730951 (sqrt x))"


def test_the_symbol_pi_is_pi_for_decisions_and_sympy():
    pi, n = symbols("π"), symbols("n", integer=True)
    assert equivalent(sin(pi), 0) and equivalent(pi, acos(-1)) and equivalent(sin(n * pi), 0)
    assert equivalent(sin(pi * x), sin(acos(-1) * x))
    assert equivalent(pi, 3).verdict == equivalent(pi, 22 / 7).verdict == "different"
    assert to_sympy(sin(pi / 5) + pi * x) == sympy.sin(sympy.pi / 5) + sympy.pi * sympy.Symbol("x")
    assert equivalent(from_sympy(to_sympy(pi)), pi)
    assert simplify(sqrt(pi**2), careful=True) == pi
    assert Session().run("(equivalent (cos (* 2 ':pi)) 1)").verdict == "equal"


@pytest.mark.parametrize("exponent", [x / symbols("y"), 2 * x / (symbols("y") + 1), 1 / x])
def test_powers_of_minus_one_with_a_quotient_in_the_exponent(exponent):
    """The part of the exponent that is a whole number was looked for without end."""
    assert equivalent(expt(-1, 2 * exponent), 1).verdict != "equal"


def test_a_written_form_is_as_true_as_its_value():
    assert factor(x) and factor(x**2 - 1) and factor(up(x, x**2 - 1))


@pytest.mark.parametrize("rest", [1, x, sqrt(x), 1 / (1 + sqrt(x))])
def test_products_of_roots_of_numbers_are_roots(rest):
    assert simplify(sqrt(2) * sqrt(3) * rest - sqrt(6) * rest) == 0
    assert simplify(sqrt(6) * sqrt(10) * rest - 2 * sqrt(15) * rest, careful=True) == 0


@pytest.mark.parametrize(
    "held", [list, tuple, lambda xs: numpy.array(xs, dtype=object), lambda xs: matrix_by_rows(xs), sympy.Matrix]
)
def test_systems_of_equations_in_lists_arrays_and_matrices(held):
    """A list was once one residual that no decision was made of, a matrix one that was another unknown."""
    assert equivalent_equations(held([x, y]), held([y, x])).verdict == "equal"
    assert equivalent_equations(held([x * y]), down(x)).verdict == "implied"


def test_matrices_of_sympy_are_compared():
    assert equivalent(sympy.Matrix([[x, 1]]), matrix_by_rows([x, 1])).verdict == "equal"


def test_widths_and_numbers_in_format_strings():
    assert f"{x:>4}|{up(1, x):*<10}" == "   x|(up 1 x)**"
    assert f"{sqrt(2):.2f}" == "1.41"
    for value in (x, up(1, 2), D):
        with pytest.raises(WrongTypeError, match=r"got '\.2f' for "):
            f"{value:.2f}"


def test_a_power_is_no_caret():
    for wrong in (lambda: x ^ 2, lambda: 2 ^ x, lambda: D ^ 2):
        with pytest.raises(GenericOperationError, match=r"a power is written x\*\*2"):
            wrong()


@pytest.mark.parametrize(
    "value", [D, partial, velocity, R2_rect, R2, sin], ids="D partial velocity chart manifold sin".split()
)
def test_public_values_are_pickled_and_copied_as_their_names(value):
    assert pickle.loads(pickle.dumps(value)) is value
    assert copy.deepcopy([value])[0] is value


def test_values_say_what_they_are():
    assert inspect.getdoc(D).startswith("The derivative.")
    assert "((D f) x)" in pydoc.render_doc(D)


@pytest.mark.parametrize("context", [assuming, setting])
def test_what_is_assumed_or_set_has_a_name(context):
    with pytest.raises(WrongTypeError, match=f"{context.__name__} expects .* by name"), context(x):
        pass


@pytest.mark.parametrize(("mistake", "error"), [(lambda q: q + {}[0], KeyError), (lambda q: up(q)[2], BadIndexError)])
def test_a_traceback_shows_the_calls_of_the_user(mistake, error):
    """It had more than twenty calls in the library around the one that went wrong."""
    with pytest.raises(error) as caught:
        Lagrange_equations(lambda s: s[2] ** 2 + mistake(s[1]))(literal_function("q"))(x)
    frames = traceback.extract_tb(caught.value.__traceback__)
    assert [frame.name for frame in frames if frame.filename == __file__][1:] == ["<lambda>", "<lambda>"]
    assert len(frames) <= 6 or sys.flags.dev_mode


def test_rows_in_one_list_are_no_row():
    with pytest.raises(StructureError, match="of a list of rows use matrix-by-row-list"):
        matrix_by_rows([[1, 2], [3, 4]])
    assert matrix_by_rows([1, x]).shape == (1, 2)


@pytest.mark.parametrize(
    ("number", "size"), [(sqrt(2) - 1, sqrt(2) - 1), (sqrt(2) - 3, 3 - sqrt(2)), (-exp(1), exp(1))]
)
def test_the_absolute_value_of_an_exact_constant_is_exact(number, size):
    """It was a float, so that equations seemed not to hold at their exact solutions."""
    assert equivalent(abs(number), size)
    assert simplify(abs(number) - size) == 0
    root = 1 - 2 * x**2
    assert equivalent_equations(root, root * (1 + (abs(x**3 - 3) - x) ** 2)).verdict != "different"


def test_numbers_are_rounded_and_divided_with_remainders():
    """What prints as 1.414... was no number to Python's round."""
    root = sqrt(2)
    assert (round(root, 3), round(root), root // 1, 5 // root, root % 1 < 0.5) == (1.414, 1, 1.0, 3.0, True)
    assert divmod(5, root)[0] == 3 and float(divmod(5, root)[1]) == pytest.approx(5 % math.sqrt(2))
    for wrong in (lambda: round(x), lambda: x // 2, lambda: 2 % x, lambda: divmod(x, y)):
        with pytest.raises(WrongTypeError, match="is symbolic: it cannot be a float"):
            wrong()


def test_an_answer_shows_verdict_reason_and_witness():
    x = symbols("x")
    answer = equivalent(sqrt(x**2), x)
    assert repr(answer).startswith("different: the difference is ") and " at x = -" in repr(answer)
    assert answer._repr_latex_() is None  # a notebook shows the same text
    f, g = literal_functions("f g")
    assert len(repr(equivalent(f(g(x)) + f(x), g(f(x)) + f(sin(x))))) < 400
    assert repr(equivalent_equations(down(x), down(2 * x))).startswith("equal: ")
    assert "argument 1 = " in repr(equivalent(lambda u: sin(u) ** 2, lambda u: 1 - cos(u)))


def test_equations_of_sympy_are_residuals():
    s, x = sympy.Symbol("x"), symbols("x")
    assert equivalent_equations(sympy.Eq(s, 2), x - 2)
    assert equivalent_equations([sympy.Eq(s, 2), sympy.Eq(s**2, 4)], [2 * x - 4])
    with pytest.raises(WrongTypeError, match="a residual is a scalar"):
        equivalent_equations(s < 2, x - 2)


def test_matrices_have_the_operators_of_numpy():
    x, y = symbols("x y")
    M = matrix_by_rows([1, x], [y, 2])
    assert M @ M == M * M and M @ up(1, 2) == M * up(1, 2)
    assert matrix_by_rows([1, y], [x, 2]) == M.T
    assert (matrix_by_rows([1, 2], [3, 4]) @ numpy.array([1, 1])).tolist() == [3, 7]
    with pytest.raises(WrongTypeError, match="a 2 by 2 matrix times a scalar is M"):
        M @ x


@pytest.mark.parametrize("take", [D, partial(0), D**2])
def test_an_expression_is_no_function_to_differentiate(take):
    x = symbols("x")
    for wrong in (x**2, x, up(x, x**2), up(x, 1)):
        with pytest.raises(DifferentiationError, match=r"D differentiates functions.*lambda x: x\*\*2"):
            take(wrong)


def test_constants_beside_functions_are_constant_functions():
    x = symbols("x")
    assert D(up(sin, x))(x) == up(cos(x), 0)
    assert D(3)(x) == 0


THIRD = Fraction(1, 3)


@pytest.mark.parametrize(
    "make",
    [
        lambda: expt(2, THIRD) * expt(3, THIRD) - expt(6, THIRD),
        lambda: log(6) - log(2) - log(3),
        lambda: sin(1) - 2 * sin(Fraction(1, 2)) * cos(Fraction(1, 2)),
        lambda: sqrt(5 + 2 * sqrt(6)) - sqrt(2) - sqrt(3),
    ],
    ids=["cube roots", "logarithms", "sines", "nested roots"],
)
def test_a_sum_of_exact_constants_that_is_zero_shows_no_rounding(make):
    zero = make()
    assert (str(zero), simplify(zero), simplify(zero * x + y)) == ("0", 0, y)
    assert Session().result_text(zero) == "0"
    nearly = zero + Fraction(1, 10**15)
    assert simplify(nearly) == pytest.approx(1e-15, abs=1e-15) and str(nearly) != "0"


@pytest.mark.parametrize(
    "singular",
    [
        [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0]],
        [[1, 2, 3], [4, 5.0, 6], [7, 8, 9]],
        [[0.1, 0.2], [0.3, 0.6]],
        [[1e-200, 2e-200], [1e200, 2e200]],
        [[0.5 + 1j, 0.3, 1.0], [0.1, 0.7j, 3.0], [0.5 + 1j, 0.3, 1.0]],
        [[Fraction(5, 2), -0.005, Fraction(-4, 3)], [-2e-4, 0, 1], [Fraction(5, 2), -0.005, Fraction(-4, 3)]],
    ],
)
def test_floats_that_are_exactly_singular_have_no_inverse(singular):
    m = matrix_by_rows(*singular)
    assert determinant(m) == 0
    for attempt in (lambda: invert(m), lambda: solve_linear(m, up(*range(len(singular))))):
        with pytest.raises(ZeroDivisionError, match="the matrix is singular"):
            attempt()


def test_floats_that_are_nearly_singular_or_badly_scaled_have_an_inverse():
    hilbert = matrix_by_rows(*[[1 / (i + j + 1) for i in range(12)] for j in range(12)])
    assert determinant(hilbert) == pytest.approx(2.6e-78, rel=0.5)
    assert invert(matrix_by_rows([1.0, 0.0], [0.0, 1e-20])) == matrix_by_rows([1.0, 0.0], [0.0, 1e20])


def test_ranges_of_symbols_are_those_of_sympy():
    for text in ("a0:3", "x(1:3)y b", "m(:2)(:2)", "a:1", "q:3, t"):
        assert [x.name for x in symbols(text)] == [x.name for x in sympy.symbols(text)]
    assert symbols("v:x").name == "v:x", "the velocity of x"
    with pytest.raises(ScmpyError, match="more than"):
        symbols("a0:1000000000")


def test_substitute_evaluates_with_arrays_and_is_found(capsys):
    a, b = symbols("a b")
    values = substitute(a * cos(b), {a: numpy.array([1.0, 2.0]), b: numpy.array([0.0, math.pi])})
    assert numpy.allclose(values, [1, -2])
    apropos("evaluate")
    assert "substitute " in capsys.readouterr().out


def test_ipython_shows_the_documentation_of_a_name_and_hides_the_library():
    from IPython.core import oinspect
    from IPython.core.ultratb import VerboseTB

    assert "angle π" in oinspect.getdoc(pi)
    assert oinspect.getdoc(so3p_basis).startswith("Rotations about the principal axes")
    assert oinspect.getdoc(R2_polar).startswith("Polar coordinates")
    assert oinspect.getdoc(symbols("x")) == inspect.getdoc(symbols("x"))
    try:
        Lagrange_equations(lambda state: state[1][3])(literal_function("q"))(symbols("t"))
    except TypeError:
        shown = VerboseTB(theme_name="nocolor").text(*sys.exc_info())
    assert "skipping hidden" in shown and "boundary.py" not in shown and "functions.py" not in shown


@pytest.mark.parametrize(("text", "printed"), [("(+)", "0"), ("(f (*))", "(f 1)"), ("(f (-))", "(f 0)"), ("(/)", "1")])
def test_sums_and_products_of_nothing(text, printed):
    assert repr(read_expression(text)) == printed
    assert equivalent(read_expression(text), read_expression(printed))


MOTION = scmpy.Lagrangian_to_state_derivative(L_free_particle(1))
#: Each was silently wrong, had no end, or was told of an operation inside.
test_what_is_wrong_is_told_where_it_is_meant = refusals(
    __file__, "found by users", {"x": x, "t": symbols("t"), "q": literal_function("q"), "motion": MOTION}
)


def test_parts_that_no_arguments_have_are_not_compared():
    """They were said to be equal, since of no arguments all derivatives are zero."""
    F = literal_function("F", 2)
    assert scmpy.equivalent(scmpy.partial(3)(F), scmpy.partial(4)(F)).verdict == "undecided"
    assert D(lambda: 3)() == 0


def test_the_star_import_brings_all_that_the_stub_says():
    assert {"parse_printed", "Trajectory", "setting", "sin"} <= {*scmpy.__all__}


@pytest.mark.parametrize("combined", [compose, lambda f, g: f + g])
def test_functions_that_nest_deeply_have_a_name(combined):
    nested = sin
    for _ in range(2000):
        nested = combined(nested, cos)
    assert repr(nested).endswith(" ... cos)>")


TURNED = quaternion(0, 0, 0, 1)


test_what_does_not_fit_is_refused_by_name = refusals(__file__, "found by documenting", globals())


def test_the_exponential_of_an_operator_is_spread():
    terms = expn(D, 3)(exp)(0)
    assert [terms[n] for n in range(7)] == [1, 0, 0, 1, 0, 0, 1 / 2]


test_what_is_refused = refusals(__file__, "found by users: what does not fit", globals())
