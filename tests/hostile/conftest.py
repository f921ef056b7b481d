"""Programs of their own, whose memory is bounded."""

from __future__ import annotations

import subprocess
import sys
import textwrap
from collections.abc import Callable

import pytest

Alone = Callable[..., str]

LIMITS = """
import gc, resource
resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
resource.setrlimit(resource.RLIMIT_CPU, (60, 60))

def peak():
    "Most memory so far, in MiB."
    (line,) = [line for line in open("/proc/self/status") if line.startswith("VmHWM")]
    return int(line.split()[1]) >> 10
"""


@pytest.fixture
def alone() -> Alone:
    """`alone(program, *arguments)`: what a program prints that runs by itself; it has `peak()`."""

    def run(program: str, *arguments: object) -> str:
        text = LIMITS + textwrap.dedent(program)
        command = [sys.executable, "-c", text, *map(str, arguments)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run
