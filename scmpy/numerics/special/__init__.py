"""Special functions: elliptic integrals and functions, Bessel functions, integrals of elementary functions."""
