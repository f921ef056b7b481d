"""A store whose catalogue is damaged: what can be read stays readable, and loses nothing else."""

from __future__ import annotations

import random
import shutil
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from quire.runtime.errors import FormatError
from quire.storage.locks import StoreLocked
from quire.tiers import BlockKey, DeltaPolicy, FactorPolicy, FactorSet, Tier, repair
from quire.tiers.store.catalogue import frame
from quire.tiers.store.meta import Key
from tests.formats.tiers.stores import left, opened, tensor_of

START = 24

KEYS: list[Key] = ["a", "layer/0 ü", BlockKey(7, 3), "t", "made"]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Tensors in all tiers, one absent with a delta, one with factors."""
    with opened("quire", tmp_path) as store:
        for number, key in enumerate(KEYS[:3]):
            store.put(key, tensor_of(number), Tier(1 + number))
        base = store.get("a")
        values = base.copy()
        values[0, 0] += 1
        store.put("t", values, recipe=DeltaPolicy.between("a", base, values))
        store.evict("t")
        store.put("made", tensor_of(9))
        store.evict("made", FactorPolicy(FactorSet.from_matrix(tensor_of(9), 6)))
    return tmp_path


def values_of(path: Path) -> dict[Key, bytes]:
    with opened("quire", path, mode="r") as store:
        store.verify()
        return {key: store.get(key).tobytes() for key in store}


def frame_ends(stored: bytes) -> list[int]:
    ends = [START]
    while ends[-1] < len(stored):
        ends.append(ends[-1] + 12 + int.from_bytes(stored[ends[-1] : ends[-1] + 4], "little"))
    return ends


def assert_opens_again(path: Path, expected: dict[Key, bytes]) -> None:
    assert values_of(path) == expected
    with opened("quire", path) as store:
        store.put("new", tensor_of(5))
        store.put("newer", tensor_of(6))
    new = {key: left("quire", tensor_of(seed), 8) for key, seed in (("new", 5), ("newer", 6))}
    assert values_of(path) == expected | {key: made.tobytes() for key, made in new.items()}


def test_a_store_that_is_whole_is_left_as_it_is(path: Path) -> None:
    before = {file: file.read_bytes() for file in path.rglob("*") if file.is_file()}
    report = repair(path)
    assert (report.is_changed, report.tensors) == (False, len(KEYS))
    assert {file: file.read_bytes() for file in path.rglob("*") if file.is_file()} == before


def test_a_catalogue_that_is_gone_is_made_again_from_the_files(path: Path) -> None:
    expected = values_of(path)
    (path / "catalogue").unlink()
    with pytest.raises(FormatError, match=r"`quire.tiers.repair` makes one"):
        opened("quire", path)
    report = repair(path)
    assert set(report.recovered) == set(KEYS)
    assert report.lost == []
    with opened("quire", path, mode="r") as store:
        tiers = [store.meta(key).tier for key in KEYS]
    assert tiers == [Tier.HOT, Tier.WARM, Tier.COLD, Tier.ABSENT, Tier.ABSENT]
    assert_opens_again(path, expected)


def test_any_frame_that_is_damaged_leaves_the_others_and_is_found_again(
    path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    expected, stored = values_of(path), (path / "catalogue").read_bytes()
    ends = frame_ends(stored)
    for number, (start, end) in enumerate(pairwise(ends)):
        copy = Path(shutil.copytree(path, tmp_path_factory.mktemp("copy") / str(number)))
        for at in (start + 1, start + 5, start + 9, (start + 12 + end) // 2):
            damaged = bytearray(stored)
            damaged[at] ^= 0x41
            (copy / "catalogue").write_bytes(damaged)
            with pytest.raises(FormatError, match=r"quire.tiers.repair"):
                opened("quire", copy)
            assert repair(copy).damaged == [start]
            assert values_of(copy) == expected
            assert (copy / "damaged" / "catalogue").read_bytes() == damaged
        assert_opens_again(copy, expected)


def test_a_catalogue_of_random_bytes_is_made_again(path: Path) -> None:
    expected = values_of(path)
    (path / "catalogue").write_bytes(random.Random(1).randbytes(5000))  # noqa: S311  # the same bytes each time
    assert set(repair(path).recovered) == set(KEYS)
    assert_opens_again(path, expected)


def test_two_writers_gave_one_number_to_two_tensors(path: Path) -> None:
    """What a forked child could once do; the file says whose it is."""
    expected = values_of(path)
    with opened("quire", path, mode="r") as store:
        meta = store.meta("a")
    stored = (path / "catalogue").read_bytes()
    (path / "catalogue").write_bytes(stored + frame("child", meta))
    with pytest.raises(FormatError, match=r"quire.tiers.repair.*found number 1 of 2 tensors"):
        opened("quire", path)
    report = repair(path)
    assert (report.lost, report.recovered) == (["child"], [])
    assert_opens_again(path, expected)


def test_a_file_under_the_name_of_another_is_not_read_as_that(path: Path) -> None:
    with opened("quire", path) as store:
        store.put("b", tensor_of(11))
        names = [path / "data" / f"{store.meta(key).data:016x}.qtr" for key in ("a", "b")]
    shutil.copyfile(*names)
    with (
        opened("quire", path, mode="r") as reader,
        pytest.raises(FormatError, match="expected a tensor of 'b', found one of 'a'"),
    ):
        reader.get("b")


def test_what_belongs_to_nobody_is_put_aside(path: Path) -> None:
    expected = values_of(path)
    with opened("quire", path, mode="r") as store:
        file = path / "data" / f"{store.meta('a').data:016x}.qtr"
        del expected["a"], expected["t"]  # which is made of it
    file.write_bytes(b"nothing that anybody knows")
    (path / "catalogue").unlink()
    report = repair(path)
    assert report.aside == [f"damaged/{file.name}"]
    assert (path / "damaged" / file.name).read_bytes() == b"nothing that anybody knows"
    with opened("quire", path, mode="r") as store:
        found = {key: store.get(key).tobytes() for key in store if key != "t"}
        with pytest.raises(FormatError, match="the tensor 'a' to make it from, found none"):
            store.get("t")
    assert found == expected


def test_a_tensor_whose_file_is_gone_is_lost_and_no_other(path: Path) -> None:
    expected = values_of(path)
    with opened("quire", path, mode="r") as store:
        (path / "data" / f"{store.meta(KEYS[1]).data:016x}.qtr").unlink()
    assert repair(path).lost == [KEYS[1]]
    del expected[KEYS[1]]
    assert_opens_again(path, expected)


def test_a_damaged_tensor_stays_what_it_is(path: Path) -> None:
    with opened("quire", path, mode="r") as store:
        file = path / "data" / f"{store.meta(KEYS[1]).data:016x}.qtr"
    stored = bytearray(file.read_bytes())
    stored[-20] ^= 1
    file.write_bytes(stored)
    assert not repair(path).is_changed
    with opened("quire", path) as store:
        with pytest.raises(FormatError):
            store.get(KEYS[1])
        store.put(KEYS[1], tensor_of(4))


def test_a_store_that_is_open_is_not_repaired(path: Path) -> None:
    with opened("quire", path), pytest.raises(StoreLocked):
        repair(path)


def test_there_is_nothing_to_repair(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="expected the folder of a store"):
        repair(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_numbers_are_not_given_again_after_a_repair(path: Path) -> None:
    with opened("quire", path, mode="r") as store:
        highest = max(store.meta(key).data for key in store)
    (path / "catalogue").unlink()
    repair(path)
    with opened("quire", path) as store:
        store.put("new", np.zeros(4))
        assert store.meta("new").data > highest
