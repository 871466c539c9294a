"""Up and down tuples, matrices, quaternions, linear equations over them, and literal functions of structured arguments.

Read in this order:

- tuples: up and down, their parts, contraction; values with units, with numbers for code
- linear_algebra: determinants and linear equations over any scalars, floats and batches
- matrix, quaternion: the other values that hold scalars
- literal_functions: unknown functions, and their derivatives; values in SymPy
- linear_maps: structures as linear maps

Beside these, types: the words for values of mechanics and geometry.
"""
