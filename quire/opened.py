"""What is open until somebody closes it: one contract for all formats."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from functools import partial
from typing import Any, Self

from quire.runtime.stream import CLOSED
from quire.sources import Given, Source


class Closing:
    """What is closed at the end of a `with`."""

    @abstractmethod
    def close(self) -> None:
        """Let go of what it holds."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class OpenFile(Closing):
    """A file that is open until `close`, or to the end of a `with`.

    A pickle, or a copy, names the file and opens it again; that of bytes has these.

    Args:
        source: The file: see `quire.open`.
        verify: Whether checksums are compared.
    """

    def __init__(self, source: Given | Source, *, verify: bool = True) -> None:
        self._source = Source.of(source)
        self._verifies = verify
        self._is_closed = False

    @abstractmethod
    def _close(self) -> None:
        """Let the file go."""

    @property
    def source(self) -> Source:
        """Where the bytes of the file are."""
        return self._source

    def __reduce__(self) -> tuple[Callable[..., Self], tuple[Any, ...]]:
        self._expect_open()
        return partial(type(self), verify=self._verifies), (self._source,)

    def close(self) -> None:
        """Let the file go; nothing more can be read."""
        self._is_closed = True
        self._close()

    def _expect_open(self) -> None:
        if self._is_closed:
            raise ValueError(f"{self._source.name}: {CLOSED}")

    def __enter__(self) -> Self:
        self._expect_open()
        return self
