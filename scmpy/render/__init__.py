"""Expressions as text: Scheme, TeX, and unicode infix.

Read in this order:

- scheme: Scheme, on one line or broken as the original breaks it; numbers as MIT Scheme writes them
- notation: mathematical notation: indices, accents, fractions, line breaks; its characters in plain text
- latex: and in TeX, and that in MathML
"""
