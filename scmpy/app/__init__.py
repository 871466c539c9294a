"""The command line: run programs, check transcripts, read-eval-print loops, notebooks.

Read in this order:

- programs: files of programs read, run form by form, and written
- transcripts: the answers recorded in programs and notebooks, made and compared
- checking: many transcripts at once, and the report; answers compared with a reference
- repl, editor: the prompt of Scheme, and what becomes of what programs draw
- kernel, magics: notebooks
- cli: the command, ``scmpy run``, ``scmpy check``, the prompt of Python
"""
