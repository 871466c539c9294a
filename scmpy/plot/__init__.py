"""Pictures, drawn by matplotlib: the course's windows and what is drawn in them, explorers of maps and of sections.

Importing this loads no matplotlib: the first window does.
"""

from importlib import import_module

__all__ = [
    "body_momentum",
    "configuration",
    "course",
    "divergence",
    "drift",
    "epicycles",
    "explore",
    "gnuplot",
    "grey",
    "maps",
    "mechanisms",
    "monitors",
    "movies",
    "parameters",
    "phase_portraits",
    "scope",
    "sections",
    "surfaces",
    "tangles",
    "tori",
    "trajectories",
    "vector_fields",
]

for _module in __all__:
    import_module(f"scmpy.plot.{_module}")
