"""FDG, special relativity: boosts, rotations, the addition of velocities, the travelling twin."""

# ruff: noqa: F403, F405

import pytest

from scmpy import *

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
