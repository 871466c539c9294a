"""Formulas in infix notation and in LaTeX as expressions and equations, and how they were read."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from scmpy.errors import ScmpyError, WrongTypeError, describe
from scmpy.generic.types import Formula, Value, Values
from scmpy.reading.grammar import Choice, name_of, names_of, parsed
from scmpy.reading.tokens import DISPLAYS, InfixLexer, Lexer, Macro, TexLexer, without_macros
from scmpy.reading.values import Equation, Reader
from scmpy.registry import public
from scmpy.render.latex import tex
from scmpy.render.notation import infix
from scmpy.symbolic.expression import application, expression_of, symbol


@dataclass(frozen=True)
class Reading:
    """What was taken for what."""

    variable: str
    coordinates: tuple[str, ...]
    parameters: tuple[str, ...]
    functions: tuple[str, ...]
    definitions: tuple[tuple[str, Any], ...]
    conditions: tuple[Equation, ...]
    choices: tuple[Choice, ...]
    written: tuple[Equation, ...]
    energies: tuple[Equation, ...] = ()  # L = ..., H = ..., where others use them

    @cached_property
    def shown(self) -> tuple[str, ...]:
        return tuple(f"{infix(x.left)} {x.relation} {infix(x.right)}" for x in map(_of_expressions, self.written))

    @cached_property
    def typeset(self) -> tuple[str, ...]:
        pairs = map(_of_expressions, self.written)
        return tuple(f"{tex(x.left)} {_TEX_RELATION.get(x.relation, x.relation)} {tex(x.right)}" for x in pairs)

    def __str__(self) -> str:
        lines = [*self.shown]
        for name in ("coordinates", "parameters", "functions"):
            if found := getattr(self, name):
                lines.append(f"{name}: {', '.join(found)}{f' (of {self.variable})' * (name == 'coordinates')}")
        lines += [f"{name} stands for {infix(expression_of(value))}" for name, value in self.definitions]
        lines += [f"{x.text}: {x.rule}{' (the other reading)' * x.other}" for x in self.choices]
        return "\n".join(lines)

    __repr__ = __str__


_TEX_RELATION = {"≠": r"\ne", "<=": r"\le", ">=": r"\ge"}


def _of_expressions(x: Equation) -> Equation:
    return x._replace(left=expression_of(x.left), right=expression_of(x.right))


class Equations(tuple[Any, ...]):
    """The residuals of the equations of a text, and how they were read."""

    equations: tuple[Equation, ...]
    reading: Reading
    source: str
    _again: Callable[[frozenset[tuple[int, str]]], Equations]
    _taken: frozenset[tuple[int, str]]

    @property
    def alternatives(self) -> Iterator[Equations]:
        """The other readings, one by one, those that differ in one choice first."""
        keys = [(choice.position, choice.rule) for choice in self.reading.choices]
        single = [self._taken ^ {key} for key in keys[:_MOST_ALTERNATIVES]]
        for taken in [*single, frozenset(keys)] if len(keys) > 1 else single:
            with suppress(ScmpyError):  # no reading at all
                yield self._again(taken)


_MOST_ALTERNATIVES = 12


def _read(
    lexer: type[Lexer], text: Any, names: tuple[Any, ...], name: str, taken: frozenset[Any], by_lines: bool = False
) -> Reader:
    if not isinstance(text, str):
        raise WrongTypeError(f"{name} expects a text, got {describe(text)}")
    known = names_of(*names)
    show = infix if lexer is InfixLexer else tex
    written = known.known() | known.defined.keys()
    spelled = {shown: x for x in written if _is_unusual(shown := show(symbol(x)))}
    macros: dict[str, Macro] = {}
    if lexer is TexLexer:
        text, macros = without_macros(text)
        text = without_prose(text)
    pieces = lexer(text, written, spelled, macros).tokens()
    return Reader(text, parsed(text, pieces, "d" in known.known()), known, taken, by_lines)


def _is_unusual(shown: str) -> bool:
    """Is a name shown by more than letters and indices, so that it is to be found as it is shown?"""
    return shown.endswith("}") or shown.startswith(r"\mathrm{d}") or not (shown.startswith("\\") or shown.isalnum())


def _equations(
    lexer: type[Lexer], text: Any, given: tuple[Any, ...], name: str, taken: Any = frozenset(), by_lines: bool = False
) -> Equations:
    reader = _read(lexer, text, given, name, taken, by_lines)
    found = list(reader.equations())
    result = Equations(x.residual for x in found if x.relation == "=")
    result.equations = tuple(x for x in found if x.relation == "=")
    result.source, result._taken = text, taken
    result._again = lambda other: _equations(lexer, text, given, name, other)
    used = {kind: tuple(names) for kind, names in reader.used.items()}
    result.reading = Reading(
        reader.names.variable.name,
        used["coordinates"],
        used["parameters"],
        used["functions"],
        tuple(reader.definitions.items()),
        tuple(x for x in found if x.relation != "="),
        tuple(reader.choices.values()),
        tuple(found),
        tuple(reader.energies),
    )
    return result


def _expression(lexer: type[Lexer], text: Any, given: tuple[Any, Any, Any], name: str) -> Any:
    reader = _read(lexer, text, given, name, frozenset())
    items = reader.items
    for item in items[:-1] if len(items) > 1 else ():
        if (defined := name_of(item.parts[0])) is None or defined not in reader.defining:
            raise reader.refuse(items[1], "one expression was expected, and what defines names in it")
    sides = items[-1].parts
    if len(sides) > 1 and (len(sides) > 3 or sides[1].value != "="):
        raise reader.refuse(sides[1], "an expression was expected, or one equation")
    with reader.positioned(items[-1]):
        values = [reader.value(side) for side in sides[::2]]
        return values[0] if len(values) == 1 else application(symbol("="), *map(expression_of, values))


@public("equations")
def equations(
    text: str, coordinates: Values | str | None = None, parameters: Values | str | None = None, reference: Value = None
) -> Equations:
    r"""Equations from a text in infix notation, or in LaTeX, which has a backslash in it.

    Scheme:  (equations "m x'' = -k x"), (equations text coordinates parameters reference)
    Shapes:  result: a list of what vanishes, as equivalent-equations takes it
    Raises:  SyntaxError_ with line and column for what is no formula
    1 ]=> (equations "m x'' = -k x")
    ;Value: ((+ (* k (x t)) (* m (((expt D 2) x) t))))
    >>> equations(r"m\ddot{x} = -kx")[0]
    (+ (* k (x t)) (* m (((expt D 2) x) t)))
    """
    return equations_with({}, text, coordinates, parameters, reference)


def equations_with(defined: Mapping[str, Any], text: str, *given: Any) -> Equations:
    """The equations of a text in which names stand for values, if it does not define them itself."""
    return _equations(lexer_of(text), text, (*given, defined), "equations")


def lines_of_derivation(text: str, coordinates: Any, parameters: Any) -> Equations:
    """The equations of a text, every line one: what a line defines is not put into the others."""
    given = coordinates, parameters, None
    return _equations(lexer_of(text), text, given, "check-derivation", by_lines=True)


def equations_of_text(text: str, reference: Any = None) -> list[Any]:
    if any(sign in text for sign in "=≠<>≤≥"):
        return list(_equations(lexer_of(text), text, (None, None, reference), "equations"))
    return [_expression(lexer_of(text), text, (None, None, reference), "formula")]


def lexer_of(text: Any) -> type[Lexer]:
    """The notation of a text: LaTeX if there is a backslash or a dollar in it."""
    return TexLexer if isinstance(text, str) and re.search(r"[\\$]", text) else InfixLexer


@public("formula")
def formula(
    text: str, coordinates: Values | str | None = None, parameters: Values | str | None = None, reference: Value = None
) -> Formula:
    r"""An expression, or one equation, from a text in infix notation, or in LaTeX, which has a backslash in it.

    Scheme:  (formula "½ m v²"), (formula text coordinates parameters reference)
    Raises:  SyntaxError_ with line and column for what is no formula
    1 ]=> (formula "(a + b)^2")
    ;Value: (+ (expt a 2) (* 2 a b) (expt b 2))
    >>> formula("sin 2θ"), formula(r"\frac{x}{2} = 1")
    ((sin (* 2 theta)), (= (* 1/2 x) 1))
    """
    return _expression(lexer_of(text), text, (coordinates, parameters, reference), "formula")


@public("equations-from-text")
def equations_from_text(
    text: str, coordinates: Values | str | None = None, parameters: Values | str | None = None, reference: Value = None
) -> Equations:
    """Equations from infix text, as people type them: one a row, or with commas between them.

    Names mean what the reference has, or what is declared; what carries a prime or a dot is a function of the time.
    The result is a tuple of residuals; its ``equations`` say how each was written, term by term, its ``reading`` what
    was taken for what, and its ``alternatives`` are the other readings.

    Scheme:  (equations-from-text text), (equations-from-text text coordinates parameters reference)
    Raises:  SyntaxError_ with line and column for what is no formula
    1 ]=> (equations-from-text "θ'' + (g/l) sin θ = 0")
    ;Value: ((/ (+ (* g (sin (theta t))) (* l (((expt D 2) theta) t))) l))
    >>> found = equations_from_text("θ'' + (g/l) sin θ = 0")
    >>> found[0]
    (/ (+ (* g (sin (theta t))) (* l (((expt D 2) theta) t))) l)
    >>> found.reading
    D²θ(t) + (g / l) sin(θ(t)) = 0
    coordinates: theta (of t)
    parameters: g, l
    """
    return _equations(InfixLexer, text, (coordinates, parameters, reference), "equations-from-text")


@public("equations-from-tex")
def equations_from_tex(
    text: str, coordinates: Values | str | None = None, parameters: Values | str | None = None, reference: Value = None
) -> Equations:
    r"""Equations from LaTeX, as papers write it, with its environments; what equations_from_text says holds.

    Commands that the text defines, by \newcommand or \def, are expanded; those of the package physics are known.

    Scheme:  (equations-from-tex text), (equations-from-tex text coordinates parameters reference)
    Raises:  SyntaxError_ with line and column for what is no formula
    1 ]=> (equations-from-tex "\\ddot x = -\\omega^2 x")
    ;Value: ((+ (* (expt omega 2) (x t)) (((expt D 2) x) t)))
    >>> equations_from_tex(r"\frac{d}{dt}\left(m r^2 \dot\varphi\right) = 0", parameters="m")[0]
    (* m (expt r 2) (((expt D 2) phi) t))
    """
    return _equations(TexLexer, text, (coordinates, parameters, reference), "equations-from-tex")


@public("expression-from-text")
def expression_from_text(
    text: str, coordinates: Values | str | None = None, parameters: Values | str | None = None, reference: Value = None
) -> Formula:
    """An expression from infix text.

    Scheme:  (expression-from-text "½ m v²")
    Raises:  SyntaxError_ with line and column for what is no formula
    1 ]=> (expression-from-text "½ m v²")
    ;Value: (* 1/2 m (expt v 2))
    >>> expression_from_text("½ m v²")
    (* 1/2 m (expt v 2))
    """
    return _expression(InfixLexer, text, (coordinates, parameters, reference), "expression-from-text")


@public("expression-from-tex")
def expression_from_tex(
    text: str, coordinates: Values | str | None = None, parameters: Values | str | None = None, reference: Value = None
) -> Formula:
    r"""An expression from LaTeX.

    Scheme:  (expression-from-tex text)
    Raises:  SyntaxError_ with line and column for what is no formula
    1 ]=> (expression-from-tex "\\tfrac12 m v^2")
    ;Value: (* 1/2 m (expt v 2))
    >>> expression_from_tex(r"\tfrac12 m v^2")
    (* 1/2 m (expt v 2))
    """
    return _expression(TexLexer, text, (coordinates, parameters, reference), "expression-from-tex")


# --- formulas in texts ------------------------------------------------------------------------------------------------

_DISPLAYED = re.compile(
    rf"\\begin\{{(?P<kind>(?:{DISPLAYS.replace(' ', '|')})\*?)\}}(?:\{{\d\}})?(?P<body>.*?)\\end\{{(?P=kind)\}}"
    r"|\$\$(?P<dollars>.*?)\$\$|\\\[(?P<bracket>.*?)\\\]|^```+\s*math\s*$(?P<fence>.*?)^```+\s*$",
    re.DOTALL | re.MULTILINE,
)
_INLINE = re.compile(r"(?<![\\$])\$([^$\n]+)\$|\\\((.+?)\\\)")


def formulas_of(text: str) -> list[tuple[int, int]]:
    """Where the displayed formulas of a text stand; the equations in its lines, if it displays none."""
    return _displayed(text) or [(start, end) for start, end in _inline(text) if "=" in text[start:end]]


def _displayed(text: str) -> list[tuple[int, int]]:
    return [x.span(x.lastgroup or 0) for x in _DISPLAYED.finditer(text)]


def _inline(text: str) -> list[tuple[int, int]]:
    return [x.span(x.lastindex or 0) for x in _INLINE.finditer(text)]


def definitions_of(text: str) -> list[tuple[int, int]]:
    r"""Where prose defines, as $\omega = \sqrt{k/m}$ does, a name that displayed formulas use and do not define.

    A coordinate, which has a dot there, is defined by no such line; a momentum is, by one with a dot.
    """
    shown = " ".join(text[start:end] for start, end in _displayed(text))
    found = []
    for start, end in _inline(text) if shown else ():
        left, is_equal, right = text[start:end].partition("=")
        name = left.strip(" &")
        if not is_equal or not re.fullmatch(r"\\?[A-Za-z]+(?:_(?:\w|\\[A-Za-z]+|\{[^{}]*\}))?", name):
            continue
        used = re.search(rf"(?<![A-Za-z\\]){re.escape(name)}(?![A-Za-z_])", shown)
        is_defined = re.search(rf"(?:^|\\\\|[,;])\s*{re.escape(name)}\s*&?\s*=", shown)
        has_dot = re.search(rf"\\d*dot\s*\{{?\s*{re.escape(name)}", shown)
        if used and not is_defined and re.search(r"[A-Za-z]", right) and (not has_dot or r"\dot" in right):
            found.append((start, end))
    return found


def without_prose(text: str) -> str:
    """A text with blanks in the place of the prose between its formulas; what has a relation in it is no prose."""
    result, position = "", 0
    places = sorted([*formulas_of(text), *definitions_of(text)])
    for start, end in (*places, (len(text), len(text))):
        between = text[position:start]
        if not set("=≠<>≤≥") & set(_INLINE.sub("", between)) and places:
            between = re.sub(r"[^\n]", " ", between)
            between = between.replace("  ", r"\\", 1) if position else between
        result += between + text[start:end]
        position = end
    return result
