"""Pictures, drawn by matplotlib: the course's windows and what is drawn in them, explorers of maps and of sections.

Importing a module of it loads no matplotlib: the first window does.

Read in this order:

- figures, screen: figures of matplotlib, and windows on a screen
- styles, picture_types, labels, along, artists: keywords, annotations, axes with units, marks
- window, course: windows with coordinates, and what the course's programs draw in them
- drawing, curves: what drawing functions have in common, and motions as arrays
- filming, movies: pictures that move
- trajectories, configuration, phase_portraits, tori, body_momentum: pictures of motions
- surfaces, vector_fields: pictures of manifolds
- explore, section_explorer, map_orbits, tangles: sections and maps of the plane, and their explorers
- drift, divergence, parameters: what is conserved, what grows, what changes with a parameter
- mechanisms, epicycles: linkages, and circles on circles
- monitors: pictures of ``evolve`` as it goes
"""
