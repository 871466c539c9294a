"""Monitors that draw, grey pictures, gnuplot's names, and the window that find-path's tries are drawn in."""

import numpy
import pytest

from scmpy.errors import ScmpyError
from scmpy.scheme import Session

from ..comparing import data


def test_the_driven_pendulum_as_the_book_writes_it():
    session = Session()
    session.run("""
        (define plot-win (frame 0. 100. :-pi :pi))
        (define (pend-state-derivative m l g a omega)
          (Lagrangian->state-derivative (L-periodically-driven-pendulum m l g a omega)))
        (define start (up 0. 1. 0.))
        (define (run monitor)
          ((evolve pend-state-derivative 1. 1. 9.8 .1 (* 2. (sqrt 9.8))) start monitor .1 10. 1e-13))
        (run (monitor-theta plot-win))
        (define ((my-monitor win) state)
          (let ((theta ((principal-value :pi) (coordinate state)))) (plot-point win (time state) theta)))
        (define own (frame 0. 100. :-pi :pi))
        (run (my-monitor own))""")
    points = data(session.lookup("plot-win"))
    assert session.lookup("plot-win").axes.get_ylabel() == r"$\theta$"
    assert len(points) == 102 and points[0].tolist() == [0, 1]
    assert numpy.array_equal(points, data(session.lookup("own")))


def test_the_errors_of_a_rigid_body_as_the_book_writes_them():
    session = Session()
    session.run("""
        (define win (frame 0. 100. -1e-12 1e-12))
        (define A 1.) (define B (sqrt 2.)) (define C 2.)
        (define state0 (up 0. (up 1. 0. 0.) (up .1 .1 .1)))
        (define L0 ((Euler-state->L-space A B C) state0))
        (define E0 ((T-body-Euler A B C) state0))
        ((evolve rigid-sysder A B C) state0 (monitor-errors win A B C L0 E0) .1 10. 1e-12)""")
    points = data(session.lookup("win"))
    assert len(points) == 4 * 102 and abs(points[:, 1]).max() < 1e-11


@pytest.mark.slow
def test_find_path_draws_its_tries_as_the_book_has_it():
    session = Session()
    session.run("""
        (define win2 (frame 0. :pi/2 0. 1.2))
        (define tries 0)
        (define ((parametric-path-action Lagrangian t0 q0 t1 q1) intermediate-qs)
          (let ((path (make-path t0 q0 t1 q1 intermediate-qs)))
            (set! tries (+ tries 1))
            (graphics-clear win2)
            (plot-function win2 path t0 t1 (/ (- t1 t0) 100))
            (Lagrangian-action Lagrangian path t0 t1)))
        (define path (find-path (L-harmonic 1. 1.) 0. 1. :pi/2 0. 2))""")
    assert session.run("tries") > 20
    assert session.run("(path .5)") == pytest.approx(numpy.cos(0.5), abs=1e-3)
    points = data(session.lookup("win2"))[1:]
    assert len(points) == 101 and abs(points[:, 1] - numpy.cos(points[:, 0])).max() < 3e-3
    assert Session().run("((find-path (L-harmonic 1. 1.) 0. 1. :pi/2 0. 2) .5)") == pytest.approx(
        numpy.cos(0.5), abs=1e-3
    )


def test_an_action_of_the_programs_own_may_be_of_other_functions_than_lagrangians():
    session = Session()
    session.run("(define ((parametric-path-action f t0 q0 t1 q1) qs) (f (make-path t0 q0 t1 q1 qs) t1))")
    assert session.run("((find-path (lambda (q t) (square (- (q (/ t 2)) 3))) 0. 0. 1. 0. 1) .5)") == pytest.approx(3)
    with pytest.raises(ScmpyError, match="a Lagrangian of one argument"):
        Session().run("(find-path (lambda (q t) 1) 0. 0. 1. 0. 1)")
