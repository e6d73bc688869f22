"""The forms of grenades that are fired, hexes that are watched, and fire at who moves or leaves cover."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tests.games.close_quarters.fights import GUN, fight
from tests.games.close_quarters.views import GRENADE, duel, field, labels, lines, man, offered
from vedette.games.close_quarters.state import Fight, LastMove, Map, Options, Wall, WatchedHex, Weapon
from vedette.games.close_quarters.view.actions import form
from vedette.games.close_quarters.view.table import prompt

LAUNCHER = Weapon(id="tube", type="grenade-launcher", ammo=1, grip=2)
SMOKE = Weapon(id="smoke", type="smoke-grenade")
MOLOTOV = Weapon(id="molotov", type="molotov")

WATCHED = Options(opportunity_fire=True)


def armed(*weapons: Weapon, phase: str = "action", **more: Any) -> Fight:
    """Ann with these weapons, the first of them in hand, six hexes from Cid."""
    units = {"ann": man("red", "0303", *weapons, facing="se"), "cid": duel().units["cid"]}
    return fight(units, phase, **more)


def watching(weapon: Weapon, phase: str, *more: Weapon, **state: Any) -> Fight:
    """Ann watches the hex in which Cid stands."""
    game = armed(weapon, *more, phase=phase, options=WATCHED, **state)
    return game.with_unit("ann", overwatch=WatchedHex(weapon.id, "0906", "opportunity", 1))


def test_a_grenade_launcher_is_fired_like_a_gun_and_asks_like_a_grenade() -> None:
    game = armed(LAUNCHER, GRENADE, SMOKE, MOLOTOV)
    assert "shoot" in offered(game, "ann")
    made = form(game, "shoot", "ann", {})
    assert made.ready
    assert made.refusal is None
    assert made.command == {
        "do": "shoot",
        "by": "ann",
        "weapon": "tube",
        "hex": "0906",
        "grenade": "frag",
        "fuse": "turn",
    }
    assert labels(field(made, "grenade")) == ["Fragmentation grenade", "Smoke grenade"]
    assert lines(made)["In it"] == "Blue"
    assert "3 dice" in lines(made)["To hit"]


def test_a_launcher_behind_a_wall_shows_its_bearer() -> None:
    wall = Map(walls=(Wall("0303", "se", 2.0),))
    made = form(armed(LAUNCHER, GRENADE, map=wall), "shoot", "ann", {})
    assert made.refusal is None
    assert made.command["expose"] == "over"


def test_a_launcher_without_a_grenade_has_none_to_fire() -> None:
    assert form(armed(LAUNCHER), "shoot", "ann", {"grenade": "frag"}).ready is False


def test_a_grenade_in_hand_watches_a_hex() -> None:
    game = armed(GRENADE, options=WATCHED)
    made = form(game, "overwatch", "ann", {})
    assert labels(field(made, "weapon")) == ["Fragmentation grenade"]
    assert made.refusal is None


def test_a_grenade_at_who_moves_is_told_its_fuse_and_a_molotov_none() -> None:
    moved = LastMove("cid", ("1006", "0906"))
    made = form(watching(GRENADE, "movement", last_move=moved), "opportunity_fire", "ann", {})
    assert made.refusal is None
    assert made.command["fuse"] == "turn"
    assert lines(made)["To hit"].startswith("8 or less on 3 dice")
    oil = form(watching(MOLOTOV, "movement", last_move=moved), "opportunity_fire", "ann", {})
    assert "fuse" not in oil.command


def test_a_launcher_at_who_moves_is_told_its_grenade() -> None:
    moved = LastMove("cid", ("1006", "0906"))
    game = watching(LAUNCHER, "movement", GRENADE, last_move=moved)
    made = form(game, "opportunity_fire", "ann", {})
    assert made.refusal is None
    assert made.command["grenade"] == "frag"
    assert made.command["fuse"] == "turn"


def test_who_has_left_cover_may_be_fired_at_whoever_acts() -> None:
    seen = replace(watching(GUN, "action"), left_cover={"cid": ("ann",)})
    assert offered(seen, "ann")[0] == "opportunity_fire"
    made = form(seen, "opportunity_fire", "ann", {})
    assert made.refusal is None
    assert made.command == {"do": "opportunity_fire", "by": "ann", "target": "cid", "hex": "0906"}
    assert prompt(seen).text.startswith("Red may fire at Blue now with o.")
    assert "opportunity_fire" not in offered(watching(GUN, "action"), "ann")
