"""Moving (section 6.2), jumps and falls (6.6), and the ground underfoot (11)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given as drawn
from hypothesis import strategies as st

from tests.games.close_quarters.fights import faces, fight, given, one, refused
from vedette.engine.commands import Command
from vedette.engine.errors import CommandError
from vedette.games.close_quarters.specs import IN_COMBAT
from vedette.games.close_quarters.state import (
    Dropped,
    Fight,
    Fire,
    Grenade,
    Map,
    Options,
    Wall,
    WatchedHex,
    Weapon,
)
from vedette.games.close_quarters.turn.path import Move, allowance, cost, next_steps
from vedette.view.hexes import DIRECTIONS, step

NORTH = ("0509", "0508", "0507", "0506", "0505", "0504", "0503")


def field(
    map: Map | None = None, others: dict[str, Any] | None = None, more: Any = None, **ann: Any
) -> Fight:
    """Ann of red in 0510, facing north, about to move; blue is far away, but for the others."""
    units = {
        "ann": one("red", **{"hex": "0510", "dex": 11, **ann}),
        "far": one("blue", "2020"),
        **(others or {}),
    }
    return fight(units, phase="movement", map=map or Map(), **(more or {}))


def moves(*path: str, **more: Any) -> Move:
    return Move(do="move", by="ann", path=path, **more)


def stands_up(phase: str = "movement", **ann: Any) -> Fight:
    return fight({"ann": one("red", "0510", **ann), "far": one("blue", "2020", dex=5)}, phase=phase)


# --- the way


def test_a_plain_move() -> None:
    ann = given(field(), moves(*NORTH[:5], facing="ne")).units["ann"]
    assert (ann.hex, ann.moved, ann.half, ann.ran, ann.done) == ("0505", 5, 5, False, True)
    assert ann.path == ("0510", *NORTH[:5])
    assert (ann.facing, ann.turned) == ("ne", True)


def test_the_latest_move_is_remembered() -> None:
    game = given(field(), moves(*NORTH[:2]))
    assert game.last_move is not None
    assert (game.last_move.unit, game.last_move.path) == ("ann", ("0510", "0509", "0508"))


def test_more_than_half_is_running() -> None:
    assert given(field(), moves(*NORTH[:6])).units["ann"].ran


def test_moving_and_turning_end_aiming_and_overwatch() -> None:
    aims: dict[str, Any] = {
        "aim_target": "far",
        "aim_turns": 2,
        "overwatch": WatchedHex("gun", "0505", "opportunity", 1),
    }
    for command in (moves("0509"), moves(facing="s")):
        ann = given(field(**aims), command).units["ann"]
        assert (ann.aim_target, ann.aim_turns, ann.overwatch) == ("", 0, None)
    still = given(field(**aims), moves()).units["ann"]
    assert (still.aim_turns, still.overwatch is None) == (2, False)


@pytest.mark.parametrize(
    ("path", "rule"),
    [
        (("0508",), "CQ-MOV-2"),
        (("0500",), "CQ-MOV-2"),
        ((*NORTH, "0502", "0501", "0601"), ""),
        ((*NORTH, "0502", "0501", "0601", "0701"), "CQ-MOV-2"),
    ],
)
def test_paths(path: tuple[str, ...], rule: str) -> None:
    assert refused(field(), moves(*path)) == rule


def test_nonsense_is_an_error() -> None:
    understand = IN_COMBAT["move"].understand
    for command in (moves("1/2"), moves(chase="nobody"), moves(chase="ann"), moves(pick_up="nothing")):
        with pytest.raises(CommandError):
            understand(field(), command)


def test_what_bars_the_way_is_told_as_it_is_met() -> None:
    barred = Map(walls=(Wall("0508", "n", 2),), terrain={"0409": "wall"})
    others = {"bob": one("red", "0509"), "dot": one("blue", "0609", posture="prone")}
    game = field(barred, others)
    refusals = [found.rule for found in IN_COMBAT["move"].refusals(game, moves("0509", "0508", "0507"))]
    assert refusals == ["CQ-MOV-7", "CQ-ENV-11"]
    assert refused(game, moves("0409")) == "CQ-ENV-11"
    assert refused(game, moves("0609")) == ""


def test_one_lying_figure_is_room_enough_two_are_not() -> None:
    lying = {name: one("blue", "0509", posture="fallen") for name in ("cid", "dot")}
    assert refused(field(others=lying), moves("0509")) == "CQ-MOV-7"
    beyond = {"cid": one("blue", "0509", posture="fallen"), "dot": one("blue", "0508", posture="prone")}
    assert refused(field(others=beyond), moves("0509", "0508")) == "CQ-MOV-7"


def test_over_a_lying_figure() -> None:
    game = field(others={"cid": one("blue", "0509", posture="prone")})
    jumped = given(game, moves("0509", "0508", "0507"), faces(3, 4, 4)).units["ann"]
    assert (jumped.hex, jumped.moved, jumped.posture) == ("0507", 5, "standing")
    fell = given(game, moves("0509", "0508", "0507"), faces(4, 4, 4)).units["ann"]
    assert (fell.hex, fell.moved, fell.posture) == ("0508", 4, "fallen")
    stopped = given(game, moves("0509"), faces(4, 4, 4)).units["ann"]
    assert (stopped.hex, stopped.moved, stopped.posture) == ("0509", 1, "fallen")


# --- allowance


@pytest.mark.parametrize(
    ("ground", "most"),
    [("water-knee", 5), ("mud-ankle", 5), ("mud-knee", 3), ("snow-ankle", 6), ("snow-knee", 2)],
)
def test_the_worst_ground_of_the_path_counts(ground: str, most: int) -> None:
    game = field(Map(terrain={"0509": ground}))
    assert allowance(game, "ann", NORTH) == most
    assert refused(game, moves(*NORTH[:most])) == ""
    assert refused(game, moves(*NORTH[: most + 1])) == "CQ-MOV-2"
    assert allowance(field(Map(terrain={"0510": ground})), "ann") == most


def test_crawling() -> None:
    for posture in ("kneeling", "prone", "fallen"):
        game = field(posture=posture)
        assert refused(game, moves(*NORTH[:3])) == "CQ-MOV-5"
        ann = given(game, moves(*NORTH[:2])).units["ann"]
        assert (ann.all_rear, ann.ran) == (True, True)
        assert ann.posture == ("prone" if posture == "fallen" else posture)


def test_one_hex_is_always_allowed() -> None:
    game = field(Map(terrain={"0510": "snow-knee"}), mov=10, armor="steel")
    assert allowance(game, "ann") == 1
    ann = given(game, moves("0509")).units["ann"]
    assert (ann.moved, ann.ran) == (1, False)


def test_after_standing_up_from_his_knees_half_is_left() -> None:
    game = given(stands_up(posture="kneeling"), Command(do="stand_up", by="ann"))
    assert (game.units["ann"].stood, game.units["ann"].done, game.units["ann"].half) == ("half", False, 5)
    assert refused(game, moves(*NORTH[:6])) == "CQ-MOV-11"
    assert refused(game, moves(*NORTH[:5])) == ""
    assert refused(game, moves(posture="kneeling")) == "CQ-MOV-12"


def test_breaking_off() -> None:
    game = field(more={"options": Options(delay=True)})
    assert refused(field(), moves("0509", delay=True)) == "CQ-OPT-16"
    assert refused(game, moves(*NORTH[:6], delay=True)) == "CQ-OPT-16"
    waiting = given(game, moves(*NORTH[:4], delay=True))
    assert (waiting.units["ann"].delayed, waiting.units["ann"].done) == (True, False)
    assert refused(waiting, moves("0505", "0504", "0503", "0502", "0501", "0601", "0701")) == "CQ-MOV-2"
    ended = given(waiting, moves("0505", "0504")).units["ann"]
    assert (ended.moved, ended.ran, ended.done, ended.path) == (6, True, True, ("0510", *NORTH[:6]))


@drawn(
    turns=st.lists(st.sampled_from(DIRECTIONS), max_size=13),
    ground=st.sampled_from(["clear", "mud-ankle", "mud-knee", "snow-ankle", "snow-knee"]),
    posture=st.sampled_from(["standing", "kneeling", "prone"]),
    moved=st.integers(0, 3),
)
def test_no_path_costs_more_than_the_allowance(
    turns: list[str], ground: str, posture: str, moved: int
) -> None:
    path, hex = [], "0510"
    for direction in turns:
        hex = step(hex, direction) or hex
        path.append(hex)
    others = {"dot": one("blue", "0508", posture="fallen")}
    game = field(Map(terrain={"0607": ground, "0509": ground}), others, posture=posture, moved=moved)
    if not refused(game, moves(*path)):
        total = moved + cost(game, "ann", path)
        assert total <= max(1, allowance(game, "ann", path))


# --- enemies, posture, chases


def test_a_charge_and_a_shift() -> None:
    game = field(others={"cid": one("blue", "0506", facing="s")})
    assert refused(game, moves("0509", "0508", "0507", "0606")) == "CQ-MOV-6"
    game = given(game, moves("0509", "0508", "0507"))
    assert game.units["ann"].charged
    engaged = field(others={"cid": one("blue", "0509", facing="s")})
    assert refused(engaged, moves("0409")) == ""
    assert refused(engaged, moves("0511")) == "CQ-MOV-9"
    assert not given(engaged, moves("0409", facing="ne")).units["ann"].charged


def test_going_down_on_the_move() -> None:
    ann = given(field(), moves("0509", posture="prone")).units["ann"]
    assert (ann.posture, ann.went_down, ann.half) == ("prone", True, 5)
    assert refused(field(posture="prone"), moves(posture="kneeling")) == "CQ-MOV-12"
    assert refused(field(), moves(*NORTH[:6], posture="prone")) == "CQ-MOV-12"
    rises = given(field(posture="fallen"), moves(posture="kneeling")).units["ann"]
    assert (rises.posture, rises.went_down) == ("kneeling", False)


def test_who_is_chased_moves_first() -> None:
    game = field(others={"cid": one("blue", "0503", facing="n")})
    flees = Move(do="move", by="cid", path=("0502",))
    assert refused(game, flees) == "CQ-MOV-1"
    assert refused(game, Move(do="move", by="cid", path=("0502",), chase="far")) == "CQ-INI-5"
    assert refused(game, Move(do="move", by="cid", path=("0502",), chase="ann")) == ""


def test_who_can_do_nothing_doesnt_move() -> None:
    assert refused(field(stunned=1), moves("0509")) == "CQ-TRN-4"
    assert refused(field(entangled=True, posture="fallen"), moves("0509")) == "CQ-TRN-4"
    assert refused(field(done=True), moves("0509")) == "CQ-TRN-2"
    assert refused(field(hth=True), moves("0509")) == "CQ-MOV-17"


def test_floating() -> None:
    game = field(Map(microgravity=True), floating=True, float_dir="n")
    assert refused(game, moves("0509")) == "CQ-ENV-16"
    assert refused(game, moves(facing="se")) == "CQ-ENV-16"
    assert refused(game, moves(facing="ne")) == ""


def test_leaving() -> None:
    leaves = Command(do="leave", by="ann")
    assert refused(field(), leaves) == "CQ-TRN-6"
    assert refused(field(hex="0101", others={"cid": one("blue", "0102", facing="n")}), leaves) == "CQ-MOV-9"
    gone = given(field(hex="0101"), leaves).units["ann"]
    assert (gone.left, gone.hex, gone.tally.ran) == (True, "", True)


# --- jumps and falls


def test_a_wall_of_one_metre() -> None:
    game = field(Map(walls=(Wall("0509", "s", 1),)))
    assert given(game, moves("0509"), faces(5, 6)).units["ann"].hex == "0509"
    missed = given(game, moves("0509"), faces(6, 6)).units["ann"]
    assert (missed.hex, missed.posture, missed.moved) == ("0510", "fallen", 0)


def test_a_pit_is_jumped_straight_to_behind_it() -> None:
    game = field(Map(pits={"0509": 1.5, "0508": 1.5}))
    assert refused(game, moves("0509", "0508")) == "CQ-MOV-13"
    assert refused(game, moves("0509", "0508", "0607")) == "CQ-MOV-13"
    assert refused(game, moves("0509")) == ""
    assert given(game, moves(*NORTH[:3]), faces(5, 5, 5, 3, 3)).units["ann"].hex == "0507"


def test_out_of_a_shallow_pit() -> None:
    assert given(field(Map(pits={"0510": 2.0})), moves("0509")).units["ann"].hex == "0509"
    assert refused(field(Map(pits={"0510": 2.1})), moves("0509")) == "CQ-MOV-15"


def test_into_a_deep_pit_or_hanging_on_its_edge() -> None:
    game = field(Map(pits={"0509": 11.0}))
    assert refused(game, moves("0509")) == "CQ-MOV-15"
    hanging = given(game, moves("0509", "0508"), faces(6, 6), faces(3, 3, 3)).units["ann"]
    assert (hanging.hex, hanging.hanging, hanging.posture) == ("0509", "0508", "standing")
    fallen = given(game, moves("0509", "0508"), faces(6, 6), faces(4, 4, 4), faces(2, 3)).units["ann"]
    assert (fallen.posture, fallen.damage, fallen.moved) == ("fallen", 5, 1)


def test_gravity_narrows_jumps() -> None:
    light = field(Map(pits={"0509": 1, "0508": 1}), more={"options": Options(gravity=0.5)})
    assert given(light, moves(*NORTH[:3]), faces(6, 5)).units["ann"].hex == "0507"


# --- fire


def test_into_the_fire() -> None:
    burning = Map(fires={"0509": Fire("oil", 3), "0507": Fire("oil", 3)})
    scared = given(field(burning), moves(*NORTH[:4]), faces(4, 4, 3)).units["ann"]
    assert (scared.hex, scared.moved, scared.done) == ("0510", 0, True)
    brave = given(field(burning), moves(*NORTH[:3]), faces(4, 3, 3)).units["ann"]
    assert (brave.hex, brave.damage) == ("0507", 6)


def test_the_burning_run_unless_they_keep_calm() -> None:
    game = field(burning="whole", ran_burning=True)
    assert refused(game, moves("0509")) == "CQ-FIR-4"
    resists = Command(do="resist_panic", by="ann")
    calm = given(game, resists, faces(1, 1, 1, 1, 1, 1))
    assert (calm.units["ann"].panic, refused(calm, moves("0509"))) == ("calm", "")
    panics = given(game, resists, faces(6, 6, 6, 6, 6, 6))
    assert (refused(panics, moves("0509")), refused(panics, resists)) == ("CQ-FIR-4", "CQ-FIR-4")
    assert given(panics, moves(*NORTH[:6])).units["ann"].burn_bonus == 2


# --- footing


def test_one_fall_at_most_and_what_lies_beyond_is_not_reached() -> None:
    rough = Map(terrain={"0508": "broken", "0506": "ice"}, dropped={"axe": Dropped("hatchet", "0505")})
    ann = given(field(rough), moves(*NORTH[:5], pick_up="axe"), faces(4, 4, 2)).units["ann"]
    assert (ann.hex, ann.posture, ann.moved, ann.ready) == ("0508", "fallen", 8, ())
    assert ann.path == ("0510", "0509", "0508")


def test_in_the_dark_a_flashlight_helps() -> None:
    assert given(field(Map(dark=True), ready=("flashlight",)), moves(*NORTH[:6])).units["ann"].hex == "0504"
    fell = given(field(Map(dark=True)), moves(*NORTH[:6]), faces(4, 4, 4), faces(2)).units["ann"]
    assert (fell.hex, fell.moved) == ("0508", 6)


def test_far_moves_without_weight() -> None:
    game = field(Map(microgravity=True))
    assert given(game, moves(*NORTH[:3])).units["ann"].hex == "0507"
    floats = given(game, moves(*NORTH[:4]), faces(3, 3, 3, 3)).units["ann"]
    assert (floats.floating, floats.float_dir, floats.float_speed) == (True, "n", 16)


# --- picking up


def test_picking_up() -> None:
    lying = Map(dropped={"saber": Dropped("saber", "0509", by="cid"), "torch": Dropped("flashlight", "0509")})
    armed: dict[str, Any] = {"weapons": (Weapon("saber", "saber"),), "ready": ("saber",)}
    ann = given(field(lying, **armed), moves("0509", pick_up="saber")).units["ann"]
    assert (ann.ready, ann.moved, ann.all_rear) == (("saber", "cid-saber"), 4, True)
    lit = given(field(lying), moves("0509", pick_up="torch", on_the_run=True), faces(3, 3, 3))
    assert (lit.units["ann"].ready, lit.units["ann"].moved, lit.units["ann"].grabbed) == (
        ("flashlight",),
        1,
        True,
    )
    assert list(lit.map.dropped) == ["saber"]


def test_what_cannot_be_picked_up() -> None:
    grenades = {"live": Grenade("explosive", "0509"), "smoke": Grenade("smoke", "0509", "lit", lit=True)}
    game = field(Map(grenades=grenades, dropped={"axe": Dropped("fire-axe", "0508")}))
    assert refused(game, moves("0509", pick_up="axe")) == "CQ-MOV-16"
    assert refused(game, moves("0509", pick_up="live")) == "CQ-GRN-10"
    held = given(game, moves("0509", pick_up="smoke"))
    assert (held.map.grenades["smoke"].held, held.units["ann"].ready) == ("ann", ("smoke",))
    shield = field(Map(dropped={"axe": Dropped("fire-axe", "0509")}), shield="large-shield")
    assert refused(shield, moves("0509", pick_up="axe")) in ("CQ-WPN-9", "CQ-ITM-1")


# --- standing up


def test_standing_up() -> None:
    command = Command(do="stand_up", by="ann")
    up = given(stands_up(posture="prone"), command).units["ann"]
    assert (up.posture, up.stood, up.done) == ("standing", "full", True)
    assert refused(stands_up(posture="prone", moved=1), command) == "CQ-MOV-11"
    assert refused(stands_up(posture="kneeling", leg_hit=1), command) == "CQ-OPT-9"
    assert refused(stands_up("action"), command) == "CQ-ACT-3"
    acted = given(stands_up("action", posture="prone", entangled=True), command).units["ann"]
    assert (acted.posture, acted.acted, acted.entangled) == ("standing", True, False)


def test_getting_hold_again() -> None:
    floats: dict[str, Any] = {"floating": True, "float_dir": "n", "float_speed": 4}
    assert refused(stands_up(posture="prone", **floats), Command(do="stand_up", by="ann")) == "CQ-ENV-17"
    game = stands_up("action", **floats)
    ann = given(game, Command(do="stand_up", by="ann"), faces(2, 2, 2, 2, 2)).units["ann"]
    assert (ann.floating, ann.float_speed) == (False, 0)


# --- step by step


def test_the_next_steps_of_a_path() -> None:
    pits = Map(pits={"0509": 3.0}, walls=(Wall("0510", "ne", 2),))
    steps = {hex: (cost, refusal) for hex, _, cost, refusal in next_steps(field(pits), "ann", ())}
    assert steps["0509"] == (1, None)
    assert steps["0609"][1] is not None
    after = {hex: refusal for hex, _, _, refusal in next_steps(field(pits), "ann", ("0509",))}
    assert after["0508"] is None
    assert {refusal.rule for hex, refusal in after.items() if refusal and hex != "0508"} == {"CQ-MOV-13"}
