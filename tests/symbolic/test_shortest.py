"""Printed forms: the one with the fewest terms of sines and cosines, and kernels in the order that the original meets them."""

import io
import math
import os
import random
import subprocess
import sys

import pytest

from scmpy import *
from scmpy import cos, symbols
from scmpy.scheme import Session
from scmpy.symbolic.printed_form import in_printing_order, sines_restored

from ..counting import python_calls

A, B, C, g, m1, m2, t, u, x, y = symbols("A B C g m1 m2 t u x y")


def double_pendulum(state):
    _, (a, b), (v, w) = state
    kinetic = (m1 + m2) * v**2 / 2 + m2 * w**2 / 2 + m2 * v * w * cos(a - b)
    return kinetic + (m1 + m2) * g * cos(a) + m2 * g * cos(b)  # of rods of length 1


def top(state):
    _, (theta, _, _), (a, b, c) = state
    return A * (a**2 + (b * sin(theta)) ** 2) / 2 + C * (c + b * cos(theta)) ** 2 / 2 - g * cos(theta)


ACCELERATIONS = Lagrangian_to_acceleration(double_pendulum)(up(t, up(x, y), up(*symbols("v w"))))
TOP = Lagrange_equations(top)(up(*literal_functions("theta phi psi")))(t)


def shortened(value):
    return simplify(value, trig_fewest_terms_simplify=True)


def text(value):
    return "".join(scheme_text(value).split())


@pytest.mark.parametrize("value", [ACCELERATIONS, TOP], ids=["double pendulum", "top"])
@pytest.mark.slow
def test_systems_shrink_and_stay_what_they_are(value):
    printed = len(text(value))
    assert len(text(shortened(value))) < printed + (value is TOP)  # which is as short already as it is printed
    for component, shorter in zip(value, parse_printed(scheme_text(shortened(value))), strict=True):
        assert equivalent(component, shorter).verdict == "equal"


def test_of_equal_length_sines_come_first():
    assert text(shortened(1 - cos(x) ** 2)) == "(expt(sinx)2)"
    assert text(shortened(cos(x) ** 2)) == "(expt(cosx)2)"
    assert text(shortened(A * cos(x) ** 2 - B * sin(x) ** 2)) == text(A * cos(x) ** 2 - B * u).replace(
        "u", "(expt(sinx)2)"
    )
    assert text(shortened(2 - cos(x) ** 2)) == "(+1(expt(sinx)2))"
    assert text(simplify(2 - cos(x) ** 2)) == "(+2(*-1(expt(cosx)2)))"


@pytest.mark.slow
def test_values_stay():
    choose = random.Random(7)
    functions = [sin(x), cos(x), sin(y), cos(y), A, B, sin(x - y), cos(x - y)]
    for _ in range(60):
        terms = [choose.randint(-3, 3) * math.prod(choose.choices(functions, k=choose.randint(1, 5))) for _ in range(5)]
        value = sum(terms) / (2 + choose.choice(functions) ** 2) if choose.random() < 0.5 else sum(terms)
        shorter, typeset = shortened(value), simplify(value, whole_sines_simplify=True)
        assert scheme_text(shorter).count("(") <= scheme_text(value).count("(") + 4
        assert equivalent(value, parse_printed(scheme_text(typeset)))
        for _ in range(3):
            at = {each: choose.uniform(-2, 2) for each in (x, y, A, B)}
            found, expected = (float(substitute(each, at)) for each in (parse_printed(scheme_text(shorter)), value))
            assert math.isclose(found, expected, rel_tol=1e-9, abs_tol=1e-9)


def test_it_is_an_option_of_a_session():
    session = Session()
    program = "(+ 2 (* -1 (square (cos 'x))))"
    assert session.result_text(session.run(program)) == "(+ 2 (* -1 (expt (cos x) 2)))"
    session.run("(trig-fewest-terms-simplify #t)")
    assert session.result_text(session.run(program)) == "(+ 1 (expt (sin x) 2))"
    assert Session().result_text(Session().run(program)) == "(+ 2 (* -1 (expt (cos x) 2)))"
    with setting(trig_fewest_terms_simplify=True):
        assert scheme_text(2 - cos(x) ** 2) == "(+ 1 (expt (sin x) 2))"


#: What is typed and what is printed.
ORDERS = [
    # what is subtracted comes after all that is added, what is divided by after all that is multiplied by
    ("(+ (- (f 'x) (g 'x)) (h 'x))", "(+ (f x) (h x) (* -1 (g x)))"),
    ("(- (f 'x) (- (g 'x) (h 'x)))", "(+ (f x) (h x) (* -1 (g x)))"),
    ("(+ (* -1 (f 'x)) (g 'x))", "(+ (* -1 (f x)) (g x))"),
    ("(+ (- (f 'x)) (g 'x))", "(+ (g x) (* -1 (f x)))"),
    ("(+ (f 'x) (- (- (g 'x) (h 'x))))", "(+ (f x) (* -1 (g x)) (h x))"),
    # a tangent that is put together again comes last
    ("(* (sin 'y) (tan 'x))", "(* (sin y) (tan x))"),
    ("(* (sin 'b) (tan 'a))", "(* (sin b) (tan a))"),
    # the last component of a tuple is met first
    ("(up (+ (g 'x) (f 'x)) (+ (f 'x) (g 'x)))", "(up (+ (f x) (g x)) (+ (f x) (g x)))"),
    ("(simplify (up (+ (g 'x) (f 'x)) (+ (f 'x) (g 'x))))", "(up (+ (f x) (g x)) (+ (f x) (g x)))"),
]


def printed(source: str, *definitions: str) -> str:
    out = io.StringIO()
    session = Session(stdout=out)
    for name in "fgh":
        session.run(f"(define {name} (literal-function '{name}))")
    for definition in definitions:
        session.run(definition)
    session.run(f"(pe {source})")
    return " ".join(out.getvalue().split())


@pytest.mark.parametrize(("source", "expected"), ORDERS)
def test_kernels_are_printed_in_the_order_in_which_they_are_met(source, expected):
    assert printed(source) == expected


def test_mixed_partial_derivatives_follow_the_other_kernels():
    definition = "(define F (literal-function 'F (-> (X Real Real) Real)))"
    mixed, single = "(((partial 0) ((partial 1) F)) 'x 'y)", "(((partial 0) F) 'x 'y)"
    for terms in (f"{mixed} {single}", f"{single} {mixed}"):
        assert printed(f"(+ {terms})", definition).startswith("(+ (((partial 0) F) x y) (((* (partial ")


@pytest.mark.parametrize(("one", "other"), [("f g h", "u v w"), ("f g h", "p q r")])
def test_renaming_changes_nothing_but_the_names(one, other):
    source = "(- (* (f 'x) ((D g) 'x)) (/ (h (f 'x)) (sin (g 'x))))"
    names = dict(zip(one.split(), other.split(), strict=True))
    renamed = "".join(names.get(c, c) for c in source.replace("sin", "SIN")).replace("SIN", "sin")
    definitions = [f"(define {name} (literal-function '{name}))" for name in other.split()]
    back = {new: old for old, new in names.items()}
    text = printed(renamed, *definitions).replace("sin", "SIN")
    assert "".join(back.get(c, c) for c in text).replace("SIN", "sin") == printed(source)


@pytest.mark.slow
def test_order_does_not_depend_on_hashes_or_on_what_came_before():
    program = (
        "import io; from scmpy.scheme import Session\n"
        "sources = ['(+ (sin (quote a)) (* (cos (quote b)) (exp (quote c))))', '(* (exp (quote c)) (sin (quote a)))']\n"
        "def show(source):\n"
        "    out = io.StringIO(); Session(stdout=out).run('(pe ' + source + ')'); return out.getvalue()\n"
        "forward = [show(s) for s in sources]\n"
        "assert [show(s) for s in reversed(sources)] == forward[::-1]\n"
        "print(forward)"
    )
    answers = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for seed in "123"
    }
    assert len(answers) == 1


TYPESET = [
    # every a - a cos^2 is a sin^2, also below, where it may cancel; under a root, which would be of either sign, not
    ("(* 'm 'v (square (sin 'x)))", "(* m v (expt (sin x) 2))"),
    ("(- (square (cos 'x)) 1)", "(* -1 (expt (sin x) 2))"),
    ("(- 'a (* 'b (square (cos 'x))))", "(+ (* -1 b (expt (cos x) 2)) a)"),
    ("(* 'a (square (* (sin 'x) (sin 'y))))", "(* a (expt (sin y) 2) (expt (sin x) 2))"),
    ("(/ 'a (* -2 (- 1 (square (cos 'x)))))", "(/ (* -1/2 a) (expt (sin x) 2))"),
    ("(/ (- 1 (square (cos 'x))) (* 'a (sin 'x)))", "(/ (sin x) a)"),
    ("(f (cube (sin 'x)))", "(f (expt (sin x) 3))"),
    ("(sqrt (- 1 (square (cos 'x))))", "(sqrt (+ 1 (* -1 (expt (cos x) 2))))"),
]


@pytest.mark.parametrize(("form", "typeset"), TYPESET)
def test_what_is_typeset_is_as_on_the_books_pages(form, typeset):
    session = Session(stdout=(output := io.StringIO()))
    session.run(f"(define f (literal-function 'f)) (show-expression {form})")
    value = session.run(form)
    assert output.getvalue() == f"{typeset}\n" == scheme_text(simplify(value, whole_sines_simplify=True)) + "\n"
    session.run("(set-display! 'tex)")
    assert session.result_tex(value) == session.result_text(value) == tex(value)
    assert tex(value) == tex(parse_printed(typeset), simplifier=lambda x: x)
    assert equivalent(value, parse_printed(typeset))


def test_sines_are_restored_in_a_long_sum_in_one_pass():
    x, y = symbols("x y")

    def calls(n):
        terms = in_printing_order([term for i in range(1, n) for term in (((2, i), -1), ((0, i), 1))])
        return python_calls(lambda: sines_restored(terms, [cos(x), cos(y)]))

    assert calls(400) < 3 * calls(200)
