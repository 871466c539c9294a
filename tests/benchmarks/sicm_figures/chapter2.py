"""The figures of SICM's chapter 2 with SciPy and matplotlib."""

import math

import numpy
from numpy import cos, sin

from .tools import PI, contours, dots, motion, picture, precise, turned

A, B, C = MOMENTS = numpy.array([1.0, math.sqrt(2.0), 2.0])


def spinning(omega):
    """Euler's equations of the free rigid body."""
    a, b, c = omega
    return [(B - C) / A * b * c, (C - A) / B * c * a, (A - B) / C * a * b]


def rotation_matrix(theta, phi, psi):
    """From the body to space, of Euler angles."""
    return about_z(phi) @ about_x(theta) @ about_z(psi)


def about_x(angle):
    return numpy.array([[1, 0, 0], [0, cos(angle), -sin(angle)], [0, sin(angle), cos(angle)]])


def about_z(angle):
    return numpy.array([[cos(angle), -sin(angle), 0], [sin(angle), cos(angle), 0], [0, 0, 1]])


#: Angular velocity in the body where the Euler angles are (1, 0, 0) and their rates (.1, .1, .1).
OMEGA = [0.1, 0.1 * math.sin(1.0), 0.1 * math.cos(1.0) + 0.1]


def draw_errors(name, edge, times, matrices, omega):
    """The relative errors of the angular momentum in space and of the energy."""
    momenta = numpy.array([M @ (MOMENTS * w) for M, w in zip(matrices, omega.T, strict=True)])
    numbers = numpy.column_stack([momenta, MOMENTS @ omega**2 / 2])
    axes = picture(name, 0, 100, -edge, edge)
    for error in (numbers / numbers[0] - 1).T:
        dots(axes, times, error)
    return axes


def figure_2_2():
    def rates(t, y):
        theta, _, psi, a, b, c = y
        precession = (a * math.sin(psi) + b * math.cos(psi)) / math.sin(theta)
        nutation = a * math.cos(psi) - b * math.sin(psi)
        return [nutation, precession, c - precession * math.cos(theta), *spinning(y[3:])]

    times = numpy.arange(0, 100.05, 0.1)
    found = precise(rates, [1.0, 0.0, 0.0, *OMEGA], times)
    yield draw_errors("2.2", 1e-12, times, [rotation_matrix(*angles) for angles in found[:3].T], found[3:])


def figure_2_15():
    def rates(t, y):
        w, x, y, z, a, b, c = y
        turning = [-x * a - y * b - z * c, w * a + y * c - z * b, w * b + z * a - x * c, w * c + x * b - y * a]
        return [*(rate / 2 for rate in turning), *spinning((a, b, c))]

    def matrix(w, x, y, z):
        return numpy.array(
            [
                [w * w + x * x - y * y - z * z, 2 * (x * y - w * z), 2 * (x * z + w * y)],
                [2 * (x * y + w * z), w * w - x * x + y * y - z * z, 2 * (y * z - w * x)],
                [2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z],
            ]
        )

    times = numpy.arange(0, 100.05, 0.1)
    found = precise(rates, [math.cos(0.5), math.sin(0.5), 0.0, 0.0, *OMEGA], times)
    yield draw_errors("2.15", 1e-13, times, [matrix(*q) for q in found[:4].T], found[4:])


def figure_2_3():
    def rates(t, y):
        a, b, c = y
        return [(1 / C - 1 / B) * b * c, (1 / A - 1 / C) * c * a, (1 / B - 1 / A) * a * b]

    axes = picture("2.3", -1.6, 1.6, -1.6, 1.6)
    view = about_x(0.4) @ about_z(0.4)
    for s in (math.asin(math.sqrt((B - A) / (C - A))), 0.2, 0.4, 0.6, 0.77, 0.95, 1.2):
        for angle in (s, PI - s, s + PI, -s):
            for end in (15.0, -15.0):
                start, times = [math.sqrt(A) * cos(angle), 0.0, math.sqrt(C) * sin(angle)], numpy.linspace(0, end, 251)
                x, y, z = (view @ motion(rates, start, times, 1e-10))[:, :-1]
                seen = (y < 0) | (numpy.arange(250) % 3 == 0)
                dots(axes, x[seen], z[seen])
    yield axes


def figures_2_5_to_2_8():
    A, C, gMR = 6.96e-4, 1.32e-4, 0.112
    p_psi = C * (-10.0 * math.cos(0.4) + 200.0)
    p_phi = A * -10.0 * math.sin(0.4) ** 2 + p_psi * math.cos(0.4)

    def precession(theta):
        return (p_phi - p_psi * cos(theta)) / (A * sin(theta) ** 2)

    def rates(t, y):
        theta, _, _, rate = y
        turning = precession(theta)
        torque = A * turning**2 * cos(theta) - p_psi * turning + gMR
        return [rate, turning, p_psi / C - turning * cos(theta), torque * sin(theta) / A]

    t = numpy.linspace(0, 2, 1001)
    theta, phi, _, _ = motion(rates, [0.4, 0.0, 0.0, 0.0], t, 1e-10)
    spin = p_psi / C - precession(theta) * cos(theta)
    for name, x, y, ranges in (
        ("2.5", t, PI - theta, (0, 2, 2.2, 2.9)),
        ("2.6", t, phi, (0, 2, -1, 10)),
        ("2.7", t, spin, (0, 2, 180, 202)),
        ("2.8", phi, PI - theta, (-1, 10, 2.2, 2.9)),
    ):
        axes = picture(name, *ranges)
        axes.plot(x, y, "k-")
        yield axes


def figures_2_12_and_2_13():
    end, times = 100 * PI, numpy.arange(0, 100 * PI, 0.1)
    moon, hyperion = picture("2.12", 0, end, -1, 1), picture("2.13", 0, end, -PI, PI)
    for axes, epsilon, e, thetadot in (
        (moon, 0.026, 0.0, 1.01),
        (moon, 0.026, 0.05, 1.01),
        (hyperion, 0.89, 0.1, 1.05),
    ):

        def rates(t, y, epsilon=epsilon, e=e):
            theta, f, thetadot = y
            near = (1 + e * math.cos(f)) / (1 - e * e)
            torque = -(epsilon**2) / 2 * near**3 * math.sin(2 * (theta - f))
            return [thetadot, math.sqrt(1 - e * e) * near**2, torque]

        theta, f, _ = motion(rates, [0.0, 0.0, thetadot], times)
        dots(axes, times, turned(theta - f))
    yield from (moon, hyperion)


def figure_2_14():
    axes = picture("2.14", -PI, PI, -1, 1)
    energies = [-0.05, -0.03, 0.0, 0.03, 0.05, 0.0625, 0.1, 0.17, 0.26, 0.37]
    contours(axes, lambda phi, p: p**2 / 2 - 0.25 / 4 * cos(2 * phi), energies)
    yield axes
