"""Textbook identities, each with the domain on which it holds, and relations that hold only nearly or only somewhere.

Letters say what is known: x y z u v are any real numbers, a b c p q positive ones, m n whole ones, e even and o odd.
Equal means equal at all real points where both sides are defined; i is the imaginary unit, and functions of complex
numbers have their principal values. What is called different has a witness, where the values are computed anew.
"""

from fractions import Fraction

import pytest

import scmpy as s
from scmpy.symbolic.expression import symbol

from .balls import Point, precision, same, value

NAMES = {
    **{name: getattr(s, name) for name in dir(s) if not name.startswith("_")},
    **{name: symbol(name) for name in "xyzuv"},
    **{name: symbol(name, "positive") for name in "abcpq"},
    **{name: symbol(name, "integer") for name in "mn"},
    "e": symbol("e", "even"),
    "o": symbol("o", "odd"),
    "i": s.sqrt(-1),
    "pi": s.acos(-1),
    "half": Fraction(1, 2),
    "third": Fraction(1, 3),
    "R": Fraction,
    "f": s.literal_function("f"),
    "g": s.literal_function("g"),
    "F": s.literal_function("F", "(-> (X Real Real) Real)"),
}

EQUAL = """
# circular functions
sin(x)**2 + cos(x)**2 = 1
1 + tan(x)**2 = sec(x)**2
1 + cot(x)**2 = csc(x)**2
tan(x) = sin(x) / cos(x)
sin(-x) = -sin(x)
cos(-x) = cos(x)
tan(-x) = -tan(x)
sin(x + y) = sin(x)*cos(y) + cos(x)*sin(y)
cos(x - y) = cos(x)*cos(y) + sin(x)*sin(y)
tan(x + y) = (tan(x) + tan(y)) / (1 - tan(x)*tan(y))
cot(x + y) = (cot(x)*cot(y) - 1) / (cot(x) + cot(y))
sin(2*x) = 2*sin(x)*cos(x)
cos(2*x) = 2*cos(x)**2 - 1
cos(2*x) = (1 - tan(x)**2) / (1 + tan(x)**2)
tan(2*x) = 2*tan(x) / (1 - tan(x)**2)
sin(3*x) = 3*sin(x) - 4*sin(x)**3
cos(3*x) = 4*cos(x)**3 - 3*cos(x)
tan(3*x) = (3*tan(x) - tan(x)**3) / (1 - 3*tan(x)**2)
sin(4*x) = 4*sin(x)*cos(x)*(1 - 2*sin(x)**2)
cos(5*x) = 16*cos(x)**5 - 20*cos(x)**3 + 5*cos(x)
sin(x)*sin(y) = (cos(x - y) - cos(x + y)) / 2
cos(x)*cos(y) = (cos(x - y) + cos(x + y)) / 2
sin(x)*cos(y) = (sin(x + y) + sin(x - y)) / 2
sin(x) + sin(y) = 2*sin((x + y)/2)*cos((x - y)/2)
cos(x) - cos(y) = -2*sin((x + y)/2)*sin((x - y)/2)
sin(x)**2 - sin(y)**2 = sin(x + y)*sin(x - y)
cos(x)**2 - sin(y)**2 = cos(x + y)*cos(x - y)
sin(x)**3 = (3*sin(x) - sin(3*x)) / 4
cos(x)**4 = (3 + 4*cos(2*x) + cos(4*x)) / 8
sin(x + y + z) = sin(x)*cos(y)*cos(z) + cos(x)*sin(y)*cos(z) + cos(x)*cos(y)*sin(z) - sin(x)*sin(y)*sin(z)
tan(x/2) = sin(x) / (1 + cos(x))
tan(x/2) = csc(x) - cot(x)
sin(x) = 2*tan(x/2) / (1 + tan(x/2)**2)
cos(x) = (1 - tan(x/2)**2) / (1 + tan(x/2)**2)
sqrt((1 - cos(x))/2) = abs(sin(x/2))
sqrt((1 + cos(x))/2) = abs(cos(x/2))
sqrt(1 - sin(x)**2) = abs(cos(x))
sqrt(1 + sin(x)) = abs(sin(x/2) + cos(x/2))
sqrt((1 - cos(x))/(1 + cos(x))) = abs(tan(x/2))
sqrt(1 + tan(x)**2) = 1/abs(cos(x))
1 + sin(2*x) = (sin(x) + cos(x))**2
(1 + sin(x))/cos(x) = cos(x)/(1 - sin(x))
tan(x) + cot(x) = 2*csc(2*x)
cot(x) - tan(x) = 2*cot(2*x)
sin(x)**4 + cos(x)**4 = 1 - sin(2*x)**2/2
sin(x)**6 + cos(x)**6 = 1 - 3*sin(2*x)**2/4
cos(x)*cos(2*x)*cos(4*x) = sin(8*x)/(8*sin(x))
1/2 + cos(x) + cos(2*x) + cos(3*x) = sin(7*x/2)/(2*sin(x/2))
sin(x) + sin(2*x) + sin(3*x) = sin(3*x/2)*sin(2*x)/sin(x/2)
3*sin(x) + 4*cos(x) = 5*sin(x + atan(R(4, 3)))
a*sin(x) + b*cos(x) = sqrt(a**2 + b**2)*sin(x + atan(b, a))
# multiples of pi
sin(pi) = 0
cos(pi/3) = 1/2
sin(pi/6) = 1/2
tan(pi/4) = 1
sin(pi/5)**2 = (5 - sqrt(5))/8
cos(pi/5) - cos(2*pi/5) = 1/2
sin(pi/12) = (sqrt(6) - sqrt(2))/4
tan(pi/8) = sqrt(2) - 1
tan(pi/12) = 2 - sqrt(3)
cos(pi/7) - cos(2*pi/7) + cos(3*pi/7) = 1/2
cos(pi/7)*cos(2*pi/7)*cos(3*pi/7) = 1/8
sin(pi - x) = sin(x)
cos(x + pi) = -cos(x)
sin(x + pi/2) = cos(x)
cos(pi/2 - x) = sin(x)
tan(x + pi) = tan(x)
tan(pi/2 - x) = cot(x)
sin(x + 2*pi) = sin(x)
sin(x)*sin(pi/3 - x)*sin(pi/3 + x) = sin(3*x)/4
cos(x) + cos(x + 2*pi/3) + cos(x + 4*pi/3) = 0
sin(pi*n) = 0
tan(pi*n) = 0
cos(pi*n)**2 = 1
cos(2*pi*n) = 1
cos(pi*n) = (-1)**n
cos(pi*(n + 1)) = -cos(pi*n)
sin(pi*(2*n + 1)/2) = cos(pi*n)
cos(pi*(2*n + 1)/2) = 0
sin(pi*n*m) = 0
cos(pi*n**2) = cos(pi*n)
cos(pi*e) = 1
cos(pi*o) = -1
sin(pi*e/2) = 0
sin(x + n*pi) = cos(n*pi)*sin(x)
cos(x + 2*n*pi) = cos(x)
tan(x + n*pi) = tan(x)
exp(2*pi*i*n) = 1
exp(i*pi) = -1
cos(pi*n*(n + 1)) = 1
# inverse circular functions
sin(asin(x)) = x
cos(acos(x)) = x
tan(atan(x)) = x
cos(asin(x)) = sqrt(1 - x**2)
sin(acos(x)) = sqrt(1 - x**2)
tan(asin(x)) = x/sqrt(1 - x**2)
tan(acos(x)) = sqrt(1 - x**2)/x
sin(atan(x)) = x/sqrt(1 + x**2)
cos(atan(x)) = 1/sqrt(1 + x**2)
sin(2*atan(x)) = 2*x/(1 + x**2)
cos(2*atan(x)) = (1 - x**2)/(1 + x**2)
sin(2*asin(x)) = 2*x*sqrt(1 - x**2)
cos(3*acos(x)) = 4*x**3 - 3*x
cos(acos(x)/2) = sqrt((1 + x)/2)
sin(acos(x)/2) = sqrt((1 - x)/2)
tan(atan(x) + atan(y)) = (x + y)/(1 - x*y)
sin(asin(x) + asin(y)) = x*sqrt(1 - y**2) + y*sqrt(1 - x**2)
cos(acos(x) - acos(y)) = x*y + sqrt(1 - x**2)*sqrt(1 - y**2)
asin(x) + acos(x) = pi/2
acos(-x) = pi - acos(x)
asin(-x) = -asin(x)
atan(-x) = -atan(x)
atan(a) + atan(1/a) = pi/2
atan(x) + atan(1/x) = pi/2*x/abs(x)
atan(x) = asin(x/sqrt(1 + x**2))
asin(x) = atan(x/sqrt(1 - x**2))
asin(x) = 2*atan(x/(1 + sqrt(1 - x**2)))
acos(x) = 2*atan(sqrt((1 - x)/(1 + x)))
acos(x) = 2*asin(sqrt((1 - x)/2))
acos(x) = 2*acos(sqrt((1 + x)/2))
asin(x) = pi/2 - 2*asin(sqrt((1 - x)/2))
acos(2*x**2 - 1) = 2*acos(abs(x))
acos(1 - 2*x**2) = 2*asin(abs(x))
atan(a) = acos(1/sqrt(1 + a**2))
2*atan(a) = acos((1 - a**2)/(1 + a**2))
atan(a) - atan(b) = atan((a - b)/(1 + a*b))
atan(x) - atan(y) = atan(x - y, 1 + x*y) + 0*sqrt(x)*sqrt(y)
atan(x) = 2*atan(x/(1 + sqrt(1 + x**2)))
atan((1 - a)/(1 + a)) = pi/4 - atan(a)
4*atan(R(1, 5)) - atan(R(1, 239)) = pi/4
atan(R(1, 2)) + atan(R(1, 3)) = pi/4
atan(R(1, 2)) + atan(R(1, 5)) + atan(R(1, 8)) = pi/4
asin(R(3, 5)) + asin(R(4, 5)) = pi/2
acos(R(1, 2)) = pi/3
asin(half) = pi/6
atan(sqrt(3)) = pi/3
atan(2 - sqrt(3)) = pi/12
atan(sqrt(2) - 1) = pi/8
asin(sqrt(2)/2) = pi/4
acos(1/a) = atan(sqrt(a**2 - 1))
# the angle of a point
cos(atan(y, x)) = x/sqrt(x**2 + y**2)
sin(atan(y, x)) = y/sqrt(x**2 + y**2)
tan(atan(y, x)) = y/x
atan(2*y, 2*x) = atan(y, x)
atan(a*y, a*x) = atan(y, x)
atan(y, a) = atan(y/a)
atan(a, x) = pi/2 - atan(x/a)
atan(b, a) + atan(a, b) = pi/2
atan(a, -b) = pi - atan(a, b)
atan(-a, x) = -atan(a, x)
atan(y, x) = 2*atan(y/(sqrt(x**2 + y**2) + x))
atan(sin(atan(x)), cos(atan(x))) = atan(x)
atan(y, x) = atan(y/x) + pi/2*(1 - x/abs(x))*y/abs(y)
# hyperbolic functions
cosh(x)**2 - sinh(x)**2 = 1
1 - tanh(x)**2 = sech(x)**2
sinh(x + y) = sinh(x)*cosh(y) + cosh(x)*sinh(y)
cosh(x + y) = cosh(x)*cosh(y) + sinh(x)*sinh(y)
tanh(x + y) = (tanh(x) + tanh(y))/(1 + tanh(x)*tanh(y))
sinh(2*x) = 2*sinh(x)*cosh(x)
cosh(2*x) = 1 + 2*sinh(x)**2
cosh(3*x) = 4*cosh(x)**3 - 3*cosh(x)
cosh(x) + sinh(x) = exp(x)
sqrt((cosh(x) - 1)/2) = abs(sinh(x/2))
sqrt((cosh(x) + 1)/2) = cosh(x/2)
tanh(x/2) = sinh(x)/(1 + cosh(x))
tanh(x/2) = (exp(x) - 1)/(exp(x) + 1)
asinh(x) = log(x + sqrt(x**2 + 1))
asinh(-x) = -asinh(x)
atanh(x) = log((1 + x)/(1 - x))/2
atanh(-x) = -atanh(x)
acosh(x) = log(x + sqrt(x - 1)*sqrt(x + 1))
cosh(acosh(x)) = x
sinh(asinh(x)) = x
tanh(atanh(x)) = x
asinh(sinh(x)) = x
atanh(tanh(x)) = x
acosh(cosh(x)) = abs(x)
cosh(asinh(x)) = sqrt(1 + x**2)
sinh(acosh(x)) = sqrt(x - 1)*sqrt(x + 1)
sinh(acosh(x)) = sqrt(x**2 - 1)
cosh(atanh(x)) = 1/sqrt(1 - x**2)
sinh(atanh(x)) = x/sqrt(1 - x**2)
atanh(x) = asinh(x/sqrt(1 - x**2))
2*asinh(x) = asinh(2*x*sqrt(1 + x**2))
acosh(2*x**2 - 1) = 2*acosh(abs(x))
log(x + sqrt(x**2 - 1)) = -log(x - sqrt(x**2 - 1))
atanh(x) + atanh(y) = atanh((x + y)/(1 + x*y))
# relativity
tanh(atanh(u) + atanh(v)) = (u + v)/(1 + u*v)
cosh(atanh(u) + atanh(v)) = (1 + u*v)/(sqrt(1 - u**2)*sqrt(1 - v**2))
1/sqrt(1 - v**2/c**2) = c/sqrt(c**2 - v**2)
1/sqrt(1 - v**2/c**2) = cosh(atanh(v/c))
1/sqrt(1 - v**2) - v**2/sqrt(1 - v**2) = sqrt(1 - v**2)
exp(atanh(v)) = sqrt((1 + v)/(1 - v))
sqrt((1 + v)/(1 - v)) = (1 + v)/sqrt(1 - v**2)
1 - ((u + v)/(1 + u*v))**2 = (1 - u**2)*(1 - v**2)/(1 + u*v)**2
sqrt(p**2*c**2/(1 - v**2) + 0*x) = p*c/sqrt(1 - v**2)
sqrt(1 + (v/sqrt(1 - v**2))**2) = 1/sqrt(1 - v**2)
1/sqrt(1 - ((u + v)/(1 + u*v))**2) = abs(1 + u*v)/sqrt((1 - u**2)*(1 - v**2))
# roots and absolute values
sqrt(x)*sqrt(y) = sqrt(x*y)
sqrt(x)/sqrt(y) = sqrt(x/y)
sqrt(x**2) = abs(x)
sqrt(a**2) = a
sqrt(x)**2 = x
sqrt(x**2*y**2) = abs(x*y)
sqrt(x**4) = x**2
(x**third)**3 = x
sqrt(x*sqrt(x)) = x**R(3, 4)
sqrt(sqrt(x)) = x**R(1, 4)
1/(sqrt(x) + sqrt(y)) = (sqrt(x) - sqrt(y))/(x - y)
(sqrt(x + 1) - sqrt(x))*(sqrt(x + 1) + sqrt(x)) = 1
1/(sqrt(x + 1) - sqrt(x)) = sqrt(x + 1) + sqrt(x)
x - y = (x**third - y**third)*(x**R(2, 3) + x**third*y**third + y**R(2, 3))
sqrt(2*x + 2*sqrt(x**2 - 1)) = sqrt(x - 1) + sqrt(x + 1)
sqrt(x + sqrt(x**2 - 1)) = sqrt((x + 1)/2) + sqrt((x - 1)/2)
sqrt(x + y + 2*sqrt(x*y)) = sqrt(x) + sqrt(y) + 0*sqrt(x)
sqrt(a + b + 2*sqrt(a*b)) = sqrt(a) + sqrt(b)
sqrt(a + b - 2*sqrt(a*b)) = abs(sqrt(a) - sqrt(b))
sqrt(1 + sqrt(1 - x**2)) = (sqrt(1 + x) + sqrt(1 - x))/sqrt(2)
sqrt(x**2 + 2*x + 1) = abs(x + 1)
sqrt(x**2 - 2 + 1/x**2) = abs(x - 1/x)
sqrt(5 + 2*sqrt(6)) = sqrt(2) + sqrt(3)
sqrt(3 + 2*sqrt(2)) = 1 + sqrt(2)
sqrt(x**2*(3 + 2*sqrt(2))) = abs(x)*(1 + sqrt(2))
sqrt(10 + sqrt(24) + sqrt(40) + sqrt(60)) = sqrt(2) + sqrt(3) + sqrt(5)
(7 + 5*sqrt(2))**third = 1 + sqrt(2)
(2 + sqrt(5))**third - (sqrt(5) - 2)**third = 1
abs(x*y) = abs(x)*abs(y)
abs(x/y) = abs(x)/abs(y)
abs(x)**2 = x**2
abs(abs(x)) = abs(x)
abs(x**3) = abs(x)**3
abs(x - y) = abs(y - x)
abs(x + y)**2 + abs(x - y)**2 = 2*x**2 + 2*y**2
(x + y + abs(x - y))/2*((x + y - abs(x - y))/2) = x*y
abs(x + abs(x)) = x + abs(x)
abs(x + y)*abs(x - y) = abs(x**2 - y**2)
abs(sinh(x)) = sinh(abs(x))
cos(abs(x)) = cos(x)
abs(sin(x)) = abs(sin(abs(x)))
# exponentials, logarithms and powers
exp(x + y) = exp(x)*exp(y)
exp(x)**n = exp(n*x)
exp(log(x)) = x
log(exp(x)) = x
log(x*y) = log(x) + log(y)
log(a*b) = log(a) + log(b)
log(a/b) = log(a) - log(b)
log(a**x) = x*log(a)
log(1/x) = -log(x)
log(x**2) = 2*log(abs(x))
log(sqrt(x)) = log(x)/2
log(6) = log(2) + log(3)
log(8)/log(2) = 3
log(x**2 - y**2) = log(x + y) + log(x - y)
log(x + sqrt(x**2 + 1)) + log(sqrt(x**2 + 1) - x) = 0
log(1 + exp(x)) = x + log(1 + exp(-x))
log(exp(x) + exp(y)) = y + log(1 + exp(x - y))
log(tan(x)) = log(sin(x)) - log(cos(x))
log((1 + x)/(1 - x))/2 = atanh(x)
a**x*a**y = a**(x + y)
a**x/a**y = a**(x - y)
(a**x)**2 = a**(2*x)
(a**x)**y = a**(x*y)
(a*b)**x = a**x*b**x
a**x = exp(x*log(a))
x**n*x**m = x**(n + m)
x**u*x**v = x**(u + v)
(x**n)**2 = x**(2*n)
(x*y)**n = x**n*y**n
(x**2)**n = x**(2*n)
(x**2)**u = abs(x)**(2*u)
sqrt(a**x) = a**(x/2)
a**log(b) = b**log(a)
x**log(y) = y**log(x)
2**x*3**x = 6**x
4**x = 2**(2*x)
8**(x/3) = 2**x
(half)**x = 2**(-x)
exp(x*log(2)) = 2**x
(-1)**(2*n) = 1
(-1)**(2*n + 1) = -1
(-1)**n*(-1)**n = 1
(-x)**n = (-1)**n*x**n
(-x)**e = x**e
(-x)**o = -x**o
(-1)**e = 1
(-1)**o = -1
# exponents and angles that are sums with quotients as coefficients
a**(u/v)*a = a**(u/v + 1)
x**(u/v)*x = x**(u/v + 1)
x**(u/v + n) = x**n*x**(u/v)
sqrt(a)*a**(u/v) = a**((2*u + v)/(2*v))
2**(u/v)*2 = 2**((u + v)/v)
a**(u/v)*a**(v/u) = a**((u**2 + v**2)/(u*v))
a**(u/(u + v))*a**(v/(u + v)) = a
x**(n/(n + m))*x**(m/(n + m)) = x
a**(1/u)/a**(1/(u + 1)) = a**(1/(u*(u + 1)))
(a*b)**(u/v)*b = a**(u/v)*b**((u + v)/v)
exp(1/x)*exp(1/y)*exp(1/z) = exp(1/x + (y + z)/(y*z))
exp(1/(x*y))*exp(1/(y*z)) = exp((x + z)/(x*y*z))
exp(x/y + log(a)) = a*exp(x/y)
sin(x/y + z/u) = sin(x/y)*cos(z/u) + cos(x/y)*sin(z/u)
sin(1/(x*(x + 1))) = sin(1/x)*cos(1/(x + 1)) - cos(1/x)*sin(1/(x + 1))
sin(x/y + atan(z)) = (sin(x/y) + z*cos(x/y))/sqrt(1 + z**2)
sin(x/y + asin(z)) = sin(x/y)*sqrt(1 - z**2) + cos(x/y)*z
cos((x + n*y*pi)/y) = (-1)**n*cos(x/y)
sin(pi*x/(x + y)) = sin(pi*y/(x + y))
tanh(1 + x/y) = (tanh(x/y) + tanh(1))/(1 + tanh(x/y)*tanh(1))
floor((x + n*y)/y) = n + floor(x/y)
# quotients whose parts have numbers as contents
sqrt(a/(b + half)) = sqrt(2*a)/sqrt(2*b + 1)
sqrt(3*a/(2*b + 3)) = sqrt(3)*sqrt(a)/sqrt(2*b + 3)
log(a/(b + half)) = log(2*a) - log(2*b + 1)
log((6*a + 3)/(4*b + 2)) = log(3) + log(2*a + 1) - log(2) - log(2*b + 1)
abs(x/(y/2 + 3)) = 2*abs(x)/abs(y + 6)
# angles whose sum has a range, and signs by ranges, squares and parities
atan(a, x) + atan(x, a) = pi/2
atan(-a, x) - atan(x, a) = -pi/2
atan(a, -x) + atan(a, x) = pi
atan(a, x) - atan(-a, -x) = pi
atan(y, a) + atan(-y, a) = 0*y
atan(a, b) + atan(b, a) = pi/2
2*atan(a, b) = atan(2*a*b, b**2 - a**2)
atan(a) + atan(b) = atan(a + b, 1 - a*b)
atan(x) + atan(y) = atan(x + y, 1 - x*y)
atan(-a, -b) + atan(a, -b) = 0*a
atan(-a, -b) = atan(a, b) - pi
atan(a, -b) = pi - atan(a/b)
abs(x**2 + x + 1) = x**2 + x + 1
abs(-x**2 - x - 1) = x**2 + x + 1
abs(x**4 - x + 1) = x**4 - x + 1
abs(-x**4 + x - 1) = x**4 - x + 1
abs(2 + sin(x)) = 2 + sin(x)
abs(sin(x) - 2) = 2 - sin(x)
abs(1 + sin(x)/2) = 1 + sin(x)/2
abs(2 + sin(x)**3) = 2 + sin(x)**3
abs(1 - sin(x)**2/2) = 1 - sin(x)**2/2
abs(sin(x)**4 + a) = sin(x)**4 + a
abs(exp(x)*(3 + cos(y))) = exp(x)*(3 + cos(y))
abs(a + sqrt(b)) = a + sqrt(b)
abs(tanh(x) + 1) = tanh(x) + 1
abs(tanh(x) - 1) = 1 - tanh(x)
abs(x**2*(x - 1)**2 + 1) = x**2*(x - 1)**2 + 1
abs((x - 1)**2*(y + 2)**4) = (x - 1)**2*(y + 2)**4
abs(a**2*b) = a**2*b
abs(pi - 3) = pi - 3
abs(sqrt(2) - sqrt(3)) = sqrt(3) - sqrt(2)
abs(abs(x) + a) = abs(x) + a
sqrt((x**2 + y**2)**2) = x**2 + y**2
sqrt(11 - 6*sqrt(2)) = 3 - sqrt(2)
sqrt(a + 2*sqrt(a*b) + b) = sqrt(a) + sqrt(b)
sqrt(2 + 2*sqrt(1 - x**2)) = sqrt(1 + x) + sqrt(1 - x)
(-x)**(2*n) = x**(2*n)
(-x)**(2*n + 1) = -x**(2*n + 1)
(-a)**n = (-1)**n*a**n
(-2)**n = (-1)**n*2**n
(-1)**(n*(n + 1)) = 1 + 0*n
cos(n*pi)*cos(m*pi) = cos((n + m)*pi)
log(a**n) = n*log(a)
log(x**2) = 2*log(x) + 0*x
log(x**3) = 3*log(x)
log(x**2*a) = 2*log(abs(x)) + log(a)
log(exp(x)*a) = x + log(a)
log(sqrt(x**2 + 1) + x) = -log(sqrt(x**2 + 1) - x)
x**n/x**m = x**(n - m)
# complex numbers
exp(i*x) = cos(x) + i*sin(x)
exp(x + i*y) = exp(x)*(cos(y) + i*sin(y))
sin(i*x) = i*sinh(x)
cos(i*x) = cosh(x)
cosh(i*x) = cos(x)
sinh(i*x) = i*sin(x)
tan(i*x) = i*tanh(x)
(exp(i*x) + exp(-i*x))/2 = cos(x)
(cos(x) + i*sin(x))**3 = cos(3*x) + i*sin(3*x)
sin(x + i*y) = sin(x)*cosh(y) + i*cos(x)*sinh(y)
cosh(x + i*y) = cosh(x)*cos(y) + i*sinh(x)*sin(y)
magnitude(exp(i*x)) = 1
magnitude(x + i*y) = sqrt(x**2 + y**2)
(x + i*y)*(x - i*y) = x**2 + y**2
(1 + i)**2 = 2*i
1/(x + i*y) = (x - i*y)/(x**2 + y**2)
real_part(exp(i*x)) = cos(x)
sqrt(2*i) = 1 + i
log(i*a) = log(a) + i*pi/2
exp(i*pi/4) = (1 + i)/sqrt(2)
sqrt(-a) = i*sqrt(a)
# literal functions
f(x + x) = f(2*x)
f(sin(x)**2 + cos(x)**2) = f(1)
f(log(a*b)) = f(log(a) + log(b))
D(lambda t: f(g(t)))(x) = D(f)(g(x))*D(g)(x)
D(lambda t: f(t)*g(t))(x) = D(f)(x)*g(x) + f(x)*D(g)(x)
partial(0)(partial(1)(F))(x, y) = partial(1)(partial(0)(F))(x, y)
f(sqrt(x**2)) = f(abs(x))
f(sqrt(3 + 2*sqrt(2))) = f(1 + sqrt(2))
D(D(f))(x + y - y) = (D**2)(f)(x)
"""

DIFFERENT = """
# circular functions
sin(2*x) = 2*sin(x)
sin(x + y) = sin(x) + sin(y)
cos(2*x) = 2*cos(x)**2
sin(x)**2 = sin(x**2)
tan(x/2) = (1 + cos(x))/sin(x)
sqrt(1 - sin(x)**2) = cos(x)
sqrt((1 - cos(x))/2) = sin(x/2)
sqrt((1 + cos(x))/2) = cos(x/2)
sqrt(1 + sin(x)) = sin(x/2) + cos(x/2)
sin(x) = x - x**3/6 + x**5/120
cos(x) = 1 - x**2/2
sin(x) = x
cos(x)*cos(y) = cos(x*y)
sin(3*x) = 3*sin(x) - 4*sin(x)**2
sin(x) = sqrt(1 - cos(x)**2)
sin(10**6*x) = sin(10**6*x + R(1, 10**6))
cos(x)**2 + sin(x)**2 = 1 + R(1, 10**30)
sin(x + 2*pi) = sin(x + R(6283185307179586, 10**15))
tan(x) = x/(1 - x**2/3)
tan(R(11, 1)) = -226
sin(pi*n/2) = 0
cos(pi*n) = 1
cos(pi*n/2)**2 = 1
sin(pi*x) = 0
sin(pi*a) = 0
cos(pi/7) = R(9009, 10000)
sin(11) = -1
sin(22*n) = 0
# inverse circular functions
asin(sin(x)) = x
acos(cos(x)) = x
atan(tan(x)) = x
acos(cos(x)) = abs(x)
atan(x) + atan(1/x) = pi/2
atan(x) + atan(y) = atan((x + y)/(1 - x*y))
atan(x) - atan(y) = atan((x - y)/(1 + x*y))
2*atan(x) = atan(2*x/(1 - x**2))
2*atan(x) = asin(2*x/(1 + x**2))
2*atan(x) = acos((1 - x**2)/(1 + x**2))
asin(x) + asin(y) = asin(x*sqrt(1 - y**2) + y*sqrt(1 - x**2))
acos(2*x**2 - 1) = 2*acos(x)
3*acos(x) = acos(4*x**3 - 3*x)
acos(x) = asin(sqrt(1 - x**2))
atan(y, x) = atan(y/x)
atan(y, x) = acos(x/sqrt(x**2 + y**2))
atan(-y, -x) = atan(y, x)
atan(-y, -x) = atan(y, x) - pi
atan(x*y, x) = atan(y)
atan(sin(x), cos(x)) = x
atan(R(1, 2)) + atan(R(1, 3)) = R(785398163397, 10**12)
pi = R(355, 113)
pi = R(3141592653589793, 10**15)
pi**2 = R(98696044, 10**7)
4*atan(R(1, 5)) - atan(R(1, 238)) = pi/4
# hyperbolic functions, exponentials, logarithms
acosh(cosh(x)) = x
sqrt((cosh(x) - 1)/2) = sinh(x/2)
tanh(x) = x
tanh(100*p) = 1
exp(x) = 1 + x + x**2/2 + x**3/6 + x**4/24
exp(x + y) = exp(x) + exp(y)
exp(pi*sqrt(163)) = 262537412640768744
exp(pi) - pi = 20
log(x + y) = log(x) + log(y)
log(x**2) = 2*log(x) + R(1, 10**20)
log(a)*log(b) = log(a*b)
log(1 + exp(100*p)) = 100*p
log(2) = R(693147180559945, 10**15)
exp(log(x)/2) = sqrt(x) + R(1, 10**40)
(1 + R(1, 10**4))**(10**4) = exp(1)
# roots, powers, absolute values
sqrt(x**2) = x
sqrt(x**2 + y**2) = x + y
sqrt(x + y) = sqrt(x) + sqrt(y)
sqrt(x**2 + 2*x + 1) = x + 1
sqrt(a + b - 2*sqrt(a*b)) = sqrt(a) - sqrt(b)
abs(x + y) = abs(x) + abs(y)
abs(x) = x
abs(x)**3 = x**3
abs(x**2 - 1) = x**2 - 1
abs(x - 10**9) = 10**9 - x
x**u*y**u = (x*y)**(2*u)
(x**2)**u = x**u
(a**x)**y = a**(x**y)
x**n = x**(n + 2)
(-x)**n = x**n
(-1)**n = 1
(-1)**n = (-1)**m
sqrt(2) + sqrt(3) = pi
sqrt(2) + sqrt(3) = sqrt(10)
sqrt(2) = R(665857, 470832)
5**third - 4**third = R(122575, 1000000)
sqrt(10**20 + 1) = 10**10
sqrt(5 + sqrt(6)) = sqrt(2) + sqrt(3)
(10**15 + 1)*x/(10**15) = x
0.1*x + 0.2*x = 0.3*x
0.5*x = third*x
x/3 = 0.3333333333333333*x
x**50/(1 + x**50) = x**50/(2 + x**50)
1/sqrt(1 - v**2) = 1 + v**2/2 + 3*v**4/8
1/sqrt(1 - v**2/c**2) = 1/sqrt(1 - v**2)
(u + v)/(1 + u*v) = u + v
# exponents and angles that are sums with quotients as coefficients
a**(u/v)*a = a**(u/v + 2)
a**(u/v)*a = a**(u/v - 1)
x**(u/v + 1) = x*x**(v/u)
a**(u/(u + v))*a**(v/(u + v)) = a**2
x**(n/(n + m))*x**(m/(n + m)) = x**2
exp(1/x)*exp(1/(x + 1)) = exp(1/(x*(x + 1)))
exp(x/y + log(a)) = 2*a*exp(x/y)
sin(x/y + pi) = sin(x/y)
sin(x/y + n*pi) = sin(x/y)
sin(x/y + atan(z)) = (sin(x/y) - z*cos(x/y))/sqrt(1 + z**2)
sin(pi*x/(x + y)) = -sin(pi*y/(x + y))
floor((x + n*y)/y) = n - floor(x/y)
# quotients whose parts have numbers as contents
sqrt(a/(b + half)) = sqrt(a)/sqrt(2*b + 1)
log(a/(b + half)) = log(a) - log(2*b + 1)
# angles whose sum has a range, and signs by ranges, squares and parities
3*atan(a, b) = atan(3*b**2*a - a**3, b**3 - 3*b*a**2)
atan(x, y) + atan(y, x) = pi/2
atan(x, y) - atan(-x, -y) = pi
2*atan(x, y) = atan(2*x*y, y**2 - x**2)
atan(a) + atan(b) = atan((a + b)/(1 - a*b))
abs(x**4 - 2*x + 1) = x**4 - 2*x + 1
abs(sin(x) - 2) = sin(x) - 2
abs(1 + 2*sin(x)) = 1 + 2*sin(x)
abs(3/2 + sin(x) + cos(y)) = 3/2 + sin(x) + cos(y)
abs(1 + sin(x)**3*2) = 1 + 2*sin(x)**3
abs(a - sqrt(b)) = a - sqrt(b)
abs(x*y) = x*y
abs(x**2 - 3*x*y + y**2) = x**2 - 3*x*y + y**2
abs(x**3) = x**3
abs(exp(1) - 3) = exp(1) - 3
sqrt(11 - 6*sqrt(2)) = sqrt(2) - 3
sqrt(2 - 2*sqrt(1 - x**2)) = sqrt(1 + x) - sqrt(1 - x)
(-x)**(2*n + 1) = x**(2*n + 1)
(-2)**n = 2**n
(-1)**(n*(n + 1)/2) = 1 + 0*n
cos(n*m*pi) = cos(n*pi)*cos(m*pi)
log(sqrt(x**2 + 1) + x) = log(sqrt(x**2 + 1) - x)
a**log(b) = b**log(b)
x**n/x**m = x**(m - n)
# complex numbers
exp(i*x) = cos(x) - i*sin(x)
sin(i*x) = sinh(x)
sqrt(-1 - x**2 + 0*i) = -i*sqrt(1 + x**2)
sqrt((x + i)**2) = x + i
log(exp(i*x)) = i*x
magnitude(x + i*y) = abs(x) + abs(y)
(x + i*y)**2 = x**2 - y**2
sqrt(i*x)**2 = x
(-8)**third + 0*i = -2
# literal functions
f(x) = f(-x)
f(x + y) = f(x) + f(y)
D(f)(x) = f(x)
D(f)(2*x) = 2*D(f)(x)
D(lambda t: f(2*t))(x) = D(f)(2*x)
f(g(x)) = g(f(x))
F(x, y) = F(y, x)
partial(0)(F)(x, y) = partial(1)(F)(x, y)
f(abs(x)) = f(x)
f(x + R(1, 10**20)) = f(x)
"""


def _pairs(table):
    return [line for line in table.strip().splitlines() if not line.startswith("#")]


def _sides(line):
    left, right = line.split(" = ")
    return eval(left, NAMES), eval(right, NAMES)


@pytest.mark.parametrize("line", _pairs(EQUAL))
def test_identity(line):
    left, right = _sides(line)
    for answer in (s.equivalent(left, right), s.equivalent(right, left)):
        assert answer.verdict == "equal", answer.certificate
    assert s.equivalent(left, right + Fraction(1, 10**12)).verdict == "different"


@pytest.mark.parametrize("line", _pairs(DIFFERENT))
def test_what_is_nearly_an_identity(line):
    left, right = _sides(line)
    answer = s.equivalent(left, right)
    assert answer.verdict == "different", answer.certificate
    assert not s.equivalent(right, left)
    if any(map(callable, answer.witness.values())):
        return
    point = Point("complex" if "i*" in line or "*i" in line else "real", 0, answer.witness)
    with precision(400):
        assert not same(value(left, point), value(right, point))
