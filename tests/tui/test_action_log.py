"""The game in one line an action, the loudest thing that came of it, and what was taken back behind a count."""

from __future__ import annotations

import re
from typing import Any

from tests.games.company.skirmishes import group, skirmish
from tests.games.open_fire.battles import battle, give, unit
from tests.tui.little import little
from tests.web.serving import example
from vedette.engine.requests import ScriptedAnswers
from vedette.engine.session import Session
from vedette.view.action_log import ActionLine, ActionLog, Result


def attacked() -> Session[Any]:
    session = little()
    session.do({"do": "move", "by": "r1", "inches": 4})
    session.do({"do": "attack", "by": "r2", "target": "b1", "range": 8}, answers=ScriptedAnswers([1, 2, 1]))
    return session


def test_an_action_is_one_line_with_all_its_faces() -> None:
    told = ActionLog(attacked()).last(5)

    assert told[0].results[0].text == "Grenadiers 1 moves 4 inches"
    assert told[-1].faces.startswith("1 2 1")
    assert told[-1].who == "red"


def test_the_name_before_a_result_is_known() -> None:
    (line, _) = ActionLog(attacked()).last(2)

    assert line.results[0].text[: line.results[0].subject] == "Grenadiers 1"


def test_what_was_taken_back_is_counted_where_it_was() -> None:
    session = attacked()
    while session.timeline.head:
        session.undo("red")
    session.do({"do": "move", "by": "r1", "inches": 2})
    told = ActionLog(session).last(5)

    assert [line.undone for line in told] == [2, 0]
    assert told[-1].results[0].text == "Grenadiers 1 moves 2 inches"


def test_an_action_that_is_answered_step_by_step_is_told_anew() -> None:
    session = little()
    log = ActionLog(session)
    session.do({"do": "attack", "by": "r1", "target": "b1", "range": 8})
    before = log.last(3)
    session.answer_all(ScriptedAnswers([1, 2, 1]))

    assert log.last(3) != before
    assert len(log.last(3)) == 1


def test_a_question_that_is_answered_again_after_later_commands_belongs_to_its_command() -> None:
    session = little()
    session.do({"do": "attack", "by": "r1", "target": "b1", "range": 8})
    asked = session.timeline.head
    session.answer_all(ScriptedAnswers([1, 2, 1]))
    session.do({"do": "move", "by": "r2", "inches": 4})
    session.goto(asked)
    session.answer_all(ScriptedAnswers([2, 2, 1]))

    (line, undone) = ActionLog(session).last(5)
    assert (line.n, line.faces[:5], undone.undone) == (session.timeline.head, "2 2 1", 1)


def test_a_remark_is_no_outcome() -> None:
    session = attacked()
    before = ActionLog(session).outcome()
    session.do({"do": "note", "by": "red", "text": "tea"})

    assert ActionLog(session).outcome() == before is not None
    assert ActionLog(session).last(1)[0].remark


def test_the_loudest_result_is_the_last_of_the_loudest() -> None:
    results = (
        Result("fires"),
        Result("A −1", "hurt"),
        Result("A DESTROYED", "lost"),
        Result("B DESTROYED", "lost"),
    )

    assert ActionLine(1, "red", results).loudest.text == "B DESTROYED"
    assert ActionLine(1, "red", results[:1]).loudest.text == "fires"
    assert ActionLine(1, "red", results).is_great
    assert not ActionLine(1, "red", results[:2]).is_great


def test_what_came_of_it_begins_with_the_loudest_and_names_the_target_once() -> None:
    """So that nothing cuts the great moment off at the end of a row."""
    shot = (
        Result("The Corks → First Relief", "", 9),
        Result("2 hits, −1", "hurt"),
        Result("The Corks: 1 stress", "hurt", 9),
        Result("First Relief DESTROYED", "lost", 12),
    )
    line = ActionLine(1, "red", shot)

    assert [result.text for result in line.came] == ["DESTROYED", "2 hits, −1", "The Corks: 1 stress"]
    assert line.cause == "by The Corks: 2 hits, −1"
    assert ActionLine(1, "red", shot[:2]).cause == "The Corks → First Relief"


def test_a_loss_is_told_with_one_reason_and_without_what_followed_or_befell_others() -> None:
    melee = (
        Result("Riders → Guard", "", 6),
        Result("Fire-pot rack used up"),
        Result("Riders: 4 hits, −1 R", "hurt", 6),
        Result("Guard SHAKEN", "", 5),
        Result("Guard: 12 hits, −3 R", "hurt", 5),
        Result("2 of 3 shots hit Guard"),
        Result("Guard ROUTED", "lost", 5),
        Result("Line Foot SHAKEN", "hurt", 9),
        Result("Riders held 8 : 6", "", 6),
    )
    assert ActionLine(1, "red", melee).cause == "by Riders: 2 of 3 shots hit Guard · 12 hits, −3 R"
    repelled = (*melee[:1], *melee[2:5], Result("Riders ROUTED", "lost", 6), Result("Line Foot held", "", 9))
    assert ActionLine(1, "red", repelled).cause == "4 hits, −1 R from Guard"


def test_who_did_it_is_named_once_where_nobody_else_can_be_meant() -> None:
    turned = Result("Vesna Kral, facing nw → n", "", 10)
    walk = ActionLine(1, "red", (Result("Vesna Kral moves to 0707", "", 10), turned))
    assert [result.text for result in walk.came] == ["facing nw → n"]


def test_the_target_is_named_once_wherever_its_name_is() -> None:
    missed = ActionLine(1, "red", (Result("Sigrun → Tarek", "", 6), Result("misses Tarek")))
    assert [result.text for result in missed.came] == ["misses"]
    assert "Tarek" not in " ".join(
        result.text
        for line in ActionLog(example("close-quarters-boarding")).last(99)
        for result in line.came
        if line.results and line.results[0].text.endswith("→ Tarek Amsel")
    )


def test_what_befalls_both_alike_is_told_once() -> None:
    lines = ActionLog(example("close-quarters-boarding")).last(99)
    (fight,) = [line for line in lines if line.results and "hand-to-hand" in line.results[0].text]
    assert fight.came == ()


def test_a_shot_that_missed_says_so_and_by_what() -> None:
    lines = ActionLog(example("close-quarters-boarding")).last(99)
    missed = [line for line in lines if [result.text[:6] for result in line.results[1:]] == ["misses"]]
    assert missed
    assert all(line.cause == "misses" for line in missed)
    needed = [re.fullmatch(r"(\d+), needed (\d+) or less", line.missed) for line in missed if line.missed]
    assert needed
    assert all(found and int(found[1]) > int(found[2]) for found in needed)


def moved(*dice: int) -> ActionLine:
    """A Move of Company that is tried with these dice."""
    session: Session[Any] = skirmish([group("r1")], [group("b1")])
    session.do({"do": "move", "by": "r1"}, answers=ScriptedAnswers([*dice]))
    return ActionLog(session).last(1)[-1]


def test_a_sum_that_failed_says_what_it_needed() -> None:
    assert (moved(1, 2).loudest.moment, moved(1, 2).missed) == ("fail", "3, needed 5")
    assert moved(6, 6).missed == ""


def test_what_befell_several_alike_is_told_once() -> None:
    hurt = {f"units.{one}.took_damage": True for one in ("r1", "r2")}
    session: Session[Any] = battle(unit("r1"), unit("r2"), against=unit("b1"), state={"phase": "end", **hurt})
    give(session, "end_round", "red")
    (line,) = ActionLog(session).last(1)
    assert line.loudest == Result("r1 and r2: 1 stress", "hurt")


def test_of_blows_at_the_same_time_the_table_hears_what_the_target_took() -> None:
    did = Result("Longbraids → Hunters", subject=10)
    took, cost = Result("Hunters: −3 FS", "hurt", 7), Result("Longbraids: −2 FS", "hurt", 10)
    assert ActionLine(1, results=(did, took, cost)).loudest is took
    shaken = Result("Longbraids SHAKEN", "down", 10)
    assert ActionLine(1, results=(did, took, cost, shaken)).loudest is shaken
