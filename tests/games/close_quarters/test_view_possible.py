"""What is offered as possible, what stands under "not now", and what Enter would give."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tests.games.close_quarters.fights import fight
from tests.games.close_quarters.views import (
    AUTO,
    GRENADE,
    KNIFE,
    RIFLE,
    SWORD,
    contact,
    duel,
    field,
    lines,
    man,
    offered,
)
from vedette.engine.checks import Refusal
from vedette.games.close_quarters.state import Fight, LastMove, Map, Options, Sealed, Wall, WatchedHex, Weapon
from vedette.games.close_quarters.view.actions import actions, form
from vedette.games.close_quarters.view.table import table
from vedette.tui.widgets.actions_panel import ActionList
from vedette.view.vocabulary import Action

JAMMED = replace(AUTO, broken="temporary")


def why_not(game: Fight, do: str, by: str) -> Refusal | None:
    return next(action.why_not for action in actions(game, by) if action.do == do)


def enter(game: Fight, unit: str, side: str) -> Action | None:
    """What Enter gives with this character chosen, while that side is called upon."""
    return ActionList.of([*actions(game, unit), *actions(game, side)], None, "", "").first


def shielded(game: Fight, **more: Any) -> Fight:
    return game.with_unit("ann", energy_shield="force-field-1", **more)


# --- conceding


@pytest.mark.parametrize("side", ["red", "blue"])
def test_conceding_names_the_side_that_concedes(side: str) -> None:
    game = duel("end")
    concede = actions(game, side)[-1]
    assert (concede.do, concede.by) == ("concede", side)
    made = form(game, "concede", side, {})
    assert field(made, "who").value == side
    assert made.command == {"do": "concede", "by": side}
    assert made.ready


def test_conceding_tells_what_becomes_of_it() -> None:
    made = form(duel(), "concede", "red", {})
    assert (field(made, "who").value, lines(made)["Then"]) == ("red", "Blue wins")
    over = replace(duel(), outcome="blue")
    assert "concede" not in [action.do for side in over.sides for action in actions(over, side)]
    assert form(duel(), "concede", "red", {"who": "blue"}).command == {"do": "concede", "by": "blue"}
    three = fight({**duel().units, "eve": man("green", "0101", KNIFE)})
    assert lines(form(three, "concede", "red", {}))["Then"] == "it leaves the map, and the others fight on"


@pytest.mark.parametrize("phase", ["initiative", "movement", "action", "retreat", "end"])
@pytest.mark.parametrize("unit", ["ann", "cid"])
def test_enter_gives_up_nothing(phase: str, unit: str) -> None:
    game = duel(phase).with_unit("ann", done=True, acted=True)
    first = enter(game, unit, "red")
    assert first is None or not first.deliberate
    assert first is None or first.do not in ("concede", "pass", "end_movement", "check")


# --- the energy shield


def test_enter_ends_no_turn_and_switches_no_shield_instead() -> None:
    game = shielded(duel("end"))
    listed = ActionList.of([*actions(game, "ann"), *actions(game, "red")], None, "", "").actions
    assert [action.do for action in listed[:2]] == ["end_turn", "switch_shield"]
    assert enter(game, "ann", "red") is None


@pytest.mark.parametrize(("on", "said"), [(False, "on"), (True, "off")])
def test_switching_a_shield_says_whether_it_goes_on_or_off(on: bool, said: str) -> None:
    game = shielded(duel(), energy_shield_on=on)
    switch = next(action for action in actions(game, "ann") if action.do == "switch_shield")
    assert switch.title == f"Switch the energy shield {said}"
    assert form(game, "switch_shield", "ann", {}).title == switch.title


def test_of_a_sealed_shield_the_title_says_nothing() -> None:
    sealed = Sealed(id="s1", what="shield", unit="ann", digest="", box="", round=1)
    game = shielded(duel()).with_side("red", sealed=(sealed,))
    assert form(game, "switch_shield", "ann", {}).title == "Switch the energy shield"


# --- what no draft can do


def test_with_a_broken_rifle_nobody_shoots() -> None:
    game = duel().with_weapon("ann", "rifle", broken="permanent")
    refusal = why_not(game, "shoot", "ann")
    assert refusal is not None
    assert refusal.rule == "CQ-ACT-16"
    assert refusal.sentence == "That weapon is broken."


def test_a_broken_rifle_beside_a_whole_gun_leaves_the_shot() -> None:
    pistol = Weapon(id="pistol", type="pistol", ammo=6)
    game = duel().with_unit(
        "ann", weapons=(replace(RIFLE, broken="permanent", grip=1), pistol), ready=("rifle", "pistol")
    )
    assert why_not(game, "shoot", "ann") is None


def test_who_sees_nobody_in_front_does_not_shoot() -> None:
    refusal = why_not(duel().with_unit("ann", facing="nw"), "shoot", "ann")
    assert refusal is not None
    assert refusal.rule == "CQ-MAP-5"


def test_a_shot_over_the_own_wall_stays_possible() -> None:
    game = replace(duel(), map=Map(walls=(Wall("0303", "se", 2.0),)))
    assert why_not(game, "shoot", "ann") is None


def test_only_jams_that_can_be_cleared_are_offered() -> None:
    game = duel().with_unit("ann", weapons=(JAMMED,), ready=("auto",), belt=())
    unskilled = why_not(game, "clear_jam", "ann")
    assert unskilled is not None
    assert unskilled.rule == "CQ-AUT-10"
    skilled = game.with_unit("ann", skills=("shoulderarms", "automatic-weapons"))
    assert why_not(skilled, "clear_jam", "ann") is None


def test_nobody_wrests_anything_from_empty_hands() -> None:
    fallen = {"hth": True, "posture": "fallen", "ready": ()}
    game = contact(hth=True, posture="fallen").with_unit("ann", ready=())
    game = game.with_unit("cid", hex="0303", **fallen)
    refusal = why_not(game, "disarm", "ann")
    assert refusal is not None
    assert refusal.rule == "CQ-HTH-12"
    armed = game.with_unit("cid", ready=("sword",))
    assert why_not(armed, "disarm", "ann") is None


def test_a_grenade_on_the_belt_is_offered_with_what_it_lacks() -> None:
    game = duel().with_unit("ann", weapons=(RIFLE, GRENADE), ready=("rifle",), belt=("frag",))
    refusal = why_not(game, "throw_grenade", "ann")
    assert refusal is not None
    assert (refusal.rule, refusal.alternative) == ("CQ-ACT-16", "ready it")
    both = game.with_unit("ann", ready=("frag",), belt=("rifle",))
    assert why_not(both, "throw_grenade", "ann") is None
    assert "throw_grenade" not in offered(duel(), "ann")


def test_a_blow_from_one_of_two_weapons_is_enough() -> None:
    """The sword doesn't reach two hexes, the spear does."""
    spear = Weapon(id="spear", type="spear", grip=1)
    units = {
        "ann": man("red", "0303", SWORD, spear, ready=2, dex=12, facing="s"),
        "cid": man("blue", "0305", SWORD, facing="n"),
    }
    assert why_not(fight(units), "attack", "ann") is None


# --- who may do something out of turn


def test_only_who_may_dodge_or_defend_is_named() -> None:
    named = "Can dodge or defend out of turn: Blue."
    assert named in table(duel(), None).prompt.hint
    assert named not in table(duel().with_unit("cid", ran=True), None).prompt.hint
    assert named in table(contact(), None).prompt.hint
    assert named not in table(contact().with_unit("cid", moved=5, half=5), None).prompt.hint


def watched(path: tuple[str, ...] = ("0906", "0806", "0705"), **more: Any) -> Fight:
    """Cid has moved through the hex that Ann watches."""
    game = replace(duel("movement", active="blue"), last_move=LastMove("cid", path) if path else None)
    game = game.with_unit("ann", overwatch=WatchedHex("rifle", "0705", "opportunity", 1), **more)
    return replace(game, options=Options(opportunity_fire=True))


def test_who_may_fire_at_who_has_just_moved_is_called_first() -> None:
    assert table(watched(), None).prompt.text == "Red may fire at Blue."


@pytest.mark.parametrize(
    "game", [watched(()), watched(stunned=1), watched(facing="nw"), watched(("0101", "0102"))]
)
def test_who_may_not_fire_is_not_called(game: Fight) -> None:
    assert "may fire" not in table(game, None).prompt.text


def test_what_is_sealed_is_not_given_away_by_the_call() -> None:
    hidden = watched().with_unit("ann", overwatch=WatchedHex("rifle", "", "opportunity", 1))
    assert table(hidden, None).prompt == table(watched(), None).prompt


def test_opportunity_fire_needs_somebody_who_has_just_moved() -> None:
    refusal = why_not(watched(()), "opportunity_fire", "ann")
    assert refusal is not None
    assert refusal.rule == "CQ-OPT-13"
    assert why_not(watched(), "opportunity_fire", "ann") is None


def test_a_closed_row_says_the_same_as_its_form() -> None:
    game = duel().with_weapon("ann", "rifle", broken="permanent")
    assert form(game, "shoot", "ann", {}).refusal == why_not(game, "shoot", "ann")
    assert field(form(game, "shoot", "ann", {}), "weapon").choices[0].why_not is not None
