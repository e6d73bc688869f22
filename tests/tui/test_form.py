"""Filling a form in few keys."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from tests.games.close_quarters.views import contact
from tests.tui.little import LITTLE, little
from vedette.engine.checks import Refusal
from vedette.engine.requests import ScriptedAnswers
from vedette.engine.session import Session, new_session, read_session
from vedette.games.close_quarters.view.actions import form
from vedette.tui.form_entry import FormEntry
from vedette.tui.table_controller import TableController
from vedette.tui.text import line
from vedette.tui.widgets.form_lines import closing_line
from vedette.tui.widgets.form_panel import FormPanel, seen, window
from vedette.view.fields import answered, chosen, numeric
from vedette.view.form_draft import FormMemory
from vedette.view.signs import BEFORE
from vedette.view.vocabulary import Choice, Field, Form

MISSES = [1, 1, 1]


def attack(session: Session[Any] | None = None, by: str = "r1") -> FormEntry:
    """An attack in a game as it stands, such as one in which nothing has happened."""
    session = session or little()
    state, memory = session.state, FormMemory(session)
    return FormEntry(
        lambda draft: LITTLE.view.form(state, "attack", by, draft),
        lambda target: memory.recall("attack", by, target),
        memory.recall("attack", by),
    )


def rows(entry: FormEntry) -> list[str]:
    return [line.text.rstrip() for line in seen(entry, 60, 20)]


def after(*given: dict[str, Any]) -> Session[Any]:
    """A game in which these commands were given; every die missed."""
    session = little()
    for words in given:
        session.do({"by": "r1", **words}, answers=ScriptedAnswers(MISSES if words["do"] == "attack" else []))
    return session


def shot(target: str, range: float, **more: Any) -> dict[str, Any]:
    return {"do": "attack", "target": target, "range": range, **more}


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


@pytest.mark.parametrize(("typed", "number"), [("4,5", 4.5), ("0,5", 0.5), (",5", 0.5), ("12,", 12)])
def test_a_comma_is_a_decimal_point(typed: str, number: float) -> None:
    entry = attack()
    press(entry, "b", "r", *typed)

    assert entry.draft["range"] == number


@pytest.mark.parametrize("typed", ["4,5,", "4.5.", "4,5.", "1234567890123"])
def test_a_sign_that_a_number_does_not_take_is_never_dropped_in_silence(typed: str) -> None:
    entry = attack()

    assert press(entry, "b", "r", *typed)[-1] == "unknown"


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


def test_a_letter_jumps_or_flips_but_nothing_that_is_not_in_view() -> None:
    entry = attack()
    assert [field.name for field in entry.folded] == ["cover"]

    press(entry, "c")
    assert "cover" not in entry.draft
    assert not entry.folded
    press(entry, "c")
    assert entry.draft["cover"] is True


def test_the_refusal_of_the_draft_is_there_at_once() -> None:
    entry = attack()
    press(entry, "a", "1", "3")

    assert entry.form.refusal is not None
    assert entry.form.refusal.rule == "LG-RNG-1"


def test_a_refused_target_is_told_its_reason_once() -> None:
    game = contact().with_unit("ann", facing="n")
    entry = FormEntry(lambda draft: form(game, "attempt_hth", "ann", draft), lambda target: {}, {})
    assert entry.form.refusal is not None
    shown = FormPanel(entry, "Ann", "first", {}, {}).draw(120, 24)
    assert "\n".join(row.text for row in shown).count(entry.form.refusal.sentence) == 1


def test_the_same_attack_again_is_one_key() -> None:
    entry = attack(after(shot("b2", 8)))

    assert press(entry, "enter") == ["commit"]
    assert entry.draft == {"target": "b2", "range": 8}


def test_what_was_said_before_can_be_told_from_what_was_just_typed() -> None:
    entry = attack(after(shot("b2", 8)))
    assert rows(entry)[:3] == [
        "▸ t Target",
        "   a   Grenadiers 1",
        f"   b {BEFORE} Fusiliers 2",
    ]
    assert f"  r Range  {BEFORE}8 in  as before" in rows(entry)

    press(entry, "9")
    assert "▸ r Range  9 in▏" in rows(entry)


def test_facts_about_another_target_are_not_taken_over() -> None:
    entry = attack(after(shot("b1", 3), shot("b2", 8)))

    press(entry, "d")
    assert entry.draft == {"target": "b3"}
    assert entry.focus == "range"

    press(entry, "t", "a")
    assert entry.draft == {"target": "b1", "range": 3}


@pytest.mark.parametrize("mover", ["r1", "b1"])
def test_what_was_measured_is_forgotten_when_either_unit_moves(mover: str) -> None:
    session = after(shot("b1", 3, cover=True))
    if mover == "b1":
        session.do({"do": "end", "by": "red"})
    session.do({"do": "move", "by": mover, "inches": 2})

    assert FormMemory(session).recall("attack", "r1") == {"target": "b1"}
    assert attack(session).focus == "range"


def test_what_was_measured_to_somebody_who_is_gone_holds_for_nobody_else() -> None:
    def fill(draft: Mapping[str, Any]) -> Form:
        target = chosen("target", "Target", "t", draft, (Choice("b2", "Fusiliers"),), default="b2")
        return Form("attack", "r1", "Attack", (target, numeric("range", "Range", "r", draft, required=True)))

    entry = FormEntry(fill, lambda target: {}, {"target": "b1", "range": 3})
    assert [field.value for field in entry.form.fields] == ["b2", None]


def test_a_target_of_the_last_time_that_is_refused_gives_way_to_one_that_is_not() -> None:
    def fill(draft: Mapping[str, Any]) -> Form:
        choices = (Choice("b1", "Grenadiers", why_not=why_not), Choice("b2", "Fusiliers", why_not=other))
        target = chosen("target", "Target", "t", draft, choices, default="b2")
        return Form("attack", "r1", "Attack", (target, numeric("range", "Range", "r", draft, required=True)))

    def begun() -> list[Any]:
        entry = FormEntry(fill, lambda target: {}, {"target": "b1", "range": 3})
        return [field.value for field in entry.form.fields]

    down = Refusal("LG-ACT-2", "They are down.")
    why_not: Refusal | None = down
    other: Refusal | None = None
    assert begun() == ["b2", None]
    other = down
    assert begun() == ["b1", 3]
    why_not, other = None, None
    assert begun() == ["b1", 3]


def test_what_others_do_changes_nothing_of_what_was_measured() -> None:
    session = after(shot("b1", 3), {"do": "move", "by": "r2", "inches": 2}, {"do": "end", "by": "red"})

    assert FormMemory(session).recall("attack", "r1") == {"target": "b1", "range": 3}


def test_a_game_that_is_opened_again_remembers_the_same(tmp_path: Path) -> None:
    path = tmp_path / "x.vedette"
    session = new_session(LITTLE, {}, seed=7, path=path)
    session.do({"by": "r1", **shot("b1", 3)}, answers=ScriptedAnswers(MISSES))
    session.close()

    opened = read_session({LITTLE.id: LITTLE}, path)
    assert FormMemory(opened).recall("attack", "r1") == {"target": "b1", "range": 3}


def test_what_was_measured_before_an_undo_still_holds() -> None:
    session = after(shot("b1", 3))
    session.undo("red")
    assert FormMemory(session).recall("attack", "r1") == {"target": "b1", "range": 3}


def test_what_was_measured_after_a_move_is_gone_with_the_move() -> None:
    session = after({"do": "move", "inches": 2}, shot("b1", 3))
    session.undo("red", 2)
    assert FormMemory(session).recall("attack", "r1") == {}


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
    press(entry, "1", ".", "5", ",", "3")

    assert entry.draft == {"near": ["c", "b"], "jumps": [2, 1.5, 3]}


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
        "▸ t Target",
        "   1   Target 1        2   Target 2",
        "   3   Target 3  L-1 Too far.",
        "   4   Target 4        5   Target 5        6   Target 6",
        "   7   Target 7",
    ]
    assert len(seen(targets(7, 3), 60, 8)) == 8


def test_a_long_choice_that_is_not_possible_still_has_its_sign() -> None:
    entry = targets(7, 3)
    field, *others = entry.form.fields
    long = [replace(one, label=f"{one.label} {'of the long road ' * 5}") for one in field.choices]
    entry.form = replace(entry.form, fields=(replace(field, choices=tuple(long)), *others))
    rows = [line.text for line in seen(entry, 60, 8)]
    assert [row.rstrip().endswith("… ✘") for row in rows[1:8]] == [n == 3 for n in range(1, 8)]


def test_what_is_chosen_stays_in_view() -> None:
    entry = targets(9, *range(1, 10))
    entry.pick("target", 6)
    rows = [line.text.rstrip() for line in seen(entry, 60, 4)]

    assert rows[0] == "▸ t Target"
    assert any("◉ Target 7" in row for row in rows)
    assert rows[-1] == " ↓ …"


def test_what_nobody_has_said_goes_behind_plus_where_rows_are_few_and_is_named_there() -> None:
    entry = attack()
    press(entry, "b", "8")
    full, few = seen(entry, 60, 20), seen(entry, 60, 20, few=2)
    assert len(few) <= len(full)
    shown = [row.text.rstrip() for row in few]
    assert any(row.startswith("  + more") for row in shown)
    assert any("Range" in row for row in shown)


def test_what_nobody_can_overrule_is_not_offered_to_be_overruled() -> None:
    said = Form("walk", "a", "Walk", (), refusal=Refusal("LG-MOV-2", "Somebody stands there."))
    assert "overrule" in closing_line(said, "", 40).text
    firm = replace(said, refusal=Refusal("LG-MOV-2", "Somebody stands there.", overridable=False))
    assert "overrule" not in closing_line(firm, "", 40).text
    assert firm.refusal is not None
    assert TableController(little()).refusing(firm.refusal).keys == "W why"


def squads(draft: Mapping[str, Any]) -> Form:
    """Any of several; whoever says that it is night has fewer to choose from, and at the end none."""
    names = ("first", "second", "third")[: 3 - draft.get("night", 0)]
    choices = tuple(Choice(name, name) for name in names)
    many = Field("squads", "Squads", "s", "many", draft.get("squads"), choices)
    return Form("", "", "", (many, Field("night", "Night", "n", "number", draft.get("night"))))


def test_keys_of_choices_and_fields_stay_while_the_form_is_open() -> None:
    foes = {one: Choice(one, f"Foe {one}") for one in "pqrst"}

    def fill(draft: Mapping[str, Any]) -> Form:
        target = Field("target", "Target", "t", "choice", draft.get("target"), tuple(foes.values()))
        away = Field("away", "It faces away", "a", "toggle", bool(draft.get("away")))
        deep = Field("inches", "Inches", "i", "number", draft.get("inches"))
        shown = [target] if draft.get("target") in (None, "p") else [deep, target, away]
        return Form("x", "r1", "X", tuple(shown), ready=True)

    for opened in ({}, {"target": "q"}):
        entry = FormEntry(fill, lambda target: {}, opened)
        entry.pick("target")
        before = dict(zip(foes, entry.keys_of(entry.form.fields[-1 if not opened else 1]), strict=True))
        letters: dict[str, str] = {}
        for one in "qsptr":
            press(entry, before[one])
            entry.pick("target")
            assert entry.draft["target"] == one
            shown = dict(entry.letters)
            assert not set(shown.values()) & set(before.values())
            assert {name: key for name, key in shown.items() if name in letters} == {
                name: key for name, key in letters.items() if name in shown
            }
            letters |= shown


def test_choices_that_are_sorted_or_leave_the_others_keep_their_keys() -> None:
    gone: list[int] = []

    def fill(draft: Mapping[str, Any]) -> Form:
        choices = tuple(Choice(n, f"Target {n}") for n in range(1, 6) if n not in gone)
        nobody = Choice("none", "nobody", none=True)
        return Form("x", "r1", "X", (Field("target", "Target", "t", "choice", None, (*choices, nobody)),))

    entry = FormEntry(fill, lambda target: {}, {})

    def keys() -> dict[Any, str]:
        field = entry.form.fields[0]
        return {choice.value: key for choice, key in zip(field.choices, entry.keys_of(field), strict=True)}

    before = keys()
    assert before["none"] == "-"
    entry.sort("target", [4, 2])
    assert keys() == before
    gone += [1, 3]
    entry.refill()
    assert keys() == {value: key for value, key in before.items() if value not in gone}


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


def question(draft: Mapping[str, Any]) -> Form:
    """A number, and a question to which neither answer goes without saying."""
    far = Field("inches", "Inches", "i", "number", draft.get("inches"), required=True)
    asked = answered("still", 'Still within 1" of the Gunners of the long bridge?', "s", draft)
    ready = None not in (far.value, asked.value)
    return Form("move", "r1", "Move", (far, asked), ready=ready)


def test_a_question_is_answered_by_yes_or_no() -> None:
    entry = FormEntry(question, lambda target: {}, {})

    assert press(entry, "6", "enter") == ["", ""]
    assert (entry.focus, entry.half_typed) == ("still", "")
    assert press(entry, "n", "enter") == ["", "commit"]
    assert entry.draft == {"inches": 6, "still": False}
    press(entry, "y")
    assert entry.draft["still"] is True


def test_a_long_question_is_never_cut() -> None:
    narrow = [line.text.rstrip() for line in seen(FormEntry(question, lambda target: {}, {}), 30, 20)]

    assert narrow[1:] == [
        '  s Still within 1" of the',
        "    Gunners of the long",
        "    bridge? needed",
    ]


def test_rows_that_have_no_room_are_scrolled_to_with_arrows_at_the_ends() -> None:
    body = [line(f"row {i}") for i in range(9)]
    shown = {scrolled: [row.text for row in window(body, (0, 1, 0), 4, scrolled)] for scrolled in (0, 2, 99)}
    assert shown == {
        0: ["row 0", "row 1", "row 2", " ↓ …"],
        2: [" ↑ …", "row 3", "row 4", " ↓ …"],
        99: [" ↑ …", "row 6", "row 7", "row 8"],
    }


def only(*fields: Field, width: int) -> str:
    """A form of these fields, as it stands on the screen."""
    form = Form("move", "r1", "Move", fields=fields)
    entry = FormEntry(lambda draft: form, lambda target: {}, {})
    return "\n".join(row.text.rstrip() for row in seen(entry, width, 20))


def test_the_name_of_a_number_is_cut_only_where_the_number_needs_its_room() -> None:
    inches = Field("inches", "Inches", "i", "number", 4)
    climbed = Field("down", "Levels climbed down", "d", "number", 3)
    assert "Levels climbed down 3" in only(inches, climbed, width=40)


def test_what_an_army_comes_to_is_not_cut_in_its_brackets() -> None:
    army = Choice("lacombe", "Brigade Lacombe  (5 Units: 4 infantry, 1 cavalry)")
    named = Field("name", "Name", "n", "text", "French")
    assert "(5 Units: 4 inf" in only(
        named, Field("army", "Army", "a", "choice", "lacombe", (army,)), width=50
    )


def test_no_row_of_a_form_is_drawn_twice() -> None:
    body = [line(f"row {n}") for n in range(12)]
    for first, at, last in combinations_with_replacement(range(12), 3):
        for room in range(1, 12):
            shown = [row.text for row in window(body, (first, last, at), room)]
            rows = [text for text in shown if text.startswith("row")]
            assert len(set(rows)) == len(rows) <= room
            assert body[at].text in rows or room < 3
