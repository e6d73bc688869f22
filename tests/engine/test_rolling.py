"""Rolling a pool in a procedure: what it is called, dice that are rolled again, questions with a suggestion."""

from __future__ import annotations

from itertools import product

import pytest
from msgspec import Struct
from msgspec.structs import replace

from vedette.engine.case import told_roll
from vedette.engine.dice import Count, Die, Faces, Modifier, Remark, Roll, Total
from vedette.engine.driver import Execution
from vedette.engine.errors import CommandError
from vedette.engine.facts import Rolled
from vedette.engine.plain import from_plain, to_plain
from vedette.engine.play import Again, Play
from vedette.engine.requests import ChoiceRequest, DiceRequest, Option

BETTER = Modifier("Accurate", -1, ("XX-1",))
HALF = Remark("Bloodied", "6 of 12 dice", ("XX-2",))


class Count0(Struct, frozen=True):
    """A state with one number."""

    total: int = 0


def _dice(*faces: int) -> tuple[Die, ...]:
    return tuple(Die(face) for face in faces)


def _tied(roll: Roll) -> tuple[int, ...]:
    return (0, 1) if roll.faces[0] == roll.faces[1] else ()


def test_a_count_has_its_modifiers_in_its_target_already() -> None:
    pool = Count(dice=3, sides=6, target=4, modifiers=(BETTER,), remarks=(HALF,))
    assert [pool.mark(face) for face in (3, 4, 6)] == ["failure", "success", "success"]
    roll = Roll("shoot", "red", pool, _dice(3, 4, 6))
    told = told_roll(roll)
    assert (roll.successes, roll.criticals) == (2, 0)
    assert (told["target"], told["modifiers"], told["successes"]) == (4, {"Accurate": -1}, 2)
    assert Rolled(roll).sentence(str) == "red rolled shoot for 4+: 3 4 6: 2 of 3 hit."


def test_a_roll_comes_back_from_a_save_with_its_remarks() -> None:
    pool = Count(dice=1, sides=6, target=4, modifiers=(BETTER,), remarks=(HALF,))
    roll = Roll("shoot", "red", pool, _dice(4), told="The bows shoot")
    assert from_plain(Roll, to_plain(roll), "") == roll


def test_a_pool_has_a_name_for_people() -> None:
    async def procedure(play: Play[Count0]) -> None:
        await play.roll(Faces(dice=1, sides=6), why="roll_off", told="Who begins?")

    run = Execution(procedure, Count0())
    assert isinstance(run.request, DiceRequest)
    assert (run.request.why, run.request.title) == ("roll_off", "Who begins?")
    with pytest.raises(CommandError, match="Who begins"):
        run.answer(_dice(1, 2))
    run.answer(_dice(3))
    fact = run.take_events()[-1].fact
    assert isinstance(fact, Rolled)
    assert fact.roll.title == "Who begins?"


def test_a_tie_is_rolled_again_until_there_is_none_and_stays_one_pool() -> None:
    async def procedure(play: Play[Count0]) -> None:
        roll = await play.roll(Faces(dice=2, sides=6), why="roll_off", again=Again(_tied, repeat=True))
        play.commit(replace(play.state, total=roll.faces[0]), Rolled(roll))

    run = Execution(procedure, Count0())
    titles = []
    for faces in ((3, 3), (4, 4), (5, 2)):
        assert isinstance(run.request, DiceRequest)
        titles.append(run.request.title)
        run.answer(_dice(*faces))
    assert titles == ["roll_off", *["roll_off, again after a tie"] * 2]
    assert run.request is None
    fact = run.take_events()[0].fact
    assert isinstance(fact, Rolled)
    assert (fact.roll.faces, fact.roll.rerolled) == ((5, 2), (3, 4, 3, 4))
    assert run.play.state.total == 5


def test_dice_are_rolled_again_once_where_nothing_else_is_said() -> None:
    async def procedure(play: Play[Count0]) -> None:
        await play.roll(Faces(dice=2, sides=6), why="roll_off", again=Again(_tied))

    run = Execution(procedure, Count0())
    run.answer(_dice(3, 3))
    run.answer(_dice(4, 4))
    assert run.request is None


def test_a_question_may_carry_the_answer_of_the_last_time() -> None:
    async def procedure(play: Play[Count0]) -> None:
        options = (Option("yes", "yes"), Option("no", "no"))
        await play.choose("near", side="red", options=options, why="Is he near?", suggested="no")

    request = Execution(procedure, Count0()).request
    assert isinstance(request, ChoiceRequest)
    assert request.suggested == "no"
    assert request.key == replace(request, suggested=None).key


def test_a_roll_is_told_once_after_all_that_is_rolled_again_of_it() -> None:
    hits = Again(lambda roll: tuple(i for i, mark in enumerate(roll.marks) if mark == "success"), alone=True)
    misses = Again(lambda roll: roll.failures, alone=True)

    async def procedure(play: Play[Count0]) -> None:
        roll = await play.throw(Count(dice=3, sides=6, target=4), why="shoot", again=(hits, misses))
        assert await play.choose(
            "again", side="red", options=(Option("yes", "yes"), Option("no", "no")), why="Again?", roll=roll
        )
        roll = await play.reroll(roll, lambda roll: roll.fresh)  # no die is left
        play.tell(roll)

    run, asked = Execution(procedure, Count0()), []
    for faces in ((5, 2, 1), (1,), (6, 3)):
        assert isinstance(run.request, DiceRequest)
        asked.append(run.request.again)
        run.answer(_dice(*faces))
    assert asked == [(), (0,), (1, 2)]  # what the 5 came to is not rolled a second time
    assert isinstance(run.request, ChoiceRequest)
    assert run.request.why == "Rolled 1 6 3: 1 of 3 succeed. Again?"
    assert not run.take_events()
    run.answer("yes")
    (event,) = run.take_events()
    assert isinstance(event.fact, Rolled)
    assert (event.fact.roll.faces, event.fact.roll.rerolled) == ((1, 6, 3), (5, 2, 1))
    assert from_plain(Roll, to_plain(event.fact.roll), "") == event.fact.roll


def test_a_question_says_of_faces_without_a_target_only_what_they_are() -> None:
    async def procedure(play: Play[Count0]) -> None:
        roll = await play.throw(Faces(dice=2, sides=6), why="roll off")
        await play.choose(
            "bend",
            side="red",
            options=(Option("yes", "yes"), Option("no", "no")),
            why="Change it?",
            roll=roll,
        )

    run = Execution(procedure, Count0())
    run.answer(_dice(3, 1))
    assert isinstance(run.request, ChoiceRequest)
    assert run.request.why == "Rolled 3 1. Change it?"


def test_a_hit_may_count_twice_and_every_hit_more() -> None:
    pool = Count(dice=3, sides=6, target=4, twice=6, worth=2)
    roll = Roll("shoot", "red", pool, _dice(6, 4, 1))
    assert (roll.successes, roll.criticals, pool.totals) == (6, 1, range(0, 13, 2))


def test_only_the_best_dice_are_added_up() -> None:
    pool = Total(dice=3, sides=6, best=2, target=9, modifiers=(BETTER,))
    assert Roll("test", "red", pool, _dice(1, 6, 5)).total == 10
    assert pool.totals == range(2, 13)
    every = [sum(sorted(faces)[1:]) - 1 for faces in product(range(1, 7), repeat=3)]
    assert pool.chance == sum(total >= 9 for total in every) / len(every)
