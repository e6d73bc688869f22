"""The whole log: rounds that fold, lines that open, words and kinds that are looked for, and what is done with a line."""

from __future__ import annotations

import re
from pathlib import Path
from time import perf_counter
from typing import Any

import pytest

from tests.tui.little import little
from tests.tui.rooms import played, rooms
from tests.tui.test_table import table
from vedette.engine.library import data_folder
from vedette.engine.session import Session, read_session
from vedette.registry import rulesets
from vedette.tui.widgets.form_panel import FormPanel
from vedette.tui.widgets.head import Head
from vedette.tui.widgets.log import GameLog
from vedette.view.log_rows import LogQuery, LogRows
from vedette.view.log_search import FILTERS, read_wanted


@pytest.fixture(scope="module")
def battle() -> Session[Any]:
    """The first battle, which is over."""
    return read_session(rulesets(), data_folder() / "saves" / "open-fire-first-battle.vedette")


def opened(rows: LogRows, **query: Any) -> LogQuery:
    """A query with every round open."""
    return LogQuery(rounds=frozenset(range(len(rows.rounds()))), **query)


def test_every_outcome_has_its_row_in_the_round_in_which_it_happened(battle: Session[Any]) -> None:
    rows = LogRows(battle)
    numbers = [row.n for row in rows.rows(opened(rows)) if row.kind == "command"]
    live = {entry.n for entry in battle.timeline.path() if entry.kind == "command"}
    assert numbers == sorted(numbers)
    assert set(numbers) <= live
    by_round = [
        [row.n for row in rows.rows(LogQuery(rounds=frozenset({place}))) if row.kind == "command"]
        for place in range(len(rows.rounds()))
    ]
    assert [n for round in by_round for n in round] == numbers


def test_undone_lines_are_a_row_that_counts_them_and_can_be_opened(battle: Session[Any]) -> None:
    rows, undone = LogRows(battle), battle.timeline.undone()
    folded = rows.rows(opened(rows))
    assert sum(row.kind == "undone" for row in folded) > 1
    assert not any(row.undone for row in folded if row.kind == "command")
    shown = [row for row in rows.rows(opened(rows, undone=True)) if row.kind == "command" and row.undone]
    assert shown
    assert {row.n for row in shown} <= set(undone)


@pytest.mark.parametrize("filter", FILTERS[1:])
def test_a_kind_lists_only_lines_that_are_among_all(battle: Session[Any], filter: Any) -> None:
    rows = LogRows(battle)
    everything = {row.n for row in rows.rows(opened(rows)) if row.kind == "command"}
    found = {row.n for row in rows.rows(LogQuery(filter=filter)) if row.kind == "command"}
    assert found
    assert found < everything


def test_words_and_marks_find_what_only_its_sentences_say(battle: Session[Any]) -> None:
    rows = LogRows(battle)
    assert rows.go_on(perf_counter() + 60)
    for words in ("saved:", "unit:corks kind:attack"):
        found = [row for row in rows.rows(LogQuery(read_wanted(words))) if row.kind == "command"]
        assert found
        for row in found:
            told = " ".join(rows.sentences(row)).casefold()
            assert "saved:" in told or "corks" in told


async def test_a_line_opens_with_its_dice_and_closes_again(tmp_path: Path) -> None:
    async with table() as shown:
        await shown.press("a", "b", "8", "enter", "9", "4", "3", "1", "l", "home", "down")
        before = shown.shows(GameLog)
        await shown.press("enter")
        told = shown.shows(GameLog)
        assert " 9" in told
        assert "D12" in told or "D6" in told
        assert "play on from here" in told
        await shown.press("enter")
        assert shown.shows(GameLog) == before


async def test_a_round_opens_and_closes() -> None:
    async with table() as shown:
        await shown.press("m", "4", "enter", "l", "home")
        assert "moves 4 inches" in shown.shows(GameLog)
        await shown.press("enter")
        assert "moves 4 inches" not in shown.shows(GameLog)
        assert "1 line" in shown.shows(GameLog)


async def test_a_form_is_as_it_was_after_the_log() -> None:
    async with table() as shown:
        await shown.press("a", "b", "8")
        panel = shown.panel
        assert isinstance(panel, FormPanel)
        draft = dict(panel.entry.draft)
        await shown.press("L", "slash", *"move", "enter", "escape", "escape")
        assert shown.panel is panel
        assert dict(panel.entry.draft) == draft


async def test_names_and_notes_are_text_and_nothing_else() -> None:
    session = little()
    session.do({"do": "note", "by": "red", "text": "[b]x[/b] [/]"})
    async with table(session) as shown:
        await shown.press("l")
        assert "[b]x[/b] [/]" in shown.shows(GameLog)


async def test_a_replay_goes_on_from_a_line_of_its_log(tmp_path: Path) -> None:
    path = played(tmp_path / "game.vedette", turns=3)
    async with rooms(tmp_path, save=path) as app:
        await app.press("l", "home", "down", "P")
        assert app.where == "ReplayScreen"
        assert "line 1 of 12" in app.said
        await app.press("l", "end", "g")
        assert "line 1 " not in app.said


def test_no_name_is_cut_where_the_screen_has_room_for_it() -> None:
    session = read_session(rulesets(), data_folder() / "saves" / "open-fire-hanging-yard.vedette")
    rows = LogRows(session)
    log = GameLog(rows, {}, {})
    log.list_again(opened(rows))
    told = ["".join(piece.text for piece in row.pieces) for row in log.draw(120, 40)]

    assert any("Sergeant Hollin Marr " in row for row in told)
    assert not any("…" in row[:48] for row in told)


async def test_the_head_and_the_log_number_a_line_alike() -> None:
    async with table(size=(120, 40)) as shown:
        await shown.press("a", "b", "8", "enter", "1", "1", "1", "1")
        (where,) = re.findall(r"log (\d+)", shown.shows(Head))
        await shown.press("l")
        assert re.search(rf"▸ +{where} ", shown.shows(GameLog))
