"""How the numba kernels are compiled: one set of options, and what numba itself cannot say.

No fastmath: contraction alone fuses `q * scale + min` and changes the bits of the result.
No parallel: it costs a millisecond a call; chunks run on threads instead (`threads.py`).
"""

from __future__ import annotations

import functools
import hashlib
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
from llvmlite import ir
from numba import types
from numba.core import cgutils, event
from numba.extending import intrinsic

from quire.kernels.backends.arrays import CACHE_LINE

Function = TypeVar("Function", bound=Callable[..., Any])

AHEAD = 4096
"""How far ahead `fetch_after` looks, in bytes; 1024 does nearly as well."""

log = logging.getLogger(__name__)

OPTIONS: dict[str, Any] = {
    "nogil": True,
    "error_model": "numpy",  # a division by zero is infinity, without a branch in the loop
}


class _Notes(event.Listener):
    """Says what takes so long when a kernel is compiled: the first call waits for seconds."""

    def on_start(self, event: Any) -> None:
        """Note a kernel of quire's; those of other libraries are not looked at."""
        function = event.data["dispatcher"].py_func
        if (function.__module__ or "").startswith("quire."):
            message = "compiling %s.%s: the next process finds it on disk, where there is a cache"
            log.info(message, function.__module__, function.__qualname__)

    def on_end(self, event: Any) -> None:
        """Nothing more to say."""


event.register("numba:compile", _Notes())  # type: ignore[no-untyped-call]  # numba has no types


def kernel(function: Function) -> Function:
    """Compile on the first call, and keep the code on disk for the processes to come.

    The code is made anew when a file of the kernel's own folder has changed, or one of this folder:
    compiled functions and intrinsics that a kernel uses belong there.

    A closure is found there again if it closes over numbers alone: over a kernel or an intrinsic,
    it is compiled in every process. It passes the numbers on as what the compiler knows, so that
    what it calls is compiled for each of them; `np.int64(number)` is one function for all.
    """
    try:
        compiled = numba.njit(cache=True, **OPTIONS)(function)
    except RuntimeError as error:
        if "cannot cache" not in str(error):
            raise
        # Nowhere to write: compile in every process.
        return cast(Function, numba.njit(**OPTIONS)(function))
    if compiled is not function:  # `NUMBA_DISABLE_JIT`
        _follow(compiled._cache._cache_file, Path(function.__code__.co_filename).parent)  # noqa: SLF001  # as below
    return cast(Function, compiled)


def _follow(kept: Any, folder: Path) -> None:
    """Let kept code be that of the modules of a folder, and of this one's.

    numba itself looks at the file of the function and at no other, and has no other way in.
    """
    sources = _sources(folder), _sources(Path(__file__).parent)
    kept._source_stamp = kept._source_stamp, *sources  # noqa: SLF001  # there is no other way in


@functools.cache
def _sources(folder: Path) -> str:
    """A digest of the modules of a folder."""
    digest = hashlib.sha256()
    for path in sorted(folder.glob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _inlined(generator: Callable[..., Any]) -> Callable[..., Any]:
    """`numba.extending.intrinsic`, whose type does not know that callers leave `_typing` out."""
    return cast(Callable[..., Any], intrinsic(generator))


@_inlined
def wide_vectors(_typing: Any) -> Any:
    """Let the loops of this kernel use 512-bit vectors, where the processor has them.

    LLVM prefers half of that, for the sake of old processors. Whole lines of the cache at
    a time make stores to memory 10 to 30 % faster.
    """

    def generate(context: Any, builder: Any, _signature: Any, _arguments: Any) -> Any:
        # Past llvmlite's own `add`, which knows the attributes without a value only.
        set.add(builder.function.attributes, '"prefer-vector-width"="512"')
        return context.get_dummy_value()

    return types.void(), generate


@_inlined
def inline(_typing: Any) -> Any:
    """Let this kernel become part of those that call it.

    LLVM would not always do it, and a loop of a function that stays one was seen to go value by
    value: of `half.widen` in blocks of 256, 6 times as slow.
    """

    def generate(context: Any, builder: Any, _signature: Any, _arguments: Any) -> Any:
        builder.function.attributes.add("alwaysinline")
        return context.get_dummy_value()

    return types.void(), generate


@_inlined
def store_past_cache(_typing: Any, block: Any, out: Any, _start: Any) -> Any:
    """`out[start : start + block.size] = block`, in memory and not in the cache.

    Both begin on a line of the cache and are whole lines long, as `arrays.past_cache` and
    `arrays.line_block` give them. Other threads see it after `finish_stores`.
    """

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        block, out = (
            _contents(context, builder, kind, value)
            for kind, value in zip(signature.args[:2], arguments[:2], strict=True)
        )
        line = ir.VectorType(ir.IntType(32), CACHE_LINE // 4).as_pointer()
        source = builder.bitcast(block.data, line)
        target = builder.bitcast(builder.gep(out.data, [arguments[2]]), line)
        values = ir.Constant(block.nitems.type, CACHE_LINE * 8 // signature.args[0].dtype.bitwidth)
        with cgutils.for_range(builder, builder.udiv(block.nitems, values)) as loop:
            loaded = builder.load(builder.gep(source, [loop.index]), align=CACHE_LINE)
            store = builder.store(loaded, builder.gep(target, [loop.index]), align=CACHE_LINE)
            store.set_metadata("nontemporal", _past_cache(builder))
        return context.get_dummy_value()

    return types.void(block, out, types.intp), generate


@_inlined
def fetch_after(_typing: Any, part: Any) -> Any:
    """Have memory that is read soon brought to the cache: what lies `AHEAD` of a uint8 part.

    The processor foresees reads by itself, but too late beside `store_past_cache`: 1.14 times
    a copy become 1.0 for `fp16`. Addresses past the end of an array do no harm.
    """

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array = _contents(context, builder, signature.args[0], arguments[0])
        byte, integer = ir.IntType(8).as_pointer(), ir.IntType(32)
        prefetch = builder.module.declare_intrinsic(
            "llvm.prefetch", [byte], ir.FunctionType(ir.VoidType(), [byte, *[integer] * 3])
        )
        read, keep, data = (ir.Constant(integer, value) for value in (0, 3, 1))
        lines = builder.udiv(array.nitems, ir.Constant(array.nitems.type, CACHE_LINE))
        with cgutils.for_range(builder, lines) as loop:
            offset = builder.mul(loop.index, ir.Constant(lines.type, CACHE_LINE))
            offset = builder.add(offset, ir.Constant(lines.type, AHEAD))
            builder.call(prefetch, [builder.gep(array.data, [offset]), read, keep, data])
        return context.get_dummy_value()

    return types.void(part), generate


@_inlined
def finish_stores(_typing: Any) -> Any:
    """Complete what `store_past_cache` wrote before what follows, as ordinary stores do."""

    def generate(context: Any, builder: Any, _signature: Any, _arguments: Any) -> Any:
        module = builder.module
        if module.triple.startswith(("x86_64", "i686")):
            # What LLVM makes of a fence here is not documented to order these stores.
            nothing = ir.FunctionType(ir.VoidType(), [])
            builder.call(module.declare_intrinsic("llvm.x86.sse.sfence", (), nothing), [])
        else:
            builder.fence("seq_cst")
        return context.get_dummy_value()

    return types.void(), generate


@_inlined
def load_u16(_typing: Any, array: Any, _index: Any) -> Any:
    """`array.view(uint16)[index]` of a flat uint8 array at any address, odd ones included."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        pointer = _word_pointer(context, builder, signature, arguments)
        return builder.load(pointer, align=1)

    return types.uint16(array, types.intp), generate


@_inlined
def store_u16(_typing: Any, array: Any, _index: Any, _value: Any) -> Any:
    """`array.view(uint16)[index] = value` in a flat uint8 array at any address."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        pointer = _word_pointer(context, builder, signature, arguments)
        builder.store(arguments[2], pointer, align=1)
        return context.get_dummy_value()

    return types.void(array, types.intp, types.uint16), generate


@_inlined
def store_u64(_typing: Any, array: Any, _start: Any, _value: Any) -> Any:
    """The eight bytes of a number into a flat uint8 array, from any byte on."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        target = _contents(context, builder, signature.args[0], arguments[0])
        place = builder.gep(target.data, [arguments[1]])
        builder.store(arguments[2], builder.bitcast(place, ir.IntType(64).as_pointer()), align=1)
        return context.get_dummy_value()

    return types.void(array, types.intp, types.uint64), generate


def _past_cache(builder: Any) -> Any:
    """A hint for a store, on any processor: those without such stores make ordinary ones."""
    return builder.module.add_metadata([ir.Constant(ir.IntType(32), 1)])


def _word_pointer(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """Address of one 16-bit word of the array that is the first argument."""
    array = _contents(context, builder, signature.args[0], arguments[0])
    words = builder.bitcast(array.data, ir.IntType(16).as_pointer())
    return builder.gep(words, [arguments[1]])


def _contents(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    """What an array consists of: `data`, `nitems` and so on."""
    proxy: Any = cgutils.create_struct_proxy(kind)  # type: ignore[no-untyped-call]  # numba's
    return proxy(context, builder, value)
