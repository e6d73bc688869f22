"""Forms of the orders that only the book and the site have: taunts, spells, blasts and hazards."""

from __future__ import annotations

from typing import Any

from tests.games.company.skirmishes import BOWS, FOOT, SITE, group, skirmish
from vedette.engine.odds.command_odds import command_search, hears_moments
from vedette.engine.odds.search import Search
from vedette.engine.session import Session
from vedette.games.company.ruleset import RULESET
from vedette.games.company.state import Skirmish
from vedette.view.outlook import outlook, tells_cards
from vedette.view.vocabulary import Field, Form

WITCH = {**SITE, "traits": ["caster", "summoner"]}


def site(red: list[dict[str, Any]], state: dict[str, Any] | None = None, **setup: Any) -> Session[Skirmish]:
    blue = [group("b1", SITE), group("b2", SITE, traits=["stealthy"])]
    return skirmish(red, blue, state, edition="site", **setup)


def form(session: Session[Skirmish], do: str, by: str, **draft: Any) -> Form:
    return RULESET.view.form(session.state, do, by, draft)


def field(form: Form, name: str) -> Field:
    return next(field for field in form.fields if field.name == name)


def test_a_taunt_whose_needs_are_not_met_is_closed_and_one_that_names_an_enemy_asks_for_it() -> None:
    session = site([group("r1", SITE), group("r2", SITE)])
    closed = {one.value: one.why_not for one in field(form(session, "proclaim", "r1"), "taunt").choices}
    refusal = closed["never-miss"]
    assert refusal is not None
    assert refusal.rule == "CO-TNT-3"
    assert closed["come-and-die"] is None
    assert [one.name for one in form(session, "proclaim", "r1", taunt="come-and-die").fields] == ["taunt"]
    assert not form(session, "proclaim", "r1", taunt="only-one").ready
    assert form(session, "proclaim", "r1", taunt="only-one", target="b1").ready


def test_a_group_with_taunts_is_reminded_of_them_in_every_order() -> None:
    state = {
        "units.r1.taunts": [{"taunt": "for-the-captain", "target": ""}],
        "units.r2.taunts": [{"taunt": "for-the-captain", "target": ""}],
        "units.r2.in_melee_with": ["b1"],
        "units.b1.in_melee_with": ["r2"],
    }
    session = site([group("r1", SITE), group("r2", SITE)], state)
    for do, by in {"move": "r1", "retreat": "r2"}.items():
        told = [line.label for line in form(session, do, by).lines]
        assert {"To activate", "“For the Captain!”"} <= {*told}


def test_a_group_is_told_before_that_its_hits_are_struck_back() -> None:
    state = {"units.b1.taunts": [{"taunt": "die-with-us", "target": ""}]}
    blows = form(site([group("r1", SITE)], state), "attack", "r1", target="b1", inches=3).lines
    assert [line.label for line in blows if "You'll Die with Us!: each hit" in line.text] == ["To hit"]


def test_a_group_that_is_lured_is_told_by_whom() -> None:
    lured = {"phase": "reckless", "units.b1.taunts": [{"taunt": "come-and-die", "target": ""}]}
    check = form(site([group("r1", SITE)], lured), "reckless", "r1")
    assert [line.text for line in check.lines if line.label == "Reckless"] == ["against Group b1 (CO-TNT-6)"]
    assert field(check, "target").choices[-1].label == 'no such enemy within 6"'
    taunted = {"phase": "reckless", "units.r1.taunts": [{"taunt": "run-you-down", "target": ""}]}
    against_all = form(site([group("r1", SITE)], taunted), "reckless", "r1")
    assert "Reckless" not in [line.label for line in against_all.lines]


def test_a_spell_that_is_a_shot_offers_enemies_that_can_be_shot_at_and_asks_for_cover() -> None:
    session = site([group("r1", WITCH), group("r2", SITE)])
    shot = form(session, "cast", "r1", spell="projectile", target="b1", inches=9)
    targets = {one.value: one.why_not for one in field(shot, "target").choices}
    refusal = targets["b2"]
    assert refusal is not None
    assert refusal.rule == "CO-TRA-21"
    assert [*targets] == ["b1", "b2"]
    assert {"cover", "unseen"} <= {one.name for one in shot.fields}
    heal = form(session, "cast", "r1", spell="heal", target="r2", inches=9)
    assert "r1" not in [one.value for one in field(heal, "target").choices]
    assert not {"cover", "unseen"} & {one.name for one in heal.fields}


def test_a_summons_measures_to_enemies_by_the_site_only() -> None:
    held_back = group("r2", SITE, reserve=True)
    assert "enemy_inches" in [
        one.name for one in form(site([group("r1", WITCH), held_back]), "summon", "r1").fields
    ]
    by_chapter = group("r1", {**FOOT, "traits": ["summoner"], "activation": {"move": 5, "summon": 7}})
    chapter = skirmish([by_chapter, group("r2", FOOT, reserve=True)], [group("b1", BOWS)])
    assert [one.name for one in form(chapter, "summon", "r1").fields] == ["group", "inches"]


def test_a_hazard_of_the_location_needs_no_numbers_and_another_needs_all() -> None:
    session = site([group("r1", SITE)], location="arena")
    stone = form(session, "hazard", "red", group="b1", hazard="Stone")
    assert stone.ready
    assert (stone.command["by"], stone.command["count"], stone.command["value"]) == ("b1", 6, 6)
    assert form(session, "hazard", "red", group="b1", hazard="Grenade").command["double"] is True
    assert not form(session, "hazard", "red", group="b1", hazard="(none)").ready


def test_who_is_behind_cover_is_asked_of_those_that_are_hit() -> None:
    session = site([group("r1", {**SITE, "traits": ["self-destruct"]}), group("r2", SITE)])
    near = form(session, "self_destruct", "r1", targets=["b1", "r2"], covered=["r2"])
    assert [one.value for one in field(near, "covered").choices] == ["b1", "r2"]
    assert near.command["covered"] == ["r2"]
    assert near.ready


def test_fs_that_comes_back_is_foreseen_as_a_gain_and_not_as_a_loss() -> None:
    session = site([group("r1", WITCH), group("r2", SITE)], {"units.r2.r": 4})
    heal = {"do": "cast", "by": "r1", "spell": "heal", "target": "r2", "inches": 6}
    tells = tells_cards(RULESET.view, session.state)
    search = command_search(RULESET, session.state, heal, tells, hears=hears_moments)
    assert isinstance(search, Search)
    search.go_on()
    cards = {id: RULESET.view.card_of(session.state, id) for id in session.state.units}
    seen = outlook(search.odds, cards, "r1", "r2", words=RULESET.view.story)
    assert seen is not None
    assert [one.text for one in (*seen.losses, *seen.others)] == ["Group r2: +1 FS"]


def test_a_spell_that_needs_no_sight_reminds_of_none() -> None:
    session = site([group("r1", WITCH), group("r2", SITE)])
    told = {
        spell: [
            one.label for one in form(session, "cast", "r1", spell=spell, target=target, inches=9).reminders
        ]
        for spell, target in {"heal": "r2", "projectile": "b1"}.items()
    }
    assert set(told["projectile"]) - set(told["heal"]) == {"CO-TER-4", "CO-TER-6"}


def test_a_captain_who_calms_is_no_second_answer_for_nobody() -> None:
    state = {"phase": "reckless", "companies.red.trait": "calming"}
    session = site([group("r1", SITE, traits=["reckless"], captain=True)], state)
    target = field(form(session, "reckless", "r1"), "target")
    assert sum(choice.none for choice in target.choices) == 1  # one sign, one answer
    assert target.choices[-1].label == 'calmed by the Captain within 12"'
    assert form(session, "reckless", "r1", target=target.choices[-1].value).ready


def test_a_spell_that_hinders_is_offered_enemies_first_and_one_that_helps_friends() -> None:
    session = site([group("r1", WITCH), group("r2", SITE)])
    first = {
        spell: field(form(session, "cast", "r1", spell=spell), "target").choices[0].value
        for spell in ("confuse", "entangle", "prompt", "heal")
    }
    assert first == {"confuse": "b1", "entangle": "b1", "prompt": "r2", "heal": "r2"}
