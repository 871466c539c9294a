"""Pictures, drawn by matplotlib: the course's windows and what is drawn in them, explorers of maps and of sections.

Importing a module of it loads no matplotlib: the first window does.
"""
