"""Paths and functions of paths: osculating paths, total time derivatives, variations.

A function of local tuples and a function of paths correspond: a local tuple has an osculating path, the
polynomial with those derivatives, and :func:`Gamma_bar` evaluates a function of paths on it (SICM 1.9).
"""

from __future__ import annotations

from typing import Any

from scmpy.calculus.derivative import D
from scmpy.errors import StructureError, describe
from scmpy.generic import operations as g
from scmpy.generic.functions import Function, compose
from scmpy.generic.settings import Limit
from scmpy.mechanics.state import Gamma
from scmpy.registry import public
from scmpy.structure.aliases import Path, PathFunction, Scalar, State, StateFunction
from scmpy.structure.structure import Up, as_structure

MOST_DERIVATIVES = Limit("most-path-derivatives", 1_000, "Derivatives that a path shares with a state.")


@public("osculating-path")
def osculating_path(state: State) -> Function:
    """The polynomial path that has this local tuple at its time.

    Scheme:  ((osculating-path state) t)
    Math:    q(t') = q + v (t' - t) + a (t' - t)^2 / 2 + ...
    Shapes:  state: up(t, q, v, ...);  result: t -> shaped like q
    Raises:  LimitError for more derivatives than most-path-derivatives
    Source:  SICM 1.9
    >>> from scmpy import up
    >>> osculating_path(up(0, 1, 2))(3)
    7
    """
    t, *derivatives = as_structure(state)
    MOST_DERIVATIVES.check(len(derivatives))

    def path(moment: Any) -> Any:
        dt = g.sub(moment, t)
        total, power = derivatives[0], 1
        for k, value in enumerate(derivatives[1:], 1):
            power = dt if k == 1 else g.div(g.mul(power, dt), k)
            total = g.add(total, g.mul(value, power))
        return total

    return Function(path, "osculating-path")


@public("Gamma-bar")
def Gamma_bar(function_of_paths: PathFunction) -> Function:
    """The function of local tuples that a function of paths induces.

    Scheme:  ((Gamma-bar f-bar) state)
    Math:    (Gamma-bar f)(t, q, v, ...) = f[O(t, q, v, ...)](t), O the osculating path
    Shapes:  f-bar: path -> (t -> value);  result: up(t, q, v, ...) -> value
    Source:  SICM 1.9
    >>> from scmpy import symbols, up
    >>> t, q, v, a = symbols("t q v a")
    >>> Gamma_bar(lambda path: D(D(path)))(up(t, q, v, a))
    a
    """
    return Function(lambda state: function_of_paths(osculating_path(state))(as_structure(state)[0]), "Gamma-bar")


@public("Dt", "Dt-procedure")
def Dt(f: StateFunction) -> Function:
    """The total time derivative of a function of local tuples.

    Scheme:  ((Dt F) state)
    Math:    Dt F o Gamma[q] = D(F o Gamma[q])
    Shapes:  F: up(t, q, ..., n components) -> value;  Dt F takes n + 1 components
    Raises:  StructureError if the state has no velocities
    Source:  SICM 1.9
    >>> from scmpy import square, symbols, up
    >>> t, q, v = symbols("t q v")
    >>> Dt(lambda state: square(state[1]))(up(t, q, v))
    (* 2 q v)
    """

    def total_derivative(state: Any) -> Any:
        n = len(state) if isinstance(state, (Up, list)) else 0
        if n < 3:
            raise StructureError(f"Dt expects a state (up t q v ...), got {describe(state)}")
        return Gamma_bar(lambda q: D(compose(f, Gamma(q, n - 1))))(state)

    return Function(total_derivative, "Dt")


@public("variation", "make-variation", python="variation")
def variation(eta: Path) -> Function:
    """The variation of a function of paths in the direction of a path eta.

    Scheme:  (((variation eta) f) q)
    Math:    delta_eta f[q] = D(eps -> f[q + eps eta])(0)
    Shapes:  eta, q: t -> coordinates;  f: path -> value
    Source:  SICM 1.5
    >>> variation(lambda t: t)(lambda path: path(2) ** 2)(lambda t: 3)
    12
    """
    return Function(
        lambda f: Function(lambda q: D(lambda eps: f(g.add(q, g.mul(eps, eta))))(0), "variation of f"), "variation"
    )


@public("make-eta")
def make_eta(nu: Path, t1: Scalar, t2: Scalar) -> Function:
    """A variation that vanishes at two moments, (t - t1) (t - t2) nu(t).

    Scheme:  ((make-eta nu t1 t2) t)
    Shapes:  nu: t -> up(n);  result: t -> up(n)
    Source:  SICM 1.4
    >>> make_eta(lambda t: 2, 0, 1)(3)
    12
    """
    return Function(lambda t: g.mul(g.mul(g.sub(t, t1), g.sub(t, t2)), nu(t)), "eta")
