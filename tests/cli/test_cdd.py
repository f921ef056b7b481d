"""The command on stores of CDD."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import ml_dtypes
import numpy as np
import pytest
from blake3 import blake3

from quire.cdd import DataWriter
from quire.formats import find_format
from tests.cli.conftest import Quire
from tests.formats.cdd.samples import FOLDER, READABLE, Sample

each_readable = pytest.mark.parametrize("sample", READABLE, ids=str)
NAMES = {"D": "cdd", "U": "cryptodd"}


def named(name: str) -> Sample:
    """A vector."""
    return next(sample for sample in READABLE if sample.name == name)


@each_readable
def test_a_store_is_known_by_its_first_bytes(sample: Sample, tmp_path: Path) -> None:
    unnamed = tmp_path / "unnamed"
    unnamed.write_bytes(sample.path.read_bytes())
    found = find_format(unnamed)
    assert found is not None
    assert found.name == NAMES[sample.layout]


@each_readable
def test_verify_says_ok(quire: Quire, sample: Sample) -> None:
    done = quire("verify", str(sample.path), "--json")
    assert done.json() == {"file": str(sample.path), "ok": True, "notes": []}


@each_readable
def test_dump_has_every_chunk_and_block(quire: Quire, sample: Sample) -> None:
    tree = quire("dump", str(sample.path), "--all", "--json").json()
    assert tree["header"]["version"] == 1
    found = [(each["offset"], each["len_chunk"], each["type"]["value"]) for each in tree["chunks"]]
    assert found == [(each["offset"], each["size"], each["type"]) for each in sample.chunks]
    shapes = [each["data"]["shape"] for each in tree["chunks"]]
    wanted = [list(array.shape) for array in sample.expected]
    assert [s for i, s in enumerate(shapes) if i not in sample.misread] == [
        s for i, s in enumerate(wanted) if i not in sample.misread
    ]


@pytest.mark.parametrize("sample", [s for s in READABLE if s.layout == "U"], ids=str)
def test_dump_says_where_blocks_are(quire: Quire, sample: Sample) -> None:
    tree = quire("dump", str(sample.path), "--all", "--json").json()
    found = [(each["offset"], each["type"]["value"]) for each in tree["index_blocks"]]
    assert found == [(each["offset"], each["type"]) for each in sample.index_blocks]
    nexts = [each["next"] for each in tree["index_blocks"]]
    assert nexts == [offset for offset, _ in found[1:]] + [0]


@pytest.mark.parametrize("name", ["seed/okx", "seed/chain_lz4", "upstream/okx", "upstream/binance"])
def test_decode_gives_the_rows_of_all_chunks(quire: Quire, name: str) -> None:
    sample = named(name)
    expected = np.concatenate(sample.expected)
    done = quire("decode", str(sample.path), "-o", "out.npy", "--json")
    assert done.json() == {
        "file": "out.npy",
        "shape": list(expected.shape),
        "dtype": str(expected.dtype),
    }
    rows = np.load("out.npy")
    assert rows.dtype == expected.dtype
    assert rows.tobytes() == expected.tobytes()


def test_decode_gives_bfloat16_as_float32(quire: Quire) -> None:
    values = np.array([[1.5, -0.0, 3e38], [np.inf, np.nan, 9e-41]], ml_dtypes.bfloat16)
    with DataWriter("half.cdd") as writer:
        writer.append_chunk(values)
    done = quire("decode", "half.cdd", "-o", "out.npy")
    assert done.out == "out.npy: float32 (2, 3)\n"
    found = np.load("out.npy")
    assert found.dtype == np.float32
    words = np.ascontiguousarray(values).view(np.uint16).astype(np.uint32) << 16  # as it is defined
    assert found.tobytes() == words.tobytes()


@pytest.mark.parametrize("command", [["decode", "-o", "out.npy"], ["dump"], ["verify"]], ids=str)
def test_what_is_not_installed_is_named(command: list[str], tmp_path: Path) -> None:
    program = "import sys; sys.modules['zstandard'] = None; from quire.cli.main import main; main()"
    file = str(named("seed/okx").path)
    done = subprocess.run(
        [sys.executable, "-c", program, command[0], file, *command[1:]],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
    )
    assert done.returncode == 1
    assert done.stderr == f"{file}: quire.cdd needs zstandard: pip install 'quire[cpu]'\n"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("seed/empty", "the store has no chunks, so its rows have no shape and no dtype"),
        ("seed/raw_zstd", "chunk 2 does not fit: expected float16 ('rows', 4, 2) as in chunk 0"),
    ],
)
def test_decode_refuses_chunks_that_make_no_array(quire: Quire, name: str, said: str) -> None:
    done = quire("decode", str(named(name).path), "-o", "out.npy")
    assert done.status == 1
    assert said in done.err
    assert not Path("out.npy").exists()


@pytest.mark.parametrize(
    ("name", "error", "path"),
    [
        ("cut_index", "EndOfStreamError", "index_blocks[0].len_block"),
        ("bad_index_hash", "ChecksumError", "index_blocks[0].hash"),
        ("bad_chunk_hash", "ChecksumError", "chunks[0].data"),
        ("cut_last_chunk", "EndOfStreamError", "chunks[3].len_chunk"),
        ("index_cycle", "FormatError", "index_blocks[2].next"),
    ],
)
def test_verify_says_where_a_store_is_damaged(
    quire: Quire, name: str, error: str, path: str
) -> None:
    done = quire("verify", str(FOLDER / "damaged" / f"{name}.cdd"), "--json")
    assert done.status == 1
    found = done.json()
    assert (found["error"], found["format"], found["path"]) == (error, "cryptodd", path)


@pytest.mark.parametrize("name", ["bad_index_hash", "bad_chunk_hash", "bad_payload"])
def test_dump_looks_at_no_digest(quire: Quire, name: str) -> None:
    whole = quire("dump", str(named("upstream/okx").path), "--json").json()
    found = quire("dump", str(FOLDER / "damaged" / f"{name}.cdd"), "--json").json()
    for tree in (whole, found):
        for record in tree["index_blocks"] + tree["chunks"]:
            del record["hash"]
    assert found == whole


def test_verify_notes_an_append_that_was_cut_off(quire: Quire) -> None:
    sample = named("seed/okx")
    block = quire("dump", str(sample.path), "--json").json()["index_blocks"][0]
    start, size = block["entries"]["offset"], block["entries"]["stored"]
    store = bytearray(sample.path.read_bytes())
    before = bytearray(store[start : start + size])
    last = 8 * (len(sample.chunks) - 1)
    before[last : last + 8] = bytes(8)
    store[start - 16 : start] = blake3(before).digest(length=16)
    Path("cut.cdd").write_bytes(store)
    done = quire("verify", "cut.cdd")
    assert done.status == 0
    assert "note: an append was cut off: cdd: index_blocks[0].hash" in done.out


def test_verify_notes_what_belongs_to_nothing(quire: Quire) -> None:
    Path("behind.cdd").write_bytes(named("seed/okx").path.read_bytes() + b"xyz")
    done = quire("verify", "behind.cdd")
    assert (
        done.out == "behind.cdd: ok\nnote: 3 bytes after the last chunk are not part of any chunk\n"
    )


def test_an_array_is_encoded_and_decoded(quire: Quire) -> None:
    rows = np.arange(300_000, dtype=np.int32).reshape(-1, 3)
    np.save("many.npy", rows)
    assert quire("encode", "many.npy", "-o", "many.cdd", "--json").json()["shape"] == [100_000, 3]
    assert quire("verify", "many.cdd").out == "many.cdd: ok\n"
    assert quire("decode", "many.cdd", "-o", "again.npy").status == 0
    assert np.array_equal(np.load("again.npy"), rows)


def test_what_is_no_rows_is_not_encoded(quire: Quire) -> None:
    before = Path("rows.cdd")
    before.write_bytes(b"kept")
    np.save("one.npy", np.array(1.0))
    assert quire("encode", "one.npy", "-o", "rows.cdd").status == 1
    assert before.read_bytes() == b"kept"


def test_repair_puts_right_what_an_append_left(quire: Quire, tmp_path: Path) -> None:
    sample = named("seed/raw_zstd")
    data = bytearray(sample.path.read_bytes())
    block = sample_block(data)
    digest = bytes(data[block + 6 : block + 22])
    data[block + 6 : block + 22] = bytes(16)
    torn = tmp_path / "torn.cdd"
    torn.write_bytes(data)
    refused = quire("verify", str(torn))
    assert refused.status == 1
    assert "index_blocks[0].hash" in refused.err
    assert quire("verify", str(torn), "--repair", "--json").json()["notes"] == [
        "index_blocks[0] has the digest of its entries again"
    ]
    assert torn.read_bytes()[block + 6 : block + 22] == digest
    assert torn.read_bytes() == sample.path.read_bytes()


def test_repair_leaves_other_damage_alone(quire: Quire, tmp_path: Path) -> None:
    damaged = tmp_path / "damaged.cdd"
    damaged.write_bytes((FOLDER / "damaged" / "bad_index_offset.cdd").read_bytes())
    before = damaged.read_bytes()
    assert quire("verify", str(damaged), "--repair").status == 1
    assert damaged.read_bytes() == before


def test_repair_is_for_what_can_be_appended_to(quire: Quire) -> None:
    done = quire("verify", "rows.cvc", "--repair")
    assert done.status == 2
    assert "nothing can be appended to cvc" in done.err


def sample_block(data: bytearray) -> int:
    """Where the first index block of a file of layout D is."""
    metadata = int.from_bytes(data[6:10], "little")
    return 14 + metadata + int.from_bytes(data[10 + metadata : 14 + metadata], "little")
