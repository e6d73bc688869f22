"""The tables of close quarters: every row fits, refers to what exists, and says what the rules say."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

import pytest

from vedette.engine.library import numbers, table
from vedette.games.close_quarters import tables
from vedette.games.close_quarters import tables as rows
from vedette.kit.schema import OptionText

KINDS: dict[str, type[Any]] = {
    "skills": rows.SkillRow,
    "weapons": rows.WeaponRow,
    "ammunition": rows.AmmunitionRow,
    "shotguns": rows.ShotgunRow,
    "armor": rows.ArmorRow,
    "shields": rows.ShieldRow,
    "energy_shields": rows.EnergyShieldRow,
    "items": rows.ItemRow,
    "bands": rows.BandRow,
    "encumbrance": rows.EncumbranceRow,
    "unarmed": rows.UnarmedRow,
    "unarmed_columns": rows.UnarmedColumn,
    "checks": rows.CheckRow,
    "martial_arts": rows.MartialArtsRow,
    "awards": rows.AwardRow,
    "scenarios": rows.ScenarioRow,
    "adjustments": rows.AdjustmentRow,
    "options": OptionText,
}
READERS: dict[Callable[[], Collection[Any]], int] = {
    tables.skills: 66,
    tables.weapons: 80,
    tables.ammunition: 3,
    tables.shotguns: 5,
    tables.armor: 32,
    tables.shields: 3,
    tables.energy_shields: 9,
    tables.bands: 22,
    tables.encumbrance_bands: 7,
    tables.unarmed_steps: 8,
    tables.unarmed_columns: 7,
    tables.check_rows: 16,
    tables.martial_arts: 5,
    tables.awards: 8,
    tables.scenarios: 5,
    tables.adjustments: 40,
    tables.options: 16,
}


@pytest.mark.parametrize("name", KINDS)
def test_no_row_has_a_column_that_nothing_reads(name: str) -> None:
    known = set(KINDS[name].__struct_fields__)
    assert {key for row in table("close-quarters", name) for key in row} <= known


@pytest.mark.parametrize(("reader", "count"), READERS.items())
def test_every_table_loads_whole(reader: Callable[[], Collection[Any]], count: int) -> None:
    assert len(reader()) == count


def test_whatever_names_a_skill_names_one_that_exists() -> None:
    known = set(tables.skills())
    for skill in tables.skills().values():
        assert {*tables.needed(skill), *skill.cheaper, *skill.counts_as} <= known, skill.id
        assert not skill.next or tables.skills()[skill.next].chain == skill.chain
    for weapon in tables.weapons().values():
        assert set(weapon.skills) <= known, weapon.id
    for check in tables.check_rows().values():
        named = {check.needs, check.skill, check.sure_with, *check.fewer, *check.dice_with} - {""}
        assert named <= known, check.id
    assert set(tables.martial_arts()) <= known


def test_every_weapon_with_a_reload_has_one_to_buy() -> None:
    for weapon in tables.weapons().values():
        reload = tables.item(f"reload-{weapon.id}")
        assert (reload is not None) == (weapon.reload >= 0)
        assert reload is None or (reload.cost, reload.weapon) == (weapon.reload, weapon.id)
        assert (tables.item(f"spent-{weapon.id}") is not None) == weapon.is_a("battery")


def test_every_missile_weapon_breaks_in_one_way() -> None:
    ways = ("powder", "temporary", "energy")
    for weapon in tables.weapons().values():
        if weapon.use == "missile":
            assert sum(weapon.is_a(way) for way in ways) == 1, weapon.id


def test_effective_ranges_go_by_every_ammunition() -> None:
    for gun in tables.shotguns().values():
        assert tables.weapons()[gun.id].is_a("shotgun")
        assert set(gun.effective) == set(tables.ammunition())
        assert gun.sold_with in gun.effective


def test_bands_leave_no_total_out() -> None:
    for dice in range(1, 6):
        totals = [n for row in tables.bands() if row.dice == dice for n in range(row.lowest, row.highest + 1)]
        assert totals == list(range(dice, 6 * dice + 1))


@pytest.mark.parametrize(
    ("skill", "expected"),
    [
        ("weapon-master", (3, 9, 14, 0, "dex", False)),
        ("very-tough", (3, 9, 0, 16, "str", False)),
        ("literacy", (0, 8, 0, 0, "int", False)),
        ("martial-arts-master", (3, 14, 16, 0, "dex", True)),
        ("sha-ken", (1, 8, 0, 0, "dex", True)),
    ],
)
def test_skills(skill: str, expected: tuple[Any, ...]) -> None:
    row = tables.skills()[skill]
    assert (row.slots, row.min_int, row.min_dex, row.min_str, row.by, row.bonus) == expected


def test_groups_and_prerequisites() -> None:
    skills = tables.skills()
    group = skills["common-melee-weapons"]
    assert group.cheaper == {"axe": 2, "knife": 1, "polearms": 2, "sword": 2}
    assert group.counts_as == ("axe", "knife", "polearms", "sword")
    assert len(tables.needed(skills["marksmanship"])) == 16
    assert len(tables.needed(skills["two-weapon-fighting"])) == 11
    assert tables.needed(skills["fencing"]) == ("sword",)
    assert tables.needed(skills["axe"]) == ()


@pytest.mark.parametrize(
    ("weapon", "expected"),
    [
        ("broadsword", ("2d6-1", "2d6+1", 13, 1, (1, 0, 0), 0, 2000, 60, -1)),
        ("automatic-rifle", ("3d6-1", "", 11, 2, (4, 2, 13), 25, 4500, 170, 3)),
        ("machine-gun", ("4d6", "", 14, 2, (0, 0, 15), 60, 10000, 400, 10)),
        ("laser-pistol", ("4d6+2", "", 0, 1, (1, 0, 0), 12, 1000, 170, 10)),
        ("burning-torch", ("T:club+2", "", 0, 1, (1, 0, 0), 0, 800, 1, -1)),
        ("concussion-grenade", ("3d6/1d6", "", 0, 1, (1, 0, 0), 0, 500, 40, -1)),
        ("sawed-off-shotgun", ("4d6", "", 12, 2, (2, 0, 0), 2, 2500, 120, 1)),
    ],
)
def test_weapons(weapon: str, expected: tuple[Any, ...]) -> None:
    row = tables.weapons()[weapon]
    figures = (row.damage, row.damage2, row.strength, row.hands, row.shots, row.rounds)
    assert (*figures, row.grams, row.cost, row.reload) == expected


def test_masses_and_prices_of_whatever_can_be_owned() -> None:
    assert tables.grams("reload-flame-thrower") == 8000
    assert tables.grams("reload-pistol") == 0
    assert tables.grams("spent-stun-gun") == 300
    assert tables.grams("spent-battery-backpack") == tables.grams("battery-backpack") == 6000
    assert tables.grams("leather-jacket") == 5500
    assert tables.grams("reflector-2") == 4000
    assert tables.price("reflector-2") == 550
    assert tables.price("spent-laser-rifle") == 0
    assert tables.price("tower-shield") == 60
    assert tables.price("reload-broadsword") is None
    assert tables.kind_of("net") == "weapon"
    assert tables.kind_of("nothing") is None


def test_armor() -> None:
    alloy = tables.armor()["heavy-alloy"]
    assert (alloy.kind, alloy.klass, alloy.defence, alloy.dex, alloy.mov) == ("full", "armor", 15, -4, -6)
    suit = tables.armor()["shielding-2"]
    assert (suit.klass, suit.r, suit.dex, suit.mov) == ("shielding", 2, -2, -2)


def test_loads_that_belong_to_a_band() -> None:
    limits = [band.limit(10) for band in tables.encumbrance_bands()]
    assert limits == [20000, 30000, 40000, 50000, 70000, 100000, None]


def test_modifiers_stand_under_the_names_of_the_breakdown() -> None:
    smoke = tables.modifier("in_smoke")
    assert (smoke.name, smoke.told, smoke.value) == ("in_smoke", "In smoke", -2)
    assert tables.modifier("support_bipod").name == "support"
    far = tables.modifier("range_missile", 3)
    assert (far.name, far.value) == ("range", -3)


def test_options_keep_the_kind_of_their_defaults() -> None:
    options = tables.options()
    assert options["nonlethal"].default is False
    assert options["starting_points"].default == 32
    assert options["fatigue"].needs == "nonlethal"


def test_every_number_is_a_number() -> None:
    assert all(type(value) in (int, float) for value in numbers("close-quarters").values())
