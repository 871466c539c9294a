"""Lie derivatives along Hamiltonian flows, Lie series, and evolution as a transformation.

The Lie derivative of a function of states along the flow of H is L_H F = {F, H}. Its exponential, exp(t L_H), applied
to F gives the Taylor series in t of F along the flow: a series of functions, summed by ``series:sum``.

Source: SICM 6.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scmpy.calculus.derivative import partial
from scmpy.calculus.lie_derivative import Lie_derivative
from scmpy.calculus.operator import Operator, label_of
from scmpy.calculus.tape import taped
from scmpy.generic import operations as g
from scmpy.generic.arguments import check_callable
from scmpy.generic.functions import Function, apply_value, compose
from scmpy.generic.kinds import Procedure
from scmpy.mechanics.canonical_transformations import check_transformation
from scmpy.mechanics.hamiltonian import Poisson_bracket
from scmpy.mechanics.pairing import along
from scmpy.mechanics.phase_state import on_phase_space
from scmpy.registry import public
from scmpy.structure.aliases import Hamiltonian, Scalar, StateDerivative, StateFunction
from scmpy.structure.structure import Up
from scmpy.symbolic.expression import application, symbol


def _operator(name: str, H: Any, derivative: Callable[[Any], Function]) -> Operator:
    """The operator on functions of states, whose iterates keep tapes so that Lie series stay cheap."""
    return Operator(
        lambda F: on_phase_space(name, taped(derivative(F))),
        application(symbol(name), label_of(H)),
    )


@Lie_derivative.on(Procedure)
def _along_hamiltonian(H: Any) -> Operator:
    return _operator("Lie-derivative", H, lambda F: Poisson_bracket(F, H))


@public("Lie-D")
def Lie_D(R: StateDerivative) -> Operator:
    """The rate of change of functions of a state along the motion whose state derivative is given.

    Scheme:  (((Lie-D R) F) state)
    Math:    D F * R, so that D (F o sigma) = ((Lie-D R) F) o sigma where D sigma = R o sigma
    Shapes:  R: state -> a state, the rates of its parts;  F: state -> anything
    Source:  SICM 6.4
    >>> from scmpy import H_harmonic, Hamiltonian_to_state_derivative, coordinate, symbols, up
    >>> m, k, t, q, p = symbols("m k t q p")
    >>> Lie_D(Hamiltonian_to_state_derivative(H_harmonic(m, k)))(coordinate)(up(t, q, p))
    (/ p m)
    """
    check_callable(R, wanted="a state derivative, a function of the state")
    return Operator(
        lambda F: Function(lambda state: along(F, state, R(state))), application(symbol("Lie-D"), label_of(R))
    )


@public("flow-derivative")
def flow_derivative(H: Hamiltonian) -> Operator:
    """The rate of change along the flow of a Hamiltonian, explicit time dependence included.

    Scheme:  (((flow-derivative H) F) state)
    Math:    d0 F + {F, H}
    Shapes:  F: state -> anything;  result: state -> shaped like the value of F
    Source:  SICM 3.2
    >>> from scmpy import momentum, symbols, time, up
    >>> a, t, q, p = symbols("a t q p")
    >>> flow_derivative(lambda s: -a * s[1])(momentum * time)(up(t, q, p))
    (+ (* a t) p)
    """

    def derivative(F: Any) -> Function:
        bracket = Poisson_bracket(F, H)
        return Function(lambda state: g.add(partial(0)(F)(state), bracket(state)))

    return _operator("flow-derivative", H, derivative)


@public("Lie-transform")
def Lie_transform(W: StateFunction, t: Scalar) -> Operator:
    """The Lie series of the flow of W for a parameter t: functions of states to series of such.

    Scheme:  (series:sum (((Lie-transform W t) F) state) n)
    Math:    exp(t L_W) F
    Shapes:  F: state -> scalar;  result: state -> series of scalars
    Source:  SICM 6.4
    >>> from scmpy import coordinate, series_sum, symbols, up
    >>> t, q, p, a = symbols("t q p a")
    >>> series_sum(Lie_transform(lambda s: s[1] * s[2], a)(coordinate)(up(t, q, p)), 2)
    (+ (* 1/2 (expt a 2) q) (* a q) q)
    """
    return g.exp(g.mul(t, Lie_derivative(W)))  # type: ignore[no-any-return]


@public("flow-transform")
def flow_transform(H: Hamiltonian, dt: Scalar) -> Operator:
    """The Taylor series along the flow of a Hamiltonian that may depend on time.

    Scheme:  (series:sum (((flow-transform H dt) F) state) n)
    Math:    exp(dt (d0 + L_H)) F
    Shapes:  H: up(t, q, p) -> scalar;  F: state -> anything;  result: state -> series of values shaped like F's
    Source:  SICM 6.4
    >>> from scmpy import H_harmonic, coordinate, series_sum, symbols, up
    >>> m, k, dt, t, q, p = symbols("m k dt t q p")
    >>> series_sum(flow_transform(H_harmonic(m, k), dt)(coordinate)(up(t, q, p)), 1)
    (/ (+ (* dt p) (* m q)) m)
    """
    return g.exp(g.mul(dt, flow_derivative(H)))  # type: ignore[no-any-return]


# --- evolution as a canonical transformation -------------------------------------------------------------------


@public("shift-t")
def shift_t(dt: Scalar) -> Function:
    """The transformation that adds to the time of a state.

    Scheme:  ((shift-t dt) state)
    Source:  SICM 6.2
    >>> from scmpy import up
    >>> shift_t(2)(up(1, 5, 6))
    (up 3 5 6)
    """
    return on_phase_space("shift-t", lambda state: Up((g.add(state[0], dt), *state[1:])))


@public("C->Cp")
def C_to_Cp(C: Callable[[Any], Any]) -> Function:
    """Evolution with the time put back: a family of transformations, canonical if it comes from a Hamiltonian.

    Scheme:  (((C->Cp C) dt) state)
    Math:    C'(dt) = C(dt) o shift-t(-dt)
    Shapes:  C: dt -> state -> state;  result: dt -> state -> state
    Source:  SICM 6.2
    >>> from scmpy import symbols, up
    >>> C_to_Cp(lambda dt: shift_t(dt))(5)(up(*symbols("t q p")))
    (up t q p)
    """
    check_transformation(C, "C->Cp")
    return Function(lambda dt: compose(C(dt), shift_t(g.negate(dt))), "C->Cp")


@public("H->Hp")
def H_to_Hp(dt: Scalar) -> Function:
    """The Hamiltonian that goes with evolution by dt with the time put back.

    Scheme:  (((H->Hp dt) H) state)
    Math:    H o shift-t(-dt)
    Source:  SICM 6.2
    >>> from scmpy import up
    >>> H_to_Hp(2)(lambda state: state[0])(up(5, 0, 0))
    3
    """
    return Function(lambda H: compose(lambda state: apply_value(H, (state,)), shift_t(g.negate(dt))), "H->Hp")
