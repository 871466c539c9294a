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
