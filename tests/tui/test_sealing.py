"""Sealing by keys: only one side looks, and what was typed is nowhere on the screen."""

from __future__ import annotations

from typing import Any

from tests.games.close_quarters.test_sealing import battle, names, shield, watch
from tests.seen import text_of
from tests.tui.test_table import Table, table
from vedette.engine.session import Session
from vedette.tui.screens.dialogs import Confirm
from vedette.tui.widgets.actions_panel import ActionsPanel
from vedette.tui.widgets.form_panel import FormPanel


def fought() -> Session[Any]:
    """A game for a screen, which knows no game."""
    return battle()


def screen(shown: Table) -> str:
    """All that can be read on the screen."""
    return text_of(shown.pilot.app)


def key_of(shown: Table, do: str) -> str:
    """The letter of an action."""
    panel = shown.panel
    assert isinstance(panel, ActionsPanel)
    return next(
        key for action, key in zip(panel.offer.actions, panel.offer.keys, strict=True) if action.do == do
    )


async def begin(shown: Table, do: str) -> None:
    """Pick a secret action, and go on when the others look away."""
    await shown.press(key_of(shown, do))
    await shown.press("enter")


async def test_a_watch_is_sealed_by_keys_and_never_seen() -> None:
    session = fought()
    async with table(session, size=(120, 40)) as shown:
        await shown.press(key_of(shown, "seal"))
        assert isinstance(shown.pilot.app.screen, Confirm)
        assert "Only Red looks now." in screen(shown)
        await shown.press("enter")
        assert isinstance(shown.panel, FormPanel)
        assert shown.panel.entry.focus == "weapon"
        await shown.press("1", "h", "0", "5", "0")
        assert "•••" in screen(shown)
        await shown.press("7")
        assert shown.panel.entry.form.ready
        assert not names(screen(shown).split("Hex")[-1], "0507")
        await shown.press("enter")

        assert isinstance(shown.panel, ActionsPanel)
        assert "Red sealed a declaration" in screen(shown).replace("\n", " ")
        assert session.state.sides["red"].sealed[0].what == "watch"
        assert "declaration" not in session.timeline.entries[0].given


async def test_escape_leaves_the_page_and_nothing_is_shown() -> None:
    async with table(fought(), size=(120, 40)) as shown:
        await shown.press(key_of(shown, "seal"), "escape")
        assert isinstance(shown.panel, ActionsPanel)


async def test_what_was_sealed_is_forgotten_by_the_forms_and_not_given_again() -> None:
    session = fought()
    async with table(session, size=(120, 40)) as shown:
        await begin(shown, "seal")
        await shown.press("1", "h", "0", "5", "0", "7", "enter")
        assert session.state.sides["red"].sealed
        await shown.press("u")
        await begin(shown, "seal")
        assert shown.panel.entry.draft == {}
        await shown.press("escape", "full_stop")
        assert session.state.sides["red"].sealed == ()


async def test_looking_at_what_is_sealed_shows_nobody_else_anything() -> None:
    session = fought()
    watch(session, "0507")
    async with table(session, size=(120, 40)) as shown:
        shown.pilot.app.screen.picture.choose("ann")  # type: ignore[attr-defined]
        await shown.pilot.pause()
        await begin(shown, "reveal")
        assert "Ann watches 0507" in screen(shown)
        await shown.press("enter", "escape")
        assert session.state.sides["red"].sealed
        await begin(shown, "reveal")
        await shown.press("1", "enter")
        assert session.state.sides["red"].sealed == ()
        assert session.state.units["ann"].overwatch is not None


async def test_a_shield_is_sealed_without_a_sign_of_which_was_picked() -> None:
    session = fought()
    async with table(session, size=(120, 40)) as shown:
        shown.pilot.app.screen.picture.choose("cid")  # type: ignore[attr-defined]
        await shown.pilot.pause()
        await shown.press(key_of(shown, "seal"))
        assert "Only Blue looks now." in screen(shown)
        await shown.press("enter")
        before = screen(shown)
        await shown.press("1")
        picked = [row for row in screen(shown).splitlines() if "on" in row and "◉" in row]
        assert (picked, "◉" in before) == ([], "◉" in screen(shown))
        await shown.press("enter")
        assert [entry.what for entry in session.state.sides["blue"].sealed] == ["shield"]


async def test_the_prompt_reminds_of_sealed_shields() -> None:
    session = fought()
    shield(session, on=True)
    async with table(session, size=(160, 40)) as shown:
        assert "Sealed shield: Cid." in screen(shown)
