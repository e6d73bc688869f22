"""What players are told of a roll and a hit: every number leads from the dice to what happens."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from tests.games.close_quarters.fights import faces, fight, one
from vedette.engine.dice import Roll
from vedette.engine.driver import Execution
from vedette.engine.facts import Fact, Rolled, read_fact
from vedette.engine.play import Play
from vedette.engine.requests import Answer
from vedette.games.close_quarters import checks
from vedette.games.close_quarters.attacks.grenades import follow_miss, roll_to_avoid
from vedette.games.close_quarters.attacks.hitting import Attacked, Broke, bullets, how_it_breaks
from vedette.games.close_quarters.attacks.melee import Attack, not_too_strong
from vedette.games.close_quarters.attacks.to_hit import Attempt, to_hit_roll
from vedette.games.close_quarters.damage.armor import Hit
from vedette.games.close_quarters.damage.blow import Absorbed, strike
from vedette.games.close_quarters.damage.fire import scorch_with_oil
from vedette.games.close_quarters.damage.harm import Unharmed, Wounded, fall_from
from vedette.games.close_quarters.derived import e_dex
from vedette.games.close_quarters.handling.hand_to_hand import COMMANDS
from vedette.games.close_quarters.ruleset import RULESET
from vedette.games.close_quarters.state import Character, Cloud, Fight, Map, Options, Weapon
from vedette.games.close_quarters.tables import result_of
from vedette.games.close_quarters.turn.beginning import Initiative, initiative
from vedette.games.close_quarters.turn.moving import move
from vedette.games.close_quarters.turn.path import Move
from vedette.view.dice_text import outcome

SABER = Weapon("s", "saber")
LASER = Weapon("l", "laser-rifle", grip=2, ammo=8)
GUN = Weapon("g", "submachine-gun", grip=2, ammo=20)


def duel(cid: dict[str, Any] | None = None, **more: Any) -> Fight:
    """Ann of red in 0505 and Cid of blue in 0504, face to face."""
    units = {
        "ann": one("red", "0505", 12, facing="n", name="Ann"),
        "cid": one("blue", "0504", 10, **{"facing": "s", "name": "Cid", "str": 40, **(cid or {})}),
    }
    return fight(units, **more)


def facts_of(game: Fight, procedure: Any, *answers: Answer) -> list[Fact]:
    """All that happens in a procedure."""
    run = Execution(procedure, game)
    for answer in answers:
        run.answer(answer)
    assert run.request is None, f"waits for {run.request}"
    return [event.fact for event in run.play.events]


def told(game: Fight, facts: Sequence[Fact]) -> Iterator[str]:
    names = {id: unit.name for id, unit in game.units.items()} | {
        id: side.name for id, side in game.sides.items()
    }
    return (fact.sentence(lambda one: names.get(one, one)) for fact in facts if not isinstance(fact, Rolled))


def rolls(facts: Sequence[Fact]) -> list[Roll]:
    return [fact.roll for fact in facts if isinstance(fact, Rolled)]


def remarks(roll: Roll) -> dict[str, str]:
    return {remark.name: remark.text for remark in roll.pool.remarks}


def hit(game: Fight, *shown: Sequence[int], **more: Any) -> str:
    """What is told of the points of a hit of Ann's on Cid, with a saber unless told otherwise."""
    base: dict[str, Any] = {
        "by": "ann",
        "target": "cid",
        "damage": "2d6-2",
        "weapon": SABER,
        "way": "melee",
        "hex": "0505",
    }
    blow = Hit(**{**base, **more})
    facts = facts_of(game, lambda play: strike(play, blow), *(faces(*pool) for pool in shown))
    return next(told(game, [fact for fact in facts if isinstance(fact, (Wounded, Unharmed, Absorbed))]))


# --- from the rolled damage to the points taken


def test_a_hit_that_nothing_changes_needs_no_reckoning() -> None:
    assert hit(duel(), (3, 4)) == "Cid takes 5 points: 35 hits left."


def test_a_double_and_the_armor_are_named() -> None:
    said = hit(duel({"armor": "leather-vest"}), (3, 4), result=result_of(3, 14, 4))
    assert (
        said == "Damage 5 × 2 (double) = 10, armor (leather vest) stops 2: Cid takes 8 points, 32 hits left."
    )


def test_a_triple_and_a_charge_multiply_each_other_and_range_halves() -> None:
    said = hit(duel(), (1, 3), result=result_of(3, 14, 3), multiple=2, halved=True)
    assert said.startswith(
        "Damage 2 × 3 (triple) = 6 × 2 (charge) = 12, half beyond the effective range = 6: Cid takes 6"
    )


def test_a_fencers_multiple_is_called_so() -> None:
    game = duel().with_unit("ann", dex=14, skills=("sword", "fencing"))
    assert hit(game, (2, 3), result=result_of(3, 14, 7)).startswith("Damage 3 × 2 (fencing) = 6: ")


def test_the_place_and_what_counts_there_at_most_are_named() -> None:
    said = hit(duel(), (6, 6), result=result_of(3, 14, 3), aim_at="left-leg")
    assert said.startswith(
        "Damage 10 × 3 (triple) = 30, no more than 18 count there: Cid takes 18 points in the left leg,"
    )


def test_shield_armor_and_toughness_come_off_one_after_the_other() -> None:
    guarded = {"shield": "large-shield", "armor": "leather", "skills": ("tough",)}
    said = hit(duel(guarded), (5, 4))
    stopped = "Damage 7, the large shield stops 2, armor (leather) stops 2, toughness takes off 1"
    assert said.startswith(f"{stopped}: Cid takes 2 points")


def test_a_slung_shield_and_a_backpack_stop_together_and_are_told_as_two() -> None:
    carried = {"shield": "large-shield", "shield_held": "slung", "worn": ("backpack",), "pack": ("rope",)}
    said = hit(duel({**carried, "facing": "n"}), (5, 4))
    assert said.startswith("Damage 7, the large shield and backpack stop 3: Cid takes 4 points")


def test_what_stops_all_of_a_hit_is_named() -> None:
    assert hit(duel({"armor": "leather-vest"}), (2, 2)) == (
        "Damage 2, armor (leather vest) stops 2: Cid is hit, no wound."
    )


def test_the_least_damage_is_named() -> None:
    assert hit(duel(), (1, 1)).startswith("Damage 0, at least 1: Cid takes 1 point")


def test_of_two_kinds_of_damage_each_is_reckoned() -> None:
    game = duel({"armor": "leather-vest", "posture": "fallen"}, options=Options(nonlethal=True))
    said = hit(game, (6, 3), damage="2d6", weapon=None)
    stopped = "armor (leather vest) stops 2"
    assert said.startswith(
        f"Damage 9; 3 lethal, {stopped}; 6 not lethal, {stopped}: Cid takes 1 point, and 4 that are"
    )


def test_a_helmet_is_named_where_it_is_what_counts() -> None:
    game = duel({"armor": "leather-vest", "helmet": "steel-helmet"}, options=Options(partial_armor=True))
    assert "armor (steel helmet) stops" in hit(game, (6, 6), aim_at="head")


def test_an_energy_shield_is_named_by_who_wears_it() -> None:
    worn = duel({"energy_shield": "deflector-1", "energy_shield_on": True}).with_unit("ann", hex="0508")
    said = hit(worn, (3, 3), (2,), weapon=LASER, way="missile", damage="2d6", hex="0508")
    assert said.startswith("Damage 6, Cid's energy shield stops 2: Cid takes 4 points")


def test_dice_that_shielding_and_smoke_take_off_are_told() -> None:
    shielded, shot = duel({"armor": "shielding-1"}), {"weapon": LASER, "way": "missile"}
    base: dict[str, Any] = {
        "by": "ann",
        "target": "cid",
        "hex": "0505",
        "damage": "3d6-1",
        "bonus": 2,
        **shot,
    }
    facts = facts_of(shielded, lambda play: strike(play, Hit(**base)), faces(3, 3))
    said = remarks(rolls(facts)[0])
    assert said == {"Shielding": "1 die less", "Bonus": "−1 of the weapon, +2 extra strength"}
    absorbed = hit(shielded, damage="1d6", **shot)
    assert absorbed == "Shielding takes off 1 die: nothing of it reaches Cid."
    smoke = Map(clouds={"c": Cloud("smoke", "0504", 1)})
    assert "smoke takes off 1 die" in hit(replace(shielded, map=smoke), damage="2d6", **shot)


def test_what_armor_stops_of_falls_and_of_fire_is_told() -> None:
    game = duel({"armor": "leather"})
    fell = told(game, facts_of(game, lambda play: fall_from(play, "cid", 5), faces(6)))
    assert any(said.startswith("Damage 6, armor (leather) stops 2: Cid takes 4 points") for said in fell)
    burnt = told(game, facts_of(game, lambda play: scorch_with_oil(play, "cid", 4)))
    assert any(said.startswith("Damage 4, armor (leather) stops 2: Cid takes 2 points") for said in burnt)


def test_a_hit_of_an_older_record_is_told_as_it_was() -> None:
    old = read_fact(RULESET.facts, "wounded", b'{"unit":"cid","points":8,"nonlethal":0,"left":3}')
    assert old.sentence(str.title) == "Cid takes 8 points: 3 hits left."
    old = read_fact(RULESET.facts, "bullets", b'{"target":"cid","count":2}')
    assert old.sentence(str.title) == "2 bullets hit Cid."


# --- opposed rolls


@pytest.mark.parametrize(
    ("skills", "reasons"), [((), {}), (("martial-arts-2",), {"Level of martial arts": "+2"})]
)
def test_an_opposed_roll_says_what_it_is_compared_with(
    skills: tuple[str, ...], reasons: dict[str, str]
) -> None:
    down = {"hth": True, "posture": "fallen", "hex": "0504"}
    game = duel().with_unit("cid", **down).with_unit("ann", skills=skills, str=15, **down)
    spec = COMMANDS["subdue"]
    command = spec.model.model_validate({"do": "subdue", "by": "ann", "target": "cid"})
    facts = facts_of(game, lambda play: spec.procedure(play, command), faces(3, 3, 3), faces(6, 6, 6))
    own, other = rolls(facts)
    assert remarks(own) == {"Opposed": "the higher margin wins", "Effective STR": "15", **reasons}
    margin = 6 + 2 * len(skills)
    assert remarks(other)["Opposed"] == f"the higher margin wins, Ann has {margin}"
    assert all(roll.pool.reading == "sum" and roll.pool.compared for roll in (own, other))
    assert f"Margins: Ann {margin}, Cid −1." in told(game, facts)


def test_an_opposed_check_tells_both_margins() -> None:
    of = b'{"unit":"ann","against":"cid","winner":"","net":0}'
    old = read_fact(RULESET.facts, "opposed-rolled", of)
    assert old.sentence(str.title) == "Ann against Cid: nobody wins."
    of = b'{"unit":"ann","against":"cid","winner":"ann","net":3,"margins":[2,-1]}'
    new = read_fact(RULESET.facts, "opposed-rolled", of)
    assert new.sentence(str.title) == "Ann against Cid, margins 2 and −1: Ann wins by 3."


# --- tables and picks


def test_the_place_of_a_critical_hit_has_a_key() -> None:
    blow = Hit(
        by="ann",
        target="cid",
        damage="1d6",
        weapon=SABER,
        way="melee",
        hex="0505",
        result=result_of(3, 14, 4),
    )
    game = duel(options=Options(aimed_shots=True))
    facts = facts_of(game, lambda play: strike(play, blow), faces(6, 6), faces(1))
    assert "12 head, else no special place" in remarks(rolls(facts)[0])["Totals"]


def test_the_table_of_closing_in_has_a_key_with_what_is_added() -> None:
    game = duel({"facing": "n", "skills": ("martial-arts-1",)})
    spec = COMMANDS["attempt_hth"]
    command = spec.model.model_validate({"do": "attempt_hth", "by": "ann", "target": "cid"})
    (roll, *_) = rolls(facts_of(game, lambda play: spec.procedure(play, command), faces(6)))
    said = remarks(roll)
    assert said["From the rear"] == "−2"
    assert said["Martial arts of Cid, levels above"] == "+1"
    assert list(said)[2:] == ["Up to 2", "3 to 4", "5 to 6", "7 or more"]
    assert outcome(roll) == "6 −1 = 5"
    held = [roll.pool.row_of(face) for face in (1, 5, 6)]
    assert [row and row.name for row in held] == ["Up to 2", "3 to 4", "5 to 6"]


def test_the_die_of_a_broken_weapon_has_a_key() -> None:
    facts = facts_of(duel(), lambda play: how_it_breaks(play, "ann", LASER), faces(4))
    assert remarks(rolls(facts)[0])["Faces"] == "up to 3: broken for good; above: can be repaired"


def test_a_pick_says_which_faces_mean_whom() -> None:
    async def pick(play: Play[Fight]) -> None:
        await checks.pick(play, ("Ann", "Bob", "Cid", "Dot"), why="who", side="red")
        await checks.pick(play, tuple("abcdefg"), why="where", side="red")

    first, second = rolls(facts_of(duel(), pick, faces(1), faces(1, 5)))
    assert remarks(first)["Faces"] == "1 Ann, 2 Bob, 3 Cid, 4 Dot, else again"
    assert remarks(second)["Faces"].startswith("1-1 to 1-5 a, 1-6 to 2-4 b,")


# --- figures in the way, rolls to avoid, bursts


def crowd(**more: Any) -> Fight:
    """Ann fires from 0508 at Cid in 0503, past Bob of her side and Dan of his."""
    units = {
        "ann": one("red", "0508", 20, facing="n", name="Ann", weapons=(GUN,), ready=("g",)),
        "bob": one("red", "0506", name="Bob"),
        "dan": one("blue", "0505", name="Dan", str=40),
        "cid": Character(name="Cid", side="blue", str=40, dex=10, hex="0503"),
    }
    return fight(units, **more)


def burst(rounds: int = 3) -> Attempt:
    return Attempt(by="ann", way="missile", weapon=GUN, target="cid", mode="auto", rounds=rounds)


def test_figures_in_the_way_are_named() -> None:
    named = {remark.name: remark.text for remark in to_hit_roll(crowd(), burst()).pool.remarks}
    assert named["In the way"] == "Bob (own side), Dan, −2 by their number"


def test_in_the_dark_nobody_in_the_way_counts() -> None:
    names = [remark.name for remark in to_hit_roll(crowd(map=Map(dark=True)), burst()).pool.remarks]
    assert names == ["Darkness"]


def test_a_roll_to_avoid_says_where_its_number_comes_from_and_what_more_means() -> None:
    game = crowd()
    said = remarks(rolls(facts_of(game, lambda play: roll_to_avoid(play, burst(), "dan"), faces(1, 2, 3)))[0])
    assert said["Effective DEX"] == f"{e_dex(game, 'ann')}"
    assert said["More than needed"] == "Dan is hit"
    assert said["From 16"] == "the shot is spent, and nobody is hit"


def test_bullets_are_counted_and_those_that_go_past() -> None:
    game = crowd()
    facts = facts_of(game, lambda play: bullets(play, burst(10), "cid", 4), faces(2, 2), faces(3, 3))
    assert [roll.title for roll in rolls(facts)] == [
        "Damage to Cid, bullet 1 of 4",
        "Damage to Cid, bullet 2 of 4",
    ]
    sentences = list(told(game, facts))
    assert sentences[0] == "4 of 10 bullets hit Cid."
    assert sentences[-1] == "2 more bullets go past."


def test_what_is_left_of_a_burst_that_missed_goes_past_in_the_end() -> None:
    game = crowd().with_unit("ann", dex=12)
    missed = Attacked(burst(10), result_of(3, 14, 15))
    ones = (faces(1, 1),) * 3
    facts = facts_of(game, lambda play: follow_miss(play, missed), faces(4, 4, 4), *ones, faces(1, 1, 1))
    sentences = list(told(game, facts))
    assert "3 of 10 bullets hit Bob." in sentences
    assert sentences[-1] == "7 more bullets go past."


# --- initiative


def test_the_initiative_names_the_side_and_a_tie_is_told() -> None:
    game = duel(phase="initiative")
    command = Initiative(do="initiative", by="red")
    dice = (faces(3), faces(3), faces(5), faces(2))
    facts = facts_of(game, lambda play: initiative(play, command), *dice, "red")
    assert [roll.title for roll in rolls(facts)][:2] == ["Initiative", "Initiative"]
    assert "The initiative is tied: Red and Blue roll again, without bonus." in told(game, facts)


def test_a_weapon_that_breaks_has_its_article_in_the_battle_report() -> None:
    told = [
        Broke("Ann", type, kind).tale(str)
        for type in ("saber", "assault-rifle")
        for kind in ("", "temporary")
    ]
    assert told == [
        "Ann had a saber break",
        "Ann had a saber jam",
        "Ann had an assault rifle break",
        "Ann had an assault rifle jam",
    ]


def test_a_single_point_of_extra_strength_is_one_point() -> None:
    strong = duel().with_unit("ann", str=15, weapons=(Weapon("s", "broadsword"),), ready=("s",))
    refused = not_too_strong.test(strong, Attack(do="attack", by="ann", target="cid", weapon="s", power=2))
    assert refused is not None
    assert refused.sentence == "At most 1 point of extra strength."


@pytest.mark.parametrize(
    ("words", "said"),
    [({}, ["Ann stays put."]), ({"facing": "ne"}, ["Ann turns to the northeast.", "Ann has moved."])],
)
def test_a_move_of_no_hexes_is_told_as_what_it_is(words: dict[str, Any], said: list[str]) -> None:
    game = duel(phase="movement")
    command = Move(do="move", by="ann", path=(), **words)
    assert list(told(game, facts_of(game, lambda play: move(play, command)))) == said
