"""`quire.tiers.BlockDirectory`: directories of the original program, and bad ones."""

from __future__ import annotations

import json
import shutil
import struct
import subprocess
import sys
import zlib
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import quire
from quire.tiers import (
    BlockDirectory,
    BlockRecord,
    Policy,
    StoreLocked,
    ValueType,
    quantize_block,
)
from tests.formats.tiers.directories import (
    BLOCKS,
    FIELDS,
    FOREIGN,
    A,
    Steps,
    absent,
    block_of,
    key_of,
    state_of,
)

VECTORS = Path(__file__).parent / "vectors"

STORED = {
    (case["input"], case["tier"]): case
    for case in json.loads((VECTORS / "store_blocks.json").read_text())
}

POLICIES = {None: Policy.none, "delta": Policy.delta, "factor": Policy.factor}

BITS = {1: 8, 2: 7, 3: 3}


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """A copy of the foreign directory."""
    return Path(shutil.copytree(FOREIGN, tmp_path / "store"))


def test_a_foreign_directory_is_read() -> None:
    with BlockDirectory(FOREIGN) as directory:
        assert list(directory.records) == [key_of(case) for case in BLOCKS]
        for case in BLOCKS:
            record = directory.records[key_of(case)]
            assert record.tier == case["tier"]
            assert record.created_at == record.last_access_at == case["now"]
            assert record.reconstruct == POLICIES[case.get("reconstruct")]
            assert record.dtype is ValueType.float32
            parent = case.get("lineage_parent")
            assert record.lineage_parent == (int(parent) if parent else None)
            assert record.has_lineage == (parent is not None)
            if not case.get("evicted"):
                stored = STORED[case["input"], case["tier"]]
                block = directory.read(key_of(case), stored["n"])
                assert block.data.tobytes().hex() == stored["packed"]
                assert zlib.crc32(block.dequantize().data) == stored["decoded_crc32"]
        assert directory.verify() == []


def test_a_foreign_directory_is_written_byte_for_byte(tmp_path: Path) -> None:
    with BlockDirectory(tmp_path / "new", "a") as directory:
        for case in BLOCKS:
            tier = case.get("was_tier", case["tier"])
            block = quantize_block(np.load(VECTORS / "inputs" / f"{case['input']}.npy"), BITS[tier])
            parent = case.get("lineage_parent")
            if case.get("evicted"):  # its first record has what its last one no longer tells
                parent, policy = BLOCKS[0]["tensor_id"], "delta"
            else:
                policy = case.get("reconstruct")
            record = BlockRecord.of(
                key_of(case),
                block,
                tier,
                case["now"],
                lineage_parent=int(parent) if parent else None,
                reconstruct=POLICIES[policy],
            )
            directory.write(record, block)
            if case.get("evicted"):
                gone = replace(absent(record), reconstruct=Policy.factor, lineage_parent=None)
                directory.append(gone)
                directory.delete_payload(record.key)
    for path in [path for path in FOREIGN.rglob("*") if path.name != ".keep"]:
        made = tmp_path / "new" / path.relative_to(FOREIGN)
        assert made.is_dir() if path.is_dir() else made.read_bytes() == path.read_bytes()
    files = [path.name for path in (tmp_path / "new").rglob("*") if path.is_file()]
    assert len(files) == 4


def test_every_field_stands_where_the_format_has_it() -> None:
    values: dict[str, Any] = {
        "tensor_id": (1 << 128) - 2, "block_index": 1, "dtype": 2, "tier": 3, "bits": 5,
        "scale": 0.25, "zero_point": -7, "created_at": 8, "last_access_at": 1 << 63,
        "access_count": 10, "ema_rate": 0.5, "window": (1 << 64) - 1, "checksum": 13,
        "reconstruct": 2, "tier_age": 15, "lineage_parent": 1 << 127, "block_bytes": 16,
    }  # fmt: skip  # laid out as a table
    stored = BlockRecord(**values).to_bytes()
    assert len(stored) == 91
    for field, (at, kind) in FIELDS.items():
        (found,) = struct.unpack_from(kind, stored, at)
        found = int.from_bytes(found, "little") if isinstance(found, bytes) else found
        assert found == {**values, "has_lineage": 1}[field]


def test_the_last_record_of_a_block_counts(store: Path) -> None:
    key = key_of(BLOCKS[0])
    log = bytearray((store / "meta.log").read_bytes())
    assert len(log) == 5 * 91
    struct.pack_into("<I", later := log[:91], FIELDS["access_count"][0], 77)
    (store / "meta.log").write_bytes(log + later + b"\1" * 90)  # and the last one is cut
    directory = BlockDirectory(store)
    assert directory.records[key].access_count == 77
    assert len(directory.records) == 4
    assert directory.verify() == ["meta.log: 90 bytes of a record that is not complete"]
    with BlockDirectory(store, "a") as directory:
        assert directory.verify() == []
        directory.append(replace(directory.records[key], access_count=78))
    assert (store / "meta.log").stat().st_size == 7 * 91
    assert BlockDirectory(store).records[key].access_count == 78


def test_without_a_count_there_are_as_many_values_as_fit(store: Path) -> None:
    directory, key = BlockDirectory(store), key_of(BLOCKS[2])
    assert directory.read(key).count == directory.read(key, 256).count == 256
    name = rf"tier3/{key.tensor_id:032x}_0\.bin"
    with pytest.raises(quire.FormatError, match=rf"{name}.data: expected at least 97 bytes"):
        directory.read(key, 257)
    with pytest.raises(quire.FormatError, match=rf"{name}.count: expected at least 254, found 253"):
        directory.read(key, 253)
    assert directory.read(key, 254).count == 254


def test_there_is_no_block_without_a_record_and_none_of_tier_0(store: Path) -> None:
    directory = BlockDirectory(store)
    with pytest.raises(KeyError):
        directory.read((1, 2))
    with pytest.raises(quire.FormatError, match="expected a block with codes, found one of tier 0"):
        directory.read(key_of(BLOCKS[3]))


def test_other_files_are_ignored_and_blocks_without_a_record_are_told(store: Path) -> None:
    for name in ("notes.txt", "tier1/.keep", "tier2/x.txt", "tier3/y.bin"):
        (store / name).write_bytes(b"?")
    assert BlockDirectory(store).verify() == ["tier3/y.bin: no record"]


def test_a_damaged_journal_is_ignored_and_a_stale_one_removed(store: Path) -> None:
    before = state_of(BlockDirectory(store))
    for stored in (b"", b"QTRJ", bytes(200), b"QTRJ" + bytes(300)):
        (store / "redo.quire").write_bytes(stored)
        assert state_of(BlockDirectory(store)) == before
        BlockDirectory(store, "a").close()
        assert not (store / "redo.quire").exists()
    block = block_of(5, 1)
    rest = BlockRecord.of(A, block, 1).to_bytes() + block.data.tobytes()
    for size in (0, 91, 4 * 91, 6 * 91, 1 << 63):  # of other logs
        body = struct.pack("<Q", size) + rest
        (store / "redo.quire").write_bytes(b"QTRJ" + struct.pack("<I", zlib.crc32(body)) + body)
        assert state_of(BlockDirectory(store)) == before
        with BlockDirectory(store, "a") as directory:
            assert state_of(directory) == before
        assert not (store / "redo.quire").exists()


def test_readers_overlay_what_is_decided(store: Path) -> None:
    block = block_of(5, 1)
    record = BlockRecord.of(A, block, 1)
    body = struct.pack("<Q", 5 * 91) + record.to_bytes() + block.data.tobytes()
    (store / "redo.quire").write_bytes(b"QTRJ" + struct.pack("<I", zlib.crc32(body)) + body)
    reader = BlockDirectory(store)
    assert reader.records[A] == record
    assert reader.read(A, 40).data.tobytes() == block.data.tobytes()
    assert reader.verify() == ["redo.quire: a write was interrupted"]
    with BlockDirectory(store, "a") as directory:
        assert directory.verify() == []
        assert directory.read(A, 40).data.tobytes() == block.data.tobytes()
    assert (store / "meta.log").read_bytes()[-91:] == record.to_bytes()


def test_a_record_has_to_describe_its_block(tmp_path: Path) -> None:
    block, other = block_of(1, 1), block_of(2, 2)
    record = BlockRecord.of(A, block, 1)
    with BlockDirectory(tmp_path, "a") as directory:
        with pytest.raises(quire.FormatError, match="record: expected one of"):
            directory.write(record, other)
        with pytest.raises(quire.FormatError, match="bits: expected 1 to 8, or 0 in tier 0"):
            directory.write(absent(record), block)
        with pytest.raises(quire.FormatError, match="expected one of tier 0, or `write`"):
            directory.append(record)
        directory.write(record, block)
        for change in ({"tier": 2}, {"scale": 2.0}, {"checksum": 1}, {"bits": 7}):
            with pytest.raises(quire.FormatError, match="record: expected one of"):
                directory.append(replace(record, **change))
        with pytest.raises(ValueError, match="last record is of tier 0, found tier 1"):
            directory.delete_payload(A)
        with pytest.raises(KeyError):
            directory.delete_payload((9, 9))
        directory.append(replace(record, access_count=2))
        with pytest.raises(quire.FormatError, match="access_count"):
            directory.append(replace(record, access_count=1 << 32))
        with pytest.raises(quire.FormatError, match="created_at"):
            directory.write(replace(record, created_at=-1), block)
        with pytest.raises(quire.FormatError, match="one of tier 0, or the codes of its block"):
            directory.write(record)
        directory.append(replace(record, access_count=3))  # nothing was written
        assert directory.verify() == []
    assert (tmp_path / "meta.log").stat().st_size == 3 * 91


def test_a_recipe_is_kept_beside_a_block_until_its_record_tells_of_none(tmp_path: Path) -> None:
    block, file = block_of(1, 1), tmp_path / "tier0" / f"{7:032x}_0.recipe"
    record = BlockRecord.of(A, block, 1, reconstruct=Policy.delta)
    with BlockDirectory(tmp_path, "a") as directory:
        reader = BlockDirectory(tmp_path)
        with pytest.raises(KeyError):
            directory.recipe(A)
        for recipe, kept in ((b"", None), (b"one", b"one"), (b"", b"one"), (b"two", b"two")):
            directory.write(record, block, recipe)
            reader.refresh()
            assert directory.recipe(A) == reader.recipe(A) == kept
        directory.write(absent(record), recipe=b"three")
        assert reader.recipe(A) == b"three"  # it learns of it
        assert reader.records[A] == absent(record)
        assert file.read_bytes() == b"three"
        assert directory.verify() == []
        directory.write(replace(record, reconstruct=Policy.none), block)
        assert directory.recipe(A) is None
        assert not file.exists()
        file.write_bytes(b"of a writer that died")
        assert directory.recipe(A) is None


def test_readers_overlay_a_recipe_that_is_decided(tmp_path: Path) -> None:
    record = BlockRecord.of(A, block_of(1, 1), 1, reconstruct=Policy.factor)
    with BlockDirectory(tmp_path, "a") as directory:
        directory.write(record, block_of(1, 1), b"old")
    body = struct.pack("<Q", 91) + absent(record).to_bytes() + b"new"
    (tmp_path / "redo.quire").write_bytes(b"QTRJ" + struct.pack("<I", zlib.crc32(body)) + body)
    assert state_of(BlockDirectory(tmp_path)) == {A: (absent(record), b"", b"new")}
    with BlockDirectory(tmp_path, "a") as directory:
        assert state_of(directory) == {A: (absent(record), b"", b"new")}
    assert sorted(path.name for path in tmp_path.rglob("*") if path.is_file()) == [
        f"{7:032x}_0.recipe", "meta.log",
    ]  # fmt: skip  # a list of names


def test_readers_and_closed_directories_write_nothing(store: Path) -> None:
    block = block_of(1, 1)
    writer = BlockDirectory(store, "a")
    writer.close()
    for directory, reason in ((BlockDirectory(store), "opened for reading"), (writer, "closed")):
        with pytest.raises(ValueError, match=reason):
            directory.write(BlockRecord.of(A, block, 1), block)
        with pytest.raises(ValueError, match=reason):
            directory.append(directory.records[key_of(BLOCKS[0])])
        with pytest.raises(ValueError, match=reason):
            directory.delete_payload(key_of(BLOCKS[3]))
    with pytest.raises(TypeError):
        writer.records[A] = None  # type: ignore[index]  # is refused


def test_there_is_one_writer_at_a_time_in_all_processes(store: Path) -> None:
    code = "import sys; from quire.tiers import BlockDirectory; BlockDirectory(sys.argv[1], 'a')"
    with BlockDirectory(store, "a") as directory:
        with pytest.raises(StoreLocked, match="another writer has this store open"):
            BlockDirectory(store, "a")
        command = [sys.executable, "-c", code, str(store)]
        found = subprocess.run(command, check=False, capture_output=True, text=True)
        assert "StoreLocked" in found.stderr
        assert BlockDirectory(store).verify() == []
        directory.append(directory.records[key_of(BLOCKS[0])])
    BlockDirectory(store, "a").close()


def test_a_run_without_durability_writes_the_same_files(tmp_path: Path) -> None:
    steps = Steps()
    for name, durability in (("full", "full"), ("none", "none")):
        with BlockDirectory(tmp_path / name, "a", durability=durability) as directory:  # type: ignore[arg-type]  # both are words for it
            steps.run(directory)
    for path in (tmp_path / "full").rglob("*"):
        other = tmp_path / "none" / path.relative_to(tmp_path / "full")
        assert other.is_dir() if path.is_dir() else other.read_bytes() == path.read_bytes()
