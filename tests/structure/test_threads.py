"""What is made in several threads at once is made once: equal nodes are one object."""

import itertools
import sys
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Event
from types import ModuleType

import pytest

import scmpy as s
from scmpy.generic.arrays import as_batches, is_array
from scmpy.generic.dispatch import convert, register_package
from scmpy.symbolic.expression import application, symbol

fresh = itertools.count()
THREADS = 8


@pytest.fixture(autouse=True)
def eager_switching():
    """Python changes threads as often as it can."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(usual)


@pytest.fixture(scope="module")
def pool():
    with ThreadPoolExecutor(THREADS) as executor:
        yield executor


def together(pool, make):
    """What each of the threads makes, all starting at the same moment."""
    start = Barrier(THREADS)

    def work(_):
        start.wait()
        return make()

    return list(pool.map(work, range(THREADS)))


def node(n):
    x = symbol(f"thread-x{n}")
    return application(symbol(f"thread-f{n}"), x, application(x, n))


MAKERS = {
    "symbol": lambda n: symbol(f"thread-s{n}"),
    "symbol with a fact": lambda n: symbol(f"thread-p{n}", "positive"),
    "application": node,
    "list of numbers": lambda n: application(n, n + 1),
}


@pytest.mark.parametrize("name", MAKERS)
def test_equal_nodes_are_one_object(pool, name):
    for _ in range(30):
        numbers = list(itertools.islice(fresh, 100))
        made = together(pool, lambda numbers=numbers: [MAKERS[name](n) for n in numbers])
        assert all(len({id(each) for each in same}) == 1 for same in zip(*made, strict=True))


def test_derivations_in_threads_agree(pool):
    """The equations of a fresh system, derived by all threads at once, are the same object."""
    for n in itertools.islice(fresh, 10):

        def equations(n=n):
            q, t = s.literal_function(f"thread-q{n}"), s.symbols(f"thread-t{n}")
            return s.Lagrange_equations(s.L_harmonic(*s.symbols(f"thread-m{n} thread-k{n}")))(q)(t)

        made = together(pool, equations)
        assert len({id(each) for each in made}) == 1


def test_types_are_adopted_by_every_thread_that_meets_them(pool, monkeypatch):
    """One thread is about it, or has only begun to import their package: the others do not fail meanwhile."""
    monkeypatch.setitem(sys.modules, "slow_package", ModuleType("slow_package"))
    begun, done = Event(), Event()

    class Value:
        __module__ = "slow_package"

    @register_package("slow_package")
    def adopt():
        if not begun.is_set():
            begun.set()
            assert done.wait(60)
        convert(Value, lambda value: 7)

    first = pool.submit(lambda: s.add(Value(), 1))
    assert begun.wait(60)
    assert s.add(1, Value()) == 8
    done.set()
    assert first.result() == 8
    monkeypatch.setitem(sys.modules, "numpy", ModuleType("numpy"))
    assert not is_array(up := s.up(1, 2))
    assert as_batches((up,)) == (up,)


def test_motions_in_threads(pool):
    """Of one object: balls that bounce, by machine code, and of more parameters than are kept."""
    bounce = s.crossing(s.coordinate, "falling", then=lambda y: s.up(y[0], 0, -0.99 * y[2]))
    balls = s.compile_motion(lambda g: lambda y: s.up(1, y[2], -g - 0.1 * y[1] * y[2]), "g", events=bounce)
    spring = s.compile_motion(lambda k: lambda y: s.up(1, y[2], -k * y[1]), "k")
    for call, numbers in (
        (lambda x: balls.trajectory(s.up(0.0, x, 0.0), 30.0, 9.8).events.times, [1.0, 1.1, 1.2, 1.3]),
        (lambda k: spring(s.up(0.0, 1.0, 0.0), 1.0, k)[1], [1 + 0.01 * i for i in range(200)]),
    ):
        alone = list(map(call, numbers * 2))[len(numbers) :]
        assert list(pool.map(call, numbers * 20)) == alone * 20
