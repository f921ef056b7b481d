"""Which lines run, of some files alone."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import CodeType, FrameType
from typing import Any

Line = tuple[CodeType, int]


class Coverage:
    """Notes the lines that run for the first time.

    Lines that are known cost nothing where Python has `sys.monitoring` (3.12 and later).

    Args:
        wanted: Whether the lines of a file count, by its name.

    Attributes:
        lines: How many have run.
    """

    def __init__(self, wanted: Callable[[str], bool]) -> None:
        self._wanted = wanted
        self._seen: set[Line] = set()
        self._is_wanted: dict[CodeType, bool] = {}
        self._is_begun = False

    @property
    def lines(self) -> int:
        """How many lines have run."""
        return len(self._seen)

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Note what runs."""
        with self._monitored() if hasattr(sys, "monitoring") else self._traced():
            yield

    def _counts(self, code: CodeType) -> bool:
        if code not in self._is_wanted:
            self._is_wanted[code] = self._wanted(code.co_filename)
        return self._is_wanted[code]

    @contextmanager
    def _traced(self) -> Iterator[None]:
        seen = self._seen

        def line(frame: FrameType, _event: str, _arg: Any) -> Any:
            seen.add((frame.f_code, frame.f_lineno))
            return line

        def call(frame: FrameType, _event: str, _arg: Any) -> Any:
            return line if self._counts(frame.f_code) else None

        before = sys.gettrace()
        sys.settrace(call)
        try:
            yield
        finally:
            sys.settrace(before)

    @contextmanager
    def _monitored(self) -> Iterator[None]:
        monitoring: Any = sys.monitoring  # type: ignore[attr-defined,unused-ignore]  # of 3.12
        events, tool = monitoring.events, monitoring.COVERAGE_ID
        here = threading.get_ident()

        def line(code: CodeType, number: int) -> Any:
            if threading.get_ident() == here and self._counts(code):
                self._seen.add((code, number))
            return monitoring.DISABLE

        if not self._is_begun:  # lines that another search knows are new to this one
            self._is_begun = True
            monitoring.restart_events()
        monitoring.use_tool_id(tool, "quire fuzz")
        monitoring.register_callback(tool, events.LINE, line)
        monitoring.set_events(tool, events.LINE)
        try:
            yield
        finally:
            monitoring.set_events(tool, 0)
            monitoring.register_callback(tool, events.LINE, None)
            monitoring.free_tool_id(tool)
