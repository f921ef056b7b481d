"""Scans as machine code, which is kept on disk: Numba makes it once, and is not loaded to run it.

Numba takes half a second to be loaded, and as long again to take its own cache up. A scan needs
nothing of it once it is compiled: it takes the address of addresses, and calls nobody.
"""

from __future__ import annotations

import ctypes
import hashlib
import logging
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import llvmlite
import llvmlite.binding as llvm

from quire.generator.targets.python.kept import kept
from quire.storage.atomic import atomic_file

log = logging.getLogger(__name__)

_C_SCAN = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p)
"""A scan: it is given where the addresses of its arrays stand."""

_DIGEST = 32


@dataclass(frozen=True, slots=True)
class MachineScan:
    """A scan in machine code.

    Attributes:
        run: The function.
        engine: What holds its code.
    """

    run: Callable[[int], int]
    engine: Any

    def __call__(self, addresses: Any) -> int:
        """Go on by arrays whose addresses stand in an array of int64, without Python's lock."""
        return self.run(addresses.ctypes.data)


def machine_scan(title: str, text: str) -> MachineScan:
    """The scan of a module's text, over the words of `native`.

    Args:
        title: What the user is told where it has to be compiled.
        text: The module; its `scan` is compiled.
    """
    machine = _machine()
    made_of = "\n".join((llvmlite.__version__, machine.triple, *_processor(), _makers(), text))
    name = hashlib.sha256(made_of.encode()).hexdigest()
    code = _found(name)
    if code is None:
        log.warning("%s Compiling it takes seconds; the result is kept on disk if possible.", title)
        code = _made(text)
        _keep(name, code)
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)
    engine.add_object_file(llvm.ObjectFileRef.from_data(code))
    engine.finalize_object()
    return MachineScan(_C_SCAN(engine.get_function_address("scan")), engine)


def _made(text: str) -> bytes:
    """An object file with a function `scan`, and nothing that it would need besides."""
    from quire.columns.running.native import as_c  # it takes time

    machine = _machine()
    whole = llvm.parse_assembly("")
    for name, compiled in as_c(text).items():
        whole.link_in(llvm.parse_assembly(compiled.inspect_llvm()))
        arguments = [*whole.get_function(compiled.native_name).arguments]
        kinds = ", ".join(str(each.type) for each in arguments)
        call = ", ".join(f"{each.type} %{i}" for i, each in enumerate(arguments))
        whole.link_in(
            llvm.parse_assembly(f"""
            declare i64 @"{compiled.native_name}"({kinds})
            define i64 @{name}({call}) {{
                %found = call i64 @"{compiled.native_name}"({call})
                ret i64 %found
            }}
        """)
        )
    for function in whole.functions:
        if not function.is_declaration and function.name != "scan":
            function.linkage = "internal"
    # Once more, now that all callers are known: of words that cannot fail, no error is asked for.
    options = llvm.create_pipeline_tuning_options(speed_level=3)
    builder = llvm.create_pass_builder(machine, options)
    builder.getModulePassManager().run(whole, builder)
    strange = [each.name for each in whole.functions if _is_outside(each)]
    if strange:
        raise RuntimeError(f"a scan calls {', '.join(strange)}")  # pragma: no cover
    image: bytes = machine.emit_object(whole)
    return image


def _is_outside(function: Any) -> bool:
    """Whether it is not known what a function is."""
    return function.is_declaration and not function.name.startswith("llvm.")


def _machine() -> Any:
    """What makes code for this processor; each engine takes one for itself."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    cpu, features = _processor()
    target = llvm.Target.from_default_triple()
    return target.create_target_machine(cpu=cpu, features=features, opt=3, jit=True)


@cache
def _processor() -> tuple[str, str]:
    return llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten()


@cache
def _makers() -> str:
    """The text of what makes code of a scan: by another one, it is made anew."""
    here = Path(__file__)
    return "".join(each.read_text("utf-8") for each in (here, here.with_name("native.py")))


def _found(name: str) -> bytes | None:
    """Code that was kept; None if there is none, or if it was damaged since."""
    path = _path(name)
    if path is None:
        return None
    try:
        stored = path.read_bytes()
    except OSError:
        return None
    code = stored[_DIGEST:]
    return code if hashlib.sha256(code).digest() == stored[:_DIGEST] else None


def _keep(name: str, code: bytes) -> None:
    """Keep code, if there is a folder for it, and room."""
    path = _path(name)
    if path is not None:
        with suppress(OSError), atomic_file(path) as file:
            file.write(hashlib.sha256(code).digest() + code)


def _path(name: str) -> Path | None:
    """Where code is kept: in a folder that nobody else can write to."""
    store = kept()
    return None if store is None else Path(store.directory) / f"quire_scan_{name[:32]}.o"
