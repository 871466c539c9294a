"""Scheme in a notebook of Python: ``%load_ext scmpy``, then ``%%scheme`` cells and ``%scheme`` lines.

The two languages share their variables. What a cell defines is a variable of the notebook, under the name that
:func:`scmpy.registry.python_name` gives (``(define (L-free m) ...)`` is ``L_free``), and Scheme finds the notebook's
variables by the same rule; an assignment in either language is seen by the other. Names of the course keep their
meaning in Scheme, until Scheme defines them: a variable ``sin`` of Python is not seen there, of which a cell that uses
the name warns once. Definitions whose names
mean something else to Python (``print``, ``class``) stay in Scheme.
"""

from __future__ import annotations

import re
import weakref
from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from types import ModuleType
from typing import Any

from IPython.core.completer import CompletionContext, SimpleCompletion, context_matcher
from IPython.core.magic import Magics, cell_magic, line_cell_magic, magics_class
from IPython.display import display

from scmpy.errors import ScmpyError
from scmpy.generic.display import typeset
from scmpy.generic.settings import VARIABLES
from scmpy.plot.figure import changed, collecting, figure_of, png
from scmpy.registry import exported_name, python_name
from scmpy.scheme import Session
from scmpy.scheme.data import Defined
from scmpy.scheme.documentation import completions
from scmpy.scheme.reader import tokens
from scmpy.scheme.sandbox import global_name, scheme_name

# --- cells -----------------------------------------------------------------------------------------------------------
# Cells of a notebook: forms that are read together, evaluated one after the other, and shown as formulas.

Show = Callable[[Any], None]


def run_cell(session: Session, text: str, name: str, show: Show) -> Any:
    """Evaluate the forms of a cell and show the value of each but the last, which is returned.

    A definition has no value. A cell that cannot be read is not evaluated at all.
    """
    value = None
    for form in list(session.forms(text, name)):
        if value is not None:
            show(value)
        value = session.evaluate(form)
        value = None if isinstance(value, Defined) else value
    return value


def representations(session: Session, value: Any) -> dict[str, str]:
    """What a notebook shows of a value by type of content: text, TeX if it is a formula, PNG if it is a picture."""
    shown = {"text/plain": session.result_text(value)}
    figure = figure_of(value)
    if figure is not None:
        return shown | picture(figure)
    page = value._repr_html_() if hasattr(value, "_repr_html_") else None
    if page is not None:
        return shown | {"text/html": page}
    tex = session.result_tex(value)
    formula = None if tex is None else typeset(tex)
    if formula is not None:
        shown["text/latex"] = formula
    return shown


def picture(figure: Any) -> dict[str, str]:
    content = png(figure)
    figure.stale = False
    return {"image/png": b64encode(content).decode("ascii")}


class Pictures:
    """The pictures of a session in a notebook: each is shown after every cell that draws in it."""

    def __init__(self) -> None:
        self._kept: list[weakref.ref[Any]] = []

    @contextmanager
    def of_cell(self, show: Callable[[dict[str, str]], None]) -> Iterator[None]:
        with collecting() as figures:
            try:
                yield
            finally:
                earlier = [figure for kept in self._kept if (figure := kept()) is not None]
                together = [*earlier, *figures]
                self._kept = [weakref.ref(figure) for figure in together]
                for figure in changed(together):
                    if figure.canvas.manager is None:  # pyplot shows its own
                        show({"text/plain": f"<picture {figure.get_label()}".rstrip() + ">", **picture(figure)})


#: A cell, or a line, of Scheme.
_IN_SCHEME = re.compile(r"\s*%%?scheme\b")


def load(shell: Any, exported: Mapping[str, Any]) -> None:
    """Add the magics to a shell, and the completion of Scheme in them; given is what programs have of scmpy by name."""
    magics = SchemeMagics(shell, exported)
    shell.register_magics(magics)

    @context_matcher()  # type: ignore[untyped-decorator]
    def scheme_matcher(context: CompletionContext) -> dict[str, Any]:
        return magics.complete(context)

    shell.Completer.custom_matchers.append(scheme_matcher)


class NotebookNames(Mapping[str, Any]):
    """The variables of a Python namespace, looked up by Scheme names."""

    def __init__(self, namespace: dict[str, Any], hidden: Mapping[str, Any]) -> None:
        self.namespace = namespace
        self.hidden = dict(hidden)  # the shell's own, until the user gives them other values

    def __getitem__(self, key: str) -> Any:
        name = python_name(scheme_name(key))
        if not self._is_visible(name):
            raise KeyError(key)
        return self.namespace[name]

    def __iter__(self) -> Iterator[str]:
        return filter(self._is_visible, list(self.namespace))

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def _is_visible(self, name: str) -> bool:
        if name not in self.namespace or name[:1] == "_":
            return False
        value = self.namespace[name]
        return value is not self.hidden.get(name, self) and not isinstance(value, ModuleType)


@magics_class
class SchemeMagics(Magics):
    """A session of Scheme beside the shell's Python."""

    def __init__(self, shell: Any, exported: Mapping[str, Any]) -> None:
        super().__init__(shell)
        self.exported = exported
        self.variables = NotebookNames(shell.user_ns, shell.user_ns_hidden)
        self.session = Session(outer=self.variables, permissions={"load"})
        self.pictures = Pictures()
        self.course = dict(self.session.globals)

    @line_cell_magic  # type: ignore[misc]
    def scheme(self, line: str, cell: str | None = None) -> Any:
        """Evaluate Scheme; the value is that of the last form."""
        name = f"In[{self.shell.execution_count}]"
        self._warn_of_hidden(line if cell is None else cell)
        try:
            with self.pictures.of_cell(lambda contents: display(contents, raw=True)):
                typed = line if cell is None else f"\n{cell}"
                return run_cell(
                    self.session, typed, name, lambda x: display(representations(self.session, x), raw=True)
                )
        except ScmpyError as error:
            text = str(error).splitlines()
            # a SyntaxError IPython would show its own way
            shown = ScmpyError(str(error)) if isinstance(error, SyntaxError) else error
            shown._render_traceback_ = lambda: text  # type: ignore[method-assign]  # what IPython shows of it
            raise shown from None
        finally:
            self._move_definitions()

    @cell_magic  # type: ignore[misc]
    def compare(self, line: str, cell: str) -> Any:
        """Compare the answers of a cell, parted by lines of ---, with its first part, or with a variable's value."""
        from scmpy.app.checking import compare_cell
        from scmpy.app.programs import FileProblem

        name = line.strip()
        try:
            return compare_cell(cell, self.shell.user_ns.get(name, name) if name else None)
        except (ScmpyError, FileProblem) as error:
            print(error)
            return None

    def complete(self, context: CompletionContext) -> dict[str, Any]:
        """The names that a word in a cell or a line of Scheme may become; Python's own are not offered there."""
        if not _IN_SCHEME.match(context.full_text):
            return {"completions": []}
        word, names = completions(self.session, context.text_until_cursor)
        found = [SimpleCompletion(name, type="scheme") for name in names]
        return {"completions": found, "matched_fragment": word, "suppress": True}

    def _warn_of_hidden(self, text: str) -> None:
        """Say, once a name, that the text does not mean the variable of Python: the course has the name."""
        atoms = {
            text[start:end] for kind, start, end in tokens(text) if kind == "atom" and text[start - 1 : start] != "'"
        }
        for word in sorted(atoms):
            key, name = global_name(word), python_name(word)
            own = word in self.variables and self.variables[word] is not self.exported.get(name)
            if own and self._is_course(key):
                self.session.warn(
                    f"{word} is the course's in Scheme, not the variable {name} of Python: give that another name"
                )

    def _is_course(self, key: str) -> bool:
        with suppress(KeyError):
            return self.session.own(key) is (self.course[key] if key in self.course else self.session.of_course(key))
        return False

    def _move_definitions(self) -> None:
        variables = self.session.globals
        for key, value in list(variables.items()):
            own = key[:1] != "|" and not self._is_course(key) and key not in VARIABLES
            name = exported_name(key) if own else None
            if name is not None and name[0] != "_":
                self.shell.user_ns[name] = value
                self.session.give_up(key)
