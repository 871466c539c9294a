"""What a page's worker asks of Python: cells that are evaluated, each in the session of its page."""

from __future__ import annotations

import io
import json
import traceback
from contextlib import redirect_stdout
from typing import Any

from scmpy.app.programs import value_of_python
from scmpy.errors import ScmpyError
from scmpy.generic.display import typeset
from scmpy.scheme import Session
from scmpy.scheme.data import Defined


class Page:
    """The sessions of a page: one of Scheme, one of Python.

    >>> Page().run("scheme", "(define x 3) (* x 'a)", "cell")
    '[{"text": "(* 3 a)", "tex": "3 a"}]'
    >>> Page().run("python", "x = 3\\nx + 1", "cell")
    '[{"text": "4"}]'
    """

    def __init__(self) -> None:
        self.printed = io.StringIO()
        self.scheme = Session(stdout=self.printed)
        self.names: dict[str, Any] = {}

    def run(self, language: str, text: str, name: str) -> str:
        """What the forms of a cell print and give, or the error, in JSON."""
        shown: list[dict[str, str]] = []
        try:
            with redirect_stdout(self.printed):
                for value in self._python(text, name) if language == "python" else self._scheme(text, name):
                    self._print_to(shown)
                    shown.append(value)
        except BaseException as error:
            self._print_to(shown)
            told = str(error) if isinstance(error, ScmpyError) else traceback.format_exc(limit=-3)
            shown.append({"error": ";Quit!" if isinstance(error, KeyboardInterrupt) else told})
        self._print_to(shown)
        return json.dumps(shown)

    def _print_to(self, shown: list[dict[str, str]]) -> None:
        if text := self.printed.getvalue():
            shown.append({"text": text.removesuffix("\n")})
        self.printed.seek(0)
        self.printed.truncate()

    def _scheme(self, text: str, name: str) -> Any:
        for form in list(self.scheme.forms(text, name)):
            value = self.scheme.evaluate(form)
            if isinstance(value, Defined) or not (result := self.scheme.result_text(value)):
                continue
            tex = self.scheme.result_tex(value)
            yield {"text": result} | ({} if tex is None or typeset(tex) is None else {"tex": tex})

    def _python(self, text: str, name: str) -> Any:
        value, _ = value_of_python(text, name, self.names)
        if value is not None:
            yield {"text": repr(value)}

    def complete(self, text: str) -> str:
        """The names that the last word of a text may become, in JSON."""
        word = text[max(map(text.rfind, " ()'`,\n\t")) + 1 :]
        return json.dumps([name for name in self.scheme.names() if word and name.startswith(word)][:50])
