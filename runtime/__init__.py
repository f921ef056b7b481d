"""The ground floor: what every generated module is built upon."""

from quire.runtime.array import array_size, axis_of, put_array, view_array
from quire.runtime.aside import size_of
from quire.runtime.assembled import assembled, put_pieces
from quire.runtime.bits import BitRun
from quire.runtime.block import Block
from quire.runtime.checks import (
    expect_any_of,
    expect_at_least,
    expect_at_most,
    expect_count,
    expect_equal,
    expect_few,
    expect_member,
    expect_that,
    expect_until,
    expect_within,
    undecided,
)
from quire.runtime.copies import copied
from quire.runtime.digests import Settings
from quire.runtime.dismantling import dismantle, dismantled
from quire.runtime.document import Document
from quire.runtime.ended import len_deflated, len_sub_blocks, len_varint
from quire.runtime.errors import (
    BackendUnavailable,
    ChecksumError,
    ContradictionError,
    EncodingError,
    EndOfStreamError,
    FormatError,
    LimitError,
    NestingError,
    NoTerminatorFoundError,
    TruncatedError,
    UndecidedEndiannessError,
    ValidationExprError,
    ValidationFailedError,
    ValidationGreaterThanError,
    ValidationLessThanError,
    ValidationNotAnyOfError,
    ValidationNotEqualError,
    ValidationNotInEnumError,
)
from quire.runtime.explaining import located
from quire.runtime.fed import FieldsPart, ListPart, Opened, Parts, RecordPart
from quire.runtime.finding import first_of, has_at, last_index_of
from quire.runtime.fixed import Fixed
from quire.runtime.found import Found
from quire.runtime.instance import computed, instance
from quire.runtime.keys import Keys
from quire.runtime.late_enum import LateEnum
from quire.runtime.measured import size_put, written_size
from quire.runtime.numbers import bounded, common_length, exponent, quotient, shift_left, spelled
from quire.runtime.payloads import payload_bytes
from quire.runtime.process import deflate, encoded, inflate, rotate_left, xor
from quire.runtime.raw import Raw
from quire.runtime.reader import Reader
from quire.runtime.scalars import PACK, UNPACK
from quire.runtime.stream import Bytes
from quire.runtime.stride import Stride
from quire.runtime.struct import Struct
from quire.runtime.sums import Marks, Sum
from quire.runtime.tables import Members, Types
from quire.runtime.tagged import Tagged
from quire.runtime.text import decode_text, encode_text, trim, trim_view
from quire.runtime.writer import Writer

__all__ = [
    "PACK",
    "UNPACK",
    "BackendUnavailable",
    "BitRun",
    "Block",
    "Bytes",
    "ChecksumError",
    "ContradictionError",
    "Document",
    "EncodingError",
    "EndOfStreamError",
    "FieldsPart",
    "Fixed",
    "FormatError",
    "Found",
    "Keys",
    "LateEnum",
    "LimitError",
    "ListPart",
    "Marks",
    "Members",
    "NestingError",
    "NoTerminatorFoundError",
    "Opened",
    "Parts",
    "Raw",
    "Reader",
    "RecordPart",
    "Settings",
    "Stride",
    "Struct",
    "Sum",
    "Tagged",
    "TruncatedError",
    "Types",
    "UndecidedEndiannessError",
    "ValidationExprError",
    "ValidationFailedError",
    "ValidationGreaterThanError",
    "ValidationLessThanError",
    "ValidationNotAnyOfError",
    "ValidationNotEqualError",
    "ValidationNotInEnumError",
    "Writer",
    "array_size",
    "assembled",
    "axis_of",
    "bounded",
    "common_length",
    "computed",
    "copied",
    "decode_text",
    "deflate",
    "dismantle",
    "dismantled",
    "encode_text",
    "encoded",
    "expect_any_of",
    "expect_at_least",
    "expect_at_most",
    "expect_count",
    "expect_equal",
    "expect_few",
    "expect_member",
    "expect_that",
    "expect_until",
    "expect_within",
    "exponent",
    "first_of",
    "has_at",
    "inflate",
    "instance",
    "last_index_of",
    "len_deflated",
    "len_sub_blocks",
    "len_varint",
    "located",
    "payload_bytes",
    "put_array",
    "put_pieces",
    "quotient",
    "rotate_left",
    "shift_left",
    "size_of",
    "size_put",
    "spelled",
    "trim",
    "trim_view",
    "undecided",
    "view_array",
    "written_size",
    "xor",
]
