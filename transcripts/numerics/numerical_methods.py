# Numerical methods: integrals, roots, minima, linear systems, interpolation, special functions.

import math
from itertools import islice

from scmpy import *
from scmpy.scheme.language import show

x, k, u, singular = symbols("x k u singular")


def rounded(x):
    return round(1e6 * x) / 1e6


# Integrals may be singular at their ends, and the ends infinite. An enclosure is two numbers between which the
# integral is for certain.

show(definite_integral(lambda x: x * x, 0, 3))
# 9.

show(rounded(definite_integral(lambda x: exp(-x) / sqrt(x), 0, math.inf)))
# 1.772454

lowest, highest = integral_enclosure(lambda x: 1 / sqrt(1 - x * x), -1, 1)
show(lowest < pi < highest)
# #t

# An integral that is infinite is an error, which says why.

try:
    definite_integral(lambda x: 1 / x, 0, 1)
except ScmpyError as error:
    show(str(error))
# "definite-integral: the integral is infinite: near 0.0 the function behaves like t^(-1), t the distance"

# A root between two places, all roots in an interval, the roots of a polynomial, a root of a system.

show(rounded(bisect(cos, 1, 2, 1e-10)))
# 1.570796

show(tuple(map(rounded, search_for_roots(cos, 0, 8, 1e-10, 0.1))))
# (1.570796 4.712389 7.853982)

show(tuple(map(rounded, poly_to_roots(make_interp_poly([-6, 0, 0, 0], [0, 1, 2, 3])))))
# (1. 2. 3.)

show(up(*map(rounded, multidimensional_root(lambda v: [v[0] ** 2 - 2, v[0] * v[1] - 1], [1.0, 1.0], 0.01, 1e-10))))
# (up 1.414214 .707107)

# The least value of a function of one variable, with its place and the number of iterations, and of several.

place, value, iterations = minimize(lambda x: (x - 1) ** 2, 0, 3)

show((rounded(place), rounded(value)))
# (1. 0.)

show(up(*map(rounded, multidimensional_minimize(lambda v: (v[0] - 1) ** 2 + 2 * (v[1] - 2) ** 2, [0.0, 0.0]))))
# (up 1. 2.)

# Linear systems, exact where the numbers are: one procedure is given the solution, another one hears of a singular
# matrix. Eigenvalues, and the best solution of too many equations, with its errors.

A = matrix_by_rows([4, 1], [2, 3])

show(lu_solve(A, [1, 2], lambda x: x, lambda row: singular))
# (up 1/10 3/5)

show(lu_solve(matrix_by_rows([1, 2], [2, 4]), [1, 2], lambda x: x, lambda row: singular))
# singular

show(matrix_to_eigenvalues(A))
# (2. 5.)

solution, errors, residue = svd_least_squares(matrix_by_rows([1.0, 2.0], [3.0, 4.0], [5.0, 6.0]), [1.0, 2.0, 4.0])
show(up(*map(rounded, solution)))
# (up .666667 .083333)

# Polynomials through points, Chebyshev's polynomials, extrapolation of values at h, h/2, ... to 0.

show(Lagrange_interpolation_function([1, 4, 9], [1, 2, 3])(x))
# (expt x 2)

show(chebyshev_polynomial(3)(x))
# (+ (* 4 (expt x 3)) (* -3 x))

show(tuple(map(rounded, islice(richardson_sequence(lambda h: sin(h) / h, 1.0, 2, 2), 4))))
# (.841471 .997978 .999997 1.)

# Special functions take numbers, and symbols: their derivatives are known.

show(tuple(map(rounded, [bessj(2, 1.5), elliptic_integral_F(1, 0.5), complete_elliptic_integral_K(0.5)])))
# (.232088 1.037356 1.68575)

show(D(lambda x: jacobi_sn(x, k))(u))
# (* (jacobi-dn u k) (jacobi-cn u k))
