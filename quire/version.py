"""Which version of quire this is."""

from __future__ import annotations

from importlib import metadata
from pathlib import Path

NEXT = "0.1.0"
"""The release that a checkout is on its way to: its tag is `v` and this."""


def version() -> str:
    """That of an installed wheel, which its tag has told; in a checkout, `NEXT`."""
    here = Path(__file__).resolve()
    # Others may be installed beside the one that runs: as editable, or further down the path.
    for found in metadata.distributions(name="quire"):
        place = Path(str(found.locate_file("quire/version.py")))
        if found.read_text("WHEEL") is not None and place.resolve() == here:
            return found.version
    return NEXT
