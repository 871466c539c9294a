# SICM figure 1.1 (section 1.4): the error of the path of least action through three points, of a harmonic oscillator.
# Asserted: it is less than 1.7e-4, as the text says, and some 15 times less if the path has four points.

import numpy

from scmpy import *


def error_of(path):
    return lambda t: path(t) - cos(t)


q, q4 = (find_path(L_harmonic(1.0, 1.0), 0.0, 1.0, pi / 2, 0.0, n) for n in (3, 4))

win = frame(0, pi / 2, -2e-4, 2e-4, name="1.1")
plot_function(win, error_of(q), 0, pi / 2, 0.01)

errors, errors4 = (max(abs(error_of(path)(t)) for t in numpy.arange(0, 1.575, 0.01)) for path in (q, q4))
assert 1.5e-4 < errors < 1.7e-4
assert 12 < errors / errors4 < 18
