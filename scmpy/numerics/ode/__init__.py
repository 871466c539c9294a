"""Ordinary differential equations: methods, the control of their steps, trajectories."""
