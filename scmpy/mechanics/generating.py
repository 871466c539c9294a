"""Generating functions of mixed variables, and the canonical transformations that they make.

A function F of the time, of one old variable and of one new one (momenta primed, where new) gives the other two:

    F1(t, q, q'):   p =  d1 F1,   p' = -d2 F1          F3(t, p, q'):   q = -d1 F3,   p' = -d2 F3
    F2(t, q, p'):   p =  d1 F2,   q' =  d2 F2          F4(t, p, p'):   q = -d1 F4,   q' =  d2 F4

These relations are implicit. The transformation C from new states to old ones, (t, q', p') -> (t, q, p), needs the
second one solved for the old variable; its inverse the first one solved for the new variable. Where a relation is
linear in what is sought, it is solved for any number of degrees of freedom; with one degree of freedom also where it
is quadratic, a power, or either in one elementary function of what is sought. The new Hamiltonian is H o C + d0 F.

Source:  SICM 5.4
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from scmpy.calculus.derivative import partial
from scmpy.calculus.tape import replay
from scmpy.errors import ArityError, DivisionByZeroError, DomainError, StructureError, describe
from scmpy.generic import operations as g
from scmpy.generic.arguments import check_callable
from scmpy.generic.functions import Function, arity
from scmpy.mechanics.constraints import by_slot, depends_on
from scmpy.mechanics.hamiltonian import phase_in_tuples
from scmpy.mechanics.pairing import covector_from_tuples, vector_from_tuples
from scmpy.mechanics.phase_state import on_phase_space
from scmpy.mechanics.relations import solutions
from scmpy.mechanics.state import literal_like
from scmpy.pickling import Portable
from scmpy.registry import python_name, register
from scmpy.structure import linear
from scmpy.structure.structure import Up, leaves, map_leaves, unflatten
from scmpy.symbolic.simplify import reduced

Generating = Callable[[Any, Any, Any], Any]


@dataclass(frozen=True)
class Kind:
    """A type of generating function: which slot of a state each argument is, and the signs of the derivatives."""

    name: str
    old: int
    new: int

    @property
    def signs(self) -> tuple[int, int]:
        """Those with which the derivatives by the old and by the new argument are their partners."""
        return (1 if self.old == 1 else -1), (-1 if self.new == 1 else 1)

    def partner(self, F: Generating, which: int, t: Any, old: Any, new: Any) -> Any:
        """The variable that goes with the old argument (0) or with the new one (1)."""
        return g.mul(self.signs[which], partial(1 + which)(F)(t, old, new))


KINDS = (Kind("F1", 1, 1), Kind("F2", 1, 2), Kind("F3", 2, 1), Kind("F4", 2, 2))


class Mixed(Portable):
    """A generating function of one kind, with its relations solved; ``branch`` picks one of several solutions."""

    def __init__(self, kind: Kind, F: Any, branch: int | None, operation: str) -> None:
        check_callable(F, operation, "a generating function of (t, old, new)")
        least, most = arity(F)
        if least > 3 or (most is not None and most < 3):
            raise ArityError(f"{operation} expects a generating function of (t, old, new); {describe(F)} takes {least}")
        self.kind, self.F, self.branch, self.operation = kind, F, branch, operation
        self.known: dict[Any, tuple[Any, Any]] = {}

    def old_state(self, state: Up) -> Up:
        """The old state of a new one."""
        t, new = state[0], state[self.kind.new]
        old = self._solved(1, state, self.kind.new, self.kind.old)
        return self._state(self.kind.old, t, old, self.kind.partner(self.F, 0, t, old, new))

    def new_state(self, state: Up) -> Up:
        """The new state of an old one."""
        t, old = state[0], state[self.kind.old]
        new = self._solved(0, state, self.kind.old, self.kind.new)
        return self._state(self.kind.new, t, new, self.kind.partner(self.F, 1, t, old, new))

    def addition(self, state: Up) -> Any:
        """d0 F at a new state."""
        old = self.old_state(state)[self.kind.old]
        return partial(0)(self.F)(state[0], old, state[self.kind.new])

    @staticmethod
    def _state(slot: int, t: Any, variable: Any, partner: Any) -> Up:
        return Up((t, variable, partner) if slot == 1 else (t, partner, variable))

    def _solved(self, which: int, state: Up, given: int, sought: int) -> Any:
        """The argument of F that is sought, as an expression in unknowns replayed at the state."""
        shape = map_leaves(lambda _: 0, state)
        if shape not in self.known:
            unknown, variable = literal_like(state), literal_like(state[sought])
            self.known[shape] = unknown, self._solution(which, unknown, given, variable)
        unknown, solution = self.known[shape]
        return replay(solution, dict(zip(leaves(unknown), leaves(state), strict=True)))

    def _solution(self, which: int, state: Up, given: int, variable: Any) -> Any:
        """What solves partner(t, old, new) = the other variable of the state."""

        def relation(place: Any) -> Any:
            arguments = (place, state[given]) if which else (state[given], place)
            return g.sub(self.kind.partner(self.F, which, state[0], *arguments), state[3 - given])

        if len(leaves(relation(variable))) != len(leaves(variable)):
            raise StructureError(f"{self.operation}: the generating function has no gradient like {describe(variable)}")
        slope = by_slot(lambda place: Up(leaves(relation(place[0]))), 0, Up((variable,)))
        if not any(depends_on(entry, Up(leaves(variable))) for row in slope for entry in row):
            zero = map_leaves(lambda _: 0, variable)
            values = tuple(map(g.negate, leaves(relation(zero))))
            try:
                return unflatten(map(reduced, linear.solve(slope, values)), variable)
            except DivisionByZeroError:
                raise DivisionByZeroError(
                    f"{self.operation}: the mixed second derivative of the generating function is singular: "
                    "it makes no transformation"
                ) from None
        if len(leaves(variable)) > 1:
            raise DomainError(
                f"{self.operation}: the relation to be solved is not linear, and has several unknowns; "
                "write the transformation down instead"
            )
        solution = self._branches(leaves(relation(variable))[0], leaves(variable)[0])
        return unflatten(iter([solution]), variable)

    def _branches(self, equation: Any, variable: Any) -> Any:
        """The solution of one equation, or the branch of it that was asked for."""
        found = solutions(equation, variable)
        if not found:
            raise DomainError(
                f"{self.operation}: no solution in closed form was found; write the transformation down instead"
            )
        if len(found) > 1 and self.branch is None:
            raise DomainError(
                f"{self.operation}: the relation has {len(found)} solutions; "
                f"choose one by a number from 0, ({self.operation} F branch)"
            )
        chosen = self.branch or 0
        if not 0 <= chosen < len(found):
            raise DomainError(f"{self.operation}: the relation has {len(found)} solutions, there is no {chosen}")
        return found[chosen]


#: What the examples give: the motion of a free particle for the time t, which no function of both momenta makes, ...
_FREE_MOTION = {
    "CT": "(up t (/ (+ (* P t) (* Q m)) m) P)",
    "C-inv": "(up t (/ (+ (* m q) (* -1 p t)) m) p)",
    "K": "(/ (* -1/2 (expt P 2)) m)",
}
#: ... and an exchange of coordinate and momentum.
_EXCHANGE = {
    "CT": "(up t (* -1 P) (+ (* -1 P t) Q))",
    "C-inv": "(up t (+ (* -1 q t) p) (* -1 q))",
    "K": "(* 1/2 (expt P 2))",
}

#: For each kind a generating function, the arguments after the time and its value, and what its operations give.
_EXAMPLES = {
    "F1": ("q, Q: m * (q - Q) ** 2 / (2 * t)", _FREE_MOTION),
    "F2": ("q, P: q * P - t * P**2 / (2 * m)", _FREE_MOTION),
    "F3": ("p, Q: -p * Q - t * p**2 / (2 * m)", _FREE_MOTION),
    "F4": ("p, P: p * P + t * P**2 / 2", _EXCHANGE),
}


def _example(kind: Kind, suffix: str) -> str:
    """A doctest of an operation."""
    function, results = _EXAMPLES[kind.name]
    python, state = python_name(f"{kind.name}->{suffix}"), "q, p" if suffix == "C-inv" else "Q, P"
    return f""">>> from scmpy import {python}, symbols, up
    >>> m, t, q, p, Q, P = symbols("m t q p Q P")
    >>> {python}(lambda t, {function})(up(t, {state}))
    {results[suffix]}"""


def _register(kind: Kind) -> None:
    arguments = f"t {'qp'[kind.old - 1]} {'qp'[kind.new - 1]}'"
    signs = ["" if sign == 1 else "-" for sign in kind.signs]
    relations = f"{'pq'[kind.old - 1]} = {signs[0]}d1 F, {'pq'[kind.new - 1]}' = {signs[1]}d2 F"
    for suffix, method, meaning, shape in (
        ("CT", Mixed.old_state, "The canonical transformation, from new states to old ones", "up(t, q', p')"),
        ("C-inv", Mixed.new_state, "The inverse canonical transformation, from old states to new ones", "up(t, q, p)"),
        ("K", Mixed.addition, "What is added to H o C to give the new Hamiltonian", "up(t, q', p')"),
    ):
        register(
            f"{kind.name}->{suffix}",
            _operation(kind, suffix, method, meaning, arguments, relations, shape),
            module=__name__,
        )


def _restored(value: Any, state: Up) -> Any:
    """A state like another one from the tuples of its components; what is no state is a number."""
    _, q, p = state
    if not isinstance(value, Up):
        return value
    return Up((value[0], vector_from_tuples(value[1], q), covector_from_tuples(value[2], q, p)))


def _of_tuples(F: Generating, kind: Kind, state: Up) -> Generating:
    """A generating function of variables like those of a state as one of tuples of their components."""

    _, q, p = state

    def place(slot: int, x: Any) -> Any:
        return vector_from_tuples(x, q) if slot == 1 else covector_from_tuples(x, q, p)

    return lambda t, old, new: F(t, place(kind.old, old), place(kind.new, new))


def _operation(kind: Kind, suffix: str, method: Any, meaning: str, arguments: str, relations: str, shape: str) -> Any:
    name = f"{kind.name}->{suffix}"

    def from_generating_function(F: Generating, branch: int | None = None) -> Function:
        mixed = Mixed(kind, F, branch, name)

        def at(state: Up) -> Any:
            flat = phase_in_tuples(state, name)[0]
            if flat is state:
                return method(mixed, state)
            return _restored(method(Mixed(kind, _of_tuples(F, kind, state), branch, name), flat), state)

        return on_phase_space(name, at)

    from_generating_function.__doc__ = f"""{meaning}, of a generating function F({arguments.replace(" ", ", ")}).

    Scheme:  (({name} F) state), (({name} F branch) state)
    Math:    {relations}{"; K = d0 F" if suffix == "K" else ""}
    Shapes:  F: {arguments} -> scalar;  state: {shape}
    Raises:  DivisionByZeroError if F has a singular mixed second derivative; DomainError if a relation that is not
             linear has no solution in closed form, or several and no branch is given
    Source:  SICM 5.4
    {_example(kind, suffix)}
    """
    return from_generating_function


for _kind in KINDS:
    _register(_kind)
