"""The pictures of movies one after the other: what stands still is drawn once.

A picture is what stands still, which is kept, and over it what moves, with all that is drawn over that. The layout of
the figure is that of the first picture.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from scmpy.generic.progress import watched

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
        """Dots an inch, as a figure has them; the size is in inches."""
        return float(self.figure.dpi)

    def get_size_inches(self) -> Any:
        return self.figure.get_size_inches()

    def set_size_inches(self, width: float, height: float, forward: bool = False) -> None:
        if (width, height) != tuple(self.get_size_inches()):
            self.figure.set_size_inches(width, height, forward=False)
            self._behind = None

    def savefig(self, file: Any, *, dpi: float, **options: Any) -> None:
        """Write the picture in a format."""
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
    """A camera before a figure, which is left as it was."""
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
