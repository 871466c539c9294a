"""Steps of integration as text in JavaScript.

The texts of a method and of the control of its steps run once, on values that write JavaScript, as they run on floats
and on values that write machine code: what is decided of a step stands in one place.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scmpy.numerics.compile.codegen import JAVASCRIPT
from scmpy.numerics.compile.llvm import WritingArithmetic
from scmpy.numerics.ode.methods import DOP853, Method
from scmpy.numerics.ode.step_control import error_norm, length_factor

_LONGEST = 120  # characters are written where they are used


_SIGNS = {"add": "+", "sub": "-", "mul": "*", "truediv": "/"}


class Written(WritingArithmetic):
    __slots__ = ("scribe", "text")

    def __init__(self, scribe: Scribe, text: str) -> None:
        self.scribe, self.text = scribe, text

    def _infix(self, name: str, x: Any, y: Any) -> Written:
        return self.scribe.write(f"({{}} {_SIGNS[name]} {{}})", x, y)

    def __pow__(self, other: Any) -> Written:
        return self.scribe.write("Math.pow({}, {})", self, other)

    def __abs__(self) -> Written:
        return self.scribe.write("Math.abs({})", self)


class Scribe:
    """The lines of a function, and the operations that floats have under other names."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def write(self, form: str, *operands: Any) -> Written:
        text = form.format(
            *(x.text if isinstance(x, Written) else f"({JAVASCRIPT.number(float(x))})" for x in operands)
        )
        return Written(self, text) if len(text) < _LONGEST else self.named(text)

    def named(self, text: str) -> Written:
        name = f"v{len(self.lines)}"
        self.lines.append(f"const {name} = {text};")
        return Written(self, name)

    def larger(self, x: Any, y: Any) -> Written:
        return self.write("Math.max({}, {})", x, y)

    def smaller(self, x: Any, y: Any) -> Written:
        return self.write("Math.min({}, {})", x, y)

    @staticmethod
    def total(numbers: Sequence[Any]) -> Any:
        return sum(numbers, 0.0)

    def listed(self, numbers: Sequence[Written]) -> str:
        return f"[{', '.join(x.text for x in numbers)}]"


def step_source(count: int, method: Method = DOP853) -> str:
    """The text of a function of a slope, a time, a state of so many numbers, its slope, a length and a tolerance.

    It tries a step, and gives the new state, its error over that allowed, and the factor for the next length.
    """
    scribe = Scribe()
    t, h, tolerance = (Written(scribe, name) for name in ("t", "h", "tolerance"))
    y, f = ([scribe.named(f"{name}[{i}]") for i in range(count)] for name in "yf")

    def slope(time: Any, state: Sequence[Written]) -> list[Written]:
        rates = scribe.named(f"slope({scribe.listed(state)})").text
        return [scribe.named(f"{rates}[{i}]") for i in range(count)]

    taken = method.step(slope, t, y, f, h)
    state = [scribe.named(x.text) for x in taken.state]
    squares = [error_norm(error, y, state, tolerance, on=scribe) for error in taken.errors]
    error = scribe.named(method.error(h, squares).text)
    factor = length_factor(error, method.powers[0], scribe)
    end = f"return {{y: {scribe.listed(state)}, error: {error.text}, factor: {factor.text}}};"
    return "\n    ".join(["function attempt(slope, t, y, f, h, tolerance) {", *scribe.lines, end]) + "\n}"
