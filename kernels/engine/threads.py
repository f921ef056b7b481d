"""Decoding and encoding chunks in parallel on the CPU: the kernels release the GIL."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from itertools import islice
from threading import Lock
from typing import Any, TypeVar

from quire.kernels.engine.given import whole_number

MOST_THREADS = 1024
"""More are no help to anybody: each takes memory, and the system has an end of them."""

Job = Callable[[], object]
Part = TypeVar("Part")
Made = TypeVar("Made")


def run(jobs: Iterable[Job], workers: int | None = None) -> None:
    """Run every job, in any order, on `workers` threads; one worker is the calling thread.

    Jobs are taken from the iterable one at a time, when a thread is free: there may be
    millions. After an exception no further job starts.

    Args:
        jobs: Functions without arguments.
        workers: Number of threads; None for the processors this process may use.

    Raises:
        TypeError, ValueError: as of `threads`.
        BaseException: the first that a job, or the iterable, raised.
    """
    count = threads(workers)
    if count == 1:
        for job in jobs:
            job()
        return
    queue = _Queue(jobs)
    with ThreadPoolExecutor(count) as pool:
        for _ in range(count):
            pool.submit(queue.work)
    if queue.error is not None:
        raise queue.error


def threads(workers: Any) -> int:
    """Number of threads that is asked for; of None, that of the processors there are.

    Raises:
        TypeError: it is no whole number.
        ValueError: it is below 1, or above `MOST_THREADS`.
    """
    if workers is None:
        return available_workers()
    if isinstance(workers, bool):
        raise TypeError(f"workers: expected a whole number, found {workers}")
    count = whole_number(workers, "workers", least=1)
    if count > MOST_THREADS:
        raise ValueError(f"workers: expected at most {MOST_THREADS}, found {count}")
    return count


@contextmanager
def beside(jobs: Iterable[Job], workers: int | None = None) -> Iterator[None]:
    """Have jobs run by other threads while a block runs; this one joins in when it has ended.

    Args:
        jobs: Functions without arguments.
        workers: Number of threads, this one included; None for the processors there are.

    Raises:
        BaseException: the first that a job raised; or what the block raises: then no further
            job starts.
    """
    count = threads(workers)
    queue = _Queue(jobs)
    with ThreadPoolExecutor(max(count - 1, 1)) as pool:
        for _ in range(count - 1):
            pool.submit(queue.work)
        try:
            yield
        except BaseException as error:  # kept for the thread that waits, and raised again
            queue.error = error
            raise
        queue.work()
    if queue.error is not None:
        raise queue.error


def available_workers() -> int:
    """Number of processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def ahead(
    make: Callable[[Part], Made], parts: Iterator[Part], workers: int | None
) -> Iterator[Made]:
    """What is made of parts, in order; a few are worked on at once, and never more.

    Args:
        make: Called on other threads, unless there is one part alone.
        parts: Taken when a thread is about to be free.
        workers: Threads; None for the processors there are.

    Raises:
        TypeError, ValueError: as of `threads`.
        Exception: what `make`, or the iterator, raised; what was made before it is given first.
    """
    count = threads(workers)
    first = list(islice(parts, 2 * count))
    if len(first) == 1:  # to start threads would take longer than most single parts
        yield make(first[0])
        return
    with ThreadPoolExecutor(count) as pool:
        waiting: deque[Future[Made]] = deque(pool.submit(make, part) for part in first)
        while waiting:
            yield waiting.popleft().result()
            waiting.extend(pool.submit(make, part) for part in islice(parts, 1))


class _Queue:
    """Jobs that several threads take from one iterable, until it ends or something fails."""

    def __init__(self, jobs: Iterable[Job]) -> None:
        self._jobs = iter(jobs)
        self._lock = Lock()
        self.error: BaseException | None = None

    def work(self) -> None:
        """Take and run jobs until there are none."""
        try:
            while (job := self._take()) is not None:
                job()
        except BaseException as error:  # noqa: BLE001  # handed to the thread that called `run`
            with self._lock:
                self.error = self.error or error

    def _take(self) -> Job | None:
        with self._lock:
            return next(self._jobs, None) if self.error is None else None
