"""The words of mechanics and geometry that public functions are annotated with, and what values they mean.

Kinds of values that are classes are annotated with them: Up, Matrix, Operator, Series, Chart, Basis, VectorField, ...
A function is annotated with what it is given and what it gives, so that a type checker refuses a Lagrangian where a
path is expected, if they have annotations; a function without annotations is taken for any of them. A real number that
a function is given is a float to the checker, so that functions of floats are taken too; it may be an expression.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from scmpy.generic.functions import Function
from scmpy.generic.types import Scalar, ScalarValue, Value
from scmpy.structure.matrix import Matrix
from scmpy.structure.tuples import Structure, Up
from scmpy.symbolic.expression import Expression

#: What something is called: a text, or a symbol.
Name: TypeAlias = str | Expression

#: A tuple or a vector by its components: of space, of spacetime.
Vector: TypeAlias = Structure | Sequence[Any]

#: A matrix, or a structure of structures that acts as one.
LinearMap: TypeAlias = Matrix | Structure

#: An up tuple, a vector, or a scalar where there is one coordinate.
Coordinates: TypeAlias = Scalar | Structure | list[Any]

#: up(t, q, v, ...), or up(t, q, p); also as a vector. The slots of q and v, or p, are coordinates.
State: TypeAlias = Structure | list[Any]

#: From the time to coordinates, t -> q: a function, or an up tuple of functions.
Path: TypeAlias = Callable[[float], Coordinates]

#: From a path to a function of the time, or to anything.
PathFunction: TypeAlias = Callable[[Function], Value]

#: From the state up(t, q, v), or up(t, q, p), to anything.
StateFunction: TypeAlias = Callable[[Up], Value]

#: A force beside the equations of an energy, or a dissipation function, if there is one.
Force: TypeAlias = StateFunction | None

#: From a state to its rates: up(t, q, v) -> up(1, Dq, Dv), up(t, q, p) -> up(1, Dq, Dp).
StateDerivative: TypeAlias = Callable[[Up], Structure]

#: From a state and a time to the state so much later.
StateAdvancer: TypeAlias = Callable[..., Structure]

#: From parameters to a state derivative, as the course's -sysder procedures are.
SystemDerivative: TypeAlias = Callable[..., StateDerivative]

#: From the state up(t, q, v) to a scalar.
Lagrangian: TypeAlias = Callable[[Up], ScalarValue]

#: From the state up(t, q, p) to a scalar.
Hamiltonian: TypeAlias = Callable[[Up], ScalarValue]

#: From the state up(t, up(x, y), up(vx, py)), of which some velocities are replaced by momenta, to a scalar.
Routhian: TypeAlias = Callable[[Up], ScalarValue]

#: From coordinates, or from a distance, to a scalar.
Potential: TypeAlias = Callable[..., ScalarValue]

#: From the state up(t, q', v') to the coordinates q.
CoordinateTransformation: TypeAlias = Callable[[Up], Coordinates]

#: From a state up(t, q', p') to a state up(t, q, p).
PhaseSpaceTransformation: TypeAlias = Callable[[Up], Structure]

#: From coordinates, a scalar or up(n), to what stands there: the components of a field, a place that they embed.
CoordinateFunction: TypeAlias = Callable[[Value], Value]

#: From coordinates, up(n), to the matrix of a rotation or of another group.
MatrixFunction: TypeAlias = Callable[[Value], LinearMap]

#: From a real number to a scalar, or to what integrals and extrapolations add.
RealFunction: TypeAlias = Callable[[float], Value]

#: An error allowed: a number, or a measure of the distance of two states, such as max-norm.
Tolerance: TypeAlias = Scalar | Callable[..., ScalarValue]

#: From x and y, or up(x, y), to a tuple of the next ones; or in the course's form (map x y continue fail).
PlaneMap: TypeAlias = Callable[..., Value]

#: A tensor, linear in each of its arguments, vector fields and one-forms.
Multilinear: TypeAlias = Callable[..., ScalarValue]

#: A function of vector fields; of rank 0 a function on the manifold, or a constant.
Form: TypeAlias = Callable[..., ScalarValue] | Scalar
