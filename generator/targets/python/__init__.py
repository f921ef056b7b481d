"""The Python target: a plan to the text of a module."""
