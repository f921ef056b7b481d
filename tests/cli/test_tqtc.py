"""The command on segments of quantised frames."""

from __future__ import annotations

import json
import struct
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from quire import tiers
from quire.formats import find_format
from tests.cli.conftest import Quire

VECTORS = Path(__file__).parents[1] / "formats" / "tiers" / "vectors"
SEGMENTS = [
    segment
    for case in json.loads((VECTORS / "segments.json").read_text())
    for segment in case["segments"]
]
BAD = [
    case
    for case in json.loads((VECTORS / "damaged.json").read_text())
    if case["expect"].startswith("error")
]

each_segment = pytest.mark.parametrize("segment", SEGMENTS, ids=lambda each: each["file"][9:-5])


def test_segments_are_known_by_their_first_bytes(tmp_path: Path) -> None:
    unnamed = tmp_path / "unnamed"
    unnamed.write_bytes(tiers.encode_segment([[1.0]], 8))
    found = find_format(unnamed)
    assert found is not None
    assert found.name == "tqtc"


@each_segment
def test_verify_says_ok(quire: Quire, segment: dict[str, Any]) -> None:
    path = str(VECTORS / segment["file"])
    done = quire("verify", path, "--json")
    assert done.json() == {"file": path, "ok": True, "notes": []}


@each_segment
def test_decode_gives_the_frames(quire: Quire, segment: dict[str, Any]) -> None:
    done = quire("decode", str(VECTORS / segment["file"]), "-o", "out.npy")
    assert done.status == 0
    found, expected = np.load("out.npy"), np.load(VECTORS / segment["decoded"])
    assert found.shape == (segment["frame_count"], segment["tensor_len"])
    assert found.tobytes() == expected.tobytes()


@pytest.mark.parametrize("case", BAD, ids=lambda case: Path(case["file"]).stem)
@pytest.mark.parametrize("command", ["verify", "decode", "dump"])
def test_bad_files_are_refused(quire: Quire, case: dict[str, Any], command: str) -> None:
    output = ["-o", "out.npy"] if command == "decode" else []
    done = quire(command, str(VECTORS / case["file"]), *output)
    assert done.status == 1
    assert done.err
    assert not Path("out.npy").exists()


def test_verify_notes_what_no_encoder_writes(quire: Quire) -> None:
    done = quire("verify", str(VECTORS / "damaged" / "nonzero_padding.tqtc"), "--json")
    expected = "tqtc: frames[2] at byte 143: expected 4 zero bits after its codes, found 0x83"
    assert done.json()["notes"] == [expected]
    blob = bytearray(tiers.encode_segment([[1.0, -1.0]], 8))
    blob[-1] = 255
    Path("high.tqtc").write_bytes(blob)
    expected = "tqtc: frames[0] at byte 29: expected codes up to 254 of 8 bits, found 255"
    assert quire("verify", "high.tqtc", "--json").json()["notes"] == [expected]


def test_a_large_segment_is_decoded_block_by_block(quire: Quire) -> None:
    frames = np.random.default_rng(1).standard_normal((3, 3 << 20)).astype(np.float32)
    tiers.save_segment("large.tqtc", frames, 8)
    assert quire("decode", "large.tqtc", "-o", "out.npy").status == 0
    assert (np.load("out.npy") == tiers.load_segment("large.tqtc")).all()


def test_frames_without_values_take_no_time(quire: Quire) -> None:
    head = struct.pack("<4sBBIIII", b"TQTC", 1, 8, 64, 0, 2**32 - 1, 0)
    Path("empty.tqtc").write_bytes(head + bytes(4))
    assert quire("verify", "empty.tqtc").status == 1
    done = quire("decode", "empty.tqtc", "-o", "out.npy")
    assert (done.status, "rows without values" in done.err) == (1, True)
    assert not Path("out.npy").exists()


def test_dump_shows_the_header(quire: Quire) -> None:
    tree = quire("dump", str(VECTORS / "segments" / "odd_len_3bit.0.tqtc"), "--json").json()
    assert (tree["num_bits"], tree["group_size"], tree["num_scales"]) == (3, 64, 2)
    assert tree["frames"]["codec"] == "group_quant"
    assert tree["frames"]["shape"] == [tree["num_frames"], tree["num_values"]] == [3, 100]
