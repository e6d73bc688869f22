"""The turn: initiative, the order of action, what follows a command, retreats, and the end (sections 5 and 6)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tests.games.close_quarters.fights import (
    GUN,
    acts,
    done,
    faces,
    fight,
    fires_again,
    given,
    nothing,
    one,
    passes,
    refused,
    two,
)
from vedette.engine.commands import Command
from vedette.games.close_quarters.specs import IN_COMBAT
from vedette.games.close_quarters.state import Fight, Map, Options, Slot, Weapon
from vedette.games.close_quarters.turn.beginning import (
    ForceRetreat,
    Initiative,
    beaten,
    ways_back,
)
from vedette.games.close_quarters.turn.ending import EndMovement, Pass
from vedette.games.close_quarters.turn.order import is_usable, pending
from vedette.games.close_quarters.view.actions import form
from vedette.view.hexes import DIRECTIONS, step

# --- the order of action


def test_the_order_is_made_on_the_spot() -> None:
    game = two()
    assert game.order == ("ann", "cid", "bob")
    assert (game.actor, game.active, pending(game)) == ("ann", "red", "act")


def test_ties_go_by_the_initiative_and_then_by_the_set_up() -> None:
    units = {"ann": one("red", "0303"), "bob": one("red", "0503"), "cid": one("blue", "1003")}
    assert fight(units).order == ("ann", "bob", "cid")
    assert fight(units, preset=["initiative"], initiative=("blue", "red")).order == ("cid", "ann", "bob")


def test_ties_go_by_the_order_of_movement_where_everybody_rolled_for_it() -> None:
    units = {"ann": one("red", "0303"), "bob": one("red", "0503"), "cid": one("blue", "1003")}
    options = Options(advanced_initiative=True)
    game = fight(units, preset=["move_order"], move_order=("bob", "cid", "ann"), options=options)
    assert game.order == ("bob", "cid", "ann")


def test_follow_up_shots_come_one_point_apart() -> None:
    units = {
        "ann": one("red", "0303", 13, weapons=(GUN,), ready=("gun",), fired="gun"),
        "cid": one("blue", "1003", 13),
        "dot": one("blue", "1203", 12),
        "eve": one("blue", "1403", 11),
    }
    game = acts(fight(units), "ann", shots=3)
    assert [(slot.unit, slot.level) for slot in game.slots] == [
        ("cid", 13),
        ("ann", 13),
        ("dot", 12),
        ("ann", 12),
        ("eve", 11),
    ]
    game = passes(game, "cid")
    assert game.actor == "ann"
    game = fires_again(game, "ann")
    assert game.actor == "dot"


def test_who_acts_out_of_order_uses_his_own_slot() -> None:
    game = acts(two(), "cid")
    assert (game.actor, game.units["cid"].acted) == ("ann", True)
    assert passes(game, "ann").actor == "bob"


def test_what_is_forced_besides_an_action_takes_no_slot() -> None:
    game = acts(acts(two(), "ann"), "ann", shots=3)
    assert game.actor == "cid"
    assert len(game.slots) == 2


@pytest.mark.parametrize(
    ("marks", "usable"),
    [
        ({}, True),
        ({"ran": True}, False),
        ({"stood": "full"}, False),
        ({"stood": "half"}, True),
        ({"stood": "half", "moved": 1}, False),
        ({"grabbed": True}, False),
        ({"went_down": True}, True),
        ({"went_down": True, "moved": 1}, False),
        ({"fell_turn": 1}, False),
        ({"fell_turn": 1, "hth": True}, True),
        ({"stunned": 1}, False),
        ({"held": 1}, False),
        ({"acted": True}, False),
    ],
)
def test_whose_slot_is_skipped(marks: dict[str, Any], usable: bool) -> None:
    game = two().with_unit("ann", **marks)
    assert is_usable(game, Slot("ann", 1, 12, 12)) == usable


@pytest.mark.parametrize(
    ("weapon", "more", "usable"),
    [
        (GUN, {}, True),
        (replace(GUN, ammo=0), {}, False),
        (replace(GUN, broken="temporary"), {}, False),
        (GUN, {"ready": ()}, False),
        (GUN, {"hth": True}, False),
        (Weapon(id="gun", type="laser-pistol", ammo=0), {"power": 1, "shots": 1}, True),
        (Weapon(id="gun", type="laser-pistol", ammo=0), {"power": 1, "shots": 4}, False),
    ],
)
def test_which_follow_up_is_skipped(weapon: Weapon, more: dict[str, Any], usable: bool) -> None:
    armed = {"weapons": (weapon,), "ready": ("gun",), "fired": "gun", "acted": True, **more}
    game = two().with_unit("ann", **armed)
    assert is_usable(game, Slot("ann", 2, 12, 12)) == usable


def test_a_fleeing_side_has_no_slots() -> None:
    game = done(two().with_side("red", fleeing=True), nothing)
    assert game.actor == "cid"


# --- what follows a command


def test_phases_follow_by_themselves() -> None:
    game = passes(passes(passes(two(), "ann"), "cid"), "bob")
    assert (game.phase, game.actor, game.active, pending(game)) == ("end", "", "", "end_turn")


def test_the_combat_ends_when_one_side_can_fight() -> None:
    game = done(two().with_unit("cid", damage=10), nothing)
    assert (game.outcome, game.actor, pending(game)) == ("red", "", "")
    both = two().with_unit("ann", left=True).with_unit("bob", damage=20).with_unit("cid", subdued=True)
    assert done(both, nothing).outcome == "draw"


def test_a_brawl_ends_when_one_side_is_left_in_it() -> None:
    brawl = {"hth": True, "hex": "0303", "posture": "fallen"}
    game = two().with_unit("ann", **brawl).with_unit("cid", **brawl, held=2, held_by="ann")
    assert done(game, nothing).units["ann"].hth
    game = done(game.with_unit("bob", hex="0404").with_unit("ann", damage=10), nothing)
    assert [(game.units[name].hth, game.units[name].posture) for name in ("ann", "cid")] == [
        (False, "fallen"),
        (False, "prone"),
    ]
    assert game.units["cid"].held_by == ""


def testnothing_follows_between_combats() -> None:
    game = two(phase="between").with_unit("cid", damage=20)
    assert done(game, nothing) == game


# --- initiative and movement


def test_equal_sides_roll_again_among_themselves() -> None:
    units = {name: one(name, f"0{n}03") for n, name in enumerate(("red", "blue", "green"), start=1)}
    game = fight(units, phase="initiative")
    dice = [faces(face) for face in (3, 5, 3, 2, 2, 1, 4)]
    game = given(game, Initiative(do="initiative", by="red"), *dice, "green", "blue")
    assert game.initiative == ("blue", "green", "red")
    assert game.move_order == ("green", "blue", "red")
    assert (game.phase, game.active, pending(game)) == ("movement", "green", "move")


def test_only_a_side_that_ran_takes_the_initiative_to_flee() -> None:
    game = two(phase="initiative")
    flee = Initiative(do="initiative", by="red", flee="red")
    assert refused(game, flee) == "CQ-INI-4"
    game = given(game.with_side("red", all_ran=True), flee, "red")
    assert game.sides["red"].fleeing
    assert refused(game, EndMovement(do="end_movement", by="red")) == "CQ-INI-4"
    assert refused(game, EndMovement(do="end_movement", by="blue")) == "CQ-MOV-1"


def test_the_surprised_engage_nobody_when_the_turn_begins() -> None:
    units = {"ann": one("red", "0505"), "cid": one("blue", "0504", facing="s")}
    surprise = Initiative(do="initiative", by="red", surprise="red")
    game = given(fight(units, phase="initiative"), surprise, "red")
    assert (game.units["ann"].began, game.units["cid"].began) == ((), ("ann",))


def test_each_side_ends_its_movement() -> None:
    game = two(phase="movement")
    assert (game.active, game.actor) == ("red", "")
    game = given(game, EndMovement(do="end_movement", by="red"))
    assert game.active == "blue"
    game = given(game, EndMovement(do="end_movement", by="blue"))
    assert (game.phase, game.actor) == ("action", "ann")


def test_wounds_slow_till_the_end_of_movement() -> None:
    slowed = {"status": ("hurt", "blinded"), "hurt_until": "movement-1"}
    game = two(phase="movement", preset=["active"], active="blue").with_unit("ann", **slowed)
    assert game.active == "blue"
    game = given(game, EndMovement(do="end_movement", by="blue"))
    assert (game.units["ann"].status, game.units["ann"].hurt_until) == (("blinded",), "")


def test_who_burns_does_not_stand_still() -> None:
    game = two(phase="movement").with_unit("bob", burning="half")
    assert refused(game, EndMovement(do="end_movement", by="red")) == "CQ-FIR-4"
    calm = game.with_unit("bob", panic="calm")
    assert not refused(calm, EndMovement(do="end_movement", by="red"))


def test_characters_move_one_by_one_with_advanced_initiative() -> None:
    game = two(phase="movement", options=Options(advanced_initiative=True))
    assert (game.move_order, game.actor) == (("ann", "bob", "cid"), "ann")
    assert refused(game, Pass(do="pass", by="bob")) == "CQ-OPT-1"
    assert refused(game, EndMovement(do="end_movement", by="red")) == "CQ-OPT-1"
    game = done(game.with_unit("ann", done=True), nothing)
    assert (game.actor, game.active) == ("bob", "red")
    game = passes(passes(game, "bob"), "cid")
    assert (game.actor, game.active, pending(game)) == ("", "", "end_movement")


# --- passing and conceding


def test_only_the_actor_passes() -> None:
    assert refused(two(), Pass(do="pass", by="bob")) == "CQ-TRN-3"
    assert refused(two(phase="end"), Pass(do="pass", by="bob")) == "CQ-TRN-1"
    assert refused(two(phase="movement"), Pass(do="pass", by="bob")) == "CQ-TRN-1"


def test_of_three_sides_the_one_that_concedes_has_moved() -> None:
    units = {name: one(name, f"0{n}03") for n, name in enumerate(("red", "blue", "green"), start=1)}
    concede = IN_COMBAT["concede"].model
    game = given(fight(units, phase="movement"), concede(do="concede", by="red"))
    assert (game.active, game.units["red"].left, game.units["red"].tally.ran) == ("blue", True, False)
    game = given(game, concede(do="concede", by="green"))
    assert game.outcome == "blue"


# --- retreats


def struck(**more: Any) -> Fight:
    """Ann has hurt Cid before her, and he hasn't hurt her; all have acted."""
    units = {
        "ann": one("red", "0505", 12, dealt={"cid": 3}),
        "cid": one("blue", "0504", 10, facing="s"),
    }
    return fight(units, phase="retreat", **more)


def test_who_has_beaten_an_enemy_may_force_him_back() -> None:
    game = struck()
    assert (game.actor, pending(game)) == ("ann", "retreat")
    assert ways_back(game, "cid") == ["0503", "0603", "0604", "0404", "0403"]
    back = ForceRetreat(do="force_retreat", by="ann", target="cid", to="0503", follow=True)
    game = given(game, back)
    assert (game.units["cid"].hex, game.units["ann"].hex, game.phase) == ("0503", "0504", "end")


@pytest.mark.parametrize("way", DIRECTIONS)
def test_he_is_forced_straight_back_unless_something_else_is_said(way: str) -> None:
    there = step("0505", way)
    game = struck().with_unit("cid", hex=there).with_unit("ann", facing=way)
    assert form(game, "force_retreat", "ann", {}).command["to"] == step(there, way)


@pytest.mark.parametrize(
    "change",
    [
        {"posture": "kneeling"},
        {"damage": 10},
        {"dealt": {"ann": 1}},
        {"hex": "0506"},
    ],
)
def test_who_is_not_beaten(change: dict[str, Any]) -> None:
    assert beaten(struck().with_unit("cid", **change), "ann") == []


def test_who_passes_forces_nobody_back() -> None:
    assert passes(struck(), "ann").phase == "end"


def test_a_retreat_goes_into_danger_only_ifnothing_else_is_left() -> None:
    pit = Map(pits={"0503": 3.0})
    back = ForceRetreat(do="force_retreat", by="ann", target="cid", to="0503")
    assert refused(struck(map=pit), back) == "CQ-RET-2"
    around = dict.fromkeys(("0603", "0604", "0404", "0403"), "wall")
    game = given(struck(map=replace(pit, terrain=around)), back, faces(1, 1, 2))
    assert (game.units["cid"].hex, game.phase) == ("0504", "end")


def test_nobody_forces_who_has_nowhere_to_go() -> None:
    around = dict.fromkeys(("0503", "0603", "0604", "0404", "0403"), "wall")
    assert struck(map=Map(terrain=around)).phase == "end"


# --- the beginning and the end


def test_a_combat_begins_without_the_marks_of_the_last() -> None:
    marks = {"acted": True, "stunned": 2, "status": ("hurt", "blinded"), "damage": 4, "healed": 1, "leaks": 1}
    game = two(outcome="red", settled=True).with_unit("ann", **marks, awarded=("x",))
    game = given(game, Command(do="start_combat", by="red"))
    ann = game.units["ann"]
    assert (ann.acted, ann.stunned, ann.status, ann.old_damage, ann.healed) == (False, 0, ("blinded",), 4, 0)
    assert (ann.leaks, ann.awarded, game.settled, game.round, game.phase) == (1, (), False, 1, "initiative")


def test_the_next_turn_begins() -> None:
    game = two(phase="end", round=3)
    game = game.with_unit("ann", ran=True, moved=9, stunned=2, hurt_until="end-3", status=("hurt",))
    game = game.with_unit("bob", ran=True).with_unit("cid", weapons=(GUN,), belt=("gun",), hth_ready="gun")
    game = given(game, Command(do="end_turn", by="blue"))
    ann, cid = game.units["ann"], game.units["cid"]
    assert (game.round, game.phase, pending(game)) == (4, "initiative", "initiative")
    assert (ann.moved, ann.ran, ann.stunned, ann.status, ann.hurt_until) == (0, False, 1, (), "")
    assert (cid.ready, cid.belt, cid.hth_ready) == (("gun",), (), "")
    assert (game.sides["red"].all_ran, game.sides["blue"].all_ran) == (True, False)


def test_a_preset_actor_has_the_slots_of_those_before_him_behind_him() -> None:
    game = two(preset=["actor"], actor="cid")
    assert [slot.unit for slot in game.slots] == ["cid", "bob"]
