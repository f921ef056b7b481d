"""The floor that every writer stands on: files that are replaced, locked, appended to.

It knows no format, and nothing of the rest of quire. Every system call that changes a file goes
through `calls.change`: there tests let calls fail, write in part, or end the process.
"""
