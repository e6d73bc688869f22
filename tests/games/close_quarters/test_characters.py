"""Characters between combats: what they are worth, what they own, and what holds whatever they do."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.close_quarters.camps import SIDE, builds, camp, game_of, give, said
from vedette.engine.errors import CommandError
from vedette.engine.patch import get
from vedette.engine.session import Session
from vedette.games.close_quarters.characters.carrying import fitted, owned
from vedette.games.close_quarters.characters.experience import (
    attribute_cost,
    bonus_cost,
    chain_of,
    lawful_attributes,
    skill_cost,
)
from vedette.games.close_quarters.characters.healing import minutes_to_wake, wounds
from vedette.games.close_quarters.derived import load_grams
from vedette.games.close_quarters.setup import faults
from vedette.games.close_quarters.state import Character, Fight
from vedette.games.close_quarters.tables import SPENT, items, skills, weapons
from vedette.games.close_quarters.tracked import adjusted, all_adjusted

ANA: dict[str, Any] = {"id": "a", "name": "Ana", "str": 12, "dex": 12, "int": 10}
ATTRIBUTES = ("str", "dex", "int", "mov")

# --- derived values


@given(
    builds(), st.integers(0, 12), st.integers(0, 6), st.sets(st.sampled_from(["hurt", "tear-gas", "blinded"]))
)
def test_base_and_modifiers_give_the_effective_value(
    character: dict[str, Any], damage: int, nonlethal: int, status: set[str]
) -> None:
    unit = {**character, "id": "x", "damage": damage, "nonlethal": nonlethal, "status": sorted(status)}
    told = camp(unit).paths()["units"]["x"]
    for attribute in ATTRIBUTES:
        mods = told[f"e_{attribute}_mods"]
        assert told[f"e_{attribute}"] == told[attribute] + sum(mods.values())
        assert all(mods.values())
    assert told["e_mov"] >= (1 if told["conscious"] and told["encumbrance"] not in ("lift", "pinned") else 0)
    for weapon in told["weapons"]:
        assert weapon["hit"] == sum(weapon["hit_mods"].values())
        assert 0 <= weapon["strong_max"] <= 3
        assert weapon["lack"] == max(0, weapon["str_need"] - told["full_str"])


# --- prices of learning


def test_attributes_cost_more_with_every_ten() -> None:
    def price_at(total: int) -> int:
        """The price of the point that leads to this total."""
        game = camp({"id": "x", "species": "any", "str": total - 21, "dex": 10, "int": 10}).state
        return attribute_cost(game.units["x"], "dex")

    assert [price_at(total) for total in (30, 31, 40, 41, 50, 51, 60, 61, 71)] == [
        10, 20, 20, 40, 40, 80, 80, 160, 320
    ]  # fmt: skip


def test_the_price_table_of_the_source_agrees() -> None:
    game = camp({**ANA, "int": 12, "dex": 8, "str": 8}).state
    for skill, row in skills().items():
        if row.min_int <= 12 and row.slots:
            assert skill_cost(game.units["a"], skill, game.options, "int") == (8 + row.min_int) * row.slots
            assert lawful_attributes(game.units["a"], skill)[0] == "int"


def test_a_chain_is_as_dear_as_its_dearest_link() -> None:
    assert chain_of("martial-arts-3") == (
        "martial-arts-1", "martial-arts-2", "martial-arts-3", "martial-arts-4", "martial-arts-master"
    )  # fmt: skip
    assert chain_of("knife") == ("knife",)
    assert bonus_cost("stealth", chain=True) == 9
    assert bonus_cost("stealth", chain=False) == 6


# --- nobody has less than nothing


_BUYING: tuple[dict[str, Any], ...] = (
    {"do": "buy_attribute", "attribute": "dex"},
    {"do": "buy_bonus", "skill": "sidearms"},
    {"do": "buy_bonus", "skill": "stealth", "chain": True},
    {"do": "buy", "type": "rope"},
    {"do": "buy", "type": "reload-laser-pistol", "into": "l"},
    {"do": "buy", "type": "tether", "quantity": 3},
    {"do": "buy", "type": "leather-vest"},
    {"do": "recharge", "weapon": "l"},
    {"do": "recharge", "item": "spent-laser-pistol"},
    {"do": "repair", "weapon": "p", "smith": True},
    {"do": "sell", "what": "rope"},
    {"do": "sell", "what": "armor"},
    {"do": "award", "reason": "roleplay"},
    {"do": "heal", "patient": "a"},
    {"do": "change_skills", "drop": ["knife"], "learn": ["swimming"]},
    *(
        {"do": "buy_skill", "skill": skill}
        for skill in ("axe", "sword", "alertness", "tough", "medic", "stealth")
    ),
)


def _owner(seed: int) -> Session[Fight]:
    luck = Random(seed)
    return camp(
        {
            **ANA,
            "wealth": luck.randint(0, 60),
            "ep": luck.randint(0, 60),
            "damage": luck.randint(0, 4),
            "skills": ["sidearms", "knife", "medic"],
            "weapons": [
                {"id": "l", "type": "laser-pistol", "ammo": luck.randint(0, 12)},
                {"id": "p", "type": "pistol", "broken": "permanent"},
            ],
            "items": ["medical-kit", "spent-laser-pistol"],
        }
    )


@given(st.integers(), st.lists(st.tuples(st.sampled_from(_BUYING), st.booleans()), max_size=12))
def test_buying_never_leads_below_zero(seed: int, plan: list[tuple[dict[str, Any], bool]]) -> None:
    session = _owner(seed)
    for words, forced in plan:
        before = session.state.units["a"]
        try:
            outcome = session.do({**words, "by": "a"}, override="agreed" if forced else "")
        except CommandError:
            assert session.state.units["a"] is before
            continue
        one = session.state.units["a"]
        assert one.wealth >= 0
        assert one.ep >= 0
        assert one.damage >= 0
        assert len(set(one.skills)) == len(one.skills)
        assert set(one.bought) <= set(one.skills)
        if outcome.refusal:
            assert one is before


# --- things neither vanish nor appear


def _things(session: Session[Fight]) -> Counter[str]:
    return Counter(thing.removeprefix(SPENT) for thing in owned(session.state.units["a"]))


_FITS = st.lists(
    st.sampled_from(["bipod", "tripod", "bayonet", "battery-pack", "battery-backpack"]), unique=True
)


@given(st.lists(st.tuples(st.sampled_from(["l", "r", "s"]), _FITS), max_size=8))
def test_fitting_loses_nothing(plan: list[tuple[str, list[str]]]) -> None:
    session = camp(
        {
            **ANA,
            "str": 14,
            "weapons": [
                {"id": "l", "type": "laser-rifle", "ammo": 3},
                {"id": "r", "type": "rifle"},
                {"id": "s", "type": "stun-baton"},
                {"id": "k", "type": "dagger"},
            ],
            "pack": ["tripod", "r", "k"],
            "items": ["bipod", "battery-pack"],
            "worn": ["backpack", "battery-backpack"],
        }
    )
    things, load = _things(session), load_grams(session.state.units["a"])
    for gun, wanted in plan:
        try:
            give(session, "equip", "a", override="agreed", fit={gun: wanted})
        except CommandError:
            continue
        assert _things(session) == things
        assert load_grams(session.state.units["a"]) == load
        assert list(faults(session.state)) == []


def test_a_pack_that_is_full_comes_off_as_it_was() -> None:
    row = {**ANA, "weapons": [{"id": "l", "type": "laser-pistol"}], "items": ["battery-pack"]}
    one = camp(row).state.units["a"]
    fed = fitted(one, "l", ["battery-pack"])
    assert fed.weapons[0].ammo == 3 * weapons()["laser-pistol"].rounds
    assert fitted(fed, "l", []) == one


def test_selling_a_pack_that_feeds_a_weapon_disconnects_it() -> None:
    row = {**ANA, "weapons": [{"id": "l", "type": "laser-pistol", "ammo": 2}], "items": ["battery-pack"]}
    session = camp(row)
    give(session, "equip", "a", fit={"l": ["battery-pack"]})
    give(session, "sell", "a", what="battery-pack")
    one = session.state.units["a"]
    assert one.weapons[0].fitted == ()
    assert one.weapons[0].ammo == 12  # of 2 + 24 shots the weapon's own battery keeps 12
    assert one.items == ()
    assert one.wealth == 0  # the pack was no longer full, and a drained one is worth nothing


@given(st.sampled_from(sorted(items())), st.integers(1, 3))
def test_what_is_bought_and_sold_again_costs_a_quarter_at_least(type: str, quantity: int) -> None:
    session = camp({**ANA, "wealth": 500})
    price = items()[type].cost
    give(session, "buy", "a", type=type, quantity=quantity, override="agreed")
    for _ in range(quantity):
        give(session, "sell", "a", what=type)
    one = session.state.units["a"]
    assert one.items == ()
    assert one.wealth == 500 - price * quantity + (price * 75 // 100) * quantity


# --- healing


@given(
    st.integers(0, 11),
    st.integers(0, 11),
    st.integers(0, 11),
    st.integers(0, 4),
    st.none() | st.integers(1, 4),
)
def test_a_healer_gives_no_more_than_there_is(
    damage: int, old: int, nonlethal: int, healed: int, points: int | None
) -> None:
    medic = {"id": "m", "str": 9, "dex": 9, "int": 14, "skills": ["medic"], "items": ["medical-kit"]}
    marks = {"damage": damage, "old_damage": old, "nonlethal": nonlethal, "healed": healed}
    session = camp(medic, {**ANA, **marks})
    before = session.state.units["a"]
    words: dict[str, Any] = {} if points is None else {"points": points}
    outcome = give(session, "heal", "m", patient="a", **words)
    after = session.state.units["a"]
    given_back = before.damage - after.damage + before.nonlethal - after.nonlethal
    assert after.healed == healed + given_back <= max(2, healed)
    assert given_back <= sum(wounds(before, None))
    assert (given_back > 0) == (outcome.refusal is None)
    assert after.damage >= min(old, damage)


def test_rest_wakes_who_was_knocked_out() -> None:
    session = camp(ANA, state={"units.a.knocked_out": True})
    assert not session.paths()["units"]["a"]["conscious"]
    give(session, "rest", SIDE)
    assert session.paths()["units"]["a"]["conscious"]


# --- settling


@given(
    st.lists(st.tuples(st.integers(0, 30), st.booleans(), st.integers(0, 12)), min_size=2, max_size=6),
    st.integers(0, 40),
    st.sampled_from(["red", "blue", "draw"]),
)
def test_stakes_move_and_nothing_is_lost(
    people: list[tuple[int, bool, int]], stake: int, winner: str
) -> None:
    units: dict[str, list[dict[str, Any]]] = {"red": [], "blue": []}
    for n, (wealth, red, damage) in enumerate(people):
        side = "red" if red else "blue"
        units[side].append({**ANA, "id": f"u{n}", "wealth": wealth, "damage": damage})
    sides = [{"id": side, "units": rows} for side, rows in units.items()]
    session = game_of(sides, scenario="practice")
    before = session.state
    give(session, "settle", "red", winner=winner, stake=stake)
    after = session.state
    assert sum(u.wealth for u in after.units.values()) == sum(u.wealth for u in before.units.values())
    assert all(u.wealth >= 0 for u in after.units.values())
    for name, one in after.units.items():
        dead = before.units[name].damage >= 12
        assert one.ep == (0 if dead else 1)
        assert one.damage == (before.units[name].damage if dead else 0)


@given(builds())
def test_the_winners_of_a_duel_get_all_that_was_carried(character: dict[str, Any]) -> None:
    session = game_of(
        [{"id": "red", "units": [ANA]}, {"id": "blue", "units": [{**character, "id": "x"}]}],
        scenario="duel",
    )
    before = session.state.units["x"]
    give(session, "settle", "red", winner="red")
    after = session.state.units["x"]
    assert Counter(owned(before)) == Counter([*owned(after), *session.state.sides["red"].spoils])
    assert load_grams(after) == 0


# --- set by hand


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("units.a.e_dex", 12),
        ("units.a.weapons.0.damage", "1d6"),
        ("units.a.weapons.0.type", "saber"),
        ("units.a.weapons.0.ammo", 7),
        ("units.a.weapons.0.grip", 3),
        ("units.a.weapons.0.str_min", 3),
        ("units.a.weapons.9.ammo", 1),
        ("units.a.bonuses.leadership", 1),
        ("units.a.bonuses.knife", 0),
        ("units.a.wealth", -1),
        ("units.a.damage", "<absent>"),
        ("units.a.armor", "leather-helmet"),
        ("units.a.status", ["dizzy"]),
        ("units.a.side", "red"),
        ("units.a.overwatch", None),
        ("units.b.damage", 1),
        ("sides.red.leader", "b"),
        ("sides.red.name", "Crimson"),
        ("sides.red.spoils", ["nothing"]),
        ("options.gravity", -0.5),
        ("options.literate", False),
        ("phase", "action"),
        ("outcome", "red"),
        ("opposed", None),
        ("map.terrain.0101", "lava"),
    ],
)
def test_what_makes_no_sense_is_not_set(path: str, value: Any) -> None:
    game = camp({**ANA, "weapons": [{"id": "p", "type": "pistol"}]}).state
    with pytest.raises(CommandError):
        adjusted(game, path, value)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("units.a.bonuses.knife", 2),
        ("units.a.weapons.0.ammo", 0),
        ("units.a.weapons.0.broken", "temporary"),
        ("units.a.items", ["rope", "rope"]),
        ("units.a.tally.took_damage", True),
        ("sides.red.leader", "a"),
        ("sides.red.spoils", ["rope"]),
        ("settled", True),
        ("options.gravity", 0.7),
        ("map.terrain.0101", "ice"),
    ],
)
def test_what_is_tracked_can_be_set(path: str, value: Any) -> None:
    session = camp({**ANA, "weapons": [{"id": "p", "type": "pistol"}]})
    give(session, "adjust", SIDE, path=path, value=value, reason="reality wins")
    assert get(session.paths(), path) == value


def test_values_that_belong_together_are_set_together() -> None:
    game = camp({**ANA, "weapons": [{"id": "p", "type": "pistol"}], "ready": ["p"]}).state
    rows = [{"id": "s", "type": "saber"}]
    with pytest.raises(CommandError):
        adjusted(game, "units.a.weapons", rows)
    changed = all_adjusted(game, {"units.a.weapons": rows, "units.a.ready": ["s"]})
    assert changed.units["a"].weapons[0].grip == 1


# --- words


def test_the_sheet_tells_every_modifier() -> None:
    session = camp({**ANA, "armor": "steel", "skills": ["running"]})
    (sentence,) = said(session, give(session, "sheet", "a"))
    assert sentence == "Ana: STR 12; DEX 9 (12, armor −3); INT 10; MOV 8 (10, running +2, armor −4)."


def test_a_new_character_is_told_with_what_is_left() -> None:
    session = camp()
    row = {"name": "Bo", "str": 10, "dex": 10, "int": 10, "helmet": "leather-helmet"}
    (sentence,) = said(session, give(session, "create", SIDE, id="b", character=row))
    assert sentence == "Bo joins Red: 10 credits spent, 190 left. 2 starting points not used."


@pytest.mark.parametrize(("damage", "minutes"), [(5, 0), (6, 1), (8, 3)])
def test_it_takes_a_minute_for_each_point_beyond_half_his_strength(damage: int, minutes: int) -> None:
    """Of STR 11: half is 5½, and a point that is begun counts."""
    assert minutes_to_wake(Character("Ann", "red", str=11, dex=10, damage=damage)) == minutes
