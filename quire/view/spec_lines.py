"""Places in the text of a spec: known without the compiler, which finds them."""

from __future__ import annotations

from typing import NamedTuple


class Lines(NamedTuple):
    """Where a field is in the text of a spec.

    Attributes:
        file: The number of the file.
        first: Its first line, from 1.
        last: Its last line.
    """

    file: int
    first: int
    last: int
