"""What the course's programs draw besides graphs: circles, graphs on their sides and by points, lists of points."""

from __future__ import annotations

import math
from typing import Any

from scmpy.errors import CALLED, DomainError, StructureError, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.arguments import items, length
from scmpy.generic.functions import Function
from scmpy.mechanics.hamiltonian import Hamiltonian_to_state_derivative
from scmpy.numerics.flow.plane_points import plane_near
from scmpy.numerics.ode.motion import real, state_of
from scmpy.numerics.ode.trajectory import trajectory
from scmpy.plot.animation import MOST_FRAMES, mechanism_movie
from scmpy.plot.axes import along
from scmpy.plot.window import MOST_POINTS, Canvas, check_function, draw_graph, fill, graph, value_at, window_of
from scmpy.registry import public
from scmpy.structure.aliases import Numbers, Real, RealFunction
from scmpy.structure.structure import Up, leaves


@public("plot-circle")
def plot_circle(window: Canvas, x: Real, y: Real, radius: Real, steps: int = 100, **style: Any) -> None:
    """Draw a circle in a window, as a polygon of so many sides.

    Scheme:  (plot-circle window x y radius)
    Units:   the center and the radius may be quantities of one dimension
    Raises:  DomainError if a number is not finite; LimitError for too many sides
    Source:  the course's handouts
    >>> from scmpy import frame, plot_circle
    >>> window = frame(-1, 1, -1, 1)
    >>> plot_circle(window, 0, 0, 1)
    """
    found = window_of(window)
    (x, radius), (y, _) = along(found.axes, "plot-circle", (x, radius), (y, radius))
    centre_x, centre_y, size = (real(number, "plot-circle", "a coordinate or a radius") for number in (x, y, radius))
    count = _count(steps)
    angles = [math.tau * k / count for k in range(count + 1)]
    found.draw(
        [centre_x + size * math.cos(angle) for angle in angles],
        [centre_y + size * math.sin(angle) for angle in angles],
        **style,
    )


def _count(steps: Any) -> int:
    if not isinstance(steps, int) or isinstance(steps, bool) or steps < 3:
        raise WrongTypeError(f"{CALLED} expects a number of sides, at least 3, got {describe(steps)}")
    return MOST_POINTS.check(steps, things="sides")


@public("plot-inverse")
def plot_inverse(
    window: Canvas,
    f: RealFunction,
    y0: Real | None = None,
    y1: Real | None = None,
    dy: Real | None = None,
    **style: Any,
) -> None:
    """Draw the graph of a function on its side: the points f(y), y.

    Scheme:  (plot-inverse window f y0 y1 dy)
    Shapes:  f: real -> real
    Raises:  DomainError if the range is empty, dy does not lead through it, or the function is nowhere finite and real
    >>> from scmpy import frame, plot_inverse, square
    >>> window = frame(0, 1, -1, 1)
    >>> plot_inverse(window, square, -1, 1, 0.1)
    """
    ys, xs = graph(window, f, y0, y1, dy, "plot-inverse", 1)
    window_of(window).draw(xs, ys, **style)


@public("plot-fun")
def plot_fun(window: Canvas, f: RealFunction, x0: Real, x1: Real, distance: Real) -> None:
    """Put points of the graph of a function in a window so close to each other that none is further from the next.

    Scheme:  (plot-fun window f x0 x1 distance)
    Shapes:  f: real -> real
    Raises:  DomainError if the range is empty, the distance not positive, or the function nowhere finite and real
    >>> from scmpy import frame, plot_fun, square
    >>> window = frame(0, 1, 0, 1)
    >>> plot_fun(window, square, 0, 1, 0.1)
    """
    name = "plot-fun"
    check_function(f, name)
    if real(distance, name, "the distance") <= 0:
        raise DomainError(f"{name} expects a distance above zero, got {describe(distance)}")
    fill(window, lambda x: (x, f(x)), x0, x1, plane_near(distance), name)


@public("plot-f")
def plot_f(window: Canvas, f: RealFunction, **style: Any) -> None:
    """Draw the graph of a function over the whole width of a window.

    Scheme:  (plot-f window f)
    Shapes:  f: real -> real
    Raises:  DomainError if the function is nowhere finite and real
    >>> from scmpy import frame, plot_f, sin
    >>> plot_f(frame(0, 6.3, -1, 1), sin)
    """
    draw_graph(window, f, None, None, None, "plot-f", style)


@public("plot-xy")
def plot_xy(window: Canvas, xs: Numbers, ys: Numbers, **style: Any) -> None:
    """Draw the line through points whose coordinates are in two lists; it is parted where one is not finite.

    Scheme:  (plot-xy window xs ys)
    Shapes:  xs, ys: lists, tuples or arrays of one length
    Raises:  WrongTypeError if the lists are not of one length, or have other elements than real numbers
    >>> from scmpy import frame, plot_xy
    >>> window = frame(0, 2, 0, 4)
    >>> plot_xy(window, [0, 1, 2], [0, 1, 4])
    """
    found = window_of(window)
    lists = along(found.axes, "plot-xy", *(list(items(numbers)) for numbers in (xs, ys)))
    lists = [[value_at(x, what="a coordinate") for x in numbers] for numbers in lists]
    if len(lists[0]) != len(lists[1]):
        raise WrongTypeError(f"plot-xy expects as many ordinates as abscissas, got {len(lists[1])} and {len(lists[0])}")
    found.draw(*lists, **style)


@public("animate-dp")
def animate_dp(window: Canvas, A: Real, omega: Real, dt: Real, pictures: int = 250) -> Function:
    """The movie of a pendulum of 1 m and 1 kg, g = 9.8 m/s^2, whose support moves up and down as A cos(omega t).

    Its state is (up t theta p), as Hamilton's equations move it; the time of the motion goes on by dt from picture to
    picture. The original draws until it is stopped; here there are so many pictures, which are repeated on a screen.

    Scheme:  ((animate-dp window A omega dt [pictures]) state)
    Shapes:  state: up(t, theta, p);  result: state -> an animation of matplotlib
    Raises:  DomainError unless dt is positive and there are pictures;  StructureError unless the state is up(t, theta,
             p)
    Source:  the course's programs
    1 ]=> (define film ((animate-dp (frame -2. 2. -2. 2.) .1 (* 4.2 (sqrt 9.8)) .04 25) (up 0. 2. 0.)))
    >>> from scmpy import *
    >>> window = frame(-2, 2, -2, 2)
    >>> film = animate_dp(window, 0.1, 4.2 * 9.8**0.5, 0.04, 25)(up(0.0, 2.0, 0.0))
    >>> window.axes.lines[1].get_xydata().round(3).tolist()  # from the support, which begins at A
    [[0.0, 0.1], [0.909, 0.516]]
    """
    name = "animate-dp"
    found = window_of(window, name)
    height, rate, step = (real(x, name, what) for x, what in ((A, "A"), (omega, "omega"), (dt, "dt")))
    if step <= 0 or not length(pictures, name, MOST_FRAMES):
        raise DomainError(f"{name} expects a positive dt, and some pictures, got {dt} and {pictures}")

    def support(t: Any) -> Any:
        return g.mul(height, g.cos(g.mul(rate, t)))

    def H(state: Any) -> Any:
        t, theta, p = state
        weight = g.sub(9.8, g.mul(g.square(rate), support(t)))
        return g.sub(g.div(g.square(p), 2), g.mul(weight, g.cos(theta)))

    def rod(state: Any) -> Up:
        t, theta, _ = state
        top = support(t)
        return Up((Up((0.0, top)), Up((g.sin(theta), g.sub(top, g.cos(theta))))))

    def animate(state: Any) -> Any:
        import numpy

        place = state_of(state, name)
        if len(leaves(place)) != 3:
            raise StructureError(f"{name} expects a state (up t theta p), got {describe(state)}")
        times = place[0] + step * numpy.arange(pictures)
        motion = trajectory(Hamiltonian_to_state_derivative(H), place, times[-1] + step)
        return mechanism_movie(motion(times), rod, path=False, ax=found)

    return Function(animate, "(animate-dp window A omega dt)")
