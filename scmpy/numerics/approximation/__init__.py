"""Functions by simpler ones: polynomials through points, expansions by Chebyshev."""
