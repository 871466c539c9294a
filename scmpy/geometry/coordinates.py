"""Names for the coordinates of a chart: the functions ``x``, the vector fields ``d/dx`` and the one-forms ``dx``.

In Scheme ``(define-coordinates (up x y) R2-rect)`` defines them all; in Python they are unpacked:

>>> from scmpy import *
>>> x, y = R2_rect.coordinates("x y")
>>> d_dx, d_dy = R2_rect.vector_basis("x y")
>>> dx, dy = R2_rect.form_basis("x y")
"""

from __future__ import annotations

from typing import Any

from scmpy.geometry.chart import Chart, as_chart
from scmpy.geometry.form_field import coordinate_form_fields
from scmpy.geometry.vector_field import coordinate_vector_fields


def coordinate_bindings(chart: Chart, prototype: Any) -> dict[str, Any]:
    """What ``(define-coordinates prototype chart)`` defines: name to value.

    The prototype is nested tuples of names, ``("up", "x", "y")``, a tuple of symbols, or a text ``"x y"``.

    >>> from scmpy import *
    >>> list(coordinate_bindings(R2_polar, ("up", "r", "phi")))
    ['r', 'phi', 'd/dr', 'd/dphi', 'dr', 'dphi']
    """
    as_chart(chart, "define-coordinates")
    names = chart.names_or(prototype)
    fields = coordinate_vector_fields(chart, prototype), coordinate_form_fields(chart, prototype)
    return {
        **dict(zip(names, chart.coordinates(prototype), strict=True)),
        **{field.__name__: field for family in fields for field in family},
    }


def installed_bindings(chart: Chart, prototype: Any) -> dict[str, Any]:
    """As :func:`coordinate_bindings`; the chart keeps the names, so that its coordinate basis prints by them.

    >>> from scmpy import *
    >>> _ = installed_bindings(R4_cyl, "rho alpha u v")
    >>> coordinate_system_to_1form_basis(R4_cyl)
    (up drho dalpha du dv)
    """
    bindings = coordinate_bindings(chart, prototype)
    chart.install(prototype)
    return bindings
