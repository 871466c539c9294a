"""Routhian mechanics: some coordinates with velocities, the others with momenta.

Coordinates are a pair (x, y), each a scalar or a tuple. The Legendre transform of a Lagrangian by the velocities of y
alone gives the Routhian R = p_y y' - L, a function of (t, (x, y), (x', p_y)) with

    D(d_x' R) = d_x R,    Dy = d_p R,    Dp_y = -d_y R.

A cyclic y drops out: its momentum is a constant, and what is left are Lagrange's equations for x.

Source: SICM 3.4.
"""

from __future__ import annotations

from typing import Any

from scmpy.calculus.derivative import D, partial
from scmpy.errors import StructureError, describe
from scmpy.generic import operations as g
from scmpy.generic.functions import Function, compose
from scmpy.mechanics.lagrangian import check_state, is_given
from scmpy.mechanics.legendre import transformed
from scmpy.mechanics.pairing import (
    covector_from_tuples,
    covector_in_tuples,
    function_of_tuples,
    is_in_tuples,
    vector_from_tuples,
    vector_in_tuples,
)
from scmpy.mechanics.state import of_time
from scmpy.registry import public
from scmpy.structure.aliases import Lagrangian, Routhian, StateFunction
from scmpy.structure.linear_maps import solve_linear
from scmpy.structure.structure import Up, as_structure


def _parts(state: Any, operation: str) -> tuple[Any, Any, Any, Any, Any]:
    """The time, x, y and what stands in the third slot for each."""
    t, q, rates, *_ = check_state(state, operation)
    if not all(isinstance(part, (Up, list)) and len(part) == 2 for part in (q, rates)):
        raise StructureError(f"{operation} expects (up t (up x y) (up x' y')), got {describe(q)} and {describe(rates)}")
    return t, *as_structure(q), *as_structure(rates)


def _state(t: Any, x: Any, y: Any, for_x: Any, for_y: Any) -> Up:
    return Up((t, Up((x, y)), Up((for_x, for_y))))


def _in_tuples(state: Any, operation: str, *functions: Any) -> tuple[Any, ...]:
    """A Routhian state in tuples of the components, the parts x, y and p_y that they restore, and Routhians of such."""
    t, x, y, x_rate, p = _parts(state, operation)
    places = Up(map(vector_in_tuples, (x, y))), Up((vector_in_tuples(x_rate), covector_in_tuples(p, y, operation)))

    def restored(tuples: Any) -> Up:
        t, x_there, y_there, rate, momentum = _parts(tuples, operation)
        place = Up((vector_from_tuples(x_there, x), vector_from_tuples(y_there, y)))
        return Up((t, place, Up((vector_from_tuples(rate, x), covector_from_tuples(momentum, y, p)))))

    plain = is_in_tuples(Up((x, y)))
    return Up((t, *places)), x, y, p, *(f if plain else function_of_tuples(f, restored) for f in functions)


@public("Lagrangian->Routhian")
def Lagrangian_to_Routhian(L: Lagrangian) -> Function:
    """The Routhian of a Lagrangian of a pair of coordinates, transformed by the velocities of the second.

    Scheme:  ((Lagrangian->Routhian L) (up t (up x y) (up x' p_y)))
    Math:    p_y y' - L at the y' where d2,1 L = p_y
    Shapes:  L: up(t, up(x, y), up(vx, vy)) -> scalar;  result: up(t, up(x, y), up(vx, py)) -> scalar
    Raises:  StructureError unless the state is up(t, up(x, y), up(vx, py))
    Source:  SICM 3.4
    >>> from scmpy import L_free_polar, symbols, up
    >>> m, t, r, phi, v, p = symbols("m t r phi v p")
    >>> Lagrangian_to_Routhian(L_free_polar(m))(up(t, up(r, phi), up(v, p)))
    (/ (+ (* -1/2 (expt m 2) (expt r 2) (expt v 2)) (* 1/2 (expt p 2))) (* m (expt r 2)))
    """

    def at(state: Any) -> Any:
        name = "Lagrangian->Routhian"
        t, x, y, x_rate, p = _parts(state, name)

        def of_rate(rate: Any) -> Any:
            return L(_state(t, x, y, x_rate, vector_from_tuples(rate, y)))

        return transformed(of_rate, covector_in_tuples(p, y, name), name)

    return Function(at, "Lagrangian->Routhian")


@public("Lagrangian-state->Routhian-state")
def Lagrangian_state_to_Routhian_state(L: Lagrangian) -> Function:
    """The Routhian state of a local tuple: the second velocity replaced by its momentum.

    Scheme:  ((Lagrangian-state->Routhian-state L) (up t (up x y) (up x' y')))
    Math:    (t, (x, y), (x', d2,1 L))
    Shapes:  up(t, up(x, y), up(vx, vy)) -> up(t, up(x, y), up(vx, py))
    Raises:  StructureError unless the state is up(t, up(x, y), up(vx, vy))
    Source:  SICM 3.4
    >>> from scmpy import L_free_polar, symbols, up
    >>> m, t, r, phi, v, w = symbols("m t r phi v w")
    >>> Lagrangian_state_to_Routhian_state(L_free_polar(m))(up(t, up(r, phi), up(v, w)))
    (up t (up r phi) (up v (* m (expt r 2) w)))
    """

    def at(state: Any) -> Up:
        t, x, y, x_rate, _ = _parts(state, "Lagrangian-state->Routhian-state")
        return _state(t, x, y, x_rate, partial(2, 1)(L)(state))

    return Function(at, "Lagrangian-state->Routhian-state")


@public("Routhian-state->Lagrangian-state")
def Routhian_state_to_Lagrangian_state(R: Routhian) -> Function:
    """The local tuple of a Routhian state: the momentum replaced by the velocity.

    Scheme:  ((Routhian-state->Lagrangian-state R) (up t (up x y) (up x' p_y)))
    Math:    (t, (x, y), (x', d2,1 R))
    Shapes:  up(t, up(x, y), up(vx, py)) -> up(t, up(x, y), up(vx, vy))
    Raises:  StructureError unless the state is up(t, up(x, y), up(vx, py))
    Source:  SICM 3.4
    >>> from scmpy import L_free_polar, symbols, up
    >>> m, t, r, phi, v, p = symbols("m t r phi v p")
    >>> Routhian_state_to_Lagrangian_state(Lagrangian_to_Routhian(L_free_polar(m)))(up(t, up(r, phi), up(v, p)))
    (up t (up r phi) (up v (/ p (* m (expt r 2)))))
    """

    def at(state: Any) -> Up:
        name = "Routhian-state->Lagrangian-state"
        flat, *_, of_tuples = _in_tuples(state, name, R)
        rate = covector_in_tuples(partial(2, 1)(of_tuples)(flat), flat[2][1], name)
        t, x, y, x_rate, _ = _parts(state, name)
        return _state(t, x, y, x_rate, vector_from_tuples(rate, y))

    return Function(at, "Routhian-state->Lagrangian-state")


@public("Routh-equations")
def Routh_equations(R: Routhian) -> Function:
    """The residuals of Routh's equations on paths of x, y and the momentum of y: Lagrange's for x, Hamilton's for y.

    Scheme:  (((Routh-equations R) x y p) t)
    Math:    (D(d_x' R) - d_x R, (0, Dy - d_p R, Dp + d_y R))
    Shapes:  result: t -> up(down shaped like x, up(0, shaped like y, shaped like p))
    Source:  SICM 3.4
    >>> from scmpy import L_free_polar, literal_functions, symbols
    >>> R = Lagrangian_to_Routhian(L_free_polar(symbols("m")))
    >>> Routh_equations(R)(*literal_functions("r phi p"))(symbols("t"))[1]
    (up 0 (/ (+ (* m (expt (r t) 2) ((D phi) t)) (* -1 (p t))) (* m (expt (r t) 2))) ((D p) t))
    """

    def rates(state: Any) -> Any:
        return _rates_of_y(R, state, "Routh-equations")

    def on_paths(x: Any, y: Any, p: Any) -> Function:
        state = of_time(lambda t: _state(t, x(t), y(t), D(x)(t), p(t)), "Routhian-state-path")

        def residual(t: Any) -> Up:
            rate = rates(state(t))
            of_x = g.sub(D(compose(partial(2, 0)(R), state))(t), partial(1, 0)(R)(state(t)))
            return Up((of_x, Up((0, g.sub(D(y)(t), rate[0]), g.sub(D(p)(t), rate[1])))))

        return of_time(residual, "Routh-equations")

    return Function(on_paths, "Routh-equations")


@public("Routhian->acceleration")
def Routhian_to_acceleration(R: Routhian, dissipation: StateFunction | None = None) -> Function:
    """The acceleration of the first coordinates.

    Scheme:  ((Routhian->acceleration R) (up t (up x y) (up x' p_y))), ((Routhian->acceleration R dissipation) state)
    Shapes:  dissipation: up(t, up(x, y), up(x', y')) -> scalar, Rayleigh's function of velocities
    Raises:  DivisionByZeroError if the Routhian is singular in the velocities of x
    Source:  SICM 3.4
    >>> from scmpy import L_free_polar, symbols, up
    >>> m, t, r, phi, v, p = symbols("m t r phi v p")
    >>> Routhian_to_acceleration(Lagrangian_to_Routhian(L_free_polar(m)))(up(t, up(r, phi), up(v, p)))
    (/ (expt p 2) (* (expt m 2) (expt r 3)))
    """

    def at(state: Any) -> Any:
        return _rates(R, state, dissipation, "Routhian->acceleration")[2]

    return Function(at, "Routhian->acceleration")


@public("Routhian->state-derivative")
def Routhian_to_state_derivative(R: Routhian, dissipation: StateFunction | None = None) -> Function:
    """The rate of change of a Routhian state.

    Scheme:  ((Routhian->state-derivative R) (up t (up x y) (up x' p_y))), ((Routhian->state-derivative R F) state)
    Math:    Dx' and Dp_y lose d_x' F and d_y' F, with a dissipation function F of the local tuple
    Shapes:  F: up(t, up(x, y), up(x', y')) -> scalar;  result: up(1, up(x', y'), up(x'', p_y'))
    Source:  SICM 3.4
    >>> from scmpy import square, symbols, up
    >>> m, k, t, x, y, v, p = symbols("m k t x y v p")
    >>> R = Lagrangian_to_Routhian(lambda state: m * square(state[2]) / 2)
    >>> Routhian_to_state_derivative(R)(up(t, up(x, y), up(v, p)))
    (up 1 (up v (/ p m)) (up 0 0))
    >>> Routhian_to_state_derivative(R, lambda state: k * square(state[2]) / 2)(up(t, up(x, y), up(v, p)))
    (up 1 (up v (/ p m)) (up (/ (* -1 k v) m) (/ (* -1 k p) m)))
    """

    def at(state: Any) -> Up:
        return _state(1, *_rates(R, state, dissipation, "Routhian->state-derivative"))

    return Function(at, "Routhian->state-derivative")


def _rates_of_y(R: Any, state: Any, operation: str) -> tuple[Any, Any]:
    """Those of y and of its momenta without friction, d_p R and -d_y R."""
    flat, _, y, p, f = _in_tuples(state, operation, R)
    rate = covector_in_tuples(partial(2, 1)(f)(flat), flat[2][1], operation)
    force = g.negate(covector_in_tuples(partial(1, 1)(f)(flat), flat[1][1], operation))
    return vector_from_tuples(rate, y), covector_from_tuples(force, y, p)


def _rates(R: Any, state: Any, dissipation: Any, operation: str) -> tuple[Any, Any, Any, Any]:
    """The rates of x, of y, of the velocities of x and of the momenta of y."""
    flat, x, y, p, R = _in_tuples(state, operation, R)
    x_rate = flat[2][0]
    y_rate = covector_in_tuples(partial(2, 1)(R)(flat), flat[2][1], operation)
    p_rate = g.negate(partial(1, 1)(R)(flat))
    force = partial(1, 0)(R)(flat)
    if is_given(dissipation):
        motion = Up((flat[0], flat[1], Up((x_rate, y_rate))))
        like = Up((x, y))

        def restored(tuples: Any) -> Up:
            return Up((tuples[0], *(vector_from_tuples(part, like) for part in tuples[1:])))

        friction_x, friction_y = partial(2)(function_of_tuples(dissipation, restored))(motion)
        force, p_rate = g.add(force, friction_x), g.sub(p_rate, friction_y)
    momentum = partial(2, 0)(R)
    drift = g.add(
        g.add(partial(0)(momentum)(flat), g.mul(partial(1, 0)(momentum)(flat), x_rate)),
        g.add(g.mul(partial(1, 1)(momentum)(flat), y_rate), g.mul(partial(2, 1)(momentum)(flat), p_rate)),
    )
    found = solve_linear(partial(2, 0)(momentum)(flat), g.sub(force, drift))
    rates = vector_from_tuples(x_rate, x), vector_from_tuples(y_rate, y), vector_from_tuples(found, x)
    return *rates, covector_from_tuples(p_rate, y, p)
