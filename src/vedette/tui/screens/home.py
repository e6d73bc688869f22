"""Home: go on with the last game, begin a new one, open an example, or look at any save."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import cycle
from typing import TYPE_CHECKING

from textual import events, work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.message import Message
from textual.screen import Screen

from vedette.engine.errors import VedetteError
from vedette.tui.base_screen import BaseScreen
from vedette.tui.keys import HOME_KEYS
from vedette.tui.messages import NextTheme, OpenHelp, OpenReplay, OpenTable
from vedette.tui.save_library import Kept, SaveLibrary
from vedette.tui.save_lines import about, character_line, save_line
from vedette.tui.sides import ROLES
from vedette.tui.text import Line, Piece, clean, fit, line, wrap
from vedette.tui.widgets.banner import Banner
from vedette.tui.widgets.footer import KeyBar
from vedette.tui.widgets.menu import Menu, Row
from vedette.tui.widgets.prompt import Prompt, PromptText

if TYPE_CHECKING:
    from vedette.engine.saves import SaveCard
    from vedette.engine.session import Session
    from vedette.engine.state import GameState

NewGame = Callable[[], "Screen[Session[GameState] | None]"]
"""Makes the screen that sets a game up, or makes a character."""

FIRST, NEW, CHARACTER, HELP, QUIT = "first", "new", "character", "help", "quit"
"""Ids of the lines that are no saves; a save's id is its path."""

WELCOME = "Welcome. Begin with a battle that is set up already, or watch one of the examples below."
SAID = "dice, tokens and rules for miniature wargames"

TALL = 30
"""From how many rows on the name is written large, and the list has air."""


@dataclass
class Found(Message):
    """The saves have been looked into."""

    cards: Sequence[SaveCard]
    characters: Sequence[Kept] = ()
    fault: str = ""


class HomeScreen(BaseScreen[None]):
    """One list: the game to go on with, a new one, all saves, help, the way out."""

    DEFAULT_CSS = """
    HomeScreen > Menu { height: 1fr; }
    """
    BINDINGS = [Binding(",".join(key.keys), key.id, key.label, show=False) for key in HOME_KEYS[1:]]

    def __init__(self, shelf: SaveLibrary, new_game: NewGame, new_character: NewGame) -> None:
        """Show what is on the shelf."""
        super().__init__()
        self._shelf = shelf
        self._new_game = new_game
        self._new_character = new_character
        self._cards: Sequence[SaveCard] | None = None
        self._characters: Sequence[Kept] = ()
        self._looking = self._pressed = False
        self._fault = ""
        self._now = datetime.now().astimezone()

    def compose(self) -> ComposeResult:
        """The name, the list, what is at hand, the keys."""
        yield Banner("Vedette", SAID)
        yield Menu()
        yield Prompt()
        yield KeyBar()

    def on_mount(self) -> None:
        """Show what needs no looking."""
        self.query_one(KeyBar).show("home")
        self._show(NEW)

    def on_resize(self, event: events.Resize) -> None:
        """Write the name large where there is room."""
        self.query_one(Banner).set_class(event.size.height >= TALL, "large")

    def on_screen_resume(self) -> None:
        """Saves may have changed: look into them, while the list can be used."""
        self.query_one(Menu).focus()
        self._looking = True
        self._look()

    @work(thread=True, exclusive=True, group="saves")
    def _look(self) -> None:
        try:
            self.post_message(Found(self._shelf.cards(), self._shelf.characters()))
        except VedetteError as error:
            self.post_message(Found((), fault=str(error)))

    async def on_found(self, event: Found) -> None:
        """The list is complete; whoever has not moved yet stands on the first line."""
        menu = self.query_one(Menu)
        unmoved = self._cards is None and menu.at == NEW
        self._cards, self._fault, self._now = event.cards, event.fault, datetime.now().astimezone()
        self._characters, self._looking = event.characters, False
        self._show(FIRST if unmoved and self._first else None)
        if self._pressed:
            self._pressed = False
            await self._choose(menu.at)
        self._shelf.warm()

    @property
    def _own(self) -> list[SaveCard]:
        return [card for card in self._cards or () if not card.example]

    @property
    def _first(self) -> SaveCard | None:
        """The last game that is not over."""
        return next((card for card in self._own if not card.fault and not card.outcome), None)

    def _show(self, at: str | None = None) -> None:
        self.query_one(Menu).show(self._rows, at)
        self._describe()

    def _rows(self, width: int) -> list[Row]:
        """The whole list."""
        first, own = self._first, self._own
        examples = [card for card in self._cards or () if card.example]
        made = [_heading("")]
        if self._cards is None:
            made += [_row(NEW, "New game", "n", width), _heading("Looking into the saves …")]
        elif first is not None:
            made += [Row(FIRST, self._first_lines(first, width)), _heading("")]
            made.append(_row(NEW, "New game", "n", width))
        elif own:
            made.append(_row(NEW, "New game", "n", width))
        else:
            made += [Row("", tuple(line((row, "dim")) for row in wrap(WELCOME, width))), _heading("")]
            made.append(_beginning(width))
        if self._fault:
            made += [_heading(""), Row("", tuple(line((row, "bad")) for row in wrap(self._fault, width)))]
        made += self._list("Your games", own, width)
        made += self._character_rows(width)
        made += self._list("Examples · watch them, or play on from any line in a copy", examples, width)
        made += [_heading(""), _row(CHARACTER, "New character", "c", width)]
        return [*made, _row(HELP, "Keys and rules", "?", width), _row(QUIT, "Quit", "q", width)]

    def _character_rows(self, width: int) -> list[Row]:
        """The characters' own files."""
        rows = [Row(str(kept.card.path), (character_line(kept, width),)) for kept in self._characters]
        title = "Characters · their files keep what they learn, own and live through"
        return [_heading(""), _heading(title), *rows] if rows else []

    def _list(self, title: str, cards: Sequence[SaveCard], width: int) -> list[Row]:
        rows = [Row(str(card.path), (save_line(card, width, self._now),)) for card in cards]
        return [_heading(""), _heading(title), *rows] if rows else []

    def _first_lines(self, card: SaveCard, width: int) -> tuple[Line, ...]:
        what = "Go on"
        room = (width - len(what) - 3) // max(1, len(card.sides)) - 3
        blocks: list[Piece] = [Piece(f"{what}  ", "key")]
        for name, role in zip(card.sides, cycle(ROLES), strict=False):
            blocks += [Piece(f" {fit(clean(name), room)} ", f"{role}-block"), Piece(" ")]
        below = line((fit(" " * (len(what) + 3) + about(card, self._now), width), "dim"))
        return (Line(tuple(blocks)), below)

    def _card(self) -> SaveCard | None:
        """The save at hand."""
        at = self.query_one(Menu).at
        if at == FIRST:
            return self._first
        own = (kept.card for kept in self._characters)
        return next((card for card in (*(self._cards or ()), *own) if str(card.path) == at), None)

    def _character(self) -> Kept | None:
        """The character at hand."""
        at = self.query_one(Menu).at
        return next((kept for kept in self._characters if str(kept.card.path) == at), None)

    def _describe(self) -> None:
        """Say what Enter does."""
        card, at, character = self._card(), self.query_one(Menu).at, self._character()
        said = {
            NEW: ("Enter sets a new game up", "everything is chosen already; change what you like"),
            CHARACTER: (
                "Enter makes a character",
                "attributes, skills and equipment, with a file of his own",
            ),
            HELP: ("Enter opens the keys, and every rule", ""),
            QUIT: ("Enter leaves Vedette", "everything is saved"),
        }.get(at, ("", ""))
        if character is not None and not character.card.fault:
            said = ("Enter opens the file: experience, trade, healing · r replays it", character.line)
        elif card is not None:
            said = (self._offer(card), about(card, self._now))
        self.query_one(Prompt).show(PromptText("", "", *said))
        self._say(card.fault if card is not None else "", good=not (card and card.fault))

    def _offer(self, card: SaveCard) -> str:
        if card.fault:
            good = "Enter replays what is good of it; from any line it can be played on, in a copy"
            return good if card.ruleset else clean(card.name)
        if card.outcome:
            copy = ", in a copy" if card.example else ""
            return f"Enter replays it; from any line it can be played on{copy}"
        return f"Enter plays {'it in a copy' if card.example else 'on'} · r replays it"

    def _say(self, text: str, *, good: bool = False) -> None:
        self.query_one(Prompt).say(text, "plain" if good else "bad")

    def on_menu_moved(self, event: Menu.Moved) -> None:
        """Another line."""
        self._pressed = False
        self._describe()

    async def on_menu_chosen(self, event: Menu.Chosen) -> None:
        """Do what the line says; the first line may be another one as soon as all saves are known."""
        if self._looking and event.id in (FIRST, NEW):
            self._pressed = True
        else:
            await self._choose(event.id)

    async def _choose(self, id: str) -> None:
        card = self._card()
        if card is not None and (card.fault or card.outcome):
            self.action_replay()
        elif card is not None:
            self._play(card)
        elif id == NEW:
            await self.action_new()
        elif id == CHARACTER:
            await self.action_character()
        elif id == HELP:
            self.action_help()
        elif id == QUIT:
            self.action_quit()

    def on_key_bar_pressed(self, event: KeyBar.Pressed) -> None:
        """A click on a key is the key."""
        self.app.simulate_key(event.key)

    def _play(self, card: SaveCard) -> None:
        try:
            self.post_message(OpenTable(self._shelf.play(card.path)))
        except VedetteError as error:
            self._say(str(error))

    def action_replay(self) -> None:
        """Look at the game at hand."""
        card = self._card()
        if card is None:
            self._say("Choose a game to replay.")
            return
        try:
            self.post_message(OpenReplay(self._shelf.look(card.path)))
        except VedetteError as error:
            self._say(str(error))

    async def action_new(self) -> None:
        """Set a new game up, and play it."""
        await self._make(self._new_game)

    async def action_character(self) -> None:
        """Make a character, and open his file."""
        await self._make(self._new_character)

    async def _make(self, screen: NewGame) -> None:
        def play(session: Session[GameState] | None) -> None:
            if session is not None:
                self.post_message(OpenTable(session))

        try:
            await self.app.push_screen(screen(), play)
        except VedetteError as error:
            self._say(str(error))

    def action_theme(self) -> None:
        """Other colours."""
        self.post_message(NextTheme())

    def action_help(self) -> None:
        """Keys and rules."""
        self.post_message(OpenHelp("home"))

    def action_quit(self) -> None:
        """Out."""
        self.app.exit()


def _heading(text: str) -> Row:
    return Row("", (Line((Piece(text, "title"),)),))


def _row(id: str, title: str, key: str, width: int) -> Row:
    return Row(id, (line((f"{key}  ", "key"), (fit(title, width - 3), "strong")),))


def _beginning(width: int) -> Row:
    """A new game, as it is offered to somebody who has not played yet."""
    first = line(("n  ", "key"), (fit("Play a first battle", width - 3), "strong"))
    return Row(
        NEW,
        (first, line((fit("   New game: two small armies face each other; Enter starts it", width), "dim"))),
    )
