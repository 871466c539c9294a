"""Do two systems of equations say the same? Their motions compared, with certificates.

Read in this order:

- jets, reading: systems as expressions of independent symbols
- alternatives, lasting: where residuals vanish, and vanish for ever
- solved_form: a system in solved form, branch by branch
- direction, existence, implication: is every solution of one a solution of the other?
- local_series, evidence: a check that shares nothing with what found the answer
- verdict, conclusion: what the findings come to
- motions, at_points, compare: what the user calls

Beside these:

- change, multiplier: other unknowns, and systems that are multiples of each other
- transcripts: a comparison as a program of Scheme
"""
