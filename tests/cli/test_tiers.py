"""The command on files with one quantised tensor."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

import numpy as np
import pytest

from quire import tiers
from quire.formats import find_format
from tests.cli.conftest import ROWS, Quire

ARRAY = np.random.default_rng(1).standard_normal((6, 4, 32)).astype(np.float32)
ARRAY[2, 1, :2] *= 1000

each_tier = pytest.mark.parametrize(
    ("options", "arguments"),
    [
        ([], {"bits": 8}),
        (["--bits", "7"], {"bits": 7}),
        (["--bits", "5", "--block-size", "100"], {"bits": 5, "block_size": 100}),
        (["--bits", "3"], {"bits": 3}),
        (["--bits", "3", "--two-level", "auto"], {"bits": 3}),
        (["--bits", "3", "--two-level", "always"], {"bits": 3, "two_level": True}),
        (["--bits", "3", "--two-level", "never"], {"bits": 3, "two_level": False}),
    ],
)


@each_tier
def test_a_tensor_is_encoded_verified_and_decoded(
    quire: Quire, options: list[str], arguments: dict[str, Any]
) -> None:
    np.save("x.npy", ARRAY)
    expected = tiers.pack_tensor(ARRAY, **arguments)
    done = quire("encode", "x.npy", "-o", "x.qtr", *options, "--json")
    assert done.json() == {"file": "x.qtr", "shape": [6, 4, 32], "bytes": len(expected)}
    assert Path("x.qtr").read_bytes() == expected
    assert quire("verify", "x.qtr", "--json").json()["notes"] == []
    done = quire("decode", "x.qtr", "-o", "y.npy", "--json")
    assert done.json() == {"file": "y.npy", "shape": [6, 4, 32], "dtype": "float32"}
    found = np.load("y.npy")
    assert found.dtype == np.float32
    assert np.array_equal(found, tiers.load_tensor(expected))


@pytest.mark.parametrize("shape", [(), (0,), (3, 0), (7,)])
def test_tensors_of_any_shape_are_encoded_and_decoded(quire: Quire, shape: tuple[int, ...]) -> None:
    array = np.arange(np.prod(shape, dtype=int), dtype=np.int16).reshape(shape)
    np.save("x.npy", array)
    assert quire("encode", "x.npy", "-o", "x.qtr").status == 0
    assert quire("decode", "x.qtr", "-o", "y.npy").status == 0
    assert np.array_equal(np.load("y.npy"), tiers.quantize(array, 8).dequantize())


def test_a_file_is_known_by_its_first_bytes(tmp_path: Path) -> None:
    path = tmp_path / "unnamed"
    tiers.save_tensor(path, ARRAY)
    found = find_format(path)
    assert found is not None
    assert found.name == "tiers"


@pytest.mark.parametrize(
    ("options", "status", "expected"),
    [
        (["--bits", "4"], 2, "'4' is not one of '8', '7', '5', '3'"),
        (["--block-size", "0"], 2, "0 is not in the range"),
        (["--compression", "fp16"], 2, "--compression is not for .qtr"),
        (["--chunk-size", "7"], 2, "--chunk-size is not for .qtr"),
        (["--format-version", "1"], 2, "--format-version is not for .qtr"),
        (["--two-level", "always"], 1, "two_level: expected false with 8 bits"),
        (["--block-size", "4294967296"], 1, "block_size"),
    ],
)
def test_options_that_make_no_sense_are_refused(
    quire: Quire, options: list[str], status: int, expected: str
) -> None:
    done = quire("encode", "rows.npy", "-o", "x.qtr", *options)
    assert done.status == status
    assert expected in done.err
    assert not Path("x.qtr").exists()


@pytest.mark.parametrize("option", ["--bits", "--block-size", "--two-level"])
def test_options_of_tiers_are_not_for_other_formats(quire: Quire, option: str) -> None:
    value = "auto" if option == "--two-level" else "8"
    done = quire("encode", "rows.npy", "-o", "x.cvc", option, value)
    assert done.status == 2
    assert f"{option} is not for .cvc" in done.err


def test_what_is_no_array_of_numbers_is_refused(quire: Quire) -> None:
    np.save("x.npy", np.array([1j]))
    done = quire("encode", "x.npy", "-o", "x.qtr")
    assert (done.status, "expected an array of real numbers" in done.err) == (1, True)
    Path("y.npy").write_bytes(b"\x93NUMPY no")
    assert quire("encode", "y.npy", "-o", "x.qtr").status == 1
    assert not Path("x.qtr").exists()


@pytest.mark.parametrize("command", ["verify", "decode"])
def test_damage_is_refused(quire: Quire, command: str) -> None:
    data = bytearray(tiers.pack_tensor(ROWS, 5))
    output = ["-o", "out.npy"] if command == "decode" else []
    data[-6] ^= 1
    for name, damaged in (("bits", data), ("cut", data[:-1]), ("more", data + b"x")):
        Path(name).write_bytes(damaged)
        done = quire(command, name, *output)
        assert done.status == 1
        assert f"{name}: " in done.err
        assert not Path("out.npy").exists()
    done = quire(command, "bits", *output, "--json")
    assert (done.json()["error"], done.json()["path"]) == ("ChecksumError", "blocks")


def test_verify_notes_padding_that_is_not_zero(quire: Quire) -> None:
    data = bytearray(tiers.pack_tensor(ROWS))
    data[63] = 1
    Path("odd.qtr").write_bytes(data)
    notes = ["the padding before the blocks is not all zeros"]
    assert quire("verify", "odd.qtr", "--json").json()["notes"] == notes


def test_dump_shows_the_header(quire: Quire) -> None:
    tiers.save_tensor("x.qtr", ARRAY, 3, metadata={"name": "layer"})
    tree = quire("dump", "x.qtr", "--json").json()
    assert (tree["num_bits"], tree["mode"]["name"]) == (3, "mixed")
    assert tree["metadata"] == {"name": "layer"}
    assert tree["blocks"]["codec"] == "block_quant"
    assert tree["blocks"]["shape"] == tree["shape"] == [6, 4, 32]


def test_an_absent_tensor_is_decoded_to_zeros_unless_they_are_too_many(quire: Quire) -> None:
    tiers.save_tensor("gone.qtr", tiers.AbsentTensor((3, 2)))
    assert quire("verify", "gone.qtr").status == 0
    assert quire("dump", "gone.qtr", "--json").json()["num_bits"] == 0
    assert quire("decode", "gone.qtr", "-o", "out.npy").status == 0
    assert np.load("out.npy").tolist() == [[0.0, 0.0]] * 3
    for tensor, error in (
        (tiers.AbsentTensor((1 << 40,)), "LimitError"),
        (tiers.AbsentTensor((3,), tiers.Reconstruct("delta", "base")), "ReconstructionNeeded"),
    ):
        tiers.save_tensor("gone.qtr", tensor)
        done = quire("decode", "gone.qtr", "-o", "again.npy", "--json")
        assert (done.status, done.json()["error"]) == (1, error)
        assert not Path("again.npy").exists()
        assert quire("verify", "gone.qtr").status == 0


@pytest.mark.parametrize("layout", ["quire", "ruvector"])
def test_verify_checks_a_store(quire: Quire, layout: Literal["quire", "ruvector"]) -> None:
    with tiers.TieredStore("store", layout=layout) as store:
        store.put(tiers.BlockKey(7, 0), np.arange(64, dtype=np.float32))
    done = quire("verify", "store")
    assert (done.status, done.out) == (0, "store: ok\n")
    (data,) = [path for path in Path("store").rglob("*") if path.suffix in {".qtr", ".bin"}]
    stored = bytearray(data.read_bytes())
    stored[-1] ^= 1
    data.write_bytes(stored)
    done = quire("verify", "store", "--json")
    assert (done.status, done.json()["error"]) == (1, "ChecksumError")


def test_repair_gives_a_store_a_catalogue_again(quire: Quire) -> None:
    with tiers.TieredStore("store") as store:
        for key in ("a", "b"):
            store.put(key, np.arange(64, dtype=np.float32))
    assert quire("verify", "store", "--repair").out == "store: ok\n"
    Path("store/catalogue").unlink()
    assert quire("verify", "store").status == 2
    done = quire("verify", "store", "--repair", "--json")
    assert done.status == 0
    first, *found = done.json()["notes"]
    assert first == "the catalogue could not be read from byte 0 on"
    assert sorted(found) == [f"{key!r} was found again by its file" for key in "ab"]
    catalogue = bytearray(Path("store/catalogue").read_bytes())
    catalogue[-1] ^= 1
    Path("store/catalogue").write_bytes(catalogue)
    Path(min(Path("store/data").iterdir())).unlink()
    assert quire("verify", "store").status == 1
    notes = quire("verify", "store", "--repair", "--json").json()["notes"]
    assert notes[0].startswith("the catalogue could not be read from byte ")
    assert quire("verify", "store").out == "store: ok\n"


def test_a_store_that_is_written_to_is_not_repaired(quire: Quire) -> None:
    with tiers.TieredStore("store"):
        done = quire("verify", "store", "--repair")
    assert done.status == 1
    assert "another writer has this store open" in done.err


def test_a_directory_of_the_crate_is_not_repaired(quire: Quire) -> None:
    with tiers.TieredStore("store", layout="ruvector") as store:
        store.put(tiers.BlockKey(7, 0), np.arange(64, dtype=np.float32))
    done = quire("verify", "store", "--repair")
    assert (done.status, "directory of the crate's" in done.err) == (2, True)


def test_a_folder_that_is_no_store_is_wrong_usage(quire: Quire) -> None:
    Path("folder").mkdir()
    done = quire("verify", "folder")
    assert done.status == 2
    assert "folder is a folder, but no store of tiers" in done.err
    assert quire("verify", "folder", "--repair").status == 2
