"""What the templates see: strings and booleans, all decided."""

from __future__ import annotations

from dataclasses import dataclass

from quire.generator.targets.python.read import Lines


@dataclass(frozen=True, slots=True)
class Method:
    """A method: lines before `def`, its signature, its docstring and its body."""

    decorator: str
    signature: Lines
    doc: str
    body: Lines

    @property
    def text(self) -> str:
        """The body as one text: then the templates' filter leaves blank lines blank."""
        return "\n".join(self.body)


@dataclass(frozen=True, slots=True)
class Class:
    """A class: its members in order, each as lines; `classes` are nested in it.

    `building` is text, in which blank lines stay blank: what type checkers see of `build`.
    """

    name: str
    base: str
    doc: str
    slots: Lines
    annotations: Lines
    constants: Lines
    building: str
    methods: tuple[Method, ...]
    classes: tuple[Class, ...]


@dataclass(frozen=True, slots=True)
class ModuleView:
    """A module."""

    header: str
    doc: str
    exports: str
    root: Class
