"""Equations of motion compared, and how many of the pairs of the table are decided by simplifying the difference.

The peers look whether a difference of residuals, in the order in which they come, simplifies to zero.
"""

import os
import time
from collections import Counter

import pytest
import sympy

import scmpy as s
from scmpy.mechanics.equations.systems import residuals_of

from ..mechanics import motions


def test_compare_hamilton_and_newton(benchmark):
    (t, k, m), (x, p) = s.symbols("t k m"), s.literal_functions("x p")
    newton = m * (s.D**2)(x)(t) + k * x(t)
    hamilton = [s.D(x)(t) - p(t) / m, s.D(p)(t) + k * x(t)]
    assert benchmark(lambda: s.equivalent_equations(hamilton, newton).verdict) == "equal"


def by_sympy(a, b):
    """Is the difference zero to SymPy's simplify?"""
    return sympy.simplify(s.to_sympy(a) - s.to_sympy(b)) == 0


def by_the_printed_form(a, b):
    """Is the difference printed as 0? Users of the original subtract and look; this is its printed form."""
    return s.simplify(a - b) == 0


PEERS = [
    by_the_printed_form,
    pytest.param(
        by_sympy,
        marks=pytest.mark.skipif("SCMPY_WHOLE" not in os.environ, reason="set SCMPY_WHOLE=1: it takes minutes"),
    ),
]


@pytest.mark.parametrize("is_zero", PEERS)
def test_subtract_and_look(is_zero):
    """Of the right pairs, those that a peer sees to be equal; of the wrong ones those whose difference it leaves."""
    decided, count = Counter(), Counter()
    for name in motions.PROBLEMS:
        for first, second, change, right in motions.pairs(name):
            count[right] += 1
            decided[right] += change is None and same(first, second, is_zero) is right
    print(f"right pairs: {decided[True]} of {count[True]}; wrong ones: {decided[False]} of {count[False]}")
    assert decided[True] < count[True]


def same(first, second, is_zero):
    """Do all differences of residuals, in their order, simplify to zero?"""
    one, other = map(residuals_of, (first, second))
    return len(one) == len(other) and all(map(is_zero, one, other))


READING = 0.3  # seconds of the processor, for a page of thirty equations
PAGE = r"""
(m_1 + m_2) l_1 α'' + m_2 l_2 β'' cos(α - β) + m_2 l_2 β'^2 sin(α - β) + (m_1 + m_2) g sin α = 0
l_2 β'' + l_1 α'' cos(α - β) - l_1 α'^2 sin(α - β) + g sin β = 0
m r'' - m r φ'^2 + k/r^2 = 0"""


def test_verdict_on_a_pendulum(benchmark):
    right, wrong = "m l^2 θ'' = -m g l sin θ", r"\ddot\theta = \frac{g}{l}\sin\theta"
    assert benchmark(lambda: s.compare(right, wrong).diagnoses[0].kind) == "sign"


@pytest.mark.slow
def test_a_page_is_read():
    start = time.process_time()
    assert len(s.equations(10 * PAGE)) == 30
    assert time.process_time() - start < READING
