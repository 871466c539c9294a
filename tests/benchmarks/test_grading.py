"""Answers compared with references as a teacher does it; tests/mechanics has a limit for each of a table of them."""

import time

import pytest

import scmpy as s

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
