"""The number, the dice and the breakdown of a roll to hit (section 8), before anything is rolled."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tests.games.close_quarters.fights import USUAL
from vedette.games.close_quarters.attacks.grenades import avoiding
from vedette.games.close_quarters.attacks.to_hit import (
    Attempt,
    ToHitRoll,
    as_bayonet,
    as_club,
    bodies,
    charge_times,
    damage_of,
    figures_beyond,
    in_the_way,
    is_beyond_range,
    to_hit_roll,
)
from vedette.games.close_quarters.state import Character, Fight, Map, Options, Side, Wall, Weapon

PISTOL = Weapon("gun", "pistol", ammo=6, skills=())
RIFLE = Weapon("gun", "rifle", ammo=6, grip=2, skills=())
AUTOMATIC = Weapon("gun", "automatic-rifle", ammo=25, grip=2, skills=())
LASER = Weapon("gun", "laser-rifle", ammo=8, grip=2, skills=())
SABER = Weapon("saber", "saber", skills=())
KNIFE = Weapon("knife", "utility-knife", skills=())
SPEAR = Weapon("spear", "spear", grip=2, skills=())
GRENADE = Weapon("frag", "fragmentation-grenade", skills=())


def person(hex: str, side: str = "blue", **fields: Any) -> Character:
    return Character(name=hex, side=side, hex=hex, **{"dex": 12, "str": 11, **fields})


def fight(
    ann: dict[str, Any] | None = None,
    cid: dict[str, Any] | None = None,
    others: dict[str, Character] | None = None,
    map: Map | None = None,
) -> Fight:
    """Ann in 0510 faces north; Cid faces her, next to her unless he is put elsewhere."""
    units = {
        "ann": person(**{"hex": "0510", "side": "red", "facing": "n", "dex": 14, **(ann or {})}),
        "cid": person(**{"hex": "0509", "facing": "s", **(cid or {})}),
        **(others or {}),
    }
    sides = {"red": Side("Red"), "blue": Side("Blue")}
    return Fight(
        sides, units, map or Map(), Options(), phase="action", initiative=("red", "blue"), readings=USUAL
    )


def shot(weapon: Weapon | None = PISTOL, **fields: Any) -> Attempt:
    return Attempt(**{"by": "ann", "way": "missile", "weapon": weapon, "target": "cid", **fields})


def blow(weapon: Weapon | None = SABER, **fields: Any) -> Attempt:
    return shot(weapon, **{"way": "melee", **fields})


def parts(found: ToHitRoll) -> dict[str, float]:
    return {one.name: one.value for one in found.pool.modifiers}


def test_the_breakdown_adds_up() -> None:
    found = to_hit_roll(fight(cid={"hex": "0504", "posture": "prone"}), shot(RIFLE, aiming=2))
    assert parts(found) == {"concealment": -3, "support": 1, "aiming": 2}
    assert (found.pool.target, found.pool.dice, found.sure) == (14, 3, False)
    assert found.pool.remarks[0].name == "Effective DEX"


def test_zorgo_and_bruce() -> None:
    rifle = replace(RIFLE, skills=("shoulderarms",))
    ann = {"hex": "0516", "posture": "prone", "dex": 12, "skills": ("shoulderarms", "marksmanship")}
    found = to_hit_roll(fight(ann, {"hex": "0504", "posture": "prone"}), shot(rifle))
    assert parts(found) == {"marksmanship": 3, "range": -1, "concealment": -3, "support": 1}
    assert found.pool.target == 12


@pytest.mark.parametrize(
    ("hex", "weapon", "way", "range"),
    [
        ("0504", PISTOL, "missile", 0),
        ("0503", PISTOL, "missile", -1),
        ("0407", KNIFE, "thrown", -3),
        ("0503", LASER, "missile", 0),
        ("0501", KNIFE, "thrown", -9),
    ],
)
def test_range(hex: str, weapon: Weapon, way: str, range: int) -> None:
    assert parts(to_hit_roll(fight(cid={"hex": hex}), shot(weapon, way=way))).get("range", 0) == range


def test_a_grenade_loses_by_multihexes_and_by_the_wall() -> None:
    found = to_hit_roll(fight(), Attempt(by="ann", way="grenade", weapon=GRENADE, hex="0503", over_wall=True))
    assert parts(found) == {"range": -3, "over_wall": -6}


@pytest.mark.parametrize(
    ("ann", "cid", "wanted"),
    [
        ({}, {}, {}),
        ({}, {"facing": "ne"}, {"facing": 2}),
        ({}, {"facing": "n"}, {"facing": 4}),
        ({}, {"all_rear": True}, {"facing": 4}),
        ({}, {"posture": "kneeling", "facing": "n"}, {"posture": 2, "facing": 4}),
        ({}, {"posture": "prone", "facing": "n"}, {"posture": 4}),
        ({}, {"hth": True, "posture": "fallen"}, {"hth": 4}),
        ({"posture": "kneeling"}, {}, {"kneeling": -2}),
        ({"floating": True}, {}, {"floating": -4}),
        ({}, {"floating": True}, {"floating": -4}),
        ({"head_hit": 1}, {}, {"head_hit": -2}),
        ({}, {"breather": True}, {"breather": 3}),
        ({"shield": "buckler"}, {}, {"shield": -4}),
    ],
)
def test_blows(ann: dict[str, Any], cid: dict[str, Any], wanted: dict[str, int]) -> None:
    assert parts(to_hit_roll(fight(ann, cid), blow())) == wanted


def test_a_short_weapon_is_short_outside_a_brawl_only() -> None:
    assert parts(to_hit_roll(fight(), blow(KNIFE))) == {"short": -1}
    inside = fight({"hth": True, "posture": "fallen", "hex": "0509"}, {"hth": True, "posture": "fallen"})
    assert parts(to_hit_roll(inside, blow(KNIFE))) == {"hth": 4}
    assert parts(to_hit_roll(inside, blow(PISTOL))) == {"hth": 4}
    assert damage_of(inside, blow(KNIFE)) == "1d6+2"
    assert damage_of(inside, blow(None)) == "1d6-1"


@pytest.mark.parametrize(
    ("fields", "wanted"),
    [
        ({"power": 2}, {"extra_strength": -2}),
        ({"sweep": True}, {"sweep": -4}),
        ({"staff": True}, {"staff": -4}),
        ({"second": True}, {"second_weapon": -4}),
        ({"slower": 3}, {"disengage": -3}),
        ({"aim_at": "head"}, {"aimed": -6}),
        ({"aim_at": "left-leg"}, {"aimed": -4}),
        ({"opportunity": True, "off_hex": 2}, {"opportunity": -2, "off_hex": -2}),
    ],
)
def test_kinds_of_attack(fields: dict[str, Any], wanted: dict[str, int]) -> None:
    assert parts(to_hit_roll(fight(), blow(**fields))) == wanted


def test_a_knife_at_an_arm() -> None:
    assert parts(to_hit_roll(fight(), blow(KNIFE, aim_at="other-arm")))["aimed"] == -6


def test_the_ground_under_the_attacker() -> None:
    broken = Map(terrain={"0510": "broken"})
    assert parts(to_hit_roll(fight(map=broken), blow())) == {"footing": -2}
    assert parts(to_hit_roll(fight(map=broken), shot())) == {}
    assert parts(to_hit_roll(fight({"moved": 1}, map=broken), shot())) == {"footing": -2}


def test_smoke_counts_in_the_line_and_around_the_attacker() -> None:
    foggy = fight(cid={"hex": "0507"}, map=Map(fog=("0510", "0508", "0507")))
    assert parts(to_hit_roll(foggy, shot())) == {"in_smoke": -2, "smoke": -3}
    masked = foggy.with_unit("ann", worn=("gas-mask",))
    assert parts(to_hit_roll(masked, shot())) == {"smoke": -3}


def test_support_is_the_best_one() -> None:
    far = {"hex": "0505"}
    assert parts(to_hit_roll(fight(cid=far), shot(RIFLE, support="rest"))) == {"support": 2}
    assert parts(to_hit_roll(fight({"moved": 2}, far), shot(RIFLE))) == {"moving": -2}
    assert parts(to_hit_roll(fight({"posture": "prone"}, far), shot(PISTOL))) == {"support": 1}
    assert parts(to_hit_roll(fight(cid=far), shot(replace(RIFLE, grip=1), support="tripod"))) == {
        "support": 4
    }


@pytest.mark.parametrize(("support", "lack"), [("", -4), ("rest", -2), ("bipod", -2), ("tripod", 0)])
def test_thirteen_rounds_need_four_strength_more(support: str, lack: int) -> None:
    game = fight({"skills": ("automatic-weapons",)}, {"hex": "0505"})
    found = parts(to_hit_roll(game, shot(AUTOMATIC, mode="auto", rounds=13, support=support)))
    assert (found["autofire"], found.get("strength", 0)) == (4, lack)


def test_automatic_fire_needs_its_skill_once() -> None:
    unskilled = replace(AUTOMATIC, skills=("shoulderarms",))
    for gun in (AUTOMATIC, unskilled):
        assert (
            parts(to_hit_roll(fight(cid={"hex": "0505"}), shot(gun, mode="auto", rounds=3)))["unskilled"]
            == -4
        )
    gun = Weapon("gun", "machine-gun", ammo=60, grip=2, skills=())
    assert "unskilled" not in parts(to_hit_roll(fight(cid={"hex": "0505"}), shot(gun, mode="auto", rounds=3)))


@pytest.mark.parametrize(("hex", "spread"), [("0506", 1), ("0504", 2), ("0408", 1)])
def test_shot_spreads(hex: str, spread: int) -> None:
    gun = Weapon("gun", "hunting-shotgun", ammo=5, grip=2, ammo_type="birdshot", skills=())
    assert parts(to_hit_roll(fight({"str": 14}, {"hex": hex}), shot(gun)))["spread"] == spread
    assert not is_beyond_range(fight(), shot(gun), hex)


def test_in_the_dark() -> None:
    dark = Map(dark=True)
    assert parts(to_hit_roll(fight(map=dark), blow())) == {"darkness": -8}
    assert (
        to_hit_roll(fight(map=dark), shot(aiming=2)).pool.target,
        to_hit_roll(fight(map=dark), shot()).pool.modifiers,
    ) == (
        5,
        (),
    )
    light = {"ready": ("flashlight",)}
    for game in (fight(light, map=dark), fight(cid=light, map=dark)):
        assert to_hit_roll(game, shot()).pool.target == 14
    assert parts(to_hit_roll(fight(cid={"ready": ("flashlight",)}, map=dark), blow())) == {"darkness": -8}


def test_who_is_in_the_way() -> None:
    others = {
        "bob": person("0509", "red"),
        "dot": person("0507"),
        "eve": person("0506", posture="prone"),
        "fay": person("0501"),
    }
    game = fight(cid={"hex": "0504"}, others=others)
    assert in_the_way(game, shot()) == ("dot",)
    assert parts(to_hit_roll(game, shot()))["interveners"] == -1
    assert parts(to_hit_roll(game, shot(KNIFE, way="thrown")))["interveners"] == -3
    assert figures_beyond(game, shot()) == ("fay",)
    assert bodies(game, shot()) == ()


def test_a_body_hides_who_kneels_behind_it() -> None:
    others = {"eve": person("0505", posture="fallen")}
    game = fight(cid={"hex": "0504", "posture": "kneeling"}, others=others)
    assert parts(to_hit_roll(game, shot())) == {"concealment": -4}
    assert bodies(game, shot()) == ("eve",)


def test_walls_hide_and_leaning_costs() -> None:
    half = Map(walls=(Wall("0504", "s", 1.0),))
    assert parts(to_hit_roll(fight(cid={"hex": "0504"}, map=half), shot())) == {"concealment": -4}
    over = fight(cid={"hex": "0504", "posture": "kneeling", "exposed": "over"}, map=half)
    assert parts(to_hit_roll(over, shot())) == {"concealment": -6}
    own = Map(walls=(Wall("0510", "n", 2.0),))
    assert parts(to_hit_roll(fight(cid={"hex": "0504"}, map=own), shot(expose="lean"))) == {"lean": -2}


def test_others_in_the_brawl() -> None:
    lying: dict[str, Any] = {"hth": True, "posture": "fallen"}
    game = fight(cid={"hex": "0505", **lying}, others={"dot": person("0505", **lying)})
    assert parts(to_hit_roll(game, shot())) == {"concealment": -3, "brawl": -1}


def test_another_target() -> None:
    assert parts(to_hit_roll(fight(cid={"hex": "0506"}), shot(first_hex="0906"))) == {"new_target": -2}


MASTER = {"skills": tuple(f"martial-arts-{level}" for level in ("1", "2", "3", "4", "master"))}


@pytest.mark.parametrize(
    ("attempt", "cid", "dice"),
    [
        (shot(), {"dodging": True}, 4),
        (blow(), {"dodging": True}, 3),
        (blow(), {"defending": True}, 4),
        (blow(), {"defending": True, "facing": "n"}, 3),
        (blow(), {"defending": True, "defends_against": "dot"}, 3),
        (shot(), {"defending": True}, 3),
        (blow(), MASTER, 4),
        (shot(), {"dodging": True, **MASTER}, 5),
        (blow(), {"defending": True, **MASTER}, 5),
        (blow(), {"defending": True, "skills": MASTER["skills"][:4]}, 5),
        (shot(quick=True), {"dodging": True}, 5),
        (shot(quick=True), {"dodging": True, **MASTER}, 5),
    ],
)
def test_dice(attempt: Attempt, cid: dict[str, Any], dice: int) -> None:
    assert to_hit_roll(fight(cid=cid), attempt).pool.dice == dice


def test_quick_reflexes_save_the_die() -> None:
    assert to_hit_roll(fight({"skills": ("quick-reflexes",)}), shot(quick=True)).pool.dice == 3


def test_the_subdued_are_hit_for_sure() -> None:
    assert to_hit_roll(fight(cid={"subdued": True}), blow()).sure


def test_a_gun_as_bayonet_and_as_club() -> None:
    gun = replace(RIFLE, fitted=("bayonet",), skills=("shoulderarms",), unbalanced=-1)
    assert parts(to_hit_roll(fight(), blow(as_bayonet(gun)))) == {"unskilled": -4, "unbalanced": -1}
    assert parts(to_hit_roll(fight(), blow(as_club(gun)))) == {"unbalanced": -1}
    assert damage_of(fight(), blow(as_club(gun))) == "1d6+2"
    assert damage_of(fight(), blow(as_club(PISTOL))) == "1d6+1"


def test_a_split_energy_shot_loses_its_bonus() -> None:
    pistol = Weapon("gun", "laser-pistol", ammo=12, skills=())
    assert damage_of(fight(), shot(pistol, energy=4)) == "4d6+2"
    assert damage_of(fight(), shot(pistol, energy=2)) == "2d6"


@pytest.mark.parametrize(
    ("path", "facing", "times"),
    [
        (("0513", "0512", "0511", "0510"), "n", 2),
        (("0513", "0512", "0511", "0510"), "ne", 1),
        (("0512", "0511", "0510"), "n", 1),
        (("0411", "0511", "0510"), "n", 1),
    ],
)
def test_a_pole_charges_straight(path: tuple[str, ...], facing: str, times: int) -> None:
    game = fight({"path": path, "facing": facing, "moved": len(path) - 1})
    assert charge_times(game, blow(SPEAR)) == times


def test_a_pole_is_set_against_a_charger() -> None:
    game = fight(cid={"charged": True})
    assert parts(to_hit_roll(game, blow(SPEAR))) == {"set": 2}
    assert charge_times(game, blow(SPEAR)) == 2
    assert charge_times(game.with_unit("cid", hex="0508"), blow(SPEAR)) == 1


def test_rolls_to_avoid() -> None:
    game = fight(cid={"hex": "0503"})
    found = {one.name: one.value for one in avoiding(game, shot(rounds=6), "cid", 6)}
    assert found == {"range": 1, "autofire": -2}
    assert avoiding(game, blow(), "cid", 1) == ()
