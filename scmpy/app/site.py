"""The site: README, lessons, guide, transcripts and the reference as pages whose programs run where they stand.

Sphinx makes the pages, of the repository's own texts and of the docstrings by the registry; what is put beside them is
a worker with Python in WebAssembly (Pyodide), which runs the cells without a server.
"""

from __future__ import annotations

import html
import io
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import warnings
from collections import defaultdict
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import redirect_stderr, redirect_stdout
from doctest import DocTestParser
from functools import cache, partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import quote

import scmpy
from scmpy import registry
from scmpy.app.programs import FileProblem, formula_on_page, value_of_program
from scmpy.app.repl import names as names_of_pictures
from scmpy.app.transcripts import answer_after
from scmpy.errors import ScmpyError
from scmpy.plot.animation import Page
from scmpy.plot.figure import collecting
from scmpy.render.latex import tex
from scmpy.scheme import Session, parse_printed
from scmpy.scheme.documentation import help_parts, summary
from scmpy.scheme.primitives.declare import PRIMITIVES
from scmpy.scheme.reader import Source, read_forms
from scmpy.symbolic.expression import expression_of, read_expression

PACKAGE = pathlib.Path(scmpy.__file__).parent
ROOT = PACKAGE.parent
WEB = PACKAGE / "app" / "web"

PYODIDE = "pyodide@314.0.7"
PURE = ("lark", "mpmath", "multipledispatch", "sympy", "toolz")
FOR_WEB = "--platform pyemscripten_2026_0_wasm32 --python-version 3.14 --implementation cp --abi cp314".split()

#: The folders of the transcripts that are pictures.
PICTURED = {"pages": "Pages that move", "sicm-figures": "The computed figures of SICM", "pictures": "Other pictures"}

# --- texts -----------------------------------------------------------------------------------------------------------
# From programs and documents to MyST: a program's forms up to an answer are a cell, the answer a block after it.


def _fenced(language: str, text: str) -> str:
    return f"`````{language}\n{text.strip(chr(10))}\n`````\n"


def answer_blocks(answer: str) -> str:
    """The blocks of a recorded answer: its text, and, if that is a formula, how it is typeset, for the page to show."""
    try:
        expression_of(parse_printed(answer))  # or it is no formula
        formula = formula_on_page(tex(read_expression(answer)))  # its terms in their order
    except ScmpyError:
        formula = ""
    shown = f'<script type="application/mathml+xml">{formula}</script>\n' if formula else ""
    return _fenced("text", answer) + shown


def scheme_blocks(text: str) -> str:
    """A program as cells with their answers; comments of three semicolons between the forms are prose."""
    parts: list[str] = []
    code = ""
    place = 0

    def ended() -> str:
        parts.extend([_fenced("scheme", code)] if code.strip() else [])
        return ""

    for form in read_forms(Source(text, "<program>")):
        for piece in _PROSE.split(text[place : form.start]):
            if piece.startswith(";;;"):
                code = ended()
                parts.append(_as_markdown(piece))
            else:
                code += piece
        code += text[form.start : form.end]
        place = form.end
        if answer := answer_after(text, form.end):
            code = ended()
            parts.append(answer_blocks(answer.text))
            place = answer.end
    code += text[place:]
    ended()
    return "\n".join(parts)


_PROSE = re.compile(r"((?:^;;;.*\n?)+)", re.MULTILINE)
_OPENING = re.compile(r"(?:;;;.*\S.*\n?)+")
_CLAUSE = re.compile(r"(.*?)(?:(?<=\w[\w)])[.:](?:\s+|$)|\.?$)")


def titled(program: str) -> tuple[str, str]:
    """The title of a program, which is the first clause of the comment that it begins with, and the rest."""
    opening = _OPENING.match(program)
    if not opening:
        return "", program
    words = re.sub(r"\n?;;;+ *", " ", opening[0]).strip()
    title, said = _CLAUSE.split(words, maxsplit=1)[1:]
    return title, f";;; {said}\n{program[opening.end() :]}"


def _escaped(text: str) -> str:
    return re.sub(r"([\\*_<`\[\]])", r"\\\1", text)


def _as_markdown(comment: str) -> str:
    words = _escaped(re.sub(r"^;+ ?", "", comment, flags=re.MULTILINE))
    return re.sub(r"^--+ (.*) --+$", r"**\1**", words, flags=re.MULTILINE)


_FIELD = re.compile(r"^([A-Z]\w+): +(\S.*(?:\n +.*)*)", re.MULTILINE)


def prose_blocks(text: str) -> str:
    """A documentation as running text; its fields as a list, and what is indented as it stands."""
    parts = []
    for paragraph in re.split(r"\n\s*\n", text.strip("\n")):
        if _FIELD.match(paragraph):
            fields = [(name, " ".join(said.split())) for name, said in _FIELD.findall(paragraph)]
            shown = [f":{name}: {_code(said) if name == 'Scheme' else _escaped(said)}" for name, said in fields]
            parts.append("\n".join(shown) + "\n")
        elif paragraph.startswith(">>> "):
            parts.append(python_blocks(paragraph))
        elif re.search(r"^ |\S  +\S", paragraph, re.MULTILINE):
            parts.append(_fenced("none", paragraph))
        else:
            texts = re.split(r"``(.+?)``", paragraph)  # a text, a program, a text, ...
            parts.append("".join((_code if i % 2 else _escaped)(part) for i, part in enumerate(texts)) + "\n")
    return "\n".join(parts)


def _code(text: str) -> str:
    return f"`` {text} ``"


_FENCE = re.compile(r"^```(scheme|python)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\[([^\]]*)\]\(([^)#\s]*)(#[^)\s]*)?\)")


def document(text: str, folder: pathlib.Path) -> str:
    """A document of the repository as a page: its programs in cells, its links to the pages of what they lead to."""

    def cells(block: re.Match[str]) -> str:
        if block[1] == "scheme":
            return scheme_blocks(block[2])
        return python_blocks(block[2]) if ">>> " in block[2] else _fenced("python", block[2])

    def link(found: re.Match[str]) -> str:
        words, target, heading = found[1], found[2], found[3] or ""
        if not target or target.startswith("http") or target.endswith(".png"):
            return found[0]
        path = (folder / target).resolve()
        if path.is_dir():
            path = path / "index.md"
        if not path.is_relative_to(ROOT / "transcripts"):
            return words
        path = path.with_name(path.stem.replace("_", "-")).with_suffix(".md")
        return f"[{words}]({pathlib.Path(os.path.relpath(path, folder)).as_posix()}{heading})"

    return _LINK.sub(link, _FENCE.sub(cells, text))


def python_blocks(doc: str) -> str:
    lines = []
    for example in DocTestParser().get_examples(doc):
        lines += [example.source, *(f"# {line}\n" for line in example.want.splitlines())]
    return _fenced("python", "".join(lines)) if lines else ""


# --- pages -----------------------------------------------------------------------------------------------------------


def draw(program: pathlib.Path, folder: pathlib.Path) -> list[str]:
    with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()), collecting() as figures:
        text = program.read_text(encoding="utf-8")
        value = value_of_program(Session(stdout=io.StringIO()), str(program), [(text, "")])
        names = [f"{name}.png" for name in names_of_pictures(figures)]
        folder.mkdir(parents=True, exist_ok=True)
        for figure, name in zip(figures, names, strict=True):
            figure.savefig(folder / name)
        if isinstance(value, Page):
            page, still = f"{program.stem}.html", f"{program.stem}.svg"
            value.save(str(folder / page))
            _written(folder / still, value.still.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1))
            names += [page, still]
    return names


def _shown(program: pathlib.Path, title: str, files: Iterable[str], place: str) -> str:
    """What a program draws, as a page shows it that has the program's folder at a place."""
    title = html.escape(title)
    tags = []
    for name in files:
        where = f"{place}{program.stem}/{quote(name)}"
        if name.endswith(".html"):
            tags.append(f'<iframe class="living" src="{where}" title="{title}"></iframe>\n')
        else:
            tags.append(f'<img src="{where}" alt="{title}: {pathlib.Path(name).stem}" loading="lazy">\n')
    return "".join(tags)


def gallery(drawn: dict[pathlib.Path, list[str]]) -> str:
    parts = ["# Pictures and pages that move\n"]
    for folder, title in PICTURED.items():
        parts.append(f"## {title}\n")
        links = []
        for path, files in drawn.items():
            if path.parent.name == folder:
                page = path.relative_to(ROOT).with_suffix(".html").as_posix()
                stills = [name for name in files if not name.endswith(".html")]
                title, _ = titled(path.read_text(encoding="utf-8"))
                inner = _shown(path, title, stills, f"{path.parent.relative_to(ROOT).as_posix()}/")
                links.append(f'<a href="{page}">{inner}{html.escape(title)}</a>\n')
        parts.append(f'<div class="gallery">\n{"".join(links)}</div>\n')
    return "\n".join(parts)


def transcript(path: pathlib.Path, files: Iterable[str] = ()) -> str:
    title, rest = titled(path.read_text(encoding="utf-8"))
    twin = path.with_name(path.stem.replace("-", "_") + ".py")
    drawn = [name for name in files if not name.endswith(".svg")]
    page = f"# {_escaped(title)}\n\n{_shown(path, title, drawn, '')}\n"
    page += f"::::{{container}} scheme-version\n{scheme_blocks(rest)}\n::::\n"
    if twin.exists():
        page += f"\n::::{{container}} python-version\n{_fenced('python', twin.read_text(encoding='utf-8'))}\n::::\n"
    return page


def rooms(only: Iterable[str] = ()) -> dict[str, dict[str, str]]:
    """What is documented of each name, by the rooms of the library; examples are left out."""
    session = Session()
    found: defaultdict[str, dict[str, str]] = defaultdict(dict)
    for entry in registry.entries():
        if entry.in_scheme:
            found[entry.module.split(".")[1]][entry.scheme] = entry.doc.split(">>> ")[0].strip()
    found["scheme"] |= {name: summary(name, session) for name in [*PRIMITIVES.names(), *session.keywords]}
    shown = sorted(found.keys() & set(only) or found)
    return {room: dict(sorted(found[room].items())) for room in shown}


@cache
def tested() -> dict[str, str]:
    """The example of each name in the tests of Scheme: a call of it, of about forty letters, rather than an error."""
    found: defaultdict[str, list[tuple[Any, str]]] = defaultdict(list)
    for part in ("answers", "files", "language", "library"):
        for line in (ROOT / "tests" / "scheme" / f"{part}.txt").read_text(encoding="utf-8").splitlines():
            form, _, answer = line.rpartition(" => ")
            for name in re.findall(r"[^\s()'`,]+", form):
                rank = answer.startswith(";"), not form.startswith(f"({name} "), abs(len(form) - 40)
                found[name].append((rank, f"{form}\n; => {answer}"))
    return {name: min(examples)[1] for name, examples in found.items()}


def _anchor(name: str) -> str:
    """Where a page of the reference has a name: no word of a heading, of which Sphinx makes such places."""
    return f"name:{quote(name, safe='')}"


def reference(room: str, names: Iterable[str]) -> str:
    session = Session()
    doc = (sys.modules.get(f"scmpy.{room}") or scmpy).__doc__ or ""
    parts = [f"---\nhide-toc: true\n---\n\n# {room}\n", prose_blocks(doc)]
    for name in names:
        head, prose, examples = help_parts(name, session)
        call, _, python = head.partition("    in Python: ")
        parts += [f'<a id="{_anchor(name)}"></a>\n', f"## `{name}`\n"]
        called = [_code(call)] * (call != name) + [f"in Python {_code(python)}"] * (python not in ("", name))
        parts += [", ".join(called) + "\n", prose_blocks(prose)]
        parts += [_fenced("scheme", example)] if (example := examples or tested().get(name)) else []
        entry = registry.scheme_entry(name)
        parts.append(python_blocks(entry.doc) if entry and entry.python else "")
    return "\n".join(parts)


def design() -> str:
    texts = [f"# Design\n\n{prose_blocks(scmpy.__doc__ or '')}"]
    for path in sorted(PACKAGE.glob("*/__init__.py")):
        doc = (path.read_text(encoding="utf-8") + '""""""').split('"""')[1]
        texts.append(f"## {path.parent.name}\n\n{prose_blocks(doc)}")
    return "\n".join(texts)


def _contents(caption: str, names: Iterable[str]) -> str:
    return "\n".join(["\n```{toctree}", ":hidden:", f":caption: {caption}\n", *names, "```\n"])


def _written(path: pathlib.Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def _by_numbers(path: pathlib.Path) -> list[tuple[int, str]]:
    """Names in order, 2 before 10."""
    return [(int(part), "") if part.isdigit() else (0, part) for part in re.split(r"(\d+)", path.as_posix())]


def transcripts() -> pathlib.Path:
    if not (ROOT / "transcripts").is_dir():
        raise FileProblem("site: the transcripts are not beside the library: install it from its repository, by pip -e")
    return ROOT / "transcripts"


def write_sources(folder: pathlib.Path, extra: pathlib.Path, only: Iterable[str] = ()) -> dict[str, dict[str, str]]:
    """Write the sources of the pages, and what programs draw; the names of the reference by page.

    If ``only`` some names are given: the rooms of the reference and the transcripts in folders of these, and a picture.
    """
    texts = transcripts()
    programs = sorted(texts.rglob("*.scm"), key=_by_numbers)
    papers = sorted((path for path in texts.rglob("*.md") if path.name != "README.md"), key=_by_numbers)
    pictured = [path for path in programs if path.parent.name in PICTURED]
    if only:
        pictured = [next(path for path in pictured if path.parent.name == kind) for kind in PICTURED]
        programs = [path for path in programs if path in pictured or path.parent.name in only]
    with ProcessPoolExecutor() as pool:
        places = [extra / path.relative_to(ROOT).with_suffix("") for path in pictured]
        drawn = dict(zip(pictured, pool.map(draw, pictured, places), strict=True))
    for path in programs:
        _written(folder / path.relative_to(ROOT).with_suffix(".md"), transcript(path, drawn.get(path, ())))
    _written(folder / "gallery.md", gallery(drawn))
    for path in papers:
        _written(folder / path.relative_to(ROOT), document(path.read_text(encoding="utf-8"), path.parent))
    for path in texts.rglob("*.png"):
        place = folder / path.relative_to(ROOT)
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, place)
    known = rooms(only)
    for room, names in known.items():
        _written(folder / "reference" / f"{room}.md", reference(room, names))
    listed = document((texts / "README.md").read_text(encoding="utf-8"), texts)
    _written(folder / "transcripts" / "index.md", listed)
    _written(folder / "reference" / "index.md", '# Find a name\n\n<div id="find-names"></div>\n')
    _written(folder / "prompt.md", registry.text_beside("app/web/prompt.md"))
    _written(folder / "design.md", design())

    def pages(paths: Iterable[pathlib.Path]) -> Iterator[str]:
        return (path.relative_to(ROOT).with_suffix("").as_posix() for path in paths)

    start = document((ROOT / "README.md").read_text(encoding="utf-8"), ROOT)
    start += _contents("Learn", pages(path for path in papers if path.parent.name == "lessons"))
    start += _contents("Try", ["prompt", "gallery"])
    start += _contents("Guide", pages(path for path in papers if path.parent.name == "guide"))
    start += _contents("Transcripts", ["transcripts/index", *pages(programs)])
    start += _contents("Reference", ["reference/index", *(f"reference/{room}" for room in known)])
    start += _contents("Change it", ["design"])
    _written(folder / "index.md", start)
    return known


# --- building --------------------------------------------------------------------------------------------------------


def build(out: pathlib.Path, *, runtime: pathlib.Path | None = None, only: Iterable[str] = ()) -> None:
    try:
        from docutils import nodes
        from sphinx.application import Sphinx
    except ModuleNotFoundError as error:
        raise FileProblem(f"site: {error.name} is missing; the extra site has it: pip install '.[site]'") from None

    with TemporaryDirectory() as place:
        source, static, extra = (pathlib.Path(place, name) for name in ("source", "static", "extra"))
        known = write_sources(source, extra, only)
        pages = {name: (room, said) for room, names in known.items() for name, said in names.items()}
        shutil.copytree(WEB, static, ignore=shutil.ignore_patterns("pack.mjs", "prompt.md"))
        rows = [[name, f"reference/{room}.html#{quote(_anchor(name))}", said] for name, (room, said) in pages.items()]
        _written(static / "names.json", json.dumps(rows))
        settings: dict[str, Any] = {
            "project": "scmpy",
            "extensions": ["myst_parser"],
            "html_theme": "furo",
            "html_title": "scmpy",
            "html_favicon": str(static / "icon.svg"),
            "html_static_path": [str(static)],
            "html_css_files": ["cells.css"],
            "html_js_files": [("cells.mjs", {"type": "module"})],
            "html_copy_source": False,
            "html_show_copyright": False,
            "html_extra_path": [str(extra)],
            "myst_enable_extensions": ["colon_fence", "fieldlist"],
            "myst_heading_anchors": 3,
            "suppress_warnings": ["misc.highlighting_failure", "myst.xref_missing", "toc.not_included", "myst.header"],
        }
        app = Sphinx(
            source, None, out, pathlib.Path(place, "doctrees"), "html", settings, status=None, parallel=1, freshenv=True
        )

        def link_names(_: Any, tree: Any, page: str) -> None:
            """Names in running text lead to the reference."""
            for node in list(tree.findall(nodes.literal)):
                room, said = pages.get(node.astext(), ("", ""))
                if room and not isinstance(node.parent, (nodes.reference, nodes.title)):
                    uri = app.builder.get_relative_uri(page, f"reference/{room}")
                    target = f"{uri}#{quote(_anchor(node.astext()))}"
                    node.replace_self(
                        nodes.reference("", "", node.deepcopy(), refuri=target, reftitle=said.partition("\n")[0])
                    )

        app.connect("doctree-resolved", link_names)
        with warnings.catch_warnings(action="ignore"):  # of these libraries, to each other
            app.build()
    if runtime:
        shutil.copytree(runtime, out / "runtime", dirs_exist_ok=True)


def _do(*command: str, where: pathlib.Path | None = None) -> None:
    try:
        subprocess.run(command, cwd=where, check=True, capture_output=True, text=True)
    except FileNotFoundError:
        raise FileProblem(f"site: {command[0]} is missing, by which the runtime of the pages is made") from None
    except subprocess.CalledProcessError as error:
        last = (error.stderr or error.stdout).strip().splitlines()[-1:]
        raise FileProblem(f"site: {' '.join(command[:3])} fails: {' '.join(last)}") from None


def make_runtime(folder: pathlib.Path) -> None:
    """Put Python for WebAssembly and all that scmpy needs there into a folder, by npm, Node and pip."""
    transcripts()
    with TemporaryDirectory() as place:
        wheels = pathlib.Path(place, "wheels")
        pip = (sys.executable, "-m", "pip")
        _do("npm", "install", "--no-audit", "--no-fund", "--prefix", place, PYODIDE)
        _do(*pip, "download", "--no-deps", "-d", str(wheels), "--only-binary", ":all:", *PURE)
        _do(*pip, "download", "--no-deps", "-d", str(wheels), "--only-binary", ":all:", *FOR_WEB, "python-flint")
        _do(*pip, "wheel", "--no-deps", "-w", str(wheels), str(ROOT))
        modules = pathlib.Path(place, "node_modules")
        _do("node", str(WEB / "pack.mjs"), str(modules / "pyodide"), str(wheels), str(folder))


class _Handler(SimpleHTTPRequestHandler):
    """Serves files so that a page shares memory with its worker: a run can be interrupted then."""

    extensions_map = SimpleHTTPRequestHandler.extensions_map | {".mjs": "text/javascript", ".wasm": "application/wasm"}

    def end_headers(self) -> None:
        self.send_header("Cross-Origin-Opener-Policy", "same-origin")
        self.send_header("Cross-Origin-Embedder-Policy", "require-corp")
        self.send_header("Cache-Control", "no-cache")  # the site is made again while it is looked at
        super().end_headers()

    def log_message(self, *_: Any) -> None:
        pass


def server(folder: pathlib.Path, port: int) -> ThreadingHTTPServer:
    try:
        return ThreadingHTTPServer(("127.0.0.1", port), partial(_Handler, directory=str(folder)))
    except OSError as error:
        raise FileProblem(f"site: cannot serve at port {port}: {error.strerror or error}") from None
