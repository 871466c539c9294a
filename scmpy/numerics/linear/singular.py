"""What happens where a matrix is singular: an error, or what a handler says.

A solver with continuations calls the one for failure with a procedure that goes on, with a pivot of 0:
``barf-on-zero-pivot`` signals the error, ``allow-zero-pivot`` goes on.
"""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from typing import Any

from scmpy.errors import DivisionByZeroError
from scmpy.generic.arguments import check_callable
from scmpy.registry import public
from scmpy.structure.aliases import Value

Handler = Callable[[], Any]
Failure = Callable[[Callable[[], Any]], Any]


def _signal() -> Any:
    raise DivisionByZeroError("Singular matrix - zero pivot: the matrix has no inverse, to rounding")


_handler: ContextVar[Handler] = ContextVar("singular-matrix-handler", default=_signal)


def singular() -> Any:
    """What the handler in force does about a singular matrix."""
    return _handler.get()()


@public("barf-on-zero-pivot")
def barf_on_zero_pivot(dismiss: Callable[..., Any]) -> Value:
    """What to do about a pivot of 0: the error that the matrix is singular, or what the handler in force does.

    Scheme:  (lu-solve A b succeed barf-on-zero-pivot)
    Raises:  DivisionByZeroError, unless there is a handler
    >>> from scmpy import lu_solve, matrix_by_rows
    >>> lu_solve(matrix_by_rows([1, 2], [3, 4]), [5, 6], lambda x: x, barf_on_zero_pivot)
    (up -4 9/2)
    """
    return singular()


@public("allow-zero-pivot")
def allow_zero_pivot(dismiss: Callable[[], Any]) -> Value:
    """What to do about a pivot of 0: go on with the other columns.

    Scheme:  (lu-decompose A succeed allow-zero-pivot)
    >>> from scmpy import lu_decompose, matrix_by_rows
    >>> lu_decompose(matrix_by_rows([1, 2], [2, 4]), lambda lu, permutation, sign: lu, allow_zero_pivot)
    (matrix-by-rows (list 2 4) (list 1/2 0))
    """
    check_callable(dismiss, "allow-zero-pivot", "a procedure without arguments")
    return dismiss()


def _checked(handler: Any, operation: str) -> Handler:
    check_callable(handler, operation, "a procedure without arguments")
    return handler  # type: ignore[no-any-return]


@public("with-singular-matrix-handler")
def with_singular_matrix_handler(handler: Handler, thunk: Handler) -> Value:
    """The value of a procedure without arguments, in which another one is called for every singular matrix.

    Scheme:  (with-singular-matrix-handler handler thunk)
    >>> from scmpy import lu_invert, matrix_by_rows
    >>> with_singular_matrix_handler(lambda: 0, lambda: lu_invert(matrix_by_rows([1, 2], [2, 4])))
    0
    """
    name = "with-singular-matrix-handler"
    token = _handler.set(_checked(handler, name))
    try:
        return _checked(thunk, name)()
    finally:
        _handler.reset(token)


@public("handle-singularity-errors-with")
def handle_singularity_errors_with(handler: Handler) -> None:
    """From now on, call a procedure without arguments for every singular matrix.

    Scheme:  (handle-singularity-errors-with handler)
    >>> handle_singularity_errors_with(default_singular_matrix_error)
    """
    _handler.set(_checked(handler, "handle-singularity-errors-with"))


@public("default-singular-matrix-error")
def default_singular_matrix_error() -> Value:
    """The error that a matrix is singular: the handler unless there is another one.

    Scheme:  (default-singular-matrix-error)
    Raises:  DivisionByZeroError
    >>> with_singular_matrix_handler(default_singular_matrix_error, lambda: 3)
    3
    """
    return _signal()


@public("singular-matrix-error")
def singular_matrix_error() -> Value:
    """What the handler in force does about a singular matrix: the error, unless there is another one.

    Scheme:  (singular-matrix-error)
    Raises:  DivisionByZeroError, unless there is a handler
    >>> with_singular_matrix_handler(lambda: 0, singular_matrix_error)
    0
    """
    return singular()
