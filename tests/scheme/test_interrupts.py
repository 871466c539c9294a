"""An interrupt ends an evaluation wherever it is, promptly, and leaves the session as it was."""

from __future__ import annotations

import sys
import threading
import time

import pytest

from scmpy.scheme import Session

from .interrupting import ctrl_c

PROGRAMS = {
    "a loop": "(define (f) (f)) (f)",
    "a loop of calls": "(define (f g) (g g)) (f f)",
    "symbolic work": "(let loop ((x 'a)) (loop (simplify (* 'b (sin (square 'c))))))",
    "derivatives": "(let loop () ((D (lambda (x) (* x (sin x)))) 'a) (loop))",
    "a handler of errors": "(let loop () (call/cc (lambda (k) (with-exception-handler k (lambda () (car 1))))) (loop))",
}


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="os.kill ends the process there")
@pytest.mark.parametrize("program", PROGRAMS.values(), ids=PROGRAMS)
def test_interrupt(program: str, session: Session, capfd: pytest.CaptureFixture[str]) -> None:
    session.run("(define kept 5)")
    before = threading.active_count()
    for delay in (0.05, 0.11, 0.17):
        with ctrl_c(delay) as sent, pytest.raises(KeyboardInterrupt):
            session.run(program)
        assert len(sent) <= 2, "who waits presses again after five seconds; one interrupt may be lost"
        assert session.result_text(session.run("(+ kept ((D cube) 'a))")) == "(+ 5 (* 3 (expt a 2)))"
    time.sleep(0.05)
    assert threading.active_count() <= before, "an evaluation still runs"
    assert capfd.readouterr() == ("", "")
