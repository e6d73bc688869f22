"""The list of saves: made from the beginning and the end of each, as all of its lines would tell it."""

from __future__ import annotations

import json
import os
import random
import shutil
from pathlib import Path

import pytest

from tests.engine.forging import forge
from tests.engine.saves import look, new, play_some, reopen, saved
from vedette.engine import save_cards
from vedette.engine.library import data_folder
from vedette.engine.save_cards import SaveCard, SaveCards, save_card
from vedette.engine.session import open_session
from vedette.registry import rulesets

EXAMPLES = sorted((data_folder() / "saves").glob("*.vedette"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "saves").mkdir()
    return tmp_path / "saves"


@pytest.fixture
def cards(tmp_path: Path) -> SaveCards:
    return SaveCards(tmp_path / "known")


def own(cards: SaveCards, folder: Path) -> list[SaveCard]:
    return [card for card in cards.cards(folder) if not card.example]


def never(*_: object) -> None:
    pytest.fail("it was read")


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
def test_the_ends_of_a_save_tell_what_all_of_it_tells(
    folder: Path, tmp_path: Path, example: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After any of its lines; where little is read at first, once all of it was looked at."""
    lines = example.read_bytes().splitlines(keepends=True)
    sizes = {1, 2, len(lines), *random.Random(7).sample(range(1, len(lines) + 1), min(12, len(lines)))}
    for size in sizes:
        (folder / f"{size}.vedette").write_bytes(b"".join(lines[:size]))
    told = {path: save_card(path) for path in folder.iterdir()}
    monkeypatch.setattr(save_cards, "read", never)
    monkeypatch.setattr(save_cards, "END", len(example.read_bytes()))
    listed = {card.path: card for card in own(SaveCards(tmp_path / "known"), folder)}
    monkeypatch.undo()
    assert listed == told
    monkeypatch.setattr(save_cards, "END", 4096)
    cards = SaveCards(tmp_path / "other")
    assert sum(cards.check(folder))
    assert {card.path: card for card in own(cards, folder)} == told


@pytest.mark.parametrize(
    ("example", "told"),
    [
        ("open-fire-hanging-yard", ("The Hanging Yard", (4, 2), "round 6", 6)),
        ("company-mill-road", ("The mill road", (6, 2), "round 6", 6)),
        ("napoleonic-along-the-hedges", ("Along the hedges", (), "turn 5", 0)),
    ],
)
def test_a_card_tells_the_mission_the_score_and_how_far_the_game_is(example: str, told: object) -> None:
    (path,) = (path for path in EXAMPLES if path.stem == example)
    card = save_card(path)
    assert (card.mission, card.points, card.period, card.rounds) == told


def test_points_that_were_undone_do_not_count(folder: Path, cards: SaveCards) -> None:
    (path,) = (path for path in EXAMPLES if path.stem == "open-fire-hanging-yard")
    shutil.copy(path, folder / "game.vedette")
    session = open_session(rulesets(), folder / "game.vedette")
    session.goto(0)
    session.close()
    (card,) = own(cards, folder)
    assert (card.points, card.progress) == ((0, 0), "begun")


def test_cards_that_an_older_vedette_kept_with_fewer_fields_are_made_anew(
    folder: Path, tmp_path: Path
) -> None:
    shutil.copy(EXAMPLES[0], folder)
    before = own(SaveCards(tmp_path / "known"), folder)
    kept = json.loads((tmp_path / "known").read_bytes())
    for known in kept["cards"]:
        del known["card"]["mission"]
    del kept["fields"]
    (tmp_path / "known").write_bytes(json.dumps(kept).encode())
    assert own(SaveCards(tmp_path / "known"), folder) == before


def test_an_undone_game_stands_where_it_was_taken_back_to(folder: Path, cards: SaveCards) -> None:
    path = folder / "game.vedette"
    saved(path)
    session = reopen(path)
    session.goto(0)
    session.bookmark(1, "here")
    session.close()
    assert own(cards, folder) == [save_card(path)]


def test_what_is_known_of_a_file_is_read_no_more_until_it_is_another(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = folder / "game.vedette"
    saved(path)
    before = own(SaveCards(tmp_path / "known"), folder)
    with monkeypatch.context() as patched:
        patched.setattr(save_cards, "_card_of_end", never)
        assert own(SaveCards(tmp_path / "known"), folder) == before
    status = path.stat()
    session = reopen(path)
    session.undo()
    session.close()
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
    after = own(SaveCards(tmp_path / "known"), folder)
    assert after == [save_card(path)] != before
    (tmp_path / "known").write_bytes(b"\xff{")
    assert own(SaveCards(tmp_path / "known"), folder) == after
    path.unlink()
    assert own(SaveCards(tmp_path / "known"), folder) == []
    assert b"game" not in (tmp_path / "known").read_bytes()


def test_damage_in_the_middle_is_found_when_all_lines_are_looked_at(
    folder: Path, cards: SaveCards, tmp_path: Path
) -> None:
    path = folder / "game.vedette"
    path.write_bytes(saved(path).replace(b'"tag":"\xc3\xa4', b'"tag":"\xc3\xa5'))
    (first,) = own(cards, folder)
    assert not first.fault
    assert any(cards.check(folder))
    assert own(cards, folder) == [save_card(path)]
    assert own(SaveCards(tmp_path / "known"), folder)[0].fault
    assert not any(cards.check(folder))


@pytest.mark.parametrize("cut", [1, 30])
def test_a_torn_save_is_listed_as_it_is_opened(folder: Path, cards: SaveCards, cut: int) -> None:
    path = folder / "game.vedette"
    path.write_bytes(saved(path)[:-cut])
    assert own(cards, folder) == [save_card(path)]
    assert own(cards, folder)[0].entries == len(look(path).timeline.entries)


@pytest.mark.posix
def test_a_name_that_is_no_text_is_listed_like_any_other(folder: Path, tmp_path: Path) -> None:
    session = new(folder / "game.vedette")
    play_some(session)
    session.close()
    odd = os.fsencode(folder) + b"/\xff.vedette"
    shutil.copy(os.fsencode(folder / "game.vedette"), odd)
    cards = {os.fsencode(card.path): card for card in own(SaveCards(tmp_path / "known"), folder)}
    assert cards[odd].entries == session.timeline.entries[-1].n
    assert len(own(SaveCards(tmp_path / "known"), folder)) == len(cards)


def test_a_last_line_in_which_all_is_nested_is_damage_of_that_save_alone(
    folder: Path, cards: SaveCards
) -> None:
    saved(folder / "game.vedette")
    saved(folder / "other.vedette")
    nested = b"[" * 5000 + b"]" * 5000
    forge(folder / "game.vedette", b'{"n":99,"parent":0,"time":"","kind":"command","input":' + nested + b"}")
    assert [bool(card.fault) for card in sorted(own(cards, folder), key=lambda card: card.path)] == [
        True,
        False,
    ]
