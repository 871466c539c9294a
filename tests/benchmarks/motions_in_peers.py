"""The motions of test_motions.py by one peer: ``python motions_in_peers.py heyoka | scipy | numba`` prints its rows.

It needs nothing of scmpy. A row is a name, the least processor time of some calls in milliseconds, and a number of the
end, which the table compares.
"""

from __future__ import annotations

import math
import sys
import time

import numpy as np

START = [0.5, -0.3, 0.0, 0.0]  # of the double pendulum: angles, velocities
GRAVITY = 9.8


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
    from scipy.integrate import odeint, solve_ivp

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
        *least(
            lambda: solve_ivp(kepler, (0, 20 * math.pi), ellipse, "DOP853", rtol=1e-12, atol=1e-12).y[0, -1],
            2,
        ),
    )
    yield (
        "van der Pol",
        *least(lambda: odeint(relaxing, [2.0, 0.0], [0.0, 2000.0], rtol=1e-6, atol=1e-6, mxstep=100_000)[-1][0]),
    )


def numba():
    import numba as nb
    from scipy.integrate import odeint

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
