# The Routhian: Hamilton's variables for the cyclic coordinates, Lagrange's for the others.
#
# A particle in a central field, with the coordinates grouped: first r, then the cyclic phi.

from fractions import Fraction

from scmpy import *
from scmpy.scheme.language import show

m, t, r, phi, rdot, p_phi = symbols("m t r phi rdot p_phi")


def L_polar(m, V):
    def at(local):
        q = coordinate(local)
        qdot = velocity(local)
        r = q[0]
        rdot = qdot[0]
        phidot = qdot[1]
        return Fraction(1, 2) * m * (square(rdot) + square(r * phidot)) - V(r)

    return at


L = L_polar(m, literal_function("V"))
R = Lagrangian_to_Routhian(L)

# A state of the Routhian has the velocity of r and the momentum of phi.

show(R(up(t, up(r, phi), up(rdot, p_phi))))
# (/
#  (+ (* -1/2 (expt m 2) (expt r 2) (expt rdot 2))
#     (* m (expt r 2) (V r))
#     (* 1/2 (expt p_phi 2)))
#  (* m (expt r 2)))

# Routh's equations: Lagrange's for r (with the other sign: the Routhian is p_phi phidot - L),
# Hamilton's for phi. The momentum of phi is constant.

show(Routh_equations(R)(literal_function("r"), literal_function("phi"), literal_function("p_phi"))(t))
# (up
#  (/
#   (+ (* -1 (expt m 2) (expt (r t) 3) (((expt D 2) r) t))
#      (* -1 m (expt (r t) 3) ((D V) (r t)))
#      (expt (p_phi t) 2))
#   (* m (expt (r t) 3)))
#  (up
#   0
#   (/ (+ (* m (expt (r t) 2) ((D phi) t)) (* -1 (p_phi t)))
#      (* m (expt (r t) 2)))
#   ((D p_phi) t)))
