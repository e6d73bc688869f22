"""What follows from a character's sheet: effective values, load, weapons in hand, defence, leaders."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.games.close_quarters.fights import USUAL
from vedette.engine.dice import Modifier
from vedette.games.close_quarters import arms, derived
from vedette.games.close_quarters.arms import base_step, unarmed
from vedette.games.close_quarters.derived import (
    Damage,
    defence,
    initiative_bonus,
    is_notation,
    knows,
    own_initiative_bonus,
    slots,
)
from vedette.games.close_quarters.state import Character, Fight, Options, Phase, Side, Weapon
from vedette.games.close_quarters.tables import armor, skills, weapons
from vedette.games.close_quarters.tracked import paths
from vedette.games.close_quarters.turn.order import pending


def ana(**fields: Any) -> Character:
    return Character("Ana", "red", **fields)


def fight(*units: Character, leader: str = "", **options: Any) -> Fight:
    """A game of one side, its characters named a, b, c …"""
    ids = "abcdefgh"[: len(units)]
    sides, named = {"red": Side("Red", leader)}, dict(zip(ids, units, strict=True))
    return Fight(sides, named, options=Options(**options), readings=USUAL)


def held(type: str, **fields: Any) -> Weapon:
    """A weapon as it is bought, in the table's number of hands."""
    return Weapon("w", type, grip=fields.pop("grip", weapons()[type].hands), **fields)


def amounts(mods: Iterable[Modifier]) -> dict[str, float]:
    return {one.name: one.value for one in mods}


# --- the damage progression


STEPS = "1 1d6-4 1d6-3 1d6-2 1d6-1 1d6 1d6+1 1d6+2 1d6+3 2d6-2 2d6-1 2d6 2d6+1 2d6+2 2d6+3 3d6-2 3d6-1 3d6".split()


@pytest.mark.parametrize(("step", "written"), list(enumerate(STEPS, 1)))
def test_the_steps_are_written_as_the_table_has_them(step: int, written: str) -> None:
    assert Damage.at(step).written == written
    assert Damage.parse(written).step == step


@pytest.mark.parametrize(
    ("text", "steps", "written"),
    [
        ("1d6+3", 4, "2d6+1"),
        ("1d6-3", 4, "1d6+1"),
        ("2d6-2", -1, "1d6+3"),
        ("3d6+6", 0, "3d6+6"),
        ("1d6-4", -9, "1"),
    ],
)
def test_damage_moves_by_steps_and_keeps_its_notation_where_nothing_changes(
    text: str, steps: int, written: str
) -> None:
    assert Damage.parse(text).stepped(steps).written == written


@pytest.mark.parametrize("text", ["fire", "4d6/2d6", "T:club", ""])
def test_other_entries_of_the_table_are_no_damage_of_dice(text: str) -> None:
    assert not is_notation(text)
    with pytest.raises(ValueError, match="not damage like"):
        Damage.parse(text)


@pytest.mark.parametrize(
    ("strength", "step"), [(3, 2), (8, 2), (9, 3), (16, 6), (30, 9), (31, 10), (36, 10), (37, 11)]
)
def test_unarmed_damage_goes_by_strength(strength: int, step: int) -> None:
    assert base_step(strength) == step


def test_martial_arts_add_to_bare_hands_only() -> None:
    told = unarmed(ana(str=13, skills=("martial-arts-1", "martial-arts-2")))
    assert told == {
        "punch": "1d6+1", "hth": "1d6+2", "rock": "1d6-1", "knuckles": "1d6+1", "club": "1d6+2",
        "club2": "1d6+3", "knife_hth": "1d6+3",
    }  # fmt: skip


# --- skills


def test_related_skills_are_cheaper_and_order_does_not_matter() -> None:
    parts = ("knife", "sword", "axe", "common-melee-weapons")
    assert slots(ana(skills=parts), Options()) == 5
    assert slots(ana(skills=parts[::-1]), Options()) == 5
    assert slots(ana(skills=parts, bought=("axe",)), Options()) == 3


def test_literacy_costs_a_slot_where_few_are_educated() -> None:
    one = ana(skills=("literacy",))
    assert (slots(one, Options()), slots(one, Options(literate=False))) == (0, 1)


def test_a_group_counts_as_its_parts_through_two_steps() -> None:
    one = ana(skills=("common-melee-weapons",))
    assert knows(one, "sword")
    assert knows(one, "knife")
    assert not knows(ana(skills=("knife",)), "sword")


# --- strength, hits, consciousness


@pytest.mark.parametrize(
    ("damage", "nonlethal", "nonlethal_rule", "alive", "conscious"),
    [
        (8, 0, False, True, True),
        (9, 0, False, True, False),
        (4, 5, False, True, False),
        (4, 5, True, True, True),
        (4, 6, True, True, False),
        (9, 0, True, True, False),
        (10, 0, True, False, False),
        (0, 14, False, True, False),
    ],
)
def test_who_is_conscious(
    damage: int, nonlethal: int, nonlethal_rule: bool, alive: bool, conscious: bool
) -> None:
    game = fight(ana(str=10, damage=damage, nonlethal=nonlethal), nonlethal=nonlethal_rule)
    assert derived.alive(game.units["a"]) is alive
    assert derived.conscious(game, "a") is conscious


def test_weight_training_carries_more_but_takes_no_more_hits() -> None:
    game = fight(ana(str=12, dex=12, skills=("weight-training",), damage=9))
    assert (derived.full_str(game.units["a"]), derived.hits_left(game.units["a"])) == (14, 3)
    assert amounts(derived.str_mods(game, "a")) == {"weight_training": 2, "damage": -9}
    assert amounts(derived.dex_mods(game, "a")) == {"weak": -3}


# --- movement


def test_the_worst_figure_alone_slows_and_armor_wins_a_tie() -> None:
    game = fight(ana(str=10, skills=("running",), armor="leather", items=("rope",) * 5))
    assert derived.encumbrance(game, "a").id == "light"
    assert amounts(derived.mov_mods(game, "a")) == {"running": 2, "armor": -2}


def test_who_is_pinned_or_out_does_not_move_at_all() -> None:
    pinned = ana(str=8, armor="leather", items=("sandbag",) * 5)
    game = fight(pinned, ana(str=10, damage=9, mov=12), ana(leg_lost=True))
    assert amounts(derived.mov_mods(game, "a")) == {"armor": -2, "immobile": -8}
    assert amounts(derived.mov_mods(game, "b")) == {"immobile": -12}
    assert amounts(derived.mov_mods(game, "c")) == {"immobile": -10}


def test_movement_by_formula_looks_at_strength_and_dexterity_alone() -> None:
    steel = ana(str=11, dex=12, skills=("running",), armor="steel")
    game = fight(
        ana(str=11, dex=12),
        steel,
        ana(str=10, dex=1, damage=8, armor="steel"),
        ana(damage=9),
        mov_formula=True,
    )
    assert [derived.e_mov(game, name) for name in game.units] == [12, 10, 1, 0]
    assert amounts(derived.mov_mods(game, "c")) == {"formula": -11, "floor": 2}


# --- load and gravity


@pytest.mark.parametrize(
    ("sandbags", "ropes", "band"),
    [
        (1, 1, "none"),
        (1, 4, "light"),
        (2, 2, "medium"),
        (2, 5, "heavy"),
        (4, 1, "strained"),
        (4, 2, "lift"),
        (5, 2, "lift"),
        (5, 3, "pinned"),
    ],
)
def test_a_load_of_exactly_a_limit_belongs_to_the_lighter_band(sandbags: int, ropes: int, band: str) -> None:
    game = fight(ana(str=9, items=("sandbag",) * sandbags + ("rope",) * ropes))
    assert derived.encumbrance(game, "a").id == band


def test_the_weak_have_no_band_between_strained_and_pinned() -> None:
    game = fight(ana(str=7, items=("sandbag",) * 3 + ("rope",) * 2))
    assert derived.encumbrance(game, "a").id == "pinned"


@pytest.mark.parametrize(("gravity", "grams"), [(1, 5500), (1.2, 20600), (1.8, 65900), (0.7, 0), (0, 0)])
def test_gravity_is_read_as_it_is_written(gravity: float, grams: int) -> None:
    game = fight(ana(items=("rope", "backpack", "entrenching-tool")), gravity=gravity)
    assert derived.effective_load(game, "a") == Fraction(grams)


def test_the_own_weight_incapacitates_above_five_times_the_strength() -> None:
    one = ana(str=10)
    assert derived.incapacitated(fight(one, gravity=1.72), "a")
    assert not derived.incapacitated(fight(one, gravity=1.71), "a")
    assert derived.encumbrance(fight(one, gravity=1.71), "a").id == "heavy"
    assert derived.encumbrance(fight(one, gravity=1.72), "a").id == "pinned"


def test_what_is_fitted_weighs_with_its_weapon_and_packs_where_they_are() -> None:
    gun = held("laser-rifle", fitted=("bipod", "bayonet", "battery-pack"), bayonet="dagger")
    carried = ana(weapons=(gun,), ready=("w",), items=("battery-pack",))
    assert derived.load_grams(carried) == 4000 + 900 + 400 + 2000
    assert derived.load_grams(replace(carried, ready=())) == 2000
    assert derived.load_grams(replace(carried, weapons=(replace(gun, kg=0.123),))) == 123 + 900 + 400 + 2000


def test_what_is_in_the_pack_counts_too() -> None:
    packed = ana(worn=("backpack",), pack=("rope", "reload-machine-gun", "spent-battery-pack"))
    assert (derived.pack_grams(packed), derived.load_grams(packed)) == (7000, 8000)


# --- weapons in hand


@pytest.mark.parametrize(
    ("type", "grip", "strength", "need", "missing"),
    [
        ("semi-automatic-pistol", 1, 9, 10, 1),
        ("semi-automatic-pistol", 2, 9, 5, 0),
        ("high-powered-pistol", 2, 9, 8, 0),
        ("laser-pistol", 2, 9, 0, 0),
        ("submachine-gun", 1, 9, 18, 9),
        ("broadsword", 2, 9, 13, 4),
        ("rifle", 1, 20, 10, 0),
    ],
)
def test_the_strength_that_a_grip_needs(type: str, grip: int, strength: int, need: int, missing: int) -> None:
    one, weapon = ana(str=strength), held(type, grip=grip)
    assert (arms.str_need(one, weapon), arms.lack(one, weapon)) == (need, missing)


@pytest.mark.parametrize(
    ("type", "ammo", "strength", "possible"),
    [
        ("rifle", "", 20, True),
        ("rifle", "", 19, False),
        ("shotgun", "buckshot", 22, True),
        ("shotgun", "buckshot", 21, False),
        ("shotgun", "birdshot", 20, True),
        ("shotgun", "slug", 22, False),
        ("hunting-shotgun", "buckshot", 40, False),
        ("longbow", "", 40, False),
        ("submachine-gun", "", 5, True),
    ],
)
def test_one_hand_for_what_needs_two(type: str, ammo: str, strength: int, possible: bool) -> None:
    assert arms.can_grip(ana(str=strength), held(type, grip=1, ammo_type=ammo)) is possible


@pytest.mark.parametrize(
    ("type", "strength", "fields", "written"),
    [
        ("saber", 7, {}, "2d6-3"),
        ("broadsword", 13, {"grip": 2}, "2d6+1"),
        ("broadsword", 13, {"grip": 1}, "2d6-1"),
        ("longbow", 9, {}, "1d6+1"),
        ("rifle", 3, {}, "4d6+1"),
        ("mono-filament-sword", 3, {}, "3d6+6"),
        ("burning-torch", 11, {}, "1d6+3"),
        ("improvised-knife", 13, {}, "1d6+1"),
        ("combat-shotgun", 13, {"ammo_type": "slug"}, "5d6"),
        ("hunting-shotgun", 13, {}, "2d6"),
        ("saber", 12, {"quality": "practice"}, "0"),
        ("saber", 12, {"damage": "3d6"}, "3d6"),
        ("flame-thrower", 3, {}, "fire"),
        ("fragmentation-grenade", 3, {}, "4d6/2d6"),
    ],
)
def test_damage_in_hand(type: str, strength: int, fields: dict[str, Any], written: str) -> None:
    one = ana(str=strength)
    assert arms.damage(fight(one), one, held(type, **fields)) == written


@pytest.mark.parametrize(
    ("type", "strength", "most"),
    [
        ("saber", 14, 2),
        ("saber", 30, 3),
        ("saber", 9, 0),
        ("rifle", 30, 0),
        ("club", 13, 2),
        ("rock", 20, 0),
        ("bola", 12, 2),
    ],
)
def test_strength_to_spare(type: str, strength: int, most: int) -> None:
    assert arms.strong_max(ana(str=strength), held(type)) == most
    assert arms.strong_max(ana(str=strength), held(type, quality="practice")) == 0


def test_own_columns_beat_the_table() -> None:
    arm = arms.figures(
        held("rifle", shots="4/2/13", rounds=25, skills=(), length="short", hands=1, str_min=3)
    )
    assert (arm.shots, arm.rounds, arm.skills, arm.strength) == ((4, 2, 13), 25, (), 3)
    assert arms.is_small(arm)
    assert arm.is_a("stocked")
    assert arms.figures(held("club", missile=True)).use == "missile"
    assert arms.figures(held("rifle", missile=False)).use == "melee"
    assert arms.figures(held("hunting-shotgun", effective_range=7)).effective_range == 7
    assert arms.figures(held("combat-shotgun", ammo_type="slug")).effective_range == 60


@pytest.mark.parametrize(
    ("type", "small"),
    [("pistol", True), ("laser-pistol", True), ("fighting-knife", True), ("brass-knuckles", True), ("cestus", True),
     ("saber", False), ("rifle", False), ("fragmentation-grenade", False), ("rock", False)],
)  # fmt: skip
def test_small_weapons(type: str, small: bool) -> None:
    assert arms.is_small(arms.figures(held(type))) is small


def test_packs_that_are_carried_feed_the_weapon() -> None:
    gun = held("laser-rifle", fitted=("battery-backpack",))
    assert arms.full_ammo(ana(worn=("battery-backpack",)), gun) == 56
    assert arms.full_ammo(ana(items=("battery-pack",)), replace(gun, fitted=("battery-pack",))) == 24
    assert arms.full_ammo(ana(), replace(gun, fitted=())) == 8


# --- the standing modifiers to hit


def test_thrown_weapons_covers_throwing_but_not_fencing() -> None:
    thrower = ana(str=11, skills=("thrown-weapons",), bonuses={"thrown-weapons": 1})
    spear = held("spear", grip=2)
    assert amounts(arms.hit_mods(thrower, spear)) == {"unskilled": -4}
    assert amounts(arms.throw_mods(thrower, spear)) == {"thrown": 2, "bonus": 1}
    assert amounts(arms.throw_mods(thrower, held("net"))) == {"unskilled": -4, "thrown": 2}
    assert amounts(arms.hit_mods(thrower, held("sha-ken"))) == {"unskilled": -4, "thrown": 2, "bonus": 1}
    assert amounts(arms.throw_mods(thrower, held("rock"))) == {"thrown": 2, "bonus": 1}
    assert amounts(arms.hit_mods(thrower, held("smoke-grenade"))) == {"thrown": 2, "bonus": 1}


def test_mastery_is_for_what_needs_a_skill_and_is_known() -> None:
    one = ana(str=14, skills=("sword", "weapon-master-1", "weapon-master"))
    assert amounts(arms.hit_mods(one, held("fighting-knife"))) == {"weapon_master": 3}
    assert amounts(arms.hit_mods(one, held("club"))) == {}
    assert amounts(arms.hit_mods(one, held("hatchet"))) == {"unskilled": -4}
    assert amounts(arms.throw_mods(one, held("dagger"))) == {}


def test_marksmanship_helps_with_missile_weapons_that_need_no_skill_too() -> None:
    one = ana(skills=("marksmanship-2",))
    assert amounts(arms.hit_mods(one, held("laser-pistol", skills=()))) == {"marksmanship": 2}
    assert amounts(arms.hit_mods(one, held("laser-pistol"))) == {"unskilled": -4}


def test_a_ready_shield_hinders_even_bare_hands() -> None:
    one = ana(shield="buckler")
    assert amounts(arms.hit_mods_hands(one)) == {"shield": -4}
    assert amounts(arms.hit_mods_club(one, held("rifle", unbalanced=-1))) == {"shield": -4, "unbalanced": -1}
    assert arms.hit_mods_hands(replace(one, shield_held="slung")) == ()
    assert arms.hit_mods_hands(replace(one, skills=("shield",))) == ()


# --- armor


def test_two_sets_as_in_the_example() -> None:
    one = ana(armor="leather", armor2="projectile-cloth-vest", helmet="steel-helmet")
    told = defence(fight(one), one)
    assert (told.plain, told.head, told.arms, told.legs) == (12, 5, 2, 2)
    assert (told.shot, told.blast, told.fire, told.energy, told.r) == (7, 7, 5, 12, 0)


def test_shielding_stops_neither_energy_nor_fire_by_points() -> None:
    one = ana(armor="shielding-2", armor2="spacesuit", shield="large-shield", shield_held="slung")
    told = defence(fight(one), one)
    assert (told.plain, told.energy, told.fire, told.r) == (4, 1, 1, 3)
    assert (told.front, told.rear) == (4, 6)


def test_a_full_backpack_stops_a_point_from_behind() -> None:
    full, empty = ana(worn=("backpack",), pack=("rope",)), ana(worn=("backpack",))
    assert defence(fight(full), full).rear == 1
    assert defence(fight(empty), empty).rear == 0


# --- martial arts, fencing, leaders


@pytest.mark.parametrize(
    ("worn", "level"),
    [
        ({"armor": "projectile-cloth"}, 5),
        ({"armor": "steel"}, 0),
        ({"armor": "leather", "shield": "tower-shield"}, 5),
        ({"armor": "projectile-cloth", "shield": "tower-shield"}, 0),
        ({"armor": "projectile-cloth", "shield": "tower-shield", "shield_held": "dropped"}, 5),
    ],
)
def test_martial_arts_need_light_armor(worn: dict[str, Any], level: int) -> None:
    assert arms.martial_arts(ana(skills=("martial-arts-1", "martial-arts-master"), **worn)) == level


def test_very_tough_replaces_tough() -> None:
    assert arms.toughness(ana(skills=("tough", "very-tough"))) == 2


def test_fencing_goes_by_effective_dexterity() -> None:
    game = fight(ana(dex=14, skills=("fencing",)), ana(dex=14, skills=("fencing",), armor="leather"))
    assert arms.fencing(game, "a")
    assert not arms.fencing(game, "b")


def test_the_leader_counts_while_he_is_conscious() -> None:
    plain, tactician, strategist = ana(), ana(skills=("tactics",)), ana(skills=("tactics", "strategy"))
    led = fight(plain, tactician, strategist, leader="a")
    assert initiative_bonus(led, "red") == 0
    assert [own_initiative_bonus(led, name) for name in led.units] == [0, 1, 1]
    assert initiative_bonus(led.with_unit("a", damage=9), "red") == 2
    assert initiative_bonus(led.with_side("red", leader="").with_unit("c", damage=9), "red") == 1


# --- the paths


@pytest.mark.parametrize(
    ("phase", "due"),
    [
        ("between", ""),
        ("initiative", "initiative"),
        ("movement", "move"),
        ("action", "act"),
        ("retreat", "retreat"),
        ("end", "end_turn"),
    ],
)
def test_what_must_come_next(phase: Phase, due: str) -> None:
    game = replace(fight(ana()), phase=phase)
    assert pending(game) == due
    assert pending(replace(game, outcome="red")) == ""


def test_with_advanced_initiative_the_movement_is_ended_when_nobody_is_left() -> None:
    game = replace(fight(ana(), advanced_initiative=True), phase="movement", actor="a")
    assert pending(game) == "move"
    assert pending(replace(game, actor="")) == "end_movement"


def test_what_is_not_there_has_no_path() -> None:
    told = paths(fight(ana(weapons=(held("saber"),))))
    assert not {"check", "opposed", "sneak", "last_move"} & set(told)
    assert "overwatch" not in told["units"]["a"]
    assert "str_min" not in told["units"]["a"]["weapons"][0]


characters = st.builds(
    ana,
    str=st.integers(3, 30),
    dex=st.integers(3, 20),
    mov=st.integers(1, 14),
    damage=st.integers(0, 35),
    nonlethal=st.integers(0, 35),
    armor=st.sampled_from(["", *(id for id, row in armor().items() if row.kind != "helmet")]),
    shield=st.sampled_from(["", "tower-shield"]),
    skills=st.lists(st.sampled_from(sorted(skills())), unique=True, max_size=8).map(tuple),
    items=st.lists(st.sampled_from(["sandbag", "rope", "tether"]), max_size=9).map(tuple),
    weapons=st.sampled_from(sorted(weapons())).map(lambda one: (held(one),)),
    worn=st.sampled_from([(), ("gas-mask",), ("backpack",)]),
    status=st.sampled_from([(), ("hurt",), ("tear-gas", "blinded")]),
    leg_lost=st.booleans(),
)


@given(characters, st.booleans(), st.sampled_from([0, 0.5, 1, 1.3, 2.5]))
def test_base_and_all_amounts_give_the_effective_value(one: Character, option: bool, gravity: float) -> None:
    game = fight(one, mov_formula=option, nonlethal=option, gravity=gravity)
    told = paths(game)["units"]["a"]
    for attribute in ("str", "dex", "int", "mov"):
        amounts = told[f"e_{attribute}_mods"]
        assert told[f"e_{attribute}"] == getattr(one, attribute) + sum(amounts.values())
        assert 0 not in amounts.values()
    assert told["e_mov"] >= (1 if told["conscious"] and not derived.is_immobile(game, "a") else 0)
    assert told["weapons"][0]["hit"] == sum(told["weapons"][0]["hit_mods"].values())
