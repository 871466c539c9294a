"""Movies: pictures that move with the time of a motion, as matplotlib's animations, and their files.

A file is written by what there is: ffmpeg makes MP4 files, Pillow, which comes with matplotlib, GIF files, and a page
of HTML with the pictures in it needs neither.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from os import PathLike, fspath
from typing import TYPE_CHECKING, Any

from scmpy.errors import DomainError, ScmpyError, WrongTypeError, describe
from scmpy.generic.settings import Limit
from scmpy.numerics.ode.motion import real
from scmpy.numerics.ode.trajectory import Trajectory
from scmpy.plot.curves import Curve, curves_of
from scmpy.plot.figures import require_matplotlib
from scmpy.plot.filming import film
from scmpy.plot.picture_types import Movie
from scmpy.registry import public
from scmpy.structure.aliases import Real

if TYPE_CHECKING:
    import pathlib

FPS = 25
MOST_FRAMES = Limit("most-frames", 20_000, "Pictures of a movie.", "pictures")
LARGEST_PAGE = 1_000  # megabytes of pictures
KINDS = {".mp4": "ffmpeg", ".gif": "pillow", ".html": "html"}


def frames_of(motion: Any, operation: str, fps: Any, speed: Any, names: Any = None) -> Curve:
    """The states of a motion at the times of the pictures of a movie; those of states of arrays are what they are."""
    import numpy

    rate, pace = (real(x, operation, what) for x, what in ((fps, "fps"), (speed, "the speed")))
    if rate <= 0 or pace <= 0:
        raise DomainError(f"{operation} expects pictures a second, and a speed, above 0; got {fps} and {speed}")
    times = None
    if isinstance(motion, Trajectory):
        first, last = motion.moments[0], motion.moments[-1]
        count = MOST_FRAMES.check(int(abs(last - first) / pace * rate) + 1, operation)
        times = first + numpy.arange(count) * (pace / rate if last >= first else -pace / rate)
        times = numpy.clip(times, min(first, last), max(first, last))
    curves = curves_of(motion, operation, names, times)
    if len(curves) != 1:
        raise WrongTypeError(f"{operation} shows one motion, got {len(curves)}")
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
        """Call a function at each tick."""
        self._callbacks.append(callback)

    def remove_callback(self, callback: Callable[[], Any]) -> None:
        """Call it no more."""
        self.stop()
        self._callbacks.remove(callback)

    def start(self) -> None:
        """Tick, on the canvas that there is now."""
        self.stop()
        self._connection = self.figure.canvas.mpl_connect("draw_event", self._wait)
        self._wait()

    def stop(self) -> None:
        """Tick no more."""
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


def movie(figure: Any, update: Callable[[int], Sequence[Any]], count: int, fps: Any) -> Any:
    """The animation of a figure by a function that changes artists for the picture of a number, and gives them."""
    from matplotlib.animation import FuncAnimation

    clock = Clock(figure, 1000 / fps)
    found: Any = FuncAnimation(
        figure, update, frames=count, interval=clock.interval, event_source=clock, blit=False, cache_frame_data=False
    )
    found._draw_was_started = True  # who does not look at it needs no warning
    found.pictures = update, count
    figure.movies = [*movies_of(figure), found]
    return found


def movies_of(figure: Any) -> list[Any]:
    """The movies that have been made of a figure."""
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
    >>> from scmpy import *
    >>> t = numpy.linspace(0, 1, 5)
    >>> turning = mechanism_movie(up(t, t), lambda state: up(up(0, 0), up(cos(state[1]), sin(state[1]))))
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     save_movie(turning, f"{folder}/arm.gif").name
    'arm.gif'
    """
    require_matplotlib("save-movie")
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
    """The ending of the names of movies that can be written here."""
    from matplotlib.animation import writers

    return ".mp4" if writers.is_available("ffmpeg") else ".gif"
