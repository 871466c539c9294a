# Quantities with units: arithmetic, Lagrange's equations, motions, and what does not fit.

# A quantity is a value in base units with a dimension; units multiply as scalars do.

from fractions import Fraction

from scmpy import *
from scmpy.scheme.language import show
from scmpy.units import check_units, constants, express_as, foot, inch, joule, kilogram, meter, second, with_units

m, t = symbols("m t")

g = 9.8 * meter / second**2

show(g)
# (& 9.8 (* &meter (expt &second -2)))

show(Fraction(1, 2) * g * square(3 * second))
# (& 44.1 &meter)

# Exact values stay exact: an inch is 127/5000 of a meter.

show(1 * meter + 1 * inch)
# (& 5127/5000 &meter)

show(express_as(1 * meter, foot))
# (& 1250/381 &foot)

show(sqrt(4 * joule / (1 * kilogram)))
# (& 2 (* &meter (expt &second -1)))


# Lagrange's equations carry the units of all that they are made of.


def L_fall(m, g):
    def at(local):
        y = local[1]
        v = local[2]
        return Fraction(1, 2) * m * square(v) - m * g * y

    return at


y = with_units(literal_function("y"), meter, second)

show(Lagrange_equations(L_fall(m * kilogram, symbols("g") * meter / second**2))(y)(t * second))
# (& (+ (* g m) (* m (((expt D 2) y) t))) &newton)

# A Lagrangian is checked term by term.

show(check_units(L_fall(m * kilogram, g), up(second, meter, meter / second)))
# &joule

# Motions are checked where they start, and run on plain numbers.

fall = Lagrangian_to_state_derivative(L_fall(2.0 * kilogram, g))

start = up(0.0 * second, 100.0 * meter, 0.0 * meter / second)

show(state_advancer(lambda: fall)(start, 2.0 * second, 1e-12))
# (up (& 2. &second)
#     (& 80.4 &meter)
#     (& -19.59999999999999 (* &meter (expt &second -1))))

# Constants of nature have units too.

show(express_as(constants.G * (5.972e24 * kilogram) / square(6.371e6 * meter), meter / second**2))
# (& 9.819973426224687 (/ &meter (expt &second 2)))
