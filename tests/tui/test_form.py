"""Filling a form in few keys."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from tests.tui.little import LITTLE, little
from vedette.engine.checks import Refusal
from vedette.tui.form_entry import FormEntry
from vedette.tui.form_memory import FormMemory
from vedette.tui.table_controller import TableController, refused
from vedette.tui.widgets.form_lines import closing_line
from vedette.tui.widgets.form_panel import seen
from vedette.view.vocabulary import Choice, Field, Form


def attack(memory: FormMemory | None = None) -> FormEntry:
    state, kept = little().state, memory or FormMemory()
    return FormEntry(
        lambda draft: LITTLE.view.form(state, "attack", "r1", draft),
        lambda target: kept.about("attack", "r1", target),
        kept.recall("attack", "r1"),
    )


def press(entry: FormEntry, *keys: str) -> list[str]:
    return [entry.key(key, key if len(key) == 1 else "") for key in keys]


def test_a_letter_picks_and_the_next_empty_field_comes_up() -> None:
    entry = attack()

    assert press(entry, "b", "8", "enter") == ["", "", "commit"]
    assert entry.draft == {"target": "b2", "range": 8}


def test_numbers_have_points_and_may_be_taken_back() -> None:
    entry = attack()
    press(entry, "a", "1", "0", ".", "5", "backspace", "2")

    assert entry.draft["range"] == 10.2


def test_a_digit_is_the_number_wherever_the_cursor_stands() -> None:
    """`a 3 14` once took the third target, the first weapon and a range of 4 inches."""
    entry = attack()

    assert entry.focus == "target"
    press(entry, "1", "4")
    assert entry.focus == "range"
    assert entry.draft == {"range": 14}


def test_where_no_number_is_asked_for_digits_and_then_letters_pick() -> None:
    entry = targets(14)
    press(entry, "3")
    assert entry.draft == {"target": 3}
    press(entry, "b")
    assert entry.draft == {"target": 12}


def test_enter_goes_to_what_is_missing() -> None:
    entry = attack()
    press(entry, "r", "5")

    assert press(entry, "enter") == [""]
    assert entry.focus == "target"


def test_a_letter_jumps_or_flips_and_unfolds() -> None:
    entry = attack()
    assert [field.name for field in entry.folded] == ["cover"]

    press(entry, "c")
    assert entry.draft["cover"] is True
    assert not entry.folded


def test_the_refusal_of_the_draft_is_there_at_once() -> None:
    entry = attack()
    press(entry, "a", "1", "3")

    assert entry.form.refusal is not None
    assert entry.form.refusal.rule == "LG-RNG-1"


def test_the_same_attack_again_is_one_key() -> None:
    memory = FormMemory()
    memory.remember("attack", "r1", {"target": "b2", "range": 8})
    entry = attack(memory)

    assert press(entry, "enter") == ["commit"]
    assert entry.draft == {"target": "b2", "range": 8}


def test_facts_about_another_target_are_not_taken_over() -> None:
    memory = FormMemory()
    memory.remember("attack", "r1", {"target": "b1", "range": 3})
    memory.remember("attack", "r1", {"target": "b2", "range": 8})
    entry = attack(memory)

    press(entry, "d")
    assert entry.draft == {"target": "b3"}
    assert entry.focus == "range"

    press(entry, "t", "a")
    assert entry.draft == {"target": "b1", "range": 3}


def test_facts_are_forgotten_when_either_unit_moves() -> None:
    memory = FormMemory()
    for unit in ("r1", "b1"):
        memory.remember("attack", "r1", {"target": "b1", "range": 3})
        memory.forget(unit)
        assert memory.recall("attack", "r1") == {}


def test_facts_are_forgotten_when_another_round_begins() -> None:
    controller = TableController(little())
    action = next(
        one
        for one in controller.session.ruleset.view.actions(controller.session.state, "r1")
        if one.do == "attack"
    )
    draft = {"target": "b1", "range": 3}
    controller.do({"do": "attack", "by": "r1", **draft}, draft=draft)
    assert controller.form(action).draft == draft

    controller.table = replace(controller.table, round="Round 2")
    assert controller.form(action).draft == {}
    again = controller.form(action)
    press(again, "a")
    assert again.draft == {"target": "b1"}


def test_several_members_and_lists_of_numbers() -> None:
    def fill(draft: Mapping[str, Any]) -> Form:
        members = tuple(Choice(name, name) for name in "abc")
        fields = (
            Field("near", "Near", "n", "many", draft.get("near"), members),
            Field("jumps", "Jumps", "j", "numbers", draft.get("jumps")),
        )
        return Form("x", "r1", "X", fields, ready=True)

    entry = FormEntry(fill, lambda target: {}, {})
    press(entry, "a", "c", "a", "right", "space", "j", "2")
    entry.key("space", " ")
    press(entry, "1", ".", "5")

    assert entry.draft == {"near": ["c", "b"], "jumps": [2, 1.5]}


def test_a_key_that_means_nothing_changes_nothing() -> None:
    entry = attack()

    assert press(entry, "Z", "%") == ["unknown", "unknown"]
    assert entry.draft == {}


def targets(count: int, *refused: int) -> FormEntry:
    """A form with one field of so many choices."""
    why = Refusal("L-1", "Too far.")
    choices = tuple(Choice(n, f"Target {n}", why if n in refused else None) for n in range(1, count + 1))

    def fill(draft: Mapping[str, Any]) -> Form:
        field = Field("target", "Target", "t", "choice", draft.get("target"), choices)
        return Form("attack", "r1", "Attack", (field,))

    return FormEntry(fill, lambda target: {}, {})


def test_choices_stand_beside_each_other_where_rows_are_scarce() -> None:
    rows = [line.text.rstrip() for line in seen(targets(7, 3), 60, 5)]

    assert rows == [
        "▸t Target",
        "  1   Target 1        2   Target 2",
        "  3   Target 3  L-1 Too far.",
        "  4   Target 4        5   Target 5        6   Target 6",
        "  7   Target 7",
    ]
    assert len(seen(targets(7, 3), 60, 8)) == 8


def test_what_is_chosen_stays_in_view() -> None:
    entry = targets(9, *range(1, 10))
    entry.pick("target", 6)
    rows = [line.text.rstrip() for line in seen(entry, 60, 4)]

    assert rows[0] == "▸t Target"
    assert any("◉ Target 7" in row for row in rows)
    assert rows[-1] == " ↓ …"


def test_what_nobody_can_overrule_is_not_offered_to_be_overruled() -> None:
    said = Form("walk", "a", "Walk", (), refusal=Refusal("LG-MOV-2", "Somebody stands there."))
    assert "overrule" in closing_line(said, "", 40).text
    firm = replace(said, refusal=Refusal("LG-MOV-2", "Somebody stands there.", overridable=False))
    assert "overrule" not in closing_line(firm, "", 40).text
    assert refused(Refusal("LG-MOV-2", "Somebody stands there.", overridable=False)).keys == "W why"


def squads(draft: Mapping[str, Any]) -> Form:
    """Any of several; whoever says that it is night has fewer to choose from, and at the end none."""
    names = ("first", "second", "third")[: 3 - draft.get("night", 0)]
    choices = tuple(Choice(name, name) for name in names)
    many = Field("squads", "Squads", "s", "many", draft.get("squads"), choices)
    return Form("", "", "", (many, Field("night", "Night", "n", "number", draft.get("night"))))


def test_space_in_a_list_without_choices_does_nothing() -> None:
    entry = FormEntry(squads, lambda target: {}, {"night": 3})

    assert press(entry, "space", "right", "left", "space", "a") == ["", "", "", "", "unknown"]
    assert "squads" not in entry.draft


def test_space_takes_the_last_choice_where_the_one_at_hand_is_gone() -> None:
    entry = FormEntry(squads, lambda target: {}, {})
    press(entry, "right", "right", "space")
    assert entry.draft["squads"] == ["third"]
    entry.put("night", 1)

    press(entry, "space")
    assert entry.draft["squads"] == ["third", "second"]
