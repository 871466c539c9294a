"""Decisions: are two values equal? Forms that are zero only for zero, and witnesses in ball arithmetic.

Read in this order:

- tower: the atoms of a comparison, each perhaps algebraic over those before it
- univariate: polynomials in one generator, and their real roots
- certain: the form of an expression, by rewrites that hold at every point of the domain
- factors, known_signs: irreducible factors and the signs of forms
- radicals, logarithms, circular_functions: roots, powers, exponentials, sines and cosines over independent arguments
- zero, proof: when a form is zero on the domain
- witness: the search for a point where two values differ
- equivalence: the answer with its certificate

Beside these:

- ideals, definite, zeros, independence, separation, signs: where forms vanish, and of which sign they are
- parity, rounding, special, symmetry: whole exponents, floors, special functions, literal functions with facts
"""
