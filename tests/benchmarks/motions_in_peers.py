"""The motions of test_motions.py by one peer: ``python motions_in_peers.py heyoka | scipy | numba`` prints its rows.

It needs nothing of scmpy. A row is a name, the least processor time of some calls in milliseconds, and a number of the
end, which the table compares.
"""

import math
import sys
import time

import numpy as np

START = [0.5, -0.3, 0.0, 0.0]  # of the double pendulum: angles, velocities
GRAVITY = 9.8
LINKS = 12  # pendulums of a chain, of masses and lengths 1
HANGING = [0.3 + 0.05 * i for i in range(LINKS)]
SECTION = [0.0, 0.1, math.sqrt(0.25 - 0.01 + 2e-3 / 3), 0.0]  # a state of Henon and Heiles of the energy 1/8
ORBITS = np.random.default_rng(7).uniform(-0.2, 0.2, (4, 10_000))
SPIN = 0.9  # of a hole of mass 1, and of rays the places r, cos theta and their momenta
RAYS = np.array([np.linspace(8, 12, 1000), np.linspace(-0.3, 0.3, 1000), [-0.2] * 1000, np.linspace(0.01, 0.05, 1000)])
MATRICES = np.random.default_rng(1).standard_normal((2, 6, 6))
GAUSS, DAYS = 2.95912208286e-4, 365.25e4
PLANETS = (  # masses, places, velocities in those of the sun, astronomical units, days; HLW, I.2.4
    (1.00000597682, (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)),
    (9.54786104043e-4, (-3.5023653, -3.8169847, -1.5507963), (0.00565429, -0.00412490, -0.00190589)),
    (2.85583733151e-4, (9.0755314, -3.0458353, -1.6483708), (0.00168318, 0.00483525, 0.00192462)),
    (4.37273164546e-5, (8.3101420, -16.2901086, -7.2521278), (0.00354178, 0.00137102, 0.00055029)),
    (5.17759138449e-5, (11.4707666, -25.7294829, -10.8169456), (0.00288930, 0.00114527, 0.00039677)),
    (1 / 1.3e8, (-15.5387357, -25.2225594, -3.1902382), (0.00276725, -0.00170702, -0.00136504)),
)


def least(call, count=7):
    """The least processor time of a call in milliseconds, and its value."""
    call()
    times = []
    for _ in range(count):
        begin = time.process_time()
        value = call()
        times.append(time.process_time() - begin)
    return 1e3 * min(times), float(value)


def many(call, count):
    """A call so short that many are timed."""

    def calls():
        for _ in range(count):
            value = call()
        return value

    spent, value = least(calls)
    return spent / count, value


def heyoka():
    import heyoka as hy

    a, b, v, w = names = hy.make_vars("a", "b", "v", "w")
    c, d = hy.cos(a - b), hy.sin(a - b)

    def accelerations(m1, m2, l1, l2, g):
        """By Cramer's rule from the equations of Lagrange."""
        n11, n12, n22 = (m1 + m2) * l1 * l1, m2 * l1 * l2 * c, m2 * l2 * l2
        f1 = -m2 * l1 * l2 * d * w * w - (m1 + m2) * g * l1 * hy.sin(a)
        f2 = m2 * l1 * l2 * d * v * v - m2 * g * l2 * hy.sin(b)
        determinant = n11 * n22 - n12 * n12
        return (f1 * n22 - f2 * n12) / determinant, (f2 * n11 - f1 * n12) / determinant

    p, q = accelerations(1.0, 1.0, 1.0, 1.0, GRAVITY)
    system = list(zip(names, [v, w, p, q], strict=True))
    motion = hy.taylor_adaptive(system, START, tol=1e-12)

    def begun(integrator, state):
        integrator.time, integrator.state[:] = 0.0, state

    def pendulum():
        begun(motion, START)
        motion.propagate_until(100.0)
        return motion.state[0]

    grid = np.linspace(0, 100, 10001)

    def times():
        begun(motion, START)
        return motion.propagate_grid(grid)[-1][-1][0]

    def short():
        begun(motion, START)
        motion.propagate_until(0.1)
        return motion.state[0]

    yield "double pendulum", *least(pendulum)
    yield "10^4 times", *least(times)
    yield "short call", *many(short, 100)

    x, y, vx, vy = kepler = hy.make_vars("x", "y", "vx", "vy")
    cube = (x * x + y * y) ** -1.5
    ellipse = [0.1, 0.0, 0.0, math.sqrt(19.0)]
    orbit = hy.taylor_adaptive(list(zip(kepler, [vx, vy, -x * cube, -y * cube], strict=True)), ellipse, tol=1e-12)

    def kepler_orbits():
        begun(orbit, ellipse)
        orbit.propagate_until(20 * math.pi)
        return orbit.state[0]

    yield "Kepler", *least(kepler_orbits)

    z, u = hy.make_vars("z", "u")

    def bounce(integrator, sign):
        integrator.state[:] = [0.0, -0.9 * integrator.state[1]]
        return True

    event = hy.t_event(z, callback=bounce, direction=hy.event_direction.negative)
    ball = hy.taylor_adaptive([(z, u), (u, -GRAVITY + 0.0 * z)], [1.0, 0.0], tol=1e-12, t_events=[event])

    def ball_bounces():
        begun(ball, [1.0, 0.0])
        ball.reset_cooldowns()
        last = landing(30) + 1e-3
        while ball.time < last:
            ball.propagate_until(last)
        return ball.state[1]

    yield "30 bounces", *least(ball_bounces)

    varied = hy.var_ode_sys(system, hy.var_args.vars, order=1)
    tangent = hy.taylor_adaptive(varied, START, tol=1e-12, compact_mode=True)
    first = tangent.state.copy()

    def transition():
        begun(tangent, first)
        tangent.propagate_until(20.0)
        return tangent.state[4]

    yield "transition matrix", *least(transition)
    yield "gradient by initial data", *least(transition)

    accelerated = accelerations(*(hy.par[i] for i in range(5)))
    of_parameters = list(zip(names, [v, w, *accelerated], strict=True))
    varied = hy.var_ode_sys(of_parameters, [hy.par[i] for i in range(5)], order=1)
    gradient = hy.taylor_adaptive(varied, START, tol=1e-12, compact_mode=True, pars=[1.0, 1.0, 1.0, 1.0, GRAVITY])
    begin = gradient.state.copy()

    def by_parameters():
        gradient.pars[:] = [1.0, 1.0, 1.0, 1.0, GRAVITY]
        begun(gradient, begin)
        gradient.propagate_until(20.0)
        return gradient.state[4]

    yield "gradient by 5 parameters", *least(by_parameters)

    system = [(x, vx), (y, vy), (vx, -x - 2.0 * x * y), (vy, -y - x * x + y * y)]
    passed = []
    event = hy.nt_event(x, lambda *now: passed.append(now[1]), direction=hy.event_direction.positive)
    crossing = hy.taylor_adaptive(system, SECTION, tol=1e-10, nt_events=[event])

    def section():
        begun(crossing, SECTION)
        passed.clear()
        while len(passed) < 10_000:
            crossing.propagate_for(1000.0)
        return len(passed) >= 10_000

    yield "10^4 crossings", *least(section, 2)

    one = hy.taylor_adaptive(system, SECTION, tol=1e-10)

    def ensemble():
        for k in range(ORBITS.shape[1]):
            begun(one, ORBITS[:, k])
            one.propagate_until(10.0)
        return one.state[0]

    yield "ensemble of 10^4", *least(ensemble, 2)

    solar = hy.model.nbody(6, masses=[mass for mass, *_ in PLANETS], Gconst=GAUSS)
    places = [x for _, place, speed in PLANETS for x in (*place, *speed)]
    bodies = hy.taylor_adaptive(solar, places, tol=1e-10)

    def planets():
        begun(bodies, places)
        bodies.propagate_until(DAYS)
        return bodies.state[6]

    yield "planets, 10^4 years", *least(planets, 2)

    ray = hy.taylor_adaptive(list(zip(kepler, kerr_rates(*kepler), strict=True)), RAYS[:, 0], tol=1e-9)

    def rays():
        for k in range(RAYS.shape[1]):
            begun(ray, RAYS[:, k])
            ray.propagate_until(10.0)
        return ray.state[0]

    yield "1,000 geodesics of Kerr", *least(rays, 2)


def kerr_rates(r, u, p, q):
    """The rates of r, u = cos theta and their momenta along rays of the energy 1, without angular momentum.

    H = (D p^2 + (1 - u^2) q^2 - (r^2 + a^2)^2 / D + a^2 (1 - u^2)) / (2 S), S = r^2 + a^2 u^2, D = r^2 - 2 r + a^2.
    """
    a2 = SPIN * SPIN
    sigma, delta, wide, slope = r * r + a2 * u * u, r * r - 2.0 * r + a2, r * r + a2, 2.0 * r - 2.0
    top = delta * p * p + (1.0 - u * u) * (q * q + a2) - wide * wide / delta
    top_r = slope * p * p - 4.0 * r * wide / delta + wide * wide * slope / (delta * delta)
    top_u = -2.0 * u * (q * q + a2)
    by_r, by_u = (2.0 * r * top - top_r * sigma), (2.0 * a2 * u * top - top_u * sigma)
    twice = 2.0 * sigma * sigma
    return delta * p / sigma, (1.0 - u * u) * q / sigma, by_r / twice, by_u / twice


def landing(count):
    """The time at which a ball from the height 1 lands for so many times more."""
    speed = math.sqrt(2 * GRAVITY)
    return speed / GRAVITY + sum(2 * speed * 0.9**k / GRAVITY for k in range(1, count + 1))


def pendulum_rates(t, y):
    a, b, v, w = y
    c, d = math.cos(a - b), math.sin(a - b)
    f, h = -d * w * w - 2 * GRAVITY * math.sin(a), d * v * v - GRAVITY * math.sin(b)
    n = 2 - c * c
    return np.array([v, w, (f - c * h) / n, (2 * h - c * f) / n])


def relaxing(y, t):
    return np.array([y[1], 1000 * (1 - y[0] * y[0]) * y[1] - y[0]])


def scipy():
    from scipy.integrate import odeint, quad, solve_ivp

    exact = {"epsabs": 1e-11, "epsrel": 1e-11}
    yield "smooth quadrature", *many(lambda: quad(lambda x: math.exp(-x * x), 0, 1, **exact)[0], 500)
    yield "singular quadrature", *many(lambda: quad(lambda x: 1 / math.sqrt(x), 0, 1, **exact)[0], 500)
    a, b = MATRICES
    yield (
        "matrices 6 x 6",
        *many(lambda: (a @ b + np.linalg.solve(a, b) + np.linalg.inv(a))[0, 0] + np.linalg.det(a), 500),
    )

    def pendulum(end, tolerance=1e-12):
        return solve_ivp(pendulum_rates, (0, end), START, "DOP853", rtol=tolerance, atol=tolerance).y[0, -1]

    yield "double pendulum", *least(lambda: pendulum(100.0), 1)
    yield "short call", *many(lambda: pendulum(0.1), 20)

    def kepler(t, y):
        cube = (y[0] * y[0] + y[1] * y[1]) ** -1.5
        return np.array([y[2], y[3], -y[0] * cube, -y[1] * cube])

    ellipse = [0.1, 0.0, 0.0, math.sqrt(19.0)]
    yield (
        "Kepler",
        *least(lambda: solve_ivp(kepler, (0, 20 * math.pi), ellipse, "DOP853", rtol=1e-12, atol=1e-12).y[0, -1], 2),
    )
    yield (
        "van der Pol",
        *least(lambda: odeint(relaxing, [2.0, 0.0], [0.0, 2000.0], rtol=1e-6, atol=1e-6, mxstep=100_000)[-1][0]),
    )


def by_dormand_and_prince(nb):
    """DOP853 as one writes it with numba, of a slope that takes an array and fills another.

    One function gives the state after a time, one so many points of the section y[0] = 0, y[0]' > 0 of an orbit.
    """
    from scipy.integrate._ivp import dop853_coefficients as table

    size = table.N_STAGES
    A, B, E3, E5 = table.A[:size, :size].copy(), table.B.copy(), table.E3[:size].copy(), table.E5[:size].copy()

    @nb.njit
    def stepped(slope, y, h, k, z, new):
        for i in range(1, size):
            for j in range(len(y)):
                total = 0.0
                for m in range(i):
                    total += A[i, m] * k[m, j]
                z[j] = y[j] + h * total
            slope(z, k[i])
        for j in range(len(y)):
            total = 0.0
            for m in range(size):
                total += B[m] * k[m, j]
            new[j] = y[j] + h * total

    @nb.njit
    def error_of(y, h, k, new, tolerance):
        fifth = third = 0.0
        for j in range(len(y)):
            a = b = 0.0
            for m in range(size):
                a += E5[m] * k[m, j]
                b += E3[m] * k[m, j]
            scale = tolerance * (1 + max(abs(y[j]), abs(new[j])))
            fifth += (a / scale) ** 2 / len(y)
            third += (b / scale) ** 2 / len(y)
        return h * fifth / math.sqrt(fifth + 0.01 * third) if fifth else 0.0

    @nb.njit
    def moved(slope, start, end, tolerance):
        n, t, h = len(start), 0.0, 1e-3
        y, k, z, new = start.copy(), np.empty((size, n)), np.empty(n), np.empty(n)
        slope(y, k[0])
        while t < end:
            h = min(h, end - t)
            stepped(slope, y, h, k, z, new)
            error = error_of(y, h, k, new, tolerance)
            if error <= 1:
                t += h
                y[:] = new
                slope(y, k[0])
            h *= min(5.0, max(0.2, 0.9 * error ** (-1 / 8))) if error else 5.0
        return y

    @nb.njit
    def crossings(slope, start, count, tolerance):
        n, h, found = len(start), 1e-3, 0
        y, k, z, new, at = start.copy(), np.empty((size, n)), np.empty(n), np.empty(n), np.empty(n)
        points, rates = np.empty((count, n)), np.empty(n)
        slope(y, k[0])
        while found < count:
            stepped(slope, y, h, k, z, new)
            error = error_of(y, h, k, new, tolerance)
            if error <= 1:
                if y[0] < 0 <= new[0]:
                    length, change = h * y[0] / (y[0] - new[0]), 1.0
                    while abs(change) > 1e-14:
                        stepped(slope, y, length, k, z, at)
                        slope(at, rates)
                        change = at[0] / rates[0]
                        length -= change
                    points[found] = at
                    found += 1
                y[:] = new
                slope(y, k[0])
            h *= min(5.0, max(0.2, 0.9 * error ** (-1 / 8))) if error else 5.0
        return points

    return moved, crossings


def numba():
    import numba as nb
    from scipy.integrate import odeint

    moved, crossings = by_dormand_and_prince(nb)

    @nb.njit
    def swing(y, out):
        a, b, v, w = y
        c, d = math.cos(a - b), math.sin(a - b)
        f, h = -d * w * w - 2 * GRAVITY * math.sin(a), d * v * v - GRAVITY * math.sin(b)
        n = 2 - c * c
        out[0], out[1], out[2], out[3] = v, w, (f - c * h) / n, (2 * h - c * f) / n

    @nb.njit
    def hanging(y, out):
        """M a = f with M = (LINKS - max(i, j)) cos(y_i - y_j)."""
        mass, force = np.empty((LINKS, LINKS)), np.empty(LINKS)
        for i in range(LINKS):
            force[i] = -GRAVITY * (LINKS - i) * math.sin(y[i])
            for j in range(LINKS):
                mass[i, j] = (LINKS - max(i, j)) * math.cos(y[i] - y[j])
                force[i] -= (LINKS - max(i, j)) * math.sin(y[i] - y[j]) * y[LINKS + j] ** 2
            out[i] = y[LINKS + i]
        out[LINKS:] = np.linalg.solve(mass, force)

    rates_of_rays = nb.njit(kerr_rates)

    @nb.njit
    def bent(y, out):
        out[0], out[1], out[2], out[3] = rates_of_rays(y[0], y[1], y[2], y[3])

    @nb.njit
    def rays():
        for k in range(RAYS.shape[1]):
            last = moved(bent, RAYS[:, k], 10.0, 1e-9)
        return last[0]

    @nb.njit
    def henon_heiles(y, out):
        out[0], out[1], out[2], out[3] = y[2], y[3], -y[0] - 2 * y[0] * y[1], -y[1] - y[0] ** 2 + y[1] ** 2

    @nb.njit
    def ensemble():
        for k in range(ORBITS.shape[1]):
            last = moved(henon_heiles, ORBITS[:, k].copy(), 10.0, 1e-10)
        return last[0]

    orbit = np.array(SECTION)
    start, chain = np.array(START), np.array([*HANGING, *[0.0] * LINKS])
    yield "double pendulum", *least(lambda: moved(swing, start, 100.0, 1e-12)[0])
    yield "short call", *many(lambda: moved(swing, start, 0.1, 1e-12)[0], 500)
    yield "chain of 12 pendulums", *least(lambda: moved(hanging, chain, 10.0, 1e-10)[0])
    yield "1,000 geodesics of Kerr", *least(rays)
    yield "10^4 crossings", *least(lambda: len(crossings(henon_heiles, orbit, 10_000, 1e-10)) == 10_000, 2)
    yield "ensemble of 10^4", *least(ensemble, 2)
    fast = nb.njit(relaxing)
    yield (
        "van der Pol",
        *least(lambda: odeint(fast, [2.0, 0.0], [0.0, 2000.0], rtol=1e-6, atol=1e-6, mxstep=100_000)[-1][0]),
    )

    @nb.njit
    def lorenz(y):
        """The rates of a point and of three displacements."""
        out = np.empty(12)
        out[0], out[1], out[2] = 10 * (y[1] - y[0]), y[0] * (28 - y[2]) - y[1], y[0] * y[1] - 8 / 3 * y[2]
        for i in range(3, 12, 3):
            a, b, c = y[i], y[i + 1], y[i + 2]
            out[i], out[i + 1] = 10 * (b - a), (28 - y[2]) * a - b - y[0] * c
            out[i + 2] = y[1] * a + y[0] * b - 8 / 3 * c
        return out

    @nb.njit
    def exponents(duration, step):
        y, sums = np.zeros(12), np.zeros(3)
        y[:3] = 1.0
        y[3] = y[7] = y[11] = 1.0
        count = int(duration / step)
        for k in range(count):
            a = lorenz(y)
            b = lorenz(y + step / 2 * a)
            c = lorenz(y + step / 2 * b)
            d = lorenz(y + step * c)
            y += step / 6 * (a + 2 * b + 2 * c + d)
            if (k + 1) % 50 == 0:
                frame, triangle = np.linalg.qr(y[3:].reshape(3, 3).T.copy())
                for i in range(3):
                    sums[i] += math.log(abs(triangle[i, i]))
                y[3:] = frame.T.copy().ravel()
        return sums[0] / duration

    yield "Lyapunov", *least(lambda: exponents(100.0, 0.005))

    @nb.njit
    def rates(q):
        out = np.empty(64)
        before = q[0]
        before = before + 0.25 * before * before * before
        for i in range(64):
            after = (q[i + 1] if i < 63 else 0.0) - q[i]
            after = after + 0.25 * after * after * after
            out[i] = after - before
            before = after
        return out

    @nb.njit
    def verlet(q, steps, h):
        q, p = q.copy(), np.zeros(64)
        f = rates(q)
        for _ in range(steps):
            p += h / 2 * f
            q += h * p
            f = rates(q)
            p += h / 2 * f
        return q[0]

    chain = np.array([math.sin(math.pi * (i + 1) / 65) for i in range(64)])
    yield "64 springs, 20,000 steps", *least(lambda: verlet(chain, 20_000, 0.01))


if __name__ == "__main__":
    for name, spent, value in {"heyoka": heyoka, "scipy": scipy, "numba": numba}[sys.argv[1]]():
        print(f"{name}|{spent}|{value!r}", flush=True)
