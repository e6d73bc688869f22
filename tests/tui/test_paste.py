"""Pasted text never becomes keys: words go into text fields, faces into dice, and anything else is announced as ignored."""

from __future__ import annotations

import pytest
from textual import events
from textual.message import Message

from tests.seen import notes
from tests.tui.test_table import Table, table
from vedette.engine.commands import TEXT_LIMIT
from vedette.tui.app import VedetteApp
from vedette.tui.keyboard import PASTE, PASTE_END, Keyboard, UnmarkedKeyboard
from vedette.tui.messages import PASTED
from vedette.tui.screens.dialogs import AskText
from vedette.tui.widgets.dice_panel import DicePanel
from vedette.tui.widgets.head import Head
from vedette.view.dice_entry import DiceEntry

HOSTILE = ("uuu", "a\x1bu", "\x1b[A\x1bOP", "\x1b", "x\x1b\x1b[", f"{PASTE}u", "\x1b[<0;1;1M", "é\ru\n")
WHOLE = 4096


@pytest.mark.parametrize(
    ("text", "at_once"),
    [(f"u{PASTE_END}u", WHOLE), *((text, size) for text in HOSTILE for size in (1, 3, WHOLE))],
)
def test_a_bracketed_paste_is_one_event_whatever_is_in_it(text: str, at_once: int) -> None:
    keyboard, sent = Keyboard(), f"m{PASTE}{text}{PASTE_END}e{PASTE}2{PASTE_END}".encode()

    found = [event for i in range(0, len(sent), at_once) for event in keyboard.take(sent[i : i + at_once])]
    found += keyboard.tick()

    told = [
        event.text if isinstance(event, events.Paste) else getattr(event, "key", event) for event in found
    ]
    assert told == ["m", text, "e", "2"]


def _told(messages: list[Message]) -> list[str]:
    return [one.text if isinstance(one, events.Paste) else getattr(one, "key", "") for one in messages]


def test_a_burst_of_keys_is_a_paste_too_where_nothing_marks_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pasted lines would otherwise be keys, and give commands. What is typed, clicked or marked stays what it is."""
    now = [10.0]
    monkeypatch.setattr("vedette.tui.keyboard.monotonic", lambda: now[0])
    keyboard, pasted = UnmarkedKeyboard(), "uuu\r" * 20
    click = "\x1b[<0;10;20M\x1b[<0;10;20m" * 2

    assert _told(keyboard.feed("u2")) == ["u", "2"]
    assert _told(keyboard.feed(pasted)) == [pasted]
    assert _told(keyboard.feed("u\r")) == ["u\r"]  # the rest of it
    now[0] += 1
    assert _told(keyboard.feed("u")) == ["u"]
    assert not any(isinstance(one, events.Paste) for one in keyboard.feed(click))
    assert _told(keyboard.feed(PASTE)) == []
    assert _told(keyboard.feed(pasted) + keyboard.feed(PASTE_END + "u")) == [pasted, "u"]


def test_what_could_not_be_read_makes_no_keys_of_a_paste_and_a_pause_ends_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It may have held the mark behind it, and no key would come through any more. A whole one is waited for."""
    now = [10.0]
    monkeypatch.setattr("vedette.tui.keyboard.monotonic", lambda: now[0])
    keyboard = UnmarkedKeyboard()

    keyboard.miss()
    assert _told(keyboard.tick()) == []
    assert _told(keyboard.feed(f"{PASTE}u")) == []
    now[0] += 2
    assert _told(keyboard.tick() + keyboard.feed(f"2{PASTE_END}")) == ["u2"]
    assert _told(keyboard.feed(f"{PASTE}u")) == []
    keyboard.miss()
    assert _told(keyboard.tick() + keyboard.feed("2") + keyboard.tick()) == []
    now[0] += 2
    assert _told(keyboard.tick()) == ["u2"]
    assert _told(keyboard.feed("u")) == ["u"]


async def paste(shown: Table, text: str) -> None:
    """Paste, and wait until all that sets off is done."""
    app = shown.pilot.app
    assert isinstance(app, VedetteApp)
    app.post_message(events.Paste(text))
    await shown.pilot.pause()
    while not app.is_at_rest:
        await shown.pilot.pause()


@pytest.mark.parametrize("keys", ["", "m", "al"])
async def test_pasted_text_outside_a_text_field_is_announced_and_does_nothing(keys: str) -> None:
    async with table() as shown:
        await shown.press(*keys)
        before, panel = shown.entries, shown.panel
        await paste(shown, "e5\r")

        assert (shown.entries, shown.panel) == (before, panel)
        assert PASTED in shown.shows(Head)


async def test_pasted_faces_are_those_of_the_open_dice() -> None:
    async with table() as shown:
        await shown.press("a", "b", "8", "enter")
        assert isinstance(shown.panel, DicePanel)
        for text in ("99 1 1", "e u", "1 1 1 1 1"):
            await paste(shown, text)
            assert shown.entries == ["command"]

        await paste(shown, "1, 1\n1")
        assert shown.entries == ["command", "dice"]


def test_faces_without_blanks_are_read_where_each_is_one_digit() -> None:
    small, large = DiceEntry(3, 6), DiceEntry(3, 12)

    assert (small.paste("352"), small.places) == ("", [3, 5, 2])
    assert large.paste("352")
    assert (large.paste("12;11"), large.places) == ("", [12, 11, None])


async def test_lines_pasted_into_a_text_field_become_one_line_and_what_has_no_room_is_said(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with table() as shown:
        app = shown.pilot.app
        said = notes(app, monkeypatch)
        await shown.press("N")
        await paste(shown, "first\nsecond\x1b[31m")
        await paste(shown, "x" * TEXT_LIMIT)
        assert isinstance(app.screen, AskText)
        assert [str(TEXT_LIMIT) in note for note in said] == [True]
        await shown.press("enter")

        assert shown.session.timeline.entries[0].given["text"].startswith("first second")
