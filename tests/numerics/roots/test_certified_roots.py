"""All roots in an interval: those that are known, and no others."""

import math
import random

import mpmath
import pytest

import scmpy as s
from scmpy.scheme import Session

from ...tables import refusals


@pytest.mark.parametrize("seed", range(20))
def test_polynomials_with_known_roots(seed):
    source = random.Random(seed)
    roots = sorted(source.sample(range(-40, 40), source.randint(1, 8)))
    found = s.certified_roots(lambda x: math.prod(8 * x - r for r in roots), -4, 4.125)
    wanted = [r / 8 for r in roots if -32 <= r <= 33]
    assert len(found) == len(wanted)
    assert all(low <= r <= high and high - low < 1e-14 for (low, high), r in zip(found, wanted, strict=True))


def test_transcendental_functions():
    found = s.certified_roots(lambda x: s.bessj(0, x), 1, 40)
    with mpmath.workdps(30):
        zeros = [mpmath.besseljzero(0, k) for k in range(1, 13)]
    assert len(found) == 12 and all(low <= zero <= high for (low, high), zero in zip(found, zeros, strict=True))
    [(low, high)] = s.certified_roots(lambda x: s.exp(-x) - x, -10, 10)
    assert low <= mpmath.lambertw(1) <= high
    assert s.certified_roots(lambda x: 1 + x**2, -10, 10) == ()


def test_roots_at_the_ends_and_in_scheme():
    assert s.certified_roots(lambda x: x * (x - 2), 0, 2) == ((0.0, 0.0), (2.0, 2.0))
    assert Session().run("(length (certified-roots cos 0 10))") == 3


test_what_is_not_certain_is_told = refusals(__file__, "certified roots", globals())
