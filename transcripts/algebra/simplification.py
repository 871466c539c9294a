# Simplification, its assumptions, and certainty

# Values are simplified when they are shown. Sums are expanded, fractions put over one denominator and cancelled,
# and squares of sines are written by cosines, so that equal things look equal.

from scmpy import *
from scmpy.scheme.language import show

a, b, m, x, y, t = symbols("a b m x y t")

show((square(a) - square(b)) / (a + b))
# (+ a (* -1 b))

show(m * square(sin(x)) + m * square(cos(x)))
# m

# Some rewrites take something for granted. The square root of x^2 is x only where x is not negative:

show(sqrt(square(x)))
# x

# simplify-report says what was assumed: the value, then each fact with the rewrite that needs it.

show(simplify_report(sqrt(square(x)) + log(exp(y))))
# ((+ x y) ("nonnegative" x "sqrt(u^2) = u") ("real" y "log(exp u) = u"))

# With careful=True nothing is taken for granted that is not known. Facts are declared of a number when it is made, or
# assumed of anything while a block runs.

show(simplify(sqrt(square(x)), careful=True))
# (sqrt (expt x 2))

m = symbols("m", positive=True)

show(simplify(sqrt(square(m) * x), careful=True))
# (* m (sqrt x))

r = literal_function("r")
with assuming(nonnegative=r(t)):
    show(simplify(sqrt(square(r(t))), careful=True))
# (r t)

# The rewrites can be switched off and on one by one, for one simplification or while a block runs.

with setting(sqrt_expt_simplify=False):
    show(sqrt(square(x)))
# (sqrt (expt x 2))

show(simplify(square(sin(x / 2)), half_angle_simplify=True))
# (+ 1/2 (* -1/2 (cos x)))

# equivalent compares without any of these assumptions. The answer is proved: a canonical form that is zero, or a
# point where the two differ.

show(equivalent(sin(2 * x), 2 * sin(x) * cos(x)))
# equal

show(equivalent(sqrt(square(x)), x))
# different

show(equivalent(sqrt(square(m)), m))
# equal

# Forms on request: factors, powers of sines and cosines as multiple angles, logarithms taken apart.

show(factor(x**4 - y**4))
# (* (+ x y) (+ x (* -1 y)) (+ (expt x 2) (expt y 2)))

show(to_poisson_form(square(sin(x)) * cos(y)))
# (+ (* 1/2 (cos y))
#    (* -1/4 (cos (+ (* 2 x) y)))
#    (* -1/4 (cos (+ (* 2 x) (* -1 y)))))

show(log_expand(log(a * b**3)))
# (+ (* 3 (log b)) (log a))

# Rules of one's own: a pattern and a consequence. (? x) matches one thing, (?? xs) any number of them.
# (Rule sets are also made of texts: triples of pattern, condition and consequence.)

absorb = ruleset(rule("(and (?? as) (? x) (?? bs) (? x) (?? cs))", "(and (?? as) (? x) (?? bs) (?? cs))"))

show(absorb("(or p (and p q p r q))"))
# (or p (and p q r))
