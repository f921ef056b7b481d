"""Jobs on threads: all run, few wait, the first failure stops the rest."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from functools import partial

import pytest

from quire.kernels.engine.threads import MOST_THREADS, Job, ahead, available_workers, beside, run


@pytest.mark.parametrize("workers", [None, 1, 2, 7])
def test_every_job_runs_once(workers: int | None) -> None:
    done: list[int] = []
    run((partial(done.append, i) for i in range(1000)), workers)
    assert sorted(done) == list(range(1000))


def test_one_worker_is_the_calling_thread_in_order() -> None:
    names: list[str] = []
    run([lambda: names.append(threading.current_thread().name)] * 3, workers=1)
    assert names == [threading.current_thread().name] * 3


def test_workers_run_at_the_same_time() -> None:
    barrier = threading.Barrier(3, timeout=10)
    run([barrier.wait] * 3, workers=3)


@pytest.mark.parametrize("workers", [1, 2])
def test_the_first_failure_is_raised_and_no_further_job_starts(workers: int) -> None:
    taken = 0

    def fail() -> None:
        raise RuntimeError("third")

    def jobs() -> Iterator[Job]:
        nonlocal taken
        for taken in range(1, 10_000):
            yield fail if taken == 3 else int

    with pytest.raises(RuntimeError, match="third"):
        run(jobs(), workers)
    assert taken < 10_000 - 1


@pytest.mark.parametrize("workers", [1, 2])
def test_a_failure_of_the_iterable_is_raised(workers: int) -> None:
    def jobs() -> Iterator[Job]:
        yield int
        raise ValueError("no more")

    with pytest.raises(ValueError, match="no more"):
        run(jobs(), workers)


def test_jobs_are_taken_when_a_thread_is_free() -> None:
    taken, running = 0, threading.Semaphore(0)

    def jobs() -> Iterator[Job]:
        nonlocal taken
        for _ in range(100):
            taken += 1
            yield running.acquire

    thread = threading.Thread(target=run, args=(jobs(), 2))
    thread.start()
    thread.join(0.2)
    assert taken <= 2
    running.release(100)
    thread.join(10)
    assert taken == 100


@pytest.mark.parametrize("workers", [None, 1, 2, 7])
def test_every_job_runs_beside_a_block(workers: int | None) -> None:
    done: list[int] = []
    with beside((partial(done.append, i) for i in range(1000)), workers):
        done.append(-1)
    assert sorted(done) == list(range(-1, 1000))


def test_jobs_run_while_the_block_does() -> None:
    started = threading.Event()
    with beside([started.set], workers=2):
        assert started.wait(10)


@pytest.mark.parametrize("workers", [1, 2])
def test_a_failure_beside_a_block_is_raised_when_it_has_ended(workers: int) -> None:
    def fail() -> None:
        raise RuntimeError("a job")

    ended = False
    with pytest.raises(RuntimeError, match="a job"), beside([fail], workers):
        ended = True
    assert ended


def test_a_block_that_fails_stops_the_jobs() -> None:
    taken = 0

    def jobs() -> Iterator[Job]:
        nonlocal taken
        for _ in range(1_000_000):
            taken += 1
            yield int

    with pytest.raises(ValueError, match="the block"), beside(jobs(), workers=2):
        raise ValueError("the block")
    assert taken < 1_000_000


def test_workers_below_one_are_refused() -> None:
    with pytest.raises(ValueError, match="workers: expected at least 1, found 0"):
        run([], workers=0)


def test_there_is_a_processor() -> None:
    assert available_workers() >= 1


@pytest.mark.parametrize("workers", [None, 1, 3])
def test_what_is_made_ahead_comes_in_order_and_few_parts_are_taken_early(
    workers: int | None,
) -> None:
    taken: list[int] = []

    def take(part: int) -> int:
        taken.append(part)
        return part

    count = workers or available_workers()
    for number, made in enumerate(ahead(lambda part: -part, map(take, range(1, 101)), workers), 1):
        assert made == -number
        assert len(taken) <= number + 2 * count
    assert len(taken) == 100


def test_one_part_is_made_by_the_calling_thread_and_none_make_nothing() -> None:
    assert [*ahead(lambda _: threading.current_thread(), iter([1]), 4)] == [
        threading.current_thread()
    ]
    assert [*ahead(abs, iter(()), 4)] == []


def test_what_was_made_before_a_failure_is_given_first() -> None:
    given: list[float] = []
    with pytest.raises(ZeroDivisionError):
        given += ahead(lambda part: 6 / part, iter([1, 2, 3, 0, 6]), 2)
    assert given == [6, 3, 2]


@pytest.mark.parametrize(("workers", "error"), [(0, ValueError), (1.5, TypeError)])
def test_no_number_of_threads_to_make_ahead(workers: object, error: type[Exception]) -> None:
    with pytest.raises(error, match="workers: expected"):
        next(ahead(abs, iter([1]), workers))  # type: ignore[arg-type]  # is refused


def test_there_are_no_more_threads_than_a_system_has() -> None:
    """Of 2**70 no end was seen: each was started, or asked for."""
    assert available_workers() <= MOST_THREADS
    for workers in (MOST_THREADS + 1, 2**70):
        with pytest.raises(ValueError, match=f"workers: expected at most {MOST_THREADS}, found"):
            run([], workers)
