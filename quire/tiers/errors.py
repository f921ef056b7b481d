"""The errors of ADR-019, section 3.6."""

from __future__ import annotations

from quire.runtime.errors import FormatError


class CodecErr(FormatError):
    """Codes cannot be packed or unpacked as they were asked to be."""


class OutputTooSmall(CodecErr):
    """There is no room for the result.

    Attributes:
        required: How many elements it takes.
    """

    def __init__(self, required: int, found: int) -> None:
        super().__init__("out", f"at least {required} elements", found)
        self.required = required


class InputTooSmall(CodecErr):
    """There are fewer bytes than so many codes take.

    Attributes:
        required: How many they take.
    """

    def __init__(self, required: int, found: int) -> None:
        super().__init__("data", f"at least {required} bytes", found)
        self.required = required


class InvalidBitWidth(CodecErr):
    """There are no codes that wide.

    Attributes:
        bits: What was asked for.
    """

    def __init__(self, bits: int, expected: str = "1 to 8") -> None:
        super().__init__("bits", expected, bits)
        self.bits = bits
