"""Expressions as text: Scheme, TeX, and unicode infix.

Read in this order:

- text: texts of shared trees, from the leaves up
- number_text: numbers as MIT Scheme writes them
- scheme_text: Scheme, on one line or broken as the original breaks it
- notation: mathematical notation apart from its characters: what is an index, an accent, a fraction
- infix, tex: the characters
- line_breaks: where long texts are broken

Beside these:

- abbreviations, symbol_names, name_reading: what formulas leave out, and what names say
- graph: expressions as graphs
"""
