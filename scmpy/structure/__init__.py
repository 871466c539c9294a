"""Up and down tuples, matrices, quaternions, linear equations over them, and literal functions of structured arguments.

Read in this order:

- selection, structure: tuples and their parts
- tuple_arithmetic: contraction, and the rest
- linear: determinants and linear equations over any scalars
- matrix, quaternion: the other values that hold scalars
- signature, literal: unknown functions, and their derivatives
- linear_maps: structures as linear maps

Beside these:

- aliases: the words for values of mechanics and geometry
- by_orbit, linear_batches, linear_floats, ldl, eigen: linear algebra of batches, of floats, by LDL^T; eigenvalues
- identity_predicates, vector_products, quaternion_functions, two_tensor: more operations on these values
- literal_values, literal_application: unknown numbers, and symbols applied
- real_roots, solutions: does one system vanish where another does?
- measures, within, sympy_values: values with units, with numbers for code, and in SymPy
"""
