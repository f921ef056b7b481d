"""The targets, by the names that `quire gen --target` has for them."""

from __future__ import annotations

from importlib import import_module

from quire.generator.targets.target import Target

TARGETS = ("python", "construct")


def find_target(name: str) -> Target:
    """The target of a name, which is that of its folder; it is imported when it is asked for."""
    target: Target = import_module(f"quire.generator.targets.{name}.target").TARGET
    return target
