"""What callers give: arrays of numpy, torch or neither; devices and dtypes by any name."""

from __future__ import annotations

import operator
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping
from reprlib import repr as short
from typing import Any

import numpy as np
import numpy.typing as npt

from quire.kernels.backends.arrays import dtype_of, given_array
from quire.kernels.contract import ITEM_SIZES


def is_torch(value: object) -> bool:
    """Whether something is a tensor of torch; that is not imported for it."""
    torch = sys.modules.get("torch")
    return torch is not None and isinstance(value, torch.Tensor)


def is_cupy(value: object) -> bool:
    """Whether something is an array of CuPy; that is not imported for it."""
    cupy = sys.modules.get("cupy")
    return cupy is not None and isinstance(value, cupy.ndarray)


def on_gpu(value: object) -> bool:
    """Whether something is on a GPU: of CuPy, or of torch, if no gradient goes through it."""
    return is_cupy(value) or _is_on_gpu(value)


def _is_on_gpu(value: object) -> bool:
    return is_torch(value) and value.is_cuda and not value.requires_grad  # type: ignore[attr-defined]  # torch is not imported


def framework_of(value: object) -> str:
    """Whose tensor something is: "torch", else "numpy"."""
    return "torch" if is_torch(value) else "numpy"


def as_array(value: Any, argument: str) -> npt.NDArray[Any]:
    """An array or a tensor as an array of numpy; its memory is shared, if it is the host's.

    Args:
        value: Of torch, on any device, with a gradient or not; of CuPy; or what `given_array`
            takes.
        argument: Its name, for errors.

    Raises:
        TypeError, ValueError: as for `given_array`.
    """
    if is_cupy(value):
        copied: npt.NDArray[Any] = value.get()
        return copied
    if not is_torch(value):
        return given_array(value, argument)
    torch = sys.modules["torch"]
    try:
        held = value.detach().cpu()
        if held.dtype is torch.bfloat16:
            words: npt.NDArray[Any] = held.view(torch.int16).numpy()
            return words.view(dtype_of("bfloat16"))
        array: npt.NDArray[Any] = held.numpy()
    except (TypeError, RuntimeError) as error:  # a sparse one, or one without memory
        raise TypeError(f"{argument}: {error}") from error
    return array


def to_fill(out: Any, shape: tuple[int, ...], dtype: np.dtype[Any]) -> npt.NDArray[Any]:
    """The memory of an array or tensor that a caller gives to be filled; new memory without one.

    Args:
        out: Of numpy or torch, on the CPU; None for new memory.
        shape: That it must have.
        dtype: That it must have.

    Raises:
        ValueError: it has another shape or dtype, is not C-contiguous, cannot be written to, or is
            not on the CPU.
        TypeError: it is neither an array nor a tensor.
    """
    if out is None:
        return np.empty(shape, dtype)
    if is_torch(out):
        if out.device.type != "cpu":
            raise ValueError(f"out: expected a tensor on the CPU, found one on {out.device}")
        array = as_array(out, "out")
    elif isinstance(out, np.ndarray):
        array = out
    else:
        raise TypeError(f"out: expected an array, found {type(out).__name__}")
    if array.shape != shape or array.dtype != dtype:
        raise ValueError(f"out: expected {dtype} {shape}, found {array.dtype} {array.shape}")
    if not array.flags.c_contiguous or not array.flags.writeable:
        raise ValueError("out: expected a C-contiguous array that can be written to")
    return array


def expect_a(kind: type, value: object, argument: str) -> None:
    """Refuse what is of another class.

    Raises:
        TypeError: it is.
    """
    if not isinstance(value, kind):
        found = type(value).__name__
        raise TypeError(f"{argument}: expected {kind.__name__}, found {found}")


def expect_hashable(value: object, argument: str) -> None:
    """Refuse what no dict can have as a key.

    Raises:
        TypeError: it is such a thing.
    """
    try:
        hash(value)
    except TypeError:
        found = type(value).__name__
        raise TypeError(
            f"{argument}: expected what can be a key of a dict, found {found}"
        ) from None


def given_bytes(data: Any, argument: str) -> memoryview:
    """The bytes of a buffer.

    Raises:
        TypeError: it is none, or they are not one after another.
    """
    try:
        view = memoryview(data)
        # With a zero in its shape it cannot be cast.
        return view.cast("B") if view.nbytes else memoryview(b"")
    except TypeError:
        found = type(data).__name__
        raise TypeError(f"{argument}: expected bytes, found {found}") from None


def whole_number(value: Any, argument: str, least: int | None = None) -> int:
    """A number without a fraction, of Python or of numpy.

    Raises:
        TypeError: it is none.
        ValueError: it is below the least that there may be.
    """
    try:
        found = int(operator.index(value))
    except TypeError:
        raise TypeError(f"{argument}: expected a whole number, found {value!r}") from None
    if least is not None and found < least:
        raise ValueError(f"{argument}: expected at least {least}, found {value}")
    return found


def is_one_of(value: object, known: Collection[str]) -> bool:
    """Whether a value is one of some texts; an array is none."""
    return isinstance(value, str) and value in known


def expect_one_of(value: object, known: Collection[str], argument: str) -> None:
    """Refuse what is none of the choices that there are.

    Raises:
        ValueError: it is none.
    """
    choices = list(known)
    if not is_one_of(value, choices):
        most, last = ", ".join(choices[:-1]), "".join(choices[-1:])
        expected = f"{most} or {last}" if most else last
        raise ValueError(f"{argument}: expected {expected}, found {value!r}")


def expect_list(values: object, argument: str, of: str) -> None:
    """Refuse what is no list: of one text the letters would be taken.

    Raises:
        TypeError: it is one text, or nothing that has items.
    """
    if isinstance(values, str):
        raise TypeError(f"{argument}: expected a list of {of}, found a single text")
    if not isinstance(values, Iterable):
        raise TypeError(f"{argument}: expected a list of {of}, found {type(values).__name__}")


def given_pairs(values: Any, argument: str, of: str) -> Iterator[tuple[Any, Any]]:
    """The items of a mapping, or the pairs that something else gives, as they come.

    Raises:
        TypeError: it has no items; or, when it comes, one is no pair.
    """
    if isinstance(values, Mapping):
        return iter(values.items())
    expect_list(values, argument, f"pairs of {of}")
    return _pairs(values, argument, of)


def _pairs(values: Iterable[Any], argument: str, of: str) -> Iterator[tuple[Any, Any]]:
    for number, pair in enumerate(values):
        if not isinstance(pair, tuple | list) or len(pair) != 2:
            found = short(pair)
            raise TypeError(f"{argument}[{number}]: expected a pair of {of}, found {found}")
        yield pair[0], pair[1]
        del pair  # what is large is let go before the next one is made


def given_names(values: Any, argument: str) -> tuple[str, ...]:
    """A list of names.

    Raises:
        TypeError: it is one text, or has something else than texts.
    """
    expect_list(values, argument, "names")
    names = tuple(values)
    for name in names:
        if not isinstance(name, str):
            raise TypeError(f"{argument}: expected a list of names, found {name!r} in it")
    return names


def device_name(device: Any) -> str:
    """A device as quire calls it: "cpu", "cuda" or "cuda:N".

    Args:
        device: Such a text; None for the CPU; the number of a GPU; or what torch or CuPy has for
            a device.

    Raises:
        TypeError: it is none of these.
    """
    if device is None:
        return "cpu"
    if isinstance(device, str):
        return device
    kind = getattr(device, "type", None)  # of torch
    if isinstance(kind, str):
        return str(device)
    try:
        return f"cuda:{operator.index(getattr(device, 'id', device))}"  # of CuPy, or a number
    except TypeError:
        expected = "cpu, cuda, cuda:N, a number or a device of torch"
        raise TypeError(f"device: expected {expected}, found {device!r}") from None


def dtype_name(dtype: Any) -> str:
    """The name of a dtype, one of `contract.ITEM_SIZES`, such as "float16" or "bfloat16".

    Args:
        dtype: A name; a dtype or a type of scalars of numpy; or a dtype of torch.

    Raises:
        TypeError: it is none of these.
    """
    told = str(dtype).removeprefix("torch.")
    if told not in ITEM_SIZES:
        try:
            told = np.dtype(dtype).newbyteorder("=").name
        except (TypeError, UnicodeError):
            told = ""
    if told not in ITEM_SIZES:
        raise TypeError(f"dtype: expected one of {', '.join(ITEM_SIZES)}, found {dtype!r}")
    return told
