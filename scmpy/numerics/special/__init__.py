"""Special functions: elliptic integrals and functions, Bessel, Airy, Gamma functions, integrals of elementary ones.

Read in this order:

- records: how a special function is declared
- gamma, integrals, bessel, airy, elliptic: the functions
"""
