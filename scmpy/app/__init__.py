"""The command line: run programs, check transcripts, read-eval-print loops, notebooks.

Read in this order:

- files, documents: where programs are, and the answers recorded for them
- transcript, checking, report: transcripts made and checked
- completion, repl, editor, terminal: the prompt of Scheme
- cells, kernel, magics: notebooks
- python_shell: the prompt of Python
- pictures: what becomes of what programs draw
- cli: the command

Beside these:

- check_command: ``scmpy check``
- differences, form_printing: how printed answers differ, and what a form prints
- translation: files of Scheme as files of Python
"""
