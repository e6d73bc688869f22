"""Characters with files of their own: they join a game, and come home to their files when it is settled."""

from __future__ import annotations

import errno
import json
import os
import sys
from typing import Any

import pytest

from tests.characters import BRUCE, arena, own_file
from vedette.campaign import (
    Homecoming,
    at_stake,
    character_path,
    chronicle,
    new_career,
    sync_characters,
    syncing,
)
from vedette.engine.errors import CommandError, JournalError
from vedette.engine.session import Session, open_session, read_session
from vedette.engine.verify import verify
from vedette.games.close_quarters.characters.carrying import owned
from vedette.games.close_quarters.ruleset import RULESET
from vedette.games.close_quarters.state import Character
from vedette.games.close_quarters.telling import things_called
from vedette.games.close_quarters.view.building import BUILDER

GAMES = {RULESET.id: RULESET}


def own() -> Session[Any]:
    return read_session(GAMES, character_path("bruce"))


def bruce() -> Character:
    one = own().state.units["bruce"]
    assert isinstance(one, Character)
    return one


def give(game: Session[Any], **words: Any) -> list[str]:
    home = Homecoming()
    with syncing(game, home):
        assert game.do(words).refusal is None
    return home.sentences


def settle(game: Session[Any]) -> list[str]:
    return give(game, do="settle", by="red", winner="red")


def test_a_new_file_begins_with_his_creation() -> None:
    own_file()
    assert bruce().wealth == 2
    assert own().sentences(own().timeline.entry(1)) == ["Bruce Corr joins Home: 198 credits spent, 2 left."]
    assert verify(own()) == []


def test_he_joins_with_all_that_his_file_says() -> None:
    own_file()
    file = open_session(GAMES, character_path("bruce"))
    file.do({"do": "award", "by": "bruce", "reason": "roleplay"})
    file.close()

    joined = arena().state.units["b1"]

    assert (joined.name, joined.ep, joined.file, joined.file_entry) == ("Bruce Corr", 1, "bruce", 2)
    assert joined.weapons == bruce().weapons


def test_a_settled_game_comes_home_event_by_event() -> None:
    own_file()
    game = arena()
    assert give(game, do="adjust", by="red", path="units.b1.damage", value=3, reason="a knife") == []
    assert own().timeline.head == 1

    said = settle(game)

    assert said == ["Bruce Corr's file is up to date."]
    assert (bruce().ep, bruce().wealth, bruce().damage) == (2, 102, 3)
    told = own().sentences(own().timeline.entry(2))
    assert any("a knife" in one for one in told)
    assert told[-2:] == [
        "Bruce Corr: 2 experience points, gets 100 credits.",
        "Bruce Corr is back from The sands, +2 experience, +100 credits, 3 points of damage.",
    ]
    assert [sentence for _, sentence in chronicle(own())][-1] == told[-1]
    assert verify(own()) == []


@pytest.mark.skipif(sys.platform == "win32", reason="no such file can be made there")
def test_a_character_whose_file_windows_could_not_have_comes_home() -> None:
    own_file()
    old = character_path("bruce").replace(character_path("bruce").with_name("bruce: corr.vedette"))
    sides = [{"id": "red", "units": [{"id": "b1", "profile": "@bruce: corr"}]}, {"id": "blue"}]
    game = arena(sides=sides)
    assert settle(game) == ["Bruce Corr's file is up to date."]
    assert read_session(GAMES, old).timeline.head == 2
    with pytest.raises(CommandError, match="name"):
        new_career(RULESET, {}, {}, "bruce: corr")


def test_the_history_tells_what_a_duel_took() -> None:
    own_file()
    things = things_called(tuple(owned(bruce())))
    give(arena(options={"scenario": "duel"}), do="settle", by="red", winner="blue")
    assert chronicle(own())[-1][1].endswith(f"; lost {things}.")


def test_the_history_tells_what_was_claimed_from_the_spoils() -> None:
    own_file()
    game = arena(options={"scenario": "duel"})
    settle(game)
    spoil = game.state.sides["red"].spoils[0]
    give(game, do="claim", by="b1", spoil=spoil, id="won")
    assert f"; gained {things_called((spoil,))}" in chronicle(own())[-1][1]


def test_undo_of_the_settlement_takes_it_back_and_redo_brings_it_again() -> None:
    own_file()
    game = arena()
    settle(game)
    home = Homecoming()
    with syncing(game, home):
        game.undo("red")
    assert home.said == ["Bruce Corr: what this game wrote into their file is undone."]
    assert (bruce().ep, bruce().wealth) == (0, 2)
    assert len(own().timeline.entries) == 3  # nothing is erased

    with syncing(game, home):
        game.redo("red")
    assert home.said[1:] == ["Bruce Corr's file is up to date."]
    assert (bruce().ep, bruce().wealth) == (2, 102)


def test_what_happens_after_the_settlement_comes_home_too() -> None:
    own_file()
    game = arena()
    settle(game)
    give(game, do="buy", by="b1", type="flashlight")
    assert "flashlight" in bruce().items
    assert not sync_characters(game).sentences


def test_files_are_opened_only_for_what_changes_the_settlement(monkeypatch: pytest.MonkeyPatch) -> None:
    own_file()
    game = arena()
    settle(game)
    opened: list[str] = []

    def counted(game: Session[Any]) -> Homecoming:
        opened.append(game.state.title)
        return sync_characters(game)

    monkeypatch.setattr("vedette.campaign.sync_characters", counted)
    give(game, do="note", by="red", text="The crowd goes home")
    give(game, do="adjust", by="blue", path="units.kuro.damage", value=2, reason="a sword")
    assert not opened
    give(game, do="adjust", by="red", path="units.b1.wealth", value=200, reason="a prize")
    assert len(opened) == 1
    assert bruce().wealth == 200


def test_a_file_that_has_gone_on_stays_as_it_is() -> None:
    own_file()
    game = arena()
    file = open_session(GAMES, character_path("bruce"))
    file.do({"do": "award", "by": "bruce", "credits": 50, "why": "a bet"})
    file.close()

    said = settle(game)

    assert len(said) == 1
    assert "did not come home" in said[0]
    assert "has gone on since the game began" in said[0]
    assert (bruce().ep, bruce().wealth) == (0, 52)


def test_who_has_come_home_and_gone_on_is_not_complained_about() -> None:
    own_file()
    game = arena()
    settle(game)
    file = open_session(GAMES, character_path("bruce"))
    file.do({"do": "award", "by": "bruce", "credits": 50, "why": "a bet"})
    file.close()

    assert not sync_characters(game).sentences
    assert give(game, do="note", by="red", text="Bruce Corr was here") == []
    assert not sync_characters(game).sentences
    game.undo("red")
    home = Homecoming()
    with syncing(game, home):
        game.undo("red")
    assert "stays as it is" in home.said[0]
    assert bruce().wealth == 152


def test_a_file_that_is_open_elsewhere_or_gone_is_told() -> None:
    own_file()
    game = arena()
    file = open_session(GAMES, character_path("bruce"))
    assert "did not come home" in settle(game)[0]
    file.close()
    assert sync_characters(game).said == ["Bruce Corr's file is up to date."]

    game.undo("red")
    character_path("bruce").unlink()
    assert not at_stake(game)
    assert "there is no file bruce" in settle(game)[0]


def another_of_that_name() -> Session[Any]:
    """A game that was begun with one file; now another one stands under its name, as in a friend's folder."""
    own_file()
    game = arena()
    character_path("bruce").unlink()
    own_file()
    return game


def test_a_file_of_the_same_name_that_is_another_is_asked_about() -> None:
    game = another_of_that_name()
    before = character_path("bruce").read_bytes()
    home = Homecoming()
    with syncing(game, home):
        game.do({"do": "settle", "by": "red", "winner": "red"})

    assert home.said == []
    assert home.strangers["bruce"].startswith("Bruce Corr did not come home: the file bruce, made 2")
    assert home.strangers["bruce"].endswith("is not the one that this game began with.")
    assert character_path("bruce").read_bytes() == before


def test_where_the_players_say_that_it_is_theirs_it_is_written_and_not_asked_about_again() -> None:
    game = another_of_that_name()
    settle(game)

    assert sync_characters(game, ["bruce"]).said == ["Bruce Corr's file is up to date."]
    assert not sync_characters(game).sentences
    assert (bruce().ep, bruce().wealth) == (2, 102)
    home = Homecoming()
    with syncing(game, home):
        game.undo("red")
    assert home.sentences == ["Bruce Corr: what this game wrote into their file is undone."]
    assert (bruce().ep, bruce().wealth) == (0, 2)


def as_in_0_1_0(game: Session[Any], created: str) -> Session[Any]:
    """The same game as the first version wrote it: it knew files by their names only."""
    setup = json.loads(json.dumps(game.header.setup))
    for side in setup["sides"]:
        for unit in side["units"]:
            unit.pop("file_mark", None)
    return Session(RULESET, game.header.model_copy(update={"setup": setup, "created": created}))


def test_a_game_of_0_1_0_goes_home_to_the_file_of_that_name() -> None:
    own_file()
    game = as_in_0_1_0(arena(), "2199-01-01T00:00:00+00:00")
    assert settle(game) == ["Bruce Corr's file is up to date."]


def test_a_game_of_0_1_0_asks_about_a_file_that_was_made_only_later() -> None:
    own_file()
    game = as_in_0_1_0(arena(), "2020-01-01T00:00:00+00:00")
    assert "is not the one that this game began with" in settle(game)[0]
    assert sync_characters(game, ["bruce"]).said == ["Bruce Corr's file is up to date."]


def with_name(game: Session[Any], name: str) -> Session[Any]:
    """The same game, in which his opponent is called something else."""
    setup = json.loads(json.dumps(game.header.setup))
    setup["sides"][1]["units"][0]["name"] = name
    return Session(RULESET, game.header.model_copy(update={"setup": setup}))


def test_a_character_remembers_nothing_of_who_is_called_much_like_him() -> None:
    own_file()
    game = with_name(arena(), "Bruce Corrigan")
    give(game, do="adjust", by="red", path="units.b1.damage", value=1, reason="a knife")
    give(game, do="adjust", by="blue", path="units.kuro.damage", value=2, reason="a sword")
    give(game, do="note", by="red", text="Bruce Corrigan bleeds")
    give(game, do="note", by="red", text="Bruce Corr's luck holds")
    settle(game)

    told = " ".join(own().sentences(own().timeline.entry(2)))
    assert "a knife" in told
    assert "luck holds" in told
    assert "Corrigan" not in told


def test_who_has_the_very_same_name_is_told_apart_by_his_id() -> None:
    own_file()
    game = with_name(arena(), "Bruce Corr")
    give(game, do="adjust", by="red", path="units.b1.damage", value=1, reason="a knife")
    give(game, do="adjust", by="blue", path="units.kuro.damage", value=2, reason="a sword")
    settle(game)

    told = " ".join(own().sentences(own().timeline.entry(2)))
    assert "a knife" in told
    assert "a sword" not in told


def test_a_very_long_game_comes_home_with_its_end() -> None:
    own_file()
    game = arena()
    for i in range(80):
        give(game, do="note", by="red", text=f"Bruce Corr {i} " + "x" * 1900)
    assert settle(game) == ["Bruce Corr's file is up to date."]
    told = own().sentences(own().timeline.entry(2))
    assert 40 < len(told) < 60
    assert any("Bruce Corr 79 " in one for one in told)


@pytest.mark.parametrize("name", ["", ".bruce", "a/b", "x" * 200])
def test_no_file_has_such_a_name(name: str) -> None:
    with pytest.raises(CommandError):
        own_file(name)


def test_no_file_is_replaced_and_none_is_made_of_an_unlawful_character() -> None:
    own_file()
    with pytest.raises(CommandError, match="already"):
        own_file()
    weak = BUILDER.read({**BRUCE, "dex": 13})
    beginning = BUILDER.beginning(weak, "weak")
    with pytest.raises(CommandError, match="CQ-SKL-3"):
        new_career(RULESET, beginning.setup, beginning.words, "weak")
    assert not character_path("weak").exists()
    new_career(RULESET, beginning.setup, beginning.words, "weak", override="the players agree").close()
    assert character_path("weak").exists()


def test_a_character_whom_the_disk_does_not_take_leaves_his_name_free(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The file is there with all that makes him, or not at all."""

    def full(file: int, data: bytes) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as broken:
        broken.setattr(os, "write", full)
        with pytest.raises(JournalError, match=r"bruce\.vedette could not be made: the disk is full\."):
            own_file()
    assert not character_path("bruce").exists()
    own_file()
    assert verify(own()) == []
