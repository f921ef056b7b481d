"""The errors of ADR-019, section 3.6."""

from __future__ import annotations

from typing import Any

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


class TierZeroNoPolicy(FormatError):
    """No data of a tensor is kept, and nothing says how to make it (ADR-019, section 3.5)."""

    def __init__(self) -> None:
        super().__init__("metadata.reconstruct", "a policy to make an absent tensor by", "none")


class ReconstructionNeeded(FormatError):
    """A tensor is to be made from another one, which is not at hand.

    Attributes:
        source: Name of the other.
    """

    def __init__(self, source: str) -> None:
        super().__init__("metadata.reconstruct", f"the tensor {source!r} to make it from", "none")
        self.source = source


class ReconstructionDepthExceeded(FormatError):
    """An absent tensor is made of absent ones, too many in a row (ADR-019, section 6).

    Attributes:
        chain: What was to be made of what.
    """

    def __init__(self, most: int, chain: list[Any]) -> None:
        super().__init__("recipe", f"at most {most} absent tensors in a row", len(chain))
        self.chain = chain


class ReconstructionFailed(FormatError):
    """What an absent tensor is made of is not in the store, or has other values since.

    Attributes:
        source: Its key.
    """

    def __init__(self, source: object, found: str = "none") -> None:
        super().__init__("recipe.source", f"the tensor {source!r} to make it from", found)
        self.source = source


class TensorNeeded(ValueError):
    """A tensor cannot be changed or dropped, as absent ones are made of it.

    Attributes:
        key: Its key.
        needed_by: The keys of those.
    """

    def __init__(self, key: object, needed_by: list[Any]) -> None:
        others = f" and {len(needed_by) - 1} more" if len(needed_by) > 1 else ""
        super().__init__(
            f"{key!r} is needed to make {needed_by[0]!r}{others}, of which no data is kept:"
            " `move`, `put` or `discard` what is made of it first"
        )
        self.key = key
        self.needed_by = needed_by

    def __reduce__(self) -> tuple[type[TensorNeeded], tuple[object, list[Any]]]:
        return type(self), (self.key, self.needed_by)
