"""What is undone when something fails, and what is not."""

from __future__ import annotations

import pytest

from quire.storage.failing import if_it_fails


@pytest.mark.parametrize("error", [KeyError("a"), KeyboardInterrupt()])
def test_whatever_fails_is_undone_once_and_raised_again(error: BaseException) -> None:
    undone: list[int] = []
    with pytest.raises(type(error)) as raised, if_it_fails(lambda: undone.append(1)):
        raise error
    assert raised.value is error
    assert undone == [1]


def test_what_goes_well_is_not_undone() -> None:
    undone: list[int] = []
    with if_it_fails(lambda: undone.append(1)):
        pass
    assert undone == []
