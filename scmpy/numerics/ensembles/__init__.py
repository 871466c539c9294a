"""Ensembles: many orbits at once, in threads, processes or on other machines."""
