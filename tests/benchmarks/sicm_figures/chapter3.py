"""The figures of SICM's chapter 3 with SciPy and matplotlib."""

import math

import numpy
from numpy import cos, sin
from scipy.optimize import brentq

from .tools import PI, TAU, contours, dots, iterate, motion, picture, section, stroboscope, turned


def figure_3_4():
    axes = picture("3.4", -PI, PI, -10, 10)
    contours(axes, lambda theta, p: p**2 / 2 - 9.8 * cos(theta), [-9, -7, -4, 0, 4, 8, 9.8, 12, 20, 30, 40])
    yield axes


def figures_3_5_to_3_8():
    A, C, gMR = 0.000696, 0.000132, 0.112

    def V(p, theta):
        return p**2 / (2 * A) * numpy.tan(theta / 2) ** 2 + gMR * cos(theta)

    def V_apart(theta):
        return (0.0145 - 0.0119 * cos(theta)) ** 2 / (2 * A * sin(theta) ** 2) + gMR * cos(theta)

    axes, theta = picture("3.5", -1.5, 1.5, 0.1, 0.15), numpy.arange(-1.5, 1.5, 0.01)
    for omega in (160, 133.8, 110):
        axes.plot(theta, V(C * omega, theta), "k-")
    yield axes
    for name, potential, energies in (
        ("3.6", lambda theta: V(C * 145, theta), [0.1122, 0.113, 0.115, 0.12, 0.13, 0.15, 0.19, 0.25]),
        ("3.7", lambda theta: V(C * 120, theta), [0.11, 0.111, 0.112, 0.1125, 0.114, 0.12, 0.13, 0.15, 0.2]),
        ("3.8", V_apart, [0.127, 0.13, 0.135, 0.145, 0.16, 0.2, 0.25]),
    ):
        axes = picture(name, -PI, PI, -0.02, 0.02)
        contours(axes, lambda theta, p, V=potential: p**2 / (2 * A) + V(theta), energies)
        yield axes


def pendulum(A, omega, g=9.8):
    """The rates of angle and momentum of a pendulum of 1 m and 1 kg, or of many, whose support oscillates."""

    def rates(t, y):
        force = A * omega**2 * math.cos(omega * t) - g
        if len(y) == 2:
            return [y[1], force * math.sin(y[0])]
        half = len(y) // 2
        return numpy.concatenate([y[half:], force * sin(y[:half])])

    return rates


def draw_stroboscopic(axes, A, omega, *seeds, g=9.8):
    """Orbits of (theta, p, count); all of one length at once."""
    for length in sorted({count for _, _, count in seeds}):
        starts = numpy.array([(theta, p) for theta, p, count in seeds if count == length])
        found = stroboscope(pendulum(A, omega, g), starts.T.ravel(), TAU / omega, length)
        dots(axes, found[: len(starts)].ravel(), found[len(starts) :].ravel())
    return axes


def figures_3_12_to_3_14():
    both, natural = (1, -1), math.sqrt(9.8)
    seeds = [(theta, 0.0, 500) for theta in (0.4, 0.8, 1.2, 1.55)] + [(1.0, -9.5, 10000)]
    seeds += [(theta, s * p, n) for s in both for theta, p, n in ((0.0, 10.4, 200), (2.0, 7.7, 300))]
    seeds += [(theta, s * p, 500) for s in both for theta, p in ((3.0, 13.5), (3.0, 15.0), (0.0, 15.3), (0.0, 18.0))]
    yield draw_stroboscopic(picture("3.12", -PI, PI, -20, 20), 0.05, 4.2 * natural, *seeds)
    seeds = [(0.0, 3.2, 300), (0.0, 2.8, 500), (0.0, 2.0, 500), (2.0, 0.0, 8000)]
    seeds += [(theta, s * p, n) for s in both for theta, p, n in ((3.0, 5.5, 300), (0.0, 8.7, 500))]
    yield draw_stroboscopic(picture("3.13", -PI, PI, -10, 10), 0.1, 2.0 * natural, *seeds)
    seeds = [(theta, 0.0, 500) for theta in (0.4, 0.8, 1.15, 2.8, 2.4)] + [(1.0, 11.0, 500), (-1.0, -11.0, 500)]
    seeds += [(theta, s * p, n) for s in both for theta, p, n in ((3.0, 7.8, 300), (2.0, 5.0, 5000))]
    yield draw_stroboscopic(picture("3.14", -PI, PI, -20, 20), 0.2, 10.1 * natural, *seeds)


def henon_heiles(t, z):
    x, y, p, q = z
    return [p, q, -x - 2 * x * y, -y - x * x + y * y]


def on_section(E, y, q):
    return [0.0, y, math.sqrt(2 * E - y * y + 2 / 3 * y**3 - q * q), q]


def figures_3_15_to_3_17():
    axes, angles = picture("3.15", -1, 1, -0.8, 1.2), numpy.arange(0, TAU, 0.02)
    for E in (1 / 100, 1 / 40, 1 / 20, 1 / 12, 1 / 8, 1 / 6):
        # along a ray, the potential energy is r^2/2 + r^3 sin(3 theta)/3
        r = [brentq(lambda r, a=a, E=E: r * r / 2 + r**3 * math.sin(3 * a) / 3 - E, 0, 1 + 1e-9) for a in angles]
        axes.plot(r * cos(angles), r * sin(angles), "k-")
    yield axes
    for name, y, q in (("3.16-upper", -0.35, 0.0), ("3.16-lower", 0.0, 0.31), ("3.17", -0.1, 0.1)):
        axes = picture(name, -1, 1, -0.8, 1.2)
        axes.plot(*motion(henon_heiles, on_section(1 / 8, y, q), numpy.arange(0, 150, 0.05))[:2], "k-")
        yield axes


def figures_3_19_to_3_21():
    def sections(name, E, *seeds):
        axes = picture(name, -0.5, 0.7, -0.6, 0.6)
        for y, q, count in seeds:
            _, y, _, q = section(henon_heiles, on_section(E, y, q), count, lambda t, z: z[0])
            dots(axes, y, q)
        return axes

    def on_the_axis(*places):
        return [(y, 0.0, 500) for y in places]

    def on_both_sides(*momenta):
        return [(0.0, sign * q, 500) for q in momenta for sign in (1, -1)]

    seeds = on_the_axis(0.3, 0.35, 0.4, 0.44, 0.47, -0.17, -0.2, -0.25, -0.31, -0.36)
    yield sections("3.19", 1 / 12, *seeds, (-0.1203, 0.0, 1500), *on_both_sides(0.22, 0.25, 0.28))
    seeds = on_the_axis(0.33, 0.4, 0.45, -0.25, -0.3, -0.33, -0.36, -0.4)
    yield sections("3.20", 1 / 8, *seeds, (0.04, 0.09, 500), *on_both_sides(0.27, 0.3), (-0.1, 0.0, 4000))
    yield sections("3.21", 1 / 6, *on_the_axis(0.1, 0.15, 0.2, -0.42), (0.3, 0.2, 6000))


def figure_3_22():
    """The top by its angular momentum and the vertical, both in the body, where angles have no poles."""
    A, B, C, gMR = 3e-4, 2.5e-4, 1e-4, 0.0456
    p_phi = 30 * C
    energy = p_phi**2 / (2 * C) + gMR

    def rates(t, y):
        a, b, c, x, y, z = y
        u, v, w = a / A, b / B, c / C
        torques = [b * w - c * v + gMR * y, c * u - a * w - gMR * x, a * v - b * u]
        return [*torques, y * w - z * v, z * u - x * w, x * v - y * u]

    def start(theta, p):
        """H = p^2/2A + (p_phi - p_psi cos theta)^2/(2B sin^2 theta) + p_psi^2/2C + gMR cos theta, for p_psi."""
        s, c = math.sin(theta), math.cos(theta)
        quadratic = [c * c / (2 * B * s * s) + 1 / (2 * C), -p_phi * c / (B * s * s)]
        rest = p * p / (2 * A) + p_phi**2 / (2 * B * s * s) + gMR * c - energy
        p_psi = max(numpy.roots([*quadratic, rest]).real)
        return [p, (p_phi - p_psi * c) / s, p_psi, 0.0, s, c]

    axes = picture("3.22", 0, PI, -0.01, 0.01)
    for theta, count in [*((theta, 400) for theta in (0.35, 0.5, 0.6, 0.75, 0.9, 1.1, 1.3, 1.5)), (0.1, 3000)]:
        p, _, _, _, s, c = section(rates, start(theta, 0.0), count, lambda t, y: y[3])
        dots(axes, numpy.arctan2(s, c)[s > 0], p[s > 0])
    yield axes


def figures_3_9_and_3_10():
    omega, times = 2 * math.sqrt(9.8), numpy.arange(0, 100.005, 0.01)
    theta, p = motion(pendulum(0.1, omega), [1.0, 0.0], times)
    for name, momentum in (
        ("3.9", p),
        ("3.10-upper", p),
        ("3.10-lower", p + 0.1 * omega * sin(theta) * sin(omega * times)),
    ):
        axes = picture(name, -PI, PI, -10, 10)
        dots(axes, turned(theta), momentum)
        yield axes


def figures_3_23_and_3_24():
    times, aside = numpy.arange(0, 600.5, 0.5), [0.0, 1.0, 0.0, 0.0]

    def apart(start):
        near = numpy.add(start, numpy.multiply(1e-10, aside))
        one, other = (motion(henon_heiles, place, times, 1e-14) for place in (start, near))
        return numpy.linalg.norm(other - one, axis=0) / 1e-10

    def varied(t, z):
        x, y, _, _, dx, dy, dp, dq = z
        return [*henon_heiles(t, z[:4]), dp, dq, -(1 + 2 * y) * dx - 2 * x * dy, -2 * x * dx - (1 - 2 * y) * dy]

    chaotic = on_section(1 / 8, -0.1, 0.1)
    growth = numpy.linalg.norm(motion(varied, chaotic + aside, times)[4:], axis=0)
    axes = picture("3.23", 0, 600, 0, 16)
    for distance in (apart(chaotic), growth):
        axes.plot(times[::2], numpy.log10(distance[::2]), "k-")
    yield axes
    axes = picture("3.24", 0, 600, 0, 30)
    axes.plot(times, apart(on_section(1 / 8, 0.35, 0.0)), "k-")
    yield axes


def figures_3_25_and_3_26():
    def rates(t, y):
        theta, p = y.reshape(2, -1)
        return numpy.concatenate([p, -9.8 * sin(theta)])

    a = numpy.arange(400) * TAU / 400
    for name, middle, width, height, dt, ranges in (
        ("3.25", 1.5, 0.3, 0.6, 0.9, (-3, 3, -6, 6)),
        ("3.26", PI, 0.2, 0.5, 0.3, (0.1, 6.2, -6, 6)),
    ):
        outline = numpy.concatenate([middle + width * cos(a), height * sin(a)])
        axes = picture(name, *ranges)
        for state in motion(rates, outline, numpy.arange(4) * dt).T:
            dots(axes, state[:400], state[400:])
        yield axes


def standard_map(K):
    def step(theta, p):
        p = (p + K * sin(theta)) % TAU
        return (theta + p) % TAU, p

    return step


def figures_3_27_and_3_28():
    regular = (0.4, 0.8, 1.2, 1.7, 2.0, 2.2, 2.5, 2.8, 3.8, 4.1, 4.3, 4.6)
    for name, K, orbits, *long in (
        ("3.27", 0.6, [(3.14, p) for p in regular] + [(0.0, p) for p in (3.0, 2.8, 3.5)], (0.01, 0.0, 8000)),
        (
            "3.28",
            1.4,
            [(3.14, p) for p in (0.5, 1.0, 1.3, 1.55)] + [(0.0, p) for p in (3.0, 2.8, 2.6)] + [(1.3, 0.0)],
            (0.0, 0.1, 20000),
        ),
    ):
        axes = picture(name, 0, TAU, 0, TAU)
        dots(axes, *iterate(standard_map(K), numpy.transpose(orbits), 2000).transpose(1, 0, 2).reshape(2, -1))
        for theta, p, count in long:
            dots(axes, *iterate(standard_map(K), (theta, p), count))
        yield axes
