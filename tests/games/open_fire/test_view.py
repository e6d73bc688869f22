"""What the screens are given beside a command."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.open_fire.battles import RIFLE, battle, give, unit
from vedette.engine.requests import DiceRequest
from vedette.engine.session import Session, new_session
from vedette.games.open_fire.ruleset import RULESET
from vedette.games.open_fire.state import Battle
from vedette.view.dice_text import planned_chance, planned_parts
from vedette.view.forms import does_words
from vedette.view.offered import offered
from vedette.view.report import battle_report
from vedette.view.vocabulary import Action, Form, PlannedRoll

SIDES = [
    {"id": "red", "name": "Red", "units": [unit("r1")]},
    {"id": "blue", "name": "Blue", "units": [unit("b1")]},
]


@pytest.mark.parametrize("do", ["deploy", "disembark", "move"])
def test_skirmishers_are_reminded_of_their_own_distance(do: str) -> None:
    session = battle(unit("r1", models=5), unit("r2", models=5, special=["Skirmishers"]), against=unit("b1"))
    plain, loose = (
        {told.label for told in RULESET.view.form(session.state, do, by, {}).reminders} for by in ("r1", "r2")
    )
    assert "OF-USR-13" in loose - plain
    assert "OF-FRM-2" in plain - loose


def test_vehicles_are_told_of_only_where_there_are_any() -> None:
    session = battle(unit("r1"), unit("r2", special=["Vehicle"]), against=unit("b1"))

    def reminded(do: str, by: str) -> set[str]:
        return {told.label for told in RULESET.view.form(session.state, do, by, {}).reminders}

    assert "OF-VEH-6" in reminded("attack", "b1") - reminded("attack", "r1")
    assert "OF-TER-3" in reminded("move", "r1") - reminded("move", "r2")


def test_an_action_names_the_only_thing_to_choose_without_what_is_in_brackets() -> None:
    mission = {"objectives": [{"id": "house", "name": "Way house", "type": "control", "vp": 2}]}
    free = {"phase": "activation", "units.r1.in_reserve": False}
    session = new_session(
        RULESET, {"ruleset": "open-fire", "sides": SIDES, "state": free, "mission": mission}, seed=0
    )
    assert offered_by_name(session, "r1")["secure"].note == "Way house"


def test_a_battle_in_which_nobody_scored_ends_at_nil() -> None:
    mission = {"objectives": [{"id": "house", "name": "Way house", "type": "control", "vp": 2}]}
    session: Session[Any] = battle(unit("r1"), against=unit("b1"), mission=mission)
    give(session, "concede", "blue")
    assert [side.points for side in battle_report(session).sides] == [0, 0]


def test_the_distance_is_asked_openly_only_of_an_ambush() -> None:
    session = battle(
        unit("r1"), unit("r2", special=["Ambush"]), against=unit("b1"), state={"units.r2.in_reserve": True}
    )
    entering, lying = (
        RULESET.view.form(session.state, "deploy", "r2", {"ambush": said}).fields for said in (False, True)
    )
    assert [field.advanced for field in entering if field.name == "distance"] == [True]
    assert [field.advanced for field in lying if field.name == "distance"] == [False]
    assert "contacts" not in {field.name for field in lying}


def test_who_moves_out_of_contact_is_asked_whether_it_still_is() -> None:
    session = battle(unit("r1"), against=unit("b1"), state={"units.r1.contacts": ["b1"]})

    def move(**draft: object) -> Form:
        return RULESET.view.form(session.state, "move", "r1", {"inches": 2, **draft})

    asked = move().fields[2]
    assert (asked.label, asked.value, asked.advanced) == ('Still within 1" of b1?', None, False)
    assert not move().ready
    assert move(**{asked.name: True}).command["contacts"] == ["b1"]
    assert move(**{asked.name: False}).command["contacts"] == []


def test_nobody_else_is_asked_about_contact() -> None:
    session = battle(unit("r1"), against=unit("b1"))
    form = RULESET.view.form(session.state, "move", "r1", {"inches": 2})
    assert form.ready
    assert "contacts" not in form.command


def test_before_a_round_ends_control_objectives_are_asked_about() -> None:
    mission = {"objectives": [{"id": "house", "name": "the way house", "type": "control", "vp": 2}]}
    held = {"phase": "end", "objectives.house.status": "secured", "objectives.house.secured_by": "blue"}
    session = new_session(
        RULESET, {"ruleset": "open-fire", "sides": SIDES, "state": held, "mission": mission}, seed=0
    )
    (asked,) = RULESET.view.table(session.state, None).prompt.reminders
    assert asked.label == "OF-OBJ-6"
    assert asked.text.startswith('Is a unit of Blue still within 6" of the way house? If not,')


def test_players_are_led_through_placing_their_entry_points() -> None:
    points = [{"id": f"{side}-{n}", "side": side} for n in (1, 2) for side in ("red", "blue")]
    mission = {"players_place": True, "entry_points": points}
    session = new_session(RULESET, {"ruleset": "open-fire", "sides": SIDES, "mission": mission}, seed=0)

    def asked() -> tuple[str, str]:
        prompt = RULESET.view.table(session.state, None).prompt
        return prompt.side, prompt.text

    assert asked() == ("", "Set up the table, then roll off for entry points.")
    form = RULESET.view.form(session.state, "roll_off", "red", {})
    assert form.command["for"] == "entry points"
    give(session, "roll_off", "red", dice=[3, 9], **{"for": "entry points"})
    for n, side in enumerate(("blue", "red", "blue", "red"), 1):
        assert asked() == (side, f"Place an entry point: {n} of 4.")
        give(session, "place_entry", side)
    assert asked() == ("", "Set up the table, then start the game.")
    assert "OF-TER-2" in {told.label for told in RULESET.view.table(session.state, None).prompt.reminders}


def offered_by_name(session: Session[Battle], by: str) -> dict[str, Action]:
    return {action.do: action for action in offered(RULESET, session.state, by)}


def test_an_action_without_anything_to_choose_is_not_possible_and_says_why() -> None:
    mission = {"objectives": [{"id": "well", "name": "the well", "type": "control", "vp": 2}]}
    held = {"objectives.well.status": "secured", "objectives.well.secured_by": "red"}
    cart = unit("cart", special=["Transport (6)", "Vehicle"])
    session = battle(
        unit("r1"), cart, against=unit("b1"), mission=mission, state={**held, "units.cart.in_reserve": True}
    )

    actions = offered_by_name(session, "r1")
    for do in ("secure", "embark"):
        refusal = actions[do].why_not
        assert refusal is not None, do
        assert not refusal.overridable
    assert actions["secure"].why_not != actions["embark"].why_not
    assert actions["move"].why_not is None


def test_an_attack_that_no_weapon_allows_is_not_possible_though_nobody_has_said_the_range() -> None:
    session = battle(unit("r1", weapons=[RIFLE]), against=unit("b1"))
    give(session, "move", "r1", inches=6, advance=True)
    refusal = offered_by_name(session, "r1")["attack"].why_not
    assert refusal is not None
    assert refusal.rule == "OF-ATK-5"


def test_a_free_attack_begins_with_a_weapon_that_hits_well_at_arms_length() -> None:
    axe = {"id": "axe", "rng": 1, "att": 1, "dmg": 1, "special": ["Assault"]}
    session = battle(
        unit("r1", weapons=[RIFLE, axe]), against=unit("b1"), state={"units.r1.contacts": ["b1"]}
    )
    form = RULESET.view.form(session.state, "attack", "r1", {})

    assert form.command["weapon"] == "axe"


def test_an_ability_is_not_what_enter_begins_with() -> None:
    drill = {"id": "drill", "name": "Drill", "text": "It waits."}
    session = battle(unit("r1", abilities=[drill]), against=unit("b1"), mission={})
    listed = [action.do for action in offered(RULESET, session.state, "r1")]

    assert listed.index("move") < listed.index("ability")


def test_near_units_are_asked_for_by_the_rule_that_reaches_so_far() -> None:
    session = battle(unit("r1"), against=unit("b1", special=["Fear (1)"]), state={"units.r1.stress": 1})
    (near,) = RULESET.view.form(session.state, "activate", "r1", {}).fields

    assert "Fear" in near.label


PISTOL = {"id": "pistol", "name": "Pistol", "rng": 8, "att": 1, "dmg": 1}
MIXED = {
    "hp": 1,
    "def_": 8,
    "weapons": [{"id": "rifle", "name": "Rifle", "rng": 24, "att": 1, "dmg": 1}, PISTOL],
    "models": [
        {"name": "Captain", "hp": 3, "def": 6, "skl": 5},
        {"name": "Bearer", "count": 2, "weapons": ["pistol"]},
    ],
}


def test_a_mixed_unit_shows_the_numbers_of_every_model_and_a_roll_says_whose_it_uses() -> None:
    session = battle(unit("r1", **MIXED), against=unit("b1", **MIXED))
    view, state = RULESET.view, session.state
    card = next(card for card in view.table(state, None).cards if card.id == "b1")
    assert dict(card.stats) == {"MOV": "6", "SKL": "5 (Bearer 7)", "DEF": "8 (Captain 6)", "CMD": "7"}
    told = {detail.label: detail.text for detail in view.details(state, "b1")}
    assert (told["Captain"], told["2 × Bearer"]) == (
        "SKL 5, DEF 6, HP 3, Rifle, Pistol",
        "SKL 7, DEF 8, HP 1, Pistol",
    )
    for dice, needs in (([], (5, "SKL (Captain)")), ([12], (8, "DEF (Bearer)"))):
        session = battle(unit("r1", **MIXED), against=unit("b1", **MIXED))
        give(session, "attack", attacks=[{"weapon": "rifle", "target": "b1", "range": 12}], dice=dice)
        assert isinstance(session.request, DiceRequest)
        assert (session.request.pool.target, session.request.pool.basis) == needs


def test_where_names_do_not_tell_models_apart_they_are_the_leader_and_the_others() -> None:
    models = [{"def": 6}, {"count": 3}]
    state = battle(unit("r1"), against=unit("b1", def_=8, models=models)).state
    card = next(card for card in RULESET.view.table(state, None).cards if card.id == "b1")
    assert dict(card.stats)["DEF"] == "8 (leader 6)"
    alone = battle(unit("r1"), against=unit("b1", def_=8, models=4)).state
    card = next(card for card in RULESET.view.table(alone, None).cards if card.id == "b1")
    assert dict(card.stats)["DEF"] == "8"
    assert [detail.label for detail in RULESET.view.details(alone, "b1")] == ["rifle"]


def test_an_inspiring_leader_near_is_part_of_the_chance_to_hit() -> None:
    """Misses but 1s are rolled again: of 12 faces 5 hit at once, and 6 have 5 in 12 once more."""
    session = battle(
        unit("r1", skl=8, weapons=[RIFLE]), unit("r2", special=["Inspiring Presence"]), against=unit("b1")
    )
    for near in ([], ["r2"]):
        draft = {"target": "b1", "range": 8, "near": near}
        roll = next(
            line
            for line in RULESET.view.form(session.state, "attack", "r1", draft).lines
            if isinstance(line, PlannedRoll)
        )
        assert planned_chance(roll) == [("a die hits", "42 %"), *[("↻", "62.5 %")] * bool(near)]
        assert ("r2: misses roll again" in planned_parts(roll)[-1][1]) == bool(near)


def test_the_penalty_of_an_obstructed_shot_stands_only_where_it_counts() -> None:
    blast = {**RIFLE, "id": "mortar", "name": "Mortar", "special": ["Blast"]}
    session = battle(unit("r1", weapons=[RIFLE, blast]), against=unit("b1"))
    for weapon, counts in (("rifle", True), ("mortar", False)):
        form = RULESET.view.form(session.state, "attack", "r1", {"target": "b1", "weapon": weapon})
        sight = next(field for field in form.fields if field.name == "los")
        assert ("−4" in sight.choices[1].label) == counts


@pytest.mark.parametrize(
    ("weapon", "draft", "told"),
    [
        ({}, {"range": 8}, ["3 models × 1 ATT = 3 D12"]),
        ({"special": ["Rapid Fire"]}, {"range": 12}, ["3 models × (1 ATT + 1 Rapid Fire) = 6 D12"]),
        ({"special": ["Rapid Fire"]}, {"range": 13}, ["3 models × 1 ATT = 3 D12"]),
        (
            {"prc": 1, "dmg": 2},
            {"range": 8},
            [
                "3 models × 1 ATT = 3 D12",
                "PRC 1 − Heavy Armour 1 = 0, cancelled",
                "1 hit × (2 DMG − 1 Heavy Armour) = 1 die to save",
            ],
        ),
        (
            {"special": ["Blast"]},
            {"range": 8, "los": "obstructed"},
            ["3 models × 1 ATT = 3 D12", "Obstructed −4 cancelled by Blast"],
        ),
    ],
)
def test_a_form_says_why_there_are_so_many_dice_and_what_is_cancelled(
    weapon: dict[str, Any], draft: dict[str, Any], told: list[str]
) -> None:
    armour = ["Heavy Armour (1)"] if "prc" in weapon else []
    session = battle(unit("r1", models=3, weapons=[{**RIFLE, **weapon}]), against=unit("b1", special=armour))
    form = RULESET.view.form(session.state, "attack", "r1", {"target": "b1", **draft})
    assert [line.text for line in form.lines if line.kind == "sum"] == told
    dice = next(line.pool.dice for line in form.lines if isinstance(line, PlannedRoll))
    assert does_words(form)[0] == f"Attack: roll {dice} D12"
    assert told[0].endswith(f"= {dice} D12")


def test_the_score_tells_what_it_would_be_if_the_game_ended_now() -> None:
    goals = [
        {"id": name, "name": name, "type": type, "vp": 2}
        for name, type in (("well", "control"), ("box", "access"))
    ]
    held = {
        f"objectives.{one}.{key}": value
        for one in ("well", "box")
        for key, value in (("status", "secured"), ("secured_by", "red"))
    }
    session = battle(unit("r1"), against=unit("b1"), mission={"objectives": goals}, state=held)
    shown = RULESET.view.table(session.state, None)
    assert [(side.score, side.ended) for side in shown.sides] == [("0 VP", 2), ("0 VP", 0)]
    assert [mark.state for mark in shown.marks] == ["held", "held"]


def test_the_card_says_what_an_injury_does() -> None:
    hurt = {"expansions": ["skirmish"], "state": {"units.r1.models.0.hp": 1}}
    session = battle(unit("r1", hp=5), against=unit("b1"), **hurt)
    told = {detail.label: detail.text for detail in RULESET.view.details(session.state, "r1")}
    assert told["Wounded"] == "MOV, to hit, DEF −1 · no advance · no attack after a move"


def test_a_wound_comes_before_what_else_is_bad() -> None:
    session = battle(
        unit("r1", models=1, hp=5),
        against=unit("b1"),
        expansions=["skirmish"],
        state={"units.r1.contacts": ["b1"], "units.r1.models.0.hp": 1},
    )
    (card,) = (one for one in RULESET.view.table(session.state, None).cards if one.id == "r1")
    assert [badge.text for badge in card.badges][:2] == ["wounded", "in assault"]


def test_hand_to_hand_the_weapon_that_may_do_most_is_proposed() -> None:
    weak, strong = (
        {"id": one, "rng": 2, "att": att, "dmg": 1, "special": ["Assault"]}
        for one, att in (("a", 1), ("b", 3))
    )
    session = battle(
        unit("r1", weapons=[RIFLE, weak, strong]), against=unit("b1"), state={"units.r1.contacts": ["b1"]}
    )
    weapon = next(
        one for one in RULESET.view.form(session.state, "attack", "r1", {}).fields if one.name == "weapon"
    )
    assert weapon.value == "b"
