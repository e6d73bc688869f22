"""The forms of grenades that are fired, hexes that are watched, and fire at who moves or leaves cover."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from tests.games.close_quarters.fights import GUN, fight
from tests.games.close_quarters.views import GRENADE, duel, field, labels, lines, man, offered
from tests.games.close_quarters.watched import after_the_move, before_the_move
from vedette.engine.requests import ScriptedAnswers
from vedette.engine.session import Session
from vedette.games.close_quarters.ruleset import RULESET
from vedette.games.close_quarters.state import Fight, LastMove, Map, Options, Wall, WatchedHex, Weapon
from vedette.games.close_quarters.view.actions import actions, form
from vedette.games.close_quarters.view.table import prompt, table

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
    assert "may fire" in prompt(seen).text
    assert "may fire" not in prompt(replace(seen, let_pass=("ann",))).text
    assert "opportunity_fire" not in offered(watching(GUN, "action"), "ann")


def listed(session: Session[Any], by: str) -> set[str]:
    return {action.do for action in actions(session.state, by)} - {"check", "concede", "seal"}


def test_nobody_goes_on_before_every_watcher_has_answered() -> None:
    session = after_the_move("zorgo", "vesna")
    for watcher in ("zorgo", "vesna"):
        seen = table(session.state, None)
        assert (seen.prompt.side, seen.active) == ("rebels", watcher)
        assert [one.doing for one in seen.order if one.unit == watcher] == ["may fire"]
        assert listed(session, watcher) == {"opportunity_fire", "let_pass"}
        assert [listed(session, by) for by in ("bruce", "hanne", "colony", "rebels")] == [set()] * 4
        assert session.do({"do": "let_pass", "by": watcher}).refusal is None
    assert table(session.state, None).prompt.side == "colony"
    assert "move" in listed(session, "bruce")
    assert session.state.units["zorgo"].overwatch is not None  # the watch goes on


def test_a_watcher_is_asked_again_at_the_next_move() -> None:
    session = before_the_move("zorgo")
    session.do({"do": "move", "by": "hanne", "path": ["0705"]})
    session.do({"do": "let_pass", "by": "zorgo"})
    session.do({"do": "move", "by": "bruce", "path": ["0707"]})
    assert table(session.state, None).active == "zorgo"


def test_nobody_is_asked_who_has_fired() -> None:
    session = after_the_move("zorgo")
    fire = {"do": "opportunity_fire", "by": "zorgo", "target": "hanne", "hex": "0906"}
    session.do(fire, answers=ScriptedAnswers([6, 6, 6, 1]))
    assert session.request is None
    assert table(session.state, None).prompt.side == "colony"


def test_the_rules_let_a_mover_go_on_and_the_chance_is_gone() -> None:
    session = after_the_move("zorgo")
    assert session.do({"do": "move", "by": "bruce", "facing": "n"}).refusal is None
    fire = {"do": "opportunity_fire", "by": "zorgo", "target": "hanne", "hex": "0906"}
    assert session.do(fire).refusal is not None


def test_only_what_would_end_the_chance_waits_for_the_answer() -> None:
    state = after_the_move("zorgo").state
    waits = {do for do in RULESET.specs if RULESET.view.awaited(state, do)}
    assert {"move", "end_movement", "leave", "stand_up"} <= waits
    assert not waits & {"opportunity_fire", "let_pass", "concede", "note", "adjust", "seal", "reveal"}


def test_who_watches_nothing_or_has_nobody_before_him_lets_nobody_pass() -> None:
    session = before_the_move("zorgo")
    for by in ("zorgo", "vesna"):
        refusal = session.do({"do": "let_pass", "by": by}).refusal
        assert refusal is not None
        assert refusal.rule == "CQ-OPT-13"
