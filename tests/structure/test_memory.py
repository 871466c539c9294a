"""Memory stays bounded, and expressions may be as deep as they like."""

import gc
import itertools
import subprocess
import sys
import weakref
from pathlib import Path

import pytest

import scmpy as s
from scmpy.symbolic.expression import Application, Symbol

pytestmark = pytest.mark.slow

fresh = itertools.count()


@pytest.fixture(autouse=True, scope="module")
def what_others_made_is_not_counted():
    """What the tests before have left is not looked through again at every count."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


def rigid_body():
    """Lagrange's equations of a rigid body in Euler angles, with names never used before, as text."""
    n = next(fresh)
    A, B, C, t = s.symbols(f"A{n} B{n} C{n} t{n}")
    q = s.up(*s.literal_functions(f"theta{n} phi{n} psi{n}"))
    return str(s.Lagrange_equations(s.T_body_Euler(A, B, C))(q)(t))


def live():
    """The numbers of expression nodes, of Python objects and of allocated blocks."""
    gc.collect()
    objects = gc.get_objects()
    return sum(type(x) in (Symbol, Application) for x in objects), len(objects), sys.getallocatedblocks()


#: Prints the peak size of the process. (That of the module ``resource`` starts from the parent's.)
PEAK = """
def peak():
    print(*(line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM")))
"""


def peaks(program):
    """The peak sizes in kB that a program prints, in a process of its own: here other tests have made theirs."""
    if not Path("/proc/self/status").exists():
        pytest.skip("the platform does not tell a process's peak memory")
    done = subprocess.run([sys.executable, "-c", PEAK + program], capture_output=True, text=True, check=True)
    return list(map(int, done.stdout.split()))


def test_a_derivative_goes_with_its_last_use():
    gc.disable()
    try:
        derivative = s.D(lambda x: x**2)
        assert derivative(3) == 6 and repr(derivative) == "<function (D <lambda>)>"
        reference = weakref.ref(derivative)
        del derivative
        assert reference() is None
    finally:
        gc.enable()


def test_deriving_again_and_again_does_not_grow():
    for _ in range(20):
        rigid_body()
    nodes, objects, blocks = live()
    for _ in range(300):
        rigid_body()
    more_nodes, more_objects, more_blocks = live()
    assert more_nodes <= nodes + 5
    assert more_objects <= objects + 500
    assert more_blocks <= blocks + 3_000


def test_distinct_expressions_are_forgotten():
    before, *_ = live()
    x = s.symbols("x")
    for k in range(50_000):
        s.sin(k * x + k * k)
    after, *_ = live()
    assert after <= before + 5


LOOP = """
import scmpy as s
x, y = s.symbols("x y")
f = s.literal_function("f")
for k in range(200_000):
    s.sin(k * x + k * k) * s.symbols(f"a{k}") + y
for k in range(300):
    v = s.symbols(f"v{k}")
    s.simplify(s.sin(k * v) ** 2 * (v + k) / (v + k * y))
    (s.D**3)(lambda u: s.literal_function(f"g{k}")(u * k))(v)
    s.equivalent(v * k + 1, 1 + k * v)
peak()
"""


def test_a_loop_over_distinct_expressions_stays_small():
    """Some 800,000 nodes are made, none of which anybody keeps."""
    assert peaks(LOOP)[0] < 100_000


def test_comparisons_are_forgotten():
    def compare():
        x, y = s.symbols(f"x{next(fresh)} y{next(fresh)}")
        f = s.literal_function(f"f{next(fresh)}")
        assert s.equivalent(s.sin(x + y) * f(x), f(x) * (s.sin(x) * s.cos(y) + s.cos(x) * s.sin(y)))
        assert not s.equivalent(f(x), s.sqrt(y))

    for _ in range(40):
        compare()
    nodes, objects, blocks = live()
    for _ in range(100):
        compare()
    more_nodes, more_objects, more_blocks = live()
    assert more_nodes <= nodes + 5
    assert more_objects <= objects + 300
    assert more_blocks <= blocks + 3_000


# --- depth -----------------------------------------------------------------------------------------------------

DEEP = 10_000
f = s.literal_function("f")
LINKS = {
    "sin": s.sin,
    "a literal function": f,
    "exp": s.exp,
    "a quotient": lambda e: 1 / (1 + s.cos(e)),
    "a negative sine": lambda e: s.sin(-e),
}


@pytest.mark.parametrize("name", ["sin", "a literal function", "exp"])
def test_deep_expressions_simplify_print_and_vanish(name):
    before, *_ = live()
    deep = s.symbols("x")
    for _ in range(DEEP):
        deep = LINKS[name](deep)
    text = repr(s.simplify(deep))
    assert text.count("(") == DEEP
    assert text.endswith("x" + ")" * DEEP)
    assert s.equivalent(deep, deep).verdict == "equal"
    del deep
    after, *_ = live()
    assert after <= before + 5


@pytest.mark.parametrize("name", ["a quotient", "a negative sine"])
def test_expressions_with_sums_at_every_level(name):
    deep = s.symbols("x")
    for _ in range(200):
        deep = LINKS[name](deep)
    assert repr(s.simplify(deep)) == repr(deep)


@pytest.mark.parametrize(
    ("link", "text"),
    [(lambda e, x, y: e + y, "(+ x (* 100000 y))"), (lambda e, x, y: y - e, "x"), (lambda e, x, y: -1 * e, "x")],
)
def test_chains_of_a_hundred_thousand_operations(link, text):
    before, *_ = live()
    x, y = s.symbols("x y")
    chain = x
    for _ in range(100_000):
        chain = link(chain, x, y)
    assert repr(chain) == text
    del chain
    after, *_ = live()
    assert after <= before + 5


def test_deep_functions_are_differentiated():
    def tower(u):
        for _ in range(DEEP):
            u = u + s.square(u) * 0 + 1
        return u

    assert s.D(tower)(s.symbols("x")) == 1
    chain = s.compose(*[s.sin] * 50)
    assert s.equivalent(s.D(chain)(0), 1).verdict == "equal"


def test_shared_expressions_take_linear_time():
    """A graph of 500 nodes whose text would have 2^500 leaves is substituted and differentiated."""
    x, y = s.symbols("x y")
    shared = x
    for _ in range(500):
        shared = f(shared) + f(shared)
    assert s.substitute(s.substitute(shared, x, y), y, x) is shared
    assert s.variables_in(shared) == s.variables_in(f(x) + x)


def test_deep_structures():
    nested = 0
    for _ in range(60):
        nested = s.up(nested, 1)
    assert repr(nested + nested).count("up") == 60


def nested_up(inner=7):
    """A structure in a structure in a structure ..."""
    for _ in range(DEEP):
        inner = s.up(inner)
    return inner


DEEP_STRUCTURES = {
    "+": lambda v: v + v == nested_up(14),
    "*": lambda v: 2 * v == nested_up(14),
    "contraction": lambda v: s.flip_indices(v) * v == 49,
    "square": lambda v: s.square(v) == 49,
    "substitute": lambda v: s.equivalent(s.substitute(nested_up(s.symbols("x")), s.symbols("x"), 7), v),
    "D": lambda v: s.D(nested_up)(s.symbols("x")) == nested_up(1),
    "print": lambda v: repr(s.simplify(v)).count("up") == DEEP,
    "infix": lambda v: s.infix(v).count("up") == DEEP,
    "TeX": lambda v: s.tex(v).count("begin") == DEEP,
    "hash": lambda v: hash(v) == hash(nested_up()),
    "equivalent": lambda v: s.equivalent(v, nested_up()),
    "variables": lambda v: s.symbols("x") in s.variables_in(nested_up(s.symbols("x"))),
    "zero-like": lambda v: s.zero_like(v) == nested_up(0),
    "graph": lambda v: s.graphviz(v).count("up") == DEEP,
}


@pytest.mark.parametrize("name", DEEP_STRUCTURES)
def test_structures_as_deep_as_one_likes(name):
    assert DEEP_STRUCTURES[name](nested_up())


def test_an_endless_recursion_of_the_user_is_not_tried_again():
    calls = itertools.count()

    def endless(x):
        next(calls)
        return endless(x) + 1

    with pytest.raises(RecursionError):
        s.D(endless)(s.symbols("x"))
    assert next(calls) <= sys.getrecursionlimit()
