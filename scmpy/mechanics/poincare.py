"""Poincaré's equations: Lagrange's equations for velocities taken in any basis of vector fields.

On a path q the velocity has components w^i in a basis e_i, the quasi-velocities. With the Lagrangian written in
them, Lhat(t, q, w), and sigma = (t, q, w) along the path, the equations of motion are

    D(d_2,k Lhat o sigma) - (e_k(Lhat) o sigma + sum_ij (c^j_ik o q) (d_2,j Lhat o sigma) w^i) = 0.

The last index is that of w: it is contracted with the first lower index of c. (The lecture prints w^j, which leaves
i free and j three times; its program, ``(* (* c p) w)`` with c over j, i, k, is right.)

Source:  MIT 12.620J, "Poincaré equations"
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scmpy.calculus.derivative import D, partial
from scmpy.generic.functions import Function
from scmpy.geometry.basis import Basis, as_basis, structure_constants
from scmpy.geometry.function import ManifoldFunction
from scmpy.geometry.vector_field import VectorField
from scmpy.registry import public
from scmpy.structure.structure import up
from scmpy.symbolic.expression import symbol

Path = Callable[[Any], Any]


@public("Poincare-equations")
def Poincare_equations(Lhat: Callable[[Any], Any], basis: Basis) -> Callable[[Path, Path], Function]:
    """The residuals of Poincaré's equations for a Lagrangian of quasi-velocities.

    Scheme:  (((Poincare-equations Lhat basis) q w) t)
    Math:    D(d_2,k Lhat o sigma) - (e_k(Lhat) o sigma + sum_ij (c^j_ik o q) (d_2,j Lhat o sigma) w^i)
    Shapes:  Lhat: up(t, q, w) -> scalar;  q, w: t -> up(n);  result: t -> down(n)
    Source:  MIT 12.620J, "Poincaré equations"
    >>> from scmpy import *
    >>> A, B, C, t = symbols("A B C t")
    >>> def free(state):
    ...     a, b, c = state[2]
    ...     return (A * a**2 + B * b**2 + C * c**2) / 2
    >>> q, w = up(*literal_functions("theta phi psi")), up(*literal_functions("a b c"))
    >>> Poincare_equations(free, so3p_basis)(q, w)(t)[2]
    (+ (* -1 A (a t) (b t)) (* B (a t) (b t)) (* C ((D c) t)))
    """
    e, c = as_basis(basis, "Poincare-equations").vectors, structure_constants(basis)
    momentum = partial(2)(Lhat)

    def along(q: Path, w: Path) -> Function:
        def residual(t: Any) -> Any:
            place, velocity = q(t), w(t)
            force = e(lambda x: Lhat(up(t, x, velocity)))(place)
            inertia = c(place) * momentum(up(t, place, velocity)) * velocity
            return D(lambda s: momentum(up(s, q(s), w(s))))(t) - (force + inertia)

        return Function(residual, "Poincare-residual")

    return along


@public("quasi-velocities")
def quasi_velocities(basis: Basis, q: Path) -> Function:
    """The components of the velocity of a coordinate path in a basis, as a function of the time.

    Scheme:  ((quasi-velocities basis q) t)
    Math:    w^i(t) = e~i(q(t)) Dq(t)
    Shapes:  q: t -> up(n);  result: t -> up(n)
    >>> from scmpy import *
    >>> q = up(*literal_functions("theta phi psi"))
    >>> quasi_velocities(so3_basis, q)(symbols("t"))[2]
    (+ (* ((D psi) t) (cos (theta t))) ((D phi) t))
    """
    chart, forms = as_basis(basis, "quasi-velocities").chart, basis.forms

    def components(t: Any) -> Any:
        velocity = D(q)(t)
        tangent = VectorField(chart, ManifoldFunction(lambda place: velocity, "velocity", (chart,)), symbol("velocity"))
        return forms(tangent)(q(t))

    return Function(components, "quasi-velocities")
