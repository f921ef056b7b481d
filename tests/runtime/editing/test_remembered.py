"""What was found to differ is remembered, and nothing else."""

from __future__ import annotations

from quire.runtime.editing.comparing.remembered import (
    is_known_to_differ,
    remember,
    remembering,
)


def test_nothing_beside_what_differs_is_not_remembered_as_another_one() -> None:
    with remembering():
        remember([([None, 1], [None, 2])])
        assert not is_known_to_differ([None], [None])
        remember([([None], [2])])
        assert not is_known_to_differ([None], [None])
