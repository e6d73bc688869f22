"""Files with something wrong in them: as data, and as bytes."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from types import FrameType
from typing import Any

from tests.trials.odd import ODD, deep_copy

SECONDS = 4
"""Of the processor's time, after which something hangs."""

PIECES = (
    b"\x00", b"\xff", b"[", b"]]", b"=", b'"', b'"""', b"\xef\xbb\xbf", b"\r", b"{", b"#", b"\xe2\x80\xae", b"1e999", b"[[" * 500,
    b"nan", b"inf", b"0x", b"1979-05-27", b"'" * 3, b"\\u0000", b"= 1\n", b"x = " + b"[" * 200,
)  # fmt: skip


@contextmanager
def limited() -> Iterator[None]:
    """No more than so much work; whoever else uses the processor does not count."""

    def over(number: int, frame: FrameType | None) -> None:
        raise TimeoutError(f"this takes more than {SECONDS} s")

    before = signal.signal(signal.SIGVTALRM, over)
    signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def mutated(data: Any, luck: Random, odd: tuple[Any, ...] = ODD) -> Any:
    """A copy of plain data in which a few things are otherwise."""
    data = deep_copy(data)
    for _ in range(luck.choice((1, 1, 1, 2, 3, 6))):
        places = list(_places(data))
        if places:
            _change(*luck.choice(places), places, luck, odd)
    return data


def mutated_bytes(data: bytes, luck: Random) -> bytes:
    """Bytes with a few of them flipped, gone, doubled or put in."""
    held = bytearray(data)
    for _ in range(luck.choice((1, 2, 5))):
        place = luck.randrange(len(held)) if held else 0
        match luck.randrange(5):
            case 0 if held:
                held[place] ^= 1 << luck.randrange(8)
            case 1:
                del held[place : place + luck.randint(1, 30)]
            case 2:
                held[place:place] = luck.choice(PIECES)
            case 3:
                held[place:place] = held[luck.randint(0, place) :][: luck.randint(1, 80)]
            case _:
                del held[place:]
    return bytes(held)


def _places(node: Any) -> Iterator[tuple[Any, Any]]:
    """Every table or list, with each place in it."""
    keys: Any = node.keys() if isinstance(node, dict) else range(len(node)) if isinstance(node, list) else ()
    for key in list(keys):
        yield node, key
        yield from _places(node[key])


def _change(node: Any, key: Any, places: list[tuple[Any, Any]], luck: Random, odd: tuple[Any, ...]) -> None:
    if key not in (node if isinstance(node, dict) else range(len(node))):
        return  # an earlier change has taken it away
    old = node[key]
    match luck.randrange(8):
        case 0:
            del node[key]
        case 1:
            node[key] = deep_copy(luck.choice(odd))
        case 2 if isinstance(node, dict):
            known = [one for table, one in places if isinstance(table, dict)]
            node[luck.choice([*known, "evil", "x.y", "é", ""])] = deep_copy(luck.choice(odd))
        case 3 if isinstance(node, list):
            node.append(deep_copy(old))
        case 4:
            table, other = luck.choice(places)
            if other in (table if isinstance(table, dict) else range(len(table))):
                node[key] = deep_copy(table[other])
        case 5 if isinstance(old, (int, float)) and not isinstance(old, bool):
            node[key] = luck.choice((-old, old * 1000, old + 1, old - 1, float(old), str(old)))
        case 6 if isinstance(old, str):
            node[key] = luck.choice(
                (old.upper(), old + "x", old[:-1], old * 100, [old], old + "\n", " " + old)
            )
        case 7 if isinstance(old, list):
            node[key] = luck.choice((old * 2, old * 50, old[::-1], []))
        case _:
            node[key] = deep_copy(luck.choice(odd))
