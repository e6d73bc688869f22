"""The history of rolls at the table: a misread die is put right, and everything that holds stays."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from textual.widgets import Input

from tests.tui.rooms import rooms
from vedette.engine.dice import Die
from vedette.engine.library import data_folder
from vedette.engine.session import open_session, read_session
from vedette.engine.timeline import RollEntry
from vedette.registry import rulesets
from vedette.tui.screens.correct import MARKS, PAGE, marked_row
from vedette.tui.widgets.correction_page import CorrectionHead, CorrectionPage
from vedette.tui.widgets.menu import Menu
from vedette.tui.widgets.prompt import Prompt
from vedette.view.correcting import acting


@pytest.fixture
def yard(tmp_path: Path) -> Path:
    """The Hanging Yard, which is over; its last roll is a killing test at 332."""
    copy = tmp_path / "yard.vedette"
    shutil.copy(data_folder() / "saves" / "open-fire-hanging-yard.vedette", copy)
    return copy


async def test_a_misread_die_is_corrected_in_a_few_keys(yard: Path) -> None:
    """What it was and is, and that nothing falls away, stands there before Enter; then the game goes on as it was."""
    async with rooms(yard.parent, rulesets(), yard, (120, 40)) as at:
        await at.press("h", "2")
        await at.settled()
        page = at.one(CorrectionPage).plain
        assert "1 → 2" in page
        assert "✔ 3 hold" in page
        assert "no change" in page
        assert "3 lines" in page
        await at.press("plus")
        assert "335" in at.one(CorrectionPage).plain
        await at.press("enter")
        await at.settled()
        assert at.where == "TableScreen"
        assert "Line 332 is corrected. 3 later lines: 3 hold." in at.said


async def test_a_die_of_activations_ago_takes_few_keys_and_what_waits_is_told(yard: Path) -> None:
    """Ansa's attack at 318 hits with a 12: Little Bram defends, and what came after depends on that."""
    async with rooms(yard.parent, rulesets(), yard, (120, 40)) as at:
        await at.press("h", "comma", "comma")
        assert at.one(Menu).at == "318"
        await at.press("=")
        for _ in range(100):  # it is looked for bit by bit
            if "depends on it" in at.one(CorrectionPage).plain:
                break
            await at.pilot.pause(0.02)
        page = at.one(CorrectionPage).plain
        assert "asks" in page
        assert "depends on it" in page
        assert "SCORE AFTERWARDS" not in page
        await at.press("enter")
        await at.settled()
        assert at.where == "TableScreen"
        assert "Line 318 is corrected." in at.said


@pytest.mark.parametrize(
    "save", sorted((data_folder() / "saves").glob("*.vedette")), ids=lambda path: path.stem
)
def test_any_roll_of_a_game_is_reached_in_four_keys(save: Path) -> None:
    """A letter, Home, PgUp and PgDn, activations and rounds, ↑ and ↓: h and Enter make it six."""
    session = read_session(rulesets(), save)
    rolls = [entry.n for entry in session.timeline.path() if isinstance(entry, RollEntry)]
    last, reached = len(rolls) - 1, {len(rolls) - 1}
    stretches = (
        [acting(session, n) for n in rolls],
        [session.state_at(session.timeline.command_at(n).parent).round for n in rolls],
    )
    firsts = [[row for row in range(len(rolls)) if row == 0 or of[row] != of[row - 1]] for of in stretches]
    for _ in range(4):
        stepped = {max(0, min(row + step, last)) for row in reached for step in (-PAGE, -1, 1, PAGE)}
        marked = {marked_row(len(rolls), row, mark) for row in reached for mark in MARKS}
        before = {
            ([0, *(one for one in of if one <= row)][:-1] or [0])[-1] for row in reached for of in firsts
        }
        after = {min((one for one in of if one > row), default=last) for row in reached for of in firsts}
        reached |= stepped | marked | before | after | {0}
    assert reached == {*range(len(rolls))}


async def test_a_letter_goes_to_its_roll(yard: Path) -> None:
    async with rooms(yard.parent, rulesets(), yard, (80, 24)) as at:
        await at.press("h", "K")
        assert "K 306" in at.one(Menu).plain
        assert "log 306" in at.one(CorrectionHead).plain


async def test_brackets_go_to_the_first_roll_of_a_round(yard: Path) -> None:
    """So that a roll of two rounds and some activations ago takes six keys and its faces as well."""
    async with rooms(yard.parent, rulesets(), yard, (80, 24)) as at:
        await at.press("h", "left_square_bracket")
        last = at.one(CorrectionPage).plain
        await at.press("left_square_bracket")
        assert at.one(CorrectionPage).plain != last
        await at.press("right_square_bracket")
        assert at.one(CorrectionPage).plain == last
        await at.press(*("left_square_bracket",) * 9)
        assert at.one(Menu).at == at.one(Menu).ids[0]


async def test_what_was_not_changed_is_no_correction_and_leaving_changes_nothing(yard: Path) -> None:
    before = yard.read_bytes()
    async with rooms(yard.parent, rulesets(), yard, (80, 24)) as at:
        await at.press("h", "enter")
        assert "nothing to correct" in at.one(Prompt).plain
        await at.press("2", "escape")
        assert at.where == "TableScreen"
    assert yard.read_bytes() == before


async def test_the_words_of_a_command_are_typed_anew(yard: Path) -> None:
    """A range beyond the weapon's is refused with its rule, and nothing changes."""
    async with rooms(yard.parent, rulesets(), yard, (120, 40)) as at:
        await at.press("h", "a", "up", "up", "up", "enter")
        assert "range=24.6" in at.one(Input).value
        await at.press(*("backspace",) * len("24.6 los=clear"), *"99", "enter")
        await at.settled()
        assert "OF-RNG-1" in at.one(CorrectionPage).plain
        await at.press("enter")
        assert at.where == "AskText", "it is typed once more"
        await at.press("escape")
        assert at.where == "CorrectScreen"
        assert "nothing changes" in at.one(CorrectionHead).plain


async def test_after_a_correction_one_key_leads_back_to_how_it_was(yard: Path) -> None:
    async with rooms(yard.parent, rulesets(), yard, (120, 40)) as at:
        await at.press("h", "b")
        assert "Nothing has been corrected" in at.one(Prompt).plain
        await at.press("=", "enter")
        await at.settled()
        await at.press("C", "b")
        await at.settled()
        assert at.where == "TableScreen"
        await at.press("C")
        assert "332" in at.one(Menu).plain


async def test_a_correction_that_was_cut_off_is_offered_at_its_line(yard: Path) -> None:
    session = open_session(rulesets(), yard)
    stood = yard.read_bytes().count(b"\n")
    session.correct(session.correction(312, (Die(5),)))
    session.close()
    there = b"".join(yard.read_bytes().splitlines(keepends=True)[: stood + 3])
    yard.write_bytes(there[:-100])
    async with rooms(yard.parent, rulesets(), yard) as at:
        first_rows = " ".join(at.said.split("\n")[:3])
        assert "correction of line 312 " in first_rows
        assert " C " in first_rows
        await at.press("C")
        assert at.one(Menu).at == "312"
        await at.press("5")
        await at.settled()
        await at.press("enter")
        await at.settled()
        assert "Line 312 is corrected." in at.said
    assert read_session(rulesets(), yard).notice == ""
