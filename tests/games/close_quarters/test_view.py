"""What a player sees: cards, the map, prompts, actions."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tests.games.close_quarters.fights import acts
from tests.games.close_quarters.views import (
    FIGHTING,
    RIFLE,
    badges,
    contact,
    duel,
    field,
    in_order,
    labels,
    offered,
    told,
)
from vedette.games.close_quarters.state import Cloud, Dropped, Fire, Grenade, Map, Tally, Wall, WatchedHex
from vedette.games.close_quarters.view.actions import actions, form
from vedette.games.close_quarters.view.board import board, short_names
from vedette.games.close_quarters.view.cards import card
from vedette.games.close_quarters.view.table import position, report, table

# --- cards


def test_a_card_tells_hex_hits_dex_and_movement() -> None:
    game = duel().with_unit("ann", damage=4, moved=1)
    ann = card(game, "ann")
    assert (ann.value, ann.full) == (7, 11)
    assert dict(ann.stats)["↘"] == "0303"
    assert dict(ann.stats)["STR"] == "7/11"
    assert dict(ann.stats)["MOV"] == "9/10"
    assert dict(ann.stats)["DEX"] == "12"


def test_dex_is_told_with_its_list() -> None:
    game = duel().with_unit("ann", armor="leather", status=("hurt",), hurt_until="end-2")
    assert told(game, "ann")["DEX"].startswith("9 (12, Armor −1, ")


def test_the_weapon_in_hand_is_told_with_its_ammunition_and_condition() -> None:
    game = duel()
    assert "Rifle 6/6" in badges(game, "ann")
    empty = game.with_weapon("ann", "rifle", ammo=0)
    assert "Rifle 0/6" in badges(empty, "ann")
    assert "Rifle 0/6 (empty)" in told(empty, "ann")
    assert "Rifle 6/6 (broken for good)" in told(game.with_weapon("ann", "rifle", broken="permanent"), "ann")


def test_marks_are_told_in_words() -> None:
    game = duel().with_unit(
        "ann",
        aim_target="cid",
        aim_turns=2,
        hurt_until="movement-3",
        status=("hurt", "tear-gas"),
        burning="half",
        stunned=2,
        dodging=True,
        posture="prone",
        leaks=1,
        arms_lost=("weapon-arm",),
        overwatch=WatchedHex("rifle", "0305", "opportunity", 1),
    )
    assert {
        "prone", "stunned 2", "burning half", "aiming 2", "hurt", "tear gas", "dodging", "1 leak", "arm useless",
        "watching",
    } <= {*badges(game, "ann")}  # fmt: skip
    assert told(game, "ann")["State"] == (
        "hurt: −2 DEX until the movement of turn 3; weapon arm useless; aiming 2 at Blue; watches 0305, 1 shot"
    )


def test_who_engages_him_is_told() -> None:
    assert "engaged" in badges(contact(), "ann")
    assert told(contact(), "ann")["State"] == "engaged by Blue"


@pytest.mark.parametrize(
    ("changes", "word"),
    [({"damage": 11}, "dead"), ({"damage": 10}, "unconscious"), ({"subdued": True}, "subdued"), ({"left": True}, "left the map")],
)  # fmt: skip
def test_the_out_are_gone(changes: dict[str, Any], word: str) -> None:
    game = duel().with_unit("cid", **changes)
    assert card(game, "cid").standing == "gone"
    assert badges(game, "cid") == [word]
    assert offered(game, "cid") == []


def test_standings_follow_the_order_of_action() -> None:
    game = duel()
    assert card(game, "ann").standing == "active"
    assert card(game, "cid").standing == "ready"
    moving = duel("movement").with_unit("ann", done=True)
    assert card(moving, "ann").standing == "done"


# --- the map


def test_the_map_has_terrain_walls_and_what_lies_on_it() -> None:
    ground = Map(
        cols=12,
        rows=10,
        terrain={"0101": "water-knee", "0102": "broken", "0103": "wall"},
        pits={"0104": 1.0},
        walls=(Wall("0505", "n", 0.5), Wall("0505", "s", 3)),
        fires={"0106": Fire("oil", 3)},
        clouds={"c": Cloud("smoke", "1010", 2, 1)},
        grenades={"g": Grenade("explosive", "0107", "turn", 1)},
        dropped={"k": Dropped("fighting-knife", "0108")},
    )
    drawn = board(replace(duel(), map=ground))
    there = drawn.cells
    assert {hex: there[hex].ground for hex in ("0101", "0102", "0103", "0104")} == {
        "0101": "water", "0102": "broken", "0103": "wall", "0104": "pit",
    }  # fmt: skip
    assert there["0106"].fire
    assert (there["0107"].grenade, there["0107"].due) == ("explosive", 0)
    assert there["0108"].thing == "Fighting knife"
    assert there["1009"].smoke == there["1010"].smoke == 1
    assert [edge.weight for edge in drawn.edges] == [1, 4]
    assert "Fighting knife" in drawn.cells["0108"].words


def test_figures_have_letters_of_their_own_and_arrows() -> None:
    game = duel()
    drawn = {figure.id: figure for figure in board(game).figures}
    assert drawn["ann"].letters == "Re"
    assert drawn["cid"].letters == "Bl"
    assert drawn["ann"].facing == "se"
    names = {"ann": "Rena", "cid": "Rex"}
    alike = {id: replace(game.units[id], name=name) for id, name in names.items()}
    assert dict(short_names(replace(game, units=alike))) == {"ann": "Re", "cid": "Rx"}


def test_threat_zones_are_those_of_the_enemies_of_who_acts() -> None:
    shown = table(duel("movement"), None).board
    assert shown is not None
    assert shown.threats == {"0806", "0905", "0805"}


# --- the table


def test_the_score_is_who_is_able() -> None:
    sides = table(duel().with_unit("cid", stunned=1), None).sides
    assert [side.score for side in sides] == ["1/1 able", "0/1 able"]


def test_prompts_say_who_must_do_what() -> None:
    assert table(duel("movement"), None).prompt.text == "Move: Red."
    moved = duel("movement").with_unit("ann", done=True)
    assert table(moved, None).prompt.text == "Nobody is left to move: end the movement."
    acting = table(duel(), None).prompt
    assert acting.text == "Red acts (DEX 12)."
    assert acting.side == "red"
    assert "Then Blue (10)" in acting.hint
    assert position(duel()) == "Turn 1 · Action · Red"


def test_who_can_t_act_is_not_named_among_those_to_come() -> None:
    assert "Blue" not in table(duel().with_unit("cid", stunned=1), None).prompt.hint


def test_the_end_of_the_turn_tells_what_it_brings() -> None:
    game = replace(duel("end"), map=Map(grenades={"g": Grenade("explosive", "0505", "turn", 1)}))
    hint = table(game.with_unit("cid", burning="whole"), None).prompt.hint
    assert "Fire hurts Blue." in hint
    assert "explosive grenade, 0505" in hint


def test_a_finished_game_tells_its_outcome() -> None:
    over = table(replace(duel(), outcome="red"), None)
    assert over.outcome == "Victory for Red"
    assert table(replace(duel(), outcome="draw"), None).outcome == "A draw"


def test_what_comes_next_between_combats_is_said_and_comes_first() -> None:
    before, won = duel("between"), replace(duel(), outcome="red")
    settled = replace(duel("between"), outcome="red", settled=True)
    assert table(before, None).prompt.text == "Start the combat."
    assert table(won, None).prompt.text == "Victory for Red: settle the scenario."
    assert table(settled, None).prompt.text == "Victory for Red. The scenario is settled."
    usual = [[one.do for one in actions(game, "red") if one.usual] for game in (before, won, settled)]
    assert usual == [["start_combat"], ["settle"], []]


def test_the_initiative_is_rolled_at_once_and_taken_without_dice_in_a_form() -> None:
    ways = {one.key: one for one in actions(duel("initiative"), "red") if one.do == "initiative"}
    assert {key: (one.form, one.usual) for key, one in ways.items()} == {
        "r": (False, True),
        "i": (True, False),
    }


# --- actions


def test_only_what_makes_sense_is_offered() -> None:
    assert "move" in offered(duel("movement"), "ann")
    assert not FIGHTING & {*offered(duel("movement"), "ann")}
    assert in_order(duel(), "ann", "shoot", "aim", "dodge", "ready", "attach_bayonet", "drop", "pass")
    assert FIGHTING & {*offered(duel(), "cid")} == {"dodge"}
    assert in_order(
        contact(), "ann", "attack", "slam", "attempt_hth", "aim", "defend", "disengage", "switch", "pass"
    )


def test_in_a_follow_up_slot_there_is_only_the_next_shot() -> None:
    fired = duel().with_unit("ann", fired="rifle", mode="single", shots=1)
    game = acts(fired, "ann", shots=3)
    assert table(game, None).prompt.text == "Red acts (DEX 12): shot 2 of 3."
    assert in_order(game, "ann", "shoot", "pass")
    assert FIGHTING & {*offered(game, "ann")} == {"shoot"}
    made = form(game, "shoot", "ann", {})
    assert made.refusal is None
    assert made.command["weapon"] == "rifle"


def test_in_hth_there_is_only_hth() -> None:
    game = contact(hth=True, posture="fallen").with_unit("cid", hth=True, hex="0303", posture="fallen")
    assert in_order(game, "ann", "attack", "subdue", "disarm", "ready", "disengage", "pass")
    assert FIGHTING & {*offered(game, "ann")} == {"attack", "disengage"}


def test_a_closed_action_says_why() -> None:
    closed = {
        action.do: action.why_not for action in actions(duel().with_unit("ann", moved=3, half=5), "ann")
    }
    assert closed["shoot"] is not None
    assert closed["shoot"].rule == "CQ-ACT-4"
    assert closed["dodge"] is None


def test_who_isn_t_about_to_move_may_flee_from_a_pursuer() -> None:
    game = duel("movement")
    (flee,) = actions(game, "cid")
    assert flee.title == "Flee ahead of a pursuer"
    assert flee.why_not is None
    assert labels(field(form(game, "move", "cid", {}), "chase")) == ["Red"]


def test_a_finished_combat_tells_who_did_what_and_what_lies_there() -> None:
    fought = duel(outcome="red")
    lying = fought.with_map(dropped={"rifle": Dropped("rifle", "0303", RIFLE, "ann")})
    game = lying.with_unit("ann", tally=Tally(hits=2, foes=1)).with_unit("cid", damage=10)
    told = report(game)
    assert told is not None
    assert told.heads == ("hits", "foes", "exp", "hurt")
    assert told.rows["ann"][:2] == ("2", "1")
    lines = {line.label: line.text for line in form(game, "settle", "red", {"winner": "red"}).lines}
    assert lines["On the ground"] == "Rifle of Red in 0303"
    assert lines[""] == "Once settled, only Red may take it up; what nobody takes is lost."


def test_a_grenade_that_has_gone_off_has_no_fuse_any_more() -> None:
    for lit, shown in ((False, "smoke"), (True, "")):
        grenade = Grenade("smoke", "0505", "lit" if lit else "turn", 1, lit=lit)
        cells = board(replace(duel("end"), map=Map(grenades={"g": grenade}))).cells
        assert (cells["0505"].grenade if "0505" in cells else "") == shown
