"""Answers compared with references as a teacher does it: how long a verdict takes, with the limits on an idle machine."""

import importlib.util
import statistics
import sys
import time
from pathlib import Path

import pytest

import scmpy as s

TABLE = Path(__file__).parents[1] / "mechanics" / "test_grading.py"
MEDIAN, WORST = 1.0, 10.0  # seconds of the processor, for a textbook's system
READING = 0.3  # for a page of thirty equations
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


@pytest.mark.slow
def test_verdicts_on_textbook_systems(record_property):
    spec = importlib.util.spec_from_file_location("table.derivations", TABLE)
    table = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = table
    spec.loader.exec_module(table)
    times = []
    for case in table.CASES:
        start = time.process_time()
        s.compare(case.reference, case.answer)
        times.append(time.process_time() - start)
    record_property("median", statistics.median(times))
    record_property("worst", max(times))
    assert statistics.median(times) < MEDIAN and max(times) < WORST
