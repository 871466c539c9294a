"""The museum of perturbation confusion: derivatives inside derivatives, and functions that escape from them.

Sources: Siskind and Pearlmutter, "Perturbation confusion and referential transparency" (2005) and "Confusion of
tagged perturbations in forward automatic differentiation of higher-order functions" (Manzyuk et al., 2019); Radul's
"amazing bug" in the original system.
"""

import operator
import threading

import pytest

import scmpy as s
from scmpy import D, cos, cube, exp, partial, sin, square
from scmpy.calculus.dual_numbers import Differential, finite_part

w, x, y, z = s.symbols("w x y z")
f, g = s.literal_functions("f g")


def same(a, b):
    return s.equivalent(a, b).verdict == "equal"


# --- nested derivatives ----------------------------------------------------------------------------------------


def test_siskind_and_pearlmutter():
    """d/dx x (d/dy (x + y)) = 1, not 2."""
    assert D(lambda x: x * D(lambda y: x + y)(1))(1) == 1


@pytest.mark.parametrize("point", [2, 3.0, x])
def test_inner_derivative_at_an_outer_variable(point):
    """d/dx (d/dy x y at y = x) = 1; d/dx x (d/dy x y at y = x) = 2 x."""
    assert same(D(lambda x: D(lambda y: x * y)(x))(point), 1)
    assert same(D(lambda x: x * D(lambda y: x * y)(x))(point), 2 * point)
    assert same(D(lambda x: D(lambda y: x * y * y)(x))(point), 4 * point)


def test_three_levels():
    nested = D(lambda x: D(lambda y: D(lambda z: x * y * z * z)(x + y))(x * x))(x)
    inner = lambda x, y: 2 * x * y * (x + y)  # noqa: E731
    assert same(nested, D(lambda x: partial(1)(inner)(x, x * x))(x))


def test_derivative_of_a_derivative_is_the_second_derivative():
    assert same(D(lambda x: D(sin)(x))(x), -sin(x))
    assert same(D(D(D(cube)))(x), 6)
    assert D(D(D(D(cube))))(x) == 0
    assert same((D**3)(lambda x: x * exp(x))(x), (3 + x) * exp(x))


def test_derivative_with_a_captured_variable_held():
    """The outer perturbation passes through the inner derivative untouched."""
    assert same(D(lambda a: D(lambda b: sin(a * b))(2))(x), cos(2 * x) - 2 * x * sin(2 * x))


def test_inner_argument_contains_the_outer_perturbation():
    assert same(D(lambda x: D(f)(x * x))(x), 2 * x * (D**2)(f)(x**2))
    assert same(D(lambda x: D(lambda y: f(x) * g(y))(x))(x), D(f)(x) * D(g)(x) + f(x) * (D**2)(g)(x))


def test_local_minimum_inside_a_derivative():
    """A Newton step whose function captures the variable that is differentiated."""
    step = lambda a: (lambda h, u: u - h(u) / D(h)(u))(lambda u: u * u - a, 1)  # noqa: E731
    assert D(step)(4) == s.div(1, 2)


# --- curried functions -----------------------------------------------------------------------------------------


def shift(offset):
    """The operator that shifts a function."""
    return lambda g: lambda a: g(a + offset)


def test_amazing_bug():
    """((D shift) 3) is the derivative of the shift; applied twice, each application has its own perturbation."""
    slope = D(shift)(3)
    assert same(slope(exp)(5), exp(8))
    assert same(slope(slope(exp))(5), exp(11))
    assert same(slope(slope(f))(x), (D**2)(f)(x + 6))
    assert same(slope(slope(slope(f)))(x), (D**3)(f)(x + 9))


def test_amazing_bug_with_a_function_that_differentiates():
    slope = D(lambda offset: lambda g: lambda a: D(g)(a + offset) * offset)(y)
    expected = lambda g, a: D(g)(a + y) + y * (D**2)(g)(a + y)  # noqa: E731
    assert same(slope(f)(x), expected(f, x))
    assert same(slope(slope(f))(x), expected(slope(f), x))


def test_amazing_bug_by_continuations():
    """The function receives its shifted self in continuation-passing style."""
    arg = lambda offset: lambda k: k(lambda g: lambda a: g(a + offset))  # noqa: E731
    slope = D(lambda offset: arg(offset)(lambda shifted: lambda a: shifted(shifted(exp))(a)))(3)
    assert same(slope(5), 2 * exp(11))


def test_function_returning_function():
    assert same(D(lambda x: lambda y: x * x * y)(x)(y), 2 * x * y)
    assert same(
        D(lambda x: lambda y: lambda z: x * sin(x * y * z))(x)(y)(z), sin(x * y * z) + x * y * z * cos(x * y * z)
    )


def test_derivative_of_a_returned_derivative():
    """d/dx of (d/dy of x^2 y^3)."""
    assert same(D(lambda x: D(lambda y: x**2 * y**3))(x)(y), 6 * x * y**2)
    assert same(D(D(lambda x: D(lambda y: x**3 * y**3)))(x)(y), 18 * x * y**2)


def test_nested_derivative_of_a_curried_function():
    curried = lambda x: lambda y: x**2 * y**3  # noqa: E731
    assert same(D(D(curried)(x))(y), 6 * x * y**2)
    assert same(D(lambda x: D(curried)(x)(x))(x), 8 * x**3)
    assert same(D(lambda x: curried(x)(x))(x), 5 * x**4)


def test_the_same_variable_inside_and_outside():
    """The returned function is applied to the very variable that was differentiated."""
    assert same(D(lambda x: D(lambda x: lambda y: x * y)(x)(x))(x), 1)
    h = D(lambda x: lambda f: x * f(x))(y)
    assert same(h(lambda u: h(lambda v: u * v)), 4 * y**2)


def test_returned_function_is_used_in_another_derivative():
    slope = D(lambda a: lambda b: sin(a * b))(x)
    assert same(D(slope)(y), D(lambda b: b * cos(x * b))(y))
    assert same(D(lambda t: slope(t) * t)(y), slope(y) + y * D(slope)(y))


def test_church_numerals_of_derivatives():
    two = lambda operator: lambda h: operator(operator(h))  # noqa: E731
    assert same(two(two)(D)(f)(x), (D**4)(f)(x))


# --- structures of functions and operators ---------------------------------------------------------------------


def test_structure_of_functions_is_returned():
    value = D(lambda t: s.up(lambda u: t * u, t**2))(x)
    assert same(value[0](y), y)
    assert same(value[1], 2 * x)


def test_gradient_of_a_function_that_returns_a_function():
    value = D(lambda q: lambda u: q[0] * u + q[1] ** 2)(s.up(x, y))(z)
    assert same(value, s.down(z, 2 * y))


def test_gradient_of_a_structure_of_functions():
    value = D(lambda q: s.up(lambda u: q[0] * u, q[1]))(s.up(x, y))
    assert same(s.up(value[0][0](z), value[0][1]), s.up(z, 0))
    assert same(s.up(value[1][0](z), value[1][1]), s.up(0, 1))


def test_gradient_of_a_structure_of_functions_by_a_nested_structure():
    value = D(lambda q: s.up(lambda u: q[0] * u * q[1][1]))(s.up(x, s.up(y, z)))
    assert same(value[0][0](2), 2 * z)
    assert same(value[1][0][0](2), 0)
    assert same(value[1][1][0](2), 2 * x)


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


def test_operator_inside_a_derivative():
    """An operator made inside captures the variable that is differentiated."""
    scaled = lambda a: (a * D)(sin)(a)  # noqa: E731
    assert same(D(scaled)(x), cos(x) - x * sin(x))
    assert same(D(lambda a: s.commutator(D, s.make_operator(lambda h: a * h, "a"))(f)(a))(x), 0)


def test_derivative_of_a_function_that_returns_an_operator():
    family = lambda a: s.make_operator(lambda h: lambda u: h(a * u), "scaling")  # noqa: E731
    assert same(D(family)(x)(f)(y), y * D(f)(x * y))


def test_functional_argument_contains_a_perturbation():
    """A function made inside the derivative is handed to a functional that differentiates it."""
    functional = lambda h: D(h)(2) * h(3)  # noqa: E731
    assert same(D(lambda a: functional(lambda u: a * u**2))(x), 2 * x * 4 * 9)


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


def test_a_derivative_takes_its_own_tangents_alone():
    """The value of an inner derivative may be perturbed by an outer one: it does not depend on the inner variable."""
    assert D(lambda u: u * D(lambda v: u)(2))(3) == 0
    assert D(lambda u: u * D(lambda v: s.up(u, u * v))(2))(3) == s.up(0, 6)


def test_a_value_perturbed_by_an_inner_variable_is_a_constant_for_the_outer_one():
    """Smuggled outwards, it keeps its own perturbation, which no one asks for, and has the right slope."""
    stored = []
    smuggle = lambda v: stored.append(v) or v  # noqa: E731
    leaked = D(lambda u: (D(smuggle)(2), u * stored[-1])[1])(3)
    assert finite_part(leaked) == 2
    leaked = D(lambda u: (D(smuggle)(s.up(2, 7)), u**2 * stored[-1][0] ** 5 * stored[-1][1])[1])(3)
    assert finite_part(leaked) == 2 * 3 * 2**5 * 7
    assert leaked.tag == stored[-1][0].tag
    assert leaked.tangents == {0: 2 * 3 * 5 * 2**4 * 7, 1: 2 * 3 * 2**5}


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


# --- partial derivatives of literal functions ------------------------------------------------------------------


def test_partial_derivatives_by_structured_arguments():
    H = s.literal_function("H", "(-> (UP Real (UP Real Real) (DOWN Real Real)) Real)")
    state = s.up(x, s.up(y, z), s.down(f(x), g(x)))
    assert repr(partial(1, 0)(H)(state)) == "(((partial 1 0) H) (up x (up y z) (down (f x) (g x))))"
    along = D(lambda t: H(s.up(t, s.up(f(t), 0), s.down(0, 1))))(x)
    moved = s.up(x, s.up(f(x), 0), s.down(0, 1))
    assert same(along, partial(0)(H)(moved) + partial(1, 0)(H)(moved) * D(f)(x))


def test_nested_partials_of_a_function_of_functions():
    V = s.literal_function("V", "(-> (X Real Real) Real)")
    value = partial(0)(lambda a, b: partial(1)(V)(a * b, b))(x, y)
    assert same(value, y * partial(0)(partial(1)(V))(x * y, y))


def test_square_of_a_captured_literal():
    assert same(D(lambda t: square(D(lambda u: f(u * t))(1)))(x), D(lambda t: t**2 * D(f)(t) ** 2)(x))
