"""Facts about symbols and expressions, and what simplification takes for granted."""

import contextvars
import math
import pickle
import threading
from fractions import Fraction

import pytest

from scmpy import *
from scmpy.compat.aliases import is_known_real
from scmpy.errors import WrongTypeError
from scmpy.render.scheme import scheme_text
from scmpy.scheme import Session
from scmpy.symbolic.assumptions import assumed, facts_of, known
from scmpy.symbolic.expression import symbol

from ..comparing import text

x, y, z = symbols("x y z")
p, q = symbols("p q", positive=True)
r = symbols("r", real=True)
n = symbols("n", integer=True)
i = sqrt(-1)
SIZE = {("positive", "(- π (abs x))")}


@pytest.mark.parametrize(
    ("fact", "expression"),
    [
        ("positive", p * q + 1),
        ("positive", p / q),
        ("positive", exp(r)),
        ("positive", cosh(r)),
        ("positive", r**2 + 1),
        ("positive", p**-3),
        ("negative", -p),
        ("negative", -p - q),
        ("nonnegative", r**2),
        ("nonnegative", sqrt(r**2)),
        ("nonnegative", abs(x)),
        ("nonzero", p * symbols("k", nonzero=True)),
        ("integer", n**2 - 3 * n),
        ("even", 2 * n),
        ("real", sin(r) + n / 2),
        ("real", log(p)),
    ],
)
def test_inferred(fact, expression):
    assert known(fact, expression)


@pytest.mark.parametrize(
    ("fact", "expression"),
    [
        ("positive", p - q),
        ("real", x),
        ("real", sqrt(r)),
        ("real", log(r)),
        ("nonnegative", x**2),
        ("positive", r**2),
        ("integer", n / 2),
        ("integer", 1 / n),
        ("positive", p * r),
        ("real", asin(r)),
        ("real", literal_function("f")(r)),
    ],
)
def test_not_inferred(fact, expression):
    assert not known(fact, expression)


def test_a_symbol_with_facts_is_another_symbol():
    assert symbol("x", "positive") is symbol("x", "real", "positive") is not x
    assert simplify(symbol("x", "positive") - x) != 0
    assert pickle.loads(pickle.dumps(p)) is p
    assert {"nonnegative", "nonzero", "real"} < p.facts
    assert not x.facts


def test_declarations_that_make_no_sense():
    with pytest.raises(WrongTypeError, match="no fact about a number; there are real, rational"):
        symbols("x", happy=True)
    with pytest.raises(WrongTypeError, match="nothing is both negative and positive"):
        symbols("x", positive=True, negative=True)
    with pytest.raises(WrongTypeError, match="facts are declared, positive=True"):
        symbols("x", positive=False)
    with pytest.raises(WrongTypeError, match="expects a condition such as"):
        assume_bang(symbol("x"))


@pytest.mark.parametrize(
    ("expression", "careful", "assumptions"),
    [
        (sqrt(x**2), "(sqrt (expt x 2))", {("nonnegative", "x")}),
        (sqrt(p**2), "p", set()),
        (sqrt(p**3), "(* p (sqrt p))", set()),
        (sqrt(r**4), "(expt r 2)", set()),
        (sqrt(p**2 * x), "(* p (sqrt x))", set()),
        (sqrt(x / p), "(/ (sqrt x) (sqrt p))", set()),
        (sqrt(p * x * q), None, {("nonnegative", "x")}),
        (log(exp(r)), "r", set()),
        (log(exp(x)), "(log (exp x))", {("real", "x")}),
        (log(p**3), "(* 3 (log p))", set()),
        (log(x**2), "(log (expt x 2))", {("positive", "x")}),
        (log(x / p), "(+ (log x) (* -1 (log p)))", set()),
        (expt(p**3, Fraction(1, 4)), "(expt p 3/4)", set()),
        (expt(x**3, Fraction(1, 4)), "(expt (expt x 3) 1/4)", {("nonnegative", "x")}),
        (expt(sqrt(x), Fraction(1, 2)), "(sqrt (sqrt x))", set()),
        (asin(sin(x)), "(asin (sin x))", {("nonnegative", "(- (/ π 2) (abs x))")}),
        (atan(y / p), "(atan y p)", set()),
        (abs(r) ** 2, "(expt r 2)", set()),
        (abs(x) ** 2, "(expt (abs x) 2)", {("real", "x")}),
        (sin(acos(x)), "(sqrt (+ 1 (* -1 (expt x 2))))", set()),
        (sin(atan(y, x)), "(sin (atan y x))", {("real", "y"), ("real", "x")}),
        (sqrt(sqrt(x)), "(sqrt (sqrt x))", set()),
        (sin(x) ** 2 + cos(x) ** 2, "1", set()),
        (sin(atan(y, 1)), "(/ y (sqrt (+ 1 (expt y 2))))", set()),
        (sin(atan(1, x)), "(sin (atan 1 x))", {("real", "x")}),
        (cos(asin(x)), "(sqrt (+ 1 (* -1 (expt x 2))))", set()),
        (cos(atan(r, p)), "(/ p (sqrt (+ (expt p 2) (expt r 2))))", set()),
        (acos(cos(x)), "(acos (cos x))", {("nonnegative", "x"), ("nonnegative", "(- π (abs x))")}),
        (acos(cos(-p)), "(acos (cos p))", {("nonnegative", "(- π (abs p))")}),
        (cos(atan(x, i)), "(cos (atan x +i))", set()),
        (cos(x + y + pi / 2), "(* -1 (sin (+ x y)))", set()),
        (sin(x + i * pi), "(sin (+ x (* +i π)))", set()),
        (atan(sin(x), cos(x)), "(atan (sin x) (cos x))", SIZE),
        (atan(sin(x), cos(y)), "(atan (sin x) (cos y))", set()),
        (atan(exp(x), cos(x)), "(atan (exp x) (cos x))", set()),
        (atan(sin(x), exp(x)), "(atan (sin x) (exp x))", set()),
        (atan(2, cos(x)), "(atan 2 (cos x))", set()),
        (atan(sin(x), 2), "(atan (sin x) 2)", set()),
        (atan(p * sin(x), p * y), "(atan (sin x) y)", set()),
        (atan(p * y, p * cos(x)), "(atan y (cos x))", set()),
        (atan(3 * p * sin(x), 2 * p * cos(x)), "(atan (* 3 (sin x)) (* 2 (cos x)))", set()),
        (atan(p * sin(x) / 2, p * cos(x) / 2), "(atan (sin x) (cos x))", SIZE),
        (atan(0.0, x), "(atan 0. x)", set()),
        (log(p**x), "(log (expt p x))", {("real", "x")}),
        (log(expt(x, i)), "(log (expt x +i))", set()),
        (sqrt(8 * p), "(* 2 (sqrt p) (sqrt 2))", set()),
        (sqrt(p * 8 / 9), "(* 2/3 (sqrt p) (sqrt 2))", set()),
        (sqrt(2.0 * p), "(* 1.4142135623730951 (sqrt p))", set()),
        (sqrt(-8 * x), "(sqrt (* -8 x))", set()),
        (sqrt(i * x), "(sqrt (* +i x))", set()),
        (expt(expt(x, y), Fraction(1, 3)), "(expt (expt x y) 1/3)", set()),
    ],
)
def test_what_is_taken_for_granted(expression, careful, assumptions):
    report = simplify(expression, report=True)
    assert {(a.fact, scheme_text(a.expression)) for a in report.assumptions} == assumptions
    if careful is not None:
        assert text(simplify(expression, careful=True)) == careful
    if not assumptions and careful is not None:
        assert text(report.value) == careful


def test_the_sign_of_a_number_under_a_sine():
    assert text(simplify(x * sin(-3), careful=True)) == "(* -1 x (sin 3))"


@pytest.mark.parametrize("power", [1, 2, 3])
def test_an_assumption_names_the_rewrite_that_needs_it(power):
    (assumption,) = simplify(sqrt(x ** (2 * power)), report=True).assumptions
    assert assumption.rewrite == ("sqrt(u^2) = u", "sqrt(u^4) = u^2", "sqrt(u^6) = u^3")[power - 1]


def test_conjugates_of_what_is_real():
    assert conjugate(r) is r
    assert conjugate(x) is not x
    assert simplify(conjugate(r * x) / r) is conjugate(x)


def test_assumed_for_a_while():
    f = literal_function("f")
    with assuming(nonnegative=(x, f(x))):
        assert text(simplify(sqrt(x**2 * f(x) ** 2), careful=True)) == "(* x (f x))"
        assert simplify(sqrt(x**2), report=True).assumptions == ()
    assert not known("nonnegative", x)


def test_assumed_from_now_on():
    try:
        assume_bang([symbol(">="), x, 0])
        assert "nonnegative" in facts_of(x)
        assume_bang("(and (positive? (x t)) (integer? y))")
        assert known("positive", literal_function("x")(symbol("t"))) and known("integer", y)
    finally:
        forget_assumptions_bang()
    assert not known("nonnegative", x)


def test_assumptions_of_a_session_are_its_own():
    one, other = Session(), Session()
    one.run("(assume! '(and (positive? (x t)) (real? y)))")
    program = "(simplify (sqrt (square ((literal-function 'x) 't))) 'careful #t)"
    assert one.result_text(one.run("(known-real? 'y)")) == "#t"
    assert text(one.run(program)) == "(x t)"
    assert text(other.run(program)) == "(sqrt (expt (x t) 2))"
    assert other.run("(known-real? 'y)") is False


def test_known_reals_in_scheme():
    session = Session()
    assert list(session.run("(assume! '(real? a)) (list (known-real? 'a) (eq? (conjugate 'a) 'a))")) == [True, True]
    assert session.run("(forget-assumptions!) (known-real? 'a)") is False
    assert session.run("(simplify (sqrt (square (literal-number 'm 'positive))) 'careful #t)") is symbol(
        "m", "positive"
    )


def test_a_witness_is_of_what_is_compared():
    x, y, z, u = symbols("x y z u")
    with assuming(positive=[x + y, y + z, u]):
        assert set(equivalent(x, 2 * x).witness) == {"x", "y", "z"}
        assert set(equivalent(symbols("w"), 1).witness) == {"w"}


def assume_real(x):
    assume_bang((symbol("real?"), x))


def test_a_copy_of_the_context_assumes_for_itself():
    x = symbol("x")
    with assuming(positive=symbol("y")):
        contextvars.copy_context().run(assume_real, x)
        assert not is_known_real(x)
        assume_real(x)
        copy = contextvars.copy_context()
        copy.run(forget_assumptions_bang)
        assert is_known_real(x) and not copy.run(is_known_real, x)


def test_what_python_assumes_outside_of_sessions_holds_in_every_thread_and_context():
    def check():
        assert not is_known_real(x)
        contextvars.copy_context().run(assume_real, x)
        thread = threading.Thread(target=lambda: found.append(is_known_real(x)))
        thread.start()
        thread.join()
        forget_assumptions_bang()
        found.append(is_known_real(x))

    x, found = symbol("x"), []
    contextvars.Context().run(check)
    assert found == [True, False]


def test_a_session_keeps_its_own_assumptions():
    session, other = Session(), Session()
    with pytest.raises(WrongTypeError):
        session.run("(begin (assume! '(real? x)) (assume! 3))")
    assert session.run("(known-real? 'x)") is True
    assert other.run("(known-real? 'x)") is False and not is_known_real(symbol("x"))
    session.run("(with-limited-time 10 (lambda () (assume! '(real? y))))")
    assert list(session.run("(map known-real? '(x y z))")) == [True, True, False]


def test_an_evaluation_inside_another_of_its_session_assumes_for_it():
    session = Session()
    session.define("inner", lambda: session.run("(assume! '(real? y)) (known-real? 'x)"))
    assert list(session.run("(assume! '(real? x)) (let ((x? (inner))) (list x? (known-real? 'y)))")) == [True, True]
    assert list(session.run("(map known-real? '(x y))")) == [True, True]
    assert session.run("(known-real? 'x)") is True
    assert assumed.get() == {}


@pytest.mark.parametrize("odd", [x, sinh(x), sinh(x) / cosh(x), atan(x), asin(x), x**3, sinh(atan(x))])
@pytest.mark.parametrize("even", [x**2, x**6, x**2 * y**2])
def test_roots_have_the_sign_of_what_has_to_be_real(odd, even):
    """Of sqrt(-sinh(x) x^2) the root of x^2 is -x: x is nowhere positive where the other factor has a real root."""
    for factor in (-1, cos(z) - 1, cos(z) - 2, -(y**2) - 1, 2):
        root, place = simplify(sqrt(odd * factor * even)), {x: -0.3 if factor != 2 else 0.3, y: 0.7, z: 1.1}
        assert substitute(root, place) == pytest.approx(math.sqrt(substitute(odd * factor * even, place)), rel=1e-12)
