"""Ensembles: the motions from many first states, or with many parameters, in one call.

The orbits are divided into chunks, whose size depends on their number alone. Chunks run in threads, where there is
machine code for them, or in the workers of any executor of the kind of ``concurrent.futures``: of processes, of a
cluster of Dask's, of MPI's (mpi4py.futures).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from os import PathLike
from typing import TYPE_CHECKING, Any

from scmpy.numerics.ensembles.results import Ensemble
from scmpy.registry import public
from scmpy.structure.aliases import Name, Numbers, Real, State, Values
from scmpy.structure.structure import Structure

if TYPE_CHECKING:
    from concurrent.futures import Executor


@public("ensemble")
def ensemble(
    derivative: Callable[..., Any],
    states: Structure | Iterable[State],
    times: Real | Numbers,
    tolerance: Real | None = None,
    *,
    parameters: Values | None = None,
    method: Name | None = None,
    step: Real | None = None,
    executor: Executor | None = None,
    workers: int | None = None,
    chunk: int | None = None,
    folder: str | PathLike[str] | None = None,
    progress: bool | None = None,
) -> Ensemble:
    """The motions from many states to a final time, or to several, in one call.

    The states are one state with arrays for its numbers, what is no array is shared by all; or a list of states. With
    ``parameters``, a list of numbers and arrays, the derivative is ``derivative(*parameters)``, of each orbit with its
    own.

    Orbits run in chunks: in ``workers`` threads (as many as there are processors) where there is machine code, or by an
    ``executor``. Results do not depend on who runs them, nor on the size of a chunk. In a ``folder`` every chunk is
    kept when it is done, and the same call goes on with what is missing. An orbit that ends too early is reported among
    the failures, the others go on. On a terminal a bar shows the progress, if tqdm is installed.

    Scheme:  (ensemble (sysder p ...) states times [tolerance]), where arrays come from Python
    Shapes:  states: up(t, ...) of arrays and numbers;  times: number, or list or array of numbers in order
    Raises:  StructureError if arrays have shapes that do not fit; DomainError if the folder has another ensemble, or if
             times do not lead away from the start
    1 ]=> (define ((decay rate) state) (up 1 (* -1 rate (ref state 1))))
    1 ]=> (car (ensemble (decay 1) (up 0 1) 1.))
    ;Value: (up 1. .367879441)
    >>> import numpy
    >>> from scmpy import *
    >>> def pendulum(g):
    ...     return lambda state: up(1, state[2], -g * sin(state[1]))
    >>> angles = numpy.linspace(0, 1, 5)
    >>> end = ensemble(pendulum, up(0, angles, 0), 1.0, parameters=[1.0])
    >>> [round(float(x), 6) for x in end.states[1]], end.failures
    ([0.0, 0.136021, 0.277699, 0.430599, 0.600085], ())
    >>> end = ensemble(pendulum, up(0, 1, 0), [1.0, 2.0], parameters=[angles])
    >>> end.states[1].shape, bool(end.states[1][4, 0] == ensemble(pendulum(1.0), up(0, 1, 0), 1.0).states[1])
    ((5, 2), True)
    """
    from scmpy.numerics.ensembles.running import motions

    return motions(
        derivative,
        states,
        times,
        tolerance,
        parameters=parameters,
        method=method,
        step=step,
        executor=executor,
        workers=workers,
        chunk=chunk,
        folder=folder,
        progress=progress,
    )
