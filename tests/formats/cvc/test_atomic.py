"""A file appears whole or not at all, whatever goes wrong while it is packed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from quire.cvc import open_cvc, pack_cvc

Floats = npt.NDArray[np.float32]

VALUES = np.random.default_rng(6).normal(size=(100, 6)).astype(np.float32)


@pytest.fixture(params=[0, 1], ids=["v0", "v1"])
def version(request: pytest.FixtureRequest) -> int:
    """Each layout."""
    number: int = request.param
    return number


@pytest.fixture(params=[False, True], ids=["new", "over an old file"])
def target(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Path]:
    """Where to pack to; afterwards the folder is what it was before."""
    path = tmp_path / "target.cvc"
    if request.param:
        path.write_bytes(b"old")
    yield path
    assert [p.read_bytes() for p in tmp_path.iterdir()] == ([b"old"] if request.param else [])


class Interrupted(Exception):
    """What goes wrong."""


@pytest.mark.parametrize("after", [0, 1, 5])
def test_an_error_in_the_iterable_leaves_everything_as_it_was(
    after: int, target: Path, version: int
) -> None:
    def failing() -> Iterator[Floats]:
        for _ in range(after):
            yield VALUES[:30]
        raise Interrupted

    with pytest.raises(Interrupted):
        pack_cvc(failing(), target, chunk_size=17, format_version=version)


def test_ctrl_c_leaves_everything_as_it_was(target: Path) -> None:
    def interrupted() -> Iterator[Floats]:
        yield VALUES
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        pack_cvc(interrupted(), target, chunk_size=17)


def test_a_value_that_cannot_be_encoded_leaves_everything_as_it_was(target: Path) -> None:
    values = VALUES.copy()
    values[-1, -1] = np.nan
    with pytest.raises(ValueError, match="nan"):
        pack_cvc(values, target, compression="int8", chunk_size=17)


def test_a_folder_that_is_not_there_is_the_callers_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        pack_cvc(VALUES, tmp_path / "missing" / "x.cvc")


@pytest.fixture
def expected(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The file that the values make."""
    path = tmp_path_factory.mktemp("elsewhere") / "x.cvc"
    pack_cvc(VALUES, path, chunk_size=17)
    return path.read_bytes()


def test_packing_over_an_old_file_replaces_it(expected: bytes, tmp_path: Path) -> None:
    path = tmp_path / "x.cvc"
    path.write_bytes(b"old" * 10_000)
    pack_cvc(VALUES, path, chunk_size=17)
    assert path.read_bytes() == expected
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_may_be_packed_anew_from_itself(expected: bytes, tmp_path: Path) -> None:
    path = tmp_path / "x.cvc"
    pack_cvc(VALUES, path, chunk_size=40)
    with open_cvc(path) as reader:
        pack_cvc(reader.iter_chunks(), path, chunk_size=17)
    assert path.read_bytes() == expected  # fp16 of a value that fp16 has is the same again
