"""Figures of matplotlib: how they are made, and who is told of them.

A figure is made without pyplot's global state and so is never shown by surprise, unless something shows pyplot's
figures anyhow: a notebook of Python, or an interactive shell where pyplot has been switched on. Whoever runs a program
may collect what it draws (:func:`collecting`) and decide what becomes of it.
"""

from __future__ import annotations

import inspect
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from io import BytesIO
from traceback import walk_tb
from types import FunctionType, TracebackType
from typing import TYPE_CHECKING, Any, TypeAlias
from weakref import WeakKeyDictionary

from scmpy.errors import CALLED, DimensionError, ScmpyError, WrongTypeError, describe, nearest_names
from scmpy.generic.dispatch import converted
from scmpy.generic.functions import Function, name_of
from scmpy.generic.types import TreeNode
from scmpy.render.latex import tex
from scmpy.render.notation import GREEK
from scmpy.render.scheme import Word
from scmpy.structure.tuples import ANY, Structure, Up, agreeing, attach_units, common_units, magnitudes
from scmpy.symbolic.expression import Symbol

DPI = 100
FORMATS = ("png", "svg", "pdf")  # of files with pictures


class Collection(list[Any]):
    """The figures that a program makes, in their order; they will be shown ``on_screen``, if that says so."""

    on_screen: Callable[[], bool]


#: What the running program draws, if somebody collects it.
_collected: ContextVar[Collection | None] = ContextVar("collected figures", default=None)


def require_matplotlib() -> None:
    try:
        import matplotlib.figure  # noqa: F401
    except ImportError:
        way = "" if sys.platform == "emscripten" else ": pip install 'scmpy-mechanics[plot]'"
        raise ScmpyError(f"{CALLED} draws with matplotlib, which is not installed here{way}") from None


def new_figure(width: float = 640, height: float = 480) -> Any:
    require_matplotlib()
    size = (width / DPI, height / DPI)
    if _pyplot_shows():
        from matplotlib import pyplot

        figure = pyplot.figure(figsize=size, dpi=DPI, layout="constrained")
    else:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure

        figure = Figure(figsize=size, dpi=DPI, layout="constrained")
        FigureCanvasAgg(figure)
    if (collected := _collected.get()) is not None:
        collected.append(figure)
    return figure


def png(figure: Any) -> bytes:
    found = BytesIO()
    figure.savefig(found, format="png")
    return found.getvalue()


def figure_of(value: Any) -> Any:
    return getattr(_axes(value), "figure", None)


def _axes(value: Any) -> Any:
    axes = getattr(value, "axes", None)
    return axes if hasattr(axes, "add_artist") else None


def axes_of(ax: Any, **options: Any) -> Any:
    """The Axes to draw on: those of a window, the given ones, or, where none are given, those of a new figure.

    The options are those of ``Figure.add_subplot``, as ``projection="3d"``.
    """
    if ax is None:
        return new_figure().add_subplot(**options)
    axes = _axes(ax)
    if axes is None:
        raise WrongTypeError(f"{CALLED} expects Axes of matplotlib or a window as ax, got {describe(ax)}")
    return axes


@contextmanager
def collecting(on_screen: Callable[[], bool] = lambda: False) -> Iterator[Collection]:
    """The list of the figures that are made meanwhile, those of windows and all others, in their order."""
    figures = Collection()
    figures.on_screen = on_screen
    token = _collected.set(figures)
    try:
        yield figures
    finally:
        _collected.reset(token)


@contextmanager
def undone_by_errors() -> Iterator[None]:
    """Let no figure that has been made meanwhile be left, blank, if there is an error."""
    collected = _collected.get()
    count = 0 if collected is None else len(collected)
    try:
        yield
    except Exception:
        if collected is not None:
            del collected[count:]
        raise


def emptiness(figure: Any) -> str:
    """Why a picture is blank: nothing is drawn in it, or nothing of that is in its frame; empty if it is not blank."""
    found = "nothing is drawn in it"
    for axes in figure.axes:
        if axes.collections or axes.images or axes.patches or axes.texts or axes.name != "rectilinear":
            return ""
        for line in axes.lines:
            points = line.get_xydata()
            if len(points):
                found = "all that is drawn is outside of its frame"
            if _is_seen(line, points, axes.viewLim) or line.get_transform() is not axes.transData:
                return ""
    return found


def _is_seen(line: Any, points: Any, frame: Any) -> bool:
    """Is some of a line, or of points that are not joined, in a frame?"""
    if line.get_linestyle() not in ("None", "", " "):
        return bool(len(points)) and bool(line.get_path().intersects_bbox(frame, filled=False))
    return bool(((points >= frame.min) & (points <= frame.max)).all(axis=1).any())


def changed(figures: Iterable[Any], seen: Callable[[Any], bool] = lambda figure: False) -> list[Any]:
    """Those of some figures that something has been drawn in since this was asked, unless they are blank.

    Those that can be ``seen`` already are among them when they have become blank, too.
    """
    new = (figure for figure in figures if figure.stale or _is_waiting(figure))
    found = [figure for figure in new if seen(figure) or not emptiness(figure)]
    for figure in found:
        figure.stale = False
    return found


def _is_waiting(figure: Any) -> bool:
    return any(len(line.waiting[1]) for axes in figure.axes for line in axes.lines if hasattr(line, "waiting"))


def has_pointer(figure: Any) -> bool:
    """Does the figure stand where buttons are pressed, or will it: on a screen, or in a notebook by ipympl?"""
    canvas = figure.canvas
    if canvas.manager is None:
        collected = _collected.get()
        return collected is not None and figure in collected and collected.on_screen()
    web = sys.modules.get("matplotlib.backends.backend_webagg_core")
    return canvas.required_interactive_framework is not None or (
        web is not None and isinstance(canvas, web.FigureCanvasWebAggCore)
    )


def _pyplot_shows() -> bool:
    """Is this a notebook of Python, or a shell whose user has switched pyplot's interactive mode on?"""
    interactive = sys.modules.get("IPython.core.interactiveshell")
    shell = interactive.InteractiveShell._instance if interactive is not None else None
    if getattr(shell, "kernel", None) is not None:
        return True
    pyplot = sys.modules.get("matplotlib.pyplot")
    return pyplot is not None and pyplot.isinteractive()


# --- screen ----------------------------------------------------------------------------------------------------------
# Windows on a screen, by the toolkit that matplotlib finds; they are shown by the thread that started the program.
#
# A program of Scheme runs in a thread of its own, and toolkits want the first one: what a program draws is shown
# between the forms of a prompt, and when a program has ended.


def is_there() -> bool:
    if sys.platform.startswith("linux") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return False
    from matplotlib import get_backend, pyplot

    try:
        backend = get_backend()  # which finds one, where none is chosen
        if backend not in _working:
            pyplot.switch_backend(backend)
    except ImportError:
        return False
    _working.add(backend)
    return backend.lower() not in DRAWING_FILES


#: The backends of matplotlib that have no windows.
DRAWING_FILES = {"agg", "cairo", "pdf", "pgf", "ps", "svg", "template", "inline"}

_working: set[str] = set()  # backends that could be loaded


def show(figures: Iterable[Any]) -> None:
    """Show figures in windows, and what is new in those that have one; a window that was closed is opened again."""
    from matplotlib import pyplot

    for figure in figures:
        if not has(figure):
            pyplot.figure(FigureClass=lambda *args, figure=figure, **options: figure)
            manager: Any = figure.canvas.manager
            manager.set_window_title(figure.get_label() or "scmpy")
            manager.show()
        figure.canvas.draw_idle()
    tend()


def has(figure: Any) -> bool:
    return any(manager is figure.canvas.manager for manager in _managers())


def close(figures: Iterable[Any]) -> None:
    from matplotlib import pyplot

    for figure in figures:
        if figure.canvas.manager is not None:
            pyplot.close(figure)


def wait() -> None:
    from matplotlib import pyplot

    pyplot.show(block=True)


def tend() -> None:
    for manager in _managers():
        manager.canvas.flush_events()


def framework() -> str | None:
    """The toolkit of the windows that there are, by the name that IPython calls it; None if there are none."""
    found = next((manager.canvas.required_interactive_framework for manager in _managers()), None)
    return None if found is None else str(found)


def _managers() -> list[Any]:
    helpers: Any = sys.modules.get("matplotlib._pylab_helpers")
    return [] if helpers is None else helpers.Gcf.get_all_fig_managers()


# --- styles ----------------------------------------------------------------------------------------------------------
# Styles: the keywords that go to matplotlib, and what is said where it does not take one of them.


@contextmanager
def styles(style: Mapping[str, Any], draw: Callable[..., Any] | None = None) -> Iterator[None]:
    """Let what matplotlib raises of a style be an error that says so, and names the nearest option of a function."""
    try:
        yield
    except (AttributeError, TypeError, ValueError) as error:
        if isinstance(error, ScmpyError) or not style or not _is_of_matplotlib(error.__traceback__):
            raise
        given = ", ".join(f"{name}={value!r:.40}" for name, value in style.items())
        unknown = next((name for name in style if f"argument '{name}'" in str(error)), "")
        near = nearest_names(unknown, inspect.signature(draw).parameters if draw else ())
        text = f"styles that it does not take, {given}: {error}" + (f"; there is {near}" if near else "")
        raise WrongTypeError(f"{CALLED} gives matplotlib {text}") from None


def _is_of_matplotlib(traceback: TracebackType | None) -> bool:
    *_, (frame, _) = walk_tb(traceback)
    return str(frame.f_globals.get("__name__")).partition(".")[0] in ("matplotlib", "mpl_toolkits")


# --- picture types ---------------------------------------------------------------------------------------------------
# The words that pictures are annotated with, beside those of mechanics in structure/aliases.py.

if TYPE_CHECKING:
    from scmpy.geometry.chart import Chart

#: Axes of matplotlib on which something was drawn, for more to be drawn on them. Matplotlib's own annotations refuse
#: much of what its values can, such as comparisons of the data of a line, so a type checker asks nothing of them.
Axes: TypeAlias = Any

#: A movie: an animation of matplotlib.
Movie: TypeAlias = Any

#: A trajectory, an ensemble at several times, a state of arrays, or a list or dictionary of these.
Motion: TypeAlias = Any

#: Names of the numbers of a state: a text, words apart, or a list; or the chart of its coordinates.
Names: TypeAlias = "str | Iterable[Any] | Chart"


# --- labels ----------------------------------------------------------------------------------------------------------
# Labels of axes: the names of numbers, typeset, with their units.
#
# A name is typeset as it is in formulas, ``theta_1dot`` as \dot\theta_1; digits at its end are an index. What is no
# name (it has spaces, or mathematics between dollars) is text as it stands.

_INDEXED = re.compile(r"([A-Za-z]+?)(\d+)((?:_.*|dot|prime)?)")
_MAKER = re.compile(r"[^\s()]+->")
_POWER = re.compile(r"\^\(?(-?\d+(?:/\d+)?)\)?")


def label(name: Any, units: Any = None) -> str:
    r"""The label for a number of a name, or for the value of a function.

    >>> label("p_theta"), label("theta1"), label("x1_0"), label("angle of the arm")
    ('$p_{\\theta}$', '$\\theta_{1}$', '$x_{1,0}$', 'angle of the arm')
    >>> label("v", {"v": "m/s"}), label("energy")
    ('$v$ (m/s)', 'energy')
    """
    text = name_in_label(name)
    return with_unit(_typeset(text), units_of(units).get(text, ""))


def with_unit(text: str, unit: str) -> str:
    """The text of a label with a unit, if there is one; the unit alone where there is no text."""
    return f"{text} ({_unit(unit)})" if unit and text else _unit(unit) or text


def name_in_label(name: Any) -> str:
    return str(name) if isinstance(name, (str, Symbol)) else _called(name)


def _called(f: Any) -> str:
    """The name of a function; nothing of one without a name, in either language.

    What a procedure makes of another quantity is called by what it makes.

    >>> from scmpy import L_pendulum, Lagrangian_to_energy
    >>> _called(Lagrangian_to_energy(L_pendulum(1, 1, 1))), _called(2 * Lagrangian_to_energy(L_pendulum(1, 1, 1)))
    ('energy', '(* 2 energy)')
    """
    name = _MAKER.sub("", name_of(f))
    return "" if "<lambda>" in name or "$" in name or name == "lambda" else name


def parameters_of(f: Any) -> tuple[str, ...]:
    """The names of a function's parameters, in either language, for axes along which nothing else has a name.

    >>> parameters_of(lambda theta, p: theta + p), parameters_of(lambda *several: 0)
    (('theta', 'p'), ())
    """
    if isinstance(f, Function):
        return parameters_of(f.function)
    try:
        parameters = inspect.signature(f).parameters.values()
    except (TypeError, ValueError):
        return ()
    taken = [p.name for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    names = [name.partition("\u01c0")[0] for name in taken]  # of Scheme, where it is no name in Python
    return () if any(name.startswith("_") for name in names) else tuple(names)


def units_of(units: Any) -> Mapping[str, str]:
    if units is None:
        return {}
    if not isinstance(units, Mapping) or not all(isinstance(unit, str) for unit in units.values()):
        raise WrongTypeError(f'the units are by name, as {{"theta": "rad"}}; got {describe(units)}')
    return {str(name): unit for name, unit in units.items()}


def with_measured(measured: Mapping[str, str], units: Any) -> Mapping[str, str]:
    """The units by the names of numbers: those that quantities have, and given ones of plain numbers."""
    given = units_of(units)
    for name, unit in given.items():
        if measured.get(name, unit) != unit:
            raise DimensionError(f"{name} is drawn in its unit {measured[name]}; given are the units of plain numbers")
    return {**measured, **given}


def _typeset(text: str) -> str:
    if "$" in text or not text or not re.fullmatch(r"[^\s()\\{}<>]+", text):
        return text
    found = _INDEXED.fullmatch(text)
    if found and _is_letter(found[1]):
        accent, rest = (found[3], "") if found[3][:1] != "_" else ("", found[3])
        text = f"{found[1]}{accent}_{found[2]}{rest}"
    elif text.isalpha() and not _is_letter(text) and r"\mathsf" in tex(Word(text)):
        return text  # a word
    typeset = tex(Word(text)).replace(r"\textsf{", r"\text{")
    return f"${typeset}$"


def _is_letter(base: str) -> bool:
    return len(base) == 1 or base in GREEK


def _unit(unit: str) -> str:
    if "^" not in unit:
        return unit
    powers = _POWER.sub(r"^{\1}", unit).replace(" ", r"\,")
    return rf"$\mathrm{{{powers}}}$"


# --- axes ------------------------------------------------------------------------------------------------------------
# Quantities along the axes of pictures: they are drawn in base units, of which an axis has one, with which it is
# labelled.

#: The units of what has been drawn along the axes of Axes.
_drawn: WeakKeyDictionary[Any, dict[str, str]] = WeakKeyDictionary()

#: The units of the limits of windows, as quantities.
_framed: WeakKeyDictionary[Any, tuple[Any, Any]] = WeakKeyDictionary()


def measure(ax: Any, *units: str) -> None:
    """Note the units of what is to be drawn along the axes; an error if something in other units is there already."""
    known = _drawn.setdefault(ax, {})
    if not ax.has_data():
        known.clear()
        known |= {axis: unit_text(unit) for axis, unit in zip("xy", _framed.get(ax, ()), strict=False)}
    for axis, unit in zip("xyz", units, strict=False):
        check_axis(f"the {axis} axis", known.setdefault(axis, unit), unit)


def check_axis(what: str, unit: str, other: str) -> None:
    if unit != other:
        one, another = (x or "plain numbers" for x in (unit, other))
        raise DimensionError(f"{CALLED}: {what} is in {one}, and cannot be in {another} too")


def unit_text(unit: Any) -> str:
    return str(getattr(unit, "unit", ""))


def label_units(ax: Any, *units: str) -> None:
    """Label axes with units: after the names that they have as formulas, or alone where there is nothing."""
    for axis, unit in zip("xyz", units, strict=False):
        text = getattr(ax, f"get_{axis}label")()
        if unit and (not text or (text[0] == text[-1] == "$" and r"\mathrm" not in text)):
            getattr(ax, f"set_{axis}label")(with_unit(text, unit))


def write(ax: Any, x: str = "", y: str = "", z: str = "") -> bool:
    """Label axes that have no labels yet, or have units alone for them; is there one?"""
    found = False
    for axis, text in zip("xyz", (x, y, z), strict=True):
        unit = _unit_along(ax, axis)
        if text and getattr(ax, f"get_{axis}label")() in ("", with_unit("", unit)):
            getattr(ax, f"set_{axis}label")(text if text.endswith(with_unit("x", unit)[1:]) else with_unit(text, unit))
            found = True
    return found


def _unit_along(ax: Any, axis: str) -> str:
    return _drawn.get(ax, {}).get(axis, "") or unit_text(frame_unit(ax, "xyz".index(axis)))


#: The names of the argument and the value of what is drawn in Axes, and the labels that they have of these.
_graphs: WeakKeyDictionary[Any, dict[str, tuple[str, str]]] = WeakKeyDictionary()


def write_graph(ax: Any, f: Any) -> None:
    """Label axes by what a program's own function calls its argument and value, if all that are drawn there agree."""
    own = isinstance(f, FunctionType)
    names = ("".join(parameters_of(f)[:1]), name_in_label(f)) if own else ("", "")
    known = _graphs.setdefault(ax, {})
    for axis, name in zip("xy", names, strict=True):
        first, text = known.get(axis, (name, ""))
        if first != name:
            _take_back(ax, axis, text)
        elif axis not in known and write(ax, **{axis: label(name)}):
            text = getattr(ax, f"get_{axis}label")()
        known[axis] = first, text


def forget_graphs(ax: Any) -> None:
    for axis, (_, text) in _graphs.pop(ax, {}).items():
        _take_back(ax, axis, text)


def _take_back(ax: Any, axis: str, text: str) -> None:
    if text and getattr(ax, f"get_{axis}label")() == text:
        getattr(ax, f"set_{axis}label")(with_unit("", _unit_along(ax, axis)))


def frame_in_units(ax: Any, x: Sequence[Any], y: Sequence[Any]) -> None:
    units = [common_units(CALLED, *ends)[0] for ends in (x, y)]
    if any(isinstance(unit, TreeNode) for unit in units):
        _framed[ax] = (units[0], units[1])
        label_units(ax, *map(unit_text, units))


def is_in_units(ax: Any) -> bool:
    return ax in _framed


def frame_unit(ax: Any, axis: int) -> Any:
    return _framed[ax][axis] if ax in _framed and axis < 2 else 1


class AxisUnits:
    """The numbers of what is drawn along axes, and the units that they have in common."""

    def __init__(self, count: int = 2) -> None:
        self.units: list[list[Any]] = [[] for _ in range(count)]

    def plain(self, axis: int, value: Any) -> Any:
        kind = type(value)
        if kind is float or kind is int:
            self.note(axis, value)
            return value
        if isinstance(value, (list, tuple)):
            return [self.plain(axis, x) for x in value]
        if isinstance(value, TreeNode) and value.is_scalar:
            self.note(axis, value)
            return magnitudes(value)
        if isinstance(value, Structure) and any(isinstance(x, TreeNode) for x in value):
            return type(value)(self.plain(axis, x) for x in value)
        return value

    def note(self, axis: int, value: Any) -> None:
        if value or isinstance(value, TreeNode):
            self.units[axis] = agreeing(CALLED, self.units[axis], value)

    @property
    def texts(self) -> list[str]:
        return [unit_text(found[0]) if found else "" for found in self.units]

    def drawn(self, ax: Any) -> None:
        """Note and label the units of what is to be drawn; of the exact 0 alone nothing is known."""
        if any(self.texts) or ax in _framed or any(_drawn.get(ax, {}).values()):
            known = _framed.get(ax, (1, 1))
            texts = [
                text if found and found[0] is not ANY else unit_text(known[axis]) if axis < 2 else ""
                for axis, (text, found) in enumerate(zip(self.texts, self.units, strict=True))
            ]
            measure(ax, *texts)
            label_units(ax, *texts)


def along(ax: Any, *values: Any) -> list[Any]:
    """The numbers of what is to be drawn along the axes, whose units are noted."""
    columns = AxisUnits(len(values))
    found = [columns.plain(axis, value) for axis, value in enumerate(values)]
    columns.drawn(ax)
    return found


def measures_in(units: Sequence[Any], values: Any) -> Any:
    listed = list(values) if isinstance(values, (Iterable, Structure)) else [values]
    common_units(CALLED, *map(converted, listed), *([attach_units(units, 1)] if units else []))
    return [magnitudes(converted(x)) for x in listed]


class MapOfNumbers(Function):
    """A map of quantities in these units as one of their numbers, (x y continue fail)."""

    __slots__ = ("images", "step", "units")

    def __init__(self, step: Callable[..., Any], units: Sequence[Any]) -> None:
        from scmpy.numerics.dynamics.maps import of_coordinates  # which loads what compiles motions

        super().__init__(self._next, name_of(step))
        self.step, self.units = of_coordinates(step), units
        images = getattr(step, "images", None)  # in base units: of maps that find many at less cost
        self.images = images and (lambda x, y, count: images(*attach_units(units, Up((x, y))), count))

    def _next(self, x: Any, y: Any, proceed: Callable[[Any, Any], Any], fail: Callable[[], Any]) -> Any:
        image = self.step(*attach_units(self.units, Up((x, y))), lambda x, y: Up((x, y)), lambda: None)
        if image is None:
            return fail()
        common_units("a map", attach_units(self.units, Up((1, 1))), image)
        return proceed(*magnitudes(image))


def of_unit(function: Callable[[Any], Any], unit: Any) -> Callable[[Any], Any]:
    return (lambda x: function(attach_units([unit], x))) if isinstance(unit, TreeNode) else function
