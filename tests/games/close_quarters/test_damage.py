"""One hit and all other damage: wounds, fire, blasts, clouds, fields, weightlessness (sections 10 to 12)."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from tests.games.close_quarters.fights import USUAL
from vedette.engine.dice import Die, Roll
from vedette.engine.driver import Execution
from vedette.engine.facts import Rolled
from vedette.engine.play import Play
from vedette.games.close_quarters.damage.armor import Hit, Protection, Reckoning
from vedette.games.close_quarters.damage.blow import end_steps, grenades, strike
from vedette.games.close_quarters.damage.fire import breathe, clouds, fan_flames, molotov_bursts, through
from vedette.games.close_quarters.damage.harm import drop_ready, fall_from, harm, harm_through
from vedette.games.close_quarters.damage.microgravity import keep_footing, recoil, recover
from vedette.games.close_quarters.derived import conscious, e_dex
from vedette.games.close_quarters.near import is_alive
from vedette.games.close_quarters.state import (
    Character,
    Cloud,
    Dropped,
    Fight,
    Fire,
    Grenade,
    Map,
    Options,
    Side,
    Slot,
    Wall,
    WatchedHex,
    Weapon,
)
from vedette.games.close_quarters.tables import Result, result_of

Procedure = Callable[[Play[Fight]], Coroutine[Any, Any, Any]]

SABER = Weapon("s", "saber")
LASER = Weapon("l", "laser-rifle", grip=2, ammo=8)
PISTOL = Weapon("p", "pistol", ammo=6)
RIFLE = Weapon("r", "rifle", grip=2, ammo=6)


def one(side: str, **more: Any) -> Character:
    return Character(**{"name": side.title(), "side": side, "str": 20, "dex": 11, **more})


def duel(target: dict[str, Any] | None = None, ann: dict[str, Any] | None = None, **more: Any) -> Fight:
    """Ann in 0305 faces Cid in 0304; nobody has acted yet."""
    units = {
        "ann": one("red", **{"hex": "0305", **(ann or {})}),
        "cid": one("blue", **{"hex": "0304", "facing": "s", **(target or {})}),
    }
    slots = (Slot("ann", 1, 11, 11), Slot("cid", 1, 11, 11))
    sides = {"red": Side("Red"), "blue": Side("Blue")}
    return Fight(
        **{"sides": sides, "units": units, "phase": "action", "slots": slots, "readings": USUAL, **more}
    )


def done(game: Fight, procedure: Procedure, *faces: Sequence[int]) -> tuple[Fight, list[Roll]]:
    """The game after a procedure, its dice given pool by pool, and the pools that were rolled."""

    async def run_it(play: Play[Fight]) -> None:
        await procedure(play)

    run = Execution(run_it, game)
    for pool in faces:
        assert run.request is not None, "no dice are waited for"
        run.answer(tuple(Die(face) for face in pool))
    assert run.request is None, f"waits for {run.request}"
    for event in run.play.events:
        assert event.fact.sentence(str.title).endswith(".")
    return run.play.state, [event.fact.roll for event in run.play.events if isinstance(event.fact, Rolled)]


def hit(game: Fight, *faces: Sequence[int], **more: Any) -> tuple[Fight, list[Roll]]:
    """The game after a hit of Ann's on Cid, with a saber unless told otherwise."""
    base = {"by": "ann", "target": "cid", "damage": "2d6-2", "weapon": SABER, "way": "melee", "hex": "0305"}
    blow = Hit(**{**base, **more})
    return done(game, lambda play: strike(play, blow), *faces)


def rolled(total: int, target: int = 14, dice: int = 3) -> Result:
    return result_of(dice, target, total)


# --- one hit


def test_armor_and_toughness_come_off_every_hit() -> None:
    game, pools = hit(duel({"armor": "leather", "skills": ("tough", "very-tough")}), (4, 5))
    assert game.units["cid"].damage == 3
    assert [(pool.why, pool.pool.modifier) for pool in pools] == [("damage", -2)]


def test_a_hit_on_the_unprotected_does_at_least_one_point() -> None:
    assert hit(duel(), (1,), damage="1d6-4", weapon=None)[0].units["cid"].damage == 1
    assert hit(duel({"armor": "padded"}), (1,), damage="1d6-4", weapon=None)[0].units["cid"].damage == 0


def test_the_roll_to_hit_and_a_charge_multiply_each_other() -> None:
    assert hit(duel(), (1, 3), result=rolled(3), multiple=2)[0].units["cid"].damage == 12
    assert hit(duel(), (1, 3), result=rolled(4))[0].units["cid"].damage == 4
    assert hit(duel(), (3, 4), result=rolled(9), halved=True)[0].units["cid"].damage == 2


@pytest.mark.parametrize(("total", "points"), [(3, 6), (4, 6), (5, 4), (7, 4), (8, 2)])
def test_a_fencer_triples_up_to_4_and_doubles_up_to_7(total: int, points: int) -> None:
    fencer = {"dex": 14, "skills": ("sword", "fencing")}
    assert hit(duel(ann=fencer), (1, 3), result=rolled(total))[0].units["cid"].damage == points


def test_a_practice_weapon_is_counted_and_nothing_else() -> None:
    game, pools = hit(duel(), weapon=replace(SABER, quality="practice"))
    assert game.units["cid"].tally.recorded == 1
    assert not pools
    assert not game.units["cid"].damage


def test_an_entangling_weapon_holds_who_fails_his_save() -> None:
    net = Weapon("n", "net")
    game, pools = hit(duel(), (4, 4, 4), weapon=net, damage="0")
    assert (game.units["cid"].entangled, game.units["cid"].posture, pools[0].why) == (
        True,
        "fallen",
        "hold_on",
    )
    assert not hit(duel(), (4, 4, 3), weapon=net, damage="0")[0].units["cid"].entangled


def test_a_shield_and_a_parrying_dagger_stop_blows_from_the_front() -> None:
    held = {
        "shield": "large-shield",
        "weapons": (Weapon("a", "saber"), Weapon("b", "dagger")),
        "ready": ("a", "b"),
    }
    assert hit(duel(held), (4, 4))[0].units["cid"].damage == 3
    assert hit(duel({**held, "facing": "n"}), (4, 4))[0].units["cid"].damage == 6
    assert hit(duel({**held, "ready": ("b",)}), (4, 4))[0].units["cid"].damage == 4


def test_a_backpack_and_a_slung_shield_stop_hits_from_behind() -> None:
    packed = {"facing": "n", "worn": ("backpack",), "pack": ("rope",)}
    assert hit(duel(packed), (4, 4))[0].units["cid"].damage == 5
    slung = {"facing": "n", "shield": "tower-shield", "shield_held": "slung"}
    assert hit(duel(slung), (4, 4))[0].units["cid"].damage == 3


def test_full_armor_counts_double_against_shot_but_not_against_slugs() -> None:
    gun = Weapon("g", "hunting-shotgun", grip=2, ammo=5, ammo_type="buckshot")
    shot = {"damage": "4d6", "way": "missile"}
    assert hit(duel({"armor": "leather"}), (2, 2, 2, 1), weapon=gun, **shot)[0].units["cid"].damage == 3
    slug = replace(gun, ammo_type="slug")
    assert hit(duel({"armor": "leather"}), (2, 2, 2, 1), weapon=slug, **shot)[0].units["cid"].damage == 5


def test_what_was_done_is_written_down() -> None:
    game, _ = hit(duel(), (3, 4))
    ann, cid = game.units["ann"], game.units["cid"]
    assert (ann.dealt, ann.tally.hits, ann.tally.foes) == ({"cid": 5}, 1, 0)
    assert (cid.hits_turn, cid.raw_turn, cid.tally.took_damage) == (5, 5, True)


def test_one_hit_left_is_unconscious_and_none_is_dead() -> None:
    out, pools = hit(duel({"str": 8, "damage": 2}), (4, 3))
    assert is_alive(out, "cid")
    assert not conscious(out, "cid")
    assert (out.units["cid"].posture, out.units["ann"].tally.foes, len(pools)) == ("fallen", 1, 1)
    dead, _ = hit(out, (4, 3))
    assert not is_alive(dead, "cid")
    assert dead.units["ann"].tally.foes == 1


# --- slower, falling


def test_five_points_slow_for_one_movement_and_one_action() -> None:
    before, _ = hit(duel({"aim_target": "ann", "aim_turns": 1}), (3, 4))
    cid = before.units["cid"]
    assert (cid.hurt_until, cid.status, cid.aim_target) == ("movement-2", ("hurt",), "")
    after, _ = hit(before.with_unit("cid", acted=True), (1, 2))
    assert after.units["cid"].hurt_until == "end-2"
    assert hit(after.with_unit("cid", acted=False), (1, 2))[0].units["cid"].hurt_until == "end-2"
    assert hit(replace(duel(), slots=()), (3, 4))[0].units["cid"].hurt_until == "end-2"


def test_eight_points_in_a_turn_fell_and_end_what_he_was_doing() -> None:
    watch = WatchedHex("s", "0303", "opportunity", 1)
    game, _ = hit(duel({"hits_turn": 4, "dodging": True, "overwatch": watch}), (3, 3))
    cid = game.units["cid"]
    assert (cid.posture, cid.fell_turn, cid.dodging, cid.overwatch) == ("fallen", 1, False, None)


def test_eight_before_armor_ask_once_for_a_save() -> None:
    armored = duel({"armor": "steel", "dex": 16})
    game, pools = hit(armored, (5, 5), (4, 4, 3))
    assert pools[-1].why == "keep_feet"
    assert pools[-1].pool.target == 11
    assert [one.name for one in pools[-1].pool.modifiers] == ["hit"]
    assert (game.units["cid"].hex, game.units["cid"].checked) == ("0303", True)
    _again, pools = hit(game.with_unit("cid", hex="0304"), (4, 4))
    assert len(pools) == 1
    assert hit(armored, (5, 5), (4, 4, 4))[0].units["cid"].posture == "fallen"


@pytest.mark.parametrize(
    "map",
    [Map(walls=(Wall("0304", "n", 1),)), Map(pits={"0303": 1.0}), Map(fires={"0303": Fire("ordinary")})],
)
def test_nobody_is_knocked_back_over_a_wall_or_into_danger(map: Map) -> None:
    game, _ = hit(duel({"armor": "steel", "dex": 16}, map=map), (5, 5), (4, 4, 3))
    assert game.units["cid"].hex == "0304"


def test_who_is_in_a_brawl_or_down_does_not_fall_again() -> None:
    assert hit(duel({"hth": True, "posture": "fallen"}), (6, 6))[0].units["cid"].fell_turn == 0
    assert hit(duel({"posture": "prone"}), (6, 6))[0].units["cid"].posture == "prone"


# --- energy


def laser(game: Fight, *faces: Sequence[int], dice: str = "3d6") -> tuple[Fight, list[Roll]]:
    far = game.with_unit("ann", hex="0310")
    return hit(far, *faces, weapon=LASER, damage=dice, way="missile", hex="0310")


def test_shielding_takes_dice_and_without_dice_nothing_happens() -> None:
    game, pools = laser(duel({"armor": "shielding-2"}), (5,), dice="3d6+2")
    assert game.units["cid"].damage == 7
    game, pools = laser(duel({"armor": "shielding-3"}), dice="3d6+2")
    assert not pools
    assert not game.units["cid"].damage


def test_smoke_takes_dice_and_points_off_lasers() -> None:
    cloud = Map(clouds={"c": Cloud("smoke", "0307")}, fog=("0306", "0308"))
    game, pools = laser(duel(map=cloud), (3, 4))
    assert (game.units["cid"].damage, pools[0].pool.modifier) == (4, -3)
    plasma = replace(LASER, type="plasma-rifle")
    far = duel(map=replace(cloud, anti_laser=("0309",))).with_unit("ann", hex="0310")
    game, pools = hit(far, (1, 1), weapon=plasma, damage="3d6", way="missile", hex="0310")
    assert pools[0].pool.modifier == 0
    assert len(laser(duel(map=Map(anti_laser=("0309",))), (1, 1))[1][0].faces) == 2


def test_a_deflector_covers_its_neighbours_against_those_outside() -> None:
    game = duel().with_unit("cid", hex="0304")
    game = replace(
        game,
        units={
            **game.units,
            "dot": one("blue", hex="0303", energy_shield="deflector-2", energy_shield_on=True),
        },
    )
    after, pools = laser(game, (3, 3, 3), (2, 3))
    assert after.units["cid"].damage == 4
    assert [(pool.why, pool.side) for pool in pools] == [("damage", "red"), ("energy_shield", "blue")]
    inside = game.with_unit("ann", hex="0304").with_unit("cid", hex="0302")
    shot = {"weapon": LASER, "damage": "3d6", "way": "missile", "hex": "0304"}
    assert len(hit(inside, (3, 3, 3), **shot)[1]) == 1


def test_a_reflector_sends_half_back_and_takes_nothing() -> None:
    mirror = {"energy_shield": "reflector-1", "energy_shield_on": True}
    game, _ = laser(duel(mirror, ann={"armor": "padded"}), (3, 3, 4), (3,))
    assert (game.units["cid"].damage, game.units["ann"].damage, game.units["ann"].dealt) == (0, 4, {})


def test_a_hit_from_behind_may_break_an_energy_shield() -> None:
    worn = {"facing": "n", "energy_shield": "deflector-1", "energy_shield_on": True}
    game, pools = hit(duel(worn), (3, 4), (1, 1, 1, 2))
    assert game.units["cid"].energy_shield_broken
    assert not game.units["cid"].energy_shield_on
    assert (pools[-1].why, pools[-1].side) == ("shield_breaks", "red")
    assert not hit(duel(worn), (3, 4), (1, 1, 2, 2))[0].units["cid"].energy_shield_broken


def test_a_tank_hit_from_behind_bursts_over_its_bearer() -> None:
    thrower = {
        "facing": "n",
        "str": 30,
        "weapons": (Weapon("ft", "flame-thrower", ammo=4),),
        "ready": ("ft",),
    }
    game, pools = hit(duel(thrower), (4, 5), (3, 2, 2), (2, 1, 1, 1, 1), tank=True)
    cid = game.units["cid"]
    assert (cid.damage, cid.burning, cid.weapons[0].ammo, cid.weapons[0].broken) == (11, "", 0, "permanent")
    assert [pool.why for pool in pools] == ["damage", "tank", "soak"]
    assert game.map.fires["0304"].turns == 12
    assert game.units["ann"].damage == 2


# --- stun, bare hands, burning weapons


def test_a_stun_weapon_drops_and_fells_who_fails() -> None:
    baton = Weapon("b", "stun-baton", ammo=9)
    held = {"str": 11, "weapons": (SABER, Weapon("k", "brass-knuckles")), "ready": ("s", "k", "flashlight")}
    game, pools = hit(duel(held), (3,), (3, 3, 3, 2), weapon=baton, damage="1d6-2")
    cid = game.units["cid"]
    assert (cid.stunned, cid.posture, cid.ready) == (2, "fallen", ("k", "flashlight"))
    assert game.map.dropped["s"].hex == "0304"
    assert pools[-1].pool.target == 10
    acted = duel({**held, "acted": True, "skills": ("tough",)})
    assert hit(acted, (4,), (4, 4, 4), weapon=baton, damage="1d6-2")[0].units["cid"].stunned == 3
    assert len(hit(duel({"armor": "steel"}), (3,), weapon=baton, damage="1d6-2")[1]) == 1


def test_a_masters_bare_hands_disarm() -> None:
    master = {"skills": ("martial-arts-master",)}
    held = duel({"weapons": (SABER,), "ready": ("s",)}, ann=master)
    assert hit(held, (3,), weapon=None, damage="1d6")[0].units["cid"].ready == ()
    assert hit(held, (2,), weapon=None, damage="1d6")[0].units["cid"].ready == ("s",)


def test_a_burning_weapon_does_two_more_and_may_set_the_drenched_on_fire() -> None:
    torch = Weapon("t", "burning-torch")
    wet = duel({"flammable": True})
    assert hit(wet, (2,), (4,), weapon=torch, damage="1d6+3")[0].units["cid"].burning == "whole"
    game, pools = hit(wet, (2, 3), (3,), weapon=replace(SABER, burning=True))
    assert (game.units["cid"].damage, game.units["cid"].burning, pools[-1].side) == (5, "", "red")


# --- places of the body


AIMED = Options(aimed_shots=True)


def test_a_low_roll_to_hit_asks_for_the_place() -> None:
    game, pools = hit(duel(options=AIMED), (4, 5), (1, 4), result=rolled(6))
    assert (game.units["cid"].posture, game.units["cid"].leg_hit) == ("kneeling", 2)
    assert [pool.why for pool in pools] == ["location", "damage"]
    assert len(hit(duel(options=AIMED), (1, 4), result=rolled(7))[1]) == 1
    assert len(hit(duel(options=AIMED), (1, 4), result=rolled(6), aim_at="head")[1]) == 1


def test_a_hit_to_the_head() -> None:
    game, _ = hit(duel(options=AIMED), (3, 1), aim_at="head")
    assert game.units["cid"].head_hit == 2
    out, _ = hit(duel(options=AIMED), (3, 4), aim_at="head")
    assert not conscious(out, "cid")
    assert out.units["cid"].posture == "fallen"
    assert out.units["ann"].tally.foes == 1


def test_the_flash_of_an_energy_weapon_blinds() -> None:
    shot = {"weapon": LASER, "damage": "1d6", "way": "missile", "aim_at": "head"}
    assert "blinded" in hit(duel(options=AIMED), (1,), (4, 4, 4, 4), **shot)[0].units["cid"].status
    assert len(hit(duel({"worn": ("visor",)}, options=AIMED), (1,), **shot)[1]) == 1


def test_a_useless_arm_lets_go() -> None:
    held = {"weapons": (SABER, Weapon("d", "hatchet")), "ready": ("s", "d")}
    game, _ = hit(duel(held, options=AIMED), (3, 2), aim_at="weapon-arm")
    assert (game.units["cid"].ready, game.units["cid"].arms_lost) == (("d",), ())
    game, _ = hit(duel(held, options=AIMED), (5, 3), aim_at="other-arm")
    assert (game.units["cid"].ready, game.units["cid"].arms_lost) == (("s",), ("other-arm",))
    shield = {"weapons": (SABER,), "ready": ("s",), "shield": "buckler", "facing": "n"}
    game, _ = hit(duel(shield, options=AIMED), (6, 6), aim_at="other-arm")
    assert (game.units["cid"].damage, game.units["cid"].shield_held) == (8, "dropped")


def test_a_lamed_leg() -> None:
    game, _ = hit(duel(options=AIMED), (5, 3), aim_at="left-leg")
    assert game.units["cid"].leg_lost
    assert game.units["cid"].posture == "fallen"


def test_partial_armor_covers_what_it_covers() -> None:
    options = replace(AIMED, partial_armor=True)
    knife = {"weapon": Weapon("k", "dagger"), "damage": "1d6", "aim_at": "head"}
    helmet = duel({"helmet": "steel-helmet", "armor": "padded"}, options=options)
    assert hit(helmet, (3,), way="thrown", **knife)[0].units["cid"].damage == 3
    assert (
        hit(helmet.with_unit("cid", worn=("visor",)), (3,), way="thrown", **knife)[0].units["cid"].damage == 0
    )
    vest = duel({"armor": "steel-vest"}, options=options)
    assert hit(vest, (3, 3), aim_at="right-leg")[0].units["cid"].damage == 4
    assert hit(vest, (3, 3))[0].units["cid"].damage == 0


# --- other options


def test_armor_wears_out_and_its_last_hit_is_stopped_in_full() -> None:
    options = Options(degraded_armor=True)
    game, _ = hit(duel({"armor": "leather", "armor_worn": 79, "shield": "buckler"}, options=options), (3, 3))
    assert (game.units["cid"].damage, game.units["cid"].armor_worn) == (1, 81)
    assert hit(game, (2, 2))[0].units["cid"].damage == 2
    shielded, _ = laser(duel({"armor": "shielding-1", "shielding_worn": 39}, options=options), (1, 1))
    assert shielded.units["cid"].shielding_worn == 40
    assert len(laser(shielded, (1, 1, 1))[1][0].faces) == 3


def test_fists_do_a_third_for_good() -> None:
    options = Options(nonlethal=True)
    game, _ = hit(duel(options=options), (6,), weapon=None, damage="1d6+1")
    assert (game.units["cid"].damage, game.units["cid"].nonlethal, game.units["cid"].hits_turn) == (2, 5, 7)
    shock = replace(SABER, kind="shock")
    game, _ = hit(duel({"armor": "padded"}, options=options), (3, 3), weapon=shock)
    assert (game.units["cid"].damage, game.units["cid"].nonlethal) == (3, 2)
    out, _ = hit(
        duel({"str": 10, "damage": 2, "nonlethal": 4}, options=options), (4,), weapon=None, damage="1d6"
    )
    assert not conscious(out, "cid")
    assert is_alive(out, "cid")


def test_breathers_and_the_unconscious_recover() -> None:
    options = Options(nonlethal=True, fatigue=True)
    game = duel({"str": 10, "damage": 4, "nonlethal": 6}, {"nonlethal": 3, "breather": True}, options=options)
    after, pools = done(game, lambda play: end_steps(play, "red"), (2,), (2,))
    assert [pool.why for pool in pools] == ["recovery", "recovery"]
    assert after.units["ann"].nonlethal == 1
    assert not conscious(after, "cid")
    awake, _ = done(after.with_unit("ann", breather=False), lambda play: end_steps(play, "red"), (3,))
    assert conscious(awake, "cid")
    tired, _ = done(duel(ann={"ran": True}, options=options), lambda play: end_steps(play, "red"))
    assert tired.units["ann"].nonlethal == 1


# --- falls and fire


def test_a_fall_of_12_metres_is_two_dice_and_armor_stops_two() -> None:
    game, pools = done(duel({"armor": "steel"}), lambda play: fall_from(play, "cid", 12), (3, 4))
    assert (game.units["cid"].damage, game.units["cid"].posture, pools[0].why) == (5, "fallen", "fall")
    assert done(duel(), lambda play: fall_from(play, "cid", 2))[0].units["cid"].posture == "fallen"


def test_moving_through_oil_adds_up_before_armor() -> None:
    fires = {hex: Fire("oil", 5) for hex in ("0303", "0302", "0301")}
    game = duel({"armor": "steel"}, map=Map(fires=fires))
    after, _ = done(game, lambda play: through(play, "cid", ("0303", "0302", "0301")))
    assert (after.units["cid"].damage, after.units["cid"].burned) == (3, True)


def test_moving_through_ordinary_fire_rolls_the_stop_first() -> None:
    fires = {"0303": Fire("ordinary", coals=True), "0302": Fire("ordinary"), "0301": Fire("ordinary")}
    game = duel({"armor": "leather"}, map=Map(fires=fires))
    after, pools = done(game, lambda play: through(play, "cid", ("0303", "0302", "0301")), (4,), (3,), (2,))
    assert [pool.why for pool in pools] == ["fire", "fire", "coals"]
    assert after.units["cid"].damage == 4


def test_shields_and_shielding_roll_against_fire() -> None:
    worn = {"energy_shield": "deflector-1", "energy_shield_on": True, "armor": "shielding-1"}
    game = duel(worn, map=Map(fires={"0303": Fire("incendiary")}))
    after, pools = done(game, lambda play: through(play, "cid", ("0303",)), (3,), (2,))
    assert after.units["cid"].damage == 3
    assert [(pool.why, pool.side) for pool in pools] == [("energy_shield", "blue"), ("shielding", "blue")]


def test_burning_at_the_end_of_the_turn() -> None:
    fires = {"0304": Fire("ordinary", coals=True)}
    game = duel({"burning": "half", "armor": "steel", "rolling": True}, map=Map(fires=fires))
    after, pools = done(game, lambda play: end_steps(play, "red"), (4,), (3,), (2,))
    assert [pool.why for pool in pools] == ["burn", "fire", "coals"]
    assert (after.units["cid"].damage, after.units["cid"].burning) == (5, "")


def test_the_soaked_burn_for_12_turns_and_full_suits_help_in_the_first() -> None:
    game = duel({"burning": "soaked", "burn_turns": 12, "armor": "leather"})
    first, _ = done(game, lambda play: end_steps(play, "red"))
    second, _ = done(first, lambda play: end_steps(play, "red"))
    assert (first.units["cid"].damage, second.units["cid"].damage, second.units["cid"].burn_turns) == (
        2,
        6,
        10,
    )
    last, _ = done(first.with_unit("cid", burn_turns=1), lambda play: end_steps(play, "red"))
    assert last.units["cid"].burning == ""


def test_running_fans_the_flames() -> None:
    async def run_it(play: Play[Fight]) -> None:
        fan_flames(play, "cid")

    half, _ = done(duel({"burning": "limb"}), run_it)
    whole, _ = done(half, run_it)
    hotter, _ = done(whole, run_it)
    assert [game.units["cid"].burning for game in (half, whole)] == ["half", "whole"]
    assert hotter.units["cid"].burn_bonus == 2


def test_a_molotov_burns_who_is_in_it_and_beside_it() -> None:
    game, pools = done(
        duel({"shield": "buckler"}), lambda play: molotov_bursts(play, "0305", "cid"), (3, 3, 3, 3)
    )
    assert (game.units["ann"].damage, game.units["ann"].burning, game.units["ann"].burned) == (
        4,
        "soaked",
        True,
    )
    assert (game.units["cid"].damage, game.units["cid"].dealt, game.units["cid"].tally.hits) == (
        1,
        {"ann": 4},
        1,
    )
    assert pools[0].why == "soak"
    assert game.map.fires["0305"] == Fire("oil", 12)
    wet, _ = done(
        duel(map=Map(terrain={"0305": "water-deep"})), lambda play: molotov_bursts(play, "0305"), (1, 1, 1, 1)
    )
    assert not wet.map.fires


# --- grenades and clouds


def boom(game: Fight, *faces: Sequence[int]) -> tuple[Fight, list[Roll]]:
    return done(game, lambda play: grenades(play, "turn", "red"), *faces)


def test_an_explosive_rolls_once_for_each_zone() -> None:
    live = {"g": Grenade("explosive", "0306", "turn", 1), "late": Grenade("explosive", "0306", "turn", 2)}
    game = duel({"armor": "steel-vest"}, map=Map(grenades=live))
    after, pools = boom(game, (1, 1, 1, 2), (3, 4))
    assert (after.units["ann"].damage, after.units["cid"].damage) == (5, 5)
    assert [(pool.why, pool.side) for pool in pools] == [("blast", "red"), ("blast", "red")]
    assert list(after.map.grenades) == ["late"]


def test_a_blast_asks_for_a_save_and_knocks_away_from_its_centre() -> None:
    game = duel(
        {"armor": "steel", "str": 30, "dex": 20, "hex": "0303"},
        map=Map(grenades={"g": Grenade("explosive", "0304", "turn", 1)}),
    )
    game = game.with_unit("ann", hex="1010")
    after, pools = boom(game, (2, 2, 2, 3), (4, 4, 4))
    assert [pool.why for pool in pools] == ["blast", "keep_feet"]
    assert (after.units["cid"].damage, after.units["cid"].hex) == (4, "0302")


def test_a_stun_grenade_stuns() -> None:
    live = Grenade("explosive", "0304", "turn", 1, weapon=Weapon("g", "stun-grenade"))
    game = duel(map=Map(grenades={"g": live})).with_unit("ann", hex="1010")
    after, pools = boom(game, (3,), (6, 5, 5, 4))
    assert [pool.why for pool in pools] == ["blast", "stun"]
    assert after.units["cid"].stunned == 2


def test_an_incendiary_burns_a_multihex() -> None:
    game = duel({"hex": "0303"}, map=Map(grenades={"g": Grenade("incendiary", "0305", "turn", 1)}))
    after, pools = boom(game, (1, 1, 1, 2))
    assert (after.units["ann"].damage, after.units["cid"].damage, len(pools)) == (8, 4, 1)
    assert len(after.map.fires) == 7
    assert after.map.fires["0304"].kind == "incendiary"


def test_a_cloud_grows_drifts_and_goes() -> None:
    held = {
        "s": Grenade("smoke", "", "lit", 1, lit=True, held="cid"),
        "old": Grenade("gas", "1010", "lit", 1, lit=True),
    }
    grown = {
        "s": Cloud("smoke", "0101", 2, 1),
        "old": Cloud("gas", "1010", 5, 4),
        "gone": Cloud("smoke", "1515", 7, 4),
    }
    game = duel(map=Map(grenades=held, clouds=grown, wind="slight", wind_to="n"))
    after, _ = done(game, clouds)
    assert after.map.clouds == {"s": Cloud("smoke", "0304", 3, 2), "old": Cloud("gas", "1009", 6, 4)}
    assert list(after.map.grenades) == ["s"]
    assert done(replace(game, map=replace(game.map, wind="strong")), clouds)[0].map.clouds == {}


def test_gas_catches_who_moves_through_it_unmasked() -> None:
    async def move(play: Play[Fight]) -> None:
        breathe(play, "cid", ("0303", "0302"))

    gas = Map(clouds={"g": Cloud("gas", "0303")})
    game, _ = done(duel(map=gas), move)
    assert game.units["cid"].status == ("tear-gas",)
    assert e_dex(game, "cid") == 7
    assert not done(duel({"worn": ("gas-mask",)}, map=gas), move)[0].units["cid"].status


def test_a_lit_grenade_burns_bare_hands_and_a_field_who_wears_no_suit() -> None:
    lit = {"s": Grenade("smoke", "", "lit", 1, lit=True, held="cid")}
    game, _ = done(duel(map=Map(grenades=lit)), lambda play: end_steps(play, "red"))
    assert game.units["cid"].damage == 2
    field = duel({"energy_shield": "force-field-3", "energy_shield_on": True}, ann={"armor": "spacesuit"})
    game, _ = done(field, lambda play: end_steps(play, "red"))
    assert (game.units["cid"].damage, game.units["ann"].damage) == (3, 0)


# --- vacuum and weightlessness


def test_a_leak_does_more_each_turn() -> None:
    game, _ = hit(duel({"armor": "spacesuit"}, map=Map(atmosphere="vacuum")), (3, 2))
    assert (game.units["cid"].leaks, game.units["cid"].leak_round) == (1, 1)
    game, pools = done(game, lambda play: end_steps(play, "red"))
    assert not pools
    game, pools = done(replace(game, round=2), lambda play: end_steps(play, "red"), (1,))
    game, pools = done(replace(game, round=3), lambda play: end_steps(play, "red"), (1, 1))
    assert (game.units["cid"].damage, game.units["cid"].leak_turns, pools[0].why) == (4, 2, "leak")


SPACE = Map(microgravity=True)


def test_a_bullet_pushes_and_a_shot_kicks() -> None:
    shot = {"weapon": RIFLE, "damage": "1d6", "way": "missile", "hex": "0308"}
    far = duel(map=SPACE).with_unit("ann", hex="0308")
    game, pools = hit(far, (2,), (4, 4, 4, 4), **shot)
    cid = game.units["cid"]
    assert (cid.floating, cid.float_dir, cid.float_speed, pools[-1].pool.target) == (True, "n", 2, 15)
    faster, _ = hit(game, (2,), **shot)
    assert faster.units["cid"].float_speed == 4
    back, pools = done(far, lambda play: recoil(play, "ann", PISTOL, "0304"), (5, 5, 5, 5))
    assert (back.units["ann"].float_dir, back.units["ann"].float_speed) == ("s", 1)
    assert not done(far.with_unit("ann", posture="prone"), lambda play: recoil(play, "ann", RIFLE, "0304"))[1]


def test_saves_in_microgravity_have_fewer_dice_with_a_hold_and_astrobatics() -> None:
    held = duel({"handhold": True, "skills": ("astrobatics",)}, map=SPACE)
    assert not done(held, lambda play: keep_footing(play, "cid", "s", 3))[1]
    game, pools = done(held, lambda play: keep_footing(play, "cid", "s", 4), (6,))
    assert len(pools[0].faces) == 1
    assert not game.units["cid"].floating
    game, _ = done(duel(map=SPACE), lambda play: keep_footing(play, "cid", "s", 4), (6, 6, 6, 6))
    assert game.units["cid"].float_speed == 16
    still, pools = done(game, lambda play: recover(play, "cid"), (3, 3, 3, 3, 3))
    assert not still.units["cid"].floating
    assert pools[0].why == "recover"


def floating(**more: Any) -> Fight:
    target = {"floating": True, "float_dir": "n", "float_speed": 12, **more.pop("target", {})}
    return duel(target, ann={"hex": "1515"}, map=replace(SPACE, **more))


def drifted(game: Fight, *faces: Sequence[int]) -> Fight:
    return done(game, lambda play: end_steps(play, "red"), *faces)[0]


def test_drifting_goes_on_until_something_stops_it() -> None:
    assert drifted(floating()).units["cid"].hex == "0301"
    slow = drifted(floating(target={"float_speed": 2}))
    assert (slow.units["cid"].hex, slow.units["cid"].float_part) == ("0304", 2)
    assert drifted(slow).units["cid"].hex == "0303"
    off = drifted(floating(target={"float_speed": 16}))
    assert off.units["cid"].left
    assert off.units["cid"].hex == ""
    wall = drifted(floating(walls=(Wall("0303", "n", 1),)))
    cid = wall.units["cid"]
    assert (cid.hex, cid.floating, cid.posture, cid.damage) == ("0303", False, "standing", 1)


def test_running_into_somebody() -> None:
    game = floating().with_unit("ann", hex="0302")
    rest = drifted(game, (1, 1, 1, 2)).units["cid"]
    assert (rest.hex, rest.floating, rest.float_speed) == ("0303", True, 0)
    both = drifted(game, (6, 6, 6, 6))
    assert [(both.units[name].float_speed, both.units[name].float_dir) for name in ("ann", "cid")] == [
        (6, "n")
    ] * 2


# --- dropping


def test_what_is_dropped_keeps_its_id_unless_that_lies_there_already() -> None:
    async def drop(play: Play[Fight]) -> None:
        drop_ready(play, "cid", "s")

    held = duel({"weapons": (SABER,), "ready": ("s",)}, map=Map(dropped={"s": Dropped("saber", "0101")}))
    game, _ = done(held, drop)
    assert game.map.dropped["cid-s"] == Dropped("saber", "0304", SABER, "cid")
    assert game.units["cid"].weapons == ()
    assert game.units["cid"].ready == ()


def test_other_damage_has_no_check_but_fells_at_eight() -> None:
    game, pools = done(duel(), lambda play: harm_through(play, "cid", Reckoning.of(9), Protection(worn=6)))
    assert not pools
    assert game.units["cid"].posture == "standing"
    assert game.units["cid"].raw_turn == 9
    assert done(game, lambda play: harm(play, "cid", 5))[0].units["cid"].posture == "fallen"
