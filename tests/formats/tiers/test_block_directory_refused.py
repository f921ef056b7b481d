"""`quire.tiers.BlockDirectory`: what is no directory, and directories with one fault each."""

from __future__ import annotations

import contextlib
import os
import shutil
import struct
import zlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import quire
from quire.tiers import BlockDirectory, BlockRecord, Policy
from tests.formats.tiers.directories import BLOCKS, FIELDS, FOREIGN, A, block_of, key_of


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """A copy of the foreign directory."""
    return Path(shutil.copytree(FOREIGN, tmp_path / "store"))


def _make_a_pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


@pytest.mark.parametrize(
    ("change", "kind", "expected"),
    [
        (lambda path: path.unlink(), quire.FormatError, "expected 59 bytes, found no such file"),
        (lambda path: path.write_bytes(path.read_bytes()[:-1]), quire.FormatError, "found 58"),
        (lambda path: path.write_bytes(path.read_bytes() + b"\0"), quire.FormatError, "found 60"),
        (lambda path: path.write_bytes(b""), quire.FormatError, "found 0"),
        (
            lambda path: path.write_bytes(b"\x7f" + path.read_bytes()[1:]),
            quire.ChecksumError,
            "expected CRC-32 0xf6964be2, found",
        ),
        (lambda path: (path.unlink(), path.mkdir()), quire.FormatError, "found something else"),
        (_make_a_pipe, quire.FormatError, "found something else"),
        (lambda path: (path.unlink(), path.symlink_to(path)), quire.FormatError, "something else"),
    ],
    ids=["missing", "cut", "grown", "empty", "changed", "a folder", "a pipe", "a circle"],
)
def test_a_damaged_block_is_told_by_the_name_of_its_file(
    change: Callable[[Path], Any], kind: type[Exception], expected: str, store: Path
) -> None:
    key = key_of(BLOCKS[1])
    name = f"tier2/{key.tensor_id:032x}_1.bin"
    change(store / name)
    directory = BlockDirectory(store)
    for look in (lambda: directory.read(key), directory.verify):
        with pytest.raises(kind, match=f"tensor_store: {name}.*{expected}"):
            look()
    assert directory.read(key_of(BLOCKS[0])).count == 64


@pytest.mark.parametrize(
    ("field", "value", "expected"),
    [
        ("dtype", 3, "dtype at byte 182: expected 0 to 2, found 3"),
        ("tier", 4, "tier at byte 182: expected 0 to 3, found 4"),
        ("tier", 0, "bits at byte 182: expected 1 to 8, or 0 in tier 0, found 3"),
        ("bits", 0, "bits at byte 182: expected 1 to 8, or 0 in tier 0, found 0"),
        ("bits", 9, "bits at byte 182: expected 1 to 8, or 0 in tier 0, found 9"),
        ("reconstruct", 3, "reconstruct at byte 182: expected 0 to 2, found 3"),
        ("has_lineage", 2, "has_lineage at byte 182: expected 0 or 1, found 2"),
    ],
)
def test_a_record_that_cannot_be_is_told_by_its_number(
    field: str, value: int, expected: str, store: Path
) -> None:
    log = bytearray((store / "meta.log").read_bytes())
    at, kind = FIELDS[field]
    struct.pack_into(kind, log, 2 * 91 + at, value)
    (store / "meta.log").write_bytes(log)
    for mode in ("r", "a"):
        with pytest.raises(quire.FormatError, match=rf"records\[2\]\.{expected}") as error:
            BlockDirectory(store, mode)
        assert error.value.offset == 182
    assert (store / "meta.log").read_bytes() == log


@pytest.mark.parametrize(
    ("field", "value", "expected"),
    [
        ("scale", 2.5, "CRC-32"),
        ("checksum", 1, "CRC-32"),
        ("tier", 1, "no such file"),
        ("block_index", 9, "no such file"),
        ("tensor_id", b"\xff" * 16, "no such file"),
        ("block_bytes", 95, "expected 95 bytes, found 96"),
        ("block_bytes", (1 << 32) - 1, "expected 4294967295 bytes, found 96"),
        ("block_bytes", 0, "expected 0 bytes, found 1"),
    ],
)
def test_a_record_that_does_not_fit_its_block_is_found(
    field: str, value: Any, expected: str, store: Path
) -> None:
    log = bytearray((store / "meta.log").read_bytes())
    at, kind = FIELDS[field]
    struct.pack_into(kind, log, 2 * 91 + at, value)
    (store / "meta.log").write_bytes(log)
    with pytest.raises(quire.FormatError, match=expected):
        BlockDirectory(store).verify()


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("tensor_id", -1), ("tensor_id", 1 << 128), ("block_index", 1 << 32), ("block_index", -1),
        ("tier", -1), ("bits", -1), ("dtype", 3), ("dtype", -1), ("created_at", 1 << 64),
        ("last_access_at", -1), ("access_count", 1 << 32), ("ema_rate", 1e39), ("scale", 1e39),
        ("window", 1 << 64), ("checksum", 1 << 32), ("reconstruct", 3), ("reconstruct", -1),
        ("tier_age", -1), ("lineage_parent", 1 << 128), ("zero_point", 1 << 15),
        ("block_bytes", 1 << 32),
    ],
)  # fmt: skip  # laid out as a table
def test_a_number_that_does_not_fit_its_field_is_refused(
    field: str, value: Any, tmp_path: Path
) -> None:
    block = block_of(1, 1)
    with (
        BlockDirectory(tmp_path, "a") as directory,
        pytest.raises(quire.FormatError, match=f"{field}|expected one of"),
    ):
        directory.write(replace(BlockRecord.of(A, block, 1), **{field: value}), block)
    assert (tmp_path / "meta.log").read_bytes() == b""


def test_a_record_of_other_codes_is_refused_in_words(tmp_path: Path) -> None:
    block = block_of(1, 1)
    record = BlockRecord.of(A, block, 1)
    codes = f"one of {block.nbytes} bytes of codes of 8 bits in tier 1, scale {block.scale:.9g}, "
    with BlockDirectory(tmp_path, "a") as directory:
        with pytest.raises(quire.FormatError) as error:
            directory.write(replace(record, checksum=7), block)
        assert error.value.expected == f"{codes}CRC-32 {block.checksum:#010x}"
        assert error.value.found == f"{codes}CRC-32 0x00000007"
        directory.write(record, block)
        with pytest.raises(quire.FormatError) as error:
            directory.append(replace(record, block_bytes=5))
        assert error.value.expected == f"{codes}CRC-32 {block.checksum:#010x}"
        assert error.value.found.startswith("one of 5 bytes of codes of 8 bits in tier 1, ")


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(log=st.binary(max_size=400), journal=st.none() | st.binary(max_size=300))
def test_random_logs_raise_format_errors_alone(
    log: bytes, journal: bytes | None, tmp_path: Path
) -> None:
    (tmp_path / "meta.log").write_bytes(log)
    (tmp_path / "redo.quire").unlink(missing_ok=True)
    if journal is not None:
        checksum = struct.pack("<I", zlib.crc32(journal))
        (tmp_path / "redo.quire").write_bytes(b"QTRJ" + checksum + journal)
    with contextlib.suppress(quire.FormatError), BlockDirectory(tmp_path) as directory:
        directory.verify()


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(at=st.integers(0, 454), value=st.integers(0, 255))
def test_a_changed_byte_of_a_log_raises_format_errors_alone(
    at: int, value: int, tmp_path: Path
) -> None:
    path = Path(shutil.copytree(FOREIGN, tmp_path / "store", dirs_exist_ok=True))
    log = bytearray((FOREIGN / "meta.log").read_bytes())
    log[at] = value
    (path / "meta.log").unlink()
    (path / "meta.log").write_bytes(log)
    with contextlib.suppress(quire.FormatError):
        BlockDirectory(path).verify()


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(at=st.integers(0, 145), value=st.integers(0, 255))
def test_a_changed_byte_of_a_journal_raises_format_errors_alone(
    at: int, value: int, tmp_path: Path
) -> None:
    block = block_of(1, 1)
    record = BlockRecord.of(A, block, 1, reconstruct=Policy.delta)
    body = bytearray(struct.pack("<Q", 5 * 91) + record.to_bytes() + block.data.tobytes())
    body += b"recipe!"
    body[at] = value
    for mode in ("r", "a"):
        path = Path(shutil.copytree(FOREIGN, tmp_path / "store", dirs_exist_ok=True))
        stored = b"QTRJ" + struct.pack("<I", zlib.crc32(body)) + body
        (path / "redo.quire").write_bytes(stored)
        with contextlib.suppress(quire.FormatError), BlockDirectory(path, mode) as directory:
            for key in directory.records:
                directory.recipe(key)
            directory.verify()
        shutil.rmtree(path)


def test_what_is_no_directory_of_blocks_is_refused(tmp_path: Path) -> None:
    with pytest.raises(quire.FormatError, match=r"meta\.log: expected the log of a store, found"):
        BlockDirectory(tmp_path)
    with pytest.raises(FileNotFoundError):
        BlockDirectory(tmp_path / "none")
    with pytest.raises(FileNotFoundError):
        BlockDirectory(tmp_path / "none" / "deeper", "a")
    for make in (Path.mkdir, os.mkfifo):
        make(tmp_path / "meta.log")
        for mode in ("r", "a"):
            with pytest.raises(quire.FormatError, match=r"meta\.log: .*, found something else"):
                BlockDirectory(tmp_path, mode)
        (tmp_path / "meta.log").rename(tmp_path / make.__name__)
    with pytest.raises(ValueError, match="mode: expected r or a, found 'w'"):
        BlockDirectory(tmp_path, "w")  # type: ignore[arg-type]  # is refused
    with pytest.raises(ValueError, match="durability: expected none or full, found 'some'"):
        BlockDirectory(tmp_path, durability="some")  # type: ignore[arg-type]  # is refused


def test_a_directory_that_cannot_be_opened_is_not_locked(store: Path) -> None:
    log = (store / "meta.log").read_bytes()
    (store / "meta.log").write_bytes(b"\xff" * 91)
    with pytest.raises(quire.FormatError):
        BlockDirectory(store, "a")
    (store / "meta.log").write_bytes(log)
    BlockDirectory(store, "a").close()


def test_a_pipe_in_place_of_the_journal_is_no_journal(store: Path) -> None:
    os.mkfifo(store / "redo.quire")
    assert len(BlockDirectory(store).records) == 4
    os.mkfifo(store / ".part")
    block = block_of(1, 1)
    with BlockDirectory(store, "a") as directory:
        directory.write(BlockRecord.of(A, block, 1), block)
    assert not (store / "redo.quire").exists()
    assert BlockDirectory(store).verify() == []


def test_a_log_that_leads_elsewhere_is_not_written_to(store: Path) -> None:
    (store / "meta.log").rename(store / "elsewhere")
    (store / "meta.log").symlink_to(store / "elsewhere")
    with BlockDirectory(store, "a") as directory, pytest.raises(IsADirectoryError):
        directory.append(directory.records[key_of(BLOCKS[0])])
    assert (store / "elsewhere").stat().st_size == 5 * 91


def test_a_recipe_that_is_no_file_is_refused(tmp_path: Path) -> None:
    block = block_of(1, 1)
    with BlockDirectory(tmp_path, "a") as directory:
        directory.write(BlockRecord.of(A, block, 1, reconstruct=Policy.delta), block, b"recipe")
        [file] = (tmp_path / "tier0").iterdir()
        _make_a_pipe(file)
        with pytest.raises(quire.FormatError, match=r"tier0/.*\.recipe: expected a recipe, found"):
            directory.recipe(A)


@pytest.mark.parametrize(
    ("argument", "call"),
    [
        ("record", lambda d, r: d.write(None, d.read(r.key))),
        ("record", lambda d, _: d.append("x")),
        ("block", lambda d, r: d.write(r, "x")),
        ("recipe", lambda d, r: d.write(r, d.read(r.key), ["a"])),
        ("recipe", lambda d, r: d.write(r, d.read(r.key), {1.5})),
        ("key", lambda d, _: d.read(5)),
        ("key", lambda d, _: d.recipe([1, 2])),
        ("key", lambda d, _: d.delete_payload((1, 2, 3))),
    ],
)
def test_wrong_arguments_are_named_and_leave_nothing_behind(
    argument: str, call: Callable[[BlockDirectory, BlockRecord], Any], store: Path
) -> None:
    with BlockDirectory(store, "a") as directory:
        record = directory.records[key_of(BLOCKS[1])]
        block = directory.read(record.key)
        with pytest.raises(TypeError, match=f"^{argument}: expected"):
            call(directory, record)
        directory.write(record, block)
        assert directory.read(record.key).checksum == block.checksum
