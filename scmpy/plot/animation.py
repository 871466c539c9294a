"""Movies: pictures that move with the time of a motion, as matplotlib's animations, and their files; pages of HTML.

A movie is written by what there is: ffmpeg makes MP4 files, Pillow, which comes with matplotlib, GIF files, and a page
of HTML with the pictures in it needs neither. In a page of a motion the browser computes and draws.
"""

from __future__ import annotations

import json
import math
import pathlib
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from html import escape
from os import PathLike
from tempfile import TemporaryDirectory
from typing import Any

from scmpy.errors import CALLED, DomainError, ScmpyError, StructureError, WrongTypeError, describe
from scmpy.generic.display import watched
from scmpy.generic.functions import name_of
from scmpy.generic.settings import MOST_COMPONENTS, check_callable, items, setting
from scmpy.generic.types import AnyChart, Numbers, Real, Value, Values, tree_leaves, tree_unflatten
from scmpy.mechanics.motion import Motion
from scmpy.numerics.compile.codegen import JAVASCRIPT
from scmpy.numerics.compile.compiled_function import CompiledFunction, compile_function
from scmpy.numerics.compile.llvm import WritingArithmetic
from scmpy.numerics.ode.dense_output import names_of
from scmpy.numerics.ode.events import DIRECTIONS
from scmpy.numerics.ode.ivp import InitialValueProblem, form_of, real, state_of
from scmpy.numerics.ode.methods import DOP853
from scmpy.numerics.ode.step_control import error_norm, length_factor
from scmpy.numerics.ode.trajectory import Trajectory
from scmpy.plot.curves import Curve, curves_of, drawing, elements, same_scale, some_finite, space
from scmpy.plot.figure import Axes, Movie, axes_of, label, measure, require_matplotlib, with_unit, write
from scmpy.plot.figure import Motion as AnyMotion
from scmpy.plot.window import Canvas, in_notebook
from scmpy.registry import numpy, public, text_beside
from scmpy.render.latex import association, mathml
from scmpy.structure.tuples import Structure, Up, has_units
from scmpy.structure.types import Name, State, StateFunction
from scmpy.symbolic.expression import symbol
from scmpy.symbolic.simplify import tex

# --- filming ---------------------------------------------------------------------------------------------------------
# The pictures of movies one after the other: what stands still is drawn once.
#
# A picture is what stands still, which is kept, and over it what moves, with all that is drawn over that. The layout
# of the figure is that of the first picture.

Update = Callable[[int], Sequence[Any]]  # from the number of a picture to the artists that it moves


class Camera:
    """What a writer of movies takes for a figure: it saves the picture of what has moved."""

    def __init__(self, figure: Any) -> None:
        from matplotlib.backends.backend_agg import FigureCanvasAgg

        self.figure = figure
        self.canvas = FigureCanvasAgg(figure)
        self.moving: list[Any] = []
        self._above: list[Any] = []  # and what stands still behind it:
        self._behind: Any = None

    @property
    def dpi(self) -> float:
        return float(self.figure.dpi)

    def get_size_inches(self) -> Any:
        return self.figure.get_size_inches()

    def set_size_inches(self, width: float, height: float, forward: bool = False) -> None:
        if (width, height) != tuple(self.get_size_inches()):
            self.figure.set_size_inches(width, height, forward=False)
            self._behind = None

    def savefig(self, file: Any, *, dpi: float, **options: Any) -> None:
        if dpi != self.figure.dpi:
            self.figure.dpi, self._behind = dpi, None
        self._draw()
        if options["format"] == "rgba":
            file.write(bytes(self.canvas.buffer_rgba()))
        else:
            from matplotlib.image import imsave

            imsave(file, self.canvas.buffer_rgba(), format=options["format"])

    def _draw(self) -> None:
        if self._behind is None:
            self.canvas.draw()  # which lays it out
            self.figure.set_layout_engine("none")
            self._above = _from_the_first_on(self.moving)
            for artist in self._above:
                artist.set_animated(True)  # which leaves it out
            self.canvas.draw()
            self._behind = self.canvas.copy_from_bbox(self.figure.bbox)
        self.canvas.restore_region(self._behind)
        for artist in self._above:
            artist.axes.draw_artist(artist)


def _from_the_first_on(moving: Sequence[Any]) -> list[Any]:
    """What moves in Axes, and what is drawn over some of it, in order."""
    from matplotlib.axis import Axis
    from matplotlib.spines import Spine

    found: list[Any] = []
    for axes in dict.fromkeys(artist.axes for artist in moving):
        drawn = [x for x in axes.get_children() if x is not axes.patch and x.get_visible()]
        if axes.name == "3d" or not axes.axison:  # where it is drawn first of all, or not at all
            drawn = [x for x in drawn if not isinstance(x, (Axis, Spine))]
        drawn.sort(key=lambda artist: artist.get_zorder())
        found += drawn[min(drawn.index(artist) for artist in moving if artist.axes is axes) :]
    return found


@contextmanager
def filming(figure: Any) -> Iterator[Camera]:
    canvas, engine, dpi, size = figure.canvas, figure.get_layout_engine(), figure.dpi, figure.get_size_inches()
    camera = Camera(figure)
    try:
        yield camera
    finally:
        for artist in camera._above:
            artist.set_animated(False)
        figure.set_layout_engine(engine or "none")
        figure.dpi = dpi
        figure.set_size_inches(*size, forward=False)
        figure.set_canvas(canvas)


def film(figure: Any, updates: Sequence[Update], count: int, writer: Any, file: Any, dpi: float) -> None:
    """Write so many pictures of movies of one figure, which move together, by a writer of matplotlib's."""
    with filming(figure) as camera, writer.saving(camera, file, dpi), watched(range(count), "picture") as pictures:
        for i in pictures:
            camera.moving = [artist for update in updates for artist in update(i)]
            writer.grab_frame()


FPS = 25
LARGEST_PAGE = 1_000  # megabytes of pictures
KINDS = {".mp4": "ffmpeg", ".gif": "pillow", ".html": "html"}


def frames_of(motion: Any, fps: Any, speed: Any, names: Any = None) -> Curve:
    """The states of a motion at the times of the pictures of a movie; those of states of arrays are what they are."""
    rate, pace = (real(x, CALLED, what) for x, what in ((fps, "fps"), (speed, "the speed")))
    if rate <= 0 or pace <= 0:
        raise DomainError(f"{CALLED} expects pictures a second, and a speed, above 0; got {fps} and {speed}")
    if isinstance(motion, Trajectory):
        first, last = motion.moments[0], motion.moments[-1]
        count = MOST_COMPONENTS.check(int(abs(last - first) / pace * rate) + 1, CALLED, "pictures", 500)
        times = first + numpy.arange(count) * (pace / rate if last >= first else -pace / rate)
        times = numpy.clip(times, min(first, last), max(first, last))
        return Curve(motion.at_numbers(times), motion.names if names is None else names_of(motion.place, names))
    return _one(motion, names)


class Clock:
    """What moves an animation on: a timer of the canvas that its figure has when that is first drawn on a screen.

    A figure gets its window later than its movie, and another canvas with it. The time to the next picture begins when
    this one is drawn: a toolkit whose timers are due faster than it draws would answer nothing else.
    """

    def __init__(self, figure: Any, interval: float) -> None:
        self.figure, self.interval = figure, interval
        self._callbacks: list[Callable[[], Any]] = []
        self._timer: Any = None
        self._connection: int | None = None

    def add_callback(self, callback: Callable[[], Any]) -> None:
        self._callbacks.append(callback)

    def remove_callback(self, callback: Callable[[], Any]) -> None:
        self.stop()
        self._callbacks.remove(callback)

    def start(self) -> None:
        self.stop()
        self._connection = self.figure.canvas.mpl_connect("draw_event", self._wait)
        self._wait()

    def stop(self) -> None:
        if self._connection is not None:
            self.figure.canvas.mpl_disconnect(self._connection)
        if self._timer is not None:
            self._timer.stop()
        self._connection = self._timer = None

    def _wait(self, event: Any = None) -> None:
        canvas = self.figure.canvas
        if self._timer is None and not canvas.is_saving():
            self._timer = canvas.new_timer(interval=max(1, round(self.interval)), callbacks=[(self._tick, (), {})])
            self._timer.single_shot = True
            self._timer.start()

    def _tick(self) -> None:
        self._timer = None
        for callback in self._callbacks:
            callback()


MOST_IN_A_NOTEBOOK = 600  # pictures: some seconds to draw


def movie(figure: Any, update: Callable[[int], Sequence[Any]], count: int, fps: Any) -> Any:
    """The animation of a figure by a function that changes artists for the picture of a number, and gives them."""
    from matplotlib.animation import FuncAnimation

    clock = Clock(figure, 1000 / fps)
    found: Any = FuncAnimation(
        figure, update, frames=count, interval=clock.interval, event_source=clock, blit=False, cache_frame_data=False
    )
    found._draw_was_started = True  # who does not look at it needs no warning
    found.pictures = update, count
    found._repr_html_, found._repr_png_ = partial(_as_html, found), partial(_first_picture, found)
    figure.movies = [*movies_of(figure), found]
    return found


def _as_html(film: Any) -> str | None:
    """What a notebook shows: the pictures, and what plays them; of many the first one alone."""
    if film.pictures[1] > MOST_IN_A_NOTEBOOK:
        return None
    with TemporaryDirectory() as folder:
        return save_movie(film, f"{folder}/movie.html").read_text(encoding="utf-8")


def _first_picture(film: Any) -> bytes:
    film.pictures[0](0)
    return in_notebook(film._fig)


def movies_of(figure: Any) -> list[Any]:
    return getattr(figure, "movies", [])


@public("save-movie", in_scheme=False)
def save_movie(
    movies: Movie | Iterable[Movie], file: str | PathLike[str], *, fps: Real | None = None, dpi: Real | None = None
) -> pathlib.Path:
    """Write a movie to a file, in the format that its name ends in, and give its path.

    A name without an ending gets that of the best format there is: .mp4 with ffmpeg, else .gif; .html is a page with
    the pictures in it, and controls. Several movies of one figure, in a list, move together.

    Shapes:  movies: an animation of matplotlib, or a list of some of one figure
    Raises:  ScmpyError if the file cannot be written, or the format needs a program that is not there;  DomainError
             unless pictures a second are positive; WrongTypeError for another kind of file, and for what are no movies
             of one figure
    >>> import numpy, tempfile
    >>> t = numpy.linspace(0, 1, 5)
    >>> turning = mechanism_movie(up(t, t), lambda state: up(up(0, 0), up(cos(state[1]), sin(state[1]))))
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     save_movie(turning, f"{folder}/arm.gif").name
    'arm.gif'
    """
    require_matplotlib()
    from matplotlib.animation import Animation

    listed: list[Any] = [*movies] if isinstance(movies, (list, tuple)) and movies else [movies]
    first = listed[0]
    for one in listed:
        if not isinstance(one, Animation):
            raise WrongTypeError(f"save-movie expects a movie, an animation of matplotlib, got {describe(one)}")
        if getattr(one, "_fig", None) is not first._fig:
            raise WrongTypeError("save-movie expects movies of one figure")
    path = pathlib.Path(file)
    if not path.suffix:
        path = path.with_name(path.name + best_suffix())
    kind = KINDS.get(path.suffix.lower())
    if kind is None:
        raise WrongTypeError(f"save-movie writes files that end in {', '.join(KINDS)}, not {path.name}")
    if kind == "ffmpeg" and best_suffix() != ".mp4":
        raise ScmpyError(f"{path}: MP4 files are written by ffmpeg, which is not installed; .gif and .html need none")
    rate = 1000 / first._interval if fps is None else real(fps, "save-movie", "fps")
    if rate <= 0:
        raise DomainError(f"save-movie expects pictures a second above 0, got {fps}")
    try:
        _save(listed, path, kind, rate, dpi)
    except OSError as error:
        raise ScmpyError(f"{path}: cannot write the movie: {error.strerror or error}") from None
    return path


def _save(movies: Sequence[Any], path: pathlib.Path, kind: str, fps: float, dpi: Any) -> None:
    """Write movies of one figure. Of those made here it is known what moves in them."""
    from matplotlib.animation import writers

    first, *others = movies
    in_page: Any = {"embed_frames": True, "embed_limit": LARGEST_PAGE} if kind == "html" else {}
    make: Any = writers[kind]
    writer = make(fps=fps, **in_page)
    if all(hasattr(one, "pictures") for one in movies):
        updates, counts = zip(*(one.pictures for one in movies), strict=True)
        film(first._fig, updates, min(counts), writer, path, dpi or first._fig.dpi)
    else:
        first.save(path, writer=writer, dpi=dpi, extra_anim=others or None)
    if kind == "html":  # the icons on matplotlib's buttons are another host's
        page = path.read_text(encoding="utf-8")
        path.write_text(
            re.sub("<link[^>]*>", lambda link: text_beside("plot/movie_buttons.html"), page, count=1), encoding="utf-8"
        )


def best_suffix() -> str:
    from matplotlib.animation import writers

    return ".mp4" if writers.is_available("ffmpeg") else ".gif"


# --- mechanisms ------------------------------------------------------------------------------------------------------
# Mechanisms: linkages, given by the positions of their joints as functions of the state; still and as movies.

SHOWN = 9  # positions of a still picture
LINK = {"marker": "o", "linewidth": 2.0, "markersize": 5.0}


@drawing("plot-mechanism")
def plot_mechanism(
    motion: AnyMotion,
    joints: StateFunction,
    times: int | Numbers = SHOWN,
    *,
    links: Iterable[Iterable[int]] | None = None,
    path: bool = True,
    ax: Canvas | None = None,
    **style: Any,
) -> Axes:
    """Draw a mechanism at several times of a motion, the earlier ones fainter, and the path of its last joint.

    ``joints`` is a function of states whose value are the positions of the joints, a tuple of tuples, each of which is
    linked to the next. ``links`` are chains of joints by their numbers, where it is otherwise: [(0, 1, 2), (1, 3)].
    ``times`` are those shown, or how many.

    Scheme:  (plot-mechanism [window] motion joints [times])
    Shapes:  joints: state -> up(up(x, y), ...) or up(up(x, y, z), ...);  result: the Axes
    Raises:  StructureError unless positions have two or three coordinates;  DomainError if no time is shown, or the
             joints have no values; WrongTypeError unless there are chains of joints that exist, and times; LimitError
             for too many joints
    1 ]=> (define (turn state) (up 1 1))
    1 ]=> (define (arm state) (up (up 0 0) (up (sin (ref state 1)) (cos (ref state 1)))))
    1 ]=> (plot-mechanism (trajectory turn (up 0 0) 1) arm 5)
    >>> import numpy
    >>> t = numpy.linspace(0, pi / 2, 100)
    >>> ax = plot_mechanism(up(t, t), lambda state: up(up(0, 0), up(cos(state[1]), sin(state[1]))), 3)
    >>> ax.lines[-1].get_xydata().round(9).tolist()
    [[0.0, 0.0], [0.0, 1.0]]
    """
    curve = _one(motion)
    axes, points = _stage(curve, joints, ax)
    if path:
        axes.plot(*points[-1], color="gray", linewidth=0.8)
    if isinstance(times, int) and not isinstance(times, bool):
        if times < 1:
            raise DomainError(f"{CALLED} shows a mechanism at some times, got {times}")
        shown: Any = numpy.linspace(0, len(curve.times) - 1, times).round().astype(int)
    else:
        elements(times, "the times at which the mechanism is shown, or how many") if times is not None else ()
        if not isinstance(motion, Trajectory):
            raise WrongTypeError(f"{CALLED} shows states of arrays at a number of times, got {describe(times)}")
        curve = _one(motion, times=times)
        points, shown = _positions(curve, joints), range(len(curve.times))
    for k, i in enumerate(shown):
        place, strength = [[column[i] for column in point] for point in points], 0.25 + 0.75 * (k + 1) / len(shown)
        for chain in chains_of(links, len(points)):
            axes.plot(*_polyline(place, chain), **{"color": "C0", "alpha": strength, **LINK, **style})
    return axes


@drawing("mechanism-movie")
def mechanism_movie(
    motion: AnyMotion,
    joints: StateFunction,
    *,
    links: Iterable[Iterable[int]] | None = None,
    path: bool = True,
    fps: Real = FPS,
    speed: Real = 1.0,
    ax: Canvas | None = None,
    **style: Any,
) -> Movie:
    """The movie of a mechanism: an animation of matplotlib, with the path of the last joint behind it.

    ``joints`` and ``links`` are as those of plot_mechanism. There are ``fps`` pictures a second, in which the time of
    the motion goes on by ``speed``; of a state of arrays each time is a picture. save_movie writes it to a file.

    Scheme:  (mechanism-movie [window] motion joints)
    Shapes:  joints: state -> up(up(x, y), ...) or up(up(x, y, z), ...);  result: an animation
    Raises:  as plot_mechanism; DomainError unless there are pictures; LimitError for too many joints or pictures
    1 ]=> (define (turn state) (up 1 1))
    1 ]=> (define (arm state) (up (up 0 0) (up (sin (ref state 1)) (cos (ref state 1)))))
    1 ]=> (define film (mechanism-movie (trajectory turn (up 0 0) 1) arm))
    >>> import numpy
    >>> t = numpy.linspace(0, 1, 5)
    >>> turning = mechanism_movie(up(t, t), lambda state: up(up(0, 0), up(cos(state[1]), sin(state[1]))))
    >>> len(list(turning.new_frame_seq()))
    5
    """
    curve = frames_of(motion, fps, speed)
    axes, points = _stage(curve, joints, ax)
    (trail,) = axes.plot(*([] for _ in points[0]), color="gray", linewidth=0.8)
    chains = chains_of(links, len(points))
    arms = [axes.plot(*([] for _ in points[0]), **{"color": "C0", **LINK, **style})[0] for _ in chains]
    text = axes.text2D if len(points[0]) == 3 else axes.text
    clock = text(0.02, 0.98, "", transform=axes.transAxes, verticalalignment="top")
    times = _clock_texts(curve)

    def update(i: int) -> Sequence[Any]:
        place = [[column[i] for column in point] for point in points]
        for arm, chain in zip(arms, chains, strict=True):
            put(arm, _polyline(place, chain))
        if path:
            put(trail, [column[: i + 1] for column in points[-1]])
        clock.set_text(times[i])
        return [*arms, trail, clock]

    update(0)
    return movie(axes.figure, update, len(curve.times), fps)


def _clock_texts(curve: Curve) -> list[str]:
    """The times of pictures, with so many digits that they can be told apart."""
    times = curve.times.tolist()
    decimals = max(1, 1 - math.floor(math.log10(abs(times[-1] - times[0]) or 1.0)))
    form = f".{decimals}f" if decimals < 5 and max(map(abs, times)) < 1e6 else ".2e"
    unit = with_unit("", curve.unit(curve.names[0]))
    return [f"{label(curve.names[0])} = {t:{form}} {unit}".rstrip() for t in times]


def put(line: Any, columns: Sequence[Any]) -> None:
    (line.set_data_3d if len(columns) == 3 else line.set_data)(*columns)


def _one(motion: Any, names: Any = None, times: Any = None) -> Curve:
    curves = curves_of(motion, names, times)
    if len(curves) != 1:
        raise WrongTypeError(f"{CALLED} shows one motion, got {len(curves)}")
    return curves[0]


def _positions(curve: Curve, joints: Callable[[Any], Any]) -> list[list[Any]]:
    check_callable(joints, CALLED, "the positions of joints, a function of states")
    points = curve.paths(joints)
    for point in points:
        for column in point:
            some_finite(column, "the positions of the joints")
    return points


def _stage(curve: Curve, joints: Callable[[Any], Any], ax: Any) -> tuple[Any, list[list[Any]]]:
    """Axes that have room for all positions, and these; a window keeps its frame."""
    points = _positions(curve, joints)
    size = len(points[0])
    axes = space(ax) if size == 3 else axes_of(ax)
    unit = curve.position_unit(joints)
    measure(axes, *[unit] * size)
    write(axes, "$x$", "$y$", "$z$" if size == 3 else "")
    same_scale(axes, "box")
    if getattr(getattr(axes, "scmpy_window", None), "framed", False):
        return axes, points
    every = [numpy.concatenate([point[k] for point in points]) for k in range(size)]
    room = 0.06 * max(float(numpy.nanmax(column) - numpy.nanmin(column)) for column in every) or 1.0
    for axis, column in zip("xyz", every, strict=False):
        getattr(axes, f"set_{axis}lim")(numpy.nanmin(column) - room, numpy.nanmax(column) + room)
    return axes, points


def chains_of(links: Any, count: int) -> list[list[int]]:
    if links is None:
        return [list(range(count))]
    found = [list(elements(chain)) for chain in elements(links)]
    for chain in found:
        MOST_COMPONENTS.check(len(chain), CALLED, "joints in a chain", 1_000)
        if not all(isinstance(k, int) and -count <= k < count for k in chain):
            raise WrongTypeError(f"{CALLED}: there are joints 0 to {count - 1}; the chain {chain} has others")
    if not found:
        raise WrongTypeError(f"{CALLED} expects chains of joints, as [(0, 1, 2), (1, 3)], got {describe(links)}")
    return found


def _polyline(place: Sequence[Sequence[Any]], chain: Sequence[int]) -> list[list[float]]:
    return [list(column) for column in zip(*(place[k] for k in chain), strict=True)]


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


def step_source(count: int) -> str:
    """The text of a function of a slope, a time, a state of so many numbers, its slope, a length and a tolerance.

    It tries a step, and gives the new state, its error over that allowed, and the factor for the next length.
    """
    scribe = Scribe()
    t, h, tolerance = (Written(scribe, name) for name in ("t", "h", "tolerance"))
    y, f = ([scribe.named(f"{name}[{i}]") for i in range(count)] for name in "yf")

    def slope(time: Any, state: Sequence[Written]) -> list[Written]:
        rates = scribe.named(f"slope({scribe.listed(state)})").text
        return [scribe.named(f"{rates}[{i}]") for i in range(count)]

    taken = DOP853.step(slope, t, y, f, h)
    state = [scribe.named(x.text) for x in taken.state]
    squares = [error_norm(error, y, state, tolerance, on=scribe) for error in taken.errors]
    error = scribe.named(DOP853.error(h, squares).text)
    factor = length_factor(error, DOP853.powers[0], scribe)
    end = f"return {{y: {scribe.listed(state)}, error: {error.text}, factor: {factor.text}}};"
    return "\n    ".join(["function attempt(slope, t, y, f, h, tolerance) {", *scribe.lines, end]) + "\n}"


PICTURES = 601  # of ten seconds, for a still one of all
_LONGEST = 3000  # characters of TeX are shown of what nobody has asked for
_MOST_STEPS = 100_000  # for a still picture: a motion of more is shown where the page runs
_PARAMETERS = "a list of (name value), or a mapping"


class Page:
    """A page that moves by itself; ``html`` is its text, which ``save`` writes to a file and a notebook shows.

    ``still`` is a picture of the motion, as an element of SVG; empty where the motion ends too early.
    """

    kind_in_scheme = "page"

    def __init__(self, html: str, title: str, still: str) -> None:
        self.html, self.title, self.still = html, title, still

    def __repr__(self) -> str:
        return f"<page {self.title}>"

    @property
    def words(self) -> tuple[str, ...]:
        return (self.title,)

    def save(self, path: str) -> None:
        """Write the page to a file."""
        try:
            pathlib.Path(path).write_text(self.html, encoding="utf-8")
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

    The motion is a trajectory, whose jumps at events the page makes too, or a motion of compile-motion or a state
    derivative with the state to start from. With
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
    jumps, recorded = [], None
    if isinstance(motion, Trajectory):
        jumps, recorded = motion.jumps, motion
        if motion.course is None:
            raise WrongTypeError(
                "page: this trajectory does not know by which derivative it moves; give the derivative"
            )
        state = motion.at_numbers(motion.moments[0]) if state in (None, False) else state
        names, motion = names or motion.names, motion.course.motion.derivative
    if state in (None, False):
        raise WrongTypeError("page expects with a state derivative the state that the motion starts from")
    if has_units(state):
        raise WrongTypeError("page moves plain numbers: give the state in the units that are to be shown")
    start = state_of(state, "page")
    given = {
        name: float(real(x, "page", f"the parameter {name}"))
        for name, x in association(parameters or (), _PARAMETERS).items()
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
    for i, event in enumerate(jumps):
        wanted[f"event{i}"] = (event.function, (start,), 0.0, "an event, whose function gives a number")
        wanted[f"then{i}"] = (event.then, (start,), start, "what makes a state of that at an event")
    written = {name: _written(name, values, *about) for name, about in wanted.items()}
    code = [step_source(len(tree_leaves(start))), *(text for text, _ in written.values())]
    code.append(f"const jumps = [{', '.join(_jump(i, event.direction) for i, event in enumerate(jumps))}];")
    places = written["joints"][1]
    dimension, count = (2, 0) if not joints else _joints(places)
    called = names_of(start, names or None)
    frame = [real(x, "page", "the window") for x in items(window or (-math.pi, math.pi, -math.pi, math.pi), "page")]
    if len(frame) != 4:
        raise StructureError(f"page: a window is x-low, x-high, y-low, y-high; got {len(frame)} numbers")
    pace = real(speed, "page", "the speed")
    if pace <= 0:
        raise DomainError(f"page: a speed is above zero, got {pace}")
    numbers = tree_leaves(start)
    coordinates = len(tree_leaves(start[1])) if len(start) > 1 else 0
    across, up = (1, 1 + coordinates) if 1 + coordinates < len(numbers) else (0, len(numbers) - 1)
    still = _still(recorded, solution, pace, across, up)
    data: dict[str, Any] = {
        "names": called,
        "start": numbers,
        "coordinates": coordinates,
        "axes": [across, up],
        "parameters": [{"name": name, "value": x} for name, x in given.items()],
        "links": chains_of(links, count) if links else None,
        "dimension": dimension,
        "sphere": bool(sphere),
        "speed": float(pace),
        "window": frame,
    }
    title = str(title or "A motion")
    parts = {"TITLE": escape(title), "EQUATIONS": _typeset(equations, motion, start, called, list(given))}
    parts |= {"STILL": still, "CODE": "\n".join(code), "DATA": json.dumps(data).replace("<", "\\u003c")}
    return Page(re.sub("__([A-Z]+)__", lambda found: parts[found[1]], text_beside("plot/page.html")), title, still)


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
    parts = places.components if isinstance(places, Structure) else ()
    joints = parts if all(isinstance(part, Structure) for part in parts) else (places,)
    counts = {len(joint) for joint in joints}
    if len(counts) != 1 or not counts <= {2, 3}:
        raise StructureError("page: joints are positions of two or three coordinates each, as up(up(x, y), ...)")
    return counts.pop(), len(joints)


def _jump(i: int, direction: str) -> str:
    signs = {0: (1, -1)}.get(DIRECTIONS[direction], (DIRECTIONS[direction],))
    return ", ".join(f"[event{i}, then{i}, {sign}]" for sign in signs)


def _still(motion: Trajectory | None, solution: Any, speed: float, across: int, up: int) -> str:
    """A picture of a trajectory, or of the first seconds, one number against another, for who runs no scripts."""
    first = float(solution.time)
    try:
        if motion is None:
            with setting(ode_most_steps=_MOST_STEPS):
                states: Any = [solution.advance(first + speed * i / 60) for i in range(PICTURES)]
        else:
            last = motion.moments[-1]
            states = motion.numpy([*(first + (last - first) * i / PICTURES for i in range(PICTURES)), last])
    except ScmpyError:
        return ""
    rows = [[state[k] for k in (across, up)] for state in states]
    low, high = [*map(min, zip(*rows, strict=True))], [*map(max, zip(*rows, strict=True))]
    sizes = [b - a or 1.0 for a, b in zip(low, high, strict=True)]
    points = " ".join(f"{300 * (x - low[0]) / sizes[0]:.1f},{300 * (high[1] - y) / sizes[1]:.1f}" for x, y in rows)
    line = f'<polyline points="{points}" fill="none" stroke="#1f6feb"/>'
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
