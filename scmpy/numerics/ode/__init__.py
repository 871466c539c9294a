"""Ordinary differential equations: methods, the control of their steps, trajectories.

Read in this order:

- methods: each method one text, a step in sums and products
- driver: from a method and a tolerance, the steps of a solution
- loop: the same as machine code
- stepping, fixed, recurrences, taylor_method: steps of one length, and by series
- outlook, closely: what a step tells of a function: one text for Python and for code
- methods_by_name: all methods, those of other libraries too
- motion: states in structures, moved along by their derivative
- events, trajectory: where functions of the states vanish, and motions as functions of the time
- evolution, surfaces_of_section: what the course calls

Beside these:

- dimensions, scale, layouts, numbers_of_states, record: units, sizes and places of the numbers of a motion
- compiled, stepping_code, recurrence_code, taylor_loop, perturbed: machine code of derivatives and of steps
- event_tables, section_code, section_loop, stops, stops_loop: machine code that finds events, crossings and stops
- stiff, precise, by_heyoka: other solvers
- trajectory_files: trajectories in files
"""
