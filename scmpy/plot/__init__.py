"""Pictures, drawn by matplotlib: the course's windows and what is drawn in them, explorers of maps and of sections.

Importing this loads no matplotlib: the first window does.
"""

from importlib import import_module

__all__ = [
    "configuration",
    "course",
    "divergence",
    "drift",
    "explore",
    "gnuplot",
    "grey",
    "maps",
    "mechanisms",
    "monitors",
    "movies",
    "phase_portraits",
    "sections",
    "tori",
    "trajectories",
]

for _module in __all__:
    import_module(f"scmpy.plot.{_module}")
