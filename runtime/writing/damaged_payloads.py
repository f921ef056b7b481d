"""Payloads that are others now than were read: a new digest would hide that theirs was wrong."""

from __future__ import annotations

from typing import Any

from quire.runtime.standing import kept


def expect_matched(record: Any, name: str, twin: Any, digest: Any) -> None:
    """Refuse to make a digest of a payload anew, if that which was read did not match it.

    Args:
        record: The record that has the payload.
        name: The field, or whatever else tells something: nothing is asked of that.
        twin: The record as it was read; None, if it was not.
        digest: What was read in the place of what is made anew.

    Raises:
        ChecksumError: it did not.
    """
    if hasattr(kept(record, name), "expect_matched"):
        was: Any = getattr(twin, name, None)
        if hasattr(was, "expect_matched"):
            was.expect_matched(digest)
