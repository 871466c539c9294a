"""Taylor's method as heyoka has it, where that is installed: machine code from the schedule of the derivative.

Source: Biscani, Izzo, Revisiting high-order Taylor methods for astrodynamics and celestial mechanics, MNRAS 504 (2021)
2614; https://bluescarni.github.io/heyoka.py
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from scmpy.errors import ScmpyError, WrongTypeError
from scmpy.numerics.compile.operation_list import Operand, Slot
from scmpy.numerics.compile.schedule import Schedule
from scmpy.numerics.ode.driver import SHORTEST, TINY, Scale, Solution, Step
from scmpy.numerics.ode.scale import LEAST
from scmpy.numerics.ode.taylor_method import Polynomials

_ARITHMETIC: dict[str, Callable[..., Any]] = {
    "+": lambda x, y: x + y,
    "-": lambda x, y: x - y,
    "*": lambda x, y: x * y,
    "/": lambda x, y: x / y,
    "negate": lambda x: -x,
    "power": lambda x, y: x**y,
}


OF_THE_TIME = 1e150  # which has no error, and so is not to be the largest


def _heyoka() -> Any:
    try:
        import heyoka
    except ImportError:
        raise ScmpyError("the method heyoka is a library that is not installed: pip install heyoka") from None
    return heyoka


def equations(graph: Schedule, parameters: Sequence[float], scale: Scale = None) -> list[tuple[Any, Any]]:
    """The differential equations of a schedule as heyoka takes them, of the numbers of a state over their scale.

    Raises:  WrongTypeError that names an operation that heyoka does not have
    """
    hy = _heyoka()
    size = len(graph.outputs)
    variables = [hy.expression(f"x{i}") for i in range(size)]
    sizes = sizes_of(scale, size)
    state = (s * x if s != 1 else x for s, x in zip(sizes, variables, strict=True))
    results = [*state, *map(hy.expression, parameters)]

    def of(x: Operand) -> Any:
        return results[x] if isinstance(x, Slot) else hy.expression(x)

    for name, operands in graph.operations:
        apply = _ARITHMETIC.get(name) or getattr(hy, name, None)
        if apply is None:
            raise WrongTypeError(f"what is to be integrated has {name}, which heyoka does not have")
        results.append(apply(*map(of, operands)))
    rates = zip(map(of, graph.outputs), sizes, strict=True)
    return list(zip(variables, (f / s if s != 1 else f for f, s in rates), strict=True))


def sizes_of(scale: Scale, count: int) -> list[float]:
    """The numbers that heyoka counts a state in: its errors are relative to the largest of a state."""
    return [min(x, OF_THE_TIME) if x > LEAST else 1.0 for x in scale or [1.0] * count]


class HeyokaSolution(Solution):
    """A solution by heyoka."""

    def __init__(self, system: Any, t: float, y: Sequence[float], tolerance: float, scale: Scale = None) -> None:
        self.time, self.state = t, list(y)
        self.length = 0.0
        self.sizes = sizes_of(scale, len(self.state))
        start = [x / s for x, s in zip(y, self.sizes, strict=True)]
        self.integrator = _heyoka().taylor_adaptive(system, start, time=t, tol=tolerance)

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
        self.state = [x * s for x, s in zip(self.integrator.state.tolist(), self.sizes, strict=True)]
        rows = zip(self.integrator.tc.tolist(), self.sizes, strict=True)
        inside = Polynomials(start, [[c * s for c in row] for row, s in rows])
        return Step(start, before, self.time, self.state, inside)
