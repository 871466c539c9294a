"""Under Pyodide: what the programs in programs.json print, or their errors, written to the output as JSON."""

import io
import json

from scmpy.app.programs import Page
from scmpy.errors import ScmpyError
from scmpy.scheme import Session


def answer(definitions: str, form: str, session: Session, out: io.StringIO) -> str:
    try:
        session.run(definitions)
        out.seek(0)
        out.truncate()
        session.run(form)
    except ScmpyError as error:
        return f"{type(error).__name__}: {error.message}"
    return " ".join(out.getvalue().split())


def answers(programs: list) -> list[str]:
    out = io.StringIO()
    session, timed = Session(stdout=out), Session(stdout=out, time_limit=1)
    return [answer("", form, timed if "(loop)" in form else session, out) for form in programs]


def shown(programs: list[str]) -> list[str]:
    """What the cells of a page show, one after the other."""
    page = Page()
    return [
        "\n".join(part.get("text", part.get("error")) for part in json.loads(page.run("scheme", program, "cell")))
        for program in programs
    ]


with open("programs.json") as file:
    programs = json.load(file)
found = {}
for name, (definitions, form) in programs["golden"].items():
    out = io.StringIO()
    found[name] = answer(definitions, form, Session(stdout=out), out)
pages = {name: shown(cells) for name, cells in programs["pages"].items()}
print(json.dumps({"golden": found, "limits": answers(programs["limits"]), "pages": pages}))
