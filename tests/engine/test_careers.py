"""Characters with files of their own: they join a game, and come home to their files when it is settled."""

from __future__ import annotations

from typing import Any

import pytest

from tests.characters import BRUCE, arena, own_file
from vedette.engine.careers import at_stake, bring_home, character_path, chronicle, homeward, new_career
from vedette.engine.errors import CommandError
from vedette.engine.session import Session, open_session, read_session
from vedette.engine.verify import verify
from vedette.games.close_quarters.ruleset import RULESET
from vedette.games.close_quarters.state import Character
from vedette.games.close_quarters.view.building import BUILDER

GAMES = {RULESET.id: RULESET}


def own() -> Session[Any]:
    return read_session(GAMES, character_path("bruce"))


def bruce() -> Character:
    one = own().state.units["bruce"]
    assert isinstance(one, Character)
    return one


def give(game: Session[Any], **words: Any) -> list[str]:
    said: list[str] = []
    with homeward(game, said):
        assert game.do(words).refusal is None
    return said


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
        "Bruce Corr is back from The sands.",
    ]
    assert [sentence for _, sentence in chronicle(own())][-1] == told[-1]
    assert verify(own()) == []


def test_undo_of_the_settlement_takes_it_back_and_redo_brings_it_again() -> None:
    own_file()
    game = arena()
    settle(game)
    said: list[str] = []
    with homeward(game, said):
        game.undo("red")
    assert said == ["What this game had written into Bruce Corr's file is taken back."]
    assert (bruce().ep, bruce().wealth) == (0, 2)
    assert len(own().timeline.entries) == 3  # nothing is erased

    with homeward(game, said):
        game.redo("red")
    assert said[1:] == ["Bruce Corr's file is up to date."]
    assert (bruce().ep, bruce().wealth) == (2, 102)


def test_what_happens_after_the_settlement_comes_home_too() -> None:
    own_file()
    game = arena()
    settle(game)
    give(game, do="buy", by="b1", type="flashlight")
    assert "flashlight" in bruce().items
    assert bring_home(game) == []


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

    assert bring_home(game) == []
    said: list[str] = []
    with homeward(game, said):
        game.undo("red")
    assert "stays as it is" in said[0]
    assert bruce().wealth == 152


def test_a_file_that_is_open_elsewhere_or_gone_is_told() -> None:
    own_file()
    game = arena()
    file = open_session(GAMES, character_path("bruce"))
    assert "did not come home" in settle(game)[0]
    file.close()
    assert bring_home(game) == ["Bruce Corr's file is up to date."]

    game.undo("red")
    character_path("bruce").unlink()
    assert not at_stake(game)
    assert "there is no file bruce" in settle(game)[0]


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
