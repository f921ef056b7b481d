"""Files made from specs: valid ones, as functions of choices.

from quire.testing import generate
record = generate(Png, seed=7)
record.to_bytes()
"""

from __future__ import annotations

from quire.testing.choices import Choices
from quire.testing.generating import generate, generated_bytes
from quire.testing.stream import Refused

__all__ = ["Choices", "Refused", "generate", "generated_bytes"]
