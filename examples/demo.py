"""`make demo`: a file of every format is made, read back, looked into, and damaged.

Everything is written to temporary folders, which are gone at the end.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path

from demo_cdd import demo_cdd
from demo_cvc import demo_cvc
from demo_finalfusion import demo_finalfusion
from demo_hpdkv import demo_hpdkv
from demo_tiers import demo_tiers

FORMATS: dict[str, Callable[[Path], None]] = {
    "cvc": demo_cvc,
    "finalfusion": demo_finalfusion,
    "cdd": demo_cdd,
    "hpdkv": demo_hpdkv,
    "tiers": demo_tiers,
}
"""What to show of each format."""


def main() -> None:
    """Show every format in a folder of its own."""
    for name, show in FORMATS.items():
        with tempfile.TemporaryDirectory(prefix=f"quire-demo-{name}-") as folder:
            show(Path(folder))


if __name__ == "__main__":
    main()
