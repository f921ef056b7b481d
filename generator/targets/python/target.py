"""Python as a target: the operations of a plan, finished, as classes over the runtime."""

from __future__ import annotations

from quire.generator.diagnostics import Problems
from quire.generator.plan.finish.classes import finish
from quire.generator.plan.finish.verify import verify
from quire.generator.plan.operations import Module
from quire.generator.targets.python.emit import emit
from quire.generator.targets.python.names import attribute
from quire.generator.targets.target import Setting, Target


class PythonTarget:
    """A module for each spec."""

    def emit(self, plan: Module, setting: Setting, problems: Problems) -> dict[str, str]:
        """The module of a spec; Python expresses all."""
        del problems
        program = finish(plan, checked=setting.checked)
        verify(program)
        text = emit(program, setting.version, setting.package, setting.opaque)
        return {f"{attribute(plan.name)}.py": text}


TARGET: Target = PythonTarget()
