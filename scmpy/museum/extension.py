"""New generic operators, and handlers by which old ones take values of new types.

An operator has handlers, each with one predicate for every argument; the handler added last whose predicates hold is
called. Python programs may say instead for which types a method is: ``add.on(MyType, MyType)``. Operators and handlers
that a session of Scheme adds are that session's; those that Python adds are everybody's.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scmpy.errors import ArityError, GenericOperationError, WrongTypeError, counted, describe, expected, wrong_number
from scmpy.generic.arguments import check_callable
from scmpy.generic.dispatch import Operation
from scmpy.generic.session_tables import Table
from scmpy.registry import lookup, public
from scmpy.structure.aliases import Name


class GenericOperator(Operation):
    """A generic operator that a program has made, of any fixed number of arguments."""

    def __init__(self, arity: int, name: str, default: Callable[..., Any] | None) -> None:
        super().__init__(name, f"The generic operator {name}, made by make-generic-operator.")
        self.arity = arity
        self.default = default

    def __call__(self, *args: Any) -> Any:
        if len(args) != self.arity:
            raise wrong_number(self.name, len(args), self.arity, self.arity)
        return self.handler(args)(*args)

    def handler(self, args: tuple[Any, ...]) -> Callable[..., Any]:
        """The handler for these arguments; the default one if no other applies."""
        try:
            return self._resolve(*args)
        except GenericOperationError:
            if self.default is None:
                raise
            return self.default

    def __reduce__(self) -> Any:
        return _made_operator, (str(self.name),)


_made: Table[str, GenericOperator] = Table()


def _made_operator(name: str) -> Operation:
    return _operator(name)


@public("make-generic-operator")
def make_generic_operator(arity: int, name: Name = "operator", default: Callable[..., Any] | None = None) -> Operation:
    """A new generic operator of so many arguments; the default is called where no handler applies.

    Scheme:  (make-generic-operator 2 'my-op)
    Raises:  the value: GenericOperationError where no handler applies, and there is no default; WrongTypeError unless
             the number of arguments is positive
    1 ]=> (define size-of (make-generic-operator 1 'size-of))
    1 ]=> (assign-operation 'size-of string-length string?)
    1 ]=> (size-of "four")
    ;Value: 4
    >>> size_of = make_generic_operator(1, "size-of")
    >>> _ = assign_operation(size_of, len, lambda x: isinstance(x, str))
    >>> size_of("four")
    4
    """
    if not isinstance(arity, int) or isinstance(arity, bool) or arity < 1:
        raise WrongTypeError(f"make-generic-operator expects a positive number of arguments, got {describe(arity)}")
    text = str(getattr(name, "name", name))
    operator = _made[text] = GenericOperator(arity, text, default)
    return operator


def _operator(value: Any) -> Operation:
    """The operator that a value is, or that has this name."""
    if isinstance(value, Operation):
        return value
    name = getattr(value, "name", value)
    entry = lookup(name) if isinstance(name, str) else None
    entry = entry if entry is not None and entry.in_scheme else None
    found = _made.get(name) if isinstance(name, str) else None
    found = found or (entry.value if entry is not None else None)
    if not isinstance(found, Operation):
        raise expected("a generic operator or its name", describe(value))
    return found


@public("assign-operation")
def assign_operation(
    operator: Operation | Name, handler: Callable[..., Any], *predicates: Callable[[Any], Any]
) -> Operation:
    """Let an operator call this handler where every predicate holds of its argument.

    Scheme:  (assign-operation '+ add-money money? money?)
    Raises:  ArityError unless there is one predicate for every argument of the operator
    1 ]=> (assign-operation '+ string-append string? string?)
    1 ]=> (+ "ab" "c")
    ;Value: "abc"
    >>> joined = make_generic_operator(2, "joined")
    >>> _ = assign_operation("joined", lambda x, y: x + y, lambda x: isinstance(x, str), lambda y: isinstance(y, str))
    >>> joined("ab", "c")
    'abc'
    """
    operation = _operator(operator)
    if len(predicates) != operation.arity:
        raise ArityError(
            f"assign-operation: {operation.name} has {counted(operation.arity)}, got {len(predicates)} predicates"
        )
    for function in (handler, *predicates):
        check_callable(function, wanted="a handler and predicates")
    operation.handle(handler, predicates)
    return operation


@public("get-operator-record")
def get_operator_record(operator: Operation | Name) -> Operation:
    """The generic operator that has this name.

    Scheme:  (get-operator-record '+)
    >>> get_operator_record("+")
    <generic operation +>
    """
    return _operator(operator)
