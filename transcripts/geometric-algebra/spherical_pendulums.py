# Spherical pendulums with bivectors for coordinates: a mass hangs in the plane j, at the angle theta from e3.
# After Peeter Joot, "Spherical polar pendulum for one and multiple masses, and multivector Euler-Lagrange
# formulation" (2009); numbers in brackets are those of its equations.

from fractions import Fraction

from scmpy import *
from scmpy.scheme.language import show

m, l, g, t, omega, phi_a, phi_b = symbols("m l g t omega phi_a phi_b")

e1, e2, e3 = VGA3.vectors


def turned(j, theta):
    return cos(theta) + j * sin(theta)


def plane(phi):
    return e3 * e1 * turned(e1 * e2, phi)


show(plane(symbols("phi")))
# (+ (* -1 (cos phi) e13) (* -1 (sin phi) e23))

show(plane(symbols("phi")) * plane(symbols("phi")))
# -1


# The velocity of a unit pendulum is e3 R (up theta' j'); Q is the conjugate of R times R (13).


def R(theta, j):
    return (j * turned(j, theta), sin(theta))


def dagger(x):
    return reversion(x) if is_multivector(x) else x


def Q(rows, columns):
    return [[dagger(x) * y for y in columns] for x in rows]


entries = Q(R(symbols("theta"), plane(symbols("phi"))), R(symbols("theta"), plane(symbols("phi"))))
show((simplify(entries[0][0]), simplify(entries[1][1])))
# (1 (+ 1 (* -1 (expt (cos theta) 2))))


# The Lagrangian of one mass (17), of bivectors: a state is (up t (up theta j) (up thetadot jdot)).


def kinetic_energy(rows, rates, other_rows, other_rates):
    entries = Q(rows, other_rows)
    return sum(
        dagger(rate) * entry * other_rate
        for row, rate in zip(entries, rates, strict=True)
        for entry, other_rate in zip(row, other_rates, strict=True)
    )


def L_spherical(m, l, g):
    def at(local):
        theta = local[1][0]
        j = local[1][1]
        rates = (local[2][0], local[2][1])
        return Fraction(1, 2) * m * square(l) * scalar_part(
            kinetic_energy(R(theta, j), rates, R(theta, j), rates)
        ) - m * g * l * cos(theta)

    return at


theta = literal_function("theta")
phi = literal_function("phi")


def pendulum(t):
    return up(theta(t), plane(phi(t)))


# In angles it is the Lagrangian that everybody knows.

show(compose(L_spherical(m, l, g), Gamma(pendulum))(t))
# (+ (* 1/2 (expt l 2) m (expt (sin (theta t)) 2) (expt ((D phi) t) 2))
#    (* 1/2 (expt l 2) m (expt ((D theta) t) 2))
#    (* -1 g l m (cos (theta t))))

# The equation of the angle (73) is a scalar; that of the plane is a bivector, and lacks the multipliers of the two
# constraints, j^2 = -1 and e3 ^ j = 0. Along the motion of the plane they drop out.

equations = Lagrange_equations(L_spherical(m, l, g))(pendulum)(t)

show(equations[0])
# (+ (* -1 (expt l 2) m (sin (theta t)) (cos (theta t)) (expt ((D phi) t) 2))
#    (* -1 g l m (sin (theta t)))
#    (* (expt l 2) m (((expt D 2) theta) t)))

show(simplify(scalar_part(dot_product(equations[1], D(plane)(phi(t))))))
# (+ (* 2 (expt l 2) m (cos (theta t)) (sin (theta t)) ((D theta) t) ((D phi) t))
#    (* (expt l 2) m (expt (sin (theta t)) 2) (((expt D 2) phi) t)))


def L_of_angles(local):
    theta = local[1][0]
    thetadot = local[2][0]
    phidot = local[2][1]
    return Fraction(1, 2) * m * square(l) * (square(thetadot) + square(sin(theta) * phidot)) - m * g * l * cos(theta)


show(
    equivalent(
        Lagrange_equations(L_of_angles)(up(theta, phi))(t)[1], scalar_part(dot_product(equations[1], D(plane)(phi(t))))
    )
)
# equal


# Without the multiplier the equation I j'' = 0 (46) is wrong: a ring of constant speed does not obey it.


def L_ring(I, lambda_):
    def at(local):
        j = coordinate(local)
        jdot = velocity(local)
        return Fraction(-1, 2) * I * scalar_part(jdot * jdot) + lambda_ * (1 + scalar_part(j * j))

    return at


def uniform(t):
    return plane(omega * t)


show(Lagrange_equations(L_ring(symbols("I"), 0))(uniform)(t))
# (+ (* -1 I (expt omega 2) (cos (* omega t)) e13)
#    (* -1 I (expt omega 2) (sin (* omega t)) e23))

# With it (57) it holds for lambda = I omega^2 / 2; the article prints the root of I / 2 lambda for the frequency (59).

show(Lagrange_equations(L_ring(symbols("I"), Fraction(1, 2) * symbols("I") * square(omega)))(uniform)(t))
# 0

# The other examples, theta' a . j', with a constant bivector a (61), and with one that is a coordinate (64). Both
# momenta of the first are constants of its motion (62); of the second the middle equation is theta' j' = 0 (66).


def bivector(name):
    parts = tuple(literal_function(f"{name}_{blade}") for blade in (12, 13, 23))
    return lambda t: make_multivector(VGA3, tuple(part(t) for part in parts), 2)


j = bivector("j")


def L_of_constant(a):
    def at(local):
        v = velocity(local)
        return v[0] * scalar_part(dot_product(a, v[1]))

    return at


show(
    partial(2)(L_of_constant(literal_multivector("a", VGA3, 2)))(
        up(t, up(symbols("theta"), j(t)), up(symbols("thetadot"), D(j)(t)))
    )
)
# (down
#  (+ (* -1 a_12 ((D j_12) t)) (* -1 a_13 ((D j_13) t)) (* -1 a_23 ((D j_23) t)))
#  (+ (* a_12 thetadot e12) (* a_13 thetadot e13) (* a_23 thetadot e23)))


def L_of_coordinate(local):
    v = velocity(local)
    return v[0] * scalar_part(dot_product(coordinate(local)[1], v[2]))


show(Lagrange_equations(L_of_coordinate)(lambda t: up(theta(t), bivector("a")(t), j(t)))(t)[1])
# (+ (* -1 ((D j_12) t) ((D theta) t) e12)
#    (* -1 ((D theta) t) ((D j_13) t) e13)
#    (* -1 ((D theta) t) ((D j_23) t) e23))

# Gradients by a bivector: of <A B> it is A, of B itself 3, the number of its coefficients. But that of the kinetic
# energy by j' has no factor 3 (76): it is one of a scalar.

B = literal_multivector("B", VGA3, 2)

show(D(lambda B: scalar_part(B * B))(B))
# (+ (* 2 B_12 e12) (* 2 B_13 e13) (* 2 B_23 e23))

show(D(lambda B: B)(B))
# 3

# The products of planes (83): the article has the other sign for j_a . j_b'.

show(scalar_part(dot_product(plane(phi_a), D(plane)(phi_b))))
# (+ (* (sin phi_b) (cos phi_a)) (* -1 (cos phi_b) (sin phi_a)))
