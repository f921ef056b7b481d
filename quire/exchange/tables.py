"""Lists of records as tables of Arrow and pandas."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from importlib.util import find_spec
from typing import Any

import numpy as np

from quire.columns import NoColumnsError, read_columns
from quire.exchange.plain import Plain
from quire.exchange.rows import places_any
from quire.runtime.errors import BackendUnavailable
from quire.runtime.paths import attribute
from quire.runtime.showing.walk import value_at


def to_arrow(record: Any, path: str) -> Any:
    """See `Exchanged.to_arrow`."""
    pa = arrow()
    values = value_at(record, path)
    if not isinstance(values, list) and not hasattr(values, "column"):
        message = f"`{path}` is not a list, but of the type {type(values).__name__}"
        raise ValueError(message)
    # A record inside of others may depend on those, and columns are of fields alone.
    if record._holder is None and not places_any(type(record), path):
        with suppress(NoColumnsError):
            return pa.table(read_columns(type(record), record, path))
    plain = Plain(record, exact=False)
    if hasattr(values, "column"):
        return arrow_of(dict(zip(values.names, row, strict=True)) for row in values)
    return arrow_of(plain.value(each, f"{path}[{i}]") for i, each in enumerate(values))


def arrow_of(rows: Iterable[Any]) -> Any:
    """Rows as a table; those that are no dicts are in a column `value`.

    Raises:
        ValueError: Arrow has no type for the values of a column.
    """
    pa = arrow()
    made = [_for_arrow(row if isinstance(row, dict) else {"value": row}) for row in rows]
    names = dict.fromkeys(name for row in made for name in row)
    columns = {}
    for name in names:
        values = [row.get(name) for row in made]
        try:
            columns[name] = _column(pa, values)
        except (pa.ArrowException, TypeError, OverflowError) as error:
            message = f"column `{name}`: Arrow has no type for all of its values ({error})"
            raise ValueError(message) from error
    return pa.table(columns)


def _column(pa: Any, values: list[Any]) -> Any:
    """Values as a column; Arrow itself takes no whole numbers for ones without a sign."""
    try:
        return pa.array(values)
    except OverflowError:
        for kind in (pa.uint64(), pa.list_(pa.uint64())):
            with suppress(pa.ArrowException, TypeError, OverflowError):
                made = pa.array(values, kind)
                if made.to_pylist() == values:  # it cuts off what is behind a point
                    return made
        raise


def _for_arrow(value: Any) -> Any:
    """A value with the names of the spec, and without arrays of several axes."""
    if isinstance(value, dict):
        return {_spec_name(name): _for_arrow(each) for name, each in value.items()}
    if isinstance(value, list):
        return [_for_arrow(each) for each in value]
    return value.tolist() if isinstance(value, np.ndarray) and value.ndim > 1 else value


def _spec_name(name: str) -> str:
    """The name of a field in its spec, without the line that words of Python have behind them."""
    bare = name.removesuffix("_")
    return bare if attribute(bare) == name else name


def to_pandas(record: Any, path: str) -> Any:
    """See `Exchanged.to_pandas`."""
    table = to_arrow(record, path)
    if find_spec("pandas") is None:
        message = "pandas is not installed: `pip install pandas`"
        raise BackendUnavailable(message)
    expect_no_unions(table.schema, "pandas")
    return table.to_pandas()


def expect_no_unions(schema: Any, whose: str) -> None:
    """Refuse columns of values of several types, which others than Arrow have no place for.

    Raises:
        ValueError: there is one.
    """
    for field in schema:
        if name := _union_in(field):
            has = "has values of several types, which"
            message = f"column `{name}` {has} {whose} cannot hold: leave it out"
            raise ValueError(message)


def _union_in(field: Any) -> str:
    """The name of a field that is a union, or has one in it; "" if there is none."""
    kind = field.type
    if arrow().types.is_union(kind):
        return str(field.name)
    inner = (_union_in(kind.field(i)) for i in range(kind.num_fields))
    return next((f"{field.name}.{name}" for name in inner if name), "")


def arrow() -> Any:
    """The library.

    Raises:
        BackendUnavailable: it is not installed.
    """
    try:
        import pyarrow as pa
    except ImportError as error:
        message = "pyarrow is not installed: `pip install 'quire[parquet]'`"
        raise BackendUnavailable(message) from error
    return pa
