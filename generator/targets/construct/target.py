"""Construct as a target: a module of declarations for each spec."""

from __future__ import annotations

from quire.generator.diagnostics import Problems
from quire.generator.plan.operations import Module, records_of
from quire.generator.targets.construct.emit import Emitter, Foreign
from quire.generator.targets.construct.names import type_name
from quire.generator.targets.target import Setting, Target


class ConstructTarget:
    """A module for each spec, which needs Construct and nothing of quire."""

    def emit(self, plan: Module, setting: Setting, problems: Problems) -> dict[str, str]:
        """The module of a spec; what Construct cannot express is noted where it stands."""
        assert plan.structure is not None
        foreign = Foreign(types=plan.opaque, routines=plan.routines)
        text = Emitter(plan.structure, foreign, setting, _Noted(plan, problems)).module()
        return {f"{type_name(plan.name)}.py": text}


class _Noted:
    """Problems of members, at their places in the spec."""

    def __init__(self, plan: Module, problems: Problems) -> None:
        self._places = {("::".join(path), name): span for path, name, span in plan.places}
        self._types = {"::".join(path): each.span for path, each in records_of(plan.root).items()}
        self._root = plan.root.span
        self._problems = problems

    def refuse(self, path: str, member: str, why: str) -> None:
        """Note what cannot be expressed."""
        message = f"Construct cannot express `{member}`: {why}"
        self._problems.error("Q903", message, self._places[path, member])

    def warn(self, path: str, member: str, why: str) -> None:
        """Note what will not be read where that matters."""
        message = f"Construct may not read or build `{member}`: {why}"
        self._problems.warning("Q903", message, self._places[path, member])

    def refuse_name(self, path: str, name: str, other: str) -> None:
        """Note what would be called like something else."""
        message = f"Construct has one name for `{path}` and `{other}`: `{name}`"
        self._problems.error("Q903", message, self._types.get(path, self._root))


TARGET: Target = ConstructTarget()
