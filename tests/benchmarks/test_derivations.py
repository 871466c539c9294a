"""Derivations of the course, each derived and simplified here, in SymPy and, where it is installed, in the original.

Every call has names of its own (derivations.scm): what is remembered from the calls before are methods and contexts of
polynomials, no results. No wall time is asserted. ``python -m tests.benchmarks.test_derivations`` prints all as a table,
in milliseconds of the processor's time: the first call, the median of the following ones, and how often that goes into
the second call of the others.
"""

import contextlib
import itertools
import shutil
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import toolz

import scmpy as s
from scmpy.scheme import Session
from scmpy.structure.tuples import leaves

TEXT = Path(__file__).with_name("derivations.scm")
NAMES = [
    *("driven-pendulum", "double-pendulum", "triple-pendulum", "central-force-polar", "central-force-spherical"),
    *("foucault-pendulum", "rigid-body", "symmetric-top", "henon-heiles", "lie-series", "canonical-test"),
    *("connection-of-the-sphere", "connection-of-schwarzschild", "curvature-of-the-sphere", "ricci-of-schwarzschild"),
]

#: The original is given so many seconds for all, and does what takes it minutes last.
PATIENCE = 180

#: How the original, whose clock ticks every hundredth of a second, times its second call, of as many as take .2 s.
TIMED = """
(define (seconds job from count)
  (let ((start (runtime)))
    (for-each (lambda (i) (simplify (job (+ from i)))) (iota count))
    (- (runtime) start)))
(define (report name job)
  (seconds job 1 1)
  (let loop ((count 1) (from 2))
    (let ((duration (seconds job from count)))
      (if (< duration .2)
          (loop (* 2 count) (+ from count))
          (begin (write name) (display " ") (write (exact->inexact (/ duration count))) (newline))))))
"""

fresh = itertools.count()


@pytest.fixture(scope="module")
def session() -> Session:
    return loaded()


def loaded() -> Session:
    session = Session()
    session.load(str(TEXT))
    return session


def seconds(job: Callable[[int], Any]) -> float:
    """The processor's time of one call."""
    start = time.process_time()
    job(next(fresh))
    return time.process_time() - start


def in_sympy(name: str) -> Callable[[int], Any]:
    from . import derivations_in_sympy

    return getattr(derivations_in_sympy, name.replace("-", "_"))  # type: ignore[no-any-return]


def in_the_original(names: list[str]) -> dict[str, float]:
    """The seconds of the derivations that the original does in time; none where it is not installed."""
    if shutil.which("mit-scheme") is None:
        return {}
    program = "\n".join([f'(load "{TEXT}")', TIMED, *(f"(report '{name} {name})" for name in names), "(exit)"])
    with tempfile.NamedTemporaryFile("w", suffix=".scm") as file, tempfile.TemporaryFile("w+") as output:
        file.write(program)
        file.flush()
        command = ["mit-scheme", "--band", "mechanics.com", "--quiet", "--load", file.name]
        with contextlib.suppress(subprocess.TimeoutExpired):
            subprocess.run(command, stdin=subprocess.DEVNULL, stdout=output, timeout=PATIENCE, check=False)
        output.seek(0)
        return {name: float(value) for name, value in map(str.split, output)}


@pytest.mark.parametrize("name", NAMES)
def test_derivations(benchmark, session, thorough, name):
    job, numbers = session.lookup(name), []

    def simplified(n):
        numbers.append(n)
        return s.simplify(job(n))

    result = benchmark.pedantic(simplified, setup=lambda: ((next(fresh),), {}), rounds=20, warmup_rounds=1)
    difference = s.simplify(s.sub(result, job(numbers[-1])))
    assert set(leaves(difference)) == {0}
    if thorough:
        seconds(in_sympy(name))
        theirs = seconds(in_sympy(name))
        benchmark.extra_info["SymPy (s)"] = theirs
        benchmark.extra_info["times faster than SymPy"] = theirs / benchmark.stats.stats.median


def main() -> None:
    """Print the table."""
    session, original = loaded(), in_the_original(NAMES)
    print(f"{'milliseconds':30}{'first':>8}{'again':>8}{'SymPy':>10}{'times':>7}{'original':>10}{'times':>7}")
    for name in NAMES:
        first, *more = (seconds(toolz.compose(s.simplify, session.lookup(name))) for _ in range(31))
        again, theirs = statistics.median(more), [seconds(in_sympy(name)) for _ in range(2)][1]
        columns = [f"{1000 * first:8.1f}{1000 * again:8.2f}{1000 * theirs:10.0f}{theirs / again:7.0f}"]
        if name in original:
            columns.append(f"{1000 * original[name]:10.0f}{original[name] / again:7.0f}")
        print(f"{name:30}{''.join(columns)}", flush=True)


if __name__ == "__main__":
    main()
