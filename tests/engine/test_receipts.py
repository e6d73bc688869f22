"""Receipts: what was written down at the table shows later whether anything before it was changed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.engine.saves import new, play_some, reopen, saved
from vedette.engine.chain import in_first_format, with_checksum
from vedette.engine.errors import CommandError
from vedette.engine.receipts import ALIKE, ALPHABET, Receipt
from vedette.engine.save_file import read


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.vedette"


def test_a_receipt_stays_true_whatever_is_added(path: Path) -> None:
    session = new(path)
    receipts = [Receipt.of(read(path))]
    play_some(session)
    receipts.append(Receipt.of(read(path)))
    session.undo()
    session.close()
    again = reopen(path)
    while again.request:
        again.undo()
    again.do({"do": "step", "by": "a1"})
    again.close()
    save = read(path)
    assert [receipt.n for receipt in receipts] == [0, len(session.timeline.entries) - 1]
    assert all(receipt.holds(save) for receipt in receipts)
    assert [Receipt.of(save, receipt.n) for receipt in receipts] == receipts


def test_lines_that_were_sealed_anew_do_not_lead_through_it(path: Path) -> None:
    data = saved(path)
    save = read(path)
    receipts = [Receipt.of(save, n) for n in range(len(save.entries) + 1)]
    lines, checksum = in_first_format(data).splitlines(keepends=True), b""
    for place, line in enumerate(lines):
        held = line[:-27] + b"}"
        lines[place], checksum = with_checksum(held.replace('"ä→b"'.encode(), b'"other"'), checksum)
    path.write_bytes(b"".join(lines))
    forged = read(path)
    assert forged.damage == ""
    assert forged.entries != save.entries
    assert [receipt.holds(forged) for receipt in receipts] == [True] + [False] * len(save.entries)


def test_a_save_that_was_cut_is_found_out(path: Path) -> None:
    data = saved(path)
    receipt = Receipt.of(read(path))
    path.write_bytes(b"".join(data.splitlines(keepends=True)[:-1]))
    assert read(path).damage == ""
    assert not receipt.holds(read(path))


def test_a_damaged_set_up_holds_no_receipt(path: Path) -> None:
    data = saved(path)
    receipt = Receipt.of(read(path), 1)
    path.write_bytes(data.replace(b'"seed":7', b'"seed":5', 1))
    assert receipt.holds(read(path))  # the one bit is set right
    path.write_bytes(data.replace(b'"seed":7', b'"seed":8', 1))
    assert not receipt.holds(read(path))


def test_a_receipt_is_read_as_people_write(path: Path) -> None:
    saved(path)
    receipt = Receipt.of(read(path))
    number, first, second = str(receipt).split("-")
    assert set(first + second) <= set(ALPHABET)
    for text in (f" {number} {first} {second}\n", f"{number}-{first}{second}".lower()):
        assert Receipt.read(text) == receipt
    for letter, meant in ALIKE.items():
        assert chr(letter) not in ALPHABET
        assert str(Receipt.read(f"1-{chr(letter) * 4}-0000")) == f"1-{chr(meant) * 4}-0000"


@pytest.mark.parametrize(
    "text", ["", "x", "1-AAAA", "-1-AAAA-AAAA", "1-AAAA-AAAAA", "1-ÄÄÄÄ-AAAA", "1" * 5000]
)
def test_what_is_no_receipt_is_told(text: str) -> None:
    with pytest.raises(CommandError, match="A receipt looks like"):
        Receipt.read(text)


def test_a_receipt_is_the_same_everywhere() -> None:
    """It is on paper somewhere: how it is made may never change."""
    from vedette.engine.save_file import Header, Save

    header = Header(vedette="", ruleset="", revision=1, created="", seed=1, setup={})
    assert str(Receipt.of(Save(header, checksums=[b"0123456789abcdef"]))) == "0-C9MA-RJ49"
