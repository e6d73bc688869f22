"""The chain of a save: every line ends with a checksum over itself and the line before."""

from __future__ import annotations

import hashlib
from io import BytesIO

_TAIL = len(b',"sum":"0123456789abcdef"}')

CHECKSUM_BYTES = _TAIL + len(b"\n")
"""Bytes more than enough for the checksum of a line and its end."""

FIRST_FORMAT, DECISIONS_FORMAT = b'{"format":1,', b'{"format":2,'
"""The first bytes of a save. In the second format decisions may have several lines; its first line keeps the checksum of the first format, with only the digit overwritten."""

FORMAT_AT = DECISIONS_FORMAT.index(b"2")
"""The position of that digit."""


def in_first_format(line: bytes) -> bytes:
    """A first line with the digit of its checksum."""
    is_raised = line[FORMAT_AT : FORMAT_AT + 1] == b"2"
    return line[:FORMAT_AT] + b"1" + line[FORMAT_AT + 1 :] if is_raised else line


def with_checksum(body: bytes, before: bytes) -> tuple[bytes, bytes]:
    """The line with its checksum, and the checksum that the next line builds on."""
    checksum = checksum_of(body, before)
    return body[:-1] + _tail(checksum) + b"\n", checksum


def without_checksum(line: bytes, before: bytes) -> tuple[bytes, bytes] | None:
    """The contents of a line and its checksum; None if the checksum is wrong. The first line is returned in the first format."""
    line = line.rstrip(b"\n") if before else in_first_format(line.rstrip(b"\n"))
    body = line[:-_TAIL] + b"}"
    checksum = checksum_of(body, before)
    return (body, checksum) if line.endswith(_tail(checksum)) else None


def parted(line: bytes) -> tuple[bytes, bytes]:
    """A line without its checksum, and the checksum as it stands there, right or wrong."""
    return line[:-_TAIL] + b"}", line[-18:-2]


def checksum_of(body: bytes, before: bytes) -> bytes:
    """The checksum of what a line holds, behind the checksum of the line before."""
    return hashlib.blake2b(before + body, digest_size=8).hexdigest().encode()


def _tail(checksum: bytes) -> bytes:
    return b',"sum":"%b"}' % checksum


def last_checksum(data: bytes) -> bytes | None:
    """The checksum of the last line; None where any line is wrong."""
    checksum = b""
    for line in lines(data):
        good = without_checksum(line, checksum)
        if good is None:
            return None
        checksum = good[1]
    return checksum


def lines(data: bytes) -> list[bytes]:
    """Lines with their line feeds; a damaged line may have other signs that would end one."""
    return BytesIO(data).readlines()


def flipped_back(body: bytes, checksum: bytes) -> bytes | None:
    """What a first line held before one bit of it was flipped; None where no single bit explains it.

    The checksum proves what is found. Every bit is tried that makes a sign of it, which takes about a second for 10 kB.
    """
    before, rest, ascii_only = hashlib.blake2b(digest_size=8), memoryview(body), body.isascii()
    for place, byte in enumerate(body):
        rest = rest[1:]
        for bit in range(8):
            other = byte ^ 1 << bit
            if other < 0x20 or (ascii_only and other > 0x7E):
                continue
            tried = before.copy()
            tried.update(bytes([other]))
            tried.update(rest)
            if tried.hexdigest().encode() == checksum:
                return body[:place] + bytes([other]) + body[place + 1 :]
        before.update(body[place : place + 1])
    return None
