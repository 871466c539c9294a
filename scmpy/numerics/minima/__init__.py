"""Minima and maxima of real functions, of one variable and of several."""
