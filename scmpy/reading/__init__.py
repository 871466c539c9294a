"""Formulas as people write them: infix text and LaTeX become expressions and equations of the library.

Read in this order:

- tokens: the characters of either notation, as tokens that both have in common
- grammar: tokens as trees, each part with its place in the text; what names mean, by a reference and declarations
- values: trees as expressions; the rules where a text has several readings
- formulas: what the user calls
"""
