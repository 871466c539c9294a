"""The command line: run programs, check transcripts, read-eval-print loops, notebooks.

Read in this order:

- transcripts: the answers recorded in programs and notebooks, made and compared
- repl: the prompt of Scheme, its editor, and what becomes of what programs draw
- kernel, magics: notebooks
- cli: the command, ``scmpy run``, ``scmpy check``, the prompt of Python
"""
