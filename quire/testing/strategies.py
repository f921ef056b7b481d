"""Files as strategies of Hypothesis, which finds the smallest one that a test fails with."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from quire.runtime.errors import BackendUnavailable
from quire.runtime.record import Record
from quire.runtime.structure.lookup import type_and_spec
from quire.testing.choices import Choices
from quire.testing.generating import generated_bytes
from quire.testing.stored.stream import Refused

if TYPE_CHECKING:
    from hypothesis import strategies as st

R = TypeVar("R", bound=Record)
T = TypeVar("T")


def strategy(kind: type[R]) -> st.SearchStrategy[R]:
    """Valid files, as records that were read.

    Args:
        kind: A class that quire has generated, of a type without parameters.

    Raises:
        BackendUnavailable: Hypothesis is not installed.
        TypeError: quire has not made the class.
    """
    type_and_spec(kind)  # an error for what is no generated class
    return files(kind).map(kind.from_bytes)


def files(kind: type[Record]) -> st.SearchStrategy[bytes]:
    """The bytes of valid files: see `strategy`."""
    try:
        import hypothesis
        from hypothesis import strategies as st
    except ImportError as error:
        message = "files as a strategy take Hypothesis (pip install hypothesis)"
        raise BackendUnavailable(message) from error

    @st.composite
    def made(draw: st.DrawFn) -> bytes:
        try:
            return generated_bytes(kind, Choices(random=_Drawn(draw)))
        except Refused:
            hypothesis.reject()

    return made()


class _Drawn:
    """Choices that Hypothesis makes, and makes simpler.

    A byte is a number to it: the less, the simpler. All bytes of a value are one choice.
    """

    def __init__(self, draw: st.DrawFn) -> None:
        from hypothesis import strategies as st

        self._draw, self._byte, self._bytes = draw, st.integers(0, 255), st.binary

    def together(self, make: Callable[[], T]) -> T:
        """Make what Hypothesis may leave out as a whole."""
        from hypothesis import strategies as st

        return self._draw(st.builds(make))

    def randbytes(self, n: int, /) -> bytes:
        """So many bytes."""
        if n == 1:
            return bytes([self._draw(self._byte)])
        return self._draw(self._bytes(min_size=n, max_size=n))
