"""Before a game, by lines: saves, armies, characters and maps."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.plain.test_lines import a_battle
from vedette.campaign import character_files
from vedette.engine.library import user_folder
from vedette.engine.session import Session
from vedette.plain.beginning import begin
from vedette.plain.game import PlainGame
from vedette.plain.talk import Talk
from vedette.registry import rulesets


def begun(folder: Path, *lines: str) -> tuple[list[str], Session[Any] | None, Talk]:
    said: list[str] = []
    talk = Talk(lines, said.append)
    session = begin(rulesets(), folder, talk)
    if session is not None:
        session.close()
    return said, session, talk


def test_saves_are_renamed_put_away_and_brought_back(tmp_path: Path) -> None:
    a_battle(tmp_path / "first.vedette").close()
    said, _, talk = begun(
        tmp_path, "rename first", "second", "bin second", "yes", "restore", "find second", "quit"
    )
    assert (tmp_path / "second.vedette").exists()
    assert said[-1].startswith("1 second: The Salt Road, Keelborn and Wardens")
    assert not talk.wrong


def test_examples_stay_where_they_are(tmp_path: Path) -> None:
    said, _, talk = begun(tmp_path, "rename 1", "bin 1", "restore")
    assert said.count("Examples stay as they are.") == 2
    assert talk.wrong == 3


def test_a_game_is_looked_at_and_played_on_from_a_line(tmp_path: Path) -> None:
    a_battle(tmp_path / "mine.vedette").close()
    said, session, _ = begun(tmp_path, "replay open-fire-first-battle", "loss", "back", "cards", "play")
    assert session is not None
    assert session.path is not None
    assert session.path.parent == tmp_path
    assert any(line.startswith("Line 37. ") for line in said)


def test_an_army_is_picked_pasted_and_saved(tmp_path: Path) -> None:
    lines = (
        "new", "ruleset company", "edition the chapter", "the boar", "pick", "wild foot", "paste", "2x Rangers: Ash, Elder", "",
        "paste", "1x Nobody", "", "less wild", "name 1 Yew", "mark yew", "units", "list", "print", "save My Reds", "", "cancel",
    )  # fmt: skip
    said, session, talk = begun(tmp_path, *lines)
    assert session is None
    assert "1 Yew, Captain." in said
    assert "1x Rangers (12) \u2605: Yew" in said or any("Yew" in line and "Rangers" in line for line in said)
    assert (user_folder() / "rulesets/company/armies/my-reds.toml").exists()
    assert any(line.startswith("Written: ") for line in said)
    assert talk.wrong == 1


def test_a_profile_of_the_house_is_made_like_another_and_taken_into_an_army(tmp_path: Path) -> None:
    lines = (
        "new", "keelborn", "pick", "house", "deckhands", "Harbour [b]Folk", "weapons cutlery", "", "weapons boat hook", "",
        "kind", "remove 1", "kind profiles", "send", "Our Club", "", "harbour [b]folk", "house", "new", "", "cancel",
        "remove", "harbour [b]folk", "yes", "cancel", "", "cancel",
    )  # fmt: skip
    said, _, talk = begun(tmp_path, *lines)
    assert said.count("There is no cutlery among the weapons.") == 2, "at once, and when it is saved"
    assert "Saved in your pack; send makes a file of it." in said
    assert "A new profile like Deckhands." in said
    assert not any(line.endswith("as before.") for line in said)
    assert (user_folder() / "sent/our-club.toml").exists()
    assert "Harbour [b]Folk is gone." in said
    assert any(line.startswith("1 unit") for line in said), "it was taken into the army"
    assert talk.wrong == 2


def test_what_was_put_together_is_not_thrown_away_unasked(tmp_path: Path) -> None:
    lines = (
        "new", "keelborn", "pick", "house", "deckhands", "Dockers", "mov", "cancel", "no", "", "cancel", "yes",
        "", "deckhands", "cancel", "no", "", "cancel", "no", "cancel", "yes",
    )  # fmt: skip
    said, session, _ = begun(tmp_path, *lines)
    assert session is None
    assert said.count("Discard this profile? Yes or no?") == 2
    assert said.count("Discard the units that you put together? Yes or no?") == 3
    assert "Nothing is saved." in said


def test_a_character_is_made(tmp_path: Path) -> None:
    lines = (
        "character", "attributes", "more str", "less dex", "skills", "knife", "weapons", "dagger", "about dagger",
        "undo", "redo", "more 999", "sheet", "name Mara Sand", "save",
    )  # fmt: skip
    said, session, talk = begun(tmp_path, *lines)
    assert session is not None
    assert list(character_files()) == ["mara-sand"]
    assert "Points left 1 of 32." in said
    assert talk.wrong == 1


def test_a_map_is_drawn_and_played_on(tmp_path: Path) -> None:
    lines = ("new", "ruleset close", "draw", "r 0503 n ne", "k 0101 s", "brush", "zzz", "undo", "redo", "map",
             "size 12 x", "size 12 9", "save Short Deck", "stop", "cancel")  # fmt: skip
    said, _, talk = begun(tmp_path, *lines)
    assert "Solid wall: 0503, 0502, 0601." in said
    assert "Wall of 1 m: 0102 north." in said
    assert "3 Map: Short Deck." in said
    assert (user_folder() / "rulesets/close-quarters/maps/short-deck.toml").exists()
    assert talk.wrong == 3


def test_whoever_leaves_a_map_or_a_character_unsaved_is_asked(tmp_path: Path) -> None:
    said, _, talk = begun(
        tmp_path, "draw", "b 0101", "stop", "yes", "character", "more 1", "cancel", "yes", "quit"
    )
    assert [line for line in said if line.startswith("Discard ")] == [
        "Discard what is not saved? Yes or no?",
        "Discard this character? Yes or no?",
    ]
    assert not talk.wrong


def test_a_first_battle_is_learned_by_lines_and_the_guide_can_be_left(tmp_path: Path) -> None:
    lines = ("learn open", "s", "guide", "r", "8 3", "guide", "d", "", "", "quit")
    said: list[str] = []
    talk = Talk(lines, said.append)
    session = begin(rulesets(), tmp_path, talk)
    assert session is not None
    PlainGame(session, talk).play()
    session.close()
    told = "\n".join(said)
    assert session.path == tmp_path / "practice-open-fire.vedette"
    assert told.count("Welcome! Each player has two squads.") == 1
    assert "One twelve-sided die each" not in told
    assert "place the squad near its edge" in told
    assert "`" not in told


def test_a_first_battle_is_played_to_its_end_by_lines(tmp_path: Path) -> None:
    """The ambition that was chosen in secret decides it."""
    blows = "5 5 5 5 5 5 1 1 1 1 1 1"
    lines = (
        "learn company", "3", "yes", "8", "", "start", "",
        "shoot", "hunters", "7", "", "4 4", blows, "1", "5 5",
        "attack", "hunters", "3", "", "6 6", "1", "4 4", blows, blows, "6 6", "1", "6 6", "end the turn", "end the turn",
        "1", "1", "6 6", "cast", "heal", "cubs", "4", "", "6 6", *["end the turn"] * 6, "count the vp and end the game", "", "quit",
    )  # fmt: skip
    said: list[str] = []
    talk = Talk(lines, said.append)
    session = begin(rulesets(), tmp_path, talk)
    assert session is not None
    PlainGame(session, talk).play()
    session.close()
    assert not talk.wrong
    assert {id: side["vp"] for id, side in session.paths()["sides"].items()} == {"red": 2, "blue": 1}
    told = "\n".join(said)
    for heard in (
        "A Resolve test: 2d6",
        "The target is Defiant",
        "A turn begins with the Shaken",
        "three spells",
    ):
        assert told.count(heard) == 1


def test_house_rules_and_optional_rules_are_forms_of_their_own(tmp_path: Path) -> None:
    game = rulesets()["close-quarters"]
    reading, option = game.readings()["reflector"], game.options()["fatigue"]
    said, session, talk = begun(
        tmp_path, "new", "ruleset close-quarters", "house rules", "find reflector", "about reflected shots", "reflected shots 2", "",
        "optional rules", "about fatigue", "fatigue", "nonlethal damage yes", "gravity 2", "", "", "",
    )  # fmt: skip
    assert session is not None
    assert not talk.wrong
    assert any(reading.question in line for line in said)
    assert any(option.text.rstrip(".") in line for line in said)
    assert session.readings["reflector"] == reading.choices[1].id
    chosen = session.header.setup["options"]
    assert (chosen["fatigue"], chosen["nonlethal"], chosen["gravity"]) == (True, True, 2)


def test_what_is_left_of_optional_rules_stays_as_it_was(tmp_path: Path) -> None:
    _, session, _ = begun(
        tmp_path, "new", "ruleset close-quarters", "optional rules", "fatigue", "cancel", "", ""
    )
    assert session is not None
    assert "fatigue" not in session.header.setup["options"]


def test_a_preset_answers_all_house_rules_at_once(tmp_path: Path) -> None:
    game = rulesets()["close-quarters"]
    preset = game.presets()[0]
    lines = ("new", "ruleset close-quarters", "house rules", "all at once 2", "", "")
    _, session, talk = begun(tmp_path, *lines)
    assert session is not None
    assert not talk.wrong
    assert session.readings == preset.completed(game.readings())
