"""Mechanics: Lagrangian mechanics, rigid bodies, Poincaré equations."""
