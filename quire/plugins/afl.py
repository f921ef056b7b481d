"""A custom mutator of AFL++: files of a spec that change and stay valid, mostly.

AFL_PYTHON_MODULE=quire.plugins.afl QUIRE_SPEC=book.ksy afl-fuzz -i corpus -o found -- ./parser @@

The names and what they take are those of AFL++: see `docs/custom_mutators.md` of it.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from quire.plugins.classes import class_of

if TYPE_CHECKING:
    from quire.testing.mutators import FileMutator, Smaller

STEPS = 200
"""Files that are looked at for a smaller one."""

AS_IT_IS = 8
"""One of so many files is run with the checksums that it has, wrong or not."""


class _State:
    """What AFL++ does at present."""

    mutator: FileMutator
    smaller: Smaller
    step: int


def init(seed: int) -> None:
    """Begin: AFL++ tells what decides.

    Raises:
        RuntimeError: the environment does not say of which spec files are.
        SpecError: the spec is bad.
    """
    from quire.formats import FORMATS  # when all else of quire is needed, too
    from quire.testing.mutators import FileMutator

    spec = os.environ.get("QUIRE_SPEC")
    if not spec:
        message = "say of what: QUIRE_SPEC=book.ksy, or the name of a format"
        raise RuntimeError(message)
    known = {each.name: each for each in FORMATS}
    kind: Any = known[spec].generated() if spec in known else class_of(Path(spec))
    _State.mutator = FileMutator(kind, seed)


def deinit() -> None:
    """End: there is nothing to give back."""


def fuzz(buf: bytearray, add_buf: bytearray, max_size: int) -> bytearray:
    """A file like `buf`, maybe with parts of `add_buf`, of `max_size` bytes at most."""
    return bytearray(_State.mutator.changed(bytes(buf), bytes(add_buf), max_size))


def post_process(buf: bytearray) -> bytearray:
    """What the program gets: AFL++ changes bytes itself, which makes checksums wrong."""
    data = bytes(buf)
    if sum(data) % AS_IT_IS == 0:
        return buf
    return bytearray(_State.mutator.repaired(data))


def init_trim(buf: bytearray) -> int:
    """Begin to make a file smaller: how many steps there are at most."""
    _State.smaller, _State.step = _State.mutator.smaller(bytes(buf)), 0
    return 0 if _State.smaller.is_done else STEPS


def trim() -> bytearray:
    """The file of the next step."""
    return bytearray(_State.smaller.step())


def post_trim(success: bool) -> int:  # noqa: FBT001  # AFL++ gives it by position
    """Whether it runs as before: the number of the next step."""
    _State.smaller.told(will_do=bool(success))
    _State.step = STEPS if _State.smaller.is_done else _State.step + 1
    return _State.step
