"""Divisors and their signs, factors as the original lists them, angles of points with a common denominator."""

import pytest

from scmpy import atan, cos, gcd, simplify, sin, symbols
from scmpy.scheme import Session


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("(gcd (* -2 'x) (* -4 'x))", "(* 2 x)"),
        ("(gcd 'x (* -1 'x))", "x"),
        ("(gcd 0 (* -1 'x))", "x"),
        ("(gcd -4 -6)", "2"),
        ("(gcd (- (square 'x) (square 'y)) (- 'y 'x))", "(+ x (* -1 y))"),
        ("(gcd (- (square 'x) 1) (- 1 'x))", "(+ -1 x)"),
        ("(lcm (* -2 'x) (* 3 'y))", "(* 6 x y)"),
        ("(gcd 4. 6)", "2."),
        ("(gcd (* 2.5 'x) (* 5 'x 'y))", "x"),
        (
            "(sort-and-permute '(0 2 0 1) < (lambda (l sorted permute unpermute)"
            " (list sorted (permute l) (unpermute sorted) (permute '(a b c d)))))",
            "((0 0 1 2) (0 0 1 2) (0 2 0 1) (a c d b))",
        ),
        ("(falling-factorial 'x 2)", "(+ (expt x 2) (* -1 x))"),
        ("(rising-factorial 'x 2)", "(+ (expt x 2) x)"),
        ("(list (falling-factorial 5 3) (falling-factorial 5 -1) (rising-factorial 5 -1))", "(60 1/6 1/4)"),
        ("(map double-factorial '(0 1 7 8 -1 -3 -5))", "(1 1 105 384 1 -1 1/3)"),
    ],
)
def test_answers(text, printed):
    session = Session()
    assert " ".join(session.result_text(session.run(text)).split()) == printed


@pytest.mark.parametrize("text", ["(double-factorial -2)", "(gcd .5 1)"])
def test_what_is_refused(text):
    from scmpy.errors import ScmpyError

    with pytest.raises(ScmpyError):
        Session().run(text)


@pytest.mark.parametrize(
    ("datum", "printed"),
    [("'(+ x x x)", "(* 3 x)"), ("'(a b c)", "(a b c)"), ("(list 1 2 (+ 'x 'x))", "(1 2 (* 2 x))")],
)
def test_a_quoted_list_is_printed_as_the_expression_that_it_stands_for(datum, printed):
    session = Session()
    text = session.run(f"(with-output-to-string (lambda () (pe {datum})))")
    assert str(text) == printed + "\n"


def test_the_angle_of_a_point_whose_coordinates_have_a_common_denominator():
    a, d = symbols("a d")
    simplified = simplify(atan(sin(a) / d, cos(a) / d), report=True)
    assert simplified.value == a
    assert ("positive", d) in [(each.fact, each.expression) for each in simplified.assumptions]
    assert simplify(atan(sin(a) / d, cos(a)), report=True).assumptions == ()
    assert simplify(atan(sin(a) / d, cos(a) / d), careful=True) == atan(sin(a) / d, cos(a) / d)


def test_the_divisor_divides():
    x, y = symbols("x y")
    for p, q in ((-2 * x, 6 * x * y), (x**2 - y**2, (y - x) ** 2), (1 - x, x**2 - 1)):
        divisor = gcd(p, q)
        assert gcd(p / divisor, q / divisor) == 1
