"""Home: go on with the last game, begin a new one, watch an example, and look after all saves."""

from __future__ import annotations

from asyncio import create_task, wait
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from textual import events, work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Container
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Input
from textual.worker import get_current_worker

from vedette import __version__
from vedette.engine.errors import VedetteError
from vedette.engine.times import local_clock
from vedette.save_library import CharacterFile, SaveLibrary
from vedette.tui.background import in_background
from vedette.tui.base_screen import BaseScreen
from vedette.tui.keys import HOME_KEYS
from vedette.tui.messages import OpenHelp, OpenReplay, OpenTable
from vedette.tui.save_lines import (
    about,
    character_line,
    continue_lines,
    ruleset_words,
    save_line,
    start_line,
    title,
)
from vedette.tui.text import Line, clean, line, rule, wrap
from vedette.tui.widgets.banner import Banner
from vedette.tui.widgets.footer import KeyBar
from vedette.tui.widgets.menu import Menu, MenuRow
from vedette.tui.widgets.page import Page, Paragraph
from vedette.tui.widgets.prompt import Prompt, PromptText
from vedette.view.signs import Tone

if TYPE_CHECKING:
    from vedette.engine.long_work import Told
    from vedette.engine.save_cards import SaveCard
    from vedette.engine.session import Session
    from vedette.engine.state import GameState
    from vedette.tui.widgets.save_preview import SavePreview

NewGame = Callable[[], "Screen[Session[GameState] | None]"]
"""Makes the screen that sets a game up, or makes a character."""

NewMap = Callable[[], "Screen[str | None]"]
"""Makes the screen on which a map is drawn."""

FIRST, LEARN, NEW, CHARACTER, MAP, HELP = "first", "learn", "new", "character", "map", "help"
"""Ids of the lines that are no saves, and of the game to go on with; a save's id is its path."""

WELCOME = "Welcome. If you are new here, begin with a first battle: a guide goes through it with you."
ABOUT = "dice, tokens and rules for miniature wargames"

WHAT = {
    LEARN: (
        "Enter begins a first battle with a guide",
        "small, real, about five minutes; leave it at any time",
    ),
    NEW: ("Enter sets up a new game", "everything is chosen already; change what you like"),
    CHARACTER: ("Enter makes a character", "attributes, skills and equipment, in a file of their own"),
    MAP: ("Enter draws a map", "grounds, walls, and where the sides begin; New game offers it"),
    HELP: ("Enter opens the keys and all rules", ""),
}
"""What Enter does at those lines."""

BESIDE = {
    LEARN: (
        "First battle",
        (
            "Two units a side, with the real rules, dice and keys, and no miniatures. A guide above the last row says what you have"
            " before you and what to press next, each thing once. Whatever else the rules allow can be done as always; E turns the guide off and on."
        ),
    ),
    NEW: (
        "New game",
        (
            "Choose the rules, a mission or a map, the armies of both sides, house rules, how undo works and a clock. Both armies are"
            " shown unit by unit, and whatever is wrong with them is said before the game starts."
        ),
    ),
    CHARACTER: (
        "New character",
        (
            "A character of {game}: attributes, skills and equipment within the points. It has a file of its own, joins any"
            " game, and comes home with its experience, money and wounds."
        ),
    ),
    MAP: (
        "New map",
        "Draw the ground, its heights, walls and doors, and where the sides begin. New game offers it from then on.",
    ),
    HELP: (
        "Keys and rules",
        "Every key of every screen, what the signs mean, and all rules in plain words: type a word to find one.",
    ),
}
"""What there is to say of those lines beside the list."""

TALL, WIDE = 30, 120
"""From how many rows on the name is written large, and the list has air; from how many columns on the save at hand is previewed beside the list, and not only its head below it."""

NUMBERED = 9
"""Open games that have a digit; the first of them is the one to go on with."""

PATIENCE = 0.15
"""Seconds for which the preview of another save stays while the next one is read."""


@dataclass
class Found(Message):
    """The saves have been looked into."""

    cards: Sequence[SaveCard]
    characters: Sequence[CharacterFile] = ()
    fault: str = ""


class HomeScreen(BaseScreen[None]):
    """One list: the game to go on with, the other open games, new ones, examples, games that are over, characters."""

    DEFAULT_CSS = """
    HomeScreen {
        & > Input { background: $panel; }
        & > #body { height: 1fr; layout: vertical; }
        & > #body.wide { layout: horizontal; }
        & Menu { width: 1fr; height: 1fr; }
        & #beside { width: 1fr; height: 3; }
        & #body.wide #beside { height: 1fr; margin: 0 1 1 1; background: $surface; }
        & #beside > Page { padding: 1 2; display: none; }
        & #body.wide #beside > Page { display: block; }
        & #beside > PreviewPane { display: none; }
        & #beside.read > PreviewPane { display: block; }
        & #body #beside.read > Page { display: none; }
    }
    """
    BINDINGS = [
        *(Binding(",".join(key.keys), key.id, key.label, show=False) for key in HOME_KEYS[2:]),
        *(Binding(key, f"game({key})", show=False) for key in HOME_KEYS[1].keys),
    ]

    def __init__(
        self, library: SaveLibrary, new_game: NewGame, new_character: NewGame, new_map: NewMap
    ) -> None:
        """Show all saves."""
        super().__init__()
        self._library = library
        self._new_game = new_game
        self._new_character = new_character
        self._new_map = new_map
        self._cards: Sequence[SaveCard] | None = None
        self._characters: Sequence[CharacterFile] = ()
        self._looking = self._reading = False
        self._pressed = self._fault = ""
        self._words: tuple[str, ...] = ()
        self._away: tuple[Path, Path] | None = None
        self._back: Path | None = None
        self._read: SaveCard | None = None
        self._opening = Lock()
        self._now = local_clock()

    def compose(self) -> ComposeResult:
        yield Banner("Vedette", ABOUT, __version__)
        with Container(id="body"):
            yield Menu()
            with Container(id="beside"):
                yield Page()
        yield Prompt()
        yield KeyBar()

    def on_mount(self) -> None:
        self.query_one(KeyBar).show("home")
        self.query_one(Menu).lit = True
        self._show(NEW)

    def on_resize(self, event: events.Resize) -> None:
        self.query_one(Banner).set_class(event.size.height >= TALL, "large")
        self.query_one("#body").set_class(event.size.width >= WIDE, "wide")
        self._preview()

    def on_screen_resume(self) -> None:
        """Saves may have changed: look into them, while the list can be used."""
        self.query_one(Menu).focus()
        self._looking = True
        self._look()

    def on_screen_suspend(self) -> None:
        self._say("")

    @work(thread=True, exclusive=True, group="saves")
    def _look(self) -> None:
        worker = get_current_worker()
        try:
            cards, characters = self._library.cards(), self._library.characters()
            self.post_message(Found(cards, characters))
            for otherwise in self._library.check():
                if worker.is_cancelled:
                    return
                if otherwise:
                    self.post_message(Found(self._library.cards(), characters))
        except VedetteError as error:
            self.post_message(Found((), fault=str(error)))

    async def on_found(self, event: Found) -> None:
        """The list is complete; whoever has not moved yet, or has just played another game, stands on the first line."""
        menu, known = self.query_one(Menu), self._cards is not None
        unmoved, before = not known and menu.at == NEW, self._first
        self._cards, self._fault, self._now = event.cards, event.fault, local_clock()
        self._characters, self._looking = event.characters, False
        first = self._first
        played = known and first is not None and (before is None or first.path != before.path)
        back, self._back = str(self._back or menu.at), None
        comes_first = first is not None and (unmoved or played or back == str(first.path))
        self._show(FIRST if comes_first else LEARN if unmoved and self._are_new else back)
        pressed, self._pressed = self._pressed, ""
        if pressed == "enter":
            await self._choose(menu.at)
        elif pressed:
            self.action_game(int(pressed))
        self._library.warm()

    @property
    def _own(self) -> list[SaveCard]:
        return [card for card in self._cards or () if not card.example]

    @property
    def _are_new(self) -> bool:
        """Whether these players have no game of their own yet."""
        return self._cards is not None and not self._own

    @property
    def _open_games(self) -> list[SaveCard]:
        """The players' games that are not over, the latest first."""
        return [card for card in self._own if not (card.fault or card.outcome)]

    @property
    def _first(self) -> SaveCard | None:
        """The game to go on with."""
        return next(iter(self._open_games), None)

    def _show(self, at: str | None = None) -> None:
        self.query_one(Menu).show(self._rows, at)
        self._describe()

    def _rows(self, width: int) -> list[MenuRow]:
        damaged = [card for card in self._own if card.fault]
        over = [card for card in self._own if card.outcome and not card.fault]
        examples = [card for card in self._cards or () if card.example]
        made = self._beginning(width)
        made += self._open_rows(width)
        made += [] if self._words else self._start_rows(width)
        made += self._character_rows(width)
        made += self._list("Damaged", damaged, width)
        made += self._list("Watch an example", examples, width, "or play on from any line")
        made += self._list("Over", over, width)
        return (
            made
            if any(row.id for row in made)
            else [_text("No game has these words. Esc lists all again.", width)]
        )

    def _beginning(self, width: int) -> list[MenuRow]:
        """The game to go on with; else what is to be said first."""
        first = self._first
        if self._cards is None:
            return [_text("Reading the saves …", width)]
        if self._fault:
            return [_text(self._fault, width, "bad")]
        if first is not None and self._matches(first):
            return [MenuRow(FIRST, continue_lines(first, width, self._now, roomy=self._roomy))]
        return [_text(WELCOME, width)] if self._are_new and not self._words else []

    def _open_rows(self, width: int) -> list[MenuRow]:
        """The other games that are not over, each with its digit."""
        rows = [
            MenuRow(str(card.path), (save_line(card, width, self._now, str(n) if n <= NUMBERED else ""),))
            for n, card in enumerate(self._open_games, 1)
            if n > 1 and self._matches(card)
        ]
        return self._block("Open games", rows, width, str(len(rows)))

    def _start_rows(self, width: int) -> list[MenuRow]:
        begin = [
            MenuRow(NEW, (start_line("n", "New game", "two small armies stand ready", width),)),
            MenuRow(LEARN, (start_line("f", "First battle", "with a guide, about five minutes", width),)),
        ]
        rows = [
            *(begin[::-1] if self._are_new else begin),
            MenuRow(CHARACTER, (start_line("c", "New character", "attributes, skills, equipment", width),)),
            MenuRow(MAP, (start_line("m", "New map", "grounds, walls, zones", width),)),
            MenuRow(HELP, (start_line("?", "Keys and rules", "", width),)),
        ]
        return self._block("Start", rows, width)

    def _character_rows(self, width: int) -> list[MenuRow]:
        rows = [
            MenuRow(str(kept.card.path), (character_line(kept, width),))
            for kept in self._characters
            if self._matches(kept.card, kept.line)
        ]
        return self._block("Characters", rows, width, "what they learn, own and live through")

    def _list(self, heading: str, cards: Sequence[SaveCard], width: int, right: str = "") -> list[MenuRow]:
        rows = [
            MenuRow(str(card.path), (save_line(card, width, self._now),))
            for card in cards
            if self._matches(card)
        ]
        return self._block(heading, rows, width, right)

    def _block(self, heading: str, rows: list[MenuRow], width: int, right: str = "") -> list[MenuRow]:
        """Rows under a heading, with a free row above where there is room; nothing without rows."""
        head = (*((Line(),) if self._roomy else ()), rule(heading, width, right))
        return [MenuRow("", head), *rows] if rows else []

    @property
    def _roomy(self) -> bool:
        return self.size.height >= TALL

    def _matches(self, card: SaveCard, more: str = "") -> bool:
        said = (
            f"{title(card)} {card.name} {' '.join(card.sides)} {ruleset_words(card.ruleset)} {more}".lower()
        )
        return all(word in said for word in self._words)

    def _card(self) -> SaveCard | None:
        at = self.query_one(Menu).at
        if at == FIRST:
            return self._first
        own = (kept.card for kept in self._characters)
        return next((card for card in (*(self._cards or ()), *own) if str(card.path) == at), None)

    def _character(self) -> CharacterFile | None:
        at = self.query_one(Menu).at
        return next((kept for kept in self._characters if str(kept.card.path) == at), None)

    def _describe(self) -> None:
        card, character = self._card(), self._character()
        said = WHAT.get(self.query_one(Menu).at, ("", ""))
        if character is not None and not character.card.fault:
            said = ("Enter opens the file: experience, trade, healing · r replays it", character.line)
        elif card is not None:
            said = (self._offer(card), card.fault or about(card, self._now))
        self.query_one(Prompt).show(PromptText("", "", *said))
        self._preview()

    def _offer(self, card: SaveCard) -> str:
        if card.fault:
            good = "Enter replays what can still be read; there you can play on in a copy"
            return good if card.ruleset else clean(card.name)
        if card.outcome:
            return f"Enter replays it; from any line you can play on{', in a copy' if card.example else ''}"
        return f"Enter plays {'it in a copy' if card.example else 'on'} · r replays it"

    def _say(self, text: str, tone: Tone = "bad") -> None:
        """Answer a key; the answer stays until another line is at hand, or another screen is opened."""
        self.query_one(Prompt).say(text, tone)

    def _preview(self) -> None:
        """Show the save at hand beside or below the list, as soon as it has been read; words only beside it."""
        card = self._card()
        if card is None and self.size.width < WIDE:
            self._tell(("", ""))
        elif self.query_one(Menu).at == CHARACTER:
            self._tell_of_characters()
        elif card is None:
            self._tell(BESIDE.get(self.query_one(Menu).at, ("", "")))
        elif not self._reading and card != self._read:
            self._reading = True
            self._read_at_hand()

    @work(group="characters", exclusive=True)
    async def _tell_of_characters(self) -> None:
        """Say what a character is, and of which game: that is known only when its rules are loaded."""
        heading, text = BESIDE[CHARACTER]
        self._tell((heading, ""))
        try:
            context = await in_background(self._library.new_character)
            text = text.format(game=context.ruleset.title)
        except VedetteError as error:
            text = str(error)
        if self.query_one(Menu).at == CHARACTER:
            self._tell((heading, text))

    @work(group="preview")
    async def _read_at_hand(self) -> None:
        """Read the save at hand; where another one is at hand by then, that one."""
        from vedette.tui.widgets.save_preview import preview_at  # with what a game needs: 350 ms

        while (card := self._card()) is not None and card != self._read and self.is_current:
            reading = create_task(in_background(partial(preview_at, self._library, card.path)))
            done, _ = await wait({reading}, timeout=PATIENCE)
            if not done:
                self._tell((title(card), about(card, self._now)))
            try:
                preview = await reading
            except VedetteError as error:
                if card == self._card():
                    self._tell((title(card), str(error)))
                    self._read = card
                continue
            if card == self._card():
                await self._show_preview(preview)
                self._read = card
        self._reading = False

    async def _show_preview(self, preview: SavePreview) -> None:
        from vedette.tui.widgets.save_preview import PreviewPane  # likewise

        beside = self.query_one("#beside")
        if not beside.query(PreviewPane):
            await beside.mount(PreviewPane())
        beside.query_one(PreviewPane).show(preview)
        beside.add_class("read")

    def _tell(self, said: tuple[str, str]) -> None:
        self._read = None
        heading, text = said
        self.query_one(Page).show(clean(heading), (Paragraph(text=clean(text)),))
        self.query_one("#beside").remove_class("read")

    def on_menu_moved(self, event: Menu.Moved) -> None:
        self._pressed = ""
        self._say("")
        self._describe()

    async def on_menu_chosen(self, event: Menu.Chosen) -> None:
        """Do what the line says; the first line may be another one as soon as all saves are known."""
        if self._looking and event.id in (FIRST, NEW):
            self._pressed = "enter"
        else:
            await self._choose(event.id)

    async def _choose(self, id: str) -> None:
        card = self._card()
        if card is not None and (card.fault or card.outcome):
            self.action_replay()
        elif card is not None:
            self._play(card)
        elif id == LEARN:
            await self.action_learn()
        elif id == NEW:
            await self.action_new()
        elif id == CHARACTER:
            await self.action_character()
        elif id == MAP:
            await self.action_map()
        elif id == HELP:
            self.action_help()

    def _play(self, card: SaveCard) -> None:
        self._open(card, self._library.play, OpenTable)

    def _open(
        self,
        card: SaveCard,
        read: Callable[[Path], Session[GameState]],
        door: type[OpenTable | OpenReplay],
    ) -> None:
        """Read a save and open it; a long one in the background, with a way to cancel."""

        def enter(session: Callable[[], Session[GameState]] | None) -> None:
            if session is not None:
                try:
                    self.post_message(door(session()))
                except VedetteError as error:
                    self._show_lines(card, error)

        if not self._library.is_long(card.path):
            enter(lambda: read(card.path))
            return
        from vedette.tui.screens.waiting import Waiting  # likewise

        def opened(told: Told) -> Session[GameState]:
            with self._opening:  # one that was given up still has the save for a moment
                session = read(card.path)
                try:
                    told(1)
                except BaseException:
                    session.close()
                    raise
                return session

        _ = self.app.push_screen(
            Waiting(f"Opening {card.name} …", opened, lambda session: session.close()), enter
        )

    def action_game(self, number: int) -> None:
        if self._cards is None:
            self._pressed = str(number)
        elif number <= len(self._open_games):
            self._play(self._open_games[number - 1])
        else:
            self._say(f"There is no open game {number}.")

    def action_replay(self) -> None:
        card = self._card()
        if card is None:
            self._say("Choose a game to replay.")
            return
        self._open(card, self._library.look, OpenReplay)

    def _show_lines(self, card: SaveCard, error: VedetteError) -> None:
        """Say why a save cannot be opened, and show its entries where those are all that can be had of it."""
        sheet = self._library.bare(card.path, error)
        if sheet is None:
            self._say(str(error))
            return
        from vedette.tui.screens.sheet import SheetScreen  # likewise

        _ = self.app.push_screen(SheetScreen(sheet, card.path.parent))

    def _own_game(self, what: str) -> SaveCard | None:
        """The players' own game at hand; else it is told why nothing can be done to its file."""
        card = self._card()
        if card is None:
            self._say(f"Choose a game to {what}.")
            return None
        try:
            self._library.require_own(card.path)
        except VedetteError as error:
            self._say(str(error))
            return None
        return card

    async def action_rename(self) -> None:
        from vedette.tui.screens.dialogs import AskText  # likewise

        card = self._own_game("rename")
        if card is None:
            return

        def rename(name: str | None) -> None:
            if name and name != card.name:
                self._change(lambda: self._library.rename(card.path, name), f"Renamed to {name}.")

        await self.app.push_screen(AskText(f"Rename {card.name}", "its new name", start=card.name), rename)

    async def action_put_away(self) -> None:
        from vedette.tui.screens.dialogs import Confirm  # likewise

        card = self._own_game("put away")
        if card is None:
            return

        def put_away(yes: bool | None) -> None:
            if yes:
                self._change(
                    partial(self._put_away, card.path), f"{card.name} is in the bin. u brings it back."
                )

        await self.app.push_screen(Confirm(f"Put {card.name} into the bin?", "put away"), put_away)

    def _put_away(self, path: Path) -> None:
        self._away = self._library.put_away(path), path

    def action_bring_back(self) -> None:
        if self._away is None:
            self._say("Nothing was put away.")
            return
        away, path = self._away
        self._change(lambda: self._library.bring_back(away, path), f"{path.stem} is back.")
        self._away, self._back = None, path

    def _change(self, change: Callable[[], object], done: str) -> None:
        """Do something to a file, say what was done, and look into the saves anew."""
        try:
            change()
        except VedetteError as error:
            self._say(str(error))
        else:
            self._say(done, "good")
            self._looking = True
            self._look()

    async def action_find(self) -> None:
        if not self.query(Input):
            find = Input(placeholder="words of a name, a side or a game", max_length=80, compact=True)
            await self.mount(find, after=self.query_one(Banner))
        self.query_one(Input).focus()
        self.query_one(KeyBar).show("home_find")

    def on_input_changed(self, event: Input.Changed) -> None:
        event.stop()
        self._words = tuple(clean(event.value).lower().split())
        self._say("")
        self._show("")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.query_one(Menu).focus()
        self.query_one(KeyBar).show("home")

    async def action_list_all(self) -> None:
        """End a search; the game that was found stays at hand."""
        await self.query("Input").remove()
        self._words = ()
        self._show()
        self.query_one(Menu).focus()
        self.query_one(KeyBar).show("home")

    def on_key(self, event: events.Key) -> None:
        if event.key in ("up", "down") and self.query("Input:focus"):
            event.stop()
            self.query_one(Menu).step(1 if event.key == "down" else -1)

    async def action_learn(self) -> None:
        from vedette.tui.screens.dialogs import Choose  # likewise

        def begin(ruleset: str | None) -> None:
            if ruleset is None:
                return
            try:
                self.post_message(OpenTable(self._library.learn(ruleset)))
            except VedetteError as error:
                self._say(str(error))

        offered = {id: (ruleset_words(id), text) for id, text in self._library.first_battles().items()}
        if offered:
            await self.app.push_screen(Choose("Which game do you want to learn?", offered), begin)
        else:
            self._say("No game here brings a first battle.")

    async def action_new(self) -> None:
        await self._make(self._new_game)

    async def action_character(self) -> None:
        await self._make(self._new_character)

    async def action_map(self) -> None:
        try:
            await self.app.push_screen(self._new_map())
        except VedetteError as error:
            self._say(str(error))

    async def _make(self, screen: NewGame) -> None:
        def play(session: Session[GameState] | None) -> None:
            if session is not None:
                self.post_message(OpenTable(session))

        try:
            await self.app.push_screen(screen(), play)
        except VedetteError as error:
            self._say(str(error))

    def action_help(self) -> None:
        self.post_message(OpenHelp("home"))

    def action_quit(self) -> None:
        self.app.exit()


def _text(text: str, width: int, role: str = "dim") -> MenuRow:
    return MenuRow("", tuple(line((row, role)) for row in wrap(clean(text), width)))
