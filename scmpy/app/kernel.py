"""The Jupyter kernel: notebooks in Scheme."""

from __future__ import annotations

import json
import pathlib
import sys
from tempfile import TemporaryDirectory
from typing import Any

from ipykernel.iostream import OutStream
from ipykernel.kernelbase import Kernel
from jupyter_client.kernelspec import KernelSpecManager

import scmpy
from scmpy.app.magics import Pictures, representations, run_cell
from scmpy.errors import ScmpyError
from scmpy.generic.display import notebook
from scmpy.scheme import Session
from scmpy.scheme.documentation import completions, help_text, is_complete
from scmpy.scheme.reader import indentation, operators, tokens

SPECIFICATION = {
    "argv": [sys.executable, "-m", "scmpy.app.kernel", "-f", "{connection_file}"],
    "display_name": "Scheme (scmpy)",
    "language": "scheme",
    "interrupt_mode": "signal",
}


def install(prefix: str | None, user: bool) -> str:
    """Tell Jupyter of the kernel: for this Python's environment, for the user, or under a prefix; where it is told."""
    with TemporaryDirectory() as folder:
        pathlib.Path(folder, "kernel.json").write_text(json.dumps(SPECIFICATION, indent=1), encoding="utf-8")
        place = None if user else prefix or sys.prefix
        return KernelSpecManager().install_kernel_spec(folder, "scmpy", user=user, prefix=place)  # type: ignore[no-any-return]


class SchemeKernel(Kernel):
    """A session whose forms arrive in cells."""

    implementation = "scmpy"
    implementation_version = scmpy.__version__
    banner = f"scmpy {scmpy.__version__}: MIT's mechanics system. (help) says what there is."
    language_info = {
        "name": "scheme",
        "mimetype": "text/x-scheme",
        "file_extension": ".scm",
        "pygments_lexer": "scheme",
        "codemirror_mode": "scheme",
    }

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.scheme = Session(permissions={"load"})
        self.pictures = Pictures()

    def set_parent(self, ident: Any, parent: Any, channel: str = "shell") -> None:
        """A request begins: what is printed belongs to it."""
        super().set_parent(ident, parent, channel)
        if channel == "shell" and isinstance(sys.stdout, OutStream):
            sys.stdout.set_parent(parent)

    async def do_execute(
        self, code: str, silent: bool, store_history: bool = True, user_expressions: Any = None, *_: Any, **__: Any
    ) -> dict[str, Any]:
        def send(data: dict[str, str], kind: str = "display_data", **more: Any) -> None:
            sys.stdout.flush()
            if not silent:
                self.send_response(self.iopub_socket, kind, {"data": data, "metadata": {}, **more})

        def contents(value: Any) -> dict[str, str]:
            return representations(self.scheme, value)

        notebook.set(send)
        try:
            with self.pictures.of_cell(send):
                value = run_cell(self.scheme, code, f"In[{self.execution_count}]", lambda v: send(contents(v)))
                if value is not None:
                    send(contents(value), "execute_result", execution_count=self.execution_count)
        except (ScmpyError, KeyboardInterrupt) as error:
            return self._failed(error)
        sys.stdout.flush()
        return {"status": "ok", "execution_count": self.execution_count, "payload": [], "user_expressions": {}}

    def _failed(self, error: BaseException) -> dict[str, Any]:
        text = str(error) or ";Quit!"
        content = {"ename": type(error).__name__, "evalue": text.partition("\n")[0], "traceback": text.splitlines()}
        sys.stdout.flush()
        self.send_response(self.iopub_socket, "error", content)
        return {"status": "error", "execution_count": self.execution_count, **content}

    async def do_complete(self, code: str, cursor_pos: int) -> dict[str, Any]:
        word, names = completions(self.scheme, code[:cursor_pos])
        start = cursor_pos - len(word)
        return {"status": "ok", "matches": names, "cursor_start": start, "cursor_end": cursor_pos, "metadata": {}}

    async def do_inspect(self, code: str, cursor_pos: int, *_: Any, **__: Any) -> dict[str, Any]:
        words = [code[start:end] for kind, start, end in tokens(code) if kind == "atom" and start <= cursor_pos <= end]
        data = {}
        for word in [*words, *reversed(operators(code[:cursor_pos]))]:  # at the cursor, or else around it
            try:
                data["text/plain"] = help_text(word, self.scheme)
                break
            except ScmpyError:
                continue
        return {"status": "ok", "found": bool(data), "data": data, "metadata": {}}

    async def do_is_complete(self, code: str) -> dict[str, Any]:
        if is_complete(code):
            return {"status": "complete"}
        return {"status": "incomplete", "indent": " " * indentation(code)}


if __name__ == "__main__":
    from ipykernel.kernelapp import IPKernelApp

    IPKernelApp.launch_instance(kernel_class=SchemeKernel)
