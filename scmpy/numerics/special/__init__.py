"""Special functions: elliptic integrals and functions, Bessel, Airy, Gamma functions, integrals of elementary ones."""
