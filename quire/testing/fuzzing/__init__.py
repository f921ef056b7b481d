"""Guided fuzzing of readers, writers and the compiler, from what a spec says."""

from __future__ import annotations

from quire.testing.fuzzing.engine import Engine, Report
from quire.testing.fuzzing.finds import Find, Finds
from quire.testing.fuzzing.targets import FaceTarget, RecordTarget, SpecTarget, Target

__all__ = [
    "Engine",
    "FaceTarget",
    "Find",
    "Finds",
    "RecordTarget",
    "Report",
    "SpecTarget",
    "Target",
]
