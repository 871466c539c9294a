"""The figures of SICM's chapter 5 with SciPy and matplotlib."""

import math

import numpy

from .tools import TAU, dots, motion, picture


def figures_5_3_to_5_5():
    circle = numpy.arange(120) * TAU / 120
    for name, n, turns, count in (("5.3", 3, 1, 8), ("5.4", 0, 1, 8), ("5.5", 1.75, 2, 12)):
        omega = 2 * math.sqrt(1 - n / 4)

        def epicycle(t, omega=omega):
            return 0.2 * (numpy.sin(omega * t) + 2j / omega * numpy.cos(omega * t))

        t = numpy.arange(0, turns * TAU, 0.02)
        path = numpy.exp(1j * t) * (1 + epicycle(t))
        axes = picture(name, -1.5, 1.5, -1.5, 1.5)
        dots(axes, numpy.cos(circle), numpy.sin(circle))
        axes.plot(path.real, path.imag, "k-")
        for t in numpy.arange(count) * turns * TAU / count:
            around = numpy.exp(1j * t) * (1 + epicycle(circle[::3]))
            dots(axes, around.real, around.imag)
            velocity = 0.2 * (omega * numpy.cos(omega * t) - 2j * numpy.sin(omega * t))
            line = numpy.exp(1j * t) * (1 + epicycle(t) + numpy.array([0, velocity]))
            axes.plot(line.real, line.imag, "k-")
        yield axes


def figures_5_6_and_5_7():
    for name, power, speed, duration, size in (("5.6", 2.3, 1.1, 120.0, 2.0), ("5.7", 0.75, 1.2, 50.0, 1.5)):

        def rates(t, state, power=power):
            x, y, vx, vy = state
            pull = (x * x + y * y) ** (-(power + 1) / 2)
            return [vx, vy, -pull * x, -pull * y]

        times = numpy.linspace(0, duration, round(50 * duration) + 1)
        axes = picture(name, -size, size, -size, size)
        dots(axes, *motion(rates, [1.0, 0.0, 0.0, speed], times)[:2])
        yield axes
