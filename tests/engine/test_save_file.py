"""A save whose first line is damaged: what the lines after it still prove."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.engine.saves import TOYS, look, new, play_some, reopen, saved
from vedette.engine import chain, save_file
from vedette.engine.chain import checksum_of, in_first_format, with_checksum
from vedette.engine.errors import JournalError
from vedette.engine.plain import to_plain
from vedette.engine.save_cards import save_card
from vedette.engine.save_file import LostSetupError
from vedette.engine.saves import mend
from vedette.engine.session import read_session
from vedette.testing.plugin import Times


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.vedette"


def first_line(data: bytes) -> bytes:
    return data[: data.index(b"\n") + 1]


def with_first_line(path: Path, line: bytes) -> None:
    """The same save with another first line, which is sealed as the old one was."""
    data = path.read_bytes()
    path.write_bytes(line[:-1] + first_line(data)[-27:] + data[len(first_line(data)) :])


def header(path: Path) -> dict[str, object]:
    held: dict[str, object] = json.loads(first_line(path.read_bytes()))
    del held["sum"]
    return held


def test_every_bit_of_the_first_line_may_be_flipped(path: Path, times: Times) -> None:
    """The game is read as it was written, for reading only, and the file stays as it is."""
    data = saved(path)
    good, step = save_file.read(path), times(4, 1)
    for place in range(len(first_line(data))):
        for bit in range(place % step, 8, step):
            flipped = data[:place] + bytes([data[place] ^ 1 << bit]) + data[place + 1 :]
            path.write_bytes(flipped)
            save = save_file.read(path)
            assert (save.header, save.entries, save.checksums) == (good.header, good.entries, good.checksums)
            assert "is damaged in its first line" in save.damage
            assert not save.unsure
    session = reopen(path)
    with pytest.raises(JournalError, match="damaged in its first line"):
        session.undo()
    assert path.read_bytes() == flipped


def test_a_flipped_bit_is_told_as_what_it_is(path: Path) -> None:
    data = saved(path)
    path.write_bytes(data.replace(b'"seed":7', b'"seed":5', 1))
    save = save_file.read(path)
    assert save.header.seed == 7
    assert save.damage == (
        "game.vedette is damaged in its first line by one flipped bit, which is known and set right here. "
        f"The {len(save.entries)} entries after it are good."
    )
    checksum = first_line(data)[-19:-3]
    path.write_bytes(data.replace(checksum, b"0" * 16, 1))
    assert "only at the checksum: the set-up is whole." in save_file.read(path).damage


def test_the_mended_copy_is_the_game_as_it_was_written(path: Path) -> None:
    data = saved(path)
    path.write_bytes(data.replace(b'"seed":7', b'"seed":5', 1))
    copy = path.with_name("copy.vedette")
    mend(look(path), copy)
    assert copy.read_bytes() == data
    assert path.read_bytes() != data


def test_a_later_break_is_told_as_well(path: Path) -> None:
    lines = saved(path).splitlines(keepends=True)
    lines[0] = lines[0].replace(b'"seed":7', b'"seed":5', 1)
    lines[3] = lines[3].replace(b'"kind"', b'"king"')
    path.write_bytes(b"".join(lines))
    save = save_file.read(path)
    assert len(save.entries) == 2
    assert "in its first line" in save.damage
    assert "is damaged at line 4. The 2 entries before it are good." in save.damage


def test_a_set_up_that_nothing_vouches_for_is_read_and_called_so(path: Path) -> None:
    saved(path)
    held = header(path) | {"seed": 1234, "vedette": "0.0.x"}
    with_first_line(path, json.dumps(held, separators=(",", ":")).encode())
    save = save_file.read(path)
    assert save.unsure
    assert "the set-up that stands there may be wrong" in save.damage
    session = look(path)
    assert session.readonly
    assert len(session.timeline.entries) == len(save.entries)


@pytest.mark.parametrize("change", [{"setup": {}}, {"setup": {"sides": 3}}, {"ruleset": "chess"}])
def test_where_no_game_can_be_made_of_it_the_entries_are_there_all_the_same(
    path: Path, change: dict[str, object]
) -> None:
    saved(path)
    entries = save_file.read(path).entries
    with_first_line(path, json.dumps(header(path) | change, separators=(",", ":")).encode())
    with pytest.raises(LostSetupError, match="No game can be made of that set-up") as lost:
        read_session(TOYS, path)
    assert lost.value.entries == entries


def test_a_first_line_that_cannot_be_read_loses_no_entry(path: Path) -> None:
    data = saved(path)
    entries = save_file.read(path).entries
    path.write_bytes(data.replace(b'"setup":{', b"########{", 1))
    with pytest.raises(LostSetupError, match="can no longer be read") as lost:
        save_file.read(path)
    assert lost.value.entries == entries
    assert "damaged in its first line" in save_card(path).fault


def test_a_list_of_saves_spends_no_time_on_damage(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = saved(path)
    path.write_bytes(data.replace(b'"seed":7', b'"seed":5', 1))
    monkeypatch.setattr(chain, "flipped_back", lambda *given: pytest.fail("it was searched"))
    card = save_card(path)
    assert card.ruleset == "toy"
    assert "damaged in its first line" in card.fault


def test_a_first_line_alone_must_be_whole(path: Path) -> None:
    new(path).close()
    data = path.read_bytes()
    path.write_bytes(data.replace(b'"seed":7', b'"seed":5', 1))
    with pytest.raises(JournalError, match="its first line is damaged"):
        save_file.read(path)


def test_two_damages_that_prove_nothing_are_told(path: Path) -> None:
    data = saved(path)
    path.write_bytes(
        data.replace(b'"seed":7', b'"seed":5', 1).replace(b'"n":1,"parent":0', b'"n":1,"parent":0 ')
    )
    with pytest.raises(JournalError, match="its first line is damaged"):
        save_file.read(path)


def test_other_line_ends_inside_of_a_line_are_no_ends(path: Path) -> None:
    """A bit flipped can make a carriage return of a hyphen."""
    data = saved(path)
    place = data.index(b"-", len(first_line(data)))
    path.write_bytes(data[:place] + b"\r" + data[place + 1 :])
    assert "damaged at line 2." in save_file.read(path).damage


def test_what_was_torn_off_is_left_out_where_it_is_only_read(path: Path) -> None:
    data = saved(path)
    path.write_bytes(data + b'{"n":')
    assert "is left out" in save_file.read(path).notice
    assert path.read_bytes() == data + b'{"n":'


def test_a_session_is_written_as_it_was_read(path: Path) -> None:
    session = new(path)
    play_some(session)
    copy = path.with_name("copy.vedette")
    session.write_to(copy)
    session.close()
    assert copy.read_bytes() == path.read_bytes()
    again = look(copy)
    assert to_plain(again.state) == to_plain(session.state)


def test_the_chain_is_what_the_page_says(path: Path) -> None:
    """The checksum of a line: BLAKE2b over the checksum before and the line's own JSON without the sum."""
    saved(path)
    before = b""
    for line in in_first_format(path.read_bytes()).splitlines(keepends=True):
        held = line[:-27] + b"}"
        assert with_checksum(held, before) == (line, checksum_of(held, before))
        before = checksum_of(held, before)


@pytest.mark.parametrize("many", [1, 2, -1])
@pytest.mark.parametrize("cut", [b"", b"\n", b"\r\n"])
def test_changed_line_ends_cost_nothing(path: Path, many: int, cut: bytes) -> None:
    """All of them, or only the first; and with the last one gone, or half of it."""
    whole = saved(path)
    path.write_bytes(whole.replace(b"\n", b"\r\n", many).removesuffix(cut))
    found = save_file.read(path)
    if many < 0 and cut == b"\n":  # half of a line end is half of a line
        assert "not written completely" in found.damage
    else:
        assert found.damage.count(".") == 2, "of the file's name, and of one sentence"
        assert save_file.save_bytes(found.header, found.entries)[0] == whole
    assert "line endings" in found.damage
    assert found.notice == ""
    session = reopen(path)
    assert session.readonly == found.damage
    mend(session, path.with_name("mended.vedette"))
    assert whole.startswith(path.with_name("mended.vedette").read_bytes())


def test_what_else_is_wrong_is_said_beside_changed_line_ends(path: Path) -> None:
    whole = saved(path)
    broken = whole.replace(b'"faces":[5,2]', b'"faces":[2,5]')
    assert broken != whole
    path.write_bytes(broken)
    plain = save_file.read(path)
    path.write_bytes(broken.replace(b"\n", b"\r\n"))
    changed = save_file.read(path)
    assert "line endings" in changed.damage
    assert plain.damage in changed.damage
    assert changed.entries == plain.entries


@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_a_byte_order_mark_costs_nothing(path: Path, end: bytes) -> None:
    whole = saved(path)
    path.write_bytes(b"\xef\xbb\xbf" + whole.replace(b"\n", end))
    found = save_file.read(path)
    assert "byte-order mark" in found.damage
    assert ("line endings" in found.damage) == (end != b"\n")
    mend(reopen(path), path.with_name("mended.vedette"))
    assert path.with_name("mended.vedette").read_bytes() == whole


def test_a_byte_order_mark_hides_no_damage(path: Path) -> None:
    whole = saved(path)
    path.write_bytes(broken := whole.replace(b'"faces":[5,2]', b'"faces":[2,5]'))
    plain = save_file.read(path)
    path.write_bytes(b"\xef\xbb\xbf" + broken)
    marked = save_file.read(path)
    assert plain.damage in marked.damage
    assert marked.entries == plain.entries


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-be"])
def test_another_encoding_is_told(path: Path, encoding: str) -> None:
    path.write_bytes(
        ("\ufeff" if encoding != "utf-16" else "").encode(encoding) + saved(path).decode().encode(encoding)
    )
    with pytest.raises(JournalError, match="UTF-16"):
        save_file.read(path)


def test_one_broken_byte_is_no_changed_line_end(path: Path) -> None:
    data = saved(path)
    for place in (0, len(data) // 2):
        end = data.index(b"\n", place)
        path.write_bytes(data[: end - 1] + b"\r" + data[end:])
        damage = save_file.read(path).damage
        assert damage
        assert "line endings" not in damage
