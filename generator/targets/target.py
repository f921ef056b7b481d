"""What all targets have in common: a plan goes in, files come out."""

from __future__ import annotations

from typing import Protocol

from quire.generator.diagnostics import Problems
from quire.generator.plan.operations import Module
from quire.runtime.frozen import Frozen


class Setting(Frozen):
    """What is around the files of a target.

    Attributes:
        version: That of quire, for the header.
        package: Where the modules of other specs stand; "" for the top.
        opaque: Where those of somebody else's types stand.
        checked: Whether type checkers ever see the files.
    """

    version: str
    package: str = ""
    opaque: str = ""
    checked: bool = True


class Target(Protocol):
    """Something that a plan is written in."""

    def emit(self, plan: Module, setting: Setting, problems: Problems) -> dict[str, str]:
        """The text of each file of a spec, by its name; what it cannot express is noted."""
