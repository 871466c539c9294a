"""Roots between two places, all roots in an interval, those of polynomials and of systems, against mpmath and numpy."""

import math
import random
from fractions import Fraction

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st

import scmpy as s
from scmpy.errors import DivisionByZeroError, DomainError
from scmpy.numerics.roots import brent
from scmpy.scheme import Session

from ...tables import refusals

CURVES = {
    "parabola": (lambda x: x**2 - 2, 0, 2, math.sqrt(2)),
    "falling": (lambda x: 2 - x**2, 0, 2, math.sqrt(2)),
    "from the right": (lambda x: x**2 - 2, 2, 0, math.sqrt(2)),
    "a high power": (lambda x: x**9 - 1e-3, 0, 3, 1e-3 ** (1 / 9)),
    "steep": (lambda x: math.exp(30 * x) - 2, -1, 2, math.log(2) / 30),
    "flat": (lambda x: (x - 0.3) ** 3, -1, 1, 0.3),
    "Kepler's equation": (lambda x: x - 0.5 * math.sin(x) - 1, 0, 3, 1.498701133517848),
    "a leap": (lambda x: 1 if x > 0.7 else -1, 0, 1, 0.7),
    "zero": (lambda x: x + x**3, -1, 2, 0),
    "of the least number and a large one": (lambda x: 2.0**1023 if x > 1.5 else -5e-324, 1, 2, 1.5),
}


@pytest.mark.parametrize("name", CURVES)
def test_every_method_finds_the_root(name):
    f, low, high, root = CURVES[name]
    near = 1e-5 if name == "flat" else 1e-9
    for found in (
        s.bisect(f, low, high, 1e-10),
        s.bisect(f, low, high, 1e-10, 5),
        s.bisect_1(f, low, high),
        s.bisect_2(f, low, high, 1e-10),
        s.bisect_fp(f, low, high, 1e-10),
        s.zbrent(f, low, high)[1],
    ):
        assert found == pytest.approx(root, abs=near)


def test_brent_is_fast():
    for name in ("parabola", "steep", "Kepler's equation", "a high power"):
        f, low, high, _ = CURVES[name]
        found, _, count = s.zbrent(f, low, high)
        assert found
        assert count < 25
    assert brent(lambda x: x - 1, (0.0, -1.0), (3.0, 2.0), 0.0, 1)[1:] == (1.0, 1)
    assert s.zbrent(lambda x: x**9 - 1e-3, 0, 3, 0, 3)[0] is False


def test_the_original_s_answers():
    """Bisection ends where the ends are close; the values are those of the original."""
    f = lambda x: x * x - 2  # noqa: E731
    assert s.bisect(f, 0, 2, 1e-10) == 1.4142135622678325
    assert s.bisect(f, 2, 0, 1e-10) == 1.4142135622678325
    assert s.bisect(f, 0, 2, 1e-3) == 1.4150390625
    assert s.bisect(lambda x: f(x / 1e6), 0, 2e6, 1e-3) == 1414550.78125
    assert s.bisect(f, 0, 2, 0) == pytest.approx(math.sqrt(2), abs=3e-16)
    assert s.search_for_roots(lambda x: (x - 1) * (x - 2), 0, 3, 1e-10, 1.5) == (1.0000000000291038, 1.9999999999708962)


def test_a_root_at_an_end_is_it():
    for find, allowed in ((s.bisect_1, ()), (s.bisect, (1e-9,)), (s.bisect_2, (1e-9,)), (s.bisect_fp, (1e-9,))):
        assert find(lambda x: x, 0, 3, *allowed) == 0
        assert find(lambda x: x - 3, 0, 3, *allowed) == 3


def test_roots_are_searched_for():
    found = s.search_for_roots(s.sin, 0.5, 10, 1e-12, 0.1)
    assert found == pytest.approx([math.pi, 2 * math.pi, 3 * math.pi])
    assert s.search_for_roots(lambda x: x * (x - 1), 0, 1, 1e-9, 0.5) == (0, 1)
    assert s.search_for_roots(lambda x: x * x + 1, -1, 1, 1e-9, 0.1) == ()


def test_in_scheme():
    run = Session().run
    assert run("(bisect (lambda (x) (- (square x) 2)) 3 4 1e-10)") is False
    run("(set! *bisect-error?* #t)")
    with pytest.raises(DomainError, match="whose signs differ"):
        run("(bisect (lambda (x) (- (square x) 2)) 3 4 1e-10)")
    assert (
        run("(equal? (map round (search-for-roots (lambda (x) (* (- x 1) (- x 2))) 0 3 1e-9 .4)) (list 1. 2.))") is True
    )
    assert run("(bisect (lambda (x) (- (exp x) 3)) 0 2 1e-12)") == pytest.approx(math.log(3))


test_bad_input = refusals(__file__, "bracketed", globals())


POLES = [lambda x: 1 / (x - 0.31), s.tan, lambda x: 1e-30 / (x - 0.31) ** 3, lambda x: (x - 1) / (x - 0.31)]


@pytest.mark.parametrize("f", POLES)
def test_a_pole_is_no_root(f):
    low, high = (1.0, 2.0) if f is s.tan else (0.12, 0.5)  # in whose middle others have no value
    assert s.bisect(f, low, high, 1e-9) is False
    assert s.zbrent(f, low, high)[0] is False
    assert s.search_for_roots(f, low, high, 1e-9, 0.013) == s.search_for_roots(f, low, high, 1e-9, 0.38) == ()
    for search in (lambda: s.bisect_1(f, low, high), lambda: s.bisect_fp(f, low, high, 1e-9)):
        with pytest.raises(s.ScmpyError, match="not at a pole"):
            search()


def test_roots_beside_poles():
    wanted = [math.pi, 2 * math.pi, 3 * math.pi]
    assert s.search_for_roots(s.tan, 0.1, 10.0, 1e-10, 0.05) == pytest.approx(wanted)
    assert s.bisect(lambda x: s.sqrt(x) - s.sqrt(0.2), 0.0, 1.0, 1e-12) == pytest.approx(0.2)
    assert s.bisect(lambda x: (x - 0.3) / abs(x - 0.3) ** 0.7, 0.0, 1.1, 1e-12) == pytest.approx(0.3)
    for leap in (lambda x: s.atan(1 / x), lambda x: x / abs(x)):
        assert s.bisect(leap, -1.0, 1.0, 1e-9) == pytest.approx(0, abs=1e-8)
        assert s.search_for_roots(leap, -1.0, 1.0, 1e-9, 0.5) == pytest.approx([0], abs=1e-8)
    assert s.search_for_roots(lambda x: (x - 1) / (x - 0.31) ** 3, 0.0, 1.24, 1e-12, 0.155) == pytest.approx([1.0])


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


def with_roots(roots):
    return math.prod(s.poly_identity - root for root in roots)


@given(st.lists(st.integers(-6, 6), min_size=1, max_size=7))
def test_exact_polynomials_with_multiplicities(roots):
    found = s.poly_to_roots(with_roots(roots), False)
    assert sorted((z, count) for count, z in found) == sorted((r, roots.count(r)) for r in set(roots))
    assert list(map(abs, s.poly_to_roots(with_roots(roots)))) == sorted(map(abs, roots))


def test_multiple_roots_of_inexact_polynomials():
    assert s.poly_to_roots(s.poly_from_dense([1.0, 3.0, 3.0, 1.0]), False) == ((3, -1.0),)
    rounded = s.poly_from_dense([float(c) for c in s.poly_to_dense(with_roots([Fraction(1, 3)] * 3 + [2]))])
    (three, third), (one, two) = s.poly_to_roots(rounded, False)
    assert (three, one) == (3, 1) and third == pytest.approx(1 / 3, abs=1e-9) and two == pytest.approx(2)


def test_shapes_in_scheme():
    session = Session()
    answers = {
        "(poly->roots (poly:dense-> '(0 0 1 1)) #f)": "((2 . 0) (1 . -1.))",
        "(poly->roots (poly:dense-> '(1 0 1)))": "(+1.i -1.i)",
        "(poly->roots 5)": "()",
    }
    assert {
        source: session.result_text(session.run(source)).replace("+i", "+1.i").replace("-i", "-1.i")
        for source in answers
    } == answers


def test_systems():
    f = lambda v: [v[0] ** 2 + v[1] - 3, v[0] - v[1] - 1]  # noqa: E731
    assert list(s.multidimensional_root(f, [1.5, 1.5], 0.01, 1e-12)) == pytest.approx(
        [1.5615528128088303, 0.5615528128088303]
    )
    rough = lambda v: [float(v[0]) ** 2 + v[1] - 3, math.atan(v[0] - v[1] - 1)]  # noqa: E731
    assert list(s.multidimensional_root(rough, [1.5, 0.5], [0.01, 0.02], 1e-9)) == pytest.approx(
        [1.56155281, 0.56155281]
    )
    with pytest.raises(DivisionByZeroError):
        s.multidimensional_root(lambda v: [v[0] + v[1], v[0] + v[1] - 1], [0.0, 0.0], 0.01, 1e-12)


test_what_has_no_root_is_told = refusals(__file__, "polynomial roots", globals())
