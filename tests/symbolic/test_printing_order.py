"""The printed order of kernels: that in which the original meets them, a function of the expression alone."""

import io
import os
import subprocess
import sys

import pytest

from scmpy import cos, symbols
from scmpy.scheme import Session
from scmpy.symbolic.printed_form import in_printing_order, sines_restored

from ..counting import python_calls

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


def test_sines_are_restored_in_a_long_sum_in_one_pass():
    x, y = symbols("x y")

    def calls(n):
        terms = in_printing_order([term for i in range(1, n) for term in (((2, i), -1), ((0, i), 1))])
        return python_calls(lambda: sines_restored(terms, [cos(x), cos(y)]))

    assert calls(400) < 3 * calls(200)
