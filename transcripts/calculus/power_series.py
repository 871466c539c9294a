# Derivatives, power series, and the exponential of D.
#
# D takes a function to its derivative; it is an operator, and its powers and polynomials are operators too.

from scmpy import *
from scmpy.scheme.language import from_scheme, series_print, show

x, y, n, r, phi = symbols("x y n r phi")

show(D(cube)(x))
# (* 3 (expt x 2))

show((D**3)(literal_function("f"))(x))
# (((expt D 3) f) x)

show(((D - 1) * (D + 1))(sin)(x))
# (+ -1 (* -1 (sin x)))


# The derivative of a function of several arguments is a down tuple of its partial derivatives.


def g(x, y):
    return x**3 * sin(y)


show(D(g)(x, y))
# (down (* 3 (expt x 2) (sin y)) (* (expt x 3) (cos y)))

show(partial(0)(partial(1)(g))(x, y) - partial(1)(partial(0)(g))(x, y))
# 0

# Taylor's series is the exponential of the derivative: exp(h D) f at x is f at x + h.

series_print(exp(symbols("h") * D)(literal_function("f"))(x), 4)
# (f x)
# (* h ((D f) x))
# (* 1/2 (expt h 2) (((expt D 2) f) x))
# (* 1/6 (expt h 3) (((expt D 3) f) x))

series_print(exp(symbols("h") * D)(sin)(0), 6)
# 0
# h
# 0
# (* -1/6 (expt h 3))
# 0
# (* 1/120 (expt h 5))

# Series multiply and compose as functions do. The square of the cosine and of the sine add up to 1:

series_print(square(cos_series) + square(sin_series), 6)
# 1
# 0
# 0
# 0
# 0
# 0

series_print(exp_series * exp_series, 5)
# 1
# 2
# 2
# 4/3
# 2/3

# The binomial series, for any exponent.

series_print(binomial_series(n), 4)
# 1
# n
# (+ (* 1/2 (expt n 2)) (* -1/2 n))
# (+ (* 1/6 (expt n 3)) (* -1/2 (expt n 2)) (* 1/3 n))

# Partial sums approach the value. The sum of the first 12 terms of exp at 1 has 8 correct digits.

e_approximately = series_sum(exp(D)(exp)(0), 11)

show(from_scheme("abs")(e_approximately - exp(1)) < 1e-08)
# #t


# Newton's method, with the derivative that D makes.


def newton(f, guess):
    while True:
        better = guess - div(f(guess), D(f)(guess))
        if from_scheme("abs")(better - guess) < 1e-12:
            return better
        else:
            guess = better


show(from_scheme("abs")(square(newton(lambda x: square(x) - 2, 1.0)) - 2) < 1e-12)
# #t


# The generalised derivative of a structure-valued function: its Jacobian, and the chain rule.


def to_rectangular(polar):
    return up(polar[0] * cos(polar[1]), polar[0] * sin(polar[1]))


show(D(to_rectangular)(up(r, phi)))
# (down (up (cos phi) (sin phi)) (up (* -1 r (sin phi)) (* r (cos phi))))

show(determinant(D(to_rectangular)(up(r, phi))))
# r

h = literal_function("h", "(-> (UP Real Real) Real)")

show(D(compose(h, to_rectangular))(up(r, phi)) - D(h)(to_rectangular(up(r, phi))) * D(to_rectangular)(up(r, phi)))
# (down 0 0)
