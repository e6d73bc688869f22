"""A house rule is told where the other choice could have come out otherwise, and only there."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.close_quarters.fights import fight, one
from vedette.engine.dice import Remark
from vedette.games.close_quarters.attacks.hitting import hit_of
from vedette.games.close_quarters.attacks.to_hit import Attempt
from vedette.games.close_quarters.damage.armor import (
    Place,
    guard_against,
    guard_against_fall,
    guard_from,
)
from vedette.games.close_quarters.damage.blow import kinds_read
from vedette.games.close_quarters.state import Fight, Options, Weapon
from vedette.games.close_quarters.tables import house_rule

PISTOL, LASER = Weapon("w", "pistol", ammo=6), Weapon("w", "laser-pistol", ammo=6)
SHOTGUN = Weapon("w", "combat-shotgun", ammo=6, grip=2)


def against(ann: dict[str, Any] | None = None, options: Options | None = None, **cid: Any) -> Fight:
    """Ann in 0305 faces Cid in 0304."""
    units = {"ann": one("red", "0305", **(ann or {})), "cid": one("blue", "0304", facing="s", **cid)}
    return fight(units, options=options or Options())


def shot(game: Fight, weapon: Weapon, place: Place = "") -> tuple[Remark, ...]:
    attempt = Attempt(by="ann", way="missile", weapon=weapon, target="cid")
    return guard_against(game, hit_of(game, attempt, "cid"), place).readings


def struck(weapon: str, strength: int) -> tuple[Remark, ...]:
    game = against({"str": strength})
    return hit_of(
        game, Attempt(by="ann", way="melee", weapon=Weapon("w", weapon), target="cid"), "cid"
    ).readings


def test_a_spacesuit_stops_shots_by_a_house_rule_and_energy_by_none() -> None:
    game = against(armor="spacesuit")
    told = (house_rule(game, "spacesuit_shot"),)
    assert shot(game, PISTOL) == told
    assert guard_against_fall(game, "cid").readings == told
    assert shot(game, LASER) == ()
    assert guard_against_fall(against(armor="spacesuit", armor2="steel"), "cid").readings == ()


@pytest.mark.parametrize(
    ("worn", "told"), [("leather-vest", 1), ("shielding-1-vest", 0), ("steel-jacket", 0), ("steel", 0)]
)
def test_a_vest_that_stops_as_much_by_half_as_by_a_third_is_no_matter_of_readings(
    worn: str, told: int
) -> None:
    game = against(armor=worn)
    assert len(guard_from(game, "cid", "0303", "blast").readings) == told
    assert shot(game, PISTOL) == ()


def test_a_bare_head_is_one_only_where_places_count() -> None:
    partial = Options(aimed_shots=True, partial_armor=True)
    game = against(options=partial, armor="leather")
    assert shot(game, PISTOL, "head") == (house_rule(game, "bare_head"),)
    assert shot(game, PISTOL, "right-leg") == ()
    assert shot(against(options=partial, armor="leather", helmet="leather-helmet"), PISTOL, "head") == ()
    assert shot(against(options=partial, armor="leather-vest"), PISTOL, "head") == ()
    assert shot(against(armor="leather"), PISTOL, "head") == ()


def test_shielding_is_doubled_against_shot_alone() -> None:
    game = against(armor="shielding-1")
    assert shot(game, SHOTGUN) == (house_rule(game, "shielding_against_shot"),)
    assert shot(game, PISTOL) == ()
    assert shot(against(armor="shielding-1-jacket"), SHOTGUN) == ()


def test_a_weak_hand_matters_where_the_line_and_the_dice_part() -> None:
    assert struck("saber", 8) == (house_rule(against(), "weak_hand"),)
    assert struck("saber", 9) == ()
    assert struck("rapier", 7) == ()


@pytest.mark.parametrize(
    ("weapon", "told"),
    [("club", 1), ("staff", 1), ("rock", 1), ("sling", 1), ("mace", 1), ("hatchet", 0), ("dagger", 0)],
)
def test_what_is_blunt_matters_with_nonlethal_damage(weapon: str, told: int) -> None:
    attempt = Attempt(by="ann", way="melee", weapon=Weapon("w", weapon), target="cid")
    for options, expected in ((Options(nonlethal=True), told), (Options(), 0)):
        game = against(options=options)
        assert len(kinds_read(game, hit_of(game, attempt, "cid"))) == expected
