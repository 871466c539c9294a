"""Pages of HTML in which a motion is computed and drawn by the browser: one file, and nothing else is needed.

What the page computes with is the library's: the state derivative, the joints, the energy and the section as compiled
JavaScript, and the step of the method with its error.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterable, Sequence
from html import escape
from importlib import resources
from typing import Any

from scmpy.errors import DomainError, ScmpyError, StructureError, WrongTypeError
from scmpy.generic.functions import name_of
from scmpy.generic.settings import check_callable, items
from scmpy.generic.types import AnyChart, Real, Value, Values, tree_leaves, tree_unflatten
from scmpy.mechanics.motion import Motion
from scmpy.numerics.compile.codegen import JAVASCRIPT
from scmpy.numerics.compile.compiled_function import CompiledFunction, compile_function
from scmpy.numerics.compile.llvm import WritingArithmetic
from scmpy.numerics.ode.dense_output import names_of
from scmpy.numerics.ode.ivp import InitialValueProblem, form_of, real, state_of
from scmpy.numerics.ode.methods import DOP853, Method
from scmpy.numerics.ode.step_control import error_norm, length_factor
from scmpy.numerics.ode.trajectory import Trajectory
from scmpy.plot.animation import chains_of
from scmpy.registry import public
from scmpy.render.latex import association, mathml
from scmpy.structure.tuples import Structure, Up, has_units
from scmpy.structure.types import Name, State
from scmpy.symbolic.expression import symbol
from scmpy.symbolic.simplify import tex

# --- steps in JavaScript ---------------------------------------------------------------------------------------------
# Steps of integration as text in JavaScript.
#
# The texts of a method and of the control of its steps run once, on values that write JavaScript, as they run on floats
# and on values that write machine code: what is decided of a step stands in one place.

_INLINE = 120  # characters are written where they are used


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
        return Written(self, text) if len(text) < _INLINE else self.named(text)

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


_LONGEST = 3000  # characters of TeX are shown of what nobody has asked for
_PARAMETERS = "a list of (name value), or a mapping"


class Page:
    """A page that moves by itself; ``html`` is its text, which ``save`` writes to a file and a notebook shows."""

    kind_in_scheme = "page"

    def __init__(self, html: str, title: str) -> None:
        self.html, self.title = html, title

    def __repr__(self) -> str:
        return f"<page {self.title}>"

    @property
    def words(self) -> tuple[str, ...]:
        return (self.title,)

    def save(self, path: str) -> None:
        """Write the page to a file."""
        try:
            with open(path, "w", encoding="utf-8") as file:
                file.write(self.html)
        except OSError as error:
            raise ScmpyError(f"{path}: cannot write the file: {error.strerror or error}") from None

    def _repr_html_(self) -> str:
        return f'<iframe srcdoc="{escape(self.html)}" style="width: 100%; height: 900px; border: 0"></iframe>'


@public("page")
def page(
    motion: Trajectory | Motion | Callable[..., Any],
    state: State | None = None,
    parameters: Values = (),
    joints: Callable[..., Any] | None = None,
    energy: Callable[..., Any] | None = None,
    section: Callable[..., Any] | None = None,
    launch: Callable[..., Any] | None = None,
    window: Iterable[Real] | None = None,
    equations: Value | None = None,
    names: Name | AnyChart | Values | None = None,
    title: str = "",
    links: Iterable[Iterable[int]] | None = None,
    sphere: bool = False,
    speed: Real = 1.0,
) -> Page:
    """A page of HTML in which a motion runs, drawn and computed by the browser: one file, which needs no other.

    It shows the mechanism, the path in phase space, how far the energy drifts, and a surface of section, on which a
    click launches an orbit. Parameters and initial data are sliders, a joint may be dragged, and the fragment of the
    page's address says how they stand. ``save`` writes the file, as ``scmpy page PROGRAM.scm -o FILE.html`` does of a
    program whose last form gives or defines a page; a notebook shows it.

    The motion is a trajectory, or a motion of compile-motion or a state derivative with the state to start from. With
    ``parameters``, names with numbers, all functions are made by functions of these: ``((joints m l) state)``.
    ``joints`` are the positions of the joints, of two or three coordinates, each linked to the next, or as ``links``
    has it; ``sphere`` draws the one that the last of them is on. A ``section`` is a function from a state to
    up(f, x, y): a point where f rises through zero; ``launch`` makes a state of x and y; ``window`` is
    ``(x-low x-high y-low y-high)``. ``equations`` are shown typeset; without, those of the state derivative are, if
    they are short. ``#f`` stands for what is left out.

    Scheme:  (page derivative state '((m 1.) (l 2.)) joints energy section launch window equations names title links
             sphere speed)
    Shapes:  joints: state -> up(up(x, y), ...) or up(up(x, y, z), ...);  energy: state -> number
    Raises:  WrongTypeError for what is no function, and for parameters that are no numbers; StructureError for
             values of another shape, for positions of other than two or three coordinates, and for another window;
             DomainError unless the speed is positive; LimitError for too many parts; ScmpyError if a function cannot
             be compiled, or JavaScript has not what is in it
    1 ]=> (page (Lagrangian->state-derivative (L-harmonic 1 4)) (up 0 1 0))
    >>> shown = page(lambda k: lambda s: up(1, s[2], -k * s[1]), up(0, 1, 0), {"k": 4.0}, title="A spring")
    >>> shown, "function attempt" in shown.html, "<math" in shown.html
    (<page A spring>, True, True)
    """
    if isinstance(motion, Motion):
        parameters, motion = parameters or motion.defaults, motion.make
    if isinstance(motion, Trajectory):
        if motion.course is None:
            raise WrongTypeError(
                "page: this trajectory does not know by which derivative it moves; give the derivative"
            )
        state = motion.at_numbers(motion.moments[0]) if state in (None, False) else state
        names, motion = names or motion.names, motion.course.motion.derivative
    if has_units(state):
        raise WrongTypeError("page moves plain numbers: give the state in the units that are to be shown")
    start = state_of(state, "page")
    given = {
        name: float(real(x, "page", f"the parameter {name}"))
        for name, x in association(parameters, _PARAMETERS).items()
    }
    values = tuple(given.values())
    solution = InitialValueProblem(motion, "page", values or None).solution(start, 1e-10)  # or what is wrong is told
    wanted = {
        "slope": (motion, (start,), start, "a state derivative, which gives the rate of each number of the state"),
        "joints": (joints, (start,), None, "positions of joints"),
        "energy": (energy, (start,), 0.0, "an energy, which is a number"),
        "section": (section, (start,), Up((0.0, 0.0, 0.0)), "a section, which is up(f, x, y)"),
        "launch": (launch, (0.0, 0.0), start, "what makes a state of x and y"),
    }
    written = {name: _written(name, values, *about) for name, about in wanted.items()}
    code = [step_source(len(list(tree_leaves(start)))), *(text for text, _ in written.values())]
    places = written["joints"][1]
    dimension, count = (2, 0) if not joints else _joints(places)
    called = names_of(start, names or None)
    frame = [real(x, "page", "the window") for x in items(window or (-math.pi, math.pi, -math.pi, math.pi), "page")]
    if len(frame) != 4:
        raise StructureError(f"page: a window is x-low, x-high, y-low, y-high; got {len(frame)} numbers")
    pace = real(speed, "page", "the speed")
    if pace <= 0:
        raise DomainError(f"page: a speed is above zero, got {pace}")
    data: dict[str, Any] = {
        "names": called,
        "start": list(tree_leaves(start)),
        "coordinates": len(list(tree_leaves(start[1]))) if len(start) > 1 else 0,
        "parameters": [{"name": name, "value": x} for name, x in given.items()],
        "links": chains_of(links, count) if links else None,
        "dimension": dimension,
        "sphere": bool(sphere),
        "speed": float(pace),
        "window": frame,
    }
    html = (resources.files("scmpy.plot") / "page.html").read_text(encoding="utf-8")
    title = str(title or "A motion")
    parts = {"TITLE": escape(title), "EQUATIONS": _typeset(equations, motion, start, called, list(given))}
    parts["STILL"] = _still(solution, pace, data["coordinates"])
    parts |= {"CODE": "\n".join(code), "DATA": json.dumps(data).replace("<", "\\u003c")}
    return Page(re.sub("__([A-Z]+)__", lambda found: parts[found[1]], html), title)


def _written(name: str, values: tuple[float, ...], f: Any, place: Any, shape: Any, wanted: str) -> tuple[str, Any]:
    """A function as JavaScript, under the name that the page calls it by, and the shape of its value."""
    if f is None or f is False:
        return f"const {name} = null;", None
    check_callable(f, "page", wanted)
    code = compile_function(f, *place, parameters=values or None)
    if not isinstance(code, CompiledFunction) or len(code.parameter_numbers) != len(values):
        raise ScmpyError(f"page: {name_of(f)} cannot be compiled, a function of numbers with parameters for arguments")
    found = code.variants.known[0].value_shape
    if shape is not None and form_of(found) != form_of(shape):
        raise StructureError(f"page expects {wanted}; the value of {name_of(f)} has another shape")
    return f"const {name} = (() => {{\n{code.javascript_source}\nreturn f; }})();", found


def _joints(places: Any) -> tuple[int, int]:
    joints = places.components if isinstance(places, Structure) else (places,)
    counts = {len(joint) if isinstance(joint, Structure) else 0 for joint in joints}
    if len(counts) != 1 or not counts <= {2, 3}:
        raise StructureError("page: joints are positions of two or three coordinates each, as up(up(x, y), ...)")
    return counts.pop(), len(joints)


def _still(solution: Any, speed: float, coordinates: int) -> str:
    """A picture of the first seconds, of the first coordinate and its rate, for who runs no scripts."""
    first, columns = float(solution.time), (1, min(1 + coordinates, len(solution.state) - 1))
    try:
        states = [solution.advance(first + speed * i / 20) for i in range(201)]
    except ScmpyError:
        return ""
    rows = [[state[k] for k in columns] for state in states]
    low, high = [*map(min, zip(*rows, strict=True))], [*map(max, zip(*rows, strict=True))]
    sizes = [b - a or 1.0 for a, b in zip(low, high, strict=True)]
    points = " ".join(f"{300 * (x - low[0]) / sizes[0]:.1f},{300 * (high[1] - y) / sizes[1]:.1f}" for x, y in rows)
    line = f'<polyline points="{points}" fill="none" stroke="currentColor"/>'
    return f'<svg viewBox="-5 -5 310 310" width="320" role="img" aria-label="phase space">{line}</svg>'


def _typeset(equations: Any, motion: Any, start: Structure, names: tuple[str, ...], parameters: list[str]) -> str:
    """The equations as MathML; those of the state derivative where none are given and they are not too long."""
    if equations is None or equations is False:
        try:
            made = motion(*map(symbol, parameters)) if parameters else motion
            text = tex(made(tree_unflatten(map(symbol, names), start)))
        except (ScmpyError, TypeError, ValueError, ArithmeticError):
            return ""
        text = rf"D\mathsf{{state}} = {text}" if len(text) <= _LONGEST else ""
    else:
        text = tex(equations)
    return f'<div class="equations">{mathml(text)}</div>' if text else ""
