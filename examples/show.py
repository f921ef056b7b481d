"""What the demos print alike."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

import quire

Vectors = npt.NDArray[np.float32]


def headline(text: str) -> None:
    """Begin a format."""
    print(f"\n{text}\n{'=' * len(text)}")


def step(text: str) -> None:
    """Begin a step."""
    print(f"\n- {text}")


def numbers(values: Vectors) -> str:
    """A few values on one line."""
    return " ".join(f"{value:.4f}" for value in values)


def refused(damage: str, read: Callable[[], object]) -> None:
    """Print what a reader says to a damaged file."""
    try:
        read()
    except quire.FormatError as error:
        print(f"  {damage}: {type(error).__name__}\n    {error}")
    else:
        print(f"  {damage}: NOT NOTICED")
