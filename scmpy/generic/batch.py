"""Batches: an array of numpy's inside an up or down tuple is one scalar for each of many orbits.

``up(0, np.array([1.0, 2.0]), 3)`` is the state of two orbits: they share the time 0 and the velocity 3. What is
computed of it is computed for every orbit, element by element, at a cost that grows with their number and no faster:

- The arrays of one state, point or tuple have shapes that numpy broadcasts; a scalar beside them is shared by all.
- Operations act elementwise, and so do literal functions, derivatives, determinants, inverses and the solutions of
  linear equations. ``D`` and ``partial`` by a component that is a batch give each orbit's derivative by its element.
- A function of the user's is called once, with the batch. Where it asks for the one number that a batch is not (to
  branch on, for ``math.sin``, as an index), that is an error, and so it is where a derivative is taken through a sum
  over the batch, or through one of its elements. (Otherwise numpy's sums and indices do what they say: results are read
  with them.)
- Where an operation has no value at one orbit, such as a division by 0., its element is what numpy gives, nan or inf; a
  linear system that is singular for one orbit is an error. A square root or logarithm that leaves the real numbers for
  one orbit makes the batch one of complex numbers.
- What decides by values, such as the angles of a rotation matrix, is done orbit by orbit
  (:mod:`scmpy.structure.linear_algebra`), or refuses batches: integration along an orbit, action-angle variables,
  normal forms.

An array that is no component of a tuple, such as the argument of ``D(f)(array)``, is a vector: the derivative of a
function of it is its Jacobian (:mod:`scmpy.calculus.derivative`). Where a number is meant and no vector, as the time of
a path or the coordinate of a chart of one dimension, an array is a batch too.
"""

from __future__ import annotations

from typing import Any

import numpy

from scmpy.errors import WrongTypeError
from scmpy.generic.types import ScalarKind


@ScalarKind.register
class Batch(numpy.ndarray):
    """An array that holds one scalar for each of many orbits; what numpy makes of it is a batch again.

    >>> batch = numpy.array([1.0, 2.0]).view(Batch)
    >>> 2 * batch, type(2 * batch).__name__, batch.sum()
    (array([2., 4.]), 'Batch', np.float64(3.0))
    """

    def __array_wrap__(self, array: Any, context: Any = None, return_scalar: bool = False) -> Any:
        if array.ndim == 0:
            return array[()]
        return array.view(Batch)

    def __repr__(self) -> str:
        return repr(self.view(numpy.ndarray))

    def _describe_(self) -> str:
        return f"a batch of {self.size} {'scalars' if self.dtype == object else 'numbers'}"

    def _refuse_(self, *_: Any) -> Any:
        if not self.ndim:
            return self[()]
        raise WrongTypeError(
            f"a batch of {self.size} is no single number, to branch on or to hand to functions of numbers alone "
            "(math's, float, an index): use scmpy's functions, or call for each element"
        )

    __bool__ = __float__ = __int__ = __complex__ = __index__ = _refuse_
