"""Attacks played with known dice: what the given cases don't show (sections 6.4, 8, 9 and 12)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from vedette.engine.errors import CommandError
from vedette.engine.requests import ScriptedAnswers
from vedette.engine.session import Outcome, Session, new_session
from vedette.games.close_quarters.ruleset import RULESET
from vedette.games.close_quarters.state import Character, Fight

PISTOL = {"id": "gun", "type": "pistol", "skills": []}
SABER = {"id": "saber", "type": "saber", "skills": []}
KNIFE = {"id": "knife", "type": "utility-knife", "skills": []}


def somebody(id: str, hex: str, facing: str = "n", **fields: Any) -> dict[str, Any]:
    return {"id": id, "name": id.title(), "hex": hex, "facing": facing, "str": 20, "dex": 8, **fields}


def armed(id: str, hex: str, *weapons: dict[str, Any], **fields: Any) -> dict[str, Any]:
    ready = [weapon["id"] for weapon in weapons]
    return somebody(id, hex, **{"dex": 14, "str": 11, "weapons": list(weapons), "ready": ready, **fields})


def fight(
    red: Sequence[dict[str, Any]],
    blue: Sequence[dict[str, Any]],
    state: dict[str, Any] | None = None,
    **setup: Any,
) -> Session[Fight]:
    sides = [
        {"id": "red", "name": "Red", "units": list(red)},
        {"id": "blue", "name": "Blue", "units": list(blue)},
    ]
    presets = {"phase": "action", **(state or {})}
    return new_session(RULESET, {"sides": sides, "state": presets, **setup}, seed=1)


def give(session: Session[Fight], do: str, *dice: int, by: str = "ann", **words: Any) -> Outcome:
    override, choose = words.pop("override", ""), words.pop("choose", ())
    answers = ScriptedAnswers(list(dice), list(choose))
    return session.do({"do": do, "by": by, **words}, override=override, answers=answers)


def unit(session: Session[Fight], name: str) -> Character:
    return session.state.units[name]


def rule_of(outcome: Outcome) -> str:
    return outcome.refusal.rule if outcome.refusal else ""


# --- what the attacker's own weapon suffers


def test_bare_hands_that_drop_hurt_themselves_through_all_armor() -> None:
    session = fight([somebody("ann", "0505", dex=14, armor="steel")], [somebody("cid", "0504", "s")])
    give(session, "attack", 6, 6, 5, 4, weapon="hands", target="cid")
    assert (unit(session, "ann").damage, unit(session, "cid").damage) == (4, 0)


def test_a_club_breaks_on_its_second_18() -> None:
    club = {"id": "club", "type": "club", "club_breaks": 1}
    session = fight([armed("ann", "0505", club)], [somebody("cid", "0504", "s")])
    give(session, "attack", 6, 6, 6, weapon="club", target="cid")
    assert unit(session, "ann").weapons[0].broken == "permanent"


def test_a_gun_used_as_a_club_stands_its_first_18() -> None:
    session = fight([armed("ann", "0505", {**PISTOL, "ammo": 0})], [somebody("cid", "0504", "s")])
    give(session, "attack", 6, 6, 6, weapon="gun", target="cid", as_club=True)
    assert (unit(session, "ann").weapons[0].broken, unit(session, "ann").weapons[0].club_breaks) == ("", 1)


def test_a_bayonet_comes_off() -> None:
    rifle = {"id": "gun", "type": "rifle", "fitted": ["bayonet"], "skills": []}
    session = fight([armed("ann", "0505", rifle, skills=["bayonet"])], [somebody("cid", "0504", "s")])
    give(session, "attack", 6, 6, 6, weapon="gun", target="cid")
    assert (unit(session, "ann").weapons[0].fitted, unit(session, "ann").weapons[0].broken) == ((), "")


def test_knuckles_stay_on_the_hand() -> None:
    session = fight(
        [armed("ann", "0505", {"id": "kn", "type": "brass-knuckles"})], [somebody("cid", "0504", "s")]
    )
    give(session, "attack", 6, 6, 5, weapon="kn", target="cid")
    assert unit(session, "ann").ready == ("kn",)


def test_a_thrown_weapon_that_breaks_lies_with_the_thrower() -> None:
    session = fight([armed("ann", "0508", KNIFE)], [somebody("cid", "0504", "s")])
    give(session, "throw", 6, 6, 6, weapon="knife", target="cid")
    lies = session.state.map.dropped["knife"]
    assert (lies.hex, lies.weapon and lies.weapon.broken) == ("0508", "permanent")


# --- ammunition


def test_a_spear_thrower_throws_a_spear_that_lies_where_it_hit() -> None:
    spears = [{"id": "thrower", "type": "spear-thrower"}, {"id": "sp", "type": "spear"}]
    ann = armed("ann", "0508", *spears, ready=["thrower"], slung=["sp"], skills=["spear-thrower"])
    session = fight([ann], [somebody("cid", "0504", "s")])
    give(session, "shoot", 3, 3, 3, 4, weapon="thrower", target="cid")
    assert (unit(session, "cid").damage, session.state.map.dropped["sp"].hex) == (6, "0504")
    session = fight([{**ann, "slung": [], "weapons": spears[:1]}], [somebody("cid", "0504", "s")])
    assert rule_of(give(session, "shoot", weapon="thrower", target="cid")) == "CQ-RNG-12"


def test_a_crossbow_has_to_be_spanned_after_a_shot() -> None:
    bow = {"id": "bow", "type": "heavy-crossbow", "skills": []}
    session = fight([armed("ann", "0508", bow, str=15)], [somebody("cid", "0504", "s")])
    give(session, "shoot", 6, 5, 5, weapon="bow", target="cid")
    assert (unit(session, "ann").weapons[0].ammo, unit(session, "ann").weapons[0].span) == (9, 2)


def test_a_burst_takes_no_more_than_is_left() -> None:
    gun = {"id": "gun", "type": "automatic-rifle", "ammo": 2, "skills": []}
    session = fight([armed("ann", "0508", gun)], [somebody("cid", "0504", "s")])
    give(session, "shoot", 5, 5, 6, weapon="gun", target="cid", mode="burst")
    assert unit(session, "ann").weapons[0].ammo == 0
    assert [one.name for one in session.rolls[0].pool.modifiers] == ["support"]


def test_another_weapon_in_a_follow_up_cannot_be_forced() -> None:
    two = [{**PISTOL, "shots": 2}, {**PISTOL, "id": "gun2", "shots": 2}]
    session = fight([armed("ann", "0508", *two)], [somebody("cid", "0504", "s")])
    give(session, "shoot", 5, 5, 5, weapon="gun", target="cid")
    with pytest.raises(CommandError):
        give(session, "shoot", 5, 5, 5, weapon="gun2", target="cid", override="both hands")


# --- who else is hit


def test_bullets_that_miss_go_on_from_one_to_the_next() -> None:
    gun = {"id": "gun", "type": "automatic-rifle", "skills": []}
    rest = [somebody(name, hex, "s") for name, hex in (("cid", "0514"), ("dot", "0512"), ("eve", "0511"))]
    session = fight([armed("ann", "0518", gun, dex=12)], rest)
    # 12 + 1 + 1 = 14: 15 misses. Dot at 6 hexes: 12 - 1 = 11: 13 takes 2 of 3. Eve at 7: 12: 18 would end it; 14 takes 1.
    give(session, "shoot", 5, 5, 5, 5, 4, 4, 1, 1, 1, 1, 1, 1, 5, 5, 4, 1, 1, 1, weapon="gun", target="cid", mode="burst")  # fmt: skip
    assert [unit(session, name).damage for name in ("cid", "dot", "eve")] == [0, 4, 2]


def test_a_blow_into_a_brawl_may_be_spent() -> None:
    state = {f"units.{name}.hth": True for name in ("bob", "cid", "dot")}
    down = [somebody(name, "0504", posture="fallen") for name in ("cid", "dot")]
    session = fight([armed("ann", "0505", SABER), somebody("bob", "0504", posture="fallen")], down, state)
    # 14 + 4 = 18: 16 misses. Of Bob and Dot a 5 is Dot; 16 is spent.
    give(session, "attack", 6, 5, 5, 5, 6, 5, 5, weapon="saber", target="cid")
    assert [unit(session, name).damage for name in ("bob", "cid", "dot")] == [0, 0, 0]


def test_sweeping_fire_past_a_friend() -> None:
    gun = {"id": "gun", "type": "automatic-rifle", "ammo": 4, "skills": []}
    ann = armed("ann", "0510", gun, str=15, skills=["automatic-weapons"])
    session = fight([ann, somebody("bob", "0508", "n")], [somebody("cid", "0506", "s")])
    # Bob: 14 - 1 (4 rounds) = 13: 14 hits him once, 3 left; 1 for the hex between: 2. Cid: 14 + 1 - 4 = 11: 12 misses.
    give(session, "sweep_fire", 5, 5, 4, 1, 1, 1, 4, 4, 4, weapon="gun", first="0508", last="0506")
    assert (unit(session, "bob").damage, unit(session, "cid").damage) == (2, 0)
    assert [roll.why for roll in session.rolls if roll.why != "damage"] == ["avoid", "to_hit"]


def test_the_subdued_are_hit_without_a_roll() -> None:
    state = {"units.cid.subdued": True}
    session = fight([armed("ann", "0505", SABER)], [somebody("cid", "0504"), somebody("dot", "0909")], state)
    give(session, "attack", 3, 3, weapon="saber", target="cid")
    assert unit(session, "cid").damage == 4


# --- two weapons, bayonets, staffs


def test_the_second_blow_needs_a_target_in_reach() -> None:
    two = [SABER, {**SABER, "id": "other"}]
    ann = armed("ann", "0505", *two, skills=["two-weapon-fighting"])
    session = fight([ann], [somebody("cid", "0504", "s"), somebody("dot", "0501", "s")])
    words = {"weapon": "saber", "target": "cid", "weapon2": "other", "target2": "dot"}
    assert rule_of(give(session, "attack", **words)) == "CQ-ATK-12"


def test_who_breaks_his_hands_out_of_the_fight_strikes_no_second_blow() -> None:
    two = [SABER, {**SABER, "id": "other"}]
    ann = armed("ann", "0505", *two, skills=["two-weapon-fighting"])
    session = fight([ann], [somebody("cid", "0504", "s", str=3, damage=1), somebody("dot", "0909")])
    give(session, "attack", 3, 3, 3, 6, 6, weapon="saber", target="cid", weapon2="other")
    assert len(session.rolls) == 2


# --- grenades and flames


def test_a_16_scatters_though_the_number_is_higher() -> None:
    frag = {"id": "frag", "type": "fragmentation-grenade", "skills": []}
    session = fight([armed("ann", "0508", frag, dex=20)], [somebody("cid", "0501")])
    give(session, "throw_grenade", 6, 5, 5, 1, weapon="frag", hex="0505", fuse="turn")
    live = session.state.map.grenades["frag"]
    assert (live.hex, live.due, live.by) == ("0504", 1, "ann")


def test_a_dropped_flame_thrower_makes_no_fire() -> None:
    thrower = {"id": "ft", "type": "flame-thrower", "skills": []}
    session = fight([armed("ann", "0508", thrower, str=13)], [somebody("cid", "0504", "s")])
    give(session, "flame", 6, 6, 5, weapon="ft", target="cid", size="small")
    lies = session.state.map.dropped["ft"]
    assert (lies.hex, lies.weapon and lies.weapon.ammo, session.state.map.fires) == ("0508", 3, {})


# --- aiming, defending


def test_defending_while_aiming_counts_as_the_aiming_of_a_turn() -> None:
    session = fight([armed("ann", "0505", SABER)], [somebody("cid", "0504", "s")])
    give(session, "aim", weapon="saber", target="cid")
    give(session, "defend")
    assert (unit(session, "ann").aim_turns, unit(session, "ann").defends_against) == (1, "cid")
    give(session, "pass", by="cid")
    give(session, "end_turn", by="red")
    give(session, "initiative", 6, 1, by="red", choose=["red"])
    give(session, "end_movement", by="red")
    give(session, "end_movement", by="blue")
    give(session, "defend")
    assert unit(session, "ann").aim_turns == 2


# --- opportunity fire


def _watching(weapon: dict[str, Any], hex: str, start: str = "0304") -> Session[Fight]:
    session = fight(
        [armed("ann", "0510", weapon)],
        [somebody("cid", start, "s", dex=7)],
        options={"opportunity_fire": True},
    )
    give(session, "overwatch", weapon=weapon["id"], hex=hex)
    give(session, "pass", by="cid")
    give(session, "end_turn", by="red")
    give(session, "initiative", 1, 6, by="red", choose=["blue"])
    return session


def test_who_is_missed_moves_on() -> None:
    session = _watching(PISTOL, "0504")
    give(session, "move", by="cid", path=["0404", "0504", "0604"])
    give(session, "opportunity_fire", 5, 4, 4, target="cid", hex="0504")
    assert (unit(session, "cid").hex, unit(session, "cid").moved) == ("0604", 3)
    assert (unit(session, "ann").overwatch, unit(session, "ann").weapons[0].ammo) == (None, 5)


def test_a_thrown_knife_lies_where_the_mover_was_hit() -> None:
    session = _watching(KNIFE, "0504")
    give(session, "move", by="cid", path=["0404", "0504", "0604"])
    give(session, "opportunity_fire", 2, 2, 2, 5, target="cid", hex="0504")
    assert (unit(session, "cid").hex, session.state.map.dropped["knife"].hex) == ("0604", "0504")


def test_a_saber_watches_the_next_hex() -> None:
    session = _watching(SABER, "0509", "0507")
    give(session, "move", by="cid", path=["0508", "0509"])
    assert rule_of(give(session, "opportunity_fire", target="cid", hex="0508")) == "CQ-ATK-12"
    give(session, "opportunity_fire", 4, 4, 4, 6, 6, target="cid", hex="0509")
    # 14 - 2 = 12 hits; 12 - 2 = 10: he falls where he has come to.
    assert (unit(session, "cid").damage, unit(session, "cid").posture) == (10, "fallen")
    assert unit(session, "ann").overwatch is None
