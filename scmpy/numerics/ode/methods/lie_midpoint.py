"""The midpoint rule on a group and the dual of its algebra: for motors with their momenta, which stay on an orbit.

A step turns the momentum mu by the same element of the group that it moves the motor M by, twice, with half the torque
T between, all of the middle of the step,

    k = cay(h B/2),    M' = M k^2,    mu' = k~ (k~ mu k - h T) k,

where B and T are those at the motor M k and the momentum (mu + mu')/2. Without a torque the momentum as seen from
space, M mu M~, is kept exactly, and all that the coadjoint action keeps; as B commutes with k, <mu' - mu, B> is 0, and
an energy that is quadratic in the momentum is kept too. The step is symmetric, of order 2; three of it are of order 4.

Source: Simo and Wong, Unconditionally stable algorithms for rigid body dynamics that exactly preserve energy and
momentum, International Journal for Numerical Methods in Engineering 31 (1991) 19; Hairer, Lubich, Wanner, Geometric
Numerical Integration, 2nd edition 2006, VII.5
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from scmpy.errors import StructureError
from scmpy.generic.composite import Composite
from scmpy.numerics.ode.methods.munthe_kaas import Group
from scmpy.numerics.ode.methods.step import Method, Slope, Solve, State, Taken, Text, along
from scmpy.numerics.ode.methods.symplectic import FOURTH, SIXTH, symmetric
from scmpy.structure.structure import Structure

#: Where the elements of groups are among the numbers of a state, and where their momenta.
Pairs = tuple[tuple[int, int, Group], ...]


def lie_midpoint(pairs: Pairs) -> Text:
    """The step for states that are laid out so; all other numbers are moved by the midpoint rule."""

    def step(slope: Slope, t: Any, y: State, f: Sequence[Any] | None, h: Any, solve: Solve) -> Taken:
        held = {i for a, b, group in pairs for i in (*range(a, a + group.size), *range(b, b + group.dimension))}
        plain = [i for i in range(len(y)) if i not in held]

        def velocities(there: State, momenta: list[State], rates: Sequence[Any]) -> State:
            """The rates of plain numbers, then velocity and torque for each element."""
            found = [rates[i] for i in plain]
            for (a, b, group), mu in zip(pairs, momenta, strict=True):
                none: State = [0] * group.dimension
                B = group.rates(none, there[a : a + group.size], rates[a : a + group.size])
                turning = group.bracket(mu, B)
                found += [*B, *(x - rate for x, rate in zip(turning, rates[b : b + group.dimension], strict=True))]
            return found

        def unknowns(z: State) -> Iterator[tuple[int, int, Group, State, State]]:
            first = len(plain)
            for a, b, group in pairs:
                n = group.dimension
                yield a, b, group, z[first : first + n], z[first + n : first + 2 * n]
                first += 2 * n

        def moved(z: State, halves: int) -> State:
            """The middle of the step, with the mean of both momenta, or its end."""
            found = list(y)
            for i, rate in zip(plain, z, strict=False):
                found[i] = y[i] + halves * (h / 2) * rate
            for a, b, group, B, torque in unknowns(z):
                u = [h / 2 * x for x in B]
                place, mu = slice(a, a + group.size), y[b : b + group.dimension]
                after = group.coadjoint(u, along(group.coadjoint(u, mu), -h, torque))
                for _ in range(halves):
                    found[place] = group.moved(found[place], u)
                mean = [(p + q) / 2 for p, q in zip(mu, after, strict=True)]
                found[b : b + group.dimension] = mean if halves == 1 else after
            return found

        def image(z: State) -> State:
            there = moved(z, 1)
            momenta = [there[b : b + group.dimension] for _, b, group in pairs]
            return velocities(there, momenta, slope(t + h / 2, there))

        start = [y[b : b + group.dimension] for _, b, group in pairs]
        return Taken(moved(solve(image, velocities(y, start, slope(t, y) if f is None else f)), 2))

    return step


def phases_in(state: Structure, operation: str) -> Pairs:
    """Where the motors of a state are, and the momentum of each: the first after the first, and so on.

    Raises:  StructureError if there is no motor, or not as many momenta
    """
    elements: list[tuple[int, Group]] = []
    momenta: list[tuple[int, Any]] = []

    def look(part: Any, first: int) -> int:
        if not isinstance(part, Composite):
            return first + 1
        group = part._group_()
        if group is not None and group.dual is not None:
            elements.append((first, group))
            return first + group.size
        if part._form_() in {group.dual for _, group in elements}:
            momenta.append((first, part._form_()))
            return first + part.leaf_count
        for inner in part._parts_():
            first = look(inner, first)
        return first

    look(state, 0)
    if not elements or [group.dual for _, group in elements] != [form for _, form in momenta]:
        raise StructureError(
            f"{operation}: the midpoint rule of Lie groups moves states of Hamilton's equations with motors, even "
            "multivectors M with M M~ = 1, and after them a momentum for each, of all blades of the grade n - 2; got "
            f"{len(elements)} motors and {len(momenta)} momenta in {state}"
        )
    return tuple((a, b, group) for (a, group), (b, _) in zip(elements, momenta, strict=True))


def _fourth(pairs: Pairs) -> Text:
    return symmetric(lie_midpoint(pairs), FOURTH)


def _sixth(pairs: Pairs) -> Text:
    return symmetric(lie_midpoint(pairs), SIXTH)


METHODS = tuple(
    Method(name, order, laid_out(()), implicit=True, layout=phases_in, laid_out=laid_out)
    for name, order, laid_out in (
        ("lie-midpoint", 2, lie_midpoint),
        ("lie-midpoint-4", 4, _fourth),
        ("lie-midpoint-6", 6, _sixth),
    )
)
