"""Every command on damaged files of every format: an exit status, and a line that says why."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from quire import hpdkv, tiers
from quire.formats import FORMATS, find_format
from tests.cli.conftest import Done, Quire

VECTORS = Path(__file__).parents[1] / "formats"
LARGEST = 4000
"""Bytes of the files that are taken: the smaller, the more of them is structure."""

PER_FORMAT, DAMAGES = 2, 3

COMMANDS = [["dump"], ["dump", "--all"], ["verify"], ["decode", "-o", "out.npy"]]


def samples() -> list[Path]:
    """A few small files of each format."""
    found = []
    for known in FORMATS:
        paths = (p for p in VECTORS.rglob(f"*{known.extensions[0]}") if p.stat().st_size <= LARGEST)
        some = [p for p in sorted(paths) if known.begins(p.read_bytes())]
        found += random.Random(known.name).sample(some, min(len(some), PER_FORMAT))  # noqa: S311  # the same ones each time
    return found


@pytest.fixture(params=[*samples(), "x.qtr", "x.hpdb"], ids=lambda sample: Path(sample).name)
def sample(request: pytest.FixtureRequest, quire: Quire) -> tuple[str, bytes]:
    """The name and the bytes of a file."""
    del quire  # it has made the folder
    if isinstance(request.param, Path):
        return f"x{request.param.suffix}", request.param.read_bytes()
    array = np.arange(200, dtype=np.float32)
    if request.param == "x.qtr":
        return request.param, tiers.pack_tensor(array, 5)
    hpdkv.save_bundle("made.hpdb", {"a": array, "b": array[:3]})
    return request.param, Path("made.hpdb").read_bytes()


def damaged(data: bytes, seed: str) -> Iterator[bytes]:
    """The bytes cut off, and with bits that are others."""
    rng = random.Random(seed)  # noqa: S311  # the same damage each time
    for _ in range(DAMAGES):
        yield data[: rng.randrange(4, len(data))]
        flipped = bytearray(data)
        for _ in range(rng.randint(1, 4)):
            flipped[rng.randrange(4, len(data))] ^= 1 << rng.randrange(8)
        yield bytes(flipped)


def check(done: Done, *, as_json: bool) -> None:
    """A status that is documented, at most one line of error, and JSON that can be read."""
    assert done.status in (0, 1)
    assert len(done.err.splitlines()) <= 1
    if as_json:
        found = json.loads(done.out)
        assert done.status == 0 or done.err or found.get("error") or found["!"]["error"]
    else:
        assert bool(done.err) == (done.status == 1)


def test_a_damaged_file_is_told_of_in_a_line(quire: Quire, sample: tuple[str, bytes]) -> None:
    name, data = sample
    for number, stored in enumerate(damaged(data, name)):
        Path(name).write_bytes(stored)
        known = find_format(Path(name))
        assert known is not None
        for command in COMMANDS if known.face else COMMANDS[:-1]:  # no array is all of the others
            as_json = number % 2 == 1
            check(quire(*command, name, *["--json"] * as_json), as_json=as_json)
    assert not list(Path().glob(".*"))
