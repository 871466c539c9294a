"""Equations of motion from textbooks, each in several forms that say the same, and with mistakes in them.

They stand in motions.txt. Derived forms are scmpy's own, typed ones are the formulas of the books.
"""

import itertools
from collections.abc import Callable, Iterator
from typing import Any

import scmpy as s
from scmpy import D, cos, down, literal_functions, sin, square, symbols, up  # noqa: F401  the forms' names

from ..tables import sections

t, k, g, b, q, B, E, omega, Omega, alpha, F, a, eps = symbols("t k g b q B E omega Omega alpha F a epsilon")
m, c, R, M, m1, m2, l1, l2, I1, I2, I3 = symbols("m c R M m1 m2 l1 l2 I1 I2 I3", positive=True)
x, y, z, r, theta, phi, psi, chi = literal_functions("x y z r theta phi psi chi")
u, v, w, p, p1, p2, p3, lam, mu, N = literal_functions("u v w p p1 p2 p3 lambda mu N")
V, U = literal_functions("V U")


def d(f: Any) -> Any:
    return D(f)(t)


def dd(f: Any) -> Any:
    return (D**2)(f)(t)


def lagrange(L: Any, *path: Any) -> Any:
    return s.Lagrange_equations(L)(path[0] if len(path) == 1 else up(*path))(t)


def hamilton(H: Any, path: Any, momenta: Any) -> Any:
    return s.Hamilton_equations(H)(path, momenta)(t)


def of_state(function: Callable[[Any, Any, Any], Any]) -> Callable[[Any], Any]:
    return lambda state: function(*state)


def body(i1: Any, i2: Any, i3: Any) -> Callable[[Any], Any]:
    return lambda state: (i1 * state[2][0] ** 2 + i2 * state[2][1] ** 2 + i3 * state[2][2] ** 2) / 2


PROBLEMS = sections(__file__, "motions.txt")


def forms(name: str) -> tuple[list[Any], list[Any], dict[Any, Any] | None]:
    """Forms of a problem, wrong ones, and what replaces the unknowns of some of them."""
    names, right, wrong, change = dict(globals()), [], [], None
    for line in PROBLEMS[name]:
        word, _, rest = line.partition(" ")
        if word in ("=", "!="):
            (right if word == "=" else wrong).append(eval(rest, names))
        elif word == "change":
            change = eval(f"{{{rest}}}", names)
        else:
            defined, _, value = line.partition(" := ")
            names[defined] = eval(value, names)
    return right, wrong, change


def pairs(name: str) -> Iterator[tuple[Any, Any, dict[Any, Any] | None, bool]]:
    """The first form with each of the others, neighbours among these, and the first with each wrong one."""
    right, wrong, change = forms(name)
    first, *others = right
    for other in others:
        yield first, other, change, True
    for one, other in itertools.pairwise(others):
        yield one, other, change, True
    for other in wrong:
        yield first, other, change, False
