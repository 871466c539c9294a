"""Values of expressions at points, enclosed in balls.

Read in this order:

- applied: applications of unknown functions taken apart
- stand_ins: the functions that unknown ones stand for at a point
- ball: enclosures of values at points
- exact_constants: the signs of constants, the whole numbers near them, their floats
"""
