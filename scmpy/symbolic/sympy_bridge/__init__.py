"""The bridge to SymPy: every expression converts, and comes back with an equal canonical form.

``to_sympy(x)`` and ``from_sympy(e)``; ``sympy.sympify`` and SymPy's functions accept expressions as they are, and the
generic operations accept SymPy's. ``via_sympy(f)`` is a function of SymPy for values of scmpy. What becomes what:

- a symbol with facts is SymPy's symbol with these assumptions; assumptions that scmpy does not have are refused;
- a literal function is an undefined function of the leaves of its arguments (which remembers how they were nested);
  its derivatives are ``Derivative``, inside ``Subs`` where the arguments are not distinct symbols;
- a tuple of scalars is a column (up) or a row (down), a tuple of such tuples a matrix, an array or a ``Tuple``, which
  remember the ups and downs;
- a special function that scmpy does not have, ``besselj``, is the application ``(sympy.besselj n x)``; any other
  object (``Integral``, ``Piecewise``) is a literal function of its free symbols, and both come back as they were;
- ``oo`` and ``nan`` are floats, SymPy's numbers in decimals of any length too; ``zoo`` is an error.

Read in this order:

- conversions, sympy_names, oriented: the operations, names, and ups and downs
- outward, inward: there and back
"""

from scmpy.symbolic.sympy_bridge import inward, outward
from scmpy.symbolic.sympy_bridge.conversions import from_sympy, to_sympy, via_sympy

__all__ = ["from_sympy", "inward", "outward", "to_sympy", "via_sympy"]
