"""Translations print what the Scheme prints: the programs of the language tests, and random ones."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scmpy.errors import ScmpyError
from scmpy.scheme.translation import translate

from ..scheme.test_values import PROGRAMS
from .running import python_prints, scheme_prints

#: Recursion deeper than Python's own, and procedures, which print under other names.
NOT_IN_PYTHON = ("00000", "(eq? '(1) '(1))")


def outcome(text: str) -> str | None:
    """What a Scheme program prints; None if it ends in an error or prints a procedure."""
    try:
        printed = scheme_prints(text)
    except ScmpyError:
        return None
    return None if "-procedure" in printed else printed


def agree(text: str) -> bool:
    """Does the translation of a program that ends well print the same? (Some programs need a session.)"""
    printed = outcome(text)
    if printed is None:
        return False
    try:
        program = translate(text, "program.scm")
    except ScmpyError as error:
        assert str(error).startswith("program.scm:")
        return False
    assert python_prints(program).split() == printed.split(), f"{text}\n{program}"
    return True


@pytest.mark.slow
def test_the_programs_of_the_language_tests():
    programs = [text for text in PROGRAMS if text.startswith("(") and not any(mark in text for mark in NOT_IN_PYTHON)]
    assert len(programs) > 140
    assert sum(map(agree, programs)) > 100


# -- random programs ----------------------------------------------------------------------------------------------

VARIABLES = st.sampled_from("x y n lambda_ list time".split())
NUMBERS = st.sampled_from(["0", "1", "2", "-3", "1/2", "-2/3", "1.5"])
SYMBOLS = st.sampled_from(["'a", "'b", "'x", "'time"])


def combine(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Expressions made of smaller ones; the variables x, y, n are numbers or symbols wherever they occur."""
    two = st.tuples(inner, inner)
    names = st.sampled_from(["x", "y", "n"])
    return st.one_of(
        st.tuples(st.sampled_from(["+", "-", "*"]), two).map(lambda p: f"({p[0]} {p[1][0]} {p[1][1]})"),
        st.tuples(inner, inner, inner).map(lambda p: f"(- {p[0]} {p[1]} {p[2]})"),
        inner.map(lambda e: f"(/ {e} 2)"),
        st.tuples(inner, st.sampled_from([3, 7, "1/2", "'c"])).map(lambda p: f"(/ {p[0]} {p[1]})"),
        st.tuples(inner, st.integers(0, 3)).map(lambda p: f"(expt {p[0]} {p[1]})"),
        inner.map(lambda e: f"(square {e})"),
        st.tuples(names, two).map(lambda p: f"(let (({p[0]} {p[1][0]})) {p[1][1]})"),
        st.tuples(names, names, st.tuples(inner, inner, inner)).map(
            lambda p: f"(let* (({p[0]} {p[2][0]}) ({p[1]} {p[2][1]})) {p[2][2]})"
        ),
        st.tuples(names, two).map(lambda p: f"((lambda ({p[0]}) {p[1][0]}) {p[1][1]})"),
        st.tuples(st.tuples(inner, inner, inner), names).map(
            lambda p: f"(if (eq? {p[0][0]} {p[1]}) {p[0][1]} {p[0][2]})"
        ),
        st.tuples(inner, inner).map(lambda p: f"(begin (set! x {p[0]}) {p[1]})"),
        st.tuples(names, two).map(lambda p: f"(let () (define (f {p[0]}) {p[1][0]}) (+ (f {p[1][1]}) (f 2)))"),
        st.tuples(inner, inner, inner).map(lambda p: f"(cond ((symbol? {p[0]}) {p[1]}) (else {p[2]}))"),
        st.tuples(two, st.integers(0, 4)).map(
            lambda p: f"(let loop ((n {p[1]}) (y {p[0][0]})) (if (= n 0) y (loop (- n 1) (+ y {p[0][1]}))))"
        ),
        st.tuples(inner, inner).map(lambda p: f"(do ((i 0 (+ i 1)) (x {p[0]} (+ x i))) ((= i 3) {p[1]}))"),
        st.tuples(inner, inner).map(lambda p: f"(or (and (symbol? {p[0]}) {p[0]}) {p[1]})"),
        st.tuples(inner, inner).map(lambda p: f"(apply + (map (lambda (y) {p[0]}) (list {p[1]} 2)))"),
        st.tuples(inner, inner).map(lambda p: f"(call/cc (lambda (k) (+ {p[0]} (k {p[1]}))))"),
        st.tuples(inner, inner).map(lambda p: f"(let-values (((x n) (values {p[0]} {p[1]}))) (- x n))"),
    )


EXPRESSIONS = st.recursive(st.one_of(NUMBERS, SYMBOLS, st.sampled_from(["x", "y", "n"])), combine, max_leaves=12)


@pytest.mark.slow
@settings(max_examples=150, deadline=None)
@given(EXPRESSIONS, EXPRESSIONS, EXPRESSIONS)
def test_random_programs(first, second, third):
    agree(f"(define x 2) (define y 'y) (define n 3) (define (g x n) {first}) (g 1 'm) {second} (list x (g {third} y))")


NAMES = st.sampled_from("f f-g f_g lambda list f? is-f x->y print show div symbols a* Fraction D m".split())


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(NAMES, NAMES, NAMES)
def test_random_names(a, b, c):
    """Different Scheme names stay different in Python, whatever they are called."""
    agree(f"(define ({a} {b}) (let (({c} 'm)) (list {b} '{a} {c} '{b}))) ({a} 5) (let (({b} 1)) ({a} (+ {b} '{c})))")
