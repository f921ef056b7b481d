"""Seconds of several ways to do the same, measured in turn."""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable, Mapping
from random import Random

Action = Callable[[], object]


class Timings:
    """Seconds of each action in each round.

    The machine is not quiet: actions take turns, so that what disturbs one round disturbs all
    of them, and a ratio is the median of those within each round.
    """

    def __init__(self, seconds: Mapping[str, list[float]]) -> None:
        self._seconds = seconds

    def median(self, name: str) -> float:
        """Seconds of an action."""
        return statistics.median(self._seconds[name])

    def ratio(self, name: str, base: str) -> float:
        """How many times the seconds of `base` an action takes."""
        pairs = zip(self._seconds[name], self._seconds[base], strict=True)
        return statistics.median(mine / its for mine, its in pairs)


def measure(actions: Mapping[str, Action], rounds: int) -> Timings:
    """Run every action once unmeasured, then once a round, in an order that is drawn each time.

    In the same order, one action would always find the caches as the same other one left them.
    What an action returns is let go after its time is taken.
    """
    for action in actions.values():
        action()
    seconds: dict[str, list[float]] = {name: [] for name in actions}
    draw = Random(rounds)
    for _ in range(rounds):
        for name in draw.sample([*actions], len(actions)):
            seconds[name].append(_seconds(actions[name]))
    return Timings(seconds)


def _seconds(action: Action) -> float:
    start = time.perf_counter()
    result = action()
    stop = time.perf_counter()
    del result
    return stop - start


SAMPLE = 0.01
"""Seconds of the processor that a sample takes at least: what is shorter is repeated in it."""


def in_turn(first: Action, second: Action, rounds: int) -> tuple[float, float]:
    """Median seconds of the processor, of two actions that take turns; short ones are repeated."""
    mine, theirs = _repeats(first), _repeats(second)
    samples = [
        (_processor_seconds(first, mine) / mine, _processor_seconds(second, theirs) / theirs)
        for _ in range(rounds)
    ]
    ours, others = zip(*samples, strict=True)
    return statistics.median(ours), statistics.median(others)


def _repeats(action: Action) -> int:
    """How often something is done in a sample. It is warm after this."""
    times = 1
    while (seconds := _processor_seconds(action, times)) < SAMPLE / 4:
        times *= 4
    return max(times, int(times * SAMPLE / seconds))


def _processor_seconds(action: Action, times: int) -> float:
    gc.collect()
    start = time.process_time()
    for _ in range(times):
        action()
    return time.process_time() - start
