"""Do two systems of equations say the same? Their motions compared, with certificates.

Read in this order:

- systems: systems as expressions of independent symbols, and where their residuals vanish
- solved_form: a system in solved form, branch by branch
- implication: is every solution of one a solution of the other? What the findings come to
- local_series, certificate: a check that shares nothing with what found the answer
- compare: what the user calls
- diagnosis, energies, grading: answers compared with a reference as a teacher does it
- derivations: line by line
"""
