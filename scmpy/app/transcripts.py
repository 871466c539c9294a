"""Transcripts: files that record what the forms of Scheme programs print.

A form's answer is a block comment that starts on the line directly after it, what an arrow, ``; => 3``, begins, or
what MIT Scheme's prompt writes there; any other comment is prose. In Markdown, org files and notebooks the programs are
blocks or cells, each with one answer: what all its forms print, or the last value, as text or in TeX; a block may be a
dialogue with the prompt, ``1 ]=>``. All forms are evaluated in order in one fresh session, and compared by text, then
by meaning.
"""

from __future__ import annotations

import io
import json
import os
import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import pairwise, product, zip_longest
from textwrap import dedent
from typing import Any, NamedTuple

from scmpy.app.programs import DOCUMENTS, FileProblem, Output, SourceFile, print_form, replace_source
from scmpy.errors import ScmpyError
from scmpy.scheme import Session, parse_printed
from scmpy.scheme.data import EMPTY, Defined, MutableString, Pair, list_of, proper_part
from scmpy.scheme.printer import without_braces, write_text
from scmpy.scheme.reader import Form, Source, end_of_block, read_forms, tokens
from scmpy.symbolic.decision.equivalence import equivalent
from scmpy.symbolic.expression import application, symbol

# --- documents -------------------------------------------------------------------------------------------------------
# Where the programs of a file are, and the answers recorded for them: Scheme files, Markdown (also R Markdown
# and MyST), org files with noweb's names of blocks, Jupyter notebooks.
#
# A file is a row of cells, which are evaluated in order. The text of a cell is that of the file with everything else
# blanked out, so that places in it are places in the file.

SCHEME = {"scheme", "scm", "mit-scheme", "scmpy"}
RESULT = {"", "text", "txt", "output", "result", "results", "console"}

_ANSWER_BEGINS = re.compile(r"[^\S\r\n]*(?:;[^\r\n]*)?\r?\n[^\S\n]*#\|")
_ERROR = re.compile(
    r"[^\S\r\n]*(?:\r?\n[^\S\r\n]*){1,2}(;[^\r\n]+\r?\n;To continue, call RESTART[^\r\n]*(?:\r?\n;[^\r\n]*)*)"
)
_VALUE = re.compile(r"[^\S\r\n]*(?:\r?\n[^\S\r\n]*){1,2}(;(?:Value|Unspecified|No value)[^\r\n]*)")
_ARROW = re.compile(
    r"[^\S\r\n]*(?:\r?\n[^\S\r\n]*)?(?P<answer>;+[^\S\r\n]*(?:=?=>|⇒)[^\r\n]*(?:\r?\n[^\S\r\n]*;+[^\S\r\n]{3}[^\r\n]*)*)"
)
_ARROW_MARGIN = re.compile(r"^[^\S\n]*;+[^\S\n]*(?:=?=>|⇒)?[^\S\n]?", re.MULTILINE)
_FENCE = re.compile(r"^(?P<indent> {0,3})(?P<fence>`{3,}|~{3,}|:{3,}(?=\{code))(?P<info>[^\n`]*)\n", re.MULTILINE)
_INFO = re.compile(r"[\w+-]+(?:=[^\s,}]+)?")  # a language, or an option of R Markdown
_CELL_OPTIONS = re.compile(r"(?:---[^\S\n]*\n.*?^---[^\S\n]*\n|(?::[\w-]+:[^\n]*\n)+)", re.MULTILINE | re.DOTALL)
_KERNEL = re.compile(r"\A---\n.*?^kernelspec:.*?(?:scheme|scmpy).*?^---$", re.MULTILINE | re.DOTALL)
_ORG_BEGIN = re.compile(
    r"^[^\S\n]*#\+begin_src[^\S\n]+(?P<language>\S+)(?P<header>[^\n]*)\n", re.MULTILINE | re.IGNORECASE
)
_ORG_HEADER = re.compile(r":([\w-]+)[^\S\n]+((?:(?!\s:[a-z])[^\n])*)")
_ORG_VARIABLE = re.compile(r"(?<=\s)([^\s=:]+)=('?\((?:[^()]|\([^()]*\))*\)|\"[^\"\n]*\"|\S+)")
_ORG_DEFAULTS = re.compile(r"^#\+property:[^\S\n]+header-args\S*([^\n]*)", re.MULTILINE | re.IGNORECASE)
_ORG_SECTION = re.compile(
    r"^(?P<stars>\*+)[^\S\n][^\n]*\n(?:[^\S\n]*:properties:[^\S\n]*\n(?P<drawer>.*?):end:)?",
    re.MULTILINE | re.IGNORECASE | re.DOTALL,
)
_ORG_INHERITED = re.compile(r"^[^\S\n]*:header-args\S*[^\S\n]+([^\n]*)", re.MULTILINE | re.IGNORECASE)
_ORG_NAME = re.compile(r"^[^\S\n]*#\+name:[^\S\n]*(\S+)[^\n]*\n(?:[^\S\n]*#\+(?!begin)[^\n]*\n)*\Z", re.M | re.I)
_ORG_CHUNK = re.compile(r"<<([^<>\s]+)>>")
_ORG_END = re.compile(r"^[^\S\n]*#\+end_src[^\S\n]*(?:\n|\Z)", re.MULTILINE | re.IGNORECASE)
_ORG_RESULTS = re.compile(r"\s*^[^\S\n]*#\+results(?:\[[^\]]*\])?:[^\n]*\n", re.MULTILINE | re.IGNORECASE)
_ORG_BLOCK = re.compile(
    r"[^\S\n]*(?:#\+begin_(?:example|export|src|latex|results|quote)[^\n]*|:results:[^\S\n]*)\n(?P<body>.*?)"
    r"^[^\S\n]*(?:#\+end_\w+|:end:)",
    re.MULTILINE | re.IGNORECASE | re.DOTALL,
)
_TEX = re.compile(
    r"\s*(?P<body>\\begin\{(?P<name>\w+\*?)\}.*?\\end\{(?P=name)\}|\\\[.*?\\\]|\\\(.*?\\\)|(?P<mark>\${1,2})[^$]*(?P=mark))"
    r"[^\S\n]*(?:\n|\Z)",
    re.DOTALL,
)
_ORG_LINES = re.compile(r"(?:[^\S\n]*:(?: [^\n]*)?(?:\n|\Z))+")
_ORG_LINK = re.compile(r"[^\S\n]*\[")  # to a picture
_ORG_TABLE = re.compile(r"(?:[^\S\n]*\|[^\n]*(?:\n|\Z))+")
_ORG_ITEMS = re.compile(r"(?:[^\S\n]*- [^\n]*(?:\n|\Z))+")
_ORG_LINE = re.compile(r"^[^\S\n]*: ?", re.MULTILINE)


@dataclass(frozen=True)
class Answer:
    """A recorded answer: its text, where it stands in the source, and how it is written there.

    The style is "comment", ";" (MIT Scheme's line), "=>" (lines of comment), "lines" (which a block holds), "formula"
    (in the text, an answer to what prints TeX), or the margin that each line starts with.
    """

    text: str
    start: int
    end: int
    style: str = "comment"

    def written(self, printed: str, newline: str) -> str | None:
        """What stands in the source for another answer; None if it cannot be written there."""
        lines = printed.splitlines()
        if self.style == "=>":
            return newline.join(";    "[: 5 * (i > 0)] + "; => "[5 * (i > 0) :] + line for i, line in enumerate(lines))
        if self.style == ";":
            return f";Value: {' '.join(lines)}" if lines else ";Unspecified return value"
        if not self.style.strip("; :"):
            return "".join(f"{self.style}{line}{newline}" for line in lines)
        if self.style in ("lines", "formula"):
            closes = re.compile(r"\s*(?:`{3}|~{3}|#\+end_example)", re.IGNORECASE)
            end = newline if self.style == "lines" else ""
            return None if any(map(closes.match, lines)) else newline.join(lines) + end * bool(lines)
        comment = newline.join(["#|", *lines, "|#"])
        answer = answer_after("\n" + comment, 0)
        return comment if answer is not None and answer.text.split() == printed.split() else None


@dataclass(frozen=True)
class Cell:
    """Forms that are read together, and what is recorded for all of them, if anything is.

    A label says where, after the name of a file whose lines are not those of the text. Where text of other cells has
    been put in, the places in a line are not the file's: no answer stands after a form there.
    """

    text: str
    answer: Answer | None = None
    label: str = ""
    is_expanded: bool = False


def cells_of(name: str, text: str) -> list[Cell]:
    suffix = os.path.splitext(name)[1].lower()
    if suffix == ".ipynb":
        try:
            return list(_notebook_cells(json.loads(text)))
        except (ValueError, TypeError, AttributeError) as error:
            raise FileProblem(f"{name}: the file is not a notebook: {error}") from None
    if suffix == ".org":
        cells = _org_cells(text)
    else:
        cells = iter([Cell(text)]) if suffix not in DOCUMENTS else _markdown_cells(text)
    return [exchange for cell in cells for exchange in _exchanges(cell)]


_PROMPT = re.compile(r"^[^\S\n]*\d+ (?:\]=>|error>)", re.MULTILINE)


def _exchanges(cell: Cell) -> Iterator[Cell]:
    """The forms of a cell with prompts of MIT Scheme, each with what was printed up to the next; first those before."""
    prompts = [*_PROMPT.finditer(cell.text)]
    if cell.answer is not None or not prompts or not (_PROMPT.match(cell.text.lstrip()) or _is_no_program(cell.text)):
        yield cell
        return
    if cell.text[: prompts[0].start()].strip():
        yield replace(cell, text=cell.text[: prompts[0].start()])
    for prompt, following in pairwise([*prompts, None]):
        assert prompt is not None
        end = following.start() if following else len(cell.text)
        typed = _masked(cell.text, prompt.end(), end)
        with suppress(ScmpyError):
            last = next((form.end for form in read_forms(Source(typed, ""))), end)
            start = last + len(cell.text[last:end].partition("\n")[0]) + 1
            answer = Answer(cell.text[last:end].strip(), start, end, "lines")
            yield Cell(typed[:last], answer if answer.text else None, cell.label)
            continue
        yield Cell(typed, None, cell.label)  # what cannot be read is told of there


def _is_no_program(text: str) -> bool:
    with suppress(ScmpyError):
        deque(read_forms(Source(text, "")), maxlen=0)
        return False
    return True


#: What an org file records below a form, in the comments of the program that is made of it.
_TANGLED = re.compile(r"\s*^;; #\+results[^\n]*\n(?P<answer>(?:;;[^\n]*(?:\n|\Z))+)", re.MULTILINE | re.IGNORECASE)


def answer_after(source: str, end: int) -> Answer | None:
    """The answer recorded for a form that ends at this offset, in a block comment; block comments nest.

    What MIT Scheme's REPL writes below a form, after an empty line or not, is one too: a value, or an error with the
    ways to go on; and the results of an org file, in lines of comment.

    >>> answer_after("(+ 1 2) #| 3 |#", 7), answer_after("(+ 1 2)\\n\\n#| 3 |#", 7)
    (None, None)
    >>> answer_after("(+ 1 2)\\n#| 3 |#", 7).text, answer_after("(+ 1 2) ; => 3", 7).text
    ('3', '3')
    >>> answer_after("(+ 1 2) ;; ==> 3", 7).text, answer_after("(+ 1 2)\\n;⇒ 3", 7).text
    ('3', '3')
    >>> answer_after("(+ 1 2)\\n\\n;Value: 3", 7).text
    ';Value: 3'
    """
    beginning = _ANSWER_BEGINS.match(source, end)
    if beginning is None:
        if (arrow := _ARROW.match(source, end)) is not None:
            return Answer(_ARROW_MARGIN.sub("", arrow["answer"]).strip(), *arrow.span("answer"), "=>")
        if (tangled := _TANGLED.match(source, end)) is not None:
            answer = _org_answer(re.sub(r"^;; ?", "", tangled[0].lstrip(), flags=re.MULTILINE), 0)
            margin = ";; : " if answer is not None and answer.style.strip() == ":" else ";; "
            return None if answer is None else Answer(answer.text, *tangled.span("answer"), margin)
        value = _VALUE.match(source, end) or _ERROR.match(source, end)
        return None if value is None else Answer(value[1].strip(), *value.span(1), ";")
    start = beginning.end() - 2
    stop = end_of_block(source, start)
    return None if stop is None else Answer(source[start + 2 : stop - 2].strip(), start, stop)


def _masked(text: str, start: int, end: int) -> str:
    return re.sub(r"[^\r\n]", " ", text[:start]) + text[start:end]


def _markdown_cells(text: str) -> Iterator[Cell]:
    at = 0
    otherwise = "scheme" if _KERNEL.search(text) else ""
    while (fence := _FENCE.search(text, at)) is not None:
        start, end, at = _fenced(text, fence)
        language, *options = [*_INFO.findall(fence["info"].lower()), ""]
        language = next((x[8:-1] for x in options if re.match("engine=[\"'].", x)), language)
        if language in ("code-cell", "code-block"):
            language = options[0] or otherwise
            if (given := _CELL_OPTIONS.match(text, start)) is not None:
                start = given.end()
                options += ["eval=false"] * ("skip-execution" in given[0])
        if language not in SCHEME or "eval=false" in options:
            continue
        answer = None
        following = _FENCE.match(text, _BLANK_LINES.match(text, at).end())  # type: ignore[union-attr]
        if following is not None and following["info"].strip().lower() in RESULT:
            first, last, at = _fenced(text, following)
            answer = Answer(
                _KNITTED.sub("", dedent(text[first:last])).strip(), first, last, following["indent"] or "lines"
            )
        elif (block := _EXPORTED.match(text, at)) is not None:
            answer = Answer(dedent(block[1]).strip(), *block.span(1), "    ")
        elif (formula := _TEX.match(text, at)) is not None:
            answer = Answer(formula["body"], *formula.span("body"), "formula")
        yield Cell(_masked(text, start, end), answer)


_BLANK_LINES = re.compile(r"(?:[^\S\n]*\n)*")
_KNITTED = re.compile(r"^(?:## ?|;;+[^\S\n]*)", re.MULTILINE)  # what is written before lines of output
_EXPORTED = re.compile(r"\n*((?: {4}(?:#\||;Value)[^\n]*\n)(?:(?:[^\S\n]*\n)* {4}[^\n]*\n)*)")  # of an org file


def _fenced(text: str, fence: re.Match[str]) -> tuple[int, int, int]:
    mark = re.escape(fence["fence"][0])
    closing = re.compile(rf"^ {{0,3}}{mark}{{{len(fence['fence'])},}}[^\S\n]*(?:\n|\Z)", re.MULTILINE)
    found = closing.search(text, fence.end())
    return (fence.end(), found.start(), found.end()) if found else (fence.end(), len(text), len(text))


def _org_cells(text: str) -> Iterator[Cell]:
    blocks: list[tuple[dict[str, str], int, int, int]] = []
    chunks: dict[str, str] = {}
    defaults = " ".join(_ORG_DEFAULTS.findall(text))
    at = 0
    while (begin := _ORG_BEGIN.search(text, at)) is not None:
        before, found = text[at : begin.start()], _ORG_END.search(text, begin.end())
        end, at = found.span() if found else (len(text), len(text))
        if begin["language"].lower() not in SCHEME:
            continue
        options = f"{defaults} {_inherited(text[: begin.start()])} {begin['header']}"
        header = {key: value.strip() for key, value in _ORG_HEADER.findall(options)}
        header["var"] = "".join(f"(define {name} {value}) " for name, value in _ORG_VARIABLE.findall(begin["header"]))
        blocks.append((header, begin.end(), end, at))
        named = _ORG_NAME.search(before)
        for name in {*(named.groups() if named else ()), header.get("noweb-ref", "")} - {""}:
            chunks[name] = chunks.get(name, "") + text[begin.end() : end]
    for header, start, end, after in blocks:
        if header.get("eval", "") not in ("no", "never"):
            program = _masked(text, start, end)
            whole = _with_chunks(program, chunks) if header.get("noweb", "no") != "no" else program
            whole = whole[: start - 1] + header["var"] + whole[start - 1 :]
            yield Cell(whole, _org_answer(text, after), is_expanded=whole != program)


def _inherited(text: str) -> str:
    """What the drawers of the headings that a text ends below say of blocks."""
    sections: list[tuple[int, str]] = []
    for heading in _ORG_SECTION.finditer(text):
        level = len(heading["stars"])
        sections = [section for section in sections if section[0] < level]
        sections.append((level, " ".join(_ORG_INHERITED.findall(heading["drawer"] or ""))))
    return " ".join(options for _, options in sections)


def _with_chunks(program: str, chunks: dict[str, str], within: tuple[str, ...] = ()) -> str:
    """The program with blocks in place of their names, <<name>>, each on one line: the others keep their places."""

    def chunk(found: re.Match[str]) -> str:
        if found[1] not in chunks or found[1] in within:
            return found[0]
        body = _with_chunks(chunks[found[1]], chunks, (*within, found[1]))
        pieces = ((token.kind, body[token.start : token.end]) for token in tokens(body))
        return "".join(
            " " if kind in ("comment", "block") else piece if kind == "string" else piece.replace("\n", " ")
            for kind, piece in pieces
        )

    return _ORG_CHUNK.sub(chunk, program)


def _org_answer(text: str, at: int) -> Answer | None:
    results = _ORG_RESULTS.match(text, at)
    if results is None:
        return None
    for kind in (_ORG_BLOCK, _TEX):
        if (block := kind.match(text, results.end())) is not None:
            end = block.end() if kind is _TEX else block.end("body")
            return Answer(_ORG_LINE.sub("", block["body"]).strip(), block.start("body"), end, "lines")
    if (table := _ORG_TABLE.match(text, results.end())) is not None:  # of a list, or a list of lists
        rows = [f"({' '.join(row.replace('|', ' ').split())})" for row in re.findall(r"(?m)^\s*\|(?!-).*", table[0])]
        return Answer(rows[0] if len(rows) == 1 else f"({' '.join(rows)})", *table.span(), ": ")
    if (listed := _ORG_ITEMS.match(text, results.end())) is not None:
        return Answer(f"({' '.join(re.findall(r'- (.*)', listed[0]))})", *listed.span(), ": ")
    if (lines := _ORG_LINES.match(text, results.end())) is None:
        return None if _ORG_LINK.match(text, results.end()) else Answer("", results.end(), results.end(), ": ")
    margin = lines[0][: lines[0].index(":")] + ": "
    return Answer(_ORG_LINE.sub("", lines[0]).strip(), *lines.span(), margin)


def _notebook_cells(notebook: Any) -> Iterator[Cell]:
    about = notebook.get("metadata", {})
    described = {**about.get("language_info", {}), **about.get("kernelspec", {})}
    said = " ".join(str(described.get(key, "")) for key in ("name", "language")).lower()
    is_ours = not said.strip() or any(word in said for word in SCHEME)
    for number, cell in enumerate(notebook.get("cells", ()), 1):
        text = "".join(cell.get("source", ""))
        if cell.get("cell_type") != "code" or not (is_ours or text.startswith("%%scheme")):
            continue
        outputs = [_shown(output) for output in cell.get("outputs", ())]
        shown = "".join(filter(None, outputs)).strip()
        yield Cell(_MAGIC.sub("", text), Answer(shown, 0, 0, "lines") if shown else None, f"[{number}]")


_MAGIC = re.compile(r"^%.*$", re.MULTILINE)  # what a line that begins so means is the kernel's


def _shown(output: dict[str, Any]) -> str:
    """The text of an output of a notebook's cell; TeX where there is no other; nothing for pictures."""
    if output.get("output_type") == "error":
        return f";{output.get('evalue', '')}\n"
    data = output.get("data", {"text/plain": output.get("text", "")})
    texts = ["".join(data.get(kind, "")) for kind in ("text/plain", "text/latex", "text/markdown")]
    text = next((text for text in texts if text and not text.startswith("<")), "")
    return text if text.endswith("\n") or not text else text + "\n"


# --- differences -----------------------------------------------------------------------------------------------------
# Where two printed answers differ: the smallest parts of their structure that are not the same.
#
# >>> for difference in differences("(+ a (* 2 b))", "(+ a (* 3 b))"): print(difference)
# in (* _ b): 2 / 3

_MOST = 4  # places where two values differ that are told
_LONGEST = 160


@dataclass(frozen=True)
class Difference:
    """A place, as the positions of elements from the outermost list in; the list around it; what stands there."""

    path: tuple[int, ...]
    around: str
    recorded: str
    printed: str

    def __str__(self) -> str:
        place = f"in {self.around}: " if self.path else ""
        return f"{place}{self.recorded} / {self.printed}"


def differences(recorded: str, printed: str) -> list[Difference]:
    """The first few places where two printed expressions differ; none if one is no expression."""
    texts = without_braces(recorded), without_braces(printed)
    try:
        (a,), (b,) = ([form.datum for form in read_forms(Source(text, "<answer>"))] for text in texts)
    except (ScmpyError, ValueError):
        return []
    found: list[Difference] = []
    stack: list[tuple[Any, Any, tuple[int, ...], str]] = [(a, b, (), "")]
    while stack and len(found) < _MOST:
        one, other, path, around = stack.pop()
        left, right = _elements(one), _elements(other)
        if left and right:
            pairs = enumerate(zip_longest(left, right, fillvalue=symbol("nothing")))
            stack += [(x, y, (*path, i), _with_gap(left, i)) for i, (x, y) in pairs][::-1]
        elif write_text(one) != write_text(other):
            found.append(Difference(path, around, _short(one), _short(other)))
    return found


def _elements(datum: Any) -> list[Any]:
    items, rest = proper_part(datum)
    return items if rest is EMPTY else []


def _with_gap(items: list[Any], gap: int) -> str:
    parts = ["_" if i == gap else _short(item, 24) for i, item in enumerate(items)]
    return f"({' '.join(parts)})"


def _short(datum: Any, longest: int = _LONGEST) -> str:
    text = write_text(datum)
    return text if len(text) <= longest else text[: longest - 4] + " ..."


# --- checking --------------------------------------------------------------------------------------------------------

VERDICTS = ("exact", "equal", "different", "undecided", "unreadable", "error", "timeout")
FAILED = {"error", "timeout"}
UNANSWERED = "unanswered"


@dataclass(frozen=True)
class Row:
    """What came of one form: one of ``VERDICTS``; without an answer ``quiet``, or ``UNANSWERED`` if it prints."""

    line: int | None
    verdict: str
    answer: Answer | None = None
    printed: str = ""
    detail: str = ""
    witness: dict[str, str] = field(default_factory=dict)
    differences: list[Difference] = field(default_factory=list)
    label: str = ""  # of the cell

    def place(self, source: SourceFile) -> str:
        return f"{source.name}{self.label}:{self.line}" if self.line else source.name + self.label


def reported(rows: Iterable[Row]) -> list[Row]:
    return [row for row in rows if row.verdict != "quiet"]


class Begin(NamedTuple):
    number: int
    line: int
    label: str = ""


class Transcript:
    """A transcript that is being checked. Forms are numbered in order; those in ``skipped`` are not evaluated."""

    def __init__(
        self, source: SourceFile, new_session: Callable[[Output], Session], skipped: frozenset[int] = frozenset()
    ) -> None:
        self.source = source
        self.skipped = skipped
        self.captured = io.StringIO()
        self.output = Output(self.captured)
        self.session = new_session(self.output)
        self.session.begins(source.name)
        self.count = 0
        self.value: Any = None  # of the last form
        self.defined: list[str] = []  # by the cell

    def steps(self) -> Iterator[Begin | Row]:
        for cell in cells_of(self.source.name, self.source.text):
            yield from self._check_cell(cell)

    def _check_cell(self, cell: Cell) -> Iterator[Begin | Row]:
        printed: list[str] = []
        failed = False
        line = None
        self.defined = []
        try:
            for form in self.session.forms(cell.text, self.source.name + cell.label):
                line = form.line
                yield Begin(self.count, line, cell.label)
                row = replace(self._check_form(form, cell), label=cell.label)
                if cell.answer is not None and row.verdict == UNANSWERED:
                    row = replace(row, verdict="quiet")  # what all forms of the cell print is recorded together
                self.count += 1
                failed = failed or row.verdict in FAILED or (row.answer is not None and row.answer is cell.answer)
                printed += [row.printed] if row.printed else []
                yield row
        except ScmpyError as error:
            failed = True
            yield Row(None, "error", detail=str(error))
        prints_tex = any(map(is_tex, (*printed, str(self.value))))
        if cell.answer is not None and not failed and (prints_tex or cell.answer.style != "formula"):
            yield self._compared(Row(line, "quiet", cell.answer, "\n".join(printed), label=cell.label), printed)

    def _compared(self, row: Row, printed: list[str]) -> Row:
        """A cell's answer is all that its forms print, or the value of the last, which it may show in TeX.

        The names of what was defined may stand in it, as the REPL of MIT Scheme and editors write them.
        """
        answer = row.answer
        assert answer is not None
        if is_tex(answer.text) and not is_tex(row.printed):
            row = replace(row, printed=self._in_tex(row.printed))
        values = _DEFINED.sub(lambda found: "" if found[1] in self.defined else found[0], answer.text).strip()
        texts = [row.printed, *printed[1:][-1:]]
        if answer.style == ": ":  # org shows strings bare
            texts.append(write_text(self.value, display=True))
        found = [
            replace(compared(replace(row, answer=replace(answer, text=text), printed=said)), answer=answer)
            for text, said in product(dict.fromkeys((values, answer.text)), texts)
        ]
        return next((row for row in found if row.verdict in ("exact", "equal")), found[0])

    def _in_tex(self, printed: str) -> str:
        """The last value in TeX: a string may hold it; of what returns nothing, what it printed."""
        if isinstance(self.value, (str, MutableString)):
            return str(self.value)
        with suppress(ScmpyError):
            value = parse_printed(printed) if self.value is None else self.value
            return self.session.result_tex(value) or printed
        return printed

    def _check_form(self, form: Form, cell: Cell) -> Row:
        answer = None if cell.is_expanded else answer_after(cell.text, form.end)
        self.value = None
        if self.count in self.skipped:
            return Row(form.line, "timeout", answer)
        self.captured.seek(0)
        self.captured.truncate()
        try:
            self.value = print_form(self.session, form, self.output)
            self.defined += [self.value.name] if isinstance(self.value, Defined) else []
        except ScmpyError as error:
            recorded = answer or cell.answer
            expected = recorded is not None and is_recorded(error, recorded.text)
            return Row(form.line, "exact" if expected else "error", recorded, detail="" if expected else str(error))
        finally:
            self.output.fresh_line()
        row = Row(form.line, "quiet", answer, self.captured.getvalue().rstrip())
        if answer is None:
            return replace(row, verdict=UNANSWERED) if row.printed else row
        if isinstance(self.value, Defined) and without_marks(answer.text) == self.value.name:
            return replace(row, verdict="exact")  # MIT Scheme's REPL shows the name
        return self._compared(row, [row.printed]) if is_tex(answer.text) else compared(row)


#: The last line of what is printed of a series, the value.
_REST = "\n..."


def is_recorded(error: ScmpyError, recorded: str) -> bool:
    """Is this the error that MIT Scheme's REPL wrote down, after what was printed, with or without the ways to go on?

    A hint may follow it here.

    >>> is_recorded(ScmpyError("Unbound variable: foo (did you mean (f o)?)"), ";Unbound variable: foo")
    True
    """
    said = [line.strip()[1:].rstrip(".") for line in recorded.splitlines() if line.strip().startswith(";")]
    return any(f"{error.message} ".startswith((f"{line} ", f"{line}. ")) for line in said)


_VALUE_LINE = re.compile(r"^[^\S\n]*;Value(?: \d+)?:[^\S\n]*", re.MULTILINE)
_NO_VALUE = re.compile(
    r"^[^\S\n]*;(?:Unspecified return value|No value|Unspecific|No values|\s*Loading |\.\.\. done).*$", re.MULTILINE
)


def without_marks(recorded: str) -> str:
    """A recorded text without what the REPL of MIT Scheme writes around values.

    >>> without_marks("so far\\n;Value: (+ a b)"), without_marks(";Unspecified return value")
    ('so far\\n(+ a b)', '')
    >>> without_marks("#| 435. |#")
    '435.'
    """
    bare = _NO_VALUE.sub("", _VALUE_LINE.sub("", recorded)).strip()
    return bare if _COMMENTED.sub("", bare).strip() else _COMMENTED.sub(r"\1", bare)


_DEFINED = re.compile(r"(?m)^[^\S\n]*(?:;Value(?: \d+)?:|#\|)?[^\S\n]*([^\s;|]+)(?:[^\S\n]*\|#)?[^\S\n]*(?:\n|\Z)")
_COMMENTED = re.compile(r"#\|\s*((?:(?!\|#).)*?)\s*\|#", re.DOTALL)  # a value, where an editor asks MIT Scheme


def compared(row: Row) -> Row:
    """The row with the verdict on what was printed, and what there is to say of a difference.

    The value of series:for-each, ``...`` after the terms, is left out in books.
    """
    assert row.answer is not None
    recorded, printed = without_marks(row.answer.text), row.printed
    if not recorded.endswith(_REST):
        printed = printed.removesuffix(_REST)
    verdict, detail, witness = _verdict(recorded, printed)
    found = differences(recorded, printed) if verdict in ("equal", "different", "undecided") else []
    return replace(row, verdict=verdict, detail=detail, witness=witness, differences=found)


def _verdict(recorded: str, printed: str) -> tuple[str, str, dict[str, str]]:
    if recorded.split() == printed.split():
        return "exact", "", {}
    if is_tex(recorded):
        return _tex_verdict(recorded, printed)
    if not recorded or not printed.strip():
        return "different", "", {}
    try:
        expected = parse_printed(recorded)
    except ScmpyError as error:
        why = f"the recorded answer is another text, and not one that can be read: {error.message}"
        return "unreadable", why, {}
    try:
        value = parse_printed(printed)
    except ScmpyError:
        return "different", "", {}
    return _by_meaning(*_as_far_as_known(value, expected))


def _by_meaning(*values: Any) -> tuple[str, str, dict[str, str]]:
    try:
        answer = equivalent(*values)
    except ScmpyError as error:
        return "undecided", error.message, {}
    reason = "" if answer.verdict == "equal" else answer.certificate
    return str(answer.verdict), reason, {name: str(number) for name, number in answer.witness.items()}


def is_tex(text: str) -> bool:
    """Is this a formula between TeX's marks, or one that begins with a control sequence?"""
    return _TEX.match(text) is not None or re.match(r"\s*\{?\s*\\[a-zA-Z]+", text) is not None


_TEX_MARKS = re.compile(
    r"\\(?:begin|end)\{(?:equation|displaymath|math|align|gather|eqnarray)\*?\}|\\label\{[^}]*\}|(?<!\\)(?:\\[\[\]()]|\$)"
)


#: The marks of an environment around a formula, or of a displayed one.
_MARKED = re.compile(r"\s*(\\begin\{[^}]*\}\s*|\\\[|\$\$?).*?(\s*\\end\{[^}]*\}|\\\]|\$\$?)\s*\Z", re.DOTALL)


_TEX_TOKEN = re.compile(r"\\[A-Za-z]+|\\.|\S", re.DOTALL)
_SPACE = {"\\" + name for name in (*" ,;:!\n", "quad", "left", "right", "displaystyle", "textstyle")}
_BRACED = re.compile(r"\{ (\S+) \}")


def _ink(letters: list[str]) -> str:
    """What is seen of a formula: without spaces, sizes of brackets, and braces around one sign."""
    text = " ".join(letter for letter in letters if letter not in _SPACE)
    while (bare := _BRACED.sub(r"\1", text)) != text:
        text = bare
    return text


#: What the original's TeX has for itself: q' and m1 as names, products and powers of ``(partial 0)`` as operators.
_PRIMED = re.compile(r"\{?([A-Za-z])\}?\s*\^\s*\{?\s*\\prime(?:\s*\})?(?![A-Za-z])")
_NUMBERED = re.compile(r"(?<![A-Za-z\\_^])(?<!\\math[a-z][a-z]\{)([A-Za-z]+\d+)(?![A-Za-z])")
_OPERATORS = re.compile(
    r"\{?\\left\(\s*((?:partial\s*\\left\(\s*\d+\s*\\right\)\s*)+)\\right\)\s*\}?(\^\{\d+\})?\s*\\left\(\s*(\S+)\s*\\right\)"
)
_APPLIED = re.compile(r"(?:\\mathsf\{|(?<![A-Za-z\\])D?)([A-Za-z]\w*?)\}?\\left\(")  # brackets stand directly at them


def _as_usual(formula: str) -> str:
    """A formula of the original's, in the TeX that others write."""
    formula = _NUMBERED.sub(r"\\mathsf{\1}", _PRIMED.sub(r"\\mathsf{\1prime}", formula))

    def operator(found: re.Match[str]) -> str:
        partials = re.sub(r"\D*(\d+)\D*", r"\\partial_{\1}", found[1])
        return f"{partials}{found[2] or ''}{found[3]}"

    return _OPERATORS.sub(operator, formula)


def _tex_verdict(recorded: str, printed: str) -> tuple[str, str, dict[str, str]]:
    """The verdict on a formula in TeX: by its letters without the marks around it, by its ink, then by what is read."""
    letters = [_TEX_TOKEN.findall(_TEX_MARKS.sub("", text)) for text in (recorded, printed)]
    if letters[0] == letters[1]:
        return "exact", "", {}
    if _ink(letters[0]) == _ink(letters[1]):
        return "equal", "", {}
    formulas = [_as_usual(_TEX_MARKS.sub("", text)) for text in (recorded, printed)]
    functions = [application(symbol(name), symbol("t"), 0) for name in _APPLIED.findall(" ".join(formulas))]
    found = _read_alike(formulas, [])
    return _read_alike(formulas, functions) if functions and found[0] != "equal" else found


def _read_alike(formulas: list[str], functions: list[Any]) -> tuple[str, str, dict[str, str]]:
    from scmpy.reading.formulas import expression_from_tex

    try:
        values: Any = [expression_from_tex(formula, reference=functions) for formula in formulas]
    except ScmpyError as error:
        return "unreadable", f"the formula is another, and not one that can be read: {error.message}", {}
    return _by_meaning(*values)


def _as_far_as_known(*streams: Any) -> tuple[Any, ...]:
    """Two streams, {1 2 ...}, without what has been computed of one of them only; other values as they are."""
    known = [list(each) if isinstance(each, Pair) else [] for each in streams]
    if not all(members and (members[0], members[-1]) == _UNFINISHED for members in known):
        return streams
    least = min(map(len, known)) - 1
    return tuple(list_of(members[:least]) for members in known)


_UNFINISHED = symbol("stream"), symbol("...")


def update_transcript(source: SourceFile, rows: list[Row]) -> int:
    """Rewrite the answers that are not what their forms printed; how many there were. Nothing else is touched.

    A transcript with a form that failed is not written.
    """
    stale = [row for row in rows if row.answer and row.verdict != "exact"]
    if not stale or any(row.verdict in FAILED for row in rows):
        return 0
    if source.name.lower().endswith(".ipynb"):
        raise FileProblem(f"{source.name}: a notebook's answers are recorded by its kernel: run it there")
    newline = "\r\n" if "\r\n" in source.text else "\n"
    parts: list[str] = []
    position = 0
    for row in sorted(stale, key=lambda row: row.answer.start):  # type: ignore[union-attr]
        assert row.answer
        marks = None if _MARKED.match(row.printed) else _MARKED.match(row.answer.text)
        printed = f"{marks[1]}{row.printed}{marks[2]}" if marks and is_tex(row.answer.text) else row.printed
        written = row.answer.written(printed, newline)
        if written is None:
            raise FileProblem(f"{row.place(source)}: what this prints has a closing mark in it: it cannot be recorded")
        parts += (source.text[position : row.answer.start], written)
        position = row.answer.end
    replace_source(source, "".join([*parts, source.text[position:]]))
    return len(stale)
