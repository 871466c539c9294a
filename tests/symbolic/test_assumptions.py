"""Facts about symbols and expressions, and what simplification takes for granted."""

import contextvars
import math
import pickle
import threading

import pytest

from scmpy import *
from scmpy.compat.aliases import is_known_real
from scmpy.errors import WrongTypeError
from scmpy.render.scheme import scheme_text
from scmpy.scheme import Session
from scmpy.symbolic.assumptions import assumed, facts_of, known
from scmpy.symbolic.expression import symbol

from ..comparing import text
from ..tables import public_names, refusals, sections

x, y, z = symbols("x y z")
p, q = symbols("p q", positive=True)
r = symbols("r", real=True)
n = symbols("n", integer=True)
i = sqrt(-1)


FACTS = sections(__file__, "assumptions.txt")


@pytest.mark.parametrize("row", FACTS["inferred"])
def test_inferred(row):
    fact, _, expression = row.partition(" ")
    assert known(fact, eval(expression, public_names() | globals()))


@pytest.mark.parametrize("row", FACTS["not inferred"])
def test_not_inferred(row):
    fact, _, expression = row.partition(" ")
    assert not known(fact, eval(expression, public_names() | globals()))


def test_a_symbol_with_facts_is_another_symbol():
    assert symbol("x", "positive") is symbol("x", "real", "positive") is not x
    assert simplify(symbol("x", "positive") - x) != 0
    assert pickle.loads(pickle.dumps(p)) is p
    assert {"nonnegative", "nonzero", "real"} < p.facts
    assert not x.facts


@pytest.mark.parametrize("row", FACTS["taken for granted: an expression, its careful form, and what is assumed beside"])
def test_what_is_taken_for_granted(row):
    expression, careful, *assumptions = row.split(" => ")
    expression, assumptions = eval(expression, public_names() | globals()), {*"".join(assumptions).split("; ")} - {""}
    report = simplify(expression, report=True)
    assert {f"{each.fact} {scheme_text(each.expression)}" for each in report.assumptions} == assumptions
    if careful != "...":
        assert text(simplify(expression, careful=True)) == careful
        assert assumptions or text(report.value) == careful


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


test_what_is_refused = refusals(__file__, "assumptions", globals())
