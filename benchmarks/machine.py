"""Where and with what a run was made."""

from __future__ import annotations

import os
import platform
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from quire.kernels.engine.threads import available_workers

PACKAGES = ("quire", "numpy", "numba", "isal", "decompressed")


def describe() -> dict[str, str]:
    """Hardware and versions, by what they are."""
    found = {
        "Processor": f"{_processor()}, {available_workers()} to be used",
        "Memory": f"{os.sysconf('SC_PHYS_PAGES') * os.sysconf('SC_PAGE_SIZE') / 2**30:.0f} GiB",
        "System": f"{platform.system()} {platform.machine()}",
        "Load when it began": f"{os.getloadavg()[0]:.1f}",
        "Python": platform.python_version(),
    }
    return {**found, **{package: _version(package) for package in PACKAGES}}


def markdown(machine: dict[str, str]) -> str:
    """The description as a list."""
    return "\n".join(f"- {name}: {value}" for name, value in machine.items()) + "\n"


def _processor() -> str:
    """Its name; for some the system has only the architecture."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text(encoding="utf-8").splitlines() if info.exists() else []
    facts = dict(line.replace("\t", "").split(": ", 1) for line in lines if ": " in line)
    name = facts.get("model name", platform.processor() or platform.machine())
    ids = [facts.get(key, "") for key in ("cpu family", "model", "stepping")]
    return f"{name} (family {ids[0]}, model {ids[1]}, stepping {ids[2]})" if all(ids) else name


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"
