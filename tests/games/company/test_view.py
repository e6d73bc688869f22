"""What the screens are given: who must decide what, what is possible and why not, and forms that lead to commands."""

from __future__ import annotations

from typing import Any

from tests.games.company.skirmishes import BOWS, FOOT, WILD, do, group, skirmish
from vedette.engine import library
from vedette.engine.requests import ChoiceRequest
from vedette.engine.session import Session, new_session
from vedette.games.company.ruleset import RULESET
from vedette.games.company.state import Skirmish
from vedette.tui.widgets.roll_lines import sum_lines
from vedette.view.dice_text import planned_chance
from vedette.view.effects import effects
from vedette.view.fields import NONE
from vedette.view.report import battle_report
from vedette.view.story import Storyteller
from vedette.view.vocabulary import Action, Form, PlannedRoll

VIEW = RULESET.view


def _possible(session: Session[Skirmish], by: str) -> list[Action]:
    return [action for action in VIEW.actions(session.state, by) if action.why_not is None]


def _form(session: Session[Skirmish], do: str, by: str, **draft: Any) -> Form:
    return VIEW.form(session.state, do, by, draft)


def _told(form: Form) -> str:
    return " / ".join(f"{line.label} {line.text}" for line in form.lines)


def test_more_than_two_who_are_due_are_counted_and_not_named() -> None:
    """Four names were cut off in the first row; the cards of those who are due say so."""
    red = [group(name, WILD) for name in ("r1", "r2", "r3")]
    session = skirmish(red, [group("b1")], {"phase": "reckless"})
    assert VIEW.table(session.state, None).prompt.text == "Reckless checks: 3 Groups left."

    do(session, {"do": "reckless", "by": "r2"})
    assert VIEW.table(session.state, None).prompt.text == "Reckless checks: Group r1 and Group r3."


def test_a_turn_walks_through_rallies_and_checks_by_name() -> None:
    red = [group("r1"), group("r2"), group("r3", WILD)]
    session = skirmish(
        red, [group("b1")], {"phase": "rally", "units.r1.shaken": True, "units.r2.shaken": True}
    )
    table = VIEW.table(session.state, None)
    assert (table.prompt.side, table.prompt.text) == ("red", "Rally first: Group r1 and Group r2.")
    orders = {"rally", "reckless", "move", "attack"}
    assert orders & {action.do for action in _possible(session, "r1")} == {"rally"}
    assert _possible(session, "r3") == []

    do(session, {"do": "rally", "by": "r1"}, 6, 6)
    do(session, {"do": "rally", "by": "r2"}, 6, 6)
    assert VIEW.table(session.state, None).prompt.text == "Reckless checks: Group r3."
    assert orders & {action.do for action in _possible(session, "r3")} == {"reckless"}

    do(session, {"do": "reckless", "by": "r3"})
    prompt = VIEW.table(session.state, None).prompt
    assert prompt.text == "Activate a Group, or end the turn (1 can still act)."
    assert prompt.hint == "A failed activation hands the turn to Blue."


def test_a_reckless_check_of_nobody_foresees_no_dice() -> None:
    session = skirmish([group("r3", WILD)], [group("b1")], {"phase": "reckless"})
    planned = _form(session, "reckless", "r3", target="b1").lines
    assert any(isinstance(line, PlannedRoll) for line in planned)
    nobody = _form(session, "reckless", "r3", target=NONE)
    assert (nobody.ready, nobody.lines) == (True, ())


def test_the_ambition_that_is_chosen_is_told_in_full() -> None:
    session = new_session(RULESET, library.games("company")["bell-hill"], seed=1)
    wish = next(iter(session.state.book.ambitions.values()))
    assert wish.text in _told(_form(session, "ambition", "red", ambition=wish.id))


def test_a_failed_activation_hands_over_by_itself() -> None:
    session = skirmish([group("r1")], [group("b1"), group("b2")])
    do(session, {"do": "move", "by": "r1"}, 1, 1)
    prompt = VIEW.table(session.state, None).prompt
    assert (prompt.side, session.request) == ("blue", None)
    assert {"move", "attack"} <= {action.do for action in _possible(session, "b1")}


def test_when_nobody_is_left_the_end_of_the_turn_comes_first() -> None:
    session = skirmish([group("r1"), group("r2")], [group("b1")], {"units.r1.activated": True})
    assert [action.do for action in _possible(session, "red")][:2] == ["test", "end_turn"]
    do(session, {"do": "move", "by": "r2"}, 6, 6)
    assert [action.do for action in _possible(session, "red")][:2] == ["end_turn", "test"]


def test_what_is_not_possible_says_why() -> None:
    session = skirmish([group("r1", BOWS)], [group("b1")], {"units.r1.shaken": True})
    refused = [action.why_not for action in VIEW.actions(session.state, "r1")]
    assert {one and one.rule for one in refused} == {"CO-SHK-1"}
    assert VIEW.actions(session.state, "b1")[0].why_not


def test_a_form_tells_the_dice_before_the_inches_are_measured() -> None:
    form = _form(skirmish([group("r1", BOWS)], [group("b1")]), "shoot", "r1")
    assert not form.ready
    assert "To hit 12 D6" in _told(form)


def test_a_form_needs_no_more_than_a_target_and_the_inches() -> None:
    session = skirmish([group("r1", BOWS)], [group("b1"), group("b2")])
    form = _form(session, "shoot", "r1")
    assert [field.name for field in form.fields if field.required] == ["target", "inches"]
    assert not form.ready
    form = _form(session, "shoot", "r1", target="b2", inches=12)
    assert form.ready
    assert form.command == {"do": "shoot", "by": "r1", "target": "b2", "inches": 12}


def test_one_enemy_is_taken_for_granted_and_a_melee_needs_nothing() -> None:
    presets = {"units.r1.in_melee_with": ["b1"], "units.b1.in_melee_with": ["r1"]}
    session = skirmish([group("r1")], [group("b1"), group("b2")], presets)
    form = _form(session, "attack", "r1")
    assert form.ready
    assert form.command == {"do": "attack", "by": "r1", "target": "b1"}
    greyed = {choice.value: choice.why_not for choice in form.fields[0].choices}
    assert greyed["b2"] is not None
    assert greyed["b2"].rule == "CO-ATK-4"


def test_remembered_inches_grey_what_they_do_not_reach() -> None:
    session = skirmish([group("r1", BOWS)], [group("b1", FOOT, traits=["stealthy"]), group("b2")])
    form = _form(session, "shoot", "r1", inches=15)
    greyed = {choice.value: choice.why_not for choice in form.fields[0].choices}
    assert greyed["b1"] is not None
    assert greyed["b1"].rule == "CO-TRA-9"
    assert (form.fields[0].value, form.ready) == ("b2", True)


def test_out_of_sight_is_said_as_not_seen() -> None:
    session = skirmish([group("r1", BOWS)], [group("b1")])
    form = _form(session, "shoot", "r1", target="b1", inches=5, unseen=True)
    assert form.command["sees"] is False
    assert form.refusal is not None
    assert form.refusal.rule == "CO-SHT-3"


def test_the_dice_and_their_reasons_stand_in_the_form_before_they_are_rolled() -> None:
    red = [group("r1", BOWS, traits=["accurate"], captain=True)]
    session = skirmish(red, [group("b1", FOOT, traits=["shielded"])], {"units.r1.r": 2})
    session.do(
        {"do": "adjust", "by": "red", "path": "companies.red.trait", "value": "commanding", "reason": "x"}
    )
    told = _told(_form(session, "shoot", "r1", target="b1", inches=5, cover=True))
    for said in ("6 D6, 4+ hits", "Accurate −1 (CO-TRA-5)", "Bloodied: 6 of 12 dice (CO-GEN-5)"):
        assert said in told
    assert "T 4: 4 hits cost Group b1 1 R (Shielded +1) (CO-SHT-6, CO-TRA-10)" in told
    assert "roll hits again (CO-TER-5)" in told
    assert "To activate 2d6, 6+ (CO-ACT-4), once again near the Captain (CO-CAP-8)" in told


def test_both_sides_blows_stand_in_the_form_of_an_attack() -> None:
    session = skirmish([group("r1")], [group("b1", FOOT)], {"units.b1.shaken": True})
    told = _told(_form(session, "attack", "r1", target="b1", inches=5))
    assert "To hit 12 D6, 4+ hits" in told
    assert "To be hit 12 D6, 6+ hits; Shaken: hits only on 6 (CO-ATK-9, CO-SHK-2)" in told
    assert "Would test Group b1: 2d6, 5+; R lost −1 each" in told


def test_the_rolls_of_an_attack_are_planned_with_their_pools_in_their_order() -> None:
    session = skirmish([group("r1")], [group("b1", FOOT)])
    lines = _form(session, "attack", "r1", target="b1", inches=5).lines
    planned = [line for line in lines if isinstance(line, PlannedRoll)]
    assert [
        (roll.label, roll.side, roll.pool.basis, roll.pool.dice, roll.pool.target) for roll in planned
    ] == [
        ("To activate", "red", "Attack", 2, 6),
        ("To hit", "red", "ME", 12, 4),
        ("To be hit", "blue", "ME", 12, 5),
        ("Would test", "red", "R", 2, 5),
        ("Would test", "blue", "R", 2, 5),
    ]


def test_a_form_says_how_many_hits_take_an_r_however_narrow_it_is() -> None:
    session = skirmish([group("r1", BOWS)], [group("b1", {**FOOT, "traits": ["shielded"]})])
    form = _form(session, "shoot", "r1", target="b1", inches=5)
    for width in (36, 120):
        shown = " ".join(line.text.strip() for line in sum_lines(form, width, titled=True, again=True))
        assert "T 4: 4 hits cost Group b1 1 R" in shown


def test_a_second_try_is_offered_with_the_dice_that_failed() -> None:
    """With the trait that gives it, and how likely it succeeds."""
    session = skirmish([group("r1", captain=True)], [group("b1")], {"companies.red.trait": "commanding"})
    do(session, {"do": "move", "by": "r1"}, 2, 1)
    assert isinstance(session.request, ChoiceRequest)
    assert session.request.why == "Rolled 2 1: 3, needed 5. Commanding: re-roll?"
    assert session.request.options[0].note == "83 % to succeed"
    assert not session.request.rule  # the Captain's own Group is always near


def test_one_inch_is_an_inch() -> None:
    session = skirmish(
        [group("r1", mo=2)],
        [group("b1")],
        {"units.r1.in_melee_with": ["b1"], "units.b1.in_melee_with": ["r1"]},
    )
    do(session, {"do": "retreat", "by": "r1"}, 6, 6, choose=("clear",))
    told = [text for entry in session.timeline.entries for text in session.sentences(entry)]
    assert "Group r1 Retreated 1 inch directly away from Group b1." in told


def test_a_shrewd_captain_sees_both_dice_and_what_would_come_of_them() -> None:
    red, blue = ([group(id, captain=True, resolve=4)] for id in ("r1", "b1"))
    state = {"phase": "setup", "active": "", "companies.red.trait": "shrewd", "companies.blue.trait": "vapid"}
    session = skirmish(red, blue, state, edition="site")
    do(session, {"do": "roll_off", "by": "red"}, 3, 4)
    assert isinstance(session.request, ChoiceRequest)
    assert session.request.why == "Rolled 3 4. Shrewd Captain: change the roll-off?"
    assert [option.note for option in session.request.options] == [
        "3 against 4: Blue would attack", "4 each: roll again", "2 against 4: Blue would attack",
    ]  # fmt: skip


def test_cover_is_part_of_the_chance_to_hit_on_both_sides() -> None:
    """Hits are rolled again: what was 1 in 2 is 1 in 4, what was 1 in 3 is 1 in 9."""
    session = skirmish([group("r1")], [group("b1", FOOT)])
    for cover in (False, True):
        lines = _form(session, "attack", "r1", target="b1", inches=5, cover=cover, own_cover=cover).lines
        planned = [line for line in lines if isinstance(line, PlannedRoll)]
        told = [planned_chance(roll) for roll in planned]
        assert told[0] == [("activates", "72 %"), ("the turn passes", "28 %")]
        assert told[1:3] == [
            [("a die hits", first), *[("↻", again)] * cover]
            for first, again in (("50 %", "25 %"), ("33 %", "11 %"))
        ]


def test_a_reckless_group_names_its_enemy_or_nobody() -> None:
    session = skirmish([group("r1", WILD)], [group("b1")], {"phase": "reckless"})
    form = _form(session, "reckless", "r1")
    nobody = form.fields[0].choices[-1]
    assert nobody.label == 'no enemy within 8"'
    form = _form(session, "reckless", "r1", target=nobody.value)
    assert form.ready
    assert form.command == {"do": "reckless", "by": "r1"}

    presets = {"units.r1.in_melee_with": ["b1"], "units.b1.in_melee_with": ["r1"]}
    session = skirmish([group("r1", WILD)], [group("b1")], {"phase": "reckless", **presets})
    greyed = _form(session, "reckless", "r1").fields[0].choices[-1].why_not
    assert greyed is not None
    assert greyed.rule == "CO-REC-2"


def test_a_spell_offers_only_whom_it_is_for() -> None:
    mage = group("r1", activation={"cast": 7}, traits=["caster"], spells=["bolt", "mend", "hearten"])
    session = skirmish([mage, group("r2"), group("r3")], [group("b1")], {"units.r3.shaken": True})
    bolt = _form(session, "cast", "r1", spell="bolt")
    assert [choice.value for choice in bolt.fields[1].choices] == ["b1"]
    hearten = _form(session, "cast", "r1", spell="hearten")
    assert (hearten.fields[1].value, [c.value for c in hearten.fields[1].choices]) == ("r3", ["r2", "r3"])
    mend = _form(session, "cast", "r1", spell="mend", target="r1")
    assert mend.ready
    assert mend.command == {"do": "cast", "by": "r1", "spell": "mend", "target": "r1"}


def test_what_may_be_scored_is_offered() -> None:
    awards = [
        {"for": "both", "vp": 4, "when": "declared", "text": "The hill"},
        {"for": "defender", "vp": 3, "when": "declared", "text": "All the loot is kept"},
        {"for": "both", "vp": 1, "when": "enemy_points", "per": 3},
    ]
    presets = {"companies.red.ambition": "headhunter"}
    session = skirmish([group("r1")], [group("b1")], presets, scenario={"vp": awards})
    what = _form(session, "score", "red").fields[0]
    assert [choice.label for choice in what.choices] == [
        "4 VP: The hill",
        "2 VP: Headhunter of Red",
        "something else",
    ]
    session.do(_form(session, "score", "red", what=what.choices[0].value).command)
    session.do(_form(session, "score", "red", what=what.choices[1].value).command)
    assert session.state.sides["red"].vp == 6
    again = _form(session, "score", "red").fields[0].choices[1].why_not
    assert again is not None
    assert again.rule == "CO-END-3"
    assert "15" not in _told(_form(session, "end_game", "red"))


def test_a_test_is_asked_for_by_the_side_and_given_by_the_group() -> None:
    session = skirmish([group("r1")], [group("b1")])
    form = _form(session, "test", "red", group="b1", reason="a dragon")
    assert form.ready
    assert form.command == {"do": "test", "by": "b1", "reason": "a dragon"}


def test_the_cards_show_what_a_token_would_mark() -> None:
    presets = {
        "units.r1.r": 2,
        "units.r1.shaken": True,
        "units.r1.in_melee_with": ["b1"],
        "units.b1.in_melee_with": ["r1"],
        "units.b1.defensive": True,
        "units.b2.routed": True,
    }
    session = skirmish([group("r1", captain=True)], [group("b1"), group("b2")], presets)
    cards = {card.id: card for card in VIEW.table(session.state, None).cards}
    assert (cards["r1"].value, cards["r1"].full, cards["r1"].standing) == (2, 5, "done")
    said = [badge.text for badge in cards["r1"].badges]
    assert said == ["SHAKEN", "in melee", "Bloodied", "Captain"]
    assert ("T", "3→4") in cards["b1"].stats
    assert cards["b2"].standing == "gone"


def test_the_companies_show_what_they_have_lost_and_what_comes_next() -> None:
    session = skirmish([group("r1")], [group("b1"), group("b2"), group("b3")], {"units.b1.routed": True})
    table = VIEW.table(session.state, None)
    marks = {mark.id: mark.text for mark in table.marks}
    told = {detail.label: detail.text for detail in VIEW.details(session.state, "b2")}
    assert marks["company-blue"] == "12 of 18 left"
    assert told[session.state.companies["blue"].name] == (
        "defender · 6 of 18 points lost · all test at 9 lost · the next rout leaves the last"
    )
    assert [side.ended for side in table.sides] == [6, 0]
    assert "each enemy point lost: counted at the end" in _told(_form(session, "score", "red"))


def test_who_is_held_back_shows_a_profile() -> None:
    red = [group("r1", resolve=4), group("r2", resolve=4, reserve=True), group("r3", resolve=4)]
    state = {"units.r3.escaped": True}
    table = VIEW.table(skirmish(red, [group("b1", resolve=4)], state, edition="site").state, None)
    shown = {card.id: card for card in table.cards}
    assert [shown[id].badges[0].text for id in ("r2", "r3")] == ["held back", "ESCAPED"]
    assert shown["r2"].stats == shown["r1"].stats


def test_what_the_sides_would_have_now_counts_the_ambitions_that_everybody_knows() -> None:
    red, blue = ([group(id, resolve=4)] for id in ("r1", "b1"))
    known = [{"id": "will-not-break", "revealed": True}, {"id": "do-not-waver"}]
    table = VIEW.table(skirmish(red, blue, {"companies.red.ambitions": known}, edition="site").state, None)
    assert [side.ended for side in table.sides] == [4, 0]


def test_a_test_says_what_brought_it() -> None:
    session = skirmish([group("r1", BOWS)], [group("b1", captain=True), group("b2")], {"units.b1.r": 1})
    do(session, {"do": "shoot", "by": "r1", "target": "b1", "inches": 9}, 6, 6, *[5] * 12)
    request = session.request
    assert request is not None
    assert getattr(request, "title", "") == "Group b2: Resilience test"
    assert [one.text for one in request.pool.remarks] == [  # type: ignore[union-attr]
        "the Captain's Group is Routed",
        "Blue has lost half its points",
        "it is the last Group of Blue",
    ]


def test_the_captain_is_suggested_as_he_was_last_said_to_be() -> None:
    session = skirmish([group("r1", captain=True), group("r2")], [group("b1")])
    do(session, {"do": "test", "by": "r2", "reason": "a dragon"}, 6, 6, choose=("no",))
    session.do({"do": "test", "by": "r2", "reason": "another dragon"})
    assert getattr(session.request, "suggested", None) == "no"


def test_who_moves_alone_is_reminded_of_no_cohesion() -> None:
    groups = [group("r1", models=5), group("r2", models=1), group("r3")]
    session = skirmish(groups, [group("b1")])
    reminded = {
        one["id"]: {told.label for told in _form(session, "move", one["id"]).reminders} for one in groups
    }
    assert "CO-MOV-4" in reminded["r1"]
    assert "CO-MOV-4" not in reminded["r2"]
    assert "CO-MOV-4" in reminded["r3"]  # nobody said how many they are
    worth = [
        detail.text
        for id in ("r1", "r2", "r3")
        for detail in RULESET.view.details(session.state, id)
        if detail.label == "Worth"
    ]
    assert worth == ["6 points, 5 models", "6 points, 1 model", "6 points"]


def test_a_captains_trait_is_chosen_by_its_name_and_its_text_is_a_note() -> None:
    session = skirmish([group("r1", captain=True)], [group("b1", FOOT)])
    (trait,) = _form(session, "captain_trait", "r1").fields

    labels = {choice.label: choice.note for choice in trait.choices}
    assert labels["roll 2d6"] == ""
    assert "rolled again" in labels["Commanding"]


def test_a_deserter_is_not_told_as_routed() -> None:
    traits = {"companies.red.trait": "reprehensible", "companies.blue.trait": "plain"}
    roles = {"sides.red.role": "attacker", "sides.blue.role": "defender"}
    session: Session[Any] = skirmish(
        [group("r1", captain=True), group("r2")],
        [group("b1", captain=True), group("b2")],
        {"phase": "setup", "active": "", **traits, **roles},
    )
    do(session, {"do": "start", "by": "red"}, 1)
    told = Storyteller(session).effect(list(effects(session))[-1])
    assert "deserted" in told
    assert "routed" not in told


def test_a_check_without_an_enemy_near_is_told_as_no_move() -> None:
    session: Session[Any] = skirmish([group("r1", WILD)], [group("b1")], {"phase": "reckless"})
    do(session, {"do": "reckless", "by": "r1"})
    do(session, {"do": "end_turn", "by": "red"})
    do(session, {"do": "end_turn", "by": "blue"})
    told = " ".join(one.text for one in battle_report(session).rounds)
    assert not any(word in told for word in ("moved", "manoeuvred", "positions"))


def test_the_ambitions_that_are_known_are_told_side_by_side() -> None:
    red, blue = ([group(id, resolve=4)] for id in ("r1", "b1"))
    known = [{"id": "will-not-break", "revealed": True}, {"id": "do-not-waver"}]
    table = VIEW.table(skirmish(red, blue, {"companies.red.ambitions": known}, edition="site").state, None)
    told = [(mark.side, mark.text) for mark in table.marks if mark.name == "Ambitions"]
    assert told == [("red", "We Will Not Break, 1 secret"), ("blue", "none")]


def test_sides_that_keep_most_of_their_strength_are_not_down_to_it() -> None:
    session: Session[Any] = skirmish([group("r1")], [group("b1")])
    full = session.state.units["r1"].r
    for unit in ("r1", "b1"):
        do(session, {"do": "test", "by": unit, "reason": "a rockfall", "lost": full // 3}, 6, 6)
    (told,) = Storyteller(session).rounds(list(effects(session)))
    assert told.text.endswith("Both sides had three quarters of their strength left.")
