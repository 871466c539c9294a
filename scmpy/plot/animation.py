"""Movies: pictures that move with the time of a motion, as matplotlib's animations, and their files.

A file is written by what there is: ffmpeg makes MP4 files, Pillow, which comes with matplotlib, GIF files, and a page
of HTML with the pictures in it needs neither.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from os import PathLike, fspath
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from scmpy.errors import CALLED, DomainError, ScmpyError, WrongTypeError, describe
from scmpy.generic.display import watched
from scmpy.generic.settings import MOST_COMPONENTS, check_callable
from scmpy.generic.types import Numbers, Real
from scmpy.numerics.ode.ivp import real
from scmpy.numerics.ode.trajectory import Trajectory
from scmpy.plot.curves import Curve, curves_of, drawing, elements, same_scale, some_finite, space
from scmpy.plot.figure import Axes, Motion, Movie, axes_of, png, require_matplotlib
from scmpy.plot.window import Canvas
from scmpy.registry import public
from scmpy.structure.types import StateFunction

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


if TYPE_CHECKING:
    import pathlib

FPS = 25
LARGEST_PAGE = 1_000  # megabytes of pictures
KINDS = {".mp4": "ffmpeg", ".gif": "pillow", ".html": "html"}


def frames_of(motion: Any, fps: Any, speed: Any, names: Any = None) -> Curve:
    """The states of a motion at the times of the pictures of a movie; those of states of arrays are what they are."""
    import numpy

    rate, pace = (real(x, CALLED, what) for x, what in ((fps, "fps"), (speed, "the speed")))
    if rate <= 0 or pace <= 0:
        raise DomainError(f"{CALLED} expects pictures a second, and a speed, above 0; got {fps} and {speed}")
    times = None
    if isinstance(motion, Trajectory):
        first, last = motion.moments[0], motion.moments[-1]
        count = MOST_COMPONENTS.check(int(abs(last - first) / pace * rate) + 1, CALLED, "pictures", 500)
        times = first + numpy.arange(count) * (pace / rate if last >= first else -pace / rate)
        times = numpy.clip(times, min(first, last), max(first, last))
    curves = curves_of(motion, names, times)
    if len(curves) != 1:
        raise WrongTypeError(f"{CALLED} shows one motion, got {len(curves)}")
    return curves[0]


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
    return png(film._fig)


def movies_of(figure: Any) -> list[Any]:
    return getattr(figure, "movies", [])


@public("save-movie", in_scheme=False)
def save_movie(
    movies: Movie | Iterable[Movie],
    file: str | PathLike[str],
    *,
    fps: Real | None = None,
    dpi: Real | None = None,
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
    import pathlib

    path = pathlib.Path(fspath(file))
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


def best_suffix() -> str:
    from matplotlib.animation import writers

    return ".mp4" if writers.is_available("ffmpeg") else ".gif"


# --- mechanisms ------------------------------------------------------------------------------------------------------
# Mechanisms: linkages, given by the positions of their joints as functions of the state; still and as movies.

SHOWN = 9  # positions of a still picture
LINK = {"marker": "o", "linewidth": 2.0, "markersize": 5.0}


@drawing("plot-mechanism")
def plot_mechanism(
    motion: Motion,
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
    import numpy

    (curve,) = _one(curves_of(motion))
    axes, points = _stage(curve, joints, ax)
    if path:
        axes.plot(*points[-1], color="gray", linewidth=0.8)
    if isinstance(times, int) and not isinstance(times, bool):
        if times < 1:
            raise DomainError(f"{CALLED} shows a mechanism at some times, got {times}")
        shown = numpy.linspace(0, len(curve.times) - 1, times).round().astype(int)
        at = [[[column[i] for column in point] for point in points] for i in shown]
    else:
        elements(times, "the times at which the mechanism is shown, or how many") if times is not None else ()
        (moments,) = _one(curves_of(motion, times=times)) if isinstance(motion, Trajectory) else (None,)
        if moments is None:
            raise WrongTypeError(f"{CALLED} shows states of arrays at a number of times, got {describe(times)}")
        places = _positions(moments, joints)
        at = [[[column[i] for column in point] for point in places] for i in range(len(moments.times))]
    for i, place in enumerate(at):
        strength = 0.25 + 0.75 * (i + 1) / len(at)
        for chain in chains_of(links, len(points)):
            axes.plot(*_polyline(place, chain), **{"color": "C0", "alpha": strength, **LINK, **style})
    return axes


@drawing("mechanism-movie")
def mechanism_movie(
    motion: Motion,
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

    def update(i: int) -> Sequence[Any]:
        place = [[column[i] for column in point] for point in points]
        for arm, chain in zip(arms, chains, strict=True):
            put(arm, _polyline(place, chain))
        if path:
            put(trail, [column[: i + 1] for column in points[-1]])
        clock.set_text(f"$t$ = {curve.times[i]:.1f}")
        return [*arms, trail, clock]

    update(0)
    return movie(axes.figure, update, len(curve.times), fps)


def put(line: Any, columns: Sequence[Any]) -> None:
    if len(columns) == 3:
        line.set_data_3d(*columns)
    else:
        line.set_data(*columns)


def _one(curves: list[Curve]) -> list[Curve]:
    if len(curves) != 1:
        raise WrongTypeError(f"{CALLED} shows one motion, got {len(curves)}")
    return curves


def _positions(curve: Curve, joints: Callable[[Any], Any]) -> list[list[Any]]:
    check_callable(joints, CALLED, "the positions of joints, a function of states")
    points = curve.paths(joints)
    for point in points:
        for column in point:
            some_finite(column, "the positions of the joints")
    return points


def _stage(curve: Curve, joints: Callable[[Any], Any], ax: Any) -> tuple[Any, list[list[Any]]]:
    """Axes that have room for all positions, and these; a window keeps its frame."""
    import numpy

    points = _positions(curve, joints)
    size = len(points[0])
    axes = space(ax) if size == 3 else axes_of(ax)
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
