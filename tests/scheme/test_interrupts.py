"""An interrupt ends an evaluation wherever it is, promptly, and leaves the session as it was."""

import _thread
import gc
import subprocess
import sys
import time
from contextvars import copy_context
from typing import Any

import pytest

from scmpy.errors import writer
from scmpy.generic.settings import temporarily
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
    before = _thread._count()
    for delay in (0.05, 0.11, 0.17):
        with ctrl_c(delay) as sent, pytest.raises(KeyboardInterrupt):
            session.run(program)
        assert len(sent) <= 2, "who waits presses again after five seconds; one interrupt may be lost"
        assert session.result_text(session.run("(+ kept ((D cube) 'a))")) == "(+ 5 (* 3 (expt a 2)))"
    time.sleep(0.05)
    assert _thread._count() <= before, "an evaluation still runs"
    assert capfd.readouterr() == ("", "")


#: Signals at random moments, many a millisecond, while work is begun, runs, ends, and is being interrupted.
STORM = """
import faulthandler, random, signal, sys, _thread, time
from scmpy.deep_stack import run_apart

def brief(): return sum(range(50))
def within(): return run_apart(brief)
def endless():
    while True: run_apart(brief)

def interrupt(*_):
    if armed: raise KeyboardInterrupt

faulthandler.dump_traceback_later(60, exit=True)
signal.signal(signal.SIGALRM, interrupt)
chance, end, rounds = random.Random(1), time.monotonic() + 4, 0
usual = sys.getrecursionlimit(), sys.unraisablehook, _thread._count()
while time.monotonic() < end:
    work, rounds = chance.choice([brief, within, endless]), rounds + 1
    armed = True
    try:
        signal.setitimer(signal.ITIMER_REAL, 10 ** chance.uniform(-5, -2), chance.choice([0, 10 ** chance.uniform(-4, -2)]))
        while True: run_apart(work)
    except KeyboardInterrupt:
        armed = False
        signal.setitimer(signal.ITIMER_REAL, 0)
    if rounds % 40 == 0:
        assert run_apart(within) == 1225
        time.sleep(0.02)
        assert (sys.getrecursionlimit(), sys.unraisablehook, _thread._count()) == usual
"""

#: An interrupt while the session's thread imports what cannot be imported again.
HALF_IMPORTED = """
import signal
from scmpy.deep_stack import run_apart

def interrupt(*_): raise KeyboardInterrupt

signal.signal(signal.SIGALRM, interrupt)
for moment in (0.01, 0.03, 0.05):
    signal.setitimer(signal.ITIMER_REAL, moment)
    try: run_apart(lambda: __import__("scipy.optimize"))
    except KeyboardInterrupt: pass
    signal.setitimer(signal.ITIMER_REAL, 0)
assert run_apart(lambda: __import__("scipy.optimize")).optimize.brentq(lambda x: x, -1, 2) == 0
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="it has no timers")
@pytest.mark.parametrize("program", [STORM, HALF_IMPORTED], ids=["storm", "import"])
def test_nothing_hangs_or_stays_broken(program: str) -> None:
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr


def test_what_an_interrupt_leaves_behind_is_freed_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    reports: list[Any] = []
    monkeypatch.setattr(sys, "unraisablehook", reports.append)
    left = [temporarily(writer, str)]
    copy_context().run(left[0].__enter__)
    left.clear()
    gc.collect()
    assert not reports
