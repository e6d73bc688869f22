"""What could still be done is named before an activation ends, once, and only what is known to be possible."""

from __future__ import annotations

from typing import Any

from tests.games.close_quarters.watched import before_the_move
from tests.games.company.skirmishes import BOWS, group, skirmish
from tests.games.open_fire.battles import battle, give, unit
from vedette.engine.session import Session, new_session
from vedette.games.close_quarters.ruleset import RULESET as CLOSE_QUARTERS
from vedette.games.open_fire.ruleset import RULESET
from vedette.tui.table_controller import TableController

KNOWN: dict[str, Any] = {"target": "b1", "range": 10}


def ending(session: Session[Any], by: str, do: str = "end_activation") -> tuple[str, str]:
    """What is named as somebody first ends their time to act, and as they try again."""
    controller = TableController(session)
    actions = session.ruleset.view.actions(session.state, by)
    action = next(action for action in actions if action.do == do)
    return controller.forgotten(action), controller.forgotten(action)


def shot() -> Session[Any]:
    """A battle in which r1 has measured 10 inches to b1, and may attack again."""
    session = battle(unit("r1"), unit("r2"), against=unit("b1"))
    give(session, "attack", dice=[2], **KNOWN)
    give(session, "undo", "red")
    return session


def test_an_attack_that_is_known_to_reach_is_named_once() -> None:
    assert ending(shot(), "r1") == ('r1 could still attack b1 at 10".', "")


def test_nothing_is_named_of_a_range_that_nobody_has_said() -> None:
    assert ending(battle(unit("r1"), against=unit("b1")), "r1") == ("", "")


def test_nothing_is_named_after_a_move() -> None:
    session = shot()
    give(session, "move", inches=6)
    assert ending(session, "r1") == ("", "")


def test_nothing_is_named_once_the_unit_has_attacked() -> None:
    session = shot()
    give(session, "attack", dice=[2], **KNOWN)
    assert ending(session, "r1") == ("", "")


def test_who_is_in_contact_needs_no_range() -> None:
    sabre = {"id": "sabre", "rng": 1, "att": 1, "dmg": 1, "special": ["Assault"]}
    session = battle(unit("r1", weapons=[sabre]), against=unit("b1"), state={"units.r1.contacts": ["b1"]})
    assert ending(session, "r1")[0] == "r1 could still attack b1."


def test_a_turn_names_a_group_that_could_still_fight() -> None:
    presets = {"units.r1.in_melee_with": ["b1"], "units.b1.in_melee_with": ["r1"]}
    session = skirmish([group("r1"), group("r2", BOWS)], [group("b1")], presets)
    assert ending(session, "red", "end_turn") == ("Group r1 and Group r2 could still act.", "")


def test_a_range_to_somebody_who_is_gone_is_no_range_to_another() -> None:
    sides = [{"id": "red", "units": [unit("r1")]}, {"id": "blue", "units": [unit("b1"), unit("b2")]}]
    session = new_session(
        RULESET, {"ruleset": "open-fire", "sides": sides, "state": {"activation.unit": "r1"}}, seed=0
    )
    give(session, "attack", dice=[2], **KNOWN)
    give(session, "undo", "red")
    give(session, "adjust", "red", path="units.b1.models.0.hp", value=0, reason="lost")
    assert ending(session, "r1") == ("", "")


def test_a_turn_names_the_groups_that_could_still_act() -> None:
    session = skirmish([group("r1"), group("r2"), group("r3"), group("r4"), group("r5")], [group("b1")])
    names = "Group r1, Group r2, Group r3 and 2 more"
    assert ending(session, "red", "end_turn") == (f"{names} could still act.", "")


def test_a_side_that_ends_its_movement_is_told_who_could_still_move() -> None:
    session = before_the_move()
    assert ending(session, "colony", "end_movement") == ("Hanne Dahl and Bruce Corr could still move.", "")
    again = before_the_move()
    again.do({"do": "move", "by": "hanne", "path": ["0705"]})
    assert ending(again, "colony", "end_movement")[0] == "Bruce Corr could still move."
    again.do({"do": "move", "by": "bruce", "facing": "n"})
    assert ending(again, "colony", "end_movement") == ("", "")


def test_a_grenade_in_hand_is_named_before_its_bearer_passes() -> None:
    grenade = {"id": "frag", "type": "fragmentation-grenade"}
    sides = [
        {
            "id": "red",
            "units": [{"id": "ann", "hex": "0303", "facing": "s", "weapons": [grenade], "ready": ["frag"]}],
        },
        {"id": "blue", "units": [{"id": "cid", "name": "Cid", "hex": "0308"}]},
    ]
    setup = {"ruleset": "close-quarters", "sides": sides, "state": {"phase": "action", "actor": "ann"}}
    said, again = ending(new_session(CLOSE_QUARTERS, setup, seed=0), "ann", "pass")
    assert "could still throw a fragmentation grenade at Cid" in said
    assert again == ""
