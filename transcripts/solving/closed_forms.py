# Closed forms: equations, integrals, limits, differential equations, and small oscillations about equilibria.

from fractions import Fraction

from scmpy import *
from scmpy.scheme.language import show

a, b, m, p, s, t, v, x, y, mu, theta, thetadot = symbols("a b m p s t v x y mu theta thetadot")
infinity = float("inf")

# solve gives a list of solutions, each checked by substitution; of several unknowns each solution is a tuple.

show(solve(square(x) - a, x))
# ((* -1 (sqrt a)) (sqrt a))

show(solve([x + y - s, x * y - p], [x, y]))
# ((up (+ (* 1/2 s) (* -1/2 (sqrt (+ (expt s 2) (* -4 p)))))
#      (+ (* 1/2 s) (* 1/2 (sqrt (+ (expt s 2) (* -4 p))))))
#  (up (+ (* 1/2 s) (* 1/2 (sqrt (+ (expt s 2) (* -4 p)))))
#      (+ (* 1/2 s) (* -1/2 (sqrt (+ (expt s 2) (* -4 p)))))))

# Declared facts choose among the solutions.

r = symbols("r", positive=True)

show(solve(square(r) - 4, r))
# (2)

# Integrals, limits and expansions. What depends on facts that nobody has declared is refused, not guessed.

show(integrate(x * sin(a * x), x))
# (/ (+ (* -1 a x (cos (* a x))) (sin (* a x))) (expt a 2))

k = symbols("k", positive=True)

show(integrate(exp(-k * square(x)), x, -infinity, infinity))
# (/ (sqrt π) (sqrt k))

show(limit((1 - cos(a * x)) / square(x), x, 0))
# (* 1/2 (expt a 2))

show(taylor(1 / sin(x), x, 0, 3))
# (/ (+ 1 (* 7/360 (expt x 4)) (* 1/6 (expt x 2))) x)

# A differential equation: the motion of a damped particle, from where it is and how fast.

q = literal_function("x")

show(dsolve(m * (D**2)(q)(t) + b * D(q)(t), q, t, [q(0), D(q)(0) - v]))
# ((/ (+ (* -1 m v (exp (/ (* -1 b t) m))) (* m v)) b))

# A bead on a hoop that turns about its vertical diameter: where can it rest?

g, R, Omega = symbols("g R Omega", positive=True)


def L_hoop(local):
    _, theta, thetadot = local
    return square(R) * (square(thetadot) + square(Omega * sin(theta))) / 2 + g * R * cos(theta)


hoop_flow = Lagrangian_to_state_derivative(L_hoop)

rests = equilibria(hoop_flow, up(t, theta, thetadot))

show(rests)
# ((up t 0 0) (up t π 0)
#             (up t (+ (* 2 π) (* -1 (acos (/ g (* (expt Omega 2) R))))) 0)
#             (up t (acos (/ g (* (expt Omega 2) R))) 0))

# At the lowest point the stability depends on how fast the hoop turns; at the top the bead falls.

show(linearize(hoop_flow, rests[0]))
# (matrix-by-rows (list 0 1) (list (/ (+ (* (expt Omega 2) R) (* -1 g)) R) 0))

show(tuple(stability(hoop_flow, rest).verdict for rest in rests))
# (conditional unstable conditional conditional)

# The normal modes of a linear molecule of three atoms: it can move away, and oscillates in two ways.

m, M = symbols("m M", positive=True)


def L_molecule(local):
    _, x, v = local
    kinetic = m * (square(v[0]) + square(v[2])) / 2 + M * square(v[1]) / 2
    return kinetic - k * (square(x[1] - x[0]) + square(x[2] - x[1])) / 2


show(normal_modes(L_molecule, up(t, up(0, 0, 0), up(0, 0, 0))))
# ((zero 0 (up 1 1 1))
#  (oscillation (/ (sqrt k) (sqrt m)) (up -1 0 1))
#  (oscillation (/ (sqrt (+ (* M k) (* 2 k m))) (* (sqrt m) (sqrt M)))
#               (up 1 (/ (* -2 m) M) 1)))


# The equilateral points of three bodies, in the frame that turns with the two heavy ones: Routh's condition.


def H_three_bodies(mu):
    def at(state):
        _, (x, y), (p_x, p_y) = state
        first, second = sqrt(square(x + mu) + square(y)), sqrt(square(x - 1 + mu) + square(y))
        return (square(p_x) + square(p_y)) / 2 + y * p_x - x * p_y - (1 - mu) / first - mu / second

    return at


def L4(mu):
    half = Fraction(1, 2)
    return up(t, up(half - mu, sqrt(3) / 2), down(-sqrt(3) / 2, half - mu))


show(linearize(H_three_bodies(mu), L4(mu)))
# (matrix-by-rows
#  (list 0 1 1 0)
#  (list -1 0 0 1)
#  (list -1/4 (+ 1.299038105676658 (* -2.598076211353316 mu)) 0 1)
#  (list (+ 1.299038105676658 (* -2.598076211353316 mu)) 5/4 -1 0))

show(stability(H_three_bodies(Fraction(1, 100)), L4(Fraction(1, 100))))
# (linearly-stable
#  (-.2683477485425127i +.2683477485425127i
#                        -.9633221090850995i
#                        +.9633221090850995i))

show(stability(H_three_bodies(Fraction(1, 10)), L4(Fraction(1, 10))).verdict)
# unstable
