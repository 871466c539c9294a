"""What the parameters of public functions are, for readers, editors and type checkers.

A type checker refuses what is certainly wrong: a text for a mass, a number for a path. What holds of a value beyond
that, a function checks where it is called.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol


class Scalar(Protocol):
    """What is calculated with: a number, an expression, one of SymPy's, an array of numpy's for a batch.

    At run time it is :class:`scmpy.generic.kinds.Scalar`.
    """

    def __add__(self, other: Any, /) -> Any: ...
    def __radd__(self, other: Any, /) -> Any: ...
    def __sub__(self, other: Any, /) -> Any: ...
    def __rsub__(self, other: Any, /) -> Any: ...
    def __mul__(self, other: Any, /) -> Any: ...
    def __rmul__(self, other: Any, /) -> Any: ...
    def __truediv__(self, other: Any, /) -> Any: ...
    def __rtruediv__(self, other: Any, /) -> Any: ...
    def __pow__(self, other: Any, /) -> Any: ...
    def __neg__(self) -> Any: ...


#: From the time to coordinates: a function, or an up tuple of functions.
Path = Callable[[Any], Any]

#: From the state up(t, q, v), or up(t, q, p), to anything.
StateFunction = Callable[[Any], Any]

#: From the state up(t, q, v) to a scalar.
Lagrangian = Callable[[Any], Any]

#: From the state up(t, q, p) to a scalar.
Hamiltonian = Callable[[Any], Any]

#: From the state up(t, up(x, y), up(vx, py)), of which some velocities are replaced by momenta, to a scalar.
Routhian = Callable[[Any], Any]

#: From coordinates, or from a distance, to a scalar.
Potential = Callable[..., Any]

#: From the state up(t, q', v') to the coordinates q.
CoordinateTransformation = Callable[[Any], Any]

#: From a state up(t, q', p') to a state up(t, q, p).
PhaseSpaceTransformation = Callable[[Any], Any]
