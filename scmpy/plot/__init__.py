"""Pictures, drawn by matplotlib: the course's windows and what is drawn in them, explorers of maps and of sections.

Importing a module of it loads no matplotlib: the first window does.

Read in this order:

- figure, artists: figures and screens, axes with units; marks put one by one
- window: windows with coordinates, and what the course's programs draw in them
- curves: what drawing functions have in common, and motions as arrays
- trajectories, phase_portraits: pictures of motions, of manifolds, of what changes with a parameter
- sections: maps of the plane and sections, and their explorers
- animation: pictures that move, linkages; pages in which the browser computes and draws a motion
"""
