"""Munthe-Kaas, Lie midpoint."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

from scmpy.errors import StructureError
from scmpy.generic.types import TreeNode, tree_leaves
from scmpy.numerics.ode.methods import (
    FOURTH,
    ROWS,
    SIXTH,
    TIMES,
    WEIGHTS,
    Method,
    Slope,
    Solve,
    State,
    StepResult,
    Text,
    along,
    combination,
    symmetric,
)
from scmpy.structure.tuples import Structure

# --- munthe kaas -----------------------------------------------------------------------------------------------------
# Runge-Kutta methods of Munthe-Kaas: for states with rotations or motors in them, which stay such.
#
# A step is made in coordinates about its start: R = R0 cay(u), with Cayley's map cay(u) = (1 + U/2) / (1 - U/2), where
# U v = u x v; it is rational, and its values are rotations, exactly. From R' = R W follows u' = w + u x w / 2 + (u . w)
# u / 4, which a Runge-Kutta method integrates. Other groups go as well: one is known by how coordinates move an
# element, and by the rates of coordinates at an element that has a slope.
#
# Source: Hairer, Lubich, Wanner, Geometric Numerical Integration, 2nd edition 2006, IV.8.2, IV.8.3; Munthe-Kaas,
# High order Runge-Kutta methods on manifolds, Applied Numerical Mathematics 29 (1999) 115

CLOSE = 1e-6  # the square of a matrix is to the unit matrix, if it is a rotation


def _unknown(*_: Any) -> Any:
    raise NotImplementedError("the momenta of this group are not known")


class Group(NamedTuple):
    """A group: how many numbers an element has and how many coordinates, and both ways between them.

    ``moved(element, u)`` is the element that has coordinates u about an element, ``rates(u, element, slope)`` are the
    rates of the coordinates u of an element that has this slope; of u = 0 they are the velocity. Where the form of
    momenta is known, ``dual``, ``coadjoint(u, mu)`` is a momentum as seen from an element moved so, and
    ``bracket(mu, B)`` its rate for a velocity.
    """

    size: int
    dimension: int
    moved: Callable[[State, State], State]
    rates: Callable[[State, State, Sequence[Any]], State]
    dual: Any = None
    coadjoint: Callable[[State, State], State] = _unknown
    bracket: Callable[[State, State], State] = _unknown


def _dot(a: Sequence[Any], b: Sequence[Any]) -> Any:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def _cross(a: Sequence[Any], b: Sequence[Any]) -> State:
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def turned(rows: State, u: State) -> State:
    """A matrix, by rows, times Cayley's map: a row r becomes r - (u x r - u x (u x r) / 2) / (1 + u . u / 4)."""
    by = 1 + _dot(u, u) / 4
    found: State = []
    for i in (0, 3, 6):
        once = _cross(u, rows[i : i + 3])
        twice = _cross(u, once)
        found += [r - (a - b / 2) / by for r, a, b in zip(rows[i : i + 3], once, twice, strict=True)]
    return found


def turning(u: State, rows: State, slope: Sequence[Any]) -> State:
    """The rates of the coordinates: w of the skew part of R^T R', and what u makes of it."""
    columns = [[rows[i], rows[i + 3], rows[i + 6]] for i in range(3)]
    rates = [[slope[i], slope[i + 3], slope[i + 6]] for i in range(3)]
    w = [(_dot(columns[k], rates[i]) - _dot(columns[i], rates[k])) / 2 for i, k in ((1, 2), (2, 0), (0, 1))]
    along = _dot(u, w) / 4
    return [x + c / 2 + along * a for x, c, a in zip(w, _cross(u, w), u, strict=True)]


ROTATIONS = Group(9, 3, turned, turning)

#: Where the elements of groups are among the numbers of a state.
Layout = tuple[tuple[int, Group], ...]


def munthe_kaas(
    times: Sequence[Any], rows: Sequence[Sequence[Any]], weights: Sequence[Any]
) -> Callable[[Layout], Text]:
    stages = [(c, combination(row)) for c, row in zip(times[1:], rows[1:], strict=True)]
    whole = combination(weights)

    def text(layout: Layout) -> Text:
        groups = dict(layout)

        def pieces(size: int) -> Iterator[tuple[int, int, Group | None]]:
            i = k = 0
            while i < size:
                group = groups.get(i)
                yield i, k, group
                i, k = (i + 1, k + 1) if group is None else (i + group.size, k + group.dimension)

        def point(y: State, v: State) -> State:
            found: State = []
            for i, k, group in pieces(len(y)):
                if group is None:
                    found.append(y[i] + v[k])
                else:
                    found += group.moved(y[i : i + group.size], v[k : k + group.dimension])
            return found

        def rates(v: State, y: State, f: Sequence[Any]) -> State:
            found: State = []
            for i, k, group in pieces(len(y)):
                if group is None:
                    found.append(f[i])
                else:
                    u, end = v[k : k + group.dimension], i + group.size
                    found += group.rates(u, y[i:end], f[i:end])
            return found

        def step(slope: Slope, t: Any, y: State, f: Sequence[Any], h: Any) -> StepResult:
            none: State = [0] * (len(y) - sum(group.size - group.dimension for group in groups.values()))
            k = [rates(none, y, f)]
            for c, stage in stages:
                v = stage(none, h, k)
                there = point(y, v)
                k.append(rates(v, there, slope(t + c * h, there)))
            return StepResult(point(y, whole(none, h, k)))

        return step

    return text


def rotations_in(state: Structure, operation: str) -> Layout:
    """Where the rotations of a state are, tuples of three tuples of three numbers, and elements of other groups.

    Raises:  StructureError if there is none
    """
    found = tuple((first, group) for first, _, group in _placed(state, 0, _group_of) if group is not None)
    if not found:
        raise StructureError(
            f"{operation}: methods of Munthe-Kaas move states with rotations in them, tuples of three tuples of three "
            f"numbers that are orthogonal, or with motors, even multivectors M with M M~ = 1; there is none in {state}"
        )
    return found


def _placed(part: Any, first: int, group_of: Callable[..., Any]) -> Iterator[tuple[int, TreeNode, Group | None]]:
    """The structures in a state, whole ones first, with the place of their first number, and what elements are of."""
    if isinstance(part, TreeNode):
        yield first, part, (group := group_of(part))
        for inner in part._children_() if group is None else ():
            yield from _placed(inner, first, group_of)
            first += inner.leaf_count if isinstance(inner, TreeNode) else 1


def _group_of(part: Any) -> Group | None:
    return ROTATIONS if isinstance(part, Structure) and _is_rotation(part) else part._group_()


def _is_rotation(part: Structure) -> bool:
    if len(part) != 3 or not all(isinstance(x, Structure) and len(x) == 3 and len(tree_leaves(x)) == 3 for x in part):
        return False
    rows = [tree_leaves(x) for x in part]
    return all(abs(_dot(a, b) - (i == k)) < CLOSE for i, a in enumerate(rows) for k, b in enumerate(rows))


_classical = munthe_kaas((0.0, 0.5, 0.5, 1.0), ((), (0.5,), (0.0, 0.5), (0.0, 0.0, 1.0)), (1 / 6, 1 / 3, 1 / 3, 1 / 6))
_dormand_prince = munthe_kaas(TIMES, ROWS, WEIGHTS)

MUNTHE_KAAS_METHODS = (
    Method("munthe-kaas-4", 4, _classical(()), layout=rotations_in, laid_out=_classical),
    Method("munthe-kaas-8", 8, _dormand_prince(()), layout=rotations_in, laid_out=_dormand_prince),
)


# --- lie midpoint ----------------------------------------------------------------------------------------------------
# The midpoint rule on a group and the dual of its algebra: for motors with their momenta, which stay on an orbit.
#
# A step turns the momentum mu by the same element of the group that it moves the motor M by, twice, with half the
# torque T between, all of the middle of the step,
#
#     k = cay(h B/2),    M' = M k^2,    mu' = k~ (k~ mu k - h T) k,
#
# where B and T are those at the motor M k and the momentum (mu + mu')/2. Without a torque the momentum as seen from
# space, M mu M~, is kept exactly, and all that the coadjoint action keeps; as B commutes with k, <mu' - mu, B> is 0,
# and an energy that is quadratic in the momentum is kept too. The step is symmetric, of order 2; three of it are of
# order 4.
#
# Source: Simo and Wong, Unconditionally stable algorithms for rigid body dynamics that exactly preserve energy and
# momentum, International Journal for Numerical Methods in Engineering 31 (1991) 19; Hairer, Lubich, Wanner, Geometric
# Numerical Integration, 2nd edition 2006, VII.5

#: Where the elements of groups are among the numbers of a state, and where their momenta.
Pairs = tuple[tuple[int, int, Group], ...]


def lie_midpoint(pairs: Pairs) -> Text:
    def step(slope: Slope, t: Any, y: State, f: Sequence[Any] | None, h: Any, solve: Solve) -> StepResult:
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
        return StepResult(moved(solve(image, velocities(y, start, slope(t, y) if f is None else f)), 2))

    return step


def phases_in(state: Structure, operation: str) -> Pairs:
    """Where the motors of a state are, and the momentum of each: the first after the first, and so on.

    Raises:  StructureError if there is no motor, or not as many momenta
    """
    elements: list[tuple[int, Group]] = []
    momenta: list[tuple[int, Any]] = []

    for first, part, group in _placed(state, 0, lambda part: part._group_()):
        if group is not None and group.dual is not None:
            elements.append((first, group))
        elif part._form_() in {group.dual for _, group in elements}:
            momenta.append((first, part._form_()))
    if not elements or [group.dual for _, group in elements] != [form for _, form in momenta]:
        raise StructureError(
            f"{operation}: the midpoint rule of Lie groups moves states of Hamilton's equations with motors, even "
            "multivectors M with M M~ = 1, and after them a momentum for each, of all blades of the grade n - 2; got "
            f"{len(elements)} motors and {len(momenta)} momenta in {state}"
        )
    return tuple((a, b, group) for (a, group), (b, _) in zip(elements, momenta, strict=True))


def lie_midpoints(outer: Sequence[Any], pairs: Pairs) -> Text:
    return symmetric(lie_midpoint(pairs), outer)


LIE_MIDPOINT_METHODS = tuple(
    Method(
        name, order, lie_midpoints(outer, ()), implicit=True, layout=phases_in, laid_out=partial(lie_midpoints, outer)
    )
    for name, order, outer in (("lie-midpoint", 2, ()), ("lie-midpoint-4", 4, FOURTH), ("lie-midpoint-6", 6, SIXTH))
)
