"""The museum of perturbation confusion: derivatives inside derivatives, and functions that escape from them.

Sources: Siskind and Pearlmutter, "Perturbation confusion and referential transparency" (2005) and "Confusion of
tagged perturbations in forward automatic differentiation of higher-order functions" (Manzyuk et al., 2019); Radul's
"amazing bug" in the original system.
"""

import operator
import threading

import pytest

import scmpy as s
from scmpy import D, cos, cube, exp, partial, sin, square  # noqa: F401  for the texts
from scmpy.calculus.dual_numbers import Differential, finite_part  # noqa: F401  for the texts

from ..comparing import same
from ..tables import sections

w, x, y, z = s.symbols("w x y z")
f, g = s.literal_functions("f g")


MUSEUM = sections(__file__, "museum.txt")


@pytest.mark.parametrize("title", MUSEUM)
def test_museum(title):
    names = dict(globals())
    for line in MUSEUM[title]:
        name, is_defined, definition = line.partition(" := ")
        if is_defined:
            names[name] = eval(definition, names)
        else:
            left, right = (eval(side, names) for side in line.split(" = "))
            assert same(left, right), line


def shift(offset):
    """The operator that shifts a function."""
    return lambda g: lambda a: g(a + offset)


def product(a, q):
    """A function of a scalar and of a nested tuple, each variable in a power of its own; it returns a function."""
    return lambda u: a**2 * q[0] ** 3 * q[1][0] ** 4 * q[1][1] ** 5 * u


@pytest.mark.parametrize(
    ("path", "power", "variable"), [((0,), 2, w), ((1, 0), 3, x), ((1, 1, 0), 4, y), ((1, 1, 1), 5, z)]
)
def test_partial_derivatives_of_what_returns_functions(path, power, variable):
    """A function that is returned, alone or inside a tuple, is differentiated by the part that was asked for."""
    point = w, s.up(x, s.down(y, z))
    slope = power * product(*point)(2) / variable
    assert same(partial(*path)(product)(*point)(2), slope)
    assert same(partial(*path)(lambda a, q: s.up(a, s.down(product(a, q))))(*point)[1][0](2), slope)
    assert same(partial(*path)(partial(*path)(product))(*point)(2), (power - 1) * slope / variable)
    of_one = lambda q: product(w, q)  # noqa: E731
    if path[0] == 1:
        assert same(partial(*path[1:])(of_one)(point[1])(2), slope)


def test_derivatives_by_parts_of_what_returns_functions():
    point = w, s.up(x, s.down(y, z))
    uncurried = lambda a, q: product(a, q)(2)  # noqa: E731
    for slope in (D, partial(1), partial(1, 1)):
        assert same(slope(product)(*point)(2), slope(uncurried)(*point))


# --- what escapes ----------------------------------------------------------------------------------------------


def infinitesimal(value):
    """Does a differential hide in a value?"""
    if isinstance(value, Differential):
        return True
    return any(map(infinitesimal, getattr(value, "components", ()) or getattr(value, "operands", ())))


def test_no_tag_escapes():
    for value in (
        D(lambda t: s.up(t, D(lambda u: u * t)(t)))(x),
        D(shift)(3)(f)(x),
        D(lambda t: [t, t * t])(x)[1],
        D(s.up(sin, cos))(x),
    ):
        assert not infinitesimal(value)


def test_exceptions_leave_nothing_behind():
    """A derivative that fails in the middle has no effect on the next ones."""

    def fails(t):
        D(lambda u: u * t)(t)
        raise RuntimeError("in the middle")

    for _ in range(3):
        with pytest.raises(RuntimeError):
            D(lambda t: t * D(fails)(t))(x)
        assert D(lambda x: x * D(lambda y: x + y)(1))(1) == 1


def test_stored_perturbed_value_belongs_to_its_own_derivative():
    """A value smuggled out of one derivative is a constant for the next one."""
    stored = []
    D(lambda t: stored.append(t) or t)(2)
    assert D(lambda u: u * s.square(3))(5) == 9
    leaked = D(lambda u: u * stored[0])(5)
    assert not isinstance(leaked, Differential) or leaked.primal == 2


def test_derivatives_in_threads_do_not_mix():
    results = []

    def work(n):
        results.extend(D(lambda x: x**n * D(lambda y: x * y)(x))(1) - (n + 1) for _ in range(50))

    threads = [threading.Thread(target=work, args=(n,)) for n in range(1, 5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [0] * 200


def test_comparison_looks_at_the_value_alone():
    """Control flow on perturbed numbers follows their finite part."""
    absolute = lambda t: t if t > 0 else -t  # noqa: E731
    assert D(absolute)(3) == 1
    assert D(absolute)(-3) == -1
    assert D(lambda t: D(lambda u: absolute(u) * t)(t))(-2) == -1
    for point in (1, 2, 3):
        for holds in (operator.lt, operator.le, operator.gt, operator.ge, operator.eq, operator.ne):
            assert D(lambda t: t**2 if holds(t, 2) else t)(point) == (2 * point if holds(point, 2) else 1)  # noqa: B023
            assert D(lambda t: t**2 if holds(2, t) else t)(point) == (2 * point if holds(2, point) else 1)  # noqa: B023


def test_mutable_closures_keep_perturbations_apart():
    """A loop that accumulates inside nested derivatives."""

    def power(t, n):
        product = 1
        for _ in range(n):
            product = product * t
        return product

    assert D(lambda t: power(t, 3) * D(lambda u: power(u * t, 2))(1))(x) is not None
    assert same(D(lambda t: power(t, 3) * D(lambda u: power(u * t, 2))(1))(x), 10 * x**4)


def test_partial_derivatives_by_structured_arguments():
    H = s.literal_function("H", "(-> (UP Real (UP Real Real) (DOWN Real Real)) Real)")
    state = s.up(x, s.up(y, z), s.down(f(x), g(x)))
    assert repr(partial(1, 0)(H)(state)) == "(((partial 1 0) H) (up x (up y z) (down (f x) (g x))))"
    along = D(lambda t: H(s.up(t, s.up(f(t), 0), s.down(0, 1))))(x)
    moved = s.up(x, s.up(f(x), 0), s.down(0, 1))
    assert same(along, partial(0)(H)(moved) + partial(1, 0)(H)(moved) * D(f)(x))
