"""What the tests of finalfusion share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from quire import FormatError
from quire.finalfusion import load

Refused = Callable[[bytes], FormatError]


@pytest.fixture
def refused(tmp_path: Path) -> Refused:
    """`refused(data)`: the error that a file with these bytes gives, mapped or not."""

    def error_of(data: bytes) -> FormatError:
        path = tmp_path / "bad.fifu"
        path.write_bytes(data)
        with pytest.raises(FormatError) as eager:
            load(path)
        with pytest.raises(FormatError) as mapped:
            load(path, mmap=True)
        error = eager.value
        assert str(mapped.value) == str(error)
        assert error.format == "finalfusion"
        assert error.path
        assert error.expected != error.found
        assert error.offset is not None
        assert 0 <= error.offset <= len(data)
        return error

    return error_of
