"""How much memory this process takes, and took at most since somebody asked."""

from __future__ import annotations

import re
import resource
from contextlib import suppress
from pathlib import Path

_STATUS, _FORGET = Path("/proc/self/status"), Path("/proc/self/clear_refs")
_FROM_NOW_ON = "5"
"""What has Linux forget how much it was at most."""


def memory_now() -> int:
    """Bytes; the most is counted from now on, where the system can do that."""
    with suppress(OSError):
        _FORGET.write_text(_FROM_NOW_ON, encoding="ascii")
        return _told("VmRSS")
    return memory_peak()


def memory_peak() -> int:
    """Bytes at most."""
    with suppress(OSError):
        return _told("VmHWM")
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss << 10


def _told(name: str) -> int:
    match = re.search(rf"{name}:\s*(\d+) kB", _STATUS.read_text(encoding="ascii"))
    if match is None:
        raise OSError(name)
    return int(match[1]) << 10
