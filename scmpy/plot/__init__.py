"""Pictures, drawn by matplotlib: the course's windows and what is drawn in them, explorers of maps and of sections.

Importing this loads no matplotlib: the first window does.
"""

from scmpy.plot import configuration, course, divergence, drift, trajectories

__all__ = ["configuration", "course", "divergence", "drift", "trajectories"]
