"""Ensembles: many orbits at once, in threads, processes or on other machines.

Read in this order:

- orbits: first states and parameters, a row for each orbit
- together: orbits moved by machine code, many in one call
- chunks, folder: what a worker is sent, and what is kept of it
- ensemble_results: what comes back
- ensemble: all of it in one call
"""
