"""Procedures that wait for their arguments, and settings while a procedure runs."""

from typing import Any

from scmpy.generic.kinds import is_procedure
from scmpy.generic.settings import setting
from scmpy.scheme.admission import admitted
from scmpy.scheme.primitives.base import primitive


@primitive("defer-application")
def defer_application(procedure: Any) -> Any:
    """The procedure that applies this one, or, to a procedure, gives that of the composition, which waits in turn."""

    def deferred(argument: Any) -> Any:
        if is_procedure(argument):
            return defer_application(lambda x: admitted(procedure)(admitted(argument)(x)))
        return admitted(procedure)(argument)

    return deferred


@primitive("with-literal-apply-enabled")
def with_literal_apply_enabled(thunk: Any) -> Any:
    """The value of a procedure of no arguments; while it runs a symbol may be applied, as a literal function."""
    with setting(enable_literal_apply=True):
        return thunk()


@primitive("with-self-evaluating-unbound-variables")
def with_self_evaluating_unbound_variables(thunk: Any) -> Any:
    """The value of a procedure of no arguments; while it runs a variable without a value is the symbol of its name."""
    with setting(self_evaluating_unbound_variables=True):
        return thunk()
