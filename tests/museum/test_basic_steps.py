"""Basic methods, the control of their steps, and the generators for stiff equations: the original's calls and answers.

The answers are those of the original for x' = -x, and x' = -3 x^2 for Newton's method, from x = 1.
"""

from __future__ import annotations

import itertools
import math
import re

import pytest

import scmpy as s
from scmpy.errors import DomainError, IntegrationError, LimitError, ScmpyError, StructureError, WrongTypeError
from scmpy.scheme import Session

GIVEN = """
(define (f s) (vector 1 (- (vector-ref s 1))))
(define (f&df s k) (k (f s) (matrix-by-rows '(0 0) '(0 -1))))
(define (g&dg s k)
  (k (vector 1 (* -3 (square (vector-ref s 1)))) (matrix-by-rows '(0 0) (list 0 (* -6 (vector-ref s 1))))))
(define (f! in out) (vector-set! out 0 1.) (vector-set! out 1 (- (vector-ref in 1))))
(define s0 (vector 0. 1.))
(define (ok . found) (cons 'ok found))
(define (no) '(fail))
(define ((fails-at bad) f tolerance)
  (let ((n 0))
    (lambda (s) (lambda (h k fail) (set! n (+ n 1)) (if (= n bad) (fail) (k (up (+ (ref s 0) h) 1) 5))))))
"""

STEPS = """
(((rk4 f 1e-6) s0) .0625 ok no) => (ok #(.0625 .9394130706787109) 1)
(((rk4 f 1e-6) s0) -.0625 ok no) => (ok #(-.0625 1.0644944508870442) 1)
(((rk4 f 1e-6) s0) 10 ok no) => (ok #(10. 291.) 1)
(((c-trapezoid f 1e-2) s0) .0625 ok no) => (ok #(.0625 .939453125) 1)
(((c-trapezoid f 1e-6) s0) .0625 ok no) => (ok #(.0625 .939393937587738) 4)
(((c-trapezoid f 1e-6 1) s0) .0625 ok no) => (ok #(.0625 .939453125) 1)
(((c-trapezoid f 1e-10) s0) 1. ok no) => (ok #(1. .3333333333139308) 34)
(((c-trapezoid f 1e-3) s0) 1.99 ok no) => (ok #(1.99 2.503767063012474e-3) 2572)
(((c-trapezoid f 1e-3) s0) 2. ok no) => (fail)
(((c-trapezoid f (lambda (a b) 1.99)) s0) .0625 ok no) => (ok #(.0625 .939453125) 1)
(((c-trapezoid f (lambda (a b) 2.01)) s0) .0625 ok no) => (fail)
(((c-euler f 1e-6) s0) .0625 ok no) => (ok #(.0625 .9411764144897461) 4)
(((c-euler f 1e-3) s0) .99 ok no) => (ok #(.99 .5020134935698892) 686)
(((c-euler f 1e-3) s0) 1. ok no) => (fail)
(((n-trapezoid f&df 1e-6 2) s0) .0625 ok no) => (ok #(.0625 .9393939393939394) 2)
(((n-trapezoid f&df 1e-6 2) s0) 10. ok no) => (ok #(10. -.6666666666666666) 2)
(((n-trapezoid g&dg 1e-6 2) s0) .0625 ok no) => (ok #(.0625 .8400863924840448) 3)
(((n-trapezoid g&dg 1e-2 2) s0) .5 ok no) => (ok #(.5 .21525894487231817) 5)
(((n-trapezoid g&dg 1 2 1e-6) s0) .5 ok no) => (ok #(.5 .21525043702153018) 7)
(((n-trapezoid g&dg 1e-6 2) s0) 1. ok no) => (fail)
(((quality-control rk4 4) f 1e-6) s0 .0625 ok) => (ok #(.0625 .9394130627999824) .0625 .14635333344431878)
(((quality-control rk4 3) f 1e-6) s0 .0625 ok) => (ok #(.0625 .939413062237216) .0625 .182697176590756)
(((quality-control rk4 4) f 1e-6) s0 3. ok) => (ok #(.07259697248971858 .9299755602090729) .07259697248971858 .14609888751045655)
(((quality-control rk4 4) f 1e-10) s0 -1. ok) => (ok #(-.011664757941698828 1.011733056534458) -.011664757941698828 -.023493585074768505)
(((quality-control rk4 4) f 1e-6) s0 0 ok) => (ok #(0. 1.) 0. 0.)
(((quality-control rk4 4) (lambda (s) (vector 1 1)) 1e-3) s0 .5 ok) => (ok #(.5 1.5) .5 4442.288593128347)
(((quality-control rk4 4) f (lambda (a b) .5)) s0 .0625 ok) => (ok #(.0625 .9394130627999824) .0625 .06378561999185778)
(((quality-control c-trapezoid 2) f 1e-6) s0 .0625 ok) => (ok #(.012463869079877952 .9876134837352707) .012463869079877954 .0204560165311653)
(((quality-control c-trapezoid 2) f 1e-3) s0 10. ok) => (ok #(.06106585538381819 .9407610008428278) .061065855383818195 .1606567261973932)
(((quality-control c-euler 1) f 1e-6) s0 .0625 ok) => (ok #(3.06180354776541e-5 .9999693824332399) 3.06180354776541e-5 .001272752969222475)
(((quality-control n-trapezoid 2) f&df 1e-6 2) s0 .0625 ok) => (ok #(.012466198047820988 .9876111831165884) .012466198047820988 .020604656232071237)
(((quality-control (fails-at 1) 4) f 1e-3) s0 1. ok) => (ok #(.3 1.) .3 2665.3731558770082)
(((quality-control (fails-at 2) 4) f 1e-3) s0 1. ok) => (ok #(.5 1.) .5 4442.288593128347)
(((quality-control (fails-at 3) 4) f 1e-3) s0 1. ok) => (ok #(.5 1.) .5 4442.288593128347)
""".strip().splitlines()

NUMBER = re.compile(r"-?\d*\.?\d+(?:e-?\d+)?|-?\d+\.")


def session() -> Session:
    made = Session()
    made.run(GIVEN)
    return made


def text(form: str) -> str:
    made = session()
    return made.write_text(made.run(form))


@pytest.mark.parametrize("line", STEPS)
def test_the_original_s_answer(line: str) -> None:
    """The same numbers up to rounding, which control of steps makes larger."""
    form, _, answer = line.partition(" => ")
    found = text(form)
    assert NUMBER.sub("", found).replace(".", "") == NUMBER.sub("", answer).replace(".", "")
    assert list(map(float, NUMBER.findall(found))) == pytest.approx(list(map(float, NUMBER.findall(answer))), rel=1e-10)


@pytest.mark.parametrize(("method", "order"), [("rk4", 4), ("c_trapezoid", 2), ("c_euler", 1)])
def test_orders(method: str, order: int) -> None:
    """Errors of one step of states of any shape go with a power of the length, one above the order."""
    steps = getattr(s, method)(lambda state: s.up(1, s.up(state[1][1], -state[1][0])), 1e-11)
    start = s.up(0.0, s.up(1.0, 0.5))

    def error(h: float) -> float:
        end = steps(start)(h, lambda state, count: state, lambda: None)
        return math.hypot(end[1][0] - math.cos(h) - math.sin(h) / 2, end[1][1] + math.sin(h) - math.cos(h) / 2)

    assert error(0.1) / error(0.05) == pytest.approx(2 ** (order + 1), rel=0.1)


def test_newton_takes_the_jacobian_that_d_gives() -> None:
    """Of the nested state, too; with one that is wrong it does not get there at once."""
    rates = lambda state: s.up(1, s.up(state[1][1], -(state[1][0] ** 3)))  # noqa: E731
    start = s.up(0.0, s.up(1.0, 0.5))
    right = s.n_trapezoid(lambda state, k: k(rates(state), s.D(rates)(state)), 1e-12, 3)(start)
    rows = lambda *_: s.matrix_by_rows([0, 0, 0], [0, 0, 0], [0, 0, 0])  # noqa: E731
    wrong = s.n_trapezoid(lambda state, k: k(rates(state), rows()), 1e-12, 3)(start)
    (end, few), (same, many) = (step(0.2, lambda *found: found, lambda: None) for step in (right, wrong))
    assert few < 6 < many
    assert list(end[1]) == pytest.approx(list(same[1]), rel=1e-11)
    between = [s.up(*(0.1 * (a + b) for a, b in zip(rates(start)[1], rates(end)[1], strict=True)))]
    assert list(end[1] - start[1]) == pytest.approx(list(between[0]), rel=1e-11)


def test_a_whole_integration() -> None:
    advance = s.quality_control(s.rk4, 4)(lambda state: s.up(1, state[2], -state[1]), 1e-9)
    state, h = s.up(0.0, 1.0, 0.0), 0.1
    while state[0] < 3:
        state, _, h = advance(state, h, lambda *found: found)
    assert list(state) == pytest.approx([state[0], math.cos(state[0]), -math.sin(state[0])], abs=1e-8)


GEAR = "(gear-advance-generator f&df 2 1e-6)"


def test_gear() -> None:
    pytest.importorskip("scipy")
    for duration in (0.3, -0.3):
        made = session()
        run = lambda form, made=made: made.run(form)  # noqa: E731
        state, taken, suggested = run(f"((gear-stepper-generator f&df 2 1e-6) s0 {duration} list)")
        assert taken == state[0] == duration
        assert state[1] == pytest.approx(math.exp(-duration), abs=1e-5)
        assert suggested * duration > 0
        run("(define seen '())")
        run("(define (see state achieved dt next) (set! seen (cons (list achieved dt (ref state 1)) seen)) (next))")
        state, achieved, suggested = run(f"({GEAR} s0 {duration} {duration / 10} .02 see list)")
        assert achieved == state[0] == duration
        assert state[1] == pytest.approx(math.exp(-duration), abs=1e-5)
        seen = list(run("seen"))[::-1]
        assert list(seen[0]) == [0.0, math.copysign(0.02, duration), 1.0]
        assert len(seen) > 15
        times = [row[0] for row in map(list, seen)] + [duration]
        assert max(abs(b - a) for a, b in itertools.pairwise(times)) <= 0.02 * (1 + 1e-12)
        assert run(f"({GEAR} s0 {duration} {duration} 1 (lambda (s a dt next) 7) list)") == 7


@pytest.mark.slow
def test_gear_makes_any_number_of_steps() -> None:
    """Where the call that goes on comes last the stack does not grow, as in the original."""
    pytest.importorskip("scipy")
    made = session()
    made.run("(define n 0)")
    made.run("(define (count state achieved dt next) (set! n (+ n 1)) (next))")
    assert made.run(f"({GEAR} s0 1 1e-4 2.5e-4 count (lambda (state achieved dt) achieved))") == 1
    assert made.run("n") > 4000


def test_bulirsch_stoer_on_vectors() -> None:
    for name in ("bulirsch-stoer-lisptran", "bulirsch-stoer-floating-lisptran"):
        for dt in (0.0625, -0.0625):
            state, taken, suggested = session().run(f"(({name} f! 2 1e-10) s0 {dt} list)")
            assert (state[0], taken) == (dt, dt)
            assert state[1] == pytest.approx(math.exp(-dt), abs=1e-10)
            assert suggested / dt > 1


BAD = {
    "((rk4 f 1e-6) 5)": StructureError,
    "((rk4 f -1) s0)": DomainError,
    "((rk4 5 1) s0)": WrongTypeError,
    "(((rk4 f 1e-6) s0) 1 5 no)": WrongTypeError,
    "(((rk4 f 1e-6) s0) 'h ok no)": WrongTypeError,
    "(((rk4 (lambda (s) (vector 1 2 3)) 1e-6) s0) 1 ok no)": StructureError,
    "(((rk4 (lambda (s) (vector 1 (* 1e200 (square (vector-ref s 1))))) 1e-6) s0) 1 ok no)": ScmpyError,
    "(((c-trapezoid f (lambda (a b) 'x)) s0) 1 ok no)": WrongTypeError,
    "(((n-trapezoid (lambda (s k) (k (f s) 5)) 1e-6 2) s0) 1 ok no)": StructureError,
    "(((n-trapezoid (lambda (s k) (k (f s) (up (up 0 0) (up 0 -1)))) 1e-6 2) s0) 1 ok no)": StructureError,
    "(n-trapezoid 3 1e-6 2)": WrongTypeError,
    "(quality-control rk4 0)": DomainError,
    "(quality-control rk4 1/2)": WrongTypeError,
    "(quality-control rk4 1000000)": LimitError,
    "(quality-control 4 4)": WrongTypeError,
    "(((quality-control rk4 4) f 1e-6) s0 1 5)": WrongTypeError,
    "(((quality-control (lambda (f e) (lambda (s) (lambda (h k no) (no)))) 4) f 1) s0 1 ok)": IntegrationError,
    "(((quality-control (lambda (f e) (lambda (s) (lambda (h k no) (k 5 1)))) 4) f 1) s0 1 ok)": StructureError,
    "(((quality-control (lambda (f e) (lambda (s) (lambda (h k no) (k (up 1 2 3) 1)))) 4) f 1) s0 1 ok)": StructureError,
    "(gear-stepper-generator f&df 2 1e-6 1e-6 #t)": ScmpyError,
    "(gear-stepper-generator f&df 2 1e-6 1e-6 #f 1)": ScmpyError,
    "((gear-stepper-generator f&df 2 1e-6) s0 1 5)": WrongTypeError,
    f"({GEAR} s0 1 0 1 list list)": DomainError,
    f"({GEAR} s0 1 1 1 list 5)": WrongTypeError,
    "((bulirsch-stoer-lisptran f! 3 1e-6) s0 1 ok)": StructureError,
    "(bulirsch-stoer-lisptran f! -1 1e-6)": WrongTypeError,
    "(bulirsch-stoer-lisptran 1 1 1e-6)": WrongTypeError,
}


@pytest.mark.parametrize("form", BAD)
def test_what_they_refuse(form: str) -> None:
    pytest.importorskip("scipy")
    with pytest.raises(BAD[form]):
        text(form)


def test_a_step_of_a_state_without_time_is_as_long_as_was_asked() -> None:
    """The duration is not that between rounded components of the state."""
    for advancer in (s.qcrk4_advancer, s.bs_advancer):
        _, taken, _ = advancer(lambda x: x, 1e-4)(s.up(1e6, 2.0), 0.1, lambda *found: found)
        assert taken == 0.1


def test_steps_along_a_duration_that_lead_nowhere_are_told() -> None:
    advance = s.advance_generator(lambda state, dt, receive: receive(state, 0.0, dt))
    with pytest.raises(IntegrationError, match=r"a step of 0\.1 from 0\.0 takes 0\.0"):
        advance([1.0], 1, 0.1, 1, lambda x, t, dt, following: following(), lambda *found: found)
    with pytest.raises(DomainError):
        advance([1.0], 1, 0, 1, lambda x, t, dt, following: following(), lambda *found: found)


def test_uncompiled_derivatives_are_called_as_they_are() -> None:
    seen = []

    def decay(state):
        seen.append(type(state[1]))
        return s.up(1, -state[1])

    with s.setting(is_compiling_sysder=False):
        end = s.state_advancer(lambda: decay)(s.up(0.0, 1.0), 1.0)
    assert math.isclose(end[1], math.exp(-1), rel_tol=1e-9)
    assert set(seen) == {float}


def test_the_calls_of_the_original_for_advancers_and_evolve() -> None:
    """A receiver in the place of a method; a dt of any sign; the first step in the place of a method."""
    decay = s.state_advancer(lambda: lambda state: s.up(1, -state[1]))
    state, dt, _ = decay(s.up(0.0, 1.0), 1.0, 1e-10, lambda *found: found)
    assert (round(state[1], 9), dt) == (0.367879441, 1.0)
    shown = []
    evolver = s.evolve(lambda: lambda state: s.up(1, -state[1]))
    end = evolver(s.up(0.0, 1.0), lambda state: shown.append(state[0]), 0.25, -0.6, 1e-10, 0.01)
    assert shown == [0.0, -0.25, -0.5, -0.6]
    assert math.isclose(end[1], math.exp(0.6), rel_tol=1e-9)
    with pytest.raises(DomainError, match="got 0"):
        evolver(s.up(0.0, 1.0), lambda state: None, 0, 1)


def test_methods_are_symbols_in_scheme() -> None:
    session = Session()
    assert str(session.run("*ode-integration-method*")) == "dop853"
    session.run("(set-ode-integration-method! 'qcrk4)")
    assert session.run("(eq? *ode-integration-method* 'qcrk4)") is True
