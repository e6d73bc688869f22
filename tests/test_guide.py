"""The guide of a first battle: each lesson is told once, when it fits, whatever the players do meanwhile."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from tests.games.close_quarters.watched import before_the_move
from vedette.controller import GameController
from vedette.engine.errors import DataError
from vedette.engine.library import data_folder
from vedette.registry import rulesets
from vedette.view import guide as guides
from vedette.view.guide import Guide, Lesson, PlayersView, guide_of, keys_in, read_first_battle

ACTIONS, FORM = PlayersView(on="actions"), PlayersView(on="form", do="attack")


def lessons(*given: dict[str, Any]) -> Guide:
    return Guide([Lesson.model_validate(one) for one in given])


def test_a_lesson_stays_as_long_as_it_fits_and_is_not_told_twice() -> None:
    guide = lessons(
        {"id": "form", "when": {"on": "form"}, "text": "This is a form."},
        {"id": "list", "when": {"on": "actions"}, "text": "This is a list.", "again": "The list."},
    )
    told = [str(guide.look(moment)) for moment in (ACTIONS, ACTIONS, FORM, ACTIONS, FORM)]
    assert told == ["This is a list.", "This is a list.", "This is a form.", "The list.", ""]


def test_what_players_have_done_by_themselves_is_not_explained_any_more() -> None:
    guide = lessons(
        {"id": "attack", "when": {"can": "attack"}, "until": {"did": "attack"}, "text": "Attack them."},
        {"id": "end", "when": {"on": "actions"}, "text": "End it."},
    )
    able = replace(ACTIONS, can=frozenset({"attack", "end"}))
    assert str(guide.look(replace(able, did=frozenset({"attack"})))) == "End it."
    assert str(guide.look(able)) == "End it."


def test_the_short_word_of_a_special_lesson_comes_before_a_general_one() -> None:
    guide = lessons(
        {"id": "hit", "when": {"asks": "hit"}, "text": "Three dice to hit.", "again": "To hit."},
        {"id": "dice", "when": {"on": "dice"}, "text": "Some dice."},
    )
    hit, other = PlayersView(on="dice", asks="hit"), PlayersView(on="dice", asks="luck")
    assert [str(guide.look(moment)) for moment in (hit, ACTIONS, hit, other)] == [
        "Three dice to hit.",
        "",
        "To hit.",
        "Some dice.",
    ]


def test_a_lesson_gives_way_to_a_more_special_one_and_comes_back() -> None:
    guide = lessons(
        {"id": "no", "when": {"on": "actions", "refused": True}, "text": "That was refused."},
        {"id": "list", "when": {"on": "actions"}, "text": "This is a list."},
    )
    told = [str(guide.look(moment)) for moment in (ACTIONS, replace(ACTIONS, refused=True), ACTIONS)]
    assert told == ["This is a list.", "That was refused.", "This is a list."]


def test_steps_count_what_was_told_but_asides_and_never_go_back() -> None:
    guide = lessons(
        {"id": "form", "when": {"on": "form"}, "text": "This is a form."},
        {"id": "dice", "when": {"on": "dice"}, "text": "Some dice.", "aside": True},
        {"id": "list", "when": {"on": "actions"}, "text": "This is a list.", "again": "The list: `a`."},
    )
    told = [guide.look(moment) for moment in (FORM, PlayersView(on="dice"), ACTIONS, FORM, ACTIONS)]
    assert [(one.step, one.of) for one in told if one.text] == [(1, 2), (1, 2), (2, 2), (2, 2)]
    assert (told[-1].text, told[-1].press) == ("The list: a.", "Now press `a`")


def test_the_keys_of_a_lesson_are_those_in_backquotes() -> None:
    assert keys_in("Say 5: `5`, then `Enter`; u undoes.") == ["5", "enter"]


@pytest.mark.parametrize(
    ("wrong", "fault"),
    [
        ('when = { can = "fly" }', "lesson one: there is no fly for can."),
        ('when = { saw = "flown" }', "lesson one: there is no flown for saw."),
        ('when = { on = "stage" }', "lesson one: there is no stage for on."),
        ('when = { told = "two" }', "lesson one: there is no two for told."),
        ('press = "Press `Return`."', "lesson one: in backquotes stands a letter, a digit, or one of Enter,"),
        (f'again = "{"x" * 300}"', "lesson one: it has more than 210 characters."),
        ("loud = true", "lessons.0.loud: "),
    ],
)
def test_a_fault_of_a_first_battle_is_one_sentence(
    wrong: str, fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guides, "ruleset_folder", lambda ruleset: tmp_path)
    given = f'text = "A battle."\n[game]\n[[lessons]]\nid = "one"\ntext = "Look."\n{wrong}\n'
    (tmp_path / guides.FILE).write_text(given)
    with pytest.raises(DataError) as raised:
        read_first_battle(rulesets()["open-fire"])
    (said,) = raised.value.faults
    assert said.startswith(f"first_battle.toml: {fault}")
    assert said.endswith(".")


def test_a_battle_that_is_opened_again_goes_on_at_its_step() -> None:
    session = before_the_move("zorgo")
    guide = guide_of(session)
    told = guide.look(GameController(session).moment("actions", "hanne"))
    done = {lesson.id for lesson in read_first_battle(session.ruleset).lessons} & guide._told

    assert {"welcome", "initiative", "initiative-dice", "mover", "handover", "watch", "watch-form"} <= done
    assert not {"shoot", "to-hit", "log", "settle"} & done
    assert told.step > len({"welcome", "initiative", "initiative-dice", "mover"})


@pytest.mark.parametrize("path", sorted((data_folder() / "rulesets").glob("*/first_battle.toml")))
def test_what_a_guide_says_in_plain_mode_names_nothing_of_the_screen(path: Path) -> None:
    for lesson in map(Lesson.model_validate, tomllib.loads(path.read_text(encoding="utf-8"))["lessons"]):
        if "handover" not in lesson.when.on:  # only the screen is handed over
            assert not re.search(r"\b(row|screen|key|keys|column|press)\b|`", lesson.spoken), lesson.id
