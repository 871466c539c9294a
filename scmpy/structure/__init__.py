"""Up and down tuples, matrices, quaternions, linear equations over them, and literal functions of structured arguments.

Read in this order:

- selection, structure: tuples and their parts
- tuple_arithmetic: contraction, and the rest
- linear: determinants and linear equations over any scalars
- matrix, quaternion: the other values that hold scalars
- signature, literal: unknown functions, and their derivatives
- linear_maps: structures as linear maps
"""
