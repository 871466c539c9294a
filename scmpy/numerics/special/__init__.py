"""Special functions: elliptic integrals and functions, Bessel functions."""
