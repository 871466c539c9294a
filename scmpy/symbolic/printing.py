"""How expressions are printed and shown: pe, pp, what stands for a value, graphs."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from decimal import Decimal
from types import FunctionType, MethodType
from typing import Any

from scmpy.errors import GenericOperationError, WrongTypeError, describe
from scmpy.generic.display import NOTATIONS, Displayed, show_tex
from scmpy.generic.settings import SWITCH, Setting
from scmpy.generic.tree import is_container
from scmpy.generic.types import Value
from scmpy.registry import public
from scmpy.render.latex import tex as tex_of
from scmpy.render.notation import filled
from scmpy.render.notation import infix as infix_of
from scmpy.render.scheme import atom_text, operator_of, pretty_text, scheme_text
from scmpy.symbolic.arithmetic import numerical_value
from scmpy.symbolic.ball_arithmetic import is_proved_zero
from scmpy.symbolic.expression import (
    LIST,
    Application,
    application,
    expression_of,
    flattened,
    fold,
    is_inexact_in_print,
    symbol,
)
from scmpy.symbolic.simplify import in_print, simplified_expression

# --- shown value -----------------------------------------------------------------------------------------------------
# What stands for a value in print: its simplified expression; for a procedure its name.


def display_form(value: Any) -> Any:
    """The expression that stands for a value in print, as it is.

    A value has an expression, or shows itself as one (``_shown_``), or is known by its name.
    """
    if isinstance(value, Decimal):
        return symbol(str(value))  # with all its digits
    own = getattr(type(value), "_shown_", None)
    if own and is_container(value):  # each part by itself: those of a deep structure are not tried at every level
        return own(value)
    try:
        return expression_of(value)
    except (GenericOperationError, WrongTypeError):
        return own(value) if own else symbol(_name(value))


def _name(value: Any) -> str:
    if isinstance(value, bool):
        return "#t" if value else "#f"
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    name = getattr(value, "__name__", None)
    if not name:  # the text of a value that is displayed would be asked for here
        name = describe(value) if isinstance(value, Displayed) else " ".join(repr(value).split())
    return str(name)


def tree_of(value: Any, convert: Callable[[Any], Any] | None = None, head: tuple[Any, ...] = ()) -> Any:
    """The tree that the printers show: of a tuple its elements (behind ``head``), else the converted expression.

    ``convert`` makes the expression from the value; without it, it is simplified.
    """
    if isinstance(value, tuple) and (value or head):
        operator, *operands = (*head, *(tree_of(item, convert, head) for item in value))
        return application(operator, *operands)
    if convert:
        return convert(value)
    return simplified_expression(value if hasattr(value, "_printed_expression_") else display_form(value))


# --- graph -----------------------------------------------------------------------------------------------------------


def dot(tree: Any) -> str:
    """The graph of a tree, each of its parts once, the nodes numbered from the root on, level by level.

    A node is labelled with its operator; an operator that is itself a combination hangs from it by a dashed edge.
    """
    parts, numbers = [tree], {_key(tree): 0}
    edges: list[str] = []
    for number, part in enumerate(parts):  # grows as we go
        for child, style in _children(part):
            if _key(child) not in numbers:
                numbers[_key(child)] = len(parts)
                parts.append(child)
            edges.append(f"  n{number} -> n{numbers[_key(child)]}{style};")
    nodes = [f'  n{number} [label="{_escaped(_label(part))}"];' for number, part in enumerate(parts)]
    return "\n".join(["digraph expression {", "  node [shape=plaintext];", *nodes, *edges, "}"])


def _children(tree: Any) -> list[tuple[Any, str]]:
    operator = operator_of(tree)
    if operator is None:
        return []
    head = [] if _is_atom(operator) else [(operator, " [style=dashed]")]
    return head + [(operand, "") for operand in tree.operands]


def _is_atom(tree: Any) -> bool:
    return operator_of(tree) is None


def _key(tree: Any) -> Any:
    """Combinations and symbols are told apart by identity, numbers by their text."""
    return id(tree) if hasattr(tree, "operator") else atom_text(tree)


def _label(tree: Any) -> str:
    operator = operator_of(tree)
    if operator is None:
        return atom_text(tree)
    return atom_text(operator) if _is_atom(operator) else "( )"


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")


# --- printing --------------------------------------------------------------------------------------------------------
# Printing, from Python and from Scheme: Scheme text, unicode infix and TeX of any value.
#
# Everything but ``pp`` shows the simplified value; a ``simplifier`` given instead is applied to the value first (the
# identity function leaves it as it is). :class:`~scmpy.generic.display.Shown` makes the notations formats:
# ``f"{e:infix}"``.

Simplifier = Callable[[Any], Any] | None

only_printing = Setting(
    "*only-printing*",
    False,
    SWITCH,
    "Whether show-expression prints Scheme text, and shows nothing else.",
    """
    >>> x = symbols("x")
    >>> with setting(only_printing=True):
    ...     se(x + x)
    (* 2 x)
    """,
)


def unsimplified(tree: Any) -> Any:
    """How an expression that is not simplified is shown: sums of sums as one sum, a constant as a number.

    A sum of constants that is proved to be zero is shown as 0, whatever the rounding of their floats leaves.
    """
    if isinstance(tree, Application) and is_inexact_in_print(tree):
        value = numerical_value(tree)
        return 0 if value == 0 and is_proved_zero(tree) else value
    return flattened(tree)


def as_it_stands(value: Any) -> Any:
    return as_printed(unsimplified(display_form(value)))


def as_printed(tree: Any) -> Any:
    """An expression with what prints in a form of its own in it, such as multivectors as sums."""
    return fold(tree, lambda leaf: leaf, lambda node, operands: in_print(node.operator, *operands))


def _tree(value: Any, simplifier: Simplifier, head: tuple[Any, ...] = ()) -> Any:
    return tree_of(value, simplifier and (lambda part: as_it_stands(simplifier(part))), head)


# Scheme text


@public("expression->string", python="scheme_text")
def expression_to_string(value: Value, simplifier: Simplifier = None) -> str:
    """The Scheme text of the simplified value, broken into lines of 79 columns where it is long.

    Scheme:  (expression->string e)
    >>> x = symbols("x")
    >>> scheme_text(x + x)
    '(* 2 x)'
    """
    return pretty_text(_tree(value, simplifier))


@public("print-expression", "pe", python="print_expression")
def print_expression(value: Value, simplifier: Simplifier = None) -> None:
    """Print the simplified value as Scheme text.

    Scheme:  (print-expression e), (pe e)
    >>> pe(D(sin)(symbols("x")))
    (cos x)
    """
    print(expression_to_string(value, simplifier))


@public("pp", python="pp")
def pp(value: Value) -> None:
    """Print a value as it stands, in lines of 79 columns; of a Python function its program.

    Scheme:  (pp e)
    >>> x = symbols("x")
    >>> pp(up(x + x, 1))
    (up (+ x x) 1)
    """
    print(
        _program(value) if isinstance(value, FunctionType | MethodType) else pretty_text(tree_of(value, as_it_stands))
    )


def _program(function: Any) -> str:
    import textwrap

    try:
        return textwrap.dedent(inspect.getsource(function)).rstrip()
    except (OSError, TypeError):
        return f"<function {function.__name__}>"


# Mathematical notation


@public("->infix", "expression->infix", python="infix")
def infix(value: Value, columns: int | None = 79, simplifier: Simplifier = None) -> str:
    """The simplified value as people write it in unicode text, in lines of at most ``columns`` (None: one line).

    Scheme:  (->infix e)
    >>> t, theta = symbols("t"), literal_function("theta")
    >>> infix((D**2)(theta)(t) ** 2 / 2 - sqrt(t))
    '½ (D²θ(t))² - √t'
    """
    text = infix_of(_tree(value, simplifier, (LIST,)))
    return text if columns is None else filled(text, columns)


@public("->TeX", "->tex-string", "expression->tex-string", "get-expression-tex", python="tex")
def tex(value: Value, simplifier: Simplifier = None) -> str:
    r"""The simplified value in TeX (LaTeX), for mathematics mode with amsmath, MathJax or KaTeX.

    Scheme:  (->TeX e), (expression->tex-string e)
    >>> print(tex(up(symbols("x_0") / 2, 1)))
    \begin{pmatrix} \frac{1}{2} x_{0} \\ 1 \end{pmatrix}
    """
    return tex_of(_tree(value, simplifier, (LIST,)))


@public("show-expression", "se", python="show_expression")
def show_expression(value: Value, simplifier: Simplifier = None) -> None:
    r"""Show the simplified value as a formula: typeset in a notebook, elsewhere as TeX (but see ``*only-printing*``).

    Scheme:  (show-expression e), (se e)
    >>> se(sqrt(symbols("alpha")))
    \sqrt{\alpha}
    """
    if only_printing.value:
        return print_expression(value, simplifier)
    text = tex(value, simplifier)
    if not show_tex(text):
        print(text)


@public("print-expression-tex", "pet", python="print_expression_tex")
def print_expression_tex(value: Value, simplifier: Simplifier = None) -> None:
    r"""Print the simplified value in TeX.

    Scheme:  (print-expression-tex e), (pet e)
    >>> pet(sqrt(symbols("alpha")))
    \sqrt{\alpha}
    """
    print(tex(value, simplifier))


# Pictures


@public("->graphviz", python="graphviz")
def graphviz(value: Value) -> str:
    """The graph of a value as it stands, in Graphviz's language: equal parts are one node.

    Scheme:  (->graphviz e)
    >>> x = symbols("x")
    >>> print(graphviz(sin(x) * sin(x)))
    digraph expression {
      node [shape=plaintext];
      n0 [label="*"];
      n1 [label="sin"];
      n2 [label="x"];
      n0 -> n1;
      n0 -> n1;
      n1 -> n2;
    }
    """
    return dot(tree_of(value, display_form, (LIST,)))


NOTATIONS.update(
    scheme=lambda value: scheme_text(tree_of(value)),
    infix=lambda value: infix(value, columns=None),
    tex=tex,
)
