"""Minima with pairs of places and values in them."""

from scmpy.scheme.primitives.base import adapt
from scmpy.scheme.primitives.numerical import giving, minimum

adapt("dfp dfp-brent bfgs fletcher-powell", giving(minimum))
