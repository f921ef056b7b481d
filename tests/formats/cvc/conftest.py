"""What the tests of CVC share."""

from collections.abc import Callable
from pathlib import Path

import pytest

from quire import FormatError
from quire.cvc import load_cvc, open_cvc
from tests.formats.cvc.layout import CODES, HALVES, SMALL, v1

Refused = Callable[[bytes], FormatError]


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for files that the next example of a property may overwrite."""
    return tmp_path_factory.mktemp("cvc")


@pytest.fixture
def refused(tmp_path: Path) -> Refused:
    """`refused(data)`: the error that a file with these bytes gives, to open and to load alike."""

    def error_of(data: bytes) -> FormatError:
        path = tmp_path / "bad.cvc"
        path.write_bytes(data)
        with pytest.raises(FormatError) as on_load:
            load_cvc(path)
        with pytest.raises(FormatError) as on_open, open_cvc(path):
            pass
        error = on_load.value
        assert str(on_open.value) == str(error)
        assert_complete(error, len(data))
        return error

    return error_of


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """A file of version 1: two chunks, fp16 of 3 rows and int8 of 2."""
    path = tmp_path / "small.cvc"
    path.write_bytes(v1(SMALL, HALVES, CODES))
    return path


def assert_complete(error: FormatError, size: int) -> None:
    """The error says what, where in the tree, and where in a file of `size` bytes."""
    assert error.format == "cvc"
    assert error.path
    assert error.expected
    assert error.found
    assert error.expected != error.found
    assert error.offset is not None
    assert 0 <= error.offset <= size
    assert f"{error.path} at byte {error.offset}" in str(error)
