"""Special functions: elliptic integrals and functions, Bessel, Airy, Gamma functions, integrals of elementary ones.

Read in this order:

- definitions: how a special function is declared; Bessel and Airy functions; elliptic integrals and functions
- gamma: Gamma and its kin; error, sine, exponential and Fresnel integrals
"""
