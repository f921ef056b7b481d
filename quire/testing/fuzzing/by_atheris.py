"""The search of libFuzzer, through atheris, where that is installed: in a process of its own."""

from __future__ import annotations

import gc
import importlib.util
import os
import sys
from pathlib import Path
from random import Random
from types import FunctionType

from quire.testing.fuzzing.engine import HANGS, Engine
from quire.testing.fuzzing.mutating import MOST, Mutator
from quire.testing.fuzzing.targets import Target, seeds


def is_there() -> bool:
    """Whether atheris is installed."""
    return importlib.util.find_spec("atheris") is not None


def search(target: Target, folder: Path, seconds: float, seed: int) -> Engine:
    """Search for so long; libFuzzer tells how far it is.

    Args:
        target: The target.
        folder: Where inputs and finds are kept.
        seconds: How long.
        seed: What decides about changes.

    Returns:
        An engine with what was found.
    """
    engine = Engine(target, folder, seed)
    for data, choices in seeds(target):
        engine.try_bytes(data, choices)  # what is loaded late is loaded now
        engine.keep(data, choices)
    sys.stdout.flush()
    child = os.fork()
    if not child:
        try:
            _fuzz(engine, target, folder, seconds, seed)
        finally:
            os._exit(1)  # libFuzzer has ended the process, unless something is wrong
    os.waitpid(child, 0)
    engine.finds.load()
    return engine


def _fuzz(engine: Engine, target: Target, folder: Path, seconds: float, seed: int) -> None:
    import atheris  # type: ignore[import-not-found,import-untyped,unused-ignore]  # which nobody has to have

    for function in gc.get_objects():
        if type(function) is FunctionType and target.counts(function.__code__.co_filename):
            atheris.instrument_func(function)
    inputs = folder / "inputs"
    inputs.mkdir(parents=True, exist_ok=True)
    options = {
        "max_total_time": max(round(seconds), 1),
        "max_len": MOST,
        "seed": seed + 1,
        "timeout": round(2 * HANGS),
        "rss_limit_mb": 0,
        "artifact_prefix": f"{folder}/",
    }
    given = [f"-{name}={value}" for name, value in options.items()]
    random = Random(seed)  # noqa: S311  # no secret
    mutator = Mutator(random, target.words)

    def changed(data: bytes, most: int, number: int) -> bytes:
        random.seed(number)
        return mutator.changed(data)[:most]

    atheris.Setup(
        ["quire", *given, str(inputs)],
        engine.try_bytes,
        custom_mutator=changed,
    )
    atheris.Fuzz()
