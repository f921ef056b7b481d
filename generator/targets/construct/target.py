"""Construct as a target: a module of declarations for each spec."""

from __future__ import annotations

from quire.generator.diagnostics import Problems
from quire.generator.plan.operations import Module
from quire.generator.targets.construct.emit import Emitter, Foreign
from quire.generator.targets.construct.names import type_name
from quire.generator.targets.target import Setting, Target


class ConstructTarget:
    """A module for each spec, which needs Construct and nothing of quire."""

    def emit(self, plan: Module, setting: Setting, problems: Problems) -> dict[str, str]:
        """The module of a spec; what Construct cannot express is noted where it stands."""
        places = {("::".join(path), name): span for path, name, span in plan.places}

        def refuse(path: str, member: str, why: str) -> None:
            message = f"Construct cannot express `{member}`: {why}"
            problems.error("Q903", message, places[path, member])

        assert plan.structure is not None
        foreign = Foreign(types=plan.opaque, routines=plan.routines)
        text = Emitter(plan.structure, foreign, setting, refuse).module()
        return {f"{type_name(plan.name)}.py": text}


TARGET: Target = ConstructTarget()
