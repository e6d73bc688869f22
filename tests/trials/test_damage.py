"""Saves that are damaged in every way: nothing changes unseen, the line is named, the good part can be read."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.trials.middle import in_the_middle
from vedette.engine.chain import with_checksum, without_checksum
from vedette.engine.errors import VedetteError
from vedette.engine.plain import to_plain
from vedette.engine.receipts import Receipt
from vedette.engine.save_cards import save_card
from vedette.engine.save_file import LostSetupError, Save, read, read_bytes
from vedette.engine.session import open_session, read_session
from vedette.engine.timeline import whole_decisions
from vedette.registry import rulesets
from vedette.testing.plugin import Times


@dataclass(frozen=True)
class Good:
    """A good save: its bytes, its lines, what is in it."""

    data: bytes
    lines: list[bytes]
    save: Save

    def line_at(self, place: int) -> int:
        """The number of the line in which a byte stands, from 1 on."""
        return self.data[:place].count(b"\n") + 1


@dataclass(frozen=True)
class Damage:
    """A damaged save; the first line that differs, or 0 where only its end is missing; how it was done."""

    data: bytes
    line: int
    how: str


@cache
def good(ruleset: str) -> Good:
    data = in_the_middle(ruleset)
    path = Path(os.environ["VEDETTE_SAVES"]) / "good.vedette"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return Good(data, data.splitlines(keepends=True), read(path))


def cuts(whole: Good, luck: Random, times: Times) -> Iterator[Damage]:
    """At every byte of the last lines, and anywhere."""
    size, last = len(whole.data), len(whole.lines[-1]) + len(whole.lines[-2])
    places = list(range(size - last, size))
    for place in luck.sample(places, min(len(places), times(2, len(places)))):
        yield Damage(whole.data[:place], 0, f"cut at {place}")
    for _ in range(times(1, 300)):
        place = luck.randrange(len(whole.lines[0]), size)
        yield Damage(whole.data[:place], 0, f"cut at {place}")


def flips(whole: Good, luck: Random, times: Times) -> Iterator[Damage]:
    """Every bit of the last two lines, and anywhere behind the first."""
    size, last = len(whole.data), len(whole.lines[-1]) + len(whole.lines[-2])
    bits = [(place, bit) for place in range(size - last, size - 1) for bit in range(8)]
    bits = luck.sample(bits, min(len(bits), times(3, len(bits))))
    bits += [(luck.randrange(len(whole.lines[0]), size - 1), luck.randrange(8)) for _ in range(times(2, 500))]
    for place, bit in bits:
        yield flipped(whole, place, bit)


def flipped(whole: Good, place: int, bit: int) -> Damage:
    data = bytearray(whole.data)
    data[place] ^= 1 << bit
    return Damage(bytes(data), whole.line_at(place), f"bit {bit} of {place}")


def shuffles(whole: Good, luck: Random, times: Times) -> Iterator[Damage]:
    """Lines swapped, doubled, left out, and taken from another game of the same ruleset."""
    ruleset, count = whole.save.header.ruleset, len(whole.lines)
    other = in_the_middle(ruleset, seed=6).splitlines(keepends=True)
    for _ in range(times(1, 60)):
        lines = list(whole.lines)
        one, two = sorted(luck.sample(range(1, count), 2))
        lines[one], lines[two] = lines[two], lines[one]
        yield Damage(b"".join(lines), one + 1, f"lines {one + 1} and {two + 1} swapped")
        yield Damage(
            b"".join([*whole.lines[:two], whole.lines[one], *whole.lines[two:]]), two + 1,
            f"line {one + 1} once more as line {two + 1}",
        )  # fmt: skip
        gone = luck.randrange(1, count - 1)
        yield Damage(
            b"".join(whole.lines[:gone] + whole.lines[gone + 1 :]), gone + 1, f"line {gone + 1} left out"
        )
        place = luck.randrange(1, min(count, len(other)))
        yield Damage(
            b"".join([*whole.lines[:place], other[place], *whole.lines[place + 1 :]]), place + 1,
            f"line {place + 1} out of another game",
        )  # fmt: skip
        yield Damage(
            b"".join([*whole.lines[:place], *other[place:]]),
            place + 1,
            f"from line {place + 1} on another game",
        )
    doubled = whole.data + whole.lines[-1]
    yield Damage(doubled, count + 1, "the last line once more")


def wholes(whole: Good, luck: Random, times: Times) -> Iterator[Damage]:
    """What programs do to whole files."""
    data, count = whole.data, len(whole.lines)
    yield Damage(data + b"\0" * 4096, 0, "zeros behind it")
    yield Damage(data[:-1] + b"\0" * 100, 0, "zeros instead of the last line feed")
    yield Damage(data + b"garbage\n", count + 1, "a line behind it")
    yield Damage(data + b"\xff\xfe\x80", 0, "bytes behind it")
    yield Damage(data + b"\n", count + 1, "an empty line behind it")
    yield Damage(data + data, count + 1, "twice the same")
    middle = luck.randrange(len(whole.lines[0]), len(data) - 600)
    yield Damage(
        data[:middle] + b"\0" * 512 + data[middle + 512 :], whole.line_at(middle), "zeros in the middle"
    )


KINDS: dict[str, Callable[[Good, Random, Times], Iterator[Damage]]] = {
    "cuts": cuts,
    "flips": flips,
    "shuffles": shuffles,
    "wholes": wholes,
}


@pytest.mark.parametrize("kind", KINDS)
def test_no_damage_goes_unseen(tmp_path: Path, ruleset_id: str, kind: str, times: Times) -> None:
    whole, counted, luck = good(ruleset_id), Counter[str](), Random(f"{kind}/{ruleset_id}")
    for damage in KINDS[kind](whole, luck, times):
        counted[judged(tmp_path, whole, damage)] += 1
        if luck.randrange(16) < times(8, 1):
            counted[opened(tmp_path, whole, damage)] += 1
    print(ruleset_id, kind, dict(counted))


def judged(folder: Path, whole: Good, damage: Damage) -> str:
    """What is read of a damaged save is what was written, and what is wrong with it is told; tells how it was taken."""
    path = folder / "game.vedette"
    path.write_bytes(damage.data)
    save = read_bytes(path, damage.data)
    there = len(save.entries)
    assert save.header == whole.save.header, damage.how
    assert save.entries == list(whole_decisions(whole.save.entries[:there])), damage.how
    if damage.line:
        assert there == damage.line - 2, damage.how
        broken = damage.data[save.good :].splitlines(keepends=True)
        last = whole.save.entries[-1]
        begins = last.lines[0] if last.lines else last.n
        if len(broken) > 1 and (there + 1 < begins or not save.torn):
            assert f"is damaged at line {damage.line}." in save.damage, (damage.how, save.damage)
            return "damage told"
        assert save.torn, damage.how
    assert save.damage == "", damage.how
    if save.torn:
        assert save.notice, damage.how
        return "torn end told"
    kept = b"".join(whole.lines[: there + 1])
    assert damage.data.rstrip(b"\n") == kept.rstrip(b"\n"), damage.how  # cut at the end of a line
    return "a shorter game"


def opened(folder: Path, whole: Good, damage: Damage) -> str:
    """The good part can be looked at, and played on where only the end was torn off."""
    path = folder / "game.vedette"
    save = read(path)
    assert save_card(path).fault == save.damage
    read_back(path, whole, len(save.entries))
    session = open_session(rulesets(), path)
    session.close()
    if save.damage:
        assert session.readonly
        assert path.read_bytes() == damage.data, damage.how
        return "opened for reading"
    left = b"".join(whole.lines[: len(save.entries) + 1])
    assert path.read_bytes() == left, damage.how
    torn = path.with_name("game.vedette.torn")
    if torn.exists():
        assert left + torn.read_bytes() == damage.data.removesuffix(b"\n") + b"\n", damage.how
        torn.unlink()
        return "torn end set aside"
    return "opened"


def read_back(path: Path, whole: Good, there: int) -> None:
    """The good part is a game: its state and its sentences are told, at the end and somewhere before it."""
    session = read_session(rulesets(), path)
    assert len(session.timeline.entries) == there
    json.dumps(to_plain(session.paths()))
    for entry in session.timeline.entries[-2:]:
        session.sentences(entry)
    json.dumps(to_plain(session.state_at(session.timeline.head)))


def test_a_bit_flipped_in_the_first_line_changes_nothing(
    tmp_path: Path, ruleset_id: str, times: Times
) -> None:
    whole, luck = good(ruleset_id), Random(ruleset_id)
    path = tmp_path / "game.vedette"
    for number in range(times(1, 100)):
        damage = flipped(whole, luck.randrange(len(whole.lines[0])), luck.randrange(8))
        path.write_bytes(damage.data)
        save = read(path)
        assert "is damaged in its first line" in save.damage, damage.how
        assert (save.header, save.entries) == (whole.save.header, whole.save.entries), damage.how
        if number % 10 == 0:  # it is searched for anew, which takes long
            assert open_session(rulesets(), path).readonly, damage.how
            assert path.read_bytes() == damage.data, damage.how


def test_any_damage_of_the_first_line_ends_in_a_sentence(
    tmp_path: Path, ruleset_id: str, times: Times
) -> None:
    """Several bytes of it: the set-up is as it was, or called unsure, or there is no game; the entries are the same."""
    whole, luck, counted = good(ruleset_id), Random(ruleset_id), Counter[str]()
    path = tmp_path / "game.vedette"
    for _ in range(times(1, 50)):
        data, size = bytearray(whole.data), len(whole.lines[0])
        places = [luck.randrange(size) for _ in range(luck.randint(2, 5))]
        for place in places:
            data[place] = luck.choice((data[place] ^ 1 << luck.randrange(8), luck.choice(b'09az"{}, \n')))
        path.write_bytes(data)
        try:
            session = read_session(rulesets(), path)
        except VedetteError as error:
            counted[told(error, whole)] += 1
            continue
        same = session.header == whole.save.header
        assert session.damage if bytes(data) != whole.data else same, places
        assert same or "may be wrong" in session.damage, places
        assert session.timeline.entries == whole.save.entries[: len(session.timeline.entries)]
        counted["as it was" if same else "called unsure"] += 1
    print(ruleset_id, dict(counted))


def told(error: VedetteError, whole: Good) -> str:
    """A sentence, and where there is no game all the same the entries."""
    assert str(error).startswith("game.vedette ")
    if isinstance(error, LostSetupError):
        assert error.entries == whole.save.entries
        return "the entries alone"
    return "a sentence"


def test_what_is_sealed_anew_is_a_game_or_damage_and_holds_no_receipt(
    tmp_path: Path, ruleset_id: str, times: Times
) -> None:
    """Forged lines with right checksums."""
    whole, luck, counted = good(ruleset_id), Random(ruleset_id), Counter[str]()
    path = tmp_path / "game.vedette"
    last = Receipt.of(whole.save)
    for _ in range(times(2, 400)):
        place = luck.randrange(1, len(whole.lines))
        path.write_bytes(forged(whole, place, luck))
        save = read(path)
        assert not last.holds(save), place
        if len(save.entries) < place - 1:
            raise AssertionError(f"good lines before line {place + 1} are not read")
        session = read_session(rulesets(), path)
        json.dumps(to_plain(session.paths()))
        for entry in session.timeline.entries:
            session.sentences(entry)
        if session.damage:
            assert f"line {place + 1}" in session.damage or len(session.timeline.entries) >= place - 1, place
            assert session.readonly
        counted["damage told" if session.damage else "another game"] += 1
    print(ruleset_id, dict(counted))


def forged(whole: Good, place: int, luck: Random) -> bytes:
    """One value of an entry changed, and every line from there on sealed anew."""
    checksum = whole.save.checksums[place - 1]
    lines = list(whole.lines)
    for at in range(place, len(lines)):
        held = without_checksum(whole.lines[at], whole.save.checksums[at - 1])
        assert held is not None
        body = twisted(held[0], luck) if at == place else held[0]
        lines[at], checksum = with_checksum(body, checksum)
    return b"".join(lines)


ODD: tuple[Any, ...] = (
    "",
    "x" * 300,
    -1,
    10**6,
    10**30,
    1.5,
    None,
    True,
    [],
    {},
    ["a"],
    {"a": 1},
    "\x1b[31m",
    "\u202e",
)


def twisted(body: bytes, luck: Random) -> bytes:
    """The entry with something else somewhere in it; or without it."""
    entry = json.loads(body)
    spots = list(_spots(entry))
    holder, key = luck.choice(spots)
    before = holder[key]
    while holder[key] == before:
        holder[key] = luck.choice(ODD)
    return json.dumps(entry, ensure_ascii=False, separators=(",", ":")).encode()


def _spots(node: Any) -> Iterator[tuple[Any, Any]]:
    """Every place in nested lists and tables: what holds it, and its key there."""
    keys = list(node) if isinstance(node, dict) else range(len(node)) if isinstance(node, list) else ()
    for key in keys:
        yield node, key
        yield from _spots(node[key])
