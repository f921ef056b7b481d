"""The colours of lines: on a terminal, each part has that of what it is."""

from __future__ import annotations

from typing import Any

import click


class Style:
    """How parts of lines look.

    Args:
        colour: Whether they have colours; else they are plain.
    """

    def __init__(self, *, colour: bool) -> None:
        self._colour = colour

    def name(self, text: str) -> str:
        """The name of a field, or a path."""
        return self._in(text, fg="blue")

    def note(self, text: str) -> str:
        """What is said about the file, and does not stand in it."""
        return self._in(text, dim=True)

    def error(self, text: str) -> str:
        """What is wrong."""
        return self._in(text, fg="red", bold=True)

    def value(self, text: str, data: Any) -> str:
        """A value, by what it is as data."""
        return self._in(text, fg=_colour_of(data))

    def beside(self, text: str, data: Any) -> str:
        """The bytes of a value, or those that are wrong."""
        is_wrong = isinstance(data, dict) and "!" in data
        return self.error(text) if is_wrong else self.value(text, data)

    def _in(self, text: str, **look: Any) -> str:
        return click.style(text, **look) if self._colour and text else text


def _colour_of(data: Any) -> str:
    if isinstance(data, str):
        return "green"
    if isinstance(data, dict):
        return "yellow" if "bytes" in data else "magenta" if "value" in data else "cyan"
    return "magenta" if isinstance(data, bool) else "cyan"
