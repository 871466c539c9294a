"""The Pauli matrices, which represent angular momentum 1/2: sigma_x sigma_y = i sigma_z, and so on."""

from __future__ import annotations

from scmpy.generic.numeric_tower import exact_complex
from scmpy.registry import register
from scmpy.structure.matrix import matrix_by_rows

_I = exact_complex(0, 1)

for _name, _python, _rows, _meaning, _shown in (
    ("I_2", "I_2", ([1, 0], [0, 1]), "The 2 by 2 identity matrix.", "(list 1 0) (list 0 1)"),
    ("sigma^x", "sigma_x", ([0, 1], [1, 0]), "The Pauli matrix of the x axis.", "(list 0 1) (list 1 0)"),
    ("sigma^y", "sigma_y", ([0, -_I], [_I, 0]), "The Pauli matrix of the y axis.", "(list 0 -i) (list +i 0)"),
    ("sigma^z", "sigma_z", ([1, 0], [0, -1]), "The Pauli matrix of the z axis.", "(list 1 0) (list 0 -1)"),
):
    register(
        _name,
        matrix_by_rows(*_rows),
        python=_python,
        module=__name__,
        doc=f"{_meaning}\n\n    Scheme:  {_name}\n    >>> {_python}\n    (matrix-by-rows {_shown})\n",
    )
