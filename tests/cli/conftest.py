"""The command, called in the same process."""

from __future__ import annotations

import json
import signal
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from quire.cli.main import main
from quire.cvc import pack_cvc

GOOD = "meta: {id: good}\nseq: [{id: len_b, type: u1}, {id: b, size: len_b}]\n"
BAD = "meta: {id: bad}\nseq:\n  - {id: len_b, type: u1}\n  - {id: b, size: len_bb}\n  - {id: c}\n"
WARNED = "meta: {id: warned}\nseq: [{id: a, size: 2, -lmit: 3}]\n"

ROWS = np.array([[0.0, 1.0], [2.0, -0.5], [0.25, 4.0]], np.float32)


@dataclass(frozen=True)
class Done:
    """What a call left behind."""

    status: int
    out: str
    err: str

    def json(self) -> Any:
        """The output as data."""
        return json.loads(self.out)


Quire = Callable[..., Done]


@pytest.fixture(autouse=True, scope="session")
def _interruptible() -> None:
    """Commands that are started here can be interrupted, though the tests run in the background.

    A shell has those ignore SIGINT, and so would all that they start.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def quire(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Quire:
    """`quire("gen", "x.ksy")`, in a folder with three specs, a CVC file and its array."""
    monkeypatch.chdir(tmp_path)
    for name, text in (("good", GOOD), ("bad", BAD), ("warned", WARNED)):
        Path(f"{name}.ksy").write_text(text, encoding="utf-8")
    Path("good.bin").write_bytes(b"\x02ab")
    np.save("rows.npy", ROWS)
    pack_cvc(ROWS, "rows.cvc", "fp16", 2, format_version=1)

    def call(*arguments: str) -> Done:
        result = CliRunner().invoke(main, arguments, catch_exceptions=True)
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return Done(result.exit_code, result.stdout, result.stderr)

    return call
