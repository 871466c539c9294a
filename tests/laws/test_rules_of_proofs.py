"""Every rule of the decision forms by proofs that need it, and by near misses that it must not prove.

The proofs are made without the search for a witness, which hides a wrong rule. Letters are those of
:mod:`.test_identities`; V is an even function, W an odd one, U has the period 2 pi, P is positive.
"""

import itertools
import math
import re
from fractions import Fraction

import pytest
from flint import arb

import scmpy as s
from scmpy.symbolic.ball_arithmetic import Evaluator, PointRejected
from scmpy.symbolic.decision.algebraic import is_algebraic_zero, note_assumptions
from scmpy.symbolic.decision.equivalence import equivalent, is_complex, is_proved_zero, with_pi
from scmpy.symbolic.decision.forms import DecisionForm
from scmpy.symbolic.expression import EXPT, MINUS, OVER, PLUS, TIMES, Expression, application, numerical

from .balls import OutsideDomain, Point, precision, value
from .test_identities import NAMES
from .test_recorded import differs_at_the_witness

FUNCTIONS = {
    "V": s.literal_function("V", even=True),
    "W": s.literal_function("W", odd=True),
    "U": s.literal_function("U", period=2 * s.pi),
    "P": s.literal_function("P", positive=True),
    "G": s.literal_function("G", "(-> (UP Real Real) Real)"),
    "H": s.literal_function("H", "(-> (UP Real (UP Real Real)) Real)"),
    # the same names as functions of other arguments, and with facts
    "f_up": s.literal_function("f", "(-> (UP Real Real) Real)"),
    "f_down": s.literal_function("f", "(-> (DOWN Real Real) Real)"),
    "f_both": s.literal_function("f", "(-> (X Real Real) Real)"),
    "f_three": s.literal_function("f", "(-> (UP Real Real Real) Real)"),
    "f_two": s.literal_function("f", "(-> (X (UP Real Real) Real) Real)"),
    "f_positive": s.literal_function("f", positive=True),
}

RULES = """
# roots of roots, of exponentials and of signs
sqrt(sqrt(x)) = x**R(1, 4)
f(sqrt(sqrt(x))) = f(x**R(1, 4))
f(sqrt(x*sqrt(x))) = f(x**R(3, 4))
f(sqrt(p*exp(x))) = f(sqrt(p)*exp(x/2))
f(sqrt(x*sqrt(y))) = f(sqrt(abs(x))*y**R(1, 4))
f((p*exp(x))**third) = f(p**third*exp(x/3))
f(sqrt(y*abs(x)/x)) = f(sqrt(abs(y)))
f(sqrt(exp(x))) = f(exp(x/2))
f(exp(2*x)**third) = f(exp(x)**R(2, 3))
f(sqrt(x*abs(x)/x)) = f(sqrt(x))
f(x**R(7, 2)) = f(x**3*sqrt(x))
f(x**R(-3, 2)) = f(sqrt(x)/x**2)
f((-x)**R(3, 2)) = f(-x*sqrt(-x))
f(sqrt(x)**third) = f(x**R(1, 6))
f(sqrt(sqrt(x + i))) != f(sqrt(x + i))
sqrt(sqrt(x + i))**2 = sqrt(x + i)
sqrt(x**n)**2 = x**n
sqrt(x**y)*sqrt(x**y) = x**y
sqrt(x**(2*y)) != x**y
log(x**y) != y*log(x) + 1
sqrt(x**third) = x**R(1, 6)
sqrt(x)**third = x**R(1, 6)
(x**R(2, 3))**half = x**third
sqrt(exp(x)) = exp(x/2)
exp(3*x)**third = exp(x)
sqrt(abs(x)/x) = 1
sqrt(x*abs(x)) = x
(x*abs(x))**third != x
sqrt(p*exp(x)*abs(y)/y) = sqrt(p)*exp(x/2)
# roots of products and powers
sqrt(x**3) = x*sqrt(x)
(x**3)**third = x
(x**2)**third = abs(x)**R(2, 3)
x**R(-1, 2) = sqrt(x)/x
x**R(5, 2) = x**2*sqrt(x)
x**R(-7, 3)*x**3 = x**R(2, 3)
sqrt(x)*x**third = x**R(5, 6)
sqrt(x)*x**third*x**R(1, 5) = x**R(31, 30)
sqrt(12*x) = 2*sqrt(3*x)
sqrt(x/2) = sqrt(2*x)/2
(x**2*y)**third = abs(x)**R(2, 3)*y**third
sqrt(x**2*y) = abs(x)*sqrt(y)
sqrt(x**2*y) != x*sqrt(y)
sqrt(x*y)*sqrt(y) = abs(y)*sqrt(x)
sqrt(x*y)**2 = x*y
sqrt(abs(x*y)) = sqrt(abs(x))*sqrt(abs(y))
sqrt(-x**3) = -x*sqrt(-x)
sqrt((x - y)**2) = abs(y - x)
sqrt(x**2 - y**2) = sqrt(abs(x - y))*sqrt(abs(x + y))
abs(x)**3 = x**2*abs(x)
abs(abs(x)/x + 1) = abs(x)/x + 1
abs(2 - abs(x)/x) = 2 - abs(x)/x
abs(x*y**3) = y**2*abs(x)*abs(y)
abs(x)/x = x/abs(x)
(abs(x)/x)**2 = 1
abs(2 - x) = abs(x - 2)
# sums of roots
sqrt(5 + 2*sqrt(6)) = sqrt(2) + sqrt(3)
sqrt(5 - 2*sqrt(6)) = sqrt(3) - sqrt(2)
sqrt(5 - 2*sqrt(6)) != sqrt(2) - sqrt(3)
sqrt(p + q + 2*sqrt(p*q)) = sqrt(p) + sqrt(q)
sqrt(p + q - 2*sqrt(p*q)) = abs(sqrt(p) - sqrt(q))
sqrt(p + q - 2*sqrt(p*q)) != sqrt(p) - sqrt(q)
sqrt(p + 1 - 2*sqrt(p)) = abs(sqrt(p) - 1)
sqrt(p + y**2 + 2*y*sqrt(p)) = abs(y + sqrt(p))
sqrt(p + y**2 - 2*y*sqrt(p)) = abs(y - sqrt(p))
sqrt(p + y**2 + 2*y*sqrt(p)) != y + sqrt(p)
sqrt(p + y**2 + 2*y*sqrt(p)) != abs(y) + sqrt(p)
sqrt(x + sqrt(x**2 - y**2)) = sqrt(abs(x + y)/2) + sqrt(abs(x - y)/2)
sqrt(x - sqrt(x**2 - y**2)) != sqrt(abs(x + y)/2) - sqrt(abs(x - y)/2)
sqrt(2*x - 2*sqrt(x**2 - 1)) = sqrt(x + 1) - sqrt(x - 1)
sqrt(x + 2*y*sqrt(x - y**2)) = half*(1 + abs(y)/y)*(sqrt(x - y**2) + abs(y)) + half*(1 - abs(y)/y)*(sqrt(x - y**2) - abs(y))*abs(x - 2*y**2)/(x - 2*y**2)
sqrt(x + 2*y*sqrt(x - y**2)) != y + sqrt(x - y**2)
sqrt(x + 2*p*sqrt(x - p**2)) = p + sqrt(x - p**2)
sqrt(x - 2*p*sqrt(x - p**2)) = (sqrt(x - p**2) - p)*abs(x - 2*p**2)/(x - 2*p**2)
sqrt(x - 2*p*sqrt(x - p**2)) != p - sqrt(x - p**2)
sqrt(x - 2*p*sqrt(x - p**2)) != sqrt(x - p**2) - p
sqrt(x + 2*y*sqrt(x - y**2))*sqrt(x - 2*y*sqrt(x - y**2)) = abs(x - 2*y**2)
sqrt(x + 2*sqrt(x - 1)) = 1 + sqrt(x - 1)
sqrt(x - 2*sqrt(x - 1)) = (sqrt(x - 1) - 1)*abs(x - 2)/(x - 2)
sqrt(x - 2*sqrt(x - 1)) != 1 - sqrt(x - 1)
log(x + 2*sqrt(x - 1)) = 2*log(1 + sqrt(x - 1))
log(x - 2*sqrt(x - 1)) = 2*log(abs(1 - sqrt(x - 1)))
(x + 2*sqrt(x - 1))**R(3, 2) = (1 + sqrt(x - 1))**3
log(3 + 2*sqrt(2)) = 2*log(1 + sqrt(2))
log(p + 1 + 2*sqrt(p)) = 2*log(1 + sqrt(p))
# logarithms of products
log(x*y) = log(abs(x)) + log(abs(y))
log(x/y) = log(abs(x)) - log(abs(y))
log(x**2) = 2*log(abs(x))
log(x**2) != 2*log(x) + log(x - 1) - log(x - 2)
log(x**3) = 3*log(x)
log((1 - sqrt(x))**2) + log(x - 1) = 3*log(x - 1) - 2*log(1 + sqrt(x))
log(abs((sqrt(x) - 1)/(x - 1))) = -log(1 + sqrt(x))
log(x - 1) + log(x**third - 1) != 2*log(x - 1) - log(1 + x**third)
log((sqrt(x**2 + 3) - x)**2) = 2*log(3) - 2*log(sqrt(x**2 + 3) + x)
log(12) = log(3) + 2*log(2)
log(R(3, 4)) = log(3) - 2*log(2)
log(sqrt(x)) = log(x)/2
log(x**third) = log(x)/3
log(exp(x)) = x
log(p*exp(x)) = x + log(p)
log(abs(x)*x) = 2*log(x)
log(abs(x)/x*p) = log(p)
log(sqrt(x**2 + 1) - x) = -log(sqrt(x**2 + 1) + x)
log(sqrt(x**2 + y**2) - x) = 2*log(abs(y)) - log(sqrt(x**2 + y**2) + x)
log(x - sqrt(x**2 - 1)) = -log(x + sqrt(x**2 - 1))
log(x**2 - y**2) = log(abs(x - y)) + log(abs(x + y))
log(1 - x**2) != log(1 - x)
log(9**x) = 2*x*log(3)
# powers
x**y*x**2 = x**(y + 2)
p**x*p**y = p**(x + y)
p**x*q**x = (p*q)**x
p**(2*x) = (p**2)**x
(p/q)**x = p**x/q**x
p**(x/2) = sqrt(p**x)
p**(x*log(q)) = q**(x*log(p))
4**x = 2**(2*x)
6**x = 2**x*3**x
(1/p)**x = p**(-x)
x**n*x**m = x**(n + m)
x**n*y**n = (x*y)**n
(-x)**n = (-1)**n*x**n
(-x)**e = x**e
(-x)**o = -x**o
(-x)**n != x**n
abs(x)**e = x**e
abs(x)**o != x**o
(x**2)**n = x**(2*n)
x**(n + half) = x**n*sqrt(x)
x**(n*y) != x**(n + y)
exp(n*log(x)) = x**n
exp(y*log(x)) = x**y
exp(log(x)/2 + log(y)) = sqrt(x)*y
exp(2*log(x)/3) = x**R(2, 3)
exp(x + 2*log(y)) = y**2*exp(x)
exp(x)**y = exp(x*y)
(2*x)**y = 2**y*x**y
(x/2)**y = x**y/2**y
(x/2)**n = x**n/2**n
x**y*x**(1 - y) = x
x**y*x**(1 - y) != abs(x)
x**y*x**(half - y) != 1
(abs(x)/x)**y != 1
(sqrt(abs(x))*z)**(2*y) != x**y*z**(2*y)
MINUS(x, x)**y != 1
MINUS(x, x)**n != 1
x**R(1, 61)*abs(x) = x*x**R(1, 61)
(1 + x**R(1, 61) + sqrt(-x))*(x + 1) != 0*x
exp(log(x)/61)*abs(x) = x*exp(log(x)/61)
abs((-x)**y) != (-x)**y
abs(p + x**y) != p + x**y
abs(x**y - 1)*abs(x**z - 1)*y*z ? (x**y - 1)*(x**z - 1)*abs(y)*abs(z)
exp(log(x)*log(y)) = x**log(y)
x**pi*x**(-pi) = 1
abs(x**y) != x**y
abs(exp(y)*x**y) != exp(y)*x**y
# parity
(-1)**(2*n) = 1
(-1)**(2*n + 1) = -1
(-1)**(n*(n + 1)) = 1
(-1)**(n**2) = (-1)**n
(-1)**(n*m)*(-1)**(n*m) = 1
(-1)**(n + m) = (-1)**n*(-1)**m
(-1)**(n*m) != (-1)**n*(-1)**m
(-1)**(n*e) = 1
(-1)**(n*o) = (-1)**n
(-1)**(o*o) = -1
(-1)**(3*n) = (-1)**n
(-1)**(e/2) != 1
(-1)**(e/2)*(-1)**(e/2) = 1
(-1)**(n + 1) = -(-1)**n
(-1)**n != 1
abs((-1)**n) != (-1)**n
cos(pi*n*x)**2 != 1
cos(pi*n*m) = (-1)**(n*m)
cos(pi*(n**2 + n + 1)) = -1
cos(pi*e/2) = (-1)**(e/2)
cos(pi*e/2) != 1
sin(pi*e/4) != 0
sin(pi*(n + half)) = (-1)**n
cos(x + n*pi) = (-1)**n*cos(x)
sin(x - n*pi) = (-1)**n*sin(x)
sin(x + e*pi) = sin(x)
tan(x + n*pi) = tan(x)
# exponentials and angles of sums
exp(x + y)*exp(-y) = exp(x)
exp(x/2)*exp(x/3)*exp(x/6) = exp(x)
exp(x)*exp(x + 2*y)*exp(-y) = exp(2*x + y)
exp(x)*exp(y) != exp(2*x + y)
exp(x/(x + y))*exp(y/(x + y)) = exp(1)
exp(x*p/(p + q))*exp(x*q/(p + q)) = exp(x)
exp(1/(x - 1) - 1/(x + 1)) = exp(2/(x**2 - 1))
exp(1/x + 1/y)*exp(-1/x) = exp(1/y)
sin(x + y - x/2) = sin(x/2)*cos(y) + cos(x/2)*sin(y)
sin(x/3)*cos(2*x/3) + cos(x/3)*sin(2*x/3) = sin(x)
sin(x/(x + 1)) = sin(1)*cos(1/(x + 1)) - cos(1)*sin(1/(x + 1))
cos(x - y) != cos(x + y)
sin(x) != sin(2*x)
sin(sin(x) + y) = sin(sin(x))*cos(y) + cos(sin(x))*sin(y)
cosh(x)**2 - sinh(x)**2 = 1
sinh(x + y) = sinh(x)*cosh(y) + cosh(x)*sinh(y)
sinh(x - y) != sinh(x)*cosh(y) + cosh(x)*sinh(y)
f(sin(x)*cos(y) + cos(x)*sin(y)) = f(sin(x + y))
f(exp(x)*exp(y)) = f(exp(x + y))
f(x + 0*y) = f(x)
# roots of sines: by half angles
sqrt((1 - cos(x))/2) = abs(sin(x/2))
sqrt(1 + sin(x)) = abs(sin(x/2) + cos(x/2))
sqrt(1 + sin(x)) != sin(x/2) + cos(x/2)
sqrt(1 - cos(x)**2) = abs(sin(x))
abs(sin(2*x)) = 2*abs(sin(x))*abs(cos(x))
log(abs(sin(2*x))) = log(2) + log(abs(sin(x))) + log(abs(cos(x)))
abs(2 + sin(x)) = 2 + sin(x)
abs(1 + sin(x)) = 1 + sin(x)
abs(half + sin(x)) != half + sin(x)
# angles
atan(-x) = -atan(x)
atan(x) != atan(2*x)
atan(2*x, 2*y) = atan(x, y)
atan(x/3, y/3) = atan(x, y)
atan(-x, -y) != atan(x, y)
atan(p*x, p*y) = atan(x, y)
atan(x, p) = atan(x/p)
atan(x, y**2 + 1) = atan(x/(y**2 + 1))
atan(x, y) != atan(x/y)
atan(p, MINUS(x, x)) = pi/2
atan(-p, MINUS(x, x)) = -pi/2
atan(y, MINUS(x, x)) = pi/2*abs(y)/y
atan(MINUS(x, x), p) = 0
atan(MINUS(x, x)) = 0
atan(MINUS(x, x), -p) = pi
atan(p, x) + atan(x, p) = pi/2
atan(-p, x) - atan(x, p) = -pi/2
atan(p, -x) + atan(p, x) = pi
atan(-p, x) - atan(p, -x) = -pi
atan(p, x) != atan(p/x)
atan(x) + atan(1/x) = pi/2*abs(x)/x
atan(x) + atan(1/x) != pi/2
atan(p) + atan(1/p) = pi/2
atan(exp(x)) + atan(exp(-x)) = pi/2
2*atan(exp(x)) - pi/2 = atan(sinh(x))
2*atan(tanh(x/2)) = atan(sinh(x))
2*atan(x) != atan(2*x/(1 - x**2))
atan(x) - atan(y) != atan((x - y)/(1 + x*y))
atan(half) + atan(third) = pi/4
atan(1) + atan(2) + atan(3) = pi
4*atan(R(1, 5)) - atan(R(1, 239)) = pi/4
atan(1) + atan(2) + atan(3) != 0*x
sin(atan(x)) = x/sqrt(1 + x**2)
cos(atan(x, y)) = y/sqrt(x**2 + y**2)
sin(atan(x, y)) = x/sqrt(x**2 + y**2)
cos(2*atan(x)) = (1 - x**2)/(1 + x**2)
sin(atan(x)/2)**2 = (1 - 1/sqrt(1 + x**2))/2
cos(atan(x)/4)**2 = (1 + sqrt((1 + 1/sqrt(1 + x**2))/2))/2
tan(atan(x) + atan(y)) = (x + y)/(1 - x*y)
sin(3*atan(x)) = (3*x - x**3)/sqrt(1 + x**2)**3
asin(x) + acos(x) = pi/2
asin(-x) = -asin(x)
acos(-x) = pi - acos(x)
acos(x) != -acos(-x)
asin(half) = pi/6
asin(1) = pi/2
asin(-1) = -pi/2
acos(-1) = pi
2*asin(sqrt(p)) = acos(1 - 2*p)
acos(2*x**2 - 1) = 2*acos(abs(x))
acos(2*x**2 - 1) != 2*acos(x)
asin(2*x*sqrt(1 - x**2)) != 2*asin(x)
asin(x) = atan(x/sqrt(1 - x**2))
sin(asin(x)) = x
cos(asin(x)) = sqrt(1 - x**2)
sin(2*asin(x)) = 2*x*sqrt(1 - x**2)
cos(acos(x)/2) = sqrt((1 + x)/2)
sin(asin(x) + asin(y)) = x*sqrt(1 - y**2) + y*sqrt(1 - x**2)
asin(sin(x)) != x
acos(cos(x)) != x
asin(tanh(x)) = atan(sinh(x))
# signs
abs(exp(x) - 1) = (exp(x) - 1)*abs(x)/x
abs(exp(x) - 2) != exp(x) - 2
abs(1 + exp(x)) = 1 + exp(x)
abs(x + sqrt(x**2 - 1)) != x + sqrt(x**2 - 1)
abs(x**2 + 3*x*y + y**2) != x**2 + 3*x*y + y**2
abs(x**2 + 2*x + 2) = x**2 + 2*x + 2
abs(-x**2 - 1) = x**2 + 1
abs(-x**2 + x - 1) = x**2 - x + 1
abs(x**4 - x + 1) = x**4 - x + 1
abs(x**2 - 2) != x**2 - 2
abs(x**3 + 2) != x**3 + 2
abs(cos(x) - 2) = 2 - cos(x)
abs(pi - 3) = pi - 3
abs(sqrt(2) - 2) = 2 - sqrt(2)
abs(exp(1) - 3) = 3 - exp(1)
abs(p + q) = p + q
abs(p - q) != p - q
abs(p*x) = p*abs(x)
abs(-p) = p
abs(P(x)) = P(x)
abs(D(P)(x)) != D(P)(x)
sqrt(P(x)*y) = sqrt(P(x))*sqrt(y)
abs(abs(x) + abs(y)) = abs(x) + abs(y)
abs(abs(x) - abs(y)) != abs(x) - abs(y)
abs(abs(x) - 1)*abs(abs(x) + 1) = abs(x**2 - 1)
sqrt(x)*abs(x) = x*sqrt(x)
sqrt(x - 1)*abs(x) = x*sqrt(x - 1)
(abs(x**2 + y**2 - 1) + x**2 + y**2 - 1)*z*(1 + sqrt((x**2 + y**2 - 1)*z) + sqrt(-z)) = 0
sqrt(x + 1)*abs(x) != x*sqrt(x + 1)
sqrt(1 - x)*abs(2 - x) = (2 - x)*sqrt(1 - x)
log(x)*abs(x) = x*log(x)
log(x + sqrt(x**2 - y**2 - 1))*abs(x) = x*log(x + sqrt(x**2 - y**2 - 1))
(1 + sqrt(x + sqrt(x**2 - y**2 - z**2)) + sqrt(-x))*(x + 1) ? 0*x
(abs(z) - z)*(1 + log(x*y*u)) != 0*x
asin(x)*abs(x + 1) = (x + 1)*asin(x)
asin(x)*abs(x) != x*asin(x)
sqrt(x*y)*(abs(x) + abs(y)) = sqrt(x*y)*abs(x + y)
sqrt(x*y)*(abs(x) + abs(y)) != sqrt(x*y)*(x + y)
sqrt(x)*sqrt(-x) = 0*x
(1 + sqrt(x) + sqrt(-x))*x = 0*x
(1 + sqrt(x) + sqrt(-x))*(x + 1) != 0*x
# functions of known symmetry
V(x - y) = V(y - x)
W(x - y) = -W(y - x)
W(x) != 0*x
W(x) != W(-x)
V(0) != 0*x
V(x) != -V(-x)
D(V)(-x) = -D(V)(x)
D(W)(-x) = D(W)(x)
D(V)(x) != D(V)(-x)
U(x + 2*pi) = U(x)
U(x - 4*pi) = U(x)
U(x + pi) != U(x)
U(-x) != U(x)
U(0) != 0*x
D(U)(x + 2*pi) = D(U)(x)
f(2*x + 2*y) = f(2*(x + y))
f(x**2 - y**2) = f((x - y)*(x + y))
f(sin(x)**2) = f(1 - cos(x)**2)
f(1/(1 + sqrt(2))) = f(sqrt(2) - 1)
f(x) != f(-x)
f(x) != g(x)
F(x, y) != F(y, x)
f(x) != f_positive(x)
f_both(x, y) != f_up(up(x, y))
f_down(down(x, y)) != f_up(up(x, y))
f_two(up(x, y), z) != f_three(up(x, y, z))
abs(f(1)) != f(1)
D(f)(x + x) = D(f)(2*x)
D(f)(x) != f(x)
partial(0)(F)(x, y) != partial(1)(F)(x, y)
partial(0)(partial(1)(F))(x, y) = partial(1)(partial(0)(F))(x, y)
partial(0)(partial(0)(F))(x, y) != partial(0)(partial(1)(F))(x, y)
D(D(f))(x) != D(f)(x)
partial(0)(f)(x) = D(f)(x)
G(up(x, y)) != G(up(y, x))
G(up(x, y + y)) = G(up(x, 2*y))
D(G)(up(x, y))[0] = partial(0)(G)(up(x, y))
D(G)(up(x, y))[0] != D(G)(up(x, y))[1]
D(H)(up(x, up(y, z)))[1][0] = partial(1, 0)(H)(up(x, up(y, z)))
partial(1, 0)(H)(up(x, up(y, z))) != partial(1, 1)(H)(up(x, up(y, z)))
partial(1)(D(F))(x, y)[0] = partial(1)(partial(0)(F))(x, y)
# complex numbers
exp(i*x) = cos(x) + i*sin(x)
exp(i*(x + y)) = exp(i*x)*exp(i*y)
exp(i*x) != exp(-i*x)
exp(i*pi) = -1
exp(x + i*y) = exp(x)*(cos(y) + i*sin(y))
cos(i*x) = cosh(x)
sin(i*x) = i*sinh(x)
sin(x + i*y) = sin(x)*cosh(y) + i*cos(x)*sinh(y)
abs(exp(i*x)) = 1
abs(x + i*y) = sqrt(x**2 + y**2)
abs(i*x) = abs(x)
conjugate(x + i*y) = x - i*y
conjugate(exp(i*x)) = exp(-i*x)
conjugate(sqrt(x + i)) != sqrt(x + i)
conjugate(1/(x + i)) = (x + i)/(x**2 + 1)
sqrt(-p) = i*sqrt(p)
sqrt(-p) != -i*sqrt(p)
sqrt(-p)**3 = -i*p*sqrt(p)
1/sqrt(-p) = -i/sqrt(p)
sqrt(x + i)**2 = x + i
(x + i)**third*(x + i)**R(2, 3) = x + i
sqrt((x + i)**2) != x + i
sqrt(x)*sqrt(x) + i*0*y = x + 0*i
sqrt(x**2) + i = abs(x) + i
sqrt(x)*sqrt(y) + i != sqrt(x*y) + i
log(-1) = i*pi
log(-p) = log(p) + i*pi
log(i*p) = log(p) + i*pi/2
log(-i*p) = log(p) - i*pi/2
log(-i*p) != log(p) + i*pi/2
log(x + i) != log(x - i)
conjugate(log(x + i)) != log(x + i)
conjugate((x + i)**n) != (x + i)**n
conjugate((x + i)**y) != (x + i)**y
conjugate(p**(i*y)) != p**(i*y)
conjugate(x**(i*y)) != x**(i*y)
conjugate(log(x) + i) != log(x) - i
p**(i*y) = exp(i*y*log(p))
x**(i*y) != exp(i*y*log(abs(x)))
abs(p**(i*y)) = 1
conjugate((-x)**z + i) != (-x)**z - i
(x*y)**z + i != x**z*y**z + i
(x + 3)**(2 + i) != (x + 3)**2
conjugate(f(x + i)) != f(x + i)
exp(log(x + i)) = x + i
log(exp(x + i)) != x - i
log((x + i)**2) != 2*log(x + i)
(x + i)**y*(x + i)**2 != (x + i)**(y + 3)
asin(x + i) != asin(x - i)
atan(x + i) != atan(x - i)
conjugate(atan(x + i)) != atan(x + i)
conjugate(atan(x + i, y)) != atan(x + i, y)
conjugate(asin(x**2 + 2) + i) != asin(x**2 + 2) - i
conjugate(asin(R(1, 2)) + i) = asin(R(1, 2)) - i
conjugate(asin(x + i)) != asin(x + i)
conjugate(y*sqrt(x + i)) != y*sqrt(x + i)
conjugate(conjugate(sqrt(x + i))) != conjugate(sqrt(x + i))
abs(sqrt(x + i)) != sqrt(x + i)
atan(i*x) != i*atan(x)
(1 + i)/(1 - i) = i
(x + i)*(x - i) = x**2 + 1
# special functions and rounding
floor(x + 2) = floor(x) + 2
floor(x + half) != floor(x)
floor(n + half) = n
floor(n/2) != n/2
floor(n*x) != n*x
ceiling(x) = -floor(-x)
floor(e/2) = e/2
floor(floor(x)) = floor(x)
sin(pi*floor(x)) = 0
jacobi_sn(x, y)**2 + jacobi_cn(x, y)**2 = 1
jacobi_dn(x, y)**2 + y**2*jacobi_sn(x, y)**2 = 1
jacobi_dn(x, 1/y)**2*y**2 = y**2 - jacobi_sn(x, 1/y)**2
jacobi_dn(x, 1/y)**3*y**2 = jacobi_dn(x, 1/y)*(y**2 - jacobi_sn(x, 1/y)**2)
jacobi_dn(x, y)**2 != 1 - y*jacobi_sn(x, y)**2
bessj(2, x) = 2*bessj(1, x)/x - bessj(0, x)
bessj(n + 1, x) = 2*n*bessj(n, x)/x - bessj(n - 1, x)
bessj(n + R(5, 2), x) = 2*(n + R(3, 2))*bessj(n + R(3, 2), x)/x - bessj(n + half, x)
bessj(1/(n**2 + 1), x) = bessj(2/(2*n**2 + 2), x)
bessj(n, x) != bessj(n + 1, x)
bessj(40, x) != bessj(41, x)
bessj(40, x) != bessj(x, 40)
bessy(3, x) = 4*bessy(2, x)/x - bessy(1, x)
# numbers
sin(pi/5)**2 = (5 - sqrt(5))/8
cos(pi/7)*cos(2*pi/7)*cos(3*pi/7) = 1/R(8)
2**third*4**third = 2
sqrt(2)*sqrt(3) = sqrt(6)
sqrt(2) + sqrt(3) != sqrt(5)
(sqrt(5) + 2)**third - (sqrt(5) - 2)**third = 1
sqrt(2)**sqrt(2)*sqrt(2)**(-sqrt(2)) = 1
x*(sqrt(2 + sqrt(3)) - (sqrt(6) + sqrt(2))/2) = 0*x
x*(2**third - R(5, 4)) != 0*x
x*((sqrt(5) + 2)**third - (sqrt(5) - 2)**third - 1) = 0*x
x*((sqrt(5) + 2)**third - (sqrt(5) - 2)**third - 1) + y*(2**third - R(5, 4)) != 0*x
MINUS(x, y, z) = x - y - z
OVER(x, y, z) = x/(y*z)
OVER(x, y, z) != x/y
"""

LINES = [line for line in RULES.strip().splitlines() if not line.startswith("#")]
NAMES = {
    **NAMES,
    **FUNCTIONS,
    "MINUS": lambda *operands: application(MINUS, *operands),
    "OVER": lambda *operands: application(OVER, *operands),
}


def sides(line):
    return [with_pi(eval(side, {}, NAMES)) for side in re.split(r" != | = | \? ", line)]


def difference(line):
    return s.sub(*sides(line))


def is_proved(expression):
    if not isinstance(expression, Expression):
        return expression == 0
    return bool(is_proved_zero(DecisionForm(is_complex(expression), note_assumptions), expression))


@pytest.mark.parametrize("line", [line for line in LINES if " = " in line])
def test_what_is_proved(line):
    assert is_proved(difference(line))


@pytest.mark.parametrize("line", [line for line in LINES if " = " not in line])
def test_what_is_not_proved(line):
    expression = difference(line)
    assert not is_proved(expression)
    answer = equivalent(expression, 0)
    assert answer.verdict == ("different" if " != " in line else "undecided")
    assert differs_at_the_witness(expression, 0, answer.witness, not is_complex(expression))


def test_witnesses_are_looked_at():
    assert not differs_at_the_witness(NAMES["x"], 0, {"x": 0}, True)


# --- enclosures -----------------------------------------------------------------------------------------------------

x, y, R, ABS = NAMES["x"], NAMES["y"], Fraction, numerical("abs")
PLACES = [{"x": 2, "y": -1, "z": 3}, {"x": R(-5, 2), "y": R(1, 3), "z": 0}, {"x": R(1, 2), "y": 0, "z": -2}]
WITHOUT_FUNCTIONS = [line for line in LINES if not re.search(r"\b[fgFGHVWUPD]\b|\bf_|jacobi|bess", line)]
AROUND_ZERO = [(x + y) ** 3, (x * y) ** 5 + x, 1 / (1 + x**2)]


@pytest.mark.parametrize("part", range(4))
def test_enclosures_hold_the_values(part):
    """Of both sides of the rules, by the tests' own evaluator; where one of the two has no value, none is said."""
    met = 0
    for line in WITHOUT_FUNCTIONS[part::4]:
        for expression in sides(line):
            in_complex_domain = is_complex(expression)
            evaluator = Evaluator(expression, complex_domain=in_complex_domain)
            for place in PLACES:
                point = Point("real", 0, place)
                with precision():
                    try:
                        (found,) = evaluator.at({symbol: point.symbol(symbol).real for symbol in evaluator.symbols})
                        expected = value(expression, point, real=not in_complex_domain)
                    except (PointRejected, OutsideDomain):
                        continue
                    assert (found - expected).contains(0) and abs(found - expected) < 1e-30, (line, place)
                met += 1
    assert met > 100


@pytest.mark.parametrize("expression", AROUND_ZERO, ids=str)
def test_enclosures_around_zero_hold_what_is_in_them(expression):
    evaluator = Evaluator(expression)
    around = {x: arb(0, 0.5), y: arb(0.25, 0.125)}
    with precision():
        (whole,) = evaluator.at(around)
        for u, v in itertools.product((R(-1, 2), R(-1, 3), 0, R(1, 4), R(1, 2)), (R(1, 8), R(1, 4), R(3, 8))):
            (inner,) = evaluator.at({x: u, y: v})
            assert whole.contains(inner)
        assert whole.rad() < 3


@pytest.mark.parametrize("n", range(9))
@pytest.mark.parametrize("of", [x, (x + y) * (x - y) / (x + 2)])
def test_powers_around_zero_are_no_larger_than_they_are(n, of):
    """A ball with 0 in it has powers of its size; the negative ones are nowhere finite."""
    around = {x: arb(0, 0.5), y: arb(0, 0.25)}
    with precision():
        base, power = Evaluator(of, application(EXPT, of, n)).at(around)
        assert power.contains(base.mid() ** n) and power.contains(arb(base.upper()) ** n)
        assert abs(power).upper() <= abs(base).upper() ** n * 1.0001
        with pytest.raises(PointRejected):
            Evaluator(application(EXPT, of, -n - 1)).at(around)


def test_where_there_is_no_value_there_is_no_enclosure():
    cube_root = application(EXPT, x, R(1, 3))
    with precision():
        for expression, at in (
            (x, math.inf),
            (x, math.nan),
            (x, 1j),
            (application(OVER, 1, x), 0),
            (application(OVER, x), 0),
            (application(EXPT, x, R(-1, 2)), 0),
            (cube_root, -1),
            (cube_root, arb(0.125, 0.125)),
            (s.log(x), 0),
        ):
            with pytest.raises(PointRejected):
                Evaluator(expression).at({x: at})
        (root,) = Evaluator(cube_root).at({x: 0})
        assert root == 0


CONJUGATES = [s.sqrt(2) - 1, s.expt(2, R(1, 3)) - 1, s.sqrt(5) - 2, s.sqrt(3) - s.sqrt(2)]


@pytest.mark.parametrize("number", range(len(CONJUGATES)))
@pytest.mark.parametrize("n", [1, 7, 30, 60, 90])
def test_algebraic_numbers_near_zero(number, n):
    """a (1 + a) - a is a^2, be that as small as it may. What would take too many digits is not proved to be zero."""
    base = CONJUGATES[number]
    small = application(EXPT, base, n)
    square = application(PLUS, application(TIMES, small, application(PLUS, 1, small)), application(TIMES, -1, small))
    assert not is_algebraic_zero(square)
    assert not is_algebraic_zero(application(OVER, square, 3))
    if n < 10:
        assert is_algebraic_zero(application(MINUS, square, application(EXPT, small, 2)))
        assert is_algebraic_zero(application(MINUS, application(OVER, small), application(EXPT, base, -n)))
        assert is_algebraic_zero(application(MINUS, application(ABS, application(MINUS, small)), small))
