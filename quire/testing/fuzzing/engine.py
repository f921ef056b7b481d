"""The loop: change an input, run it, keep it if it ran something new."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from quire.testing.choices import Choices
from quire.testing.fuzzing.corpus import Corpus, Entry
from quire.testing.fuzzing.coverage import Coverage
from quire.testing.fuzzing.finds import Find, Finds
from quire.testing.fuzzing.memory import memory_now, memory_peak
from quire.testing.fuzzing.mutating import Mutator, smaller
from quire.testing.fuzzing.targets import Target, seeds
from quire.testing.stored.stream import Refused

MEMORY, MEMORY_A_BYTE = 64 << 20, 8
"""Bytes that may be taken, and how many more for each of the input."""

SECONDS, BYTES_A_SECOND = 1.0, 1 << 20
"""Processor time that an input may take, and how many bytes may take as much."""

HANGS = 20.0
"""Seconds of processor time after which an input is ended."""

WAITS = 600.0
"""Seconds after which one is ended that waits for something: a lock, a pipe."""

SHARED = 5.0
"""Seconds between two looks at what other processes have found."""


class _HangError(BaseException):
    """An input that takes too long; nothing that it runs may catch this."""


@dataclass(frozen=True)
class Report:
    """How far the search has come.

    Attributes:
        runs: How many inputs were run.
        seconds: In what processor time.
        lines: How many lines of the target have run.
        inputs: How many inputs are in the corpus.
        finds: How many finds there are.
    """

    runs: int
    seconds: float
    lines: int
    inputs: int
    finds: int

    def __str__(self) -> str:
        rate = self.runs / max(self.seconds, 0.001)
        return (
            f"{self.seconds:.0f} CPU s: {self.runs} runs, {rate:.0f} a second, {self.lines} lines, "
            f"{self.inputs} inputs, {self.finds} finds"
        )


class Engine:
    """Fuzzes a target.

    Args:
        target: The target.
        folder: Where inputs and finds are kept, and taken up again; None for nowhere.
        seed: What decides about changes.
    """

    def __init__(self, target: Target, folder: Path | None = None, seed: int = 0) -> None:
        self._target = target
        self._random = Random(seed)  # noqa: S311  # no secret
        self._mutator = Mutator(self._random, target.words)
        self._corpus = Corpus(folder and folder / "inputs", self._random)
        self.finds = Finds(folder and folder / "finds")
        self._coverage = Coverage(target.counts)
        self._runs = 0

    def search(
        self, seconds: float, tell: Callable[[Report], None], runs: int | None = None
    ) -> Report:
        """Search for so long, or for so many runs.

        Args:
            seconds: How long: processor time, which others on the machine do not shorten.
            tell: Is told how far it is, every two seconds.
            runs: How many inputs at most.
        """
        begin, told = time.process_time(), time.monotonic()
        shared = told
        inputs = self._inputs()
        while (took := time.process_time() - begin) < seconds:
            if runs is not None and self._runs >= runs:
                break
            now = time.monotonic()
            if now - shared > SHARED:
                shared = now
                self._share()
            if now - told > 2:
                told = now
                tell(self._report(took))
            self._try(next(inputs))
        return self._report(time.process_time() - begin)

    def _report(self, seconds: float) -> Report:
        inputs, finds = len(self._corpus.entries), len(self.finds.by_stack)
        return Report(self._runs, seconds, self._coverage.lines, inputs, finds)

    def _share(self) -> None:
        for entry in self._corpus.of_others():
            self._try(entry)

    # -- inputs ---------------------------------------------------------------------------------

    def _inputs(self) -> Iterator[Entry]:
        """Those of the last time, some that are made, and then changed ones without end."""
        for entry in self._corpus.of_others():
            yield entry if entry.choices else self._known(entry.data)
        for data, choices in seeds(self._target):
            yield Entry(data, choices)
        yield Entry(b"")
        while True:
            yield self._changed()

    def _changed(self) -> Entry:
        """Another input: of other choices, or of other bytes."""
        entries = self._corpus
        if not entries.entries:
            return Entry(self._random.randbytes(16))
        entry, other = entries.next(), entries.next()
        if entry.choices is not None and self._random.random() < 0.4:
            return self._of_choices(self._mutator.changed(entry.choices, other.choices or b""))
        return Entry(self._mutator.changed(entry.data, other.data))

    def _of_choices(self, choices: bytes) -> Entry:
        draw = Choices(choices, self._random)
        try:
            with _ended(HANGS, WAITS):
                return Entry(self._target.made(draw), draw.made)
        except (Refused, _HangError):
            return Entry(choices)

    def _known(self, data: bytes) -> Entry:
        """An input that somebody has put into the folder, with its choices if it is valid."""
        return Entry(data, self._target.choices_of(data))

    def keep(self, data: bytes, choices: bytes | None) -> None:
        """Take an input in."""
        self._corpus.keep(Entry(data, choices))

    def try_bytes(self, data: bytes, choices: bytes | None = None) -> None:
        """Run an input whose lines somebody else watches; what goes wrong is a find."""
        find = self._run(data, watched=False)
        if find is not None and self.finds.is_new(find):
            self.finds.keep(self._minimised(Entry(data, choices), find))

    # -- running --------------------------------------------------------------------------------

    def _try(self, entry: Entry) -> None:
        """Run an input; keep it if it ran something new, or something went wrong."""
        before = self._coverage.lines
        find = self._run(entry.data, watched=True)
        if find is not None and self.finds.is_new(find):
            self.finds.keep(self._minimised(entry, find))
        elif self._coverage.lines > before:
            self._corpus.keep(entry)

    def _run(self, data: bytes, *, watched: bool) -> Find | None:
        """What goes wrong with an input."""
        self._runs += watched
        memory, begin = memory_now(), time.process_time()
        try:
            with _ended(HANGS, WAITS):
                if watched:
                    with self._coverage.watched():
                        self._target.run(data)
                else:
                    self._target.run(data)
        except _HangError as hang:
            if watched:  # which takes long where a kernel is compiled meanwhile
                return self._run(data, watched=False)
            return Find.of_cost(data, "too slow", f"more than {hang}")
        except Exception as error:  # noqa: BLE001  # that is what is searched for
            return Find.of_error(data, error)
        took, taken = time.process_time() - begin, memory_peak() - memory
        return self._cost(data, took, taken, watched=watched)

    def _cost(self, data: bytes, took: float, taken: int, *, watched: bool) -> Find | None:
        """What an input took too much of."""
        is_large = taken > MEMORY + MEMORY_A_BYTE * len(data)
        if not is_large and took <= SECONDS * max(len(data) / BYTES_A_SECOND, 1):
            return None
        if watched:  # which takes time itself; and kernels are loaded once
            return self._run(data, watched=False)
        if is_large:
            return Find.of_cost(data, "too much memory", f"{taken >> 20} MiB")
        return Find.of_cost(data, "too slow", f"{took:.1f} s")

    # -- finds ----------------------------------------------------------------------------------

    def _minimised(self, entry: Entry, find: Find) -> Find:
        """The smallest input of a find: of fewer choices, then of fewer bytes."""
        if len(find.stack) == 1:  # time and memory are not measured well again and again
            return find
        if entry.choices is not None:
            small = smaller(entry.choices, lambda new: self._is_of(self._made(new), find))
            entry = Entry(self._made(small))
        data = smaller(entry.data, lambda new: self._is_of(new, find))
        return self._run(data, watched=False) or find

    def _made(self, choices: bytes) -> bytes:
        with suppress(Refused):
            return self._target.made(Choices(choices))
        return b""

    def _is_of(self, data: bytes, find: Find) -> bool:
        again = self._run(data, watched=False)
        return again is not None and again.stack == find.stack


@contextmanager
def _ended(working: float, waiting: float) -> Iterator[None]:
    """End what takes more processor time, or more time of any kind."""

    def end(number: int, _: Any) -> None:
        is_work = number == signal.SIGPROF
        raise _HangError(f"{working:.0f} s" if is_work else f"{waiting:.0f} s of waiting")

    timers = (
        (signal.SIGPROF, signal.ITIMER_PROF, working),
        (signal.SIGALRM, signal.ITIMER_REAL, waiting),
    )
    before = [signal.signal(number, end) for number, _, _ in timers]
    for _, timer, seconds in timers:
        signal.setitimer(timer, seconds)
    try:
        yield
    finally:
        for (number, timer, _), handler in zip(timers, before, strict=True):
            signal.setitimer(timer, 0)
            signal.signal(number, handler)
