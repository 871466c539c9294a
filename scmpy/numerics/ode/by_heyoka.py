"""Taylor's method as heyoka has it, where that is installed: machine code from the schedule of the derivative.

Source: Biscani, Izzo, Revisiting high-order Taylor methods for astrodynamics and celestial mechanics, MNRAS 504 (2021)
2614; https://bluescarni.github.io/heyoka.py
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from scmpy.errors import ScmpyError, WrongTypeError
from scmpy.numerics.compile.operations import Operand, Slot
from scmpy.numerics.compile.schedule import Schedule
from scmpy.numerics.ode.driver import SHORTEST, TINY, Solution, Step
from scmpy.numerics.ode.taylor import Polynomials

_ARITHMETIC: dict[str, Callable[..., Any]] = {
    "+": lambda x, y: x + y,
    "-": lambda x, y: x - y,
    "*": lambda x, y: x * y,
    "/": lambda x, y: x / y,
    "negate": lambda x: -x,
    "power": lambda x, y: x**y,
}


def _heyoka() -> Any:
    try:
        import heyoka
    except ImportError:
        raise ScmpyError("the method heyoka is a library that is not installed: pip install heyoka") from None
    return heyoka


def equations(graph: Schedule, parameters: Sequence[float]) -> list[tuple[Any, Any]]:
    """The differential equations of a schedule as heyoka takes them.

    Raises:  WrongTypeError that names an operation that heyoka does not have
    """
    hy = _heyoka()
    size = len(graph.outputs)
    variables = [hy.expression(f"x{i}") for i in range(size)]
    results = [*variables, *map(hy.expression, parameters)]

    def of(x: Operand) -> Any:
        return results[x] if isinstance(x, Slot) else hy.expression(x)

    for name, operands in graph.operations:
        apply = _ARITHMETIC.get(name) or getattr(hy, name, None)
        if apply is None:
            raise WrongTypeError(f"what is to be integrated has {name}, which heyoka does not have")
        results.append(apply(*map(of, operands)))
    return list(zip(variables, map(of, graph.outputs), strict=True))


class HeyokaSolution(Solution):
    """A solution by heyoka."""

    def __init__(self, system: Any, t: float, y: Sequence[float], tolerance: float) -> None:
        self.time, self.state = t, list(y)
        self.length = 0.0
        self.integrator = _heyoka().taylor_adaptive(system, self.state, time=t, tol=tolerance)

    def suggested(self) -> float:
        """How long the next step may be, which is as long as the last one."""
        return self.length

    def _step(self, end: float) -> Step:
        start, before, rest = self.time, self.state, end - self.time
        outcome, h = self.integrator.step(max_delta_t=rest, write_tc=True)
        if "err" in str(outcome) or not math.isfinite(h):
            raise self._failed(None, "heyoka finds no finite numbers there")
        if h != rest and abs(h) <= SHORTEST * max(abs(start), TINY):
            raise self._failed(None, "its steps get too short")
        self.length = abs(h)
        self.time = end if h == rest else start + h
        self.state = self.integrator.state.tolist()
        inside = Polynomials(start, self.integrator.tc.tolist())
        return Step(start, before, self.time, self.state, inside)
