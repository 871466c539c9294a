# The double pendulum on its torus: an article's equations, program and picture, derived from the Lagrangian.
#
# The article gives Hamilton's equations by the inertia matrix, a program that moves them on by the Euler-B method with
# Newton's inside, and the path of the two angles on a torus. Here each is derived, what the article writes is
# compared, and where it slips the difference shows what is true.

from scmpy import *
from scmpy.scheme.language import show

m_1, m_2, l_1, l_2, g, theta_1, theta_2, p_1, p_2, t, h = symbols("m_1 m_2 l_1 l_2 g theta_1 theta_2 p_1 p_2 t h")


def L_double_pendulum(m1, m2, l1, l2, g):
    def at(local):
        theta1, theta2 = coordinate(local)
        v1 = l1 * velocity(local)[0]
        v2 = l2 * velocity(local)[1]
        return (
            m1 * square(v1) / 2
            + m2 * (square(v1) + square(v2) + 2 * v1 * v2 * cos(theta1 - theta2)) / 2
            + m1 * g * l1 * cos(theta1)
            + m2 * g * (l1 * cos(theta1) + l2 * cos(theta2))
        )

    return at


# The inertia matrix is the second derivative by the velocities, the potential what is left at rest.


def at_rest(q):
    return up(0, q, up(0, 0))


def inertia(L):
    return lambda q: partial(2)(partial(2)(L))(at_rest(q))


def potential(L):
    return lambda q: -L(at_rest(q))


def H_inertia(L):
    def at(state):
        q = coordinate(state)
        p = momentum(state)
        return p * solve_linear(inertia(L)(q), p) / 2 + potential(L)(q)

    return at


# That is Hamilton's form of it.

L = L_double_pendulum(m_1, m_2, l_1, l_2, g)
H = H_inertia(L)

q = up(theta_1, theta_2)
p = down(p_1, p_2)
state = up(t, q, p)

show(equivalent(H(state), Lagrangian_to_Hamiltonian(L)(state)))
# equal

# The article's inertia matrix is the same.

mixed = m_2 * l_1 * l_2 * cos(theta_2 - theta_1)
I_article = down(down((m_1 + m_2) * square(l_1), mixed), down(mixed, m_2 * square(l_2)))

show(equivalent(I_article, inertia(L)(q)))
# equal

# The first slip: in the article's text the rates of the momenta have gravity with the wrong sign, upwards for angles
# from where the pendulum hangs. What is too much is twice the force. Its program has the sign right.

velocities = partial(2)(H)(state)
rates = -partial(1)(H)(state)

turning = m_2 * l_1 * l_2 * sin(theta_2 - theta_1) * velocities[0] * velocities[1]

gravity = down((m_1 + m_2) * g * l_1 * sin(theta_1), m_2 * g * l_2 * sin(theta_2))

rates_of_the_text = down(turning, -turning) + gravity

show(equivalent(rates_of_the_text, rates))
# different

show(equivalent(rates_of_the_text - rates, 2 * gravity))
# equal


# The second slip: the text calls B the derivative of I by theta_1, and writes the rates with p B p, where q-dot B q-dot
# belongs: p I^-1 B I^-1 p. The B of the program is -I^-1 dI I^-1, the derivative of the inverse, and has its sign.


def matrix_of(s):
    return s_to_m(up(1, 1), s, up(1, 1))


dI = matrix_of(partial(0)(inertia(L))(q))
A = matrix_of(inertia(L)(q))
B = -(invert(A) * dI * invert(A))


def form(v, M):
    return (transpose(v) * M * v)[0][0] / 2


def rates_by(x):
    return down(x, -x) - gravity


p_column = column_matrix(p_1, p_2)
velocity_column = column_matrix(velocities[0], velocities[1])

show(equivalent(rates_by(form(p_column, dI)), rates))
# different

show(equivalent(rates_by(form(velocity_column, dI)), rates))
# equal

show(equivalent(rates_by(-form(p_column, B)), rates))
# equal

show(equivalent(B, partial(0)(lambda q: invert(matrix_of(inertia(L)(q))))(q)))
# equal


# Euler-B, a step of h: the new momenta x solve F(x) = 0, with the old angles; Newton's method needs F'. The article's
# is right with the program's B: the identity, and h times rows of x B with both signs.


def F(H, state, h):
    def at(x):
        return x - momentum(state) + h * partial(1)(H)(up(time(state), coordinate(state), x))

    return at


x_B = B * p_column

a = h * x_B[0][0]
b = h * x_B[1][0]
F_prime = up(down(1 + a, -a), down(b, 1 - b))

show(equivalent(F_prime, D(F(H, state, h))(p)))
# equal


def Euler_B(H, h):
    def at(state):
        f, x = F(H, state, h), momentum(state)
        while square((residual := f(x))[0]) + square(residual[1]) >= 1e-14:
            x = x - solve_linear(D(f)(x), residual)
        return up(time(state) + h, coordinate(state) + h * partial(2)(H)(up(time(state), coordinate(state), x)), x)

    return at


# The library has this method under the same name; they agree to the residual that the article allows, 1e-7.

H_number = H_inertia(L_double_pendulum(1.0, 1.0, 1.0, 1.0, 9.8))


def sysder():
    return Hamiltonian_to_state_derivative(H_number)


start = up(0.0, up(2.0, 1.0), down(0.0, 0.0))

advance = state_advancer(sysder)


def difference(s1, s2):
    return max(abs(x) for x in ultra_flatten(s1 - s2))


show(
    difference(iterated(Euler_B(H_number, 0.01), 20)(start), advance(start, 0.2, 1e-12, "symplectic-euler-b", 0.01))
    < 1e-06
)
# #t


# The energy over a million steps of a thousandth, as it is at every ten thousandth: Euler-B and Euler-A go about with
# it, explicit Euler heats the pendulum up, Verlet's method is a hundred times better, and the default method, which
# finds its steps by the error that is allowed, loses nothing that one could see. The window has their logarithms.


def along(method, step):
    def at(state):
        if method is not None:
            return advance(state, 10.0, 1e-12, method, step)
        return advance(state, 10.0)

    return at


errors = frame(0, 1000, -12, 2)


def energy_error(step):
    state, worst = start, 0.0
    for _ in range(100):
        state = step(state)
        error = abs(H_number(state) - H_number(start))
        plot_point(errors, time(state), log(max(error, 1e-16)) / log(10))
        worst = max(worst, error)
    return worst


euler_b = energy_error(along("symplectic-euler-b", 0.001))
euler_a = energy_error(along("symplectic-euler-a", 0.001))
explicit_euler = energy_error(along("explicit-euler", 0.001))
verlet = energy_error(along("stormer-verlet", 0.001))
default = energy_error(along(None, None))

show((0.01 < euler_b < 0.5, 0.01 < euler_a < 0.5, explicit_euler > 10, verlet < 0.005, default < 1e-06))
# (#t #t #t #t #t)

# The picture: where the pendulum has been, on the torus of its angles, which is its configuration space (its phase
# space, where the article puts the picture, has the momenta too). The movies are of the arms and of the path.

motion = trajectory(sysder(), start, 60.0, 1e-10)
theta1 = component(1, 0)
theta2 = component(1, 1)
torus = plot_torus(motion, theta1, theta2)


def arm(theta):
    return up(sin(theta), -cos(theta))


def joints(state):
    elbow = arm(theta1(state))
    return up(up(0, 0), elbow, elbow + arm(theta2(state)))


beginning = trajectory(sysder(), start, 10.0)
film = mechanism_movie(beginning, joints)
film_of_the_torus = torus_movie(beginning, theta1, theta2)

# save_movie(film, "arms") writes one: as MP4 where there is ffmpeg, else as GIF.
