"""What decided a roll, on faces that are known."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.tui.little import little
from vedette.engine.dice import AnyPool, Count, Die, Low, Modifier, Roll, Sum, Tests, Total, TypedTotal
from vedette.engine.library import data_folder
from vedette.engine.session import Session, open_session, read_session
from vedette.registry import rulesets
from vedette.view.counterfactuals import decided_by
from vedette.view.roll_explanation import decided
from vedette.view.vocabulary import StoryWords

COVER, AIM, HILL = Modifier("Cover", -1), Modifier("Aim", 2), Modifier("Hill", 1)

SAYS: list[tuple[AnyPool, tuple[int, ...], str]] = [
    (
        Total(dice=2, sides=6, target=9, modifiers=(COVER,)),
        (4, 5),
        "Failed by 1: without Cover −1 it would have passed.",
    ),
    (Total(dice=2, sides=6, target=9, modifiers=(COVER,)), (2, 5), "Failed by 3."),
    (
        Total(dice=2, sides=6, target=9, modifiers=(AIM,)),
        (4, 4),
        "Passed by 1: without Aim +2 it would have failed.",
    ),
    (
        Total(dice=2, sides=6, target=9, modifiers=(AIM, HILL)),
        (3, 3),
        "Passed exactly: without Aim +2 or Hill +1 it would have failed.",
    ),
    (
        Sum(dice=3, sides=6, target=9, modifiers=(COVER,)),
        (4, 5, 1),
        "Failed by 1: without Cover −1 it would have passed.",
    ),
    (
        Sum(dice=3, sides=6, target=12, modifiers=(AIM,)),
        (4, 5, 2),
        "Passed by 1: without Aim +2 it would have failed.",
    ),
    (Sum(dice=3, sides=6, target=18, never=16, modifiers=(AIM,)), (6, 6, 5), ""),
    (
        Tests(dice=1, sides=12, target=7, modifiers=(COVER,)),
        (7,),
        "Failed by 1: without Cover −1 it would have passed.",
    ),
    (Tests(dice=1, sides=12, target=3, modifiers=(AIM,)), (1,), ""),
    (Tests(dice=4, sides=12, target=7, modifiers=(AIM,)), (5, 6, 7, 2), "Without Aim +2: 1 success, not 3."),
    (Tests(dice=4, sides=12, target=7, modifiers=(COVER,)), (9, 2, 2, 2), ""),
    (Count(dice=3, sides=6, target=6, modifiers=(HILL,)), (5, 5, 6), "Without Hill +1: 3 successes, not 1."),
    (Low(dice=2, sides=10, target=4, modifiers=(HILL,)), (4, 1), "Without Hill −1: 2 successes, not 1."),
    (Low(dice=1, sides=10, target=1), (1,), ""),
    (Total(dice=2, sides=6), (4, 5), ""),
]


@pytest.mark.parametrize(("pool", "faces", "says"), SAYS)
def test_it_is_told_what_a_roll_hung_on(pool: AnyPool, faces: tuple[int, ...], says: str) -> None:
    assert decided(Roll("test", "", pool, tuple(map(Die, faces)))) == says


def test_it_is_told_in_the_words_of_the_game() -> None:
    roll = Roll(
        "attack", "", Tests(dice=4, sides=12, target=7, modifiers=(AIM,)), tuple(map(Die, (5, 6, 7, 2)))
    )
    assert decided(roll, StoryWords(hits=frozenset({"attack"}))).endswith(": 1 hit, not 3.")
    assert decided(roll, StoryWords(saves=frozenset({"attack"}))).endswith(": 1 saved, not 3.")


def test_of_dice_that_were_rolled_again_nothing_is_told() -> None:
    pool = Tests(dice=1, sides=12, target=7, modifiers=(COVER,))
    assert decided(Roll("test", "", pool, (Die(7, earlier=(3,)),))) == ""


def test_a_sum_that_was_typed_tells_as_much_as_its_dice() -> None:
    pool = Total(dice=2, sides=6, target=9, modifiers=(COVER,))
    assert (
        decided(Roll("test", "", pool, (), typed=TypedTotal(9)))
        == "Failed by 1: without Cover −1 it would have passed."
    )


@pytest.mark.parametrize(
    ("save", "n", "said"),
    [
        (
            "open-fire-first-battle",
            151,
            "Without Rapid Fire (First Relief): Morning Watch would have lost 1, not 2.",
        ),
        ("open-fire-hanging-yard", 19, "Without Rending (Ansa): Mother Brack would have lost 2, not 3."),
        (
            "close-quarters-duel",
            38,
            "Without Sidearms (Bruce Corr): Zorgo would have lost nothing, not 6.",
        ),
    ],
)
def test_a_trait_without_which_the_same_dice_cost_another_loss_decided_it(
    save: str, n: int, said: str
) -> None:
    """Of the command of any of its lines; a command without dice was decided by none."""
    session = read_session(rulesets(), data_folder() / "saves" / f"{save}.vedette")
    assert decided_by(session, n) == decided_by(session, n + 1) == (said,)
    assert decided_by(session, 0) == ()


def test_attributes_that_every_unit_has_are_not_taken_away() -> None:
    """Drill and Experience are on every Unit: no table could be without them. The form of this hit says how they count."""
    session = read_session(rulesets(), data_folder() / "saves" / "napoleonic-along-the-hedges.vedette")
    hits = [n for n in range(session.timeline.head + 1) if any("Hit" in s for s in said_of(session, n))]
    assert hits
    assert [decided_by(session, n) for n in hits] == [()] * len(hits)


def test_a_hit_that_targets_share_is_told_once(tmp_path: Path) -> None:
    save = tmp_path / "hedges.vedette"
    shutil.copy(data_folder() / "saves" / "napoleonic-along-the-hedges.vedette", save)
    session: Session[Any] = open_session(rulesets(), save)
    session.goto(17)
    fire = {"do": "group_fire", "by": "rifles95-g1", "at": ["gren", "leger"], "range": 2, "protection": 1}
    session.do(fire)
    session.answer((Die(6),))
    (said,) = decided_by(session, session.timeline.head)
    session.close()
    assert said.startswith("Without protection: ")
    assert said.count("would have taken") == 1
    assert said.count("1 shared Hit") == 1


def said_of(session: Session[Any], n: int) -> tuple[str, ...]:
    return tuple(session.sentences(session.timeline.entry(n))) if n else ()


def test_a_fact_of_the_table_is_taken_away_like_a_trait() -> None:
    """With the same faces one more would have hit without cover; nothing is told while it waits for dice, or of what was undone."""
    session = little()
    session.do({"do": "attack", "by": "r1", "target": "b1", "range": 9, "cover": True})
    assert decided_by(session, session.timeline.head) == ()
    session.answer((Die(8), Die(10), Die(2)))
    (said,) = decided_by(session, session.timeline.head)
    assert said.startswith("Without cover: ")
    assert said.endswith("would have lost 2, not 1.")
    undone = session.timeline.head
    session.undo()
    assert decided_by(session, undone) == ()
