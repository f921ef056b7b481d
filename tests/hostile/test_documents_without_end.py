"""JSON and TOML that are nested very deep, or have very long keys and numbers."""

from __future__ import annotations

import struct
from typing import Any

import numpy as np
import pytest

from quire.finalfusion.metadata import Metadata
from quire.runtime import FormatError, NestingError
from quire.tiers import open_tensor, pack_tensor
from tests.hostile.conftest import Alone

DEEPEST = 128


def _nested(depth: int) -> Any:
    value: Any = 1
    for _ in range(depth):
        value = [value]
    return value


def test_what_is_not_too_deep_can_be_looked_at_and_written_again() -> None:
    kept = {"a": _nested(DEEPEST - 1), "text": "[" * 1000}
    data = pack_tensor(np.zeros(3, np.float32), metadata=kept)
    with open_tensor(data) as file:
        assert file.metadata == kept
        assert "metadata" in repr(file._record)
        assert file._record.to_bytes() == data


@pytest.mark.parametrize("depth", [DEEPEST, 700, 100_000])
def test_json_that_is_nested_too_deep_is_refused(depth: int) -> None:
    text = b'{"a": ' + b"[" * depth + b"1" + b"]" * depth + b"}"
    good = pack_tensor(np.zeros(3, np.float32), metadata={"a": 1})
    at = good.index(b'{"a"')
    head = good[: at - 4] + struct.pack("<I", len(text)) + text
    with pytest.raises(NestingError, match="tiers: metadata at byte"):
        open_tensor(head + good[at:])


def test_json_that_would_be_nested_too_deep_is_not_written() -> None:
    with pytest.raises(NestingError, match="metadata"):
        pack_tensor(np.zeros(3, np.float32), metadata={"a": _nested(DEEPEST)})


def test_toml_with_keys_of_very_many_parts_takes_no_memory(alone: Alone) -> None:
    found = alone(
        """
        from quire.finalfusion.metadata import Metadata
        import quire
        before = peak()
        for text in (
            ".".join(["a"] * 12_000) + " = 1",
            "[" + " . ".join(["a-b"] * 12_000) + "]",
            "x = {" + ".".join(["'b.'"] * 12_000) + " = 1}",
            "x = " + "[" * 12_000 + "]" * 12_000,
            "x = " + "{a=" * 12_000 + "1" + "}" * 12_000,
        ):
            try:
                Metadata.parse(text)
            except quire.NestingError as error:
                print(error.path)
        print(peak() - before < 20)
        """
    )
    assert found.split() == ["toml"] * 5 + ["True"]


@pytest.mark.parametrize(
    "text",
    [
        "a = '" + "a." * 1000 + "' # " + "b." * 1000,
        'a = "' + 'a.\\"' * 1000 + '"',
        'a = """\n' + "[a. \\\n" * 1000 + '"""',
        ".".join(["a"] * 100) + " = 1.5\n" + "b = [" + "1.5, " * 1000 + "]",
    ],
)
def test_toml_with_many_dots_elsewhere_is_read(text: str) -> None:
    assert "a" in Metadata.parse(text)


def test_toml_with_a_number_of_thousands_of_digits_is_no_toml() -> None:
    with pytest.raises(FormatError, match="toml: expected TOML, found Exceeds the limit"):
        Metadata.parse("a = " + "9" * 5000)
