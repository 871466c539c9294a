"""Random programs: grown from the names of a session, or made from programs by small changes."""

import random
import re
from collections.abc import Sequence

from scmpy.scheme import Session

_TOKEN = re.compile(r"""\s+|#\||\|#|"(?:[^"\\]|\\.)*"|[()'`,@]|[^\s()'`,"]+|.""", re.DOTALL)

_ATOMS = r"""0 ~ 1 ~ -1 ~ 2 ~ 3 ~ 1/2 ~ .5 ~ -0. ~ 1e10 ~ 1e400 ~ +inf.0 ~ +nan.0 ~ +i ~ 1-2i ~ 12345678901234567890123
    ~ #t ~ #f ~ '() ~ #!default ~ "" ~ "abc" ~ "(" ~ #\a ~ #\space ~ 'a ~ 'b ~ 'x ~ '(1 2 3) ~ '(a . b) ~ #(1 2)
    ~ (vector 1 2) ~ #u8(1) ~ #!eof ~ (lambda (x) x) ~ (lambda x x) ~ (lambda () 1) ~ (up 1 2) ~ (down 'a 'b)
    ~ (matrix-by-rows '(1 2) '(3 4)) ~ (literal-function 'f) ~ (list 1 2 3) ~ (list 'a 'b) ~ car ~ + ~ D ~ R2-rect
    ~ (up 't (up 'x 'y) (up 'vx 'vy)) ~ x ~ y ~ z ~ f ~ e ~ 't ~ (literal-number 'n) ~ (expt 'x 2) ~ (delay 1)
    ~ (make-equal-hash-table) ~ (current-output-port) ~ (make-string 2 #\a) ~ (cons-stream 1 2)""".split("~")
ATOMS = [atom.strip() for atom in _ATOMS]

SCRAPS = "else => _ \x00 \ufeff \u00e9 \U0001f600 | ; #| |# #; ` , ,@ ' \" \\ # #d1 #xff #i1/3 ( ) . ... #!rest #!optional".split()

FORMS = (
    "(let (({a} {b})) {c})",
    "(let loop ((i 0) (acc {a})) (if (< i 3) (loop (+ i 1) {b}) acc))",
    "(define ({a} x . rest) {b}) ({a} {c})",
    "(define {a} {b}) {c}",
    "(lambda ({a} #!optional {b}) {c})",
    "({a} {b} {c})",
    "({a} {b})",
    "(({a} {b}) {c})",
    "(guard (e (#t {a})) {b} {c})",
    "(call/cc (lambda (k) {a} (k {b})))",
    "(cond ({a} {b}) ({c} => {a}) (else {b}))",
    "(case {a} ((1 2) {b}) (else {c}))",
    "(do ((i 0 (+ i 1))) ((= i 3) {a}) {b})",
    "(define-syntax {a} (syntax-rules () ((_ x ...) ({b} x ... {c})))) ({a} 1 2)",
    "`({a} ,{b} ,@{c})",
    "(set! {a} {b})",
    "(define-record-type {a} ({b} x) {c} (x gx))",
    "(map {a} {b})",
    "(apply {a} {b})",
    "(string-append (write-to-string {a}) {b})",
    "(fluid-let (({a} {b})) {c})",
    "(parameterize (({a} {b})) {c})",
    "(force (delay {a}))",
    "(stream-head (cons-stream {a} {b}) 2)",
    "(let-values (((a b) {a})) {b})",
    "(simplify {a})",
    "((D {a}) {b})",
    "(eval '{a} (the-environment))",
)


class Programs:
    """Makes programs with a source of random numbers."""

    def __init__(self, source: random.Random, names: Sequence[str], corpus: Sequence[str]) -> None:
        self.source = source
        self.names = names
        self.corpus = corpus

    def program(self) -> str:
        """A program of some kind."""
        kind = self.source.random()
        if kind < 0.35:
            return self.grown(self.source.randint(1, 4))
        if kind < 0.9 and self.corpus:
            return self.mutated(self.source.choice(self.corpus))
        return "".join(self.source.choice(ATOMS + SCRAPS) + " " for _ in range(self.source.randint(0, 12)))

    def grown(self, depth: int) -> str:
        """An expression of some depth."""
        kind = self.source.random()
        if depth == 0 or kind < 0.1:
            return self.atom()
        if kind < 0.5:
            return f"({' '.join([self.name(), *(self.grown(depth - 1) for _ in range(self.source.randint(0, 4)))])})"
        parts = {letter: self.grown(depth - 1) for letter in "abc"}
        return self.source.choice(FORMS).format(**parts)

    def atom(self) -> str:
        kind = self.source.random()
        return self.name() if kind < 0.3 else self.source.choice(SCRAPS if kind > 0.98 else ATOMS)

    def name(self) -> str:
        return self.source.choice(self.names)

    def mutated(self, text: str) -> str:
        """A program with a few tokens or characters changed."""
        for _ in range(self.source.randint(1, 3)):
            tokens = _TOKEN.findall(text)
            words = [place for place, token in enumerate(tokens) if token not in "()"]
            if not words:
                break
            place = self.source.choice(words) if self.source.random() < 0.95 else self.source.randrange(len(tokens))
            match self.source.randrange(7):
                case 0:
                    del tokens[place]
                case 1:
                    tokens[place] = self.atom()
                case 2:
                    tokens.insert(place, f" {self.grown(1)} ")
                case 3:
                    other = self.source.choice(words)
                    tokens[place], tokens[other] = tokens[other], tokens[place]
                case 4:
                    tokens.insert(place, tokens[self.source.choice(words)])
                case 5 if self.source.random() < 0.3:
                    character = chr(self.source.choice((0, 10, 34, 39, 40, 41, 59, 124, 0x203F, 0xD800, 0x1F600)))
                    tokens[place] = tokens[place][:1] + character + tokens[place][1:]
                case _:
                    tokens[place] = str(self.source.choice((-1, 0, 10**6, 10**12, 2**64, 1e300)))
            text = "".join(tokens)
        return text


def names() -> list[str]:
    """The names of a session."""
    return Session().names()
