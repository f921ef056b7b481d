"""A file as lines: its tree as text, as JSON, or beside its bytes, written while it is read.

`growing` reads it, `nodes` says how much of it is shown; `outline`, `data` and `beside` write it.
"""
