"""The parts of states, states of symbols, and the power that friction takes."""

from __future__ import annotations

from typing import Any

from scmpy.calculus.derivative import D
from scmpy.errors import StructureError, describe
from scmpy.generic import operations as g
from scmpy.generic.functions import Function, compose
from scmpy.mechanics.lagrangian import Lagrangian_to_energy, check_state
from scmpy.mechanics.phase_state import check_H_state
from scmpy.mechanics.state import Gamma, check_degrees, coordinate, of_time
from scmpy.registry import public
from scmpy.structure.aliases import Lagrangian, Scalar, State
from scmpy.structure.literal import literal_down, literal_up
from scmpy.structure.structure import Down, Structure, Up, compatible_for_contraction, s_dimension
from scmpy.symbolic.expression import symbol


def _has_parts(value: Any, outer: type[Structure]) -> bool:
    """A triple of this orientation whose last two parts are duals of each other, the second oriented like it."""
    if isinstance(value, list) and outer is Up:
        value = Up(value)
    if type(value) is not outer or len(value) != 3 or isinstance(value[0], Structure):
        return False
    q, p = value[1:]
    if not isinstance(q, Structure) and not isinstance(p, Structure):
        return True
    return type(q) is outer and isinstance(p, Structure) and compatible_for_contraction(q, p)


@public("H-state?")
def is_H_state(value: object) -> bool:
    """Is this (up t q p) with momenta that contract with the coordinates?

    Scheme:  (H-state? x)
    Source:  SICM 3.1
    >>> from scmpy import down, up
    >>> is_H_state(up(0, up(1, 2), down(3, 4))), is_H_state(up(0, up(1, 2), up(3, 4)))
    (True, False)
    """
    return _has_parts(value, Up)


@public("compatible-H-state?")
def is_compatible_H_state(value: object) -> bool:
    """Is this (down dt dq dp), shaped to contract with a phase-space state?

    Scheme:  (compatible-H-state? x)
    Source:  SICM 3.1
    >>> from scmpy import down, up
    >>> is_compatible_H_state(down(0, down(1, 2), up(3, 4)))
    True
    """
    return _has_parts(value, Down)


@public("state->qp")
def state_to_qp(state: State) -> Up:
    """The coordinates and momenta of a state, without the time.

    Scheme:  (state->qp (up t q p))
    Shapes:  result: up(q, p)
    Raises:  StructureError unless the state is up(t, q, p)
    Source:  SICM 3.1
    >>> from scmpy import up
    >>> state_to_qp(up(0, 1, 2))
    (up 1 2)
    """
    return check_H_state(state)[1:]  # type: ignore[no-any-return]


@public("literal-Hamiltonian-state")
def literal_Hamiltonian_state(n: int) -> Up:
    """A state of symbols with n degrees of freedom.

    Scheme:  (literal-Hamiltonian-state n)
    Shapes:  result: up(t, up(n), down(n))
    Raises:  WrongTypeError unless n is a positive integer
    Source:  SICM 3.1
    >>> literal_Hamiltonian_state(2)
    (up t (up x^0 x^1) (down p_0 p_1))
    """
    check_degrees(n)
    return Up((symbol("t"), literal_up("x", n), literal_down("p", n)))


@public("state->n-dof")
def state_to_n_dof(state: State) -> int:
    """The number of coordinates of a state.

    Scheme:  (state->n-dof (up t q v))
    Shapes:  state: up(t, q, ...)
    Source:  SICM 1.1
    >>> from scmpy import up
    >>> state_to_n_dof(up(0, up(1, 2), up(3, 4)))
    2
    """
    return s_dimension(coordinate(state))


@public("literal-Lagrangian-state")
def literal_Lagrangian_state(n: int) -> Up:
    """A state of symbols with n degrees of freedom.

    Scheme:  (literal-Lagrangian-state n)
    Shapes:  result: up(t, up(n), up(n))
    Raises:  WrongTypeError unless n is a positive integer
    Source:  SICM 1.4
    >>> literal_Lagrangian_state(2)
    (up t (up x^0 x^1) (up v^0 v^1))
    """
    check_degrees(n)
    return Up((symbol("t"), literal_up("x", n), literal_up("v", n)))


@public("trim-last-argument")
def trim_last_argument(state: State) -> Up:
    """A local tuple without its last component.

    Scheme:  (trim-last-argument state)
    Shapes:  state: up of n + 1 components;  result: up of n
    Raises:  StructureError unless it is an up tuple or a vector
    >>> from scmpy import up
    >>> trim_last_argument(up(0, 1, 2, 3))
    (up 0 1 2)
    """
    if not isinstance(state, (Up, list)) or not len(state):
        raise StructureError(f"trim-last-argument expects a state (up t q v ...), got {describe(state)}")
    return Up(tuple(state)[:-1])


@public("Rayleigh-dissipation")
def Rayleigh_dissipation(k: Scalar) -> Function:
    """The dissipation function v k v of a friction 2 k v, k a number or a tuple that takes two velocities.

    Scheme:  ((Rayleigh-dissipation k) state)
    Math:    F = v k v, with the force -d2 F
    Shapes:  result: up(t, q, v) -> scalar
    Raises:  StructureError unless the state is up(t, q, v)
    Source:  Goldstein, Classical Mechanics, 1.5
    >>> from scmpy import down, symbols, up
    >>> k, t, q, v, x, y = symbols("k t q v x y")
    >>> Rayleigh_dissipation(k)(up(t, q, v))
    (* k (expt v 2))
    >>> Rayleigh_dissipation(down(down(k, 0), down(0, 1)))(up(t, q, up(x, y)))
    (+ (* k (expt x 2)) (expt y 2))
    """

    def at(state: Any) -> Any:
        v = check_state(state, "Rayleigh-dissipation")[2]
        return g.mul(g.mul(k, v), v) if isinstance(k, Structure) else g.mul(k, g.square(v))

    return Function(at, "Rayleigh-dissipation")


@public("Lagrangian->power-loss")
def Lagrangian_to_power_loss(L: Lagrangian) -> Function:
    """The rate of change of the energy on a path; on one that is realised, what forces outside the Lagrangian do.

    Scheme:  (((Lagrangian->power-loss L) q) t)
    Math:    D(E o Gamma[q]), E the energy of L; that is the residual of Lagrange's equations times Dq, minus d0 L
    Shapes:  q: t -> up(n);  result: t -> scalar, energy by time
    Source:  Goldstein, Classical Mechanics, 1.5
    >>> from scmpy import L_harmonic, literal_function, symbols
    >>> m, k, t = symbols("m k t")
    >>> Lagrangian_to_power_loss(L_harmonic(m, k))(literal_function("x"))(t)
    (+ (* k (x t) ((D x) t)) (* m ((D x) t) (((expt D 2) x) t)))
    """
    energy = Lagrangian_to_energy(L)
    return Function(lambda q: of_time(D(compose(energy, Gamma(q))), "power-loss"), "Lagrangian->power-loss")


@public("wcross->w")
def wcross_to_w(cross: Structure) -> Up:
    """The vector w of the linear map v -> w x v of up tuples, a down tuple of columns.

    Scheme:  (wcross->w (down (up ...) (up ...) (up ...)))
    Math:    (A12, A20, A01), where Aij is the j-th component of the i-th column
    Shapes:  cross: down(3) of up(3);  result: up(3)
    Raises:  StructureError if it is no down(3) of up(3); of a matrix antisymmetric->column-matrix gives the vector
    Source:  SICM 2.2
    >>> from scmpy import down, up
    >>> wcross_to_w(down(up(0, 3, -2), up(-3, 0, 1), up(2, -1, 0)))
    (up 1 2 3)
    """
    columns = cross if isinstance(cross, Down) else ()
    if [len(column) if isinstance(column, Up) else 0 for column in columns] != [3, 3, 3]:
        raise StructureError(f"wcross->w expects a down tuple of three columns up(3), got {describe(cross)}")
    return Up((cross[1][2], cross[2][0], cross[0][1]))
