"""The choices that make a file again."""

from __future__ import annotations

from collections.abc import Callable

from quire.runtime.record import Record
from quire.runtime.structure.lookup import type_and_spec
from quire.testing.choices import AS_THEY_ARE, Choices
from quire.testing.generating import generated_bytes, maker_of
from quire.testing.making.like import Leaves, Like
from quire.testing.plan.expressions import Unknown
from quire.testing.reading.file_scan import FileScan
from quire.testing.reading.found import Reading
from quire.testing.stored.stream import Refused, Stream
from quire.testing.stored.window import Wrong

_NOT_SAID = (Refused, Unknown, Wrong, TypeError, ValueError, LookupError, ArithmeticError)


class Following(Choices):
    """Choices that are as a file has them."""

    def __init__(self, size: int) -> None:
        super().__init__(AS_THEY_ARE)
        self.largest += size

    def again(self) -> bool:
        """No: there is one choice."""
        return False

    def value(self, size: int | None, there: Callable[[], bytes]) -> bytes | None:
        """The value that is there."""
        data = there()
        self.as_there(b"\x80" + (len(data).to_bytes(4, "big") if size is None else b"") + data)
        return data


def choices_of(kind: type[Record], data: bytes) -> bytes:
    """The choices of which `generated_bytes` makes a file again, byte for byte.

    Other choices that begin like them make valid files, too, that are much like it.

    Args:
        kind: The class of the file.
        data: The file.

    Raises:
        ValueError: it is not valid; or it is not as quire would make it: the field is named where
            it is something else.
        Unsure: the plan does not tell whether it is valid.
        TypeError: quire has not made the class, or its module carries no plan.
    """
    made, choices, reading = _followed(kind, data)
    if made == data:
        made = generated_bytes(kind, choices)
    if made != data:
        raise ValueError(_difference(reading, data, made))
    return choices


def repaired(kind: type[Record], data: bytes) -> bytes:
    """A file with the checksums, lengths and positions that quire would give it.

    Args:
        kind: The class of the file.
        data: A file that can be read, or one whose checksums are wrong.

    Raises:
        ValueError, Unsure, TypeError: as `choices_of`.
    """
    return _followed(kind, data)[0]


def _followed(kind: type[Record], data: bytes) -> tuple[bytes, bytes, Reading]:
    """A file that is made like another one, the choices of it, and how the other one is read."""
    path = type_and_spec(kind)[0].path  # an error for what is no generated class
    maker = maker_of(kind)
    if not isinstance(data, bytes | bytearray | memoryview):
        message = f"data: expected bytes, found {type(data).__name__}"
        raise TypeError(message)
    try:
        reading = FileScan(maker, path, most=len(data)).read(data)
    except Wrong as wrong:
        message = f"the file is not valid: {wrong.error} at `{wrong.path}`"
        raise ValueError(message) from None
    draw, leaves = Following(len(data)), Leaves(reading)
    stream = Stream(draw)
    try:
        maker.type(path).make(draw, stream, None, None, {}, made_like=Like(reading.top, leaves))
        made = stream.finish()
    except _NOT_SAID as error:
        message = f"`{leaves.last}` cannot be chosen like this: {error}"
        raise ValueError(message) from error
    return made, draw.made, reading


def _difference(reading: Reading, data: bytes, made: bytes) -> str:
    """Where a file is not as it would be made."""
    pairs = enumerate(zip(data, made, strict=False))
    at = next((at for at, (old, new) in pairs if old != new), min(len(data), len(made)))
    names = [each.path for each in reading.found if each.begin <= at < each.end]
    where = f"`{names[-1]}`" if names else "what no field has"
    return f"{where}, at byte {at}, is not as it would be made"
