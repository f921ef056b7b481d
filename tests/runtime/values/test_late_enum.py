"""Enums that are made when somebody asks for them."""

from __future__ import annotations

import pickle
from enum import IntEnum
from threading import Barrier, Thread
from typing import Any

import pytest

from quire.runtime import LateEnum


class Holder:
    """A class with an enum."""

    class Kind(LateEnum):
        """What there is."""

        plain = 0
        noted = 1
        same = 1


class Derived(Holder):
    """A class of a user's own."""


def fresh() -> Any:
    """A class of whose enum nobody has asked for anything."""

    class Fresh:
        class Kind(LateEnum):
            one = 1

    return Fresh


def test_it_is_an_int_enum_in_every_respect() -> None:
    kind = Holder.Kind
    assert issubclass(kind, IntEnum)
    assert (kind(1), kind["plain"], list(kind)) == (kind.noted, 0, [kind.plain, kind.noted])
    assert kind["same"] is kind.noted
    assert (kind.__doc__, kind.__qualname__, kind.__module__) == (
        "What there is.",
        "Holder.Kind",
        __name__,
    )
    with pytest.raises(ValueError, match="7 is not a valid"):
        kind(7)


def test_classes_records_and_derived_classes_have_the_same_one() -> None:
    late = fresh()
    assert vars(late)["Kind"] is not (kind := type("Derived", (late,), {}).Kind)  # type: ignore[attr-defined]  # it inherits it
    assert vars(late)["Kind"] is kind is late.Kind is late().Kind
    assert Derived.Kind is Holder.Kind


def test_members_are_pickled() -> None:
    assert pickle.loads(pickle.dumps(Holder.Kind.noted)) is Holder.Kind.noted  # noqa: S301  # our own


def test_threads_that_ask_at_once_get_the_same_one() -> None:
    late, found, start = fresh(), [], Barrier(8)

    def ask() -> None:
        start.wait()
        found.append(late.Kind)

    threads = [Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 8
    assert {id(kind) for kind in found} == {id(late.Kind)}
