"""Is a function of fields a tensor? It is if it is linear over the functions on the manifold, in every argument.

Source: FDG, appendix C
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable
from typing import Any

from scmpy.errors import WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.arguments import check_callable
from scmpy.geometry.chart import Chart, literal_manifold_function, typical_point
from scmpy.geometry.form_field import literal_1form_field
from scmpy.geometry.vector_field import literal_vector_field
from scmpy.registry import public

_MAKERS: dict[str, tuple[str, Callable[[str, Chart], Any]]] = {
    **dict.fromkeys(("scalar", "function"), ("g", literal_manifold_function)),
    **dict.fromkeys(("up", "vector"), ("v", literal_vector_field)),
    **dict.fromkeys(("down", "1form", "one-form"), ("omega", literal_1form_field)),
}

_count = itertools.count(1)


@public("literal-field")
def literal_field(system: Chart) -> Callable[[Any], Any]:
    """The function that makes unknown fields in a chart: of a type scalar, vector (up) or 1form (down).

    Scheme:  ((literal-field sys) 'vector)
    Raises:  WrongTypeError for another type
    Source:  FDG C
    1 ]=> (get-rank ((literal-field R2-rect) '1form))
    ;Value: 1
    >>> from scmpy import *
    >>> make = literal_field(R2_rect)
    >>> get_rank(make("1form")), is_vector_field(make("vector"))
    (1, True)
    """

    def made(kind: Any) -> Any:
        name = getattr(kind, "name", kind)
        if not isinstance(name, str) or name not in _MAKERS:
            raise WrongTypeError(f"literal-field expects one of the types {' '.join(_MAKERS)}, got {describe(kind)}")
        letter, maker = _MAKERS[name]
        return maker(f"{letter}:{next(_count)}", system)

    return made


@public("tensor-test")
def tensor_test(T: Callable[..., Any], types: Iterable[Any], system: Chart) -> tuple[Any, ...]:
    """What is missing, in each argument of a function of fields, to linearity over functions; of a tensor all are zero.

    Scheme:  (tensor-test T '(1form vector ...) sys)
    Math:    T(.., f u + v, ..) - f T(.., u, ..) - T(.., v, ..) at a typical point
    Source:  FDG C
    1 ]=> (define nabla (covariant-derivative (literal-Cartan 'G R2-rect)))
    1 ]=> (simplify (tensor-test (torsion nabla) '(1form vector vector) R2-rect))
    ;Value: (0 0 0)
    >>> from scmpy import *
    >>> nabla = covariant_derivative(literal_Cartan("G", R2_rect))
    >>> [simplify(x) for x in tensor_test(torsion(nabla), ["1form", "vector", "vector"], R2_rect)]
    [0, 0, 0]
    >>> [simplify(x) == 0 for x in tensor_test(lambda w, u, v: w(nabla(u)(v)), ["1form", "up", "up"], R2_rect)]
    [True, True, False]
    """
    make = literal_field(system)
    check_callable(T, wanted="a function of fields")
    kinds = list(types)
    fields, others, f, m = [*map(make, kinds)], [*map(make, kinds)], make("scalar"), typical_point(system)

    def missing(i: int) -> Any:
        def value(field: Any) -> Any:
            return T(*fields[:i], field, *fields[i + 1 :])

        linear = g.add(g.mul(f, value(fields[i])), value(others[i]))
        return g.sub(value(g.add(g.mul(f, fields[i]), others[i])), linear)(m)

    return tuple(map(missing, range(len(kinds))))
