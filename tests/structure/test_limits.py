"""No computation on a shared expression explodes: it ends in an answer, or in an error that states the size."""

import re
import subprocess
import sys

import numpy
import pytest

import scmpy as s
import scmpy.registry
from scmpy.errors import LimitError
from scmpy.generic.settings import SETTINGS
from scmpy.symbolic.expression import PI, application, symbol
from scmpy.symbolic.patterns import negated
from scmpy.symbolic.printed_form import multiple_of_pi

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


ANSWERED = {
    "matrix of a large form": lambda: s.s_to_m(
        s.down(*[0] * 300), s.down(*[s.up(*range(300))] * 300), s.up(*[0] * 300)
    ),
    "a quaternion of arrays": lambda: repr(s.quaternion(numpy.ones(2), 1, 2, 3)),
    "TeX of a quaternion of arrays": lambda: s.quaternion(numpy.ones(2), 1, 2, 3)._repr_latex_(),
    "variables": lambda: s.variables_in(grown(squares, x)),
    "substitute a symbol": lambda: s.substitute(grown(f, x) + grown(squares, y), x, z),
    "substitute a float": lambda: s.substitute(grown(squares, x), x, 0.5),
    "D at a symbol": lambda: s.D(lambda t: grown(squares, t))(x),
    "D^5 at a symbol": lambda: (s.D**5)(lambda t: grown(squares, t, 50))(x),
    "D at a float": lambda: s.D(lambda t: grown(squares, t))(0.5),
    "gradient": lambda: s.D(lambda t, u: grown(squares, t * u))(x, y),
    "equal": lambda: s.equivalent(grown(squares, x), grown(squares, x)),
    "not compared": lambda: s.equivalent(grown(squares, x), grown(squares, y)).verdict,
    "to SymPy": lambda: s.to_sympy(grown(squares, x)),
    "float": lambda: float(grown(squares, s.sqrt(2))),
    "continued fraction": lambda: s.simplify(grown(lambda e: 1 / (e + y), x)),
    "sums of a function": lambda: s.simplify(grown(lambda e: f(e) + f(e), x)),
    "polynomial of one variable": lambda: s.simplify((x + 1) ** 2000),
    "product of long polynomials": lambda: s.simplify((x + 1) ** 400 * (x + 2) ** 400),
    "determinant of twelve rows of symbols": lambda: s.determinant(symbols_by_rows(12)),
    "determinant of a band": lambda: s.determinant(
        s.m_generate(20, 20, lambda i, j: s.symbols(f"a{i}_{j}") if abs(i - j) < 2 else 0)
    ),
    "factors of a power": lambda: s.factor((x + y) ** 100 - z**100),
    "quotient of high powers": lambda: s.simplify((x ** (10**9) - 1) / (x ** (5 * 10**8) - 1)),
    "sum of a thousand symbols": lambda: s.simplify(sum(s.literal_up("a", 1000))),
    "print a deep tuple of a list": lambda: repr(grown(s.up, (1, 2), 3000)),
    "conjugate": lambda: s.conjugate(grown(s.sin, x, 5000)),
    "real part": lambda: s.real_part(grown(s.sin, x, 5000)),
    "negative of a doubled sum": lambda: negated(grown(twice("+"), x - 1)),
    "multiple of pi": lambda: multiple_of_pi(grown(twice("+"), PI)),
    "simplify a doubled tuple": lambda: s.simplify(grown(twice("up"), x)),
    "a doubled list to SymPy": lambda: s.to_sympy(grown(twice("list"), x)),
    "doubled derivatives": lambda: s.equivalent(derivative_by(grown(twice("*"), symbol("D"))), x).verdict,
    "derivative of an enormous order": lambda: s.equivalent(derivative_by(symbol("D") ** 10**30), x).verdict,
    "two hundredth derivative": lambda: (s.D**200)(s.sin)(x),
    "huge exponent": lambda: s.simplify((x * y) ** (10**30)),
}

REFUSED = {
    "simplify": lambda: s.simplify(grown(squares, x)),
    "simplify in two variables": lambda: s.simplify(grown(lambda e: e * e + y, x)),
    "simplify a quotient": lambda: s.simplify(grown(lambda e: 1 / (e * e + y) + e, x)),
    "print": lambda: repr(grown(squares, x)),
    "print a function": lambda: repr(grown(lambda e: f(e) * f(e) + f(e), x)),
    "TeX": lambda: grown(squares, x)._repr_latex_(),
    "substitute a number": lambda: s.substitute(grown(squares, x), x, 2),
    "power of a sum": lambda: s.simplify((x + y + z + w) ** 600),
    "power of a product": lambda: s.simplify((2 * x) ** (10**12)),
    "squares of a product": lambda: s.simplify(grown(s.square, 2 * x)),
    "product of many sums": lambda: s.simplify(s.mul(*(1 + a for a in s.literal_up("a", 30)))),
    "power of a number": lambda: s.expt(3, 10**9),
    "power of an exact complex number": lambda: s.expt(s.make_rectangular(1, 2), 10**10),
    "factors of a high power": lambda: s.factor(x**100_000 - 1),
    "factors of an enormous power": lambda: s.factor(x ** (10**9) - y),
    "factors of many terms": lambda: s.factor(sum(x**k * (k * j + 1) * y**j for k in range(80) for j in range(80))),
    "a quotient of enormous powers": lambda: s.simplify((x ** (10**15) - 1) / (x - 1)),
    "determinant of symbols": lambda: repr(s.determinant(symbols_by_rows(12))),
    "thousandth derivative": lambda: (s.D**1000)(s.sin)(x),
    "path osculating to a high order": lambda: s.osculating_path(s.up(*range(10**4)))(x),
    "outer product of long lists": lambda: s.outer_product(list(range(10**4)), list(range(10**4))),
    "permutation of lists": lambda: s.permutation_parity([[i] for i in range(10**5)]),
    "tuple applied to a tuple": lambda: s.s_map(s.up(*range(10**4)), s.up(*range(10**4))),
    "tuple applied to leaves": lambda: s.s_map_over_r(s.up(*range(10**4)), s.up(*range(10**4))),
    "values between two": lambda: s.linear_interpolants(1 / x, 10**30, 10**30),
    "sum of values": lambda: s.sigma(s.sin, 0, 10**30),
    "bracket of long tuples": lambda: s.Poisson_bracket(s.up(*range(2000)), s.up(*range(2000)))(
        s.up(0, s.up(x, y), s.down(z, w))
    ),
    "Taylor series in many variables": lambda: repr(s.series_from_function(s.up(*range(200)), s.up(*range(200)))),
    "matrix of a form of another shape": lambda: s.s_to_m(s.up(*range(200)), 1, s.up(*range(200))),
    "a rewrite that lets an expression grow": lambda: s.simplify_and_flatten(f)(x),
    "a rewrite that lets a tuple grow": lambda: s.simplify_and_flatten(lambda e: s.up(e))(x),
    "literal tuple": lambda: s.literal_up("x", 10**8),
    "iterated": lambda: s.iterated(s.sin, 10**12),
    "derivatives": lambda: s.D ** (10**9),
    "lift of a path": lambda: s.Gamma(f, 10**30),
    "term of a series": lambda: s.ref(s.series(1, 2), 10**9),
    "sum of a series": lambda: s.series_sum(s.series(1, 2), 10**9),
    "outer product": lambda: s.expt(s.up(*range(10)), 20),
    "shared structures": lambda: grown(lambda v: s.up(v, v), 1),
}


@pytest.mark.parametrize("name", ANSWERED)
def test_answered(name):
    assert ANSWERED[name]() is not None


@pytest.mark.parametrize("name", REFUSED)
@pytest.mark.slow
def test_refused(name):
    with pytest.raises(
        LimitError,
        match=re.compile(
            r"(more|longer) than \d+ (terms|bits|characters|pairs|degrees|derivatives|steps|components|repetitions|variables|values|products"
            r"|partial quotients|polynomials|residuals|lists|as a multiplicity|applications)"
        ),
    ):
        REFUSED[name]()


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
