"""Work that other threads do ahead of the one that needs it, in order."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import islice
from typing import TypeVar

from quire.kernels.engine.given import whole_number
from quire.kernels.engine.threads import available_workers

Part = TypeVar("Part")
Made = TypeVar("Made")


def ahead(
    make: Callable[[Part], Made], parts: Iterator[Part], workers: int | None
) -> Iterator[Made]:
    """What is made of parts, in order; a few are worked on at once, and never more.

    Args:
        make: Called on other threads, unless there is one part alone.
        parts: Taken when a thread is about to be free.
        workers: Threads; None for the processors there are.

    Raises:
        ValueError: `workers` is below 1; a TypeError, if it is no number.
        Exception: what `make`, or the iterator, raised; what was made before it is given first.
    """
    count = available_workers() if workers is None else whole_number(workers, "workers", least=1)
    first = list(islice(parts, 2 * count))
    if len(first) == 1:  # to start threads would take longer than most single parts
        yield make(first[0])
        return
    with ThreadPoolExecutor(count) as pool:
        waiting: deque[Future[Made]] = deque(pool.submit(make, part) for part in first)
        while waiting:
            yield waiting.popleft().result()
            waiting.extend(pool.submit(make, part) for part in islice(parts, 1))
