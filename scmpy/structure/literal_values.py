"""Unknown numbers by name, and the expression that stands for a value."""

from __future__ import annotations

from scmpy.errors import WrongTypeError, describe
from scmpy.generic.kinds import is_number
from scmpy.registry import public, register
from scmpy.structure.aliases import Formula, ScalarValue
from scmpy.structure.literal import LiteralFunction
from scmpy.symbolic.expression import Expression, Symbol, expression_of, symbol

register("expression-of", expression_of)
register("expression", expression_of)


@public("literal-number", "literal-real")
def literal_number(name: Formula, *facts: str | Symbol) -> ScalarValue:
    """The unknown number of this name, with facts declared of it; an expression or a number stands for itself.

    Scheme:  (literal-number 'a), (literal-number 'n 'positive 'integer)
    Raises:  WrongTypeError for what is no name
    Facts:   real, rational, integer, even, odd, positive, negative, nonnegative, nonpositive, nonzero. A number
             with facts is another one than that without.
    >>> literal_number("a")
    a
    >>> literal_number("n", "positive").facts >= {"real", "nonzero"}
    True
    """
    if facts and isinstance(name, (str, Symbol)):
        before = symbol(name) if isinstance(name, str) else name
        return symbol(before.name, *before.facts, *(getattr(fact, "name", fact) for fact in facts))  # type: ignore[arg-type]
    if isinstance(name, Expression) or is_number(name):
        return name
    if isinstance(name, str):
        return symbol(name)
    raise WrongTypeError(f"literal-number expects a name, got {describe(name)}")


@public("literal-function?")
def is_literal_function(value: object) -> bool:
    """Is this a literal function?

    Scheme:  (literal-function? f)
    >>> from scmpy import literal_function
    >>> is_literal_function(literal_function("f")), is_literal_function(abs)
    (True, False)
    """
    return isinstance(value, LiteralFunction)
