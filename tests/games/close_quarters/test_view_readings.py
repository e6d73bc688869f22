"""What forms and sentences tell of house rules: where they make a difference, and only there."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from tests.games.close_quarters.fights import GUN, fight
from tests.games.close_quarters.views import AUTO, duel, field, labels, man, reasons
from vedette.games.close_quarters.attacks.hitting import Missed
from vedette.games.close_quarters.attacks.shooting import Shoot, shot
from vedette.games.close_quarters.attacks.to_hit import read_of_clear_miss
from vedette.games.close_quarters.ruleset import RULESET
from vedette.games.close_quarters.state import Fight, Map, Wall, Weapon
from vedette.games.close_quarters.terrain import between
from vedette.games.close_quarters.view.actions import form

HIGH = Map(walls=(Wall("0303", "se", 3.0),))
SECOND = Weapon(id="second", type="pistol", ammo=6)


def read(game: Fight, **readings: str) -> Fight:
    """The game with some texts read in another way."""
    return replace(game, readings={**game.readings, **readings})


def pistols(**more: Any) -> Fight:
    """Ann with a pistol in each hand, six hexes from Cid."""
    skills = ("sidearms", "two-weapon-fighting")
    ann = man("red", "0303", GUN, SECOND, ready=2, dex=13, facing="se", skills=skills)
    return fight({"ann": ann, "cid": duel().units["cid"]}, **more)


def test_a_high_wall_is_leaned_round_and_the_form_says_by_which_reading() -> None:
    made = form(replace(duel(), map=HIGH), "shoot", "ann", {})
    assert made.refusal is None
    assert made.command["expose"] == "lean"
    assert reasons(made)["Reading"] == RULESET.readings()["leaning_high_wall"].choices[0].text
    assert "Reading" not in reasons(form(duel(), "shoot", "ann", {}))


def test_where_high_walls_stop_all_fire_the_refusal_says_by_which_house_rule() -> None:
    made = form(read(replace(duel(), map=HIGH), leaning_high_wall="refused"), "shoot", "ann", {})
    assert made.refusal is not None
    assert made.refusal.rule == "CQ-ENV-9"
    assert made.refusal.reading is not None
    assert made.refusal.reading.name == "House rule"


def test_a_second_pistol_is_offered_where_two_are_two_weapons() -> None:
    usual, other = pistols(), read(pistols(), two_pistols="yes")
    assert not [one for one in form(usual, "shoot", "ann", {}).fields if one.name == "weapon2"]
    made = form(other, "shoot", "ann", {"weapon2": "second"})
    assert made.refusal is None
    assert made.command["weapon2"] == "second"
    assert [one for one in made.fields if one.name == "target2"]


def test_another_mode_is_closed_after_the_first_shot_unless_it_may_change() -> None:
    units = {"ann": man("red", "0303", AUTO, dex=12, facing="se"), "cid": duel().units["cid"]}
    game = fight(units).with_unit("ann", acted=True, shots=1, fired="auto", mode="single")
    follow = replace(game, slots=(replace(game.slots[0], unit="ann", number=2), *game.slots[1:]))
    closed = {one.value: one.why_not for one in field(form(follow, "shoot", "ann", {}), "mode").choices}
    assert closed["single"] is None
    assert closed["burst"] is not None
    free = form(read(follow, mode_switch="one"), "shoot", "ann", {"mode": "burst"})
    assert free.refusal is None
    assert "another mode" in reasons(free)["House rule"]
    assert labels(field(free, "mode"))


def test_a_clear_miss_is_told_with_the_rule_that_spares_those_in_the_way() -> None:
    game = duel()
    near, far = between("0303", "0906")[1:3]
    crowd = {**game.units, "dan": man("blue", near, GUN), "eve": man("blue", far, GUN)}
    crowded = replace(game, units=crowd)
    command = Shoot.model_validate({"do": "shoot", "by": "ann", "weapon": "rifle", "target": "cid"})
    for missed_by, told in ((1, 0), (5, 1)):
        assert len(read_of_clear_miss(crowded, shot(crowded, command), missed_by)) == told
        assert not read_of_clear_miss(game, shot(game, command), missed_by)
    said = Missed("ann", "cid", "Only a miss by less.").sentence(str)
    assert said == "ann misses cid (house rule: Only a miss by less)."
