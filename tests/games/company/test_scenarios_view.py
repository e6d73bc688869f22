"""What is shown of scenarios, ambitions and locations."""

from __future__ import annotations

from tests.games.company.skirmishes import SITE, do, group, site_game, skirmish
from vedette.engine.session import Session
from vedette.games.company.ruleset import RULESET
from vedette.games.company.scoring import Scored
from vedette.games.company.state import Skirmish


def _begun(session: Session[Skirmish], *ambitions: tuple[str, bool]) -> Session[Skirmish]:
    do(session, {"do": "roll_off", "by": "red"}, 5, 2)
    for ambition, revealed in ambitions:
        do(session, {"do": "ambition", "by": "red", "ambition": ambition, "revealed": revealed})
    do(session, {"do": "start", "by": "red"})
    return session


def test_loc_2_the_rolls_of_a_location_come_before_the_start_and_its_card_in_each_turn() -> None:
    session = site_game(location="arena")
    do(session, {"do": "roll_off", "by": "red"}, 5, 2)
    before = RULESET.view.table(session.state, None).prompt.reminders
    assert [(one.label, "1d6" in one.text) for one in before] == [("CO-LOC-2", True)]
    do(session, {"do": "start", "by": "red"})
    during = RULESET.view.table(session.state, None).prompt.reminders
    assert {one.label for one in during} == {"CO-LOC-7"}
    assert any("impassable" in one.text for one in during)


def test_loc_7_who_is_led_by_nobody_is_told_with_the_numbers() -> None:
    session = _begun(site_game(location="minotaurs-maze"))
    told = [one.text for one in RULESET.view.form(session.state, "hazard", "r1", {}).reminders]
    minotaur = next(text for text in told if "Minotaur: FS 6" in text)
    assert "The table moves it" in minotaur
    assert "Terrifying" in minotaur


def test_scn_11_the_defenders_may_end_the_game_in_the_attackers_turn() -> None:
    scenario = {"name": "Sortie", "closing": [{"when": "declared", "side": "defender"}]}
    session = _begun(site_game(scenario=scenario))
    assert session.state.active == "red"
    ends = [one for one in RULESET.view.actions(session.state, "red") if one.do == "end_game"]
    assert [(one.by, one.why_not) for one in ends] == [("blue", None)]


def test_amb_2_nothing_tells_a_secret_ambition_before_it_is_counted() -> None:
    session = _begun(site_game(), ("without-moving", True), ("draw-first-blood", False))
    lines = RULESET.view.form(session.state, "end_game", "red", {}).lines
    counted = next(line.text for line in lines if line.label == "Red")
    assert "Win Without Moving" in counted
    assert "1 secret ambition" in counted
    assert "First Blood" not in counted
    labels = [one.label for one in RULESET.view.steppers(session.state, "r1")]
    assert "Win Without Moving" in labels
    assert "Draw First Blood" not in labels


def test_scn_1_a_plural_side_chooses_in_the_plural() -> None:
    sides = [
        {"id": side, "name": name, "plural": True, "units": [group(f"{side}1", SITE, captain=True)]}
        for side, name in (("red", "Automata"), ("blue", "Seafolk"))
    ]
    session = site_game(sides=sides, scenario={"first": "attacker_chooses"})
    for by in ("red1", "blue1"):
        do(session, {"do": "captain_trait", "by": by, "trait": "vapid"})
    do(session, {"do": "roll_off", "by": "red"}, 5, 2)
    told = RULESET.view.form(session.state, "start", "red", {})
    assert "Automata choose (CO-SCN-1)" in str(told)


def test_a_group_that_has_escaped_is_off_the_table_and_no_reserve() -> None:
    session = site_game(
        scenario="ambush", state={"sides.red.role": "defender", "sides.blue.role": "attacker"}
    )
    do(session, {"do": "start", "by": "red"})
    do(session, {"do": "end_turn", "by": "blue"})
    do(session, {"do": "move", "by": "r2", "inches": 3, "escapes": True}, 6, 6, 6, 6)
    shown = RULESET.view.table(session.state, session.request)
    assert session.state.units["r2"].escaped
    assert "away" not in [standing for standing, *_ in shown.strength("red")]


def test_a_group_that_may_move_at_once_is_at_hand_and_called_upon() -> None:
    session = site_game(scenario="raid", state={"sides.red.role": "attacker", "sides.blue.role": "defender"})
    do(session, {"do": "hold_back", "by": "b2"})
    do(session, {"do": "start", "by": "red"}, choose=("attacker",))
    do(session, {"do": "take", "by": "r2"}, 6, 6)
    assert RULESET.view.card_of(session.state, "r2").standing == "active"
    assert RULESET.view.table(session.state, session.request).prompt.text == "Group r2 may Move at once."


def test_amb_4_a_score_below_nothing_has_a_real_minus() -> None:
    session = _begun(site_game(), ("rain-hell", True))
    assert [side.ended for side in RULESET.view.table(session.state, None).sides] == [-1, 0]
    assert RULESET.view.table(session.state, None).sides[0].told == "0 VP, −1 if it ended now"
    session.do({"do": "adjust", "by": "red", "values": {"phase": "closing"}})
    do(session, {"do": "end_game", "by": "red"})
    assert [side.score for side in RULESET.view.table(session.state, None).sides] == ["−1 VP", "0 VP"]


def test_a_company_is_plural_where_its_row_says_so() -> None:
    said = {"plural": True, "article": "the"}
    sides = [
        {
            "id": side,
            "name": name,
            "companies": [{"id": f"{side}-co", "name": name, "trait": "vapid", **said}],
            "units": [group(f"{side}1", SITE, captain=True)],
        }
        for side, name in (("red", "Automata"), ("blue", "Seafolk"))
    ]
    session = site_game(sides=sides)
    do(session, {"do": "roll_off", "by": "red"}, 5, 2)
    do(session, {"do": "ambition", "by": "red", "ambition": "rain-hell"})
    kept = session.timeline.entry(session.timeline.head)
    assert session.sentences(kept) == ["The Automata have a secret ambition."]


def test_the_count_does_not_speak_of_a_tie_that_there_was_not() -> None:
    pitched = {"name": "Pitched Battle", "vp": [{"for": "both", "vp": 5, "tie": 3, "when": "most_points"}]}
    for state, reason in (
        ({"units.x.routed": True}, "most enemy points Routed"),
        ({}, "the same points Routed on both sides"),
    ):
        session = skirmish([group("a", SITE)], [group("x", SITE)], state, edition="site", scenario=pitched)
        do(session, {"do": "end_game", "by": "red"})
        scored = [fact for fact in session.facts(session.timeline.entry(1)) if isinstance(fact, Scored)]
        assert {fact.reason for fact in scored} == {reason}


def test_a_game_that_is_over_has_no_last_turn_to_come() -> None:
    told = []
    for phase in ("activation", "over"):
        state = {"scenario.final_turn": True, "phase": phase, "active": "" if phase == "over" else "red"}
        session = skirmish([group("a", SITE)], [group("x", SITE)], state, edition="site")
        told.append([mark.name for mark in RULESET.view.table(session.state, None).marks])
    assert ["The last turn" in marks for marks in told] == [True, False]
