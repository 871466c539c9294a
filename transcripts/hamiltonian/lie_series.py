# Lie series: how any function of the state changes along the flow of a Hamiltonian.
#
# The derivative of a function F along the flow of H is the Poisson bracket {F, H}; the exponential of this operator,
# applied to F, is the series of F at the time t later. Of the harmonic oscillator:

from fractions import Fraction

from scmpy import *
from scmpy.scheme.language import cons, map_, reverse, series_print, series_to_stream, show, stream_head

m, k, dt, x0, p0, V, theta, p = symbols("m k dt x0 p0 V theta p")


def H_oscillator(m, k):
    def at(state):
        return div(square(momentum(state)), 2 * m) + Fraction(1, 2) * k * square(coordinate(state))

    return at


# The first terms of the coordinate,

series_print(Lie_transform(H_oscillator(m, k), dt)(coordinate)(up(0, x0, p0)), 6)
# x0
# (/ (* dt p0) m)
# (/ (* -1/2 (expt dt 2) k x0) m)
# (/ (* -1/6 (expt dt 3) k p0) (expt m 2))
# (/ (* 1/24 (expt dt 4) (expt k 2) x0) (expt m 2))
# (/ (* 1/120 (expt dt 5) (expt k 2) p0) (expt m 3))

# of the momentum,

series_print(Lie_transform(H_oscillator(m, k), dt)(momentum)(up(0, x0, p0)), 6)
# p0
# (* -1 dt k x0)
# (/ (* -1/2 (expt dt 2) k p0) m)
# (/ (* 1/6 (expt dt 3) (expt k 2) x0) m)
# (/ (* 1/24 (expt dt 4) (expt k 2) p0) (expt m 2))
# (/ (* -1/120 (expt dt 5) (expt k 3) x0) (expt m 2))

# and of the energy, which is constant.

series_print(Lie_transform(H_oscillator(m, k), dt)(H_oscillator(m, k))(up(0, x0, p0)), 6)
# (/ (+ (* 1/2 k m (expt x0 2)) (* 1/2 (expt p0 2))) m)
# 0
# 0
# 0
# 0
# 0


# With unit mass and stiffness these are the series of the motion that everybody knows.


def solution(dt):
    return x0 * cos(dt) + p0 * sin(dt)


coefficients = stream_head(series_to_stream(Lie_transform(H_oscillator(1, 1), dt)(coordinate)(up(0, x0, p0))), 6)


def Taylor_terms(f, count):
    n, derivative, factorial, terms = 0, f, 1, ()
    while n != count:
        n, derivative, factorial, terms = (
            n + 1,
            D(derivative),
            factorial * (n + 1),
            cons(div(derivative(0) * expt(dt, n), factorial), terms),
        )
    return reverse(terms)


show(map_(sub, coefficients, Taylor_terms(solution, 6)))
# (0 0 0 0 0 0)


# A pendulum has no such closed form; the series is as easy. (I = m l^2, V = m g l.)


def H_pendulum(state):
    return square(momentum(state)) / (2 * symbols("I")) - V * cos(coordinate(state))


series_print(Lie_transform(H_pendulum, dt)(coordinate)(up(0, theta, p)), 5)
# theta
# (/ (* dt p) I)
# (/ (* -1/2 V (expt dt 2) (sin theta)) I)
# (/ (* -1/6 V (expt dt 3) p (cos theta)) (expt I 2))
# (/
#  (+ (* 1/24 I (expt V 2) (expt dt 4) (cos theta) (sin theta))
#     (* 1/24 V (expt dt 4) (expt p 2) (sin theta)))
#  (expt I 3))
