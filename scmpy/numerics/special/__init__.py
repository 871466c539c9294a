"""Special functions: elliptic integrals and functions, Bessel, Airy, Gamma functions, integrals of elementary ones.

Read in this order:

- special_records: how a special function is declared
- at_zero: derivatives whose formula is 0/0 at 0
- gamma, integral_functions, bessel, airy, elliptic: the functions
"""
