"""The builder: what it accepts is lawful by the words of the rules, and it says everything that is not."""

from __future__ import annotations

from typing import Any

from hypothesis import given

from tests.games.close_quarters.camps import SIDE, builds, camp, give
from vedette.games.close_quarters.characters.carrying import Build
from vedette.games.close_quarters.characters.creating import (
    BUILDER_CHECKS,
    beginner,
    build_cost,
    build_faults,
)
from vedette.games.close_quarters.state import Character, Fight
from vedette.games.close_quarters.tables import armor, items, price, shields, skills, weapons

LAWFUL: dict[str, Any] = {
    "name": "Bruce",
    "str": 9,
    "dex": 14,
    "int": 9,
    "skills": ["knife", "sidearms", "marksmanship"],
    "weapons": [{"id": "p", "type": "pistol", "ammo": 6}],
    "ready": ["p"],
    "items": ["reload-pistol"],
}


def found(character: dict[str, Any], **options: Any) -> list[str]:
    """The rules that a beginner breaks, in order."""
    game = camp(**options).state
    return [fault.rule for fault in build_faults(game, Build(beginner(SIDE, "x", character)))]


def test_a_lawful_beginner_has_no_fault() -> None:
    assert found(LAWFUL) == []


def test_the_checks_stand_in_the_order_of_the_rules() -> None:
    rules = [rule for one in BUILDER_CHECKS for rule in one.rules]
    assert rules == [
        "CQ-CHR-5", "CQ-CHR-6", "CQ-CHR-4", "CQ-SKL-2", "CQ-SKL-3", "CQ-SKL-4", "CQ-SKL-20", "CQ-SKL-1", "CQ-EXP-10",
        "CQ-WPN-8", "CQ-WPN-9", "CQ-ITM-1", "CQ-ITM-2", "CQ-ITM-3", "CQ-ITM-11", "CQ-ARM-8", "CQ-ITM-12", "CQ-ITM-14",
        "CQ-CHR-7", "CQ-ENC-6", "CQ-SCN-9",
    ]  # fmt: skip


def test_a_shield_beside_both_hands_is_one_fault() -> None:
    gun = {"weapons": [{"id": "r", "type": "rifle", "ammo": 0}], "ready": ["r"]}
    assert found({**LAWFUL, **gun, "shield": "buckler"}) == ["CQ-WPN-9"]
    two = {
        "weapons": [{"id": "p", "type": "pistol", "ammo": 0}, {"id": "k", "type": "club"}],
        "ready": ["p", "k"],
    }
    assert found({**LAWFUL, **two, "shield": "buckler"}) == ["CQ-ITM-1"]


def test_a_group_stands_for_its_parts_but_makes_nothing_cheaper() -> None:
    needs_sword = {**LAWFUL, "int": 10, "str": 8, "weapons": [], "ready": []}
    assert found({**needs_sword, "skills": ["fencing", "common-melee-weapons"]}) == []
    assert found({**needs_sword, "skills": ["fencing", "knife"]}) == ["CQ-SKL-4"]


def test_no_load_is_paid_for_an_empty_gun_and_for_batteries() -> None:
    def price_of(type: str, ammo: int) -> int:
        return build_cost(beginner(SIDE, "x", {"weapons": [{"id": "w", "type": type, "ammo": ammo}]}))

    assert price_of("pistol", 1) - price_of("pistol", 0) == weapons()["pistol"].reload
    assert price_of("laser-pistol", 1) == price_of("laser-pistol", 0)


def test_what_is_fitted_is_paid_and_carried() -> None:
    bare = beginner(SIDE, "x", {"weapons": [{"id": "r", "type": "rifle"}]})
    full = beginner(SIDE, "x", {"weapons": [{"id": "r", "type": "rifle", "fitted": ["bipod", "bayonet"]}]})
    assert build_cost(full) - build_cost(bare) == items()["bipod"].cost + weapons()["fighting-knife"].cost


def plain_price(character: dict[str, Any]) -> int:
    """The price of everything, counted anew."""
    types = [weapon["type"] for weapon in character["weapons"]]
    types += [character.get(slot, "") for slot in ("armor", "armor2", "helmet", "shield", "energy_shield")]
    types += [*character["items"], *character["worn"], *character.get("pack", [])]
    instances = {weapon["id"] for weapon in character["weapons"]}
    charged = [
        row.reload
        for weapon in character["weapons"]
        if (row := weapons()[weapon["type"]]).reload > 0 and row.rounds and "battery" not in row.classes
    ]
    return sum(price(type) or 0 for type in types if type and type not in instances) + sum(charged)


def is_lawful(one: Character) -> bool:
    """The rules for a human beginner in plain words, as far as modest characters can break them."""
    points = one.str + one.dex + one.int + one.mov - 10
    learned = all(
        one.int >= skills()[id].min_int
        and one.dex >= skills()[id].min_dex
        and one.str >= skills()[id].min_str
        for id in one.skills
    )
    kg = {
        thing: row.grams for table in (weapons(), armor(), shields(), items()) for thing, row in table.items()
    }
    mass = sum(kg[weapon.type] for weapon in one.weapons)
    mass += sum(kg[thing] for thing in (*one.items, *one.worn, one.armor) if thing)
    hands = sum(weapon.grip for weapon in one.weapons if weapon.id in one.ready)
    strength = one.str + 2 * ("weight-training" in one.skills)
    return points <= 32 and learned and mass <= 5000 * strength and hands <= 2


@given(builds(modest=True))
def test_what_the_builder_accepts_is_lawful(character: dict[str, Any]) -> None:
    session = camp()
    faults = list(build_faults(session.state, Build(beginner(SIDE, "x", character))))
    outcome = give(session, "create", SIDE, id="x", character=character)
    assert outcome.refusal == (faults[0] if faults else None)
    if outcome.refusal:
        assert "x" not in session.state.units
        return
    one = session.state.units["x"]
    assert is_lawful(one)
    assert one.wealth == 200 - plain_price(character) >= 0
    assert give(session, "validate", "x").refusal is None
    assert give(session, "validate", "x", **{"as": "experienced"}).refusal is None


@given(builds())
def test_a_forced_character_breaks_what_he_breaks(character: dict[str, Any]) -> None:
    session = camp()
    broken = [fault.rule for fault in build_faults(session.state, Build(beginner(SIDE, "x", character)))]
    outcome = give(session, "create", SIDE, id="x", character=character, override="agreed")
    assert list(outcome.overridden) == list(dict.fromkeys(broken))
    assert session.state.units["x"].wealth == max(0, 200 - build_cost(session.state.units["x"]))
    veteran = [fault.rule for fault in build_faults(session.state, _veteran(session.state))]
    assert set(veteran) <= set(broken)


def _veteran(game: Fight) -> Build:
    return Build(game.units["x"], as_="experienced")


@given(builds())
def test_cost_counts_every_thing_once(character: dict[str, Any]) -> None:
    assert build_cost(beginner(SIDE, "x", character)) == plain_price(character)


def test_nobody_is_in_reserve_between_games() -> None:
    session = camp({"id": "ann", "name": "Ann"})
    assert session.ruleset.view.table(session.state, None).strength(SIDE) == []


def test_damage_is_shown_with_a_minus_and_no_hyphen() -> None:
    knife = {"weapons": [{"id": "k", "type": "utility-knife"}], "ready": ["k"]}
    session = camp({"id": "ann", "name": "Ann", **knife})
    told = [detail.text for detail in session.ruleset.view.details(session.state, "ann")]
    assert any("d6−" in text for text in told)
    assert not any("d6-" in text for text in told)
