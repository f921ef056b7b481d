"""Files made from specs: valid ones, as functions of choices, and broken ones.

from quire.testing import generate
record = generate(Png, seed=7)
record.to_bytes()
"""

from __future__ import annotations

from quire.testing.breaking import Broken, broken
from quire.testing.choices import Choices
from quire.testing.differing import Difference, differences
from quire.testing.following import choices_of
from quire.testing.generating import generate, generated_bytes
from quire.testing.mutators import FileMutator
from quire.testing.stored.stream import Refused
from quire.testing.stored.window import Unsure
from quire.testing.strategies import files, strategy

__all__ = [
    "Broken",
    "Choices",
    "Difference",
    "FileMutator",
    "Refused",
    "Unsure",
    "broken",
    "choices_of",
    "differences",
    "files",
    "generate",
    "generated_bytes",
    "strategy",
]
