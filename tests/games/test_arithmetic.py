"""How the numbers of a fact came about, in one line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.games.open_fire.battles import battle, unit
from vedette.engine.dice import AnyPool, Die, Low, Modifier, Roll, Sum, Total
from vedette.engine.facts import Fact, Rolled
from vedette.engine.requests import ScriptedAnswers
from vedette.engine.session import read_session
from vedette.games.close_quarters.damage.armor import Reckoning
from vedette.games.close_quarters.damage.harm import Unharmed, Wounded
from vedette.games.company.shooting import Hit
from vedette.games.napoleonic.firing import Fired
from vedette.games.open_fire.volley import AttackMade
from vedette.kit.words import whose, with_article
from vedette.registry import rulesets
from vedette.view.vocabulary import USUAL_WORDS, Card, Pip

RANGE, AIMED = Modifier("range", -3), Modifier("aimed", 1)
ARMOR = Reckoning.of(9).to(18, "double", 2).less(4, "armor")


def rolled(why: str, pool: AnyPool, *faces: int) -> Fact:
    return Rolled(Roll(why, "", pool, tuple(map(Die, faces))))


@pytest.mark.parametrize(
    ("fact", "line"),
    [
        (Hit("b", 7, 3, 2, 4), "The Drove: 7 hits ÷ T 3 = 2 R lost"),
        (Hit("b", 7, 2, 1, 0), "The Drove: 7 hits ÷ T 2 = 3, 1 R lost"),
        (Hit("b", 0, 2, 0, 4), ""),
        (
            AttackMade("a", "b", "rifle", 3, 6, 2, 2, False),
            "3 hits × damage 2 = 6 dice − 4 saved = 2 HP lost",
        ),
        (
            AttackMade("a", "b", "rifle", 1, 1, 0, 0, False),
            "1 hit × damage 1 = 1 die − 1 saved = nothing lost",
        ),
        (
            AttackMade("a", "b", "rifle", 7, 7, 4, 6, False, beyond=1, models=5),
            "7 hits × damage 1 = 7 dice − 3 saved + 2 Rending = 6, 5 models lost",
        ),
        (Fired("a", ("b",), 4, 2, 0, 0), "4 shots → 2 Hits"),
        (Fired("a", ("b",), 4, 1, 3, 1), "4 shots → 3 1s, two for a Hit: 1 Hit, a single 1 waits"),
        (Fired("a", ("b",), 2, 1, 1, 0), "2 shots → one 1 + 1 that waited, two for a Hit: 1 Hit"),
        (
            rolled("to_hit", Sum(dice=3, sides=6, target=10, modifiers=(RANGE, AIMED)), 2, 3, 4),
            "To hit: 12 −3 range +1 aimed = 10, 3d6 9 ✔ by 1",
        ),
        (
            rolled("to_hit", Sum(dice=3, sides=6, target=3, modifiers=(RANGE,), always=5), 1, 2, 1),
            "To hit: 6 −3 range = 3, 3d6 4 ✔ 3 to 5 always succeed",
        ),
        (
            rolled("resilience", Total(dice=2, sides=6, target=6, modifiers=(RANGE,)), 4, 4),
            "Test: 8 −3 range = 5, needs 6+",
        ),
        (
            rolled("skirmishers", Low(dice=1, sides=10, target=5, modifiers=(AIMED,)), 3),
            "Skirmishers: 3, needs 5 −1 aimed = 4 or less",
        ),
        (rolled("skirmishers", Low(dice=1, sides=10, target=5, modifiers=(AIMED,)), 0), ""),
        (rolled("activation", Total(dice=2, sides=6, target=6), 4, 4), ""),
        (Wounded("b", 14, 0, 2, ARMOR.steps), "Damage: 9 × 2 double −4 armor = 14"),
        (Unharmed("b", Reckoning.of(2).less(3, "armor").steps), "Damage: 2 −2 armor = 0"),
        (Wounded("b", 5, 0, 2, Reckoning.of(5).steps), ""),
    ],
)
def test_a_fact_tells_how_its_numbers_came_about(fact: Fact, line: str) -> None:
    assert fact.arithmetic({"b": "The Drove"}.__getitem__) == line


def test_an_attack_tells_what_was_lost_and_not_the_damage_beyond_it() -> None:
    saved = AttackMade("a", "b", "rifle", 1, 1, 0, 0, False)
    assert saved.sentence(str) == "rifle at b: 1 hit, saved: no damage."
    assert saved.headline(str) == "1 hit, saved"
    made = AttackMade("a", "b", "rifle", 6, 6, 6, 6, False, beyond=1)
    assert made.headline(str) == "b −5 HP, 6 hits"


@pytest.mark.parametrize(("name", "whose_it_is"), [("Wardens", "Wardens'"), ("The Boar", "the Boar's")])
def test_a_name_says_whose_something_is(name: str, whose_it_is: str) -> None:
    assert whose(name) == whose_it_is


@pytest.mark.parametrize(
    "told",
    [
        "a rifle",
        "an assault rifle",
        "an improvised club",
        "an umbrella",
        "a utility knife",
        "a one-shot tube",
    ],
)
def test_a_thing_has_the_article_that_is_heard(told: str) -> None:
    assert with_article(told.partition(" ")[2]) == told


@pytest.mark.parametrize(
    ("target", "faces", "line"),
    [
        (3, (1, 2, 1), "Save for 3 or lower: 1 2 1: 4 (3 to 5 always succeed)."),
        (3, (2, 2, 2), "Save for 3 or lower: 2 2 2: 6."),
        (8, (1, 2, 1), "Save for 8 or lower: 1 2 1: 4."),
        (17, (6, 6, 4), "Save for 17 or lower: 6 6 4: 16 (16 to 18 always fail)."),
        (3, (1, 1, 1), "Save for 3 or lower: 1 1 1: 3."),
    ],
)
def test_a_roll_tells_why_it_comes_to_other_than_its_target_says(
    target: int, faces: tuple[int, ...], line: str
) -> None:
    fact = rolled("Save", Sum(dice=3, sides=6, target=target, always=5, never=16), *faces)
    assert fact.sentence(str).removeprefix("Both sides rolled ") == line


LOSS = re.compile(r"−\d+(?!\d| (models?|HP|hits?|R|FS|life|lives|points?)\b)")


@pytest.mark.parametrize("path", sorted((ROOT / "saves").glob("*.vedette")), ids=lambda path: path.stem)
def test_every_loss_in_a_line_of_an_example_says_its_unit(path: Path) -> None:
    session = read_session(rulesets(), path)
    facts = [fact for entry in session.timeline.path() for fact in session.facts(entry)]
    lines = [fact.headline(str) for fact in facts if fact.moment in ("hurt", "lost")]
    assert lines
    assert [line for line in lines if LOSS.search(line)] == []


@pytest.mark.parametrize(
    ("pips", "left", "told"),
    [
        ((1, 1, 1), (1, 1, 0), "1 model"),
        ((1, 1, 1), (0, 0, 0), "3 models"),
        ((3, 1, 1), (1, 1, 1), "2 HP"),
        ((3, 1, 1), (2, 0, 0), "2 models, 3 HP"),
        ((5,), (4,), "1 HP"),
    ],
)
def test_a_loss_is_counted_in_models_and_in_hit_points_where_they_are_not_the_same(
    pips: tuple[int, ...], left: tuple[int, ...], told: str
) -> None:
    before, after = (
        Card("a", "A", "red", "ready", tuple(map(Pip, now, pips)), sum(now), sum(pips))
        for now in (pips, left)
    )
    assert USUAL_WORDS.lost(before, after) == told


@pytest.mark.parametrize(("points", "left"), [(5, 4), (11, -1), (14, -4)])
def test_nobody_loses_more_hits_than_there_were(points: int, left: int) -> None:
    had = left + points
    assert Wounded("b", points, 0, left).headline(str) == f"b −{min(points, had)} hits, {max(0, left)} left"


def test_an_attack_on_models_of_one_hit_point_counts_models() -> None:
    attack = {"do": "attack", "by": "r1", "attacks": [{"weapon": "rifle", "target": "b1", "range": 12}]}
    for hp, told in ((1, "b1 −1 model, 1 hit"), (2, "b1 −1 HP, 1 hit")):
        session = battle(unit("r1"), against=unit("b1", models=3, hp=hp))
        session.do(attack, answers=ScriptedAnswers([9, 2], (1,)))
        facts = [fact for entry in session.timeline.path() for fact in session.facts(entry)]
        assert told in [fact.headline(str) for fact in facts]
