"""scmpy: the MIT mechanics system for Python.

Generic arithmetic, ``D`` and ``partial``, up and down structures, literal functions, vector fields and their
structure constants, and on them Lagrange's and Poincaré's equations. Everything public is in the registry and
comes with ``from scmpy import *``; the course's Scheme runs in ``scmpy.scheme.Session``.

>>> from scmpy import *
>>> t = symbols("t")
>>> (D**2)(sin)(t)
(* -1 (sin t))

Read in this order:

- errors, registry, boundary, deep_stack, pickling: what goes wrong, names, where a user's call enters
- generic: generic arithmetic
- render, symbolic, structure: expressions and their texts, tuples and matrices
- calculus: D
- numerics, solving, units: numbers out of equations, closed forms, quantities
- geometry, clifford, mechanics: what it is for
- plot, scheme, app: pictures, the course's Scheme, the command line
- compat: names that only rare programs use
"""

from __future__ import annotations

import functools
import sys
from importlib import import_module
from typing import Any

from scmpy import registry
from scmpy.boundary import entry_point
from scmpy.errors import ScmpyError, did_you_mean
from scmpy.generic.settings import setting
from scmpy.registry import __version__, apropos, load

load(registry.FIRST)

globals().update(registry.python_bindings())

#: What is public and is no entry of the registry, with the module that it is loaded from when it is asked for.
_OTHERS = {
    "Trajectory": "scmpy.numerics.ode.trajectory",
    "assuming": "scmpy.symbolic.assumptions",
}


@functools.partial(entry_point, name="parse_printed")
def parse_printed(text: str) -> Any:
    """The value that a printed answer stands for; nothing is looked up or evaluated.

    >>> parse_printed("(+ x (* 2 ((D f) t)))")
    (+ x (* 2 ((D f) t)))
    """
    from scmpy.scheme.printer import parse_printed

    return parse_printed(text)


def __getattr__(name: str) -> Any:
    """What is loaded when it is first asked for: names, and ``__all__``, for which all of them are.

    Functions that Python has no name for are found by those of Scheme: so pickle asks for them.
    """
    if not name.isidentifier() and (known := registry.scheme_entry(name)):
        return known.value
    entry = registry.python_entry(name)
    if entry is not None:
        value = entry.value
    elif name in _OTHERS:
        value = getattr(import_module(_OTHERS[name]), name)
    elif name == "__all__":
        load(registry.PYTHON)
        globals().update(registry.python_bindings())
        value = ["ScmpyError", "apropos", "parse_printed", "setting", *_OTHERS, *registry.python_bindings()]
    else:
        told = "" if name.startswith("_") else registry.not_carried_over(name)  # nothing for those who only probe
        near = "" if name.startswith("_") or told else did_you_mean(name, registry.python_names())
        # Python would replace the text of an AttributeError in ``from scmpy import name``
        kind = ImportError if told and sys._getframe(1).f_code.co_name == "_handle_fromlist" else AttributeError
        raise kind(f"module 'scmpy' has no attribute {name!r}{f': {told}' if told else near}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_OTHERS, *registry.python_names(), "__all__"})


def load_ipython_extension(shell: Any) -> None:
    """``%load_ext scmpy``: cells of Scheme in a notebook of Python."""
    from scmpy.app.magics import load

    load(shell, globals())
