"""Large expressions that vanish are found to vanish by their free sums; the forms are those of small ones."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

import scmpy as s
from scmpy.symbolic import canonical

from ..laws.generators import expressions


def by_size(monkeypatch, limit, expression):
    """The printed form where expressions of more nodes than the limit are large."""
    monkeypatch.setattr(canonical, "LARGE", limit)
    return str(s.simplify(expression))


CASES = [
    "(- (* (+ a b) (+ c d)) (* a c) (* a d) (* b c) (* b d))",
    "(- (expt (+ a b) 2) (expt a 2) (* 2 a b))",
    "(/ (- (expt (+ x (sin y)) 2) (expt (+ (sin y) x) 2)) (+ z w))",
    "(+ (/ 1 (+ a b)) (/ -1 (+ b a)))",
    "(- (* (+ (sqrt u) v) (+ (sqrt u) v)) u (* 2 (sqrt u) v))",
    "(- (((* (partial 0) (partial 1)) F) (up x y)) (((* (partial 1) (partial 0)) F) (up x y)))",
    "(* (- (sin (* -1 x)) (* -1 (sin x))) (+ a b))",
]


@pytest.mark.parametrize("text", CASES)
def test_forms_do_not_depend_on_size(monkeypatch, text):
    expression = s.parse_printed(text)
    assert by_size(monkeypatch, 0, expression) == by_size(monkeypatch, 10**9, expression)


def test_any_form_does_not_depend_on_size():
    @settings(max_examples=60, deadline=None)
    @given(expressions, expressions)
    def law(x, y):
        with pytest.MonkeyPatch.context() as patch:
            for e in (x, (x + y) ** 2 - x * x - 2 * x * y - y * y):
                assert by_size(patch, 0, e) == by_size(patch, 10**9, e)

    law()
