"""Folders of stores that are damaged: a `FormatError` that says where, or a value; nothing else."""

from __future__ import annotations

import random
import shutil
import tracemalloc
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from quire.generated.tier_catalogue import TierCatalogue
from quire.runtime.errors import ChecksumError, FormatError, LimitError
from quire.tiers import (
    DeltaPolicy,
    DeltaRecord,
    FactorPolicy,
    FactorSet,
    Tier,
    TierConfig,
    TieredStore,
    pack_tensor,
)
from quire.tiers.store import catalogue
from quire.tiers.store.recipe_file import StoredRecipe, read_recipe, write_recipe
from quire.tiers.store.recipes import Recipe
from tests.formats.tiers.stores import Clock, Kind, key_of, opened, tensor_of

START, HEAD = 24, 12
"""Bytes of a catalogue before its frames, and of a frame before its entry."""


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with a hot, a cold and an absent tensor, the last with a recipe."""
    path = tmp_path_factory.mktemp("store")
    record = DeltaRecord(0, 0, 0, 1.0, np.array([1], np.uint16), np.array([2], np.int16))
    with opened("quire", path) as store:
        store.put("a", tensor_of(1))
        store.put("b", tensor_of(2), Tier.COLD)
        store.put("c", tensor_of(3), recipe=DeltaPolicy("a", (record,)))
        store.evict("c")
    return path


@pytest.fixture
def copy(whole: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(whole, tmp_path / "copy"))


def read_all(path: Path, kind: Kind = "quire") -> dict[Any, np.ndarray[Any, Any]]:
    with opened(kind, path, mode="r") as store:
        found = {key: store.get(key) for key in store}
        store.verify()
        return found


def frames(path: Path) -> list[bytes]:
    """The frames of a catalogue."""
    stored, at, found = (path / "catalogue").read_bytes(), START, []
    while at < len(stored):
        size = HEAD + int.from_bytes(stored[at : at + 4], "little")
        found.append(stored[at : at + size])
        at += size
    return found


def write_entry(path: Path, body: bytes) -> None:
    """Make this the first frame of the catalogue, with a checksum that fits."""
    start = (path / "catalogue").read_bytes()[:START]
    (path / "catalogue").write_bytes(start + framed(body) + b"".join(frames(path)))


def framed(body: bytes) -> bytes:
    head = len(body).to_bytes(4, "little") + zlib.crc32(body).to_bytes(4, "little")
    return head + zlib.crc32(head).to_bytes(4, "little") + body


@pytest.mark.parametrize("mode", ["r", "a"])
@pytest.mark.parametrize(
    ("at", "new", "message"),
    [
        (0, b"QTCX", "tier_catalogue: magic at byte 0: .*QTCX"),
        (4, b"\3", "tier_catalogue: version at byte 4: expected 2, found 3"),
    ],
)
def test_a_catalogue_of_another_kind(
    copy: Path, at: int, new: bytes, message: str, mode: Any
) -> None:
    stored = bytearray((copy / "catalogue").read_bytes())
    stored[at : at + len(new)] = new
    (copy / "catalogue").write_bytes(stored)
    with pytest.raises(FormatError, match=message):
        opened("quire", copy, mode=mode)


def test_a_catalogue_is_cut_off_anywhere(copy: Path) -> None:
    """What is whole counts; a writer goes on after it."""
    stored = (copy / "catalogue").read_bytes()
    ends = [START + sum(map(len, frames(copy)[:n])) for n in range(len(frames(copy)) + 1)]
    for size in range(len(stored)):
        (copy / "catalogue").write_bytes(stored[:size])
        if size < START:
            with pytest.raises(FormatError, match="tier_catalogue"):
                opened("quire", copy, mode="r")
            continue
        with opened("quire", copy, mode="r") as store:
            assert len(store) == min(3, max(n for n, end in enumerate(ends) if end <= size))


@pytest.mark.parametrize("tail", [b"\0" * 100, b"\xff" * 7, b"\0" * 5000, framed(b"x" * 50)[:40]])
def test_what_a_dead_writer_left_is_cut_off(copy: Path, tail: bytes) -> None:
    stored = (copy / "catalogue").read_bytes()
    (copy / "catalogue").write_bytes(stored + tail)
    assert set(read_all(copy)) == {"a", "b", "c"}
    with opened("quire", copy) as store:
        store.put("d", tensor_of(4))
    assert set(read_all(copy)) == {"a", "b", "c", "d"}
    assert (copy / "catalogue").read_bytes().startswith(stored)


def test_a_disk_that_died_has_written_some_sectors_and_not_others(copy: Path) -> None:
    """Of a frame that was not committed: the last ones are zeros."""
    stored = (copy / "catalogue").read_bytes()
    with opened("quire", copy) as store:
        store.put("long" * 900, tensor_of(4))
    whole = (copy / "catalogue").read_bytes()
    sectors = range(len(stored) // 512, -(-len(whole) // 512))
    assert len(sectors) > 6
    for sector in sectors:
        first = max(len(stored), sector * 512)
        (copy / "catalogue").write_bytes(patched(whole, first, b"\0" * (len(whole) - first)))
        assert set(read_all(copy)) == {"a", "b", "c"}


def test_a_sector_in_the_middle_is_damage(copy: Path) -> None:
    """Committed frames follow it, which nobody is to lose."""
    with opened("quire", copy) as store:
        for number in range(20):
            store.put(f"{number}", tensor_of(4))
    whole = (copy / "catalogue").read_bytes()
    files = sorted(copy.rglob("*"))
    for first in range(512, len(whole) - 512, 512):
        (copy / "catalogue").write_bytes(patched(whole, first, b"\0" * 512))
        for mode in ("r", "a"):
            with pytest.raises(FormatError, match="tier_catalogue: frames"):
                opened("quire", copy, mode=mode)
    assert sorted(copy.rglob("*")) == files


def test_any_bit_of_a_catalogue_that_changes_is_noticed(copy: Path) -> None:
    """None empties the store, or takes a tensor out of it."""
    stored = (copy / "catalogue").read_bytes()
    for bit in range(8 * len(stored)):
        if 64 <= bit < 192:  # the generation, and the next number, which may be any
            continue
        changed = bytearray(stored)
        changed[bit // 8] ^= 1 << bit % 8
        (copy / "catalogue").write_bytes(changed)
        with pytest.raises(FormatError):
            opened("quire", copy, mode="r")


def test_a_frame_in_the_middle_is_damaged(copy: Path) -> None:
    stored = bytearray((copy / "catalogue").read_bytes())
    stored[START + 20] ^= 1
    (copy / "catalogue").write_bytes(stored)
    files = sorted(copy.rglob("*"))
    expected = "tier_catalogue: frames at byte 24: expected a frame whose checksums fit"
    for mode in ("r", "a"):
        with pytest.raises(FormatError, match=expected):
            opened("quire", copy, mode=mode)
    assert (copy / "catalogue").read_bytes() == stored
    assert sorted(copy.rglob("*")) == files


def test_a_file_of_two_tensors(copy: Path) -> None:
    with opened("quire", copy, mode="r") as store:
        number = store.meta("a").data
    write_entry(copy, entry(data=number, recipe=0))
    with pytest.raises(FormatError, match=r"expected a data file for each .*, found number 1 of 2"):
        opened("quire", copy, mode="r")


def test_files_without_a_catalogue_are_not_removed(copy: Path) -> None:
    (copy / "catalogue").unlink()
    files = sorted(copy.rglob("*"))
    with pytest.raises(FormatError, match="expected the catalogue of the files in data"):
        opened("quire", copy)
    assert sorted(copy.rglob("*")) == files


def test_files_of_others_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    for name in ("weights.qtr", "0.recipe", "notes"):
        (tmp_path / "data" / name).write_bytes(b"mine")
    opened("quire", tmp_path).close()
    opened("quire", tmp_path).close()
    assert sorted(file.name for file in (tmp_path / "data").iterdir()) == [
        "0.recipe",
        "notes",
        "weights.qtr",
    ]


def entry(**changes: Any) -> bytes:
    """An entry for a tensor that is not there, with a field changed."""
    fields: dict[str, Any] = dict.fromkeys(
        ("recipe", "created_at", "last_access_at", "tier_since", "access_count", "window", "epoch"),
        1,
    )
    fields |= {"tier": 1, "num_bits": 8, "data": 77, "len_blocks": 5, "ema_rate": 0.5}
    state = TierCatalogue.State.build(**(fields | {"shape": [4]} | changes))
    key = TierCatalogue.Key.build(kind=TierCatalogue.KeyKind.text, text="x")
    return bytes(TierCatalogue.Entry.build(key=key, is_present=1, state=state).to_bytes())


def patched(body: bytes, at: int, new: bytes) -> bytes:
    return body[:at] + new + body[at + len(new) :]


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (patched(entry(), 0, b"\2"), "entry.key.kind at byte 36: expected .*, found 2"),
        (patched(entry(), 1, b"\xff\xff"), "key.text at byte 39: requested 65535 bytes"),
        (patched(entry(), 3, b"\xff"), "key.text"),
        (patched(entry(), 4, b"\2"), "entry.is_present at byte 40: .*found 2"),
        (patched(entry(), 5, b"\4"), "state.tier at byte 41: .*found 4"),
        (patched(entry(), 6, b"\4"), "state.num_bits at byte 42: .*found 4"),
        (entry() + b"\0", "entry.end"),
        (entry()[:-1], "requested 8 bytes, but only 7"),
        (entry(shape=[1] * 64)[:-1], "shape"),
        (
            entry(data=0),
            "state.data at byte 36: expected a number, or 0 for an absent tensor, found 0",
        ),
        (entry(tier=0), "state.data"),
        (patched(entry(), 4, b"\0"), "entry.end"),
        (b"\1\3\0abc\0", "key.text.*the name of a block, found abc"),
        (b"\1\x22\0" + b"0" * 31 + b"_-1\0", "the name of a block"),
        (b"\1\x22\0" + b"0" * 31 + b"g_1\0", "the name of a block"),
        (b"\1\x22\0" + b"1" + b"0" * 31 + "_²".encode()[:2] + b"\0", "key.text"),
    ],
)
def test_an_entry_that_cannot_be(copy: Path, body: bytes, message: str) -> None:
    write_entry(copy, body)
    with pytest.raises(FormatError, match=message) as error:
        opened("quire", copy, mode="r")
    assert error.value.format == "tier_catalogue"


def test_an_entry_whose_file_is_not_there(copy: Path) -> None:
    write_entry(copy, entry())
    with opened("quire", copy, mode="r") as store:
        with pytest.raises(FormatError, match="'x': expected its file, found no such file"):
            store.get("x")
        assert store.get("a").shape == (6, 40)


@pytest.mark.parametrize("shape", [[1 << 40, 1 << 24], [(1 << 64) - 1, 0]])
def test_a_shape_that_no_array_has(copy: Path, shape: list[int]) -> None:
    absent = {"tier": 0, "num_bits": 0, "data": 0, "recipe": 0, "len_blocks": 0}
    write_entry(copy, entry(**absent, shape=shape))
    with pytest.raises(FormatError, match="shape"):
        opened("quire", copy, mode="r")


def test_more_dimensions_than_the_spec_allows_are_not_written(copy: Path) -> None:
    absent = {"tier": 0, "num_bits": 0, "data": 0, "recipe": 0, "len_blocks": 0}
    with pytest.raises(LimitError, match=r"state\.shape: expected at most 64 elements"):
        write_entry(copy, entry(**absent, shape=[1] * 65))


def test_zeros_that_are_too_many(copy: Path) -> None:
    absent = {"tier": 0, "num_bits": 0, "data": 0, "recipe": 0, "len_blocks": 0}
    write_entry(copy, entry(**absent, shape=[1 << 40]))
    tracemalloc.start()
    with opened("quire", copy, mode="r") as store, pytest.raises(LimitError, match=r"'x'\.shape"):
        store.get("x")
    assert tracemalloc.get_traced_memory()[1] < 1 << 20
    tracemalloc.stop()


def test_numbers_that_are_as_large_as_can_be(copy: Path) -> None:
    most = (1 << 64) - 1
    with opened("quire", copy, mode="r") as store:
        last = dict.fromkeys(("access_count", "last_access_at", "tier_since", "window"), most)
    write_entry(copy, entry(tier=0, num_bits=0, data=0, recipe=0, len_blocks=0, **last))
    with opened("quire", copy, clock=Clock(most)) as store:
        store.touch("x")
        store.tick()
        assert store.meta("x").access.access_count == most
    assert opened("quire", copy, mode="r").meta("x").access.last_access_at == most


def data_file(path: Path, key: str) -> Path:
    with opened("quire", path, mode="r") as store:
        return path / "data" / f"{store.meta(key).data:016x}.qtr"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda stored: stored[:-30], "blocks|requested"),
        (lambda stored: stored[:0], "requested"),
        (lambda stored: patched(stored, 130, b"\xff"), "expected crc32"),
        (lambda stored: b"XXXX" + stored[4:], "magic"),
        (lambda stored: stored + b"\0", "end"),
        (
            lambda _: pack_tensor(tensor_of(1, (40, 6))),
            r"shape: expected 8 bits, shape \(6, 40\), for 'a', found 8 bits, shape \(40, 6\)",
        ),
        (lambda _: pack_tensor(tensor_of(1), 7), r"found 7 bits, shape \(6, 40\)"),
    ],
)
def test_a_tensor_that_is_damaged(
    copy: Path, change: Callable[[bytes], bytes], message: str
) -> None:
    file = data_file(copy, "a")
    file.write_bytes(change(file.read_bytes()))
    with opened("quire", copy, mode="r") as store:
        for action in (lambda: store.get("a"), lambda: store.get("c"), store.verify):
            with pytest.raises(FormatError, match=message) as error:
                action()
            assert file.name in str(error.value)
        assert store.get("b").shape == (6, 40)


def test_a_damaged_tensor_can_be_replaced_or_evicted(copy: Path) -> None:
    data_file(copy, "a").write_bytes(b"")
    data_file(copy, "b").unlink()
    with opened("quire", copy) as store:
        store.discard("c")  # which is made of the first
        store.put("a", tensor_of(7))
        store.evict("b")
        assert store.get("a").any()
        assert not store.get("b").any()
        store.verify()


RECIPES: dict[str, Recipe] = {
    "delta": DeltaPolicy(
        "a", (DeltaRecord(0, 0, 0, 1.0, np.array([1], np.uint16), np.array([2], np.int16)),)
    ),
    "factor": FactorPolicy(FactorSet.from_matrix(tensor_of(1, (4, 5)), 2), "a", 2.0),
    "turned": FactorPolicy(source="a", permutation=np.array([1, 0])),
}


@pytest.mark.parametrize("name", RECIPES)
def test_a_recipe_that_is_damaged_anywhere(name: str) -> None:
    stored = write_recipe(StoredRecipe(RECIPES[name], "made", 3, (6, 40)))
    assert read_recipe(stored, 4).shape == (6, 40)
    for at in range(len(stored)):
        with pytest.raises(FormatError):
            read_recipe(patched(stored, at, bytes([stored[at] ^ 0x41])), 4)
        with pytest.raises(FormatError):
            read_recipe(stored[:at], 4)


@pytest.mark.parametrize("name", RECIPES)
def test_a_recipe_with_a_wrong_field_and_the_right_checksum(name: str) -> None:
    stored, refused = write_recipe(StoredRecipe(RECIPES[name], "made", 3, (6, 40))), 0
    for at in range(8, len(stored)):
        for value in (0, 1, 0x7F, 0xFF):
            body = patched(stored, at, bytes([value]))[8:]
            try:
                read_recipe(b"QTRP" + zlib.crc32(body).to_bytes(4, "little") + body, 4)
            except FormatError:
                refused += 1
    assert refused > 20


def test_a_damaged_recipe_is_found(copy: Path) -> None:
    [file] = copy.glob("data/*.recipe")
    file.write_bytes(patched(file.read_bytes(), 20, b"\x99"))
    with opened("quire", copy, mode="r") as store:
        for action in (lambda: store.get("c"), lambda: store.recipe("c"), store.verify):
            with pytest.raises(
                ChecksumError, match=rf"{file.name}\.checksum at byte 4: expected crc32"
            ):
                action()


@pytest.mark.parametrize("kind", ["quire", "ruvector"])
def test_random_damage_is_a_value_or_a_format_error(kind: Kind, tmp_path: Path) -> None:
    path = tmp_path / "whole"
    with opened(kind, path) as store:
        for seed, name in enumerate("abc"):
            store.put(key_of(kind, name), tensor_of(seed), Tier(1 + seed))
        store.evict(key_of(kind, "c"), FactorPolicy(FactorSet.from_matrix(tensor_of(3), 1)))
    files = [file.relative_to(path) for file in path.rglob("*") if file.is_file()]
    rng, refused = random.Random(1), 0  # noqa: S311  # the same damage each time
    for number in range(150):
        damaged = Path(shutil.copytree(path, tmp_path / str(number)))
        file = damaged / rng.choice(files)
        stored = bytearray(file.read_bytes())
        for _ in range(rng.randrange(1, 4)):
            if stored:
                stored[rng.randrange(len(stored))] = rng.randrange(256)
        file.write_bytes(stored[: rng.choice([len(stored), rng.randrange(len(stored) + 1)])])
        try:
            read_all(damaged, kind)
        except FormatError:
            refused += 1
        shutil.rmtree(damaged)
    assert refused > 50


def test_damage_done_after_reading_is_found(copy: Path) -> None:
    with opened("quire", copy, mode="r") as store:
        store.get("a")
        file = data_file(copy, "a")
        file.write_bytes(patched(file.read_bytes(), 130, b"\xff"))
        with pytest.raises(ChecksumError):
            store.verify()


def test_a_damaged_tensor_stops_neither_ticks_nor_others(copy: Path) -> None:
    data_file(copy, "a").write_bytes(b"")
    clock = Clock()
    config = TierConfig(warm_byte_cap=300)
    with opened("quire", copy, config, clock=clock) as store:
        store.put("d", tensor_of(4))
        clock.now += 60
        report = store.tick()
        assert list(report.failed) == ["a"]
        assert store.meta("d").tier == Tier.COLD
        store.touch("a")
        with opened("quire", copy, mode="r") as reader:
            assert reader.meta("d").access.access_count == 1


def test_a_damaged_warm_tensor_lets_others_come(tmp_path: Path) -> None:
    config = TierConfig(warm_byte_cap=300)
    with opened("quire", tmp_path, config) as store:
        store.put("a", tensor_of(1), Tier.WARM)
        data_file(tmp_path, "a").write_bytes(b"")
    with opened("quire", tmp_path, config) as store:
        store.put("b", tensor_of(2), Tier.WARM)
        assert [store.meta(key).bits for key in "ab"] == [7, 5]


def test_a_frame_says_what_the_spec_says() -> None:
    """The catalogue that the store writes is read by what was generated from the spec."""
    with opened("memory") as store:
        store.put("ä", tensor_of(1), Tier.WARM)
        meta = store.meta("ä")
    stored = catalogue.start(3, 9) + catalogue.frame("ä", meta) + catalogue.frame("ä", None)
    read = TierCatalogue.from_bytes(stored)
    read.validate()
    first, second = (frame.entry for frame in read.frames)
    assert (read.generation, read.next_number) == (3, 9)
    assert (first.key.text, second.is_present) == ("ä", 0)
    assert read.frames[0].checksum_of_head == zlib.crc32(stored[24:32])
    assert (first.state.tier, first.state.num_bits, first.state.shape) == (2, 7, [6, 40])
    assert read.to_bytes() == stored


def test_a_folder_is_not_a_store(tmp_path: Path) -> None:
    (tmp_path / "catalogue").mkdir()
    with pytest.raises(OSError, match="catalogue"):
        TieredStore(tmp_path, mode="r")
