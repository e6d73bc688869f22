"""Rolling a pool in a procedure: what it is called, dice that are rolled again, questions with a suggestion."""

from __future__ import annotations

import pytest
from msgspec import Struct
from msgspec.structs import replace

from vedette.engine.case import told_roll
from vedette.engine.dice import Count, Die, Faces, Modifier, Remark, Roll
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
