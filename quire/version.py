"""Which version of quire this is."""

from __future__ import annotations

from pathlib import Path

NEXT = "0.1.0"
"""The release that a checkout is on its way to: its tag is `v` and this."""


def version() -> str:
    """That of an installed wheel, which its tag has told; in a checkout, `NEXT`."""
    # What installers lay beside a package has its version in its name. An import of
    # `importlib.metadata`, for the same, would take longer than `quire --help`.
    for found in Path(__file__).resolve().parents[1].glob("quire-*.dist-info"):
        return found.name.removeprefix("quire-").removesuffix(".dist-info")
    return NEXT
