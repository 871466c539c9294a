"""Ordinary differential equations: methods, the control of their steps, trajectories.

Read in this order:

- methods, lie_group_methods: each method one text, a step in sums and products
- step_control: from a method and a tolerance, the steps of a solution
- taylor: steps by series, also as machine code
- solvers: all methods by name, those of other libraries too
- ivp: states in structures, moved along by their derivative
- dense_output: steps on record, between which states are interpolated
- events, trajectory: where functions of the states vanish, and motions as functions of the time, to many digits
- evolution, sections: what the course calls

Beside these:

- llvm_loop, llvm_steps: the same as machine code
"""
