"""new, do, answer, undo, redo: what they print, and their exit codes."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.cli.conftest import Vedette
from vedette.engine.library import data_folder
from vedette.engine.save_file import read

GAME = """
ruleset = "open-fire"
[[sides]]
id = "red"
[[sides.units]]
id = "r1"
name = "[red]Rifles[/red]"
mov = 5
skl = 7
def = 8
cmd = 7
hp = 2
models = 2
weapons = [{ id = "rifle", rng = 24, att = 2, dmg = 1 }]
[[sides]]
id = "blue"
[[sides.units]]
id = "b1"
name = "Blues"
mov = 5
skl = 7
def = 8
cmd = 7
hp = 2
models = 3
[state]
"activation.unit" = "r1"
"units.r1.stress" = 1
"""


@pytest.fixture
def duel(vedette: Vedette, tmp_path: Path) -> Vedette:
    """A small game named `d` in which the rifles are about to attack."""
    (tmp_path / "duel.toml").write_text(GAME, encoding="utf-8")
    assert vedette("new", tmp_path / "duel.toml", "--save", "d", "--seed", 1).code == 0
    return vedette


ATTACK = ("do", "d", "attack", "r1", "target=b1", "range=12")


def test_new_says_where_the_game_is(vedette: Vedette) -> None:
    said = vedette("new", "first-battle", "--save", "my game", "--seed", 5, "--json")
    assert said.code == 0
    assert Path(said.json["save"]) == Path(os.environ["VEDETTE_SAVES"], "my game.vedette")
    assert said.json["seed"] == 5
    assert said.json["pending"] == "start_game"
    assert vedette("new", "first-battle", "--save", "my game").code == 2


def test_new_takes_other_armies(vedette: Vedette, tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text('[[units]]\nprofile = "skipper"\nid = "s"\n', encoding="utf-8")
    said = vedette("new", "first-battle", "--save", "g", "--army", f"red={own}", "--army", "blue=ninth-lock")
    assert said.code == 0
    units = vedette("state", "g").json["units"]
    assert [key for key, unit in units.items() if unit["side"] == "red"] == ["s"]
    assert len(units) > 5


def test_units_of_a_side_go_before_those_of_its_army(vedette: Vedette, tmp_path: Path) -> None:
    sides = """
    ruleset = "close-quarters"
    [[sides]]
    id = "colony"
    army = "colony"
    units = [{ profile = "bruce", id = "bruce", hex = "0206" }]
    [[sides]]
    id = "rebels"
    army = "rebels"
    """
    (tmp_path / "yard.toml").write_text(sides, encoding="utf-8")
    assert vedette("new", tmp_path / "yard.toml", "--save", "y").code == 0
    units = vedette("state", "y", "--json").json["units"]
    assert [id for id, one in units.items() if one["side"] == "colony"] == ["bruce"]
    assert units["bruce"]["hex"] == "0206"

    assert vedette("new", tmp_path / "yard.toml", "--save", "z", "--army", "colony=colony").code == 0
    assert len(vedette("state", "z", "--json").json["units"]) == 10


def test_both_sides_may_have_the_same_army_and_its_leader(vedette: Vedette) -> None:
    both = ("--army", "colony=rebels", "--army", "rebels=rebels")
    assert vedette("new", "boarding-action", "--save", "g", *both).code == 0
    told = vedette("state", "g", "--json").json
    leaders = [side["leader"] for side in told["sides"].values()]
    assert [told["units"][leader]["side"] for leader in leaders] == list(told["sides"])


@pytest.mark.parametrize("army", ["red", "red=", "green=ninth-lock", "red=none.toml", "red=nobody"])
def test_new_refuses_armies_that_there_are_not(vedette: Vedette, army: str) -> None:
    said = vedette("new", "first-battle", "--save", "g", "--army", army)
    assert said.code == 2
    assert said.err
    assert vedette("state", "g").code == 2


def test_a_game_file_names_army_files_beside_it(vedette: Vedette, tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text('[[units]]\nprofile = "skipper"\nid = "s"\n', encoding="utf-8")
    text = (data_folder() / "rulesets/open-fire/games/first-battle.toml").read_text(encoding="utf-8")
    game = tmp_path / "g.toml"
    game.write_text(text.replace('"mud-landing"', '"own.toml"'), encoding="utf-8")
    assert vedette("new", game, "--save", tmp_path / "g.vedette").code == 0
    assert "s" in vedette("state", tmp_path / "g.vedette").json["units"]


def test_new_plays_optional_rules(vedette: Vedette) -> None:
    words = ("--option", "opportunity_fire", "--option", "gravity=0.5", "--option", "quick_shot=off")
    vedette("new", "duel", "--save", "watched", *words)
    options = vedette("state", "watched").json["options"]
    assert (options["opportunity_fire"], options["gravity"], options["quick_shot"]) == (True, 0.5, False)


def test_an_option_that_there_is_not_is_refused_and_nothing_is_saved(vedette: Vedette) -> None:
    refused = vedette("new", "duel", "--save", "none", "--option", "magic")
    assert refused.code == 2
    assert "opportunity_fire" in refused.err
    assert vedette("show", "none").code == 2


def test_the_same_seed_gives_the_same_dice(vedette: Vedette) -> None:
    faces = []
    for name in ("one", "two"):
        vedette("new", "first-battle", "--save", name, "--seed", 11)
        vedette("do", name, "start_game", "red")
        faces.append(vedette("do", name, "roll_off", "red", "--json").json["rolled"][0]["faces"])
    assert faces[0] == faces[1]


def test_a_command_prints_its_whole_breakdown(duel: Vedette) -> None:
    said = duel(*ATTACK, "los=obstructed", "--dice", "12,11,4,2,7", "--choose", "1")
    assert said.code == 0
    lines = [line.strip() for line in said.out.splitlines()]
    assert "\x1b" not in said.out
    assert "Attack: red · 4 D12 · needs a 12" in lines
    assert "7+ SKL" in lines
    assert "−4 Obstructed  OF-ATK-2" in lines
    assert "−1 Stress  OF-STR-5" in lines
    assert any(line.startswith("12★ 11✘ 4✘ 2✘") for line in lines)
    assert any(line.startswith("Defence: blue · 1 D12 · needs 8+") for line in lines)


def test_json_tells_the_same(duel: Vedette) -> None:
    said = duel(*ATTACK, "--dice", "12,11,4,2,7,8", "--choose", "1", "--json")
    told = said.json
    assert told["rolled"][0]["modifiers"] == {"Stress": -1}
    assert told["rolled"][0]["successes"] == 2
    assert told["rolled"][1]["faces"] == [7, 8]
    assert told["waits"] is None
    assert told["refused"] is None
    assert told["entries"][0]["input"]["target"] == "b1"
    assert told["head"] == told["entries"][-1]["n"]


def test_without_all_the_dice_the_game_waits(duel: Vedette) -> None:
    said = duel(*ATTACK, "--dice", "12,11,4,2")
    assert said.code == 4
    assert "Waiting for dice: Defence, blue · 2 D12 · needs 8+" in said.out
    assert duel("state", "d").json["pending"] == "dice"
    assert duel("do", "d", "end_activation", "r1").code == 3
    assert duel("answer", "d", "--dice", "").code == 4
    assert duel("answer", "d", "--dice", "3").code == 2
    said = duel("answer", "d", "--dice", "3,2", "--json")
    assert said.code == 4
    assert said.json["waits"] == {"for": "casualty", "side": "blue", "options": [1, 2]}


def test_a_total_may_be_given_in_place_of_the_faces(duel: Vedette) -> None:
    assert "4 D12 give 0 to 4 successes here, not 5." in duel(*ATTACK, "--dice", "total=5").err
    said = duel(*ATTACK, "--dice", "total=2,3,2", "--json")
    assert [(roll["faces"], roll.get("typed"), roll["successes"]) for roll in said.json["rolled"]] == [
        ([], 2, 2),
        ([3, 2], None, 0),
    ]
    assert "red: Attack a total of 2" in duel("log", "d").out
    assert "Attack" in duel("replay", "d").out
    assert "typed as a total" in duel("replay", "d").out
    assert duel("verify", "d").code == 0


def test_a_choice_is_given_as_text_and_means_a_number(duel: Vedette) -> None:
    duel(*ATTACK, "--dice", "12,11,4,2,3,8")
    assert duel("answer", "d").code == 4
    assert duel("answer", "d", "--choose", "9").code == 2
    assert duel("answer", "d", "--choose", "2").code == 0
    assert duel("state", "d").json["units"]["b1"]["models"][2]["hp"] == 1


def test_the_assistant_rolls_where_no_dice_are_given(duel: Vedette) -> None:
    said = duel(*ATTACK, "--json")
    assert said.code in (0, 4)
    assert said.json["rolled"][0]["from"] == ["rolled"] * 4


def test_a_refusal_is_exit_3_with_the_rule_first(duel: Vedette) -> None:
    before = duel("state", "d").out
    said = duel(*ATTACK[:-1], "range=30", "--dice", "1,2")
    assert said.code == 3
    assert said.err.startswith("OF-RNG-1: ")
    assert said.out == ""
    said = duel(*ATTACK[:-1], "range=30", "--json")
    assert said.code == 3
    assert said.json["refused"]["rule"] == "OF-RNG-1"
    assert duel("state", "d").out == before


def test_a_refusal_can_be_overruled(duel: Vedette) -> None:
    said = duel(*ATTACK[:-1], "range=30", "--dice", "1,1,1,1", "--override", "the cable is long", "--json")
    assert said.code == 0
    assert said.json["overridden"] == ["OF-RNG-1"]
    assert "overruled OF-RNG-1: the cable is long" in duel("log", "d").out


def test_values_are_toml_and_bare_words_are_strings(duel: Vedette) -> None:
    attacks = '[{weapon = "rifle", models = [0], target = "b1", range = 10.5}]'
    assert duel("do", "d", "attack", "r1", f"attacks={attacks}", "--dice", "1,1").code == 0
    assert duel("do", "d", "note", "red", "text=the rain starts").code == 0
    assert "the rain starts" in duel("log", "d").out
    assert duel("do", "d", "adjust", "red", "path=units.b1.stress", "value=2", "reason=seen").code == 0
    assert duel("state", "d").json["units"]["b1"]["stress"] == 2


def test_a_decimal_comma_is_a_point_and_what_must_be_whole_stays_whole(duel: Vedette) -> None:
    assert duel("do", "d", "move", "r1", "inches=2,5", "--json").code == 0
    assert "2.5" in duel("log", "d").out
    assert duel("do", "d", "adjust", "red", "path=units.b1.stress", "value=1,5", "reason=seen").code == 2
    assert duel("odds", "d", "attack", "r1", "target=b1", "range=7,5", "--seconds", "0,5").code == 0


@pytest.mark.parametrize(
    "words",
    [
        ["fly"],
        ["move"],
        ["move", "r1"],
        ["move", "r1", "r2"],
        ["move", "r1", "inches"],
        ["move", "r1", "inches=far"],
        ["move", "r1", "inches=nan"],
        ["move", "r1", "inches=-1"],
        ["move", "r1", "inches=4,5,6"],
        ["move", "r1", "inches=2", "inches=3"],
        ["move", "r1", "by=r1", "inches=2"],
        ["move", "r1", "inches=2", "wings=true"],
        ["move", "r9", "inches=2"],
        ["move", "r1", "inches=[1"],
        ["move", "r1", "inches=2024-01-01"],
        ["move", "r1", "in ches=2"],
        ["move", "r1", "do=attack"],
        ["move", "r1", "inches=" + "9" * 200_000],
        ["attack", "r1", "attacks=" + "[" * 5000],
        ["attack", "r1", "target=b1", "range=5", "--dice", "1,x"],
        ["attack", "r1", "target=b1", "range=5", "--dice", "1.5"],
        ["attack", "r1", "target=b1", "range=5", "--dice", "-3"],
        ["attack", "r1", "target=b1", "range=5", "--dice", "13,1,1,1"],
        ["attack", "r1", "target=b1", "range=5", "--dice", "1"],
        ["attack", "r1", "target=b1", "range=5", "--dice", "1,1,1,1,1"],
        ["attack", "r1", "target=b1", "range=5", "--dice", "1,1,1,1", "--choose", "0"],
        ["attack", "r1", "target=b1", "range=5", "--dice", "1,1,1,1", "--nonsense"],
        ["note", "red", "text=\x1b[31m"],
        ["note", "red", "text=" + "x" * 10_000],
    ],
)
def test_nonsense_is_exit_2_and_changes_nothing(duel: Vedette, words: list[str]) -> None:
    before = duel("state", "d").out
    said = duel("do", "d", *words)
    assert said.code == 2
    assert said.out == ""
    assert said.err.strip()
    assert "\x1b" not in said.err
    assert duel("state", "d").out == before


def test_undo_and_redo(duel: Vedette) -> None:
    start = duel("state", "d").json
    duel(*ATTACK, "--dice", "12,11,4,2,3,8", "--choose", "2")
    after = duel("state", "d").json
    assert duel("undo", "d", "--by", "red").code == 0
    assert duel("state", "d").json == start
    said = duel("redo", "d", "--json")
    assert said.json["entries"][0]["kind"] == "redo"
    assert duel("state", "d").json == after
    assert duel("redo", "d").code == 3
    assert duel("undo", "d", "--steps", 0).code == 2
    assert duel("undo", "d", "--steps", 99).code == 3
    assert duel("undo", "d", "--by", "green").code == 2
    assert duel("do", "d", "undo", "red", "steps=1").code == 0
    assert duel("state", "d").json == start


def test_undo_inside_a_command_waits_again(duel: Vedette) -> None:
    duel(*ATTACK, "--dice", "12,11,4,2")
    said = duel("undo", "d")
    assert said.code == 4
    assert "Waiting for dice: Attack" in said.out


def test_after_an_undo_the_dice_fall_the_same(duel: Vedette) -> None:
    first = duel(*ATTACK, "--json").json["rolled"][0]["faces"]
    while duel("undo", "d").code == 4:
        pass
    assert duel(*ATTACK, "--json").json["rolled"][0]["faces"] == first


def test_names_are_never_markup(duel: Vedette) -> None:
    assert "[red]Rifles[/red]" in duel("do", "d", "end_activation", "r1").out


@pytest.mark.parametrize(
    "example", sorted((data_folder() / "saves").glob("*.vedette")), ids=lambda path: path.stem
)
def test_an_example_is_played_on_in_a_copy(vedette: Vedette, example: Path) -> None:
    before = example.read_bytes()
    side = read(example).header.setup["sides"][0]["id"]
    said = vedette("do", example, "note", side, "text=here we go on")
    assert said.code == 0
    copy = Path(os.environ["VEDETTE_SAVES"]) / example.name
    assert said.err == f"The example stays as it is. Playing on in a copy: {copy}\n"
    again = vedette("undo", example.stem)
    assert (again.code, again.err) == (0, "")
    assert copy.read_bytes().startswith(before)
    assert example.read_bytes() == before


def test_an_undo_that_the_other_side_must_agree_to_needs_agreed(vedette: Vedette) -> None:
    vedette("new", "first-battle", "--save", "g", "--undo", "both", "--seed", 5)
    vedette("do", "g", "start_game", "red")
    vedette("do", "g", "roll_off", "red", "--dice", "7,1")
    said = vedette("undo", "g")
    refused = (
        "The Wardens must agree: this undoes 1 decision by Keelborn, 1 roll. --agreed says that they do.\n"
    )
    assert (said.code, said.err) == (3, refused)
    assert vedette("correct", "g", 3, "--dice", "8,1").code == 3
    assert vedette("correct", "g", 3, "--dice", "8,1", "--agreed").code == 0
    assert vedette("undo", "g", "--agreed").code == 0
    told = vedette("verify", "g").out.splitlines()
    assert told[0].startswith("The table took something back once: 1 roll; 1 correction among them;")
    assert told[1].startswith(
        "Keelborn took something back once: 1 own decision, 1 roll; agreed by the Wardens: 1"
    )
    assert vedette("verify", "g", "--json").json["undone"]["red"]["agreed"] == {"blue": 1}
    assert "Agreed by the Wardens." in vedette("log", "g", "--all").out
    assert vedette("new", "first-battle", "--save", "h", "--undo", "never").err == (
        "undo must be 'free', 'own' or 'both'\n"
    )


def test_an_edition_of_the_rules_is_named_for_a_new_game(vedette: Vedette) -> None:
    assert vedette("new", "two-fords", "--save", "site", "--edition", "site").code == 0
    assert vedette("state", "site").json["edition"] == "site"
    unknown = vedette("new", "two-fords", "--save", "other", "--edition", "third")
    assert (unknown.code, "There are: site, book, chapter." in unknown.err) == (2, True)
    assert "no edition" in vedette("new", "first-battle", "--save", "fire", "--edition", "site").err
