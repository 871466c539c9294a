"""Methods for stiff equations, SciPy's: implicit ones, given the code of the derivative and its exact Jacobian.

Source: Hairer, Wanner, Solving Ordinary Differential Equations II, IV.8 (Radau IIA of order 5); Shampine, Reichelt, The
MATLAB ODE suite, 1997 (BDF of orders 1 to 5, after Gear); Petzold, 1983 (LSODA, which finds whether they are stiff)
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Sequence
from typing import Any

from scmpy.errors import IntegrationError, ScmpyError
from scmpy.numerics.compile.differentiation import with_jacobian
from scmpy.numerics.compile.schedule import Schedule
from scmpy.numerics.compile.targets import python_function
from scmpy.numerics.ode.driver import Scale, Solution, Step, Ways
from scmpy.numerics.ode.methods.step import Slope

LEAST = 3e-14  # an error allowed that is less is more than SciPy does
LARGEST = 1e300  # size, instead of an infinite one


#: The matrix of derivatives of the rates at a time and a state.
Jacobian = Callable[[float, Sequence[float]], Any]


def jacobian_of(graph: Schedule | None, parameters: Sequence[float] = ()) -> Jacobian | None:
    """The matrix of the derivatives of a slope by the state; None where there is no schedule of it."""
    if graph is None:
        return None
    code, size = python_function(with_jacobian(graph)), len(graph.outputs)

    def matrix(t: float, y: Sequence[float]) -> Any:
        import numpy

        rates = code([*map(float, y), *parameters])[size:]
        return numpy.reshape(rates, (size, graph.inputs))[:, :size]

    return matrix


class StiffSolution(Solution):
    """A solution by one of SciPy's methods, which is started anew at each time that is asked for."""

    def __init__(
        self,
        name: str,
        slope: Slope,
        jacobian: Jacobian | None,
        t: float,
        y: Sequence[float],
        tolerance: float,
        scale: Scale,
        ways: Ways | None = None,
    ) -> None:
        import scipy.integrate

        super().__init__(slope, t, y, tolerance, scale=scale)
        self.jacobian, self.deciding = jacobian, ways
        self.solver_of = getattr(scipy.integrate, name)
        self.solver: Any = None
        self.first_step: float | None = None
        self.longest = math.inf  # a step may be

    def stop(self, end: float) -> float:
        """An end, or before it a time just beyond the next instant at which the time turns a decision."""
        return end if self.deciding is None else self.before_instants(self.deciding.way(self.state), end, linear=True)

    def _step(self, end: float) -> Step:
        if self.solver is None or self.solver.t_bound != end or self.solver.t != self.time:
            self.solver = self._started(end)
        start, before = self.time, self.state
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it says more in the message that it gives back
            try:
                message = self.solver.step()
            except ScmpyError as error:
                raise self._failed(error, "") from None
            except (ArithmeticError, ValueError) as error:
                raise self._failed(None, f"the derivative has no value: {error}") from None
        if self.solver.status == "failed":
            raise self._failed(None, f"SciPy says: {message}")
        inside = self.solver.dense_output()
        self.first_step = self.solver.step_size
        self.time, self.state = float(self.solver.t), self.solver.y.tolist()
        return Step(start, before, self.time, self.state, lambda when: inside(when).tolist())

    def begin(self, first: float, longest: float) -> None:
        """The length of the next step, and what none is to be longer than."""
        self.first_step, self.longest = first, longest

    def suggested(self) -> float:
        """How long the next step may be, which is as long as the last one."""
        return self.first_step or 0.0

    def _started(self, end: float) -> Any:
        allowed = max(self.tolerance, LEAST)
        first = min(self.first_step, abs(end - self.time)) if self.first_step else None
        try:
            least = allowed if self.scale is None else [allowed * min(x, LARGEST) for x in self.scale]
            limits = {"rtol": allowed, "atol": least, "first_step": first, "max_step": self.longest}
            return self.solver_of(self._rates, self.time, self.state, end, jac=self.jacobian, **limits)
        except ValueError as error:
            raise IntegrationError(f"SciPy does not start: {error}") from None

    def _rates(self, t: float, y: Any) -> Any:
        return self.slope(t, y.tolist())
