"""Electromagnetism in four dimensions: the fields as two-forms, Maxwell's equations and the stress on any metric.

    F = E ^ c dt + B,      d F = 0,      d * F = k * J,      J = I/c - rho c dt

with the electric field as the one-form E = Ex dx + ..., the magnetic field as the two-form B = Bx dy ^ dz + ..., and
the current I as a one-form; k is 4 pi in units of Gauss, 1 in rationalised ones. Coordinates are those of an inertial
frame, (t, x, y, z), with the speed of light c; it is 1 where the first is ct, as it is unless it is given.

Source: FDG 10; Misner, Thorne, Wheeler, Gravitation, page 108
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scmpy.errors import CALLED, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.functions import name_of
from scmpy.geometry.basis import AnyBasis, as_basis
from scmpy.geometry.chart import Chart
from scmpy.geometry.components import Components, dot, rows
from scmpy.geometry.euclidean import R4_rect
from scmpy.geometry.exterior import d, wedge
from scmpy.geometry.form_field import FormField, coordinate_form_fields
from scmpy.geometry.hodge import Hodge_star
from scmpy.geometry.metric_components import Metric, components_of
from scmpy.geometry.tensor import Tensor, as_tensor
from scmpy.geometry.typed import VECTORS
from scmpy.registry import public
from scmpy.structure.aliases import Scalar
from scmpy.structure.structure import Up, sum_of


def _frame(system: Any) -> Sequence[FormField]:
    """The one-forms dt, dx, dy, dz of a chart of four coordinates."""
    chart = R4_rect if system is None else system
    if chart.dimension != 4:
        raise WrongTypeError(f"{CALLED} expects a chart of four coordinates (t, x, y, z), got {chart}")
    return coordinate_form_fields(chart)


def _two_form(along_time: Sequence[Any], in_space: Sequence[Any], system: Any, c: Any) -> FormField:
    """A ^ c dt + B for a one-form A and a two-form B of space, by their components."""
    dt, dx, dy, dz = _frame(system)
    space = (dx, dy, dz)
    turned = ((dy, dz), (dz, dx), (dx, dy))
    terms = [g.mul(g.mul(a, c), wedge(w, dt)) for a, w in zip(along_time, space, strict=True)]
    terms += [g.mul(b, wedge(*pair)) for b, pair in zip(in_space, turned, strict=True)]
    return sum_of(terms)  # type: ignore[no-any-return]


@public("Faraday")
def Faraday(
    Ex: Scalar, Ey: Scalar, Ez: Scalar, Bx: Scalar, By: Scalar, Bz: Scalar, system: Chart | None = None, c: Scalar = 1
) -> FormField:
    """The two-form of an electric and a magnetic field, numbers or functions on the manifold.

    Scheme:  (Faraday Ex Ey Ez Bx By Bz), (Faraday Ex Ey Ez Bx By Bz sys c)
    Math:    F = E ^ c dt + B
    Shapes:  result: a form of rank 2
    Source:  FDG 10
    >>> from scmpy import *
    >>> d_dt, d_dx, d_dy, d_dz = R4_rect.vector_basis("t x y z")
    >>> F = Faraday(*symbols("Ex Ey Ez Bx By Bz"))
    >>> m = R4_rect.point(*symbols("t x y z"))
    >>> F(d_dx, d_dt)(m), F(d_dy, d_dz)(m)
    (Ex, Bx)
    """
    return _two_form((Ex, Ey, Ez), (Bx, By, Bz), system, c)


@public("Maxwell")
def Maxwell(
    Ex: Scalar, Ey: Scalar, Ez: Scalar, Bx: Scalar, By: Scalar, Bz: Scalar, system: Chart | None = None, c: Scalar = 1
) -> FormField:
    """The dual of Faraday's two-form in an inertial frame: the electric and the magnetic field change places.

    Scheme:  (Maxwell Ex Ey Ez Bx By Bz), (Maxwell Ex Ey Ez Bx By Bz sys c)
    Math:    * F = - B ^ c dt + E
    Shapes:  result: a form of rank 2
    Source:  FDG 10
    >>> from scmpy import *
    >>> d_dt, d_dx, d_dy, d_dz = R4_rect.vector_basis("t x y z")
    >>> F, m = Maxwell(*symbols("Ex Ey Ez Bx By Bz")), R4_rect.point(*symbols("t x y z"))
    >>> F(d_dx, d_dt)(m), F(d_dy, d_dz)(m)
    ((* -1 Bx), Ex)
    """
    return _two_form([g.negate(b) for b in (Bx, By, Bz)], (Ex, Ey, Ez), system, c)


@public("4-current", python="four_current")
def four_current(
    rho: Scalar, Ix: Scalar, Iy: Scalar, Iz: Scalar, system: Chart | None = None, c: Scalar = 1
) -> FormField:
    """The one-form of a density of charge and a density of current.

    Scheme:  (4-current rho Ix Iy Iz), (4-current rho Ix Iy Iz sys c)
    Math:    J = (Ix dx + Iy dy + Iz dz)/c - rho c dt
    Shapes:  result: a one-form
    Source:  FDG 10
    1 ]=> (define-coordinates (up t x y z) R4-rect)
    1 ]=> (((4-current 'rho 'Ix 'Iy 'Iz R4-rect 'c) (down d/dt d/dx d/dy d/dz)) ((point R4-rect) (up 't 'x 'y 'z)))
    ;Value: (down (* -1 c rho) (/ Ix c) (/ Iy c) (/ Iz c))
    >>> from scmpy import *
    >>> J, m = four_current(*symbols("rho Ix Iy Iz"), R4_rect, symbols("c")), R4_rect.point(*symbols("t x y z"))
    >>> J(down(*R4_rect.vector_basis("t x y z")))(m)
    (down (* -1 c rho) (/ Ix c) (/ Iy c) (/ Iz c))
    """
    dt, *space = _frame(system)
    current = sum_of(g.mul(g.div(i, c), w) for i, w in zip((Ix, Iy, Iz), space, strict=True))
    return g.sub(current, g.mul(g.mul(rho, c), dt))  # type: ignore[no-any-return]


@public("Maxwell-residuals")
def Maxwell_residuals(
    metric: Metric, basis: AnyBasis, faraday: FormField, current: FormField | Scalar = 0, coupling: Scalar = 1
) -> Up:
    """The residuals of Maxwell's equations on any metric, two three-forms.

    Scheme:  (Maxwell-residuals g basis F J k)
    Math:    (d F, d * F - k * J)
    Shapes:  F: two-form;  J: one-form, or 0;  result: up(2) of three-forms
    Raises:  WrongTypeError unless the field is a two-form and the current a one-form
    Source:  FDG 10
    1 ]=> (define-coordinates (up t x y z) R4-rect)
    1 ]=> (define basis (coordinate-system->basis R4-rect))
    1 ]=> (define g (Minkowski-metric R4-rect))
    1 ]=> (define residuals (Maxwell-residuals g basis (Faraday 0 0 z 0 0 0) (4-current 1 0 0 0)))
    1 ]=> (simplify (((ref residuals 1) d/dx d/dy d/dz) ((point R4-rect) (up 't 'x 'y 'z))))
    ;Value: 0
    >>> from scmpy import *
    >>> metric, basis = Minkowski_metric(R4_rect), R4_rect.basis("t x y z")
    >>> z = R4_rect.coordinates("t x y z")[3]
    >>> fields = Faraday(0, 0, z, 0, 0, 0)  # of a uniform charge
    >>> closed, sources = Maxwell_residuals(metric, basis, fields, four_current(1, 0, 0, 0))
    >>> m, e = R4_rect.point(*symbols("t x y z")), basis.vectors
    >>> simplify(up(closed(e[0], e[1], e[2])(m), sources(e[1], e[2], e[3])(m)))
    (up 0 0)
    """
    if not isinstance(faraday, FormField) or faraday.rank != 2:
        raise WrongTypeError(f"Maxwell-residuals expects a two-form, got {describe(faraday)}")
    if current != 0 and not (isinstance(current, FormField) and current.rank == 1):
        raise WrongTypeError(f"Maxwell-residuals expects a one-form as current, got {describe(current)}")
    star = Hodge_star(metric, as_basis(basis, "Maxwell-residuals"))
    sources = d(star(faraday))
    if isinstance(current, FormField):
        sources = g.sub(sources, g.mul(coupling, star(current)))
    return Up((d(faraday), sources))


@public("electromagnetic-stress")
def electromagnetic_stress(metric: Metric, basis: AnyBasis, faraday: FormField, permeability: Scalar = 1) -> Tensor:
    """The stress-energy of an electromagnetic field, a function of two vector fields; the signature is (-, +, +, +).

    Scheme:  (((electromagnetic-stress g basis F mu_0) u v) m)
    Math:    T_ij = (F_ik F_j^k - 1/4 g_ij F_kl F^kl) / mu_0
    Shapes:  F: a form of rank 2;  result: (vector field, vector field) -> function on the manifold
    Source:  FDG 10
    >>> from scmpy import *
    >>> d_dt, d_dx, d_dy, d_dz = R4_rect.vector_basis("t x y z")
    >>> field = Faraday(symbols("E"), 0, 0, 0, 0, 0)  # along x: a density of energy, a tension along x
    >>> T = electromagnetic_stress(Minkowski_metric(R4_rect), R4_rect.basis(), field)
    >>> simplify(up(T(d_dt, d_dt), T(d_dx, d_dx), T(d_dy, d_dy))(R4_rect.point(*symbols("t x y z"))))
    (up (* 1/2 (expt E 2)) (* -1/2 (expt E 2)) (* 1/2 (expt E 2)))
    """
    basis = as_basis(basis, "electromagnetic-stress")
    known, n = components_of(metric, basis, "electromagnetic-stress"), basis.dimension
    field = as_tensor(faraday, VECTORS, basis)

    def at(place: Any) -> list[Any]:
        F, matrix = rows(field.components(place), n), rows(known.inverse(place), n)
        mixed = [[dot(row, column) for column in matrix] for row in F]  # F_j^k
        products = [dot(F[i], mixed[j]) for i in range(n) for j in range(n)]
        quarter = g.div(dot(known.inverse(place), products), 4)
        return [
            g.div(g.sub(x, g.mul(quarter, y)), permeability) for x, y in zip(products, known.lower(place), strict=True)
        ]

    return Tensor(basis, VECTORS, Components(basis.chart, at, (field.components,)), f"(stress {name_of(faraday)})")
