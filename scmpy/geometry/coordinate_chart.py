"""Charts with the vector fields and the one-forms of their coordinates: what programs see as charts."""

from __future__ import annotations

from typing import Any

from scmpy.geometry.basis import Basis, coordinate_basis
from scmpy.geometry.chart import MESSAGES, Chart
from scmpy.geometry.form_field import FormField, coordinate_form_fields
from scmpy.geometry.vector_field import VectorField, coordinate_vector_fields


class CoordinateChart(Chart):
    """A coordinate system of a manifold.

    >>> from scmpy import *
    >>> x, y = R2_rect.coordinates("x y")
    >>> d_dx, d_dy = R2_rect.vector_basis("x y")
    >>> dx, dy = R2_rect.form_basis("x y")
    >>> a, b = symbols("a b")
    >>> rotation = x * d_dy - y * d_dx
    >>> rotation(x * y)(R2_rect.point(a, b))
    (+ (expt a 2) (* -1 (expt b 2)))
    >>> dy(rotation)(R2_rect.point(a, b))
    a

    What is made in one chart takes a tuple of its coordinates in the place of a point:

    >>> rotation(y)(up(a, b))
    a
    """

    def vector_basis(self, names: Any = None) -> tuple[VectorField, ...]:
        """The coordinate vector fields, for unpacking: ``d_dx, d_dy = R2_rect.vector_basis("x y")``."""
        return coordinate_vector_fields(self, names)

    def form_basis(self, names: Any = None) -> tuple[FormField, ...]:
        """The coordinate one-forms, for unpacking: ``dx, dy = R2_rect.form_basis("x y")``."""
        return coordinate_form_fields(self, names)

    def basis(self, names: Any = None) -> Basis:
        """The coordinate vector fields and one-forms as a basis."""
        return coordinate_basis(self, names)


MESSAGES.update(
    {
        "coordinate-basis": coordinate_basis,
        "coordinate-basis-vector-fields": lambda chart: coordinate_basis(chart).vectors,
        "coordinate-basis-1form-fields": lambda chart: coordinate_basis(chart).forms,
    }
)
