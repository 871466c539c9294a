"""No computation on a shared expression explodes: it ends in an answer, or in an error that states the size."""

import re
import subprocess
import sys

import numpy  # noqa: F401  for the texts
import pytest

import scmpy as s
import scmpy.registry
from scmpy.errors import LimitError
from scmpy.generic.settings import SETTINGS
from scmpy.symbolic.expression import PI, application, symbol  # noqa: F401  for the texts
from scmpy.symbolic.patterns import negated  # noqa: F401
from scmpy.symbolic.printed_form import multiple_of_pi  # noqa: F401

from ..tables import sections

DEPTH = 200  # x -> x x + x, 200 times: a graph of 400 nodes, a polynomial of degree 2^200

x, y, z, w = s.symbols("x y z w")
f = s.literal_function("f")


def grown(step, start, depth=DEPTH):
    """A step applied again and again: every value shares the one before twice or more."""
    for _ in range(depth):
        start = step(start)
    return start


def symbols_by_rows(n):
    """The matrix of n by n different symbols."""
    return s.matrix_by_rows(*[[s.symbols(f"a{i}_{j}") for j in range(n)] for i in range(n)])


def squares(e):
    return e * e + e


def twice(head):
    """The step to an application of a head to an expression twice."""
    return lambda e: application(symbol(head), e, e)


def derivative_by(operator):
    """The derivative of f at x that an operator stands for."""
    return application(application(operator, symbol("f")), x)


CALLS = sections(__file__, "limits.txt")


@pytest.mark.parametrize("call", CALLS["answered"])
def test_answered(call):
    assert eval(call) is not None


@pytest.mark.parametrize("call", CALLS["refused"])
@pytest.mark.slow
def test_refused(call):
    with pytest.raises(
        LimitError,
        match=re.compile(
            r"(more|longer) than \d+ (terms|bits|characters|pairs|degrees|derivatives|steps|components|repetitions|variables|values|products"
            r"|partial quotients|polynomials|residuals|lists|as a multiplicity|applications)"
        ),
    ):
        eval(call)


@pytest.mark.parametrize(
    ("limit", "each", "work"),
    [
        ("most_parts", 5, lambda n: repr(x * s.up(*range(2, n + 2)))),
        ("most_parts", 5, lambda n: s.simplify((x + 1) ** (n - 2))),
        ("most_parts", 2, lambda n: s.expression_to_tex_string(s.up(*range(n)))),
        ("most_components", 100, lambda n: s.compile_function(s.square, s.up(*range(n)))),
    ],
)
def test_long_tuples(limit, each, work):
    """What is long and flat is counted: so many parts are answered, one more is refused, unless the limit is raised."""
    assert 100_000 <= SETTINGS[limit].value // each <= 500_000
    with s.setting(**{limit: 1000 * each}):
        assert work(1000) is not None
        with pytest.raises(
            LimitError, match=rf"more than 1000 (expressions|parts|terms|numbers).*\(in Python {limit}\)"
        ):
            work(1001)
        with s.setting(**{limit: 1001 * each}):
            assert work(1001) is not None


def test_a_deep_tuple_of_functions_is_applied():
    nested = s.sin
    for _ in range(2000):
        nested = s.up(nested)
    value = nested(x)
    for _ in range(2000):
        [value] = value
    assert value == s.sin(x)


@pytest.mark.slow
def test_a_limit_is_generous():
    """Forty thousand terms are no reason to refuse."""
    assert len(s.simplify((x + y + z + w) ** 60).operands) == 39_711


@pytest.mark.slow
def test_where_memory_is_short_a_deep_value_is_refused():
    """The stack is smaller there, and so is the depth that is tried: a deeper one would end the process."""
    program = """if True:
        import resource
        resource.setrlimit(resource.RLIMIT_AS, (700 << 20, 700 << 20))
        import scmpy
        from scmpy.errors import LimitError
        value = (1, 2)
        for _ in range(100_000):
            value = scmpy.up(value)
        try:
            print(len(repr(value)))
        except LimitError:
            print("LimitError")
    """
    pytest.importorskip("resource")
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    assert run.returncode == 0 and run.stdout.strip() in ("LimitError", "500006"), run
