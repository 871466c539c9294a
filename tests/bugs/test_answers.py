"""Selections, divisors, sums of operators, series of terms and contractions: what the original answers."""

import pytest

from scmpy import (
    atan,
    component,
    cos,
    gcd,
    literal_function,
    ref,
    simplify,
    sin,
    symbols,
)
from scmpy.errors import DivisionByZeroError
from scmpy.scheme import Session

from ..tables import answers, refusals

test_answers = answers(__file__, "answers.txt")


def test_momenta_that_are_ups_pair_by_components():
    session = Session()
    for i in range(2):
        transformed = "(ref ((F->CT p->r) (up 't (up 'r 'phi) ({} 'p_r 'p_phi))) 2 {})"
        of_up, of_down = (session.result_text(session.run(transformed.format(shape, i))) for shape in ("up", "down"))
        assert of_up == of_down
    with pytest.raises(DivisionByZeroError, match="F->CT"):
        session.run("((F->CT (lambda (s) (up (ref s 1 0) (ref s 1 0)))) (up 't (up 'r 'phi) (down 'p_r 'p_phi)))")


def test_a_function_keeps_every_index():
    f = literal_function("f", "(-> Real (UP Real (DOWN Real Real)))")
    t = symbols("t")
    assert ref(lambda x: f(x), 1, 0)(t) == f(t)[1][0]
    assert component(1, 0)(lambda x: f(x))(t) == f(t)[1][0]


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


test_what_is_refused = refusals(__file__, "answers", globals())
