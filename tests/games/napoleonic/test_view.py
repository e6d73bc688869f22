"""What the screens are given: who can shoot, why others can't, what waits, and what a form asks."""

from __future__ import annotations

from dataclasses import replace as with_fields
from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from tests.games.napoleonic.battles import badges, card, give, ready_made, said
from vedette.engine.checks import Refusal
from vedette.engine.dice import Die, Low, Roll
from vedette.engine.facts import Rolled
from vedette.engine.odds.command_odds import command_search
from vedette.engine.session import Session
from vedette.games.napoleonic.firing import Fired, fire_pool
from vedette.games.napoleonic.ruleset import RULESET
from vedette.games.napoleonic.state import Battle, SpecialEvent
from vedette.tui.keys import RESERVED
from vedette.tui.table_controller import TableController
from vedette.view.dice_text import needed, reckoning
from vedette.view.form_draft import aimed_at
from vedette.view.outlook import Outlook, outlook, percent, tells_cards, worth
from vedette.view.report import battle_report
from vedette.view.vocabulary import Form


def _form(session: Any, do: str, by: str, **draft: Any) -> Form:
    return RULESET.view.form(session.state, do, by, draft)


def _lines(form: Form) -> dict[str, str]:
    return {line.label: line.text for line in form.lines}


def test_a_glance_tells_who_can_shoot_and_why_others_cannot() -> None:
    session = ready_made("on-the-danube", phase="skirmish", **{"units.zach.formation": "garrison"})
    assert (badges(session, "ligne"), card(session, "ligne").shots) == (["gun"], (1, 1))
    assert (badges(session, "gren"), card(session, "gren").shots) == ([], (3, 3))
    assert (badges(session, "zach"), card(session, "zach").reason) == (["garrison"], "no shot so formed")
    assert card(session, "landwehr").reason == "no skirmishers left"
    assert card(session, "huss").reason == "cavalry has no skirmishers"
    assert card(session, "ligne").standing == "ready"
    assert card(session, "huss").standing == "done"
    scores = [side.score for side in RULESET.view.table(session.state, None).sides]
    assert scores == ["4 can fire", "2 can fire"]


def waits(session: Session[Battle], unit: str) -> dict[str, int]:
    return {token.name: token.count for token in card(session, unit).tokens if token.count}


def test_hits_that_wait_are_no_loss_yet() -> None:
    assert Fired("g", ("a",), 1, 1, 0, 0).moment == "waits"
    assert Fired("g", ("a",), 1, 0, 0, 0).moment == ""


def test_losses_wait_in_sight_until_both_sides_have_ended_their_fire() -> None:
    session = ready_made("on-the-danube", phase="skirmish")
    give(session, "skirmish_fire", "leger", at=["jager", "grenz"], range=1, shots=1, dice=(1,))
    give(session, "gun_fire", "ligne", at="zach", range=1, protection=1, dice=(1,))
    give(session, "skirmish_fire", "jager", at="leger", range=2, dice=(1, 1))
    assert card(session, "leger").shots == (1, 2)
    assert waits(session, "leger") == {"Hits waiting": 2}
    assert waits(session, "zach") == {"single 1s": 1}
    assert waits(session, "jager") == {"shared Hits": 1}
    assert card(session, "jager").reason == "all shots fired"
    told = {detail.label: detail.text for detail in RULESET.view.details(session.state, "jager")}
    assert told["Shares 1 Hit"] == "with Gradiscaner Grenzer; the Austrians spread it"
    assert told["No fire"] == "all shots fired"
    table = RULESET.view.table(session.state, None)
    assert [mark.text for mark in table.marks] == ["1 Hit"]
    give(session, "end_fire", "fr")
    table = RULESET.view.table(session.state, None)
    assert (table.prompt.side, table.prompt.text) == ("au", "Fire what can still fire, then end the fire.")
    sentences = said(give(session, "end_fire", "au", choose=("grenz",)), session)
    expected = (
        "Losses are marked, in Hits: 9e Légère 2, Gradiscaner Grenzer 1. A single 1 without its pair is lost."
    )
    assert expected in sentences
    assert badges(session, "leger") == []
    assert waits(session, "leger") == {"Hits": 2}


def test_the_arithmetic_stands_on_the_card_and_in_the_form() -> None:
    state = {
        "phase": "skirmish",
        "units.gren.lives": 2,
        "units.gren.drum": False,
        "units.gren.formation": "square",
    }
    session = ready_made("on-the-danube", **state)
    form = _form(session, "skirmish_fire", "gren", target="zach", range=1)
    lines, rules = _lines(form), {line.label: line.rules for line in form.lines}
    few = "3 = Drill 3 + Experience 2 − Missing lives 1 − Missing Drum 1"
    assert lines["Skirmishers"] == few
    assert rules["Skirmishers"] == ("NA-3.3.1.1.1", "NA-3.3.1.1.2")
    assert lines["Shots"] == "2 = Type 3 − Square 1"
    assert rules["Shots"] == ("NA-3.3.1.2.1", "NA-3.3.1.2.2")
    assert lines["In Square"] == "which face is the front?"
    assert few in [detail.text for detail in RULESET.view.details(session.state, "gren")]


def test_a_form_asks_for_little_and_makes_the_command() -> None:
    session = ready_made("on-the-danube", phase="skirmish")
    form = _form(session, "skirmish_fire", "leger", target="zach", range=1.5)
    assert [field.name for field in form.fields if field.required] == ["target", "range"]
    assert form.command == {"do": "skirmish_fire", "by": "leger", "at": ["zach"], "range": 1.5}
    assert form.ready
    assert form.refusal is None
    several = _form(session, "skirmish_fire", "leger", target="zach", range=1, also=["jager"])
    assert several.command["at"] == ["zach", "jager"]


def test_cavalry_in_the_open_is_greyed_until_it_faces_away() -> None:
    session = ready_made("on-the-danube", phase="skirmish")
    form = _form(session, "skirmish_fire", "leger", range=1)
    why = {choice.value: choice.why_not for choice in form.fields[0].choices}
    assert why["zach"] is None
    assert why["huss"] is not None
    assert why["huss"].rule == "NA-3.3.1.3.1"
    chosen = _form(session, "skirmish_fire", "leger", target="huss", range=1)
    assert "facing_away" in [field.name for field in chosen.fields]
    assert _form(session, "skirmish_fire", "leger", target="huss", range=1, facing_away=True).refusal is None
    assert _form(session, "gun_fire", "ligne", target="huss", range=1).refusal is None


def test_a_group_is_told_its_faces_before_the_roll() -> None:
    session = ready_made("on-the-danube", phase="movement", **{"units.jager.drum": False})
    give(session, "send_group", "jager")
    give(session, "next_phase", "fr", to="skirmish")
    line = _lines(_form(session, "group_fire", "jager-g1", target="leger", range=1, protection=1))["To hit"]
    assert "Missing Drum −1 (NA-3.3.2.4.1); Protection −1 (NA-3.3.2.4.1); a 1 to 3 hits" in line


@pytest.mark.parametrize("event", [False, True])
def test_what_a_zero_does_is_told_as_the_table_plays_it(event: bool) -> None:
    session = ready_made("on-the-danube", phase="skirmish")
    book = session.state.book
    battle = replace(session.state, book=replace(book, options=replace(book.options, special_events=event)))
    pool = fire_pool(battle, "leger", ("zach",), 2, 0)
    assert ("Special Event" in pool.remarks[-1].text) == event
    assert needed(pool) == "1"
    assert reckoning(pool)[-1][1] == f"Natural 0: {pool.remarks[-1].text}"


def test_a_building_asks_for_its_protection() -> None:
    session = ready_made("on-the-danube", phase="skirmish", **{"units.zach.formation": "garrison"})
    asked = "it gives Protection: which value?"
    assert _lines(_form(session, "gun_fire", "ligne", target="zach", range=1))["In a building"] == asked
    assert "In a building" not in _lines(
        _form(session, "gun_fire", "ligne", target="zach", range=1, protection=2)
    )


def test_mark_says_only_what_is_different() -> None:
    session = ready_made("on-the-danube")
    assert not _form(session, "mark", "leger").ready
    form = _form(session, "mark", "leger", lives=2, hits=0, drum=False, flag=True)
    assert form.command == {"do": "mark", "by": "leger", "lives": 2, "drum": False}


def test_a_group_that_is_lost_reminds_of_its_officer() -> None:
    session = ready_made("on-the-danube", phase="movement")
    give(session, "send_group", "leger")
    told = said(give(session, "mark", "leger-g1", lost=True), session)
    assert any("The officer was one of the lives of 9e Légère" in text for text in told)


def test_hints_where_the_table_should_look() -> None:
    session = ready_made("on-the-danube", phase="movement")
    give(session, "mark", "zach", flag=False)
    give(session, "next_phase", "fr", to="order")
    hint = RULESET.view.table(session.state, None).prompt.hint
    assert hint == "Missing: Infantry Regiment 15 Zach (Flag)."


def test_letters_of_the_table_are_left_alone() -> None:
    for phase in ("movement", "skirmish", "order"):
        session = ready_made("on-the-danube", phase=phase)
        for by in (*session.state.sides, *session.state.units):
            assert not {action.key for action in RULESET.view.actions(session.state, by)} & RESERVED


def test_moments_and_the_end() -> None:
    session = ready_made("on-the-danube")
    assert RULESET.view.position(session.state) == "Turn 1 · Chain of command"
    give(session, "concede", "fr")
    assert RULESET.view.table(session.state, None).outcome == "Victory for the Austrians"
    assert session.state.phase == "command"


def test_one_key_ends_the_fire_of_both_sides_and_names_who_could_still_shoot() -> None:
    session: Any = ready_made("on-the-danube", phase="skirmish")
    give(session, "skirmish_fire", "gren", at="zach", range=1, dice=(5, 5, 5))
    controller = TableController(session)
    action = next(one for one in RULESET.view.actions(session.state, "fr") if one.do == "cease_fire")
    named = "9e Légère; 21e Ligne; 65e Ligne, conscripts; and 3 more could still fire."
    assert (controller.forgotten(action), controller.forgotten(action)) == (named, "")
    give(session, "cease_fire", "fr")
    assert session.state.exchange == "marked"


def odds_of(session: Session[Battle], **words: Any) -> Outlook:
    search = command_search(RULESET, session.state, words, tells_cards(RULESET.view, session.state))
    assert not isinstance(search, Refusal)
    search.go_on()
    cards = {card.id: card for card in RULESET.view.table(session.state, None).cards}
    seen = outlook(search.odds, cards, words["by"], aimed_at(words))
    assert seen is not None
    return seen


def chances(seen: Outlook) -> list[tuple[str, str]]:
    return [(chance.text, percent(chance)) for chance in seen.losses]


def test_the_odds_of_a_shot_are_told_in_hits() -> None:
    """Those at several targets are shared, and through Protection a 1 waits for its pair."""
    session = ready_made("on-the-danube", phase="skirmish")
    fire = {"do": "skirmish_fire", "by": "leger", "range": 1}
    assert chances(odds_of(session, **fire, at=["zach"])) == [
        ("2 Hits waiting", "1 %"),
        ("1 Hit waiting", "18 %"),
        ("no Hit waiting", "81 %"),
    ]
    shared = odds_of(session, **fire, at=["jager", "grenz"], shots=1)
    assert chances(shared) == [("1 shared Hit", "10 %"), ("no shared Hit", "90 %")]
    assert [chance.text for chance in shared.others] == ["Gradiscaner Grenzer: shared Hits"]
    assert worth(shared).text == "10 % 1 shared Hit"
    assert worth(odds_of(session, **fire, at=["zach"])).text == "19 % 1 Hit waiting or more"
    behind = odds_of(session, **fire, at=["zach"], shots=1, protection=1)
    assert chances(behind) == [("1 single 1", "10 %"), ("no single 1", "90 %")]


def test_hits_at_one_that_others_wait_for_are_told_as_more_with_the_lives_that_they_take() -> None:
    session = ready_made("along-the-hedges", phase="skirmish")
    give(session, "skirmish_fire", "rifles95", at=["ligne"], range=1, shots=1, dice=(1,))
    words = {"do": "skirmish_fire", "by": "lights52", "at": ["ligne"], "range": 1}
    search = command_search(RULESET, session.state, words, tells_cards(RULESET.view, session.state))
    assert not isinstance(search, Refusal)
    search.go_on()
    cards = {card.id: card for card in RULESET.view.table(session.state, None).cards}
    seen = outlook(search.odds, cards, "br", "ligne", words=RULESET.view.story)
    assert seen is not None
    told = [(chance.text, chance.tone) for chance in seen.losses]
    assert told == [
        ("+2 Hits waiting, −1 life", "bad"),
        ("+1 Hit waiting, −1 life", "bad"),
        ("+0 Hits waiting", "plain"),
    ]
    key, values = next((key, values) for key, values in search.odds.chances.items() if key[1] == "more")
    sure = with_fields(search.odds, rest=Fraction(0), chances={key: {max(values): Fraction(1)}})
    seen = outlook(sure, cards, "br", "ligne", words=RULESET.view.story)
    assert seen is not None
    assert [chance.lost for chance in seen.losses] == [range(2, 3)], (
        "of what can't come any more there is no row"
    )


def test_a_single_1_through_protection_is_told_in_words_and_by_whole_names() -> None:
    session = ready_made("along-the-hedges", phase="skirmish")
    outcome = give(session, "skirmish_fire", "rifles95", at=["ligne"], range=1, protection=1, dice=(1, 0, 5))
    told = session.facts(outcome.entries[-1])[-1].headline(lambda one: session.names()[one])
    assert told == "95th Rifles, right wing → 21e Ligne: one 1"


def test_shared_fire_without_a_hit_is_nothing_to_keep_in_sight() -> None:
    session = ready_made("along-the-hedges", phase="skirmish")
    give(session, "skirmish_fire", "lights52", at=["ligne", "gren"], range=1, dice=(9, 7))
    assert RULESET.view.table(session.state, None).marks == ()
    give(session, "skirmish_fire", "rifles95", at=["ligne", "gren"], range=1, dice=(1, 7, 7))
    assert [mark.text for mark in RULESET.view.table(session.state, None).marks] == ["1 Hit"]


def test_the_track_tells_the_phase_and_who_plays_each() -> None:
    table = RULESET.view.table(ready_made("on-the-danube", phase="skirmish").state, None)
    assert [phase.name for phase in table.phases if phase.played] == ["skirmish", "movement"]
    assert table.phases[table.phase_at].note == "both fire"


def test_a_shot_whose_hits_still_wait_was_not_in_vain() -> None:
    session: Any = ready_made("along-the-hedges", phase="skirmish")
    give(session, "skirmish_fire", "rifles95", at=["ligne"], range=1, dice=(1, 1, 1))
    give(session, "concede", "fr")
    told = [point.text for point in battle_report(session).turning]
    assert told[:1] == ["The 95th Rifles, right wing, 3 shots at 21e Ligne: 3 Hits."]


def test_a_one_through_protection_is_no_hit_yet_and_a_zero_says_that_it_misses() -> None:
    assert "no Hit yet" in Fired("grenz", ("aus",), 1, 0, 1, 1).sentence(str)
    assert "no Hit yet" not in Fired("grenz", ("aus",), 1, 0, 0, 0).sentence(str)
    for face, told in ((0, True), (7, False)):
        roll = Roll("shot", "fr", Low(dice=1, sides=10, target=1), (Die(face),))
        assert ("a 0 always misses" in Rolled(roll).sentence(str)) == told


def test_a_special_event_is_told_once_and_hides_nothing_of_the_cards() -> None:
    session = ready_made("on-the-danube", phase="skirmish", **{"units.zach.formation": "garrison"})
    game = replace(session.state, events=(SpecialEvent(by="ligne", at=()),))
    table = RULESET.view.table(game, None)
    assert [(mark.name, mark.text) for mark in table.marks] == [("Special Event", "due")]
    assert [[badge.text for badge in one.badges] for one in table.cards if one.id in ("ligne", "zach")] == [
        ["gun"],
        ["garrison"],
    ]
    assert not any(one.reason for one in table.cards)
    settled = replace(game, events=(SpecialEvent(by="ligne", at=(), result="none"),))
    assert RULESET.view.table(settled, None).marks == ()


def test_two_groups_of_a_unit_are_told_apart_where_their_names_are_cut() -> None:
    session = ready_made("on-the-danube", phase="movement")
    for _ in range(2):
        give(session, "send_group", "gren")
    names = [one.name for one in RULESET.view.table(session.state, None).cards if "Group" in one.name]
    assert [name[:8] for name in names] == ["Group 1,", "Group 2,"]
