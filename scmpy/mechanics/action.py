"""The action of a path by numerical quadrature, and the polynomial paths among which a least one is looked for."""

from __future__ import annotations

from typing import Any

from scmpy.errors import WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.arguments import items, length
from scmpy.generic.functions import Function, compose
from scmpy.generic.settings import Limit
from scmpy.mechanics.pairing import number_of
from scmpy.mechanics.paths import make_eta
from scmpy.mechanics.state import Gamma
from scmpy.numerics.interpolation import Lagrange_interpolation_function
from scmpy.numerics.quadrature.definite_integral import definite_integral
from scmpy.registry import public
from scmpy.structure.aliases import Coordinates, Lagrangian, Path, Scalar, ScalarValue, Values
from scmpy.symbolic.expression import Expression


@public("make-path")
def make_path(t0: Scalar, q0: Coordinates, t1: Scalar, q1: Coordinates, between: Values) -> Function:
    """The polynomial path between two ends through evenly spaced intermediate positions.

    Scheme:  (make-path t0 q0 t1 q1 qs)
    Shapes:  qs: a list of n positions, at equal steps of time;  result: t -> coordinates, of degree n + 1
    Source:  SICM 1.4
    >>> make_path(0, 0, 2, 4, [1])(3)
    9
    """
    middle = list(items(between))
    n = len(middle) + 1
    step = g.div(g.sub(t1, t0), n)
    times = [t0, *(g.add(t0, g.mul(k, step)) for k in range(1, n)), t1]
    return Lagrange_interpolation_function([q0, *middle, q1], times)


MOST_VALUES = Limit("most-interpolants", 1_000_000, "Values that are interpolated between two.", "values")


@public("linear-interpolants")
def linear_interpolants(x0: Coordinates, x1: Coordinates, n: int) -> tuple[Any, ...]:
    """The n values that divide the way from one to another into equal steps, without the ends.

    Scheme:  (linear-interpolants x0 x1 n)
    Shapes:  x0, x1: scalars, or up(k);  result: a list of n, shaped like them
    Source:  SICM 1.4
    >>> linear_interpolants(0, 4, 3)
    (1, 2, 3)
    """
    length(n, "linear-interpolants", MOST_VALUES)
    step = g.div(g.sub(x1, x0), n + 1)
    return tuple(g.add(x0, g.mul(k, step)) for k in range(1, n + 1))


@public("varied-free-particle-action")
def varied_free_particle_action(mass: Scalar, q: Path, nu: Path, t1: Scalar, t2: Scalar) -> Function:
    """The action of a free particle on the path q + eps eta, with eta = (t - t1) (t - t2) nu.

    Scheme:  ((varied-free-particle-action m q nu t1 t2) eps)
    Shapes:  q, nu: t -> scalar or up(n);  result: eps -> scalar
    Source:  SICM 1.4
    >>> round(varied_free_particle_action(1, lambda t: t, lambda t: 1, 0.0, 1.0)(0.0), 9)
    0.5
    """
    eta = make_eta(nu, t1, t2)

    def free(state: Any) -> Any:
        return g.div(g.mul(mass, g.square(state[2])), 2)

    return Function(
        lambda epsilon: Lagrangian_action(free, g.add(q, g.mul(epsilon, eta)), t1, t2), "varied-free-particle-action"
    )


@public("parametric-path-action")
def parametric_path_action(L: Lagrangian, t0: Scalar, q0: Coordinates, t1: Scalar, q1: Coordinates) -> Function:
    """The action of the polynomial path through given places, as a function of these.

    Scheme:  ((parametric-path-action L t0 q0 t1 q1) qs)
    Shapes:  L: up(t, q, v) -> real;  qs: a list of positions;  result: real
    Source:  SICM 1.4
    >>> from scmpy import L_free_particle
    >>> round(parametric_path_action(L_free_particle(1), 0, 0, 2, 4)([2]), 9)
    4.0
    """
    return Function(
        lambda between: Lagrangian_action(L, make_path(t0, q0, t1, q1, between), t0, t1), "parametric-path-action"
    )


@public("Lagrangian-action")
def Lagrangian_action(L: Lagrangian, q: Path, t1: Scalar, t2: Scalar) -> ScalarValue:
    """The action of a path between two moments, by numerical quadrature.

    Scheme:  (Lagrangian-action L q t1 t2)
    Math:    S[q](t1, t2) = integral of L o Gamma[q]
    Shapes:  q: t -> up(n);  result: scalar
    Units:   those of L times a time
    Raises:  WrongTypeError unless the times are numbers;  StructureError unless the value of L is a scalar
    Source:  SICM 1.4
    >>> round(Lagrangian_action(lambda s: s[2] ** 2, lambda t: 3 * t, 0.0, 2.0), 9)
    18.0
    """
    for moment in (t1, t2):
        if isinstance(moment, Expression):
            raise WrongTypeError(f"Lagrangian-action expects numerical times, got {describe(moment)}")
    along = compose(lambda state: number_of(L(state), "Lagrangian-action", "a Lagrangian"), Gamma(q))
    return definite_integral(along, t1, t2)
