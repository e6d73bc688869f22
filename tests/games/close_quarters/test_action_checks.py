"""The checks that all actions share (section 6.3)."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from tests.games.close_quarters.fights import GUN, acts, fight, one, passes, two
from vedette.games.close_quarters.state import Fight, Weapon
from vedette.games.close_quarters.turn.order import (
    Limit,
    action_checks,
    attack_checks,
    most_moved,
    reach_checks,
    target_checks,
)


def first_refusal(game: Fight, checks: tuple[Any, ...], **command: Any) -> str:
    given_command = SimpleNamespace(**{"do": "attack", "by": "ann", **command})
    return next((found.rule for check in checks if (found := check.test(game, given_command))), "")


ATTACK = attack_checks(in_hth=True)


@pytest.mark.parametrize(
    ("marks", "rule"),
    [
        ({}, ""),
        ({"damage": 10}, "CQ-TRN-4"),
        ({"fell_turn": 1}, "CQ-TRN-4"),
        ({"entangled": True}, "CQ-TRN-4"),
        ({"ran": True}, "CQ-ACT-2"),
        ({"stood": "half"}, "CQ-MOV-11"),
        ({"grabbed": True}, "CQ-MOV-16"),
        ({"went_down": True, "moved": 1}, "CQ-ACT-6"),
        ({"acted": True}, "CQ-TRN-2"),
        ({"moved": 6}, "CQ-ACT-8"),
        ({"moved": 5}, ""),
        ({"moved": 1, "hth": True}, "CQ-HTH-6"),
        ({"went_down": True}, "CQ-ACT-6"),
        ({"posture": "fallen"}, "CQ-TRN-4"),
        ({"posture": "fallen", "hth": True}, ""),
    ],
)
def test_what_keeps_from_attacking(marks: dict[str, Any], rule: str) -> None:
    assert first_refusal(two().with_unit("ann", **marks), ATTACK) == rule


def test_phase_and_turn_of_an_action() -> None:
    assert first_refusal(two(phase="end"), ATTACK) == "CQ-TRN-1"
    assert first_refusal(two(), ATTACK, by="cid") == "CQ-TRN-3"
    assert first_refusal(two().with_side("red", fleeing=True), ATTACK) == "CQ-INI-4"


def test_what_may_come_before_ones_slot() -> None:
    dodge = action_checks("half", "CQ-ACT-7")
    assert first_refusal(two(), dodge, do="dodge", by="cid") == ""
    assert first_refusal(passes(two(), "ann"), dodge, do="dodge", by="ann") == "CQ-TRN-3"
    bayonet = two().with_unit("cid", weapons=(replace(GUN, fitted=("bayonet",)),))
    assert first_refusal(bayonet, ATTACK, by="cid", weapon="gun") == ""
    aimed = acts(two(), "ann").with_unit("ann", aimed=True, aim_target="cid")
    assert first_refusal(aimed, action_checks("step", "CQ-ACT-12"), do="defend") == ""


def test_a_follow_up_slot_is_for_shooting() -> None:
    armed = {"weapons": (GUN,), "ready": ("gun",), "fired": "gun"}
    game = acts(two().with_unit("ann", **armed), "ann", shots=2)
    assert game.actor == "ann"
    assert first_refusal(game, ATTACK) == "CQ-TRN-2"
    assert first_refusal(game, action_checks("half", "CQ-ACT-4"), do="shoot") == ""


def test_limits_of_movement() -> None:
    walker = one("red", "0303", half=5)
    limits: tuple[Limit, ...] = ("still", "step", "pace", "half", "attack")
    assert [most_moved(walker, limit) for limit in limits] == [0, 1, 2, 5, 5]
    assert most_moved(replace(walker, half=0), "attack") == 1
    assert most_moved(replace(walker, half=1), "pace") == 1


def test_the_dead_are_no_target_and_the_unconscious_none_in_an_arena() -> None:
    game = two().with_unit("cid", damage=20)
    assert first_refusal(game, target_checks(), target="cid") == "CQ-TRN-4"
    game = two().with_unit("cid", damage=10)
    assert first_refusal(game, target_checks(), target="cid") == "CQ-SCN-4"
    assert first_refusal(two(), target_checks(), target=None) == ""


@pytest.mark.parametrize(
    ("hex", "weapon", "rule"),
    [
        ("0504", "knife", ""),
        ("0506", "knife", "CQ-MAP-5"),
        ("0505", "knife", "CQ-ATK-12"),
        ("0503", "knife", "CQ-ATK-12"),
        ("0503", "spear", ""),
        ("0502", "spear", "CQ-ATK-12"),
        ("0705", "spear", "CQ-POL-3"),
        ("0604", "spear", ""),
        ("0504", "hands", ""),
    ],
)
def test_reach(hex: str, weapon: str, rule: str) -> None:
    arms = (Weapon(id="knife", type="fighting-knife"), Weapon(id="spear", type="spear"))
    units = {"ann": one("red", "0505", 12, weapons=arms), "cid": one("blue", hex, posture="prone")}
    assert first_refusal(fight(units), reach_checks(), target="cid", weapon=weapon) == rule


def test_a_jab_goes_past_nobody() -> None:
    spear = (Weapon(id="spear", type="spear"),)
    units = {
        "ann": one("red", "0505", 12, weapons=spear),
        "bob": one("red", "0504"),
        "cid": one("blue", "0503"),
    }
    assert first_refusal(fight(units), reach_checks(), target="cid", weapon="spear") == "CQ-POL-3"
