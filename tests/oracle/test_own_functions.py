"""A function that is declared in one place is known everywhere: the checks of all elementary functions run on it."""

import math
import pickle
import subprocess
import sys
import textwrap
from fractions import Fraction
from pathlib import Path

import numpy
import pytest
import sympy

import scmpy as s
from scmpy import D, compile_function, cos, elementary_function, identity, parse_printed, substitute, symbols
from scmpy.errors import DifferentiationError, DimensionError, WrongTypeError
from scmpy.render.latex import tex
from scmpy.scheme import Session
from scmpy.symbolic.ball_arithmetic import Evaluator, PointRejected
from tests.laws.balls import HEADS

from ..tables import refusals

CHECKS = Path(__file__).with_name("test_elementary_functions.py")

DECLARED = """
    import cmath
    import math
    import sys

    import pytest
    from tests.laws.balls import HEADS

    from scmpy import acos, cos, elementary_function, exp, log

    HEADS |= {  # those of the check by value of every simplification
        "versin": lambda x: 1 - x.cos(),
        "softplus": lambda x: (1 + x.exp()).log(),
        "exp-1": lambda x: x.expm1(),
        "log-1+": lambda x: x.log1p(),
    }

    elementary_function("versin", lambda x: 1 - cos(x), inverse=lambda y: acos(1 - y), parity=1, period=2, values=(0, 2))
    elementary_function("logit", lambda x: log(x) - log(1 - x), expanded=True, domain=(0, 1))
    elementary_function("softplus", lambda x: log(1 + exp(x)), derivative=lambda x: 1 / (1 + exp(-x)), values=(0, 200))
    elementary_function(
        "exp-1",
        derivative=exp,
        numbers=math.expm1,
        over_complex=lambda z: cmath.exp(z) - 1,
        enclosure=lambda x: x.expm1(),
        exact={0: 0},
        values=(-1, math.inf),
        numpy="expm1",
        c="expm1",
    )
    elementary_function(
        "log-1+",
        derivative=lambda x: 1 / (1 + x),
        numbers=math.log1p,
        over_complex=lambda z: cmath.log(1 + z),
        enclosure=lambda x: x.log1p(),
        exact={0: 0},
        domain=(-1, math.inf),
        numpy="log1p",
        c="log1p",
        tex=r"\\operatorname{log1p}",
    )
    sys.exit(pytest.main([sys.argv[1], "-q", "-p", "no:cacheprovider", "-k", sys.argv[2]]))
"""
NAMES = "versin logit softplus exp-1 log-1+".split()


@pytest.mark.slow
def test_every_check_holds_of_declared_functions():
    names = " or ".join(f"[{name}" for name in NAMES)
    command = [sys.executable, "-c", textwrap.dedent(DECLARED), str(CHECKS), names]
    done = subprocess.run(command, capture_output=True, text=True, cwd=CHECKS.parents[2], timeout=300)
    assert done.returncode == 0, done.stdout[-5000:]
    assert int(done.stdout.split(" passed")[0].split()[-1]) > 80


def test_a_function_that_is_declared_again_is_another_one():
    x = symbols("x")
    for power in (2, 3):
        f = elementary_function("a-power", derivative=lambda x: x, numbers=lambda x, power=power: x**power)
        assert f(1.5) == 1.5**power
        assert compile_function(f + identity, 0.5)(1.5) == 1.5**power + 1.5
        assert substitute(f(x), x, 1.5) == 1.5**power


def test_a_definition_may_ask_for_the_sign_of_a_number():
    kink = elementary_function("kink", lambda x: x if x > 0 else -2 * x)
    assert (kink(2.0), kink(-1.0), kink(-1), D(kink)(-3.0)) == (2.0, 2.0, 2, -2)
    compiled = compile_function(kink + 1, 1.0)
    assert (compiled(2.0), compiled(-3.0)) == (3.0, 7.0)


def test_a_function_of_another_process():
    script = """
        import pickle, sys
        from scmpy import cos, elementary_function
        sys.stdout.buffer.write(pickle.dumps(elementary_function("of_another", cos)))
    """
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(script)], capture_output=True, check=True)
    with pytest.raises(WrongTypeError, match="of_another has not been declared in this process"):
        pickle.loads(done.stdout)
    f = elementary_function("of_another", cos)
    assert pickle.loads(done.stdout) is f
    assert tex(f(symbols("x"))) == r"\operatorname{of\_another}\left(x\right)"


OF_TWO = {  # the same function by a definition, and by its numbers
    "by-definition": {"definition": lambda x, y: s.sqrt(x * x + y * y)},
    "by-numbers": {
        "numbers": math.hypot,
        "enclosure": lambda x, y: (x * x + y * y).sqrt(),
        "exact": {(3, 4): 5, (4, 3): 5},
    },
}


@pytest.mark.parametrize("name", OF_TWO)
def test_a_function_of_two_arguments(name, monkeypatch):
    monkeypatch.setitem(HEADS, f"length-{name}", lambda x, y: (x * x + y * y).sqrt())
    slopes = (lambda x, y: x / f(x, y), lambda x, y: y / f(x, y))
    f = elementary_function(f"length-{name}", derivative=slopes, **OF_TWO[name])
    x, y = symbols("x y")
    assert (f(3, 4), f(3.0, 4)) == (5, 5.0)
    assert f(x, 2) == parse_printed(f"(length-{name} x 2)")
    assert D(f)(3.0, 4.0) == s.down(0.6, 0.8)
    assert (D**2)(lambda u: f(u, 3))(4.0) == pytest.approx(9 / 125)
    assert [f(s.power_series(3, 1), 4)[n] for n in range(3)] == [5, Fraction(3, 5), Fraction(8, 125)]
    assert [f(4, s.power_series(3, 1))[n] for n in range(3)] == [5, Fraction(3, 5), Fraction(8, 125)]
    assert tex(f(x, y)) == rf"\operatorname{{length-{name}}}\left(x, y\right)"
    assert s.equivalent(f(x + x, y), f(2 * x, y)).verdict == "equal"
    assert s.equivalent(f(x, y), f(y, 2 * x)).verdict == "different"
    assert s.equivalent(s.from_sympy(s.to_sympy(f(x, y))), f(x, y)).verdict == "equal"
    assert f(numpy.array([3.0, 6.0]), numpy.array([4.0, 8.0])).tolist() == [5.0, 10.0]
    assert f(s.sin, s.cos)(0.5) == pytest.approx(1)
    assert compile_function(lambda u: f(u, 4.0), 1.0)(3.0) == 5.0
    with pytest.raises(DimensionError, match="expects a plain number, got the length"):
        f(Session().run("(& 3 &meter)"), 1)


def test_the_slopes_of_a_definition_of_two_arguments():
    f = elementary_function("a-product-of-two", lambda x, y: x * y * y)
    x, y = symbols("x y")
    assert f(x, y) == parse_printed("(a-product-of-two x y)")
    assert s.simplify(D(f)(x, y)) == s.simplify(s.down(y * y, 2 * x * y))


def test_sympy_has_the_derivative_and_the_numbers_of_what_it_does_not_know():
    x = symbols("x")
    f = elementary_function("integral-of-square-root", derivative=s.sqrt, numbers=lambda v: v**1.5 / 1.5)
    there = s.to_sympy(f(x))
    assert s.from_sympy(sympy.diff(there, sympy.Symbol("x"))) == s.sqrt(x)
    assert s.from_sympy(there) == f(x)
    assert float(there.subs("x", 4).evalf()) == pytest.approx(16 / 3)
    g = elementary_function("of-order", derivative=(unknown_slope, lambda n, v: n), numbers=lambda n, v: n * v)
    assert sympy.diff(s.to_sympy(g(x, 1)), sympy.Symbol("x")).has(sympy.Derivative)


def unknown_slope(*_):
    raise DifferentiationError("not known")


def test_what_has_a_meaning_is_not_declared_again():
    for name in ("sin", "atan2", "up", "expt", "square", "magnitude", "D"):
        with pytest.raises(WrongTypeError, match="has a meaning"):
            elementary_function(name, cos)


test_what_is_not_a_function = refusals(__file__, "own functions", globals())


INTERVALS = [
    ((0, math.inf), (1.0, Fraction(1, 2), 10**9), (-1.0, -3, 0)),
    ((-math.inf, 0), (-1.0, Fraction(-1, 2), -(10**9)), (1.0, 3, 0)),
    ((-1, 2), (0.5, 0, 1.999, -0.999), (-1.5, 2.5, 2, -1)),
    ((-math.inf, math.inf), (-5.0, 0, 7), ()),
]


@pytest.mark.parametrize(("domain", "inside", "outside"), INTERVALS, ids=str)
def test_a_function_is_enclosed_on_its_interval_alone(domain, inside, outside):
    name, x = f"half-on-{INTERVALS.index((domain, inside, outside))}", s.symbols("x")
    facts = {"numbers": lambda v: v / 2, "derivative": lambda v: s.div(1, 2), "enclosure": lambda ball: ball / 2}
    evaluator = Evaluator(s.elementary_function(name, domain=domain, **facts)(x))
    for at in map(Fraction, inside):
        (ball,) = evaluator.at({x: at})
        assert float(ball.mid()) == pytest.approx(float(at) / 2)
    for at in map(Fraction, outside):
        with pytest.raises(PointRejected):
            evaluator.at({x: at})


def test_a_constant_slope():
    f = s.elementary_function("plus-two", derivative=lambda v: 1, numbers=lambda v: v + 2, exact={0: 2})
    assert [f(s.power_series(0, 1, 3))[n] for n in range(4)] == [2, 1, 3, 0]


def test_functions_are_compared_by_their_enclosure_or_definition(monkeypatch):
    monkeypatch.setitem(HEADS, "twice-the-sine", lambda v: 2 * v.sin())
    monkeypatch.setitem(HEADS, "sine-of-floats", lambda v: v.sin())
    x, i = symbols("x"), s.sqrt(-1)
    twice = s.elementary_function("twice-the-sine", lambda v: 2 * s.sin(v))
    for factor in (1, i):
        assert s.equivalent(factor * twice(x), factor * 2 * s.sin(x)).verdict == "equal"
        assert s.equivalent(factor * twice(x), factor * s.sin(x)).verdict == "different"
        assert s.equivalent(factor * twice(Fraction(1, 2)), factor * s.sin(Fraction(1, 2))).verdict == "different"
    unknown = s.elementary_function("sine-of-floats", derivative=s.cos, numbers=math.sin)
    for factor in (1, i):
        assert s.equivalent(factor * unknown(x + x), factor * unknown(2 * x)).verdict != "different"
        assert s.equivalent(factor * unknown(x), factor * s.sin(x)).verdict == "undecided"


def test_a_definition_is_written_out_only_if_it_is_to_be():
    x = symbols("x")
    for expanded, text in ((True, "(+ 1 (expt x 2))"), (False, "(plain-square x)")):
        f = s.elementary_function("plain-square", definition=lambda v: v * v + 1, expanded=expanded)
        assert repr(s.simplify(f(x))) == text


def test_a_period_of_one_pi_and_an_odd_function():
    f = s.elementary_function("odd-in-half-turns", lambda v: s.tan(v) ** 3, parity=-1, period=1)
    assert f(0.5) == math.tan(0.5) ** 3


def test_names_in_numpy_in_c_and_in_tex():
    facts = {"derivative": s.cos, "numbers": math.sin, "numpy": "sin", "c": "tan", "tex": r"\mathrm{s}"}
    f = s.elementary_function("in-libraries", **facts)
    assert tex(f(symbols("x"))) == r"\mathrm{s}\left(x\right)"
    compiled = compile_function(f, 0.5)
    assert "tan(" in compiled.c_source and "tan" not in compiled.python_source
    assert list(numpy.sin(numpy.array([symbols("x")]))) == [s.sin(symbols("x"))]  # numpy's name is the sine's still


def test_an_exact_value_is_a_number_that_is_given_or_that_the_definition_has():
    f = s.elementary_function("shifted-square", definition=lambda v: (v + 1) ** 2, exact={7: 64})
    assert (f(7), f(2), f(Fraction(1, 2))) == (64, 9, Fraction(9, 4))
    g = s.elementary_function("sine-plus", definition=lambda v: s.sin(v) + 1, exact={0: 1})
    assert g(0) == 1 and float(g(1)) == pytest.approx(1 + math.sin(1))
    h = s.elementary_function("by-numbers", numbers=math.sinh, derivative=s.cosh, exact={0: 0, 1: 7})
    assert (h(0), h(1)) == (0, 7) and float(h(2)) == pytest.approx(math.sinh(2))
