"""Symplectic methods for coordinates and momenta: the Euler methods, Störmer and Verlet's, and what is made of it.

A state is the time, coordinates and as many momenta, of Hamilton's equations. Each method moves the momenta with the
coordinates held, and the coordinates with the momenta held. Where the rate of what is moved depends on it the method is
implicit; of a separable Hamiltonian, T(p) + V(t, q), it does not. Methods compose: Störmer and Verlet's is both Euler
methods over half a step each; with steps of certain lengths, some of them backwards, it is of order 4, 6 and 8.

Source: Hairer, Lubich, Wanner, Geometric Numerical Integration, 2nd edition 2006, I.1.2, I.1.4, VI.3, V.3.2;
the letters of the Euler methods: Leimkuhler, Reich, Simulating Hamiltonian Dynamics, 2004;
Suzuki and Umeno, McLachlan: V (3.12) there;
Yoshida, Construction of higher order symplectic integrators, Physics Letters A 150 (1990) 262
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scmpy.errors import StructureError
from scmpy.numerics.ode.methods.step import Method, Slope, Solve, State, Taken, Text, along
from scmpy.structure.structure import Structure
from scmpy.structure.within import leaves


def _parts(y: Sequence[Any]) -> tuple[State, State]:
    """The coordinates, the time among them, and the momenta of a state, or their rates."""
    count = len(y) // 2 + 1
    return list(y[:count]), list(y[count:])


def momenta_first(slope: Slope, t: Any, y: State, f: Any, h: Any, solve: Solve) -> Taken:
    """Symplectic Euler, B: p' = p - h d1 H(t, q, p'), then q' = q + h d2 H(t, q, p')."""
    q, p = _parts(y)

    def rates(momenta: State) -> tuple[State, State]:
        return _parts(slope(t, [*q, *momenta]))

    moved = solve(lambda momenta: along(p, h, rates(momenta)[1]), p)
    return Taken([*along(q, h, rates(moved)[0]), *moved])


def coordinates_first(slope: Slope, t: Any, y: State, f: Any, h: Any, solve: Solve) -> Taken:
    """Symplectic Euler, A: q' = q + h d2 H(t', q', p), then p' = p - h d1 H(t', q', p)."""
    q, p = _parts(y)

    def rates(coordinates: State) -> tuple[State, State]:
        return _parts(slope(t + h, [*coordinates, *p]))

    moved = solve(lambda coordinates: along(q, h, rates(coordinates)[0]), q)
    return Taken([*moved, *along(p, h, rates(moved)[1])])


def composition(*parts: tuple[Text, Any]) -> Text:
    """The method that makes steps of methods, one after the other, each of a part of the length."""

    def step(slope: Slope, t: Any, y: State, f: Any, h: Any, solve: Solve) -> Taken:
        for text, part in parts:
            length = part * h
            y = text(slope, t, y, None, length, solve).state
            t = t + length
        return Taken(y)

    return step


def symmetric(text: Text, outer: Sequence[Any]) -> Text:
    """The composition of steps of these lengths, of one that is left of the whole, and of these again, backwards."""
    middle = 1 - 2 * sum(outer)
    return composition(*((text, part) for part in (*outer, middle, *reversed(outer))))


verlet = composition((momenta_first, 0.5), (coordinates_first, 0.5))

#: Of the triple jump: that and the two other steps have third powers which sum up to 0.
FOURTH = (1 / (2 - 2 ** (1 / 3)),)

#: Yoshida's solution A of order 6.
SIXTH = (0.78451361047755726382, 0.23557321335935813368, -1.17767998417887100695)

#: Yoshida's solution D of order 8, to more digits than he gave.
EIGHTH = (
    *(1.042426208699704264349, 1.820206309706980069332, 0.157739928123708321343, 2.440027326166344063817),
    *(-0.007169894197095332099806, -2.446991823704245889295, -1.615823741500653784788),
)

#: Suzuki and Umeno's, and McLachlan's, of order 8: as many steps as Yoshida's, and errors a million times smaller.
BETTER_EIGHTH = (
    *(0.74167036435061295345, -0.40910082580003159400, 0.19075471029623837995, -0.57386247111608226666),
    *(0.29906418130365592384, 0.33462491824529818378, 0.31529309239676659663),
)


def of_hamilton(state: Structure, operation: str) -> None:
    """An error unless a state is that of Hamilton's equations."""
    sizes = [len(leaves(x)) for x in state]
    if len(sizes) != 3 or sizes[1] != sizes[2]:
        raise StructureError(
            f"{operation}: symplectic methods with coordinates and momenta move states of Hamilton's equations, "
            f"up(t, q, p) with as many momenta as coordinates, got {state}"
        )


def _symplectic(name: str, order: int, text: Text) -> Method:
    return Method(name, order, text, implicit=True, layout=of_hamilton)


METHODS = (
    _symplectic("symplectic-euler-a", 1, coordinates_first),
    _symplectic("symplectic-euler-b", 1, momenta_first),
    _symplectic("stormer-verlet", 2, verlet),
    _symplectic("yoshida-4", 4, symmetric(verlet, FOURTH)),
    _symplectic("yoshida-6", 6, symmetric(verlet, SIXTH)),
    _symplectic("yoshida-8", 8, symmetric(verlet, EIGHTH)),
    _symplectic("suzuki-umeno-8", 8, symmetric(verlet, BETTER_EIGHTH)),
)
