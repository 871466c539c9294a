"""What the parameters of public functions of geometry are, beside the types of fields, bases and charts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from scmpy.structure.aliases import Scalar
from scmpy.structure.structure import Structure
from scmpy.symbolic.expression import Expression

#: What something is called: a text, or a symbol.
Name = str | Expression

#: An up tuple, or a scalar where there is one coordinate.
Coordinates = Scalar | Structure

#: A function of vector fields; of rank 0 a function on the manifold, or a constant.
Form = Callable[..., Any] | Scalar

#: A vector of space or of spacetime by its components.
Vector = Structure | Sequence[Any]
