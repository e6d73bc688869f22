"""What cards, lines and prompts say in the editions: FS and Resolve by the site, two numbers of R by the book."""

from typing import Any

import pytest

from tests.games.company.skirmishes import SITE, do, group, skirmish
from vedette.engine.facts import outcomes
from vedette.engine.session import Session
from vedette.games.company.ruleset import RULESET
from vedette.games.company.state import Skirmish
from vedette.plain.telling import card_line
from vedette.view.vocabulary import Detail

BIG: dict[str, Any] = {**SITE, "r": 12}
"""A Group with Fighting Strength 12 that tests against 4."""


def game(edition: str, state: dict[str, Any] | None = None, **unit: Any) -> Session[Skirmish]:
    red, blue = [group("a", BIG, **unit), group("b", BIG)], [group("x", BIG), group("y", BIG)]
    return skirmish(red, blue, state, edition=edition)


def details(session: Session[Skirmish], unit: str = "a") -> dict[str, Detail]:
    return {detail.label: detail for detail in RULESET.view.details(session.state, unit)}


@pytest.mark.parametrize(
    ("edition", "label", "said"),
    [
        ("site", "FS", "6/12 · Bloodied · R 4+ · T 3 (+1 formation)"),
        ("book", "R", "6 of 12 / 4+ · Bloodied · T 3 (+1 formation)"),
    ],
)
def test_a_card_tells_what_is_lost_and_what_a_test_must_reach(edition: str, label: str, said: str) -> None:
    session = game(edition, {"units.a.r": 6, "units.a.defensive": True})
    assert details(session)[label].text == said
    assert ("R", "4+") in RULESET.view.card_of(session.state, "a").stats


@pytest.mark.parametrize(("edition", "word"), [("chapter", "R"), ("book", "R"), ("site", "FS")])
def test_what_is_lost_has_the_editions_name_in_the_log_the_cards_and_by_hand(edition: str, word: str) -> None:
    session = game(edition)
    do(session, {"do": "test", "by": "a", "reason": "a rockfall", "lost": 2}, 6, 6)
    known = session.names()

    def names(id: str) -> str:
        return known.get(id, id)

    told = [fact.sentence(names) for fact in outcomes(session.facts(session.timeline.entry(1)))]
    assert f"Group a lost 2 {word}, 10 left: a rockfall." in told
    (roll,) = session.rolls
    assert [(one.name, one.value) for one in roll.pool.modifiers] == [(f"{word} lost", -2)]
    assert f"10 of 12 {word} left" in card_line(RULESET.view.card_of(session.state, "a"))
    assert RULESET.view.steppers(session.state, "a")[0].label == word
    session.do({"do": "adjust", "by": "red", "values": {"units.a.r": 12}})
    (fact,) = session.facts(session.timeline.entry(session.timeline.head))
    assert fact.sentence(names) == f"By hand: Group a, {word} 10 → 12."


def test_a_card_tells_spells_with_their_end_taunts_and_what_is_used_up() -> None:
    state = {
        "units.a.effects": [{"spell": "enrage", "side": "blue"}],
        "units.a.taunts": [{"taunt": "come-and-die", "target": ""}],
        "units.a.used": ["unerring", "bane"],
    }
    session = game("site", state, traits=["unerring"], banes=["undead"], models=12)
    told = details(session)
    assert told["Spell: Enrage"].brief == "until Blue's next turn"
    assert "“Come and Die!”" in told
    assert told["Unerring"].struck
    assert told["Undeadbane"].struck
    assert told["Undeadbane"].text.startswith("Used this turn. ")
    assert {"Enrage", "Come and Die!"} <= {
        badge.text for badge in RULESET.view.card_of(session.state, "a").badges
    }


def test_a_card_tells_what_a_test_rolls() -> None:
    state = {"units.a.taunts": [{"taunt": "unbreakable", "target": ""}]}
    tests = details(game("site", state, traits=["cowardly"]))["Tests"]
    assert tests.brief == "3d6, 4+"
    assert "; Cowardly: the highest die is rolled again" in tests.text


def test_a_caster_lists_spells_with_their_checks() -> None:
    session = game("site", traits=["caster"])
    assert details(session)["Counter"].text.startswith("8+: ")


def test_an_engine_only_defends() -> None:
    session = game("site", me={"defend": 6}, activation={"move": 6})
    assert ("ME", "–/6") in RULESET.view.card_of(session.state, "a").stats
    assert details(session)["Melee"].brief == "– / 6+"


def test_spells_taunts_and_reserve_can_be_corrected_by_hand() -> None:
    red, blue = [group("a", SITE, traits=["caster"])], [group("x", SITE)]
    session = skirmish(red, blue, edition="site", state={"phase": "setup", "active": ""})
    for label, at in (("Spell: Enrage", 2), ("Taunt: Come and Die!", 1), ("Held back", 1)):
        stepper = next(one for one in RULESET.view.steppers(session.state, "a") if one.label == label)
        assert stepper.at == 0
        values = dict(stepper.levels[at].values)
        session.do({"do": "adjust", "by": "red", "values": values})
        (again,) = (one for one in RULESET.view.steppers(session.state, "a") if one.label == label)
        assert again.at == at
    now = session.state.units["a"]
    assert [(one.spell, one.side) for one in now.effects] == [("enrage", "blue")]
    assert (now.reserve, now.in_play) == (True, False)


@pytest.mark.parametrize(
    ("taunt", "said"),
    [
        ("come-and-die", "not at all, no Retreat"),
        ("never-alive", '6", no Retreat'),
        ("run-you-down", '8", Retreats 4"'),
        ("unbreakable", '6", Retreats 3"'),
    ],
)
def test_a_card_tells_how_far_a_group_goes_under_its_taunts(taunt: str, said: str) -> None:
    session = game("site", {"units.a.taunts": [{"taunt": taunt, "target": ""}]})
    assert details(session)["Moves"].text == said
