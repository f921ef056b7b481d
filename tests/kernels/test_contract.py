"""quire's own codecs and kernels keep the contract that those of others are held against."""

from __future__ import annotations

import importlib
import inspect
import pickle
from importlib.util import find_spec

import pytest

from quire.generator.types import codec_args
from quire.kernels.codecs.affine_int.codec import AffineInt
from quire.kernels.codecs.bf16.codec import Bf16
from quire.kernels.codecs.fp16.codec import Fp16
from quire.kernels.contract import PARAMETER_TYPES, FixedCodec, Kernel, Operation
from quire.kernels.engine import offered
from quire.kernels.engine.registry import CODECS, all_kernels, codec


@pytest.mark.parametrize("name", CODECS)
def test_every_codec_keeps_the_contract(name: str) -> None:
    assert offered._fault(codec(name), name) is None


@pytest.mark.parametrize(
    "kernel", all_kernels(), ids=lambda each: f"{each.module}-{each.operation}"
)
def test_every_kernel_takes_what_the_engine_gives(kernel: Kernel) -> None:
    missing = [name for name in kernel.needs if find_spec(name) is None]
    if missing:
        pytest.skip(f"pip install {' '.join(missing)}")
    known = codec(kernel.codec)
    function = getattr(importlib.import_module(kernel.module), kernel.operation.value)
    parameters = list(inspect.signature(function).parameters.values())
    by_position = [each for each in parameters if each.kind is each.POSITIONAL_OR_KEYWORD]
    if kernel.operation is Operation.FIT:
        assert [each.name for each in by_position] == ["array", "precision"]
        return
    fixed = kernel.operation is Operation.DECODE or issubclass(known, FixedCodec)
    assert len(by_position) == (3 if fixed else 2)
    fresh = kernel.operation is Operation.DECODE and kernel.device == "cpu"
    assert ("fresh" in {each.name for each in parameters}) == fresh
    assert by_position[-1].name.lstrip("_") == "codec"
    assert by_position[-1].annotation in {each.__name__ for each in known.__mro__}


def test_the_compiler_knows_every_type_of_a_parameter() -> None:
    assert codec_args._TYPES.keys() == set(PARAMETER_TYPES)


def test_codecs_of_other_parameters_or_classes_differ_and_can_be_pickled() -> None:
    one = AffineInt((2, 3), "int16", 0.5, 1.0)
    assert one == AffineInt((2, 3), "int16", 0.5, 1.0)
    assert one != AffineInt((2, 3), "int8", 0.5, 1.0)
    assert pickle.loads(pickle.dumps(one)) == one  # noqa: S301  # our own bytes
    halves: list[object] = [Fp16((2,)), Bf16((2,))]
    assert halves[0] != halves[1]
    assert len({*halves, Fp16((2,))}) == 2
