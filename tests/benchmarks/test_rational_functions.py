"""Expanding and cancelling quotients of polynomials in six variables, against python-flint called by hand.

Both do the same operations in the same order, from the variables on, and the greatest common divisor at the end; ours
writes the result out as an expression besides. The names are fresh every time.
"""

import itertools
import math
import random
import time

import pytest

import scmpy as s

fresh = itertools.count()


def fixed(v):
    """A common factor, and powers of sums."""
    a, b, c, d, e, g = v
    common = a * b + c * d - e * g + 1
    return common * (a + b + c) ** 4, common * (d - e + g) ** 3


def polynomial(v, rng, terms, degree):
    total = 0
    for _ in range(terms):
        term = rng.randint(1, 9)
        for _ in range(rng.randint(1, degree)):
            term = term * rng.choice(v)
        total = total + term
    return total


def random_quotient(seed, terms, degree):
    def parts(v):
        rng = random.Random(seed)
        common, top, bottom = (polynomial(v, rng, terms, degree) for _ in range(3))
        return common * top, common * bottom

    return parts


def scmpy_job(parts):
    top, bottom = parts(s.symbols(" ".join(f"v{i}_{next(fresh)}" for i in range(6))))
    return s.simplify(top / bottom)


def flint_job(parts):
    from flint import Ordering, fmpq_mpoly_ctx

    top, bottom = parts(fmpq_mpoly_ctx.get(("v", 6), Ordering.lex).gens())
    divisor = top.gcd(bottom)
    return top / divisor, bottom / divisor


def seconds(job, parts, calls=5):
    """The shortest of some calls, in time of the processor."""
    times = []
    for _ in range(calls):
        start = time.process_time()
        job(parts)
        times.append(time.process_time() - start)
    return min(times)


SIZES = {"5 terms of degree 3": (5, 3), "8 terms of degree 3": (8, 3), "12 terms of degree 4": (12, 4)}
CASES = {"fixed": [fixed], **{name: [random_quotient(k, *size) for k in range(12)] for name, size in SIZES.items()}}


@pytest.mark.parametrize("name", CASES)
def test_against_flint_by_hand(benchmark, name):
    cases = CASES[name]
    first = seconds(scmpy_job, cases[0], calls=1)
    seconds(flint_job, cases[0], calls=1)
    benchmark.pedantic(lambda: [scmpy_job(parts) for parts in cases], rounds=3)
    logarithms = [math.log(seconds(scmpy_job, parts) / seconds(flint_job, parts)) for parts in cases]
    benchmark.extra_info["first call (s)"] = first
    benchmark.extra_info["times python-flint by hand (geometric mean)"] = math.exp(sum(logarithms) / len(logarithms))
    top, bottom = flint_job(cases[0])
    assert len(top) > 1
    assert len(bottom) > 1
