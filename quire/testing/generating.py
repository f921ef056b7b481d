"""Files out of choices."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from types import ModuleType
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

from quire.runtime.collecting import not_collecting
from quire.runtime.errors import FormatError
from quire.runtime.record import Record
from quire.runtime.structure.carried import read_carried
from quire.runtime.structure.lookup import type_and_spec
from quire.runtime.structure.tree import Spec
from quire.testing.choices import Choices
from quire.testing.making.maker import Maker
from quire.testing.making.records import TypeMaker
from quire.testing.plan.expressions import Unknown
from quire.testing.stored.stream import Refused, Stream

R = TypeVar("R", bound=Record)

ATTEMPTS = 200
"""How many files are begun for one that its reader takes."""

_OFTEN = 16
"""Of how many files one leads nowhere at first, where all are made carefully from the beginning."""

_LEADS_NOWHERE = (
    Refused,
    Unknown,
    FormatError,
    TypeError,
    ValueError,
    LookupError,
    AttributeError,
    ArithmeticError,
    RecursionError,
)
"""What comes of choices that do not fit together: expressions that cannot be computed, too."""


def generate(
    kind: type[R], choices: bytes | Choices | None = None, *, seed: int = 0, evil: bool = False
) -> R:
    """A valid file, as a record that was read.

    What follows from other fields (lengths, counts, positions, tags, checksums) is made so.

    Args:
        kind: A class that quire has generated; its parameters are chosen, too.
        choices: What decides about the rest; after their end all is as simple as can be.
        seed: What decides where there are no choices.
        evil: Whether one value of 128 is one at which parsers break: the bounds of its size, a
            float that is no number, a long text. The file is valid nevertheless.

    Raises:
        Refused: no file was found; the last reason is told.
        TypeError: quire has not made the class, or its module carries no plan.
    """
    return _generated(kind, _choices(choices, seed, evil=evil))[0]


def generated_bytes(
    kind: type[Record],
    choices: bytes | Choices | None = None,
    *,
    seed: int = 0,
    evil: bool = False,
) -> bytes:
    """The bytes of a valid file: see `generate`.

    Raises:
        TypeError: the type takes parameters, which the bytes do not have.
    """
    type_and_spec(kind)
    if kind._params:
        message = f"{kind.__qualname__} takes parameters: `generate` makes records that have them"
        raise TypeError(message)
    return _generated(kind, _choices(choices, seed, evil=evil))[1]


def _choices(given: bytes | Choices | None, seed: int, *, evil: bool) -> Choices:
    if isinstance(given, Choices):
        return given
    random = Random(seed) if given is None else None  # noqa: S311  # no secret
    return Choices(b"" if given is None else given, random, evil=evil)


def _generated(kind: type[R], draw: Choices) -> tuple[R, bytes]:
    """A valid file, as a record that was read, and its bytes."""
    path = type_and_spec(kind)[0].path  # an error for what is no generated class
    whole = maker_of(kind).type(path)
    for _ in range(ATTEMPTS):
        is_last = draw.is_spent  # the next one would be the same
        draw.afresh(is_careful=_OFTEN * whole.count_refused > whole.count_begun)
        whole.count_begun += not draw.is_careful
        try:
            with not_collecting():  # what is made of a file is all needed until it is there
                data, params = _made(whole, draw)
                return _read(kind, data, params), data
        except _LEADS_NOWHERE as error:
            reason = error
            if is_last:
                break
    message = f"no file that was begun is valid; the last one: {reason}"
    raise Refused(message) from reason


def _made(whole: TypeMaker, draw: Choices) -> tuple[bytes, dict[str, Any]]:
    """The bytes of a file, and the parameters that it is read with.

    Raises:
        Refused: the choices lead to none.
    """
    stream = Stream(draw)
    try:
        params = whole.params(draw)
        whole.make(draw, stream, None, None, params)
        return stream.finish(), params
    except Refused:
        if draw.is_careful:
            raise
    finally:
        draw.drop()
    whole.count_refused += 1
    draw.back()
    return _made(whole, draw)


def _read(kind: type[R], data: bytes, params: dict[str, Any]) -> R:
    record = kind.from_bytes(data, *params.values())
    if not record._auto_read:  # noqa: SLF001  # as with `ks-debug`
        record._read()
    return record


_MAKERS: WeakKeyDictionary[type[Record], Maker] = WeakKeyDictionary()


def maker_of(kind: type[Record]) -> Maker:
    """What makes the types of the spec of a class, and of those that it imports."""
    if kind not in _MAKERS:
        _MAKERS[kind] = _new_maker(kind)
    return _MAKERS[kind]


def _new_maker(kind: type[Record]) -> Maker:
    known: dict[str, Maker] = {}

    def foreign(name: str) -> Maker:
        if name not in known:
            spec = next((each for each in _imported(kind) if each.id == name), None)
            if spec is None:
                raise Refused(f"no plan of the spec `{name}`")
            known[name] = Maker(spec, foreign)
        return known[name]

    _, spec = type_and_spec(kind)
    return known.setdefault(spec.id, Maker(spec, foreign))


def _imported(kind: type[Any]) -> Iterator[Spec]:
    """The plans of the modules that a generated one imports, and of those that they do."""
    pending, seen = [_beside(kind)], set()
    while pending:
        for names in map(_beside, pending.pop().values()):
            text = names.get("_PLAN")
            if isinstance(text, str) and text not in seen:
                seen.add(text)
                pending.append(names)
                yield read_carried(text)[1]


def _beside(value: Any) -> dict[str, Any]:
    """The names of a module that was imported, or of the one that a class is of."""
    if isinstance(value, ModuleType):
        return vars(value)
    is_class = isinstance(value, type) and issubclass(value, Record)
    found: dict[str, Any] = value._read_at.__globals__ if is_class else {}
    return found
