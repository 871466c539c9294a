"""FDG, special relativity: boosts, rotations, the addition of velocities, the travelling twin."""

import pytest

from scmpy import *
from scmpy.errors import ChartError

va, vb = symbols("va vb")
origin = make_SR_coordinates(the_ether, up(0, 0, 0, 0))


def test_velocities_add():
    A = make_SR_frame("A", the_ether, up(1, 0, 0), va, origin)
    B = make_SR_frame("B", A, up(1, 0, 0), vb, make_SR_coordinates(A, up(0, 0, 0, 0)))
    event = chart(the_ether)(point(B)(make_SR_coordinates(B, up(symbols("tau"), 0, 0, 0))))
    assert simplify(event[1] / event[0] - add_v_over_cs(va, vb)) == 0


def test_boosts_along_a_line_make_a_group():
    numbers = up(1.0, 2.0, 3.0, 4.0)
    twice = general_boost2(up(1, 0, 0), 0.5)(general_boost2(up(1, 0, 0), 0.5)(numbers))
    once = general_boost2(up(1, 0, 0), 0.8)(numbers)
    assert tuple(twice) == pytest.approx(tuple(once))


def test_the_travelling_twin_is_younger():
    outward = make_SR_frame("outward", the_ether, up(1, 0, 0), 0.6, origin)
    turn = make_SR_coordinates(the_ether, up(10.0, 6.0, 0, 0))
    homeward = make_SR_frame("homeward", the_ether, up(-1, 0, 0), 0.6, turn)
    reunion = make_SR_coordinates(the_ether, up(20.0, 0.0, 0, 0))
    clock = lambda frame, event: four_tuple_to_ct(chart(frame)(point(the_ether)(event)))  # noqa: E731
    assert clock(outward, turn) + clock(homeward, reunion) == pytest.approx(16)
    assert proper_time_interval(up(*(x - y for x, y in zip(turn, origin, strict=True)))) == pytest.approx(8)


def test_a_boost_along_a_line(scheme):
    assert scheme("(pe ((general-boost2 (up 1 0 0) 'v) (make-4tuple 'ct (up 'x 'y 'z))))") == (
        "(up (/ (+ (* v x) ct) (sqrt (+ 1 (* -1 (expt v 2))))) (/ (+ (* ct v) x) (sqrt (+ 1 (* -1 (expt v 2))))) y z)"
    )


def test_boosts_keep_the_interval_and_turn_with_space(scheme):
    scheme("""
    (define beta (up 'bx 'by 'bz))
    (define xi (make-4tuple 'ct (up 'x 'y 'z)))
    (define R (compose (rotate-x 'alpha) (rotate-y 'beta) (rotate-z 'psi)))
    (define R-inverse (compose (rotate-z (- 'psi)) (rotate-y (- 'beta)) (rotate-x (- 'alpha))))
    (define turned (compose (extended-rotation R-inverse) (general-boost (R beta)) (extended-rotation R)))
    """)
    assert scheme("(pe (- (proper-space-interval ((general-boost beta) xi)) (proper-space-interval xi)))") == "0"
    assert scheme("(pe (- ((general-boost beta) xi) (turned xi)))") == "(up 0 0 0 0)"


def test_velocities_add_as_the_book_types_it(scheme):
    scheme("""
    (define origin (up 0 0 0 0))
    (define A (make-SR-frame 'A the-ether (up 1 0 0) 'va (make-SR-coordinates the-ether origin)))
    (define B (make-SR-frame 'B A (up 1 0 0) 'vb (make-SR-coordinates A origin)))
    (define moved ((chart the-ether) ((point B) (make-SR-coordinates B (up 'tau 0 0 0)))))
    """)
    assert scheme("(pe (/ (ref moved 1) (ref moved 0)))") == "(/ (+ va vb) (+ 1 (* va vb)))"
    assert scheme("(pe (add-v/cs 'va 'vb))") == "(/ (+ va vb) (+ 1 (* va vb)))"


TWINS = """
(define home the-ether)
(define (at-home . coordinates) (make-SR-coordinates home (apply up coordinates)))
(define start ((point home) (at-home 0 0 0 0)))
(define outgoing (make-SR-frame 'outgoing home (up 1 0 0) 24/25 ((chart home) start)))
(define turn ((point home) (at-home (* 25 ':c) (* 25 24/25 ':c) 0 0)))
(define halfway ((point home) (at-home (* 25 ':c) 0 0 0)))
(define end ((point home) (at-home (* 50 ':c) 0 0 0)))
(define incoming (make-SR-frame 'incoming home (up -1 0 0) 24/25 ((chart home) turn)))
(define home-at-outgoing-turn ((point outgoing) (make-SR-coordinates outgoing (up (* 7 ':c) (* 7 -24/25 ':c) 0 0))))
(define home-at-incoming-turn ((point incoming) (make-SR-coordinates incoming (up 0 (* 7 -24/25 ':c) 0 0))))
(define (elapsed frame a b) (proper-time-interval (- ((chart frame) b) ((chart frame) a))))
"""


@pytest.mark.parametrize(
    ("expression", "text"),
    [
        ("((chart outgoing) turn)", "(up (* 7 :c) 0 0 0)"),
        ("((chart outgoing) halfway)", "(up (* 625/7 :c) (* -600/7 :c) 0 0)"),
        ("(elapsed outgoing start halfway)", "(* 25 :c)"),
        ("(elapsed home start home-at-outgoing-turn)", "(* 49/25 :c)"),
        ("(- ((chart incoming) end) (make-SR-coordinates incoming (up (* 7 ':c) 0 0 0)))", "(up 0 0 0 0)"),
        ("((chart home) home-at-incoming-turn)", "(up (* 1201/25 :c) 0 0 0)"),
        ("(elapsed home home-at-incoming-turn end)", "(* 49/25 :c)"),
    ],
)
def test_the_twins_as_the_book_types_them(scheme, expression, text):
    """At 24/25 of the speed of light 50 years at home are 14 of the traveller's."""
    scheme(TWINS)
    assert scheme(f"(pe {expression})") == text


def test_coordinates_of_a_frame_are_up_tuples():
    """What is computed of coordinates belongs to no frame; to use it as coordinates it is claimed again."""
    here, step = make_SR_coordinates(the_ether, up(5, 3, 0, 0)), up(1, 1, 0, 0)
    for value in (here + step, step + here, 2 * here - here + step, here - (-step)):
        assert value == up(6, 4, 0, 0)
        assert not is_SR_coordinates(value)
        assert frame_owner(value) is False
        with pytest.raises(ChartError, match="takes coordinates of its own"):
            point(the_ether)(value)
    assert here == up(5, 3, 0, 0)
    assert here + here == 2 * here
    assert down(1, 0, 0, 0) * here == 5
    assert D(lambda s: here * s)(1) == here
    assert simplify(here) == here
    assert is_SR_coordinates(here)
    assert not is_event(here)
    moved = point(the_ether)(make_SR_coordinates(the_ether, here + step))
    assert is_event(moved)
    assert moved - make_event(here) == step


def test_sums_of_coordinates_in_scheme(scheme):
    scheme("(define start (make-SR-coordinates the-ether (up 'ct 'x 0 0)))")
    assert scheme("(pe (+ start (up 1 2 3 4)))") == "(up (+ 1 ct) (+ 2 x) 3 4)"
    assert scheme("(pe (- (up 1 2 3 4) start))") == "(up (+ 1 (* -1 ct)) (+ 2 (* -1 x)) 3 4)"
